"""People tell a tile that nobody could make out: what was laid beside it meanwhile lies there already."""

from __future__ import annotations

import pytest

from games.carcassonne.actions import Lay, Skip
from games.carcassonne.rules import CARCASSONNE
from games.carcassonne.state import State
from tests.vision.carcassonne.live.test_several_turns import (
    EAST,
    EDGE,
    ROAD,
    SEATS,
    SECOND_EAST,
    START,
    drawn_deck,
    pose,
    table,
)
from vision.carcassonne.live.deck import Deck
from vision.carcassonne.live.earlier.beyond import looked_beyond, rim_grown
from vision.carcassonne.live.earlier.past import Past
from vision.carcassonne.live.explainer import Explainer
from vision.carcassonne.live.followers.figure_evidence import LearnedPaint
from vision.carcassonne.live.memory import Memory
from vision.carcassonne.live.tile_evidence import TileSight
from vision.imaging.patches import layers_of
from vision.photometry.tone import NEUTRAL
from vision.registration.lattice import Cell, Lattice
from vision.registration.tracking import Track

TWO_EAST = {EAST: (ROAD, 0), SECOND_EAST: (ROAD, 0)}


@pytest.fixture(scope="module")
def deck() -> Deck:
    return drawn_deck(START, ROAD)


@pytest.fixture(scope="module")
def start() -> State:
    return CARCASSONNE.new(CARCASSONNE.setup(SEATS))


@pytest.fixture(scope="module")
def entered(start: State) -> State:
    """Anna's tile is on record: people have told it."""
    laid, _ = CARCASSONNE.apply(start, Lay(ROAD, 1, 0, 0))
    return CARCASSONNE.apply(laid, Skip())[0]


def remembered(
    deck: Deck, start: State, entered: State, tiles: dict[Cell, tuple[str, int]]
) -> tuple[TileSight, Memory]:
    """A picture of the table, and what is kept of it once the record has moved on."""
    layers = layers_of(table(tiles), float(EDGE))
    track = Track(Lattice({(0, 0): pose((0, 0))})).with_piece((0, 0), pose((0, 0)), layers)
    track = track.with_piece(EAST, pose(EAST), layers)
    past = Past(layers, NEUTRAL, track, unlooked=rim_grown(start, entered))
    paints = {seat.colour: LearnedPaint.of(seat.colour) for seat in SEATS}
    return TileSight(layers, NEUTRAL, deck), Memory(deck, paints, track=track, before=past).recording(entered)


def waiting(memory: Memory) -> set[Cell]:
    assert memory.before is not None
    return set(memory.before.waiting)


def test_a_tile_beside_the_one_that_people_told_lies_there_and_the_bare_cloth_does_not(
    deck: Deck, start: State, entered: State
) -> None:
    _, memory = remembered(deck, start, entered, TWO_EAST)
    assert waiting(looked_beyond(memory, entered)) == {SECOND_EAST}
    _, memory = remembered(deck, start, entered, {EAST: (ROAD, 0)})
    assert waiting(looked_beyond(memory, entered)) == set()


def test_no_place_is_looked_at_twice(deck: Deck, start: State, entered: State) -> None:
    once = looked_beyond(remembered(deck, start, entered, TWO_EAST)[1], entered)
    assert looked_beyond(once, entered) is once


def test_it_is_told_as_the_next_turn_then(deck: Deck, start: State, entered: State) -> None:
    sight, memory = remembered(deck, start, entered, TWO_EAST)
    memory = looked_beyond(memory, entered)
    best = Explainer(CARCASSONNE).explain(sight, memory, entered, 1).explanation.best
    assert best is not None
    assert best.actions == (Lay(ROAD, 2, 0, 0), Skip())

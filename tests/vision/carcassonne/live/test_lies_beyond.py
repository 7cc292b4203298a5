"""People tell a tile that nobody could make out: what was laid beside it meanwhile lies there already."""

from __future__ import annotations

import pytest

from calibration.references import Reference, edition_of
from games.carcassonne.actions import Lay, Skip
from games.carcassonne.rules import CARCASSONNE
from games.carcassonne.state import State
from games.carcassonne.tiles import tile_type
from tests.vision.carcassonne.live.test_several_turns import EAST, EDGE, ROAD, SEATS, SECOND_EAST, START, pose, table
from vision.artwork.carcassonne.tiles import tile_picture
from vision.carcassonne.live.change_outline import lies_beyond
from vision.carcassonne.live.deck import Deck
from vision.carcassonne.live.explainer import Explainer
from vision.carcassonne.live.followers.figure_evidence import LearnedPaint
from vision.carcassonne.live.memory import Memory, Past
from vision.carcassonne.live.tile_evidence import TileSight
from vision.imaging.patches import layers_of
from vision.photometry.tone import NEUTRAL
from vision.registration.lattice import Cell, Lattice
from vision.registration.tracking import Track

TWO_EAST = {EAST: (ROAD, 0), SECOND_EAST: (ROAD, 0)}


@pytest.fixture(scope="module")
def deck() -> Deck:
    def reference(key: str) -> Reference:
        north, east, south, west = tile_type(key).turned[0].sides
        return Reference(tile_type(key).name, (north, east, south, west), tile_picture(key, 160, 0), key)

    return Deck.of(edition_of("two", [reference(key) for key in (START, ROAD)]))


@pytest.fixture(scope="module")
def start() -> State:
    return CARCASSONNE.new(CARCASSONNE.setup(SEATS))


@pytest.fixture(scope="module")
def entered(start: State) -> State:
    """Anna's tile is on record: people have told it."""
    laid, _ = CARCASSONNE.apply(start, Lay(ROAD, 1, 0, 0))
    return CARCASSONNE.apply(laid, Skip())[0]


def seen(deck: Deck, tiles: dict[Cell, tuple[str, int]]) -> tuple[TileSight, Track]:
    """A picture of the table, with the tracked tiles of which the record knows."""
    layers = layers_of(table(tiles), float(EDGE))
    track = Track(Lattice({(0, 0): pose((0, 0))})).with_piece((0, 0), pose((0, 0)), layers)
    return TileSight(layers, NEUTRAL, deck), track.with_piece(EAST, pose(EAST), layers)


def test_a_tile_beside_the_one_that_people_told_lies_there_and_the_bare_cloth_does_not(
    deck: Deck, start: State, entered: State
) -> None:
    sight, track = seen(deck, TWO_EAST)
    assert set(lies_beyond(sight, track, start, entered)) == {SECOND_EAST}
    sight, track = seen(deck, {EAST: (ROAD, 0)})
    assert not lies_beyond(sight, track, start, entered)


def test_it_is_told_as_the_next_turn_then(deck: Deck, start: State, entered: State) -> None:
    sight, track = seen(deck, TWO_EAST)
    past = Past(sight.layers, NEUTRAL, track, lies_beyond(sight, track, start, entered))
    paints = {seat.colour: LearnedPaint.of(seat.colour) for seat in SEATS}
    memory = Memory(deck, paints, track=track, before=past).recording(entered)
    best = Explainer(CARCASSONNE).explain(sight, memory, entered, 1).explanation.best
    assert best is not None
    assert best.actions == (Lay(ROAD, 2, 0, 0), Skip())

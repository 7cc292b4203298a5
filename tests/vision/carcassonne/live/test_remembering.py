"""What is learned of a follower once the turn is on record in which he was put down."""

from __future__ import annotations

import cv2
import pytest

from calibration.arrays import Picture
from games.carcassonne.actions import Deploy, Lay
from games.carcassonne.rules import CARCASSONNE
from games.carcassonne.state import State
from games.carcassonne.tiles import FeatureKind
from tests.vision.carcassonne.live.test_several_turns import (
    EAST,
    EDGE,
    ROAD,
    SEATS,
    START,
    drawn_deck,
    place,
    pose,
    table,
)
from vision.carcassonne.live.deck import Deck
from vision.carcassonne.live.followers.figure_evidence import LearnedPaint
from vision.carcassonne.live.hypotheses import Hypothesis
from vision.carcassonne.live.memory import Memory
from vision.carcassonne.live.remembering import follower_remembered
from vision.carcassonne.live.tile_evidence import TileSight
from vision.imaging.patches import layers_of
from vision.photometry.tone import NEUTRAL
from vision.registration.lattice import Lattice
from vision.registration.tracking import Track

FOOT = (22, 16)  # row and column of the tile's figure map, px: where the figures of these pictures stand
ON_THE_ROAD = Deploy("small", FeatureKind.ROAD, "E.W")


@pytest.fixture(scope="module")
def deck() -> Deck:
    return drawn_deck(START, ROAD)


@pytest.fixture(scope="module")
def recorded() -> State:
    """Anna, who has the red ones, has laid a road east of the start tile and put a thief on it."""
    laid, _ = CARCASSONNE.apply(CARCASSONNE.new(CARCASSONNE.setup(SEATS)), Lay(ROAD, 1, 0, 0))
    return CARCASSONNE.apply(laid, ON_THE_ROAD)[0]


def paint_after(deck: Deck, recorded: State, picture: Picture) -> LearnedPaint:
    """What is known of red once that was accepted before a picture, on which the thief stands likeliest at the foot."""
    layers = layers_of(picture, float(EDGE))
    track = Track(Lattice({(0, 0): pose((0, 0))})).with_piece((0, 0), pose((0, 0)), layers)
    track = track.with_piece(EAST, pose(EAST), layers)
    memory = Memory(deck, {seat.colour: LearnedPaint.of(seat.colour) for seat in SEATS}, track=track)
    sight, memory = TileSight(layers, NEUTRAL, deck), memory.recording(recorded)
    match = sight.at(pose(EAST), ROAD, 0)
    turn = Hypothesis((Lay(ROAD, 1, 0, 0), ON_THE_ROAD), 5.0, ("1,0",), match, FOOT)
    return follower_remembered(memory, [turn], "red", EAST, sight).paints["red"]


def test_a_thief_who_is_seen_shows_what_his_colour_looks_like_here(deck: Deck, recorded: State) -> None:
    assert paint_after(deck, recorded, table({EAST: (ROAD, 0)}, {EAST: "red"})).seen == 1


def test_of_a_thief_whom_a_glare_hides_nothing_is_learned(deck: Deck, recorded: State) -> None:
    """People have told him: his likeliest spot shows a lamp's light, and no paint."""
    picture, (left, top) = table({EAST: (ROAD, 0)}), place(EAST)
    cv2.circle(picture, (left + EDGE // 2, top + EDGE * 3 // 4), round(0.2 * EDGE), (245, 250, 250), -1)
    assert paint_after(deck, recorded, picture).seen == 0
    assert paint_after(deck, recorded, table({EAST: (ROAD, 0)})).seen == 0

"""Followers on a new tile of a known edition: paint tells of them, and form whether there is any."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from games.carcassonne.actions import Deploy
from games.carcassonne.rules import CARCASSONNE
from tests.vision.carcassonne.live import test_several_turns as road_beside_start
from tests.vision.pieces.three_tiles import SIDE, poses, table_with
from vision.artwork.carcassonne.edition import own_edition
from vision.carcassonne.live.deck import Deck
from vision.carcassonne.live.followers.figure_evidence import PAINT, LearnedPaint
from vision.carcassonne.live.followers.figures import FigureReader
from vision.carcassonne.live.memory import Memory
from vision.carcassonne.live.tile_evidence import TileMatch, TileSight
from vision.frames import Picture
from vision.imaging.patches import layers_of
from vision.photometry.tone import NEUTRAL
from vision.pieces.painted_wood import WOOD
from vision.registration.lattice import Lattice, project
from vision.registration.tracking import Track

HERE = (0, 0)


def reader_and_match(picture: Picture, colour: str) -> tuple[FigureReader, TileMatch]:
    """Of the first of three tiles."""
    deck, pose = Deck.of(own_edition()).softened_as_usual(), poses()[0]
    memory = Memory(deck, {colour: LearnedPaint.of(colour)}, track=Track(Lattice({HERE: pose})))
    sight = TileSight(layers_of(picture, SIDE), NEUTRAL, deck)
    match = sight.at(pose, "BA/RFr", 0)
    assert match is not None
    return FigureReader(sight, memory), match


def log_odds(picture: Picture, colour: str, *, new: bool) -> float:
    """That somebody stands on the first of three tiles, which is new or was there before."""
    reader, match = reader_and_match(picture, colour)
    return reader.anybody(match, [colour], HERE if new else None)


def by_paint_alone(picture: Picture, colour: str) -> float:
    reader, match = reader_and_match(picture, colour)
    return float(reader.standpoint(match, None).log_odds(LearnedPaint.of(colour)).max())


def shaded(picture: Picture) -> Picture:
    """Something high keeps the light from a spot of the grass of the first tile: as green as the figure, and soft."""
    (x, y) = project(poses()[:1], np.array([[[0.5, 0.25]]]))[0, 0]
    spot = cv2.circle(np.zeros(picture.shape[:2], np.float32), (round(x), round(y)), round(0.2 * SIDE), 1.0, -1)
    spot = cv2.GaussianBlur(spot, (0, 0), 0.08 * SIDE)[..., None]
    shade = 0.3 * picture + 0.7 * np.array(WOOD["green"], np.float64)
    return np.asarray(np.clip(picture * (1 - spot) + shade * spot, 0, 255), np.uint8)


def test_who_stands_on_a_new_tile_is_seen() -> None:
    assert log_odds(table_with(("green", -45.0, False)), "green", new=True) > 3


def test_shaded_grass_has_a_green_figures_colour_and_nothing_of_its_form() -> None:
    picture = shaded(table_with())
    assert by_paint_alone(picture, "green") > 0
    assert log_odds(picture, "green", new=True) < 0
    assert log_odds(picture, "green", new=False) < 0


def test_whoever_has_the_colour_of_the_cloth_stands_on_his_tile(monkeypatch: pytest.MonkeyPatch) -> None:
    """Given a red cloth and a red thief on the road that Anna has just laid: where he stands it looks as it did before,
    and no cloth shows through a tile."""
    monkeypatch.setattr(road_beside_start, "CLOTH", PAINT["red"][::-1])
    deck = road_beside_start.drawn_deck(road_beside_start.START, road_beside_start.ROAD)
    east, start = road_beside_start.EAST, CARCASSONNE.new(CARCASSONNE.setup(road_beside_start.SEATS))
    picture = road_beside_start.table({east: (road_beside_start.ROAD, 0)}, {east: "red"})
    findings = road_beside_start.findings_for(deck, start, picture)
    best = findings.explanation.best
    assert best is not None
    assert any(isinstance(action, Deploy) for action in best.actions)

"""Which tile lies there, where its print leaves that in doubt: what its terrain says of it."""

from __future__ import annotations

import numpy as np
import pytest

from calibration.arrays import Picture
from games.carcassonne.actions import Lay, Skip
from vision.artwork.carcassonne.tiles import tile_picture
from vision.carcassonne.live.doubt import WhatElse
from vision.carcassonne.live.hypotheses import Hypothesis
from vision.carcassonne.live.several_turns import NewTile
from vision.carcassonne.live.terrain_of_tiles import counted_together, with_terrain
from vision.carcassonne.live.tile_evidence import TileMatch
from vision.carcassonne.poses import TileAsLaid
from vision.imaging.patches import layers_of
from vision.registration.lattice import Matrix

NORTH, EDGE = (-1, 0), 60
POSE: Matrix = np.array([[EDGE, 0.0, 100.0], [0.0, EDGE, 80.0], [0.0, 0.0, 1.0]])
ROAD, TURNED_ROAD, CAP = ("BA/RFr", 0), ("BA/RFr", 2), ("BA/C", 0)
CITY, WITH_ARMS = ("BA/CFc.1", 0), ("BA/CFc+", 0)


def match(tile: TileAsLaid) -> TileMatch:
    return TileMatch(*tile, POSE, 0, 2.0, 0.0, np.ones((4, 4), np.float32))


def seen_as(scores: dict[TileAsLaid, float]) -> NewTile:
    return NewTile(NORTH, tuple((score, match(tile)) for tile, score in scores.items()), None)


def table_with(tile: TileAsLaid) -> Picture:
    key, turns = tile
    picture = np.full((220, 260, 3), (96, 84, 72), np.uint8)
    picture[80 : 80 + EDGE, 100 : 100 + EDGE] = np.rot90(tile_picture(key, EDGE, 0), -turns)
    return picture


def scores_of(tile: NewTile) -> dict[TileAsLaid, float]:
    return {(match.key, match.turns): score for score, match in tile.matches}


@pytest.mark.parametrize("lies", [ROAD, CAP])
def test_terrain_tells_a_road_from_a_cap_whose_prints_fit_alike(lies: TileAsLaid) -> None:
    layers = layers_of(table_with(lies), EDGE)
    tiles, asked = with_terrain(layers, {NORTH: seen_as({ROAD: 50.0, CAP: 50.0})})
    assert asked == [NORTH]
    assert (tiles[NORTH].matches[0][1].key, tiles[NORTH].matches[0][1].turns) == lies
    assert tiles[NORTH].matches[0][0] > tiles[NORTH].matches[1][0] + 3


def test_that_a_tile_lies_there_at_all_stays_as_likely() -> None:
    layers = layers_of(table_with(ROAD), EDGE)
    tiles, _ = with_terrain(layers, {NORTH: seen_as({CAP: 51.0, ROAD: 50.0})})
    assert np.logaddexp.reduce([*scores_of(tiles[NORTH]).values()]) == pytest.approx(np.logaddexp(51.0, 50.0))


def test_which_way_round_a_road_lies_print_alone_tells() -> None:
    layers = layers_of(table_with(ROAD), EDGE)
    tiles, _ = with_terrain(layers, {NORTH: seen_as({ROAD: 52.0, TURNED_ROAD: 50.0, CAP: 50.0})})
    scores = scores_of(tiles[NORTH])
    assert scores[ROAD] - scores[TURNED_ROAD] == pytest.approx(2.0)


def test_nobody_asks_of_a_tile_that_its_print_has_settled() -> None:
    alone = seen_as({ROAD: 50.0})
    tiles, asked = with_terrain(layers_of(table_with(CAP), EDGE), {NORTH: alone})
    assert not asked
    assert tiles[NORTH] is alone


def laid(tile: TileAsLaid, score: float) -> Hypothesis:
    key, turns = tile
    return Hypothesis((Lay(key, 0, -1, turns), Skip()), score, ("0,-1",), match(tile))


def test_print_and_terrain_count_for_half_of_what_they_say_and_arms_in_full() -> None:
    """Given two kinds of tile 8 nats apart, one of them with arms or without, 3 nats apart; when terrain was asked,
    then the kinds are about 4 nats apart, and with arms or without as before."""
    scores = {CITY: 58.0, WITH_ARMS: 55.0, ROAD: 50.0}
    nothing = Hypothesis((), 40.0)
    hypotheses = [*(laid(tile, score) for tile, score in scores.items()), nothing]
    counted, doubt, kinds = counted_together(hypotheses, WhatElse(strangers=50.0), {NORTH: scores}, [NORTH])
    assert kinds[NORTH][CITY] - kinds[NORTH][WITH_ARMS] == pytest.approx(3.0)
    assert kinds[NORTH][CITY] - kinds[NORTH][ROAD] == pytest.approx(4.0, abs=0.1)
    assert [one.score for one in counted] == pytest.approx([*kinds[NORTH].values(), 40.0])
    assert doubt.strangers - counted[0].score == pytest.approx(50.0 - 58.0)


def test_what_terrain_was_not_asked_of_is_told_as_before() -> None:
    scores = {CITY: 58.0, ROAD: 50.0}
    hypotheses = [laid(tile, score) for tile, score in scores.items()]
    counted, _, kinds = counted_together(hypotheses, WhatElse(), {NORTH: scores}, [])
    assert [one.score for one in counted] == [58.0, 50.0]
    assert kinds == {NORTH: scores}

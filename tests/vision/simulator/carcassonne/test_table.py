from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np
import pytest

from games.carcassonne.actions import Deploy, Lay
from games.carcassonne.board import Board
from games.carcassonne.tiles import FeatureKind, tile_type
from vision.artwork.carcassonne.shapes import feature_map
from vision.simulator.carcassonne.still import DoesNotFit, MapPlace, OnTile, Tabletop, still_board
from vision.simulator.carcassonne.view import frame_map
from vision.simulator.conditions import Conditions, Level


@pytest.fixture(scope="module")
def boards() -> dict[str, object]:
    return {level.value: still_board(11, level, n_tiles=12, players=3) for level in Level}


def test_the_same_seed_gives_the_same_board() -> None:
    usual = Conditions.from_level("easy", np.random.default_rng(11))
    small = replace(usual, width=640, height=360, focal_px=usual.focal_px / 3, piece_px=usual.piece_px / 3)
    first, again, other = (
        still_board(seed, "easy", n_tiles=12, players=3, conditions=small).picture for seed in (11, 11, 12)
    )
    assert np.array_equal(again, first)
    assert not np.array_equal(other, first)


@pytest.mark.parametrize("level", ["easy", "ordinary", "hard"])
def test_a_board_is_legal_and_wholly_in_the_picture(boards: dict, level: str) -> None:
    truth = boards[level].truth
    board = Board.start("BA/RCr")
    for tile in truth.tiles[1:]:
        kind = tile_type(tile.key)
        assert (*tile.place, tile.turns) in set(board.placements(kind))
        board = board.lay(kind.turned[tile.turns], *tile.place)
    assert len(truth.tiles) == 12
    assert all(tile.in_view == 1.0 for tile in truth.tiles)
    assert boards[level].picture.shape == (1080, 1920, 3)


def test_tiles_are_as_large_as_the_level_says(boards: dict) -> None:
    for level, (least, most) in {"easy": (60, 80), "ordinary": (45, 60), "hard": (32, 45)}.items():
        truth = boards[level].truth
        middle = np.array([959.5, 539.5])
        nearest = min(truth.tiles, key=lambda tile: np.linalg.norm(tile.corners_px.mean(axis=0) - middle))
        sides = np.linalg.norm(np.roll(nearest.corners_px, -1, axis=0) - nearest.corners_px, axis=1)
        assert 0.88 * least < sides.min() < 1.12 * most


def test_corners_are_those_of_the_map_whatever_the_tiles_turn(boards: dict) -> None:
    # East neighbours share a side: my north-east corner is close to their north-west corner.
    for board in boards.values():
        at = {tile.place: tile for tile in board.truth.tiles}
        pairs = [(tile, at[MapPlace(x + 1, y)]) for (x, y), tile in at.items() if MapPlace(x + 1, y) in at]
        assert pairs
        for tile, east in pairs:
            side = np.linalg.norm(tile.corners_px[1] - tile.corners_px[0])
            assert np.linalg.norm(tile.corners_px[1] - east.corners_px[0]) < 0.4 * side
            assert np.linalg.norm(tile.corners_px[2] - east.corners_px[3]) < 0.4 * side


def test_followers_are_where_truth_says_on_the_feature_it_names(boards: dict) -> None:
    for level, board in boards.items():
        at = {tile.place: tile for tile in board.truth.tiles}
        wanted = {"easy": 1, "ordinary": 4, "hard": 6}[level]
        assert len(board.truth.followers) == wanted
        for follower in board.truth.followers:
            tile = at[follower.place]
            index = tile_type(tile.key).turned[tile.turns].index_at(follower.feature, follower.location)
            square = np.array([[0, 0], [1, 0], [1, 1], [0, 1]], np.float32)
            back = cv2.getPerspectiveTransform(tile.corners_px.astype(np.float32), square)
            u, v, w = back @ [*follower.foot_px, 1.0]
            labels = feature_map(tile.key, tile.turns, 100)
            assert labels[int(v / w * 100), int(u / w * 100)] == index


def table(level: Level = Level.EASY, seed: int = 1) -> Tabletop:
    return Tabletop(Conditions.from_level(level, np.random.default_rng(seed)), np.random.default_rng(seed))


def test_followers_ride_on_a_tile_that_gives_way() -> None:
    top = table(Level.HARD, 2)
    top.lay(Lay("BA/RCr", 0, 0, 0))
    figure = top.deploy(MapPlace(0, 0), "blue", Deploy("small", FeatureKind.CITY, "N"))
    before = top.pose_of(MapPlace(0, 0))
    top.nudge((12.0, 3.0), 0.0)
    moved = top.figure(OnTile(MapPlace(0, 0), FeatureKind.CITY, "N"))
    after = top.pose_of(MapPlace(0, 0))
    assert (after.x - before.x, after.y - before.y) == pytest.approx((12.0, 3.0))
    assert (moved.pose.x - figure.pose.x, moved.pose.y - figure.pose.y) == pytest.approx((12.0, 3.0))


def test_taking_home_leaves_the_others_and_a_second_time_is_refused() -> None:
    top = table()
    top.lay(Lay("BA/RCr", 0, 0, 0))
    top.deploy(MapPlace(0, 0), "red", Deploy("small", FeatureKind.CITY, "N"))
    top.deploy(MapPlace(0, 0), "blue", Deploy("big", FeatureKind.ROAD, "E.W"))
    on = OnTile(MapPlace(0, 0), FeatureKind.CITY, "N")
    assert top.owner(on) == ("red", "small")
    top.take_home(on)
    assert len(top.solids) == 1
    with pytest.raises(KeyError):
        top.take_home(on)


def test_a_turned_tile_shows_its_own_north_where_it_was_turned_to() -> None:
    top = table()
    top.lay(Lay("BA/RCr", 0, 0, 0))
    piece = top.lay(Lay("BA/RFr", 0, 1, 2))
    assert piece.pose.turn_deg == pytest.approx(180, abs=1.5)


def test_a_map_as_long_as_the_picture_is_wide_does_not_fit() -> None:
    conditions = Conditions.from_level(Level.EASY, np.random.default_rng(0))
    with pytest.raises(DoesNotFit, match="40 x 1"):
        frame_map(conditions, tuple(MapPlace(x, 0) for x in range(40)))


def test_a_map_that_is_too_large_at_the_drawn_size_is_seen_smaller_within_the_level() -> None:
    conditions = Conditions.from_level(Level.ORDINARY, np.random.default_rng(1))
    places = tuple(MapPlace(x, y) for x in range(19) for y in range(3))
    framed, camera = frame_map(conditions, places)
    assert 45.0 <= framed.piece_px <= conditions.piece_px
    corners = np.array([(-22, -22), (18 * 45.4 + 22, -22), (18 * 45.4 + 22, 2 * 45.4 + 22), (-22, 2 * 45.4 + 22)])
    assert camera.shows(camera.project(corners)).all()

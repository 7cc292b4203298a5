"""Pictures of small tables in the project's own drawing, read as they come."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from companion.readings.carcassonne_reading import as_plain, base_stock
from tools.benchmarks.reading.board_scores import Score, score_of
from tools.benchmarks.reading.photographs import truth_of_board
from vision.artwork.carcassonne.edition import own_edition
from vision.carcassonne.observation import CarcassonneObservation
from vision.carcassonne.reading import read_picture
from vision.frames import Picture
from vision.networks.tile_field.field import TileField, tile_field
from vision.simulator.carcassonne.still import StillBoard, still_board
from vision.simulator.conditions import Surface
from vision.simulator.surfaces import ground
from vision.tile_map.field_votes import TilesInView

EASY = 604


def read(picture: Picture) -> CarcassonneObservation:
    return read_picture(picture, own_edition(), base_stock())


def scored(board: StillBoard, seen: CarcassonneObservation) -> Score:
    return score_of(as_plain(seen, "en"), truth_of_board(board.truth), 0.0)


@pytest.fixture(scope="module")
def table() -> StillBoard:
    return still_board(EASY, "easy", 9)


@pytest.fixture(scope="module")
def looked_for_all_editions() -> list[Picture]:
    """Pictures of which the dense network was asked while ``seen`` was read: it takes a second."""
    return []


@pytest.fixture(scope="module")
def seen(table: StillBoard, looked_for_all_editions: list[Picture]) -> CarcassonneObservation:
    def asked(picture: Picture) -> TileField:
        looked_for_all_editions.append(picture)
        return tile_field(picture)

    return read_picture(table.picture, own_edition(), base_stock(), view=TilesInView(table.picture, asked))


def test_a_small_map_is_read_whole(table: StillBoard, seen: CarcassonneObservation) -> None:
    score = scored(table, seen)
    assert (score.right, score.false) == (score.tiles, 0)
    assert score.followers_found == score.followers


def test_a_map_that_shows_plainly_is_read_without_looking_for_tiles_of_all_editions(
    table: StillBoard, seen: CarcassonneObservation, looked_for_all_editions: list[Picture]
) -> None:
    assert len(seen.tiles) == len(table.truth.tiles)
    assert not looked_for_all_editions  # what features found is without doubt


def test_a_picture_taken_from_the_other_side_tells_the_same_tiles(
    table: StillBoard, seen: CarcassonneObservation
) -> None:
    def kinds(seen: CarcassonneObservation) -> list[str]:
        return sorted(tile.kind for tile in seen.tiles)

    over = np.ascontiguousarray(cv2.rotate(table.picture, cv2.ROTATE_180))
    assert kinds(read(over)) == kinds(seen)


def test_a_dark_soft_picture_is_read_or_refused_but_not_made_up(table: StillBoard) -> None:
    dim = cv2.GaussianBlur(table.picture, (0, 0), 1.6) // 3
    score = scored(table, read(np.asarray(dim, np.uint8)))
    assert score.wrong + score.false == 0


def test_a_dim_table_in_blue_light_is_read_by_its_terrain_too(table: StillBoard) -> None:
    grain = np.random.default_rng(8).normal(0, 9, table.picture.shape)
    soft = cv2.GaussianBlur(table.picture, (0, 0), 1.4) * np.array([0.9, 0.5, 0.35])
    score = scored(table, read(np.asarray(np.clip(soft + grain, 0, 255), np.uint8)))
    assert score.right >= 0.75 * score.tiles
    assert score.false == 0


def test_a_cup_beside_a_map_is_no_follower(table: StillBoard, seen: CarcassonneObservation) -> None:
    corner = min((tile.outline[0] for tile in seen.tiles), key=lambda point: float(point.sum()))
    side = float(np.linalg.norm(seen.tiles[0].outline[1] - seen.tiles[0].outline[0]))
    middle = (round(float(corner[0] - 0.3 * side)), round(float(corner[1] - 0.3 * side)))
    with_cup = table.picture.copy()
    cv2.circle(with_cup, middle, round(0.9 * side), (190, 70, 40), -1, cv2.LINE_AA)
    cv2.circle(with_cup, middle, round(0.7 * side), (30, 50, 80), -1, cv2.LINE_AA)
    known = {(one.colour, round(one.foot[0] / side), round(one.foot[1] / side)) for one in seen.followers}
    for one in read(with_cup).followers:
        assert (one.colour, round(one.foot[0] / side), round(one.foot[1] / side)) in known


def test_a_bare_table_holds_no_map() -> None:
    grain = np.random.default_rng(3).normal(0, 12, (540, 960, 1)) + np.array([60, 90, 130])
    seen = read(np.asarray(np.clip(grain, 0, 255), np.uint8))
    assert not seen.tiles
    assert seen.trouble is not None
    assert seen.lock == 0


def test_a_print_of_tiles_on_the_table_holds_no_map() -> None:
    poster = ground(Surface.POSTER, np.random.default_rng(11), width_mm=700.0, depth_mm=400.0).texture
    seen = read(np.asarray(cv2.resize(poster, (1920, 1080), interpolation=cv2.INTER_AREA), np.uint8))
    assert not seen.tiles
    assert seen.trouble is not None


def test_a_small_map_askew_on_a_printed_map_is_found_in_bad_light() -> None:
    board = still_board(9401, "hard", 8)
    score = scored(board, read(board.picture))
    assert (score.right, score.false) == (8, 0)


def test_tiles_of_an_expansion_are_never_named_as_tiles_of_the_game() -> None:
    board = still_board(605, "easy", 20, sets=("basic", "inns-and-cathedrals"))
    score = scored(board, seen := read(board.picture))
    foreign = sum(not tile.kind for tile in truth_of_board(board.truth).tiles)
    assert foreign >= 5
    assert len(seen.unread) >= foreign - 1
    assert score.wrong + score.false <= 1

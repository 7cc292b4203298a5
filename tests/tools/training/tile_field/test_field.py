"""Where tiles lie on drawn tables that the network never saw, and what a field says of one tile."""

from importlib.resources import files

import numpy as np
import pytest

from tools.training.tile_field.targets import field_of
from vision.artwork.carcassonne.style import WINTER
from vision.networks.tile_field import field
from vision.networks.tile_field.field import STEP, UNIT_PX, NotAPicture, TileField, decoded, tile_field
from vision.simulator.carcassonne.still import StillBoard, still_board

SEED = 40_417


@pytest.fixture(scope="module")
def board() -> StillBoard:
    return still_board(SEED, "ordinary", 16, style=WINTER)


@pytest.fixture(scope="module")
def seen(board: StillBoard) -> TileField:
    return tile_field(board.picture)


@pytest.fixture(scope="module")
def truth(board: StillBoard) -> np.ndarray:
    corners = np.stack([tile.corners_px for tile in board.truth.tiles])
    return field_of(corners, (1088, 1920))[0][:, : 1080 // STEP]


def test_the_map_is_told_from_the_table(seen: TileField, truth: np.ndarray) -> None:
    on_map = truth[0] > 0
    assert (seen.logit[on_map] > 0).mean() > 0.85
    assert (seen.logit[~on_map] < 0).mean() > 0.97


def test_each_place_knows_the_centre_of_its_tile(seen: TileField, truth: np.ndarray) -> None:
    on_map = truth[0] > 0
    rows, columns = np.nonzero(on_map)
    middle = np.column_stack([columns, rows]) * STEP + (STEP - 1) / 2 + truth[1:3, rows, columns].T * UNIT_PX
    side = UNIT_PX * 2 ** truth[3][on_map]
    off = np.linalg.norm(seen.centre[on_map] - middle, axis=1) / side
    assert np.median(off) < 0.08  # of a tile's side
    assert np.median(np.abs(np.log2(seen.side[on_map] / side))) < 0.15


def test_each_place_knows_how_its_tile_is_turned(seen: TileField, truth: np.ndarray) -> None:
    on_map = truth[0] > 0
    turning = seen.turning[on_map]
    fourfold = (turning / np.abs(turning)) ** 4 * (truth[4] - 1j * truth[5])[on_map]
    assert np.median(np.degrees(np.abs(np.angle(fourfold)) / 4)) < 3


def test_a_field_gives_back_the_edges_of_a_tile() -> None:
    corners = np.array([[(20.0, 30.0), (52.0, 26.0), (60.0, 54.0), (28.0, 58.0)]])
    channels = field_of(corners, (96, 96))[0]
    field = decoded(channels)
    row, column = 10, 10
    assert channels[0, row, column] == 1
    assert field.centre[row, column] == pytest.approx([40, 42], abs=1e-4)
    assert field.right[row, column] * 2 == pytest.approx(32 - 4j, abs=1e-3)
    assert field.down[row, column] * 2 == pytest.approx(8 + 28j, abs=1e-3)


def test_pictures_of_any_size_have_a_place_for_every_started_four_pixels() -> None:
    field = tile_field(np.full((61, 98, 3), 90, np.uint8))
    assert field.logit.shape == (16, 25)
    assert field.centre.shape == (16, 25, 2)
    assert field.turning.shape == field.shearing.shape == (16, 25)


def test_what_is_told_of_a_large_picture_in_bands_is_what_is_told_of_it_as_a_whole(
    board: StillBoard, seen: TileField, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(field, "BAND_PX", board.picture.size)
    assert np.abs(tile_field(board.picture).logit - seen.logit).max() < 1e-3


@pytest.mark.parametrize("wrong", [np.zeros((64, 64), np.uint8), np.zeros((64, 64, 3)), np.zeros((0, 64, 3), np.uint8)])
def test_what_is_no_picture_is_refused(wrong: np.ndarray) -> None:
    with pytest.raises(NotAPicture) as refusal:
        tile_field(wrong)
    assert refusal.value.shape == wrong.shape


def test_the_weights_stay_under_two_megabytes() -> None:
    assert len(files("vision.networks.tile_field").joinpath("weights.onnx").read_bytes()) < 2_000_000

"""The table as seen straight from above."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from calibration.lens import Lens
from calibration.table_plane import TablePlane
from vision.stained_glass import plane as glass_plane
from vision.stained_glass.straight import straightened, worth_searching

WIDTH, HEIGHT, TILE_PX = 1280, 720, 12.0
TILT = np.radians(42.0)


def slanted(tilt: float = TILT) -> TablePlane:
    """A camera so oblique that tiles at the far end are less than half as large as at the near one."""
    lens = Lens.nominal(WIDTH, HEIGHT)
    columns = np.array([[1, 0, 0], [0, np.cos(tilt), 0], [0, -np.sin(tilt), 900.0]])
    return TablePlane(np.asarray(lens.matrix @ columns), lens)


def test_far_tiles_keep_as_much_of_their_pattern_as_near_ones():
    plane = slanted()
    rows, columns = np.mgrid[:HEIGHT, :WIDTH]
    on_table = plane.to_table(np.column_stack([columns.ravel(), rows.ravel()]).astype(np.float64))
    stripes = (40.0 * (np.floor(on_table[:, 0] / (glass_plane.PARAMETERS.glass_mm / 5)) % 2)).reshape(HEIGHT, WIDTH, 1)
    lab = np.repeat(stripes, 3, axis=2).astype(np.float32)
    straight, low, scale = straightened(lab, (HEIGHT, WIDTH), plane, TILE_PX)

    def contrast(y_px: float) -> float:
        x, y = np.rint((plane.to_table(np.array([[WIDTH / 2, y_px]]))[0] - low) / scale).astype(int)
        return float(straight[y, x - 30 : x + 30, 0].std())

    assert contrast(40.0) > 0.95 * contrast(HEIGHT / 2) > 0.9 * contrast(HEIGHT - 40.0)


@pytest.mark.parametrize("degrees", [70, 74, 80, 86])
def test_a_table_that_is_seen_nearly_edge_on_is_straightened_as_far_as_it_goes(degrees):
    lab = np.random.default_rng(3).uniform(0, 90, (90, 160, 3)).astype(np.float32)
    straight, low, _ = straightened(lab, (HEIGHT, WIDTH), slanted(np.radians(degrees)), TILE_PX)
    assert np.isfinite(straight).all()
    assert np.isfinite(low).all()


@pytest.mark.filterwarnings("ignore:overflow", "ignore:invalid value")
def test_corners_that_a_wrong_lens_bends_away_are_left_out():
    lab = np.random.default_rng(3).uniform(0, 90, (90, 160, 3)).astype(np.float32)
    level = slanted(0.0)
    bent = TablePlane(level.homography, replace(level.lens, distortion=(-2.5, 0.0, 0.0, 0.0, 0.0)))
    assert not np.isfinite(bent.to_table(np.array([[0.0, 0.0]]))).all()
    straight, low, _ = straightened(lab, (HEIGHT, WIDTH), bent, TILE_PX)
    assert np.isfinite(low).all()
    assert straight.std() > 0


def test_what_lies_beside_the_picture_or_near_a_horizon_is_not_searched() -> None:
    """On a table that is told wrongly, glass is sought as far as a tile could be seen, not to the horizon."""
    size = (HEIGHT, WIDTH)
    lab = np.zeros((HEIGHT, WIDTH, 3), np.float32)
    for degrees, least, most in ((0.0, 0.9, 1.0), (42.0, 0.5, 0.95)):
        plane = slanted(np.radians(degrees))
        straight, low, scale = straightened(lab, size, plane, TILE_PX)
        searched = worth_searching(straight.shape[:2], plane, low, scale, size)
        assert searched.shape == straight.shape[:2]
        assert least <= float((searched > 0).mean()) <= most
        x, y = ((plane.to_table(np.array([[WIDTH / 2, HEIGHT / 2]]))[0] - low) / scale).astype(int)
        assert searched[y, x]
    plane = slanted(np.radians(75.0))
    straight, low, scale = straightened(lab, size, plane, TILE_PX)
    assert (worth_searching(straight.shape[:2], plane, low, scale, size) > 0).mean() < 0.3

"""What the network should say of a picture: the field that the true corners of its tiles give.

The channels are those of :func:`vision.networks.tile_field.field.decoded`. A tile is taken as the parallelogram nearest
to what perspective makes of it; its centre is where the diagonals cross, which perspective keeps.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from calibration.arrays import Float64Array
from vision.networks.tile_field.field import STEP, UNIT_PX

LEAST_PX, MOST_PX = 13.0, 80.0  # sides of tiles that are asked for; others are left out
CHANNELS = 8


def describe(corners: Float64Array) -> Float64Array:
    """What channels 3 to 7 say of tiles with these corners (n, 4, 2), px, clockwise from any of them: (n, 5).

    With a and b half of the rightward and of the downward edge as complex numbers, m = (a - ib) / 2 and
    n = (a + ib) / 2. Beginning at the next corner turns (a, b) into (b, -a), so m into im and n into -in: the fourth
    power of m and the product nm stay.
    """
    points = corners[..., 0] + 1j * corners[..., 1]
    north_west, north_east, south_east, south_west = points.T
    right = (north_east - north_west + south_east - south_west) / 4
    down = (south_west - north_west + south_east - north_east) / 4
    turning, shearing = (right - 1j * down) / 2, (right + 1j * down) / 2
    fourth = (turning / np.abs(turning)) ** 4
    shape = shearing * turning / np.abs(turning) ** 2
    size = np.log2(2 * np.abs(turning) / UNIT_PX)
    return np.stack([size, fourth.real, fourth.imag, shape.real, shape.imag], axis=1)


def centres(corners: Float64Array) -> Float64Array:
    """Where the diagonals of tiles with these corners (n, 4, 2) cross: (n, 2) px."""
    first, second = corners[:, 2] - corners[:, 0], corners[:, 3] - corners[:, 1]
    apart = corners[:, 1] - corners[:, 0]
    share = (apart[:, 0] * second[:, 1] - apart[:, 1] * second[:, 0]) / (
        first[:, 0] * second[:, 1] - first[:, 1] * second[:, 0]
    )
    return corners[:, 0] + share[:, None] * first


def field_of(corners: Float64Array, size: tuple[int, int]) -> tuple[NDArray[np.float32], NDArray[np.bool_]]:
    """The true field (8, h / 4, w / 4) of a picture of this size (h, w), channel 0 being 1 on tiles, and which of its
    pixels (h / 4, w / 4) lie on tiles too small or large to ask for.

    Args:
        corners: (n, 4, 2) px of the tiles, clockwise; the later ones lie on the earlier ones.
        size: of the picture.
    """
    rows, columns = size[0] // STEP, size[1] // STEP
    field = np.zeros((CHANNELS, rows, columns), np.float32)
    left_out = np.zeros((rows, columns), np.bool_)
    if not len(corners):
        return field, left_out
    described, middles = describe(corners), centres(corners)
    for tile, description, middle in zip(corners, described, middles, strict=True):
        low = np.maximum(np.ceil((tile.min(axis=0) + 0.5) / STEP - 0.5), 0).astype(int)
        high = np.minimum(np.floor((tile.max(axis=0) + 0.5) / STEP - 0.5) + 1, (columns, rows)).astype(int)
        if (high <= low).any():
            continue
        window = np.s_[low[1] : high[1], low[0] : high[0]]
        x = (np.arange(low[0], high[0]) + 0.5) * STEP - 0.5
        y = ((np.arange(low[1], high[1]) + 0.5) * STEP - 0.5)[:, None]
        inside = np.ones((len(y), len(x)), np.bool_)
        for start, end in zip(tile, np.roll(tile, -1, axis=0), strict=True):
            inside &= (end[0] - start[0]) * (y - start[1]) - (end[1] - start[1]) * (x - start[0]) >= 0
        field[0][window][inside] = 1
        field[1][window][inside] = np.broadcast_to((middle[0] - x) / UNIT_PX, inside.shape)[inside]
        field[2][window][inside] = np.broadcast_to((middle[1] - y) / UNIT_PX, inside.shape)[inside]
        for channel, value in enumerate(description, start=3):
            field[channel][window][inside] = value
        side = UNIT_PX * 2 ** description[0]
        left_out[window][inside] = not LEAST_PX <= side <= MOST_PX
    return field, left_out


def mirrored(corners: Float64Array, side: int) -> Float64Array:
    """The corners (n, 4, 2) on the picture of this width mirrored left to right, clockwise again."""
    flipped = corners * (-1, 1) + (side - 1, 0)
    return flipped[:, ::-1]


def transposed(corners: Float64Array) -> Float64Array:
    """The corners (n, 4, 2) on the picture mirrored at its diagonal, clockwise again."""
    return corners[:, ::-1, ::-1]

"""Draws film on a table that is nearly black, as a camera straight above sees it: a veil of its own light, hardly any
pattern, and noise."""

from __future__ import annotations

from collections.abc import Mapping

import cv2
import numpy as np

from calibration.arrays import Float64Array
from calibration.lens import Lens
from calibration.table_plane import TablePlane
from vision.artwork.stained_glass.edition import own_glass
from vision.frames import Picture
from vision.photometry.srgb import light_to_srgb, srgb_to_light
from vision.stained_glass import plane as glass_plane

GLASS = own_glass()
SIDE, WIDTH, HEIGHT = 60, 900, 640
BLACK = (24, 28, 40)
Place = tuple[int, int]  # px of a tile's upper left corner
LENS = Lens(WIDTH, HEIGHT, (800.0, 800.0), (WIDTH / 2, HEIGHT / 2), (0.0, 0.0, 0.0, 0.0, 0.0))
SCALE = SIDE / glass_plane.PARAMETERS.glass_mm
PLANE = TablePlane(np.diag([SCALE, SCALE, 1.0]), LENS)  # table mm to px, straight from above


def film_on_black(
    glass: Mapping[Place, str], veil: float = 0.04, noise: float = 2.0, turned: int = 0, lamp: Place | None = None
) -> Picture:
    """A picture (HEIGHT, WIDTH, 3) BGR of kinds of glass at their places.

    Args:
        veil: share of white light that film throws back.
        noise: standard deviation of each value of a channel, 0 to 255.
        turned: quarters clockwise that each tile is turned.
        lamp: px where a lamp is mirrored in the table, as bright as film.
    """
    light = np.broadcast_to(srgb_to_light(np.array(BLACK, np.uint8)), (HEIGHT, WIDTH, 3)).copy()
    for (left, top), kind in glass.items():
        drawn = cv2.resize(GLASS.pictures[kind], (SIDE, SIDE), interpolation=cv2.INTER_AREA)
        square = np.s_[top : top + SIDE, left : left + SIDE]
        light[square] = light[square] * srgb_to_light(np.rot90(drawn, -turned)) + veil
    if lamp is not None:
        across, down = np.meshgrid(np.arange(WIDTH) - lamp[0], np.arange(HEIGHT) - lamp[1])
        light += veil * np.exp(-(across**2 + down**2) / (2 * (1.2 * SIDE) ** 2))[..., None]
    grain = np.random.default_rng(7).normal(0.0, noise, light.shape)
    return np.asarray(np.clip(np.rint(light_to_srgb(light) + grain), 0, 255), np.uint8)


def column(left: int, top: int, *kinds: str) -> dict[Place, str]:
    """Tiles edge to edge, one below the other."""
    return {(left, top + number * SIDE): kind for number, kind in enumerate(kinds)}


def outline(place: Place) -> Float64Array:
    """(4, 2) px of the tile that lies there, from its upper left corner clockwise."""
    return np.array(place) - 0.5 + SIDE * np.array([[0.0, 0.0], [1.0, 0.0], [1.0, 1.0], [0.0, 1.0]])

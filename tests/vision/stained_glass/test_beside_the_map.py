"""Glass on a table whose lie the tiles of the map tell: hardly any of a pale film is like itself enough to tell it."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from calibration.lens import Lens
from vision.registration.lattice import project
from vision.stained_glass import plane as glass_plane
from vision.stained_glass.judge import Sightings
from vision.stained_glass.plane import plane_of, squareness
from vision.stained_glass.straight import poses_from
from vision.stained_glass.survey import beyond_doubt, quads

TILT = np.radians(25)
SEEN_FROM = Lens.nominal(900, 700).matrix @ np.array(  # table mm to px, by a camera that leans
    [[1.0, 0.0, -60.0], [0.0, np.cos(TILT), -40.0], [0.0, np.sin(TILT), 600.0]]
)

GLASS_MM = glass_plane.PARAMETERS.glass_mm


def squares(*at: tuple[float, float]) -> NDArray[np.float64]:
    """(n, 4, 2) px outlines of tiles whose upper left corners lie at these mm of the table."""
    corner = np.array([[0, 0], [1, 0], [1, 1], [0, 1]]) * GLASS_MM
    return np.stack([project(SEEN_FROM, corner + np.array(place)) for place in at])


MAP = squares(*[(column * GLASS_MM, row * GLASS_MM) for row in range(3) for column in range(4)])


def sightings(outlines: NDArray[np.float64], likeness: list[float], rival: list[float]) -> Sightings:
    """Glass that is so like its own kind and so like another."""
    zeros = np.zeros(len(likeness))
    views = np.zeros(len(likeness), np.intp)
    return Sightings(poses_from(outlines), views, np.array(likeness), np.array(rival), *[zeros] * 3, *[zeros + 1] * 2)


def test_glass_is_beyond_doubt_by_its_likeness_and_its_lead_together() -> None:
    plane = plane_of(MAP, 900, 700)
    seen = sightings(squares((200, 20), (260, 20), (320, 20)), [0.70, 0.84, 0.90], [0.05, 0.60, 0.45])
    assert beyond_doubt(seen, plane).tolist() == [True, False, True]


def test_what_is_no_square_on_the_table_is_no_glass_however_alike() -> None:
    plane = plane_of(MAP, 900, 700)
    large = squares((200, 20)) * 1.25
    assert beyond_doubt(sightings(large, [0.95], [0.1]), plane).tolist() == [False]


def test_the_tiles_of_the_map_tell_how_the_table_lies() -> None:
    plane = plane_of(MAP, 900, 700)
    assert squareness(plane, squares((-90, 100), (250, -60))).max() < 1.5
    assert np.allclose(quads(poses_from(MAP)), MAP, atol=0.01)

"""How the table lies as the map's own tiles tell it: they are as large as glass, opaque, and well seen on any table."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from calibration.arrays import Float64Array
from calibration.table_plane import TablePlane
from vision.frames import Picture
from vision.parameters import CHOSEN, Parameters, parameter
from vision.registration.lattice import UNIT_CORNERS, project, side_px
from vision.stained_glass.plane import plane_of, squareness
from vision.tile_map.unknown_edition import find_unseen


@dataclass(frozen=True, slots=True, kw_only=True)
class MapPlaneParameters(Parameters):
    """From when the tiles of a map tell how the table lies."""

    few: int = parameter(3, "count", "of tiles of a map, from which they tell how the table lies", CHOSEN)
    square_mm: float = parameter(
        3.0,
        "mm",
        "that the corners of its tiles are off squares, in the median, beyond which they tell nothing",
        CHOSEN,
    )


PARAMETERS = MapPlaneParameters()


@dataclass(frozen=True, eq=False, slots=True)
class MapOnTable:
    """A map and the table it lies on.

    Attributes:
        plane: how the table is seen.
        outlines: (n, 4, 2) px of its tiles.
        tile_px: the usual side of one.
    """

    plane: TablePlane
    outlines: Float64Array
    tile_px: float


def map_on_table(image: Picture) -> MapOnTable | None:
    """The map on a picture; None where none lies that tells how the table does."""
    there = find_unseen(image)
    if there is None or len(there.lattice) < PARAMETERS.few:
        return None
    poses = np.stack(list(there.lattice.cells.values()))
    outlines = project(poses, np.broadcast_to(UNIT_CORNERS, (len(poses), 4, 2)))
    height, width = image.shape[:2]
    plane = plane_of(outlines, width, height)
    if float(np.median(squareness(plane, outlines))) > PARAMETERS.square_mm:
        return None
    return MapOnTable(plane, outlines, float(np.median([side_px(pose) for pose in poses])))

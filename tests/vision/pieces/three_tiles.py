"""Three tiles in a row and figures on them, as a camera sees them that looks down nearly straight."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from vision.artwork.carcassonne.tiles import tile_picture
from vision.pieces.painted_wood import WOOD
from vision.registration.lattice import shifted
from vision.simulator.camera import SimulatedCamera
from vision.simulator.figures import follower
from vision.simulator.painter import Painter
from vision.simulator.scene import FlatPiece, Ground, PiecePose, TableScene

TILE_MM, THICK_MM, SIDE = 45.0, 2.0, 72.0
TABLE = Ground(np.full((9, 12, 3), (52, 70, 92), np.uint8), -120, -90, 240, 180)
KEYS = ("BA/RFr", "BA/C", "BA/L")


def camera() -> SimulatedCamera:
    return SimulatedCamera.looking_at((0, 0), scale_px_mm=SIDE / TILE_MM, tilt_deg=8.0, width=360, height=200)


def table_with(*figures: tuple[str, float, bool]) -> NDArray[np.uint8]:
    """Three tiles in a row, seen from above, and on them (colour, mm to the right of the middle one's, lies)."""
    tiles = tuple(
        FlatPiece(key, tile_picture(key, 160, 0), (TILE_MM, TILE_MM), PiecePose(TILE_MM * column, 0), THICK_MM)
        for column, key in zip((-1, 0, 1), KEYS, strict=True)
    )
    standing = tuple(
        follower(f"{colour} {x}", WOOD[colour], PiecePose(x, 8.0, 25.0), lying=lies) for colour, x, lies in figures
    )
    painter = Painter(camera())
    return painter.through_lens(painter.paint(TableScene(TABLE, tiles, standing)))


def poses() -> NDArray[np.float64]:
    """Of the three, unit square to px."""
    middle = camera().homography(THICK_MM) @ np.array([[TILE_MM, 0, -22.5], [0, TILE_MM, -22.5], [0, 0, 1]])
    return np.stack([shifted(middle, column, 0) for column in (-1.0, 0.0, 1.0)])

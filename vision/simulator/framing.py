"""Where the camera of given conditions stands, what it has in view, and what of a piece lies before it."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from calibration.arrays import Float64Array
from vision.simulator.camera import NotInView, SimulatedCamera
from vision.simulator.conditions import Conditions
from vision.simulator.scene import FlatPiece

NEAREST_MM = 60.0  # before the lens: nothing nearer is drawn
_SHORTEST = 0.05  # of its length that a piece keeps, whatever it reaches past


def camera_aimed(conditions: Conditions, target_mm: tuple[float, float], scale_px_mm: float) -> SimulatedCamera:
    """The camera of these conditions, a point of the table in the middle of its picture.

    Args:
        scale_px_mm: px per mm at that point, along the direction that the tilt does not shorten.
    """
    return SimulatedCamera.looking_at(
        target_mm,
        scale_px_mm=scale_px_mm,
        tilt_deg=conditions.tilt_deg,
        rotation_deg=conditions.rotation_deg,
        focal_px=conditions.focal_px,
        k1=conditions.k1,
        width=conditions.width,
        height=conditions.height,
    )


def shows_all(camera: SimulatedCamera, points_mm: Float64Array, margin_px: float) -> bool:
    """Whether all of the points, (n, 2) or with heights (n, 3) mm, are this far inside the picture."""
    try:
        return bool(camera.shows(camera.project(points_mm), margin_px).all())
    except NotInView:
        return False


def before_camera(piece: FlatPiece, camera: SimulatedCamera) -> FlatPiece:
    """The piece, such as an arm that reaches past the camera, without the part of its lower end that lies behind the
    lens and can't be drawn; itself where all of it lies before it."""
    north, south = _depths(piece, camera)
    if south >= NEAREST_MM or north <= NEAREST_MM:
        return piece
    return _shortened(piece, max(_SHORTEST, (north - NEAREST_MM) / (north - south)))


def _depths(piece: FlatPiece, camera: SimulatedCamera) -> tuple[float, float]:
    """How far before the lens its upper and its lower edge lie, mm: the nearer corner of each."""
    depths = piece.corners() * [1, 1, -1] @ camera.rotation[2] + camera.translation[2]
    return float(min(depths[:2])), float(min(depths[2:]))


def _shortened(piece: FlatPiece, share: float) -> FlatPiece:
    """The upper share of a piece, lying as it lay."""
    rows = max(1, round(piece.texture.shape[0] * share))
    kept = rows / piece.texture.shape[0]
    wide, high = piece.size_mm
    up = high * (1 - kept) / 2
    x, y = piece.pose.carry(np.array([[0.0, -up]]))[0].tolist()
    nw, ne, se, sw = piece.lifts_mm
    lifts = (nw, ne, ne + (se - ne) * kept, nw + (sw - nw) * kept)
    outline = piece.outline_mm
    if outline is not None:
        outline = np.column_stack([outline[:, 0], np.minimum(outline[:, 1] + up, high * kept / 2)])
    return replace(
        piece,
        texture=piece.texture[:rows],
        size_mm=(wide, high * kept),
        pose=replace(piece.pose, x=x, y=y),
        lifts_mm=lifts,
        outline_mm=outline,
    )

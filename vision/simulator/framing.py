"""Where the camera of given conditions stands, and whether it has everything in view."""

from __future__ import annotations

from calibration.arrays import Float64Array
from vision.simulator.camera import NotInView, SimulatedCamera
from vision.simulator.conditions import Conditions


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

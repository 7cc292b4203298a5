"""The pinhole camera above the simulated table: where a point of the table lands on the picture, and back.

Frames used here
    table    millimetres, x to the right and y down as seen from above; a height is millimetres above the table top.
    ideal    pixels of a perfect pinhole picture, before the lens bends it.
    picture  pixels as they are photographed, after the lens. Pixel centres lie on whole numbers, as in OpenCV.

The lens is OpenCV's model with its first radial coefficient only (opencv.org, "Camera Calibration and 3D
Reconstruction"): ``x' = x (1 + k1 r²)`` in coordinates divided by the focal length.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from calibration.arrays import Float64Array


class NotInView(ValueError):
    """A point lies behind the camera or beyond where its lens can see: ``point`` as it was given."""

    def __init__(self, point: tuple[float, ...]) -> None:
        self.point = point
        super().__init__(f"the camera cannot see {point}")


@dataclass(frozen=True, eq=False)
class SimulatedCamera:
    """A camera with a place in the room.

    Attributes:
        width, height: size of the picture, px.
        focal_px: focal length, px.
        k1: first radial distortion coefficient (negative: barrel).
        rotation: (3, 3), turns table axes (x, y, depth below the table top) into camera axes (right, down, forward).
        translation: (3,), mm.
    """

    width: int
    height: int
    focal_px: float
    k1: float
    rotation: Float64Array
    translation: Float64Array

    @classmethod
    def looking_at(
        cls,
        target_mm: tuple[float, float],
        *,
        scale_px_mm: float,
        tilt_deg: float = 0.0,
        rotation_deg: float = 0.0,
        roll_deg: float = 0.0,
        focal_px: float = 1500.0,
        k1: float = 0.0,
        width: int = 1920,
        height: int = 1080,
    ) -> SimulatedCamera:
        """A camera whose picture's middle shows ``target_mm``.

        Args:
            target_mm: the point of the table in the middle of the picture.
            scale_px_mm: px per mm at that point, along the direction that the tilt does not shorten.
            tilt_deg: away from straight above; 0 looks straight down.
            rotation_deg: how far the table appears turned clockwise. At 0 the camera leans back towards +y, so that
                x of the table points right on the picture whatever the tilt.
            roll_deg: turn of the camera about its own axis, clockwise turn of the picture.
            focal_px, k1, width, height: see the class.
        """
        tilt, turn = math.radians(tilt_deg), math.radians(rotation_deg)
        right = np.array([math.cos(turn), -math.sin(turn), 0.0])
        away = np.array([math.sin(turn), math.cos(turn), 0.0])  # on the table, towards whoever holds the camera
        forward = -math.sin(tilt) * away + np.array([0.0, 0.0, math.cos(tilt)])
        down = np.cross(forward, right)
        roll = math.radians(roll_deg)
        spin = np.array([[math.cos(roll), -math.sin(roll), 0], [math.sin(roll), math.cos(roll), 0], [0, 0, 1]])
        rotation = spin @ np.vstack([right, down, forward])
        eye = np.array([*target_mm, 0.0]) - forward * (focal_px / scale_px_mm)
        return cls(width, height, focal_px, k1, rotation, -rotation @ eye)

    @property
    def matrix(self) -> Float64Array:
        """(3, 3) intrinsic matrix, as OpenCV wants it. The axis of the lens goes through the middle of the picture."""
        return np.array(
            [[self.focal_px, 0, (self.width - 1) / 2], [0, self.focal_px, (self.height - 1) / 2], [0, 0, 1.0]]
        )

    @property
    def distortion(self) -> Float64Array:
        """(5,) distortion coefficients, as OpenCV wants them."""
        return np.array([self.k1, 0.0, 0.0, 0.0, 0.0])

    @property
    def eye_mm(self) -> tuple[float, float, float]:
        """Where the camera is: x and y on the table and its height above it, mm."""
        x, y, depth = -self.rotation.T @ self.translation
        return float(x), float(y), float(-depth)

    def homography(self, height_mm: float = 0.0) -> Float64Array:
        """(3, 3), from (x, y) mm at this height above the table to ideal px; its third row gives the
        distance from the camera in mm, so it is positive for what lies before it."""
        columns = np.column_stack(
            [self.rotation[:, 0], self.rotation[:, 1], self.translation - self.rotation[:, 2] * height_mm]
        )
        return self.matrix @ columns

    def ideal(self, points_mm: ArrayLike) -> Float64Array:
        """Ideal px (n, 2) of points (n, 2) on the table or (n, 3) with heights, mm.

        Raises :class:`NotInView` for a point behind the camera.
        """
        points = np.atleast_2d(np.asarray(points_mm, np.float64))
        heights = points[:, 2] if points.shape[1] == 3 else np.zeros(len(points))
        seen = np.column_stack([points[:, :2], -heights]) @ self.rotation.T + self.translation
        if (seen[:, 2] <= 1.0).any():
            raise NotInView(tuple(points[int(np.argmin(seen[:, 2]))].tolist()))
        middle = self.matrix[:2, 2]
        return seen[:, :2] / seen[:, 2:] * self.focal_px + middle

    def project(self, points_mm: ArrayLike) -> Float64Array:
        """Picture px (n, 2) of points (n, 2) on the table or (n, 3) with heights, mm. Raises :class:`NotInView`."""
        return self.distort(self.ideal(points_mm))

    def to_table(self, points_px: ArrayLike, height_mm: float = 0.0) -> Float64Array:
        """Where the rays through picture px (n, 2) meet the plane at this height: (n, 2) mm.

        Raises :class:`NotInView` where a ray does not meet the plane.
        """
        plane = (self.undistort(points_px) - self.matrix[:2, 2]) / self.focal_px
        rays = np.column_stack([plane, np.ones(len(plane))]) @ self.rotation
        if (rays[:, 2] <= 1e-9).any():
            raise NotInView(tuple(np.atleast_2d(points_px)[int(np.argmin(rays[:, 2]))].tolist()))
        x, y, eye_height = self.eye_mm
        reach = (eye_height - height_mm) / rays[:, 2:]
        return np.array([x, y]) + rays[:, :2] * reach

    def distort(self, ideal_px: ArrayLike) -> Float64Array:
        """Picture px (n, 2) of ideal px (n, 2)."""
        points = np.atleast_2d(np.asarray(ideal_px, np.float64))
        middle = self.matrix[:2, 2]
        plane = (points - middle) / self.focal_px
        bend = 1.0 + self.k1 * (plane**2).sum(axis=1, keepdims=True)
        return np.asarray(plane * bend * self.focal_px + middle, np.float64)

    def undistort(self, points_px: ArrayLike) -> Float64Array:
        """Ideal px (n, 2) of picture px (n, 2), by Newton's method on the radius.

        Raises :class:`NotInView` where the lens maps nothing to that radius.
        """
        points = np.atleast_2d(np.asarray(points_px, np.float64))
        middle = self.matrix[:2, 2]
        plane = (points - middle) / self.focal_px
        bent = np.sqrt((plane**2).sum(axis=1))
        radius = bent.copy()
        for _ in range(20):
            radius -= (radius + self.k1 * radius**3 - bent) / (1.0 + 3.0 * self.k1 * radius**2)
        missed = np.abs(radius + self.k1 * radius**3 - bent) > 1e-9
        if missed.any():
            raise NotInView(tuple(points[int(np.argmax(missed))].tolist()))
        scale = np.where(bent > 1e-12, radius / np.maximum(bent, 1e-12), 1.0)
        return plane * scale[:, None] * self.focal_px + middle

    def shows(self, points_px: ArrayLike, margin_px: float = 0.0) -> NDArray[np.bool_]:
        """(n,) whether picture px (n, 2) lie within the picture, at least this far from its border."""
        points = np.atleast_2d(np.asarray(points_px, np.float64))
        limit = np.array([self.width - 1, self.height - 1]) - margin_px
        return np.asarray(((points >= margin_px) & (points <= limit)).all(axis=1), np.bool_)

    def pushed(self, shift_mm: tuple[float, float], turn_deg: float, about_mm: tuple[float, float]) -> SimulatedCamera:
        """The same camera after the whole table was turned about a point and shifted under it.

        A point p of the table is afterwards seen where ``about + turn(p - about) + shift`` was seen before.
        """
        turn = math.radians(turn_deg)
        spin = np.array([[math.cos(turn), -math.sin(turn), 0], [math.sin(turn), math.cos(turn), 0], [0, 0, 1]])
        about = np.array([*about_mm, 0.0])
        moved = about + np.array([*shift_mm, 0.0]) - spin @ about
        return SimulatedCamera(
            self.width,
            self.height,
            self.focal_px,
            self.k1,
            self.rotation @ spin,
            self.translation + self.rotation @ moved,
        )


def scale_for_piece(piece_px: float, side_mm: float, tilt_deg: float, turn_deg: float) -> float:
    """The ``scale_px_mm`` at which a square piece in the middle of the picture has its shorter side ``piece_px`` long.

    Args:
        piece_px: length of the shorter of its two sides on the picture.
        side_mm: length of its sides on the table.
        tilt_deg: tilt of the camera, which shortens one direction by its cosine.
        turn_deg: how far the piece is turned against that direction.
    """
    turn, squeeze = math.radians(turn_deg), math.cos(math.radians(tilt_deg))
    lengths = (
        math.hypot(math.cos(turn), math.sin(turn) * squeeze),
        math.hypot(math.sin(turn), math.cos(turn) * squeeze),
    )
    return piece_px / (side_mm * min(lengths))

"""Where the camera stands as seen from the board: a pinhole with one radial coefficient, fitted to points of the board.

A full pose rather than a homography, because tokens stand upright: where the top of one appears depends on where the
camera is. The focal length and the lens are only weakly told by one flat board, so both have a prior.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.typing import ArrayLike, NDArray

from calibration.arrays import Float64Array
from vision.parameters import CHOSEN, Parameters, parameter


@dataclass(frozen=True, slots=True, kw_only=True)
class BoardCameraParameters(Parameters):
    """How far focal length and distortion may lie from usual ones."""

    focal_share: float = parameter(0.8, "share", "of the picture's width: the usual webcam or telephone", CHOSEN)
    focal_spread: float = parameter(0.12, "log of the focal length", "by which cameras scatter about the usual", CHOSEN)
    k1: float = parameter(-0.04, "radial distortion", "of the usual camera", CHOSEN)
    k1_spread: float = parameter(0.08, "radial distortion", "by which cameras scatter about it", CHOSEN)
    step: float = parameter(1e-5, "share", "of a number by which it is changed to see what that does", CHOSEN)
    rounds: int = parameter(12, "rounds", "of fitting, at most", CHOSEN)


PARAMETERS = BoardCameraParameters()


@dataclass(frozen=True, eq=False, slots=True)
class CameraAboveBoard:
    """A camera above the board.

    Attributes:
        width, height: of the picture, px; the optical axis goes through its middle.
        focal_px, k1: focal length and first radial coefficient, as OpenCV has it.
        rotation: Rodrigues vector (3,) from the board frame (x, y, depth below the board's face) to the camera's.
        translation: (3,) mm.
    """

    width: int
    height: int
    focal_px: float
    k1: float
    rotation: Float64Array
    translation: Float64Array

    @property
    def _matrix(self) -> Float64Array:
        return np.array(
            [[self.focal_px, 0, (self.width - 1) / 2], [0, self.focal_px, (self.height - 1) / 2], [0, 0, 1]]
        )

    def project(self, points_mm: ArrayLike, height_mm: float | Float64Array = 0.0) -> Float64Array:
        """Picture px (n, 2) of points (n, 2) of the board frame, so high above the board's face."""
        seen = self._seen(points_mm, height_mm)
        plane = seen[:, :2] / np.maximum(seen[:, 2:], 1e-6)
        bend = 1 + self.k1 * (plane**2).sum(axis=1, keepdims=True)
        pixels: Float64Array = plane * bend * self.focal_px + self._matrix[:2, 2]
        return pixels

    def shows(self, points_mm: ArrayLike) -> bool:
        """Whether all points (n, 2) of the board frame lie before the camera, in the picture or beside it."""
        return bool((self._seen(points_mm)[:, 2] > 0).all())

    def _seen(self, points_mm: ArrayLike, height_mm: float | Float64Array = 0.0) -> Float64Array:
        """(n, 3) mm in the camera's frame."""
        points = np.asarray(points_mm, np.float64).reshape(-1, 2)
        depth = -np.broadcast_to(np.asarray(height_mm, np.float64), len(points))
        turn, _ = cv2.Rodrigues(self.rotation)
        return np.asarray(np.column_stack([points, depth]) @ turn.T + self.translation)

    @property
    def eye_mm(self) -> Float64Array:
        """(3,) where the camera is in the board frame: x, y, height above the board's face."""
        turn, _ = cv2.Rodrigues(self.rotation)
        x, y, depth = -turn.T @ self.translation
        return np.array([x, y, -depth])

    def mirrored(self, middle_mm: Float64Array) -> CameraAboveBoard:
        """The view from the other side that shows a flat board almost as this one does, were it not for perspective:
        its face turned about the line of sight to a point (2,) of the board, mm.

        T. Collins, A. Bartoli, "Infinitesimal plane-based pose estimation", IJCV 109, 2014.
        """
        turn, _ = cv2.Rodrigues(self.rotation)
        off = turn[:, :2] @ middle_mm
        sight = off + self.translation
        across = np.eye(3) - 2 * np.outer(sight, sight) / float(sight @ sight)
        turned = across @ turn @ np.diag([1.0, 1.0, -1.0])
        rotation, _ = cv2.Rodrigues(turned)
        moved = sight - turned[:, :2] @ middle_mm
        return replace(self, rotation=np.asarray(rotation.ravel(), np.float64), translation=moved)

    def px_per_mm(self, point_mm: Float64Array) -> float:
        """Mean scale about a point (2,) of the board."""
        x, y = point_mm
        three = self.project(np.array([[x, y], [x + 1, y], [x, y + 1]]))
        across, along = three[1] - three[0], three[2] - three[0]
        return float(np.sqrt(abs(across[0] * along[1] - across[1] * along[0])))

    def rectified(
        self, image: NDArray[np.uint8], to_px: Float64Array, size: tuple[int, int], height_mm: float = 0.0
    ) -> NDArray[np.uint8]:
        """The picture as seen from straight above.

        Args:
            image: BGR.
            to_px: (3, 3) from the board frame to px of the result; no perspective in it.
            size: width, height of the result.
            height_mm: of the plane that comes out true.
        """
        across, down = self._seen_at(to_px, size, height_mm)
        return np.asarray(cv2.remap(image, across, down, cv2.INTER_LINEAR), np.uint8)

    def in_picture(self, to_px: Float64Array, size: tuple[int, int], height_mm: float = 0.0) -> NDArray[np.bool_]:
        """(h, w) which pixels of :meth:`rectified` the picture shows."""
        across, down = self._seen_at(to_px, size, height_mm)
        return np.asarray((across >= 0) & (down >= 0) & (across <= self.width - 1) & (down <= self.height - 1))

    def _seen_at(
        self, to_px: Float64Array, size: tuple[int, int], height_mm: float
    ) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
        """(h, w) where the picture shows each pixel of a plane: across and down, px."""
        step = 8
        columns, rows = np.arange(0, size[0] + step, step), np.arange(0, size[1] + step, step)
        grid = np.stack(np.meshgrid(columns, rows), axis=-1).reshape(-1, 1, 2).astype(np.float64)
        points = cv2.perspectiveTransform(grid, np.linalg.inv(to_px)).reshape(-1, 2)
        coarse = self.project(points, height_mm).reshape(len(rows), len(columns), 2).astype(np.float32)
        xs, ys = np.meshgrid(np.arange(size[0], dtype=np.float32) / step, np.arange(size[1], dtype=np.float32) / step)
        fine = cv2.remap(coarse, xs, ys, cv2.INTER_LINEAR)
        return np.ascontiguousarray(fine[..., 0]), np.ascontiguousarray(fine[..., 1])

    def _numbers(self) -> Float64Array:
        return np.concatenate([self.rotation, self.translation, [np.log(self.focal_px), self.k1]])

    def _with(self, numbers: Float64Array) -> CameraAboveBoard:
        return CameraAboveBoard(
            self.width,
            self.height,
            float(np.exp(numbers[6])),
            float(numbers[7]),
            numbers[:3].copy(),
            numbers[3:6].copy(),
        )


def view_from_homography(homography: Float64Array, width: int, height: int) -> CameraAboveBoard:
    """A first view from (3, 3), board frame to picture px, with the usual focal length and a straight lens.

    Zhang 2000: the first two columns of a rotation, and its third at right angles to them.
    """
    focal = PARAMETERS.focal_share * width
    matrix = np.array([[focal, 0, (width - 1) / 2], [0, focal, (height - 1) / 2], [0, 0, 1.0]])
    columns = np.linalg.inv(matrix) @ homography
    columns /= np.sqrt(np.linalg.norm(columns[:, 0]) * np.linalg.norm(columns[:, 1]))
    if columns[2, 2] < 0:
        columns = -columns
    rough = np.column_stack([columns[:, 0], columns[:, 1], np.cross(columns[:, 0], columns[:, 1])])
    left, _, right = np.linalg.svd(rough)
    turn, _ = cv2.Rodrigues(left @ np.diag([1, 1, np.linalg.det(left @ right)]) @ right)
    return CameraAboveBoard(width, height, focal, 0.0, turn.ravel(), columns[:, 2])


def fitted(
    view: CameraAboveBoard,
    points_mm: Float64Array,
    pixels: Float64Array,
    spread_px: float,
    *,
    rounds: int | None = None,
) -> CameraAboveBoard:
    """The view that puts points (n, 2) of the board's face where they are seen, (n, 2) px.

    Gauss-Newton with Geman-McClure weights of scale ``spread_px``, so that wrong pairs fade out.
    """
    rounds = PARAMETERS.rounds if rounds is None else rounds
    numbers = view._numbers()
    for _ in range(rounds):
        now = view._with(numbers)
        off = now.project(points_mm) - pixels
        weight = 1 / (1 + (off**2).sum(axis=1) / spread_px**2)  # squared below, as Geman-McClure asks
        jacobian = np.empty((len(off), 2, 8))
        for column in range(8):
            nudged = numbers.copy()
            step = PARAMETERS.step * max(1.0, abs(numbers[column]))
            nudged[column] += step
            jacobian[:, :, column] = (view._with(nudged).project(points_mm) - now.project(points_mm)) / step
        rows = (jacobian * weight[:, None, None]).reshape(-1, 8) / spread_px
        rest = (off * weight[:, None]).reshape(-1) / spread_px
        prior = np.zeros((2, 8))
        prior[0, 6], prior[1, 7] = 1 / PARAMETERS.focal_spread, 1 / PARAMETERS.k1_spread
        off_prior = [
            (numbers[6] - np.log(PARAMETERS.focal_share * view.width)) / PARAMETERS.focal_spread,
            (numbers[7] - PARAMETERS.k1) / PARAMETERS.k1_spread,
        ]
        system = np.vstack([rows, prior])
        change, *_ = np.linalg.lstsq(system, np.concatenate([rest, off_prior]), rcond=None)
        numbers = numbers - change
        if np.abs(change / np.maximum(1.0, np.abs(numbers))).max() < 1e-7:
            break
    return view._with(numbers)

"""The board as it would look in the light in which its copy was pictured.

Light, lens and camera multiply each channel by something that changes slowly over the board. The city wall is always in
view, and so is its picture: a smooth gain for each channel, fitted to the wall, takes the light off the whole board.
"""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import ArrayLike, NDArray

from calibration.arrays import Float32Array, Float64Array
from vision.cronberg.cronberg_set import CronbergSet
from vision.parameters import CHOSEN, Parameters, parameter
from vision.photometry.glare import Glare, cleared
from vision.photometry.illumination import light_terms
from vision.registration.board_camera import CameraAboveBoard


@dataclass(frozen=True, slots=True, kw_only=True)
class CronbergToneParameters(Parameters):
    """How the board's light is fitted to that of its picture, and what is left out as white or dark."""

    soften_mm: float = parameter(2.5, "mm", "both pictures are softened by so much before they are compared", CHOSEN)
    rounds: int = parameter(8, "rounds", "in which what disagrees is left out", CHOSEN)
    white: float = parameter(255.0, "grey levels", "of white paper", CHOSEN)
    spread: float = parameter(0.12, "natural logarithm", "what differs more from the smooth gain counts little", CHOSEN)
    dark: float = parameter(6.0, "grey levels", "below which a pixel says little about colour", CHOSEN)


PARAMETERS = CronbergToneParameters()


@dataclass(frozen=True, eq=False, slots=True)
class RectifiedBoard:
    """The board seen from straight above, in its own light, true at one height.

    Attributes:
        image: (h, w, 3) float32 BGR, 0 to about 255 in the copy's light.
        good: (h, w) float32, 1 where the picture tells something, less beneath a mirrored lamp, 0 where the plane is
            covered or not in the picture.
        to_px: (3, 3) from the board frame to px.
        height_mm: above the board's face.
    """

    image: Float32Array
    good: Float32Array
    to_px: Float64Array
    height_mm: float

    @property
    def px_per_mm(self) -> float:
        """Resolution."""
        return float(self.to_px[0, 0])

    def px(self, points_mm: ArrayLike) -> Float64Array:
        """(n, 2) px of points (n, 2) of the board frame."""
        found: Float64Array = np.asarray(points_mm, np.float64) * self.px_per_mm + self.to_px[:2, 2]
        return found


class Toner:
    """Rectifies one copy's board and takes the light off it."""

    def __init__(self, prints: CronbergSet, px_per_mm: float) -> None:
        self.prints = prints
        self.px_per_mm = px_per_mm
        self.reference, self.shown, self.to_px = prints.board_at(px_per_mm)
        self.size = (self.reference.shape[1], self.reference.shape[0])
        self._wall = wall_mask(prints, self.shown, self.to_px)
        ys, xs = np.mgrid[0 : self.size[1], 0 : self.size[0]]
        x = (xs / self.size[0] - 0.5).astype(np.float32)
        y = (ys / self.size[1] - 0.5).astype(np.float32)
        self._terms = np.stack(light_terms(x, y), axis=-1)

    def gain(self, image: NDArray[np.uint8], view: CameraAboveBoard) -> Float32Array:
        """(h, w, 3) by which the picture differs from the copy's light."""
        seen = view.rectified(image, self.to_px, self.size)
        sigma = PARAMETERS.soften_mm * self.px_per_mm
        soft = cv2.GaussianBlur(seen, (0, 0), sigma).astype(np.float32)
        # Every third pixel of the wall is plenty.
        spots = self._wall & ((np.indices(self._wall.shape).sum(axis=0) % 3) == 0)
        gains = [self._gain(soft[..., channel], channel, spots, sigma) for channel in range(3)]
        fitted = np.stack([self._terms @ gain for gain in gains], axis=-1)
        return np.asarray(np.exp(np.clip(fitted, -3, 2)), np.float32)

    def _gain(self, soft: Float32Array, channel: int, spots: NDArray[np.bool_], sigma: float) -> Float32Array:
        """Coefficients of a channel's smooth gain: Gauss-Newton, robust; a slight pull keeps its bends small.

        What the light makes brighter than white is burnt out, and tells only that it is at least so bright.
        """
        reference, terms = self.reference[..., channel].astype(np.float32), self._terms[spots]
        usable = soft[spots] > PARAMETERS.dark
        pull = np.diag([1e-6, 1e-2, 1e-2, 3e-2, 3e-2, 3e-2]).astype(np.float32) * max(1.0, float(usable.sum()))
        numbers = np.zeros(terms.shape[1], np.float32)
        if usable.any():
            wanted = cv2.GaussianBlur(reference, (0, 0), sigma)[spots]
            numbers[0] = np.median(np.log(np.maximum(soft[spots], 2.0) / np.maximum(wanted, 2.0))[usable])
        for _ in range(PARAMETERS.rounds):
            lit = reference * np.exp(np.clip(self._terms @ numbers, -3, 2))
            shown = np.maximum(cv2.GaussianBlur(np.minimum(lit, PARAMETERS.white), (0, 0), sigma)[spots], 2.0)
            slope = cv2.GaussianBlur(np.where(lit < PARAMETERS.white, lit, 0), (0, 0), sigma)[spots] / shown
            off = np.log(np.maximum(soft[spots], 2.0) / shown)
            steered = terms * slope[:, None]
            robust = usable / (1 + (off / PARAMETERS.spread) ** 2)
            system = (steered * robust[:, None]).T @ steered + pull * 1e-2
            numbers = np.linalg.solve(system, (steered * robust[:, None]).T @ (off + steered @ numbers))
        return numbers.astype(np.float32)

    def wall_behind(
        self, view: CameraAboveBoard, height_mm: float, lies: NDArray[np.uint8] | None = None
    ) -> tuple[NDArray[np.uint8], NDArray[np.bool_]]:
        """What is printed behind each pixel of a plane at this height, and where that is the city wall.

        What ``lies`` there, (h, w, 3), is the empty board where nothing is told.
        """
        eye = view.eye_mm
        grow = float(eye[2] / (eye[2] - height_mm))
        carry = np.array([[grow, 0, eye[0] * (1 - grow)], [0, grow, eye[1] * (1 - grow)], [0, 0, 1.0]])
        warp = (self.to_px @ carry @ np.linalg.inv(self.to_px))[:2]
        how = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
        print_ = self.reference if lies is None else lies
        picture = cv2.warpAffine(print_, warp, self.size, flags=how, borderMode=cv2.BORDER_REPLICATE)
        wall = cv2.warpAffine(self._wall.astype(np.uint8) * 255, warp, self.size, flags=how)
        return np.asarray(picture, np.uint8), np.asarray(wall > 127)

    def raw(self, image: NDArray[np.uint8], view: CameraAboveBoard, height_mm: float) -> Float32Array:
        """(h, w, 3) the board from straight above as photographed, true at a height above its face."""
        return view.rectified(image, self.to_px, self.size, height_mm).astype(np.float32)

    def plane(
        self,
        image: NDArray[np.uint8],
        view: CameraAboveBoard,
        gain: Float32Array,
        height_mm: float,
        glare: Glare | None = None,
    ) -> RectifiedBoard:
        """The board in its own light, of a ``gain`` (h, w, 3), true at a height above its face; glare, if any, is taken
        off."""
        seen = self.raw(image, view, height_mm)
        good = view.in_picture(self.to_px, self.size, height_mm).astype(np.float32)
        if glare is not None:
            seen, reliability = cleared(seen, self.share(view, height_mm, glare))
            good *= reliability
        return RectifiedBoard(seen / gain, good, self.to_px, height_mm)

    def share(self, view: CameraAboveBoard, height_mm: float, glare: Glare) -> Float32Array:
        """(h, w) how much of a plane's light is a mirrored lamp's, 0 to 1."""
        return glare.share(self._carried(view, height_mm))

    def _carried(self, view: CameraAboveBoard, height_mm: float) -> Float64Array:
        """(h, w, 2) where the rays through a plane's pixels meet the plane of the rhombi's faces, board frame."""
        xs, ys = np.meshgrid(np.arange(self.size[0]), np.arange(self.size[1]))
        points = (np.stack([xs, ys], axis=-1) - self.to_px[:2, 2]) / self.px_per_mm
        eye = view.eye_mm
        carried: Float64Array = eye[:2] + (points - eye[:2]) * (eye[2] - self.prints.rhomb_thick_mm) / (
            eye[2] - height_mm
        )
        return carried


def wall_mask(prints: CronbergSet, shown: NDArray[np.uint8], to_px: Float64Array) -> NDArray[np.bool_]:
    """(h, w) the city wall: outside of the net, inside of the board's outline. ``shown`` is 255 where the board is."""
    corners = np.array(list(prints.lattice.positions)) * prints.edge_mm
    hull = cv2.convexHull(corners.astype(np.float32))[:, 0] * 1.06
    mesh = np.zeros(shown.shape, np.uint8)
    cv2.fillConvexPoly(mesh, np.round(hull * to_px[0, 0] + to_px[:2, 2]).astype(np.int32), 255)
    inner = cv2.erode(shown, np.ones((3, 3), np.uint8), iterations=max(1, round(1.5 * float(to_px[0, 0]))))
    return np.asarray((mesh == 0) & (inner > 127))

"""The lens: how a camera bends straight lines, learned once from a ChArUco sheet.

ChArUco (a chessboard with ArUco markers in its white squares) gives corners of sub-pixel accuracy that are known by
number, so a sheet that is partly covered or out of the picture still counts. The model is OpenCV's: pinhole with
radial and tangential distortion (Zhang, "A Flexible New Technique for Camera Calibration", 2000).

Frames: *picture* px as photographed, *ideal* px of the same camera with a perfect lens.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import ArrayLike, NDArray

from calibration.arrays import Float64Array, Picture
from games.game import Phrase

# An A4 sheet in landscape: 10 x 7 squares of 25 mm leave a margin that every printer can print.
SQUARES = (10, 7)
SQUARE_MM = 25.0
MARKER_MM = 18.0
SHEET_MM = (297.0, 210.0)

VIEWS_NEEDED = 8
CORNERS_NEEDED = 12  # in one view
ROUGH_PX = 1.0  # a reprojection error beyond this is no calibration
ODD_PX, ODD_TIMES = 0.6, 3.0  # a view whose error is larger than this and than so many times the usual one is left out
UNSURE_FOCAL = 0.02  # share of the focal length by which it may be uncertain (one standard deviation)
BLURRED_PX = 1.9  # standard deviation of an edge's blur from which numbers of markers are not read reliably
FACING_APART = 10.0  # degrees between the sheets of two looks: parallel sheets look the same, near or far
CLEAR_EDGE = 50.0  # grey levels between both sides of an edge that tells of sharpness


class CalibrationError(Exception):
    """Something can't be learned from these pictures: ``phrase`` says it to people, with the remedy."""

    def __init__(self, phrase: Phrase) -> None:
        self.phrase = phrase
        super().__init__(str(phrase))


@dataclass(frozen=True, slots=True)
class Lens:
    """A camera's inner geometry.

    Attributes:
        width, height: px of the pictures that it speaks of.
        focal: (fx, fy) px.
        centre: (cx, cy) px.
        distortion: k1, k2, p1, p2, k3 of OpenCV.
        error_px: root mean square reprojection error of its calibration; None for a lens that was never calibrated.
    """

    width: int
    height: int
    focal: tuple[float, float]
    centre: tuple[float, float]
    distortion: tuple[float, float, float, float, float] = (0.0, 0.0, 0.0, 0.0, 0.0)
    error_px: float | None = None

    @classmethod
    def nominal(cls, width: int, height: int) -> Lens:
        """A straight lens with the field of view of an ordinary webcam or phone (about 65 degrees across)."""
        focal = 0.78 * max(width, height)
        return cls(width, height, (focal, focal), ((width - 1) / 2, (height - 1) / 2))

    @property
    def matrix(self) -> Float64Array:
        """(3, 3) intrinsic matrix."""
        return np.array([[self.focal[0], 0, self.centre[0]], [0, self.focal[1], self.centre[1]], [0, 0, 1.0]])

    def straightened(self, points_px: ArrayLike) -> Float64Array:
        """Ideal px (n, 2) of picture px (n, 2)."""
        points = np.asarray(points_px, np.float64).reshape(-1, 2)
        straight = points
        # Fixed-point iteration: cv2.undistortPoints stops after five rounds, a tenth of a pixel short at the edge.
        for _ in range(12 if any(self.distortion) else 0):
            straight = straight + points - self.bent(straight)
        return straight

    def bent(self, points_px: ArrayLike) -> Float64Array:
        """Picture px (n, 2) of ideal px (n, 2)."""
        points = np.asarray(points_px, np.float64).reshape(-1, 2)
        k1, k2, p1, p2, k3 = self.distortion
        x, y = ((points - self.centre) / self.focal).T
        r2 = x * x + y * y
        radial = 1 + r2 * (k1 + r2 * (k2 + r2 * k3))
        bent_x = x * radial + 2 * p1 * x * y + p2 * (r2 + 2 * x * x)
        bent_y = y * radial + p1 * (r2 + 2 * y * y) + 2 * p2 * x * y
        return np.stack([bent_x, bent_y], 1) * self.focal + self.centre

    def scaled(self, width: int, height: int) -> Lens:
        """The same lens for pictures of another size (the same sensor, scaled)."""
        across, down = width / self.width, height / self.height
        return Lens(
            width,
            height,
            (self.focal[0] * across, self.focal[1] * down),
            ((self.centre[0] + 0.5) * across - 0.5, (self.centre[1] + 0.5) * down - 0.5),
            self.distortion,
            self.error_px,
        )

    def to_json(self) -> dict[str, object]:
        """Plain data."""
        return {
            "width": self.width,
            "height": self.height,
            "focal": list(self.focal),
            "centre": list(self.centre),
            "distortion": list(self.distortion),
            "error_px": self.error_px,
        }

    @classmethod
    def from_json(cls, data: Mapping[str, object]) -> Lens:
        """A lens from plain data. Raises :class:`ValueError` where it is not one."""
        try:
            error = data["error_px"]
            fx, fy = _floats(data["focal"], 2)
            cx, cy = _floats(data["centre"], 2)
            k1, k2, p1, p2, k3 = _floats(data["distortion"], 5)
            return cls(
                int(str(data["width"])),
                int(str(data["height"])),
                (fx, fy),
                (cx, cy),
                (k1, k2, p1, p2, k3),
                None if error is None else float(str(error)),
            )
        except (KeyError, TypeError) as missing:
            raise ValueError(f"not a lens: {data}") from missing


@dataclass(frozen=True)
class SheetView:
    """One look at the sheet: corner numbers (n,), and where they are, px (n, 2)."""

    numbers: NDArray[np.int32]
    corners: NDArray[np.float32]


class LensSheet:
    """The ChArUco sheet: what is printed and what is found of it."""

    def __init__(self) -> None:
        dictionary = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50)
        self._board = cv2.aruco.CharucoBoard(SQUARES, SQUARE_MM, MARKER_MM, dictionary)
        self._detector = cv2.aruco.CharucoDetector(self._board)

    def picture(self, px_per_mm: float = 10.0) -> Picture:
        """The whole A4 sheet, landscape, grey (h, w), to be printed at 100 %."""
        size = (round(SHEET_MM[0] * px_per_mm), round(SHEET_MM[1] * px_per_mm))
        board = (round(SQUARES[0] * SQUARE_MM * px_per_mm), round(SQUARES[1] * SQUARE_MM * px_per_mm))
        sheet = np.full((size[1], size[0]), 255, np.uint8)
        left, top = (size[0] - board[0]) // 2, (size[1] - board[1]) // 2
        sheet[top : top + board[1], left : left + board[0]] = self._board.generateImage(board)
        return sheet

    def find(self, image: Picture) -> SheetView | None:
        """The sheet's corners in a picture, or None where too little of it is seen."""
        grey = image if image.ndim == 2 else cv2.cvtColor(image, cv2.COLOR_BGR2GRAY)
        corners, numbers, _, _ = self._detector.detectBoard(grey)
        if corners is None or numbers is None or len(corners) < CORNERS_NEEDED:
            return None
        return SheetView(np.asarray(numbers, np.int32).reshape(-1), np.asarray(corners, np.float32).reshape(-1, 2))

    def points_mm(self, numbers: NDArray[np.int32]) -> NDArray[np.float32]:
        """Where corners with these numbers are printed: (n, 3) mm, z = 0."""
        return np.asarray(self._board.getChessboardCorners(), np.float32).reshape(-1, 3)[numbers]


def edge_blur(image: Picture) -> float | None:
    """Standard deviation in px by which a picture's strongest edges are blurred; None where it shows none.

    An edge of contrast c blurred by a Gaussian of s rises by c / (s √2π) from pixel to pixel at most.
    """
    grey = np.asarray(image if image.ndim == 2 else cv2.cvtColor(image, cv2.COLOR_BGR2GRAY), np.uint8)
    around = np.ones((25, 25), np.uint8)
    contrast = np.asarray(cv2.subtract(cv2.dilate(grey, around), cv2.erode(grey, around)), np.float32)
    across, down = cv2.Sobel(grey, cv2.CV_32F, 1, 0, scale=0.125), cv2.Sobel(grey, cv2.CV_32F, 0, 1, scale=0.125)
    steepest = np.asarray(cv2.dilate(cv2.magnitude(across, down), around), np.float32)
    # Chequers of single px rise nowhere by these filters, however strong their contrast.
    clear = (contrast > max(CLEAR_EDGE, 0.7 * float(contrast.max()))) & (steepest > 0)
    if not clear.any():
        return None
    return float(np.median(contrast[clear] / steepest[clear]) / np.sqrt(2 * np.pi))


@dataclass(frozen=True)
class LensFit:
    """A lens and how well each view agrees with it.

    Attributes:
        lens: what explains the views that were used.
        errors_px: root mean square reprojection error of each view that was used, by its index among the views given.
        left_out: indices of views that contradict the others.
    """

    lens: Lens
    errors_px: Mapping[int, float]
    left_out: tuple[int, ...] = ()


def fit_lens(sheet: LensSheet, views: Sequence[SheetView], width: int, height: int) -> LensFit:
    """The lens that explains the views best, without those that contradict the others: a sheet that was bent or moved.

    Views taken from clearly different sides are worth more than many.

    Raises :class:`CalibrationError` where there are too few views, they contradict each other, or they are too alike
    to tell the focal length: a sheet that always faces the camera looks the same, near or far.
    """
    used = list(range(len(views)))
    while True:
        if len(used) < VIEWS_NEEDED:
            raise CalibrationError(Phrase.of("calibration.lens_too_few", views=len(used), needed=VIEWS_NEEDED))
        lens, errors, telling = _fitted(sheet, [views[index] for index in used], width, height)
        odd = int(errors.argmax())
        if errors[odd] <= max(ODD_PX, ODD_TIMES * float(np.median(errors))) or len(used) == VIEWS_NEEDED:
            break
        del used[odd]
    error = lens.error_px or 0.0
    if not np.isfinite(error) or error > ROUGH_PX:
        raise CalibrationError(Phrase.of("calibration.lens_too_rough", error=round(100 * error)))
    if not telling:
        raise CalibrationError(Phrase.of("calibration.lens_too_alike", views=len(used)))
    left_out = tuple(index for index in range(len(views)) if index not in used)
    return LensFit(lens, dict(zip(used, errors.tolist(), strict=True)), left_out)


def _fitted(
    sheet: LensSheet, views: Sequence[SheetView], width: int, height: int
) -> tuple[Lens, NDArray[np.float64], bool]:
    """The lens of all views, each view's error in px, and whether the views tell the focal length."""
    objects = [sheet.points_mm(view.numbers) for view in views]
    pictures = [view.corners for view in views]
    start = Lens.nominal(width, height).matrix
    # k3 only feeds on noise unless corners reach the very edge of the picture.
    flags = cv2.CALIB_USE_INTRINSIC_GUESS | cv2.CALIB_FIX_K3
    error, matrix, distortion, turns, _, spread, _, each = cv2.calibrateCameraExtended(
        objects, pictures, (width, height), start, np.zeros(5), flags=flags
    )
    bend = [float(value) for value in np.asarray(distortion).reshape(-1)[:5]]
    lens = Lens(
        width,
        height,
        (float(matrix[0, 0]), float(matrix[1, 1])),
        (float(matrix[0, 2]), float(matrix[1, 2])),
        (bend[0], bend[1], bend[2], bend[3], bend[4]),
        float(error),
    )
    sure = float(np.asarray(spread).reshape(-1)[0]) <= UNSURE_FOCAL * lens.focal[0]
    apart = _degrees_apart([np.asarray(turn, np.float64) for turn in turns])
    return lens, np.asarray(each, np.float64).reshape(-1), sure and apart >= FACING_APART


def _degrees_apart(turns: Sequence[NDArray[np.float64]]) -> float:
    """The largest angle between the sheets of two looks, degrees, from their Rodrigues vectors.

    A fit to sheets that all face one way may end anywhere and think itself sure, so its own uncertainty is not enough.
    """
    normals = np.stack([np.asarray(cv2.Rodrigues(turn)[0], np.float64)[:, 2] for turn in turns])
    return float(np.degrees(np.arccos(np.clip((normals @ normals.T).min(), -1, 1))))


def _floats(value: object, count: int) -> tuple[float, ...]:
    if not isinstance(value, list) or len(value) != count:
        raise ValueError(f"not {count} numbers: {value}")
    return tuple(float(one) for one in value)

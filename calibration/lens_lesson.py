"""Learning the lens by showing the sheet: which looks count, and what to show next.

A lens is told well by looks that differ: the sheet tilted to all sides, and in every part of the picture. So each look
is judged as it comes, and the answer is always the next thing to do.
"""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np

from calibration.arrays import Float64Array, Picture
from calibration.lens import (
    BLURRED_PX,
    SHEET_MM,
    SQUARE_MM,
    SQUARES,
    VIEWS_NEEDED,
    CalibrationError,
    LensFit,
    LensSheet,
    SheetView,
    edge_blur,
    fit_lens,
)
from games.game import Phrase

TILTED_NEEDED = 4  # of the looks: a sheet that faces the camera says nothing of the focal length
CELLS_NEEDED = 7  # of the nine parts of the picture
ENOUGH = 16  # looks after which what there is has to do
MORE = 3  # looks that are asked for where those there were do not agree
STEADY_PX = 1.5  # of movement since the picture before, for 1000 px of picture width
APART = 0.04  # of the picture's diagonal by which a look must differ from those that were taken
TILTED = 0.10  # share by which the far side of the sheet is seen smaller
_MARGIN_MM = (np.array(SHEET_MM) - np.array(SQUARES) * SQUARE_MM) / 2  # of paper around the chessboard
PLACES = (
    "upper_left", "above", "upper_right", "left", "middle", "right", "lower_left", "below", "lower_right",
)  # fmt: skip


@dataclass(frozen=True)
class LensObservation:
    """What one picture brought.

    Attributes:
        taken: whether it counts.
        phrase: what to do next, or why it does not count.
        outline: (4, 2) px of the sheet where it was seen, otherwise None.
    """

    taken: bool
    phrase: Phrase
    outline: Float64Array | None = None


class LensLesson:
    """Collects looks at the sheet.

    Args:
        live: pictures come from a camera in a row, so the sheet must be held still; otherwise each stands alone.
    """

    def __init__(self, *, live: bool = False) -> None:
        self._sheet = LensSheet()
        self._live = live
        self._views: list[SheetView] = []
        self._quads: list[Float64Array] = []
        self._tilted = 0
        self._cells: set[int] = set()
        self._size = (0, 0)  # width, height
        self._before: Float64Array | None = None
        self._asked = 0  # looks that are wanted at least
        self._fit: LensFit | None = None

    @property
    def taken(self) -> int:
        """Looks that count so far."""
        return len(self._views)

    @property
    def needed(self) -> int:
        """Looks that are still needed, at least."""
        if self.taken >= max(ENOUGH, self._asked):
            return 0
        lacking = max(self._asked - self.taken, VIEWS_NEEDED - self.taken, TILTED_NEEDED - self._tilted)
        return max(lacking, 1 if len(self._cells) < CELLS_NEEDED else 0)

    @property
    def quads(self) -> tuple[Float64Array, ...]:
        """(4, 2) px outlines of the sheet in the looks that count, in their order."""
        return tuple(self._quads)

    def show(self, picture: Picture) -> LensObservation:
        """Take a look: BGR or grey, all of them of one size."""
        height, width = picture.shape[:2]
        if self.taken and (width, height) != self._size:
            phrase = Phrase.of("calibration.lens_other_size", width=self._size[0], height=self._size[1])
            return LensObservation(False, phrase)
        view = self._sheet.find(picture)
        blur = edge_blur(picture) if view is None or not self._live else None
        if blur is not None and blur > BLURRED_PX:
            return self._refused("calibration.lens_blurred")
        if view is None:
            return self._refused("calibration.lens_sheet_not_seen")
        to_picture = _homography(self._sheet, view)
        if to_picture is None:
            return self._refused("calibration.lens_sheet_not_seen")
        quad = _through(to_picture, np.array([[0.0, 0.0], [1.0, 0.0], [1.0, 1.0], [0.0, 1.0]]) * SHEET_MM - _MARGIN_MM)
        return self._judged(view, to_picture, quad, (width, height))

    def fit(self) -> LensFit:
        """The lens. Raises :class:`calibration.lens.CalibrationError`; then more looks are needed."""
        if self._fit is None:
            try:
                self._fit = fit_lens(self._sheet, self._views, *self._size)
            except CalibrationError:
                self._asked = self.taken + MORE
                raise
        return self._fit

    def next(self) -> Phrase:
        """What to show next."""
        if not self.needed:
            return Phrase.of("calibration.lens_ready", views=self.taken)
        if self.taken == 0:
            return Phrase.of("calibration.lens_first")
        if self._tilted < TILTED_NEEDED and self.taken % 2:
            return Phrase.of("calibration.lens_tilt")
        empty = [cell for cell in range(9) if cell not in self._cells]
        if empty:
            place = Phrase.of(f"calibration.place_{PLACES[empty[0]]}")
            return Phrase.of("calibration.lens_move", place=place)
        return Phrase.of("calibration.lens_tilt" if self._tilted < TILTED_NEEDED else "calibration.lens_turn")

    def _judged(
        self, view: SheetView, to_picture: Float64Array, quad: Float64Array, size: tuple[int, int]
    ) -> LensObservation:
        before, self._before = self._before, quad
        if self._live and (before is None or _apart(before, quad) > STEADY_PX * size[0] / 1000):
            return LensObservation(False, Phrase.of("calibration.lens_hold_still"), quad)
        far = APART * float(np.hypot(*size))
        if any(_apart(other, quad) < far for other in self._quads):
            phrase = self.next() if self._live else Phrase.of("calibration.lens_alike")
            return LensObservation(False, phrase, quad)
        self._size, self._fit = size, None
        self._views.append(view)
        self._quads.append(quad)
        self._tilted += _foreshortening(to_picture) > TILTED
        for x, y in view.corners:
            self._cells.add(3 * min(2, int(3 * y / size[1])) + min(2, int(3 * x / size[0])))
        return LensObservation(True, self.next(), quad)

    def _refused(self, key: str) -> LensObservation:
        self._before = None
        return LensObservation(False, Phrase.of(key))


def _homography(sheet: LensSheet, view: SheetView) -> Float64Array | None:
    matrix, _ = cv2.findHomography(sheet.points_mm(view.numbers)[:, :2], view.corners, 0)
    return None if matrix is None else np.asarray(matrix, np.float64)


def _foreshortening(to_picture: Float64Array) -> float:
    """By which share the far side of the sheet is seen smaller than the near one: of the distance, from its middle."""
    across, down, middle = to_picture[2] * (*SHEET_MM, 1.0)
    return float(np.hypot(across, down) / abs(middle + (across + down) / 2))


def _apart(first: Float64Array, second: Float64Array) -> float:
    """Mean distance of corners, px."""
    return float(np.linalg.norm(first - second, axis=1).mean())


def _through(homography: Float64Array, points: Float64Array) -> Float64Array:
    moved = np.column_stack([points, np.ones(len(points))]) @ homography.T
    return np.asarray(moved[:, :2] / moved[:, 2:], np.float64)

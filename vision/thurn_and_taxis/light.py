"""The board from straight above in the light in which its copy was pictured.

Light, people's shadows and the lens multiply each channel by something that changes slowly over the board. The board's
own picture is known, so in every small window the median of what differs tells that gain: houses, tiles and cards
cover less than half of any window.
"""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.arrays import Float32Array, Picture
from vision.parameters import CHOSEN, Parameters, parameter
from vision.registration.board_camera import CameraAboveBoard
from vision.thurn_and_taxis.postal_set import PostalSet


@dataclass(frozen=True, slots=True, kw_only=True)
class ThurnAndTaxisLightParameters(Parameters):
    """How the board's light is fitted cell by cell, and which pixels tell it."""

    px_per_mm: float = parameter(1.6, "px a mm", "at which the board is read", CHOSEN)
    cell_mm: float = parameter(12.5, "mm", "from one knot of the smooth light to the next", CHOSEN)
    soften_mm: float = parameter(1.5, "mm", "by which print and picture are softened", CHOSEN)
    dark: float = parameter(5.0, "grey levels", "below which a pixel says little about colour", CHOSEN)
    burnt: float = parameter(247.0, "grey levels", "from which it is burnt", CHOSEN)
    near: float = parameter(10.0, "mm", "within which knots hold each other", CHOSEN)
    least_informative: float = parameter(0.12, "share", "of a cell's pixels that must tell something", CHOSEN)
    wide: int = parameter(
        5, "cells", "the window of the median between cells, and how far a cell without any is filled in", CHOSEN
    )


PARAMETERS = ThurnAndTaxisLightParameters()


@dataclass(frozen=True, eq=False, slots=True)
class RectifiedMap:
    """The board's face seen from straight above, in its own light.

    Attributes:
        image: (h, w, 3) float32 BGR, 0 to about 255 in the copy's light.
        white: (h, w, 3) float32, what white on the photograph is in the copy's light.
        expected: (h, w, 3) float32, the empty board as sharp as the photograph shows it.
        valid: (h, w) float32, 0 where the photograph is burnt out, black or does not show the board, else 1.
        bare: (h, w) float32, 1 where it is burnt out because the empty board must be in this light: no wood is white.
        px_per_mm: resolution; pixel (0, 0) is the board's upper left corner.
    """

    image: Float32Array
    white: Float32Array
    expected: Float32Array
    valid: Float32Array
    bare: Float32Array
    px_per_mm: float


class Lightener:
    """Rectifies photographs of one copy's board and takes the light off them."""

    def __init__(self, prints: PostalSet) -> None:
        self.px_per_mm = PARAMETERS.px_per_mm
        self._board = prints.board_at(PARAMETERS.px_per_mm)
        self._size = (self._board.shape[1], self._board.shape[0])
        self._to_px = np.array([[PARAMETERS.px_per_mm, 0, -0.5], [0, PARAMETERS.px_per_mm, -0.5], [0, 0, 1.0]])
        self._soft = _softened(self._board)

    def plane(self, image: Picture, view: CameraAboveBoard) -> RectifiedMap:
        """The board in its own light as a BGR picture shows it to a camera that stands there."""
        seen = view.rectified(image, self._to_px, self._size)
        shown = self._shown(image, view)
        burnt = (seen.min(axis=2) > PARAMETERS.burnt) | (seen.max(axis=2) < PARAMETERS.dark)
        valid = np.where(burnt | ~shown, 0.0, 1.0).astype(np.float32)
        gain = self._gain(seen, valid)
        expected = cv2.GaussianBlur(self._board, (0, 0), 0.7 * PARAMETERS.px_per_mm).astype(np.float32)
        bare = (
            (seen.min(axis=2) > PARAMETERS.burnt - PARAMETERS.near)
            & ((expected * gain).min(axis=2) > PARAMETERS.burnt - 4 * PARAMETERS.near)
            & shown
        )
        return RectifiedMap(
            np.asarray(seen / gain, np.float32),
            np.asarray(255.0 / gain, np.float32),
            np.asarray(expected, np.float32),
            valid,
            bare.astype(np.float32),
            PARAMETERS.px_per_mm,
        )

    def _shown(self, image: Picture, view: CameraAboveBoard) -> NDArray[np.bool_]:
        """Where the photograph shows the board at all."""
        white = np.full(image.shape[:2], 255, np.uint8)
        return np.asarray(view.rectified(white, self._to_px, self._size) > 200)

    def _gain(self, seen: Picture, valid: Float32Array) -> Float32Array:
        """(h, w, 3) by which the photograph differs from the copy's light."""
        soft = _softened(seen)
        cell = round(PARAMETERS.cell_mm * PARAMETERS.px_per_mm)
        rows, columns = soft.shape[0] // cell, soft.shape[1] // cell
        usable = (valid > 0) & (soft.max(axis=2) < PARAMETERS.burnt) & (soft.min(axis=2) > PARAMETERS.dark)
        ratio = np.log(np.maximum(soft, 2.0) / np.maximum(self._soft, 2.0))
        cells = ratio[: rows * cell, : columns * cell].reshape(rows, cell, columns, cell, 3)
        good = usable[: rows * cell, : columns * cell].reshape(rows, cell, columns, cell)
        cells = cells.transpose(0, 2, 1, 3, 4).reshape(rows, columns, cell * cell, 3)
        good = good.transpose(0, 2, 1, 3).reshape(rows, columns, cell * cell)
        # Every third pixel is plenty for a median.
        hidden = np.where(good[..., ::3, None], cells[:, :, ::3], np.nan)
        share = good.mean(axis=2)
        with np.errstate(all="ignore"):
            median = _nanmedian(hidden)
        median[share < PARAMETERS.least_informative] = np.nan
        levels = np.stack([_evened(median[..., channel]) for channel in range(3)], axis=-1)
        fine = cv2.resize(levels.astype(np.float32), (soft.shape[1], soft.shape[0]), interpolation=cv2.INTER_CUBIC)
        return np.asarray(np.exp(np.clip(fine, -3.5, 2.0)), np.float32)


def _nanmedian(values: NDArray[np.float32]) -> NDArray[np.float32]:
    """Median over the third axis, NaN left out; NaN where there is nothing else."""
    ordered = np.sort(values, axis=2)  # NaN comes last
    count = (~np.isnan(values)).sum(axis=2)
    at = np.maximum(0, (count - 1) // 2)[:, :, None]
    return np.asarray(np.take_along_axis(ordered, at, axis=2)[:, :, 0], np.float32)


def _evened(levels: Float32Array) -> Float32Array:
    """Medians of neighbouring cells, then means: what one tile or house spoils is voted down; gaps are filled."""
    rows, columns = levels.shape
    reach = PARAMETERS.wide // 2
    padded = np.pad(levels, reach, constant_values=np.nan)
    around = np.stack(
        [padded[y : y + rows, x : x + columns] for y in range(PARAMETERS.wide) for x in range(PARAMETERS.wide)], axis=2
    )
    voted = _nanmedian(around[..., None].astype(np.float32))[..., 0]
    missing = np.isnan(voted)
    fallback = float(np.nanmedian(voted)) if not missing.all() else 0.0
    known = np.where(missing, 0.0, voted).astype(np.float32)
    weight = (~missing).astype(np.float32)
    wide = cv2.GaussianBlur(weight, (0, 0), 2.5)
    filled = np.where(wide > 0.02, cv2.GaussianBlur(known, (0, 0), 2.5) / np.maximum(wide, 0.02), fallback)
    return np.asarray(cv2.GaussianBlur(np.where(missing, filled, voted).astype(np.float32), (0, 0), 0.9), np.float32)


def _softened(image: Picture) -> Float32Array:
    return np.asarray(
        cv2.GaussianBlur(image, (0, 0), PARAMETERS.soften_mm * PARAMETERS.px_per_mm).astype(np.float32), np.float32
    )

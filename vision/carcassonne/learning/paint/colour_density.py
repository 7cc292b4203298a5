"""How often colours show, of paint or of print, as densities over Lab."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache

import cv2
import numpy as np

from calibration.arrays import Float32Array
from vision.carcassonne.live.followers.figure_evidence import LearnedPaint
from vision.parameters import CHOSEN, Parameters, parameter


@dataclass(frozen=True, slots=True, kw_only=True)
class ColourDensityParameters(Parameters):
    """How wide a colour that was seen stands for its neighbours."""

    reach: float = parameter(3.0, "standard deviations", "as far as a colour is spread", CHOSEN)
    cells: tuple[int, int, int] = parameter(
        (30, 42, 42), "count", "that Lab is parted into, of brightness and of both colours", CHOSEN
    )
    least: tuple[float, float, float] = parameter(
        (-4.0, -60.0, -60.0), "half-L Lab", "of the first cell's corner", CHOSEN
    )
    cell: tuple[float, float, float] = parameter((2.0, 3.0, 3.0), "half-L Lab", "a side of a cell", CHOSEN)


PARAMETERS = ColourDensityParameters()


@dataclass(frozen=True, eq=False)
class ColourDensity:
    """Shares (``cells`` of the parameters) of what was seen, which sum to one."""

    shares: Float32Array

    @classmethod
    def of(cls, pixels: Float32Array, spread: Sequence[float], weights: Float32Array | None = None) -> ColourDensity:
        """Of pixels (n, 3) half-L Lab, each ``spread`` by so many standard deviations in cells, channel by channel;
        (n,) ``weights`` are what each counts."""
        counted = (
            np.bincount(_cells(pixels), weights, minlength=int(np.prod(PARAMETERS.cells)))
            .astype(np.float32)
            .reshape(PARAMETERS.cells)
        )
        for axis, sigma in enumerate(spread):
            counted = _blurred(counted, axis, sigma)
        return cls(counted / max(float(counted.sum()), 1e-9))

    @classmethod
    def mixed(cls, parts: Sequence[tuple[float, ColourDensity]]) -> ColourDensity:
        """Of several with their weights, which sum to one."""
        return cls(np.asarray(sum(weight * part.shares for weight, part in parts), np.float32))

    def shared_with(self, other: ColourDensity) -> float:
        """The share of both that is the same: 0 where they have no colour in common, 1 where they are alike."""
        return float(np.minimum(self.shares, other.shares).sum())

    def logs_at(self, pixels: Float32Array) -> Float32Array:
        """(...,) logarithms of the shares of the cells of pixels (..., 3)."""
        return np.asarray(np.log(self.shares.ravel()[_cells(pixels)]), np.float32).reshape(pixels.shape[:-1])


@cache
def any_colour() -> ColourDensity:
    """Every colour as often."""
    return ColourDensity(np.full(PARAMETERS.cells, 1 / np.prod(PARAMETERS.cells), np.float32))


@cache
def usual_paint(colour: str) -> ColourDensity:
    """Of a seat's colour before a piece of it was seen on this table. Raises ``KeyError`` on an unknown name."""
    paint = LearnedPaint.of(colour)
    at = np.stack(np.meshgrid(*(np.arange(n) + 0.5 for n in PARAMETERS.cells), indexing="ij"), axis=-1)
    at = at * np.array(PARAMETERS.cell, np.float32) + np.array(PARAMETERS.least, np.float32)
    shares = np.exp(-0.5 * np.square((at - paint.lab) / paint.sigma).sum(axis=-1))
    return ColourDensity(np.asarray(shares / shares.sum(), np.float32))


def _cells(pixels: Float32Array) -> np.ndarray[tuple[int], np.dtype[np.intp]]:
    least, cell = (np.array(each, np.float32) for each in (PARAMETERS.least, PARAMETERS.cell))
    inside = np.clip(((pixels.reshape(-1, 3) - least) / cell).astype(np.intp), 0, np.array(PARAMETERS.cells) - 1)
    return np.asarray(np.ravel_multi_index(tuple(inside.T), PARAMETERS.cells), np.intp)


def _blurred(counted: Float32Array, axis: int, sigma: float) -> Float32Array:
    first = np.ascontiguousarray(np.moveaxis(counted, axis, 0))
    kernel = cv2.getGaussianKernel(2 * round(PARAMETERS.reach * sigma) + 1, sigma)
    flat = cv2.sepFilter2D(first.reshape(len(first), -1), -1, np.ones(1), kernel, borderType=cv2.BORDER_CONSTANT)
    return np.asarray(np.moveaxis(flat.reshape(first.shape), 0, axis), np.float32)

"""What leaded lights are made of: panes of coloured glass and painted lines, and the colours of glass."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from calibration.arrays import Float64Array

Field: TypeAlias = "NDArray[np.float32]"
Tint: TypeAlias = "Callable[[Field, Field], Field]"
Split: TypeAlias = "Callable[[Field, Field], NDArray[np.int64]]"


@dataclass(frozen=True, eq=False, slots=True)
class Pane:
    """Glass within an outline (n, 2), window units.

    Attributes:
        outline: closed.
        tint: colours (..., 3) BGR at places x, y of the window.
        split: numbers of smaller panes that it is cut into, at places x, y; None for one pane.
    """

    outline: Float64Array
    tint: Tint
    split: Split | None = None


@dataclass(frozen=True, eq=False, slots=True)
class PaintedLine:
    """A line painted on the glass: (n, 2), its width in tile units, and how dark it is, 0 to 1."""

    line: Float64Array
    width: float = 0.012
    strength: float = 0.9
    closed: bool = False


Drawing: TypeAlias = "list[Pane | PaintedLine]"


def rgb(name: str) -> NDArray[np.float32]:
    """``#rrggbb`` as BGR, 0 to 255."""
    return np.array([int(name[k : k + 2], 16) for k in (5, 3, 1)], np.float32)


def one(name: str) -> Tint:
    """Glass of one colour."""
    colour = rgb(name)
    return lambda x, y: np.broadcast_to(colour, (*x.shape, 3))


def fading(top: str, bottom: str, from_y: float, to_y: float) -> Tint:
    """Glass that goes from one colour to another as y grows."""
    first, last = rgb(top), rgb(bottom)

    def tint(x: Field, y: Field) -> Field:
        share = np.clip((y - from_y) / (to_y - from_y), 0, 1)[..., None]
        return np.asarray(first * (1 - share) + last * share, np.float32)

    return tint


def glowing(x0: float, y0: float, reach: float, inner: str, outer: str) -> Tint:
    """Glass that is brightest about a point."""
    first, last = rgb(inner), rgb(outer)

    def tint(x: Field, y: Field) -> Field:
        share = np.clip(np.hypot(x - x0, y - y0) / reach, 0, 1)[..., None]
        return np.asarray(first * (1 - share) + last * share, np.float32)

    return tint


def mesh(columns: tuple[float, ...], rows: tuple[float, ...], colours: tuple[tuple[str, ...], ...]) -> Tint:
    """Colours on a grid (a tuple of rows for each column), flowing between."""
    table = np.array([[rgb(name) for name in column] for column in colours])  # (columns, rows, 3)

    def tint(x: Field, y: Field) -> Field:
        at_x = np.clip(np.interp(x, columns, np.arange(len(columns))), 0, len(columns) - 1.001)
        at_y = np.clip(np.interp(y, rows, np.arange(len(rows))), 0, len(rows) - 1.001)
        i, j = at_x.astype(int), at_y.astype(int)
        u, v = (at_x - i)[..., None], (at_y - j)[..., None]
        upper = table[i, j] * (1 - u) + table[i + 1, j] * u
        lower = table[i, j + 1] * (1 - u) + table[i + 1, j + 1] * u
        return np.asarray(upper * (1 - v) + lower * v, np.float32)

    return tint


def lighter(tint: Tint, share: float) -> Tint:
    """The glass as if it were thinner (or thicker, for a negative share)."""
    white = np.array([225.0, 242.0, 250.0], np.float32)

    def changed(x: Field, y: Field) -> Field:
        colours = tint(x, y)
        return colours + (white - colours) * share if share >= 0 else colours * (1 + share)

    return changed


def strips(angle_deg: float, width: float, bend: float = 0.0) -> Split:
    """Cuts along parallel lines, perhaps a little bent."""
    turn = np.radians(angle_deg)

    def split(x: Field, y: Field) -> NDArray[np.int64]:
        across = x * np.cos(turn) + y * np.sin(turn)
        along = y * np.cos(turn) - x * np.sin(turn)
        return np.asarray(np.floor((across + bend * np.sin(5.0 * along)) / width) + 512, np.int64)

    return split


def rays(x0: float, y0: float, wide_deg: float, rings: tuple[float, ...], offset: float = 0.5) -> Split:
    """Cuts like the sun's rays, each cut again where it passes one of the rings, every second one further out."""
    edges = np.array(rings)

    def split(x: Field, y: Field) -> NDArray[np.int64]:
        angle = (np.degrees(np.arctan2(y - y0, x - x0)) + 360.0) % 360.0
        ray = np.floor(angle / wide_deg).astype(np.int64)
        away = np.hypot(x - x0, y - y0) + 0.09 * offset * (ray % 3 - 1)
        return np.asarray(ray * 32 + np.searchsorted(edges, away), np.int64)

    return split


def ribbons(high: float, long: float, wave: float, phase: float = 0.0) -> Split:
    """Wavy bands, cut into lengths like a wall's stones."""

    def split(x: Field, y: Field) -> NDArray[np.int64]:
        level = (y + wave * np.sin(2.1 * x + phase) + 0.4 * wave * np.sin(5.3 * x + 2 * phase)) / high
        band = np.floor(level)
        step = (x + 0.618 * long * band + 0.10 * long * np.sin(7.0 * y)) / long
        return np.asarray((band + 64) * 256 + np.floor(step) + 64, np.int64)

    return split


def whorls(x0: float, y0: float, step: float, arms: int, wide_deg: float) -> Split:
    """Spiral bands about a point, cut into lengths."""

    def split(x: Field, y: Field) -> NDArray[np.int64]:
        angle = np.arctan2(y - y0, x - x0) / (2 * np.pi)
        level = np.hypot(x - x0, y - y0) / step + arms * angle
        band = np.floor(level)
        piece = np.floor((angle * 360.0 + 180.0 + 23.0 * band) / wide_deg)
        return np.asarray((band + 64) * 256 + piece, np.int64)

    return split

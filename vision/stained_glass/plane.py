"""How the table top is seen, learned from glass tiles alone: every one is a square of known size, wherever it lies.

Five numbers are sought that make all outlines as square as they can be on the table: two for how far and which way the
camera is tilted, its distance, its focal length and the lens's first radial coefficient (Levenberg and Marquardt, with
priors that hold what a few small tiles cannot tell).
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from calibration.arrays import Float64Array
from calibration.lens import Lens
from calibration.table_plane import TablePlane
from vision.parameters import CHOSEN, Parameters, parameter

_SQUARE = np.array([[-0.5, -0.5], [0.5, -0.5], [0.5, 0.5], [-0.5, 0.5]])  # tile sides
# Tilt in radians, logarithms of distance and focal length, k1: where they are held, and how firmly (deviations).


@dataclass(frozen=True, slots=True, kw_only=True)
class PlaneParameters(Parameters):
    """How exactly corners of glass are seen."""

    corner_mm: float = parameter(
        1.2, "mm", "what a corner is known to; an outline that is off by much more is no square and says little", CHOSEN
    )
    held: tuple[float, ...] = parameter(
        (0.0, 0.0, 0.0, 0.0, -0.04), "as the plane's numbers", "what they are held to before anything is seen", CHOSEN
    )
    spread: tuple[float, ...] = parameter(
        (0.45, 0.45, 5.0, 0.1, 0.05), "as the plane's numbers", "how firmly they are held to it", CHOSEN
    )
    glass_mm: float = parameter(45.0, "mm", "a side of a tile of glass", CHOSEN)


PARAMETERS = PlaneParameters()


def plane_of(outlines: Float64Array, width: int, height: int) -> TablePlane:
    """The table plane from outlines (n, 4, 2) of glass tiles, px, n at least 1. The origin is in the picture's middle.

    Table mm run to the right and down as the picture stands.
    """
    sides = np.sqrt(np.abs(_areas(outlines)))
    nominal = Lens.nominal(width, height)
    distance = math.log(nominal.focal[0] * PARAMETERS.glass_mm / float(np.median(sides)))
    best: tuple[float, Float64Array] | None = None
    # A single look has two mirrored answers for the tilt: both are tried, and none at all.
    for tilt in ((0.0, 0.0), (0.4, 0.0), (-0.4, 0.0), (0.0, 0.4), (0.0, -0.4)):
        values = np.array([*tilt, distance, 0.0, np.array(PARAMETERS.held)[4]])
        cost, values = _fitted(values, distance, outlines, nominal)
        if best is None or cost < best[0]:
            best = cost, values
    assert best is not None
    return _plane(best[1], nominal)


def squareness(plane: TablePlane, outlines: Float64Array) -> Float64Array:
    """(n,) how far, mm, the corners of each outline (n, 4, 2) px are from a square of a tile's size, on average."""
    return np.asarray(np.linalg.norm(_residuals(plane, outlines).reshape(-1, 4, 2), axis=2).mean(axis=1))


def apart_mm(one: TablePlane, other: TablePlane, height: int, width: int) -> float:
    """How far squares of a tile's size, wherever they lie on a picture, are from squares on another plane, mm, at the
    most."""
    spots = np.array([(x, y) for x in np.linspace(0.1, 0.9, 3) * width for y in np.linspace(0.1, 0.9, 3) * height])
    corners = one.to_table(spots)[:, None] + (_SQUARE[None] - _SQUARE.mean(axis=0)) * PARAMETERS.glass_mm
    return float(squareness(other, one.to_picture(corners.reshape(-1, 2)).reshape(-1, 4, 2)).max())


def _fitted(values: Float64Array, distance: float, outlines: Float64Array, nominal: Lens) -> tuple[float, Float64Array]:
    held = np.array(PARAMETERS.held) + np.array([0, 0, distance, 0, 0])

    def errors(at: Float64Array) -> Float64Array:
        off = _residuals(_plane(at, nominal), outlines).reshape(len(outlines), 8) / PARAMETERS.corner_mm
        size = np.sqrt((off * off).mean(axis=1, keepdims=True))
        softened = off * np.sqrt(np.log1p(size**2 / 4.0) * 4.0) / np.maximum(size, 1e-9)  # Cauchy's loss
        return np.concatenate([softened.ravel(), (at - held) / np.array(PARAMETERS.spread)])

    now = errors(values)
    cost, damping = float(now @ now), 1e-2
    for _ in range(25):
        slopes = np.empty((len(now), 5))
        for k in range(5):
            moved = values.copy()
            moved[k] += 1e-4
            slopes[:, k] = (errors(moved) - now) / 1e-4
        normal, push = slopes.T @ slopes, slopes.T @ now
        step = np.linalg.solve(normal + damping * np.diag(np.diag(normal)), -push)
        tried = values + np.clip(step, -0.2, 0.2)
        if abs(tried[0]) + abs(tried[1]) > 1.3:
            damping *= 10
            continue
        after = errors(tried)
        new_cost = float(after @ after)
        if new_cost < cost:
            done = cost - new_cost < 1e-4 * cost
            values, now, cost, damping = tried, after, new_cost, damping / 4
            if done:
                break
        else:
            damping *= 6
            if damping > 1e6:
                break
    return cost, values


def _plane(values: Float64Array, nominal: Lens) -> TablePlane:
    tilt = float(np.hypot(values[0], values[1]))
    axis = np.array([values[0], values[1], 0.0]) / max(tilt, 1e-9)
    cross = np.array([[0, -axis[2], axis[1]], [axis[2], 0, -axis[0]], [-axis[1], axis[0], 0]])
    turn = np.eye(3) + math.sin(tilt) * cross + (1 - math.cos(tilt)) * cross @ cross
    focal = nominal.focal[0] * math.exp(values[3])
    lens = Lens(nominal.width, nominal.height, (focal, focal), nominal.centre, (float(values[4]), 0.0, 0.0, 0.0, 0.0))
    # The distance is told for the nominal focal length, so that it and the focal length hardly depend on each other.
    columns = np.column_stack([turn[:, 0], turn[:, 1], [0.0, 0.0, math.exp(values[2] + values[3])]])
    return TablePlane(np.asarray(lens.matrix @ columns), lens)


def _residuals(plane: TablePlane, outlines: Float64Array) -> Float64Array:
    """(8 n,) mm by which the corners miss a square of the right size, once it is laid over them."""
    seen = plane.to_table(outlines.reshape(-1, 2)).reshape(-1, 4, 2)
    corners = seen[..., 0] + 1j * seen[..., 1]
    square = (_SQUARE[:, 0] + 1j * _SQUARE[:, 1]) * PARAMETERS.glass_mm
    corners = corners - corners.mean(axis=1, keepdims=True)
    turn = (corners * square.conj()).sum(axis=1, keepdims=True)
    off = corners - square * turn / np.maximum(np.abs(turn), 1e-9)
    return np.stack([off.real, off.imag], axis=-1).ravel()


def _areas(outlines: Float64Array) -> Float64Array:
    first, second = outlines[:, 2] - outlines[:, 0], outlines[:, 3] - outlines[:, 1]
    return (first[:, 0] * second[:, 1] - first[:, 1] * second[:, 0]) / 2

"""Shapes that leaded lights are cut from: closed outlines in window units, where a glass tile is one unit square.

The whole window is four units wide and three high: small window ``w`` spans x from ``w - 1`` to ``w``, its part ``a``
the uppermost unit, ``c`` the lowest; x grows to the right and y down.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from calibration.arrays import Float64Array

Points = Sequence[tuple[float, float]]


def smooth(points: Points, closed: bool = False, steps: int = 10) -> Float64Array:
    """A curve (n, 2) through points: Catmull and Rom's spline."""
    knots = np.asarray(points, np.float64)
    ends = (knots[-1:], knots[:2]) if closed else (knots[:1], np.repeat(knots[-1:], 2, axis=0))
    padded = np.vstack([ends[0], knots, ends[1]])
    spans = len(knots) if closed else len(knots) - 1
    t = np.linspace(0, 1, steps, endpoint=False)[:, None]
    parts = []
    for k in range(spans):
        p0, p1, p2, p3 = padded[k : k + 4]
        parts.append(
            0.5 * (2 * p1 + (p2 - p0) * t + (2 * p0 - 5 * p1 + 4 * p2 - p3) * t**2 + (3 * (p1 - p2) + p3 - p0) * t**3)
        )
    return np.vstack([*parts, *([] if closed else [knots[-1:]])])


def disc(x: float, y: float, radius: float, squash: float = 1.0) -> Float64Array:
    """A circle, or an ellipse ``squash`` times as high as it is wide."""
    angles = np.linspace(0, 2 * np.pi, 48, endpoint=False)
    return np.column_stack([x + radius * np.cos(angles), y + radius * squash * np.sin(angles)])


def sector(x: float, y: float, inner: float, outer: float, start_deg: float, end_deg: float) -> Float64Array:
    """A part of a ring, degrees clockwise from +x."""
    angles = np.radians(np.linspace(start_deg, end_deg, max(4, int(abs(end_deg - start_deg) / 6) + 2)))
    rim = np.column_stack([np.cos(angles), np.sin(angles)])
    middle = np.array([x, y])
    return np.vstack([middle + outer * rim, middle + inner * rim[::-1]])


def star(x: float, y: float, outer: float, inner: float, points: int, turn_deg: float = -90.0) -> Float64Array:
    """A star."""
    angles = np.radians(turn_deg + np.arange(2 * points) * 180.0 / points)
    radii = np.where(np.arange(2 * points) % 2 == 0, outer, inner)
    return np.column_stack([x + radii * np.cos(angles), y + radii * np.sin(angles)])


def flame(x: float, y: float, inner: float, outer: float, towards_deg: float, wide_deg: float) -> Float64Array:
    """One wavy ray of a sun, from its rim outwards."""
    t = np.linspace(0, 1, 9)
    bend = 7.0 * np.sin(t * np.pi * 1.5)
    angles = towards_deg + bend
    half = wide_deg * (1 - t)
    radii = inner + (outer - inner) * t
    left, right = np.radians(angles - half), np.radians(angles + half)
    one = np.column_stack([x + radii * np.cos(left), y + radii * np.sin(left)])
    other = np.column_stack([x + radii * np.cos(right), y + radii * np.sin(right)])
    return np.vstack([one, other[::-1]])


def crescent(x: float, y: float, radius: float, bite: float, shift: float) -> Float64Array:
    """A moon open to the right: a circle out of which another (``bite``, shifted right) is cut."""
    cross = (radius**2 - bite**2 + shift**2) / (2 * shift)
    high = float(np.sqrt(radius**2 - cross**2))
    far = np.arctan2(high, cross)
    outer = np.linspace(far, 2 * np.pi - far, 40)
    near = np.arctan2(high, cross - shift)
    inner = np.linspace(2 * np.pi - near, near, 40)
    return np.vstack(
        [
            np.column_stack([x + radius * np.cos(outer), y + radius * np.sin(outer)]),
            np.column_stack([x + shift + bite * np.cos(inner), y + bite * np.sin(inner)]),
        ]
    )


def lancet(left: float, right: float, spring: float, apex: float, foot: float) -> Float64Array:
    """A pointed arch on straight sides: springs at y ``spring``, comes to its point at ``apex``, ends at ``foot``."""
    half, rise = (right - left) / 2, spring - apex
    radius = (rise**2 + half**2) / (2 * half)
    top = np.arccos((radius - half) / radius)
    angles = np.linspace(0, top, 16)
    x, y = right - radius + radius * np.cos(angles), spring - radius * np.sin(angles)
    east = np.column_stack([x, y])
    west = np.column_stack([left + right - x[::-1], y[::-1]])
    return np.vstack([[[right, foot]], east, west, [[left, foot]]])


def box(left: float, top: float, right: float, bottom: float) -> Float64Array:
    """A rectangle."""
    return np.array([[left, top], [right, top], [right, bottom], [left, bottom]])


def moved(outline: Float64Array, x: float, y: float, scale: float = 1.0, turn_deg: float = 0.0) -> Float64Array:
    """An outline drawn about 0, 0: scaled, turned clockwise and put down at a place."""
    turn = np.radians(turn_deg)
    spin = np.array([[np.cos(turn), np.sin(turn)], [-np.sin(turn), np.cos(turn)]])
    return np.asarray(np.asarray(outline, np.float64) @ spin * scale + [x, y], np.float64)


def below(line: Float64Array, foot: float) -> Float64Array:
    """Everything between a line that runs from left to right and the height ``foot``."""
    return np.vstack([line, [[line[-1, 0], foot], [line[0, 0], foot]]])


def between(upper: Float64Array, lower: Float64Array) -> Float64Array:
    """The band between two lines that run from left to right."""
    return np.vstack([upper, lower[::-1]])

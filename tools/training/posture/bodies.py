"""Figures of many makes by chance, as bodies of wood: an outline of some thickness, upright or laid down.

Lengths are mm on the table, x right and y down on the picture, z up; no make of anybody's box is among them but by
chance.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from calibration.arrays import Float64Array
from tools.training.terrain.painting.plan import Points, Rng

HIGH_MM = 16.0
BLOCKS = 0.12  # share of discs, rods and cubes


@dataclass(frozen=True, eq=False, slots=True)
class WoodenBody:
    """One figure.

    Attributes:
        faces: the corners (n, 3) of each, mm, in whatever order.
        normals: (faces, 3) outwards, length 1.
        flat: whether each is a whole outline of it, not a side between two.
        lies: whether he lies; None of a disc or a cube, which shows neither.
        foot: (2,) mm of the point that he stands on, or of his middle if he lies.
    """

    faces: tuple[Float64Array, ...]
    normals: Float64Array
    flat: tuple[bool, ...]
    lies: bool | None
    foot: Float64Array


def any_body(rng: Rng, at: Points, *, lies: bool) -> WoodenBody:
    """A figure at a place (2,) mm, turned by chance, or a piece that people use for one."""
    if rng.random() < BLOCKS:
        return _block(rng, at)
    outline = _any_outline(rng) * HIGH_MM * rng.uniform(0.75, 1.3)
    thick = rng.uniform(0.4, 0.75) * float(np.ptp(outline[:, 1]))
    turn = rng.uniform(0, 2 * np.pi) if lies or rng.random() < 0.5 else rng.normal(0, 0.5)
    across = np.array([np.cos(turn), np.sin(turn), 0.0])
    along = np.array([-np.sin(turn), np.cos(turn), 0.0])
    up = np.array([0.0, 0.0, 1.0])
    if lies:  # on its back or its front: the outline is seen from above
        outline = outline - (outline.max(axis=0) + outline.min(axis=0)) / 2
        right, high, deep, lift = across, along * rng.choice([-1, 1]), up, thick / 2
    elif rng.random() < 0.06:  # on one of its sides
        outline = outline[:, ::-1] * [1, rng.choice([-1, 1])]
        outline = outline - [(outline[:, 0].max() + outline[:, 0].min()) / 2, outline[:, 1].min()]
        right, high, deep, lift = across, up, along, 0.0
    else:
        right, high, deep, lift = across, up, along, 0.0
    flat = np.array([*at, lift]) + outline[:, :1] * right + outline[:, 1:] * high
    half = deep * thick / 2
    return _extruded(outline, (right, high), (flat + half, flat - half), lies, at)


def _block(rng: Rng, at: Points) -> WoodenBody:
    """A disc, a rod, a cube or another upright prism."""
    corners = int(rng.choice([4, 6, 8, 20]))
    angles = 2 * np.pi * (np.arange(corners) / corners + rng.uniform(0, 1))
    outline = rng.uniform(4.0, 8.5) * np.stack([np.cos(angles), np.sin(angles)], axis=1)
    below = np.array([*at, 0.0]) + np.pad(outline, ((0, 0), (0, 1)))
    above = below + np.array([0.0, 0.0, rng.uniform(2.0, 14.0)])
    return _extruded(outline, (np.array([1.0, 0.0, 0.0]), np.array([0.0, 1.0, 0.0])), (above, below), None, at)


def _extruded(
    outline: Points,
    axes: tuple[Float64Array, Float64Array],
    ends: tuple[Float64Array, Float64Array],
    lies: bool | None,
    at: Points,
) -> WoodenBody:
    """What lies between an outline (n, 2) along two ``axes`` as it is at both ``ends`` (n, 3)."""
    (right, high), (front, back) = axes, ends
    deep = (front - back)[0] / max(float(np.linalg.norm((front - back)[0])), 1e-9)
    after = np.roll(np.arange(len(outline)), -1)
    sides = [np.stack([front[i], front[j], back[j], back[i]]) for i, j in enumerate(after)]
    edges = outline[after] - outline
    area = float(np.sum(outline[:, 0] * outline[after][:, 1] - outline[after][:, 0] * outline[:, 1]))
    out = np.stack([edges[:, 1], -edges[:, 0]], axis=1) * (1 if area > 0 else -1)
    out /= np.maximum(np.linalg.norm(out, axis=1, keepdims=True), 1e-9)
    normals = np.concatenate([[deep, -deep], out[:, :1] * right + out[:, 1:] * high])
    return WoodenBody(
        (front, back, *sides), normals, (True, True, *[False] * len(sides)), lies, np.array(at, np.float64)
    )


def _any_outline(rng: Rng) -> Points:
    """(n, 2) of a figure one high, on its feet: x across, y up from 0."""
    kind = rng.random()
    half = _traveller(rng) if kind < 0.85 else _pawn(rng)
    left = half[::-1] * [-1, 1]
    whole = np.concatenate([half, left[np.abs(left[:, 0]) > 1e-9]])
    whole = whole + rng.normal(0, 0.012, whole.shape)
    for _ in range(int(rng.integers(0, 3))):
        whole = _cut_corners(whole)
    whole[:, 1] -= whole[:, 1].min()
    return np.asarray(whole / whole[:, 1].max(), np.float64)


def _traveller(rng: Rng) -> Points:
    """(n, 2) the right half of somebody with a head, arms and legs, from his crotch up."""
    u = rng.uniform
    leg, hip, arm = u(0.38, 0.56), u(0.3, 0.45), u(0.42, 0.62)
    neck, head, shoulder = u(0.12, 0.24), u(0.15, 0.26), u(0.62, 0.72)
    return np.array(
        [
            (0.0, u(0.02, 0.3)),
            (u(0.05, 0.16), u(0.0, 0.06)),
            (leg, 0.0),
            (hip, u(0.3, 0.42)),
            (arm, u(0.42, 0.56)),
            (arm - u(-0.02, 0.06), shoulder),
            (neck, shoulder + u(0.0, 0.08)),
            (head, u(0.78, 0.86)),
            (head * u(0.6, 0.95), u(0.92, 0.97)),
            (0.0, 1.0),
        ]
    )


def _pawn(rng: Rng) -> Points:
    """(n, 2) the right half of a pawn, a cone, or a house."""
    u = rng.uniform
    if rng.random() < 0.6:
        return np.array(
            [(0.0, 0.0), (u(0.25, 0.45), 0.0), (u(0.1, 0.3), u(0.4, 0.65)), (u(0.14, 0.3), 0.8), (0.0, 1.0)]
        )
    return np.array([(0.0, 0.0), (u(0.3, 0.5), 0.0), (u(0.25, 0.5), u(0.5, 0.7)), (0.0, 1.0)])


def _cut_corners(outline: Points) -> Points:
    after = np.roll(outline, -1, axis=0)
    return np.stack([0.8 * outline + 0.2 * after, 0.2 * outline + 0.8 * after], axis=1).reshape(-1, 2)

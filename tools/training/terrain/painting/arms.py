"""The coat of arms on a city: shields, banners and roundels in many tinctures."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np

from tools.training.terrain.painting.canvas import TileCanvas, quad
from tools.training.terrain.painting.palette import Colour, shade
from tools.training.terrain.painting.plan import Points, Rng

FORMS = ("heater", "square", "round", "swallow", "pennant", "lozenge", "kite", "banner")
DEVICES = ("cross", "pale", "fess", "bend", "quarters", "chevron", "spot", "plain", "saltire", "chequy", "lion")


@dataclass(frozen=True, slots=True)
class CoatOfArms:
    """How an edition marks a city that counts double. ``size`` is the width in tile units.

    ``relief`` is how much darker than its left half the right half of a shield is that stands out from the print.
    """

    form: str
    device: str
    tincture: Colour
    metal: Colour
    rim: Colour | None
    rim_width: float
    size: float
    shadow: float
    tilt: float
    relief: float = 0.0


def _form(form: str) -> Points:
    """The outline in a box from -1 to 1, x right, y down."""
    if form == "round":
        turn = np.linspace(0, 2 * np.pi, 17)[:-1]
        return np.stack([np.cos(turn), np.sin(turn)], 1)
    shapes = {
        "heater": [
            (-0.9, -1),
            (0.9, -1),
            (0.9, 0),
            (0.75, 0.4),
            (0.45, 0.8),
            (0, 1.1),
            (-0.45, 0.8),
            (-0.75, 0.4),
            (-0.9, 0),
        ],
        "square": [(-0.85, -0.9), (0.85, -0.9), (0.85, 0.6), (0.6, 0.85), (0, 1), (-0.6, 0.85), (-0.85, 0.6)],
        "swallow": [(-1, -0.6), (1, -0.6), (0.6, 0), (1, 0.6), (-1, 0.6)],
        "pennant": [(-1, -0.75), (1.2, 0), (-1, 0.75)],
        "lozenge": [(0, -1.1), (0.9, 0), (0, 1.1), (-0.9, 0)],
        "kite": [(-0.5, -1), (0, -1.15), (0.5, -1), (0.7, -0.4), (0, 1.2), (-0.7, -0.4)],
        "banner": [(-0.7, -1.1), (0.7, -1.1), (0.7, 1.1), (0, 0.8), (-0.7, 1.1)],
    }
    return np.array(shapes[form], np.float64)


def _device(device: str) -> list[Points]:
    """The charge as polygons in the same box; they are cut off by the outline."""
    if device == "cross":
        return [quad(np.zeros(2), 0.42, 2.4, 0.0), quad(np.array((0, -0.15)), 2.4, 0.42, 0.0)]
    if device == "saltire":
        return [quad(np.zeros(2), 0.4, 3.2, 0.8), quad(np.zeros(2), 0.4, 3.2, -0.8)]
    if device == "pale":
        return [quad(np.zeros(2), 0.6, 2.4, 0.0)]
    if device == "fess":
        return [quad(np.zeros(2), 2.4, 0.6, 0.0)]
    if device == "bend":
        return [quad(np.zeros(2), 0.55, 3.2, -0.75)]
    if device == "quarters":
        return [quad(np.array((-0.6, -0.6)), 1.2, 1.2, 0.0), quad(np.array((0.6, 0.6)), 1.2, 1.2, 0.0)]
    if device == "chevron":
        return [np.array([(-1.1, 0.6), (0, -0.4), (1.1, 0.6), (1.1, 1.0), (0, 0.1), (-1.1, 1.0)])]
    if device == "chequy":
        spots = [(x, y) for x in (-0.6, 0.0, 0.6) for y in (-0.75, -0.25, 0.25, 0.75) if round(x / 0.6 + y * 2) % 2]
        return [quad(np.array(spot), 0.5, 0.45, 0.0) for spot in spots]
    if device == "spot":
        return [_form("round") * 0.5]
    if device == "lion":
        return [
            np.array(
                [
                    (-0.5, -0.6),
                    (0.1, -0.7),
                    (0.4, -0.3),
                    (0.1, 0.0),
                    (0.5, 0.3),
                    (0.3, 0.7),
                    (0, 0.3),
                    (-0.3, 0.7),
                    (-0.4, 0.1),
                ]
            )
        ]
    return []


def draw_arms(canvas: TileCanvas, at: Points, arms: CoatOfArms, rng: Rng) -> None:
    """Paint the arms around ``at``."""
    half = arms.size / 2 * rng.uniform(0.92, 1.08)
    angle = arms.tilt + rng.normal(0, 0.05)
    turn = np.array([(np.cos(angle), np.sin(angle)), (-np.sin(angle), np.cos(angle))])
    outline = _form(arms.form)
    shape = at + half * outline @ turn
    if arms.form in ("swallow", "pennant", "banner"):
        pole = at + half * np.array([(-1.0, -1.1), (-1.0, 2.0)]) @ turn
        canvas.line(pole, arms.rim or (40, 50, 60), 0.012)
    if arms.shadow:
        canvas.fill(shape + arms.shadow, (30, 35, 40))
    canvas.fill(shape, arms.tincture)
    for part in _device(arms.device):
        inside = _within(part, outline)
        if len(inside) > 2:
            canvas.fill(at + half * inside @ turn, arms.metal)
    if arms.relief:
        _shadow_half(canvas, at, half, outline @ turn, arms.relief)
    if arms.rim is not None:
        canvas.line(shape, arms.rim, arms.rim_width, closed=True)
    elif rng.random() < 0.3:
        canvas.line(shape, shade(arms.tincture, 0.6), 0.006, closed=True)


def _shadow_half(canvas: TileCanvas, at: Points, half: float, outline: Points, relief: float) -> None:
    """Darken what lies right of the middle of an outline (n, 2) about ``at``."""
    right = _within(np.array([(0, -1.6), (1.6, -1.6), (1.6, 1.6), (0, 1.6)]), outline)
    if len(right) > 2:
        before = canvas.image.copy()
        canvas.fill(at + half * right, (0, 0, 0))
        cv2.addWeighted(canvas.image, relief, before, 1 - relief, 0, canvas.image)


def _within(part: Points, outline: Points) -> Points:
    """``part`` cut off by a (nearly) convex outline that is walked clockwise on the picture."""
    kept = part
    for here, there in zip(outline, np.roll(outline, -1, 0), strict=True):
        normal = np.array((here[1] - there[1], there[0] - here[0]))
        inside = (kept - here) @ normal
        if (inside >= 0).all():
            continue
        points = []
        for a, b, p, q in zip(kept, np.roll(kept, -1, 0), inside, np.roll(inside, -1), strict=True):
            if p >= 0:
                points.append(a)
            if (p >= 0) != (q >= 0):
                points.append(a + (b - a) * (p / (p - q)))
        if len(points) < 3:
            return np.empty((0, 2))
        kept = np.array(points)
    return kept

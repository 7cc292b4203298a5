"""Colours that an edition may choose. All colours are BGR, 0 to 255, as floats; hues in degrees."""

from __future__ import annotations

import colorsys

import cv2
import numpy as np

from tools.training.terrain.painting.plan import Rng

Colour = tuple[float, float, float]

# Each line: weight, hue range, saturation range, value range.
Range = tuple[float, tuple[float, float], tuple[float, float], tuple[float, float]]

MEADOWS: tuple[Range, ...] = (
    (5, (80, 125), (0.35, 0.8), (0.4, 0.85)),  # fresh green
    (4, (58, 82), (0.4, 0.85), (0.5, 0.9)),  # yellow-green
    (2, (52, 75), (0.35, 0.65), (0.35, 0.6)),  # olive
    (2, (65, 115), (0.15, 0.35), (0.72, 0.95)),  # pale
    (2, (90, 150), (0.35, 0.8), (0.22, 0.42)),  # dark green
)
ODD_MEADOWS: tuple[Range, ...] = (
    (2, (180, 240), (0.0, 0.12), (0.82, 1.0)),  # snow
    (2, (32, 55), (0.25, 0.6), (0.6, 0.92)),  # dry grass, sand
    (1, (145, 190), (0.2, 0.6), (0.4, 0.85)),  # teal
    (1, (200, 260), (0.2, 0.5), (0.2, 0.45)),  # night
    (1, (20, 45), (0.3, 0.6), (0.3, 0.5)),  # autumn
)
GROUNDS: tuple[Range, ...] = (
    (4, (18, 36), (0.3, 0.65), (0.35, 0.68)),  # brown
    (4, (34, 50), (0.35, 0.75), (0.58, 0.92)),  # ochre
    (2, (20, 50), (0.02, 0.14), (0.4, 0.85)),  # gray
    (3, (28, 46), (0.15, 0.38), (0.68, 0.96)),  # beige
    (2, (6, 22), (0.4, 0.75), (0.4, 0.72)),  # red-brown
    (1, (15, 40), (0.3, 0.6), (0.16, 0.34)),  # dark
)
ROOFS: tuple[Range, ...] = (
    (6, (4, 24), (0.5, 0.92), (0.5, 0.95)),  # red to orange
    (3, (16, 36), (0.35, 0.7), (0.3, 0.65)),  # brown
    (2, (200, 235), (0.08, 0.3), (0.35, 0.65)),  # slate
    (2, (32, 50), (0.4, 0.8), (0.6, 0.92)),  # thatch
    (1, (345, 360), (0.45, 0.8), (0.35, 0.7)),  # wine
    (1, (210, 250), (0.3, 0.6), (0.35, 0.7)),  # blue
    (1, (0, 60), (0.0, 0.12), (0.75, 1.0)),  # snow, white
)
ROADS: tuple[Range, ...] = (
    (4, (30, 60), (0.0, 0.1), (0.88, 1.0)),  # white
    (3, (34, 50), (0.12, 0.42), (0.75, 0.97)),  # sand
    (2, (30, 60), (0.0, 0.12), (0.52, 0.86)),  # gray
    (2, (22, 38), (0.3, 0.6), (0.4, 0.68)),  # earth
    (1, (44, 56), (0.4, 0.7), (0.8, 0.98)),  # yellow
    (1, (25, 45), (0.05, 0.25), (0.25, 0.45)),  # dark cobble
)
WALLS: tuple[Range, ...] = (
    (4, (30, 60), (0.0, 0.12), (0.5, 0.8)),  # stone
    (3, (30, 60), (0.0, 0.12), (0.8, 1.0)),  # white
    (2, (25, 42), (0.2, 0.5), (0.4, 0.8)),  # sandstone
    (1, (15, 40), (0.1, 0.5), (0.12, 0.32)),  # dark
    (1, (8, 22), (0.4, 0.7), (0.4, 0.7)),  # brick
)
LEAVES: tuple[Range, ...] = (
    (5, (85, 140), (0.4, 0.85), (0.18, 0.5)),
    (2, (60, 90), (0.4, 0.8), (0.3, 0.65)),
    (1, (20, 50), (0.5, 0.85), (0.45, 0.85)),
    (1, (90, 150), (0.05, 0.3), (0.5, 0.9)),
)
ARMS: tuple[Range, ...] = (
    (7, (205, 240), (0.5, 1.0), (0.4, 0.95)),  # blue
    (2, (350, 365), (0.65, 1.0), (0.5, 0.9)),  # red
    (2, (44, 56), (0.6, 1.0), (0.8, 1.0)),  # gold
    (1, (100, 150), (0.5, 0.9), (0.3, 0.65)),  # green
    (1, (265, 310), (0.4, 0.8), (0.35, 0.7)),  # purple
    (1, (0, 60), (0.0, 0.1), (0.05, 0.25)),  # black
)


def hsv(hue: float, saturation: float, value: float) -> Colour:
    """BGR of hue in degrees, saturation and value 0 to 1."""
    r, g, b = colorsys.hsv_to_rgb((hue % 360) / 360, min(max(saturation, 0), 1), min(max(value, 0), 1))
    return 255 * b, 255 * g, 255 * r


def pick(ranges: tuple[Range, ...], rng: Rng) -> Colour:
    """A colour out of weighted ranges."""
    weights = np.array([one[0] for one in ranges])
    _, hue, saturation, value = ranges[rng.choice(len(ranges), p=weights / weights.sum())]
    return hsv(rng.uniform(*hue), rng.uniform(*saturation), rng.uniform(*value))


def near(colour: Colour, spread: float, rng: Rng) -> Colour:
    """The same colour a little lighter, darker and warmer."""
    light = rng.normal(0, spread)
    b, g, r = (min(max(c + light + rng.normal(0, spread * 0.35), 0), 255) for c in colour)
    return b, g, r


def shade(colour: Colour, factor: float) -> Colour:
    """Darker below 1, lighter above (towards white)."""
    if factor <= 1:
        return colour[0] * factor, colour[1] * factor, colour[2] * factor
    lift = min(factor - 1, 1)
    b, g, r = (c + (255 - c) * lift for c in colour)
    return b, g, r


def distance(one: Colour, other: Colour) -> float:
    """CIE76 difference."""
    pair = np.array([[one, other]], np.float32) / 255
    lab = cv2.cvtColor(pair, cv2.COLOR_BGR2Lab)[0]
    return float(np.hypot.reduce(lab[0] - lab[1]))


def distinct(ranges: tuple[Range, ...], others: list[Colour], least: float, rng: Rng, tries: int = 12) -> Colour:
    """A colour at least ``least`` away from the others, or the farthest of some tries."""
    found = [pick(ranges, rng) for _ in range(tries)]
    gaps = [min(distance(one, other) for other in others) for one in found]
    for one, gap in zip(found, gaps, strict=True):
        if gap >= least:
            return one
    return found[int(np.argmax(gaps))]


def any_colour(rng: Rng) -> Colour:
    """Whatever comes."""
    return hsv(rng.uniform(0, 360), rng.beta(1.5, 1.5), rng.beta(2.5, 1.5))

"""What Cronberg's buildings are made of: walls, roofs, windows, towers, trees."""

from __future__ import annotations

import math

from vision.artwork.canvas import INK, Canvas, arc, shade
from vision.artwork.drawn_shapes import mixed
from vision.imaging.values import Colour

GLASS: Colour = (120, 96, 70)
LIT: Colour = (120, 205, 250)
GOLD: Colour = (70, 180, 232)
SHADOW = 0.82


def wall(c: Canvas, x: float, base: float, w: float, h: float, colour: Colour) -> None:
    """An upright wall; its right third lies in shade."""
    c.rect(x - w / 2, base - h, x + w / 2, base, colour)
    c.rect(x + w / 6, base - h, x + w / 2, base, shade(colour, SHADOW), None)
    c.rect(x - w / 2, base - h, x + w / 2, base, None)


def bricks(c: Canvas, x: float, base: float, w: float, h: float, colour: Colour, rows: int = 6) -> None:
    """A wall of stones."""
    wall(c, x, base, w, h, colour)
    ink = shade(colour, 0.7)
    step = h / rows
    for row in range(1, rows):
        c.line([(x - w / 2, base - row * step), (x + w / 2, base - row * step)], ink, 0.005)
    for row in range(rows):
        shift = 0.25 if row % 2 else 0.5
        for column in range(3):
            at = x - w / 2 + w * (column + shift) / 3
            c.line([(at, base - row * step), (at, base - (row + 1) * step)], ink, 0.005)


def eaves(c: Canvas, x: float, base: float, w: float, h: float, colour: Colour, inset: float = 0.12) -> None:
    """A roof seen from its long side, with rows of tiles."""
    low, top = w / 2 + 0.03, w / 2 - inset
    c.poly([(x - low, base), (x - top, base - h), (x + top, base - h), (x + low, base)], colour)
    for row in range(1, 4):
        share = row / 4
        half = low + (top - low) * share
        c.line([(x - half, base - h * share), (x + half, base - h * share)], shade(colour, 0.75), 0.006)
    half = low * 0.35
    c.poly(
        [(x + half, base), (x + half * 0.8, base - h), (x + top, base - h), (x + low, base)],
        shade(colour, SHADOW),
        None,
    )
    c.poly([(x - low, base), (x - top, base - h), (x + top, base - h), (x + low, base)], None)


def gable(c: Canvas, x: float, base: float, w: float, h: float, colour: Colour, rim: Colour | None = None) -> None:
    """A pointed gable with the edge of its roof."""
    half = w / 2 + 0.03
    c.poly([(x - half, base), (x, base - h), (x + half, base)], colour)
    c.poly([(x, base), (x, base - h), (x + half, base)], shade(colour, SHADOW), None)
    if rim is not None:
        c.line([(x - half, base), (x, base - h), (x + half, base)], rim, 0.028)
    c.line([(x - half, base), (x, base - h), (x + half, base), (x - half, base)])


def steps(c: Canvas, x: float, base: float, w: float, h: float, colour: Colour, count: int = 4) -> None:
    """A stepped gable."""
    left, right = [], []
    for step in range(count):
        half = w / 2 * (1 - step / count)
        left += [(x - half, base - h * step / count), (x - half, base - h * (step + 1) / count)]
        right += [(x + half, base - h * step / count), (x + half, base - h * (step + 1) / count)]
    c.poly(left + right[::-1], colour)


def spire(c: Canvas, x: float, base: float, w: float, h: float, colour: Colour) -> None:
    """A pointed roof of a tower."""
    c.poly([(x - w / 2, base), (x, base - h), (x + w / 2, base)], colour)
    c.poly([(x + w / 8, base), (x, base - h), (x + w / 2, base)], shade(colour, SHADOW), None)
    c.poly([(x - w / 2, base), (x, base - h), (x + w / 2, base)], None)


def onion(c: Canvas, x: float, base: float, w: float, h: float, colour: Colour) -> None:
    """An onion dome."""
    left = [(-0.36, 0), (-0.5, 0.22), (-0.44, 0.42), (-0.2, 0.62), (-0.05, 0.8), (0, 1)]
    points = [(x + px * w, base - py * h) for px, py in left]
    points += [(x - px * w, base - py * h) for px, py in reversed(left[:-1])]
    c.poly(points, colour)
    c.line([(x - 0.2 * w, base - 0.15 * h), (x - 0.24 * w, base - 0.4 * h)], shade(colour, 1.4), 0.012)


def dome(c: Canvas, x: float, base: float, w: float, h: float, colour: Colour) -> None:
    """A half round dome with ribs."""
    c.poly(arc(x, base, w / 2, h, 180, 360), colour)
    for rib in (-0.3, 0.0, 0.3):
        c.line([(x + rib * w, base), (x + rib * w * 0.3, base - h * 0.96)], shade(colour, 0.75), 0.006)


def battlements(c: Canvas, x: float, base: float, w: float, colour: Colour, count: int = 4, h: float = 0.05) -> None:
    """Merlons on a wall's top."""
    step = w / (2 * count - 1)
    for merlon in range(count):
        left = x - w / 2 + 2 * merlon * step
        c.rect(left, base - h, left + step, base, colour)


def window(c: Canvas, x: float, y: float, w: float = 0.045, h: float = 0.06, glass: Colour = GLASS) -> None:
    """A window with its cross."""
    c.rect(x - w / 2, y - h / 2, x + w / 2, y + h / 2, glass, (226, 236, 240), 0.01)
    c.rect(x - w / 2 - 0.004, y - h / 2 - 0.004, x + w / 2 + 0.004, y + h / 2 + 0.004, None, INK, 0.004)


def windows(c: Canvas, x: float, y: float, count: int, pitch: float, glass: Colour = GLASS, **size: float) -> None:
    """A row of windows about x."""
    for place in range(count):
        window(c, x + (place - (count - 1) / 2) * pitch, y, glass=glass, **size)


def lancet(c: Canvas, x: float, base: float, w: float, h: float, glass: Colour = GLASS) -> None:
    """A pointed church window or door."""
    c.poly(
        [(x - w / 2, base), (x - w / 2, base - h * 0.6), (x, base - h), (x + w / 2, base - h * 0.6), (x + w / 2, base)],
        glass,
    )


def door(c: Canvas, x: float, base: float, w: float = 0.08, h: float = 0.11, colour: Colour = (52, 74, 108)) -> None:
    """A round-topped door."""
    c.poly([(x + w / 2, base), (x - w / 2, base), *arc(x, base - h + w / 2, w / 2, w / 2, 180, 360, 16)], colour)
    c.circle(x + w / 5, base - h * 0.4, 0.006, GOLD, None)


def cross(c: Canvas, x: float, base: float, h: float, colour: Colour = GOLD, width: float = 0.014) -> None:
    """A cross on top of something."""
    c.line([(x, base), (x, base - h)], colour, width)
    c.line([(x - h * 0.3, base - h * 0.66), (x + h * 0.3, base - h * 0.66)], colour, width)


def clock(c: Canvas, x: float, y: float, radius: float) -> None:
    """A clock face at five to twelve."""
    c.circle(x, y, radius, (232, 240, 244), INK, 0.01)
    c.line([(x, y), (x, y - radius * 0.75)], INK, 0.009)
    c.line([(x, y), (x - radius * 0.4, y - radius * 0.55)], INK, 0.009)


def tree(c: Canvas, x: float, base: float, size: float, crown: Colour, fruit: Colour | None = None) -> None:
    """A round tree."""
    c.line([(x, base), (x, base - size * 0.6)], (48, 66, 92), size * 0.14)
    c.circle(x, base - size * 0.85, size * 0.42, crown)
    c.circle(x - size * 0.1, base - size * 0.97, size * 0.22, shade(crown, 1.25), None)
    if fruit is not None:
        for dx, dy in ((-0.2, -0.75), (0.12, -0.62), (0.22, -0.95), (-0.05, -1.1), (-0.02, -0.85)):
            c.circle(x + dx * size, base + dy * size, size * 0.075, fruit, INK, 0.003)


def cypress(c: Canvas, x: float, base: float, h: float, colour: Colour) -> None:
    """A slender dark tree."""
    c.poly(arc(x, base - h * 0.5, h * 0.16, h * 0.5, 0, 360), colour)


def chimney(c: Canvas, x: float, base: float, h: float, colour: Colour, smoke: Colour | None = None) -> None:
    """A chimney, smoking if asked to."""
    c.rect(x - 0.025, base - h, x + 0.025, base, colour)
    c.rect(x - 0.035, base - h - 0.02, x + 0.035, base - h, shade(colour, 0.8))
    if smoke is not None:
        for puff, (dx, dy, radius) in enumerate(((0.02, 0.06, 0.03), (0.06, 0.12, 0.042), (0.05, 0.2, 0.05))):
            c.circle(x + dx, base - h - dy, radius, shade(smoke, 1 - 0.05 * puff), None)


def flag(c: Canvas, x: float, base: float, h: float, colour: Colour) -> None:
    """A pennant on a pole."""
    c.line([(x, base), (x, base - h)], INK, 0.01)
    c.poly([(x, base - h), (x + h * 0.6, base - h * 0.82), (x, base - h * 0.64)], colour, INK, 0.005)


def flames(c: Canvas, x: float, base: float, size: float) -> None:
    """A fire."""
    for share, colour in ((1.0, (30, 70, 226)), (0.65, (40, 150, 250)), (0.35, (120, 226, 255))):
        points = [(x + px * size * share, base - py * size * share) for px, py in _FLAME]
        c.poly(points, colour, None)


_FLAME = ((-0.4, 0), (-0.45, 0.5), (-0.2, 0.35), (-0.1, 1), (0.12, 0.5), (0.3, 0.75), (0.42, 0.3), (0.35, 0))


def ground(c: Canvas, y: float, colour: Colour, strokes: int = 26, hill: float = 0.0) -> None:
    """The ground below a horizon, with loose strokes; ``hill`` lifts its middle."""
    top = [(x, y - hill * math.cos(x * math.pi)) for x in (i / 20 - 0.5 for i in range(21))]
    c.poly([*top, (0.6, 1.0), (-0.6, 1.0)], colour, None)
    c.line(top, shade(colour, 0.6), 0.008)
    for stroke in range(strokes):
        x = math.sin(stroke * 12.9898) * 0.48
        dy = (0.5 + 0.5 * math.sin(stroke * 78.233)) * 0.5
        c.line([(x, y + 0.03 + dy), (x + 0.035, y + 0.03 + dy)], shade(colour, 0.85), 0.006)


def sky(c: Canvas, upper: Colour, lower: Colour, horizon: float) -> None:
    """The sky above a horizon, from its upper to its lower colour."""
    for band in range(24):
        y0 = -0.9 + (horizon + 0.9) * band / 24
        y1 = -0.9 + (horizon + 0.9) * (band + 1) / 24 + 0.01
        c.rect(-0.6, y0, 0.6, y1, mixed(upper, lower, band / 23), None)


def cloud(c: Canvas, x: float, y: float, size: float, colour: Colour = (244, 246, 248)) -> None:
    """A cloud."""
    for dx, dy, radius in ((-0.5, 0.0, 0.3), (0.0, -0.15, 0.4), (0.5, 0.0, 0.3)):
        c.circle(x + dx * size, y + dy * size, radius * size, colour, None)

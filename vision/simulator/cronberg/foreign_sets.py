"""Copies of Cronberg as somebody else would have drawn them: other colours, symbols, figures and layouts, no two alike.

They stand in for the published copy, of which there is no picture here: what enrols a copy must cope with any of them.
"""

from __future__ import annotations

import math
import random
from collections.abc import Callable
from dataclasses import dataclass

import cv2
import numpy as np

from games.cronberg.components import CronbergBox, RhombKind, Symbol, default_edition
from vision.artwork.canvas import Canvas, shade
from vision.artwork.cronberg.rhombi import EDGE_MM, OUTLINE, TIP
from vision.artwork.drawn_shapes import mixed
from vision.artwork.numerals import number as stroked
from vision.cronberg.cronberg_set import CronbergSet
from vision.frames import Picture
from vision.imaging.values import Colour

_PX_PER_MM = 4.0
_FONTS = (
    cv2.FONT_HERSHEY_SIMPLEX,
    cv2.FONT_HERSHEY_DUPLEX,
    cv2.FONT_HERSHEY_COMPLEX,
    cv2.FONT_HERSHEY_TRIPLEX,
    None,  # strokes of our own
)
_BADGES = ("none", "circle", "square", "corner")


@dataclass(frozen=True, slots=True)
class ForeignStyle:
    """How a copy is drawn.

    Attributes:
        edge_mm: length of a triangle's edge.
        square: the board is a square of card with the hexagon on it, not a hexagon.
        wall: from the net's corners to the rim's, in edges.
        park, coat, guard, ground, rim, good, bad: colours. icons: which set of symbols.
        turned: symbols stand on their triangle's edge, so half of them are upside down.
        gap: between the triangles, in edges. dots: rings at the crossings.
        font: of the figures, None for strokes. badge: what is behind a figure.
        feet_in: figures stand with their feet towards the middle of the rhomb, not towards its corner.
        tip, wide: where figures are, from the middle, in edges. tall: a figure's height, in edges.
    """

    edge_mm: float
    square: bool
    wall: float
    park: Colour
    coat: Colour
    guard: Colour
    ground: Colour
    rim: Colour
    good: Colour
    bad: Colour
    icons: int
    turned: bool
    gap: float
    dots: bool
    font: int | None
    badge: str
    feet_in: bool
    tip: float
    wide: float
    tall: float


def style_of(seed: int) -> ForeignStyle:
    """A style; the same seed gives the same."""
    rng = np.random.default_rng([seed, 0xF0])

    def colour(hue: float, saturation: float, value: float) -> Colour:
        hsv = np.array([[[(hue % 180), 255 * saturation, 255 * value]]], np.uint8)
        blue, green, red = cv2.cvtColor(hsv, cv2.COLOR_HSV2BGR)[0, 0]
        return float(blue), float(green), float(red)

    font = _FONTS[int(rng.integers(len(_FONTS)))]
    hue = float(rng.uniform(0, 180))
    return ForeignStyle(
        edge_mm=EDGE_MM,
        square=bool(rng.random() < 0.4),
        wall=float(rng.uniform(0.5, 0.8)),
        park=colour(rng.uniform(42, 72), rng.uniform(0.35, 0.8), rng.uniform(0.45, 0.8)),
        coat=colour(rng.uniform(90, 200), rng.uniform(0.1, 0.6), rng.uniform(0.6, 0.95)),
        guard=colour(rng.uniform(-12, 28), rng.uniform(0.3, 0.8), rng.uniform(0.4, 0.8)),
        ground=colour(hue, rng.uniform(0.05, 0.4), rng.uniform(0.55, 0.95)),
        rim=colour(hue + rng.uniform(30, 120), rng.uniform(0.1, 0.5), rng.uniform(0.35, 0.75)),
        good=colour(rng.uniform(0, 180), rng.uniform(0.2, 0.6), rng.uniform(0.6, 0.95)),
        bad=colour(rng.uniform(0, 180), rng.uniform(0.3, 0.7), rng.uniform(0.3, 0.6)),
        icons=int(rng.integers(3)),
        turned=bool(rng.random() < 0.5),
        gap=float(rng.choice([0.0, 0.04, 0.09])),
        dots=bool(rng.random() < 0.5),
        font=font,
        badge=str(rng.choice(_BADGES)),
        feet_in=bool(rng.random() < 0.4),
        tip=float(rng.uniform(0.52, 0.6)),
        wide=float(rng.uniform(0.3, 0.345)),
        tall=float(rng.uniform(0.115, 0.15)),
    )


def foreign_edition(seed: int, side: int = 3) -> CronbergBox:
    """Another arrangement of symbols and numbers."""
    chance, ours = random.Random(seed), default_edition()
    count = 6 * side * side
    symbols = [ours.symbols[number % len(ours.symbols)] for number in range(count)]
    chance.shuffle(symbols)
    sizes = [1, 1, 2, 2, 3, 3, 4, 1, 2, 3, 4, 2, 1, 3] * 2
    kinds = []
    for place in range(min(28, count // 2 + 1)):
        size = sizes[place] * (-1 if place % 5 in (1, 3) else 1)
        kinds.append(RhombKind(f"rhomb-{place + 1}", "rhomb", (2 * size, size, 2 * size, size)))
    return CronbergBox(f"foreign {seed}", side, tuple(symbols), tuple(kinds), 4, "drawn for a test", ())


def foreign_set(seed: int, side: int = 3) -> CronbergSet:
    """A copy in a style of its own."""
    style, edition = style_of(seed), foreign_edition(seed, side)
    board, mask = _board(style, edition, seed)
    rhombi = tuple(_rhomb(style, kind, seed * 100 + place) for place, kind in enumerate(edition.kinds))
    middle = ((board.shape[1] - 1) / 2, (board.shape[0] - 1) / 2)
    return CronbergSet(edition, board, mask, _PX_PER_MM, middle, rhombi, edge_mm=style.edge_mm)


def outline_mm(prints: CronbergSet, seed: int) -> np.ndarray:
    """(n, 2) the card's outline about the middle crossing."""
    style = style_of(seed)
    return np.array(_outline(style, prints.edition.side)) * style.edge_mm


def _outline(style: ForeignStyle, side: int) -> list[tuple[float, float]]:
    radius = side + style.wall
    if style.square:
        half = radius * 1.02
        return [(half, -half), (half, half), (-half, half), (-half, -half)]
    return _hexagon(radius)


def _hexagon(radius: float) -> list[tuple[float, float]]:
    return [(radius * math.cos(math.radians(60 * k)), radius * math.sin(math.radians(60 * k))) for k in range(6)]


def _board(style: ForeignStyle, edition: CronbergBox, seed: int) -> tuple[Picture, Picture]:
    outline = np.array(_outline(style, edition.side))
    half = np.abs(outline).max(axis=0)
    scale = style.edge_mm * _PX_PER_MM
    c = Canvas(2 * half[0], 2 * half[1], scale, style.rim)
    rng = np.random.default_rng([seed, 3])
    ink = shade(style.rim, 0.35)
    radius = edition.side + style.wall
    c.poly([tuple(p) for p in outline], shade(style.rim, 1.15), ink, 0.03)
    if style.square:
        c.poly(_hexagon(radius), style.rim, ink, 0.02)
    _track(c, style, edition.side, ink, rng)
    c.poly(_hexagon(edition.side + 0.05), style.ground, ink, 0.02)
    for triangle, symbol in enumerate(edition.symbols):
        _triangle(c, style, edition, triangle, symbol)
    if style.dots:
        for x, y in edition.lattice.positions:
            c.circle(x, y, 0.08, shade(style.ground, 1.3), ink, 0.01)
    c.speckle(rng, 3.0)
    board = c.finished()
    mask = np.zeros(board.shape[:2], np.uint8)
    cv2.fillPoly(mask, [np.round((outline + half) * scale).astype(np.int32)], 255)
    return board, mask


def _track(c: Canvas, style: ForeignStyle, side: int, ink: Colour, rng: np.random.Generator) -> None:
    corners = _hexagon(side + style.wall * 0.55)
    steps = 10
    for corner in range(6):
        (x0, y0), (x1, y1) = corners[corner], corners[(corner + 1) % 6]
        for step in range(steps):
            share = step / steps
            x, y = x0 + (x1 - x0) * share, y0 + (y1 - y0) * share
            tone = shade(style.ground, float(rng.uniform(0.7, 1.2)))
            size = style.wall * 0.2
            if style.icons == 1:
                c.rect(x - size, y - size, x + size, y + size, tone, ink, 0.012)
            else:
                c.circle(x, y, size, tone, ink, 0.012)
            stroked(c, corner * steps + step, x, y, size * 0.9, ink, weight=0.14)


def _triangle(c: Canvas, style: ForeignStyle, edition: CronbergBox, triangle: int, symbol: Symbol) -> None:
    lattice = edition.lattice
    x, y = lattice.centre(triangle)
    corners = [lattice.positions[corner] for corner in lattice.corners_of[triangle]]
    share = 1 - 3.46 * style.gap / 2
    inner = [(x + (px - x) * share, y + (py - y) * share) for px, py in corners]
    colour = {Symbol.PARK: style.park, Symbol.COAT: style.coat, Symbol.GUARD: style.guard}[symbol]
    c.poly(inner, colour, shade(colour, 0.45), 0.014)
    up = sum(py < y for _, py in corners) == 1
    flip = -1.0 if style.turned and not up else 1.0
    lift = 0.03 if up else -0.03 * flip
    _ICONS[symbol][style.icons](c, lambda px, py: (x + px * flip, y + lift + py * flip), colour)


_At = Callable[[float, float], tuple[float, float]]


def _poly(c: Canvas, at: _At, points: list[tuple[float, float]], fill: Colour, width: float = 0.012) -> None:
    c.poly([at(*point) for point in points], fill, (30, 30, 36), width)


def _tree(c: Canvas, at: _At, colour: Colour) -> None:
    _poly(c, at, [(-0.03, 0.2), (0.03, 0.2), (0.03, 0.0), (-0.03, 0.0)], (40, 70, 110))
    _poly(c, at, [(0, -0.2), (0.15, 0.08), (-0.15, 0.08)], shade(colour, 0.5))


def _flowers(c: Canvas, at: _At, colour: Colour) -> None:
    for x, y in ((0, -0.1), (-0.11, 0.09), (0.11, 0.09)):
        for turn in range(5):
            angle = 2 * math.pi * turn / 5
            px, py = at(x + 0.045 * math.cos(angle), y + 0.045 * math.sin(angle))
            c.circle(px, py, 0.036, (120, 110, 230), (60, 40, 120), 0.006)
        c.circle(*at(x, y), 0.028, (60, 220, 250), None)


def _lawn(c: Canvas, at: _At, colour: Colour) -> None:
    c.circle(*at(0, 0), 0.15, shade(colour, 1.35), shade(colour, 0.4), 0.014)
    c.circle(*at(0, 0), 0.07, (220, 190, 120), shade(colour, 0.4), 0.012)


def _shield(c: Canvas, at: _At, colour: Colour) -> None:
    _poly(c, at, [(-0.14, -0.16), (0.14, -0.16), (0.14, 0.03), (0, 0.19), (-0.14, 0.03)], (240, 240, 245), 0.02)
    _poly(c, at, [(-0.025, -0.15), (0.025, -0.15), (0.025, 0.15), (-0.025, 0.15)], (40, 40, 190), 0.004)
    _poly(c, at, [(-0.13, -0.06), (0.13, -0.06), (0.13, -0.01), (-0.13, -0.01)], (40, 40, 190), 0.004)


def _quarters(c: Canvas, at: _At, colour: Colour) -> None:
    c.circle(*at(0, 0), 0.17, (60, 200, 240), (30, 30, 36), 0.016)
    _poly(c, at, [(0, 0), (0, -0.165), (0.16, 0)], (150, 70, 30))
    _poly(c, at, [(0, 0), (0, 0.165), (-0.16, 0)], (150, 70, 30))


def _crown(c: Canvas, at: _At, colour: Colour) -> None:
    points = [(-0.15, 0.12), (-0.17, -0.1), (-0.07, 0.0), (0, -0.15), (0.07, 0.0), (0.17, -0.1), (0.15, 0.12)]
    _poly(c, at, points, (50, 190, 240), 0.016)


def _helmet(c: Canvas, at: _At, colour: Colour) -> None:
    _poly(c, at, [(-0.12, 0.15), (-0.13, -0.04), (-0.06, -0.15), (0.06, -0.15), (0.13, -0.04), (0.12, 0.15)],
          (170, 170, 178), 0.016)  # fmt: skip
    _poly(c, at, [(-0.09, -0.02), (0.09, -0.02), (0.09, 0.03), (-0.09, 0.03)], (20, 20, 24), 0.004)


def _spears(c: Canvas, at: _At, colour: Colour) -> None:
    for lean in (-1, 1):
        c.line([at(-0.14 * lean, 0.18), at(0.12 * lean, -0.12)], (40, 60, 90), 0.03)
        _poly(c, at, [(0.16 * lean, -0.19), (0.14 * lean, -0.09), (0.07 * lean, -0.14)], (215, 215, 220))


def _man(c: Canvas, at: _At, colour: Colour) -> None:
    _poly(c, at, [(-0.1, 0.19), (0.1, 0.19), (0.06, -0.06), (-0.06, -0.06)], (60, 40, 120))
    c.circle(*at(0, -0.11), 0.06, (170, 200, 235), (30, 30, 36), 0.01)
    c.line([at(0.14, 0.19), at(0.14, -0.2)], (30, 40, 60), 0.022)


_ICONS = {
    Symbol.PARK: (_tree, _flowers, _lawn),
    Symbol.COAT: (_shield, _quarters, _crown),
    Symbol.GUARD: (_helmet, _spears, _man),
}


def _rhomb(style: ForeignStyle, kind: RhombKind, seed: int) -> Picture:
    rng = np.random.default_rng([seed, 5])
    scale = style.edge_mm * _PX_PER_MM
    bad = sum(kind.numbers) < 0
    ground = style.bad if bad else style.good
    c = Canvas(1.0, 2 * TIP, scale, ground)
    _scene(c, ground, rng)
    c.speckle(rng, 3.0)
    c.poly(OUTLINE, None, shade(ground, 0.4), 0.03)
    dark = (24, 24, 40)
    paper = shade(ground, 1.6)
    pale = sum(paper) > 330
    for value, (x, y, turn) in zip(
        kind.numbers,
        ((0, -style.tip, 180), (style.wide, 0, 270), (0, style.tip, 0), (-style.wide, 0, 90)),
        strict=True,
    ):
        tall = style.tall * (1.0 if x == 0 else 0.82)
        _badge(c, style, x, y, tall * (1.25 if bad else 1.0), paper, dark)
        ink = dark if (pale if style.badge != "none" else sum(ground) > 330) else (250, 250, 250)
        _figure(c, style, value, x, y, tall, ink, turn + (180 if style.feet_in else 0))
    return c.finished()


def _badge(c: Canvas, style: ForeignStyle, x: float, y: float, tall: float, paper: Colour, ink: Colour) -> None:
    half = tall * 0.82
    if style.badge == "circle":
        c.circle(x, y, half, paper, ink, 0.008)
    elif style.badge == "square":
        c.rect(x - half, y - half, x + half, y + half, paper, ink, 0.008)
    elif style.badge == "corner":
        if x == 0:
            s = 1 if y > 0 else -1
            c.poly([(0, s * TIP), (0.27, s * (TIP - 0.467)), (-0.27, s * (TIP - 0.467))], paper, ink, 0.008)
        else:
            s = 1 if x > 0 else -1
            c.poly([(s * 0.5, 0), (s * 0.22, 0.4), (s * 0.2, 0), (s * 0.22, -0.4)], paper, ink, 0.008)


def _scene(c: Canvas, ground: Colour, rng: np.random.Generator) -> None:
    """A house or two, a tower, a sun: enough to tell rhombi apart."""
    c.rect(-0.5, 0.1, 0.5, 2, shade(ground, 0.8), None)
    for _ in range(int(rng.integers(2, 5))):
        x, wide = float(rng.uniform(-0.1, 0.1)), float(rng.uniform(0.06, 0.12))
        high, foot = float(rng.uniform(0.1, 0.32)), float(rng.uniform(0.0, 0.3))
        wall = _between(60, 240, rng)
        c.rect(x - wide, foot - high, x + wide, foot, wall)
        roof = _between(30, 170, rng)
        peak = float(rng.uniform(0.05, 0.2))
        c.poly([(x - wide * 1.15, foot - high), (x, foot - high - peak), (x + wide * 1.15, foot - high)], roof)
        for shift in (-0.5, 0.5):
            wx = x + shift * wide
            c.rect(wx - 0.02, foot - high * 0.7, wx + 0.02, foot - high * 0.4, mixed(wall, (20, 30, 40), 0.7), None)


def _between(low: float, high: float, rng: np.random.Generator) -> Colour:
    blue, green, red = rng.uniform(low, high, 3).tolist()
    return blue, green, red


def _figure(
    c: Canvas, style: ForeignStyle, value: int, x: float, y: float, tall: float, ink: Colour, turn: float
) -> None:
    """A figure about (x, y), so tall, turned clockwise; a minus sign stands before it."""
    if style.font is None:
        stroked(c, value, x, y, tall, ink, turn_deg=turn)
        return
    big = 400
    text = np.zeros((big * 2, big * 4), np.uint8)
    size = cv2.getTextSize("8", style.font, 1.0, 1)[0][1]
    thick = max(2, round(big / 11))
    cv2.putText(text, str(value), (big, big + big // 2), style.font, big / size, 255, thick, cv2.LINE_AA)
    rows, columns = np.nonzero(text > 127)
    text = text[rows.min() : rows.max() + 1, columns.min() : columns.max() + 1]
    unit = c._scale * tall / (int(np.ptp(rows)) + 1)
    angle = math.radians(turn)
    spin = np.array([[math.cos(angle), -math.sin(angle)], [math.sin(angle), math.cos(angle)]]) * unit
    at = np.array([x, y]) * c._scale + np.array(c._middle)
    middle = np.array([text.shape[1] / 2, text.shape[0] / 2])
    onto = np.column_stack([spin, at - spin @ middle])
    share = cv2.warpAffine(text, onto, c.fine.shape[1::-1], flags=cv2.INTER_AREA)[..., None] / 255.0
    c.fine = (c.fine * (1 - share) + np.array(ink) * share).astype(np.uint8)

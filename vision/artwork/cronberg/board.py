"""The board of Tableside's own copy: a hexagonal city wall whose sixty stones are the score track, around a net of
parks, coats of arms and guards.

The picture covers the hexagon's bounding rectangle, the middle crossing in its middle; what lies outside of the wall is
transparent. One edge of the hexagon is at the top, as in the game's notation.
"""

from __future__ import annotations

import itertools
import math
from functools import lru_cache

import cv2
import numpy as np

from games.cronberg.components import CronbergBox, Symbol
from vision.artwork.canvas import INK, Canvas, shade
from vision.artwork.cronberg import masonry as m
from vision.artwork.cronberg.rhombi import EDGE_MM
from vision.artwork.drawn_shapes import Point, mixed
from vision.artwork.numerals import number
from vision.frames import Picture
from vision.imaging.values import Colour

WALL = 0.62  # from the net's corners to the wall's outer corners, in edges
BOARD_THICK_MM = 2.0
STONES = 60
_TOWER_GAP = 0.062  # share of a side of the wall that a tower takes at each end

_GRASS: Colour = (98, 176, 132)
_FIELD: Colour = (176, 214, 228)
_BARRACK: Colour = (150, 158, 222)
_ROAD: Colour = (152, 186, 204)
_STONE: Colour = (168, 178, 184)
_BASE: Colour = (86, 104, 118)


def wall_radius(side: int) -> float:
    """From the middle to an outer corner of the wall, in edges."""
    return side + WALL


def board_size_mm(side: int) -> tuple[float, float]:
    """Width and height of the board's picture."""
    radius = wall_radius(side) * EDGE_MM
    return 2 * radius, math.sqrt(3) * radius


def board_outline_mm(side: int) -> np.ndarray:
    """(6, 2) outer corners of the wall about the middle of the board, clockwise from the right."""
    return np.array(_hexagon(wall_radius(side))) * EDGE_MM


def _hexagon(radius: float) -> list[Point]:
    angles = [math.radians(60 * corner) for corner in range(6)]
    return [(radius * math.cos(angle), radius * math.sin(angle)) for angle in angles]


@lru_cache(maxsize=4)
def board_picture(edition: CronbergBox, px_per_mm: float = 4.0) -> Picture:
    """The printed board, BGRA. Do not write to it."""
    radius = wall_radius(edition.side)
    c = Canvas(2 * radius, math.sqrt(3) * radius, EDGE_MM * px_per_mm, (90, 90, 90))
    c.poly(_hexagon(radius), _BASE, None)
    _wall(c, edition.side)
    c.poly(_hexagon(edition.side + 0.09), _ROAD, INK, 0.012)
    for triangle, symbol in enumerate(edition.symbols):
        _triangle(c, edition, triangle, symbol)
    for x, y in edition.lattice.positions:
        c.circle(x, y, 0.125, shade(_ROAD, 1.25), INK, 0.008)
        c.circle(x, y, 0.085, None, shade(_ROAD, 0.8), 0.01)
    c.speckle(np.random.default_rng(1726), 3.0)
    c.poly(_hexagon(radius), None, INK, 0.03)
    picture = c.finished()
    return np.dstack([picture, _mask(picture.shape[1], picture.shape[0], edition.side)])


def stone_places(side: int) -> list[tuple[float, float, float]]:
    """Middle (edges) and outward direction (degrees) of each stone of the score track, zero first, clockwise.

    Zero is the tower in the lower left; each corner of the wall is a tower that holds a full ten.
    """
    corners = _hexagon(side + WALL * 0.56)
    order = [2, 3, 4, 5, 0, 1, 2]
    places = []
    for start, end in itertools.pairwise(order):
        (x0, y0), (x1, y1) = corners[start], corners[end]
        outward = math.degrees(math.atan2((y0 + y1) / 2, (x0 + x1) / 2))
        for step in range(STONES // 6):
            share = 0 if step == 0 else (_TOWER_GAP + (step - 0.5) * (1 - 2 * _TOWER_GAP) / (STONES // 6 - 1))
            turn = math.degrees(math.atan2(y0, x0)) if step == 0 else outward
            places.append((x0 + (x1 - x0) * share, y0 + (y1 - y0) * share, turn))
    return places


def _wall(c: Canvas, side: int) -> None:
    length = (side + WALL * 0.56) * (1 - 2 * _TOWER_GAP) / (STONES // 6 - 1)
    rng = np.random.default_rng(60)
    places = stone_places(side)
    for value, (x, y, outward) in enumerate(places):
        if value % 10 == 0:
            continue
        tone = shade(_STONE, float(rng.uniform(0.88, 1.22)))
        _block(c, x, y, outward, length * 0.47, WALL * 0.31, tone)
        number(c, value, x, y, 0.13, INK, turn_deg=outward - 90, weight=0.14)
    for value in range(0, STONES, 10):
        x, y, outward = places[value]
        c.circle(x, y, 0.245, shade(_STONE, 0.7), INK, 0.014)
        c.circle(x, y, 0.2, (60, 72, 168) if value else m.GOLD, INK, 0.01)
        ink = (236, 244, 250) if value else INK
        number(c, value, x, y, 0.17, ink, turn_deg=outward - 90, weight=0.15)


def _block(c: Canvas, x: float, y: float, outward: float, half_along: float, half_out: float, tone: Colour) -> None:
    turn = math.radians(outward)
    out, along = (math.cos(turn), math.sin(turn)), (-math.sin(turn), math.cos(turn))

    def at(a: float, o: float) -> Point:
        return x + along[0] * a + out[0] * o, y + along[1] * a + out[1] * o

    c.poly([at(-half_along, -half_out), at(half_along, -half_out), at(half_along, half_out), at(-half_along, half_out)],
           tone, INK, 0.01)  # fmt: skip
    c.line([at(-half_along * 0.9, half_out * 0.86), at(half_along * 0.9, half_out * 0.86)], shade(tone, 1.3), 0.012)
    # A merlon stands on the outer edge of every stone.
    c.poly([at(-half_along * 0.5, half_out), at(half_along * 0.5, half_out), at(half_along * 0.5, half_out * 1.32),
            at(-half_along * 0.5, half_out * 1.32)], shade(tone, 0.85), INK, 0.008)  # fmt: skip


def _triangle(c: Canvas, edition: CronbergBox, triangle: int, symbol: Symbol) -> None:
    lattice = edition.lattice
    x, y = lattice.centre(triangle)
    corners = [lattice.positions[corner] for corner in lattice.corners_of[triangle]]
    inner = [(x + (px - x) * 0.9, y + (py - y) * 0.9) for px, py in corners]
    colour = {Symbol.PARK: _GRASS, Symbol.COAT: _FIELD, Symbol.GUARD: _BARRACK, Symbol.BLANK: _ROAD}[symbol]
    c.poly(inner, colour, shade(colour, 0.55), 0.01)
    rim = [(x + (px - x) * 0.78, y + (py - y) * 0.78) for px, py in corners]
    c.poly(rim, None, shade(colour, 0.84), 0.012)
    points_up = sum(py < y for _, py in corners) == 1
    {Symbol.PARK: _park, Symbol.COAT: _coat, Symbol.GUARD: _guard}.get(symbol, _nothing)(c, x, y, points_up)


def _nothing(c: Canvas, x: float, y: float, points_up: bool) -> None:
    """A blank triangle shows nothing."""


def _park(c: Canvas, x: float, y: float, points_up: bool) -> None:
    """A pond with three trees around it."""
    c.oval(x, y, 0.095, 0.06, (214, 176, 104), (150, 190, 206), 0.02)
    crown: Colour = (70, 132, 62)
    places = ((0, -0.2), (-0.19, 0.14), (0.19, 0.14)) if points_up else ((0, 0.23), (-0.19, -0.1), (0.19, -0.1))
    for number_, (dx, dy) in enumerate(places):
        m.tree(c, x + dx, y + dy + 0.09, 0.17, mixed(crown, (60, 160, 110), number_ / 3))


def _coat(c: Canvas, x: float, y: float, points_up: bool) -> None:
    """A shield: gold, a blue chevron, three red roundels."""
    y += 0.025 if points_up else -0.03
    shield = [(-0.15, -0.17), (0.15, -0.17), (0.15, 0.02), (0.1, 0.12), (0.0, 0.2), (-0.1, 0.12), (-0.15, 0.02)]
    c.poly([(x + px, y + py) for px, py in shield], (70, 196, 246), INK, 0.022)
    chevron = [(-0.14, 0.08), (0, -0.06), (0.14, 0.08), (0.14, 0.0), (0, -0.14), (-0.14, 0.0)]
    c.poly([(x + px, y + py) for px, py in chevron], (160, 84, 28), INK, 0.006)
    for dx, dy in ((-0.09, -0.11), (0.09, -0.11), (0.0, 0.1)):
        c.circle(x + dx, y + dy, 0.032, (48, 46, 196), INK, 0.006)


def _guard(c: Canvas, x: float, y: float, points_up: bool) -> None:
    """A guardsman with his halberd."""
    y += 0.03 if points_up else -0.05
    c.line([(x + 0.13, y + 0.17), (x + 0.13, y - 0.2)], (44, 66, 96), 0.018)
    c.poly([(x + 0.1, y - 0.18), (x + 0.13, y - 0.26), (x + 0.16, y - 0.18), (x + 0.19, y - 0.12), (x + 0.13, y - 0.1)],
           (214, 218, 222), INK, 0.007)  # fmt: skip
    for dx in (-0.045, 0.045):
        c.rect(x + dx - 0.03, y + 0.06, x + dx + 0.03, y + 0.18, (90, 60, 40), INK, 0.006)
    c.poly([(x - 0.1, y + 0.09), (x + 0.1, y + 0.09), (x + 0.075, y - 0.09), (x - 0.075, y - 0.09)], (44, 40, 178))
    c.line([(x + 0.06, y - 0.05), (x + 0.13, y + 0.01)], (44, 40, 178), 0.045)
    c.line([(x - 0.06, y - 0.07), (x + 0.07, y + 0.07)], (226, 238, 244), 0.022)
    c.circle(x, y - 0.13, 0.05, (168, 200, 236), INK, 0.007)
    c.poly([(x - 0.085, y - 0.145), (x + 0.085, y - 0.145), (x + 0.04, y - 0.22), (x - 0.04, y - 0.22)], (50, 50, 56))


def _mask(columns: int, rows: int, side: int) -> np.ndarray:
    radius = wall_radius(side)
    points = np.array([((x / (2 * radius) + 0.5) * columns, (y / (math.sqrt(3) * radius) + 0.5) * rows)
                       for x, y in _hexagon(radius)])  # fmt: skip
    mask = np.zeros((rows, columns), np.uint8)
    cv2.fillPoly(mask, [np.round(points * 16).astype(np.int32)], 255, cv2.LINE_AA, 4)
    return mask

"""The board of Tableside's own copies of the postal games: a tinted map with post roads, a square in every city for the
houses, and places for the stacks of tiles.

The board's frame: mm, x right and y down, the upper left corner at (0, 0), as the cities of an atlas have it.
"""

from __future__ import annotations

import math
from functools import lru_cache
from zlib import crc32

import numpy as np

from games.thurn_and_taxis.atlas import Atlas, Stack, StackKind
from vision.artwork.drawn_shapes import Point
from vision.artwork.sheet import INK, PAPER, DrawingSheet, arc, bow, darker
from vision.artwork.thurn_and_taxis import glyphs
from vision.artwork.thurn_and_taxis.land import land_picture, province_colour
from vision.frames import Picture
from vision.imaging.values import Colour

BOARD_THICK_MM = 2.5
SQUARE_MM = 13.0  # radius of a city's square, where houses stand
HOUSE_WIDE_MM, HOUSE_DEEP_MM, HOUSE_HIGH_MM = 8.0, 9.0, 9.5
STACK_MM = 22.0  # side of a tile
FREE_TILE_MM = 9.0  # radius of a free city's tile
_MARGIN = 7.0  # width of the neat line
_STONE: Colour = (206, 218, 224)
_TITLES = {"base": "DIE POST IM REICHE", "power-and-glory": "DIE POST IM NORDEN"}


@lru_cache(maxsize=4)
def board_picture(atlas: Atlas, px_per_mm: float = 3.0) -> Picture:
    """The printed board, BGR. Do not write to it."""
    sheet = DrawingSheet(
        *atlas.board_mm, px_per_mm, land_picture(atlas, sea_above_mm=118.0 if _has_coast(atlas) else 0.0)
    )
    rng = np.random.default_rng(crc32(atlas.key.encode()))
    _country(sheet, atlas, rng)
    for road in sorted(sorted(road) for road in atlas.roads):
        _road(sheet, road_line(atlas, road[0], road[1]))
    for stack in atlas.stacks:
        _stack_place(sheet, atlas, stack)
    for city in sorted(atlas.cities, key=lambda one: one.y_mm):
        _city(sheet, atlas, city.name)
    _title(sheet, atlas)
    _neat_line(sheet)
    sheet.speckle(rng, 3.0)
    return sheet.finished()


def road_line(atlas: Atlas, one: str, other: str) -> list[Point]:
    """The course of a road, from the middle of one city to the other's, mm; straight where a bow would meet another."""
    first, last = sorted((one, other))
    a, b = atlas.city[first], atlas.city[last]
    bend = (crc32(f"{first} {last}".encode()) % 200 - 100) / 100 * 0.06
    return bow((a.x_mm, a.y_mm), (b.x_mm, b.y_mm), bend)


def stack_places(atlas: Atlas) -> dict[str, Point]:
    """Where the stack of tiles with this key lies, mm: its middle."""
    return dict(_stack_places(atlas))


@lru_cache(maxsize=8)
def _stack_places(atlas: Atlas) -> tuple[tuple[str, Point], ...]:
    taken: list[tuple[Point, float]] = [((city.x_mm, city.y_mm + 2.0), SQUARE_MM + 7.0) for city in atlas.cities]
    taken.append((_title_spot(atlas), 42.0))
    roads = [point for road in atlas.roads for point in road_line(atlas, *sorted(road))]
    places: list[tuple[str, Point]] = []
    for stack in atlas.stacks:
        if stack.kind is StackKind.FREE_CITY:
            if stack.city in atlas.city:
                city = atlas.city[stack.city]
                places.append((stack.key, (city.x_mm + SQUARE_MM + 4.0, city.y_mm - SQUARE_MM - 1.0)))
            continue
        spot = _free_spot(atlas, _wish(atlas, stack), taken, roads)
        places.append((stack.key, spot))
        taken.append((spot, STACK_MM * 0.62))
    return tuple(places)


def _free_spot(atlas: Atlas, wish: Point, taken: list[tuple[Point, float]], roads: list[Point]) -> Point:
    wide, high = atlas.board_mm
    edge = _MARGIN + STACK_MM * 0.75
    xs, ys = np.meshgrid(np.arange(edge, wide - edge + 1, 4.0), np.arange(edge, high - edge + 1, 4.0))
    cost = np.hypot(xs - wish[0], ys - wish[1])
    for (x, y), reach in taken:
        cost += 60.0 * np.maximum(0, reach + STACK_MM * 0.62 - np.hypot(xs - x, ys - y))
    for x, y in roads[::3]:
        left, right = np.searchsorted(xs[0], (x - STACK_MM * 0.7, x + STACK_MM * 0.7))
        near = np.s_[:, left:right]  # beyond it costs nothing
        cost[near] += 6.0 * np.maximum(0, STACK_MM * 0.7 - np.hypot(xs[near] - x, ys[near] - y))
    best = int(cost.argmin())
    return float(xs.flat[best]), float(ys.flat[best])


def _wish(atlas: Atlas, stack: Stack) -> Point:
    """Near its provinces; stacks for lengths along the lower edge, the others in the corners."""
    wide, high = atlas.board_mm
    cities = [city for city in atlas.cities if city.province in stack.provinces]
    if cities:
        return sum(c.x_mm for c in cities) / len(cities), sum(c.y_mm for c in cities) / len(cities)
    if stack.kind is StackKind.LENGTH:
        return wide * 0.12 + (stack.length - 4) * 34.0, high * 0.06 if not _has_coast(atlas) else high * 0.93
    return (wide * 0.95, high * 0.93) if stack.kind is StackKind.ALL_PROVINCES else (wide * 0.95, high * 0.7)


def _has_coast(atlas: Atlas) -> bool:
    return atlas.key == "power-and-glory"


def _title_spot(atlas: Atlas) -> Point:
    return (82.0, 34.0) if _has_coast(atlas) else (530.0, 34.0)


def _country(sheet: DrawingSheet, atlas: Atlas, rng: np.random.Generator) -> None:
    """Hills and woods where there is room, ships on the sea."""
    busy = [(city.x_mm, city.y_mm) for city in atlas.cities]
    roads = [point for road in atlas.roads for point in road_line(atlas, *sorted(road))][::2]
    stacks = [spot for _, spot in _stack_places(atlas)]
    fixed = np.array(
        [
            *((x, y - 6, 27.0) for x, y in busy),
            *((x, y, 7.0) for x, y in roads),
            *((x, y, 20.0) for x, y in stacks),
            (*_title_spot(atlas), 62.0),
        ]
    )
    if _has_coast(atlas):
        for x, y in ((185, 34), (60, 92), (505, 30)):
            glyphs.ship(sheet, x, y, 17)
        glyphs.compass(sheet, 150.0, 76.0, 15.0)
    else:
        glyphs.compass(sheet, 40.0, 175.0, 17.0)
    drawn: list[tuple[float, Point, int]] = []
    for _ in range(2600):
        at: Point = tuple(rng.uniform((14, 18), (sheet.width - 14, sheet.height - 12)).tolist())
        near = np.hypot(fixed[:, 0] - at[0], fixed[:, 1] - at[1]) < fixed[:, 2] + 3
        if near.any() or any(math.dist(at, other) < 8.5 for _, other, _ in drawn):
            continue
        if _has_coast(atlas) and _at_sea(sheet, *at):
            continue
        drawn.append((at[1], at, int(rng.integers(5))))
        if len(drawn) > 170:
            break
    for _, at, kind in sorted(drawn):
        if kind == 0:
            glyphs.hill(sheet, *at, 12)
        elif kind < 3:
            glyphs.fir(sheet, *at, 7.5)
        else:
            glyphs.tree(sheet, *at, 7)


def _at_sea(sheet: DrawingSheet, x: float, y: float) -> bool:
    """Whether there is more blue than red in the wash here, or anywhere near."""
    rows, columns = sheet.fine.shape[:2]
    for dx, dy in ((0, 0), (-6, 0), (6, 0), (0, -8), (0, 2)):
        at = sheet.fine[
            min(rows - 1, max(0, round((y + dy) / sheet.height * rows))),
            min(columns - 1, max(0, round((x + dx) / sheet.width * columns))),
        ]
        if int(at[0]) > int(at[2]) + 8:
            return True
    return False


def _road(sheet: DrawingSheet, points: list[Point]) -> None:
    sheet.line(points, (58, 78, 104), 3.0)
    sheet.line(points, (186, 214, 230), 2.0)
    dashes = [points[number : number + 2] for number in range(1, len(points) - 1, 2)]
    for dash in dashes:
        sheet.line(dash, (92, 120, 150), 0.5)


def _city(sheet: DrawingSheet, atlas: Atlas, name: str) -> None:
    city = atlas.city[name]
    x, y, r = city.x_mm, city.y_mm, SQUARE_MM
    wash = province_colour(atlas, city.province)
    sheet.circle(x, y, r + 1.6, darker(wash, 0.35), INK, 0.4)
    sheet.circle(x, y, r + 0.4, (232, 240, 244), darker(wash, 0.5), 0.3)
    sheet.circle(x, y, r - 0.4, _STONE, (150, 164, 172), 0.3)
    for ring in (3.6, 7.2, 10.6):  # cobbles
        count = round(2 * math.pi * ring / 3.4)
        for step in range(count):
            sheet.line(
                arc(x, y, ring, ring, 360 * step / count + 4, 360 * (step + 1) / count - 8, 5), (178, 192, 200), 0.3
            )
    glyphs.posthorn(sheet, x, y - 0.6, 3.4, (168, 184, 192), None)
    glyphs.town(sheet, x, y - r - 0.4, 19.0, np.random.default_rng(crc32(name.encode())))
    half = max(10.0, 1.55 * len(name) + 3.0)
    low = y + r - 0.6
    ribbon = [
        (x - half, low),
        (x + half, low),
        (x + half + 2.6, low + 1.6),
        (x + half, low + 6.2),
        (x - half, low + 6.2),
        (x - half - 2.6, low + 4.4),
    ]
    sheet.poly(ribbon, (222, 234, 240), INK, 0.35)
    sheet.text(name, x, low + 3.2, 2.9, INK, weight=0.15)


def _stack_place(sheet: DrawingSheet, atlas: Atlas, stack: Stack) -> None:
    from vision.artwork.thurn_and_taxis.cards import tile_emblem

    places = dict(_stack_places(atlas))
    if stack.key not in places:
        return
    x, y = places[stack.key]
    if stack.kind is StackKind.FREE_CITY:
        sheet.circle(x, y, FREE_TILE_MM + 0.8, PAPER, INK, 0.35)
        sheet.circle(x, y, FREE_TILE_MM - 0.6, None, (120, 140, 156), 0.3)
        return
    half = STACK_MM / 2 + 1.0
    sheet.rect(x - half, y - half, x + half, y + half, PAPER, INK, 0.5, 2.5)
    sheet.rect(x - half + 1.2, y - half + 1.2, x + half - 1.2, y + half - 1.2, None, (120, 140, 156), 0.3, 2.0)
    tile_emblem(sheet, atlas, stack, x, y, STACK_MM * 0.8, faint=True)


def _title(sheet: DrawingSheet, atlas: Atlas) -> None:
    x, y = _title_spot(atlas)
    half, high = 58.0, 12.0
    sheet.rect(x - half, y - high, x + half, y + high, (206, 226, 236), INK, 0.7, 5.0)
    sheet.rect(x - half + 2, y - high + 2, x + half - 2, y + high - 2, None, (60, 74, 150), 0.5, 4.0)
    sheet.text(_TITLES.get(atlas.key, "DIE POST"), x, y - 3.0, 5.0, (44, 52, 120), weight=0.16)
    glyphs.posthorn(sheet, x, y + 5.4, 3.0)
    for side in (-1, 1):
        sheet.line(
            arc(x + side * 26, y + 5.4, 18, 2.0, 180 if side < 0 else 0, 360 if side < 0 else 180, 16),
            (60, 74, 150),
            0.4,
        )


def _neat_line(sheet: DrawingSheet) -> None:
    """The chequered frame of old maps."""
    w, h, m = sheet.width, sheet.height, _MARGIN
    for x0, y0, x1, y1 in ((0, 0, w, m), (0, h - m, w, h), (0, 0, m, h), (w - m, 0, w, h)):
        sheet.rect(x0, y0, x1, y1, (178, 206, 220), None)
    for k in range(60):
        if k % 2 == 0:
            at = m + k * (w - 2 * m) / 59
            for top in (3.2, h - 5.4):
                sheet.rect(at, top, at + (w - 2 * m) / 59, top + 2.2, (60, 72, 98), None)
    for k in range(41):
        if k % 2 == 0:
            at = m + k * (h - 2 * m) / 41
            for left in (3.2, w - 5.4):
                sheet.rect(left, at, left + 2.2, at + (h - 2 * m) / 41, (60, 72, 98), None)
    for inset, width in ((0.4, 0.8), (3.2, 0.35), (5.4, 0.35), (m, 0.7)):
        sheet.rect(inset, inset, w - inset, h - inset, None, INK, width)

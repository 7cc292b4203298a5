"""Cards and tiles of the own copies of the postal games: city cards, horses on their backs, carriages, bonus tiles."""

from __future__ import annotations

from functools import lru_cache
from zlib import crc32

import numpy as np

from games.thurn_and_taxis.atlas import Atlas, Stack, StackKind
from vision.artwork.drawn_shapes import mixed
from vision.artwork.sheet import INK, PAPER, DrawingSheet, darker
from vision.artwork.thurn_and_taxis import glyphs
from vision.artwork.thurn_and_taxis.land import province_colour
from vision.frames import Picture
from vision.imaging.values import Colour

CARD_MM = (59.0, 91.0)
CARRIAGE_MM = (91.0, 59.0)
TILE_MM = 22.0
_RED: Colour = (52, 56, 156)
_VALUE: Colour = (50, 66, 92)  # unlike any house, so that a camera never takes it for one
_COATS: tuple[Colour, ...] = ((58, 84, 130), (150, 156, 166), (48, 58, 76))


@lru_cache(maxsize=64)
def card_front(atlas: Atlas, name: str, px_per_mm: float = 4.0) -> Picture:
    """A city card: its town, name and province, and with horses their shoes on both sides."""
    city = atlas.city[name]
    wide, high = CARD_MM
    wash = province_colour(atlas, city.province)
    sheet = DrawingSheet(wide, high, px_per_mm, (228, 238, 242))
    sheet.rect(2.5, 2.5, wide - 2.5, high - 2.5, wash, INK, 0.6, 3.0)
    sheet.rect(5.5, 5.5, wide - 5.5, high - 5.5, (222, 234, 240), darker(wash, 0.4), 0.5, 2.0)
    sheet.rect(8.0, 22.0, wide - 8.0, high - 24.0, (232, 222, 206), INK, 0.4, 1.0)
    sheet.rect(8.2, high - 40.0, wide - 8.2, high - 24.2, mixed(wash, (120, 160, 130), 0.35), None)
    rng = np.random.default_rng(crc32(name.encode()))
    for x, y, size in ((16.0, high - 40.0, 14.0), (wide - 15.0, high - 40.0, 12.0)):
        glyphs.hill(sheet, x, y, size)
    glyphs.town(sheet, wide / 2, high - 36.0, 34.0, rng)
    sheet.line([(14.0, high - 24.2), (wide / 2 - 4, high - 30.0), (wide / 2, high - 36.0)], (150, 190, 214), 2.2)
    for x, y in ((13.0, high - 28.0), (wide - 13.0, high - 27.0), (wide - 18.0, high - 29.0)):
        glyphs.tree(sheet, x, y, 6.5)
    sheet.text(name, wide / 2, 13.5, min(5.4, 58.0 / max(8, len(name)) * 0.9), INK, weight=0.15)
    sheet.rect(8.0, high - 20.5, wide - 8.0, high - 9.0, mixed(wash, INK, 0.2), INK, 0.4, 2.0)
    sheet.text(city.province or "Freie Stadt", wide / 2, high - 14.8, 3.4, (236, 244, 248), weight=0.13)
    for shoe in range(city.usual_horses):
        for x in (12.0, wide - 12.0):
            glyphs.horseshoe(sheet, x, 29.0 + shoe * 9.0, 2.4)
    sheet.speckle(rng, 2.5)
    return sheet.finished()


@lru_cache(maxsize=8)
def card_back(horses: int, px_per_mm: float = 4.0) -> Picture:
    """The back: so many horses, or a posthorn where the game has none."""
    wide, high = CARD_MM
    sheet = DrawingSheet(wide, high, px_per_mm, (228, 238, 242))
    sheet.rect(2.5, 2.5, wide - 2.5, high - 2.5, (104, 84, 62) if horses else _RED, INK, 0.6, 3.0)
    sheet.rect(5.5, 5.5, wide - 5.5, high - 5.5, PAPER, INK, 0.4, 2.0)
    if not horses:
        for row in range(7):
            for column in range(4):
                tone = (150, 176, 194)
                glyphs.posthorn(sheet, 13.0 + column * 11.2, 14.0 + row * 10.8, 2.6, tone, None)
        sheet.circle(wide / 2, high / 2, 14.0, (214, 230, 238), _RED, 1.0)
        glyphs.posthorn(sheet, wide / 2, high / 2, 7.0)
    for number in range(horses):
        y = high / 2 + (number - (horses - 1) / 2) * 24.0
        sheet.line([(9.0, y + 11.0), (wide - 9.0, y + 11.0)], (120, 150, 134), 1.0)
        glyphs.horse(sheet, wide / 2, y, 11.5, _COATS[number])
    for shoe in range(horses):
        for x in (9.5, wide - 9.5):
            glyphs.horseshoe(sheet, x, 12.0 + shoe * 8.0, 2.3)
    sheet.speckle(np.random.default_rng(horses), 2.5)
    return sheet.finished()


@lru_cache(maxsize=16)
def carriage_card(paint: Colour, horses: int = 0, length: int = 0, points: int = 0, px_per_mm: float = 4.0) -> Picture:
    """A carriage: with its own ``horses`` (Power & Glory), or for routes of ``length`` cities, worth ``points``."""
    wide, high = CARRIAGE_MM
    sheet = DrawingSheet(wide, high, px_per_mm, (228, 238, 242))
    sheet.rect(2.5, 2.5, wide - 2.5, high - 2.5, (214, 224, 206), INK, 0.6, 3.0)
    sheet.line([(4.0, 46.0), (wide - 4.0, 46.0)], (130, 156, 142), 1.2)
    left = 8.0 if horses else 26.0
    sheet.rect(left + 4, 20.0, left + 30, 36.0, paint, INK, 0.6, 3.0)
    sheet.rect(left + 12, 22.5, left + 22, 29.5, (226, 228, 220), INK, 0.4, 1.0)
    sheet.poly([(left + 3, 20.5), (left + 31, 20.5), (left + 27, 16.0), (left + 7, 16.0)], darker(paint, 0.4), INK, 0.5)
    sheet.poly(
        [(left + 30, 26.0), (left + 38, 28.0), (left + 38, 36.0), (left + 30, 36.0)], darker(paint, 0.2), INK, 0.5
    )
    for x, radius in ((left + 8.5, 7.5), (left + 31.0, 6.0)):
        _wheel(sheet, x, 45.0 - radius, radius)
    glyphs.posthorn(sheet, left + 7.5, 28.5, 2.0)
    for number in range(horses):
        glyphs.horse(sheet, 58.0 + number * 19.0, 35.0 - number * 1.5, 11.0, _COATS[number % 3])
        glyphs.horseshoe(sheet, 58.0 + number * 19.0, 11.0, 3.0)
    if length:
        sheet.circle(13.0, 13.0, 7.0, PAPER, INK, 0.5)
        sheet.text(str(length), 13.0, 13.0, 7.0, INK, weight=0.16)
        sheet.circle(wide - 13.0, 13.0, 7.0, _RED, INK, 0.5)
        sheet.text(str(points), wide - 13.0, 13.0, 6.0 if points < 10 else 5.0, (236, 244, 248), weight=0.16)
    sheet.speckle(np.random.default_rng(length), 2.5)
    return sheet.finished()


def _wheel(sheet: DrawingSheet, x: float, y: float, radius: float) -> None:
    sheet.circle(x, y, radius, None, INK, 1.6)
    for turn in range(8):
        angle = turn * np.pi / 8
        dx, dy = radius * float(np.cos(angle)), radius * float(np.sin(angle))
        sheet.line([(x - dx, y - dy), (x + dx, y + dy)], (52, 72, 104), 0.6)
    sheet.circle(x, y, radius * 0.22, (90, 130, 170), INK, 0.4)


@lru_cache(maxsize=128)
def tile_picture(atlas: Atlas, key: str, value: int, px_per_mm: float = 6.0) -> Picture:
    """A bonus tile: what it is for, and its value."""
    stack = atlas.stack[key]
    sheet = DrawingSheet(TILE_MM, TILE_MM, px_per_mm, _ground(atlas, stack))
    sheet.rect(0.7, 0.7, TILE_MM - 0.7, TILE_MM - 0.7, None, INK, 0.5, 1.8)
    sheet.rect(1.5, 1.5, TILE_MM - 1.5, TILE_MM - 1.5, (222, 234, 240), darker(_ground(atlas, stack), 0.4), 0.4, 1.5)
    tile_emblem(sheet, atlas, stack, TILE_MM * 0.5, TILE_MM * 0.6, TILE_MM * 0.62)
    sheet.circle(5.4, 5.4, 4.0, _VALUE, INK, 0.4)
    sheet.text(str(value), 5.4, 5.4, 4.4, (240, 246, 250), weight=0.18)
    return sheet.finished()


def tile_emblem(
    sheet: DrawingSheet, atlas: Atlas, stack: Stack, x: float, y: float, size: float, *, faint: bool = False
) -> None:
    """What a stack is for: a number of cities, the washes of its provinces, a town, all provinces, a laurel."""
    ink = mixed(INK, PAPER, 0.35) if faint else INK
    match stack.kind:
        case StackKind.LENGTH:
            for k in range(stack.length):
                at = x + (k - (stack.length - 1) / 2) * size / stack.length
                sheet.circle(at, y + size * 0.36, size * 0.045, ink, None)
            sheet.line([(x - size * 0.42, y + size * 0.36), (x + size * 0.42, y + size * 0.36)], ink, 0.3)
            sheet.text(str(stack.length), x, y - size * 0.06, size * 0.5, ink, weight=0.14)
        case StackKind.PROVINCES:
            count = len(stack.provinces)
            for k, province in enumerate(stack.provinces):
                top = y - size * 0.42 + k * size * 0.84 / count
                low = top + size * 0.84 / count
                wash = province_colour(atlas, province)
                sheet.rect(x - size * 0.44, top, x + size * 0.44, low, wash, ink, 0.35, 1.0)
                sheet.text(
                    province, x, (top + low) / 2, min(size * 0.13, size * 0.95 / len(province)), INK, weight=0.15
                )
        case StackKind.FREE_CITY:
            glyphs.town(sheet, x, y + size * 0.3, size * 0.9, np.random.default_rng(crc32(stack.city.encode())))
        case StackKind.ALL_PROVINCES:
            names = sorted(atlas.provinces)
            for k, province in enumerate(names):
                start = 360 * k / len(names)
                wedge = [(x, y), *_wedge(x, y, size * 0.42, start, start + 360 / len(names))]
                sheet.poly(wedge, province_colour(atlas, province), ink, 0.3)
            sheet.circle(x, y, size * 0.16, PAPER, ink, 0.3)
        case StackKind.GAME_END:
            glyphs.posthorn(sheet, x, y, size * 0.28, (190, 206, 214) if faint else (70, 158, 206), ink)


def _wedge(x: float, y: float, radius: float, start: float, end: float) -> list[tuple[float, float]]:
    from vision.artwork.sheet import arc

    return arc(x, y, radius, radius, start, end, 10)


def _ground(atlas: Atlas, stack: Stack) -> Colour:
    if stack.kind is StackKind.PROVINCES:
        return province_colour(atlas, stack.provinces[0])
    return {StackKind.LENGTH: (190, 206, 176), StackKind.FREE_CITY: (226, 234, 240)}.get(stack.kind, (150, 190, 218))

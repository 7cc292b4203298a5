"""Sixteen buildings of the Hanse, each drawn in the stone and under the sky of its city."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from vision.artwork.riga import masonry as m
from vision.artwork.riga.style import CITY, GOLD, PAPER, ROOF, SEA, SKY, WALL, WOOD, shade, tint
from vision.artwork.sheet import INK, DrawingSheet, arc
from vision.imaging.values import Colour


@dataclass(frozen=True, slots=True)
class BuildingSite:
    """Where a building stands: the picture's rectangle, its base line, its city, and what chance decides."""

    x0: float
    y0: float
    x1: float
    y1: float
    city: str
    rng: np.random.Generator

    @property
    def middle(self) -> float:
        """x of the middle."""
        return (self.x0 + self.x1) / 2

    @property
    def base(self) -> float:
        """y of the ground the building stands on."""
        return self.y1 - 6.5

    @property
    def stone(self) -> Colour:
        """What the city builds with."""
        return WALL[self.city]

    @property
    def tiles(self) -> Colour:
        """What it roofs with."""
        return ROOF[self.city]

    @property
    def colour(self) -> Colour:
        """Its own colour."""
        return CITY[self.city]


def illustrate(c: DrawingSheet, name: str, site: BuildingSite) -> None:
    """A building by its name in the default set, with sky, sea and quay; a card of another name shows a town."""
    _scenery(c, site)
    _BUILDINGS.get(name, _town)(c, site)
    for _ in range(2):
        x = float(site.rng.uniform(site.x0 + 3, site.x1 - 3))
        m.barrel(c, x, site.y1 - 0.8, float(site.rng.uniform(3.0, 4.4)))


def _scenery(c: DrawingSheet, site: BuildingSite) -> None:
    sky, rng = SKY[site.city], site.rng
    high = site.base - site.y0
    for k in range(8):
        top = site.y0 + high * k / 8
        c.rect(site.x0, top, site.x1, top + high / 8 + 0.1, tint(sky, 0.1 * k), None)
    for _ in range(3):
        x, y = rng.uniform(site.x0 + 5, site.x1 - 5), rng.uniform(site.y0 + 3, site.y0 + high * 0.5)
        for dx, r in ((-2.2, 1.1), (0, 1.7), (2.3, 1.2)):
            c.poly(arc(x + dx, y, r * 1.5, r, 0, 360, 20), (250, 250, 250), None)
    m.waves(c, site.x0, site.x1, site.base - 3.0, site.base, SEA, rng)
    m.cog(c, float(rng.choice([site.x0 + 5.0, site.x1 - 5.0])), site.base - 2.0, float(rng.uniform(2.2, 3.2)), PAPER)
    quay = (150, 172, 186)
    c.rect(site.x0, site.base - 0.2, site.x1, site.y1, quay, None)
    for y in np.arange(site.base + 1.6, site.y1, 1.9):
        c.line([(site.x0, float(y)), (site.x1, float(y))], shade(quay, 0.2), 0.14)


def _house(
    c: DrawingSheet, site: BuildingSite, x: float, wide: float, high: float, gable: float, steps: int = 4
) -> None:
    m.wall(c, x - wide / 2, site.base - high, x + wide / 2, site.base, site.stone)
    m.stepped_gable(c, x - wide / 2, x + wide / 2, site.base - high, gable, steps, site.stone)


def _warehouse(c: DrawingSheet, s: BuildingSite) -> None:
    _house(c, s, s.middle, 19, 14, 13, 5)
    for row in range(3):
        y = s.base - 3.4 - row * 4.0
        c.rect(s.middle - 1.9, y - 2.6, s.middle + 1.9, y, WOOD, INK, 0.2)
        m.windows(c, s.middle - 8.5, s.middle - 3, y, 2, 1.2, 2.2, s.rng)
        m.windows(c, s.middle + 3, s.middle + 8.5, y, 2, 1.2, 2.2, s.rng)
    c.line([(s.middle, s.base - 23.0), (s.middle + 5.5, s.base - 23.0), (s.middle + 5.5, s.base - 9.0)], INK, 0.35)
    m.barrel(c, s.middle + 5.5, s.base - 6.2, 2.8)


def _market_hall(c: DrawingSheet, s: BuildingSite) -> None:
    m.wall(c, s.middle - 18, s.base - 11, s.middle + 18, s.base, s.stone)
    m.roof(c, s.middle - 18, s.middle + 18, s.base - 11, s.base - 19, s.tiles, 5)
    for k in range(5):
        m.gate(c, s.middle - 14.4 + 7.2 * k, s.base, 5.0, 6.8, portcullis=False)
    for k in range(2):
        x = s.middle - 9 + 18 * k
        for stripe in range(6):
            colour = s.colour if stripe % 2 else PAPER
            c.rect(x - 5 + stripe * 1.7, s.base - 4.2, x - 3.3 + stripe * 1.7, s.base - 1.8, colour, INK, 0.12)
        c.rect(x - 4.6, s.base - 0.4, x + 4.6, s.base + 1.8, WOOD, INK, 0.18)
    m.tower(c, s.middle, s.base - 18.5, 5, 5, s.stone, s.tiles, 6)


def _guild_house(c: DrawingSheet, s: BuildingSite) -> None:
    for x in (s.middle - 8.6, s.middle + 8.6):
        _house(c, s, x, 17, 13, 12, 4)
        m.windows(c, x - 7, x + 7, s.base - 7.4, 3, 1.8, 4.0, s.rng)
        m.windows(c, x - 4, x + 4, s.base - 13.4, 2, 1.5, 3.2, s.rng)
    m.gate(c, s.middle, s.base, 5.0, 6.2)
    m.shield(c, s.middle, s.base - 10.2, 4.8, s.colour)


def _trading_post(c: DrawingSheet, s: BuildingSite) -> None:
    _house(c, s, s.middle - 5, 16, 15, 9, 3)
    m.wall(c, s.middle + 3, s.base - 9, s.middle + 17, s.base, tint(s.stone, 0.3))
    m.roof(c, s.middle + 3, s.middle + 17, s.base - 9, s.base - 15, s.tiles, 2)
    m.windows(c, s.middle - 12, s.middle + 2, s.base - 9, 3, 1.6, 3.4, s.rng)
    m.windows(c, s.middle + 5, s.middle + 16, s.base - 4.4, 3, 1.4, 2.4, s.rng)
    m.gate(c, s.middle - 5, s.base, 4.4, 6.0)
    c.line([(s.middle + 2.8, s.base - 12), (s.middle + 8.4, s.base - 12)], INK, 0.3)
    m.coin(c, s.middle + 6.8, s.base - 9.6, 2.1)


def _brewery(c: DrawingSheet, s: BuildingSite) -> None:
    m.wall(c, s.middle - 14, s.base - 12, s.middle + 10, s.base, s.stone)
    m.roof(c, s.middle - 14, s.middle + 10, s.base - 12, s.base - 20, s.tiles, 3)
    m.wall(c, s.middle + 11, s.base - 25, s.middle + 15.5, s.base, shade(s.stone, 0.12))
    c.rect(s.middle + 10.4, s.base - 26, s.middle + 16.1, s.base - 24.6, s.stone, INK, 0.2)
    for k, r in enumerate((1.2, 1.7, 2.2)):
        x, y = s.middle + 14 + k * 1.8, s.base - 27.6 - k * 2.5
        c.poly(arc(x, y, r, r * 0.8, 0, 360, 18), (226, 226, 226), (170, 170, 170), 0.14)
    m.windows(c, s.middle - 13, s.middle + 9, s.base - 6.4, 5, 1.6, 3.2, s.rng)
    m.gate(c, s.middle - 2, s.base, 5.0, 5.4)
    for k in range(3):
        m.barrel(c, s.middle - 11.5 + k * 3.0, s.base + 1.4, 3.6)


def _mint(c: DrawingSheet, s: BuildingSite) -> None:
    m.wall(c, s.middle - 12, s.base - 15, s.middle + 12, s.base, s.stone)
    m.battlements(c, s.middle - 12, s.middle + 12, s.base - 15, s.stone, 1.5)
    m.tower(c, s.middle + 13, s.base, 8, 20, s.stone, s.tiles, 9)
    m.windows(c, s.middle - 11, s.middle + 8, s.base - 3.6, 4, 1.4, 3.0, s.rng)
    m.gate(c, s.middle + 13, s.base, 4.0, 5.4)
    m.coin(c, s.middle - 3, s.base - 10.6, 3.6)


def _gatehouse(c: DrawingSheet, s: BuildingSite) -> None:
    m.wall(c, s.x0, s.base - 7, s.x1, s.base, s.stone)
    m.battlements(c, s.x0, s.x1, s.base - 7, s.stone, 1.3)
    m.wall(c, s.middle - 8, s.base - 15, s.middle + 8, s.base, s.stone)
    m.stepped_gable(c, s.middle - 6, s.middle + 6, s.base - 15, 7, 3, s.stone)
    for x in (s.middle - 10.5, s.middle + 10.5):
        m.tower(c, x, s.base, 9, 17, s.stone, s.tiles, 10)
    m.gate(c, s.middle, s.base, 7.6, 9.4, portcullis=True)
    m.pennant(c, s.middle - 10.5, s.base - 27, 4.0, s.colour)


def _armoury(c: DrawingSheet, s: BuildingSite) -> None:
    m.wall(c, s.middle - 17, s.base - 13, s.middle + 17, s.base, s.stone)
    m.roof(c, s.middle - 17, s.middle + 17, s.base - 13, s.base - 18, s.tiles, 2)
    m.stepped_gable(c, s.middle - 8, s.middle + 8, s.base - 13, 12, 5, s.stone)
    for x in (s.middle - 12.5, s.middle + 12.5):
        m.windows(c, x - 3.6, x + 3.6, s.base - 5, 2, 1.7, 3.6, s.rng)
    m.gate(c, s.middle, s.base, 5.2, 6.0)
    m.shield(c, s.middle, s.base - 12.0, 6.4, s.colour)
    for sign in (-1, 1):
        c.line([(s.middle - sign * 4.6, s.base - 16.4), (s.middle + sign * 4.6, s.base - 8.4)], (224, 228, 230), 0.75)
        c.line([(s.middle + sign * 3.0, s.base - 8.4), (s.middle + sign * 4.6, s.base - 10.6)], GOLD, 0.55)


def _castle(c: DrawingSheet, s: BuildingSite) -> None:
    hill = [(s.x0, s.base), (s.middle - 13, s.base - 7), (s.middle + 13, s.base - 7), (s.x1, s.base)]
    c.poly(hill, (112, 158, 128), INK, 0.2)
    base = s.base - 6
    m.tower(c, s.middle + 3, base, 8, 20, s.stone, None)
    m.wall(c, s.middle - 13, base - 11, s.middle + 13, base, s.stone)
    m.battlements(c, s.middle - 13, s.middle + 13, base - 11, s.stone, 1.4)
    for x, high in ((s.middle - 14, 16), (s.middle + 14, 14)):
        m.tower(c, x, base + 1, 6.5, high, s.stone, s.tiles, 8)
    m.gate(c, s.middle - 2, base, 5.0, 7.0, portcullis=True)
    m.windows(c, s.middle + 3, s.middle + 11, base - 4, 2, 1.3, 2.8, s.rng)
    m.pennant(c, s.middle + 3, base - 21, 5.0, s.colour)


def _town_hall(c: DrawingSheet, s: BuildingSite) -> None:
    m.tower(c, s.middle - 12, s.base, 6, 22, s.stone, s.tiles, 12)
    m.wall(c, s.middle - 9, s.base - 16, s.middle + 16, s.base, s.stone)
    for k in range(3):
        m.spire(c, s.middle - 5.0 + 8.6 * k, s.base - 15.8, 6.4, 7.0, s.tiles, ball=False)
        m.windows(c, s.middle - 8.6 + 8.4 * k, s.middle - 0.8 + 8.4 * k, s.base - 8.6, 2, 1.8, 4.6, s.rng)
        m.gate(c, s.middle - 4.8 + 8.4 * k, s.base, 5.6, 6.4)
    m.coin(c, s.middle - 12, s.base - 18.6, 1.8)
    m.pennant(c, s.middle - 12, s.base - 35.2, 3.2, s.colour)


def _shipyard(c: DrawingSheet, s: BuildingSite) -> None:
    m.waves(c, s.x0, s.x1, s.base - 4.0, s.base + 2.0, SEA, s.rng)
    m.wall(c, s.x0 + 1, s.base - 11, s.x0 + 12, s.base, tint(s.stone, 0.2))
    m.roof(c, s.x0 + 1, s.x0 + 12, s.base - 11, s.base - 16, s.tiles, 2)
    m.windows(c, s.x0 + 2, s.x0 + 11, s.base - 4, 2, 1.6, 3.2, s.rng)
    x, y = s.middle + 5, s.base
    hull = [(x - 14, y - 9), (x - 10, y + 2), (x + 9, y + 2), (x + 15, y - 10)]
    c.poly(hull, tint(WOOD, 0.25), INK, 0.3)
    for k in np.linspace(-0.8, 0.8, 9):
        c.line([(x + 11.5 * k, y + 2), (x + 14.4 * k, y - 9 - 2 * abs(k))], shade(WOOD, 0.25), 0.9)
    for share in (0.3, 0.62):
        c.line([(x - 12.6, y - 9 * share - 1), (x + 13, y - 9 * share - 1)], shade(WOOD, 0.5), 0.3)
    c.line([(x + 2, y - 6), (x + 2, y - 27)], WOOD, 1.0)
    c.line([(x + 2, y - 25), (x - 11, y - 27), (x - 11, y - 14)], INK, 0.5)
    c.line([(x + 2, y - 20), (x - 6, y - 26)], WOOD, 0.7)
    m.pennant(c, x + 2, y - 26.5, 4.4, s.colour)


def _cathedral(c: DrawingSheet, s: BuildingSite) -> None:
    for x in (s.middle - 9.5, s.middle + 9.5):
        m.tower(c, x, s.base, 8, 19, s.stone, s.tiles, 14)
        m.windows(c, x - 3, x + 3, s.base - 4, 2, 1.2, 3.6, s.rng)
    m.wall(c, s.middle - 6, s.base - 17, s.middle + 6, s.base, s.stone)
    m.spire(c, s.middle, s.base - 17, 11.4, 7.0, s.stone, ball=False)
    c.circle(s.middle, s.base - 12.4, 3.0, (150, 116, 72), INK, 0.3)
    for k in range(8):
        a = np.pi * k / 4
        dx, dy = 2.9 * float(np.cos(a)), 2.9 * float(np.sin(a))
        c.line([(s.middle, s.base - 12.4), (s.middle + dx, s.base - 12.4 + dy)], PAPER, 0.25)
    m.gate(c, s.middle, s.base, 5.0, 7.0)


def _monastery(c: DrawingSheet, s: BuildingSite) -> None:
    m.wall(c, s.middle - 4, s.base - 13, s.middle + 15, s.base, s.stone)
    m.roof(c, s.middle - 4, s.middle + 15, s.base - 13, s.base - 21, s.tiles, 2)
    m.windows(c, s.middle - 3, s.middle + 14, s.base - 4.4, 5, 1.6, 5.8, s.rng)
    m.tower(c, s.middle - 6.5, s.base, 6, 18, s.stone, s.tiles, 11)
    m.wall(c, s.x0 + 2, s.base - 6, s.middle - 9, s.base, tint(s.stone, 0.25))
    for k in range(3):
        m.gate(c, s.x0 + 4.2 + 3.6 * k, s.base, 2.6, 4.4)


def _school(c: DrawingSheet, s: BuildingSite) -> None:
    _house(c, s, s.middle, 22, 12, 11, 3)
    m.windows(c, s.middle - 10, s.middle - 3, s.base - 5, 2, 2.2, 4.4, s.rng)
    m.windows(c, s.middle + 3, s.middle + 10, s.base - 5, 2, 2.2, 4.4, s.rng)
    m.gate(c, s.middle, s.base, 4.4, 6.4)
    book = [(s.middle - 5, s.base - 16), (s.middle, s.base - 14.6), (s.middle + 5, s.base - 16)]
    c.poly([*book, (s.middle + 5, s.base - 11), (s.middle, s.base - 9.6), (s.middle - 5, s.base - 11)], PAPER, INK, 0.3)
    c.line([(s.middle, s.base - 14.6), (s.middle, s.base - 9.6)], INK, 0.3)
    for y in (14.2, 12.8, 11.4):
        c.line([(s.middle - 4, s.base - y), (s.middle - 1, s.base - y + 0.8)], INK, 0.2)
        c.line([(s.middle + 1, s.base - y + 0.8), (s.middle + 4, s.base - y)], INK, 0.2)


def _storehouse(c: DrawingSheet, s: BuildingSite) -> None:
    m.wall(c, s.middle - 12, s.base - 19, s.middle + 12, s.base, tint(s.stone, 0.55), courses=False)
    for k in range(5):
        x = s.middle - 12 + 6 * k
        c.line([(x, s.base), (x, s.base - 19)], shade(WOOD, 0.3), 0.8)
        if k < 4:
            c.line([(x, s.base - 6.3 * (k % 3)), (x + 6, s.base - 6.3 * (k % 3) - 6.3)], shade(WOOD, 0.3), 0.7)
    for y in (0.4, 6.3, 12.6, 19):
        c.line([(s.middle - 12, s.base - y), (s.middle + 12, s.base - y)], shade(WOOD, 0.3), 0.8)
    m.roof(c, s.middle - 12.5, s.middle + 12.5, s.base - 19, s.base - 28, s.tiles, 4)
    for x in (-7.5, 7.5):
        m.barrel(c, s.middle + x, s.base + 1.6, 4.0)


def _exchange(c: DrawingSheet, s: BuildingSite) -> None:
    _house(c, s, s.middle, 18, 15, 10, 4)
    m.windows(c, s.middle - 8, s.middle + 8, s.base - 2.4, 4, 1.6, 3.4, s.rng)
    top = s.base - 14.5
    c.line([(s.middle, top - 2), (s.middle, top + 7)], INK, 0.5)
    c.line([(s.middle - 6, top - 0.6), (s.middle + 6, top + 0.6)], INK, 0.5)
    for sign in (-1, 1):
        x, y = s.middle + 6 * sign, top + 0.6 * sign
        c.line([(x - 2, y + 4), (x, y), (x + 2, y + 4)], INK, 0.22)
        c.poly(arc(x, y + 4, 2.4, 1.6, 0, 180, 12), GOLD, INK, 0.24)


def _town(c: DrawingSheet, s: BuildingSite) -> None:
    for x, wide, high in ((s.middle - 12, 10, 9), (s.middle, 12, 13), (s.middle + 12, 10, 8)):
        _house(c, s, x, wide, high, 7, 3)
        m.windows(c, x - wide * 0.4, x + wide * 0.4, s.base - 3, 2, 1.4, 3.0, s.rng)


_BUILDINGS: dict[str, Callable[[DrawingSheet, BuildingSite], None]] = {
    "warehouse": _warehouse,
    "market_hall": _market_hall,
    "guild_house": _guild_house,
    "trading_post": _trading_post,
    "brewery": _brewery,
    "mint": _mint,
    "gatehouse": _gatehouse,
    "armoury": _armoury,
    "castle": _castle,
    "town_hall": _town_hall,
    "shipyard": _shipyard,
    "cathedral": _cathedral,
    "monastery": _monastery,
    "school": _school,
    "storehouse": _storehouse,
    "exchange": _exchange,
}

"""Tableside's own Riga, to print and to lay on the simulated table: building cards, commodities, Grand Masters.

Drawn in the manner of the Hanse: brick gables on the quay, arms in the cities' colours, prices in ducats. Names
stand on the cards in German, as people say them at the table; everything else speaks in signs. A small ``*`` marks
what is a default of ours.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from zlib import crc32

import numpy as np

from games.riga.box.buildings import DEFAULT, Building, CardSet, default_cards
from games.riga.box.components import CITIES, MONEY, PERSONS, Master, Side, printed
from games.riga.box.goods import GOODS, GoodsMarket, Tariff, market
from vision.artwork.drawn_shapes import mixed
from vision.artwork.riga import masonry as m
from vision.artwork.riga.buildings import BuildingSite, illustrate
from vision.artwork.riga.signs import arms, good, person
from vision.artwork.riga.style import CITY, CREAM, DARK_GOLD, GOLD, GOOD, PAPER, RED, WALL, shade, tint
from vision.artwork.sheet import INK, DrawingSheet
from vision.frames import Picture
from vision.imaging.values import Colour

CARD_MM = (59.0, 91.0)
TILE_MM = (52.0, 52.0)
_NAMES = {
    "warehouse": "Lagerhaus",
    "market_hall": "Markthalle",
    "guild_house": "Gildehaus",
    "trading_post": "Kontor",
    "brewery": "Brauhaus",
    "mint": "Münze",
    "gatehouse": "Stadttor",
    "armoury": "Zeughaus",
    "castle": "Burg",
    "town_hall": "Rathaus",
    "shipyard": "Werft",
    "cathedral": "Dom",
    "monastery": "Kloster",
    "school": "Schule",
    "storehouse": "Speicher",
    "exchange": "Wechselstube",
}
_GOOD_NAMES = {"cloth": "Tuch", "glass": "Glas", "wine": "Wein", "grain": "Getreide"}
_SUBJECTS = {"Knight": "Ritter", "Merchant": "Kaufmann", MONEY: "Geld"}


@dataclass(frozen=True, eq=False, slots=True)
class RigaPrint:
    """Something to print to scale: its name, picture (BGR), size on paper in mm, and how many of it."""

    name: str
    picture: Picture
    size_mm: tuple[float, float]
    count: int = 1


@lru_cache(maxsize=80)
def building_card(
    card: Building, px_per_mm: float = 6.0, tariff: Tariff | None = None, *, german: bool = True
) -> Picture:
    """The front of a building card, with the prices of an owner's box or the ones that ship; called in German, as it is
    printed, or in English."""
    wide, high = CARD_MM
    colour, rng = CITY[card.city], np.random.default_rng(crc32(card.key.encode()))
    c = DrawingSheet(wide, high, px_per_mm, CREAM)
    c.rect(2.0, 2.0, wide - 2.0, high - 2.0, colour, INK, 0.5, 3.0)
    c.rect(4.2, 4.2, wide - 4.2, high - 4.2, tint(colour, 0.78), shade(colour, 0.4), 0.4, 1.8)
    c.rect(5.6, 20.5, wide - 5.6, 61.0, CREAM, None)
    site = BuildingSite(5.6, 20.5, wide - 5.6, 61.0, card.city, rng)
    illustrate(c, card.name if card.mark == DEFAULT else "", site)
    _frame_over(c, tint(colour, 0.78), (5.6, 20.5, wide - 5.6, 61.0))
    c.rect(5.6, 20.5, wide - 5.6, 61.0, None, INK, 0.45)
    _head(c, card, german=german)
    _prices(c, card.city, 68.0, dict(tariff or market().tariff))
    _foot(c, card, colour)
    c.speckle(rng, 2.0)
    return c.finished()


@lru_cache(maxsize=4)
def building_back(px_per_mm: float = 6.0) -> Picture:
    """The back of building cards: a cog before a brick wall."""
    wide, high = CARD_MM
    c = DrawingSheet(wide, high, px_per_mm, CREAM)
    c.rect(2.0, 2.0, wide - 2.0, high - 2.0, CITY["Riga"], INK, 0.5, 3.0)
    m.wall(c, 5.0, 5.0, wide - 5.0, high - 5.0, WALL["Riga"])
    c.circle(wide / 2, high / 2, 19.0, PAPER, INK, 0.8)
    c.circle(wide / 2, high / 2, 17.4, None, DARK_GOLD, 0.5)
    m.cog(c, wide / 2, high / 2 + 7.0, 10.5, tint(RED, 0.2))
    c.speckle(np.random.default_rng(7), 2.0)
    return c.finished()


@lru_cache(maxsize=16)
def good_card(name: str, px_per_mm: float = 6.0, tariff: Tariff | None = None, *, german: bool = True) -> Picture:
    """A commodity: what it is, its base value, and where it is worth more or nothing."""
    prices = dict(tariff or market().tariff)
    wide, high = CARD_MM
    fill = GOOD[name]
    c = DrawingSheet(wide, high, px_per_mm, CREAM)
    c.rect(2.0, 2.0, wide - 2.0, high - 2.0, shade(fill, 0.1), INK, 0.5, 3.0)
    c.rect(4.6, 4.6, wide - 4.6, high - 4.6, tint(fill, 0.72), shade(fill, 0.4), 0.4, 2.0)
    for k in range(5):
        c.line([(7.0, 24 + 9.0 * k), (wide - 7.0, 24 + 9.0 * k)], tint(fill, 0.6), 0.4)
    good(c, name, wide / 2, high / 2 - 2, 38.0)
    value = str(prices["Riga"][GOODS.index(name)])
    for x, y in ((11.5, 11.5), (wide - 11.5, high - 11.5)):
        m.coin(c, x, y, 5.6, value)
    c.text(_GOOD_NAMES[name] if german else name.capitalize(), wide / 2 + 4, 11.5, 4.4, INK, weight=0.15)
    _favoured_strip(c, name, high - 12.0, prices)
    c.speckle(np.random.default_rng(len(name)), 2.0)
    return c.finished()


@lru_cache(maxsize=4)
def good_back(px_per_mm: float = 6.0) -> Picture:
    """The back of commodities: the four of them."""
    wide, high = CARD_MM
    c = DrawingSheet(wide, high, px_per_mm, CREAM)
    c.rect(2.0, 2.0, wide - 2.0, high - 2.0, (110, 88, 62), INK, 0.5, 3.0)
    c.rect(5.0, 5.0, wide - 5.0, high - 5.0, PAPER, INK, 0.4, 2.0)
    for number, name in enumerate(GOODS):
        good(c, name, wide * (0.3 + 0.4 * (number % 2)), high * (0.32 + 0.36 * (number // 2)), 17.0)
    c.speckle(np.random.default_rng(8), 2.0)
    return c.finished()


@lru_cache(maxsize=24)
def master_tile(master: Master, players: int = 4, px_per_mm: float = 6.0, *, german: bool = True) -> Picture:
    """A Grand Master as it lies; Money on the side that goes with so many players."""
    wide, high = TILE_MM
    subject = master.subject
    colour = CITY.get(
        subject, {"Knight": (150, 140, 128), "Merchant": (140, 82, 96), MONEY: (60, 140, 176)}.get(subject)
    )
    assert colour is not None
    c = DrawingSheet(wide, high, px_per_mm, CREAM)
    ground: Colour = tint(colour, 0.62) if master.side is not Side.FIRST else shade(colour, 0.35)
    c.rect(1.4, 1.4, wide - 1.4, high - 1.4, colour, INK, 0.6, 3.0)
    c.rect(4.0, 4.0, wide - 4.0, high - 4.0, ground, INK, 0.4, 2.0)
    c.circle(wide / 2, 22.5, 13.4, tint(colour, 0.82), INK, 0.5)
    c.circle(wide / 2, 22.5, 12.2, None, DARK_GOLD, 0.5)
    if subject in CITIES:
        arms(c, subject, wide / 2, 22.5, 18.0)
    elif subject in PERSONS:
        person(c, subject, wide / 2, 22.5, 17.0)
    else:
        for dx, dy in ((-4.5, 4.0), (4.5, 4.0), (0.0, -3.5)):
            m.coin(c, wide / 2 + dx, 22.5 + dy, 5.0)
    _tile_words(c, master, players, german=german)
    c.speckle(np.random.default_rng(crc32(master.key.encode())), 2.0)
    return c.finished()


def building_prints(
    px_per_mm: float, cards: CardSet | None = None, tariff: Tariff | None = None
) -> Iterator[RigaPrint]:
    """Every building card; a set of the Riga buildings for each of four players."""
    cards = cards or default_cards()
    for card in cards.cards:
        yield RigaPrint(card.key, building_card(card, px_per_mm, tariff), CARD_MM)
    for card in cards.riga:
        yield RigaPrint(card.key, building_card(card, px_per_mm, tariff), CARD_MM, 4)


def good_prints(px_per_mm: float, numbers: GoodsMarket | None = None) -> Iterator[RigaPrint]:
    """Every commodity, as many as the box has."""
    numbers = numbers or market()
    for name, count in zip(GOODS, numbers.stock, strict=True):
        yield RigaPrint(name, good_card(name, px_per_mm, numbers.tariff), CARD_MM, count)


def master_prints(px_per_mm: float) -> Iterator[tuple[RigaPrint, RigaPrint]]:
    """The eight Grand Masters, both sides of each."""
    for subject in (*CITIES, *PERSONS):
        yield (
            RigaPrint(f"max-{subject}", master_tile(Master(subject, Side.MAX), 4, px_per_mm), TILE_MM),
            RigaPrint(f"first-{subject}", master_tile(Master(subject, Side.FIRST), 4, px_per_mm), TILE_MM),
        )
    money = Master(MONEY, Side.NONE)
    yield (
        RigaPrint("Money four", master_tile(money, 4, px_per_mm), TILE_MM),
        RigaPrint("Money fewer", master_tile(money, 3, px_per_mm), TILE_MM),
    )


# Parts of a building card


def _frame_over(c: DrawingSheet, fill: Colour, box: tuple[float, float, float, float]) -> None:
    """What was drawn beyond the picture's edge is covered by the card again."""
    x0, y0, x1, y1 = box
    wide = CARD_MM[0]
    for left, top, right, bottom in (
        (4.4, 5, x0, y1 + 4),
        (x1, 5, wide - 4.4, y1 + 4),
        (x0, y1, x1, y1 + 5),
        (x0, 5, x1, y0),
    ):
        c.rect(left, top, right, bottom, fill, None)


def _head(c: DrawingSheet, card: Building, *, german: bool) -> None:
    wide = CARD_MM[0]
    m.coin(c, 11.0, 12.0, 5.8, str(card.cost))
    name = card.name
    if card.mark == DEFAULT and name in _NAMES:
        name = _NAMES[name] if german else name.replace("_", " ").capitalize()
    size = min(4.2, 36.0 / max(6, len(name)) * 0.98)
    room = (19.0, wide - 20.0) if card.persons else (19.0, wide - 8.0)
    c.text(
        name, (room[0] + room[1]) / 2, 10.4, min(size, (room[1] - room[0]) / max(6, len(name)) * 1.12), INK, weight=0.16
    )
    c.text(card.city, (room[0] + room[1]) / 2, 16.4, 2.7, shade(CITY[card.city], 0.45), weight=0.15)
    for place, kind in enumerate(card.persons):
        x = wide - 12.0 - 12.0 * place
        c.circle(x, 12.4, 6.4, PAPER, INK, 0.45)
        person(c, kind, x, 12.6, 9.6)


def _prices(c: DrawingSheet, city: str, y: float, prices: dict[str, tuple[int, ...]]) -> None:
    wide = CARD_MM[0]
    c.rect(5.6, y - 5.2, wide - 5.6, y + 5.2, PAPER, INK, 0.35, 1.5)
    step = (wide - 13.0) / 4
    for place, (name, price, base) in enumerate(zip(GOODS, prices[city], prices["Riga"], strict=True)):
        x = 6.5 + step * (place + 0.5)
        if price > base:
            c.rect(
                x - step / 2 + 0.4, y - 4.6, x + step / 2 - 0.4, y + 4.8, mixed(GOLD, PAPER, 0.35), DARK_GOLD, 0.3, 1.0
            )
        good(c, name, x - 2.6, y, 6.4)
        if price:
            c.text(str(price), x + 3.0, y + 0.2, 4.0, INK, weight=0.18)
        else:
            c.line([(x - 5.4, y + 3.8), (x + 4.6, y - 3.8)], RED, 0.9)
            c.line([(x - 5.4, y - 3.8), (x + 4.6, y + 3.8)], RED, 0.9)


def _foot(c: DrawingSheet, card: Building, colour: Colour) -> None:
    wide, high = CARD_MM
    arms(c, card.city, 11.4, high - 10.6, 11.0)
    m.laurel(c, wide - 12.4, high - 10.8, 5.0, (92, 148, 92))
    c.circle(wide - 12.4, high - 10.8, 4.3, PAPER, INK, 0.35)
    c.text(str(card.points), wide - 12.4, high - 10.8, 5.0, INK, weight=0.18)
    x, y = wide / 2 - 1.0, high - 10.6
    if card.purse:
        purse = [
            (x - 4, y + 3.6),
            (x - 4.8, y + 0.6),
            (x - 1.4, y - 2.6),
            (x + 1.4, y - 2.6),
            (x + 4.8, y + 0.6),
            (x + 4, y + 3.6),
        ]
        c.poly(purse, (74, 104, 150), INK, 0.35)
        c.line([(x - 2.2, y - 2.4), (x + 2.2, y - 2.4)], RED, 0.8)
        m.coin(c, x, y + 0.9, 2.4, str(card.purse))
    elif card.store:
        m.barrel(c, x - 3.2, y + 4.0, 7.0)
        c.text(f"+{card.store}", x + 3.4, y + 0.6, 4.4, INK, weight=0.18)
    if card.mark == DEFAULT:
        c.text("*", wide - 5.2, high - 4.6, 2.2, shade(colour, 0.5), weight=0.16)


def _favoured_strip(c: DrawingSheet, name: str, y: float, every: dict[str, tuple[int, ...]]) -> None:
    """Where the commodity is worth more, and where nothing."""
    place = GOODS.index(name)
    x = 12.0
    for city, prices in every.items():
        if city == "Riga" or prices[place] == every["Riga"][place]:
            continue
        arms(c, city, x, y, 8.0)
        if prices[place]:
            c.text(str(prices[place]), x + 6.4, y, 4.2, INK, weight=0.18)
        else:
            c.line([(x - 3.6, y - 4.2), (x + 3.6, y + 4.2)], RED, 1.0)
            c.line([(x + 3.6, y - 4.2), (x - 3.6, y + 4.2)], RED, 1.0)
        x += 15.0


def _tile_words(c: DrawingSheet, master: Master, players: int, *, german: bool) -> None:
    wide = TILE_MM[0]
    name = _SUBJECTS.get(master.subject, master.subject) if german else master.subject
    ink = INK if master.side is not Side.FIRST else CREAM
    m.scroll(c, 10.0, wide - 10.0, 41.5, 8.4)
    if master.is_money:
        c.text("-".join(map(str, printed().ranks(players))), wide / 2, 41.5, 4.6, INK, weight=0.18)
        c.text(name, 14.0, 8.4, 3.2, ink, weight=0.15)
        return
    words = "Max." if master.side is Side.MAX else "1."
    c.text(f"{words} {name}", wide / 2, 41.5, min(4.4, 36.0 / (len(name) + 5)), INK, weight=0.17)
    c.circle(9.6, 9.6, 5.4, GOLD if master.side is Side.MAX else RED, INK, 0.45)
    if master.side is Side.MAX:
        c.text(str(printed().needs(master)), 9.6, 9.6, 5.4, INK, weight=0.2)
    else:  # a lock: it is kept for good
        c.rect(7.2, 9.0, 12.0, 12.6, PAPER, INK, 0.35, 0.6)
        c.line([(7.9, 9.0), (7.9, 7.6), (8.6, 6.6), (10.6, 6.6), (11.3, 7.6), (11.3, 9.0)], PAPER, 0.8)
        c.text(str(printed().needs(master)), 9.6, 10.9, 2.6, INK, weight=0.2)
    c.text("4", wide - 8.6, 9.2, 5.0, ink, weight=0.2)

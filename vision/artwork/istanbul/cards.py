"""The smaller things of Tableside's own Istanbul: bonus cards, letters, kiosk tiles, demand and mosque tiles.

They speak in signs (:mod:`vision.artwork.istanbul.icons`), so that one print serves every language. Counts and
effects come from the games' data; where that holds a default of ours, the piece carries a small ``*`` in its corner.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from games.istanbul.box.card_entries import CardEntry
from games.istanbul.box.facts import Facts, printed
from vision.artwork.canvas import INK, Canvas, shade
from vision.artwork.istanbul.icons import row, trade_signs, width_of
from vision.artwork.istanbul.ornament import badge_medal, cut_out, star
from vision.artwork.istanbul.places import PLACES, box_facts, place_picture
from vision.artwork.istanbul.style import CREAM, DEEP_GOLD, GOLD, GOODS, INK_BLUE, PLACE_MM
from vision.artwork.numerals import number
from vision.frames import Picture
from vision.imaging.values import Colour

CARD_MM, LETTER_MM, KIOSK_MM, DEMAND_MM, MOSQUE_MM = (
    (44.0, 63.0),
    (48.0, 32.0),
    (34.0, 34.0),
    (52.0, 34.0),
    (26.0, 26.0),
)
Size = tuple[float, float]


@dataclass(frozen=True, eq=False, slots=True)
class IstanbulPrint:
    """Something to print to scale: its name, picture (BGRA), size on paper in mm, and how many of it."""

    name: str
    picture: Picture
    size_mm: Size
    count: int = 1


def place_prints(px_per_mm: float) -> Iterator[IstanbulPrint]:
    """The 25 places."""
    for place in PLACES:
        yield IstanbulPrint(f"place-{place}", place_picture(place, px_per_mm), PLACE_MM)


def card_prints(px_per_mm: float, facts: Facts | None = None) -> Iterator[IstanbulPrint]:
    """Every bonus card of the box, as many as the data says."""
    facts = facts or box_facts()
    sure = printed("base")["bonus_cards"]["value"]  # how many there are of the others is a default
    for kind, card in facts["bonus_cards"].items():
        if int(card["count"]):
            signs = card_signs(card)
            yield IstanbulPrint(f"card-{kind}", _card(signs, kind not in sure, px_per_mm), CARD_MM, int(card["count"]))


def letter_prints(px_per_mm: float, facts: Facts | None = None) -> Iterator[IstanbulPrint]:
    """The letters' fronts: each place once, then from 1 on until all are there, unless the data knows better."""
    facts = facts or box_facts()
    sums: Mapping[str, int] = facts["letter_numbers"]
    numbers = [place for place in PLACES if place <= 24]
    counts = {int(place): int(count) for place, count in sums.items()} or {
        place: 1 + (index < int(facts["letters"]) - len(numbers)) for index, place in enumerate(numbers)
    }
    for place, count in counts.items():
        yield IstanbulPrint(f"letter-{place}", letter_picture(place, px_per_mm, by_default=not sums), LETTER_MM, count)


def kiosk_prints(px_per_mm: float, facts: Facts | None = None) -> Iterator[IstanbulPrint]:
    """One tile for each kiosk effect."""
    facts = facts or box_facts()
    for name, trades in facts["kiosk_tiles"].items():
        yield IstanbulPrint(f"kiosk-{name}", _tile(trade_signs(trades), (120, 206, 216), px_per_mm, KIOSK_MM), KIOSK_MM)


def demand_prints(px_per_mm: float, facts: Facts | None = None) -> Iterator[IstanbulPrint]:
    """The markets' demand tiles."""
    facts = facts or box_facts()
    for market, tiles in facts["demand_tiles"].items():
        ground = (196, 168, 208) if market == "10" else (160, 214, 198)
        for wanted in tiles:
            signs = [f"good:{good}" for good, count in zip(facts["goods"], wanted, strict=True) for _ in range(count)]
            name = f"demand-{market}-" + "".join(map(str, wanted))
            yield IstanbulPrint(name, _tile(tuple(signs), ground, px_per_mm, DEMAND_MM), DEMAND_MM)


def mosque_prints(px_per_mm: float, facts: Facts | None = None) -> Iterator[IstanbulPrint]:
    """The mosques' tiles: so many goods to show, one to pay."""
    facts = facts or box_facts()
    for colours in facts["mosque_colours"].values():
        for colour in colours:
            for goods in facts["mosque_tiles"]["5"]:
                signs = (f"figure:{goods}", f"good:{colour}")
                ground = shade(GOODS[colour], 1.5)
                yield IstanbulPrint(f"mosque-{colour}-{goods}", _tile(signs, ground, px_per_mm, MOSQUE_MM), MOSQUE_MM)


@lru_cache(maxsize=64)
def letter_picture(place: int, px_per_mm: float, by_default: bool = False) -> Picture:
    """The front of a letter: the place it goes to, and one seal."""
    c = _sheet(LETTER_MM, px_per_mm, (226, 240, 246))
    half = LETTER_MM[0] / LETTER_MM[1] / 2
    c.poly([(-half, -0.5), (half, -0.5), (0.0, 0.06)], (208, 228, 238), (150, 170, 184), 0.012)
    badge_medal(c, 0.0, -0.02, 0.3)
    number(c, place, 0.0, -0.02, 0.34 if place < 10 else 0.3, INK, weight=0.18)
    row(c, ("seal",), half - 0.17, 0.31, 0.26)
    _rim(c, half)
    if by_default:
        _star_note(c, -half + 0.12, 0.34)
    return cut_out(c.finished(), 0.06 * LETTER_MM[1] * px_per_mm)


@lru_cache(maxsize=4)
def letter_back(px_per_mm: float) -> Picture:
    """The other side: delivered, two seals."""
    c = _sheet(LETTER_MM, px_per_mm, (168, 196, 214))
    half = LETTER_MM[0] / LETTER_MM[1] / 2
    row(c, ("seal", "seal"), 0.0, 0.0, 0.48)
    _rim(c, half)
    return cut_out(c.finished(), 0.06 * LETTER_MM[1] * px_per_mm)


@lru_cache(maxsize=4)
def card_back(px_per_mm: float) -> Picture:
    """The back that all bonus cards share."""
    c = _sheet(CARD_MM, px_per_mm, INK_BLUE)
    half = CARD_MM[0] / CARD_MM[1] / 2
    for reach in (0.3, 0.22, 0.13):
        c.poly(star(0, 0, reach, 8, 0.62), GOLD if reach != 0.22 else INK_BLUE, INK, 0.006)
    for x in (-1, 1):
        for y in (-1, 1):
            c.poly(star(x * half * 0.68, y * 0.38, 0.06, 8, 0.55), GOLD, None)
    _rim(c, half)
    return cut_out(c.finished(), 0.05 * CARD_MM[1] * px_per_mm)


def card_signs(card: CardEntry) -> tuple[tuple[str, ...], ...]:
    """What a bonus card does, in rows of signs."""
    effect = card["effect"]
    rows: dict[str, Callable[[], tuple[tuple[str, ...], ...]]] = {
        "good": lambda: (("good:any",),),
        "lira": lambda: ((f"lira:{card['lira']}",),),
        "again": lambda: (tuple(f"place:{place}" for place in card["places"]), ("figure:2",)),
        "family_home": lambda: (("person:family", "arrow", "place:12"), ("lira:3", "slash", "card")),
        "reach": lambda: (("assistant", "arrow"), _between(card["distances"])),
        "assistant": lambda: (("assistant",), ("place", "arrow")),
        "any_goods": lambda: (("place:11",), ("good:any", "good:any")),
        "trade": lambda: (trade_signs([{"pay": card.get("pay", {}), "take": card["take"]}]),),
        "dice_reward": lambda: (("die", "die"), ("arrow", "open")),
        "top_card": lambda: (("card", "arrow"),),
        "family_step": lambda: (("person:family",), ("arrow", "place")),
        "chase": lambda: (("assistant", "arrow", "assistant"),),
        "companion_reach": lambda: (("person:companion", "arrow"), _between(card["distances"])),
        "figure": lambda: (("person:figure", "plus", "lira"),),
        "anywhere": lambda: ((f"lira:{card['lira']}",), ("assistant", "arrow", "place")),
    }
    return rows.get(effect, lambda: (("open",),))()


def _between(distances: Sequence[int]) -> tuple[str, ...]:
    signs: list[str] = []
    for distance in distances:
        signs += ["slash"] if signs else []
        signs.append(f"figure:{distance}")
    return tuple(signs)


def _card(rows: tuple[tuple[str, ...], ...], unsure: bool, px_per_mm: float) -> Picture:
    c = _sheet(CARD_MM, px_per_mm, (206, 226, 236))
    half = CARD_MM[0] / CARD_MM[1] / 2
    c.rect(-half, -0.5, half, -0.36, INK_BLUE, None)
    c.rect(-half, 0.36, half, 0.5, INK_BLUE, None)
    for x in (-0.2, 0.0, 0.2):
        c.poly(star(x, -0.43, 0.045, 8, 0.55), GOLD, None)
        c.poly(star(x, 0.43, 0.045, 8, 0.55), GOLD, None)
    step = 0.27
    for index, signs in enumerate(rows):
        size = min(0.19, 0.19 * (half * 1.7) / width_of(signs, 0.19))
        row(c, signs, 0.0, (index - (len(rows) - 1) / 2) * step, size)
    _rim(c, half)
    if unsure:
        _star_note(c, half - 0.07, 0.31)
    return cut_out(c.finished(), 0.05 * CARD_MM[1] * px_per_mm)


def _tile(signs: tuple[str, ...], ground: Colour, px_per_mm: float, size_mm: Size) -> Picture:
    c = _sheet(size_mm, px_per_mm, ground)
    half = size_mm[0] / size_mm[1] / 2
    c.rect(-half + 0.07, -0.43, half - 0.07, 0.43, CREAM, INK, 0.012)
    lines = _broken(signs, half * 1.6)
    for index, line in enumerate(lines):
        size = min(0.3, 0.3 * half * 1.6 / width_of(line, 0.3))
        row(c, line, 0.0, (index - (len(lines) - 1) / 2) * 0.36, size)
    _rim(c, half)
    return cut_out(c.finished(), 0.07 * size_mm[1] * px_per_mm)


def _broken(signs: tuple[str, ...], wide: float) -> list[tuple[str, ...]]:
    """Signs in one line, or in two where one would be too small: parted where a choice is."""
    if width_of(signs, 0.3) <= wide * 1.3:
        return [signs]
    middle = signs.index("slash") if "slash" in signs else math.ceil(len(signs) / 2)
    rest = signs[middle + 1 :] if "slash" in signs else signs[middle:]
    return [signs[:middle], rest]


def _sheet(size_mm: Size, px_per_mm: float, ground: Colour) -> Canvas:
    return Canvas(size_mm[0] / size_mm[1], 1.0, size_mm[1] * px_per_mm, ground)


def _rim(c: Canvas, half: float) -> None:
    for inset, ink, width in ((0.012, INK, 0.03), (0.04, DEEP_GOLD, 0.012)):
        c.rect(-half + inset, -0.5 + inset, half - inset, 0.5 - inset, None, ink, width)
    c.speckle(np.random.default_rng(12), 3.0, 0.03)


def _star_note(c: Canvas, x: float, y: float) -> None:
    """A small asterisk: how many there are, or what it shows, is a default of ours."""
    for k in range(3):
        a = k * math.pi / 3
        c.line([(x - 0.03 * math.cos(a), y - 0.03 * math.sin(a)), (x + 0.03 * math.cos(a), y + 0.03 * math.sin(a))],
               INK, 0.012)  # fmt: skip

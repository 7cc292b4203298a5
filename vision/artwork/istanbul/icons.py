"""Small signs for what is paid and taken, in rows: ``lira:7 > cart``. The same on places, cards and kiosk tiles.

A sign is a word, with a number or a kind after a colon. Effects come from the games' data, so a corrected fact prints
as it was corrected; what the data does not know prints as a question mark.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from games.istanbul.box.facts import Facts
from vision.artwork.canvas import INK, Canvas, arc, shade
from vision.artwork.istanbul.ornament import star
from vision.artwork.istanbul.style import CREAM, GOLD, GOODS, STONE
from vision.artwork.numerals import number

Draw = Callable[[Canvas, float, float, float, str], None]


def row(c: Canvas, signs: Sequence[str], x: float, y: float, size: float) -> None:
    """Draw signs side by side, centred on (x, y), each about ``size`` high."""
    at = x - width_of(signs, size) / 2
    for sign in signs:
        word, _, kind = sign.partition(":")
        wide = _WIDTHS.get(word, 1.0) * size
        _SIGNS[word](c, at + wide / 2, y, size, kind)
        at += wide + _GAP * size


def width_of(signs: Sequence[str], size: float) -> float:
    """How wide a row is."""
    wide = sum(_WIDTHS.get(sign.partition(":")[0], 1.0) for sign in signs) * size
    return wide + _GAP * size * max(0, len(signs) - 1)


def _good(c: Canvas, x: float, y: float, size: float, kind: str) -> None:
    half = size * 0.36
    if kind == "any":
        reach = half * 1.15
        for k, good in enumerate(("red", "green", "yellow", "blue")):
            c.poly([(x, y), *arc(x, y, reach, reach, 90 * k - 90, 90 * k, 10)], GOODS[good], INK, 0.005)
        return
    fill = GOODS[kind]
    top = [(x, y - half * 1.2), (x + half * 1.1, y - half * 0.6), (x, y), (x - half * 1.1, y - half * 0.6)]
    left = [(x - half * 1.1, y - half * 0.6), (x, y), (x, y + half * 1.25), (x - half * 1.1, y + half * 0.65)]
    right = [(x + half * 1.1, y - half * 0.6), (x, y), (x, y + half * 1.25), (x + half * 1.1, y + half * 0.65)]
    for points, light in ((top, 1.3), (left, 1.0), (right, 0.72)):
        c.poly(points, shade(fill, light), INK, 0.006)


def _lira(c: Canvas, x: float, y: float, size: float, kind: str) -> None:
    c.circle(x, y, size * 0.5, GOLD, INK, 0.007)
    c.circle(x, y, size * 0.42, shade(GOLD, 1.25), None)
    if kind:
        number(c, kind, x, y, size * (0.58 if len(kind) == 1 else 0.44), INK, weight=0.2)


def _ruby(c: Canvas, x: float, y: float, size: float, kind: str) -> None:
    red = (62, 30, 210)
    half = size * 0.45
    c.poly([(x - half * 0.6, y - half * 0.8), (x + half * 0.6, y - half * 0.8), (x + half, y - half * 0.2),
            (x, y + half), (x - half, y - half * 0.2)], red, INK, 0.007)  # fmt: skip
    c.poly([(x - half * 0.6, y - half * 0.8), (x + half * 0.6, y - half * 0.8), (x + half * 0.4, y - half * 0.2),
            (x - half * 0.4, y - half * 0.2)], shade(red, 1.5), None)  # fmt: skip


def _cart(c: Canvas, x: float, y: float, size: float, kind: str) -> None:
    half = size * 0.5
    c.poly([(x - half, y - half * 0.5), (x + half * 1.1, y - half * 0.5), (x + half * 0.7, y + half * 0.3),
            (x - half * 0.7, y + half * 0.3)], (84, 140, 196), INK, 0.008)  # fmt: skip
    for side in (-0.4, 0.4):
        c.circle(x + side * size, y + half * 0.6, size * 0.2, (60, 96, 140), INK, 0.008)


def _card(c: Canvas, x: float, y: float, size: float, kind: str) -> None:
    c.poly([(x - size * 0.34, y - size * 0.46), (x + size * 0.34, y - size * 0.46), (x + size * 0.34, y + size * 0.46),
            (x - size * 0.34, y + size * 0.46)], (150, 88, 40), INK, 0.008)  # fmt: skip
    c.poly(star(x, y, size * 0.24, 8, 0.55), GOLD, None)


def _letter(c: Canvas, x: float, y: float, size: float, kind: str) -> None:
    c.rect(x - size * 0.5, y - size * 0.34, x + size * 0.5, y + size * 0.34, (244, 248, 250), INK, 0.008)
    c.line([(x - size * 0.5, y - size * 0.34), (x, y + size * 0.08), (x + size * 0.5, y - size * 0.34)], INK, 0.008)
    c.circle(x, y + size * 0.1, size * 0.15, (56, 50, 200), INK, 0.005)


def _seal(c: Canvas, x: float, y: float, size: float, kind: str) -> None:
    c.poly(star(x, y, size * 0.46, 10, 0.84), (56, 50, 200), INK, 0.007)
    if kind:
        number(c, kind, x, y, size * 0.5, CREAM, weight=0.22)
    else:
        c.poly(star(x, y, size * 0.26, 5, 0.45, -math.pi / 2), (90, 90, 230), None)


def _die(c: Canvas, x: float, y: float, size: float, kind: str) -> None:
    half = size * 0.4
    c.rect(x - half, y - half, x + half, y + half, (246, 250, 252), INK, 0.009)
    for dx, dy in ((-0.5, -0.5), (0.5, 0.5), (0, 0), (0.5, -0.5), (-0.5, 0.5)):
        c.circle(x + dx * half, y + dy * half, size * 0.07, INK, None)


def _assistant(c: Canvas, x: float, y: float, size: float, kind: str) -> None:
    for k in range(2):
        c.oval(x, y + size * (0.16 - 0.26 * k), size * 0.44, size * 0.22, STONE, INK, 0.008)


def _person(c: Canvas, x: float, y: float, size: float, kind: str) -> None:
    fill = {"family": STONE, "companion": (206, 190, 128)}.get(kind, STONE)
    c.poly([(x - size * 0.36, y + size * 0.46), (x - size * 0.14, y - size * 0.12), (x + size * 0.14, y - size * 0.12),
            (x + size * 0.36, y + size * 0.46)], fill, INK, 0.008)  # fmt: skip
    c.circle(x, y - size * 0.24, size * 0.2, fill, INK, 0.008)


def _arrow(c: Canvas, x: float, y: float, size: float, kind: str) -> None:
    c.poly([(x - size * 0.3, y - size * 0.1), (x, y - size * 0.1), (x, y - size * 0.28), (x + size * 0.34, y),
            (x, y + size * 0.28), (x, y + size * 0.1), (x - size * 0.3, y + size * 0.1)], INK, None)  # fmt: skip


def _slash(c: Canvas, x: float, y: float, size: float, kind: str) -> None:
    c.line([(x - size * 0.12, y + size * 0.42), (x + size * 0.12, y - size * 0.42)], INK, 0.016)


def _plus(c: Canvas, x: float, y: float, size: float, kind: str) -> None:
    c.line([(x - size * 0.22, y), (x + size * 0.22, y)], INK, 0.018)
    c.line([(x, y - size * 0.22), (x, y + size * 0.22)], INK, 0.018)


def _figure(c: Canvas, x: float, y: float, size: float, kind: str) -> None:
    number(c, kind, x, y, size * 0.7, INK, weight=0.18)


def _place(c: Canvas, x: float, y: float, size: float, kind: str) -> None:
    c.rect(x - size * 0.56, y - size * 0.44, x + size * 0.56, y + size * 0.44, (206, 190, 128), INK, 0.01)
    c.circle(x, y, size * 0.36, CREAM, INK, 0.006)
    if kind:
        number(c, kind, x, y, size * 0.4, INK, weight=0.2)


def _open(c: Canvas, x: float, y: float, size: float, kind: str) -> None:
    """Nobody knows: to be declared."""
    c.line([*arc(x, y - size * 0.16, size * 0.22, size * 0.22, 180, 400, 18), (x, y + size * 0.18)], INK, 0.02)
    c.circle(x, y + size * 0.36, size * 0.06, INK, None)


_GAP = 0.16
_WIDTHS = {"slash": 0.3, "plus": 0.5, "arrow": 0.7, "card": 0.75, "figure": 0.8, "place": 1.2, "cart": 1.15}
_SIGNS: dict[str, Draw] = {
    "good": _good,
    "lira": _lira,
    "ruby": _ruby,
    "cart": _cart,
    "card": _card,
    "letter": _letter,
    "seal": _seal,
    "die": _die,
    "assistant": _assistant,
    "person": _person,
    "arrow": _arrow,
    "slash": _slash,
    "plus": _plus,
    "figure": _figure,
    "place": _place,
    "open": _open,
}

_TRADED = {
    "ware": "good:any",
    "good": "good:any",
    "coffee": "good:coffee",
    "card": "card",
    "letter": "letter",
    "companion": "person:companion",
    "die": "die",
    "extension": "cart",
    "fountain": "place:7",
    "ruby": "ruby",
}


def trade_signs(trades: Sequence[Mapping[str, Mapping[str, int]]]) -> tuple[str, ...]:
    """A trade, or several to choose from: what is paid, an arrow, what is taken."""
    signs: list[str] = []
    for trade in trades:
        signs += ["slash"] if signs else []
        paid = _amounts(trade.get("pay", {}))
        signs += [*paid, "arrow"] if paid else []
        signs += _amounts(trade["take"])
    return tuple(signs) or ("open",)


def _amounts(wares: Mapping[str, int]) -> list[str]:
    signs: list[str] = []
    for ware, count in wares.items():
        ware = ware.partition("@")[0]
        if ware == "lira":
            signs.append(f"lira:{count}")
        else:
            sign = f"good:{ware}" if ware in GOODS else _TRADED.get(ware, "open")
            signs += [sign] * min(int(count), 3)
    return signs


def place_signs(number_: int, facts: Facts) -> tuple[str, ...]:
    """What a place does, as far as the data knows."""
    match number_:
        case 1:
            return (f"lira:{facts['extension_price']}", "arrow", "cart")
        case 2 | 3 | 4:
            return (*[f"good:{('red', 'green', 'yellow')[number_ - 2]}"] * 3,)
        case 5:
            return tuple(_columns(facts["post_columns"]))
        case 6:
            return ("card", "card", "arrow", "card")
        case 7:
            return ("assistant", "assistant", "assistant")
        case 8:
            return (*_either([f"good:{good}" for good in facts["black_market_choice"]]), "plus", "die", "die")
        case 9:
            return ("die", "die", "arrow", f"lira:{facts['tea_house']['least']}", f"lira:{facts['tea_house']['most']}")
        case 10 | 11:
            return tuple(f"lira:{reward}" for reward in facts["market_reward"][str(number_)])
        case 12:
            return ("person:family", "arrow", "place")
        case 13:
            return ("good:blue", "good:red", "good:green", "good:yellow", "good:any", "arrow", "ruby")
        case 14 | 15:
            return (*_either([f"good:{colour}" for colour in facts["mosque_colours"][str(number_)]]), "arrow", "ruby")
        case 16:
            least = min(facts["dealer_first"].values())
            return (f"lira:{least}", f"lira:{facts['dealer_last']}", "arrow", "ruby")
    return _later_signs(number_, facts)


def _later_signs(number_: int, facts: Facts) -> tuple[str, ...]:
    match number_:
        case 21:
            return ("letter",) * int(facts["embassy_letters"])
        case 22:
            return ("figure:2", "place", "arrow", "figure:1")
        case 23:
            return ("lira", "arrow", *["card"] * int(facts["auction_cards"]))
        case 24:
            rewards = [f"lira:{reward}" for reward in facts["society_lira"]]
            return (f"seal:{facts['society_seals']}", "arrow", "ruby", "slash", *rewards)
        case 25:
            return ("place", "arrow", "place")
    return trade_signs(facts["place_trades"][str(number_)])


def _either(signs: Sequence[str]) -> list[str]:
    joined: list[str] = []
    for sign in signs:
        joined += ["slash"] if joined else []
        joined.append(sign)
    return joined


def _columns(columns: Sequence[Sequence[Any]]) -> list[str]:
    signs: list[str] = []
    for column in columns:
        signs += [f"good:{entry}" if isinstance(entry, str) else f"lira:{entry}" for entry in column[1:]]
        signs += ["slash"] + [f"good:{entry}" if isinstance(entry, str) else f"lira:{entry}" for entry in column[:1]]
        signs.append("plus")
    return signs[:-1]

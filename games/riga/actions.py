"""What players do in Riga, as small values with a one-line notation: ``row 2``, ``take Visby-mint``,
``build Visby-mint``, ``pay wine,wine,grain``.

Chance (what is turned up) is part of the action that tells of it. ``-`` stands for a commodity card that nobody shows,
``.`` for none.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeAlias

from games.riga.box.components import PERSONS, Master
from games.riga.box.goods import GOODS, HIDDEN
from games.riga.refusals import bad_notation
from games.riga.scorer.actions import Cover, Lay, one_of

NONE = "."
Goods = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Deal:
    """The commodities that everybody reveals at the start, by seat."""

    hands: tuple[Goods, ...]


@dataclass(frozen=True, slots=True)
class Spring:
    """What spring turns up: the cards added to each row, and the new buildings."""

    rows: tuple[Goods, ...]
    buildings: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Reveal:
    """One card as it is turned up in a deal or in spring; ``-`` for one that nobody looks at, ``.`` to end its row."""

    card: str


@dataclass(frozen=True, slots=True)
class TakeRow:
    """Take a whole row of commodities; rows count from 1."""

    row: int


@dataclass(frozen=True, slots=True)
class TakeBuilding:
    """Take a building card from the offer into hand."""

    building: str


@dataclass(frozen=True, slots=True)
class Build:
    """Lay a building down in front of oneself: from hand, or an own Riga building."""

    building: str


@dataclass(frozen=True, slots=True)
class Pay:
    """Pay for it: commodities from hand, and buildings whose money is spent."""

    goods: Goods
    purses: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Discard:
    """In winter, down to the hand limit: the commodities as they are shown."""

    goods: Goods


@dataclass(frozen=True, slots=True)
class Show:
    """At the end: the commodities that nobody has seen yet, for the count of cash."""

    goods: Goods


@dataclass(frozen=True, slots=True)
class Effect:
    """What the printed text of a card brings, as people declare it: commodities drawn and discarded, points, ducats for
    this turn."""

    seat: int
    gains: Goods = ()
    loses: Goods = ()
    points: int = 0
    ducats: int = 0


@dataclass(frozen=True, slots=True)
class End:
    """End the turn."""


Action: TypeAlias = (
    Lay | Deal | Spring | Reveal | TakeRow | TakeBuilding | Build | Pay | Cover | Discard | Show | Effect | End
)


def write_action(action: Action) -> str:
    """The action in one line; :func:`read_action` gives it back."""
    match action:
        case Lay(masters):
            return " ".join(("lay", *(master.key for master in masters)))
        case Deal(hands):
            return " ".join(("deal", *map(_joined, hands)))
        case Spring(rows, buildings):
            return " ".join(("spring", "|".join(map(_joined, rows)), _joined(buildings)))
        case Reveal(card):
            return f"reveal {card}"
        case TakeRow(row):
            return f"row {row}"
        case TakeBuilding(building):
            return f"take {building}"
        case Build(building):
            return f"build {building}"
        case Pay(goods, purses):
            return " ".join(("pay", _joined(goods), *purses))
        case Cover(seat, person):
            return f"cover {seat} {person}"
        case Discard(goods):
            return f"discard {_joined(goods)}"
        case Show(goods):
            return f"show {_joined(goods)}"
        case Effect(seat, gains, loses, points, ducats):
            return f"effect {seat} {_joined(gains)} {_joined(loses)} {points} {ducats}"
        case End():
            return "end"


def read_action(text: str) -> Action:
    """The action that a line tells. Raises :class:`games.game.Refusal` of kind invalid, with the line as its value."""
    verb, *words = text.split() or [""]
    try:
        return _READERS[verb](words)
    except (KeyError, ValueError) as error:
        raise bad_notation(text, tuple(_READERS)) from error


def _joined(cards: tuple[str, ...]) -> str:
    return ",".join(cards) or NONE


def _keys(word: str) -> tuple[str, ...]:
    return () if word == NONE else tuple(word.split(","))


def _goods(word: str) -> Goods:
    return tuple(one_of(good, (*GOODS, HIDDEN)) for good in _keys(word))


def _only(words: list[str]) -> str:
    (word,) = words
    return word


def _spring(words: list[str]) -> Spring:
    rows, buildings = words
    return Spring(tuple(_goods(row) for row in rows.split("|")), _keys(buildings))


def _pay(words: list[str]) -> Pay:
    goods, *purses = words
    return Pay(_goods(goods), tuple(purses))


def _cover(words: list[str]) -> Cover:
    seat, person = words
    return Cover(int(seat), one_of(person, PERSONS))


def _effect(words: list[str]) -> Effect:
    seat, gains, loses, points, ducats = words
    return Effect(int(seat), _goods(gains), _goods(loses), int(points), int(ducats))


def _end(words: list[str]) -> End:
    if words:
        raise ValueError(words)
    return End()


_READERS: dict[str, Callable[[list[str]], Action]] = {
    "lay": lambda words: Lay(tuple(Master.named(word) for word in words)),
    "deal": lambda words: Deal(tuple(_goods(word) for word in words)),
    "spring": _spring,
    "reveal": lambda words: Reveal(_only(words)),
    "row": lambda words: TakeRow(int(_only(words))),
    "take": lambda words: TakeBuilding(_only(words)),
    "build": lambda words: Build(_only(words)),
    "pay": _pay,
    "cover": _cover,
    "discard": lambda words: Discard(_goods(_only(words))),
    "show": lambda words: Show(_goods(_only(words))),
    "effect": _effect,
    "end": _end,
}

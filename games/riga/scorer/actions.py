"""What people tell the scorer, as small values with a one-line notation: ``lay max-Visby first-Knight max-Riga Money``,
``build 0 Visby Knight``, ``cover 1 Merchant``, ``end``, ``cash 0 5``. Seats count from 0.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeAlias

from games.riga.box.components import CITIES, PERSONS, Master
from games.riga.refusals import bad_notation


@dataclass(frozen=True, slots=True)
class Lay:
    """The Grand Masters as they lie on the table, from left to right."""

    masters: tuple[Master, ...]


@dataclass(frozen=True, slots=True)
class Build:
    """Somebody has erected a building in a city, with the persons that it shows."""

    seat: int
    city: str
    persons: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Cover:
    """The Victual Brothers cover a knight or merchant of a player."""

    seat: int
    person: str


@dataclass(frozen=True, slots=True)
class End:
    """The game is over: score the tiles."""


@dataclass(frozen=True, slots=True)
class Cash:
    """Somebody's money in ducats, as it is counted at the end."""

    seat: int
    ducats: int


Action: TypeAlias = Lay | Build | Cover | End | Cash


def write_action(action: Action) -> str:
    """The action in one line; :func:`read_action` gives it back."""
    match action:
        case Lay(masters):
            words = [master.key for master in masters]
        case Build(seat, city, persons):
            words = [str(seat), city, *persons]
        case Cover(seat, person):
            words = [str(seat), person]
        case Cash(seat, ducats):
            words = [str(seat), str(ducats)]
        case End():
            words = []
    return " ".join((type(action).__name__.lower(), *words))


def read_action(text: str) -> Action:
    """The action that a line tells. Raises :class:`games.game.Refusal` of kind invalid, with the line as its value."""
    verb, *words = text.split() or [""]
    try:
        return _READERS[verb](words)
    except (KeyError, ValueError) as error:
        raise bad_notation(text, tuple(_READERS)) from error


def one_of(word: str, known: tuple[str, ...]) -> str:
    """The word. Raises ``ValueError`` where it is none of these."""
    if word not in known:
        raise ValueError(word)
    return word


def _build(words: list[str]) -> Build:
    seat, city, *persons = words
    return Build(int(seat), one_of(city, CITIES), tuple(one_of(person, PERSONS) for person in persons))


def _cover(words: list[str]) -> Cover:
    seat, person = words
    return Cover(int(seat), one_of(person, PERSONS))


def _cash(words: list[str]) -> Cash:
    seat, ducats = words
    return Cash(int(seat), int(ducats))


def _end(words: list[str]) -> End:
    if words:
        raise ValueError(words)
    return End()


_READERS: dict[str, Callable[[list[str]], Action]] = {
    "lay": lambda words: Lay(tuple(Master.named(word) for word in words)),
    "build": _build,
    "cover": _cover,
    "end": _end,
    "cash": _cash,
}

"""What players do, as small values with a one-line notation: ``take Ulm Linz``, ``play Ulm right``, ``close all Ulm``.

A space in a city's name is written ``_``. Chance (what is turned up) is part of the action that tells of it; ``-``
stands for a card that nobody but its owner knows, or for none.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, fields
from typing import TypeAlias

from games.game import Phrase, Refusal, RefusalKind

HIDDEN = "-"


@dataclass(frozen=True, slots=True)
class Deal:
    """The open cards at the start, as they were turned up."""

    cities: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Renew:
    """The administrator: the open cards are discarded and these are turned up."""

    cities: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Take:
    """Take an open card (``city``), replaced by ``refill``; or ``-`` for the top of the pile. A second one is the
    postmaster's."""

    city: str
    refill: str = HIDDEN


@dataclass(frozen=True, slots=True)
class Play:
    """Add a card from hand to an end of the route, ``left`` or ``right``. A second one is the postal carrier's."""

    city: str
    end: str


@dataclass(frozen=True, slots=True)
class Harness:
    """Power & Glory: play a card from hand horse side up. ``city`` is ``-`` where nobody saw its front."""

    horses: int
    city: str = HIDDEN


@dataclass(frozen=True, slots=True)
class Abandon:
    """Give the route up: its cards are discarded, and a new one must be begun."""


@dataclass(frozen=True, slots=True)
class Close:
    """Close the route and place houses.

    Attributes:
        how: ``one`` (a house in one city of each province) or ``all`` (in every city of one province).
        cities: where houses are placed.
        cartwright: whether the cartwright helps with the carriage.
    """

    how: str
    cities: tuple[str, ...]
    cartwright: bool = False


@dataclass(frozen=True, slots=True)
class Discard:
    """After closing, down to the hand limit: the cards as they are shown on the discard pile."""

    cities: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class End:
    """End the turn without closing."""


Action: TypeAlias = Deal | Renew | Take | Play | Harness | Abandon | Close | Discard | End


def write_action(action: Action) -> str:
    """The action in one line; :func:`read_action` gives it back."""
    match action:
        case Deal(cities) | Renew(cities) | Discard(cities):
            words = [_list(cities)]
        case Take(city, refill):
            words = [_word(city), _word(refill)]
        case Play(city, end):
            words = [_word(city), end]
        case Harness(horses, city):
            words = [str(horses), _word(city)]
        case Close(how, cities, cartwright):
            words = [how, _list(cities), *(["cartwright"] if cartwright else [])]
        case Abandon() | End():
            words = []
    return " ".join((type(action).__name__.lower(), *words))


def read_action(text: str) -> Action:
    """The action that a line tells. Raises :class:`Refusal` of kind invalid, with the line as its value."""
    verb, *words = text.split() or [""]
    try:
        return _READERS[verb](words)
    except (KeyError, ValueError) as error:
        phrase = Phrase.of("thurn.bad_notation", line=text, known=tuple(_READERS))
        raise Refusal(RefusalKind.INVALID, phrase, value=text) from error


def _word(city: str) -> str:
    return city.replace(" ", "_")


def _city(word: str) -> str:
    return word.replace("_", " ")


def _list(cities: tuple[str, ...]) -> str:
    return ",".join(_word(city) for city in cities) or HIDDEN


def _cities(word: str) -> tuple[str, ...]:
    return () if word == HIDDEN else tuple(_city(part) for part in word.split(","))


def _close(words: list[str]) -> Close:
    how, cities, *helper = words
    if how not in ("one", "all") or helper not in ([], ["cartwright"]):
        raise ValueError(how)
    return Close(how, _cities(cities), bool(helper))


def _play(words: list[str]) -> Play:
    city, end = words
    if end not in ("left", "right"):
        raise ValueError(end)
    return Play(_city(city), end)


def _one(words: list[str]) -> tuple[str, ...]:
    (word,) = words
    return _cities(word)


def _plain(kind: type[Abandon] | type[End]) -> Callable[[list[str]], Action]:
    def read(words: list[str]) -> Action:
        if words or fields(kind):
            raise ValueError(words)
        return kind()

    return read


def _pair(words: list[str]) -> tuple[str, str]:
    first, second, *rest = [*words, HIDDEN] if len(words) == 1 else words
    if rest:
        raise ValueError(rest)
    return _city(first), _city(second)


def _harness(words: list[str]) -> Harness:
    horses, city = _pair(words)
    return Harness(int(horses), city)


_READERS: dict[str, Callable[[list[str]], Action]] = {
    "deal": lambda words: Deal(_one(words)),
    "renew": lambda words: Renew(_one(words)),
    "take": lambda words: Take(*_pair(words)),
    "play": _play,
    "harness": _harness,
    "abandon": _plain(Abandon),
    "close": _close,
    "discard": lambda words: Discard(_one(words)),
    "end": _plain(End),
}

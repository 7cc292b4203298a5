"""What lies in a box of Cronberg: the board's symbols, the rhombi, the tokens. All of it is data of one *edition*.

The publisher's arrangement of symbols and numbers is not known to us, so the shipped edition is a default of our own
and says so (``marks``). Owners enrol their copy, which gives another edition.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from functools import cache
from importlib.resources import files

from games.cronberg.lattice import LARGEST_SIDE, TriangleLattice, lattice_of_side
from games.game import JsonValue, Phrase, Refusal, RefusalKind

BOX_COLOURS = ("red", "yellow", "green", "blue")  # of the tokens; the rulebook's examples name all four
_NUMBER_LIMIT = 99  # more digits than any corner can hold


class Symbol(StrEnum):
    """What a triangle of the board shows."""

    PARK = "park"  # doubles the sums at its three crossings in the final scoring
    COAT = "coat_of_arms"  # makes the numbers at its three crossings positive in the final scoring
    GUARD = "guard"  # drives tokens from its three crossings at once and bars them
    BLANK = "blank"  # nothing, on boards that have such triangles


BUILDINGS = frozenset(
    [
        "cottage",
        "well",
        "bakery",
        "smithy",
        "orchard",
        "inn",
        "mill",
        "school",
        "brewery",
        "market",
        "church",
        "guildhall",
        "granary",
        "watchtower",
        "town_hall",
        "minster",
        "library",
        "pond",
        "stable",
        "charcoal_pile",
        "ruin",
        "cemetery",
        "tannery",
        "rubble",
        "pillory",
        "dungeon",
        "plague_house",
        "burnt_tower",
        "building",
        "rhomb",
    ]
)  # whose names have words in every language


def building_phrase(building: str) -> Phrase:
    """A building's name for people: in their language where it is one of ours, else as the owner's copy calls it."""
    if building not in BUILDINGS:
        return Phrase.of("cronberg.own_building", name=building)
    return Phrase.of(f"cronberg.building.{building}")


@dataclass(frozen=True, slots=True)
class RhombKind:
    """One kind of rhomb.

    Attributes:
        key: unique within the edition; letters, digits and hyphens.
        building: what is drawn on it: one of :data:`BUILDINGS`, or what the owner of the copy calls it.
        numbers: clockwise from the head: head tip, right wide corner, tail tip, left wide corner.
        count: how many of them are in the box.
    """

    key: str
    building: str
    numbers: tuple[int, int, int, int]
    count: int = 1

    @property
    def phrase(self) -> Phrase:
        """The building's name for people."""
        return building_phrase(self.building)


@dataclass(frozen=True, slots=True)
class CronbergBox:
    """One copy of the game.

    Attributes:
        name: which copy, as people call it.
        side: of the hexagonal board, in triangle edges.
        symbols: by triangle index of the board's lattice.
        kinds: every kind of rhomb with its count.
        tokens_each: tokens that a player takes.
        source: where the data comes from.
        marks: ``("default",)`` for data of our own, empty for an enrolled copy.
    """

    name: str
    side: int
    symbols: tuple[Symbol, ...]
    kinds: tuple[RhombKind, ...]
    tokens_each: int = 4
    source: str = ""
    marks: tuple[str, ...] = ()

    @property
    def lattice(self) -> TriangleLattice:
        """The board's lattice."""
        return lattice_of_side(self.side)

    def kind_index(self, key: str) -> int | None:
        """Place of the kind with this key in ``kinds``, or None."""
        return next((number for number, kind in enumerate(self.kinds) if kind.key == key), None)

    def refuse_if_impossible(self) -> None:
        """Raises :class:`Refusal` of kind invalid where the data can't be one copy of the game."""
        if not 1 <= self.side <= LARGEST_SIDE:
            raise _bad("side", str(self.side))
        if len(self.symbols) != len(self.lattice.triangle_names):
            raise _bad("symbols", f"{len(self.symbols)} of {len(self.lattice.triangle_names)}")
        keys = [kind.key for kind in self.kinds]
        if len(set(keys)) != len(keys) or not keys:
            raise _bad("rhombi", ", ".join(keys))
        for kind in self.kinds:
            named = kind.key and all(letter.isalnum() or letter == "-" for letter in kind.key)
            if not named or kind.count < 1 or max(map(abs, kind.numbers)) > _NUMBER_LIMIT:
                raise _bad("rhombi", f"{kind.key} {kind.numbers} x {kind.count}")
        if self.tokens_each < 1:
            raise _bad("tokens", str(self.tokens_each))


def _bad(part: str, value: str) -> Refusal:
    phrase = Phrase.of("cronberg.refused.edition", part=Phrase.of(f"cronberg.part.{part}"), value=value)
    return Refusal(RefusalKind.INVALID, phrase, value=value, place=part)


def edition_to_json(edition: CronbergBox) -> dict[str, JsonValue]:
    """An edition as plain data. Symbols are listed by triangle in the board's notation."""
    return {
        "name": edition.name,
        "source": edition.source,
        "marks": list(edition.marks),
        "side": edition.side,
        "tokens_each": edition.tokens_each,
        "symbols": {
            name: symbol.value for name, symbol in zip(edition.lattice.triangle_names, edition.symbols, strict=True)
        },
        "rhombi": [
            {"key": kind.key, "building": kind.building, "numbers": list(kind.numbers), "count": kind.count}
            for kind in edition.kinds
        ],
    }


def edition_from_json(data: Mapping[str, JsonValue]) -> CronbergBox:
    """An edition from plain data. Raises :class:`Refusal` of kind invalid, naming the part that is wrong."""
    part = "side"
    try:
        side = _whole(data["side"])
        if not 1 <= side <= LARGEST_SIDE:
            raise _bad("side", str(side))
        part = "symbols"
        listed = data["symbols"]
        if not isinstance(listed, dict):
            raise TypeError("symbols are listed by triangle")
        symbols = tuple(Symbol(str(listed[name])) for name in lattice_of_side(side).triangle_names)
        part = "rhombi"
        kinds = tuple(_kind(one) for one in _list(data["rhombi"]))
        part = "tokens"
        tokens = _whole(data.get("tokens_each", 4))
        marks = tuple(str(mark) for mark in _list(data.get("marks", [])))
        edition = CronbergBox(
            str(data.get("name", "")), side, symbols, kinds, tokens, str(data.get("source", "")), marks
        )
    except (KeyError, ValueError, TypeError) as error:
        raise _bad(part, str(error)) from error
    edition.refuse_if_impossible()
    return edition


def _whole(value: JsonValue) -> int:
    if isinstance(value, bool) or not isinstance(value, int):
        raise TypeError(f"{value!r} is not a whole number")
    return value


def _list(value: JsonValue) -> list[JsonValue]:
    if not isinstance(value, list):
        raise TypeError(f"{value!r} is not a list")
    return value


def _kind(data: JsonValue) -> RhombKind:
    if not isinstance(data, dict):
        raise TypeError(f"{data!r} is not a rhomb")
    head, right, tail, left = (_whole(number) for number in _list(data["numbers"]))
    return RhombKind(str(data["key"]), str(data["building"]), (head, right, tail, left), _whole(data.get("count", 1)))


@cache
def default_edition() -> CronbergBox:
    """The copy that is shipped for printing: our own arrangement and numbers, marked ``default``."""
    text = files("games.cronberg").joinpath("data/default_copy.json").read_text(encoding="utf-8")
    return edition_from_json(json.loads(text))

"""How the places lie: what a set-up has to keep, which swap mends one that does not, and random ones.

A layout is rows of place numbers as they lie before the camera. The rules do not ask from which side one looks, so a
layout of five rows of four serves as well as four rows of five.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations
from typing import Any, TypeAlias

from games.game import Phrase

Layout: TypeAlias = tuple[tuple[int, ...], ...]
FOUNTAIN, BLACK_MARKET, TEA_HOUSE = 7, 8, 9


@dataclass(frozen=True, slots=True)
class LayoutRule:
    """What a layout has to keep.

    Attributes:
        numbers: every place in the game.
        rows, columns: the pattern; it may as well lie turned.
        fountain: ``inner`` (not on the edge) or ``centre``.
        least_distance: steps that Black Market and Tea House have to be apart.
        one_line_allowed: whether those two may share a row or a column.
    """

    numbers: frozenset[int]
    rows: int
    columns: int
    fountain: str
    least_distance: int
    one_line_allowed: bool

    @classmethod
    def from_data(cls, numbers: frozenset[int], data: Any) -> LayoutRule:
        """The rule as the data file has it."""
        return cls(
            numbers,
            int(data["rows"]),
            int(data["columns"]),
            str(data["fountain"]),
            int(data["least_distance"]),
            bool(data["one_line_allowed"]),
        )


@dataclass(frozen=True, slots=True)
class LayoutFault:
    """A rule that a layout breaks: what to say, and the places it is about."""

    phrase: Phrase
    places: tuple[int, ...]


def spots(layout: Layout) -> dict[int, tuple[int, int]]:
    """Place number -> (row, column)."""
    return {number: (row, column) for row, line in enumerate(layout) for column, number in enumerate(line)}


def distance(one: tuple[int, int], other: tuple[int, int]) -> int:
    """Steps between two spots, along rows and columns."""
    return abs(one[0] - other[0]) + abs(one[1] - other[1])


def faults(layout: Layout, rule: LayoutRule) -> tuple[LayoutFault, ...]:
    """Every rule that the layout breaks; pattern and numbers first, since the others need them."""
    shape = (len(layout), len(layout[0]) if layout else 0)
    if shape not in ((rule.rows, rule.columns), (rule.columns, rule.rows)) or len(set(map(len, layout))) != 1:
        phrase = Phrase.of("istanbul.layout_pattern", rows=rule.rows, columns=rule.columns)
        return (LayoutFault(phrase, ()),)
    numbers = [number for line in layout for number in line]
    wrong = sorted({number for number in numbers if numbers.count(number) > 1 or number not in rule.numbers})
    missing = sorted(rule.numbers - set(numbers))
    if wrong or missing:
        phrase = Phrase.of("istanbul.layout_numbers", missing=tuple(missing) or "–", wrong=tuple(wrong) or "–")
        return (LayoutFault(phrase, tuple(wrong)),)
    return tuple(_broken(layout, rule))


def _broken(layout: Layout, rule: LayoutRule) -> Iterator[LayoutFault]:
    at = spots(layout)
    row, column = at[FOUNTAIN]
    if rule.fountain == "centre":
        if (row, column) != (len(layout) // 2, len(layout[0]) // 2):
            yield LayoutFault(Phrase.of("istanbul.layout_fountain_centre"), (FOUNTAIN,))
    elif row in (0, len(layout) - 1) or column in (0, len(layout[0]) - 1):
        yield LayoutFault(Phrase.of("istanbul.layout_fountain_inner"), (FOUNTAIN,))
    market, tea = at[BLACK_MARKET], at[TEA_HOUSE]
    apart = distance(market, tea)
    if apart < rule.least_distance:
        phrase = Phrase.of("istanbul.layout_too_near", apart=apart, least=rule.least_distance)
        yield LayoutFault(phrase, (BLACK_MARKET, TEA_HOUSE))
    elif not rule.one_line_allowed and (market[0] == tea[0] or market[1] == tea[1]):
        yield LayoutFault(Phrase.of("istanbul.layout_one_line"), (BLACK_MARKET, TEA_HOUSE))


def swapped(layout: Layout, one: int, other: int) -> Layout:
    """The layout with two places exchanged."""
    exchange = {one: other, other: one}
    return tuple(tuple(exchange.get(number, number) for number in line) for line in layout)


def mending(layout: Layout, rule: LayoutRule) -> tuple[tuple[int, int], ...]:
    """The fewest swaps after which no rule is broken; none where the layout is right or no two swaps mend it.

    "Switch its position with another place if need be": only the place that a rule speaks of moves, and of equal
    swaps the one with the shortest way, so that as little as possible is carried over the table.
    """
    broken = faults(layout, rule)
    if not broken or any(not fault.places for fault in broken) or rule.numbers != set(spots(layout)):
        return ()
    first = sorted(_swaps(layout, broken), key=lambda swap: (_carried(layout, swap), swap))
    for swap in first:
        if not faults(swapped(layout, *swap), rule):
            return (swap,)
    found: list[tuple[int, tuple[tuple[int, int], ...]]] = []
    for swap in first:
        between = swapped(layout, *swap)
        for second in _swaps(between, faults(between, rule)):
            if not faults(swapped(between, *second), rule):
                found.append((_carried(layout, swap) + _carried(between, second), (swap, second)))
    return min(found)[1] if found else ()


def _swaps(layout: Layout, broken: tuple[LayoutFault, ...]) -> Iterator[tuple[int, int]]:
    movable = {number for fault in broken for number in fault.places}
    for one, other in combinations(sorted(spots(layout)), 2):
        if one in movable or other in movable:
            yield (one, other) if one in movable else (other, one)


def _carried(layout: Layout, swap: tuple[int, int]) -> int:
    at = spots(layout)
    return distance(at[swap[0]], at[swap[1]])


def random_layout(rule: LayoutRule, rng: random.Random) -> Layout:
    """A layout drawn evenly from all that keep the rule."""
    numbers = sorted(rule.numbers)
    while True:
        rng.shuffle(numbers)
        layout = tuple(tuple(numbers[row * rule.columns : (row + 1) * rule.columns]) for row in range(rule.rows))
        if not faults(layout, rule):
            return layout

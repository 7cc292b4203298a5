"""What the screens show beside the rules: each crossing's value now and at best, and what is about to be cut off."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from games.cronberg.components import Symbol
from games.cronberg.scoring import Worth, worth_now
from games.cronberg.state import State

_MOST_TIPS = 6  # rhombi with a tip at one crossing
_MOST_WIDE = 3  # rhombi with a wide corner at one crossing
_IMPOSSIBLE = -(10**6)


@dataclass(frozen=True, slots=True)
class Prospect:
    """A crossing as it stands and as it may yet become.

    Attributes:
        now: what a token there would count as the board stands, with its working.
        best: the most that a token there can still bring: the best rhombi that are left, laid and cut off as they suit
            it around this crossing. The rest of the board is not asked, so it may be more than can be reached, never
            less. None where no token can stand any more.
        barred: beside an activated guard.
        closed: every triangle around it is covered.
    """

    now: Worth
    best: int | None
    barred: bool
    closed: bool


@dataclass(frozen=True, slots=True)
class _Ending:
    """One way for the free triangles at a crossing to end: how many tips and wide corners come to point at it, and
    which triangles stay free for good."""

    tips: int
    wide: int
    cut_off: tuple[int, ...]


def prospects(state: State) -> tuple[Prospect, ...]:
    """The prospect of every crossing, by index."""
    plain, positive = _best_sums(state, positive=False), _best_sums(state, positive=True)
    return tuple(_prospect(state, crossing, plain, positive) for crossing in range(len(state.lattice.crossing_names)))


def nearly_cut_off(state: State) -> tuple[int, ...]:
    """Free triangles that the next rhomb could cut off."""
    if sum(state.left) == 1:
        pairs = [set(site.triangles) for site in state.lattice.sites[::2] if state.covered.isdisjoint(site.triangles)]
        free = set(range(len(state.lattice.corners_of))) - state.covered - state.activated
        return tuple(sorted(t for t in free if any(t not in pair for pair in pairs)))
    if not any(state.left):
        return ()
    found = []
    for triangle, neighbours in enumerate(state.lattice.neighbours_of):
        if triangle in state.covered:
            continue
        free = [other for other in neighbours if other not in state.covered]
        # Neighbours of a triangle never touch along an edge, so one rhomb covers at most one of them.
        if len(free) == 1 and any(
            beyond != triangle and beyond not in state.covered for beyond in state.lattice.neighbours_of[free[0]]
        ):
            found.append(triangle)
    return tuple(found)


def _prospect(state: State, crossing: int, plain: list[list[int]], positive: list[list[int]]) -> Prospect:
    now = worth_now(state, crossing)
    barred = bool(state.activated_at(crossing, Symbol.GUARD))
    closed = state.is_closed(crossing)
    if barred or closed:
        return Prospect(now, None, barred, closed)
    best = max((_value(state, now, ending, plain, positive) for ending in _endings(state, crossing)), default=None)
    return Prospect(now, best, barred, closed)


def _value(state: State, now: Worth, ending: _Ending, plain: list[list[int]], positive: list[list[int]]) -> int:
    symbols = [state.edition.symbols[triangle] for triangle in ending.cut_off]
    coats = bool(now.coats) or Symbol.COAT in symbols
    parks = len(now.parks) + symbols.count(Symbol.PARK)
    if ending.cut_off and not coats and not parks:
        return 0  # beside a blank triangle only: never evaluated
    printed = sum(abs(number) if coats else number for number, _ in now.numbers)
    coming = (positive if coats else plain)[ending.tips][ending.wide]
    if coming <= _IMPOSSIBLE // 2:
        return _IMPOSSIBLE
    return int((printed + coming) * 2**parks)


def _endings(state: State, crossing: int) -> Iterator[_Ending]:
    """Every way for the triangles around a crossing to end as covered or cut off, as far as they alone decide."""
    fan = state.lattice.triangles_at[crossing]
    ring = len(fan) == 6
    start = next((place for place, triangle in enumerate(fan) if triangle in state.covered), 0) if ring else 0
    around = fan[start:] + fan[:start]
    yield from _walk(state, crossing, around, ring)


def _walk(state: State, crossing: int, around: tuple[int, ...], ring: bool) -> Iterator[_Ending]:
    whole_ring = ring and not any(triangle in state.covered for triangle in around)

    def step(place: int, tips: int, wide: int, cut: tuple[int, ...], end: int) -> Iterator[_Ending]:
        if place == end:
            yield _Ending(tips, wide, cut)
            return
        triangle = around[place]
        if triangle in state.covered:
            yield from step(place + 1, tips, wide, cut, end)
            return
        if triangle in state.activated:
            yield from step(place + 1, tips, wide, (*cut, triangle), end)
            return
        if _has_free_outside(state, crossing, triangle):
            yield from step(place + 1, tips + 1, wide, cut, end)
        if place + 1 < end and around[place + 1] not in state.covered | state.activated:
            yield from step(place + 2, tips, wide + 1, cut, end)
        before = around[place - 1] if place else None
        if state.edition.symbols[triangle] is not Symbol.GUARD and (before is None or before not in cut):
            yield from step(place + 1, tips, wide, (*cut, triangle), end)

    for ending in step(0, 0, 0, (), len(around)):
        if not (whole_ring and around[0] in ending.cut_off and around[-1] in ending.cut_off):
            yield ending
    if whole_ring:  # a rhomb may lie over the place where the walk began
        rest = around[1:-1]
        for ending in _walk_open(state, crossing, rest):
            yield _Ending(ending.tips, ending.wide + 1, ending.cut_off)


def _walk_open(state: State, crossing: int, rest: tuple[int, ...]) -> Iterator[_Ending]:
    yield from _walk(state, crossing, rest, ring=False)


def _has_free_outside(state: State, crossing: int, triangle: int) -> bool:
    """A tip can point at the crossing from this triangle: the neighbour away from the crossing is free."""
    return any(
        other not in state.covered and crossing not in state.lattice.corners_of[other]
        for other in state.lattice.neighbours_of[triangle]
    )


def _best_sums(state: State, *, positive: bool) -> list[list[int]]:
    """[tips][wide] -> the most that so many tips and wide corners of rhombi still in the stack can sum up to."""
    table = [[_IMPOSSIBLE] * (_MOST_WIDE + 1) for _ in range(_MOST_TIPS + 1)]
    table[0][0] = 0
    for kind, left in zip(state.edition.kinds, state.left, strict=True):
        head, right, tail, wide_left = (abs(n) if positive else n for n in kind.numbers)
        for _ in range(min(left, _MOST_TIPS)):
            for tips in range(_MOST_TIPS, -1, -1):
                for wide in range(_MOST_WIDE, -1, -1):
                    if tips:
                        table[tips][wide] = max(table[tips][wide], table[tips - 1][wide] + max(head, tail))
                    if wide:
                        table[tips][wide] = max(table[tips][wide], table[tips][wide - 1] + max(right, wide_left))
    return table

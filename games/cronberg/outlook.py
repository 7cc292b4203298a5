"""What the screens show beside the rules: each crossing's value now and at best, and what is about to be cut off."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from games.cronberg.components import Symbol
from games.cronberg.scoring import CrossingWorth, worth_now
from games.cronberg.state import CUTS_OFF, State

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
            less; being driven home by a guard brings 0. None where no token can stand any more.
        barred: beside an activated guard.
        closed: every triangle around it is covered.
    """

    now: CrossingWorth
    best: int | None
    barred: bool
    closed: bool


@dataclass(frozen=True, slots=True)
class _Ending:
    """One way for the free triangles at a crossing to end: how many tips and wide corners come to point at it, and
    which triangles, beside those activated already, stay free for good."""

    tips: int
    wide: int
    cut_off: tuple[int, ...]


def prospects(state: State) -> tuple[Prospect, ...]:
    """The prospect of every crossing, by index."""
    plain, positive = _best_sums(state, positive=False), _best_sums(state, positive=True)
    return tuple(_prospect(state, crossing, plain, positive) for crossing in range(len(state.lattice.crossing_names)))


def nearly_cut_off(state: State) -> tuple[int, ...]:
    """Free triangles that the next rhomb could cut off."""
    if sum(state.left) == 1 and state.setup.empty_stack == CUTS_OFF:
        pairs = [site.triangles for site in state.lattice.sites[::2] if state.covered.isdisjoint(site.triangles)]
        free = set(range(len(state.lattice.corners_of))) - state.covered - state.activated
        return tuple(sorted(triangle for triangle in free if any(triangle not in pair for pair in pairs)))
    if not any(state.left):
        return ()
    found = []
    for triangle, neighbours in enumerate(state.lattice.neighbours_of):
        if triangle in state.covered:
            continue
        still = [other for other in neighbours if other not in state.covered]
        # Neighbours of a triangle never touch along an edge, so one rhomb covers at most one of them.
        if len(still) == 1 and any(
            beyond != triangle and beyond not in state.covered for beyond in state.lattice.neighbours_of[still[0]]
        ):
            found.append(triangle)
    return tuple(found)


def _prospect(state: State, crossing: int, plain: list[list[int]], positive: list[list[int]]) -> Prospect:
    now = worth_now(state, crossing)
    barred = bool(state.activated_at(crossing, Symbol.GUARD))
    closed = state.is_closed(crossing)
    if barred or closed:
        return Prospect(now, None, barred, closed)
    values = [_value(state, now, ending, plain, positive) for ending in _endings(state, crossing)]
    best = max((value for value in values if value is not None), default=None)
    return Prospect(now, best, barred, closed)


def _value(
    state: State, now: CrossingWorth, ending: _Ending, plain: list[list[int]], positive: list[list[int]]
) -> int | None:
    symbols = [state.edition.symbols[triangle] for triangle in ending.cut_off]
    coats = bool(now.coats) or Symbol.COAT in symbols
    parks = len(now.parks) + symbols.count(Symbol.PARK)
    if Symbol.GUARD in symbols:
        return 0  # driven home
    stays = bool(ending.cut_off) or not state.activated.isdisjoint(state.lattice.triangles_at[now.crossing])
    if stays and not coats and not parks:
        return 0  # beside a blank triangle only: never evaluated
    printed = sum(abs(number) if coats else number for number, _ in now.numbers)
    coming = (positive if coats else plain)[ending.tips][ending.wide]
    if coming <= _IMPOSSIBLE // 2:
        return None  # not so many rhombi are left
    return int((printed + coming) * 2**parks)


def _endings(state: State, crossing: int) -> Iterator[_Ending]:
    """Every way for the triangles around a crossing to end as covered or cut off, as far as they alone decide."""
    fan = state.lattice.triangles_at[crossing]
    covered = [place for place, triangle in enumerate(fan) if triangle in state.covered]
    if len(fan) < 6 or covered:
        start = covered[0] if len(fan) == 6 else 0
        yield from _walk(state, crossing, fan[start:] + fan[:start], ())
        return
    may_touch = _may_run_out(state)
    for ending in _walk(state, crossing, fan, ()):
        if may_touch or not {fan[0], fan[-1]} <= set(ending.cut_off):
            yield ending
    if state.activated.isdisjoint((fan[0], fan[-1])):  # a rhomb may lie over the place where the walk began
        for ending in _walk(state, crossing, fan[1:-1], ()):
            yield _Ending(ending.tips, ending.wide + 1, ending.cut_off)


def _walk(state: State, crossing: int, around: tuple[int, ...], cut: tuple[int, ...]) -> Iterator[_Ending]:
    """The endings of a row of triangles side by side, in order; ``cut`` are those before it that stay free."""
    if not around:
        yield _Ending(0, 0, cut)
        return
    triangle, rest = around[0], around[1:]
    if triangle in state.covered | state.activated:
        yield from _walk(state, crossing, rest, cut)
        return
    if _has_free_outside(state, crossing, triangle):
        for ending in _walk(state, crossing, rest, cut):
            yield _Ending(ending.tips + 1, ending.wide, ending.cut_off)
    if rest and rest[0] not in state.covered | state.activated:
        for ending in _walk(state, crossing, rest[1:], cut):
            yield _Ending(ending.tips, ending.wide + 1, ending.cut_off)
    beside_cut = bool(cut) and cut[-1] in state.lattice.neighbours_of[triangle]
    if not beside_cut or _may_run_out(state):
        yield from _walk(state, crossing, rest, (*cut, triangle))


def _may_run_out(state: State) -> bool:
    """The stack can't cover what is free, so triangles side by side can stay free for good."""
    return 2 * sum(state.left) < len(state.lattice.corners_of) - len(state.covered)


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

"""Tables of Cronberg that tests talk about."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator

import pytest

from games.cronberg.components import CronbergBox, RhombKind, Symbol, default_edition
from games.cronberg.lattice import lattice_of_side
from games.cronberg.rules import CRONBERG
from games.cronberg.state import LayRhomb, PlaceToken, Setup, State
from games.game import Seat

FOUR = tuple(
    Seat(name, colour) for name, colour in (("Ulla", "red"), ("Gerd", "yellow"), ("Anne", "blue"), ("Karl", "green"))
)


@pytest.fixture
def four() -> tuple[Seat, ...]:
    return FOUR


@pytest.fixture
def fresh() -> State:
    """Four players before an empty default board."""
    return CRONBERG.new(Setup(FOUR, default_edition()))


@pytest.fixture
def play() -> Callable[..., State]:
    """Plays lines of notation one after the other."""

    def through(state: State, *lines: str) -> State:
        for line in lines:
            state, _ = CRONBERG.apply(state, CRONBERG.read(line))
        return state

    return through


@pytest.fixture
def table_around() -> Callable[..., tuple[State, str]]:
    """Builds a table with a token among given numbers and cut-off triangles; see :func:`_table_around`."""
    return _table_around


def _orders(numbers: tuple[int, ...], symbols: tuple[Symbol, ...], size: int, ring: bool) -> Iterator[list[object]]:
    """Ways to seat numbers (as tips or wide corners) and cut-off triangles side by side around a crossing."""
    for zeros in range(4):
        things: list[object] = [*numbers, *[0] * zeros, *symbols]
        if len(things) > size:
            return
        for order in itertools.permutations(things):
            beside = list(itertools.pairwise(order)) + ([(order[-1], order[0])] if ring and len(order) > 1 else [])
            if any(isinstance(a, Symbol) and isinstance(b, Symbol) for a, b in beside):
                continue
            spare = size - len(things)
            plain = [place for place, thing in enumerate(order) if not isinstance(thing, Symbol)]
            if 0 <= spare <= len(plain):
                yield [(thing, 2 if place in plain[:spare] else 1) for place, thing in enumerate(order)]


def _table_around(numbers: list[int], symbols: list[Symbol], seat: int = 0) -> tuple[State, str]:
    """A played table where the seat's token stands at a crossing at which exactly these numbers point (and perhaps
    zeros, where the net asks for another rhomb) and beside which exactly these triangles are cut off."""
    for name in ("D4", "A2", "A1"):
        lattice = lattice_of_side(3)
        fan = lattice.triangles_at[lattice.crossing_named[name]]
        for order in _orders(tuple(numbers), tuple(symbols), len(fan), len(fan) == 6):
            state = _built(name, fan, order, seat)
            if state is not None:
                return state, name
    raise AssertionError(f"no table for {numbers} and {symbols}")


def _built(name: str, fan: tuple[int, ...], order: list[object], seat: int) -> State | None:
    lattice = lattice_of_side(3)
    crossing = lattice.crossing_named[name]
    board = [Symbol.PARK] * 54
    lays, apart, place = [], [], 0
    for thing, width in order:  # type: ignore[misc]
        triangle = fan[place]
        if isinstance(thing, Symbol):
            board[triangle] = thing
            apart.append(triangle)
        elif width == 2:
            lays.append(((triangle, fan[place + 1]), (0, thing, 0, thing)))
        else:
            outside = [t for t in lattice.neighbours_of[triangle] if crossing not in lattice.corners_of[t]]
            if not outside:
                return None
            lays.append(((triangle, outside[0]), (thing, 0, thing, 0)))
        place += width
    used = {triangle for pair, _ in lays for triangle in pair}
    for triangle in apart:
        for other in lattice.neighbours_of[triangle]:
            if other not in used and other not in fan:
                beyond = next(t for t in lattice.neighbours_of[other] if t not in used and t not in (*fan, triangle))
                lays.append(((other, beyond), (0, 0, 0, 0)))
                used |= {other, beyond}
    kinds = tuple(RhombKind(f"k{number}", "building", numbers) for number, (_, numbers) in enumerate(lays))
    edition = CronbergBox("around", 3, tuple(board), (*kinds, RhombKind("more", "building", (0, 0, 0, 0), 20)))
    state = CRONBERG.new(Setup((*FOUR[seat:], *FOUR[:seat]), edition))
    state, _ = CRONBERG.apply(state, PlaceToken(name))
    # The rhombi that cut off come first, so that the token's crossing is never closed on the way.
    for number, (pair, _) in reversed(list(enumerate(lays))):
        one, two = sorted(pair)
        head = next(site for site in lattice.sites if site.triangles == (one, two)).head
        names = (lattice.triangle_names[one], lattice.triangle_names[two])
        state, _ = CRONBERG.apply(state, LayRhomb(f"k{number}", names, lattice.crossing_names[head]))
    return state

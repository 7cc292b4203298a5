"""What may be done in a state, listed once: the rules take nothing else, and touch offers all of it."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from games.cronberg.components import CronbergBox, Symbol
from games.cronberg.state import Action, LayRhomb, Pass, PlaceToken, RhombOnBoard, State

PASS = Pass()


def listed(state: State) -> Iterator[Action]:
    """Every action that may follow: tokens first, then every rhomb that may be on top of the stack."""
    if state.to_move is None:
        return
    yield from _tokens(state)
    for kind in range(len(state.left)):
        yield from _rhombi(state, kind)
    if not can_place(state):
        yield PASS


def may_follow(state: State, action: Action) -> bool:
    """Whether an action is listed in this state."""
    if state.to_move is None:
        return False
    match action:
        case PlaceToken():
            return action in _tokens(state)
        case LayRhomb():
            kind = state.edition.kind_index(action.kind)
            return kind is not None and action in _rhombi(state, kind)
        case Pass():
            return not can_place(state)


def can_place(state: State) -> bool:
    """Whether the player to move can place a token or a rhomb."""
    return bool(free_places(state)) or next(_tokens(state), None) is not None


def _tokens(state: State) -> Iterator[PlaceToken]:
    if state.to_move is not None and state.tokens_in_hand(state.to_move) > 0:
        names = state.lattice.crossing_names
        yield from (PlaceToken(names[crossing]) for crossing in open_crossings(state))


def _rhombi(state: State, kind: int) -> Iterator[LayRhomb]:
    if state.left[kind]:
        ways = _lays(state.edition)[kind]
        for place in free_places(state):
            yield from ways[place]


def site_of(state: State, action: LayRhomb) -> RhombOnBoard:
    """The rhomb of an action that is listed, as it will lie."""
    lattice, kind = state.lattice, state.edition.kind_index(action.kind)
    one, other = (lattice.triangle_named[name] for name in action.triangles)
    assert kind is not None
    return RhombOnBoard(kind, lattice.site_of[one, other, lattice.crossing_named[action.head]])


@lru_cache(maxsize=8)
def _lays(edition: CronbergBox) -> tuple[tuple[tuple[LayRhomb, LayRhomb], ...], ...]:
    """Every way to lay each kind: kind -> place on the board -> the two ways round. Built once per copy."""
    names, crossings = edition.lattice.triangle_names, edition.lattice.crossing_names
    sites = edition.lattice.sites
    return tuple(
        tuple(
            (
                LayRhomb(kind.key, (names[one.triangles[0]], names[one.triangles[1]]), crossings[one.head]),
                LayRhomb(kind.key, (names[two.triangles[0]], names[two.triangles[1]]), crossings[two.head]),
            )
            for one, two in zip(sites[::2], sites[1::2], strict=True)
        )
        for kind in edition.kinds
    )


def free_places(state: State) -> tuple[int, ...]:
    """Where a rhomb fits: indices into ``lattice.sites[::2]``. Nowhere once the stack is empty."""
    if not any(state.left):
        return ()
    covered = state.covered
    return tuple(
        place
        for place, site in enumerate(state.lattice.sites[::2])
        if site.triangles[0] not in covered and site.triangles[1] not in covered
    )


def is_barred(state: State, crossing: int) -> bool:
    """True beside a guard that no rhomb can cover any more."""
    return bool(state.activated_at(crossing, Symbol.GUARD))


def open_crossings(state: State) -> tuple[int, ...]:
    """Where a token may be placed: unoccupied, beside a free triangle, not beside an activated guard."""
    taken = {crossing for crossing, _ in state.tokens}
    return tuple(
        crossing
        for crossing in range(len(state.lattice.crossing_names))
        if crossing not in taken and not state.is_closed(crossing) and not is_barred(state, crossing)
    )

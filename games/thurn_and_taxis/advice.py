"""Advice on closing: "may I close?", "what am I missing?", and what every way of closing brings and leaves open."""

from __future__ import annotations

from dataclasses import dataclass

from games.thurn_and_taxis.actions import Close
from games.thurn_and_taxis.closing import Missing, close, closings, horses_of, missing_to_close
from games.thurn_and_taxis.scoring import score_of
from games.thurn_and_taxis.state import State


@dataclass(frozen=True, slots=True)
class ClosingAdvice:
    """One way to close.

    Attributes:
        action: the closing.
        gain: points that it adds to the score at once: tiles, carriage, houses off the supply.
        tiles: what is collected, as (stack key, value).
        finished: provinces with a house in every city afterwards and not before.
        open_cities: for each province on the route not finished, the cities still without a house.
        waste: houses that will still be needed in cities of the route that this way leaves empty.
    """

    action: Close
    gain: int
    tiles: tuple[tuple[str, int], ...]
    finished: tuple[str, ...]
    open_cities: tuple[tuple[str, tuple[str, ...]], ...]
    waste: int


def advice(state: State) -> tuple[ClosingAdvice, ...]:
    """Every way to close now, the best first: most points at once, then most houses, then fewest cities left open."""
    found = [_advice(state, action) for action in closings(state)]
    return tuple(sorted(found, key=lambda one: (-one.gain, -len(one.finished), one.waste, one.action.cartwright)))


def missing(state: State, seat: int) -> Missing:
    """What keeps this player's route from being closed."""
    return missing_to_close(state, seat)


def horses_and_cities(state: State, seat: int) -> tuple[int, int]:
    """The horses before the carriage and the cities of the route, for "7 horses, 6 cities"."""
    return horses_of(state, seat), len(state.players[seat].route)


def _advice(state: State, action: Close) -> ClosingAdvice:
    atlas, seat = state.setup.atlas, state.seat
    before, route = state.mover.houses, state.mover.route
    earned = close(state, action)
    after = earned.state.players[seat].houses
    touched = sorted({province for name in route if (province := atlas.city[name].province) is not None})
    done = tuple(
        p for p in touched if after.issuperset(atlas.provinces[p]) and not before.issuperset(atlas.provinces[p])
    )
    left = tuple(
        (province, lacking)
        for province in touched
        if (lacking := tuple(name for name in atlas.provinces[province] if name not in after))
    )
    gain = score_of(earned.state, seat) - score_of(state, seat)
    waste = sum(name not in after for name in route)
    return ClosingAdvice(action, gain, earned.tiles, done, left, waste)

"""A casual player: draws at the true odds and decides with a glance at the board."""

from __future__ import annotations

import random

from games.cronberg.state import Action, LayRhomb, Pass, PlaceToken, State

_LOOKED_AT = 6  # how many possibilities a casual player compares
_TOKEN_FIRST = 0.45  # how often somebody with tokens in hand places one instead of drawing


def casual_action(state: State, rng: random.Random, crossings: tuple[int, ...], places: tuple[int, ...]) -> Action:
    """One legal action. ``crossings`` are open for tokens, ``places`` (into ``sites[::2]``) for rhombi.

    Raises ValueError when the game is over.
    """
    if state.to_move is None:
        raise ValueError("the game is over")
    can_place = bool(crossings) and state.tokens_in_hand(state.to_move) > 0
    if can_place and (not places or rng.random() < _TOKEN_FIRST):
        return _token(state, rng, crossings)
    if places:
        return _rhomb(state, rng, places)
    return Pass()


def _token(state: State, rng: random.Random, crossings: tuple[int, ...]) -> PlaceToken:
    """The best sum so far among a few crossings, free triangles breaking ties."""
    seen = rng.sample(crossings, min(_LOOKED_AT, len(crossings)))
    best = max(seen, key=lambda crossing: sum(number for number, _ in state.numbers_at(crossing)))
    return PlaceToken(state.lattice.crossing_names[best])


def _rhomb(state: State, rng: random.Random, places: tuple[int, ...]) -> LayRhomb:
    """The drawn rhomb where it helps the player's own tokens and hurts the others', among a few places."""
    kind = rng.choices(range(len(state.left)), weights=state.left)[0]
    numbers = state.edition.kinds[kind].numbers
    owners = dict(state.tokens)

    def gain(index: int) -> int:
        total = 0
        for crossing, number in zip(state.lattice.sites[index].corners, numbers, strict=True):
            if crossing in owners:
                total += number if owners[crossing] == state.to_move else -number
        return total

    indices = [2 * place + rng.randrange(2) for place in rng.sample(places, min(_LOOKED_AT, len(places)))]
    site = state.lattice.sites[max(indices, key=gain)]
    names = state.lattice.triangle_names
    return LayRhomb(
        state.edition.kinds[kind].key,
        (names[site.triangles[0]], names[site.triangles[1]]),
        state.lattice.crossing_names[site.head],
    )

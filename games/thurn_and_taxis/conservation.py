"""What no turn of Thurn and Taxis may change: cards, houses, bonus tiles. For tests and benchmarks."""

from __future__ import annotations

from collections.abc import Iterator

from games.thurn_and_taxis.state import State


def broken_laws(state: State) -> tuple[str, ...]:
    """Names of the laws that this state breaks; none in any state that play can reach."""
    return tuple(name for name, holds in _laws(state) if not holds)


def _laws(state: State) -> Iterator[tuple[str, bool]]:
    atlas, players = state.setup.atlas, state.players
    cards = len(atlas.cities) * state.number("copies")
    lying = state.pile + state.discard_pile + len(state.display)
    held = sum(player.hand + len(player.route) + len(player.trains) for player in players)
    yield "cards", lying + held == cards and state.pile >= 0
    yield "cards of a city", all(count <= state.number("copies") for count in state.seen().values())
    yield "hands", all(player.unknown >= 0 for player in players)
    for key, left in state.stacks:
        taken = [value for player in players for stack, value in player.tiles if stack == key]
        yield "bonus tiles", sorted((*left, *taken)) == sorted(atlas.stack[key].values)
    yield "houses", all(0 <= state.houses_left(seat) <= state.number("houses") for seat in range(len(players)))

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
    copies, houses = state.number("copies"), state.number("houses")
    yield "cards of a city", max(state.seen().values(), default=0) <= copies
    yield "hands", min(player.unknown for player in players) >= 0
    tiles = {key: [*left] for key, left in state.stacks}
    for player in players:
        for key, value in player.tiles:
            tiles[key].append(value)
    for key, values in tiles.items():
        yield "bonus tiles", sorted(values) == sorted(atlas.stack[key].values)
    yield "houses", max(len(player.houses) for player in players) <= houses

"""What no turn of Carcassonne may change: every tile and every follower is somewhere. For tests and benchmarks."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from games.carcassonne.rules import CARCASSONNE, rulebook
from games.carcassonne.state import State


def broken_laws(state: State) -> tuple[str, ...]:
    """Names of the laws that this state breaks; none in any state that play can reach."""
    return tuple(name for name, holds in _laws(state) if not holds)


def _laws(state: State) -> Iterator[tuple[str, bool]]:
    there = Counter(state.bag)
    there.update(state.discarded)
    there.update(tile.turned.key for tile in state.board.laid)
    box = Counter(CARCASSONNE.box(state.setup))
    yield "tiles", there == box and min(state.bag.values(), default=1) > 0
    each = Counter({kind: follower.each for kind, follower in rulebook(state.setup).followers.items()})
    on_board = [Counter[str]() for _ in state.setup.seats]
    for follower in state.board.followers():
        on_board[follower.seat][follower.kind] += 1
    for seat, supply in enumerate(state.supply):
        yield "followers", on_board[seat] + Counter(supply) == each and min(supply.values()) >= 0
    yield "scores", min(state.scores) >= 0

"""What no turn of Carcassonne may change: every tile and every follower is somewhere. For tests and benchmarks."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from games.carcassonne.rules import CARCASSONNE, rulebook
from games.carcassonne.state import Setup, State


def broken_laws(state: State) -> tuple[str, ...]:
    """Names of the laws that this state breaks; none in any state that play can reach."""
    return tuple(name for name, holds in _laws(state) if not holds)


def _laws(state: State) -> Iterator[tuple[str, bool]]:
    there = dict(state.bag)
    for key in (*state.discarded, *(tile.turned.key for tile in state.board.laid)):
        there[key] = there.get(key, 0) + 1
    yield "tiles", there == _box(state.setup) and min(state.bag.values(), default=1) > 0
    each = {kind: follower.each for kind, follower in rulebook(state.setup).followers.items()}
    everywhere = [dict(supply) for supply in state.supply]
    for follower in state.board.followers():
        everywhere[follower.seat][follower.kind] = everywhere[follower.seat].get(follower.kind, 0) + 1
    for there_and_at_hand, supply in zip(everywhere, state.supply, strict=True):
        yield "followers", there_and_at_hand == each and min(supply.values()) >= 0
    yield "scores", min(state.scores) >= 0


@lru_cache(maxsize=64)
def _box(setup: Setup) -> dict[str, int]:
    return {key: count for key, count in CARCASSONNE.box(setup).items() if count}

"""What no turn of Cronberg may change: every rhomb and every token is somewhere. For tests and benchmarks."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from games.cronberg.state import State


def broken_laws(state: State) -> tuple[str, ...]:
    """Names of the laws that this state breaks; none in any state that play can reach."""
    return tuple(name for name, holds in _laws(state) if not holds)


def _laws(state: State) -> Iterator[tuple[str, bool]]:
    laid = Counter(rhomb.kind for rhomb in state.rhombi) + Counter(state.rhombi_aside)
    counts = [kind.count for kind in state.edition.kinds]
    yield "rhombi", all(left >= 0 and left + laid[kind] == counts[kind] for kind, left in enumerate(state.left))
    triangles = [triangle for rhomb in state.rhombi for triangle in rhomb.site.triangles]
    yield "one rhomb on a triangle", len(set(triangles)) == len(triangles) and set(triangles) == state.covered
    yield "free triangles", not state.activated & state.covered
    yield "one token on a crossing", len({crossing for crossing, _ in state.tokens}) == len(state.tokens)
    each = state.edition.tokens_each
    yield "tokens", all(0 <= state.tokens_in_hand(seat) <= each for seat in range(len(state.setup.seats)))

"""What no turn of Stained Glass may change: the tiles, the followers, the glass. For tests and benchmarks."""

from __future__ import annotations

from functools import cache

from games.carcassonne.conservation import broken_laws as broken_laws_of_carcassonne
from games.carcassonne.stained_glass.glass import glass_of
from games.carcassonne.stained_glass.windows import whole_supply
from games.carcassonne.state import State


def broken_laws(state: State) -> tuple[str, ...]:
    """Names of the laws that this state breaks; none in any state that play can reach."""
    glass = glass_of(state)
    there = dict(glass.supply)
    for held in glass.held:
        for tile, count in held.items():
            there[tile] = there.get(tile, 0) + count
    broken = [name for name in broken_laws_of_carcassonne(state) if name != "scores"]
    if there != _whole_supply():
        broken.append("glass")
    if min((*glass.supply.values(), *(count for held in glass.held for count in held.values())), default=1) < 1:
        broken.append("glass that is not there")
    return tuple(broken)


@cache
def _whole_supply() -> dict[str, int]:
    return dict(whole_supply())

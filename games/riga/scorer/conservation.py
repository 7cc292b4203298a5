"""What no move of the scorer may change: one owner a tile, buildings that were told. For tests and benchmarks."""

from __future__ import annotations

from collections.abc import Iterator

from games.riga.scorer.rules import State


def broken_laws(state: State) -> tuple[str, ...]:
    """Names of the laws that this state breaks; none in any state that play can reach."""
    return tuple(name for name, holds in _laws(state) if not holds)


def _laws(state: State) -> Iterator[tuple[str, bool]]:
    seats = range(len(state.setup.seats))
    keys = [placed.master.key for placed in state.row]
    yield "tiles", len(set(keys)) == len(keys)
    yield "owners", all(placed.owner is None or placed.owner in seats for placed in state.row)
    yield "displays", len(state.displays) == len(seats)
    yield "covered persons", all(min(one.count("Knight"), one.count("Merchant")) >= 0 for one in state.displays)

"""What had been laid beside a tile before the record knew of that one.

Places are looked at around the tiles that are known: where one was not made out, because whoever stands there hid it,
what had been laid beside it was out of reach. Once people have entered it, the picture would pass for one that shows
that place bare.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

from games.carcassonne.state import State
from vision.carcassonne.live import tile_likelihood
from vision.carcassonne.live.bare_table import bare_cost
from vision.carcassonne.live.memory import Memory
from vision.carcassonne.live.tile_evidence import TileSight
from vision.parameters import Parameters, parameter
from vision.registration.lattice import UNIT_CORNERS, Cell, Matrix, project


@dataclass(frozen=True, slots=True, kw_only=True)
class BeyondParameters(Parameters):
    """When something lies at a place that no earlier picture shows."""

    lies_there: float = parameter(
        4.5,
        "cost",
        "of going on as the table does around it, from which something lies at a place that no earlier picture shows",
        "docs/findings/cameras.md",
    )


PARAMETERS = BeyondParameters()


def rim_grown(before: State, after: State) -> frozenset[Cell]:
    """Places at which a tile may lie by the later state and could not by the one before it."""
    return frozenset((y, x) for x, y in set(after.board.frontier) - set(before.board.frontier))


def looked_beyond(memory: Memory, state: State) -> Memory:
    """The memory once the places have been looked at that nobody could look at before on its earlier picture: what
    lies there waited already. That is asked with the first look after a turn, so that no press waits for it."""
    before = memory.before
    if before is None or not before.unlooked:
        return memory
    rim = {(y, x) for x, y in state.board.frontier}
    sight = before.sight(memory.deck)
    poses = {cell: before.track.predicted(cell) for cell in before.unlooked & rim - before.waiting.keys()}
    found = {cell: there for cell, pose in poses.items() for there in _lying(sight, memory, state, cell, pose)}
    return replace(memory, before=replace(before, waiting={**found, **before.waiting}, unlooked=frozenset()))


def _lying(sight: TileSight, memory: Memory, state: State, cell: Cell, pose: Matrix) -> Iterable[Matrix]:
    """Where a tile lies at a place, should one lie there."""
    if not _in_view(sight, pose) or bare_cost(sight, pose, cell, memory.tiles) < PARAMETERS.lies_there:
        return ()
    y, x = cell
    matches = sight.matches(pose, list(state.board.fitting(state.bag, x, y)))
    return [match.pose for match in matches[:1] if match.cost < tile_likelihood.PARAMETERS.something_else]


def _in_view(sight: TileSight, pose: Matrix) -> bool:
    height, width = sight.layers.size
    corners = project(pose, UNIT_CORNERS)
    return bool((corners >= 0).all() and (corners <= [width, height]).all())

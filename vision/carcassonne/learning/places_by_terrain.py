"""Which changed places are read by their terrain, and that begun while pictures are still laid on what lies there.

Pictures and terrain are asked of the same places and know nothing of each other, so two cores ask them side by side: a
reading takes a fifth less time, and says the very same.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace

from vision.carcassonne.learning.sighted import Sighted
from vision.carcassonne.learning.terrain_witness import TerrainWitness
from vision.carcassonne.learning.unchanged_places import against_a_tile
from vision.carcassonne.live import explainer
from vision.carcassonne.live.bare_table import bare_cost
from vision.carcassonne.live.change_outline import Change
from vision.carcassonne.live.memory import Memory
from vision.carcassonne.live.tile_evidence import TileSight
from vision.frames import Frame
from vision.imaging.side_by_side import meanwhile
from vision.parameters import CHOSEN, Parameters, parameter
from vision.registration.lattice import Cell, Matrix


@dataclass(frozen=True, slots=True, kw_only=True)
class PlacesByTerrainParameters(Parameters):
    """How much a place that goes on as the table does is worth, what its outline is, and how many are read."""

    # On six cloths with a pattern and four plain tables bare places cost 0.0 to 2.0, tiles 1.6 (white on white) to 6.0.
    as_table: float = parameter(
        2.0,
        "log-odds",
        "against a tile for each unit of cost by which a place goes on as the table does around it",
        "docs/findings/a-live-table.md",
    )
    tile_shaped: float = parameter(
        6.0, "log-odds", 'that something is a tile where just a tile\'s square has changed, "default"', CHOSEN
    )
    # White tiles on a white table: 2.5 to 5.5, at 20 places; bare tables with and without a pattern 2.0 at the most.
    no_table: float = parameter(
        2.4,
        "cost",
        "from which a place does not go on as the table does around it",
        "docs/findings/learning-while-they-play.md",
    )
    ends_there: float = parameter(
        3.0,
        "log-odds",
        'for a tile where the table does not go on, and nothing has changed right beside it, "default"',
        CHOSEN,
    )
    most_places: int = parameter(5, "count", "changed places that are read by their terrain", CHOSEN)


PARAMETERS = PlacesByTerrainParameters()


@dataclass(frozen=True, eq=False)
class LookedAt:
    """Changed places of one picture, and the one of them that looks most like a tile.

    Attributes:
        changed: those that were read.
        poses: where a tile at each would lie, as the map foretells it.
        sighted: the likeliest.
    """

    changed: tuple[Change, ...]
    poses: Mapping[Cell, Matrix]
    sighted: Sighted

    @property
    def change(self) -> Change:
        """What has changed at the likeliest of them."""
        return next(one for one in self.changed if one.cell == self.sighted.cell)


class PlacesByTerrain:
    """Reads changed places with what is known of an edition's terrain.

    Args:
        witness: knows it.
    """

    def __init__(self, witness: TerrainWitness) -> None:
        self._witness = witness
        self._begun: tuple[Frame, tuple[Cell, ...], Callable[[], LookedAt]] | None = None

    def begin(self, still: Frame, sight: TileSight, memory: Memory, changed: Iterable[Change]) -> None:
        """Begin to look at what has changed on a picture since the one before; :meth:`at` waits for it."""
        places = _to_be_read(sight, memory, changed, first=False)
        if places:
            look = meanwhile(lambda: self._look(still, sight, memory, places, first=False))
            self._begun = still, tuple(one.cell for one in places), look

    def at(
        self, still: Frame, sight: TileSight, memory: Memory, changed: Iterable[Change], *, first: bool
    ) -> LookedAt | None:
        """What has changed; None where nothing did. On the ``first`` picture of a table nothing is known to have
        changed: what goes on there as the table does around it is table, whatever the network makes of its boards."""
        begun, self._begun = self._begun, None
        places = _to_be_read(sight, memory, changed, first=first)
        if begun is not None and begun[0] is still and begun[1] == tuple(one.cell for one in places):
            return begun[2]()
        return self._look(still, sight, memory, places, first=first) if places else None

    def forget(self) -> None:
        """Pictures alone told what lies there: nobody waits for the rest, or for the picture."""
        self._begun = None

    def _look(
        self, still: Frame, sight: TileSight, memory: Memory, places: tuple[Change, ...], *, first: bool
    ) -> LookedAt:
        """Which place looks most like a tile, where it does not look as it did before the turn."""
        cells = [one.cell for one in places]
        poses = dict(zip(cells, memory.track.poses(cells), strict=True))
        as_before = {cell: 0.0 if first else against_a_tile(cell, sight, memory) for cell in cells}
        as_table = {cell: _as_table(cell, sight, memory) for cell in cells} if len(cells) > 1 else {}
        against = {cell: as_before[cell] + as_table.get(cell, 0.0) for cell in cells}
        sighted = self._witness.look(still.image, sight.layers, poses, against)
        return LookedAt(places, poses, replace(sighted, odds=sighted.odds - as_before[sighted.cell]))


def _to_be_read(sight: TileSight, memory: Memory, changed: Iterable[Change], *, first: bool) -> tuple[Change, ...]:
    places = [one for one in changed if one.cell not in memory.tiles]
    if first:
        places = [one for one in places if _as_table(one.cell, sight, memory) <= 0]
    return tuple(places[: PARAMETERS.most_places])


def _as_table(cell: Cell, sight: TileSight, memory: Memory) -> float:
    """Log-odds against a tile at a place that looks as the table does around it; 0 where it looks otherwise."""
    cost = bare_cost(sight, memory.track.predicted(cell), cell, memory.tiles)
    return PARAMETERS.as_table * max(explainer.PARAMETERS.no_table - cost, 0.0)


def ends_as_a_tile(change: Change, as_table: float) -> bool:
    """Whether what changed is just a tile's square; or a part of that, as where it is as white as the table, and what
    lies there is none. ``as_table`` is what it costs to take it for that, see
    :func:`vision.carcassonne.live.bare_table.bare_cost`."""
    return change.tile_shaped or (change.pose is not None and change.ends_there and as_table >= PARAMETERS.no_table)


def by_its_outline(sighted: Sighted, change: Change, as_table: float) -> Sighted:
    """The same, as likely a tile as what changed there tells, even where its art tells the network little."""
    if change.tile_shaped:
        return replace(sighted, odds=max(sighted.odds, PARAMETERS.tile_shaped))
    if sighted.odds > 0 and ends_as_a_tile(change, as_table):
        return replace(sighted, odds=sighted.odds + PARAMETERS.ends_there)
    return sighted

"""What earlier looks told of tiles that lie on the table and that the record does not know yet.

Nobody may have pressed for a while. Which of two tiles came first, and who stood on one before he went home again, no
single picture shows: it is kept from look to look until the record tells of the tile, or the tile is gone.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace

from games.carcassonne.actions import Deploy
from vision.carcassonne.live.earlier.kinds_seen import KindsSeen
from vision.carcassonne.poses import TileAsLaid
from vision.registration.lattice import Cell, Matrix

Laid = tuple[Cell, str, int]  # where a tile lies, its key and turns


@dataclass(frozen=True, eq=False)
class WaitingTiles:
    """The tiles that wait for a press.

    Attributes:
        came: the number of the look at which each lay there first.
        stood: log-odds that somebody stood there, by tile, colour and spot: the highest of the looks at which that
            tile was the newest. Where several were, one of them lay there longer, and whoever is not seen on it may
            have gone home already: that says nothing.
        sightings: how many looks there were.
        kinds: what they told of the tile at each place.
        since: from which look on each of those places, and of others that have changed, was never seen bare: a tile
            that nobody made out there may have come that early.
        lies: (3, 3) how each lay at the last of them, seen from where the map foretells its place: unit square to unit
            square.
        unchanged: the table is as it was at the last look.
    """

    came: Mapping[Cell, int] = field(default_factory=dict)
    stood: Mapping[tuple[Laid, str], Mapping[Deploy, float]] = field(default_factory=dict)
    sightings: int = 0
    kinds: Mapping[Cell, KindsSeen] = field(default_factory=dict)
    lies: Mapping[Cell, Matrix] = field(default_factory=dict)
    since: Mapping[Cell, int] = field(default_factory=dict)
    unchanged: bool = False

    def looked_at(self, *, unchanged: bool) -> WaitingTiles:
        """At the look that is under way."""
        return replace(self, unchanged=unchanged)

    def came_at(self, cell: Cell) -> int:
        """The number of the look at which a tile lay there first: of the one that is under way, where none did yet."""
        return self.came.get(cell, self.sightings + 1)

    def may_have_come_at(self, cell: Cell) -> int:
        """The number of the look at which a tile may have lain there first, as :meth:`came_at` tells when one was made
        out."""
        return self.since.get(cell, self.sightings + 1)

    def turn_is_over(self, cell: Cell) -> bool:
        """Whether a look saw another tile come after the one that lies there."""
        return any(number > self.came_at(cell) for number in self.came.values())

    def kinds_at(self, cell: Cell) -> KindsSeen:
        """What was told of the tile at a place."""
        return self.kinds.get(cell, KindsSeen())

    def seen(
        self,
        cells: Iterable[Cell],
        standing: Mapping[tuple[Laid, str], Mapping[Deploy, float]],
        kinds: Mapping[Cell, Mapping[TileAsLaid, float]],
        lies: Mapping[Cell, Matrix] | None = None,
        changed: Iterable[Cell] = (),
    ) -> WaitingTiles:
        """After one more look, at which tiles lie at these cells; who may stand on them, which they may be and how they
        lie was told so. Places that have ``changed`` besides are not bare."""
        number = self.sightings + 1
        came = {cell: self.came.get(cell, number) for cell in cells}
        newest = max(came.values(), default=0)
        stood = {key: odds for key, odds in self.stood.items() if key[0][0] in came}
        alone = list(came.values()).count(newest) == 1
        for key, odds in standing.items():
            if came.get(key[0][0]) == newest:
                before, there = stood.get(key, {}), {one: score for one, score in odds.items() if alone or score > 0}
                stood[key] = {**before, **{one: max(score, before.get(one, score)) for one, score in there.items()}}
        each = {cell: self.kinds_at(cell) for cell in came}
        each = {
            cell: one.with_look(kinds[cell], unchanged=self.unchanged) if cell in kinds else one
            for cell, one in each.items()
        }
        since = {cell: self.since.get(cell, number) for cell in {*came, *changed}}
        return WaitingTiles(came, stood, number, each, lies or {}, since)

    def without(self, cells: Iterable[Cell]) -> WaitingTiles:
        """Once the record tells of the tiles at these cells."""
        gone = set(cells)
        return WaitingTiles(
            {cell: number for cell, number in self.came.items() if cell not in gone},
            {key: odds for key, odds in self.stood.items() if key[0][0] not in gone},
            self.sightings,
            {cell: seen for cell, seen in self.kinds.items() if cell not in gone},
            {cell: lies for cell, lies in self.lies.items() if cell not in gone},
            {cell: number for cell, number in self.since.items() if cell not in gone},
        )

"""The tiles that lie on the table and the regions that their features make up together. Immutable and fast.

Every feature of every tile that lies has a number, its *part*: tile number * MOST_FEATURES + index on the tile. Parts
that are joined share a *root*, the part that names their region. A new board shares everything with the old one except
a few flat tables, which are copied; joining two regions relabels the smaller one.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import NamedTuple, TypeAlias

from games.carcassonne.map_place import PlaceOnMap
from games.carcassonne.tiles import MOST_FEATURES, OFFSETS, Feature, FeatureKind, TileType, Turned, tile_type

Place: TypeAlias = tuple[int, int]

AROUND = ((-1, -1), (0, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (0, 1), (1, 1))

# (side, offset, opposite side, ((my port, the neighbour's port), ...)): the left half of a side meets a right half.
_SEAMS = tuple(
    (
        side,
        offset,
        (side + 2) % 4,
        tuple((3 * side + mine, 3 * ((side + 2) % 4) + theirs) for mine, theirs in ((0, 0), (1, 2), (2, 1))),
    )
    for side, offset in enumerate(OFFSETS)
)


class TileOnBoard(NamedTuple):
    """A tile that lies on the table."""

    x: int
    y: int
    turned: Turned

    @property
    def place(self) -> str:
        """The place in the game's notation, such as ``2,-1``."""
        return PlaceOnMap(self.x, self.y).notation


class Follower(NamedTuple):
    """A follower on the board: whose (seat index), of which kind, on which part."""

    seat: int
    kind: str
    part: int


class Region(NamedTuple):
    """A feature over all the tiles that it runs across.

    Attributes:
        kind: city, road, field or monastery.
        parts: every part of it.
        open: edges that meet no tile yet; for a monastery, the neighbouring places that are empty. 0 is complete.
        followers: who stands on it.
    """

    kind: FeatureKind
    parts: tuple[int, ...]
    open: int
    followers: tuple[Follower, ...] = ()


@dataclass(frozen=True, slots=True)
class Board:
    """What lies on the table. Make one with :meth:`start`; :meth:`lay` and the rest give new ones.

    Attributes:
        laid: the tiles in the order in which they were laid.
        at: place -> tile number.
        frontier: every empty place beside a tile -> what its neighbours demand (two bits a side, see ``Turned.code``).
        roots: part -> root of its region.
        regions: root -> region.
    """

    laid: tuple[TileOnBoard, ...]
    at: Mapping[Place, int]
    frontier: Mapping[Place, int]
    roots: tuple[int, ...]
    regions: Mapping[int, Region]

    @classmethod
    def start(cls, key: str) -> Board:
        """A board with the start tile at 0,0."""
        return cls((), {}, {(0, 0): 0}, (), {}).lay(tile_type(key).turned[0], 0, 0)

    def tile_at(self, x: int, y: int) -> TileOnBoard | None:
        """The tile at this place, or None."""
        number = self.at.get((x, y))
        return None if number is None else self.laid[number]

    def tile_of(self, part: int) -> TileOnBoard:
        """The tile that a part lies on."""
        return self.laid[part // MOST_FEATURES]

    def feature_of(self, part: int) -> Feature:
        """What a part is."""
        return self.laid[part // MOST_FEATURES].turned.features[part % MOST_FEATURES]

    def region_of(self, part: int) -> Region:
        """The region that a part belongs to."""
        return self.regions[self.roots[part]]

    def parts_of(self, number: int) -> range:
        """The parts of the tile with this number."""
        return range(number * MOST_FEATURES, number * MOST_FEATURES + len(self.laid[number].turned.features))

    def followers(self) -> Iterator[Follower]:
        """Everybody on the board."""
        for region in self.regions.values():
            yield from region.followers

    def placements(self, kind: TileType) -> Iterator[tuple[int, int, int]]:
        """Every (x, y, turns) at which a tile of this kind can lie."""
        fits = kind.fits
        for (x, y), demand in self.frontier.items():
            for turns in fits.get(demand, ()):
                yield x, y, turns

    def turns_at(self, kind: TileType, x: int, y: int) -> tuple[int, ...]:
        """The quarter turns in which a tile of this kind can lie at a place; none where it borders no tile or is
        taken."""
        demand = self.frontier.get((x, y))
        return () if demand is None else kind.fits.get(demand, ())

    def fitting(self, keys: Iterable[str], x: int, y: int) -> Iterator[tuple[str, int]]:
        """Every (key, turns) in which one of these kinds, such as those in the bag, can lie at a place."""
        demand = self.frontier.get((x, y))
        if demand is not None:
            for key in keys:
                for turns in tile_type(key).fits.get(demand, ()):
                    yield key, turns

    def has_place_for(self, kind: TileType) -> bool:
        """True where a tile of this kind can lie somewhere."""
        fits = kind.fits
        return any(demand in fits for demand in self.frontier.values())

    def lay(self, turned: Turned, x: int, y: int) -> Board:
        """The board with one more tile. The caller has seen to it that the tile fits there."""
        number = len(self.laid)
        first = number * MOST_FEATURES
        at = dict(self.at)
        frontier = dict(self.frontier)
        roots = list(self.roots)
        regions = dict(self.regions)
        at[x, y] = number
        del frontier[x, y]
        roots.extend(range(first, first + MOST_FEATURES))
        for part, feature in enumerate(turned.features, first):
            regions[part] = Region(feature.kind, (part,), len(feature.edges))
        for side, (dx, dy), opposite, seams in _SEAMS:
            place = (x + dx, y + dy)
            neighbour = at.get(place)
            if neighbour is None:
                frontier[place] = frontier.get(place, 0) | (turned.code >> 2 * side & 3) << 2 * opposite
                continue
            ports = self.laid[neighbour].turned.ports
            for mine, theirs in seams:
                index = turned.ports[mine]
                if index >= 0:
                    _join(roots, regions, first + index, neighbour * MOST_FEATURES + ports[theirs])
        laid = (*self.laid, TileOnBoard(x, y, turned))
        _count_neighbours(laid, at, regions)
        return Board(laid, at, frontier, tuple(roots), regions)

    def touched(self) -> tuple[int, ...]:
        """Roots of the regions that the tile laid last may have completed: its own and monasteries around it."""
        number = len(self.laid) - 1
        tile = self.laid[number]
        roots = dict.fromkeys(self.roots[part] for part in self.parts_of(number))
        for dx, dy in AROUND:
            neighbour = self.at.get((tile.x + dx, tile.y + dy))
            if neighbour is not None and (index := self.laid[neighbour].turned.monastery) >= 0:
                roots[neighbour * MOST_FEATURES + index] = None
        return tuple(roots)

    def spots_at(self, turned: Turned, x: int, y: int) -> tuple[int, ...]:
        """Where a follower could stand if this tile were laid here: indexes of features that nobody would hold.

        Nothing is laid. Features of the tile that would become one region by way of the neighbours count as one.
        """
        at, laid, roots, regions = self.at, self.laid, self.roots, self.regions
        count = len(turned.features)
        joined = [1 << index for index in range(count)]  # bit set of the features that become one region
        met: dict[int, int] = {}  # root of a neighbouring region -> the feature that met it first
        held = 0
        for _, (dx, dy), _, seams in _SEAMS:
            neighbour = at.get((x + dx, y + dy))
            if neighbour is None:
                continue
            ports = laid[neighbour].turned.ports
            for mine, theirs in seams:
                index = turned.ports[mine]
                if index < 0:
                    continue
                root = roots[neighbour * MOST_FEATURES + ports[theirs]]
                other = met.setdefault(root, index)
                if regions[root].followers:
                    held |= 1 << index
                if not joined[index] >> other & 1:
                    both = joined[index] | joined[other]
                    for member in range(count):
                        if both >> member & 1:
                            joined[member] = both
        return tuple(index for index in range(count) if not joined[index] & held)

    def free_spots(self) -> tuple[int, ...]:
        """Where a follower could stand on the tile laid last: indexes of features whose regions nobody holds."""
        return tuple(
            part % MOST_FEATURES for part in self.parts_of(len(self.laid) - 1) if not self.region_of(part).followers
        )

    def deploy(self, follower: Follower) -> Board:
        """The board with one more follower. The caller has seen to it that nobody holds the region."""
        root = self.roots[follower.part]
        region = self.regions[root]
        regions = {**self.regions, root: region._replace(followers=(*region.followers, follower))}
        return Board(self.laid, self.at, self.frontier, self.roots, regions)

    def clear(self, root: int) -> Board:
        """The board without the followers of one region."""
        regions = {**self.regions, root: self.regions[root]._replace(followers=())}
        return Board(self.laid, self.at, self.frontier, self.roots, regions)

    def tiles_in(self, region: Region) -> tuple[TileOnBoard, ...]:
        """The tiles of a region, each once however often the region runs across it, in the order they were laid."""
        return tuple(self.laid[number] for number in sorted({part // MOST_FEATURES for part in region.parts}))

    def neighbours(self, tile: TileOnBoard) -> tuple[TileOnBoard, ...]:
        """The up to eight tiles around one."""
        found = (self.at.get((tile.x + dx, tile.y + dy)) for dx, dy in AROUND)
        return tuple(self.laid[number] for number in found if number is not None)

    def cities_of(self, field: Region) -> tuple[int, ...]:
        """Roots of the cities that a field touches, each once, finished or not."""
        roots = (
            self.roots[part - part % MOST_FEATURES + index]
            for part in field.parts
            for index in self.feature_of(part).cities
        )
        return tuple(sorted(set(roots)))

    def follower_place(self, part: int) -> str:
        """Where a follower on this part stands, in the game's notation: ``2,-1 City N.E``."""
        feature, tile = self.feature_of(part), self.tile_of(part)
        return PlaceOnMap(tile.x, tile.y, feature.kind, feature.location).notation


def _join(roots: list[int], regions: dict[int, Region], part: int, other: int) -> None:
    root, gone = roots[part], roots[other]
    kept = regions[root]
    if root == gone:  # both ends of a seam belong to it already: a loop closes
        regions[root] = kept._replace(open=kept.open - 2)
        return
    if len(regions[gone].parts) > len(kept.parts):
        root, gone, kept = gone, root, regions[gone]
    lost = regions.pop(gone)
    for moved in lost.parts:
        roots[moved] = root
    regions[root] = Region(
        kept.kind, kept.parts + lost.parts, kept.open + lost.open - 2, kept.followers + lost.followers
    )


def _count_neighbours(laid: tuple[TileOnBoard, ...], at: Mapping[Place, int], regions: dict[int, Region]) -> None:
    tile = laid[-1]
    around = [number for dx, dy in AROUND if (number := at.get((tile.x + dx, tile.y + dy))) is not None]
    for number in around:
        if (index := laid[number].turned.monastery) >= 0:
            part = number * MOST_FEATURES + index
            regions[part] = regions[part]._replace(open=regions[part].open - 1)
    if tile.turned.monastery >= 0:
        part = (len(laid) - 1) * MOST_FEATURES + tile.turned.monastery
        regions[part] = regions[part]._replace(open=8 - len(around))

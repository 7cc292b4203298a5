"""An edition of Carcassonne while its owner enrols it from photographs, or puts a kept one right: what was seen, and
what people have said of it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from calibration.references import Reference
from companion.editions.kept_tiles import SetInPlay, choice, choose, kept_editions
from companion.readings.sureness import SURE
from vision.carcassonne.laid_out import LaidTile, read_laid_out, sides_for
from vision.carcassonne.observation import Sides
from vision.carcassonne.poses import as_sides, short_name
from vision.frames import Picture
from vision.tile_map.terrain import kind_named


@dataclass(frozen=True, eq=False)
class DraftTile:
    """One tile that was seen.

    Attributes:
        picture: straightened, BGR, square.
        kind: what it is taken for: a letter A to X or a JCloisterZone key.
        sides: terrain of its sides as the picture stands.
        confidence: probability of both; 1 once people have said it.
        others: kinds that it may be instead, likeliest first.
        file: the picture in a kept edition; empty where it is in none yet.
        photograph: which photograph shows it, counted from 1; 0 where that is no longer known. What lies on one
            photograph lies there once, so the box can't hold fewer.
    """

    picture: Picture
    kind: str
    sides: Sides
    confidence: float
    others: tuple[str, ...] = ()
    file: str = ""
    photograph: int = 0

    @property
    def is_doubtful(self) -> bool:
        """Nobody is sure of it yet."""
        return self.confidence < SURE


@dataclass
class TileDraft:
    """What is known of an edition so far.

    Attributes:
        name: as its owner calls it.
        stock: how many tiles of each kind the box holds, by JCloisterZone key.
        tiles: every tile that was seen; of each photograph the doubtful ones first.
        kept_as: the name under which it is kept already; empty for a new one.
        dropped: pictures of the kept edition that are to be forgotten.
    """

    name: str
    stock: Mapping[str, int]
    tiles: list[DraftTile] = field(default_factory=list)
    kept_as: str = ""
    dropped: list[str] = field(default_factory=list)

    @property
    def begun(self) -> bool:
        """Some tile was seen already."""
        return bool(self.tiles)

    @property
    def doubtful(self) -> int:
        """How many tiles people should look at."""
        return len(self.doubted)

    @property
    def doubted(self) -> tuple[int, ...]:
        """Places of the tiles that people should look at."""
        sure = self._sure_names()
        return tuple(
            place
            for place, tile in enumerate(self.tiles)
            if tile.is_doubtful or self._holds_fewer(sure, tile.photograph, kind_named(tile.kind).key)
        )

    def left_of(self, kind: str, place: int) -> int | None:
        """How many more of a kind (JCloisterZone key) the tile at this place's photograph may show, going by the box
        and by what is sure of the other tiles; below 0 where more are called so already, None where nobody knows."""
        tile, held = self.tiles[place], self.stock.get(kind)
        if held is None or not tile.photograph:
            return None
        itself = not tile.is_doubtful and kind_named(tile.kind).key == kind
        return held - self._sure_names()[tile.photograph, kind] + itself

    def is_one_too_many(self, place: int) -> bool:
        """It is sure, as are so many others of its kind on its photograph that the box doesn't hold them all."""
        tile = self.tiles[place]
        sure = self._sure_names()
        return not tile.is_doubtful and self._holds_fewer(sure, tile.photograph, kind_named(tile.kind).key)

    def _sure_names(self) -> Counter[tuple[int, str]]:
        """How many tiles of a photograph are surely of a kind; those of which it is no longer known are left out."""
        return Counter(
            (tile.photograph, kind_named(tile.kind).key)
            for tile in self.tiles
            if tile.photograph and not tile.is_doubtful
        )

    def _holds_fewer(self, sure: Counter[tuple[int, str]], photograph: int, kind: str) -> bool:
        return sure[photograph, kind] > self.stock.get(kind, sure[photograph, kind])

    @property
    def crowded(self) -> frozenset[str]:
        """Kinds (JCloisterZone keys) of which all photographs together show more than the box holds: some are named
        wrongly, or were photographed twice, which is fine."""
        fresh = Counter(kind_named(tile.kind).key for tile in self.tiles if tile.photograph)
        return frozenset(kind for kind, seen in fresh.items() if seen > self.stock.get(kind, seen))

    def next_doubted(self, after: int) -> int | None:
        """The place to look at when this one was looked at: the next one, round and round; None where all is said."""
        doubted = self.doubted
        return next((place for place in doubted if place > after), doubted[0] if doubted else None)

    @property
    def lacking(self) -> tuple[str, ...]:
        """Kinds of the box of which no tile was seen, sorted by their short names."""
        seen = {kind_named(tile.kind).key for tile in self.tiles}
        lacking = (key for key, count in self.stock.items() if count and kind_named(key).key not in seen)
        return tuple(sorted(short_name(kind_named(key)) for key in lacking))

    def see(self, photograph: Picture) -> bool:
        """Learn from a photograph of tiles that lie apart; False where it shows none. A further photograph may show
        further tiles or the same once more: each is read as if it were the only one."""
        (found,) = read_laid_out([photograph], self.stock)
        number = 1 + max((tile.photograph for tile in self.tiles), default=0)
        seen = [_seen(tile, number) for tile in found]
        self.tiles.extend(sorted(seen, key=lambda tile: not tile.is_doubtful))
        return bool(found)

    def name_tile(self, place: int, kind: str) -> None:
        """Say what a tile really is; how it lies is found out. Raises ``vision.tile_map.terrain.UnknownKind``."""
        tile, named = self.tiles[place], kind_named(kind)
        if named != kind_named(tile.kind):
            tile = replace(tile, kind=short_name(named), sides=sides_for(tile.picture, named.key))
        self.tiles[place] = replace(tile, confidence=1.0)

    def turn_tile(self, place: int) -> None:
        """A tile lies otherwise than it was taken to: the next way in which its kind looks different."""
        tile = self.tiles[place]
        kind = kind_named(tile.kind)
        ways = list(dict.fromkeys(as_sides(kind.sides(turns)) for turns in range(4)))
        now = ways.index(tile.sides) if tile.sides in ways else -1
        self.tiles[place] = replace(tile, sides=ways[(now + 1) % len(ways)], confidence=1.0)

    def drop_tile(self, place: int) -> None:
        """This is no tile, or no good picture of one."""
        tile = self.tiles.pop(place)
        if tile.file:
            self.dropped.append(tile.file)

    def keep(self) -> None:
        """Keep it under its name, and play with it. Raises :class:`calibration.references.ReferencesError` and
        ``OSError``."""
        editions = kept_editions()
        if self.kept_as:
            self._keep_changes()
        else:
            editions.create(self.name, [_reference(tile) for tile in self.tiles])
        choose(SetInPlay(self.name, learns=choice().learns))

    def _keep_changes(self) -> None:
        editions, name = kept_editions(), self.kept_as
        if self.name != name:
            editions.rename(name, self.name)
            name = self.kept_as = self.name
        known = {view.name: view for view in editions.load(name, lambda _: None).references}
        for tile in self.tiles:
            before = known.get(tile.file)
            if before is not None and (before.kind, before.sides) != (tile.kind, tile.sides):
                editions.rename_tile(name, tile.file, tile.kind, tile.sides)
        fresh = [_reference(tile) for tile in self.tiles if not tile.file]
        if fresh:
            editions.add(name, fresh)
        for file in self.dropped:
            editions.drop_tile(name, file)
        self.dropped.clear()


def kept_draft(name: str, stock: Mapping[str, int]) -> TileDraft:
    """A kept edition, to be put right. Raises :class:`calibration.references.ReferencesError` where nothing of it can
    be opened."""
    edition = kept_editions().load(name, lambda _: None)  # what can't be opened is told at home
    tiles = [
        DraftTile(view.image, short_name(kind_named(view.kind)), view.sides, 1.0, file=view.name)
        for view in edition.references
    ]
    return TileDraft(name, stock, tiles, kept_as=name)


def _seen(tile: LaidTile, photograph: int) -> DraftTile:
    others = tuple(dict.fromkeys(one.kind for one in tile.alternatives if one.kind != tile.kind))
    return DraftTile(tile.picture, tile.kind, tile.sides, tile.confidence, others, photograph=photograph)


def _reference(tile: DraftTile) -> Reference:
    return Reference(tile.kind, tile.sides, tile.picture)

"""Where a recorded map lies on a picture, whatever its edition: found as a photograph's map is, judged by the record.

A photograph's reader must tell a map from whatever else is square, with nothing to go by but how it looks. A live table
has its record: how many tiles lie there, which, and how they lie to each other. So every place that may show a tile is
taken into account, and the terrain that is seen there is held against the terrain that must be seen there. What is too
doubtful for a photograph is plain then, and a map of other tiles that looks as good as ours is none.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import islice

import numpy as np

from calibration.arrays import Float64Array
from games.carcassonne.state import State
from vision.carcassonne.following.laying import Laying
from vision.carcassonne.poses import TileAsLaid, tile_as_laid
from vision.carcassonne.terrain_teller import TerrainTeller
from vision.carcassonne.tile_tellers import likely_tiles
from vision.frames import Picture
from vision.imaging.patches import layers_of
from vision.parameters import CHOSEN, Parameters, parameter
from vision.registration.joined_squares import joined_squares
from vision.registration.lattice import Cell, Lattice, Matrix, largest_part, side_px
from vision.registration.lattice_growth import turned_pose
from vision.registration.quads import squares_anywhere
from vision.tile_map.field_votes import TilesInView
from vision.tile_map.presence_gate import crops_of
from vision.tile_map.terrain import terrain_reader
from vision.tile_map.unknown_edition import find_unseen


@dataclass(frozen=True, slots=True, kw_only=True)
class RecordedMapParameters(Parameters):
    """How much of the record must be found again before a picture shows that map, and what else it might be."""

    least_odds: float = parameter(-4.0, "log-odds", "of a tile below which a place's own look says no more", CHOSEN)
    most_odds: float = parameter(12.0, "log-odds", "of a tile above which a place's own look says no more", CHOSEN)
    least_like: float = parameter(-6.0, "log-probability", "terrain alone rules nothing out", CHOSEN)
    found: float = parameter(
        6.0,
        "log-odds",
        "in all from which the map is taken to lie there: those of a lone square for its four ways to lie",
        CHOSEN,
    )
    seen_share: float = parameter(0.6, "share", "of the recorded tiles that must be seen, as for any lock", CHOSEN)
    missed: float = parameter(1.5, "log-odds", "that each recorded tile costs that is not seen", CHOSEN)
    among_others: float = parameter(
        1.0, "log-odds", "that each tile beside them costs of which the record knows nothing", CHOSEN
    )
    of_this_map: float = parameter(
        1.0,
        "log-odds",
        "of the terrain alone, beyond chance, from which several tiles are ours and not another map",
        CHOSEN,
    )
    few: int = parameter(4, "tiles", "recorded ones that show as one patch where they are not found one by one", CHOSEN)
    most_patches: int = parameter(12, "count", "that are read", CHOSEN)
    maybe_a_tile: float = parameter(
        1.0, "log-odds", "of a square from which it is asked: the record makes up for what it lacks", CHOSEN
    )
    at_once: int = parameter(8, "squares", "that are looked at from all sides, the likeliest tiles first", CHOSEN)
    plainly_there: float = parameter(
        10.0,
        "log-odds",
        'of a lone tile\'s outline from which it need not be looked for in other ways, "default"',
        CHOSEN,
    )


PARAMETERS = RecordedMapParameters()


@dataclass(frozen=True, eq=False)
class FoundMap:
    """A recorded map on a picture.

    Attributes:
        poses: of the recorded tiles that were seen, with the map's own axes.
        similarity: how well each of them looks like what the record says, log-probability of its terrain.
        odds: of each to be a tile at all.
        score: log-odds that the map lies there.
    """

    poses: Mapping[Cell, Matrix]
    similarity: Mapping[Cell, float]
    odds: Mapping[Cell, float]
    score: float

    @classmethod
    def surely(cls, poses: Mapping[Cell, Matrix]) -> FoundMap:
        """The map where its own prints were found: each tile is one, and what the record says."""
        most = PARAMETERS.most_odds
        return cls(dict(poses), dict.fromkeys(poses, 0.0), dict.fromkeys(poses, most), most)


def tiles_of(state: State) -> dict[Cell, TileAsLaid]:
    """Which tile (key, turns) the record says to lie where."""
    return {(tile.y, tile.x): (tile.turned.key, tile.turned.turns) for tile in state.board.laid}


def found_in_turn(
    picture: Picture, teller: TerrainTeller, tiles: Mapping[Cell, TileAsLaid]
) -> Iterator[FoundMap | None]:
    """Where the recorded tiles lie on a picture: several as a dense network sees them at first sight, for whoever bears
    that out by other means; then as :func:`find_recorded` has them, which takes as long again. Each time None where
    they are not found. Arguments as there."""
    view = TilesInView(picture)
    if len(tiles) > 1:
        yield _best_of((Lattice(poses) for poses in _parts(view.lattice.cells)), picture, teller, tiles, exactly=False)
    yield find_recorded(picture, teller, tiles, view)


def find_recorded(
    picture: Picture, teller: TerrainTeller, tiles: Mapping[Cell, TileAsLaid], view: TilesInView | None = None
) -> FoundMap | None:
    """Where the recorded tiles lie on a picture, or None where they are not found.

    Args:
        picture: BGR uint8 (h, w, 3).
        teller: tells terrain; its box must hold the recorded kinds.
        tiles: what the record says to lie where; at least one.
        view: what a dense network sees on the picture, where somebody has asked it.
    """
    best = _lone(picture, teller, tiles) if len(tiles) == 1 else None
    if best is None or best.score < PARAMETERS.plainly_there:
        best = _likelier(best, _best_of(_seen(picture, view, lone=len(tiles) == 1), picture, teller, tiles))
    if best is None and 1 < len(tiles) <= PARAMETERS.few:
        # A few tiles are less than a dense network needs; what they show is one patch of their own outline.
        patches = (Lattice(poses) for poses in joined_squares(picture, tiles))
        best = _best_of(islice(patches, PARAMETERS.most_patches), picture, teller, tiles)
    return best


def borne_out(
    picture: Picture, teller: TerrainTeller, tiles: Mapping[Cell, TileAsLaid], poses: Mapping[Cell, Matrix]
) -> bool:
    """Whether the recorded tiles lie at some places of a picture (3, 3 each, with the map's own axes), where others
    found them by what is printed on them: what shows there must be their terrain."""
    there = _terrain_there(picture, Lattice(dict(poses)), teller)
    score, support, _ = there.weighed(Laying(0), tiles)
    return score > PARAMETERS.found and support >= (PARAMETERS.of_this_map if len(tiles) > 1 else 0.0)


def _best_of(
    lattices: Iterable[Lattice],
    picture: Picture,
    teller: TerrainTeller,
    tiles: Mapping[Cell, TileAsLaid],
    *,
    exactly: bool = True,
) -> FoundMap | None:
    """The likeliest of the ways in which the recorded tiles may lie; None where none is believed."""
    best: FoundMap | None = None
    for lattice in lattices:
        there = _terrain_there(picture, lattice, teller, exactly=exactly)
        best = _likelier(best, _held_against(there, tiles))
    return best


def _likelier(one: FoundMap | None, other: FoundMap | None) -> FoundMap | None:
    if one is None or other is None:
        return other if one is None else one
    return max(one, other, key=lambda found: found.score)


def _lone(picture: Picture, teller: TerrainTeller, tiles: Mapping[Cell, TileAsLaid]) -> FoundMap | None:
    """The likeliest of the squares whose outline stands out from the table to be the only recorded tile.

    A cloth with a pattern has hundreds of them. All are looked at once, the likeliest to be tiles from all sides as
    well, and nobody looks further where no other can be as likely, whatever it shows.
    """
    squares = [pose for pose, _ in likely_tiles(picture, squares_anywhere(picture), PARAMETERS.maybe_a_tile)]
    if not squares:
        return None
    layers = layers_of(picture, min(map(side_px, squares)), packed=True)
    exact, crops = teller.look(picture, layers, ()).cut(np.stack(squares))
    odds = terrain_reader().tile_log_odds(crops).astype(np.float64)
    order = odds.argsort()[::-1]
    best: FoundMap | None = None
    for at in range(0, len(order), PARAMETERS.at_once):
        some = order[at : at + PARAMETERS.at_once]
        least = max(PARAMETERS.found, -math.inf if best is None else best.score)
        some = some[np.minimum(odds[some], PARAMETERS.most_odds) + math.log(len(teller.orientations)) > least]
        if not len(some):
            break
        evidence, _ = teller.weighed(terrain_reader().read(crops[some]).astype(np.float64))
        for index, one in enumerate(some):
            there = _shown([(0, 0)], exact[one][None], odds[one][None], evidence[index][None], teller)
            best = _likelier(best, _held_against(there, tiles))
    return best


def _seen(picture: Picture, view: TilesInView | None, *, lone: bool) -> Iterator[Lattice]:
    """Whatever a photograph's reader takes for tiles: their map, or each by itself where a single one is looked for."""
    there = find_unseen(picture, view)
    cells = {} if there is None else there.lattice.cells
    if lone:  # where its outline is not clear the network may still see it
        for pose in cells.values():
            yield Lattice({(0, 0): pose})
        return
    for poses in _parts(cells):
        yield Lattice(poses)


def _parts(cells: Mapping[Cell, Matrix]) -> Iterator[dict[Cell, Matrix]]:
    """What hangs together side by side, largest first: stacks of tiles may touch a map corner to corner."""
    rest = set(cells)
    while len(part := largest_part(rest)) > 1:
        yield {cell: cells[cell] for cell in part}
        rest -= set(part)


@dataclass(frozen=True, eq=False, slots=True)
class _TerrainThere:
    """What a picture shows at some places.

    Attributes:
        cells: on the lattice that was found, in the order of the rest.
        poses: (b, 3, 3). odds: (b,) log-odds of a tile.
        like: (b, orientations) log-probability of each kind as it may lie.
        orientations: where key and turns stand in that.
    """

    cells: list[Cell]
    poses: Float64Array
    odds: Float64Array
    like: Float64Array
    orientations: Mapping[TileAsLaid, int]

    def weighed(self, laying: Laying, tiles: Mapping[Cell, TileAsLaid]) -> tuple[float, float, int]:
        """Log-odds that the recorded tiles lie so, what the terrain alone adds to them, and how many tiles are seen."""
        gains = np.clip(self.odds, PARAMETERS.least_odds, PARAMETERS.most_odds)
        score = support = 0.0
        seen = 0
        for index, cell in enumerate(self.cells):
            at = laying.cell(*cell)
            if at in tiles:
                terrain = self.likeness(index, tiles[at], laying) + math.log(len(self.orientations))
                gain = float(gains[index]) + terrain
                seen += gain > 0
                score += gain
                support += terrain
            else:
                score -= PARAMETERS.among_others * (self.odds[index] > 0)
        return score - PARAMETERS.missed * (len(tiles) - seen), support, seen

    def likeness(self, index: int, tile: TileAsLaid, laying: Laying) -> float:
        """Log-probability of a recorded tile's terrain at a place of the picture, which is turned against the map."""
        key, turns = tile
        at = self.orientations.get(tile_as_laid(key, (turns - laying.turns) % 4))
        return PARAMETERS.least_like if at is None else max(float(self.like[index, at]), PARAMETERS.least_like)


def _held_against(there: _TerrainThere, tiles: Mapping[Cell, TileAsLaid]) -> FoundMap | None:
    """How the recorded tiles lie best on places that may show tiles; None where no way is believed."""
    layings = list(_layings(there.cells, tiles))
    best: tuple[float, Laying] | None = None
    for laying in layings:
        score, support, seen = there.weighed(laying, tiles)
        # Any map of tiles looks like tiles: of one that lies there by chance some way agrees as well as the others do.
        # A lone square that shows anything but the recorded tile is a field of a score track, or a ring of the cloth.
        by_chance = support < (math.log(len(layings)) + PARAMETERS.of_this_map if len(tiles) > 1 else 0.0)
        if seen >= PARAMETERS.seen_share * len(tiles) and not by_chance and (best is None or score > best[0]):
            best = score, laying
    if best is None or best[0] <= PARAMETERS.found:
        return None
    score, laying = best
    at = [laying.cell(*cell) for cell in there.cells]
    shared = {cell: index for index, cell in enumerate(at) if cell in tiles}
    return FoundMap(
        {cell: turned_pose(there.poses[index], -laying.turns) for cell, index in shared.items()},
        {cell: there.likeness(index, tiles[cell], laying) for cell, index in shared.items()},
        {cell: float(there.odds[index]) for cell, index in shared.items()},
        score,
    )


def _terrain_there(picture: Picture, lattice: Lattice, teller: TerrainTeller, *, exactly: bool = True) -> _TerrainThere:
    """What a picture shows at the places of a lattice, each laid between the edges around it first if ``exactly``."""
    cells = sorted(lattice.cells)
    layers = layers_of(picture, float(np.median([side_px(pose) for pose in lattice.cells.values()])))
    poses = np.stack([lattice.cells[cell] for cell in cells])
    if not exactly:
        crops = crops_of(layers, poses)
        evidence, _ = teller.weighed(terrain_reader().read(crops).astype(np.float64))
        return _shown(cells, poses, terrain_reader().tile_log_odds(crops).astype(np.float64), evidence, teller)
    recognised = teller.look(picture, layers, ()).tell(poses)
    return _shown(cells, recognised.poses, recognised.odds, recognised.evidence, teller)


def _shown(
    cells: list[Cell], poses: Float64Array, odds: Float64Array, evidence: Float64Array, teller: TerrainTeller
) -> _TerrainThere:
    """What was told of places by the network: log-odds of a tile (b,), evidence (b, orientations) of its kind."""
    like = evidence - np.logaddexp.reduce(evidence, axis=1, keepdims=True)
    orientations = {
        (orientation.kind.key, orientation.turns): index for index, orientation in enumerate(teller.orientations)
    }
    return _TerrainThere(cells, poses, odds, like, orientations)


def _layings(cells: list[Cell], tiles: Mapping[Cell, TileAsLaid]) -> Iterator[Laying]:
    """Every way in which the places could lie on the record so that at least one is shared."""
    for turns in range(4):
        turned = [Laying(turns).cell(*cell) for cell in cells]
        shifts = {(at[0] - row, at[1] - column) for at in tiles for row, column in turned}
        for down, right in sorted(shifts):
            yield Laying(turns, down, right)

"""A simulated Carcassonne table: :func:`still_board` draws one photograph of a map with its truth.

Whole games before the camera are in ``vision.simulator.carcassonne.live``; the pieces and the words of truth come from
``vision.simulator.carcassonne.table`` and can be had from here.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from games.carcassonne.actions import Deploy, Lay
from games.carcassonne.board import Board
from games.carcassonne.tiles import OFFSETS, TileType, stock, tile_type
from games.game import SEAT_COLOURS
from vision.artwork.carcassonne.style import ORCHARD, TileStyle
from vision.artwork.carcassonne.tiles import VARIANTS
from vision.frames import Picture
from vision.simulator.beside import lamps
from vision.simulator.camera import SimulatedCamera
from vision.simulator.carcassonne.table import (
    THICK_MM,
    TILE_MM,
    BoardTruth,
    FollowerTruth,
    MapPlace,
    OnTile,
    Tabletop,
    TileTruth,
)
from vision.simulator.carcassonne.view import DoesNotFit, around_map, camera_over, in_view, table_extent
from vision.simulator.conditions import Conditions, Level
from vision.simulator.photograph import Photographer
from vision.simulator.scene import TableScene
from vision.simulator.surfaces import ground


@dataclass(frozen=True, eq=False, slots=True)
class StillBoard:
    """One photograph and what is true of it."""

    picture: Picture
    truth: BoardTruth


def still_board(
    seed: int,
    level: Level | str,
    n_tiles: int = 24,
    players: int = 4,
    *,
    style: TileStyle = ORCHARD,
    sets: tuple[str, ...] = ("basic",),
    conditions: Conditions | None = None,
) -> StillBoard:
    """A legal map of so many tiles with followers on it, photographed under the level's conditions.

    Args:
        seed: everything follows from it; the same arguments give the same picture.
        level: easy, ordinary or hard.
        n_tiles: tiles on the map, the start tile among them.
        players: how many colours there are, 2 to 6; each has seven followers (and a large one with the
            ``inns-and-cathedrals`` set).
        style: the drawing on the tiles.
        sets: tile sets as in ``games.carcassonne.tiles``.
        conditions: instead of drawing them from the level.
    """
    rng = np.random.default_rng([seed, n_tiles, players])
    drawn = conditions or Conditions.from_level(level, rng)
    middle = (float(rng.uniform(-30, 30)), float(rng.uniform(-30, 30)))
    camera = camera_over(drawn, middle)
    lays = grown_map(n_tiles, sets, camera, rng)
    table = Tabletop(drawn, rng, style)
    for lay in lays:
        table.lay(lay)
    _stand_followers(table, lays, players, "inns-and-cathedrals" in sets, rng)
    places = table.places
    beside = around_map(drawn, places, camera, rng)
    scene = TableScene(
        ground(drawn.surface, rng, **table_extent(places)),
        (*beside.flats, *table.flats),
        (*beside.solids, *table.solids),
        beside.hands,
        lamps(rng),
    )
    middles = np.array([(piece.pose.x, piece.pose.y) for piece in table.flats])
    photographer = Photographer(camera, drawn, rng, middles, TILE_MM)
    return StillBoard(photographer.take(scene), table.truth(scene, camera))


def grown_map(n_tiles: int, sets: tuple[str, ...], camera: SimulatedCamera, rng: np.random.Generator) -> list[Lay]:
    """A legal map in view of the camera, the start tile first. Tiles like gaps, so that maps are not mere threads.

    Raises :class:`DoesNotFit` where no further tile has a place in view.
    """
    bag = stock(sets)
    if n_tiles > sum(bag.values()):
        raise ValueError(f"{n_tiles} tiles of {sum(bag.values())}")
    board = Board.start("BA/RCr")
    bag["BA/RCr"] -= 1
    lays = [Lay("BA/RCr", 0, 0, 0)]
    while len(lays) < n_tiles:
        left = [key for key, count in sorted(bag.items()) for _ in range(count)]
        for pick in rng.permutation(len(left)):
            lay = _some_place(board, tile_type(left[pick]), camera, rng)
            if lay is not None:
                break
        else:
            raise DoesNotFit((len(lays), n_tiles))
        board = board.lay(tile_type(lay.tile).turned[lay.turns], lay.x, lay.y)
        bag[lay.tile] -= 1
        lays.append(lay)
    return lays


def _some_place(board: Board, kind: TileType, camera: SimulatedCamera, rng: np.random.Generator) -> Lay | None:
    options = [at for at in board.placements(kind) if in_view(camera, MapPlace(at[0], at[1]))]
    if not options:
        return None
    beside = np.array([sum((x + dx, y + dy) in board.at for dx, dy in OFFSETS) for x, y, _ in options], np.float64)
    weights = np.exp(0.9 * beside)
    x, y, turns = options[int(rng.choice(len(options), p=weights / weights.sum()))]
    return Lay(kind.key, x, y, turns)


def _stand_followers(table: Tabletop, lays: list[Lay], players: int, with_big: bool, rng: np.random.Generator) -> None:
    """Followers on the share of tiles that the conditions tell, as far as the players' supply goes."""
    colours = [SEAT_COLOURS[k] for k in rng.permutation(len(SEAT_COLOURS))[:players]]
    supply = [(colour, "small") for colour in colours for _ in range(7)]
    if with_big:
        supply += [(colour, "big") for colour in colours]
    wanted = min(round(table.conditions.follower_share * len(lays)), len(supply))
    chosen = rng.choice(len(lays), wanted, replace=False)
    pieces = [supply[k] for k in rng.permutation(len(supply))[:wanted]]
    for number, (colour, kind) in zip(chosen, pieces, strict=True):
        lay = lays[int(number)]
        features = tile_type(lay.tile).turned[lay.turns].features
        feature = features[int(rng.integers(len(features)))]
        table.deploy(MapPlace(lay.x, lay.y), colour, Deploy(kind, feature.kind, feature.location))


__all__ = [
    "THICK_MM",
    "TILE_MM",
    "VARIANTS",
    "BoardTruth",
    "DoesNotFit",
    "FollowerTruth",
    "MapPlace",
    "OnTile",
    "StillBoard",
    "Tabletop",
    "TileTruth",
    "grown_map",
    "still_board",
]

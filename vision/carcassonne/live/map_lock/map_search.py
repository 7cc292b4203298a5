"""The recorded map sought all over a picture, and when what was found is believed."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from vision.carcassonne.live.map_lock.lock import FirstLock, find_map
from vision.carcassonne.live.map_lock.map_seeds import seen_in_turn
from vision.carcassonne.live.memory import Memory
from vision.carcassonne.poses import TileAsLaid
from vision.carcassonne.recorded_map import borne_out
from vision.carcassonne.terrain_teller import TerrainTeller
from vision.frames import Picture
from vision.imaging.patches import Layers
from vision.registration.feature_seeds import ReferenceFeatures
from vision.registration.lattice import Cell


def found_anywhere(
    picture: Picture,
    features: ReferenceFeatures,
    layered: Callable[[], Layers],
    memory: Memory,
    teller: TerrainTeller | None = None,
) -> tuple[FirstLock, Layers] | None:
    """The recorded map wherever it lies on a picture, and the picture to cut from; None where it is not found.

    Args:
        picture: BGR uint8 (h, w, 3).
        features: of the edition's tiles.
        layered: makes the picture ready to be cut from.
        memory: what is known of the map.
        teller: tells terrain, where somebody can.
    """
    before: FirstLock | None = None
    for seeds, more in seen_in_turn(picture, features):
        layers, where = layered(), memory.track.lattice.cells
        lock = find_map(seeds, layers, memory.deck, memory.tiles, where, quickly=more)
        if lock is not None and believed(lock, picture, teller, memory.tiles, before, last=not more):
            return lock, layers
        before = lock or before
        del layers  # given back before the next features, for they are the most memory that is ever asked for
    return None


def believed(
    lock: FirstLock,
    picture: Picture,
    teller: TerrainTeller | None,
    tiles: Mapping[Cell, TileAsLaid],
    before: FirstLock | None = None,
    *,
    last: bool = True,
) -> bool:
    """Whether the map that was found on a picture (h, w, 3) is one. A few tiles agree on a cloth or on cards, too: then
    what shows there must be their terrain, as far as there is a teller of it."""
    if not lock.by_chance:
        return True
    if teller is None:
        return last or lock.clear or lock.bears_out(before)
    poses = {cell: match.pose for cell, match in lock.matches.items()}
    return borne_out(picture, teller, tiles, poses)

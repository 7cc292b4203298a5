"""The recorded map sought all over a picture, and when what was found is believed."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

import numpy as np

from vision.carcassonne.live.light_on_record import tone_on_record
from vision.carcassonne.live.map_lock import lock as locking
from vision.carcassonne.live.map_lock.lock import FirstLock, find_map
from vision.carcassonne.live.map_lock.map_seeds import seen_in_turn
from vision.carcassonne.live.map_lock.prints_on_terrain import prints_on_terrain
from vision.carcassonne.live.map_lock.turned_alike import turned_otherwise
from vision.carcassonne.live.memory import Memory
from vision.carcassonne.poses import TileAsLaid
from vision.carcassonne.recorded_map import FoundMap, borne_out, found_in_turn
from vision.carcassonne.terrain_teller import TerrainTeller
from vision.frames import Picture
from vision.imaging.patches import Layers, layers_of
from vision.parameters import Parameters, parameter
from vision.photometry.tone import Tone
from vision.registration.feature_seeds import ReferenceFeatures
from vision.registration.lattice import Cell, Lattice, Matrix, side_px
from vision.registration.tracking import Track


@dataclass(frozen=True, slots=True, kw_only=True)
class MapSearchParameters(Parameters):
    """When the map is sought by its terrain."""

    before_terrain: int = parameter(
        2,
        "searches",
        "for prints that come before terrain is asked, which costs less than to look for them all over the picture",
        "docs/findings/a-small-processor.md",
    )


PARAMETERS = MapSearchParameters()


@dataclass(frozen=True, eq=False)
class MapOnPicture:
    """The recorded map on a picture.

    Attributes:
        poses: where its tiles lie, (3, 3) each, unit square to px of the picture.
        turned: those that lie turned otherwise than recorded, and how: the same to the rules.
        tone: the picture's colours.
        layers: the picture to cut from.
    """

    poses: Mapping[Cell, Matrix]
    turned: Mapping[Cell, TileAsLaid]
    tone: Tone
    layers: Layers

    @classmethod
    def of(cls, lock: FirstLock, layers: Layers, memory: Memory) -> MapOnPicture:
        """As prints say."""
        poses = {cell: match.pose for cell, match in lock.matches.items()}
        return cls(poses, turned_otherwise(lock.matches, memory.tiles), lock.tone, layers)

    @classmethod
    def of_terrain(cls, found: FoundMap, layers: Layers, memory: Memory) -> MapOnPicture:
        """As terrain alone says."""
        return cls(found.poses, {}, tone_on_record(layers, memory, Track(Lattice(dict(found.poses)))), layers)


def found_anywhere(
    picture: Picture,
    features: ReferenceFeatures,
    layered: Callable[[], Layers],
    memory: Memory,
    teller: TerrainTeller | None = None,
    *,
    by_terrain: bool = True,
) -> MapOnPicture | None:
    """The recorded map wherever it lies on a picture; None where it is not found.

    Args:
        picture: BGR uint8 (h, w, 3).
        features: of the edition's tiles.
        layered: makes the picture ready to be cut from.
        memory: what is known of the map.
        teller: tells terrain, where somebody can.
        by_terrain: whether the map is sought by its terrain, too, where there is a teller of it.
    """
    before: FirstLock | None = None
    rough: FoundMap | None = None
    for number, (seeds, more) in enumerate(seen_in_turn(picture, features), start=1):
        layers, where = layered(), memory.track.lattice.cells
        lock = find_map(seeds, layers, memory.deck, memory.tiles, where, quickly=more)
        if lock is not None and believed(lock, picture, teller, memory.tiles, before, last=not more):
            return MapOnPicture.of(lock, layers, memory)
        before = lock or before
        del layers  # given back before the next features, for they are the most memory that is ever asked for
        if number == PARAMETERS.before_terrain and teller is not None and by_terrain:
            for rough in found_in_turn(picture, teller, memory.tiles):
                if rough is not None:
                    lock = prints_on_terrain(rough, layers := layers_at(picture, rough), memory.deck, memory.tiles)
                    if lock is not None:
                        return MapOnPicture.of(lock, layers, memory)
                    del layers
            if rough is not None and 1 < len(memory.tiles) < locking.PARAMETERS.no_chance:
                break  # of so few tiles prints tell less than their terrain, however long they are looked for
    # What no print bears out lies where its terrain says all the same.
    return None if rough is None else MapOnPicture.of_terrain(rough, layers_at(picture, rough), memory)


def layers_at(picture: Picture, found: FoundMap) -> Layers:
    """A picture (h, w, 3) to cut tiles from that are as large as those of a map that was found there."""
    return layers_of(picture, float(np.median([side_px(pose) for pose in found.poses.values()])), packed=True)


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

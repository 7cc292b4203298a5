"""The first look at a map, and any look after it was lost: found as a whole, read, and grown from what is clear."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np

from vision.carcassonne import tile_tellers
from vision.carcassonne.following.followed_map import FollowedMap
from vision.carcassonne.following.laying import laying_of
from vision.carcassonne.observation import CarcassonneObservation, SeenFollower
from vision.carcassonne.tile_tellers import TileTeller
from vision.frames import Picture
from vision.imaging.patches import layers_of
from vision.parameters import CHOSEN, Parameters, parameter
from vision.registration.lattice import Lattice, side_px
from vision.registration.lattice_growth import turned_pose
from vision.registration.tracking import Track


@dataclass(frozen=True, slots=True, kw_only=True)
class FirstLookParameters(Parameters):
    """Which tiles of the first look are clear enough to grow the map from, and how often it is grown."""

    clear: float = parameter(0.9, "confidence", "from which a tile is accepted", CHOSEN)
    rounds: int = parameter(
        2,
        "rounds",
        "the light is learned from what the tiles are taken for, and they are taken anew in that light",
        CHOSEN,
    )


PARAMETERS = FirstLookParameters()


@dataclass(frozen=True, eq=False)
class FirstLook:
    """A map that was found, and who surely stands on it, where that was read as well."""

    map: FollowedMap
    followers: tuple[SeenFollower, ...] = ()


def found_map(picture: Picture, teller: TileTeller, box: Mapping[str, int]) -> FollowedMap | None:
    """A map on a picture of which nothing is known: its clear tiles; None where there are none."""
    lattice = teller.find(picture)
    return None if lattice is None or not lattice.cells else _map_on(lattice, picture, teller, box)


def _map_on(lattice: Lattice, picture: Picture, teller: TileTeller, box: Mapping[str, int]) -> FollowedMap | None:
    """The clear tiles of a map that lies there."""
    layers = layers_of(picture, float(np.median([side_px(pose) for pose in lattice.cells.values()])))
    cells = tuple(sorted(lattice.cells))
    poses = np.stack([lattice.cells[cell] for cell in cells])
    prepared = teller.look(picture, layers, ())
    recognised = prepared.tell(poses)
    for _ in range(PARAMETERS.rounds):
        real = np.flatnonzero(recognised.odds > 0)
        if not len(real):
            return None
        prepared = teller.look(
            picture, layers, [(recognised.poses[index], int(recognised.evidence[index].argmax())) for index in real]
        )
        recognised = prepared.tell(poses)
    fresh = FollowedMap(teller, box)
    fresh, _ = fresh.read(cells, recognised, layers)
    for tile in sorted(fresh.named().values(), key=lambda tile: -tile.confidence):
        if tile.confidence >= PARAMETERS.clear:
            fresh = fresh.with_tile(tile, fresh.unclear[tile.row, tile.column], layers)
    return replace(fresh, readings={}, unclear={}, bare={}) if fresh.known else None


def first_of(picture: Picture, tellers: Sequence[TileTeller], box: Mapping[str, int]) -> FirstLook | None:
    """The map as the first teller that knows its tiles tells it, even where only a later one found them."""
    for number, finder in enumerate(tellers):
        seen = finder.read(picture, box)
        whole = len(seen.tiles) >= tile_tellers.PARAMETERS.whole_map
        lattice = seen.lattice if whole else finder.find_lone(picture)
        if lattice is None or not lattice.cells:
            continue
        for teller in tellers[:number]:
            if teller.knows(picture, lattice):
                found = _map_on(lattice, picture, teller, box)
                if found is not None:
                    return FirstLook(found)
        if whole:
            return _as_it_was_read(seen, picture, finder, box)
        found = _map_on(lattice, picture, finder, box)
        if found is not None:
            return FirstLook(found)
    return None


def _as_it_was_read(
    seen: CarcassonneObservation, picture: Picture, teller: TileTeller, box: Mapping[str, int]
) -> FirstLook | None:
    """What is clear of a map that was read at leisure."""
    if seen.lattice is None:
        return None
    layers = layers_of(picture, float(np.median([side_px(pose) for pose in seen.lattice.cells.values()])))
    found = FollowedMap(teller, box)
    for tile in seen.tiles:
        if tile.confidence >= PARAMETERS.clear:
            found = found.with_tile(tile, seen.lattice.cells[tile.row, tile.column], layers)
    clear = (
        one
        for one in seen.followers
        if one.confidence * one.on_feature >= PARAMETERS.clear and (one.row, one.column) in found.known
    )
    return FirstLook(found, tuple(clear)) if found.known else None


def laid_anew(known: FollowedMap, seen: FollowedMap, picture: Picture) -> FollowedMap | None:
    """The map that is known, lying as it was found on another picture; None where that shows another map."""
    laying = laying_of(seen.tiles(), {(tile.row, tile.column): tile for tile in known.tiles()})
    if laying is None:
        return None
    layers = layers_of(picture, seen.track.piece_px)
    poses = {laying.cell(*cell): turned_pose(pose, -laying.turns) for cell, pose in seen.track.lattice.cells.items()}
    shared = {cell: pose for cell, pose in poses.items() if cell in known.known}
    if not shared:
        return None
    track = Track()
    for cell, pose in shared.items():
        track = track.with_piece(cell, pose, layers)
    while missing := [cell for cell in known.known if cell not in track.exemplars]:
        beside = [cell for cell in track.lattice.frontier() if cell in missing] or missing
        predicted = track.lattice.predict_all(beside)
        for cell, pose in predicted.items():
            track = track.with_piece(cell, pose, layers)
    return replace(known, track=track, bare={}, readings={}, unclear={}, size=layers.size)

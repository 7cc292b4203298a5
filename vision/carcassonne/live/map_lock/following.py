"""The recorded tiles from one picture to the next: where those lie now that were nudged, and which look different even
so.
"""

from __future__ import annotations

from dataclasses import dataclass

from vision.carcassonne.live.map_lock.lock import similarity_of
from vision.carcassonne.live.memory import Memory
from vision.carcassonne.live.tile_evidence import TileSight
from vision.parameters import CHOSEN, Parameters, parameter
from vision.registration.alignment import NUDGED
from vision.registration.lattice import Cell
from vision.registration.tracking import Track


@dataclass(frozen=True, slots=True, kw_only=True)
class FollowingParameters(Parameters):
    """From when a recorded tile counts as nudged, as lying better elsewhere, or as nothing like its print."""

    restless: float = parameter(
        0.85, "share", "of a tile's pixels that look as before under which it is looked at again", CHOSEN
    )
    better: float = parameter(
        0.08,
        "share",
        "of a tile's pixels that must look so elsewhere, beyond those here, for it to have been nudged there",
        CHOSEN,
    )
    nothing_like: float = parameter(
        0.25, "correlation", "with its picture below which a tile is not seen at all", CHOSEN
    )


PARAMETERS = FollowingParameters()


@dataclass(frozen=True, eq=False)
class Followed:
    """The recorded tiles on a new picture.

    Attributes:
        track: with nudged tiles where they lie now.
        restless: the tiles that look different even so.
    """

    track: Track
    restless: tuple[Cell, ...]


def followed(sight: TileSight, track: Track) -> Followed:
    """Lay the tiles that look different onto their own looks again."""
    before = track.unchanged(sight.layers)
    restless = [cell for cell, share in before.items() if share < PARAMETERS.restless]
    if not restless:
        return Followed(track, ())
    moved = track.settled(sight.layers, restless, NUDGED)
    after = moved.unchanged(sight.layers, restless)
    better = {cell: moved.lattice.cells[cell] for cell in restless if after[cell] > before[cell] + PARAMETERS.better}
    unlike = tuple(cell for cell in restless if max(before[cell], after[cell]) < PARAMETERS.restless)
    return Followed(track.with_poses(better), unlike)


def shown(sight: TileSight, memory: Memory, now: Followed) -> int:
    """How many of the recorded tiles are seen where they were followed to, as they were or somewhat as they should be.

    Told without the light, which is learned from those very places: it would turn bare cloth into a pale tile.
    """
    matches = [sight.at(now.track.lattice.cells[cell], *memory.tiles[cell]) for cell in now.restless]
    gone = [match is not None and similarity_of(sight, match) < PARAMETERS.nothing_like for match in matches]
    return len(memory.tiles) - sum(gone)

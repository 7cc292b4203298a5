"""The recorded tiles from one picture to the next: where those lie now that were nudged, and which look different even
so.
"""

from __future__ import annotations

from dataclasses import dataclass

from vision.carcassonne.live.lock import similarity_of
from vision.carcassonne.live.memory import Memory
from vision.carcassonne.live.tile_evidence import TileSight
from vision.registration.alignment import NUDGED
from vision.registration.lattice import Cell
from vision.registration.tracking import Track

RESTLESS = 0.85  # share of a tile's pixels that look as before under which it is looked at again
BETTER = 0.08  # more of them must look so elsewhere for a tile to have been nudged there
NOTHING_LIKE = 0.25  # correlation with its picture below which a tile is not seen at all


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
    restless = [cell for cell, share in before.items() if share < RESTLESS]
    if not restless:
        return Followed(track, ())
    moved = track.settled(sight.layers, restless, NUDGED)
    after = moved.unchanged(sight.layers, restless)
    better = {cell: moved.lattice.cells[cell] for cell in restless if after[cell] > before[cell] + BETTER}
    unlike = tuple(cell for cell in restless if max(before[cell], after[cell]) < RESTLESS)
    return Followed(track.with_poses(better), unlike)


def shown(sight: TileSight, memory: Memory, now: Followed) -> int:
    """How many of the recorded tiles are seen where they were followed to, as they were or somewhat as they should be.

    Told without the light, which is learned from those very places: it would turn bare cloth into a pale tile.
    """
    matches = [sight.at(now.track.lattice.cells[cell], *memory.tiles[cell]) for cell in now.restless]
    gone = [match is not None and similarity_of(sight, match) < NOTHING_LIKE for match in matches]
    return len(memory.tiles) - sum(gone)

"""The recorded map's prints laid on where its terrain was found.

Terrain tells where a map lies in light in which no feature of a print is found, but tiles lie a little beside where it
says. From there prints need no search: they lie exactly where they fit, and bear the terrain out or do not.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from vision.carcassonne.live.deck import Deck
from vision.carcassonne.live.known_tiles import as_they_lie, laid_on
from vision.carcassonne.live.map_lock import lock as locking
from vision.carcassonne.live.map_lock.lock import FirstLock, in_one_place, similarities, tone_of
from vision.carcassonne.live.map_lock.turned_alike import turned_alike
from vision.carcassonne.live.tile_evidence import TileMatch, TileSight
from vision.carcassonne.poses import TileAsLaid
from vision.carcassonne.recorded_map import FoundMap
from vision.imaging.patches import Layers
from vision.parameters import Parameters, parameter
from vision.photometry.tone import NEUTRAL
from vision.registration.alignment import LAID_BY_HAND, NUDGED
from vision.registration.lattice import Cell, Lattice, Matrix


@dataclass(frozen=True, slots=True, kw_only=True)
class PrintsOnTerrainParameters(Parameters):
    """When prints bear out what the terrain says of where a map lies."""

    # Laid one place aside, or turned, 64 times on sixteen hard tables of five tiles and more the middle one reached
    # 0.19 at the most; where the map lay 0.23 to 0.73.
    alike: float = parameter(
        0.2,
        "correlation",
        "of the middle one of a map's tiles with their prints, from which they are it where their terrain says so",
        "docs/findings/a-small-processor.md",
    )


PARAMETERS = PrintsOnTerrainParameters()


def prints_on_terrain(
    found: FoundMap, layers: Layers, deck: Deck, tiles: Mapping[Cell, TileAsLaid]
) -> FirstLock | None:
    """The recorded map, each print where it lies exactly; None where prints do not bear the terrain out.

    A print that fits nowhere near leaves its tile where the terrain says. Tiles of which the terrain says nothing are
    left out, but for those whose print is seen where their neighbours foretell it.
    """
    rough = {cell: (pose, tiles[cell]) for cell, pose in found.poses.items()}
    matches = as_they_lie(TileSight(layers, NEUTRAL, deck), rough)
    if not matches:
        return None
    # Hardly moved at first: in colours that are not known yet, prints go astray.
    for freedom in (NUDGED, LAID_BY_HAND):
        matches = laid_on(TileSight(layers, tone_of(layers, deck, matches), deck), rough, freedom)
    sight = TileSight(layers, tone_of(layers, deck, matches), deck)
    matches = turned_alike(sight, matches)
    matches = laid_on(sight, {cell: (match.pose, (match.key, match.turns)) for cell, match in matches.items()}, NUDGED)
    fitting = {cell: match for cell, match in matches.items() if _fits(match, rough[cell][0])}
    if len(fitting) < max(1.0, locking.PARAMETERS.locked_share * len(tiles)):
        return None
    alike = similarities(sight, list(fitting.values()))
    few = len(fitting) < locking.PARAMETERS.no_chance
    if float(np.median(alike)) < (locking.PARAMETERS.few_alike if few else PARAMETERS.alike):
        return None
    others = as_they_lie(sight, {cell: place for cell, place in rough.items() if cell not in fitting})
    matches = {**fitting, **others, **_missed(sight, fitting, {c: t for c, t in tiles.items() if c not in rough})}
    return FirstLock(matches, tone_of(layers, deck, fitting), clear=True, similarity=float(alike.mean()))


def _fits(match: TileMatch, there: Matrix) -> bool:
    """Whether a print fits about there (3, 3)."""
    return match.cost < locking.PARAMETERS.fits and in_one_place(match.pose[None], there[None])


def _missed(
    sight: TileSight, seen: Mapping[Cell, TileMatch], tiles: Mapping[Cell, TileAsLaid]
) -> dict[Cell, TileMatch]:
    """Those of some other tiles whose print is seen where their neighbours foretell it, ring by ring: an arm that lies
    a little aside is foretold by nobody else."""
    found: dict[Cell, TileMatch] = {}
    lattice = Lattice({cell: match.pose for cell, match in seen.items()})
    while near := [cell for cell in lattice.frontier() if cell in tiles]:
        there = laid_on(sight, {cell: (lattice.predict(cell), tiles[cell]) for cell in near})
        alike = similarities(sight, list(there.values())) if there else ()
        ring = {
            cell: match
            for (cell, match), similar in zip(there.items(), alike, strict=True)
            if match.cost < locking.PARAMETERS.fits and similar > PARAMETERS.alike
        }
        if not ring:
            break
        found |= ring
        lattice = lattice.with_cells({cell: match.pose for cell, match in ring.items()})
    return found

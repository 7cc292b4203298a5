"""How the light has changed since an earlier picture, so that this can be held against the one of now.

Each picture's colours are brought to the edition's by the tiles on record, which hold hardly any blue, black or white:
what follows from them for a blue cloth is guesswork, and another guess in another light. Two pictures of one table tell
of each other directly, by tiles and table alike: what a lamp, a window or a camera that regulates itself does between
them is a factor for each colour that changes slowly across the table.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from itertools import product

import cv2
import numpy as np

from calibration.arrays import Float64Array
from vision.imaging.patches import LAB_SCALE, Layers, Patches, levels_of
from vision.parameters import CHOSEN, Parameters, parameter
from vision.photometry.illumination import Illumination, learn_light
from vision.photometry.tone import Tone
from vision.registration.lattice import Cell, Matrix, project, shifted
from vision.registration.lucas_kanade import middle_px
from vision.registration.tracking import Track


@dataclass(frozen=True, slots=True, kw_only=True)
class LightSinceParameters(Parameters):
    """Which places two pictures are compared at for their light, and how finely."""

    around: int = parameter(2, "places", "around the map at which the table is compared, too", CHOSEN)
    most: int = parameter(24, "places", "from all over the map and around it that are compared", CHOSEN)
    side: int = parameter(4, "px", "of a place at which they are compared", CHOSEN)


PARAMETERS = LightSinceParameters()


@dataclass(frozen=True, slots=True, eq=False)
class LightSince:
    """What the light has done since an earlier picture.

    Attributes:
        change: of levels (0 to 255, BGR) at px of the earlier picture.
        tone: the colours of the picture of now.
        moved: (3, 3) px of the earlier picture to px of the picture of now.
    """

    change: Illumination
    tone: Tone
    moved: Matrix

    def toned(self, raw: Patches, at: Float64Array) -> Patches:
        """Patches (b, n, n, 3) as the earlier picture has them, cut at px (b, 2), in the edition's colours, as they
        would come out in the light of now."""
        gains = self.change.gains(at)[:, None, None].astype(np.float32)
        lit = levels_of(raw) * gains + self.change.level.astype(np.float32)
        return self.tone.apply(lab_of_levels(lit), project(self.moved, at))


def light_since(
    then: Layers, was: Track, now: Layers, track: Track, tone: Tone, waiting: Collection[Cell] = ()
) -> LightSince | None:
    """What the light has done from one picture to the next, told by the tiles and the table around them; None where
    no place shows on both. Where a tile was laid since then, on record or not yet, nothing is told of the light.

    Args:
        then, was: the earlier picture, and where the tiles lay on it.
        now, track, tone: the later one, where they lie, and its colours.
        waiting: where tiles lie on it that are not on record, as far as is known.
    """
    tiles, since = was.lattice.cells, track.lattice.cells
    cells = _compared([cell for cell in tiles if cell in since], {*since, *waiting} - set(tiles))
    if not cells:
        return None
    before, after = was.lattice.common(), track.lattice.common()
    poses = _poses(was, before, cells)
    old, shown_then = then.cut(poses, PARAMETERS.side)
    new, shown_now = now.cut(_poses(track, after, cells), PARAMETERS.side)
    both = (shown_then & shown_now).all(axis=(1, 2))
    if not both.any():
        return None
    at = middle_px(poses)
    change = learn_light(levels_of(new[both]), levels_of(old[both]), at[both], np.ones(int(both.sum())))
    return LightSince(change, tone, np.asarray(after @ np.linalg.inv(before)))


def _poses(track: Track, common: Matrix, cells: list[Cell]) -> Float64Array:
    """(b, 3, 3) where tiles lie, and about where the table around them does by what all of the map has in common."""
    tiles = track.lattice.cells
    return np.stack([tiles[cell] if cell in tiles else shifted(common, cell[1], cell[0]) for cell in cells])


def _compared(tiles: list[Cell], covered: set[Cell]) -> list[Cell]:
    """Places all over the map, and rings of places around it without those that were ``covered`` since, as far as no
    more than enough come together: about a small map new tiles may cover most of the nearest ring."""
    found, ring = _spread(tiles, PARAMETERS.most // 2), set(tiles)
    for _ in range(PARAMETERS.around):
        beside = product((-1, 0, 1), repeat=2)
        reached = {(row + down, column + right) for down, right in beside for row, column in ring}
        found += _spread(sorted(reached - ring - covered), PARAMETERS.most - len(found))
        ring |= reached
    return found


def _spread(cells: list[Cell], most: int) -> list[Cell]:
    """So many of them at the most, from all over."""
    return cells[:: -(-len(cells) // most)] if most > 0 and cells else []


def lab_of_levels(levels: Patches) -> Patches:
    """Patches (..., 3) of levels, 0 to 255, BGR, in Lab as pictures are cut."""
    rows = np.clip(levels / np.float32(255.0), 0.0, 1.0).astype(np.float32).reshape(1, -1, 3)
    lab = cv2.cvtColor(rows, cv2.COLOR_BGR2LAB) * LAB_SCALE
    return np.asarray(lab, np.float32).reshape(levels.shape)

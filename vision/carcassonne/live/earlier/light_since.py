"""How the light has changed since an earlier picture, so that this can be held against the one of now.

Each picture's colours are brought to the edition's by the tiles on record, which hold hardly any blue, black or white:
what follows from them for a blue cloth is guesswork, and another guess in another light. Two pictures of one table tell
of each other directly, by tiles and table alike: what a lamp, a window or a camera that regulates itself does between
them is a factor for each colour that changes slowly across the table.
"""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np

from calibration.arrays import Float64Array
from vision.imaging.patches import LAB_SCALE, Layers, Patches
from vision.parameters import CHOSEN, Parameters, parameter
from vision.photometry.illumination import Illumination, learn_light
from vision.photometry.tone import Tone
from vision.registration.lattice import Cell, Matrix, project
from vision.registration.lucas_kanade import middle_px
from vision.registration.tracking import Track


@dataclass(frozen=True, slots=True, kw_only=True)
class LightSinceParameters(Parameters):
    """Which places two pictures are compared at for their light, and how finely."""

    around: int = parameter(2, "places", "around the map at which the table is compared, too", CHOSEN)
    most: int = parameter(48, "places", "from all over the map and around it that are compared", CHOSEN)
    side: int = parameter(8, "px", "of a place at which they are compared", CHOSEN)


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


def light_since(then: Layers, was: Track, now: Layers, track: Track, tone: Tone) -> LightSince | None:
    """What the light has done from one picture to the next, told by the tiles and the table around them; None where
    no place shows on both.

    Args:
        then, was: the earlier picture, and where the tiles lay on it.
        now, track, tone: the later one, where they lie, and its colours.
    """
    cells = _compared([cell for cell in was.lattice.cells if cell in track.lattice.cells])
    if not cells:
        return None
    poses, places = was.poses(cells), track.poses(cells)
    old, shown_then = then.cut(poses, PARAMETERS.side)
    new, shown_now = now.cut(places, PARAMETERS.side)
    both = (shown_then & shown_now).all(axis=(1, 2))
    if not both.any():
        return None
    at = middle_px(poses)
    change = learn_light(levels_of(new[both]), levels_of(old[both]), at[both], np.ones(int(both.sum())))
    moved = track.lattice.common() @ np.linalg.inv(was.lattice.common())
    return LightSince(change, tone, np.asarray(moved))


def _compared(tiles: list[Cell]) -> list[Cell]:
    """Places all over the map and around it."""
    reach = range(-PARAMETERS.around, PARAMETERS.around + 1)
    around = {(row + down, column + right) for row, column in tiles for down in reach for right in reach}
    return _spread(tiles) + _spread(sorted(around - set(tiles)))


def _spread(cells: list[Cell]) -> list[Cell]:
    """No more of them than are compared, from all over."""
    return cells[:: max(-(-2 * len(cells) // PARAMETERS.most), 1)]


def levels_of(raw: Patches) -> Patches:
    """Patches (..., 3) Lab as pictures are cut as levels, 0 to 255, BGR."""
    rows = np.ascontiguousarray(raw / LAB_SCALE, np.float32).reshape(1, -1, 3)
    return np.asarray(cv2.cvtColor(rows, cv2.COLOR_LAB2BGR) * np.float32(255.0), np.float32).reshape(raw.shape)


def lab_of_levels(levels: Patches) -> Patches:
    """The way back."""
    rows = np.clip(levels / np.float32(255.0), 0.0, 1.0).astype(np.float32).reshape(1, -1, 3)
    lab = cv2.cvtColor(rows, cv2.COLOR_BGR2LAB) * LAB_SCALE
    return np.asarray(lab, np.float32).reshape(levels.shape)

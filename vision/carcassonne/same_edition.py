"""Whether the tiles that lie somewhere are drawn as those of an edition that is known.

Tiles of all editions are laid out alike: a city is brown and a field is green, and half of a foreign tile's colours are
where one's own tile has them. What is drawn in detail differs, so that alone is asked.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from vision.frames import Picture
from vision.imaging.patches import Layers, layers_of
from vision.parameters import CHOSEN, Parameters, parameter
from vision.registration.lattice import side_px
from vision.tile_map.edition_atlas import EditionAtlas
from vision.tile_map.field_votes import TilesInView
from vision.tile_map.growth import upper_detail
from vision.tile_map.residuals import Judge


@dataclass(frozen=True, slots=True, kw_only=True)
class SameEditionParameters(Parameters):
    """How alike the detail of two tiles is where one edition drew them."""

    # Correlation of fine detail, at the upper quarter of a map's tiles. Where tiles lie well it was 0.9 or more on
    # seven of eight simulated boards of the edition in ordinary light, 0.31 at most on twenty boards of five editions
    # of others.
    same_detail: float = parameter(
        0.4,
        "correlation",
        "of fine detail, at the upper quarter of a map's tiles, from which they are this edition's",
        CHOSEN,
    )
    glanced_at: int = parameter(
        16,
        "tiles",
        "that mostly show from afar, of which it is asked first",
        "docs/findings/seconds-of-a-photograph.md",
    )
    least_glanced_at: int = parameter(5, "tiles", "from which that tells that they are another edition's", CHOSEN)


PARAMETERS = SameEditionParameters()


def shows(layers: Layers, poses: NDArray[np.float64], atlas: EditionAtlas) -> bool:
    """Whether tiles of the edition lie at poses (n, 3, 3), unit square to px, each to within a tenth of a tile."""
    return same_detail(layers, poses, atlas) > PARAMETERS.same_detail


def another_shows(image: Picture, view: TilesInView, atlas: EditionAtlas) -> bool:
    """Whether a glance from afar tells that the tiles on a picture are another edition's: enough of them show, and
    none of the edition's detail does. What the edition would be looked for with costs ten times as much."""
    poses = [tile.pose for tile in view.plain_from_afar[: PARAMETERS.glanced_at]]
    if len(poses) < PARAMETERS.least_glanced_at:
        return False
    layers = layers_of(image, float(np.median([side_px(pose) for pose in poses])))
    return not shows(layers, np.stack(poses), atlas)


def same_detail(layers: Layers, poses: NDArray[np.float64], atlas: EditionAtlas) -> float:
    """Correlation of fine detail with the edition's best pictures, at the upper quarter of the tiles at these poses."""
    judge = Judge(layers, atlas.coarse, atlas.fine)
    seen = judge.look(poses, best=1)
    judge = judge.attuned(seen.poses[:, 0], seen.templates[:, 0])
    seen = judge.look(poses, best=1)
    return upper_detail(judge, atlas, seen.poses[:, 0], seen.templates[:, 0])

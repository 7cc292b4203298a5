"""Who was put on a tile of which there is no picture to compare it with, as the colours of its map tell."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence, Set
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from calibration.colours import Paint
from calibration.profile import Profile
from games.carcassonne.actions import Deploy, Lay
from games.carcassonne.tiles import tile_type
from vision.carcassonne.followers import MIDDLE_MM, foot_of, footing_scores, plane_of
from vision.carcassonne.live.figures import FOLLOWER_SHARE
from vision.imaging.patches import Layers
from vision.pieces.figures import find_figures, trace_of
from vision.pieces.figures_without_prints import scene_without_faces
from vision.registration.lattice import Cell, Lattice, Matrix, project

OVERLOOKED = 0.25  # share of followers that such eyes overlook, "default": seeing nobody alone settles nothing
# Areas of a tile: of 88 figures of seven colours on small maps of drawn styles all left a larger patch of what may be
# their paint, the 12 overlooked ones among them; four of five bare tiles showed less of whoever's turn it was.
LEAST_TRACE = 0.02
TRACELESS = 0.01  # share of followers that leave less
SUREST = 0.99  # nothing that they see is believed more: of 76 figures that they saw on those maps all stood there
MADE_OUT = 0.5  # confidence from which paint tells where somebody stands


@dataclass(frozen=True)
class Onlooker:
    """Whether somebody of one colour stands on a tile.

    Attributes:
        confidence: probability that what was seen is a follower; 0 where nothing was.
        foot: in tile units as the picture stands.
        came: whether he was seen to be put there.
        traceless: nothing on the tile could be of his colour.
    """

    confidence: float = 0.0
    foot: tuple[float, float] = (0.5, 0.5)
    came: bool = False
    traceless: bool = False

    def with_newcomer(self, middle: tuple[float, float], lean: NDArray[np.float64]) -> Onlooker:
        """The same once somebody was seen to be put there: his paint tells best where he stands, if it was made out.

        Args:
            middle: of what changed on the tile, tile units.
            lean: (2,) tile widths by which 1 mm of height is seen aside there.
        """
        if self.confidence >= MADE_OUT:
            return replace(self, confidence=SUREST, came=True)
        x, y = np.clip(np.array(middle) - lean * MIDDLE_MM, 0.0, 1.0)
        return Onlooker(SUREST, (float(x), float(y)), came=True)

    def log_likelihoods(self, lay: Lay, options: Sequence[Deploy]) -> tuple[float, list[float]]:
        """Of what is seen and how often people do so: nobody put down, and each option."""
        bare = math.log(1 - FOLLOWER_SHARE) if options else 0.0
        if not options:
            return bare, []
        sure = min(self.confidence, SUREST)
        turned = tile_type(lay.tile).turned[lay.turns]
        scores = footing_scores(lay.tile, lay.turns, *self.foot)
        at = [turned.index_at(option.feature, option.location) for option in options]
        near = np.array([scores[index] if index is not None else 0.0 for index in at]) + 1e-6
        # What was hardly seen speaks for nobody: he may stand elsewhere, overlooked.
        overlooked = TRACELESS if self.traceless else OVERLOOKED
        each = sure * near / near.sum() + (1 - sure) * overlooked / len(options)
        return bare + math.log(1 - sure), (math.log(FOLLOWER_SHARE) + np.log(each)).tolist()


def onlooker_on(
    cell: Cell,
    poses: Mapping[Cell, Matrix],
    layers: Layers,
    paints: Sequence[Paint],
    colour: str,
    profile: Profile | None,
    people: Mapping[Cell, Set[str]],
) -> Onlooker:
    """Who of a colour stands on the tile at ``cell``, as the tiles at ``poses`` (itself among them) let one see, where
    ``people`` of these colours show on other tiles."""
    lattice = Lattice(dict(poses))
    shown = [people.get(other, set()) | ({colour} if other == cell else set()) for other in poses]
    scene = scene_without_faces(layers, np.stack(list(poses.values())), shown)
    plane = plane_of(lattice, layers.size, profile)
    back = np.linalg.inv(poses[cell])
    his = next(paint for paint in paints if paint.name == colour)
    best = Onlooker(traceless=trace_of(scene, list(poses).index(cell), his) < LEAST_TRACE)
    for figure in find_figures(scene, paints):
        u, v = project(back, foot_of(figure, plane)[None])[0]
        if figure.colour == colour and 0 <= u <= 1 and 0 <= v <= 1 and figure.confidence > best.confidence:
            best = replace(best, confidence=figure.confidence, foot=(float(u), float(v)))
    return best

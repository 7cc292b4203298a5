"""Whether tiles lie where they lay."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

import numpy as np

from vision.carcassonne.following.followed_map import FollowedMap
from vision.carcassonne.observation import SeenTile
from vision.carcassonne.poses import Orientation
from vision.frames import Picture
from vision.imaging.patches import Layers
from vision.parameters import CHOSEN, Parameters, parameter
from vision.registration.lattice import Cell, Matrix, quad_of


@dataclass(frozen=True, slots=True, kw_only=True)
class RecognitionParameters(Parameters):
    """When a tile is taken to lie where it lay, and how many are asked about at once."""

    real: float = parameter(1.0, "log-odds", "of a tile from which one picture is enough", CHOSEN)
    lies_still: float = parameter(
        0.5, "share", "of the tiles in clear view must lie where they lay; otherwise the map was knocked", CHOSEN
    )
    most_asked: int = parameter(12, "tiles", "that are read to tell whether the map lies where it lay", CHOSEN)


PARAMETERS = RecognitionParameters()


def still_recognised(one: FollowedMap, picture: Picture, layers: Layers, cells: Collection[Cell]) -> frozenset[Cell]:
    """Those of these tiles that lie where they lay, even if they look otherwise: a follower came, the light went."""
    chosen = sorted(cells)[: PARAMETERS.most_asked]
    if not chosen:
        return frozenset()
    recognised = one.look(picture, layers).tell(one.track.poses(chosen), nudged=True)
    orientations = recognised.evidence.argmax(axis=1).tolist()
    right = {
        cell
        for index, cell in enumerate(chosen)
        if recognised.odds[index] > PARAMETERS.real and orientations[index] == one.known[cell]
    }
    return frozenset(right) | (
        frozenset(cells) - frozenset(chosen) if len(right) > PARAMETERS.lies_still * len(chosen) else set()
    )


def surely_there(cell: Cell, orientation: Orientation, sure: float, pose: Matrix) -> SeenTile:
    """A tile that surely lies so, of which nothing else comes into question."""
    kind, outline = orientation.kind, quad_of(pose).astype(np.float32)
    return SeenTile(*cell, kind.key, kind.letter, orientation.sides, orientation.turns, sure, (), outline)

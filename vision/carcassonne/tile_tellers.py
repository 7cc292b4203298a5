"""Tells tiles at places of a picture: by the pictures of their edition, or by what the tiles of all have in common.

A teller finds tiles on a picture of which nothing is known yet, a whole map or a single tile; from then on it is only
asked what lies at a place.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

import numpy as np

from calibration.arrays import Float64Array
from vision.carcassonne.observation import CarcassonneObservation, SeenFollower, SeenTile
from vision.carcassonne.poses import Orientation
from vision.frames import Picture
from vision.imaging.patches import Layers, layers_of
from vision.parameters import CHOSEN, Parameters, parameter
from vision.registration.lattice import Lattice, Matrix, quad_of, side_px
from vision.tile_map.presence_gate import tile_log_odds


@dataclass(frozen=True, slots=True, kw_only=True)
class TileTellersParameters(Parameters):
    """At which size a picture is read, when it shows a map, and how many readings of a place are weighed."""

    usual_px: float = parameter(56.0, "px", "of a tile's side while nothing is known", CHOSEN)
    whole_map: int = parameter(
        3, "tiles", "that a map found as a whole must have to be believed before a lone tile", CHOSEN
    )
    lone_odds: float = parameter(
        4.5, "log-odds", "from which a lone square is a tile: cards and boxes stay below", CHOSEN
    )


PARAMETERS = TileTellersParameters()

Known = Sequence[tuple[Matrix, int]]  # tiles that surely lie on a picture: pose, lie


@dataclass(frozen=True, eq=False)
class RecognisedTiles:
    """What is seen at some places.

    Attributes:
        poses: (b, 3, 3) where what lies there lies exactly.
        evidence: (b, orientations) log-likelihood of the picture under each orientation, any offset a place.
        odds: (b,) log-odds that a tile lies there at all.
        foreign: (b,) probability that it is of a kind that the box doesn't hold.
    """

    poses: Float64Array
    evidence: Float64Array
    odds: Float64Array
    foreign: Float64Array


class PreparedPicture(Protocol):
    """One picture, made ready."""

    @property
    def layers(self) -> Layers:
        """The picture to cut from."""

    def tell(self, poses: Float64Array, *, nudged: bool = False) -> RecognisedTiles:
        """What lies about these poses (b, 3, 3); ``nudged`` where it is known and can only lie a little beside."""

    def followers(self, tiles: Sequence[SeenTile], lattice: Lattice, least: float) -> tuple[SeenFollower, ...]:
        """Who stands on these tiles, which lie as the lattice says, as far as it is at least so sure."""


class TileTeller(Protocol):
    """Tells the tiles of one edition, or of any."""

    @property
    def orientations(self) -> tuple[Orientation, ...]:
        """What the columns of the evidence stand for."""

    def read(self, picture: Picture, box: Mapping[str, int]) -> CarcassonneObservation:
        """What lies on a picture of which nothing is known, as well as it can be told at leisure."""

    def find(self, picture: Picture) -> Lattice | None:
        """Where tiles lie on a picture of which nothing is known, or None where none is found."""

    def find_lone(self, picture: Picture) -> Lattice | None:
        """Where a single tile lies, or None where none is found."""

    def knows(self, picture: Picture, lattice: Lattice) -> bool:
        """Whether it can tell tiles that another has found there."""

    def look(self, picture: Picture, layers: Layers, known: Known) -> PreparedPicture:
        """Make a picture, cut into layers, ready on which some tiles are known."""


def likely_tiles(picture: Picture, poses: Sequence[Matrix], least: float | None = None) -> list[tuple[Matrix, float]]:
    """Those of some squares that look like a tile of whatever edition, with log-odds above the least, best first."""
    least = PARAMETERS.lone_odds if least is None else least
    height, width = picture.shape[:2]
    inside = [
        pose
        for pose in poses
        if side_px(pose) > 0 and (quad_of(pose) > -2).all() and (quad_of(pose) < [width + 1, height + 1]).all()
    ]
    if not inside:
        return []
    odds = tile_log_odds(layers_of(picture, PARAMETERS.usual_px), np.stack(inside)).tolist()
    ranked = sorted(zip(inside, odds, strict=True), key=lambda one: -one[1])
    return [(pose, score) for pose, score in ranked if score > least]

"""What of the picture the watch looks at: the tiles that lie there, and the places around them."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from calibration.arrays import ByteMask
from vision.imaging.outlines import filled_outlines
from vision.parameters import CHOSEN, Parameters, parameter
from vision.registration.lattice import Matrix, quad_of


@dataclass(frozen=True, slots=True, kw_only=True)
class WatchedZoneParameters(Parameters):
    """How far around the map the watch looks, and how finely."""

    reach: float = parameter(1.35, "times", "a place's size about its middle: what is watched around the map", CHOSEN)
    smaller: int = parameter(4, "times", "than the picture, each way: how large the masks are", CHOSEN)


PARAMETERS = WatchedZoneParameters()


def watched_zone(poses: Iterable[Matrix], size: tuple[int, int]) -> tuple[ByteMask, ByteMask]:
    """Masks of a picture of a size (height, width), made smaller: what is watched, and where tiles lie in it.

    Args:
        poses: (3, 3) each, unit square to px of the picture.
        size: of the picture.
    """
    quads = [quad_of(pose) for pose in poses]
    zone = filled_outlines(quads, size, PARAMETERS.smaller, 2 * PARAMETERS.reach)
    return zone, filled_outlines(quads, size, PARAMETERS.smaller)

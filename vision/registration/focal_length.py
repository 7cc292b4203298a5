"""The focal length at which a plane's axes are square and equal, where nobody has learned the lens."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from calibration.lens import Lens
from vision.parameters import CHOSEN, Parameters, parameter
from vision.registration.lattice import Matrix


@dataclass(frozen=True, slots=True, kw_only=True)
class FocalParameters(Parameters):
    """What is thought of cameras, and of how squarely things lie."""

    square_sigma: float = parameter(0.02, "share of a side", "by which laid maps are from square and even", CHOSEN)
    usual_focal: float = parameter(
        1.0, "picture lengths", "the usual focal length, in the longer side of a picture", CHOSEN
    )
    focal_sigma: float = parameter(0.5, "log of the focal length", "by which cameras scatter about it", CHOSEN)


PARAMETERS = FocalParameters()


def likeliest_lens(homography: Matrix, size: tuple[int, int]) -> tuple[Lens, float]:
    """A straight lens for a plane, and how much speaks against it, in squared standard deviations.

    The focal length is the one at which the plane's axes are square and equal (Zhang, "A flexible new technique for
    camera calibration", PAMI 2000), weighed against what cameras usually have: seen from straight above, a plane says
    little of it.

    Args:
        homography: (3, 3) from the plane, equal units along both axes, to px.
        size: (height, width) of the picture, px.
    """
    nominal = Lens.nominal(size[1], size[0])

    def doubt(lens: Lens) -> float:
        right, down = (np.linalg.inv(lens.matrix) @ homography)[:, :2].T
        lengths = np.linalg.norm(right), np.linalg.norm(down)
        skew, stretch = right @ down / (lengths[0] * lengths[1]), np.log(lengths[0] / lengths[1])
        unusual = np.log(lens.focal[0] / (PARAMETERS.usual_focal * max(size)))
        off_square = (skew**2 + stretch**2) / PARAMETERS.square_sigma**2
        return float(off_square + (unusual / PARAMETERS.focal_sigma) ** 2)

    focals = max(size) * np.geomspace(0.55, 3.5, 30)
    lenses = [Lens(size[1], size[0], (float(focal), float(focal)), nominal.centre) for focal in focals]
    doubts = [doubt(lens) for lens in lenses]
    best = int(np.argmin(doubts))
    return lenses[best], doubts[best]

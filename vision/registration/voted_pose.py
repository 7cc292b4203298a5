"""How a print lies, from matches that vote for one place: an affine pose, held to what the strongest of them says."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from calibration.arrays import Float64Array
from vision.parameters import CHOSEN, Parameters, parameter


@dataclass(frozen=True, slots=True, kw_only=True)
class VotedPoseParameters(Parameters):
    """How far a vote may be off, and how often that is weighed."""

    off: float = parameter(0.05, "sizes of the print", "by which a vote is off that counts half", CHOSEN)
    rounds: int = parameter(4, "rounds", "of weighing votes by how far they are off", CHOSEN)


PARAMETERS = VotedPoseParameters()


def voted_pose(
    places: NDArray[np.floating],
    pixels: Float64Array,
    guess: Float64Array,
    size: float,
    hold: tuple[float, float, float],
    weights: Float64Array | float = 1.0,
) -> Float64Array:
    """(2, 3) from a place on the print to px, all votes told; where few speak it stays near the guess.

    Args:
        places: (n, 2) of the matches on the print, in units of the pose, and ``pixels`` (n, 2) on the picture.
        guess: (2, 3) the strongest vote's similarity.
        size: of the print on the picture, px: by this is measured how far a vote is off.
        hold: in votes, how firmly each column of the pose is held to the guess.
        weights: (n,) of the votes.
    """
    rich = np.column_stack([places, np.ones(len(places))]).astype(np.float64)
    fit, firm = guess, np.diag(hold)
    for _ in range(PARAMETERS.rounds):
        away = np.hypot(*(rich @ fit.T - pixels).T) / size
        pulled = rich * (weights / (1.0 + (away / PARAMETERS.off) ** 2))[:, None]
        fit = np.linalg.solve(pulled.T @ rich + firm, pulled.T @ pixels + firm @ guess.T).T
    return np.asarray(fit, np.float64)

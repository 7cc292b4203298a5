"""Pips of the underside that shine through a clear die, between those of its upper face.

A two above a five looks like a five, to networks as well as to figures of pips. But the pips of one face stand out
alike; those of the underside less.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from calibration.arrays import Float64Array
from vision.dice.pattern import FittedFigure, UpperFace, fitted
from vision.frames import Picture
from vision.parameters import CHOSEN, Parameters, parameter


@dataclass(frozen=True, slots=True, kw_only=True)
class UndersideParameters(Parameters):
    """How pips are told that are no pips of the upper face."""

    bolder: float = parameter(
        1.2,
        "times",
        "as much as all others that pips of a smaller figure stand out, from which the others may be the underside's: "
        "of 232 faces told rightly one goes beyond 1.14",
        "docs/findings/dice.md",
    )
    pip: float = parameter(0.8, "radii", "from its middle up to which half a place or more is pip", CHOSEN)
    beside: tuple[float, float] = parameter(
        (1.5, 2.6), "radii", "from a pip's middle between which lies the face that it is held against", CHOSEN
    )
    least_beside: int = parameter(4, "places", "of such a face, or the whole of it is taken", CHOSEN)
    faintest: float = parameter(0.05, "times", "as much as the middling pip that one stands out at the least", CHOSEN)


PARAMETERS = UndersideParameters()
# Which pips of a number (``vision.dice.pattern`` has their order) are the figure of a smaller one.
_WITHIN: dict[int, tuple[tuple[int, ...], ...]] = {
    3: ((0, 1), (2,)),
    4: ((0, 1), (2, 3)),
    5: ((0, 1), (2, 3), (0, 1, 4), (2, 3, 4), (0, 1, 2, 3), (4,)),
    6: ((0, 1), (2, 3), (0, 1, 2, 3)),
}


def shines_through(picture: Picture, face: UpperFace, number: int) -> bool:
    """Whether some of a number's pips stand out more than all others, and are a figure by themselves: then these may
    be the upper face's alone.

    Args:
        picture: BGR. face: that bears the figure of the number.
    """
    if number not in _WITHIN:
        return False
    strengths = _strengths(fitted(picture, face, number))
    return any(
        min(strengths[list(upper)]) >= PARAMETERS.bolder * max(np.delete(strengths, upper)) for upper in _WITHIN[number]
    )


def _strengths(figure: FittedFigure) -> Float64Array:
    """(number,) how much each pip stands out from the face beside it, over the middling one."""
    near, far = PARAMETERS.beside
    bare = figure.face & (figure.apart.min(axis=0) > near * figure.radius)
    found = []
    for apart in figure.apart:
        ring = bare & (apart < far * figure.radius)
        beside = float(np.median(figure.values[ring if ring.sum() >= PARAMETERS.least_beside else bare]))
        found.append(float(np.average(figure.values, weights=figure.pip(apart, PARAMETERS.pip)) - beside))
    strengths = np.array(found)
    return np.asarray(np.maximum(strengths / np.median(strengths), PARAMETERS.faintest), np.float64)

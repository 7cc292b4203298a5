"""Who stands on a spot, as one tells who knows no make: asked beside paints and forms, which know one."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Protocol

import numpy as np

from calibration.arrays import Float64Array


@dataclass(frozen=True, eq=False, slots=True)
class SpotVerdict:
    """What is told of a spot.

    Attributes:
        somebody: probability that a piece stands there.
        disc: that it is a disc or a stack of them, if one does; else it is a figure.
        colours: of each colour that can be told, if one does.
    """

    somebody: float
    disc: float
    colours: Mapping[str, float] = field(default_factory=dict)

    def of(self, colour: str) -> float:
        """The probability that a piece of this colour stands there; of whichever, where it is none that can be told."""
        return self.somebody * self.colours.get(colour, 1.0)


class SpotJudge(Protocol):
    """Whoever can be asked about the spots of a layout."""

    def at(self, x: int, y: int) -> SpotVerdict:
        """Who stands with a foot on a px of the mosaic, or nearly there."""


class FigureJudge(Protocol):
    """Whoever can be asked whether a figure of some colour stands on a place."""

    def figure_on(self, middle: Float64Array, colour: str) -> float | None:
        """The probability of it; None where it can't be told. ``middle`` is the place's, (2,) px of the mosaic."""


def log_odds_of(chance: float) -> float:
    """What a judge's probability comes to as log-odds: nobody is sure beyond one in a million."""
    return float(np.log(max(chance, 1e-6) / max(1 - chance, 1e-6)))

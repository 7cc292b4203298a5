"""What the bare table around a map looks like: a few shades that most of what lies there has."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from calibration.arrays import Float32Array
from vision.imaging.clustering import shades_of
from vision.imaging.patches import over_channels
from vision.parameters import CHOSEN, Parameters, parameter


@dataclass(frozen=True, slots=True, kw_only=True)
class PhotometryBareTableParameters(Parameters):
    """How many pixels and which share make a shade of the bare table."""

    least_pixels: int = parameter(50, "px", "of bare table from which its colours are told", CHOSEN)
    least_share: float = parameter(0.08, "share", "of them that a colour has at the least", CHOSEN)
    sample: int = parameter(4000, "px", "of which colours are sought", CHOSEN)
    shades: int = parameter(4, "count", "of colours that are sought", CHOSEN)
    sigma: tuple[float, float, float] = parameter((4.0, 5.0, 5.0), "half-L Lab", "that a px is off its shade", CHOSEN)
    trust: float = parameter(5.0, "squared standard deviations", "that one px says at the most", CHOSEN)


PARAMETERS = PhotometryBareTableParameters()


@dataclass(frozen=True, slots=True, eq=False)
class TableShades:
    """The shades of a table, (k, 3) half-L Lab; none where too little of it shows."""

    shades: Float32Array

    @classmethod
    def of(cls, pixels: Float32Array) -> TableShades:
        """What most of the pixels (n, 3) around a map look like."""
        if len(pixels) < PARAMETERS.least_pixels:
            return cls(np.zeros((0, 3), np.float32))
        thin = pixels[:: max(1, len(pixels) // PARAMETERS.sample)]
        member, middles = shades_of(thin, PARAMETERS.shades)
        share = np.bincount(member, minlength=PARAMETERS.shades) / len(thin)
        return cls(middles[share > PARAMETERS.least_share])

    def doubt(self, pixels: Float32Array) -> Float32Array:
        """(n,) squared standard deviations by which pixels (n, 3) are not of this table, bounded."""
        if not len(self.shades):
            return np.zeros(len(pixels), np.float32)
        sigma = np.array(PARAMETERS.sigma, np.float32)
        off = over_channels(((pixels[:, None] - self.shades[None]) / sigma) ** 2).min(axis=1)
        return np.asarray(np.minimum(off, PARAMETERS.trust), dtype=np.float32)

"""Which digit a piece of print is: a small network over a patch of 24 by 24 px, taught with many typefaces.

Seven means seven in any face; what is upside down is no seven. Whoever asks turns the patch, so that a 6 that stands on
its head is told from a 9 by the way in which the other figures of the same copy stand.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from importlib.resources import as_file, files

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.arrays import Float32Array

SIDE = 24  # px of a patch
TALL = 18  # px of a digit in it
CLASSES = 11  # ten digits and something else
NOTHING = 10
WEIGHTS = "glyphs.npz"


@dataclass(frozen=True, eq=False, slots=True)
class GlyphReader:
    """Two hidden layers; weights (in, out) and biases (out,)."""

    weights: tuple[Float32Array, ...]
    biases: tuple[Float32Array, ...]

    def read(self, patches: NDArray[np.float32]) -> Float32Array:
        """(n, 11) natural logarithms of probabilities for patches (n, 24, 24), ink 1 on paper 0."""
        layer = patches.reshape(len(patches), -1) - np.float32(0.25)
        for number, (weight, bias) in enumerate(zip(self.weights, self.biases, strict=True)):
            layer = layer @ weight + bias
            if number < len(self.weights) - 1:
                layer = np.maximum(layer, 0)
        layer = layer - layer.max(axis=1, keepdims=True)
        return np.asarray(layer - np.log(np.exp(layer).sum(axis=1, keepdims=True)), np.float32)


@cache
def glyph_reader() -> GlyphReader:
    """The reader as it was taught (``tools.training.digits.teach``)."""
    with as_file(files("vision.networks.digits").joinpath(WEIGHTS)) as path, np.load(path) as kept:
        count = len(kept.files) // 2
        return GlyphReader(
            tuple(kept[f"weight{number}"].astype(np.float32) for number in range(count)),
            tuple(kept[f"bias{number}"].astype(np.float32) for number in range(count)),
        )


def patch_of(
    ink: NDArray[np.float32],
    box: tuple[float, float, float, float],
    upright: NDArray[np.float64] | None = None,
) -> Float32Array:
    """The patch about a piece of print.

    Args:
        ink: (h, w) share of ink, 0 to 1. box: left, top, width, height of the piece, px.
        upright: (2, 3) from the ink's px to the box's, which may be turned against them; the same where it is None.
    """
    left, top, width, height = box
    scale = TALL / max(height, width, 1)
    shift = np.array([SIDE / 2, SIDE / 2]) - scale * np.array([left + width / 2, top + height / 2])
    onto = scale * (np.eye(2, 3) if upright is None else upright)
    onto[:, 2] += shift + (scale - 1) / 2
    soft = cv2.GaussianBlur(ink, (0, 0), 0.45 / scale) if scale < 0.8 else ink
    return np.asarray(cv2.warpAffine(soft, onto, (SIDE, SIDE), flags=cv2.INTER_LINEAR), np.float32)

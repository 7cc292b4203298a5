"""How this camera in this light shows the edition's colours: one map for a whole picture, learnt from tiles that are
recognised without doubt, and how far a picture's colours scatter about the references once it is applied.
"""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.imaging.patches import Patches
from vision.imaging.scatter import OF_MEDIAN
from vision.parameters import CHOSEN, Parameters, parameter

FLOOR = np.array([2.0, 1.5, 1.5])  # Lab units: no print, scan and camera agree better than this
# What the map is made of: 1, L, a, b, L² / 50, then x, y, x², xy, y² (the light falls unevenly). A tile's weight in
# pixels stands against each of these holds, so that a table with two tiles on it gets a plain shift and gain.


@dataclass(frozen=True, slots=True, kw_only=True)
class ToneParameters(Parameters):
    """How firmly a tone is held to the identity where few tiles tell of it."""

    colour_hold: tuple[float, ...] = parameter(
        (0.0, 3.0, 3.0, 3.0, 300.0),
        "shares of a tile's px",
        "that hold each term of colour, channel by channel",
        CHOSEN,
    )
    light_hold: tuple[float, ...] = parameter(
        (1.0, 1.0, 2.0, 2.0, 2.0), "shares of a tile's px", "that hold each term of place", CHOSEN
    )


PARAMETERS = ToneParameters()


@dataclass(frozen=True, slots=True, eq=False)
class Tone:
    """Picture Lab to reference Lab.

    Attributes:
        matrix: (10, 3), applied to (1, L, a, b, L² / 50, x, y, x², xy, y²).
        sigma: (3,) scatter of each channel about the references, Lab units.
        middle: (2,) px, and ``reach`` px: x and y are measured from there in units of it.
        covariance: (3, 10, 10) of the columns of the matrix, channel by channel; None where it was not worked out.
        own: (3,) variance of the light that a tile has to itself, beside what the matrix foretells there, Lab² units.
    """

    matrix: NDArray[np.float64]
    sigma: NDArray[np.float64]
    middle: NDArray[np.float64]
    reach: float
    covariance: NDArray[np.float64] | None = None
    own: NDArray[np.float64] | None = None

    def apply(self, patches: Patches, at: NDArray[np.float64]) -> Patches:
        """Patches (b, ..., 3), cut at px (b, 2), in the references' colours."""
        if not patches.size:
            return np.zeros(patches.shape, np.float32)
        matrix = self.matrix.astype(np.float32)
        light = self.matrix[0] + _places((at - self.middle) / self.reach) @ self.matrix[5:]
        pixels = np.ascontiguousarray(patches, np.float32).reshape(1, -1, 3)
        toned = np.asarray(cv2.transform(pixels, matrix[1:4].T), np.float32)
        bright = cv2.transform(np.square(pixels[..., 0])[..., None], matrix[4:5].T / np.float32(50))
        each = (toned + np.asarray(bright, np.float32)).reshape(len(at), -1)
        each += np.tile(light.astype(np.float32), (1, each.shape[1] // 3))
        return each.reshape(patches.shape)

    def variance(self, patches: Patches, at: NDArray[np.float64]) -> NDArray[np.float64] | None:
        """(b, 3) Lab² units by which patches (b, n, n, 3), cut at px (b, 2), may be lighter or more coloured all over
        than the tone brings them to be: by what the matrix is not sure of there, and by light of their own. None where
        that was not worked out."""
        if self.covariance is None or self.own is None:
            return None
        light = patches[..., 0].astype(np.float64)
        colours = [np.ones(len(patches)), *patches.mean(axis=(1, 2)).T, np.square(light).mean(axis=(1, 2)) / 50.0]
        terms = np.column_stack([*colours, _places((at - self.middle) / self.reach)])
        return np.asarray(np.einsum("bi,cij,bj->bc", terms, self.covariance, terms) + self.own)


def tone_terms(
    patches: Patches, at: NDArray[np.float64], middle: NDArray[np.float64], reach: float
) -> NDArray[np.float64]:
    """(b · n · n, 10) what a tone's matrix is applied to, of patches (b, n, n, 3) cut at px (b, 2)."""
    light = patches[..., :1]
    colours = np.concatenate([np.ones_like(light), patches, light * light / 50.0], axis=-1).astype(np.float32)
    places = np.repeat(_places((at - middle) / reach), patches.shape[1] * patches.shape[2], axis=0)
    return np.concatenate([colours.reshape(-1, 5), places], axis=1)


def _places(at: NDArray[np.float64]) -> NDArray[np.float64]:
    x, y = np.clip(at, -1.2, 1.2).T  # beyond the tiles that were learnt from, the light is not foretold any further
    return np.stack([x, y, x * x, x * y, y * y], axis=1)


NEUTRAL = Tone(np.vstack([np.zeros(3), np.eye(3), np.zeros((6, 3))]), FLOOR * 3, np.zeros(2), 1.0)


def fit_tone(patches: Patches, targets: Patches, inside: NDArray[np.bool_], at: NDArray[np.float64]) -> Tone:
    """The map that brings patches (b, n, n, 3), cut at px (b, 2), to what the references show, by reweighting.

    With few or plain tiles the map stays near a shift and a gain of light (ridge towards the identity); where not one
    pixel is ``inside``, it is the identity.
    """
    if not inside.any():
        return NEUTRAL
    b = len(patches)
    middle = at.mean(axis=0)
    reach = float(max(1.0, np.abs(at - middle).max()))
    x = tone_terms(patches, at, middle, reach)
    y = targets.reshape(-1, 3).astype(np.float64)
    seen = np.flatnonzero(inside.reshape(-1))
    seen = seen[:: max(1, len(seen) // 20000)]
    x, y = x[seen], y[seen]
    tile = len(x) / b
    hold = np.diag(
        np.concatenate([tile * 3 * np.array(PARAMETERS.colour_hold), tile * np.array(PARAMETERS.light_hold)])
    )
    weight = np.ones(len(x))
    matrix, scatter = NEUTRAL.matrix, FLOOR
    for _ in range(6):
        weighted = x * weight[:, None]
        found = np.linalg.solve(weighted.T @ x + hold, weighted.T @ y + hold @ NEUTRAL.matrix)
        matrix = np.asarray(found, np.float64)
        away = np.abs(x @ matrix - y)
        scatter = np.maximum(OF_MEDIAN * np.median(away, axis=0), FLOOR)
        weight = 1.0 / (1.0 + ((away / (2.0 * scatter)) ** 2).sum(axis=1))
    return Tone(matrix, scatter, middle, reach)

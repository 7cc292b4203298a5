"""A lamp that is mirrored in the places: under it all look pale, and pale people seem to stand where nobody does."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from calibration.arrays import Float32Array
from vision.imaging.patches import bgr_of
from vision.parameters import CHOSEN, Parameters, parameter
from vision.photometry.glare import Glare, cleared, find_glare


@dataclass(frozen=True, slots=True, kw_only=True)
class LampParameters(Parameters):
    """How bright and pale a place has to be to lie under a lamp, and who is too pale to be believed there."""

    least: float = parameter(0.3, "share", "of white in the lamp's middle: a weaker one misleads nobody", CHOSEN)
    person_mm: float = parameter(18.0, "mm", "a white merchant out of focus measures 13 from its middle", CHOSEN)
    dazzling: float = parameter(0.65, "share", "through which nothing is seen", CHOSEN)
    nearly_white: float = parameter(
        250.0, "grey levels", "even white paper has some colour left for a lamp to take", CHOSEN
    )
    dimmest: float = parameter(
        100.0, "grey levels", "what white is taken for at least in the references' light", CHOSEN
    )


PARAMETERS = LampParameters()


def mirrored(
    lab: Float32Array, expected: Float32Array, known: Float32Array, white: Float32Array, to_px: NDArray[np.float64]
) -> Glare | None:
    """The lamp over a layout seen from above, or None.

    Args:
        lab, expected: (h, w, 3) Lab of the picture in the references' light, and of the bare places.
        known: (h, w) where places are. white: (n, m, 3) Lab of what is white on the picture.
        to_px: (3, 3) mm of the table to px.
    """
    brighter = _brighter(white)
    bare = np.asarray(np.minimum(bgr_of(expected) * brighter, PARAMETERS.nearly_white), np.float32)
    lamp = find_glare(np.asarray(bgr_of(lab) * brighter, np.float32), bare, known, to_px, PARAMETERS.least)
    return lamp if lamp is not None and _short_mm(lamp) > PARAMETERS.person_mm else None


def taken_off(
    lamp: Glare | None, picture: Float32Array, to_px: NDArray[np.float64]
) -> tuple[Float32Array, Float32Array]:
    """The picture (h, w, 3) from above, BGR 0 to 255, without the lamp; and (h, w) how much each px tells, 0 to 1."""
    high, wide = picture.shape[:2]
    if lamp is None:
        return picture, np.ones((high, wide), np.float32)
    spots = np.stack(np.meshgrid(np.arange(wide), np.arange(high)), axis=-1)
    share = lamp.share((spots - to_px[:2, 2]) / to_px[0, 0])
    below, reliability = cleared(picture, share)
    return below, np.where(share < PARAMETERS.dazzling, reliability, np.float32(0))


def _short_mm(lamp: Glare) -> float:
    """How far the lamp reaches from its middle across, where it is down to a third."""
    across, both, down = lamp.shape
    return float(1 / np.sqrt(np.linalg.eigvalsh([[across, both / 2], [both / 2, down]])[-1]))


def _brighter(white: Float32Array) -> Float32Array:
    """(3,) by which BGR in the references' light has to be multiplied to make a mirrored lamp 255."""
    seen = np.median(bgr_of(white).reshape(-1, 3), axis=0)
    return np.asarray(255 / np.maximum(seen, PARAMETERS.dimmest), np.float32)

"""How painted wood looks in the references' light: the tones of every surface, and how far each pixel is from them."""

from __future__ import annotations

from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from vision.istanbul.shapes import BAND, CREAM, FIGURES, NEUTRAL, PLAYERS, Colour
from vision.lattice_patches import lab_of

Floats = NDArray[np.float32]

FADED = 0.84  # of its colour that old wood may have left
CAP = 16.0  # squared standard deviations at which a disagreement stops to count: a piece in view looks like itself
TOPS = (0.76, 0.84, 0.92, 1.0, 1.08)  # light on the upper faces of wood, of what it is from straight above
SIDES = (0.5, 0.58, 0.66, 0.76, 0.88, 1.0)  # and on the others
PALE = ("white", "neutral", "cream")


def paint_doubts(lab: Floats, sigma: NDArray[np.float64]) -> dict[str, Floats]:
    """(h, w) for each painted surface: squared standard deviations by which each pixel shows none of its tones."""
    scale = (1.0 / np.maximum(sigma * 1.15, [3.0, 3.5, 3.5])).astype(np.float32)
    tones = surfaces()
    all_tones = np.concatenate(list(tones.values())) * scale
    seen = (lab * scale).reshape(-1, 3)
    apart = (all_tones**2).sum(axis=1) - 2 * (seen @ all_tones.T)
    starts = np.cumsum([0, *[len(one) for one in tones.values()][:-1]])
    least = np.minimum.reduceat(apart, starts, axis=1) + (seen**2).sum(axis=1, keepdims=True)
    bounded = np.minimum(np.maximum(least, 0) / 3, CAP).T.reshape(len(tones), *lab.shape[:2])
    return {name: np.ascontiguousarray(doubt) for name, doubt in zip(tones, bounded, strict=True)}


@lru_cache(maxsize=1)
def surfaces() -> dict[str, Floats]:
    """The tones (n, 3) of every painted surface: upper faces and sides of each wood, a merchant's rim (which runs into
    the turban's dark band when it is small), the band and the turban itself."""
    woods = {**PLAYERS, **FIGURES, "neutral": NEUTRAL}
    band = lab_of(np.array([[BAND]], np.uint8))[0]
    found: dict[str, Floats] = {"band": _tones(BAND, (0.8, 1.1, 1.5)), "cream": _tones(CREAM, (0.7, 0.8, 0.9, 1.0))}
    for name, paint in woods.items():
        found[name] = _tones(paint, _of_pale(name, TOPS))
        found[f"{name} side"] = _tones(paint, _of_pale(name, SIDES))
        mixed = [found[name] * (1 - share) + band * share for share in (0.0, 0.25, 0.45)]
        found[f"{name} rim"] = np.concatenate(mixed)
    return found


def _tones(paint: Colour, lights: tuple[float, ...]) -> Floats:
    """A paint in some lights, fresh and a little faded."""
    shades = np.array([[[min(255.0, c * light) for c in paint] for light in lights]], np.float64).astype(np.uint8)
    fresh = lab_of(shades)[0]
    return np.concatenate([fresh, fresh * np.array([1.0, FADED, FADED], np.float32)])


def _of_pale(name: str, lights: tuple[float, ...]) -> tuple[float, ...]:
    """White wood in little light looks like anything grey, so it has to be bright."""
    return lights[2:] if name in PALE else lights

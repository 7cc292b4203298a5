"""How painted wood looks in the references' light: the tones of every surface, and how far each pixel is from them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from calibration.arrays import Float32Array
from games.istanbul.standing import NEUTRAL
from vision.imaging.patches import bgr_of, lab_of
from vision.imaging.values import Colour
from vision.istanbul.pieces import shapes
from vision.istanbul.pieces.makes import OURS, Cap, Make
from vision.istanbul.pieces.shapes import PLAYERS, figure_paints
from vision.parameters import CHOSEN, Parameters, parameter


@dataclass(frozen=True, slots=True, kw_only=True)
class PaintsParameters(Parameters):
    """How far paint may be faded or off before a pixel is none of it."""

    faded: float = parameter(0.84, "share", "of its colour that old wood may have left", CHOSEN)
    cap: float = parameter(
        16.0,
        "squared standard deviations",
        "at which a disagreement stops to count: a piece in view looks like itself",
        CHOSEN,
    )
    tops: tuple[float, ...] = parameter(
        (0.76, 0.84, 0.92, 1.0, 1.08),
        "times",
        "the light from straight above: what the upper faces of wood may show",
        CHOSEN,
    )
    sides: tuple[float, ...] = parameter(
        (0.5, 0.58, 0.66, 0.76, 0.88, 1.0), "times", "the same: what the other faces of wood may show", CHOSEN
    )


PARAMETERS = PaintsParameters()
PALE = ("white", NEUTRAL, "cream")


class Paints:
    """How far every pixel of a picture is from each painted surface; reckoned when it is first asked for.

    Args:
        lab: (h, w, 3) in the references' light.
        sigma: (3,) scatter of its colours.
        most: where the picture can't show everything that bright: (n,) px, counted row by row, and the BGR (3,) of the
            references' light at which it is full there. Each px once at the most.
        make: whose paints.
    """

    def __init__(
        self,
        lab: Float32Array,
        sigma: NDArray[np.float64],
        most: Sequence[tuple[NDArray[np.intp], Float32Array]] = (),
        make: Make = OURS,
    ) -> None:
        self._scale = (1.0 / np.maximum(sigma * 1.15, [3.0, 3.5, 3.5])).astype(np.float32)
        self._seen = np.ascontiguousarray((lab * self._scale).reshape(-1, 3))
        self._length = np.asarray((self._seen**2).sum(axis=1), np.float32)
        self._shape = lab.shape[:2]
        self._most, self._make = most, make
        self._known: dict[str, Float32Array] = {}

    def __getitem__(self, name: str) -> Float32Array:
        """(h, w) squared standard deviations by which each pixel shows none of the surface's tones, at most ``cap``."""
        if name not in self._known:
            tones = surfaces(self._make)[name]
            least = self._away(tones, slice(None))
            brightest = bgr_of(tones[None])[0].max(axis=0)
            for where, most in self._most:
                if (brightest > most).any():
                    least[where] = self._away(_at_most(tones, most), where)
            least = np.asarray(np.minimum(np.maximum(least, 0) / 3, PARAMETERS.cap).reshape(self._shape), np.float32)
            if name.endswith((" rim", " ring")):
                least = np.minimum(least, self[name.rsplit(" ", 1)[0]])
            self._known[name] = np.asarray(least, np.float32)
        return self._known[name]

    def _away(self, tones: Float32Array, where: slice | NDArray[np.intp]) -> Float32Array:
        """(n,) squared standard deviations of the px from the nearest tone (t, 3), all three channels together."""
        scaled = tones * self._scale
        apart = (scaled**2).sum(axis=1, keepdims=True) - 2 * (scaled @ self._seen[where].T)
        return np.asarray(apart.min(axis=0) + self._length[where], np.float32)


def _at_most(tones: Float32Array, most: Float32Array) -> Float32Array:
    """Tones (n, 3) as a picture shows them that is full at BGR (3,)."""
    shown = np.minimum(bgr_of(tones[None]), most)
    return np.asarray(lab_of(np.asarray(shown, np.uint8))[0], np.float32)


@lru_cache(maxsize=16)
def surfaces(make: Make = OURS) -> dict[str, Float32Array]:
    """The tones (n, 3) of every painted surface: upper faces and sides of each wood, a merchant's rim (which runs into
    the turban's dark band when it is small), the band and the turban itself."""
    woods = {**PLAYERS, **dict(make.woods), **figure_paints(make), NEUTRAL: shapes.PARAMETERS.neutral_wood}
    band = lab_of(np.array([[shapes.PARAMETERS.band]], np.uint8))[0]
    cream = _tones(shapes.PARAMETERS.cream, (0.78, 0.86, 0.94, 1.0))
    if make.cap is Cap.STICKER:  # paper of any tint from cream to tan
        cream = np.concatenate([cream, _tones(shapes.PARAMETERS.tan, (0.86, 1.0))])
    # A band of two mm is softened by what lies on either side of it.
    blurred = [cream * share + band * (1 - share) for share in (0.3, 0.6)]
    found: dict[str, Float32Array] = {
        "band": np.concatenate([_tones(shapes.PARAMETERS.band, (0.8, 1.1, 1.5)), *blurred]),
        "cream": np.concatenate([cream, cream * 0.8 + band * 0.2]),
    }
    for name, paint in woods.items():
        found[name] = _tones(paint, _of_pale(name, PARAMETERS.tops))
        found[f"{name} side"] = _tones(paint, _of_pale(name, PARAMETERS.sides))
        mixed = [found[name] * (1 - share) + band * share for share in (0.25, 0.45)]
        found[f"{name} rim"] = np.concatenate(mixed)
        bright = cream[:: len(cream) // 4]
        found[f"{name} ring"] = found[name] * 0.7 + bright[0] * 0.3
        found[f"{name} patch"] = np.concatenate([cream, *(found[name] * 0.25 + one * 0.75 for one in bright)])
    return found


def _tones(paint: Colour, lights: tuple[float, ...]) -> Float32Array:
    """A paint in some lights, fresh and a little faded."""
    shades = np.array([[[min(255.0, c * light) for c in paint] for light in lights]], np.float64).astype(np.uint8)
    fresh = lab_of(shades)[0]
    return np.concatenate([fresh, fresh * np.array([1.0, PARAMETERS.faded, PARAMETERS.faded], np.float32)])


def _of_pale(name: str, lights: tuple[float, ...]) -> tuple[float, ...]:
    """White wood in little light looks like anything grey, so it has to be bright."""
    return lights[1:] if name in PALE else lights

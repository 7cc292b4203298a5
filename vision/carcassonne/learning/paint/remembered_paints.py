"""How the followers of an edition's owner looked on earlier evenings.

The first follower of a colour has nobody to be compared with on his table. Whoever plays with the same box has the same
figures, though another lamp: what they looked like is remembered in the colours of the edition's own pictures, and
turned into the table's light by tiles of which there is a picture.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from calibration.arrays import Float32Array
from calibration.references import Reference
from vision.carcassonne.learning import table_light
from vision.carcassonne.learning.paint.colour_density import ColourDensity
from vision.carcassonne.learning.table_light import half_l_lab, linear_light
from vision.imaging.patches import Patches, lab_of
from vision.parameters import CHOSEN, Parameters, parameter
from vision.tile_map.terrain import kind_named

FINDING = "docs/findings/learning-while-they-play.md"

FiguresSeen = Mapping[str, Sequence[Float32Array]]
"""By colour, of each figure some of his px, (n, 3) half-L Lab in the colours of an edition's pictures."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RememberedPaintsParameters(Parameters):
    """How much figures of earlier evenings tell, and how they are carried into another light."""

    # 89 first figures of their colour, each with what another evening of the same print remembers (19 evenings, looked
    # at): with usual paint 8 of 57 scored below 3 nats, with this all 6 and more; 15 bare tiles -5.1 at the most. Of
    # a colour that was confirmed on this table they tell nothing more, and their wider colours blur an outline.
    worth: float = parameter(
        1.0,
        "figures",
        "that all of a colour's remembered ones are worth until one of this table is confirmed",
        FINDING,
    )
    spread: float = parameter(
        1.5, "times", "the spread of a figure's colours, for a light is known by few tiles", FINDING
    )
    same_light: float = parameter(
        0.02, "share", "by which a light that is found anew has to differ before paints are seen in it", CHOSEN
    )
    figures: int = parameter(4, "count", "of a colour that are remembered", CHOSEN)
    pixels: int = parameter(64, "px", "of a figure that are remembered", CHOSEN)


PARAMETERS = RememberedPaintsParameters()


class RememberedPaints:
    """Of one edition's owner, in the light of one table.

    Args:
        known: of earlier evenings.
        spread: of a figure's colours on one table, cells of a density.
    """

    def __init__(self, known: FiguresSeen, spread: Sequence[float]) -> None:
        self.figures = known
        self._spread = [PARAMETERS.spread * sigma for sigma in spread]
        self._light: Float32Array | None = None
        self._densities: dict[str, ColourDensity] = {}

    @property
    def light(self) -> Float32Array | None:
        """(3,) how much brighter the table's light is than the edition's pictures, channel by channel of linear BGR;
        None while nobody knows it."""
        return self._light

    def seen_in(self, light: Float32Array | None) -> None:
        """The table's light, as :func:`table_light_of` tells it."""
        if light is None or (self._light is not None and np.abs(light / self._light - 1).max() < PARAMETERS.same_light):
            return
        self._light, self._densities = light, {}

    def density(self, colour: str) -> ColourDensity | None:
        """Of a colour's figures on this table; None where nobody remembers one or the light is not known yet."""
        figures = self.figures.get(colour)
        if not figures or self._light is None:
            return None
        if colour not in self._densities:
            each = [ColourDensity.of(in_light(one, self._light), self._spread) for one in figures]
            self._densities[colour] = ColourDensity.mixed([(1 / len(each), one) for one in each])
        return self._densities[colour]


def with_earlier(now: FiguresSeen, earlier: FiguresSeen) -> FiguresSeen:
    """Those to be remembered, of this evening first."""
    return {
        colour: (*now.get(colour, ()), *earlier.get(colour, ()))[: PARAMETERS.figures]
        for colour in sorted({*now, *earlier})
    }


def some_of(pixels: Float32Array) -> Float32Array:
    """As many px of a figure (n, 3) as are remembered, dark and bright ones alike."""
    ordered = pixels[np.argsort(pixels[:, 0], kind="stable")]
    wanted = np.linspace(0, len(ordered) - 1, min(len(ordered), PARAMETERS.pixels)).round().astype(np.intp)
    return np.asarray(ordered[wanted], np.float32)


def in_light(pixels: Float32Array, light: Float32Array) -> Float32Array:
    """(n, 3) half-L Lab of px as they look in so much more light."""
    return np.asarray(half_l_lab(linear_light(pixels[None]) * light)[0], np.float32)


def table_light_of(bare: Iterable[tuple[str, Patches]], views: Iterable[Reference]) -> Float32Array | None:
    """(3,) how much brighter a table's light is than an edition's pictures; None where no tile tells.

    Args:
        bare: recorded tiles on which nobody stands: the key, and (n, n, 3) half-L Lab in the table's light.
        views: all that is known of the edition by picture.
    """
    lying, means = list(bare), dict[str, list[Float32Array]]()
    for view in views:
        key = kind_named(view.kind).key
        if not view.hidden and any(key == other for other, _ in lying):  # of other kinds no picture is made small
            means.setdefault(key, []).append(_mean_of(lab_of(_small(view))))
    dim = table_light.PARAMETERS.dim
    ratios = [(_mean_of(patch) + dim) / (np.mean(means[key], axis=0) + dim) for key, patch in lying if key in means]
    return np.asarray(np.median(ratios, axis=0), np.float32) if ratios else None


def _small(view: Reference) -> np.ndarray[tuple[int, ...], np.dtype[np.uint8]]:
    return np.asarray(cv2.resize(view.image, (16, 16), interpolation=cv2.INTER_AREA), np.uint8)


def _mean_of(patch: Patches) -> Float32Array:
    return np.asarray(linear_light(patch).reshape(-1, 3).mean(axis=0), np.float32)

"""By how much each spot of a tile's print differs from what is about it: what no light changes."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.arrays import Float32Array
from calibration.references import Reference
from vision.carcassonne.live.deck import filled
from vision.frames import Picture
from vision.parameters import CHOSEN, Parameters, parameter


@dataclass(frozen=True, slots=True, kw_only=True)
class DetailParameters(Parameters):
    """How finely a print is held against another."""

    px: int = parameter(32, "px a tile side", "at which both are held against each other", CHOSEN)
    soft: float = parameter(0.8, "px", "of blur of both, so that half a step aside does not matter", CHOSEN)
    about: float = parameter(3.0, "px", "sigma of what is about a spot", CHOSEN)


PARAMETERS = DetailParameters()


@dataclass(frozen=True, eq=False, slots=True)
class PrintDetail:
    """A tile's print.

    Attributes:
        image: (n, n, 3) float32, what differs from about it.
        shown: (n, n) where the tile is shown.
    """

    image: Float32Array
    shown: NDArray[np.bool_]

    def turned(self, quarters: int) -> PrintDetail:
        """The same turned clockwise."""
        return PrintDetail(np.rot90(self.image, -quarters), np.rot90(self.shown, -quarters))


@dataclass(slots=True)
class KnownPrints:
    """What was made of the pictures of an edition, kept as long as they are its pictures."""

    _details: dict[Reference, PrintDetail] = field(default_factory=dict)

    def details(self, views: Iterable[Reference], known: Sequence[Reference]) -> list[PrintDetail]:
        """Those of some of an edition's ``known`` views."""
        self._details = {view: self._details[view] for view in known if view in self._details}
        wanted = list(views)
        self._details |= {view: print_detail(view) for view in dict.fromkeys(wanted) if view not in self._details}
        return [self._details[view] for view in wanted]


def print_detail(view: Reference) -> PrintDetail:
    """What a view shows of its tile."""
    shown = ~filled(view.hidden, PARAMETERS.px)
    return PrintDetail(detail_of(view.image, shown.astype(np.float32), PARAMETERS.about, PARAMETERS.soft), shown)


def detail_of(image: Picture, shown: Float32Array, about: float, soft: float) -> Float32Array:
    """(n, n, 3) by how much each spot of a square image differs from what is ``shown`` (n, n) ``about`` it, ``soft`` as
    half a step aside does not matter: both sigmas, of n px a side."""
    small = cv2.resize(image, shown.shape, interpolation=cv2.INTER_AREA).astype(np.float32)
    return _blurred(small - _blurred(small, shown, about), shown, soft)


def _blurred(image: Float32Array, shown: Float32Array, sigma: float) -> Float32Array:
    """(n, n, 3) an image blurred by sigma px, of what is ``shown`` (n, n) alone: of who stands beside it nothing leaks
    into it."""
    weight = np.maximum(cv2.GaussianBlur(shown, (0, 0), sigma), 1e-3)[..., None]
    return np.asarray(cv2.GaussianBlur(image * shown[..., None], (0, 0), sigma) / weight, np.float32)

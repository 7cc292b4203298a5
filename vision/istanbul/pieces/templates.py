"""What a piece covers on the layout seen from above: a mask for every surface that it shows to the camera."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.arrays import Float32Array
from vision.istanbul.layout.mosaic import PX_PER_MM
from vision.istanbul.pieces.shapes import Body, PieceShape
from vision.parameters import CHOSEN, Parameters, parameter


@dataclass(frozen=True, slots=True, kw_only=True)
class IstanbulTemplatesParameters(Parameters):
    """How finely masks of pieces are drawn over leans, and how far wood spreads."""

    lean_step: float = parameter(0.03, "px", "for a px of height: nobody sees a finer one", CHOSEN)
    wood_spread_mm: float = parameter(1.0, "mm", "a picture's own softness makes things larger than they are", CHOSEN)
    finer: int = parameter(4, "times", "as finely as the mosaic that templates are drawn", CHOSEN)
    band_spread_mm: float = parameter(0.5, "mm", "a band on wood spreads less; cream and patches not at all", CHOSEN)


PARAMETERS = IstanbulTemplatesParameters()
_LABELS = {"paint": 1, "band": 2, "cream": 3, "side": 4, "rim": 5, "ring": 6, "patch": 7}


@dataclass(frozen=True, eq=False, slots=True)
class Template:
    """A piece's masks about its foot.

    Attributes:
        shape: what stands there.
        shows: the surfaces. masks: (surfaces, k, k) how much of each px shows them, k odd, the foot in the middle.
        cover: (k, k) their sum.
    """

    shape: PieceShape
    shows: tuple[str, ...]
    masks: Float32Array
    cover: Float32Array

    @property
    def reach(self) -> int:
        """Px from the foot to the edge of the masks."""
        return int(self.cover.shape[0]) // 2

    @property
    def area(self) -> float:
        """Px that it covers."""
        return float(self.cover.sum())


def template_of(shape: PieceShape, lean: tuple[float, float]) -> Template:
    """The masks of a shape where things lean so, px for each px of height."""
    return _template(shape, round(lean[0] / PARAMETERS.lean_step), round(lean[1] / PARAMETERS.lean_step))


@lru_cache(maxsize=6144)
def _template(shape: PieceShape, across: int, down: int) -> Template:
    lean = np.array([across, down]) * PARAMETERS.lean_step
    faces: list[tuple[NDArray[np.float64], str]] = []
    for body in shape.bodies:
        outer = "side" if body.shows in ("paint", "rim", "ring") else body.shows
        low, high = _outline(body, body.low, 1.0, lean), _outline(body, body.high, body.top, lean)
        faces += [(np.vstack([low, high]), outer), (high, body.shows)]
    reach = int(np.ceil(max(np.abs(points).max() for points, _ in faces))) + 1
    side = 2 * reach + 1
    labels = np.zeros((side * PARAMETERS.finer, side * PARAMETERS.finer), np.uint8)
    for points, shown in faces:
        hull = cv2.convexHull(points.astype(np.float32))[:, 0]
        fixed = np.round((hull + side / 2) * PARAMETERS.finer - 0.5).astype(np.int32)
        cv2.fillConvexPoly(labels, fixed, _LABELS[shown])
    shows, masks = [], []
    for name, label in _LABELS.items():
        mask = cv2.resize((labels == label).astype(np.float32), (side, side), interpolation=cv2.INTER_AREA)
        if mask.any():
            shows.append(name)
            masks.append(mask)
    stacked = np.asarray(np.stack(masks), np.float32)
    return Template(shape, tuple(shows), stacked, np.asarray(stacked.sum(axis=0), np.float32))


def _outline(body: Body, height_mm: float, scale: float, lean: NDArray[np.float64]) -> NDArray[np.float64]:
    """(n, 2) px about the foot; what is higher is nearer to the camera and a little larger, which a lean of so few mm
    does not tell."""
    middle = body.outline.mean(axis=0)
    reach = np.linalg.norm(body.outline - middle, axis=1, keepdims=True)
    points = middle + (body.outline - middle) * (scale + _spread_mm(body.shows) / reach)
    return np.asarray((points + lean * height_mm) * PX_PER_MM)


def _spread_mm(shows: str) -> float:
    """By how much a surface seems larger than it is: what lies on wood less so than wood."""
    if shows in ("cream", "patch"):
        return 0.0
    return PARAMETERS.band_spread_mm if shows == "band" else PARAMETERS.wood_spread_mm

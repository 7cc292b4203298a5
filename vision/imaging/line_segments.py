"""The straight edges of a picture: seams between tiles and the rim of a map are some."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.imaging.sharpness import blur_px
from vision.parameters import CHOSEN, Parameters, parameter


@dataclass(frozen=True, slots=True, kw_only=True)
class LineSegmentsParameters(Parameters):
    """At which size edges are sought, and how sharp and long they are at least."""

    long_side: int = parameter(1600, "px", "at which edges are looked for", CHOSEN)
    sharp: float = parameter(
        2.3, "px", "of blur beyond which they are not found: a picture out of focus is looked at smaller", CHOSEN
    )
    shortest: float = parameter(
        0.007, "share", "of the longer side: shorter edges are drawing, grain and grass", CHOSEN
    )


PARAMETERS = LineSegmentsParameters()

Edges = NDArray[np.float64]  # (n, 2, 2) px: both ends


def edges_of(image: NDArray[np.uint8]) -> Edges:
    """Straight edges in px of the picture (von Gioi et al., "LSD: A Fast Line Segment Detector", PAMI 2010)."""
    gray = np.asarray(image if image.ndim == 2 else cv2.cvtColor(image, cv2.COLOR_BGR2GRAY), np.uint8)
    scale = min(1.0, PARAMETERS.long_side / max(gray.shape))
    small = _shrunk(gray, scale)
    blur = blur_px(small)
    if blur > PARAMETERS.sharp:
        scale *= PARAMETERS.sharp / blur
        small = _shrunk(gray, scale)
    return _segments(small, PARAMETERS.shortest * max(small.shape), scale)


def _shrunk(gray: NDArray[np.uint8], scale: float) -> NDArray[np.uint8]:
    if scale == 1.0:
        return gray
    return np.asarray(cv2.resize(gray, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA), np.uint8)


def _segments(gray: NDArray[np.uint8], shortest: float, scale: float) -> Edges:
    """Straight edges longer than ``shortest`` px of a picture that shows another at ``scale``, in px of that one."""
    found = cv2.createLineSegmentDetector(0).detect(gray)[0]
    if found is None:
        return np.zeros((0, 2, 2))
    ends = found.reshape(-1, 2, 2).astype(np.float64)
    long_enough = np.linalg.norm(ends[:, 1] - ends[:, 0], axis=1) > shortest
    return np.asarray((ends[long_enough] + 0.5) / scale - 0.5)

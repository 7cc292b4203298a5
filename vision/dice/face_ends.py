"""Whether a face ends where its die does.

A spot on a cloth, or six of them on a card, bear the figures of a die as well as a die's face does. But what is printed
goes on around them, and a face does not: beyond it lie the die's sides, its shadow or the table.
"""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.arrays import Float64Array
from vision.dice.pattern import UpperFace, face_axes
from vision.frames import Picture
from vision.parameters import CHOSEN, Parameters, parameter


@dataclass(frozen=True, slots=True, kw_only=True)
class FaceEndsParameters(Parameters):
    """Where a face and what lies beyond it are compared, and how far they differ where it ends. Sides are the die's."""

    face: tuple[float, ...] = parameter(
        (0.36, 0.4, 0.44), "sides", "from a face's middle that it surely reaches, however it is turned", CHOSEN
    )
    beyond: tuple[float, ...] = parameter(
        (0.8, 0.95), "sides", "from its middle where it has ended: its corners lie 0.71 away", CHOSEN
    )
    directions: int = parameter(24, "directions", "in which both are compared", CHOSEN)
    blur: float = parameter(0.04, "sides", "sigma by which grain is evened out before", CHOSEN)
    levels: float = parameter(10.0, "levels", "that what lies beyond differs by in one channel at the least", CHOSEN)
    grain: float = parameter(2.0, "times", "the spread of colours on the face that it differs by besides", CHOSEN)
    most_grain: float = parameter(8.0, "levels", "of that spread: what is more are pips", CHOSEN)


PARAMETERS = FaceEndsParameters()


def ends(picture: Picture, face: UpperFace) -> float:
    """Share of all directions, 0 to 1, in which another colour lies beyond a face of a die; a picture's rim is one."""
    turns = np.arange(PARAMETERS.directions) * 2 * np.pi / PARAMETERS.directions
    around = face_axes(face) @ np.array([np.cos(turns), np.sin(turns)])  # (2, directions) px, a side away
    reach = np.abs(around).max() * max(PARAMETERS.beyond) + 2
    part, left, top = _part(picture, face, reach)
    middle = np.array([[face.x - left], [face.y - top]])
    on = np.stack([_colours(part, middle + share * around)[0] for share in PARAMETERS.face]).reshape(-1, 3)
    body = np.median(on, axis=0)
    grain = min(PARAMETERS.most_grain, float(np.median(np.abs(on - body), axis=0).max()))
    least = PARAMETERS.levels + PARAMETERS.grain * grain
    ended = np.zeros(PARAMETERS.directions, bool)
    for share in PARAMETERS.beyond:
        colours, shown = _colours(part, middle + share * around)
        ended |= ~shown | (np.abs(colours - body).max(axis=1) > least)
    return float(ended.mean())


def _part(picture: Picture, face: UpperFace, reach: float) -> tuple[Picture, int, int]:
    """What lies within reach, px, of a face's middle, with its grain evened out; and its left and top."""
    rows, columns = picture.shape[:2]
    left, top = (int(np.clip(at - reach, 0, most - 1)) for at, most in ((face.x, columns), (face.y, rows)))
    part = picture[top : max(top + 1, int(face.y + reach + 2)), left : max(left + 1, int(face.x + reach + 2))]
    return np.asarray(cv2.GaussianBlur(part, (0, 0), max(0.6, PARAMETERS.blur * face.side)), np.uint8), left, top


def _colours(part: Picture, at: Float64Array) -> tuple[Float64Array, NDArray[np.bool_]]:
    """(n, 3) colours at (2, n) px of a part of a picture, and which of these lie within it."""
    x, y = at.astype(np.float32)
    colours = cv2.remap(part, x[None], y[None], cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)[0]
    shown = (x >= 0) & (y >= 0) & (x <= part.shape[1] - 1) & (y <= part.shape[0] - 1)
    return colours.astype(np.float64), shown

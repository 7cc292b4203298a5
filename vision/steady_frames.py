"""Frames as every pair of eyes may count on them: BGR uint8, of one size for as long as the eyes look, never tiny.

A camera that comes back may answer with another size, a stream with grey pictures, a broken one with a single px. All
that is settled here, once, before any eyes see a frame.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import cv2
import numpy as np

from calibration.files.picture_door import LEAST_TABLE_SIDE, as_bgr
from vision.frames import Frame, Picture
from vision.parameters import CHOSEN, Parameters, parameter


@dataclass(frozen=True, slots=True, kw_only=True)
class SteadyFramesParameters(Parameters):
    """How large a frame the eyes work on."""

    most_px: int = parameter(
        3840 * 2160, "px", "of a frame: larger ones hold nothing that the eyes look for, and take seconds", CHOSEN
    )


PARAMETERS = SteadyFramesParameters()


class SteadyFrames:
    """Brings every frame to the size of the first that was large enough; holds nothing but that size."""

    def __init__(self) -> None:
        self._size: tuple[int, int] | None = None  # width, height

    def fit(self, frame: Frame) -> Frame | None:
        """The frame as the eyes take it, the very same where nothing is odd about it; None where it is too small.

        A frame of another shape is shown whole in the middle, black around it: the view of a camera that was turned.
        """
        height, width = frame.image.shape[:2]
        if min(height, width) < LEAST_TABLE_SIDE:
            return None
        image = as_bgr(frame.image)
        if self._size is None:
            shrunk = min(1.0, (PARAMETERS.most_px / (width * height)) ** 0.5)
            self._size = round(width * shrunk), round(height * shrunk)
        if (width, height) != self._size:
            image = _within(image, self._size)
        return frame if image is frame.image else replace(frame, image=image)


def _within(image: Picture, size: tuple[int, int]) -> Picture:
    """The whole image as large as it goes into ``size`` (width, height), in its middle."""
    height, width = image.shape[:2]
    scale = min(size[0] / width, size[1] / height)
    inner = min(size[0], max(1, round(width * scale))), min(size[1], max(1, round(height * scale)))
    fitted = cv2.resize(image, inner, interpolation=cv2.INTER_AREA if scale < 1 else cv2.INTER_LINEAR)
    if inner != size:
        left, top = (size[0] - inner[0]) // 2, (size[1] - inner[1]) // 2
        right, low = size[0] - inner[0] - left, size[1] - inner[1] - top
        fitted = cv2.copyMakeBorder(fitted, top, low, left, right, cv2.BORDER_CONSTANT, value=(0, 0, 0))
    whole = np.asarray(fitted, np.uint8)
    whole.setflags(write=False)
    return whole

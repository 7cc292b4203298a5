"""An earlier small picture of the table as it lies on a later one, so that the two can be compared after a knock.

How a scene moved is known to a px or two, and edges that lie off by one have changed. So the earlier picture is laid
on closely, by what most of both shows (ECC, Evangelidis and Psarakis 2008); what was not in view then counts as it is.
"""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np

from vision.frames import Picture
from vision.parameters import CHOSEN, Parameters, parameter
from vision.registration.lattice import UNIT_CORNERS, Matrix, project


@dataclass(frozen=True, slots=True, kw_only=True)
class CarriedPictureParameters(Parameters):
    """How closely a picture is laid on another."""

    steps: int = parameter(40, "steps", "at most, until nothing moves any more", CHOSEN)
    least_gain: float = parameter(1e-4, "correlation", "that another step must bring", CHOSEN)
    most_px: float = parameter(8.0, "px", "by which the motion may have been told wrongly at the corners", CHOSEN)
    blur: int = parameter(5, "px", "across, by which both are softened: grain agrees with nothing", CHOSEN)


PARAMETERS = CarriedPictureParameters()


def on_small(motion: Matrix, image: Picture, small: Picture) -> Matrix:
    """A motion (3, 3) from px to px of whole pictures, from px to px of small ones."""
    shrink = np.diag([small.shape[1] / image.shape[1], small.shape[0] / image.shape[0], 1.0])
    return np.asarray(shrink @ motion @ np.linalg.inv(shrink), np.float64)


def moved(before: Picture, motion: Matrix) -> Picture:
    """A small picture (BGR) as the table lies now; its edge goes on where it did not see.

    Args:
        motion: (3, 3) from px of the small picture to px of the one of now.
    """
    return np.asarray(
        cv2.warpPerspective(before, motion, before.shape[1::-1], borderMode=cv2.BORDER_REPLICATE), np.uint8
    )


def carried(before: Picture, now: Picture, motion: Matrix) -> Picture:
    """The same, where it did see; elsewhere as the small picture of ``now``, of one size, shows it."""
    seen = cv2.warpPerspective(np.full(before.shape[:2], 255, np.uint8), motion, before.shape[1::-1]) == 255
    return np.where(seen[..., None], moved(before, motion), now)


def closely(before: Picture, now: Picture, motion: Matrix) -> Matrix:
    """The same motion as exactly as the pictures tell it; as it was where they tell nothing."""
    grey, earlier = (cv2.cvtColor(one, cv2.COLOR_BGR2GRAY) for one in (now, before))
    until = (cv2.TERM_CRITERIA_COUNT | cv2.TERM_CRITERIA_EPS, PARAMETERS.steps, PARAMETERS.least_gain)
    start = np.linalg.inv(motion).astype(np.float32)
    everywhere = np.full(earlier.shape, 255, np.uint8)
    try:
        _, back = cv2.findTransformECC(grey, earlier, start, cv2.MOTION_HOMOGRAPHY, until, everywhere, PARAMETERS.blur)
        found = np.asarray(np.linalg.inv(np.asarray(back, np.float64)), np.float64)
    except (cv2.error, np.linalg.LinAlgError):  # nothing agrees
        return motion
    corners = UNIT_CORNERS * before.shape[1::-1]
    off = np.linalg.norm(project(found, corners) - project(motion, corners), axis=1).max()
    return found if off < PARAMETERS.most_px else motion

"""Whoever leans over a place from beside was seen there before a tile was laid: his paint puts nobody on that tile."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np

from calibration.arrays import BoolMask, Float32Array
from vision.imaging.patches import Patches
from vision.parameters import CHOSEN, Parameters, parameter


@dataclass(frozen=True, slots=True, kw_only=True)
class SeenBeforeParameters(Parameters):
    """What of a tile's square looks as it did before the tile was laid, and what that says."""

    alike: float = parameter(5.0, "half-L Lab", "by which the same thing differs on two pictures", CHOSEN)
    about: int = parameter(3, "px of the figure map", "over which grain is averaged", CHOSEN)
    rim: int = parameter(
        2, "px of the figure map", "of a place where its table shows if the tile lies otherwise than is thought", CHOSEN
    )
    # A red figure on a red cloth may hide the cloth and look like it.
    of_the_table: float = parameter(
        0.25, "share", "of a place that showed a paint, beyond which the table itself looks like it", CHOSEN
    )
    # A tile that nobody had noticed, with its monk, was on the earlier picture, too: he was told as nobody at 0.974.
    unchanged: float = parameter(
        0.5, "share", "of a place that looks as it did, from which the tile may have lain there then already", CHOSEN
    )
    says: float = parameter(
        -1.0, "nats", "at the most, for somebody on the tile, of a pixel that showed his paint before", CHOSEN
    )


PARAMETERS = SeenBeforeParameters()


def same_as_before(patch: Patches, before: Patches) -> BoolMask:
    """(n, n) what of a tile's square looks as it did before; both (n, n, 3) half-L Lab in the same light."""
    differs = cv2.blur(patch - before, (PARAMETERS.about,) * 2)
    return np.asarray(np.abs(differs).max(axis=-1) < PARAMETERS.alike)


def without_who_was_there(says: Float32Array, said_before: Float32Array, as_before: BoolMask) -> Float32Array:
    """What pixels say for somebody on a tile without those of somebody who leans over it, and of the table beside it.

    Args:
        says: (n, n) nats for his paint against print.
        said_before: (n, n) the same of the place before the tile was laid, against print and any other colour.
        as_before: (n, n) what looks as it did then.
    """
    if as_before.mean() > PARAMETERS.unchanged:
        return says
    painted = said_before > 0
    if painted.mean() > PARAMETERS.of_the_table:
        inside = slice(PARAMETERS.rim, -PARAMETERS.rim)
        painted[inside, inside] = False
    return np.where(painted & as_before, np.minimum(says, np.float32(PARAMETERS.says)), says)

"""Whether a figure lies or stands, and where: as a network tells it that has seen drawn ones of many makes.

It sees how sides are lit, where a shadow begins and how far a head leans at once, which an outline alone does not show
where paint and shadow run into each other.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from importlib.resources import files

import numpy as np

from calibration.arrays import Float32Array
from vision.imaging.patches import Patches
from vision.networks.loading import CropNetwork

SIDE_PX = 64  # of a crop, one tile wide, about the middle of what a figure seems to hide
CHANNELS = 6  # half-L Lab, what he seems to hide, how a head leans (right, down)
FREEDOM = 3.0  # degrees of freedom of Student's distribution about a foot or a middle
COLUMNS = 8  # somebody, lies, and of who stands and of who lies each: right, down, logarithm of the spread

AT_ONCE = 2  # crops: what lies between the layers stays, 10 MB for 8 of them and 7 for 2, which take as long


@dataclass(frozen=True, eq=False, slots=True)
class PostureSeen:
    """What is told of one figure.

    Attributes:
        somebody: log-odds that it is one.
        lies: log-odds that he lies, against that he stands, if both were as frequent.
        foot: (2,) tile widths from the middle of the crop to the foot of who stands.
        foot_spread: its standard deviation each way, tile widths.
        middle: (2,) the same of the middle of who lies.
        middle_spread: its standard deviation.
    """

    somebody: float
    lies: float
    foot: Float32Array
    foot_spread: float
    middle: Float32Array
    middle_spread: float


class PostureNetwork:
    """The network with its weights."""

    def __init__(self) -> None:
        self._network = CropNetwork(files(__package__) / "weights.onnx", AT_ONCE)

    def look(self, crops: Patches, hidden: Float32Array, leans: Float32Array) -> list[PostureSeen]:
        """What some crops show.

        Args:
            crops: (n, SIDE_PX, SIDE_PX, 3) half-L Lab, each one tile wide.
            hidden: (n, SIDE_PX, SIDE_PX) 1 where the figure seems to hide the tile, 0 elsewhere.
            leans: (n, 2) tile widths (right, down) by which a head is seen beside the foot of who stands.
        """
        if not len(crops):
            return []
        (answers,) = self._network.answers(as_input(crops, hidden, leans), ("answer",))
        return [
            PostureSeen(
                float(answer[0]),
                float(answer[1]),
                answer[2:4],
                float(np.exp(answer[4])),
                answer[5:7],
                float(np.exp(answer[7])),
            )
            for answer in answers
        ]


@cache
def posture_network() -> PostureNetwork:
    """The one network of the process."""
    return PostureNetwork()


def as_input(crops: Patches, hidden: Float32Array, leans: Float32Array) -> Float32Array:
    """(n, CHANNELS, SIDE_PX, SIDE_PX) as the network takes crops (n, SIDE_PX, SIDE_PX, 3), what is hidden of them and
    leans (n, 2)."""
    lab = (crops.transpose(0, 3, 1, 2) - np.array([25, 0, 0], np.float32)[:, None, None]) / 16
    sheets = np.broadcast_to(4 * leans[:, :, None, None], (len(leans), 2, SIDE_PX, SIDE_PX))
    return np.ascontiguousarray(np.concatenate([lab, hidden[:, None], sheets], axis=1), np.float32)

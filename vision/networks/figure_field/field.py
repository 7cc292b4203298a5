"""Where on tiles figures of any make are, place by place, as a small network sees it that saw drawn ones only.

It sees form: edges that end, sides that are lit, a shadow that begins there. A print may have any paint's colour.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from importlib.resources import files

import numpy as np
from numpy.typing import NDArray

from calibration.arrays import Float32Array
from games.game import SEAT_COLOURS
from vision.frames import Picture
from vision.networks.loading import CropNetwork

COLOURS = (*SEAT_COLOURS, "orange", "purple", "grey", "brown")  # of wood that is told apart; seats are called the first
TILE_PX = 48  # of the pictures that are looked at
PICTURE_PX = 72  # their sides in the file: a tile and what is about it; OpenCV looks at others as well
STEP = 2  # px for each place that is answered for, both ways

AT_ONCE = 2  # pictures: what lies between the layers stays, 14 MB for 8 of them and 8 for 2, which take as long


@dataclass(frozen=True, eq=False, slots=True)
class FigureField:
    """What is seen at each place (row, column) of some pictures, whose middle is at px (column + 0.5) * 2 - 0.5.

    Attributes:
        somebody: (n, rows, columns) log-odds that a figure hides the tile there.
        colour: (n, COLOURS, rows, columns) natural logarithm of the chance of each paint, if one does.
    """

    somebody: Float32Array
    colour: Float32Array


class FigureNetwork:
    """The network with its weights."""

    def __init__(self) -> None:
        self._network = CropNetwork(files(__package__) / "weights.onnx", AT_ONCE)

    def look(self, pictures: Picture) -> FigureField:
        """What pictures (n, h, w, 3) BGR show, ``TILE_PX`` a tile; h and w are multiples of 8: they are halved three
        times."""
        (answer,) = self._network.answers(as_input(pictures), ("field",))
        colour = answer[:, 1:] - answer[:, 1:].max(axis=1, keepdims=True)
        colour -= np.log(np.exp(colour).sum(axis=1, keepdims=True))
        return FigureField(answer[:, 0].copy(), colour)


@cache
def figure_network() -> FigureNetwork:
    """The one network of the process."""
    return FigureNetwork()


def as_input(pictures: NDArray[np.uint8]) -> Float32Array:
    """(n, 3, h, w) as the network takes pictures (n, h, w, 3)."""
    planes = pictures.transpose(0, 3, 1, 2).astype(np.float32)
    return np.ascontiguousarray((planes - np.float32(127.5)) / np.float32(64.0))

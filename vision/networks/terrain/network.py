"""The network of the terrain reader, run by OpenCV. What its answers mean is told by whoever reads tiles with it."""

from __future__ import annotations

import json
from importlib.resources import files

import numpy as np
from numpy.typing import NDArray

from vision.frames import Picture
from vision.networks.loading import CropNetwork

BARE, BENEATH = "weights.onnx", "beneath.onnx"

AT_ONCE = 4  # crops: what lies between the layers stays, 21 MB for 32 of them and 7 for 4, which take as long


class TerrainNetwork:
    """The network with its weights; it may be asked by several threads, one after the other.

    Args:
        weights: :data:`BARE`, or :data:`BENEATH` of the one that is shown what somebody on a tile hides.

    Attributes:
        columns: names of what the answer's columns stand for, as it was taught; one more column says "not a tile".
        temperature: what its logits are divided by so that they become calibrated chances.
    """

    def __init__(self, weights: str = BARE) -> None:
        folder = files(__package__)
        about = json.loads(folder.joinpath("weights.json").read_text(encoding="utf-8"))
        self.columns: tuple[str, ...] = tuple(about["columns"])
        self.temperature = float(about["temperature"][weights])
        self._network = CropNetwork(folder / weights, AT_ONCE)

    def forward(self, crops: Picture) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
        """Raw answers for upright crops (n, 64, 64, 3) BGR: logits (n, columns + 1) and terrain (n, 24, 16, 16).

        :data:`BENEATH` looks at a fourth channel as well: 255 where somebody hides the tile, 0 elsewhere.
        """
        planes = np.ascontiguousarray(crops.transpose(0, 3, 1, 2), dtype=np.float32)
        answer, terrain = self._network.answers(planes, ("answer", "terrain"))
        return answer, terrain

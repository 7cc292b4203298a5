"""The network as plain convolutions: three halvings, then one answer for the whole crop."""

from __future__ import annotations

from pathlib import Path

import torch
from torch import Tensor, nn

from tools.training.crop_network import answer_of, build_network, shapes_of
from tools.training.onnx_file import Exported, folded, write_onnx
from vision.networks.posture.network import CHANNELS, COLUMNS, SIDE_PX

SQUEEZED = 20  # channels of the last places that the answer is made from
# What a column's 1 and 0 mean before anything is learned: places are told in tenths of a tile, else they would outweigh
# whether he lies.
UNITS = (1.0, 1.0, 0.1, 0.1, 0.5, 0.1, 0.1, 0.5)
USUAL = (0.0, 0.0, 0.0, 0.0, -3.0, 0.0, 0.0, -3.0)


def build() -> nn.ModuleDict:
    """A new network with random weights."""
    return build_network(shapes_of(CHANNELS, SQUEEZED), SIDE_PX, COLUMNS)


def forward(network: nn.ModuleDict, crops: Tensor) -> Tensor:
    """(n, COLUMNS) for crops (n, CHANNELS, SIDE_PX, SIDE_PX): see :mod:`vision.networks.posture.network`."""
    return answer_of(network, crops) * torch.tensor(UNITS) + torch.tensor(USUAL)


def write(network: nn.ModuleDict, path: Path) -> None:
    """Write it as ONNX: input ``crops`` (n, CHANNELS, SIDE_PX, SIDE_PX), output ``answer`` (n, COLUMNS)."""
    example = (2, CHANNELS, SIDE_PX, SIDE_PX)
    module = Exported(folded(network), forward)
    write_onnx(module, path, example, "crops", ("answer",), {"crops": {0: "n"}, "answer": {0: "n"}})

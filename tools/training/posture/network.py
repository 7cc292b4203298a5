"""The network as plain convolutions: three halvings, then one answer for the whole crop."""

from __future__ import annotations

from pathlib import Path

import torch
from torch import Tensor, nn
from torch.nn import functional

from tools.training.onnx_file import Exported, folded, write_onnx
from vision.networks.posture.network import CHANNELS, COLUMNS, SIDE_PX

SQUEEZED = 20  # channels of the last places that the answer is made from
LAST = SIDE_PX // 8
# What a column's 1 and 0 mean before anything is learned: places are told in tenths of a tile, else they would outweigh
# whether he lies.
UNITS = (1.0, 1.0, 0.1, 0.1, 0.5, 0.1, 0.1, 0.5)
USUAL = (0.0, 0.0, 0.0, 0.0, -3.0, 0.0, 0.0, -3.0)

# name, channels in, out, kernel, stride
Shape = tuple[str, int, int, int, int]
SHAPES: tuple[Shape, ...] = (
    ("stem", CHANNELS, 20, 5, 2),
    ("fine", 20, 28, 3, 1),
    ("down1", 28, 44, 3, 2),
    ("mid1", 44, 44, 3, 1),
    ("mid2", 44, 44, 3, 1),
    ("down2", 44, 64, 3, 2),
    ("deep1", 64, 64, 3, 1),
    ("deep2", 64, 64, 3, 1),
    ("squeeze", 64, SQUEEZED, 1, 1),
)


def build() -> nn.ModuleDict:
    """A new network with random weights."""
    network = nn.ModuleDict()
    for name, inside, outside, kernel, stride in SHAPES:
        network[name] = nn.Conv2d(inside, outside, kernel, stride, kernel // 2, bias=False)
        network[name + "_norm"] = nn.BatchNorm2d(outside)
    network["drop"] = nn.Dropout(0.1)
    network["answer"] = nn.Linear(SQUEEZED * LAST * LAST, COLUMNS)
    return network


def forward(network: nn.ModuleDict, crops: Tensor) -> Tensor:
    """(n, COLUMNS) for crops (n, CHANNELS, SIDE_PX, SIDE_PX): see :mod:`vision.networks.posture.network`."""

    def layer(name: str, value: Tensor) -> Tensor:
        return functional.relu(network[name + "_norm"](network[name](value)), inplace=True)

    mid = layer("down1", layer("fine", layer("stem", crops)))
    mid = layer("mid2", layer("mid1", mid)) + mid
    deep = layer("down2", mid)
    deep = layer("deep2", layer("deep1", deep)) + deep
    answer = network["answer"](network["drop"](torch.flatten(layer("squeeze", deep), 1)))
    return answer * torch.tensor(UNITS) + torch.tensor(USUAL)


def write(network: nn.ModuleDict, path: Path) -> None:
    """Write it as ONNX: input ``crops`` (n, CHANNELS, SIDE_PX, SIDE_PX), output ``answer`` (n, COLUMNS)."""
    example = (2, CHANNELS, SIDE_PX, SIDE_PX)
    module = Exported(folded(network), forward)
    write_onnx(module, path, example, "crops", ("answer",), {"crops": {0: "n"}, "answer": {0: "n"}})

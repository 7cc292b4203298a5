"""The network as plain convolutions: three halvings, then one answer for the whole patch."""

from __future__ import annotations

from pathlib import Path

import torch
from torch import Tensor, nn
from torch.nn import functional

from tools.training.onnx_file import Exported, folded, write_onnx
from vision.networks.standing.network import CHANNELS, COLOURS, HEIGHT_BINS, KINDS, SIDE_PX

COLUMNS = len(KINDS) + len(COLOURS) + 1 + HEIGHT_BINS
SQUEEZED = 16  # channels of the last places that the answer is made from
LAST = SIDE_PX // 8

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


def forward(network: nn.ModuleDict, patches: Tensor) -> Tensor:
    """Logits (n, COLUMNS) for patches (n, CHANNELS, SIDE_PX, SIDE_PX): kinds, colours, cap, heights."""

    def layer(name: str, value: Tensor) -> Tensor:
        return functional.relu(network[name + "_norm"](network[name](value)), inplace=True)

    mid = layer("down1", layer("fine", layer("stem", patches)))
    mid = layer("mid2", layer("mid1", mid)) + mid
    deep = layer("down2", mid)
    deep = layer("deep2", layer("deep1", deep)) + deep
    return network["answer"](network["drop"](torch.flatten(layer("squeeze", deep), 1)))


def write(network: nn.ModuleDict, path: Path) -> None:
    """Write it as ONNX: input ``patches`` (n, CHANNELS, SIDE_PX, SIDE_PX), output ``answer`` (n, COLUMNS)."""
    example = (2, CHANNELS, SIDE_PX, SIDE_PX)
    module = Exported(folded(network), forward)
    write_onnx(module, path, example, "patches", ("answer",), {"patches": {0: "n"}, "answer": {0: "n"}})

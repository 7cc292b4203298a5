"""The network as plain convolutions: one answer for the whole tile, one for the terrain of each spot.

Built from functions on a dictionary of layers, so that its normalisation can be folded in where it is written.
"""

from __future__ import annotations

from pathlib import Path

import torch
from torch import Tensor, nn
from torch.nn import functional

from tools.training.onnx_file import Exported, folded, write_onnx

TERRAIN_CLASSES = 6
GRID = 16  # the terrain head works on 16 x 16 places and answers 2 x 2 for each
SQUEEZED = 16  # channels of the 8 x 8 places that the answer is made from
PEAKS = 16  # what is looked for anywhere on the tile, such as a shield

# name, channels in, out, kernel, stride
Shape = tuple[str, int, int, int, int]


def shapes(width: int, inside: int = 3) -> tuple[Shape, ...]:
    """Every convolution of a network; ``width`` scales its channels (44 is the usual one), ``inside`` are those of what
    it looks at: a picture's three, and a fourth where it is shown what somebody hides."""
    a, b, c, d = width * 5 // 12, width * 2 // 3, width * 7 // 6, width * 2
    return (
        ("stem", inside, a, 5, 2),
        ("fine", a, b, 3, 1),
        ("down1", b, c, 3, 2),
        ("mid1", c, c, 3, 1),
        ("mid2", c, c, 3, 1),
        ("down2", c, d, 3, 2),
        ("deep1", d, d, 3, 1),
        ("deep2", d, d, 3, 1),
        ("deep3", d, d, 3, 1),
        ("squeeze", d, SQUEEZED, 1, 1),
        ("lift", d, c, 1, 1),
        ("join", c, 48, 3, 1),
        ("peaks", 48, PEAKS, 1, 1),
    )


def build(columns: int, width: int = 44, inside: int = 3) -> nn.ModuleDict:
    """A new network with random weights for ``columns`` answers; ``inside`` as :func:`shapes` has it."""
    network = nn.ModuleDict()
    for name, taken, outside, kernel, stride in shapes(width, inside):
        network[name] = nn.Conv2d(taken, outside, kernel, stride, kernel // 2, bias=False)
        network[name + "_norm"] = nn.BatchNorm2d(outside)
    network["terrain"] = nn.Conv2d(48, 4 * TERRAIN_CLASSES, 1)
    network["drop"] = nn.Dropout(0.1)
    network["answer"] = nn.Linear(SQUEEZED * 64 + PEAKS, columns)
    return network


def forward(network: nn.ModuleDict, crops: Tensor) -> tuple[Tensor, Tensor]:
    """Logits (n, columns) and terrain logits (n, 6, 32, 32) for crops (n, 3, 64, 64), BGR, about -1 to 1, or with a
    fourth channel."""
    answer, terrain = by_places(network, crops)
    return answer, functional.pixel_shuffle(terrain, 2)


def by_places(network: nn.ModuleDict, crops: Tensor) -> tuple[Tensor, Tensor]:
    """The same, with the terrain as the head tells it, (n, 24, 16, 16): channel = class * 4 + row of the 2 x 2 * 2 +
    its column."""

    def layer(name: str, value: Tensor) -> Tensor:
        return functional.relu(network[name + "_norm"](network[name](value)), inplace=True)

    fine = layer("fine", layer("stem", crops))
    mid = layer("down1", fine)
    mid = layer("mid2", layer("mid1", mid)) + mid
    deep = layer("down2", mid)
    deep = layer("deep2", layer("deep1", deep)) + deep
    deep = layer("deep3", deep) + deep
    lifted = functional.interpolate(layer("lift", deep), scale_factor=2.0, mode="nearest")
    joined = layer("join", lifted + mid)
    peaks = functional.max_pool2d(layer("peaks", joined), GRID)
    evidence = torch.cat([torch.flatten(layer("squeeze", deep), 1), torch.flatten(peaks, 1)], 1)
    return network["answer"](network["drop"](evidence)), network["terrain"](joined)


def write(network: nn.ModuleDict, path: Path) -> None:
    """Write it as ONNX: input ``crops`` (n, 3, 64, 64) BGR 0 to 255, or with a fourth channel; outputs ``answer`` (n,
    columns) and ``terrain`` (n, 24, 16, 16) as :func:`by_places` has them."""
    module = Exported(folded(network), lambda layers, crops: by_places(layers, crops / 64 - 2))
    example = (2, network["stem"].in_channels, 64, 64)
    outputs = ("answer", "terrain")
    write_onnx(module, path, example, "crops", outputs, {name: {0: "n"} for name in ("crops", *outputs)})

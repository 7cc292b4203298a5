"""The network as plain convolutions, fully convolutional: down to a sixteenth of the picture and up again to a quarter.

At a sixteenth, dilated convolutions (Yu and Koltun 2016) look far about, so that a tile is judged among its neighbours;
what lies at a finer scale is added on the way up.
"""

from __future__ import annotations

from pathlib import Path

from torch import Tensor, nn
from torch.nn import functional

from tools.training.onnx_file import Exported, folded, write_onnx
from tools.training.tile_field.targets import CHANNELS

# name, channels in, out, kernel, stride, dilation
Shape = tuple[str, int, int, int, int, int]

SHAPES: tuple[Shape, ...] = (
    ("stem", 3, 16, 3, 2, 1),
    ("down4", 16, 32, 3, 2, 1),
    ("fine", 32, 32, 3, 1, 1),
    ("down8", 32, 64, 3, 2, 1),
    ("mid1", 64, 64, 3, 1, 1),
    ("mid2", 64, 64, 3, 1, 1),
    ("down16", 64, 88, 3, 2, 1),
    ("deep1", 88, 88, 3, 1, 1),
    ("deep2", 88, 88, 3, 1, 2),
    ("deep3", 88, 88, 3, 1, 4),
    ("deep4", 88, 88, 3, 1, 1),
    ("lift8", 88, 64, 1, 1, 1),
    ("join8", 64, 48, 3, 1, 1),
    ("lift4", 48, 32, 1, 1, 1),
    ("join4", 32, 32, 3, 1, 1),
)


def build() -> nn.ModuleDict:
    """A new network with random weights."""
    network = nn.ModuleDict()
    for name, inside, outside, kernel, stride, dilation in SHAPES:
        around = kernel // 2 * dilation
        network[name] = nn.Conv2d(inside, outside, kernel, stride, around, dilation, bias=False)
        network[name + "_norm"] = nn.BatchNorm2d(outside)
    network["field"] = nn.Conv2d(32, CHANNELS, 1)
    nn.init.constant_(network["field"].bias, 0.0)
    return network


def forward(network: nn.ModuleDict, pictures: Tensor) -> Tensor:
    """The field (n, 8, h / 4, w / 4) of pictures (n, 3, h, w), BGR, (x - 127.5) / 64."""

    def layer(name: str, value: Tensor) -> Tensor:
        return functional.relu(network[name + "_norm"](network[name](value)), inplace=True)

    def doubled(value: Tensor) -> Tensor:
        return functional.interpolate(value, scale_factor=2.0, mode="nearest")

    fine = layer("down4", layer("stem", pictures))
    fine = layer("fine", fine) + fine
    mid = layer("down8", fine)
    mid = layer("mid2", layer("mid1", mid)) + mid
    deep = layer("down16", mid)
    for name in ("deep1", "deep2", "deep3", "deep4"):
        deep = layer(name, deep) + deep
    mid = layer("join8", doubled(layer("lift8", deep)) + mid)
    fine = layer("join4", doubled(layer("lift4", mid)) + fine)
    return network["field"](fine)


def write(network: nn.ModuleDict, path: Path) -> None:
    """Write it as ONNX: input ``picture`` (1, 3, h, w), BGR, (x - 127.5) / 64, h and w multiples of 16; output
    ``field`` (1, 8, h / 4, w / 4)."""
    free = {"picture": {2: "h", 3: "w"}, "field": {2: "rows", 3: "columns"}}
    write_onnx(Exported(folded(network), forward), path, (1, 3, 64, 64), "picture", ("field",), free)

"""The network as plain convolutions: down to an eighth of the picture, and up again to half of it."""

from __future__ import annotations

from pathlib import Path

from torch import Tensor, nn
from torch.nn import functional

from tools.training.onnx_file import Exported, folded, restore, write_onnx
from vision.networks.figure_field.field import COLOURS, PICTURE_PX

# name, channels in, out, kernel, stride, dilation
Shape = tuple[str, int, int, int, int, int]

SHAPES: tuple[Shape, ...] = (
    ("stem", 3, 24, 5, 2, 1),
    ("fine", 24, 32, 3, 1, 1),
    ("down4", 32, 56, 3, 2, 1),
    ("mid1", 56, 56, 3, 1, 1),
    ("mid2", 56, 56, 3, 1, 1),
    ("down8", 56, 80, 3, 2, 1),
    ("deep1", 80, 80, 3, 1, 1),
    ("deep2", 80, 80, 3, 1, 2),
    ("deep3", 80, 80, 3, 1, 1),
    ("lift4", 80, 56, 1, 1, 1),
    ("join4", 56, 40, 3, 1, 1),
    ("lift2", 40, 32, 1, 1, 1),
    ("join2", 32, 32, 3, 1, 1),
)
SELDOM = -2.5  # log-odds of somebody at a place before anything is learned


def build() -> nn.ModuleDict:
    """A new network with random weights."""
    network = nn.ModuleDict()
    for name, inside, outside, kernel, stride, dilation in SHAPES:
        around = kernel // 2 * dilation
        network[name] = nn.Conv2d(inside, outside, kernel, stride, around, dilation, bias=False)
        network[name + "_norm"] = nn.BatchNorm2d(outside)
    field = nn.Conv2d(32, 1 + len(COLOURS), 1)
    nn.init.zeros_(field.bias)
    nn.init.constant_(field.bias[:1], SELDOM)
    network["field"] = field
    return network


def forward(network: nn.ModuleDict, pictures: Tensor) -> Tensor:
    """(n, 1 + COLOURS, h / 2, w / 2) for pictures (n, 3, h, w), BGR, (x - 127.5) / 64: log-odds that somebody is there,
    and logits of the paints."""

    def layer(name: str, value: Tensor) -> Tensor:
        return functional.relu(network[name + "_norm"](network[name](value)), inplace=True)

    def doubled(value: Tensor) -> Tensor:
        return functional.interpolate(value, scale_factor=2.0, mode="nearest")

    fine = layer("fine", layer("stem", pictures))
    mid = layer("down4", fine)
    mid = layer("mid2", layer("mid1", mid)) + mid
    deep = layer("down8", mid)
    for name in ("deep1", "deep2", "deep3"):
        deep = layer(name, deep) + deep
    mid = layer("join4", doubled(layer("lift4", deep)) + mid)
    return network["field"](layer("join2", doubled(layer("lift2", mid)) + fine))


def read(path: Path, pictures: Tensor) -> nn.ModuleDict:
    """The network of a file that :func:`write` wrote, to be taught on; its normalisation is measured anew on some
    hundred ``pictures`` (n, 3, h, w)."""
    network = build().eval()
    restore(network, path, lambda: forward(network, pictures))
    return network


def write(network: nn.ModuleDict, path: Path) -> None:
    """Write it as ONNX: input ``pictures`` (n, 3, :data:`PICTURE_PX`, :data:`PICTURE_PX`), output ``field``, see
    :func:`forward`."""
    free = {"pictures": {0: "n"}, "field": {0: "n"}}
    write_onnx(Exported(folded(network), forward), path, (2, 3, PICTURE_PX, PICTURE_PX), "pictures", ("field",), free)

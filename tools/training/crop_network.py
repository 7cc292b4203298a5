"""A network of plain convolutions over one crop: three halvings, then one answer for the whole of it."""

from __future__ import annotations

from collections.abc import Sequence

import torch
from torch import Tensor, nn
from torch.nn import functional

# name, channels in, out, kernel, stride
Shape = tuple[str, int, int, int, int]


def shapes_of(channels: int, squeezed: int) -> tuple[Shape, ...]:
    """The layers of a network that takes so many channels and answers from so many of each of the last places."""
    return (
        ("stem", channels, 20, 5, 2),
        ("fine", 20, 28, 3, 1),
        ("down1", 28, 44, 3, 2),
        ("mid1", 44, 44, 3, 1),
        ("mid2", 44, 44, 3, 1),
        ("down2", 44, 64, 3, 2),
        ("deep1", 64, 64, 3, 1),
        ("deep2", 64, 64, 3, 1),
        ("squeeze", 64, squeezed, 1, 1),
    )


def build_network(shapes: Sequence[Shape], side_px: int, columns: int) -> nn.ModuleDict:
    """A new network with random weights, for crops so many px a side, that answers in so many columns."""
    network = nn.ModuleDict()
    for name, inside, outside, kernel, stride in shapes:
        network[name] = nn.Conv2d(inside, outside, kernel, stride, kernel // 2, bias=False)
        network[name + "_norm"] = nn.BatchNorm2d(outside)
    network["drop"] = nn.Dropout(0.1)
    network["answer"] = nn.Linear(shapes[-1][2] * (side_px // 8) ** 2, columns)
    return network


def answer_of(network: nn.ModuleDict, crops: Tensor) -> Tensor:
    """(n, columns) for crops (n, channels, side_px, side_px)."""

    def layer(name: str, value: Tensor) -> Tensor:
        return functional.relu(network[name + "_norm"](network[name](value)), inplace=True)

    mid = layer("down1", layer("fine", layer("stem", crops)))
    mid = layer("mid2", layer("mid1", mid)) + mid
    deep = layer("down2", mid)
    deep = layer("deep2", layer("deep1", deep)) + deep
    return network["answer"](network["drop"](torch.flatten(layer("squeeze", deep), 1)))

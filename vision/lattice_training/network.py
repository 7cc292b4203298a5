"""The network as plain convolutions: down to a thirty-second, and up again to a quarter of the picture."""

from __future__ import annotations

from typing import Any

from torch import nn
from torch.nn import functional

from vision.lattice_training.targets import CHANNELS

# name, channels in, out, kernel, stride
Shape = tuple[str, int, int, int, int]
WIDTHS = (16, 24, 40, 56, 72)


def shapes() -> tuple[Shape, ...]:
    """Every convolution."""
    a, b, c, d, e = WIDTHS
    return (
        ("stem", 3, a, 5, 2),
        ("down1", a, b, 3, 2),
        ("one", b, b, 3, 1),
        ("down2", b, c, 3, 2),
        ("two1", c, c, 3, 1),
        ("two2", c, c, 3, 1),
        ("down3", c, d, 3, 2),
        ("three1", d, d, 3, 1),
        ("three2", d, d, 3, 1),
        ("down4", d, e, 3, 2),
        ("four1", e, e, 3, 1),
        ("four2", e, e, 3, 1),
        ("four3", e, e, 3, 1),
        ("lift3", e, d, 1, 1),
        ("join3", d, d, 3, 1),
        ("lift2", d, c, 1, 1),
        ("join2", c, c, 3, 1),
        ("lift1", c, b, 1, 1),
        ("join1", b, b, 3, 1),
        ("last", b, b, 3, 1),
    )


def build() -> nn.ModuleDict:
    """A new network with random weights."""
    net = nn.ModuleDict()
    for name, inside, outside, kernel, stride in shapes():
        net[name] = nn.Conv2d(inside, outside, kernel, stride, kernel // 2, bias=False)
        net[name + "_norm"] = nn.BatchNorm2d(outside)
    net["answer"] = nn.Conv2d(WIDTHS[1], CHANNELS, 1)
    return net


def forward(net: nn.ModuleDict, pictures: Any) -> Any:
    """(n, 8, h / 4, w / 4) for pictures (n, 3, h, w), BGR, about -1 to 1, sides a multiple of 32."""

    def layer(name: str, value: Any) -> Any:
        return functional.relu(net[name + "_norm"](net[name](value)), inplace=True)

    def up(name: str, value: Any, beside: Any) -> Any:
        lifted = functional.interpolate(layer("lift" + name, value), scale_factor=2.0, mode="nearest")
        return layer("join" + name, lifted + beside)

    one = layer("down1", layer("stem", pictures))
    one = layer("one", one) + one
    two = layer("down2", one)
    two = layer("two2", layer("two1", two)) + two
    three = layer("down3", two)
    three = layer("three2", layer("three1", three)) + three
    four = layer("down4", three)
    four = layer("four1", four) + four
    four = layer("four3", layer("four2", four)) + four
    fine = up("1", up("2", up("3", four, three), two), one)
    return net["answer"](layer("last", fine))


def count(net: nn.ModuleDict) -> int:
    """How many numbers the network holds once its normalisation is folded in."""
    return sum(parameter.numel() for name, parameter in net.named_parameters() if "_norm.bias" not in name)

"""The two networks: a finder that looks over a whole picture, and a judge that looks at one die."""

from __future__ import annotations

from pathlib import Path

import onnx
import torch
from onnx import numpy_helper
from torch import Tensor, nn
from torch.nn import functional

from tools.training.onnx_file import write_onnx
from vision.networks.dice.judge import OUTPUTS, PATCH


def layer(inside: int, outside: int, kernel: int = 3, stride: int = 1, padding: int | None = None) -> nn.Sequential:
    """A convolution, its normalisation, and no less than nothing of it."""
    pad = kernel // 2 if padding is None else padding
    return nn.Sequential(
        nn.Conv2d(inside, outside, kernel, stride, pad, bias=False), nn.BatchNorm2d(outside), nn.ReLU(inplace=True)
    )


class ResidualBlock(nn.Module):
    """Two convolutions beside a shortcut."""

    def __init__(self, width: int) -> None:
        super().__init__()
        self.one, self.two = layer(width, width), layer(width, width)

    def forward(self, value: Tensor) -> Tensor:
        """Same shape."""
        return value + self.two(self.one(value))


class Finder(nn.Module):
    """(n, 3, h, w) BGR 0 to 255 to (n, 4, h / 4, w / 4): logit of a die's middle, offset in px / 8, log of side / 14.

    For dice whose side is 9 to 22 px; the picture is shown to it at several sizes.
    """

    def __init__(self) -> None:
        super().__init__()
        self.fine = nn.Sequential(layer(3, 16, 5, 2), layer(16, 24, 3, 2), ResidualBlock(24))
        self.coarse = nn.Sequential(layer(24, 32, 3, 2), ResidualBlock(32), ResidualBlock(32))
        self.lift = layer(32, 24, 1)
        self.last = nn.Sequential(ResidualBlock(24), nn.Conv2d(24, 4, 1))

    def forward(self, picture: Tensor) -> Tensor:
        """Sides of the picture are multiples of 8."""
        fine = self.fine(picture / 64 - 2)
        coarse = functional.interpolate(self.lift(self.coarse(fine)), scale_factor=2.0, mode="nearest")
        return self.last(fine + coarse)


class JudgeNetwork(nn.Module):
    """(n, 3, 48, 48) BGR 0 to 255, a die of side 22 px in the middle, to (n, 15): see the judge that runs it."""

    def __init__(self) -> None:
        super().__init__()
        self.body = nn.Sequential(
            layer(3, 24, 3, 1),
            layer(24, 32, 3, 2),
            layer(32, 32, 3, 1),
            layer(32, 64, 3, 2),
            ResidualBlock(64),
            layer(64, 80, 3, 2),
            layer(80, 80, 3, 1),
            layer(80, 64, PATCH // 8, 1, 0),
        )
        self.answer = nn.Conv2d(64, OUTPUTS, 1)

    def forward(self, patches: Tensor) -> Tensor:
        """Logits and measures."""
        return self.answer(self.body(patches / 64 - 2)).flatten(1)


def resume_onnx(network: nn.Module, path: str, pictures: Tensor) -> None:
    """Take the weights of a network that was written by :func:`write`, to teach it further.

    Its normalisation was folded into the convolutions. What it sees of ``pictures`` tells mean and spread of every
    layer; with these the unfolded network answers as the folded one does, and can go on learning.
    """
    graph = onnx.load(path).graph
    stored = {one.name: torch.from_numpy(numpy_helper.to_array(one).copy()) for one in graph.initializer}
    folded = [node.input[1:3] for node in graph.node if node.op_type == "Conv"]
    convolutions = [one for one in network.modules() if isinstance(one, nn.Conv2d)]
    norms = [one for one in network.modules() if isinstance(one, nn.BatchNorm2d)]
    with torch.no_grad():
        for convolution, (weight, _) in zip(convolutions, folded, strict=True):
            convolution.weight.copy_(stored[weight])
        plain = [convolution.bias is None for convolution in convolutions]
        biases = [stored[bias] for _, bias in folded]
        for norm, bias in zip(norms, [bias for bias, bare in zip(biases, plain, strict=True) if bare], strict=True):
            norm.weight.fill_(1.0)
            norm.bias.copy_(bias)
            norm.running_mean.fill_(0.0)
            norm.running_var.fill_(1.0 - norm.eps)
        for convolution, bias in zip(convolutions, biases, strict=True):
            if convolution.bias is not None:
                convolution.bias.copy_(bias)
        seen: dict[nn.Module, Tensor] = {}
        handles = [norm.register_forward_pre_hook(lambda one, given: seen.update({one: given[0]})) for norm in norms]
        network.eval()
        network(pictures)
        for handle in handles:
            handle.remove()
        for norm in norms:
            mean, spread = seen[norm].mean(dim=(0, 2, 3)), seen[norm].var(dim=(0, 2, 3), unbiased=False)
            norm.running_mean.copy_(mean)
            norm.running_var.copy_(spread)
            norm.weight.copy_((spread + norm.eps).sqrt())
            norm.bias.add_(mean)


def average_in(mean: nn.Module, network: nn.Module, keep: float) -> None:
    """Move an average of weights towards those of now, by what is not kept; whole numbers are taken over."""
    with torch.no_grad():
        for ours, theirs in zip(mean.state_dict().values(), network.state_dict().values(), strict=True):
            if ours.dtype.is_floating_point:
                ours.mul_(keep).add_(theirs, alpha=1 - keep)
            else:
                ours.copy_(theirs)


def write(network: nn.Module, path: Path, name: str) -> None:
    """Write a network as ONNX for pictures of any size or number, normalisation folded in."""
    size = (2, 3, PATCH, PATCH) if name == "judge" else (1, 3, 64, 64)
    free = {"picture": {0: "n"} if name == "judge" else {2: "h", 3: "w"}}
    write_onnx(network, path, size, "picture", ("answer",), free)

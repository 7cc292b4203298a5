"""Read weights that were written as ONNX back into a network that can go on learning."""

from __future__ import annotations

from pathlib import Path

import torch
from torch import Tensor, nn

from tools.training.onnx_file import restore_norm, weights_of
from tools.training.terrain.network import build, forward, shapes


def read_onnx(path: Path, crops: Tensor, width: int = 44) -> nn.ModuleDict:
    """The network of a file that :func:`tools.training.terrain.network.write` wrote.

    The file holds every convolution with its normalisation folded in, so the statistics of the normalisation are gone.
    They are measured anew on ``crops`` (n, 3 or 4, 64, 64), BGR, about -1 to 1 (some hundred of the pictures that it is
    to learn from); then each normalisation is set so that the network answers as the file does and learns as before.

    Raises :class:`KeyError` where the file lacks a layer and :class:`RuntimeError` where it has another width.
    """
    weights = weights_of(path)
    columns = len(weights["answer.bias"])
    network = build(columns, width, crops.shape[1]).eval()
    with torch.no_grad():
        for name in ("answer", "terrain"):
            network[name].weight.copy_(weights[name + ".weight"])
            network[name].bias.copy_(weights[name + ".bias"])
        for name, *_ in shapes(width, columns, crops.shape[1]):
            network[name].weight.copy_(weights[name + ".weight"])
            restore_norm(network, name, weights[name + ".bias"], lambda: forward(network, crops))
    return network

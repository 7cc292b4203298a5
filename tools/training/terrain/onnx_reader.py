"""Read weights that were written as ONNX back into a network that can go on learning."""

from __future__ import annotations

from pathlib import Path

from torch import Tensor, nn

from tools.training.onnx_file import restore, weights_of
from tools.training.terrain.network import build, forward


def read_onnx(path: Path, crops: Tensor, width: int = 44) -> nn.ModuleDict:
    """The network of a file that :func:`tools.training.terrain.network.write` wrote.

    The file holds every convolution with its normalisation folded in, so the statistics of the normalisation are gone.
    They are measured anew on ``crops`` (n, 3 or 4, 64, 64), BGR, about -1 to 1 (some hundred of the pictures that it is
    to learn from); then each normalisation is set so that the network answers as the file does and learns as before.

    Raises :class:`KeyError` where the file lacks a layer and :class:`RuntimeError` where it has another width.
    """
    columns = len(weights_of(path)["answer.bias"])
    network = build(columns, width, crops.shape[1]).eval()
    restore(network, path, lambda: forward(network, crops))
    return network

"""The network as plain convolutions: three halvings, then one answer for the whole patch."""

from __future__ import annotations

from pathlib import Path

from torch import Tensor, nn

from tools.training.crop_network import answer_of, build_network, shapes_of
from tools.training.onnx_file import Exported, folded, restore, write_onnx
from vision.networks.standing.network import CHANNELS, COLOURS, HEIGHT_BINS, KINDS, SIDE_PX

COLUMNS = len(KINDS) + len(COLOURS) + 1 + HEIGHT_BINS
SQUEEZED = 16  # channels of the last places that the answer is made from


def build() -> nn.ModuleDict:
    """A new network with random weights."""
    return build_network(shapes_of(CHANNELS, SQUEEZED), SIDE_PX, COLUMNS)


def forward(network: nn.ModuleDict, patches: Tensor) -> Tensor:
    """Logits (n, COLUMNS) for patches (n, CHANNELS, SIDE_PX, SIDE_PX): kinds, colours, cap, heights."""
    return answer_of(network, patches)


def read(path: Path, patches: Tensor) -> nn.ModuleDict:
    """A network that was written, to be taught on; some hundred ``patches`` as
    :func:`forward` takes them tell what its normalisations have to know."""
    network = build().eval()
    restore(network, path, lambda: forward(network, patches))
    return network


def write(network: nn.ModuleDict, path: Path) -> None:
    """Write it as ONNX: input ``patches`` (n, CHANNELS, SIDE_PX, SIDE_PX), output ``answer`` (n, COLUMNS)."""
    example, layers = (2, CHANNELS, SIDE_PX, SIDE_PX), folded(network)
    module = Exported(layers, forward)
    write_onnx(module, path, example, "patches", ("answer",), {"patches": {0: "n"}, "answer": {0: "n"}})

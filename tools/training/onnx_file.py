"""Networks as files that OpenCV runs: written by torch's own exporter, read back by the names of their layers."""

from __future__ import annotations

import copy
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

import onnx
import torch
from onnx import numpy_helper
from torch import Tensor, nn
from torch.nn.utils.fusion import fuse_conv_bn_eval

# Files of the first writer called a layer's weight ``stem.w`` and its bias ``stem.b``.
FIRST_WRITER = {".w": ".weight", ".b": ".bias"}


class Exported(nn.ModuleDict):
    """Layers by name with the function that runs them, as the exporter wants them: one module, one ``forward``."""

    def __init__(self, layers: Mapping[str, nn.Module], run: Callable[[nn.ModuleDict, Tensor], object]) -> None:
        super().__init__(layers)
        self._run = run

    def forward(self, value: Tensor) -> object:
        """What ``run`` makes of it."""
        return self._run(self, value)


def folded(network: nn.ModuleDict) -> nn.ModuleDict:
    """A copy to be written: each normalisation (``NAME_norm``) is folded into its convolution (``NAME``)."""
    layers = dict(copy.deepcopy(network).eval().items())
    for name in [name for name in layers if name + "_norm" in layers]:
        layers[name] = fuse_conv_bn_eval(layers[name], layers[name + "_norm"])
        layers[name + "_norm"] = nn.Identity()
    return nn.ModuleDict(layers)


def write_onnx(
    module: nn.Module,
    path: Path,
    example: Sequence[int],
    asked: str,
    answers: Sequence[str],
    free: Mapping[str, Mapping[int, str]],
) -> None:
    """Write a module whose ``forward`` takes one tensor.

    Args:
        module: what is written, as it answers in evaluation mode.
        path: the file.
        example: the shape of a tensor that it takes.
        asked: the name of its input.
        answers: the names of its outputs.
        free: of an input or output, the names of those sides that may have any length. Leave height and width out
            where a layer is drawn out to be laid on another: OpenCV 4 guesses their sizes when it reads such a file,
            and refuses. Every OpenCV looks at pictures of other sizes than the one that is written, too.
    """
    torch.onnx.export(
        module.eval(),
        (torch.zeros(tuple(example)),),
        str(path),
        input_names=[asked],
        output_names=list(answers),
        dynamic_axes={name: dict(sides) for name, sides in free.items()},
        opset_version=13,
        dynamo=False,
    )


def layer_name(name: str) -> str:
    """``stem.weight``, however the file calls it."""
    stem, dot, last = name.rpartition(".")
    return stem + FIRST_WRITER.get(dot + last, dot + last)


def weights_of(path: Path) -> dict[str, Tensor]:
    """Weights and biases of a file's layers, normalisation folded in: ``stem.weight``, ``stem.bias`` and so on."""
    named = {layer_name(one.name): one for one in onnx.load(path).graph.initializer}
    return {
        name: torch.from_numpy(numpy_helper.to_array(one).copy())
        for name, one in named.items()
        if name.endswith(tuple(FIRST_WRITER.values()))
    }


def restore(network: nn.ModuleDict, path: Path, run: Callable[[], object]) -> None:
    """Give a network the weights of a file, to be taught on: its layers in the order in which they come, those with a
    normalisation as :func:`restore_norm` does.

    Args:
        network: in evaluation mode, of the file's shapes.
        run: runs it on some hundred of the pictures that it is to learn from.

    Raises :class:`KeyError` where the file lacks a layer and :class:`RuntimeError` where it has another width.
    """
    weights = weights_of(path)
    with torch.no_grad():
        for name in (name for name, layer in network.items() if isinstance(layer, nn.Conv2d | nn.Linear)):
            network[name].weight.copy_(weights[name + ".weight"])
            if name + "_norm" in network:
                restore_norm(network, name, weights[name + ".bias"], run)
            else:
                network[name].bias.copy_(weights[name + ".bias"])


def restore_norm(network: nn.ModuleDict, name: str, bias: Tensor, run: Callable[[], object]) -> None:
    """Give the normalisation (``NAME_norm``) of a layer whose folded weights are set the statistics of what reaches it,
    such that both together answer as the folded layer does, and learn as before.

    Args:
        network: in evaluation mode; the layers before this one are restored already.
        bias: that was written for the layer.
        run: runs the network on some hundred of the pictures that it is to learn from.
    """
    norm, seen = network[name + "_norm"], []
    hook = network[name].register_forward_hook(lambda _layer, _inputs, output: seen.append(output))
    try:
        run()
    finally:
        hook.remove()
    mean, variance = seen[0].mean((0, 2, 3)), seen[0].var((0, 2, 3))
    norm.running_mean.copy_(mean)
    norm.running_var.copy_(variance)
    norm.weight.copy_((variance + norm.eps).sqrt())
    norm.bias.copy_(bias + mean)

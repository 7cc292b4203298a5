"""Write the trained network as ONNX with nothing but plain convolutions, pooling and one matrix."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import numpy as np
import onnx
from onnx import TensorProto, helper, numpy_helper
from torch import nn

from tools.training.terrain.network import GRID, TERRAIN_CLASSES, shapes


class Graph:
    """The nodes and weights of a network that is being written.

    Args:
        network: its layers by name, the normalisation of one beside it as ``NAME_norm``.
        shapes: of its convolutions: name, channels in and out, kernel, stride and, where there is one, dilation.
    """

    def __init__(self, network: nn.ModuleDict, shapes: Iterable[tuple[Any, ...]]) -> None:
        self.network = network
        self.shapes = {shape[0]: shape for shape in shapes}
        self.nodes: list[onnx.NodeProto] = []
        self.weights: list[onnx.TensorProto] = []

    def weight(self, name: str, value: np.ndarray) -> str:
        """A constant by this name."""
        self.weights.append(numpy_helper.from_array(np.ascontiguousarray(value), name))
        return name

    def node(self, kind: str, inputs: list[str], name: str, **settings: object) -> str:
        """One operation; it and its output bear the same name."""
        self.nodes.append(helper.make_node(kind, inputs, [name], name=name, **settings))
        return name

    def layer(self, name: str, value: str) -> str:
        """Convolution with its normalisation folded in, and ReLU."""
        _, _, _, kernel, stride, *dilations = self.shapes[name]
        dilation = dilations[0] if dilations else 1
        norm = self.network[name + "_norm"]
        scale = (norm.weight / (norm.running_var + norm.eps).sqrt()).detach().numpy()
        kernel_values = self.network[name].weight.detach().numpy() * scale[:, None, None, None]
        bias = norm.bias.detach().numpy() - norm.running_mean.numpy() * scale
        inputs = [
            value,
            self.weight(name + ".w", kernel_values.astype(np.float32)),
            self.weight(name + ".b", bias.astype(np.float32)),
        ]
        out = self.node(
            "Conv",
            inputs,
            name,
            kernel_shape=[kernel, kernel],
            strides=[stride, stride],
            pads=[kernel // 2 * dilation] * 4,
            dilations=[dilation, dilation],
        )
        return self.node("Relu", [out], name + ".relu")

    def doubled(self, value: str, sizes: str, name: str) -> str:
        """Each place four times; ``sizes`` is the weight (1, 1, 2, 2)."""
        return self.node(
            "Resize",
            [value, "", sizes],
            name,
            mode="nearest",
            coordinate_transformation_mode="asymmetric",
            nearest_mode="floor",
        )


def write_onnx(network: nn.ModuleDict, width: int, columns: int, path: str, inside: int = 3) -> None:
    """Write ``net`` (in evaluation mode) to ``path``.

    Input ``crops`` (n, 3, 64, 64) BGR 0 to 255, or (n, 4, 64, 64) where ``inside`` is 4; outputs ``answer``
    (n, columns) and ``terrain`` (n, 24, 16, 16), channel = class * 4 + row of the 2 x 2 * 2 + its column.
    """
    network.eval()
    graph = Graph(network, shapes(width, columns, inside))
    half = graph.weight("half", np.full((1, inside, 1, 1), 1 / 64, np.float32))
    low = graph.weight("low", np.full((1, inside, 1, 1), -2, np.float32))
    crops = graph.node("Add", [graph.node("Mul", ["crops", half], "scaled"), low], "normal")
    fine = graph.layer("fine", graph.layer("stem", crops))
    mid = graph.layer("down1", fine)
    mid = graph.node("Add", [graph.layer("mid2", graph.layer("mid1", mid)), mid], "mid")
    deep = graph.layer("down2", mid)
    deep = graph.node("Add", [graph.layer("deep2", graph.layer("deep1", deep)), deep], "deep")
    deep = graph.node("Add", [graph.layer("deep3", deep), deep], "deeper")
    sizes = graph.weight("double", np.array([1, 1, 2, 2], np.float32))
    lifted = graph.doubled(graph.layer("lift", deep), sizes, "lifted")
    joined = graph.layer("join", graph.node("Add", [lifted, mid], "both"))
    highest = graph.node(
        "MaxPool", [graph.layer("peaks", joined)], "highest", kernel_shape=[GRID] * 2, strides=[GRID] * 2
    )
    parts = [
        graph.node("Flatten", [graph.layer("squeeze", deep)], "flat", axis=1),
        graph.node("Flatten", [highest], "flat_peaks", axis=1),
    ]
    answer = network["answer"]
    weights = [
        graph.weight("answer.w", answer.weight.detach().numpy()),
        graph.weight("answer.b", answer.bias.detach().numpy()),
    ]
    graph.node("Gemm", [graph.node("Concat", parts, "evidence", axis=1), *weights], "answer", transB=1)
    terrain = network["terrain"]
    graph.node(
        "Conv",
        [
            joined,
            graph.weight("terrain.w", terrain.weight.detach().numpy()),
            graph.weight("terrain.b", terrain.bias.detach().numpy()),
        ],
        "terrain",
        kernel_shape=[1, 1],
    )
    made = helper.make_graph(
        graph.nodes,
        "terrain",
        [helper.make_tensor_value_info("crops", TensorProto.FLOAT, ["n", inside, 64, 64])],
        [
            helper.make_tensor_value_info("answer", TensorProto.FLOAT, ["n", columns]),
            helper.make_tensor_value_info("terrain", TensorProto.FLOAT, ["n", 4 * TERRAIN_CLASSES, 16, 16]),
        ],
        graph.weights,
    )
    model = helper.make_model(made, opset_imports=[helper.make_opsetid("", 13)], producer_name="tableside")
    model.ir_version = 8
    onnx.checker.check_model(model)
    onnx.save(model, path)

"""Write the trained network as ONNX with nothing but Conv, Relu, Add, Mul and Resize."""

from __future__ import annotations

from typing import Any

import numpy as np
import onnx
from onnx import TensorProto, helper, numpy_helper
from torch import nn

from vision.lattice_training.network import shapes
from vision.lattice_training.targets import CHANNELS


class _Graph:
    def __init__(self, net: nn.ModuleDict) -> None:
        self.net = net
        self.shapes = {shape[0]: shape for shape in shapes()}
        self.nodes: list[Any] = []
        self.weights: list[Any] = []

    def weight(self, name: str, value: Any) -> str:
        self.weights.append(numpy_helper.from_array(np.ascontiguousarray(value, dtype=np.float32), name))
        return name

    def node(self, kind: str, inputs: list[str], name: str, **settings: Any) -> str:
        self.nodes.append(helper.make_node(kind, inputs, [name], name=name, **settings))
        return name

    def layer(self, name: str, value: str) -> str:
        """Convolution with its normalisation folded in, and ReLU."""
        _, _, _, kernel, stride = self.shapes[name]
        norm = self.net[name + "_norm"]
        scale = (norm.weight / (norm.running_var + norm.eps).sqrt()).detach().numpy()
        values = self.net[name].weight.detach().numpy() * scale[:, None, None, None]
        bias = norm.bias.detach().numpy() - norm.running_mean.numpy() * scale
        return self.node("Relu", [self.convolve(name, value, values, bias, kernel, stride)], name + ".relu")

    def convolve(self, name: str, value: str, values: Any, bias: Any, kernel: int, stride: int) -> str:
        inputs = [value, self.weight(name + ".w", values), self.weight(name + ".b", bias)]
        pads = [kernel // 2] * 4
        return self.node("Conv", inputs, name, kernel_shape=[kernel] * 2, strides=[stride] * 2, pads=pads)

    def up(self, name: str, value: str, beside: str) -> str:
        lifted = self.node(
            "Resize",
            [self.layer("lift" + name, value), "", "double"],
            "lifted" + name,
            mode="nearest",
            coordinate_transformation_mode="asymmetric",
            nearest_mode="floor",
        )
        return self.layer("join" + name, self.node("Add", [lifted, beside], "joined" + name))


def write_onnx(net: nn.ModuleDict, path: str) -> None:
    """Write ``net`` to ``path``: ``picture`` (1, 3, h, w) BGR 0 to 255 to ``votes`` (1, 8, h / 4, w / 4)."""
    net.eval()
    graph = _Graph(net)
    graph.weight("double", np.array([1, 1, 2, 2]))
    small = graph.weight("small", np.full((1, 3, 1, 1), 1 / 64))
    low = graph.weight("low", np.full((1, 3, 1, 1), -2))
    scaled = graph.node("Add", [graph.node("Mul", ["picture", small], "scaled"), low], "normal")
    one = graph.layer("down1", graph.layer("stem", scaled))
    one = graph.node("Add", [graph.layer("one", one), one], "one.sum")
    two = graph.layer("down2", one)
    two = graph.node("Add", [graph.layer("two2", graph.layer("two1", two)), two], "two.sum")
    three = graph.layer("down3", two)
    three = graph.node("Add", [graph.layer("three2", graph.layer("three1", three)), three], "three.sum")
    four = graph.layer("down4", three)
    four = graph.node("Add", [graph.layer("four1", four), four], "four.sum")
    four = graph.node("Add", [graph.layer("four3", graph.layer("four2", four)), four], "four.more")
    fine = graph.up("1", graph.up("2", graph.up("3", four, three), two), one)
    answer = net["answer"]
    graph.convolve(
        "votes", graph.layer("last", fine), answer.weight.detach().numpy(), answer.bias.detach().numpy(), 1, 1
    )
    model = helper.make_model(
        helper.make_graph(
            graph.nodes,
            "lattice",
            [helper.make_tensor_value_info("picture", TensorProto.FLOAT, [1, 3, "h", "w"])],
            [helper.make_tensor_value_info("votes", TensorProto.FLOAT, [1, CHANNELS, "h4", "w4"])],
            graph.weights,
        ),
        opset_imports=[helper.make_opsetid("", 13)],
        ir_version=8,
    )
    onnx.checker.check_model(model)
    onnx.save(model, path)

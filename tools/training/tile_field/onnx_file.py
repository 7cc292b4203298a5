"""Write the trained network as ONNX with nothing but plain convolutions, additions and doubling."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import onnx
from onnx import TensorProto, helper
from torch import nn

from tools.training.terrain.onnx_file import Graph
from tools.training.tile_field.network import SHAPES
from tools.training.tile_field.targets import CHANNELS


def write_onnx(network: nn.ModuleDict, path: Path) -> None:
    """Write ``net`` to ``path``: input ``picture`` (1, 3, h, w), BGR, (x - 127.5) / 64, h and w multiples of 16;
    output ``field`` (1, 8, h / 4, w / 4)."""
    network.eval()
    graph = Graph(network, SHAPES)
    sizes = graph.weight("double", np.array([1, 1, 2, 2], np.float32))

    def added(name: str, value: str, other: str) -> str:
        return graph.node("Add", [graph.layer(name, value), other], name + ".sum")

    def joined(lift: str, value: str, finer: str) -> str:
        return graph.node("Add", [graph.doubled(graph.layer(lift, value), sizes, lift + ".up"), finer], lift + ".sum")

    fine = graph.layer("down4", graph.layer("stem", "picture"))
    fine = added("fine", fine, fine)
    mid = graph.layer("down8", fine)
    mid = added("mid2", graph.layer("mid1", mid), mid)
    deep = graph.layer("down16", mid)
    for name in ("deep1", "deep2", "deep3", "deep4"):
        deep = added(name, deep, deep)
    mid = graph.layer("join8", joined("lift8", deep, mid))
    fine = graph.layer("join4", joined("lift4", mid, fine))
    last = network["field"]
    parts = [graph.weight("field.w", last.weight.detach().numpy()), graph.weight("field.b", last.bias.detach().numpy())]
    graph.node("Conv", [fine, *parts], "field", kernel_shape=[1, 1])
    made = helper.make_graph(
        graph.nodes,
        "tile field",
        [helper.make_tensor_value_info("picture", TensorProto.FLOAT, [1, 3, "h", "w"])],
        [helper.make_tensor_value_info("field", TensorProto.FLOAT, [1, CHANNELS, "rows", "columns"])],
        graph.weights,
    )
    model = helper.make_model(made, opset_imports=[helper.make_opsetid("", 13)], producer_name="tableside")
    model.ir_version = 8
    onnx.checker.check_model(model)
    onnx.save(model, str(path))

"""Write the trained network as ONNX with nothing but plain convolutions, additions and one matrix."""

from __future__ import annotations

from pathlib import Path

import onnx
from onnx import TensorProto, helper
from torch import nn

from tools.training.standing.network import COLUMNS, SHAPES
from tools.training.terrain.onnx_file import Graph
from vision.networks.standing.network import CHANNELS, SIDE_PX


def write_onnx(network: nn.ModuleDict, path: Path) -> None:
    """Write ``net`` to ``path``: input ``patches`` (n, CHANNELS, SIDE_PX, SIDE_PX), output ``answer`` (n, COLUMNS)."""
    network.eval()
    graph = Graph(network, SHAPES)
    mid = graph.layer("down1", graph.layer("fine", graph.layer("stem", "patches")))
    mid = graph.node("Add", [graph.layer("mid2", graph.layer("mid1", mid)), mid], "mid")
    deep = graph.layer("down2", mid)
    deep = graph.node("Add", [graph.layer("deep2", graph.layer("deep1", deep)), deep], "deep")
    flat = graph.node("Flatten", [graph.layer("squeeze", deep)], "flat", axis=1)
    answer = network["answer"]
    weights = [
        graph.weight("answer.w", answer.weight.detach().numpy()),
        graph.weight("answer.b", answer.bias.detach().numpy()),
    ]
    graph.node("Gemm", [flat, *weights], "answer", transB=1)
    made = helper.make_graph(
        graph.nodes,
        "standing",
        [helper.make_tensor_value_info("patches", TensorProto.FLOAT, ["n", CHANNELS, SIDE_PX, SIDE_PX])],
        [helper.make_tensor_value_info("answer", TensorProto.FLOAT, ["n", COLUMNS])],
        graph.weights,
    )
    model = helper.make_model(made, opset_imports=[helper.make_opsetid("", 13)], producer_name="tableside")
    model.ir_version = 8
    onnx.checker.check_model(model)
    onnx.save(model, str(path))

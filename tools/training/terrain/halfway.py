"""Mean of two sets of weights, the second of which was taught on from the first:
``python -m tools.training.terrain.halfway BEFORE AFTER --out weights.onnx``.

A network that was taught on is better at what it was taught and may be worse at what it knew; half-way between both
it keeps most of both (Wortsman et al., "Robust fine-tuning of zero-shot models", 2022).
"""

from __future__ import annotations

import argparse
from pathlib import Path

import numpy as np
import onnx
from onnx import numpy_helper

from tools.training.onnx_file import layer_name


def mean_of(before: onnx.ModelProto, after: onnx.ModelProto, share: float = 0.5) -> onnx.ModelProto:
    """``before``, a model of ONNX, with each of its weights moved by ``share`` (0 to 1) to that of ``after``.

    Raises :class:`KeyError` where ``after`` lacks a layer and :class:`ValueError` where one has another shape.
    """
    later = {layer_name(one.name): numpy_helper.to_array(one) for one in after.graph.initializer}
    mean = onnx.ModelProto()
    mean.CopyFrom(before)
    for number, one in enumerate(before.graph.initializer):
        if not layer_name(one.name).endswith((".weight", ".bias")):  # how a picture is scaled, how often one is doubled
            continue
        weights, other = numpy_helper.to_array(one), later[layer_name(one.name)]
        if weights.shape != other.shape:
            raise ValueError(f"{one.name} is {weights.shape} in the one and {other.shape} in the other")
        moved = ((1 - share) * weights + share * other).astype(np.float32)
        mean.graph.initializer[number].CopyFrom(numpy_helper.from_array(moved, one.name))
    return mean


def main() -> None:
    """Command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("before", type=Path)
    parser.add_argument("after", type=Path)
    parser.add_argument("--share", type=float, default=0.5, help="of the way to the second")
    parser.add_argument("--out", type=Path, required=True)
    chosen = parser.parse_args()
    onnx.save(mean_of(onnx.load(chosen.before), onnx.load(chosen.after), chosen.share), chosen.out)


if __name__ == "__main__":
    main()

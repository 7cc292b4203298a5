"""``python -m tools.training.posture.train SHARDS``: teach the network on what was drawn.

Needs the ``train`` extra. Others may still be drawn meanwhile. The last weights are written to SHARDS/weights.onnx
after every so many batches.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn
from torch.nn import functional

from tools.training.posture.network import build, forward, write
from tools.training.timed_lesson import TimedLesson, batches_of, held_out_of, lesson_command
from vision.imaging.patches import lab_of
from vision.networks.posture.network import FREEDOM, as_input

BATCH = 96  # examples
PARTS = ("crops", "hidden", "leans", "truth")
LEAST_SPREAD = math.log(0.008)  # tile widths, logarithm: nobody's foot is told more exactly


class Drawn:
    """Shards of :mod:`tools.training.posture.examples` that are there."""

    def __init__(self, paths: Sequence[Path]) -> None:
        self._parts = [
            tuple(np.load(path.with_name(path.name.replace("crops", part)), mmap_mode="r") for part in PARTS)
            for path in paths
        ]
        self._starts = np.cumsum([0] + [len(part[-1]) for part in self._parts])

    def __len__(self) -> int:
        return int(self._starts[-1])

    def take(self, numbers: NDArray[np.intp], rng: np.random.Generator | None) -> tuple[Tensor, Tensor]:
        """Inputs and truth of some examples, in another light and turned anyhow by ``rng``."""
        where = np.searchsorted(self._starts, numbers, side="right") - 1
        each = [[part[n - self._starts[w]] for part in self._parts[w]] for w, n in zip(where, numbers, strict=True)]
        crops, outlines, leans, truth = (np.stack(part) for part in zip(*each, strict=True))
        lab = np.stack([lab_of(crop) for crop in crops])
        hidden = (outlines > 127).astype(np.float32)
        if rng is not None:
            shape = (len(numbers), 1, 1, 1)
            lab[..., :1] = lab[..., :1] * rng.uniform(0.8, 1.2, shape) + rng.normal(0, 2, shape)
            lab[..., 1:] = lab[..., 1:] * rng.uniform(0.7, 1.2, shape) + rng.normal(0, 3, (len(numbers), 1, 1, 2))
            if rng.random() < 0.5:  # left and right are alike
                lab, hidden = lab[:, :, ::-1], hidden[:, :, ::-1]
                leans[:, 0], truth[:, 2] = -leans[:, 0], -truth[:, 2]
            turns = int(rng.integers(4))
            lab, hidden = np.rot90(lab, turns, (1, 2)), np.rot90(hidden, turns, (1, 2))
            for _ in range(turns):  # to the left
                leans = np.stack([leans[:, 1], -leans[:, 0]], axis=1)
                truth = np.concatenate([truth[:, :2], truth[:, 3:], -truth[:, 2:3]], axis=1)
        inputs = as_input(lab.astype(np.float32), np.ascontiguousarray(hidden), leans.astype(np.float32))
        return torch.from_numpy(inputs), torch.from_numpy(np.ascontiguousarray(truth, np.float32))


def loss_of(answer: Tensor, truth: Tensor) -> Tensor:
    """How badly answers (n, COLUMNS) go with the truth (n, 4)."""
    there = truth[:, 0] > 0
    loss = functional.binary_cross_entropy_with_logits(answer[:, 0], truth[:, 0])
    loss = loss + 2 * functional.binary_cross_entropy_with_logits(answer[there, 1], truth[there, 1])
    for lies, first in ((0, 2), (1, 5)):
        some = there & (truth[:, 1] != 1 - lies)
        if bool(some.any()):
            loss = loss + 0.15 * _misplaced(answer[some, first : first + 3], truth[some, 2:]).mean()
    return loss


def _misplaced(placed: Tensor, where: Tensor) -> Tensor:
    """(n,) minus log-likelihood of where somebody is, by a place and the logarithm of its spread (n, 3)."""
    spread = placed[:, 2].clamp(LEAST_SPREAD, 0.0)
    off = ((placed[:, :2] - where) ** 2).sum(1) * torch.exp(-2 * spread)
    # Student's distribution, as posture.network says: one that was drawn out of sight pulls no harder than ten others.
    return 2 * spread + (FREEDOM + 2) / 2 * torch.log1p(off / FREEDOM)


def teach(folder: Path, lesson: TimedLesson) -> None:
    """Teach on all shards but those held out."""
    rng = lesson.begin()
    held_out = Drawn(held_out_of(folder, PARTS))

    def kept(mean: nn.ModuleDict) -> str:
        write(mean, folder / "weights.onnx")
        return report(mean, held_out)

    lesson.teach(
        build(),
        batches_of(folder, PARTS, Drawn, lambda drawn, numbers: drawn.take(numbers, rng), BATCH, rng),
        lambda network, inputs, truth: loss_of(forward(network, inputs), truth),
        kept,
    )


def report(network: nn.ModuleDict, held_out: Drawn) -> str:
    """How well it tells what was held out."""
    answers, truths = [], []
    with torch.no_grad():
        for first in range(0, len(held_out), 256):
            inputs, truth = held_out.take(np.arange(first, min(first + 256, len(held_out))), None)
            answers.append(forward(network, inputs))
            truths.append(truth)
    answer, truth = torch.cat(answers), torch.cat(truths)
    there = truth[:, 0] > 0
    shows = there & (truth[:, 1] != 0.5)
    lies = functional.binary_cross_entropy_with_logits(answer[shows, 1], truth[shows, 1])
    right = ((answer[shows, 1] > 0) == (truth[shows, 1] > 0)).float().mean()
    off = [
        (answer[some, first : first + 2] - truth[some, 2:]).norm(dim=1).median()
        for first, some in ((2, there & (truth[:, 1] == 0)), (5, there & (truth[:, 1] == 1)))
    ]
    somebody = ((answer[:, 0] > 0) == there).float().mean()
    posture = f"somebody {somebody:.3f}, lies {right:.3f} ({-lies:.3f} nats)"
    return f"{posture}, feet off {off[0]:.3f}, middles {off[1]:.3f} tiles"


def main() -> None:
    """Command line."""
    chosen = lesson_command(__doc__, minutes=40.0, steps=8000, rate=2e-3).parse_args()
    length = {"minutes": chosen.minutes, "steps": chosen.steps}
    teach(chosen.folder, TimedLesson(**length, rate=chosen.rate, rise=0.04, decay=1e-3, seed=chosen.seed))


if __name__ == "__main__":
    main()

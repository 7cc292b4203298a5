"""``python -m tools.training.figure_field.train SHARDS``: teach the network on what was drawn.

Needs the ``train`` extra. Others may still be drawn meanwhile. The last weights are written to SHARDS/weights.onnx
after every so many batches.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn
from torch.nn import functional

from tools.training.figure_field.examples import NOT_COUNTED, PARTS
from tools.training.figure_field.network import build, forward, read, write
from tools.training.terrain.train import tint
from tools.training.timed_lesson import TimedLesson, batches_of, held_out_of, lesson_command
from vision.networks.figure_field.field import as_input

BATCH = 32  # examples
COLOUR_WEIGHT = 0.06  # of the paint of a figure's place against whether one is there


class DrawnFigures:
    """Shards of :mod:`tools.training.figure_field.examples` that are there."""

    def __init__(self, paths: Sequence[Path]) -> None:
        self._parts = [
            (np.load(path, mmap_mode="r"), np.load(path.with_name(path.name.replace("pictures", "shown"))))
            for path in paths
        ]
        self._starts = np.cumsum([0] + [len(shown) for _, shown in self._parts])

    def __len__(self) -> int:
        return int(self._starts[-1])

    def take(self, numbers: NDArray[np.intp]) -> tuple[Tensor, Tensor]:
        """Inputs (n, 3, h, w) and what is there (n, h / 2, w / 2)."""
        where = np.searchsorted(self._starts, numbers, side="right") - 1
        each = [[part[n - self._starts[w]] for part in self._parts[w]] for w, n in zip(where, numbers, strict=True)]
        pictures, shown = (np.stack(part) for part in zip(*each, strict=True))
        return torch.from_numpy(as_input(pictures)), torch.from_numpy(shown.astype(np.int64))


def turned(inputs: Tensor, shown: Tensor, rng: np.random.Generator) -> tuple[Tensor, Tensor]:
    """The batch in another light, turned and mirrored by chance."""
    if rng.random() < 0.5:
        inputs, shown = inputs.flip(3), shown.flip(2)
    quarters = int(rng.integers(4))
    return tint(torch.rot90(inputs, quarters, (2, 3))), torch.rot90(shown, quarters, (1, 2))


def loss_of(answer: Tensor, shown: Tensor) -> Tensor:
    """How badly answers (n, 1 + COLOURS, h, w) go with what is there (n, h, w)."""
    counted = shown != NOT_COUNTED
    there = counted & (shown > 0)
    loss = functional.binary_cross_entropy_with_logits(answer[:, 0][counted], there[counted].float())
    if bool(there.any()):
        paints = answer[:, 1:].permute(0, 2, 3, 1)[there]
        loss = loss + COLOUR_WEIGHT * functional.cross_entropy(paints, shown[there] - 1)
    return loss


def teach(folder: Path, lesson: TimedLesson, start: Path | None = None) -> None:
    """Teach on all shards but those held out, from ``start`` or from nothing."""
    rng = lesson.begin()
    held_out = DrawnFigures(held_out_of(folder, PARTS))

    def kept(mean: nn.ModuleDict) -> str:
        write(mean, folder / "weights.onnx")
        return report(mean, held_out)

    lesson.teach(
        build() if start is None else read(start, held_out.take(np.arange(min(512, len(held_out))))[0]),
        batches_of(folder, PARTS, DrawnFigures, lambda drawn, numbers: turned(*drawn.take(numbers), rng), BATCH, rng),
        lambda network, inputs, shown: loss_of(forward(network, inputs), shown),
        kept,
    )


def report(network: nn.ModuleDict, held_out: DrawnFigures) -> str:
    """How well it sees what was held out."""
    answers, truths = [], []
    with torch.no_grad():
        for first in range(0, min(len(held_out), 1024), 64):
            inputs, shown = held_out.take(np.arange(first, min(first + 64, len(held_out))))
            answers.append(forward(network, inputs))
            truths.append(shown)
    answer, shown = torch.cat(answers), torch.cat(truths)
    counted = shown != NOT_COUNTED
    there, seen = counted & (shown > 0), counted & (answer[:, 0] > 0)
    nats = functional.binary_cross_entropy_with_logits(answer[:, 0][counted], there[counted].float())
    overlap = (there & seen).sum() / (there | seen).sum().clamp(min=1)
    colours = (answer[:, 1:].permute(0, 2, 3, 1)[there].argmax(1) == shown[there] - 1).float().mean()
    return f"{nats:.4f} nats a place, overlap {overlap:.3f}, colours {colours:.3f}"


def main() -> None:
    """Command line."""
    parser = lesson_command(__doc__, minutes=60.0, steps=100_000, rate=3e-3)
    parser.add_argument("--start", type=Path, help="weights.onnx to go on from")
    chosen = parser.parse_args()
    length = {"minutes": chosen.minutes, "steps": chosen.steps}
    lesson = TimedLesson(**length, rate=chosen.rate, rise=0.03, lowest=0.01, decay=5e-3, seed=chosen.seed)
    teach(chosen.folder, lesson, chosen.start)


if __name__ == "__main__":
    main()

"""``python -m tools.training.posture.train SHARDS``: teach the network on what was drawn.

Needs the ``train`` extra. Others may still be drawn meanwhile. The last weights are written to SHARDS/weights.onnx
after every so many batches.
"""

from __future__ import annotations

import argparse
import copy
import math
import time
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn
from torch.nn import functional

from tools.training.posture.network import build, forward, write
from tools.training.terrain.shards import whole_shards
from tools.training.terrain.train import follow
from vision.imaging.patches import lab_of
from vision.networks.posture.network import FREEDOM, as_input

BATCH, HELD_OUT, ANEW = 96, 1, 400  # examples; shards; batches after which it is looked whether more were drawn
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


def teach(folder: Path, minutes: float, steps: int, rate: float, seed: int) -> None:
    """Teach on all shards but the first for so many batches, or as many as go into the minutes."""
    torch.manual_seed(seed)
    torch.set_num_threads(1)
    rng = np.random.default_rng(seed)
    held_out = Drawn(whole_shards(folder, PARTS)[:HELD_OUT])
    network = build().to(memory_format=torch.channels_last)
    mean = copy.deepcopy(network).eval()
    best = torch.optim.AdamW(network.parameters(), lr=rate, weight_decay=1e-3)
    began, done, total = time.monotonic(), 0.0, 0.0
    for step in range(steps):
        done = max(step / steps, (time.monotonic() - began) / 60 / minutes)
        if done >= 1:
            break
        if step % ANEW == 0:
            drawn = Drawn(whole_shards(folder, PARTS)[HELD_OUT:])
        for group in best.param_groups:
            group["lr"] = rate * min(1.0, done / 0.04 + 0.02) * 0.5 * (1 + math.cos(math.pi * done))
        inputs, truth = drawn.take(rng.integers(0, len(drawn), BATCH), rng)
        loss = loss_of(forward(network.train(), inputs.contiguous(memory_format=torch.channels_last)), truth)
        best.zero_grad()
        loss.backward()
        nn.utils.clip_grad_norm_(network.parameters(), 2.0)
        best.step()
        follow(mean, network, min(0.998, (step + 1) / (step + 10)))
        total += float(loss.detach())
        if step % 200 == 199:
            print(f"{step + 1} ({done:.2f} of the lesson): {total / 200:.3f}; {report(mean, held_out)}", flush=True)
            total = 0.0
            write(mean, folder / "weights.onnx")
    print(f"done: {report(mean, held_out)}", flush=True)
    write(mean, folder / "weights.onnx")


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
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--minutes", type=float, default=40.0)
    parser.add_argument("--steps", type=int, default=8000)
    parser.add_argument("--rate", type=float, default=2e-3)
    parser.add_argument("--seed", type=int, default=1)
    chosen = parser.parse_args()
    teach(chosen.folder, chosen.minutes, chosen.steps, chosen.rate, chosen.seed)


if __name__ == "__main__":
    main()

"""A lesson by the clock or by batches, whichever is over first, on shards that may still be drawn meanwhile."""

from __future__ import annotations

import argparse
import copy
import math
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol, TypeVar

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn

from tools.training.terrain.shards import whole_shards
from tools.training.terrain.train import follow

HELD_OUT = 1  # shards, the first, that are never taught
ANEW = 400  # batches after which it is looked whether more shards were drawn
REPORTED_EACH = 400  # batches after which it is told how well the network does, and its weights are kept
Batch = tuple[Tensor, Tensor]  # inputs, and what is true of them


class DrawnExamples(Protocol):
    """Examples that can be counted; how they are taken from their shards is each network's."""

    def __len__(self) -> int: ...


E = TypeVar("E", bound=DrawnExamples)


@dataclass(frozen=True, slots=True, kw_only=True)
class TimedLesson:
    """How long and how fast a network is taught.

    Attributes:
        minutes, steps: of the clock, and batches: the lesson ends with the first of them.
        rate: highest learning rate.
        rise: share of the lesson in which the rate rises to it.
        lowest: share of the highest rate that is left at the end.
        decay: of the weights.
        seed: of all that is drawn.
    """

    minutes: float
    steps: int
    rate: float
    rise: float
    lowest: float = 0.0
    decay: float
    seed: int = 1

    def rate_at(self, done: float) -> float:
        """The rate when so much of the lesson is over, 0 to 1: up in a line, then down along a cosine."""
        fall = self.lowest + (1 - self.lowest) * 0.5 * (1 + math.cos(math.pi * done))
        return self.rate * min(1.0, done / self.rise + 0.02) * fall

    def begin(self) -> np.random.Generator:
        """Chance for the lesson's batches; that of torch is seeded as well, and everything kept to one core."""
        torch.manual_seed(self.seed)
        torch.set_num_threads(1)
        return np.random.default_rng(self.seed)

    def teach(
        self,
        network: nn.ModuleDict,
        batches: Iterator[Batch],
        loss_of: Callable[[nn.ModuleDict, Tensor, Tensor], Tensor],
        kept: Callable[[nn.ModuleDict], str],
    ) -> None:
        """Teach a network.

        Args:
            network: taught in place.
            batches: without end.
            loss_of: how badly the network's answers to inputs go with the truth.
            kept: writes the average of the last weights down, and says how well it does.
        """
        network = network.to(memory_format=torch.channels_last)
        mean = copy.deepcopy(network).eval()
        optimiser = torch.optim.AdamW(network.parameters(), lr=self.rate, weight_decay=self.decay)
        began, total = time.monotonic(), 0.0
        for step in range(self.steps):
            done = max(step / self.steps, (time.monotonic() - began) / 60 / self.minutes)
            if done >= 1:
                break
            for group in optimiser.param_groups:
                group["lr"] = self.rate_at(done)
            inputs, truth = next(batches)
            loss = loss_of(network.train(), inputs.contiguous(memory_format=torch.channels_last), truth)
            optimiser.zero_grad()
            loss.backward()
            nn.utils.clip_grad_norm_(network.parameters(), 2.0)
            optimiser.step()
            follow(mean, network, min(0.998, (step + 1) / (step + 10)))
            total += float(loss.detach())
            if (step + 1) % REPORTED_EACH == 0:
                average = total / REPORTED_EACH
                print(f"{step + 1} ({done:.2f} of the lesson): {average:.4f}; {kept(mean)}", flush=True)
                total = 0.0
        print(f"done: {kept(mean)}", flush=True)


def held_out_of(folder: Path, parts: tuple[str, ...]) -> list[Path]:
    """The shards of a folder that are never taught."""
    return whole_shards(folder, parts)[:HELD_OUT]


def batches_of(
    folder: Path,
    parts: tuple[str, ...],
    examples_of: Callable[[Sequence[Path]], E],
    take: Callable[[E, NDArray[np.intp]], Batch],
    size: int,
    rng: np.random.Generator,
) -> Iterator[Batch]:
    """Batches without end of so many examples each, any of all the shards that are there by then but those held out.

    Args:
        folder: of the shards, and ``parts``: what they consist of, see :func:`whole_shards`.
        examples_of: the examples of some shards.
        take: some of these by their numbers (n,), with what is varied by chance.
        size: examples in a batch.
        rng: which.
    """
    while True:
        examples = examples_of(whole_shards(folder, parts)[HELD_OUT:])
        for _ in range(ANEW):
            yield take(examples, rng.integers(0, len(examples), size))


def lesson_command(description: str | None, *, minutes: float, steps: int, rate: float) -> argparse.ArgumentParser:
    """What a command line says of such a lesson: where its shards are, how long and how fast it is."""
    parser = argparse.ArgumentParser(description=description)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--minutes", type=float, default=minutes)
    parser.add_argument("--steps", type=int, default=steps)
    parser.add_argument("--rate", type=float, default=rate)
    parser.add_argument("--seed", type=int, default=1)
    return parser

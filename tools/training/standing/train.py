"""``python -m tools.training.standing.train FOLDER``: draw pieces of many makes and teach the network.

Needs the ``train`` extra. Examples are drawn by several processes into FOLDER first and are kept there, so that another
lesson goes on with them; the last weights are written to FOLDER/weights.onnx. ``--resume WEIGHTS`` teaches a network on
that was written; ``--minutes`` ends the lesson whatever number of epochs that is.
"""

from __future__ import annotations

import argparse
import math
import sys
import time
from collections.abc import Iterable, Iterator
from functools import partial
from multiprocessing import Pool
from pathlib import Path

import cv2
import numpy as np
import torch
from torch import Tensor, nn
from torch.nn import functional

from tools.training.standing.examples import Examples
from tools.training.standing.network import build, forward, read, write
from vision.networks.standing.network import COLOURS, HEIGHT_BINS, KINDS, as_input

SHARD = 2_000  # examples of one file
_PARTS = np.cumsum([len(KINDS), len(COLOURS), 1]).tolist()


def main() -> None:
    """Draw what is lacking, then teach."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--shards", type=int, default=20, help=f"files of {SHARD} examples; the first is held out")
    parser.add_argument("--epochs", type=int, default=8)
    parser.add_argument("--rate", type=float, default=2e-3)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--processes", type=int, default=2)
    parser.add_argument("--minutes", type=float, default=math.inf, help="after which the lesson ends")
    parser.add_argument("--resume", type=Path, help="weights.onnx to go on with")
    args = parser.parse_args()
    args.folder.mkdir(parents=True, exist_ok=True)
    with Pool(args.processes) as pool:
        pool.map(partial(_shard, args.folder, args.seed), range(args.shards))
    teach(args.folder, args.epochs, args.rate, args.seed, args.processes, args.minutes, args.resume)


def _shard(folder: Path, seed: int, number: int) -> None:
    path = folder / f"{seed}-{number:03d}.npz"
    if path.exists():
        return
    cv2.setNumThreads(1)
    examples = Examples(seed * 1_000 + number)
    drawn = [examples.one() for _ in range(SHARD)]
    np.savez(
        path,
        seen=np.stack([one.seen for one in drawn]),
        printed=np.stack([one.printed for one in drawn]),
        lean=np.array([one.lean for one in drawn], np.float32),
        truth=np.array([[one.stands, one.colour, one.capped, one.height] for one in drawn], np.int64),
    )


def teach(
    folder: Path,
    epochs: int,
    rate: float,
    seed: int,
    threads: int = 1,
    minutes: float = math.inf,
    resume: Path | None = None,
) -> None:
    """Teach on all shards that are there when an epoch begins but the first, and tell after each how it does on that
    one; others may still be drawn meanwhile."""
    torch.manual_seed(seed)
    torch.set_num_threads(threads)
    rng, began = np.random.default_rng(seed), time.monotonic()
    held_out = folder / f"{seed}-000.npz"
    network = build() if resume is None else read(resume, _first(held_out))
    optimiser = torch.optim.AdamW(network.parameters(), lr=rate, weight_decay=1e-3)
    if resume is not None:
        sys.stdout.write(f"before: {_held_out(network, held_out)}\n")
    for epoch in range(epochs):
        network.train()
        files = sorted(set(folder.glob(f"{seed}-*.npz")) - {held_out})
        batches, total, count = len(files) * (SHARD // 64), 0.0, 0
        for patches, truth in _batches(rng.permutation(np.array(files)), rng):
            spent = (time.monotonic() - began) / 60 / minutes
            if spent >= 1:
                break
            for group in optimiser.param_groups:
                group["lr"] = rate * _pace(max(spent, (epoch + count / batches) / epochs))
            optimiser.zero_grad()
            loss = _loss(forward(network, patches), truth)
            loss.backward()
            torch.nn.utils.clip_grad_norm_(network.parameters(), 2.0)
            optimiser.step()
            total, count = total + float(loss.detach()), count + 1
        progress = (
            f"epoch {epoch + 1}, {len(files)} files: loss {total / max(1, count):.3f}; {_held_out(network, held_out)}"
        )
        sys.stdout.write(progress + "\n")
        sys.stdout.flush()
        write(network, folder / "weights.onnx")
        if time.monotonic() - began >= 60 * minutes:
            break


def _first(path: Path) -> Tensor:
    with np.load(path) as shard:
        patches = as_input(*(shard[name][:512] for name in ("seen", "printed", "lean")))
    return torch.from_numpy(patches)


def _pace(done: float) -> float:
    """Share of the learning rate when so much of the lesson is over: it rises quickly and falls slowly to nothing."""
    return min(1.0, done / 0.05 + 0.05) * 0.5 * (1 + math.cos(math.pi * done))


def _batches(
    files: Iterable[Path], rng: np.random.Generator, *, changed: bool = True
) -> Iterator[tuple[Tensor, Tensor]]:
    for path in files:
        with np.load(path) as shard:
            seen, printed, lean, truth = (shard[name] for name in ("seen", "printed", "lean", "truth"))
        order = rng.permutation(len(seen))
        for first in range(0, len(order) - 63, 64):
            some = order[first : first + 64]
            one, other = seen[some], printed[some]
            if changed and rng.random() < 0.5:  # left and right are alike
                one, other = one[:, :, ::-1], other[:, :, ::-1]
            patches = as_input(one, other, lean[some])
            if changed:  # whole patches are a little off in light and tint
                patches[:, :3] += rng.normal(0, 0.08, (len(some), 3, 1, 1)).astype(np.float32)
            yield torch.from_numpy(patches), torch.from_numpy(truth[some])


def _loss(answer: Tensor, truth: Tensor) -> Tensor:
    kinds, colours, capped, heights = torch.tensor_split(answer, _PARTS, dim=1)
    there = truth[:, 0] > 0
    loss = functional.cross_entropy(kinds, truth[:, 0])
    if bool(there.any()):
        loss = loss + 0.5 * functional.cross_entropy(colours[there], truth[there, 1])
        loss = loss + 0.4 * functional.cross_entropy(heights[there], truth[there, 3])
        loss = loss + 0.2 * functional.binary_cross_entropy_with_logits(capped[there, 0], truth[there, 2].float())
    return loss


def _held_out(network: nn.ModuleDict, path: Path) -> str:
    network.eval()
    answers, truths = [], []
    with torch.no_grad():
        for patches, truth in _batches([path], np.random.default_rng(0), changed=False):
            answers.append(forward(network, patches))
            truths.append(truth)
    kinds, colours, _, heights = torch.tensor_split(torch.cat(answers), _PARTS, dim=1)
    truth = torch.cat(truths)
    there = truth[:, 0] > 0
    somebody = kinds[:, 1:].logsumexp(1) - kinds[:, 0]
    middle = (functional.softmax(heights[there], 1) * torch.arange(HEIGHT_BINS)).sum(1)
    return (
        f"kind {float((kinds.argmax(1) == truth[:, 0]).float().mean()):.3f}"
        f" somebody of those there {float((somebody[there] > 0).float().mean()):.3f}"
        f" of those not {float((somebody[~there] > 0).float().mean()):.3f}"
        f" colour {float((colours[there].argmax(1) == truth[there, 1]).float().mean()):.3f}"
        f" height {float((middle - truth[there, 3]).abs().mean()):.2f} steps off"
    )


if __name__ == "__main__":
    main()

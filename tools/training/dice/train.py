"""Teach the networks: ``python -m tools.training.dice.train FOLDER --minutes 8`` ."""

from __future__ import annotations

import argparse
import copy
import json
import time
from collections.abc import Callable, Iterator, Sequence
from importlib.resources import files
from pathlib import Path

import cv2
import numpy as np
import torch
from torch import Tensor, nn
from torch.nn import functional

from tools.training.dice.examples import TaughtDie
from tools.training.dice.networks import Finder, JudgeNetwork, average_in, resume_onnx, write
from tools.training.dice.views import recoloured, view
from vision.networks.dice.finder import find
from vision.networks.dice.judge import PATCH, PATCH_SIDE

FINDER_SIZE, FINDER_SIDE = 128, (9.0, 22.0)
Example = tuple[np.ndarray, list[TaughtDie]]
Mistakes = tuple[np.ndarray, list[TaughtDie], list[tuple[float, float, float]]]
Case = Callable[[Example | Mistakes, np.random.Generator], tuple[np.ndarray, np.ndarray]]  # what is learned from one


def load(folder: Path) -> list[Example]:
    """Every example: its picture and its dice."""
    found: list[Example] = []
    for table in sorted(folder.glob("*.jsonl")):
        for line in table.read_text().splitlines():
            record = json.loads(line)
            packed = np.frombuffer((folder / record["picture"]).read_bytes(), np.uint8)
            found.append((np.asarray(cv2.imdecode(packed, cv2.IMREAD_COLOR)), record["dice"]))
    return found


# --- the finder -----------------------------------------------------------------------------------------------------


def finder_case(example: Example | Mistakes, rng: np.random.Generator) -> tuple[np.ndarray, np.ndarray]:
    """A view (3, 128, 128) and (5, 32, 32): die, offset, log of side, and how much each cell counts."""
    picture, dice = example[0], example[1]
    side = dice[int(rng.integers(len(dice)))]["side"] if dice else float(np.exp(rng.uniform(np.log(9), np.log(70))))
    scale = np.exp(rng.uniform(*np.log(FINDER_SIDE))) / side
    middle = rng.uniform(0, 1, 2) * picture.shape[1::-1]
    if dice and rng.random() < 0.9:
        die = dice[int(rng.integers(len(dice)))]
        middle = np.array([die["x"], die["y"]]) + rng.uniform(-45, 45, 2) / scale
    seen, affine, _ = view(picture, middle, scale, FINDER_SIZE, rng)
    cells = FINDER_SIZE // 4
    wanted = np.zeros((5, cells, cells), np.float32)
    wanted[4] = 1.0
    ys, xs = np.mgrid[:cells, :cells] * 4 + 1.5
    for die in dice:
        x, y = affine[:, :2] @ [die["x"], die["y"]] + affine[:, 2]
        size = die["side"] * scale
        dx, dy = x - xs, y - ys
        apart = np.hypot(dx, dy)
        if die["blank"] or not FINDER_SIDE[0] * 0.8 < size < FINDER_SIDE[1] * 1.2 or die["covered"] > 0.5:
            wanted[4][apart < 0.8 * size] = 0.0
            continue
        wanted[4][(apart > 0.28 * size) & (apart < 0.45 * size)] = 0.0
        inside = apart <= max(0.28 * size, 2.9)
        wanted[0][inside], wanted[4][inside] = 1.0, 1.0
        wanted[1][inside], wanted[2][inside] = dx[inside] / 8, dy[inside] / 8
        wanted[3][inside] = np.log(size / 14)
    return recoloured(seen, rng).transpose(2, 0, 1), wanted


def finder_loss(answer: Tensor, wanted: Tensor) -> Tensor:
    """Whether there is a die, and where it is measured."""
    die, counts = wanted[:, 0], wanted[:, 4]
    weight = counts * (1 + 4 * die)
    heat = functional.binary_cross_entropy_with_logits(answer[:, 0], die, weight=weight, reduction="sum")
    apart = functional.smooth_l1_loss(answer[:, 1:4], wanted[:, 1:4], reduction="none", beta=0.1).sum(1)
    return (heat + (apart * die).sum()) / (die.sum() + 8 * len(die))


# --- the judge ------------------------------------------------------------------------------------------------------


def mined(examples: list[Example], rng: np.random.Generator, most: int = 8) -> list[Mistakes]:
    """Examples again, with ``mistakes``: places (x, y, side) that the finder takes for dice and that are none."""
    found: list[Mistakes] = []
    for picture, dice in examples:
        places = [
            (place.x, place.y, place.side)
            for place in find(picture)
            if not any(np.hypot(place.x - die["x"], place.y - die["y"]) < 0.5 * die["side"] for die in dice)
        ]
        for die in dice:  # each of its pips may look like a small die that shows one
            if not die["blank"] and rng.random() < 0.3:
                angle, apart = rng.uniform(0, 2 * np.pi), die["side"] * rng.uniform(0.0, 0.45)
                spot = (die["x"] + apart * np.cos(angle), die["y"] + apart * np.sin(angle))
                places.append((*spot, die["side"] * rng.uniform(0.12, 0.35)))
        if places:
            keep = rng.permutation(len(places))[:most]
            found.append((picture, dice, [places[k] for k in keep]))
    return found


def mistake_case(example: Mistakes, rng: np.random.Generator) -> tuple[np.ndarray, np.ndarray]:
    """One of the finder's mistakes, as :func:`judge_case` gives it."""
    picture = example[0]
    x, y, side = example[2][int(rng.integers(len(example[2])))]
    scale = PATCH_SIDE / side * float(np.exp(rng.uniform(-0.2, 0.2)))
    patch, *_ = view(picture, np.array([x, y]) + rng.normal(0, 1.5, 2) / scale, scale, PATCH, rng)
    wanted = np.full(9, -1.0, np.float32)
    wanted[0] = 0
    return recoloured(patch, rng).transpose(2, 0, 1), wanted


def judge_case(example: Example | Mistakes, rng: np.random.Generator) -> tuple[np.ndarray, np.ndarray]:
    """A patch (3, 48, 48) and (9,): value (0 none), cocked, x, y, log of side, lean, sure, hidden; -1 is not asked."""
    if len(example) > 2:
        return mistake_case(example, rng)
    picture, dice = example[0], example[1]
    wanted = np.full(9, -1.0, np.float32)
    dies = [die for die in dice if not die["blank"]]
    chance = rng.random()
    if chance < 0.85 and dies:
        die = dies[int(rng.integers(len(dies)))]
        # The finder measures a die that is seen aslant worse than one seen from above.
        loose = 1.8 if rng.random() < 0.3 else 1.0
        scale = PATCH_SIDE / die["side"] * float(np.exp(loose * rng.uniform(-0.26, 0.26)))
        middle = np.array([die["x"], die["y"]]) + loose * rng.normal(0, 1.7, 2) / scale
    else:
        side = float(np.exp(rng.uniform(np.log(12), np.log(80))))
        middle = rng.uniform(0, 1, 2) * picture.shape[1::-1]
        if dice and rng.random() < 0.75:  # beside a die, or a cube without pips: what the finder may take for one
            die = dice[int(rng.integers(len(dice)))]
            side = die["side"] * float(np.exp(rng.uniform(-0.9, 0.7)))
            angle, apart = rng.uniform(0, 2 * np.pi), rng.uniform(0.0 if die["blank"] else 0.6, 1.3)
            middle = np.array([die["x"], die["y"]]) + die["side"] * apart * np.array([np.cos(angle), np.sin(angle)])
        scale, die = PATCH_SIDE / side, None
        if any(np.hypot(middle[0] - d["x"], middle[1] - d["y"]) < 0.45 * d["side"] for d in dies):
            return judge_case(example, rng)
    patch, affine, _ = view(picture, middle, scale, PATCH, rng)
    if die is None:
        wanted[0] = 0
    else:
        gone = die["covered"] > 0.85
        wanted[0] = 0 if gone else die["pips"] if die["covered"] < 0.35 else -1
        wanted[1] = -1 if die["covered"] > 0.6 or die["cocked"] is None else die["cocked"]
        wanted[8] = -1 if gone or die["hidden"] is None else die["hidden"]
        at = affine[:, :2] @ [die["x"], die["y"]] + affine[:, 2] - (PATCH - 1) / 2
        lean = affine[:, :2] @ die["lean"] / scale
        wanted[2:4], wanted[4] = at / PATCH_SIDE, np.log(die["side"] * scale / PATCH_SIDE)
        wanted[5:7], wanted[7] = lean, float(die["covered"] < 0.35)
    return recoloured(patch, rng).transpose(2, 0, 1), wanted


def judge_loss(answer: Tensor, wanted: Tensor) -> Tensor:
    """What it is, whether it may be read, and where it lies."""
    asked = wanted[:, 0] >= 0
    value = functional.cross_entropy(answer[asked, :7], wanted[asked, 0].long(), label_smoothing=0.01)
    doubtful, covered = wanted[:, 1] >= 0, wanted[:, 8] >= 0
    refuse = functional.binary_cross_entropy_with_logits(answer[doubtful, 7], wanted[doubtful, 1])
    refuse = refuse + functional.binary_cross_entropy_with_logits(answer[covered, 14], wanted[covered, 8])
    sure = wanted[:, 7] > 0
    place = functional.smooth_l1_loss(answer[sure, 8:13], wanted[sure, 2:7], beta=0.1)
    # How wrong the lean may be is learned with it: its error falls off from nothing as exp(-error / spread).
    apart = ((answer[sure, 11:13] - wanted[sure, 5:7]) ** 2).sum(1).add(1e-5).sqrt()
    spread = answer[sure, 13].clamp(-6.0, 1.0)
    lean = (apart / spread.exp() + 2 * spread).mean()
    return value + 0.7 * refuse + 2.0 * place + 0.15 * lean


# --- both -----------------------------------------------------------------------------------------------------------


def batches(
    examples: Sequence[Example | Mistakes], case: Case, size: int, seed: int
) -> Iterator[tuple[Tensor, Tensor]]:
    """Random cases without end."""
    rng = np.random.default_rng(seed)
    while True:
        cases = [case(examples[k], rng) for k in rng.integers(0, len(examples), size)]
        yield (
            torch.from_numpy(np.stack([one[0] for one in cases]).astype(np.float32)),
            torch.from_numpy(np.stack([one[1] for one in cases])),
        )


def resume(network: nn.Module, weights: Path, feed: Iterator[tuple[Tensor, Tensor]]) -> None:
    """Begin where ``weights`` (.pt, or the .onnx beside the reader) left off; ``feed`` shows it some of what comes."""
    if weights.suffix == ".onnx":
        resume_onnx(network, str(weights), torch.cat([next(feed)[0] for _ in range(8)]))
    else:
        network.load_state_dict(torch.load(weights))


def teach(
    network: nn.Module,
    feed: Iterator[tuple[Tensor, Tensor]],
    loss_of: Callable[[Tensor, Tensor], Tensor],
    seconds: float,
    rate: float,
    now_s: Callable[[], float] = time.monotonic,
) -> nn.Module:
    """Train for so many seconds of a clock; the average of the last weights comes back."""
    network = network.to(memory_format=torch.channels_last)  # half as fast again on a processor
    optimiser = torch.optim.AdamW(network.parameters(), lr=rate, weight_decay=1e-4)
    mean, began, step, recent = copy.deepcopy(network), now_s(), 0, []
    while (share := (now_s() - began) / seconds) < 1:
        warm = min(1.0, (step + 1) / 60)
        for group in optimiser.param_groups:
            group["lr"] = rate * warm * 0.5 * (1 + np.cos(np.pi * share))
        pictures, wanted = next(feed)
        network.train()
        with torch.autocast("cpu", torch.bfloat16):  # twice as fast again on one that knows it
            answer = network(pictures.contiguous(memory_format=torch.channels_last))
        loss = loss_of(answer.float(), wanted)
        optimiser.zero_grad()
        loss.backward()
        torch.nn.utils.clip_grad_norm_(network.parameters(), 2.0)
        optimiser.step()
        step += 1
        recent.append(loss.item())
        average_in(mean, network, min(0.99, step / (step + 10)))
        if step % 100 == 0:
            print(f"{step} {share:.0%} {np.mean(recent):.4f}", flush=True)
            recent = []
    return mean.to(memory_format=torch.contiguous_format)


def lesson(description: str | None, *, minutes: float, rate: float) -> argparse.ArgumentParser:
    """What every training is told: where its examples are, how long and how fast it learns, and where weights go."""
    parser = argparse.ArgumentParser(description=description)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--minutes", type=float, default=minutes)
    parser.add_argument("--rate", type=float, default=rate)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--out", type=Path, default=Path(str(files("vision.networks.dice"))))
    return parser


def begun(parser: argparse.ArgumentParser) -> argparse.Namespace:
    """The command's arguments, with chance seeded and everything kept to one core."""
    arguments = parser.parse_args()
    torch.manual_seed(arguments.seed)
    torch.set_num_threads(1)
    cv2.setNumThreads(1)
    return arguments


def main() -> None:
    """Teach both and write them beside the reader."""
    parser = lesson(__doc__, minutes=8.0, rate=3e-3)
    parser.add_argument("--only", choices=("finder", "judge"))
    parser.add_argument("--resume", type=Path)
    arguments = begun(parser)
    examples = load(arguments.folder)
    seconds = arguments.minutes * 60
    plan: dict[str, tuple[Callable[[], nn.Module], Case, Callable[[Tensor, Tensor], Tensor], int, float]] = {
        "finder": (Finder, finder_case, finder_loss, 24, 0.2 * seconds),
        "judge": (JudgeNetwork, judge_case, judge_loss, 64, 0.8 * seconds),
    }
    for name, (make, case, loss, size, share) in plan.items():
        if arguments.only not in (None, name):
            continue
        network = make()
        print(name, sum(one.numel() for one in network.parameters()), flush=True)
        cases: list[Example | Mistakes] = list(examples)
        if name == "judge":
            with_dice = [example for example in examples if example[1]]
            chance = np.random.default_rng(arguments.seed)
            bare = [example for example in examples if not example[1]]
            some = [with_dice[k] for k in chance.permutation(len(with_dice))[: len(bare) // 2]]
            mistakes = mined(bare + some, chance)
            print(len(with_dice), len(mistakes), flush=True)
            cases = [*with_dice, *mistakes * max(1, round(0.7 * len(with_dice) / len(mistakes)))]
        feed = batches(cases, case, size, arguments.seed)
        if arguments.resume:
            stored = arguments.resume / f"{name}.pt"
            resume(network, stored if stored.exists() else stored.with_suffix(".onnx"), feed)
        network = teach(network, feed, loss, seconds if arguments.only else share, arguments.rate)
        torch.save(network.state_dict(), arguments.folder / f"{name}.pt")
        write(network, arguments.out / f"{name}.onnx", name)


if __name__ == "__main__":
    main()

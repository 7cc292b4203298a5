"""Teach the second look at a die: ``python -m tools.training.dice.poise FOLDER --resume WEIGHTS``.

It starts from the judge's weights. What it is shown is turned, mirrored and lit anew, but never far from the middle or
from its size: reading comes to it with both measured. (The weights beside the reader had two runs, of 11 and 10
minutes: the first showed the body in the middle, which this file no longer does.)
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
import torch
from torch import Tensor
from torch.nn import functional

from tools.training.dice.examples import TaughtDie
from tools.training.dice.networks import JudgeNetwork, write
from tools.training.dice.train import begun, lesson, resume, teach
from vision.frames import Picture
from vision.networks.dice.judge import PATCH, PATCH_SIDE

CROP, SIDE = 104, 30.0  # px of a crop, and of a die's side on it at most
_LARGEST = 1.6  # times that a small die is enlarged
_SIDES = (14.0, 75.0)
_LOOSE, _FAR = 0.05, 2.6  # of a side: how far from the middle it is shown, and how many times as far now and then


@dataclass(frozen=True, eq=False, slots=True)
class Crop:
    """A die about its body's middle, upright as it was photographed, and its truth (see ``training.examples``).

    Attributes:
        picture: (CROP, CROP, 3). side: of its upper face, px of this crop. lean: (2,). pips, covered: as ever.
        cocked, hidden: 1 or 0, -1 where either is right.
    """

    picture: Picture
    side: float
    lean: np.ndarray
    pips: int
    covered: float
    cocked: float
    hidden: float


def crops(folder: Path) -> Iterator[Crop]:
    """Every die of every example that shows enough of itself."""
    for table in sorted(folder.glob("*.jsonl")):
        for line in table.read_text().splitlines():
            record = json.loads(line)
            dice = [
                die
                for die in record["dice"]
                if not die["blank"] and die["covered"] < 0.6 and _SIDES[0] < die["side"] < _SIDES[1]
            ]
            if dice:
                packed = np.frombuffer((folder / record["picture"]).read_bytes(), np.uint8)
                picture = np.asarray(cv2.imdecode(packed, cv2.IMREAD_COLOR))
                yield from (_crop(picture, die) for die in dice)


def _crop(picture: np.ndarray, die: TaughtDie) -> Crop:
    scale, lean = min(_LARGEST, SIDE / die["side"]), np.array(die["lean"])
    middle = np.array([die["x"], die["y"]]) + lean * die["side"]
    if scale < 0.7:
        picture = cv2.GaussianBlur(picture, (0, 0), 0.35 / scale)
    affine = np.column_stack([scale * np.eye(2), (CROP - 1) / 2 - scale * middle])
    return Crop(
        np.asarray(cv2.warpAffine(picture, affine, (CROP, CROP)), np.uint8),
        die["side"] * scale,
        lean,
        die["pips"],
        die["covered"],
        *(-1.0 if doubt is None else float(doubt) for doubt in (die["cocked"], die["hidden"])),
    )


def case(crop: Crop, rng: np.random.Generator) -> tuple[np.ndarray, np.ndarray]:
    """A patch (3, 48, 48) and (9,) as ``training.train.judge_case`` gives them."""
    loose = _LOOSE * (_FAR if rng.random() < 0.35 else 1.0)
    scale = PATCH_SIDE / crop.side * float(np.exp(rng.normal(0, loose)))
    angle = rng.uniform(0, 2 * np.pi)
    spin = np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])
    if rng.random() < 0.5:
        spin[:, 0] *= -1
    # The face in the middle, not the body: only so is it plain which of the faces in sight is meant.
    off = rng.normal(0, loose, 2) * crop.side
    shift = off - crop.lean * crop.side
    affine = np.column_stack([spin * scale, (PATCH - 1) / 2 - scale * spin @ ((CROP - 1) / 2 + shift)])
    patch = _lit(cv2.warpAffine(crop.picture, affine, (PATCH, PATCH)).astype(np.float32), rng)
    shown = crop.covered < 0.35
    wanted = [
        crop.pips if shown else -1,
        crop.cocked,
        *(spin @ -off * scale / PATCH_SIDE),
        np.log(crop.side * scale / PATCH_SIDE),
        *(spin @ crop.lean),
        float(shown),
        crop.hidden,
    ]
    return patch.transpose(2, 0, 1), np.array(wanted, np.float32)


def _lit(patch: np.ndarray, rng: np.random.Generator) -> np.ndarray:
    """In other light, softer or with more grain: less so than for the judge, since grain hides how a die leans."""
    if rng.random() < 0.15:
        patch = patch[..., rng.permutation(3)]
    if rng.random() < 0.1:
        patch = np.repeat(patch.mean(axis=-1, keepdims=True), 3, axis=-1)
    if rng.random() < 0.15:
        patch = cv2.GaussianBlur(patch, (0, 0), rng.uniform(0.4, 0.8))
    patch = 255 * np.clip(patch / 255, 0, 1) ** np.float32(rng.uniform(0.7, 1.4))
    middle = patch.mean()
    dye = (rng.uniform(0.8, 1.25) * rng.uniform(0.92, 1.08, 3)).astype(np.float32)
    patch = ((patch - middle) * rng.uniform(0.7, 1.4) + middle) * dye + rng.normal(0, 4, 3).astype(np.float32)
    if rng.random() < 0.5:
        patch = patch + rng.standard_normal((PATCH, PATCH, 1), dtype=np.float32) * np.float32(rng.uniform(0, 4))
    return np.asarray(np.clip(patch, 0, 255))


def loss(answer: Tensor, wanted: Tensor) -> Tensor:
    """Mostly how it leans, and how wrong that may be: errors fall off as exp(-error / spread)."""
    asked, doubtful, covered, sure = wanted[:, 0] >= 0, wanted[:, 1] >= 0, wanted[:, 8] >= 0, wanted[:, 7] > 0
    value = functional.cross_entropy(answer[asked, :7], wanted[asked, 0].long(), label_smoothing=0.01)
    cocked = functional.binary_cross_entropy_with_logits(answer[doubtful, 7], wanted[doubtful, 1])
    hidden = functional.binary_cross_entropy_with_logits(answer[covered, 14], wanted[covered, 8])
    place = functional.smooth_l1_loss(answer[sure, 8:11], wanted[sure, 2:5], beta=0.05)
    apart = ((answer[sure, 11:13] - wanted[sure, 5:7]) ** 2).sum(1).add(1e-6).sqrt()
    spread = answer[sure, 13].clamp(-6.0, 1.0)
    lean = (apart / spread.exp() + 2 * spread).mean()
    return 0.15 * value + 0.6 * cocked + 0.3 * hidden + place + 0.5 * lean


def _batches(shown: list[Crop], size: int, seed: int) -> Iterator[tuple[Tensor, Tensor]]:
    rng = np.random.default_rng(seed)
    while True:
        cases = [case(shown[k], rng) for k in rng.integers(0, len(shown), size)]
        yield tuple(torch.from_numpy(np.stack(each).astype(np.float32)) for each in zip(*cases, strict=True))


def main() -> None:
    """Teach it and write it beside the reader."""
    parser = lesson(__doc__, minutes=12.0, rate=2e-3)
    parser.add_argument("--resume", type=Path, required=True, help="judge.pt, or poise.pt or poise.onnx to go on")
    arguments = begun(parser)
    shown = list(crops(arguments.folder))
    print(len(shown), flush=True)
    network, feed = JudgeNetwork(), _batches(shown, 64, arguments.seed)
    resume(network, arguments.resume, feed)
    network = teach(network, feed, loss, arguments.minutes * 60, arguments.rate)
    torch.save(network.state_dict(), arguments.folder / "poise.pt")
    write(network, arguments.out / "poise.onnx", "judge")


if __name__ == "__main__":
    main()

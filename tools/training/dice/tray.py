"""Teach the tray's network: ``python -m tools.training.dice.tray FOLDER --minutes 60 --out FILE.onnx``.

It is shown parts of trays at many sizes and asked for every upper face of 11 to 30 px; larger and smaller ones, sides
of dice, pips and all else are none. Two parts of three are turned as somebody holds a camera.
"""

from __future__ import annotations

import argparse
import copy
import time
from importlib.resources import files
from pathlib import Path

import cv2
import numpy as np
import torch
from torch import Tensor, nn
from torch.nn import functional

from tools.training.dice.networks import Finder, average_in, layer, resume_onnx
from tools.training.dice.tray_cases import Trays, case
from tools.training.onnx_file import write_onnx
from vision.networks.dice import tray
from vision.networks.dice.tray import CHANNELS, NATURAL_SIDE, REACH


class TrayNetwork(nn.Module):
    """(n, 3, h, w) BGR 0 to 255 to (n, CHANNELS, h / 4, w / 4); sides are multiples of 16.

    It begins as the finder, whose layers have seen many more dice than a lesson shows; a wider path beside these looks
    about at a sixteenth of the picture, with dilated convolutions (Yu and Koltun 2016).
    """

    def __init__(self, finder: Finder) -> None:
        super().__init__()
        # In the order in which they are asked: so a written network is taken up again (``resume_onnx``).
        self.fine, self.coarse = finder.fine, finder.coarse
        self.wide, self.across, self.mid = layer(24, 64, 3, 2), layer(32, 64, 1), layer(64, 64)
        self.down, self.deep = layer(64, 72, 3, 2), nn.ModuleList([layer(72, 72), Dilated(72), layer(72, 72)])
        self.rise, self.join = layer(72, 64, 1), layer(64, 64)
        self.lift = finder.lift
        self.widen, self.rise_again, self.last = layer(24, 40), layer(64, 40, 1), layer(40, 40)
        self.field = nn.Conv2d(40, CHANNELS, 1)
        nn.init.constant_(self.field.bias, 0.0)
        with torch.no_grad():
            self.field.bias[:2] = -4.0

    def forward(self, pictures: Tensor) -> Tensor:
        """The field."""
        fine = self.fine(pictures / 64 - 2)
        coarse = self.coarse(fine)
        mid = self.wide(fine) + self.across(coarse)
        mid = self.mid(mid) + mid
        deep = self.down(mid)
        for one in self.deep:
            deep = one(deep) + deep
        mid = self.join(doubled(self.rise(deep)) + mid)
        fine = self.widen(fine + doubled(self.lift(coarse))) + doubled(self.rise_again(mid))
        return self.field(self.last(fine) + fine)


class Dilated(nn.Sequential):
    """A convolution that looks twice as far."""

    def __init__(self, width: int) -> None:
        super().__init__(nn.Conv2d(width, width, 3, 1, 2, 2, bias=False), nn.BatchNorm2d(width), nn.ReLU(inplace=True))


def doubled(value: Tensor) -> Tensor:
    """Twice as many rows and columns."""
    return functional.interpolate(value, scale_factor=2.0, mode="nearest")


def _heat(answer: Tensor, wanted: Tensor) -> Tensor:
    """Cross entropy of a heat, focused a little on what is told wrongly."""
    asked = (wanted >= 0).float()
    aim = wanted.clamp(min=0)
    wrong = functional.binary_cross_entropy_with_logits(answer, aim, reduction="none")
    with torch.no_grad():
        focus = (torch.sigmoid(answer) - aim).abs().clamp(min=0.05)
    return (wrong * asked * focus * (1 + aim)).sum() / (aim.sum() + 20)


def loss_of(answer: Tensor, wanted: Tensor) -> tuple[Tensor, dict[str, float]]:
    """All that is asked of an answer, and its parts."""
    upper = _heat(answer[:, 0], wanted[:, 0])
    sides = _heat(answer[:, 1], wanted[:, 1])
    there = wanted[:, 0] == 1
    said = answer.permute(0, 2, 3, 1)[there]
    aim = wanted.permute(0, 2, 3, 1)[there]
    if not len(said):
        return upper + 0.3 * sides, {"upper": upper.item()}
    times = torch.exp(aim[:, tray.SIZE : tray.SIZE + 1])  # offsets count in sides of the die
    place = (said[:, 2:4] - aim[:, 2:4]) * (REACH / NATURAL_SIDE) / times
    size = said[:, 4:5] - aim[:, 4:5]
    edges = said[:, 5:9] - aim[:, 5:9]
    lean = said[:, 9:11] - aim[:, 9:11]
    smooth = functional.smooth_l1_loss
    apart = torch.cat([2 * place, 2 * size, 0.7 * edges, 1.5 * lean], 1)
    measured = smooth(apart, torch.zeros_like(apart), beta=0.08, reduction="none").sum(1).mean()
    off = torch.cat([place, size, 0.5 * edges, 0.5 * lean], 1).detach().pow(2).sum(1).add(1e-5).sqrt()
    spread = said[:, tray.SPREAD].clamp(-5, 1)
    trusted = (off / spread.exp() + spread).mean()
    known = aim[:, tray.NUMBER : tray.COCKED].sum(1) > 0
    number = functional.cross_entropy(
        said[known, tray.NUMBER : tray.COCKED], aim[known, tray.NUMBER : tray.COCKED].argmax(1)
    )
    doubt = torch.zeros(())
    for channel in (tray.COCKED, tray.HIDDEN):
        asked = aim[:, channel] >= 0
        if asked.any():
            doubt = doubt + functional.binary_cross_entropy_with_logits(said[asked, channel], aim[asked, channel])
    total = 2 * upper + 0.5 * sides + measured + 0.1 * trusted + 0.7 * number + doubt
    return total, {
        "upper": upper.item(),
        "sides": sides.item(),
        "measured": measured.item(),
        "number": number.item(),
        "doubt": float(doubt.item()),
    }


def begun(start: Path | None, pictures: Tensor) -> TrayNetwork:
    """The network as ``start`` (.pt, or the .onnx beside the reader) left it, else as the finder begins it.

    Args:
        pictures: (n, 3, h, w) some of what comes: they tell the spread of every layer of a written network.
    """
    finder = Finder()
    if start is None:
        resume_onnx(finder, str(files("vision.networks.dice") / "finder.onnx"), pictures)
        return TrayNetwork(finder)
    network = TrayNetwork(finder)
    if start.suffix == ".onnx":
        resume_onnx(network, str(start), pictures)
    else:
        network.load_state_dict(torch.load(start))
    return network


def learn(
    trays: Trays, minutes: float, rate: float, seed: int, start: Path | None, out: Path, size: int
) -> TrayNetwork:
    """Train for so long and return the averaged network, which is kept every five minutes."""
    torch.manual_seed(seed)
    rng = np.random.default_rng(seed)
    some = torch.from_numpy(np.stack([case(*trays.any(rng), rng)[0] for _ in range(160)]).astype(np.float32))
    network: TrayNetwork = begun(start, some).to(memory_format=torch.channels_last)
    mean: TrayNetwork = copy.deepcopy(network)
    best = torch.optim.AdamW(network.parameters(), lr=rate, weight_decay=0.01)
    began, step, kept, recent = time.monotonic(), 0, 0.0, []
    while (share := (time.monotonic() - began) / (60 * minutes)) < 1:
        cases = [case(*trays.any(rng), rng) for _ in range(size)]
        pictures = torch.from_numpy(np.stack([one[0] for one in cases]).astype(np.float32))
        wanted = torch.from_numpy(np.stack([one[1] for one in cases]))
        if step % 200 == 199:
            trays.look_again()
        warm = min(1.0, (step + 1) / 100)
        for group in best.param_groups:
            group["lr"] = rate * warm * (0.02 + 0.98 * 0.5 * (1 + np.cos(np.pi * share)))
        network.train()
        with torch.autocast("cpu", torch.bfloat16):  # half as fast again on a processor that knows it
            answer = network(pictures.contiguous(memory_format=torch.channels_last))
        loss, parts = loss_of(answer.float(), wanted)
        best.zero_grad()
        loss.backward()
        nn.utils.clip_grad_norm_(network.parameters(), 2.0)
        best.step()
        step += 1
        average_in(mean, network, min(0.995, step / (step + 10)))
        recent.append(parts)
        if step % 50 == 0:
            line = "  ".join(
                f"{name} {np.mean([part[name] for part in recent if name in part]):.3f}" for name in recent[-1]
            )
            pace = step * size / (time.monotonic() - began)
            print(f"{step:6d} {share:4.0%}  {line}  {pace:.0f} parts/s of {len(trays.names)}", flush=True)
            recent = []
        if time.monotonic() - kept > 300:
            kept = time.monotonic()
            torch.save(mean.state_dict(), out.with_suffix(".pt"))
    return mean


def write(network: TrayNetwork, path: Path) -> None:
    """Write it as ONNX for pictures of any size, normalisation folded in."""
    write_onnx(network.to(memory_format=torch.contiguous_format), path, (1, 3, 128, 128), "picture", ("field",), {})


def main() -> None:
    """Command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--minutes", type=float, default=60.0)
    parser.add_argument("--rate", type=float, default=3e-3)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--size", type=int, default=24)
    parser.add_argument("--resume", type=Path)
    parser.add_argument("--out", type=Path, required=True)
    arguments = parser.parse_args()
    torch.set_num_threads(1)
    cv2.setNumThreads(1)
    network = learn(
        Trays(arguments.folder),
        arguments.minutes,
        arguments.rate,
        arguments.seed,
        arguments.resume,
        arguments.out,
        arguments.size,
    )
    torch.save(network.state_dict(), arguments.out.with_suffix(".pt"))
    write(network, arguments.out)


if __name__ == "__main__":
    main()

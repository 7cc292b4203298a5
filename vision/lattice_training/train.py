"""Teach the network from rendered examples: ``python -m vision.lattice_training.train FOLDER --out lattice.onnx``."""

from __future__ import annotations

import argparse
import copy
import time
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import torch
from torch.nn import functional

from vision.lattice_training.network import build, forward
from vision.lattice_training.onnx_file import write_onnx
from vision.lattice_training.targets import UNIT_PX, targets_of

SIZE = 256
BATCH = 12
TILE_PX = (12.0, 62.0)  # the sizes at which tiles are shown


def crop(path: Path, rng: np.random.Generator) -> tuple[Any, Any]:
    """A random part of an example, turned, scaled, mirrored and recoloured: (256, 256, 3) uint8 and its targets."""
    image = cv2.imread(str(path.with_suffix(".png")))
    quads = np.load(path)
    size = np.sqrt(np.abs(np.cross(quads[0, 2] - quads[0, 0], quads[0, 3] - quads[0, 1])) / 2)
    wanted = np.exp(rng.uniform(np.log(TILE_PX[0]), np.log(TILE_PX[1])))
    scale = float(np.clip(wanted / max(size, 1.0), 0.45, 1.5))
    angle = rng.uniform(0, 2 * np.pi)
    middle = quads[rng.integers(len(quads))].mean(axis=0) if rng.random() < 0.9 else rng.uniform(0, 480, 2)
    spin = np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]]) * scale
    if rng.random() < 0.5:
        spin[:, 0] *= -1
    move = np.array([SIZE / 2, SIZE / 2]) + rng.uniform(-SIZE / 3, SIZE / 3, 2) - spin @ middle
    method = cv2.INTER_AREA if scale < 0.7 else cv2.INTER_LINEAR
    if scale < 0.7:
        image = cv2.GaussianBlur(image, (0, 0), 0.35 / scale)
    border = int(rng.choice([cv2.BORDER_CONSTANT, cv2.BORDER_REFLECT_101, cv2.BORDER_REPLICATE]))
    affine = np.column_stack([spin, move])
    view = cv2.warpAffine(image, affine, (SIZE, SIZE), flags=method, borderMode=border)
    if border == cv2.BORDER_REFLECT_101:
        view = cv2.warpAffine(image, affine, (SIZE, SIZE), flags=method, borderMode=cv2.BORDER_CONSTANT)
    quads = (quads @ spin.T + move).astype(np.float32)
    if np.linalg.det(spin) < 0:
        quads = quads[:, [1, 0, 3, 2]]
    return recoloured(view, rng), targets_of(quads, SIZE)


def recoloured(view: Any, rng: np.random.Generator) -> Any:
    """Other light, other inks, a little noise."""
    values = view.astype(np.float32)
    if rng.random() < 0.25:
        values = values[..., rng.permutation(3)]
    if rng.random() < 0.1:
        values = np.repeat(values.mean(axis=-1, keepdims=True), 3, axis=-1)
    values = 255 * np.clip(values / 255, 0, 1) ** rng.uniform(0.7, 1.4)
    values = values * rng.uniform(0.7, 1.25) * rng.uniform(0.85, 1.15, 3) + rng.normal(0, 4, 3)
    values += rng.normal(0, rng.uniform(0, 6), values.shape)
    return np.clip(values, 0, 255).astype(np.uint8)


def loss_of(answer: Any, wanted: Any) -> tuple[Any, dict[str, float]]:
    """What is wrong with an answer, and its parts."""
    tile = wanted[:, :1]
    mask = functional.binary_cross_entropy_with_logits(answer[:, :1], tile)
    many = tile.sum() + 1.0
    middle = (functional.smooth_l1_loss(answer[:, 1:3], wanted[:, 1:3], reduction="none", beta=0.1) * tile).sum() / many
    log = (functional.smooth_l1_loss(answer[:, 3:6], wanted[:, 3:6], reduction="none", beta=0.1) * tile).sum() / many
    turn = (functional.smooth_l1_loss(answer[:, 6:8], wanted[:, 6:8], reduction="none", beta=0.2) * tile).sum() / many
    parts = {"mask": mask.item(), "middle": middle.item(), "log": log.item(), "turn": turn.item()}
    return mask + middle + log + 0.5 * turn, parts


def main() -> None:
    """Train for a number of steps, saving as it goes."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--steps", type=int, default=8000)
    parser.add_argument("--rate", type=float, default=2e-3)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--resume", type=Path)
    arguments = parser.parse_args()
    torch.manual_seed(arguments.seed)
    torch.set_num_threads(1)
    cv2.setNumThreads(1)
    rng = np.random.default_rng(arguments.seed)
    net = build()
    if arguments.resume:
        net.load_state_dict(torch.load(arguments.resume))
    mean = copy.deepcopy(net)
    optimiser = torch.optim.AdamW(net.parameters(), lr=arguments.rate, weight_decay=1e-4)
    schedule = torch.optim.lr_scheduler.OneCycleLR(optimiser, arguments.rate, arguments.steps + 1, pct_start=0.05)
    began = time.monotonic()
    paths: list[Path] = []
    recent: list[dict[str, float]] = []
    for step in range(arguments.steps):
        if step % 200 == 0:
            paths = sorted(arguments.folder.glob("*.npy"))
        picked = [crop(paths[index], rng) for index in rng.integers(0, len(paths), BATCH)]
        pictures = torch.from_numpy(np.stack([one[0] for one in picked]).transpose(0, 3, 1, 2).astype(np.float32))
        wanted = torch.from_numpy(np.stack([one[1] for one in picked]))
        net.train()
        loss, parts = loss_of(forward(net, pictures / 64 - 2), wanted)
        optimiser.zero_grad()
        loss.backward()
        torch.nn.utils.clip_grad_norm_(net.parameters(), 1.0)
        optimiser.step()
        schedule.step()
        recent.append(parts)
        with torch.no_grad():  # the average of recent weights is steadier than any of them
            keep = min(0.998, step / (step + 20))
            for ours, theirs in zip(mean.state_dict().values(), net.state_dict().values(), strict=True):
                if ours.dtype.is_floating_point:
                    ours.mul_(keep).add_(theirs, alpha=1 - keep)
                else:
                    ours.copy_(theirs)
        if (step + 1) % 100 == 0:
            shown = {name: round(float(np.mean([one[name] for one in recent])), 3) for name in parts}
            print(step + 1, len(paths), shown, f"{time.monotonic() - began:.0f} s", flush=True)
            recent.clear()
        if (step + 1) % 500 == 0 or step + 1 == arguments.steps:
            torch.save(mean.state_dict(), arguments.out.with_suffix(".pt"))
            write_onnx(copy.deepcopy(mean), str(arguments.out))
    print(f"a unit is {UNIT_PX} px")


if __name__ == "__main__":
    main()

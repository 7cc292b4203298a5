"""Teach the field's network: ``python -m tools.training.tile_field.train SHARDS --out weights.onnx``."""

from __future__ import annotations

import argparse
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import cv2
import numpy as np
import torch
from torch import Tensor, nn
from torch.nn import functional
from torch.optim.swa_utils import AveragedModel, get_ema_multi_avg_fn

from tools.training.tile_field.network import build, forward, write
from tools.training.tile_field.targets import field_of, mirrored, transposed

CROP = 256
BATCH = 16
MASK_WEIGHT = 4.0
WEIGHTS = torch.tensor([4.0, 4.0, 1.5, 1.0, 1.0, 3.0, 3.0]).view(1, 7, 1, 1)  # of channels 1 to 7


class TableShards:
    """Drawn photographs in a folder; :meth:`look_again` takes up those that were drawn meanwhile."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.parts: dict[str, tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray]] = {}
        self.look_again()

    def look_again(self) -> None:
        """Take up new shards."""
        for path in sorted(self.folder.glob("field-*.npy")):
            if path.name not in self.parts:
                truth = np.load(path.with_suffix(".npz"))
                pictures = np.load(path, mmap_mode="r")
                self.parts[path.name] = (pictures, truth["corners"].astype(float), truth["starts"], truth["hidden"])
        self.names = [(name, k) for name, part in self.parts.items() for k in range(len(part[0]))]

    def crop(self, rng: np.random.Generator) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """A crop (256, 256, 3) uint8, its field (8, 64, 64) and which of its pixels count (64, 64)."""
        name, number = self.names[rng.integers(len(self.names))]
        pictures, corners, starts, hidden = self.parts[name]
        tiles = corners[starts[number] : starts[number + 1]]
        side = pictures.shape[1]
        left, top = (int(n) * 4 for n in rng.integers(0, (side - CROP) // 4 + 1, 2))
        if len(tiles) and rng.random() < 0.8:
            wanted = tiles[rng.integers(len(tiles))].mean(axis=0) - rng.uniform(0.1, 0.9, 2) * CROP
            left, top = (int(n) // 4 * 4 for n in np.clip(wanted, 0, side - CROP))
        picture = pictures[number, top : top + CROP, left : left + CROP]
        counts = hidden[number, top // 4 : (top + CROP) // 4, left // 4 : (left + CROP) // 4] == 0
        return turned(picture, tiles - (left, top), counts, rng)


def turned(
    picture: np.ndarray, tiles: np.ndarray, counts: np.ndarray, rng: np.random.Generator
) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """The crop turned and mirrored at random, in other light, with its truth."""
    if rng.random() < 0.5:
        picture, counts, tiles = picture.transpose(1, 0, 2), counts.T, transposed(tiles)
    if rng.random() < 0.5:
        picture, counts, tiles = picture[:, ::-1], counts[:, ::-1], mirrored(tiles, CROP)
    if rng.random() < 0.5:
        upside = transposed(mirrored(transposed(tiles), CROP))
        picture, counts, tiles = picture[::-1], counts[::-1], upside
    field, left_out = field_of(tiles, (CROP, CROP))
    counts = (counts | (field[0] == 0)) & ~left_out  # what stands before the bare table is none of the map's
    return relit(picture, rng), field, counts


def relit(picture: np.ndarray, rng: np.random.Generator) -> np.ndarray:
    """More variety of light than was drawn: gains, gamma, swapped colours or none, sharpening, less detail."""
    table = np.arange(256, dtype=np.float32)[:, None] / 255
    gains = 2 ** rng.normal(0, 0.25) * (1 + rng.normal(0, 0.08, 3))
    curve = np.clip(table ** np.exp(rng.normal(0, 0.2)) * gains + rng.normal(0, 0.03), 0, 1) * 255
    picture = cv2.LUT(np.ascontiguousarray(picture), curve.astype(np.uint8)[None])
    choice = rng.random()
    if choice < 0.06:
        picture = picture[..., rng.permutation(3)]
    elif choice < 0.12:
        picture = np.repeat(picture.mean(axis=2, keepdims=True).astype(np.uint8), 3, axis=2)
    elif choice < 0.22:
        soft = cv2.GaussianBlur(picture, (0, 0), 1.0)
        strength = rng.uniform(-0.6, 1.0)
        picture = cv2.addWeighted(picture, 1 + strength, soft, -strength, 0)
    return picture


def batch_of(shards: TableShards, rng: np.random.Generator, count: int = BATCH) -> tuple[Tensor, Tensor, Tensor]:
    """Pictures, fields and what counts, ready for the network."""
    pictures, fields, counts = zip(*(shards.crop(rng) for _ in range(count)), strict=True)
    stacked = torch.from_numpy(np.stack(pictures)).permute(0, 3, 1, 2)  # stays in channels-last order
    return (
        stacked.to(torch.bfloat16).sub_(127.5).div_(64),
        torch.from_numpy(np.stack(fields)),
        torch.from_numpy(np.stack(counts)),
    )


def loss_of(answer: Tensor, fields: Tensor, counts: Tensor) -> tuple[Tensor, Tensor]:
    """The loss of the mask and that of what is told of the tiles."""
    wrong = functional.binary_cross_entropy_with_logits(answer[:, 0], fields[:, 0], reduction="none")[counts]
    on_tile = ((fields[:, 0] > 0) & counts)[:, None]
    aim = fields[:, 1:]
    apart = functional.smooth_l1_loss(answer[:, 1:], aim, reduction="none", beta=0.05) * WEIGHTS
    sides = torch.exp2(fields[:, 3:4])  # in units of 32 px: offsets are judged in sides of the tile
    apart = torch.cat([apart[:, :2] / sides.clamp(0.3, 3), apart[:, 2:]], 1)
    distance = (apart * on_tile).sum() / on_tile.sum().clamp(min=1)
    return MASK_WEIGHT * wrong.mean(), distance


def learn(shards: TableShards, minutes: float, rate: float, seed: int, start: Path | None, out: Path) -> nn.ModuleDict:
    """Train for so long and return the averaged network; new shards are taken up as they come."""
    torch.manual_seed(seed)
    rng = np.random.default_rng(seed)
    network = build().to(memory_format=torch.channels_last)
    if start is not None:
        network.load_state_dict(torch.load(start))
    mean = AveragedModel(network, multi_avg_fn=get_ema_multi_avg_fn(0.998), use_buffers=True)
    best = torch.optim.AdamW(network.parameters(), lr=rate, weight_decay=0.02)
    began, step = time.monotonic(), 0
    with ThreadPoolExecutor(1) as ahead:
        coming = ahead.submit(batch_of, shards, rng)
        while (share := (time.monotonic() - began) / (60 * minutes)) < 1:
            pictures, fields, counts = coming.result()
            if step % 200 == 199:
                shards.look_again()
            coming = ahead.submit(batch_of, shards, rng)
            warm = min(1.0, (step + 1) / 200)
            for group in best.param_groups:
                group["lr"] = rate * warm * (0.02 + 0.98 * 0.5 * (1 + np.cos(np.pi * share)))
            with torch.autocast("cpu", torch.bfloat16):
                answer = forward(network.train(), pictures)
            mask, parts = loss_of(answer.float(), fields, counts)
            best.zero_grad()
            (mask + parts).backward()
            nn.utils.clip_grad_norm_(network.parameters(), 2.0)
            best.step()
            mean.update_parameters(network)
            step += 1
            if step % 100 == 0:
                pace = step * BATCH / (time.monotonic() - began)
                print(
                    f"{step:6d} {100 * share:5.1f} %  mask {mask.item():.3f}  told {parts.item():.3f}  "
                    f"{pace:.0f} crops a second of {len(shards.names)}",
                    flush=True,
                )
            if step % 1000 == 0:
                torch.save(mean.module.state_dict(), out.with_suffix(".pt"))
    return mean.module


def main() -> None:
    """Command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("shards", type=Path)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--minutes", type=float, default=60)
    parser.add_argument("--rate", type=float, default=3e-3)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--start", type=Path, help="a .pt that an earlier training left beside its weights")
    parser.add_argument("--threads", type=int, default=1)
    chosen = parser.parse_args()
    torch.set_num_threads(chosen.threads)
    cv2.setNumThreads(1)
    network = learn(TableShards(chosen.shards), chosen.minutes, chosen.rate, chosen.seed, chosen.start, chosen.out)
    torch.save(network.state_dict(), chosen.out.with_suffix(".pt"))
    write(network, chosen.out)


if __name__ == "__main__":
    main()

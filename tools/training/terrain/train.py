"""Teach the reader from rendered shards: ``python -m tools.training.terrain.train SHARDS --out weights.onnx``."""

from __future__ import annotations

import argparse
import copy
import json
import time
from pathlib import Path

import numpy as np
import torch
from torch import Tensor, nn
from torch.nn import functional

from tools.training.terrain.hardships import Hardships, HardTable
from tools.training.terrain.lesson import TerrainLesson
from tools.training.terrain.network import build, forward, write
from tools.training.terrain.onnx_reader import read_onnx
from tools.training.terrain.symmetry import mirrored_columns, turned_columns
from tools.training.terrain.tile_shards import TileShards
from vision.tile_map.terrain.kinds import placements

TERRAIN_WEIGHT = 0.5
RARE = torch.tensor([1.0, 1.0, 1.5, 1.0, 4.0, 0.7])  # a shield covers few places


class Turner:
    """Turns and mirrors batches together with what they show."""

    def __init__(self) -> None:
        self.turned = [torch.from_numpy(turned_columns(quarters)) for quarters in range(4)]
        self.mirrored = torch.from_numpy(mirrored_columns())

    def __call__(self, crops: Tensor, columns: Tensor, terrain: Tensor, quarters: int) -> tuple[Tensor, Tensor, Tensor]:
        """The batch turned clockwise by ``quarters``, half of what has a mirror image mirrored."""
        flip = self.mirrored[columns] >= 0
        flip &= torch.rand(len(columns)) < 0.5
        crops, terrain, columns = crops.clone(), terrain.clone(), columns.clone()
        crops[flip] = crops[flip].flip(3)
        terrain[flip] = terrain[flip].flip(2)
        columns[flip] = self.mirrored[columns[flip]]
        return (
            torch.rot90(crops, -quarters, (2, 3)),
            self.turned[quarters][columns],
            torch.rot90(terrain, -quarters, (1, 2)),
        )


def tint(crops: Tensor) -> Tensor:
    """A little more variety of light than the shards hold: gains, offsets, now and then swapped or no colours."""
    count = len(crops)
    crops = crops * (1 + 0.12 * torch.randn(count, 3, 1, 1)) + 0.12 * torch.randn(count, 3, 1, 1)
    gray = torch.rand(count) < 0.04
    crops[gray] = crops[gray].mean(1, keepdim=True)
    swapped = torch.rand(count) < 0.04
    crops[swapped] = crops[swapped][:, torch.randperm(3)]
    return crops


def batch_of(
    shards: TileShards, numbers: np.ndarray, turner: Turner, table: HardTable | None = None
) -> tuple[Tensor, Tensor, Tensor]:
    """A batch ready for the network, under the hardships of ``table``; each quarter of it is turned another way."""
    crops, columns, terrain = (torch.from_numpy(np.ascontiguousarray(part)) for part in shards.take(numbers))
    crops = crops.permute(0, 3, 1, 2).float() / 64 - 2
    if table is not None:
        crops = table(crops)
    quarter = -(-len(columns) // 4)
    turned = [
        turner(
            crops[i * quarter : (i + 1) * quarter],
            columns[i * quarter : (i + 1) * quarter],
            terrain[i * quarter : (i + 1) * quarter].long(),
            i,
        )
        for i in range(4)
    ]
    crops, columns, terrain = (torch.cat(parts) for parts in zip(*turned, strict=True))
    return tint(crops), columns, terrain


def learn(
    shards: TileShards, lesson: TerrainLesson, tests: dict[str, TileShards], start: dict[str, Tensor] | None = None
) -> nn.ModuleDict:
    """Teach a network, from ``start`` or from nothing, and return its average over the last batches."""
    torch.manual_seed(lesson.seed)
    order = np.random.default_rng(lesson.seed)
    network = build(len(placements()) + 1, lesson.width).to(memory_format=torch.channels_last)
    if start is not None:
        network.load_state_dict(_grown(start, network.state_dict()), strict=False)
    mean = copy.deepcopy(network).eval()
    best = torch.optim.AdamW(network.parameters(), lr=lesson.rate, weight_decay=0.02)
    turner, table, began = Turner(), HardTable(Hardships().eased(lesson.hardships)), time.monotonic()
    for step in range(lesson.steps):
        for group in best.param_groups:
            group["lr"] = lesson.rate_at(step)
        hard = table if lesson.is_hard(step) else None
        crops, columns, terrain = batch_of(shards, shards.draw(lesson.batch, order), turner, hard)
        loss = stepped(network, best, crops, columns, terrain)
        follow(mean, network, min(0.999, (step + 1) / (step + 10)))
        if step % 100 == 99:
            pace = (step + 1) * lesson.batch / (time.monotonic() - began)
            print(f"{step + 1:6d}  loss {float(loss.detach()):.3f}  {pace:.0f} pictures a second", flush=True)
        if step % 2000 == 1999 or step == lesson.steps - 1:
            _tell(mean, tests)
    return mean


def stepped(
    network: nn.ModuleDict, best: torch.optim.Optimizer, crops: Tensor, columns: Tensor, terrain: Tensor
) -> Tensor:
    """One step of a lesson on a batch; returns the loss of what it takes the tiles for."""
    with torch.autocast("cpu", torch.bfloat16, enabled=torch.cpu._is_avx512_bf16_supported()):  # ten times as slow else
        answer, ground = forward(network.train(), crops.contiguous(memory_format=torch.channels_last))
        loss = functional.cross_entropy(answer.float(), columns, label_smoothing=0.02)
        total = loss + TERRAIN_WEIGHT * functional.cross_entropy(ground.float(), terrain, weight=RARE)
    best.zero_grad()
    total.backward()
    nn.utils.clip_grad_norm_(network.parameters(), 2.0)
    best.step()
    return loss


def _tell(network: nn.ModuleDict, tests: dict[str, TileShards]) -> None:
    for name, test in tests.items():
        figures = "  ".join(f"{what} {value:.3f}" for what, value in measure(network, test).items())
        print(f"        {name:10s} {figures}", flush=True)


def _weights(path: Path, shards: TileShards, width: int) -> dict[str, Tensor]:
    """What to go on from. A file of ONNX has lost its normalisation, which 512 pictures give back."""
    if path.suffix != ".onnx":
        weights: dict[str, Tensor] = torch.load(path)
        return weights
    crops, _, _ = batch_of(shards, np.linspace(0, len(shards) - 1, 512).astype(np.int64), Turner())
    return dict(read_onnx(path, crops, width).state_dict())


def _grown(start: dict[str, Tensor], wanted: dict[str, Tensor]) -> dict[str, Tensor]:
    """Weights to go on from, fitted to a network whose answer may look at more than the one they come from."""
    short = wanted["answer.weight"].shape[1] - start["answer.weight"].shape[1]
    return {**start, "answer.weight": functional.pad(start["answer.weight"], (0, short))}


def follow(mean: nn.ModuleDict, network: nn.ModuleDict, keep: float) -> None:
    """Move each weight of ``mean`` towards that of ``network`` by what is not kept."""
    with torch.no_grad():
        for slow, fast in zip(mean.state_dict().values(), network.state_dict().values(), strict=True):
            if slow.dtype.is_floating_point:
                slow.lerp_(fast, 1 - keep)
            else:
                slow.copy_(fast)


def logits(network: nn.ModuleDict, crops: np.ndarray, turns: int = 1) -> Tensor:
    """Mean logits (n, columns) over ``turns`` ways of holding the crops (n, 64, 64, 3) uint8."""
    inputs = torch.from_numpy(np.ascontiguousarray(crops)).permute(0, 3, 1, 2).float() / 64 - 2
    with torch.no_grad():
        total = sum(
            forward(network.eval(), torch.rot90(inputs, -q, (2, 3)))[0][:, torch.from_numpy(turned_columns(q))]
            for q in range(turns)
        )
    return total / turns


def measure(network: nn.ModuleDict, test: TileShards, turns: int = 1, most: int = 2400) -> dict[str, float]:
    """Shares of tiles of the base game named right first and among three (kinds of the base game only are allowed),
    of all tiles right among all kinds, and of "not a tile" told from tiles."""
    crops, columns, _ = test.take(np.arange(min(most, len(test))))
    found = torch.cat([logits(network, crops[i : i + 200], turns) for i in range(0, len(crops), 200)]).numpy()
    places = placements()
    base = np.array([place.kind.in_base_game for place in places])
    tile = columns < len(places)
    ours = tile & np.append(base, False)[columns]
    among = np.argsort(-np.where(np.append(base, False), found, -np.inf)[ours], 1)[:, :3]
    first = found.argmax(1)
    return {
        "first": float((among[:, 0] == columns[ours]).mean()),
        "three": float((among == columns[ours][:, None]).any(1).mean()),
        "all": float((first[tile] == columns[tile]).mean()),
        "nothing": float((first[~tile] == len(places)).mean()),
        "false_nothing": float((first[tile] == len(places)).mean()),
    }


def main() -> None:
    """Command line; the held-out folders are only measured."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folders", type=Path, nargs="+", help="folders of shards to learn from")
    parser.add_argument("--shares", type=float, nargs="+", help="how much of a batch comes from each folder")
    parser.add_argument("--tests", type=Path, nargs="*", default=[], help="folders that are only measured")
    for name in ("steps", "batch", "width", "seed"):
        parser.add_argument(f"--{name}", type=int, default=getattr(TerrainLesson(), name))
    parser.add_argument("--rate", type=float, default=TerrainLesson().rate)
    parser.add_argument("--start", type=Path, help="weights (.pt or .onnx) to go on from")
    parser.add_argument(
        "--hardships",
        type=float,
        nargs="?",
        const=1.0,
        default=0.0,
        help="put on what printed art and real tables do to a crop; a factor on how often",
    )
    parser.add_argument(
        "--plain-end",
        type=float,
        default=TerrainLesson().plain_end,
        help="share of batches at the end without hardships",
    )
    parser.add_argument("--out", type=Path, required=True, help="weights.onnx; a .pt and a .json go beside it")
    chosen = parser.parse_args()
    torch.set_num_threads(1)
    shards = TileShards(chosen.folders, chosen.shares)
    start = _weights(chosen.start, shards, chosen.width) if chosen.start else None
    tests = {folder.name: TileShards([folder]) for folder in chosen.tests}
    lesson = TerrainLesson(**{name: getattr(chosen, name) for name in TerrainLesson.__dataclass_fields__})
    network = learn(shards, lesson, tests, start)
    torch.save(network.state_dict(), chosen.out.with_suffix(".pt"))
    names = [place.name for place in placements()]
    write(network, chosen.out)
    chosen.out.with_suffix(".json").write_text(json.dumps({"columns": names}))


if __name__ == "__main__":
    main()

"""Teach the network that is shown what a follower hides:
``python -m tools.training.terrain.beneath SHARDS --start weights.onnx --out beneath.onnx``.

It goes on from the weights of the network that looks at bare tiles as well, with a fourth channel: 255 where somebody
hides the tile, 0 elsewhere (:mod:`tools.training.terrain.somebody` draws both). What is painted elsewhere on the tile
must tell, and where that leaves kinds open, it must say so.
"""

from __future__ import annotations

import argparse
import copy
import time
from pathlib import Path

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn
from torch.nn import functional

from tools.training.onnx_file import weights_of
from tools.training.terrain.hardships import Hardships, HardTable
from tools.training.terrain.lesson import TerrainLesson
from tools.training.terrain.network import build, write
from tools.training.terrain.onnx_reader import read_onnx
from tools.training.terrain.train import Turner, follow, stepped, tint
from vision.tile_map.terrain.kinds import placements

INSIDE = 4
LESSON = TerrainLesson(steps=900, batch=96, rate=7e-4, hardships=0.5)


class HiddenShards:
    """What :mod:`tools.training.terrain.somebody` wrote into some folders.

    Raises:
        ValueError: if there is nothing.
    """

    def __init__(self, folders: list[Path]) -> None:
        names = sorted(path for folder in folders for path in folder.glob("hidden-*.npy"))
        if not names:
            raise ValueError(f"no shards in {folders}")
        self.crops, self.columns, self.terrain, self.hidden = (
            np.concatenate([np.load(path.with_name(path.name.replace("hidden", part))) for path in names])
            for part in ("crops", "columns", "terrain", "hidden")
        )

    def __len__(self) -> int:
        return len(self.columns)

    def pictures(self, numbers: NDArray[np.int64]) -> Tensor:
        """(n, 3, 64, 64) crops, about -2 to 2."""
        return torch.from_numpy(self.crops[numbers]).permute(0, 3, 1, 2).float() / 64 - 2

    def batch(
        self, numbers: NDArray[np.int64], turner: Turner, table: HardTable | None = None
    ) -> tuple[Tensor, Tensor, Tensor]:
        """A batch (n, 4, 64, 64) ready for the network with columns and terrain, each quarter turned another way."""
        crops = self.pictures(numbers)
        hidden = torch.from_numpy(self.hidden[numbers])[:, None].float() / 64 - 2
        both = torch.cat([tint(crops if table is None else table(crops)), hidden], 1)
        columns = torch.from_numpy(self.columns[numbers].astype(np.int64))
        terrain = torch.from_numpy(self.terrain[numbers]).long()
        parts = [np.arange(turn, len(numbers), 4) for turn in range(4)]
        turned = [turner(both[part], columns[part], terrain[part], turn) for turn, part in enumerate(parts)]
        crops, columns, terrain = (torch.cat(part) for part in zip(*turned, strict=True))
        return crops, columns, terrain


def begun_from(path: Path, shards: HiddenShards, width: int) -> nn.ModuleDict:
    """The network of a file: one that looks at three channels is so grown that the fourth says nothing yet."""
    some = np.linspace(0, len(shards) - 1, 512).astype(np.int64)
    inside = weights_of(path)["stem.weight"].shape[1]
    if inside == INSIDE:
        return read_onnx(path, shards.batch(some, Turner())[0], width)
    before = read_onnx(path, shards.pictures(some), width).state_dict()
    before["stem.weight"] = functional.pad(before["stem.weight"], (0, 0, 0, 0, 0, 1))
    network = build(len(placements()) + 1, width, INSIDE)
    network.load_state_dict(before)
    return network


def learn(shards: HiddenShards, lesson: TerrainLesson, network: nn.ModuleDict) -> nn.ModuleDict:
    """Teach a network and return its average over the last batches."""
    torch.manual_seed(lesson.seed)
    order = np.random.default_rng(lesson.seed)
    mean = copy.deepcopy(network).eval()
    best = torch.optim.AdamW(network.parameters(), lr=lesson.rate, weight_decay=0.02)
    turner, began = Turner(), time.monotonic()
    table = HardTable(Hardships(figure=0.0).eased(lesson.hardships))
    for step in range(lesson.steps):
        for group in best.param_groups:
            group["lr"] = lesson.rate_at(step)
        hard = table if lesson.is_hard(step) else None
        crops, columns, terrain = shards.batch(order.integers(0, len(shards), lesson.batch), turner, hard)
        loss = stepped(network, best, crops, columns, terrain)
        follow(mean, network, min(0.995, (step + 1) / (step + 10)))
        if step % 50 == 49:
            pace = (step + 1) * lesson.batch / (time.monotonic() - began)
            print(f"{step + 1:6d}  loss {float(loss.detach()):.3f}  {pace:.0f} pictures a second", flush=True)
    return mean


def main() -> None:
    """Command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folders", type=Path, nargs="+", help="of shards")
    parser.add_argument(
        "--start", type=Path, required=True, help="weights.onnx of the network for bare tiles, or of one like this"
    )
    parser.add_argument("--out", type=Path, required=True)
    for name in ("steps", "batch", "width", "seed"):
        parser.add_argument(f"--{name}", type=int, default=getattr(LESSON, name))
    for name in ("rate", "hardships", "plain_end"):
        parser.add_argument(f"--{name.replace('_', '-')}", type=float, default=getattr(LESSON, name))
    chosen = parser.parse_args()
    torch.set_num_threads(1)
    lesson = TerrainLesson(**{name: getattr(chosen, name) for name in TerrainLesson.__dataclass_fields__})
    shards = HiddenShards(chosen.folders)
    network = learn(shards, lesson, begun_from(chosen.start, shards, lesson.width))
    write(network, chosen.out)


if __name__ == "__main__":
    main()

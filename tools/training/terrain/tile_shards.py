"""Rendered pictures as they lie on disk: shards of several folders, mixed by share."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import numpy as np


class TileShards:
    """Rendered pictures on disk, drawn in random order, each folder's as often as its share says.

    Args:
        folders: of shards, one for each family or group of families.
        shares: how much of a batch is drawn from each, in any unit; all alike without.

    Raises:
        ValueError: if a folder holds no pictures, or not every folder has a share above 0.
    """

    def __init__(self, folders: Sequence[Path], shares: Sequence[float] | None = None) -> None:
        self._shares = np.asarray(shares or [1.0] * len(folders), np.float64)
        if len(self._shares) != len(folders) or not (self._shares > 0).all():
            raise ValueError(f"shares of {len(folders)} folders, each above 0, are wanted, not {shares}")
        names = sorted(path for folder in folders for path in folder.glob("crops-*.npy"))
        self.parts = [
            tuple(
                np.load(path.with_name(path.name.replace("crops", part)), mmap_mode="r")
                for part in ("crops", "columns", "terrain")
            )
            for path in names
        ]
        self.starts = np.cumsum([0] + [len(part[1]) for part in self.parts])
        self._numbers = [
            np.concatenate(
                [np.arange(*self.starts[w : w + 2]) for w, path in enumerate(names) if path.parent == folder]
            )
            for folder in folders
        ]

    def draw(self, count: int, rng: np.random.Generator) -> np.ndarray:
        """Numbers of ``count`` pictures in any order, each folder's as many as its share but for one."""
        ends = np.rint(count * np.cumsum(self._shares) / self._shares.sum()).astype(int)
        drawn = [
            rng.choice(numbers, share) for numbers, share in zip(self._numbers, np.diff(ends, prepend=0), strict=True)
        ]
        return rng.permutation(np.concatenate(drawn))

    def __len__(self) -> int:
        return int(self.starts[-1])

    def take(self, numbers: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """Crops (n, 64, 64, 3) uint8, columns (n,) and terrain (n, 32, 32) of the pictures with these numbers."""
        where = np.searchsorted(self.starts, numbers, side="right") - 1
        picked = [
            tuple(part[number - self.starts[w]] for part in self.parts[w])
            for number, w in zip(numbers, where, strict=True)
        ]
        crops, columns, terrain = zip(*picked, strict=True)
        return np.stack(crops), np.array(columns, np.int64), np.stack(terrain)

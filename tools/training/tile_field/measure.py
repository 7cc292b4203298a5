"""How well the field of drawn photographs is told: ``python -m tools.training.tile_field.measure``."""

from __future__ import annotations

import argparse
from collections.abc import Iterable
from dataclasses import dataclass, field

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.arrays import Float64Array
from tools.training.tile_field.tables import DrawnTable, photographs
from tools.training.tile_field.targets import centres, field_of
from vision.networks.tile_field.field import STEP, UNIT_PX, TileField, tile_field

FOUND = (0.15, 8.0, 0.25)  # sides off the centre, degrees, binary logarithm of the size
LEAST_PLACES = 4  # of the field, on a tile that is asked for


@dataclass(slots=True)
class FieldTally:
    """What was told and what is true, place by place and tile by tile."""

    logits: list[Float64Array] = field(default_factory=list)
    tiles: list[NDArray[np.bool_]] = field(default_factory=list)
    apart: list[Float64Array] = field(
        default_factory=list
    )  # (3, n): sides off the centre, degrees, logarithm of the size
    found: int = 0
    asked: int = 0

    def add(self, shot: DrawnTable) -> None:
        """One photograph more."""
        read_field = tile_field(shot.picture)
        truth, left_out = field_of(shot.corners.astype(np.float64), shot.picture.shape[:2])
        on_tile = truth[0] > 0
        counts = ~left_out & ~(on_tile & (shot.hidden > 0))
        self.logits.append(read_field.logit[counts])
        self.tiles.append(on_tile[counts])
        asked = on_tile & counts
        off = _apart(read_field, truth)
        self.apart.append(off[:, asked])
        rows, columns = np.nonzero(asked)
        middles = np.column_stack([columns, rows]) * STEP + (STEP - 1) / 2 + truth[1:3, rows, columns].T * UNIT_PX
        for middle in centres(shot.corners.astype(np.float64)):
            own = np.abs(middles - middle).max(axis=1, initial=0) < 1 if len(middles) else np.zeros(0, bool)
            if own.sum() < LEAST_PLACES:
                continue
            self.asked += 1
            seen = own & (read_field.logit[asked] > 0)
            near = seen.sum() >= 0.4 * own.sum() and (np.median(off[:, asked][:, seen], axis=1) < FOUND).all()
            self.found += int(near)

    def summary(self) -> dict[str, float]:
        """Average precision of the mask, recall and precision at logit 0, medians, tiles found and asked for."""
        logits, tiles = np.concatenate(self.logits), np.concatenate(self.tiles)
        ranked = tiles[np.argsort(-logits)]
        precision = np.cumsum(ranked) / np.arange(1, len(ranked) + 1)
        centre, turn, size = np.median(np.concatenate(self.apart, axis=1), axis=1)
        return {
            "average precision": float(precision[ranked].mean()),
            "recall": float((logits[tiles] > 0).mean()),
            "precision": float(tiles[logits > 0].mean()),
            "sides off the centre": float(centre),
            "degrees": float(turn),
            "size (log2)": float(size),
            "found": self.found,
            "asked": self.asked,
        }


def _apart(read_field: TileField, truth: NDArray[np.float32]) -> Float64Array:
    """(3, rows, columns) how far off the centre (sides), the turn (degrees) and the size (log2) are at each place."""
    side = UNIT_PX * 2 ** truth[3]
    rows, columns = np.indices(side.shape)
    x, y = (columns + 0.5) * STEP - 0.5 + truth[1] * UNIT_PX, (rows + 0.5) * STEP - 0.5 + truth[2] * UNIT_PX
    centre = np.hypot(read_field.centre[..., 0] - x, read_field.centre[..., 1] - y) / side
    turn = np.angle((read_field.turning / np.abs(read_field.turning)) ** 4 * (truth[4] - 1j * truth[5])) / 4
    return np.stack([centre, np.degrees(np.abs(turn)), np.abs(np.log2(read_field.side / side))])


def measure(shots: Iterable[DrawnTable]) -> dict[str, float]:
    """What the network in use tells of these photographs, see :meth:`Tally.summary`."""
    tally = FieldTally()
    for shot in shots:
        tally.add(shot)
    return tally.summary()


def main() -> None:
    """Command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seed", type=int, default=7000, help="below 100000: no training used it")
    parser.add_argument("--count", type=int, default=160)
    chosen = parser.parse_args()
    cv2.setNumThreads(1)
    for name, value in measure(photographs(chosen.count, chosen.seed)).items():
        print(f"{name:22s} {value:.3f}" if isinstance(value, float) else f"{name:22s} {value}")


if __name__ == "__main__":
    main()

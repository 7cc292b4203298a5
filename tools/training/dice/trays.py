"""Draw whole trays for the network that looks over a whole picture: ``python -m tools.training.dice.trays FOLDER``.

Half of them are plain dice on plain tables, since those are what people throw; the others are of any make, on boards,
prints, cards and stuffs, seen from any slant, alone, flush, cocked, and up to twenty together. With ``--doubtful`` many
dice of every other tray lean on something or are covered, beside others that stand level, and tables bear more cards.
With ``--stuffs`` most dice have a grain as large as their pips, and every other tray is seen from beside the table.
"""

from __future__ import annotations

import argparse
from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np

from tools.training.dice.examples import ANY, Mix, grounds, keep, possible
from tools.training.dice.textures import board, spotted, strewn, stuff
from vision.simulator.conditions import Surface
from vision.simulator.players.hands import Arm
from vision.simulator.scene import Ground
from vision.simulator.surfaces import ground

ODD = replace(
    ANY,
    sides=(12.0, 100.0),
    slant=(0.75, 20.0),
    clutter=(0, 0, 1, 2),
    resting=0.05,
    lies=(0.58, 0.16, 0.02, 0.04, 0.04, 0.16),
    odd=0.75,
    soft=0.35,
    tight=0.1,
)
PLAIN = replace(
    ODD, levels=(0.45, 0.45, 0.1), odd=0.15, glaring=0.2, noisy=0.1, soft=0.2, clutter=(0, 0, 0, 1), exposure=1.0
)
_DOUBTFUL = (0.36, 0.4, 0.03, 0.09, 0.02, 0.1)  # how dice lie where many of them lean or are covered
# Stuffs with a coarse grain, out of focus, small, and most of them from beside the table.
STUFFS = replace(
    ODD, sides=(12.0, 75.0), stuffs=0.75, soft=0.5, exposure=1.2, lies=(0.62, 0.12, 0.02, 0.04, 0.04, 0.16)
)
STEEP = replace(STUFFS, stuffs=0.5, slant=(1.0, 0.0), steep_deg=42.0)
_CROWDED = 0.3  # share of trays with as many dice as there is room for
_MOST = 20


def plain_grounds(count: int, rng: np.random.Generator) -> list[Ground]:
    """Tables as people have them."""
    surfaces = [list(Surface)[int(rng.integers(len(Surface)))] for _ in range(count)]
    return [ground(one, rng, left_mm=-230, top_mm=-230, width_mm=460, depth_mm=460) for one in surfaces]


def printed_grounds(count: int, rng: np.random.Generator) -> list[Ground]:
    """Boards, cards, dotted cloths and prints at any scale."""
    made = []
    for _ in range(count):
        reach = float(rng.uniform(90, 300))
        canvas = board(rng).astype(np.float64) if rng.random() < 0.5 else stuff(rng)
        tile = np.clip(strewn(canvas, int(rng.integers(0, 3)), rng), 0, 255).astype(np.uint8)
        tile = np.vstack([np.hstack([tile, tile[:, ::-1]]), np.hstack([tile[::-1], tile[::-1, ::-1]])])
        made.append(Ground(np.tile(tile, (2, 2, 1)), -reach, -reach, 2 * reach, 2 * reach))
    return made


def carded_grounds(count: int, rng: np.random.Generator) -> list[Ground]:
    """Tables on which cards and dominoes lie, or whose cloth is dotted: spots that are no pips."""
    made = []
    for _ in range(count):
        reach = float(rng.uniform(60, 230))
        canvas = np.clip(spotted(rng), 0, 255).astype(np.uint8)
        canvas = np.hstack([canvas, np.clip(spotted(rng), 0, 255).astype(np.uint8)])
        made.append(Ground(np.vstack([canvas, canvas[::-1, ::-1]]), -reach, -reach, 2 * reach, 2 * reach))
    return made


def main() -> None:
    """Draw trays into a folder."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--count", type=int, default=6000)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--doubtful", action="store_true", help="many cocked and hidden dice, more cards")
    parser.add_argument(
        "--stuffs", action="store_true", help="stuffs with a coarse grain, half of them seen from beside"
    )
    arguments = parser.parse_args()
    cv2.setNumThreads(1)
    arguments.folder.mkdir(parents=True, exist_ok=True)
    rng = np.random.default_rng([arguments.seed, 0x7BA1])
    arms = [Arm(rng) for _ in range(12)]
    tables: dict[Mix, list[Ground]] = {}
    with (arguments.folder / f"trays-{arguments.seed}.jsonl").open("w") as truth:
        for number in range(arguments.count):
            if number % 200 == 0:
                tables = {PLAIN: plain_grounds(12, rng), ODD: grounds(10, rng) + printed_grounds(10, rng)}
                if arguments.doubtful:
                    tables[ODD] += carded_grounds(14, rng)
                if arguments.stuffs:
                    tables[ODD] += carded_grounds(5, rng) + tables[PLAIN]
                    tables[STUFFS] = tables[STEEP] = tables[ODD]
            mix = PLAIN if number % 2 == 0 else ODD
            if arguments.stuffs:
                mix = STUFFS if number % 2 == 0 else STEEP
            crowded = replace(mix, dense=True, most=_MOST) if rng.random() < _CROWDED else mix
            if arguments.doubtful and number % 4 >= 2:
                crowded = replace(crowded, lies=_DOUBTFUL)
            picture, dice = possible(tables[mix], arms[int(rng.integers(len(arms)))], rng, crowded)
            keep(arguments.folder / f"y{arguments.seed}-{number:05d}.jpg", picture, dice, truth)


if __name__ == "__main__":
    main()

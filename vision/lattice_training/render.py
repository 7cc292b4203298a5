"""Renders examples to disk: ``python -m vision.lattice_training.render FOLDER --count 2000 --seed 0``."""

from __future__ import annotations

import argparse
from pathlib import Path

import cv2
import numpy as np

from vision.lattice_training.scenes import Example, imagine_tiles, take
from vision.simulated.camera import NotInView

PER_EDITION = 4  # photographs of each imagined edition


def main() -> None:
    """Render as many examples as asked for, on top of what the folder already holds."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--count", type=int, default=2000)
    parser.add_argument("--seed", type=int, default=0)
    arguments = parser.parse_args()
    arguments.folder.mkdir(parents=True, exist_ok=True)
    for edition in range(arguments.count // PER_EDITION):
        rng = np.random.default_rng([arguments.seed, edition])
        last = arguments.folder / f"{arguments.seed}-{edition:05d}-{PER_EDITION - 1}.npy"
        if last.exists():
            continue
        tiles = imagine_tiles(rng)
        for number in range(PER_EDITION):
            example: Example | None = None
            while example is None:
                try:
                    example = take(tiles, rng)
                except (NotInView, cv2.error):  # the table reaches behind so oblique a camera: draw another view
                    continue
            name = arguments.folder / f"{arguments.seed}-{edition:05d}-{number}"
            cv2.imwrite(str(name) + ".png", example.image)
            np.save(str(name) + ".npy", example.quads)


if __name__ == "__main__":
    main()

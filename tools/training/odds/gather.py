"""Draws tables and keeps what is asked of them: ``python -m tools.training.odds.gather FOLDER --boards 40 --glass 40``.

Each picture is a file, so that several can be drawn side by side and what was drawn is not drawn again. Pictures of
other hands with their truth, ``--photographs FILE...`` as ``tableside bench vision`` reads them, teach what needs no
references.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path

import cv2
import numpy as np

from calibration.references import Edition, load_edition
from companion.commands.read_command import load_picture
from tools.benchmarks.reading.photographs import photographed
from tools.training.odds import stained_glass, tile_maps
from tools.training.odds.regression import OddsExamples
from tools.training.odds.truth import TrueTiles
from vision.simulator.carcassonne.still import DoesNotFit, StillBoard, still_board
from vision.simulator.stained_glass.still import still_glass

LEVELS = ("hard", "ordinary", "hard", "easy")  # in turn: where little shows there is most to be wrong about
TILES = (8, 60, 24, 36, 16, 72, 48)
PLAYERS = (2, 3, 4)


def drawn_board(seed: int) -> StillBoard:
    """A board of a size and level that follow from the seed, with as many tiles as have room."""
    wanted = TILES[seed % len(TILES)]
    while True:
        try:
            return still_board(seed, LEVELS[seed % len(LEVELS)], wanted)
        except DoesNotFit as refusal:
            wanted = max(1, min(wanted - 1, refusal.places[0]))


def asked_of_board(seed: int) -> dict[str, OddsExamples]:
    """What is asked about the board of this seed."""
    return tile_maps.examples_of(drawn_board(seed), np.random.default_rng([seed, 0x0DD5]))


def asked_of_glass(seed: int) -> dict[str, OddsExamples]:
    """What is asked about the table with glass of this seed."""
    level, players = LEVELS[seed % len(LEVELS)], PLAYERS[seed % len(PLAYERS)]
    return stained_glass.examples_of(still_glass(seed, level, players=players, with_map=seed % 9 < 6))


def asked_of_photograph(path: Path, edition: Edition | None) -> dict[str, OddsExamples]:
    """What is asked about the photograph that a file tells the truth of, with references of its edition or without."""
    photo, truth, _ = photographed(path)
    corners = np.stack([*(tile.corners for tile in truth.tiles), *truth.ignored])
    counts = np.arange(len(corners)) < len(truth.tiles)
    return tile_maps.places_of(load_picture(photo), TrueTiles(corners, counts), edition)


def keep(path: Path, asked: Mapping[str, OddsExamples]) -> None:
    """Write what was asked about a picture."""
    columns = {
        f"{name}/{what}": getattr(one, what) for name, one in asked.items() for what in ("signs", "right", "offset")
    }
    np.savez_compressed(path, allow_pickle=False, **columns)


def main(arguments: Sequence[str] | None = None) -> None:
    """Command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--boards", type=int, default=60)
    parser.add_argument("--glass", type=int, default=60)
    parser.add_argument("--photographs", type=Path, nargs="*", default=[], metavar="FILE")
    parser.add_argument("--references", type=Path, help="a folder of them, of the photographs' edition")
    parser.add_argument("--seed", type=int, required=True, help="of the first picture; the next has the next number")
    chosen = parser.parse_args(arguments)
    cv2.setNumThreads(1)
    chosen.folder.mkdir(parents=True, exist_ok=True)
    for kind, count, asked_of in (("board", chosen.boards, asked_of_board), ("glass", chosen.glass, asked_of_glass)):
        for seed in range(chosen.seed, chosen.seed + count):
            path = chosen.folder / f"{kind}-{seed}.npz"
            if not path.exists():
                keep(path, asked_of(seed))
                sys.stdout.write(f"{path.stem}\n")
                sys.stdout.flush()
    edition = None if chosen.references is None else load_edition(chosen.references)
    for photograph in chosen.photographs:
        name = f"photograph-{photograph.parent.name}-{photograph.stem}"
        keep(chosen.folder / f"{name}.npz", asked_of_photograph(photograph, edition))


if __name__ == "__main__":
    main()

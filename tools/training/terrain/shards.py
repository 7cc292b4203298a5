"""Render training pictures by the thousand: one style after the other, many tiles each, each seen a few times."""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable, Sequence
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from tools.training.terrain.nothing import build_nothing
from tools.training.terrain.painting.art import paint_tile, set_up_press
from tools.training.terrain.painting.plan import Rng
from tools.training.terrain.painting.style import FAMILIES, invent_style
from tools.training.terrain.photograph import (
    CameraAim,
    LaidSquare,
    Pool,
    build_scene,
    crop_corners,
    lay,
    look_at,
    set_table,
    stand_follower,
)
from vision.tile_map.terrain.kinds import placements

TILES = 36  # painted for each style
CROPS = 80  # photographed of each style
NOTHING_SHARE = 0.1
FOLLOWER_SHARE = 0.28
EXPANSION_SHARE = 0.22
ROADS_MORE = 3.0  # how much oftener tiles with roads are drawn in the family that is about them


def placement_weights(family: str = "") -> NDArray[np.float64]:
    """How often each placement is drawn: every kind of the base game alike, those of the expansion less; in the
    family ``roadside`` those with roads oftener."""
    places = placements()
    turns = {key: sum(p.kind.key == key for p in places) for key in {p.kind.key for p in places}}
    base = len({p.kind.key for p in places if p.kind.in_base_game})
    others = len(turns) - base
    weights = np.array(
        [
            (1 - EXPANSION_SHARE) / base / turns[p.kind.key]
            if p.kind.in_base_game
            else EXPANSION_SHARE / others / turns[p.kind.key]
            for p in places
        ]
    )
    if family == "roadside":
        weights *= [ROADS_MORE if p.kind.roads else 1.0 for p in places]
    return np.asarray(weights / weights.sum(), np.float64)


def painted_tiles(family: str, rng: Rng) -> list[LaidSquare]:
    """Some tiles of one new style, each lying as it may."""
    places = placements()
    press = set_up_press(invent_style(family, rng), rng)
    chosen = rng.choice(len(places), TILES, p=placement_weights(family))
    return [lay(paint_tile(places[c].kind, press, rng), places[c].turns, int(c)) for c in chosen]


def render_style(
    family: str, rng: Rng, followers: float = FOLLOWER_SHARE, aim: CameraAim | None = None
) -> tuple[NDArray[np.uint8], NDArray[np.int16], NDArray[np.uint8]]:
    """Photographs of one new style: crops (n, 64, 64, 3), columns (n,), terrain (n, 32, 32)."""
    places, laid = placements(), painted_tiles(family, rng)
    pool = Pool(laid)
    crops, columns, terrains = [], [], []
    table = set_table(rng)
    for number in range(CROPS):
        one = laid[number % TILES]
        nothing = rng.random() < NOTHING_SHARE
        if nothing:
            scene, labels, corners = build_nothing(one, pool, table, rng)
        else:
            scene, labels = build_scene(one, pool, table, rng)
            corners = crop_corners(aim or CameraAim(), rng)
        if rng.random() < followers:
            for _ in range(1 if rng.random() < 0.75 else 2):
                stand_follower(scene, rng)
        crop, terrain = look_at(scene, labels, corners, rng)
        crops.append(crop)
        columns.append(len(places) if nothing else one.column)
        terrains.append(terrain)
    return np.stack(crops), np.array(columns, np.int16), np.stack(terrains)


def render(folder: Path, styles: int, seed: int, families: tuple[str, ...]) -> int:
    """Write ``styles`` styles as one shard of .npy files into ``folder``; returns the number of pictures."""
    rng = np.random.default_rng(seed)
    parts = [render_style(families[number % len(families)], rng) for number in range(styles)]
    return write_shard(folder, seed, ("crops", "columns", "terrain"), parts)


def write_shard(
    folder: Path, seed: int, names: tuple[str, ...], parts: Sequence[tuple[NDArray[np.generic], ...]]
) -> int:
    """Write what these names stand for as .npy files into ``folder``, all parts one after the other; returns how many
    pictures that are."""
    folder.mkdir(parents=True, exist_ok=True)
    for name, arrays in zip(names, zip(*parts, strict=True), strict=True):
        np.save(folder / f"{name}-{seed:05d}.npy", np.concatenate(arrays))
    return sum(len(part[0]) for part in parts)


def whole_shards(folder: Path, names: tuple[str, ...]) -> list[Path]:
    """The first file of each shard of ``folder`` that is written to its end, as :func:`write_shard` names them."""
    whole = (path for path in folder.glob(f"{names[-1]}-*.npy"))
    return sorted(path.with_name(path.name.replace(names[-1], names[0])) for path in whole)


def draw_shards(parser: argparse.ArgumentParser, styles: int, draw: Callable[[argparse.Namespace, int], int]) -> None:
    """The command line of whatever draws pictures by the shard, and its work.

    Args:
        parser: to which the folder, how many shards of how many styles (``styles`` unless told) and a seed are added.
        draw: draws a shard, as the command line and its seed say; returns how many pictures that are.
    """
    parser.add_argument("folder", type=Path)
    parser.add_argument("--shards", type=int, default=10)
    parser.add_argument("--styles", type=int, default=styles, help="styles in each shard")
    parser.add_argument("--seed", type=int, default=1, help="of the first shard")
    chosen = parser.parse_args()
    cv2.setNumThreads(1)
    for number in range(chosen.shards):
        start = time.monotonic()
        count = draw(chosen, chosen.seed + number)
        print(f"shard {number}: {count} pictures, {count / (time.monotonic() - start):.0f} a second", flush=True)


def main() -> None:
    """Command line: ``python -m tools.training.terrain.shards FOLDER --shards 20``."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--families", nargs="+", default=list(FAMILIES))
    draw_shards(parser, 100, lambda chosen, seed: render(chosen.folder, chosen.styles, seed, tuple(chosen.families)))


if __name__ == "__main__":
    main()

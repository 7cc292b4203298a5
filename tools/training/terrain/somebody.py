"""Tiles, most of them with somebody on them, and where he stands: what the network beneath followers is taught on.

``python -m tools.training.terrain.somebody FOLDER`` writes shards like those of
:mod:`tools.training.terrain.shards`, each with ``hidden-*.npy`` beside it: (n, 64, 64), 255 where a follower hides the
tile, as roughly as eyes outline him.
"""

from __future__ import annotations

import argparse
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from tools.training.terrain.painting.art import TILE
from tools.training.terrain.painting.plan import Points, Rng
from tools.training.terrain.painting.style import FAMILIES
from tools.training.terrain.photograph import (
    CROP,
    CameraAim,
    Pool,
    build_scene,
    crop_corners,
    look_at,
    set_table,
    stand_follower,
)
from tools.training.terrain.shards import TILES, draw_shards, painted_tiles, write_shard
from vision.frames import Picture

CROPS = 72  # photographed of each style
NOBODY = 0.35  # share of them on which nobody stands, and nothing is hidden
ANOTHER = 0.12  # chance that somebody else stands about whom the outline does not tell of
MARGIN = 0.08  # tile widths around a figure that eyes count as hidden
LEAST_ON_TILE = 0.03  # share of the crop that is hidden


def hidden_by(outline: Points, corners: Points, rng: Rng) -> NDArray[np.uint8]:
    """(64, 64) what a figure's ``outline`` (n, 2) hides of the crop with these ``corners`` (4, 2), both px of the
    scene: its hull with a margin, told a little wrongly."""
    target = np.array([(0, 0), (TILE, 0), (TILE, TILE), (0, TILE)], np.float32)
    matrix = cv2.getPerspectiveTransform(corners.astype(np.float32), target)
    seen = cv2.perspectiveTransform(outline[None].astype(np.float32), matrix)[0] / TILE
    hull = cv2.convexHull(seen)[:, 0].astype(np.float64)
    away = hull - hull.mean(axis=0)
    hull += MARGIN * rng.uniform(0.4, 1.3) * away / np.maximum(np.linalg.norm(away, axis=1, keepdims=True), 1e-6)
    hull += rng.normal(0, 0.015, 2) + rng.normal(0, 0.008, hull.shape)
    mask = np.zeros((CROP, CROP), np.uint8)
    cv2.fillConvexPoly(mask, np.round(cv2.convexHull(hull.astype(np.float32)) * CROP).astype(np.int32), 255)
    return mask


def stood(scene: Picture, corners: Points, rng: Rng, low_lamp: float = 0.0) -> NDArray[np.uint8]:
    """Stand a follower on the tile of a scene: what he hides of its crop, see :func:`hidden_by`."""
    bare = scene.copy()
    while True:
        mask = hidden_by(stand_follower(scene, rng, low_lamp), corners, rng)
        if np.count_nonzero(mask) > LEAST_ON_TILE * mask.size:
            return mask
        scene[:] = bare


def render_style(
    family: str, rng: Rng, crops: int = CROPS, nobody: float = NOBODY, low_lamp: float = 0.0
) -> tuple[NDArray[np.uint8], NDArray[np.int16], NDArray[np.uint8], NDArray[np.uint8]]:
    """``crops`` photographs of one new style, on a share of them ``nobody``, shadows long at the chance of a
    ``low_lamp``: pictures (n, 64, 64, 3), columns (n,), terrain (n, 32, 32) and what is hidden (n, 64, 64)."""
    laid = painted_tiles(family, rng)
    pool, table = Pool(laid), set_table(rng)
    pictures: list[Picture] = []
    columns: list[int] = []
    terrains: list[NDArray[np.uint8]] = []
    hidden: list[NDArray[np.uint8]] = []
    for number in range(crops):
        one = laid[number % TILES]
        scene, labels = build_scene(one, pool, table, rng)
        corners = crop_corners(CameraAim(), rng)
        if rng.random() < ANOTHER:
            stand_follower(scene, rng)
        mask = np.zeros((CROP, CROP), np.uint8) if rng.random() < nobody else stood(scene, corners, rng, low_lamp)
        crop, terrain = look_at(scene, labels, corners, rng)
        pictures.append(crop)
        columns.append(one.column)
        terrains.append(terrain)
        hidden.append(mask)
    return np.stack(pictures), np.array(columns, np.int16), np.stack(terrains), np.stack(hidden)


def render(folder: Path, styles: int, seed: int, families: tuple[str, ...], low_lamp: float = 0.0) -> int:
    """Write ``styles`` styles as one shard of .npy files into ``folder``; returns the number of pictures."""
    rng = np.random.default_rng(seed)
    parts = [render_style(families[number % len(families)], rng, low_lamp=low_lamp) for number in range(styles)]
    return write_shard(folder, seed, ("crops", "columns", "terrain", "hidden"), parts)


def main() -> None:
    """Command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--families", nargs="+", default=list(FAMILIES))
    parser.add_argument(
        "--low-lamp", type=float, default=0.0, help="chance of a long shadow, which may pass for a road"
    )
    draw_shards(
        parser,
        36,
        lambda chosen, seed: render(chosen.folder, chosen.styles, seed, tuple(chosen.families), chosen.low_lamp),
    )


if __name__ == "__main__":
    main()

"""Drawn tiles with figures on them, standing and lying, aslant and in any light, and where they are.

``python -m tools.training.figure_field.examples FOLDER`` writes shards: pictures (n, 72, 72, 3) BGR, 48 px a tile, and
what is at each place of them (n, 36, 36): 0 a tile or the table, 1 and more a figure in a paint, ``NOT_COUNTED`` an
edge between.
"""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from tools.training.figure_field.paints import any_named_paint
from tools.training.posture.bodies import any_body
from tools.training.posture.examples import LYING, MOST_LEAN, SCALE, FigureLamp, put_down
from tools.training.terrain.painting.art import TILE
from tools.training.terrain.painting.plan import Points, Rng
from tools.training.terrain.painting.style import FAMILIES
from tools.training.terrain.photograph import SCENE, Pool, build_scene, camera_size, direction, expose, set_table
from tools.training.terrain.shards import TILES, draw_shards, painted_tiles, write_shard
from vision.frames import Picture
from vision.networks.figure_field.field import PICTURE_PX, STEP, TILE_PX

SIDE_TILES = PICTURE_PX / TILE_PX  # of an example
NOT_COUNTED = 255  # a place that shows two things
HOW_MANY = (0.12, 0.32, 0.28, 0.28)  # chances of none, one, two and three figures
BEYOND = 0.08  # shares of a scene: so far outside stand those that may cast a shadow into it or lean in
CLOSE = 0.3  # chance that the next one stands beside the last
DEEP_SHADE = 0.45  # chance that a lamp hardly lights what is turned away from it
COLOURED_SHADE, WARM_SHADE = 0.6, 0.15  # chances that shadows have a colour; that this is warm and not blue
PARTS = ("pictures", "shown")  # of a shard
SCENES = 24  # of each style
EACH = 6  # examples of each scene


class FieldExample(NamedTuple):
    """A picture (72, 72, 3) BGR and what is at each place (36, 36)."""

    picture: Picture
    shown: NDArray[np.uint8]


def with_figures(bare: Picture, rng: Rng) -> tuple[Picture, NDArray[np.uint8]]:
    """A copy of a scene (h, w, 3) with figures on it, and who is at each of its px: 0 nobody, else one more than the
    paint's number."""
    scene, shown = bare.copy(), np.zeros(bare.shape[:2], np.uint8)
    lamps = [_any_lamp(rng) for _ in range(1 if rng.random() < 0.6 else 2)]
    lean = direction(rng) * min(abs(rng.normal(0, 0.33)) if rng.random() < 0.85 else rng.uniform(0, 1), MOST_LEAN)
    spots: list[Points] = []
    for _ in range(int(rng.choice(len(HOW_MANY), p=HOW_MANY))):
        beside = spots and rng.random() < CLOSE
        spots.append(spots[-1] + rng.uniform(13, 32) * direction(rng) if beside else _anywhere(rng))
    for at in sorted(spots, key=lambda spot: -float(spot @ lean)):  # who is nearer to the camera hides the others
        number, colour = any_named_paint(rng)
        hides = put_down(scene, any_body(rng, at, lies=rng.random() < LYING), colour, lean, lamps, rng)
        shown[hides > 0] = number + 1
    return scene, shown


def _any_lamp(rng: Rng) -> FigureLamp:
    """A lamp; in many a room sides that it doesn't reach are nearly black, and shadows deep, or blue beneath a warm
    one."""
    lamp = FigureLamp(rng)
    if rng.random() < DEEP_SHADE:
        lamp.even *= rng.uniform(0.08, 0.6)
    if rng.random() < DEEP_SHADE:
        lamp.deep, lamp.soft = rng.uniform(0.45, 0.92), rng.uniform(0.6, 4.0)
    if rng.random() < COLOURED_SHADE:
        lamp.shade = np.array([rng.uniform(0.3, 1.0), rng.uniform(0.75, 1.0), 1.0])
        if rng.random() < WARM_SHADE:
            lamp.shade = lamp.shade[::-1]
    return lamp


def _anywhere(rng: Rng) -> Points:
    """A spot of a scene or a little beside it, mm."""
    return np.asarray(rng.uniform(-BEYOND, 1 + BEYOND, 2) * SCENE / SCALE, np.float64)


def photographed(scene: Picture, shown: NDArray[np.uint8], rng: Rng) -> FieldExample:
    """What a camera and a lattice that is a little wrong make of a scene."""
    wide = SIDE_TILES * TILE
    square = np.array([(-0.5, -0.5), (0.5, -0.5), (0.5, 0.5), (-0.5, 0.5)])
    scale = 1 + np.clip(rng.normal(0, 0.05), -0.12, 0.12)
    middle = SCENE / 2 + rng.normal(0, 0.03, 2) * TILE
    corners = middle + wide * (square * scale + rng.normal(0, 0.012, (4, 2)))
    flat = (square + 0.5) * wide
    matrix = cv2.getPerspectiveTransform((corners - 0.5).astype(np.float32), (flat - 0.5).astype(np.float32))
    size = round(wide)
    view = cv2.warpPerspective(scene, matrix, (size, size), borderMode=cv2.BORDER_REPLICATE)
    fewer = np.diag([PICTURE_PX / size, PICTURE_PX / size, 1]) @ matrix
    fine = cv2.warpPerspective(shown, fewer, (PICTURE_PX, PICTURE_PX), flags=cv2.INTER_NEAREST)
    picture = expose(np.asarray(view, np.uint8), rng, round(SIDE_TILES * camera_size(rng)), PICTURE_PX)
    return FieldExample(picture, one_for_each_place(np.asarray(fine, np.uint8)))


def one_for_each_place(fine: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """(h / 2, w / 2) what all px (h, w) of a place show, or that it doesn't count."""
    high, wide = fine.shape
    fours = fine.reshape(high // STEP, STEP, wide // STEP, STEP)
    least, most = fours.min(axis=(1, 3)), fours.max(axis=(1, 3))
    return np.where(least == most, most, NOT_COUNTED).astype(np.uint8)


def render_style(family: str, rng: Rng) -> tuple[NDArray[np.generic], ...]:
    """The examples of one new style, as arrays."""
    laid = painted_tiles(family, rng)
    pool, table = Pool(laid), set_table(rng)
    found = []
    for number in range(SCENES):
        scene, _ = build_scene(laid[number % TILES], pool, table, rng)
        found += [photographed(*with_figures(scene, rng), rng) for _ in range(EACH)]
    return tuple(np.stack(part) for part in zip(*found, strict=True))


def render(folder: Path, styles: int, seed: int) -> int:
    """Write ``styles`` styles as one shard of .npy files into ``folder``; returns the number of examples."""
    rng = np.random.default_rng(seed)
    parts = [render_style(FAMILIES[number % len(FAMILIES)], rng) for number in range(styles)]
    return write_shard(folder, seed, PARTS, parts)


def main() -> None:
    """Command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    draw_shards(parser, 24, lambda chosen, seed: render(chosen.folder, chosen.styles, seed))


if __name__ == "__main__":
    main()

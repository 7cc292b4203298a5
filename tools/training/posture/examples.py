"""Figures on drawn tiles, lying and standing, as a camera sees them aslant: what tells how they were put down.

``python -m tools.training.posture.examples FOLDER`` writes shards: pictures (n, 64, 64, 3) BGR, what the figure seems
to hide of them, and what is true.
"""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from tools.training.posture.bodies import WoodenBody, any_body
from tools.training.terrain.painting.art import TILE
from tools.training.terrain.painting.palette import Colour, near
from tools.training.terrain.painting.plan import Points, Rng
from tools.training.terrain.painting.style import FAMILIES
from tools.training.terrain.photograph import (
    FOLLOWER_COLOURS,
    SCENE,
    Pool,
    build_scene,
    camera_size,
    direction,
    expose,
    set_table,
)
from tools.training.terrain.shards import TILES, draw_shards, painted_tiles, write_shard
from vision.frames import Picture
from vision.networks.posture.network import SIDE_PX

TILE_MM = 45.0
SCALE = TILE / TILE_MM  # px of a scene for each mm
HEAD_MM = 16.0  # high is the point whose lean is told
MOST_LEAN = 0.85  # mm aside for each mm of height
LYING, NOBODY = 0.35, 0.12  # shares of the examples
SCENES = 24  # of each style
EACH = 5  # examples of each scene


class FigureExample(NamedTuple):
    """One crop: (64, 64, 3) BGR, (64, 64) 255 where the figure seems to hide it, the lean that is told (2,) tile
    widths, and the truth: somebody, lies (0.5: it shows neither), right and down from the middle of the crop to his
    foot (or middle), tile widths."""

    crop: Picture
    hidden: NDArray[np.uint8]
    lean: NDArray[np.float32]
    truth: NDArray[np.float32]


class FigureLamp:
    """From where light comes, and how hard.

    Attributes:
        towards: (3,) length 1, from the table to the lamp.
        shade: (3,) BGR, how much of its shadow's depth each channel gets: what else lights a table has another colour.
    """

    def __init__(self, rng: Rng) -> None:
        turn, steep = rng.uniform(0, 2 * np.pi), rng.uniform(0.1, 1.5)
        way = np.array([steep * np.cos(turn), steep * np.sin(turn), 1.0])
        self.towards = way / np.linalg.norm(way)
        self.even = rng.uniform(0.25, 0.8)
        self.deep, self.soft = rng.uniform(0.1, 0.75), rng.uniform(0.6, 7.0)
        self.gloss = rng.uniform(0, 0.6) if rng.random() < 0.4 else 0.0
        self.shade = np.ones(3)

    def on(self, normals: NDArray[np.float64]) -> NDArray[np.float64]:
        """(n,) how brightly faces are lit, 1 for a level one."""
        level = self.even + (1 - self.even) * self.towards[2]
        return np.asarray((self.even + (1 - self.even) * np.maximum(normals @ self.towards, 0)) / level)


def any_follower_paint(rng: Rng) -> Colour:
    """A paint that followers often have, BGR."""
    return near(FOLLOWER_COLOURS[rng.integers(len(FOLLOWER_COLOURS))], 20, rng)


def put_down(
    scene: Picture, body: WoodenBody, colour: Colour, lean: Points, lamps: list[FigureLamp], rng: Rng
) -> NDArray[np.uint8]:
    """A figure in a ``colour`` with its shadows on a scene (h, w, 3), what is 1 mm high seen aside by ``lean`` mm; 255
    where it hides the scene."""
    shade_px = [_shadow(scene.shape[:2], body, lamp) for lamp in lamps]
    for lamp, shadow in zip(lamps, shade_px, strict=True):
        soft = cv2.GaussianBlur(shadow, (0, 0), lamp.soft).astype(np.float32) / 255
        scene[:] = (scene * (1 - lamp.deep / len(lamps) * soft[..., None] * lamp.shade)).astype(np.uint8)
    paint = np.array(colour, np.float64)
    eye = np.array([-lean[0], -lean[1], 1.0])
    lit = np.mean([lamp.on(body.normals) for lamp in lamps], axis=0)
    lit = lit * (1 + 0.08 * rng.standard_normal(len(lit)) * np.array([not flat for flat in body.flat]))
    facing = body.normals @ eye > 0
    hides = np.zeros(scene.shape[:2], np.uint8)
    edge = paint * rng.uniform(0.4, 0.9) if rng.random() < 0.3 else None
    for number in sorted(np.flatnonzero(facing), key=lambda n: float((body.faces[n] @ eye).mean())):
        corners = _fixed((body.faces[number][:, :2] + body.faces[number][:, 2:] * lean) * SCALE)
        shown = paint * min(float(lit[number]), 1.6)
        if lamps[0].gloss and body.normals[number][2] > 0.8:
            shown = shown + lamps[0].gloss * (255 - shown)
        cv2.fillPoly(scene, [corners], np.clip(shown, 0, 255).tolist(), cv2.LINE_AA, 3)
        cv2.fillPoly(hides, [corners], 255, cv2.LINE_8, 3)
        if edge is not None and body.flat[number]:
            cv2.polylines(scene, [corners], True, edge.tolist(), 1, cv2.LINE_AA, 3)
    return hides


def _shadow(shape: tuple[int, ...], body: WoodenBody, lamp: FigureLamp) -> NDArray[np.uint8]:
    mask = np.zeros(shape[:2], np.uint8)
    away = -lamp.towards[:2] / lamp.towards[2]
    for face in body.faces:
        cv2.fillPoly(mask, [_fixed((face[:, :2] + face[:, 2:] * away) * SCALE)], 255, cv2.LINE_8, 3)
    return mask


def _fixed(points: Points) -> NDArray[np.int32]:
    return np.asarray(np.round((points - 0.5) * 8), np.int32)


def seems_hidden(hides: NDArray[np.uint8], shadow: NDArray[np.uint8], rng: Rng) -> NDArray[np.uint8]:
    """(h, w) 255 where eyes take somebody to hide the scene: their hull with a margin, at times without a part of him,
    at times with his shadow."""
    seen = hides.copy()
    if rng.random() < 0.45:
        seen |= shadow
    points = cv2.findNonZero(seen)
    if points is None:
        return seen
    spots = points.reshape(-1, 2).astype(np.float64)
    if rng.random() < 0.25:  # a part is missed
        way = rng.standard_normal(2)
        along = spots @ way
        spots = spots[along > np.quantile(along, rng.uniform(0.05, 0.35))]
    hull = cv2.convexHull(spots.astype(np.float32))[:, 0].astype(np.float64)
    away = hull - hull.mean(axis=0)
    hull += TILE * rng.uniform(0.0, 0.1) * away / np.maximum(np.linalg.norm(away, axis=1, keepdims=True), 1e-6)
    hull += TILE * (rng.normal(0, 0.02, 2) + rng.normal(0, 0.01, hull.shape))
    mask = np.zeros(hides.shape, np.uint8)
    cv2.fillConvexPoly(mask, np.round(cv2.convexHull(hull.astype(np.float32))).astype(np.int32), 255)
    return mask


def one(bare: Picture, rng: Rng) -> FigureExample | None:
    """Somebody, or nobody, on a copy of a scene; None where he is hardly on it."""
    scene, lamps = bare.copy(), [FigureLamp(rng) for _ in range(1 if rng.random() < 0.6 else 2)]
    lean = direction(rng) * min(abs(rng.normal(0, 0.33)) if rng.random() < 0.85 else rng.uniform(0, 1), MOST_LEAN)
    somebody, lies = rng.random() >= NOBODY, rng.random() < LYING
    at = rng.uniform(0.28, 0.72, 2) * SCENE / SCALE
    if rng.random() < 0.3:  # somebody beside him
        beside = at + rng.uniform(22, 45) * direction(rng)
        put_down(scene, any_body(rng, beside, lies=rng.random() < LYING), any_follower_paint(rng), lean, lamps, rng)
    body = any_body(rng, at, lies=lies)
    canvas = scene if somebody else scene.copy()
    hides = put_down(canvas, body, any_follower_paint(rng), lean, lamps, rng)
    hidden = seems_hidden(hides, _shadow(scene.shape, body, lamps[0]), rng)
    points = cv2.findNonZero(hidden)
    if points is None:
        return None
    middle = points.reshape(-1, 2).mean(axis=0) + TILE * rng.normal(0, 0.02, 2)
    corner = middle - TILE / 2
    cut = np.array([[1, 0, -corner[0]], [0, 1, -corner[1]]], np.float32)
    view = cv2.warpAffine(scene, cut, (TILE, TILE), borderMode=cv2.BORDER_REPLICATE)
    mask = cv2.resize(cv2.warpAffine(hidden, cut, (TILE, TILE)), (SIDE_PX, SIDE_PX), interpolation=cv2.INTER_AREA)
    off = (body.foot * SCALE - middle) / TILE
    if np.abs(off).max() > 0.5:
        return None
    lean_known = lean * HEAD_MM / TILE_MM + rng.normal(0, rng.choice([0.015, 0.05, 0.1]), 2)
    crop = expose(np.asarray(view, np.uint8), rng, camera_size(rng))
    truth = np.array([somebody, 0.5 if body.lies is None else body.lies, *off], np.float32)
    return FigureExample(crop, np.where(mask > 127, 255, 0).astype(np.uint8), lean_known.astype(np.float32), truth)


def render_style(family: str, rng: Rng) -> tuple[NDArray[np.generic], ...]:
    """The examples of one new style, as arrays."""
    laid = painted_tiles(family, rng)
    pool, table = Pool(laid), set_table(rng)
    found = []
    for number in range(SCENES):
        scene, _ = build_scene(laid[number % TILES], pool, table, rng)
        found += [example for _ in range(EACH) if (example := one(scene, rng)) is not None]
    return tuple(np.stack(part) for part in zip(*found, strict=True))


def render(folder: Path, styles: int, seed: int) -> int:
    """Write ``styles`` styles as one shard of .npy files into ``folder``; returns the number of examples."""
    rng = np.random.default_rng(seed)
    parts = [render_style(FAMILIES[number % len(FAMILIES)], rng) for number in range(styles)]
    return write_shard(folder, seed, ("crops", "hidden", "leans", "truth"), parts)


def main() -> None:
    """Command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    draw_shards(parser, 24, lambda chosen, seed: render(chosen.folder, chosen.styles, seed))


if __name__ == "__main__":
    main()

"""What years of play do to printed card: it fades, yellows, scuffs at its corners and gets scratched."""

from __future__ import annotations

import cv2
import numpy as np

from vision.artwork.noise import clouds
from vision.frames import Picture
from vision.imaging.values import Colour


def worn(texture: Picture, amount: float, rng: np.random.Generator) -> Picture:
    """A piece's picture (BGR) after wear, each piece its own.

    Args:
        texture: (h, w, 3). It is not changed.
        amount: 0 new, 1 worn out: up to 18 % darker or brighter, 7 degrees of hue, 35 % paler, bare corners.
        rng: what happened to this piece.
    """
    if amount <= 0:
        return texture
    rows, columns = texture.shape[:2]
    hsv = cv2.cvtColor(texture, cv2.COLOR_BGR2HSV)
    hue = hsv[..., 0].astype(np.int16) + round(rng.uniform(-3.5, 3.5) * amount)  # OpenCV's hue counts half degrees
    hsv[..., 0] = hue % 180
    hsv[..., 1] = cv2.convertScaleAbs(hsv[..., 1], alpha=1 - rng.uniform(0, 0.35) * amount)
    picture = cv2.cvtColor(hsv, cv2.COLOR_HSV2BGR).astype(np.float32)
    picture *= 1 + rng.uniform(-0.18, 0.18) * amount
    yellowed = rng.uniform(0, 0.12) * amount
    picture *= np.array([1 - yellowed, 1 - yellowed * 0.25, 1.0], np.float32)
    bare = _scuffs((rows, columns), amount, rng)
    picture += (np.array([196.0, 208.0, 214.0], np.float32) - picture) * bare[..., None]
    return np.clip(picture, 0, 255).astype(np.uint8)


def _scuffs(size: tuple[int, int], amount: float, rng: np.random.Generator) -> np.ndarray:
    """How bare the card is, 0 to 1: along the edges, more at some corners, and in a few scratches."""
    rows, columns = size
    ys, xs = np.mgrid[0:rows, 0:columns].astype(np.float32)
    inward = np.minimum(np.minimum(xs, columns - 1 - xs) / columns, np.minimum(ys, rows - 1 - ys) / rows)
    corner = np.zeros(size, np.float32)
    for y, x in ((0, 0), (0, columns), (rows, 0), (rows, columns)):
        reach = rng.uniform(0.0, 0.11) * amount
        corner += reach * np.exp(-np.hypot(ys - y, xs - x) / (0.09 * columns))
    ragged = 0.012 * clouds(size, rng, (rows / 9, columns / 9), 2)
    edge = 0.012 * amount + corner + ragged * amount
    bare = np.clip((edge - inward) / 0.012, 0, 1) * min(1.0, 0.35 + 0.5 * amount)
    scratches = np.zeros(size, np.uint8)
    for _ in range(int(rng.integers(0, 1 + int(4 * amount)))):
        start, end = rng.uniform([0, 0], [columns, rows]), rng.normal(0, 0.2 * columns, 2)
        cv2.line(
            scratches,
            tuple(int(v) for v in start),
            tuple(int(v) for v in start + end),
            255,
            max(1, columns // 130),
            cv2.LINE_AA,
        )
    return np.asarray(np.maximum(bare, scratches.astype(np.float32) / 255 * 0.55 * amount), bare.dtype)


def faded(colour: Colour, wear: float, rng: np.random.Generator) -> Colour:
    """Painted wood after years: each piece a little brighter, darker or paler."""
    grey = sum(colour) / 3
    pale, bright = rng.uniform(0, 0.22) * wear, 1 + rng.uniform(-0.14, 0.14) * wear
    blue, green, red = (float(np.clip((c + (grey - c) * pale) * bright, 0, 255)) for c in colour)
    return blue, green, red

"""Pictures that show no table: what a camera hands over when it is covered, blinded, torn off, or half delivered.

Every one is drawn from a seed, so that a picture that something fell over can be drawn again. None is of a game.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

Drawn = NDArray[Any]  # also arrays that no picture may be: grey, four channels, 16 bit, without a single px
Draw = Callable[[np.random.Generator], Drawn]

WIDE, HIGH = 640, 360  # px of those whose size is not what is odd about them


def hostile_picture(kind: str, seed: int) -> Drawn:
    """A picture of one of :data:`KINDS`; the same for the same seed."""
    return _KINDS[kind](np.random.default_rng((seed, KINDS.index(kind))))


def _plain(value: int | tuple[int, int, int]) -> Draw:
    return lambda _: np.full((HIGH, WIDE, 3), value, np.uint8)


def _noise(height: int, width: int, *rest: int) -> Draw:
    return lambda chance: chance.integers(0, 256, (height, width, *rest), np.uint8)


def _chequers(side: int) -> Draw:
    def draw(chance: np.random.Generator) -> Drawn:
        y, x = np.indices((HIGH, WIDE)) // side
        colours = chance.integers(0, 256, (2, 3), np.uint8)
        return np.asarray(colours[(x + y) % 2], np.uint8)

    return draw


def _blobs(height: int, width: int, *, coarse: int = 40) -> Draw:
    """Soft patches of colour, as a picture far out of focus shows them."""

    def draw(chance: np.random.Generator) -> Drawn:
        seeds = chance.integers(0, 256, (max(2, height // coarse), max(2, width // coarse), 3), np.uint8)
        return np.asarray(cv2.resize(seeds, (width, height), interpolation=cv2.INTER_CUBIC), np.uint8)

    return draw


def _lamp(ground: int) -> Draw:
    """A lamp that shines straight into the lens: burnt out in its middle, a halo around it."""

    def draw(chance: np.random.Generator) -> Drawn:
        x, y = chance.uniform(0.3, 0.7, 2) * (WIDE, HIGH)
        far = np.hypot(np.arange(WIDE) - x, (np.arange(HIGH) - y)[:, None])
        light = ground + 900 * np.exp(-far / chance.uniform(30, 100))
        return np.asarray(np.clip(light[..., None] * (0.85, 0.95, 1.0), 0, 255), np.uint8)

    return draw


def _stripes(chance: np.random.Generator) -> Drawn:
    y, x = np.indices((HIGH, WIDE))
    angle, wave = chance.uniform(0, np.pi), chance.uniform(6, 60)
    light = 127 + 120 * np.sin((x * np.cos(angle) + y * np.sin(angle)) / wave)
    return np.asarray(np.repeat(light[..., None], 3, axis=2), np.uint8)


def _fade(chance: np.random.Generator) -> Drawn:
    ends = chance.uniform(0, 255, (2, 3))
    share = np.linspace(0, 1, WIDE)[:, None]
    return np.asarray(np.broadcast_to(ends[0] * (1 - share) + ends[1] * share, (HIGH, WIDE, 3)), np.uint8)


def _grid(chance: np.random.Generator) -> Drawn:
    """Dark lines at even distances, as of a tiled floor or squared paper."""
    picture = np.full((HIGH, WIDE, 3), 225, np.uint8)
    step = int(chance.integers(30, 120))
    picture[::step] = picture[:, ::step] = 40
    return picture


def _dots(chance: np.random.Generator) -> Drawn:
    picture = np.full((HIGH, WIDE, 3), chance.integers(0, 256, 3), np.uint8)
    step = int(chance.integers(40, 90))
    for y in range(step // 2, HIGH, step):
        for x in range(step // 2, WIDE, step):
            cv2.circle(picture, (x, y), step // 3, tuple(int(one) for one in chance.integers(0, 256, 3)), -1)
    return picture


def _rings(chance: np.random.Generator) -> Drawn:
    far = np.hypot(np.arange(WIDE) - WIDE / 2, (np.arange(HIGH) - HIGH / 2)[:, None])
    bright = (far // chance.integers(8, 40)) % 2 * 255
    return np.asarray(np.repeat(bright[..., None], 3, axis=2), np.uint8)


def _shards(chance: np.random.Generator) -> Drawn:
    picture = np.full((HIGH, WIDE, 3), 90, np.uint8)
    for _ in range(120):
        corners = chance.uniform(0, (WIDE, HIGH), 2) + chance.uniform(-60, 60, (3, 2))
        colour = tuple(int(one) for one in chance.integers(0, 256, 3))
        cv2.fillPoly(picture, [np.rint(corners).astype(np.int32)], colour, cv2.LINE_AA)
    return picture


def _half_delivered(chance: np.random.Generator) -> Drawn:
    """The grey that a decoder leaves beneath the part that arrived."""
    picture = _blobs(HIGH, WIDE, coarse=12)(chance)
    picture[int(chance.integers(100, HIGH - 100)) :] = 128
    return picture


def _torn(chance: np.random.Generator) -> Drawn:
    """Rows that are shifted against each other, as a broken stream leaves them."""
    picture = _blobs(HIGH, WIDE, coarse=12)(chance)
    for top in range(0, HIGH, 16):
        picture[top : top + 16] = np.roll(picture[top : top + 16], int(chance.integers(0, WIDE)), axis=1)
    return picture


def _one_spark(chance: np.random.Generator) -> Drawn:
    picture = np.zeros((HIGH, WIDE, 3), np.uint8)
    picture[int(chance.integers(HIGH)), int(chance.integers(WIDE))] = 255
    return picture


_KINDS: dict[str, Draw] = {
    "black": _plain(0),
    "white": _plain(255),
    "mid grey": _plain(128),
    "red": _plain((0, 0, 255)),
    "green": _plain((0, 255, 0)),
    "blue": _plain((255, 0, 0)),
    "one colour": lambda chance: np.full((HIGH, WIDE, 3), chance.integers(0, 256, 3), np.uint8),
    "noise": _noise(HIGH, WIDE, 3),
    "grey noise": lambda chance: np.repeat(_noise(HIGH, WIDE, 1)(chance), 3, axis=2),
    "black or white px": lambda chance: np.repeat(_noise(HIGH, WIDE, 1)(chance) // 128 * 255, 3, axis=2),
    "chequers of one px": _chequers(1),
    "fine chequers": _chequers(9),
    "chequers": _chequers(64),
    "stripes": _stripes,
    "fade": _fade,
    "grid": _grid,
    "dots": _dots,
    "rings": _rings,
    "shards": _shards,
    "out of focus": _blobs(HIGH, WIDE),
    "lamp in the dark": _lamp(0),
    "lamp by day": _lamp(110),
    "one spark": _one_spark,
    "half delivered": _half_delivered,
    "torn": _torn,
    "no px": lambda _: np.zeros((0, 0, 3), np.uint8),
    "one px": _noise(1, 1, 3),
    "four px": _noise(2, 2, 3),
    "a row of px": _noise(1, 500, 3),
    "a column of px": _noise(500, 1, 3),
    "a stamp": _blobs(24, 32, coarse=4),
    "a thread": _blobs(50, 3000, coarse=10),
    "portrait": _blobs(960, 540, coarse=24),
    "8K": _blobs(4320, 7680, coarse=60),
    "grey": _noise(HIGH, WIDE),
    "four channels": _noise(HIGH, WIDE, 4),
    "one channel": _noise(HIGH, WIDE, 1),
    "16 bit": lambda chance: chance.integers(0, 65536, (HIGH, WIDE, 3), np.uint16),
}

KINDS = tuple(_KINDS)

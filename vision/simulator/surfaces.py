"""What tables are covered with, drawn from nothing but a generator: wood, cloth, oilcloth, gloss, posters."""

from __future__ import annotations

from collections.abc import Callable

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.artwork.noise import Field, clouds
from vision.frames import Picture
from vision.imaging.values import Colour
from vision.simulator.conditions import Surface
from vision.simulator.scene import Ground

PX_PER_MM = 1.5


def ground(
    surface: Surface,
    rng: np.random.Generator,
    *,
    left_mm: float = -800.0,
    top_mm: float = -550.0,
    width_mm: float = 1600.0,
    depth_mm: float = 1100.0,
) -> Ground:
    """A table top of this kind, its colours and pattern drawn by ``rng``."""
    size = (round(depth_mm * PX_PER_MM), round(width_mm * PX_PER_MM))
    texture = _DRAWN[surface](size, rng)
    mean = texture.reshape(-1, 3)[::97].mean(axis=0)
    edge: Colour = (float(mean[0] * 0.6), float(mean[1] * 0.6), float(mean[2] * 0.6))
    floor = _FLOORS[int(rng.integers(len(_FLOORS)))]
    shine = {Surface.GLOSS: 0.8, Surface.DARK: 0.4}.get(surface, 0.1)
    return Ground(texture, left_mm, top_mm, width_mm, depth_mm, floor=floor, edge=edge, shine=shine)


_FLOORS: tuple[Colour, ...] = ((44, 58, 76), (70, 74, 78), (38, 46, 58), (86, 96, 104))


def _tinted(value: Field, dark: Colour, bright: Colour) -> NDArray[np.float32]:
    """Colours between two, by a field from 0 to 1; in bands, because a whole table in floats is large, and a channel at
    a time, which numpy does thrice as fast as three values side by side."""
    tinted = np.empty((*value.shape, 3), np.float32)
    for top in range(0, len(value), 64):
        share = np.clip(value[top : top + 64], 0, 1)
        rest = 1 - share
        bands = [rest * np.float32(first) + share * np.float32(last) for first, last in zip(dark, bright, strict=True)]
        cv2.merge(bands, tinted[top : top + 64])
    return tinted


def _finished(picture: NDArray[np.float32], rng: np.random.Generator, noise: float = 1.5) -> Picture:
    """The picture with a fine grain; in bands, because a whole table in floats is large. ``picture`` is used up."""
    finished = np.empty(picture.shape, np.uint8)
    for top in range(0, len(picture), 128):
        band = picture[top : top + 128]
        grain = rng.standard_normal(band.shape[:2], dtype=np.float32) * np.float32(noise)
        band += _grey(grain)
        finished[top : top + 128] = np.clip(band, 0, 255, out=band)
    return finished


def _grey(value: Field) -> NDArray[np.float32]:
    """The same in all three channels; numpy's own broadcasting over three values is slow."""
    return np.asarray(cv2.merge([value, value, value]), np.float32)


def _pick(colours: tuple[tuple[Colour, Colour], ...], rng: np.random.Generator) -> tuple[Colour, Colour]:
    return colours[int(rng.integers(len(colours)))]


def _plain(size: tuple[int, int], rng: np.random.Generator) -> Picture:
    dark, bright = _pick(
        (
            ((150, 170, 182), (158, 178, 190)),
            ((120, 124, 126), (128, 132, 134)),
            ((104, 122, 104), (110, 128, 110)),
            ((138, 120, 100), (146, 128, 108)),
            ((168, 176, 180), (176, 184, 188)),
        ),
        rng,
    )
    return _finished(_tinted(0.5 + 0.25 * clouds(size, rng, (500, 500)), dark, bright), rng)


_WOODS: tuple[tuple[Colour, Colour], ...] = (
    ((42, 78, 122), (96, 146, 190)),  # oak
    ((28, 44, 72), (62, 88, 124)),  # walnut
    ((88, 142, 186), (140, 188, 218)),  # pine
    ((34, 50, 96), (62, 88, 148)),  # cherry
    ((92, 118, 138), (140, 164, 180)),  # washed oak
)


def _wood(size: tuple[int, int], rng: np.random.Generator) -> Picture:
    return _boards(size, rng, *_pick(_WOODS, rng))


def _boards(size: tuple[int, int], rng: np.random.Generator, dark: Colour, bright: Colour) -> Picture:
    picture = np.empty((*size, 3), np.uint8)  # board by board, so that only one is ever held in floats
    top = 0
    while top < size[0]:
        high = int(rng.uniform(95, 170) * PX_PER_MM)
        board = (min(high, size[0] - top), size[1])
        picture[top : top + board[0]] = _finished(_board(board, rng, dark, bright), rng, 2.0)
        top += high
        if top < size[0]:
            picture[top - 3 : top] = picture[top - 3 : top] * 0.45  # the joint
    return picture


def _board(size: tuple[int, int], rng: np.random.Generator, dark: Colour, bright: Colour) -> NDArray[np.float32]:
    """One board: year rings cut lengthwise, knots that push them aside, pores along the grain."""
    rows, columns = size
    ys, xs = np.mgrid[0:rows, 0:columns].astype(np.float32) / PX_PER_MM
    rise = clouds(size, rng, (rows * 1.6, columns / 2.5), 2) * 14.0
    for _ in range(int(rng.integers(0, 3))):
        x, y, spread = rng.uniform(0, columns / PX_PER_MM), rng.uniform(0, rows / PX_PER_MM), rng.uniform(8, 18)
        rise += 34.0 * np.exp(-(((xs - x) / (2.6 * spread)) ** 2) - ((ys - y) / spread) ** 2)
    rings = np.sin((ys + rise) * rng.uniform(0.55, 0.9)) * 0.5 + 0.5
    pores = clouds(size, rng, (2.2, 90.0), 2)
    value = 0.30 + 0.34 * rings**1.8 + 0.07 * pores + 0.08 * clouds(size, rng, (60, 700), 2) + rng.uniform(-0.08, 0.12)
    return _tinted(value.astype(np.float32), dark, bright)


_CLOTHS: tuple[tuple[Colour, Colour], ...] = (
    ((46, 84, 44), (58, 102, 56)),  # green baize
    ((58, 36, 112), (70, 48, 132)),  # burgundy
    ((104, 66, 38), (122, 82, 50)),  # navy
    ((168, 186, 196), (190, 206, 214)),  # linen
    ((92, 94, 98), (112, 114, 118)),  # grey felt
    ((60, 124, 168), (74, 142, 186)),  # mustard
)


def _cloth(size: tuple[int, int], rng: np.random.Generator) -> Picture:
    return _woven(size, rng, *_pick(_CLOTHS, rng))


def _woven(size: tuple[int, int], rng: np.random.Generator, dark: Colour, bright: Colour) -> Picture:
    warp = np.repeat(rng.standard_normal((1, size[1]), dtype=np.float32), size[0], axis=0)
    weft = np.repeat(rng.standard_normal((size[0], 1), dtype=np.float32), size[1], axis=1)
    threads = np.asarray(0.12 * (warp + weft) + 0.1 * clouds(size, rng, (3, 3), 1), np.float32)
    return _finished(_tinted(0.5 + threads, dark, bright) * _grey(1 + 0.05 * _folds(size, rng)), rng)


def _folds(size: tuple[int, int], rng: np.random.Generator) -> Field:
    """Where ironing left a crease and where the cloth waves, about -1 to 1."""
    waves = clouds(size, rng, (380, 520), 2)
    ys, xs = np.mgrid[0 : size[0], 0 : size[1]].astype(np.float32)
    for _ in range(int(rng.integers(1, 4))):
        angle = rng.choice([0.0, np.pi / 2]) + rng.normal(0, 0.02)
        along = (xs - rng.uniform(0, size[1])) * np.cos(angle) + (ys - rng.uniform(0, size[0])) * np.sin(angle)
        beside = np.abs(along) < 26.0 * 5.0  # further off nothing is left of it
        along = along[beside]
        waves[beside] += 2.2 * np.tanh(along / 5.0) * np.exp(-((along / 26.0) ** 2))
    return waves


def _patterned(size: tuple[int, int], rng: np.random.Generator) -> Picture:
    drawn: tuple[Callable[[tuple[int, int], np.random.Generator], Picture], ...] = (_gingham, _flowers, _stripes)
    picture = drawn[int(rng.integers(len(drawn)))](size, rng).astype(np.float32)
    return _finished(picture * _grey(1 + 0.035 * _folds(size, rng)), rng)


_PRINTS: tuple[tuple[Colour, Colour], ...] = (
    ((52, 44, 168), (222, 232, 236)),  # red and cream
    ((150, 96, 48), (226, 230, 230)),  # blue and white
    ((78, 122, 66), (208, 226, 226)),  # green and cream
    ((70, 128, 190), (206, 222, 228)),  # ochre and cream
)


def _gingham(size: tuple[int, int], rng: np.random.Generator) -> Picture:
    ink, base = (np.array(colour, np.float32) for colour in _pick(_PRINTS, rng))
    cell = rng.uniform(9, 24) * PX_PER_MM
    across = (np.arange(size[1]) // cell % 2).astype(np.float32)
    down = (np.arange(size[0]) // cell % 2).astype(np.float32)
    share = ((across[None, :] + down[:, None]) / 2)[..., None]
    return (base * (1 - share) + ink * share).astype(np.uint8)


def _stripes(size: tuple[int, int], rng: np.random.Generator) -> Picture:
    ink, base = (np.array(colour, np.float32) for colour in _pick(_PRINTS, rng))
    bands = np.empty((size[1], 3), np.float32)
    left = 0
    while left < size[1]:
        wide = int(rng.uniform(3, 30) * PX_PER_MM) + 1
        bands[left : left + wide] = base + (ink - base) * rng.choice([0.0, 0.0, 0.35, 1.0])
        left += wide
    return np.repeat(bands[None].astype(np.uint8), size[0], axis=0)


def _flowers(size: tuple[int, int], rng: np.random.Generator) -> Picture:
    ink, base = _pick(_PRINTS, rng)
    picture = np.empty((*size, 3), np.uint8)
    picture[:] = base
    pitch = rng.uniform(38, 60) * PX_PER_MM
    leaf = (96.0, 142.0, 110.0)
    for row in range(-1, int(size[0] / pitch) + 2):
        for column in range(-1, int(size[1] / pitch) + 2):
            x = (column + 0.5 * (row % 2)) * pitch
            y = row * pitch
            _flower(picture, (x, y), pitch * rng.uniform(0.2, 0.26), ink, leaf, rng.uniform(0, np.pi))
            _flower(picture, (x + pitch * 0.5, y + pitch * 0.1), pitch * 0.1, leaf, ink, rng.uniform(0, np.pi))
    return picture


def _flower(
    picture: Picture, middle: tuple[float, float], radius: float, petal: Colour, heart: Colour, turn: float
) -> None:
    for k in range(6):
        angle = turn + k * np.pi / 3
        spot = (middle[0] + radius * 0.62 * np.cos(angle), middle[1] + radius * 0.62 * np.sin(angle))
        shade = 1.0 if k % 2 else 0.86
        cv2.ellipse(
            picture,
            (int(spot[0]), int(spot[1])),
            (max(1, int(radius * 0.5)), max(1, int(radius * 0.3))),
            float(np.degrees(angle)),
            0,
            360,
            tuple(shade * c for c in petal),
            -1,
            cv2.LINE_AA,
        )
    cv2.circle(picture, (int(middle[0]), int(middle[1])), max(1, int(radius * 0.24)), heart, -1, cv2.LINE_AA)


def _dark(size: tuple[int, int], rng: np.random.Generator) -> Picture:
    if rng.random() < 0.5:
        return _boards(size, rng, (14, 18, 26), (34, 42, 56))
    return _finished(_tinted(0.5 + 0.2 * clouds(size, rng, (300, 300)), (26, 26, 26), (42, 40, 38)), rng)


def _gloss(size: tuple[int, int], rng: np.random.Generator) -> Picture:
    """White lacquer: almost even, with the pale image of a lamp or a window in it."""
    picture = _tinted(0.5 + 0.2 * clouds(size, rng, (700, 700)), (212, 216, 216), (228, 232, 234))
    ys, xs = np.mgrid[0 : size[0], 0 : size[1]].astype(np.float32) / PX_PER_MM
    wide, high = size[1] / PX_PER_MM, size[0] / PX_PER_MM
    x, y = rng.uniform(0.1, 0.9) * wide, rng.uniform(0.1, 0.9) * high
    half = rng.uniform(60, 140), rng.uniform(90, 200)
    pane = _soft_step(half[0] - np.abs(xs - x)) * _soft_step(half[1] - np.abs(ys - y))
    pane *= 1 - 0.8 * np.exp(-(((xs - x) / 4) ** 2))
    return _finished(picture + _grey(24.0 * pane), rng, 1.0)


def _soft_step(inside_mm: Field) -> Field:
    return np.asarray(0.5 + 0.5 * np.tanh(inside_mm / 12.0), np.float32)


def _poster(size: tuple[int, int], rng: np.random.Generator) -> Picture:
    """A printed map in square sheets: land, water, woods, ways and towns, each sheet a little off the next."""
    height = clouds(size, rng, (420, 420), 4)
    wet = clouds(size, rng, (300, 300), 4)
    land = _tinted(0.5 + 0.25 * wet, (84, 156, 150), (120, 194, 186))
    land[height > 0.9] = (112, 164, 188)
    land[(wet > 0.55) & (height <= 0.9)] = (72, 122, 88)
    land[height < -0.75] = (186, 150, 104)
    picture = land.astype(np.uint8)
    for _ in range(26):
        _way(picture, rng)
    for _ in range(60):
        x, y = int(rng.uniform(0, size[1])), int(rng.uniform(0, size[0]))
        reach = int(rng.uniform(4, 16) * PX_PER_MM)
        cv2.circle(picture, (x, y), reach, (96, 128, 176), -1, cv2.LINE_AA)
        cv2.circle(picture, (x, y), reach, (44, 60, 96), 2, cv2.LINE_AA)
    sheet = int(rng.uniform(42, 75) * PX_PER_MM)
    for top in range(0, size[0], sheet):
        for left in range(0, size[1], sheet):
            cell = picture[top : top + sheet, left : left + sheet]
            cell[:] = cv2.convertScaleAbs(cell, alpha=float(rng.uniform(0.93, 1.06)))
            cell[:1], cell[:, :1] = 120, 120
    return _finished(picture.astype(np.float32), rng)


def _way(picture: Picture, rng: np.random.Generator) -> None:
    rows, columns = picture.shape[:2]
    spot, heading = rng.uniform([0, 0], [columns, rows]), rng.uniform(0, 2 * np.pi)
    points = []
    for _ in range(60):
        points.append(spot.copy())
        heading += rng.normal(0, 0.25)
        spot += 22 * np.array([np.cos(heading), np.sin(heading)])
    line = np.array(points, np.int32)
    wide = int(rng.uniform(2, 5) * PX_PER_MM)
    cv2.polylines(picture, [line], False, (70, 86, 100), wide + 2, cv2.LINE_AA)
    cv2.polylines(picture, [line], False, (226, 236, 240), wide, cv2.LINE_AA)


_DRAWN: dict[Surface, Callable[[tuple[int, int], np.random.Generator], Picture]] = {
    Surface.PLAIN: _plain,
    Surface.WOOD: _wood,
    Surface.CLOTH: _cloth,
    Surface.PATTERNED: _patterned,
    Surface.DARK: _dark,
    Surface.GLOSS: _gloss,
    Surface.POSTER: _poster,
}

"""Surfaces (grass, ground, table) and the finish that a whole tile gets: ink, print dots, brush, paper."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from tools.training.terrain.painting.palette import Colour
from tools.training.terrain.painting.plan import Rng
from vision.frames import Picture

Field = NDArray[np.float32]


def noise(size: int, cells: float, rng: Rng) -> Field:
    """Smooth noise of shape (size, size), mean 0, deviation about 1, with ``cells`` lumps a side."""
    count = max(int(cells) + 3, 4)
    grid = rng.standard_normal((count, count)).astype(np.float32)
    return np.asarray(cv2.resize(grid, (size, size), interpolation=cv2.INTER_CUBIC), np.float32)


def fractal(size: int, cells: float, octaves: int, rng: Rng, falloff: float = 0.6) -> Field:
    """Noise of several sizes on top of each other, deviation about 1."""
    total = np.zeros((size, size), np.float32)
    power = 0.0
    for octave in range(octaves):
        weight = falloff**octave
        total += weight * noise(size, min(cells * 2**octave, size * 0.9), rng)
        power += weight**2
    return total / np.float32(np.sqrt(power))


@dataclass(frozen=True, slots=True)
class PaperSurface:
    """What a sheet of ground looks like.

    Attributes:
        colours: base colour, and those it blends into.
        patches: strength 0 to 1 of the blend, and lumps a tile.
        cells: lumps across a tile.
        speckle: deviation of the fine grain, of 255.
        strokes: blades or brush strokes a tile, and their contrast of 255.
        stripes: contrast of ploughed or hatched lines, of 255; 0 for none.
        pitch: distance of the stripes, tile units.
    """

    colours: tuple[Colour, ...]
    patches: float = 0.5
    cells: float = 4
    speckle: float = 6
    strokes: int = 0
    contrast: float = 20
    stripes: float = 0
    pitch: float = 0.05


def paint_surface(surface: PaperSurface, tile: int, rng: Rng, tiles: float = 2.0) -> Picture:
    """A sheet ``tiles`` tiles wide and high at ``tile`` px a tile, BGR uint8."""
    size = int(tile * tiles)
    sheet = np.empty((size, size, 3), np.float32)
    sheet[:] = surface.colours[0]
    for colour in surface.colours[1:]:
        soft = rng.uniform(0.5, 3)
        mask = 1 / (1 + np.exp(-soft * fractal(size, surface.cells * tiles, 3, rng)))
        sheet += (surface.patches * mask)[..., None] * (np.array(colour, np.float32) - sheet)
    if surface.stripes:
        angle = rng.uniform(0, np.pi)
        y, x = np.mgrid[0:size, 0:size].astype(np.float32)
        way = (x * np.cos(angle) + y * np.sin(angle)) / (surface.pitch * tile) + 0.4 * noise(size, 6, rng)
        sheet += (surface.stripes * np.sin(2 * np.pi * way))[..., None]
    if surface.strokes:
        _strokes(sheet, int(surface.strokes * tiles * tiles), surface.contrast, tile, rng)
    if surface.speckle:
        grain = rng.standard_normal((size, size), np.float32)
        if rng.random() < 0.5:
            grain = np.asarray(cv2.GaussianBlur(grain, (3, 3), 0) * 2, np.float32)
        sheet += surface.speckle * grain[..., None]
    return np.clip(sheet, 0, 255).astype(np.uint8)


def _strokes(sheet: Field, count: int, contrast: float, tile: int, rng: Rng) -> None:
    size = len(sheet)
    angle, spread = rng.uniform(0, np.pi), rng.uniform(0.1, 1.5)
    length, width = tile * rng.uniform(0.015, 0.07), int(rng.integers(1, 3))
    layer = np.zeros((size, size), np.float32)
    starts = rng.uniform(0, size, (count, 2))
    turns = angle + rng.normal(0, spread, count)
    ends = starts + length * np.stack([np.cos(turns), np.sin(turns)], 1)
    lines = np.stack([starts, ends], 1).astype(np.int32)
    half = count // 2
    cv2.polylines(layer, list(lines[:half]), False, float(contrast), width)
    cv2.polylines(layer, list(lines[half:]), False, -float(contrast), width)
    sheet += cv2.GaussianBlur(layer, (0, 0), rng.uniform(0.4, 1.0))[..., None]


@dataclass(frozen=True, slots=True)
class Finish:
    """What happens to a finished tile as a whole; every strength is 0 for "not at all".

    Attributes:
        median: odd kernel in px that melts small things into brush marks.
        waver: px by which outlines waver.
        ink: darkening along edges, 0 to 1.
        relief: strength of light from one side.
        dots: depth of a print raster, 0 to 1, and its pitch in px.
        paper: deviation of the paper's grain of 255.
        levels: brightness steps of a poster, 0 for all.
        saturation, gamma: of the whole print.
        tint: colour that is multiplied in by ``wash`` (0 to 1).
        blur: sigma in px.
    """

    median: int = 0
    waver: float = 0
    ink: float = 0
    relief: float = 0
    dots: float = 0
    pitch: float = 3
    paper: float = 0
    levels: int = 0
    saturation: float = 1
    gamma: float = 1
    tint: Colour = (255, 255, 255)
    wash: float = 0
    blur: float = 0


def apply_finish(tile: Picture, finish: Finish, rng: Rng) -> Picture:
    """The tile as it leaves the press. Shape and type stay."""
    size = tile.shape[0]
    if finish.waver:
        y, x = np.mgrid[0:size, 0:size].astype(np.float32)
        shift = finish.waver
        across, down = x + shift * noise(size, 12, rng), y + shift * noise(size, 12, rng)
        moved = cv2.remap(tile, across, down, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REFLECT)
        tile = np.asarray(moved, np.uint8)
    if finish.median:
        tile = np.asarray(cv2.medianBlur(tile, finish.median), np.uint8)
    if finish.blur:
        tile = np.asarray(cv2.GaussianBlur(tile, (0, 0), finish.blur), np.uint8)
    work = tile.astype(np.float32)
    gray = cv2.cvtColor(tile, cv2.COLOR_BGR2GRAY) if finish.ink or finish.relief or finish.dots else tile
    if finish.ink:
        edges = cv2.morphologyEx(cv2.GaussianBlur(gray, (3, 3), 0), cv2.MORPH_GRADIENT, np.ones((2, 2), np.uint8))
        work *= (1 - finish.ink * np.clip(edges.astype(np.float32) / 90, 0, 1))[..., None]
    if finish.relief:
        work += finish.relief * cv2.Sobel(gray, cv2.CV_32F, 1, 1, ksize=3)[..., None]
    if finish.levels:
        step = 255 / finish.levels
        work = np.asarray(np.round(work / step) * step, np.float32)
    if finish.saturation != 1:
        mean = work.mean(axis=2, keepdims=True)
        work = mean + finish.saturation * (work - mean)
    if finish.dots:
        angle = 0.6
        y, x = np.mgrid[0:size, 0:size].astype(np.float32) * np.float32(2 * np.pi / finish.pitch)
        raster = np.cos(x * np.cos(angle) + y * np.sin(angle)) * np.cos(y * np.cos(angle) - x * np.sin(angle))
        work += (60 * finish.dots * raster)[..., None] * (0.4 + 0.6 * (gray < 200))[..., None]
    if finish.paper:
        work += finish.paper * rng.standard_normal((size, size), np.float32)[..., None]
    work = np.clip(work, 0, 255)
    if finish.gamma != 1:
        work = np.asarray(255 * (work / 255) ** finish.gamma, np.float32)
    if finish.wash:
        work *= 1 - finish.wash + finish.wash * np.array(finish.tint, np.float32) / 255
    return work.astype(np.uint8)

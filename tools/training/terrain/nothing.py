"""What lies where a tile should be and is none: bare table, backs, print, cards, a lattice that is half a tile off."""

from __future__ import annotations

import cv2
import numpy as np

from calibration.arrays import ByteMask
from tools.training.terrain.painting.art import NOTHING, TILE
from tools.training.terrain.painting.canvas import TileCanvas, quad
from tools.training.terrain.painting.palette import any_colour, near, shade
from tools.training.terrain.painting.plan import Points, Rng
from tools.training.terrain.painting.texture import PaperSurface, paint_surface
from tools.training.terrain.photograph import SCENE, LaidSquare, Pool, Table, build_scene
from vision.frames import Picture

CENTRE = SCENE / 2


def build_nothing(laid: LaidSquare, pool: Pool, table: Table, rng: Rng) -> tuple[Picture, ByteMask, Points]:
    """A scene, its labels and the corners (4, 2) px of a crop that shows no tile as it should."""
    choice = rng.choice(5, p=[0.25, 0.15, 0.25, 0.27, 0.08])
    if choice == 0:
        scene, labels = _blank(table, rng)
        if rng.random() < 0.5:
            _clutter(scene, rng)
    elif choice == 1:
        scene, labels = build_scene(
            LaidSquare(_back(rng), np.full((TILE, TILE), NOTHING, np.uint8), -1, laid.sides), pool, table, rng
        )
    elif choice == 2:
        scene, labels = _print(rng), np.full((SCENE, SCENE), NOTHING, np.uint8)
    elif choice == 3:
        return _missed(laid, pool, table, rng)
    else:
        scene, labels = build_scene(laid, pool, table, rng)
        _cover(scene, rng)
    return scene, labels, _square(CENTRE, CENTRE, TILE * rng.uniform(0.9, 1.1), rng.normal(0, 0.05))


def _square(x: float, y: float, size: float, angle: float) -> Points:
    return quad(np.array((x, y)), size, size, angle)


def _blank(table: Table, rng: Rng) -> tuple[Picture, ByteMask]:
    y, x = rng.integers(0, table.sheet.shape[0] - SCENE, 2)
    return table.sheet[y : y + SCENE, x : x + SCENE].copy(), np.full((SCENE, SCENE), NOTHING, np.uint8)


def _missed(laid: LaidSquare, pool: Pool, table: Table, rng: Rng) -> tuple[Picture, ByteMask, Points]:
    """A lattice that is off by a good part of a tile, of the wrong size, or turned."""
    scene, labels = build_scene(laid, pool, table, rng)
    way = rng.choice(3, p=[0.6, 0.2, 0.2])
    if way == 0:
        shift = rng.uniform(0.3, 0.5, 2) * rng.choice([-1, 1], 2)
        if rng.random() < 0.5:
            shift[rng.integers(2)] = rng.normal(0, 0.04)
        return scene, labels, _square(CENTRE + shift[0] * TILE, CENTRE + shift[1] * TILE, TILE, rng.normal(0, 0.04))
    if way == 1:
        size = TILE * (rng.uniform(1.4, 1.62) if rng.random() < 0.5 else rng.uniform(0.4, 0.7))
        return scene, labels, _square(CENTRE, CENTRE, size, rng.normal(0, 0.05))
    return scene, labels, _square(CENTRE, CENTRE, TILE * 0.95, rng.uniform(0.45, 1.1))


def _back(rng: Rng) -> Picture:
    """The back of a tile: a plain or patterned sheet with an emblem."""
    base = any_colour(rng)
    surface = PaperSurface(
        colours=(base, near(base, 15, rng)),
        patches=0.5,
        speckle=rng.uniform(0, 8),
        stripes=float(rng.choice([0, 20])),
        pitch=rng.uniform(0.05, 0.2),
    )
    image = paint_surface(surface, TILE, rng, 1.0)
    canvas, ink = TileCanvas(image), any_colour(rng)
    if rng.random() < 0.5:
        step = rng.uniform(0.1, 0.3)
        for offset in np.arange(-1, 2, step):
            canvas.line(np.array([(offset, 0), (offset + 1, 1)]), shade(base, 0.7), 0.01)
            canvas.line(np.array([(offset, 1), (offset + 1, 0)]), shade(base, 0.7), 0.01)
    for radius in rng.uniform(0.08, 0.4, rng.integers(0, 3)):
        canvas.disc(np.array((0.5, 0.5)), radius, ink, rng.choice([0, 0.02]))
    if rng.random() < 0.5:
        canvas.line(quad(np.array((0.5, 0.5)), 0.85, 0.85, 0), ink, 0.02, closed=True)
    _write(canvas, rng, int(rng.integers(0, 3)))
    return image


def _print(rng: Rng) -> Picture:
    """A page, a score board, a card or a map of another game."""
    base = any_colour(rng) if rng.random() < 0.6 else near((225, 235, 240), 12, rng)
    surface = PaperSurface(
        colours=(base, any_colour(rng)), patches=rng.uniform(0, 0.6), cells=rng.uniform(1, 8), speckle=rng.uniform(0, 8)
    )
    image = np.ascontiguousarray(paint_surface(surface, TILE, rng, 2.0)[:SCENE, :SCENE])
    canvas = TileCanvas(image)
    if rng.random() < 0.4:
        pitch, turn = rng.uniform(0.06, 0.3), rng.uniform(0, 1.5)
        for x in np.arange(-0.5, 1.5, pitch):
            for y in np.arange(-0.5, 1.5, pitch):
                colour = any_colour(rng)
                canvas.fill(quad(np.array((x, y)), 0.8 * pitch, 0.8 * pitch, turn), colour)
    for _ in range(rng.integers(0, 8)):
        spot, size = rng.uniform(0, 1, 2), rng.uniform(0.03, 0.4)
        if rng.random() < 0.5:
            canvas.disc(spot, size / 2, any_colour(rng))
        else:
            canvas.fill(quad(spot, size, size * rng.uniform(0.3, 1), rng.uniform(0, 3)), any_colour(rng))
    for _ in range(rng.integers(0, 4)):
        canvas.line(rng.uniform(-0.2, 1.2, (3, 2)), any_colour(rng), rng.uniform(0.005, 0.08))
    _write(canvas, rng, int(rng.integers(0, 14)))
    return image


def _write(canvas: TileCanvas, rng: Rng, lines: int) -> None:
    ink = any_colour(rng)
    letters = np.array(list("abcdefghijklmnopqrstuvwxyz    ABCDEFG0123456789"))
    high = rng.uniform(0.2, 0.9)
    for number in range(lines):
        words = "".join(rng.choice(letters, rng.integers(3, 30)))
        spot = (int(rng.uniform(-0.1, 0.4) * canvas.size), int((number + 1) * high * 26))
        cv2.putText(canvas.image, words, spot, cv2.FONT_HERSHEY_SIMPLEX, high, ink, 1, cv2.LINE_AA)


def _clutter(scene: Picture, rng: Rng) -> None:
    """Things that lie about: a box's corner, a cup, dice, the shadow of something."""
    canvas = TileCanvas(scene)
    for _ in range(rng.integers(1, 5)):
        spot, size, colour = rng.uniform(0, 1, 2), rng.uniform(0.05, 0.7), any_colour(rng)
        if rng.random() < 0.5:
            canvas.disc(spot, size / 2, colour)
            canvas.disc(spot, size / 2.5, shade(colour, 0.8))
        else:
            body = quad(spot, size, size * rng.uniform(0.3, 1), rng.uniform(0, 3))
            canvas.fill(body + 0.02, shade(colour, 0.3))
            canvas.fill(body, colour)


def _cover(scene: Picture, rng: Rng) -> None:
    """A hand, sleeve or paper over most of the tile."""
    canvas = TileCanvas(scene)
    skin = near((130, 160, 210), 30, rng) if rng.random() < 0.6 else any_colour(rng)
    way = rng.uniform(0, 2 * np.pi)
    reach = np.array((np.cos(way), np.sin(way)))
    middle = np.array((0.5, 0.5)) + rng.normal(0, 0.08, 2)
    for _ in range(rng.integers(3, 6)):
        offset = rng.normal(0, 0.12) * np.array((-reach[1], reach[0]))
        canvas.line(
            np.array([middle + offset - 0.1 * reach, middle + offset + reach]),
            near(skin, 8, rng),
            rng.uniform(0.15, 0.3),
        )

"""Another printing of the postal map, as a publisher might have drawn it: grey engraving on blueish paper, square
plazas, red post roads. Nothing of it is shared with our own board but where the cities lie; it is there to be enrolled.
"""

from __future__ import annotations

from functools import lru_cache
from zlib import crc32

import cv2
import numpy as np

from games.thurn_and_taxis.atlas import Atlas
from vision.artwork.noise import clouds
from vision.artwork.sheet import DrawingSheet
from vision.artwork.thurn_and_taxis.board import SQUARE_MM, road_line
from vision.frames import Picture
from vision.imaging.values import Colour

_PAPER = (216, 208, 196)
_LINE: Colour = (92, 84, 76)
_RED: Colour = (52, 48, 148)
_PLAZA: Colour = (188, 204, 206)


@lru_cache(maxsize=2)
def engraved_board(atlas: Atlas, px_per_mm: float = 3.0) -> Picture:
    """The printed board, BGR. Do not write to it."""
    wide, high = atlas.board_mm
    rng = np.random.default_rng(crc32(f"engraved {atlas.key}".encode()))
    sheet = DrawingSheet(wide, high, px_per_mm, _hills(wide, high, rng))
    for road in sorted(sorted(road) for road in atlas.roads):
        points = road_line(atlas, road[0], road[1])
        sheet.line(points, _RED, 3.4)
        sheet.line(points, (214, 216, 220), 2.0)
    for city in atlas.cities:
        x, y, half = city.x_mm, city.y_mm, SQUARE_MM
        sheet.rect(x - half - 1.2, y - half - 1.2, x + half + 1.2, y + half + 1.2, (70, 74, 80), None, round_mm=2.0)
        sheet.rect(x - half, y - half, x + half, y + half, _PLAZA, (120, 126, 130), 0.5, round_mm=1.6)
        for step in range(-2, 3):
            sheet.line([(x - half + 2, y + step * 4.6), (x + half - 2, y + step * 4.6)], (168, 184, 188), 0.4)
        sheet.text(city.name.upper(), x, y - half - 5.0, 3.4, _RED, halo=(216, 208, 196))
        for tower in range(3):
            left = x - half + 3 + tower * 7.5
            tall = 4 + 3 * float(rng.random())
            sheet.rect(left, y + half + 2, left + 4, y + half + 2 + tall, (150, 146, 140), _LINE, 0.3)
    for inset, width in ((2.0, 1.6), (5.0, 0.5)):
        sheet.rect(inset, inset, wide - inset, high - inset, None, (64, 60, 56), width)
    sheet.speckle(rng, 3.0)
    return sheet.finished()


def _hills(wide: float, high: float, rng: np.random.Generator) -> Picture:
    """Contour lines of a country that nobody has seen."""
    size = (round(high * 2), round(wide * 2))
    height = clouds(size, rng, (130, 130), 4) + 0.5 * clouds(size, rng, (60, 60), 3)
    bands = np.abs((height * 5) % 1.0 - 0.5)
    ink = np.clip(1 - bands / 0.07, 0, 1)[..., None].astype(np.float32)
    wash = 10 * clouds(size, rng, (220, 220), 3)[..., None]
    picture = np.array(_PAPER, np.float32) + wash + (np.array(_LINE, np.float32) - np.array(_PAPER)) * ink * 0.6
    return np.asarray(cv2.GaussianBlur(np.clip(picture, 0, 255).astype(np.uint8), (0, 0), 0.7), np.uint8)

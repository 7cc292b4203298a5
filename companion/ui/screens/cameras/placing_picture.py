"""The drawing of a camera over a table, to scale: what it sees at the lowest and the highest place, arm and lamp."""

from __future__ import annotations

from calibration.arrays import Picture
from calibration.lens import Lens
from companion.cameras.placing import Height
from companion.ui.kit.pictures.picture_canvas import CREAM, INK, Colour, PictureCanvas

TABLE: Colour = (150, 98, 58)
MAP: Colour = (96, 150, 72)
SEEN: Colour = (206, 226, 240)
RANGE: Colour = (36, 132, 76)
WRONG: Colour = (190, 60, 40)
LAMP: Colour = (240, 190, 60)
RAY: Colour = (236, 206, 130)
_FLOOR, _TOP = 0.9, 0.1  # of the picture's height: the table's top, and the highest camera
_WIDEST = 0.8  # of the picture's width: the table


def placing_picture(height: Height, lens: Lens, map_mm: float, size: tuple[int, int]) -> Picture:
    """BGR (height, width, 3) of ``size`` (width, height) px."""
    wide, high = size
    canvas = PictureCanvas(wide, high, CREAM)
    top_mm = max(height.lowest_mm, height.highest_mm)
    table_mm = map_mm * 1.25
    scale = min((_FLOOR - _TOP) * high / top_mm, _WIDEST * wide / table_mm)  # px for each mm, the same both ways
    floor, middle = _FLOOR * high, wide / 2
    low, best = floor - height.lowest_mm * scale, floor - height.highest_mm * scale
    reach = lens.width / 2 / lens.focal[0]  # mm to the side for each mm of height
    hangs = (height.lowest_mm + height.highest_mm) / 2 if height.possible else height.highest_mm
    eye = floor - hangs * scale
    canvas.fill([(middle, eye), (middle - hangs * reach * scale, floor), (middle + hangs * reach * scale, floor)], SEEN)
    half = table_mm / 2 * scale
    left, right, under = middle - half, middle + half, floor + 9
    canvas.fill([(left, floor), (right, floor), (right, under), (left, under)], TABLE)
    half_map = map_mm / 2 * scale
    canvas.line([(middle - half_map, floor - 3), (middle + half_map, floor - 3)], MAP, 6)
    canvas.line([(middle, low), (middle, best)], RANGE if height.possible else WRONG, 4)
    for end in (low, best):
        canvas.line([(middle - 14, end), (middle + 14, end)], RANGE if height.possible else WRONG, 4)
    _arm(canvas, middle + half, middle, eye, floor)
    _lamp(canvas, (middle - half - 16, floor - 0.45 * (floor - eye)), (middle - half_map * 0.6, floor - 4), wide)
    canvas.fill([(middle - 20, eye - 16), (middle + 20, eye - 16), (middle + 20, eye), (middle - 20, eye)], INK)
    canvas.fill([(middle - 9, eye), (middle + 9, eye), (middle + 6, eye + 8), (middle - 6, eye + 8)], INK)
    return canvas.done()


def _arm(canvas: PictureCanvas, foot: float, middle: float, eye: float, floor: float) -> None:
    """Stands at the table's edge and reaches over its middle."""
    canvas.line([(foot - 10, floor), (foot - 10, eye - 12), (middle, eye - 12)], INK, 4)


def _lamp(canvas: PictureCanvas, lamp: tuple[float, float], struck: tuple[float, float], wide: int) -> None:
    """Its light comes from the side and leaves on the other, past the camera."""
    x, y = max(20.0, lamp[0]), lamp[1]
    away = struck[0] + (struck[0] - x)
    canvas.line([(x, y), struck, (min(away, wide - 12.0), y)], RAY, 2)
    canvas.disc(x, y, 13, LAMP)

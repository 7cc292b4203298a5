"""The question marks on the map: what a press would ask about, and tiles of which it is open which of their twins they
are."""

from __future__ import annotations

from kivy.graphics import BorderImage, Color, Rectangle

from companion.ui.kit.base import look
from companion.ui.kit.pictures import masks
from companion.ui.kit.players import letter_texture

OPEN_SHARE, LEAST_OPEN_DP = 0.3, 22  # of a tile: the small one, in a corner of a tile that lies
INSET_SHARE = 0.08  # of a tile: it leaves the very corner to what marks the last tile


def draw_circle(x: int, y: int, side: int) -> None:
    """A light ring on a dark one, its middle at ``x``, ``y``, ``side`` px across."""
    pos = (x - side // 2, y - side // 2)
    for colour, width in ((look().colour("bg"), 6), (look().colour("text"), 3)):
        Color(*colour)
        Rectangle(pos=pos, size=(side, side), texture=masks.circle_line(side, look().px(width)))


def draw_question(x: int, y: int, side: int) -> None:
    """A question mark on a dark disc, its middle at ``x``, ``y``, ``side`` px across."""
    the = look()
    pos = (x - side // 2, y - side // 2)
    Color(*the.colour("bg", 0.94))
    radius = side // 2 - 1
    border = masks.rounded_border(radius)
    BorderImage(pos=pos, size=(side, side), border=border, texture=masks.rounded(radius))
    draw_circle(x, y, side)
    mark = letter_texture("?", round(side * 0.6))
    Color(*the.colour("text"))
    Rectangle(pos=(x - mark.width // 2, y - mark.height // 2), size=mark.size, texture=mark)


def draw_open_twin(right: int, top: int, cell: int) -> None:
    """The small one, in the upper right corner of a tile that is ``cell`` px wide."""
    side = round(min(cell * 0.5, max(cell * OPEN_SHARE, look().px(LEAST_OPEN_DP))))
    inset = round(cell * INSET_SHARE)
    draw_question(right - inset - side // 2, top - inset - side // 2, side)

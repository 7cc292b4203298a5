"""The mark of what a press would ask about: a question mark on a disc, which any board can bear."""

from __future__ import annotations

from kivy.graphics import BorderImage, Color, Rectangle

from companion.ui.kit.base import look
from companion.ui.kit.pictures import masks
from companion.ui.kit.players import letter_texture


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

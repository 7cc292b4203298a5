"""The mark of what a press would ask about: a question mark on a disc, which any board can bear."""

from __future__ import annotations

from collections.abc import Sequence

from kivy.graphics import BorderImage, Color, Rectangle

from companion.ui.kit.base import look
from companion.ui.kit.pictures import masks
from companion.ui.kit.players import letter_texture


def draw_circle(x: int, y: int, side: int) -> None:
    """A light ring on a dark one, its middle at ``x``, ``y``, ``side`` px across."""
    _draw_circles(((x, y),), side)


def draw_question(x: int, y: int, side: int) -> None:
    """A question mark on a dark disc, its middle at ``x``, ``y``, ``side`` px across."""
    draw_questions(((x, y),), side)


def draw_questions(middles: Sequence[tuple[int, int]], side: int) -> None:
    """Several that don't overlap, all of a colour at once: each change of colour costs a frame time and memory."""
    the = look()
    Color(*the.colour("bg", 0.94))
    radius = side // 2 - 1
    border = masks.rounded_border(radius)
    for x, y in middles:
        BorderImage(pos=(x - side // 2, y - side // 2), size=(side, side), border=border, texture=masks.rounded(radius))
    _draw_circles(middles, side)
    mark = letter_texture("?", round(side * 0.6))
    Color(*the.colour("text"))
    for x, y in middles:
        Rectangle(pos=(x - mark.width // 2, y - mark.height // 2), size=mark.size, texture=mark)


def _draw_circles(middles: Sequence[tuple[int, int]], side: int) -> None:
    the = look()
    for colour, width in ((the.colour("bg"), 6), (the.colour("text"), 3)):
        Color(*colour)
        texture = masks.circle_line(side, the.px(width))
        for x, y in middles:
            Rectangle(pos=(x - side // 2, y - side // 2), size=(side, side), texture=texture)

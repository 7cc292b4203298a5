"""What a proposal would bring somebody, beside its ghost on the board: a badge and points on a rounded ground."""

from __future__ import annotations

from collections.abc import Callable

from kivy.graphics import BorderImage, Color, Rectangle

from companion.ui.kit.base import look
from companion.ui.kit.pictures import masks
from companion.ui.kit.players import draw_badge, letter_texture

MINUS = "−"


def gain_height() -> int:
    """How high one is, px."""
    return round(look().px(36))


def gain_step() -> int:
    """From one to the next above or below it, px."""
    return gain_height() + round(look().px(4))


def draw_gain(colour: str, letter: str, points: int, y: int, left_of: Callable[[int], int]) -> None:
    """Draw one.

    Args:
        colour, letter: of whose badge.
        points: more or less than none.
        y: of its foot, px of the window.
        left_of: from how wide it is to where it begins, px.
    """
    the, high = look(), gain_height()
    text = letter_texture(f"+{points}" if points > 0 else f"{MINUS}{-points}", the.type_px("body"))
    wide = high + text.width + round(the.px(16))
    left, radius, inset = left_of(wide), high // 2 - 1, round(the.px(4))
    border = masks.rounded_border(radius)
    Color(*the.colour("bg", 0.94))
    BorderImage(pos=(left, y), size=(wide, high), border=border, texture=masks.rounded(radius))
    Color(*the.colour("text"))
    BorderImage(pos=(left, y), size=(wide, high), border=border, texture=masks.rounded_line(radius, the.px(2)))
    where = (left + high + round(the.px(4)), y + (high - text.height) // 2)
    Rectangle(pos=where, size=text.size, texture=text)
    draw_badge(colour, letter, left + inset, y + inset, high - 2 * inset)

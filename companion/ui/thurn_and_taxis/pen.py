"""Drawing for the postal games in world units: boxes, rings, words and icons on a board or any other widget."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache

from kivy.core.text import Label as CoreLabel
from kivy.graphics import BorderImage, Color, Rectangle
from kivy.graphics.texture import Texture

from companion.ui.kit.base import look
from companion.ui.kit.pictures import masks
from companion.ui.kit.players import letter_texture, line_texture

Rgba = tuple[float, ...]

SMALLEST_PX, SMALLER = 8.0, 0.93  # of wrapped words that would not go into their box, and by how much at a time


@lru_cache(256)
def wrapped_texture(text: str, size_px: float, width: int, height: int) -> Texture:
    """Words wrapped to a width, px, as a white texture; smaller where they would not go into the height."""
    while size_px > SMALLEST_PX and _written(text, size_px, width, None).texture.size[1] > height:
        size_px = max(SMALLEST_PX, size_px * SMALLER)
    return _written(text, size_px, width, height).texture


def _written(text: str, size_px: float, width: int, height: int | None) -> CoreLabel:
    label = CoreLabel(
        text=text, font_size=size_px, font_name="LatoBold", text_size=(width, height), halign="left", valign="top"
    )
    label.refresh()
    return label


@dataclass(frozen=True, slots=True)
class Pen:
    """Draws into the open canvas.

    Attributes:
        to_px: from world units (y down) to px of the window.
        unit: px a world unit.
    """

    to_px: Callable[[float, float], tuple[int, int]]
    unit: float

    def box(self, x: float, y: float, wide: float, high: float, colour: Rgba, corner: float = 0.12) -> None:
        """A filled rounded box; x, y is its upper left corner."""
        pos, size, radius = self._frame(x, y, wide, high, corner)
        Color(*colour)
        BorderImage(pos=pos, size=size, border=masks.rounded_border(radius), texture=masks.rounded(radius))

    def ring(
        self, x: float, y: float, wide: float, high: float, colour: Rgba, thick: float = 0.05, corner: float = 0.12
    ) -> None:
        """The outline of a rounded box."""
        pos, size, radius = self._frame(x, y, wide, high, corner)
        Color(*colour)
        texture = masks.rounded_line(radius, max(1.5, round(thick * self.unit * 2) / 2))
        BorderImage(pos=pos, size=size, border=masks.rounded_border(radius), texture=texture)

    def circle(self, x: float, y: float, radius: float, colour: Rgba, thick: float = 0.06) -> None:
        """A ring around a point."""
        self.ring(x - radius, y - radius, 2 * radius, 2 * radius, colour, thick, radius)

    def _frame(
        self, x: float, y: float, wide: float, high: float, corner: float
    ) -> tuple[tuple[float, float], tuple[int, int], int]:
        pos = self.to_px(x, y + high)
        size = (max(4, round(wide * self.unit)), max(4, round(high * self.unit)))
        return pos, size, max(1, min(round(corner * self.unit), min(size) // 2 - 1))

    def words(
        self, text: str, x: float, y: float, high: float, room: float, colour: Rgba, *, align: str = "left",
        weight: str = "LatoBold", shrinks: bool = False,
    ) -> float:  # fmt: skip
        """One line, its middle at height y; x is its left end, middle or right end. What is wider than its room is cut
        off, or ``shrinks`` until it fits. Returns its width, units."""
        if not text or room <= 0:
            return 0.0
        size, wide = max(8.0, round(high * self.unit)), max(10, round(room * self.unit))
        texture = letter_texture(text, size, weight)
        if shrinks and texture.size[0] > wide:
            texture = letter_texture(text, max(8.0, int(size * wide / texture.size[0])), weight)
        if texture.size[0] > wide:
            texture = line_texture(text, size, wide, weight)
        px, py = self.to_px(x, y)
        width, height = texture.size
        left = {"left": px, "middle": px - width / 2, "right": px - width}[align]
        Color(*colour)
        Rectangle(pos=(round(left), round(py - height / 2)), size=(width, height), texture=texture)
        return float(width) / self.unit

    def wrapped(self, text: str, x: float, y: float, high: float, wide: float, deep: float, colour: Rgba) -> None:
        """Words wrapped into a box; x, y is its upper left corner, ``high`` a line's."""
        width, height = max(10, round(wide * self.unit)), max(10, round(deep * self.unit))
        texture = wrapped_texture(text, max(8.0, round(high * self.unit)), width, height)
        px, py = self.to_px(x, y)
        Color(*colour)
        Rectangle(pos=(px, py - texture.size[1]), size=texture.size, texture=texture)

    def icon(self, name: str, x: float, y: float, side: float, colour: Rgba) -> None:
        """An icon, its middle at x, y."""
        wide = max(6, round(side * self.unit))
        px, py = self.to_px(x, y)
        Color(*colour)
        Rectangle(pos=(px - wide // 2, py - wide // 2), size=(wide, wide), texture=masks.icon(name, wide))

    def width_of(self, text: str, high: float) -> float:
        """How wide one line of bold words is, units."""
        size = max(8.0, round(high * self.unit))
        return float(letter_texture(text, size, "LatoBold").size[0]) / self.unit if text else 0.0

    def pill(self, text: str, x: float, y: float, high: float, ground: Rgba, ink: Rgba) -> None:
        """A few words on a rounded ground, their right end at x, their middle at y."""
        wide = self.width_of(text, high)
        self.box(x - wide - 0.28, y - high * 0.78, wide + 0.28, high * 1.56, ground, high * 0.78)
        self.words(text, x - 0.14, y, high, wide + 0.1, ink, align="right")


def ink() -> Rgba:
    """The colour of what is written on the pale map, whatever the theme."""
    return (0.09, 0.075, 0.06, 1.0)


def faint() -> Rgba:
    """The colour of the second line."""
    return look().colour("text2")

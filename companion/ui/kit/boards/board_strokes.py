"""Boxes, rings, icons and words in the world units of a board."""

from __future__ import annotations

from functools import lru_cache

from kivy.graphics import BorderImage, Color, Rectangle
from kivy.graphics.texture import Texture

from companion.ui.kit.base import look
from companion.ui.kit.boards.board import BoardWidget
from companion.ui.kit.pictures import masks
from companion.ui.kit.players import draw_badge, letter_texture, line_texture
from companion.ui.kit.theme import Rgba

_GEM = ((0.28, 0.12), (0.72, 0.12), (0.98, 0.42), (0.5, 0.96), (0.02, 0.42))
_ENVELOPE = ((0.04, 0.2), (0.96, 0.2), (0.96, 0.84), (0.04, 0.84))
_SHAPES = {"gem": _GEM, "letter": _ENVELOPE}


@lru_cache(64)
def shape_texture(name: str, side: int) -> Texture:
    """A gem or a letter, white, to be tinted."""
    points = [(x * side, y * side) for x, y in _SHAPES[name]]
    return masks.texture_from_alpha(masks.polygon_mask(points, (side, side)))


_SMALLER = (0.88, 0.76, 0.66, 0.58)  # of their height, before words are shortened
LEAST_PX = 8.0  # high


class StrokesBoard(BoardWidget):
    """A board that draws with these."""

    def box(self, x: float, y: float, wide: float, high: float, corner: float, ink: Rgba) -> None:
        """A filled box with round corners; x, y is its upper left."""
        px, py = self.to_px(x, y + high)
        size = (max(2, round(wide * self.cell)), max(2, round(high * self.cell)))
        radius = max(1, min(round(corner * self.cell), min(size) // 2 - 1))
        Color(*ink)
        BorderImage(pos=(px, py), size=size, border=masks.rounded_border(radius), texture=masks.rounded(radius))

    def ring(self, x: float, y: float, wide: float, high: float, thick: float, ink: Rgba) -> None:
        """The outline of such a box."""
        px, py = self.to_px(x, y + high)
        size = (max(4, round(wide * self.cell)), max(4, round(high * self.cell)))
        radius = max(2, min(round(0.09 * self.cell), min(size) // 2 - 1))
        texture = masks.rounded_line(radius, max(1.5, thick * self.cell))
        Color(*ink)
        BorderImage(pos=(px, py), size=size, border=masks.rounded_border(radius), texture=texture)

    def stamp(self, texture: Texture, x: float, y: float, side: int, ink: Rgba) -> None:
        """A square texture about a point."""
        px, py = self.to_px(x, y)
        Color(*ink)
        Rectangle(pos=(px - side // 2, py - side // 2), size=(side, side), texture=texture)

    def icon(self, name: str, x: float, y: float, high: float, ink: Rgba) -> None:
        """An icon of the tablet's own."""
        side = max(8, round(high * self.cell))
        self.stamp(masks.icon(name, side), x, y, side, ink)

    def shape(self, name: str, x: float, y: float, high: float, ink: Rgba) -> None:
        """A gem or a letter."""
        side = max(6, round(high * self.cell))
        self.stamp(shape_texture(name, side), x, y, side, ink)

    def disc(self, x: float, y: float, radius: float, ink: Rgba, rim: Rgba | None = None) -> None:
        """A disc, with a line around it."""
        side = max(6, round(2 * radius * self.cell))
        if rim is not None:
            self.stamp(masks.badge("circle", side), x, y, side, rim)
            side = max(4, side - 2 * max(1, round(look().px(2))))
        self.stamp(masks.badge("circle", side), x, y, side, ink)

    def badge(self, colour: str, letter: str, x: float, y: float, side: float) -> None:
        """A player's badge about a point."""
        size = side * self.cell
        px, py = self.to_px(x, y)
        draw_badge(colour, letter, px - size / 2, py - size / 2, size)

    def number(self, text: str, x: float, y: float, high: float, ink: Rgba, *, left: bool = False) -> float:
        """Characters in heavy type about a point, or from it to the right; how wide they are, world units."""
        texture = letter_texture(text, max(8.0, round(high * self.cell)))
        px, py = self.to_px(x, y)
        width, height = texture.size
        Color(*ink)
        pos = (px if left else round(px - width / 2), round(py - height / 2))
        Rectangle(pos=pos, size=(width, height), texture=texture)
        return float(width) / self.cell

    def words(self, text: str, x: float, y: float, high: float, room: float, ink: Rgba, *, left: bool = False) -> None:
        """A line of bold words, smaller where they are long; what is too long all the same ends in dots."""
        if not text:
            return
        wide, size = max(10, round(room * self.cell)), max(LEAST_PX, round(high * self.cell))
        sizes = (size, *(max(LEAST_PX, round(size * share)) for share in _SMALLER))
        fitting = (letter_texture(text, one, "LatoBold") for one in sizes)
        texture = next((one for one in fitting if one.size[0] <= wide), None)
        if texture is None:
            texture = line_texture(text, size, wide, "LatoBold")
        width, height = texture.size
        px, py = self.to_px(x, y)
        Color(*ink)
        pos = (px if left else round(px - width / 2), round(py - height / 2))
        Rectangle(pos=pos, size=(width, height), texture=texture)

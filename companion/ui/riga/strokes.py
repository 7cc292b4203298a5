"""Boxes, rings, discs, signs, numbers and words on the board of Riga."""

from __future__ import annotations

from kivy.graphics import BorderImage, Color, Line, Rectangle

from companion.ui.kit.base import look
from companion.ui.kit.boards.board import BoardWidget
from companion.ui.kit.pictures import masks
from companion.ui.kit.players import letter_texture, line_texture
from companion.ui.riga.pictures import sign_texture

NARROW = 0.6  # of its size that a word may shrink to where a place is too narrow


class RigaStrokes(BoardWidget):
    """A board on which things are drawn in its own units."""

    @property
    def cell_px(self) -> int:
        """Px a world unit."""
        return self.cell

    def _box(self, x: float, y: float, wide: float, high: float, corner: float) -> None:
        px, py = self.to_px(x, y + high)
        size = (max(2, round(wide * self.cell_px)), max(2, round(high * self.cell_px)))
        radius = max(1, min(round(corner * self.cell_px), min(size) // 2 - 1))
        BorderImage(pos=(px, py), size=size, border=masks.rounded_border(radius), texture=masks.rounded(radius))

    def _ring(self, x: float, y: float, wide: float, high: float, thick: float) -> None:
        px, py = self.to_px(x, y + high)
        size = (max(4, round(wide * self.cell_px)), max(4, round(high * self.cell_px)))
        radius = max(2, min(round(0.12 * self.cell_px), min(size) // 2 - 1))
        texture = masks.rounded_line(radius, max(1.5, thick * self.cell_px))
        BorderImage(pos=(px, py), size=size, border=masks.rounded_border(radius), texture=texture)

    def _disc(self, x: float, y: float, radius: float) -> None:
        side = max(4, round(2 * radius * self.cell_px))
        px, py = self.to_px(x, y)
        Color(*look().colour("raised"))
        Rectangle(pos=(px - side // 2, py - side // 2), size=(side, side), texture=masks.badge("circle", side))
        Color(*look().colour("text"))
        Line(circle=(px, py, side / 2 - 1), width=look().px(1))

    def _sign(self, name: str, x: float, y: float, high: float) -> None:
        side = round(high * self.cell_px)
        if side < 6:
            return
        px, py = self.to_px(x, y)
        Color(1, 1, 1, 1)
        Rectangle(pos=(px - side // 2, py - side // 2), size=(side, side), texture=sign_texture(name, side))

    def _number(self, text: str, x: float, y: float, high: float, colour: tuple[float, ...]) -> None:
        texture = letter_texture(text, max(8.0, round(high * self.cell_px)))
        px, py = self.to_px(x, y)
        width, height = texture.size
        Color(*colour)
        Rectangle(pos=(round(px - width / 2), round(py - height / 2)), size=(width, height), texture=texture)

    def _words(
        self, text: str, x: float, y: float, high: float, room: float, *, left: bool = False, ink: str = "text"
    ) -> None:
        if not text:
            return
        wide = max(10, round(room * self.cell_px))
        size = max(8.0, round(high * self.cell_px))
        texture = letter_texture(text, size, "LatoBold")
        if texture.size[0] > wide:  # a little smaller rather than cut off
            size = max(8.0, size * NARROW, size * wide / texture.size[0])
            texture = letter_texture(text, int(size), "LatoBold")
        if texture.size[0] > wide:
            texture = line_texture(text, size, wide, "LatoBold")
        width, height = texture.size
        px, py = self.to_px(x, y)
        Color(*look().colour(ink))
        pos = (px if left else round(px - width / 2), round(py - height / 2))
        Rectangle(pos=pos, size=(width, height), texture=texture)

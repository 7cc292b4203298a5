"""Lines, discs, words and icons in the world of Cronberg's board, whose unit is an edge of a triangle."""

from __future__ import annotations

from kivy.graphics import BorderImage, Color, Line, Rectangle, Triangle

from companion.ui.cronberg.art import Points
from companion.ui.kit.base import look
from companion.ui.kit.boards.board import BoardWidget
from companion.ui.kit.boards.turning import turned
from companion.ui.kit.pictures import masks
from companion.ui.kit.pictures.question_mark import draw_question
from companion.ui.kit.players import letter_texture
from games.cronberg.scoring import MINUS


class EdgeStrokes(BoardWidget):
    """A board that draws with these."""

    def flat(self, points: Points) -> list[int]:
        """Points of the world on the window, px: x, y, x, y, ..."""
        return [value for point in points for value in self.to_px(*point)]

    def below(self, spot: tuple[float, float], far: float) -> tuple[float, float]:
        """The point that is seen so far below another one, however the board is turned."""
        across, down = turned(0.0, far, -self.turns)
        return spot[0] + across, spot[1] + down

    def outline(self, points: Points, width_dp: float, colour: tuple[float, ...]) -> None:
        """The closed line around some points."""
        Color(*colour)
        Line(points=self.flat(points), close=True, width=look().px(width_dp) / 2, joint="round")

    def hatch(self, points: Points, colour: tuple[float, ...]) -> None:
        """A hatched triangle, and its outline."""
        side = 16 if self.cell < 80 else 32
        flat = self.flat(points)
        Color(*colour[:3], 0.85)
        coords = [value / side for value in (*flat, *flat[:2])]  # kivy wants four corners of them, also for a triangle
        Triangle(points=flat, texture=masks.pattern("hatch", side), tex_coords=coords)
        self.outline(points, 2, colour)

    def circle(self, spot: tuple[float, float], across: float, colour: tuple[float, ...], width_dp: float) -> None:
        """A ring about a point, ``across`` edges wide."""
        side = max(8, round(across * self.cell))
        x, y = self.to_px(*spot)
        Color(*colour)
        texture = masks.circle_line(side, look().px(width_dp))
        Rectangle(pos=(x - side // 2, y - side // 2), size=(side, side), texture=texture)

    def disc(self, spot: tuple[float, float], across: float, colour: tuple[float, ...]) -> None:
        """A disc about a point, ``across`` edges wide."""
        side = max(8, round(across * self.cell))
        x, y = self.to_px(*spot)
        Color(*colour)
        Rectangle(pos=(x - side // 2, y - side // 2), size=(side, side), texture=masks.badge("circle", side))

    def words(self, text: str, spot: tuple[float, float], height: float, ink: str, weight: str) -> None:
        """Words in the middle of a point, so many edges high, in a palette colour."""
        texture = letter_texture(text, max(7, round(height * self.cell)), weight)
        x, y = self.to_px(*spot)
        Color(*look().colour(ink))
        Rectangle(pos=(x - texture.width // 2, y - texture.height // 2), size=texture.size, texture=texture)

    def pill(
        self, spot: tuple[float, float], text: str, height: float, fill: str, ink: str, rim: str | None = None
    ) -> None:
        """Words on a rounded ground, with a rim where one is named."""
        texture = letter_texture(text, max(9, round(height * self.cell * 0.8)), "LatoBlack")
        high = max(12, round(height * self.cell * 1.15))
        wide = max(high, texture.width + high // 2)
        x, y = self.to_px(*spot)
        pos, radius = (x - wide // 2, y - high // 2), high // 2 - 1
        Color(*look().colour(fill))
        border = masks.rounded_border(radius)
        BorderImage(pos=pos, size=(wide, high), border=border, texture=masks.rounded(radius))
        if rim is not None:
            Color(*look().colour(rim))
            BorderImage(pos=pos, size=(wide, high), border=border, texture=masks.rounded_line(radius, look().px(2)))
        Color(*look().colour(ink))
        Rectangle(pos=(x - texture.width // 2, y - texture.height // 2), size=texture.size, texture=texture)

    def icon(self, spot: tuple[float, float], name: str, share: float, ink: str) -> None:
        """An icon of the tablet's own, so large a share of an edge."""
        side = max(10, round(share * self.cell))
        x, y = self.to_px(*spot)
        Color(*look().colour(ink))
        Rectangle(pos=(x - side // 2, y - side // 2), size=(side, side), texture=masks.icon(name, side))

    def doubt(self, points: list[int]) -> None:
        """A question mark in the middle of some points (px: x, y, x, y, ...)."""
        count = len(points) // 2
        draw_question(sum(points[::2]) // count, sum(points[1::2]) // count, round(0.44 * self.cell))


def signed(points: int) -> str:
    """Points with the minus of print."""
    return f"{MINUS}{-points}" if points < 0 else str(points)


def inside(corners: Points, x: float, y: float) -> bool:
    """Whether a point lies in a convex outline."""
    signs = []
    for number, (ax, ay) in enumerate(corners):
        bx, by = corners[(number + 1) % len(corners)]
        signs.append((bx - ax) * (y - ay) - (by - ay) * (x - ax))
    return all(sign >= 0 for sign in signs) or all(sign <= 0 for sign in signs)

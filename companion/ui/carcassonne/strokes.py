"""Tiles, figures, frames and rings in the world of a map, whose unit is a tile."""

from __future__ import annotations

from collections.abc import Iterable

from kivy.graphics import BorderImage, Color, Rectangle

from companion.ui.carcassonne.tile_art import (
    corners,
    dashed_frame,
    tile_texture,
)
from companion.ui.kit.base import look
from companion.ui.kit.boards.board import BoardWidget
from companion.ui.kit.pictures import masks
from companion.ui.kit.players import draw_badge, letter_texture
from companion.ui.kit.theme import CREAM, INK, PLAYERS, rgba

FIGURE_SHARE = 0.5  # of a tile
DIMMED = (0.86, 0.84, 0.8)  # tiles stand back a little, so that followers stand out


class MapStrokes(BoardWidget):
    """A board on which these are drawn."""

    def _box(self, x: float, y: float) -> tuple[tuple[int, int], tuple[int, int]]:
        """Position and size, px, of the tile at x, y: neighbours share their edges."""
        xs, ys = zip(self.to_px(x, y), self.to_px(x + 1, y + 1), strict=True)
        return (min(xs), max(ys) - self.cell), (self.cell, self.cell)

    def _draw_tile(self, key: str, turns: int, x: int, y: int, alpha: float = 1.0) -> Color:
        pos, size = self._box(x, y)
        colour = Color(*DIMMED, alpha)
        Rectangle(pos=pos, size=size, texture=tile_texture(key, self.cell), tex_coords=corners(turns + self.turns))
        return colour

    def _draw_tile_small(self, key: str, turns: int, x: int, y: int, share: float) -> None:
        """A tile that may lie at a place, so many times as wide as the place, in the middle of it."""
        (left, bottom), _ = self._box(x, y)
        side = round(self.cell * share)
        pos = left + (self.cell - side) // 2, bottom + (self.cell - side) // 2
        Color(*DIMMED)
        Rectangle(pos=pos, size=(side, side), texture=tile_texture(key, side), tex_coords=corners(turns + self.turns))
        self._draw_frame(pos, (side, side), look().colour("warn"))

    def _draw_figure(
        self, seat: int, kind: str, x: float, y: float, *, lying: bool, alpha: float = 1.0
    ) -> tuple[Color, ...]:
        the = look()
        share = FIGURE_SHARE * (1.3 if kind == "big" else 1.0)
        side = max(12, round(self.cell * share))
        px, py = self.to_px(x, y)
        pos = (px - side // 2, py - side // 2)
        paint = PLAYERS[self.view.seats[seat].colour]
        turns = 1 if lying else 0
        grown = side + 2 * max(1, round(side * 0.05))
        edge = Color(*rgba(INK, 0.75 * alpha))
        Rectangle(pos=(px - grown // 2, py - grown // 2), size=(grown, grown), texture=masks.figure(grown, turns))
        rim = Color(*rgba(CREAM if paint.colour != "white" else INK, alpha))
        Rectangle(pos=pos, size=(side, side), texture=masks.figure(side, turns))
        fill = Color(*rgba(paint.fill, alpha))
        Rectangle(pos=pos, size=(side, side), texture=masks.figure_inside(side, turns, max(1.2, side * 0.05)))
        colours = [edge, rim, fill]
        if self.letters and side >= the.px(18):
            letter = letter_texture(self.letters[seat], side * (0.4 if len(self.letters[seat]) == 1 else 0.3))
            colours.append(Color(*rgba(paint.letter, alpha)))
            dx, dy = (-0.14 * side, 0) if lying else (0, -0.15 * side)
            Rectangle(
                pos=(round(px - letter.width / 2 + dx), round(py - letter.height / 2 + dy)),
                size=letter.size,
                texture=letter,
            )
        return tuple(colours)

    def _draw_places(self, places: Iterable[tuple[int, int]], *, offered: bool) -> None:
        """Open places; ``offered`` is seen from afar. Grounds first, then frames, then signs: a driver that draws by
        software keeps 64 kB for every change of colour or texture within a frame."""
        the = look()
        inset = max(1, round(self.cell * 0.06))
        boxes = [
            ((pos[0] + inset, pos[1] + inset), (size[0] - 2 * inset, size[1] - 2 * inset))
            for pos, size in (self._box(x, y) for x, y in places)
        ]
        Color(*the.colour("raised", 0.9 if offered else 0.5))
        for pos, size in boxes:
            Rectangle(pos=pos, size=size)
        Color(*the.colour("text" if offered else "line", 0.95 if offered else 0.55))
        for pos, size in boxes:
            Rectangle(pos=pos, size=size, texture=dashed_frame(size[0], max(1, round(the.px(2)))))
        if offered:
            side = round(min(self.cell * 0.4, the.px(32)))
            for pos, size in boxes:
                centre = (pos[0] + (size[0] - side) // 2, pos[1] + (size[1] - side) // 2)
                Rectangle(pos=centre, size=(side, side), texture=masks.icon("add", side))

    def _draw_dashes(self, places: Iterable[tuple[int, int]]) -> None:
        """A light dashed frame on a dark one around each place."""
        the = look()
        width = max(2, round(the.px(3)))
        boxes = [self._box(*place) for place in places]
        for colour, wide in ((the.colour("bg", 0.8), width + 2), (the.colour("text"), width)):
            Color(*colour)
            for pos, size in boxes:
                Rectangle(pos=pos, size=size, texture=dashed_frame(self.cell, wide))

    def _draw_turn(self, x: int, y: int, number: int, seat: int | None) -> None:
        """Of several turns which one this tile was, in the badge of whose turn it was."""
        if seat is None:
            return
        (px, py), (_, high) = self._box(x, y)
        py += high
        side = round(look().px(32))
        draw_badge(self.view.seats[seat].colour, str(number), px - side // 3, py - side * 2 // 3, side)

    def _draw_frame(self, pos: tuple[int, int], size: tuple[int, int], colour: tuple[float, ...]) -> None:
        Color(*colour)
        radius = max(2, round(self.cell * 0.06))
        BorderImage(
            pos=pos, size=size, border=masks.rounded_border(radius), texture=masks.rounded_line(radius, look().px(3))
        )

"""The board of a copy that is being enrolled: its triangles with what they are taken for, and its corners to drag."""

from __future__ import annotations

import math
from collections.abc import Callable

import cv2
import numpy as np
from kivy.graphics import Color, Ellipse, Line, Mesh

from companion.editions.cronberg_draft import CronbergDraft
from companion.ui.kit.base import look
from companion.ui.kit.fingers import ScreenTouch
from companion.ui.kit.pictures.live_picture import StillPicture
from companion.ui.kit.theme import rgba
from games.cronberg.components import Symbol
from games.cronberg.lattice import lattice_of_side
from vision.cronberg.enrolling.symbols import triangle_picture
from vision.frames import Picture

# Fill of a symbol's mark; the shape differs as well, for who can't tell the colours apart.
MARKS = {Symbol.PARK: "#5EB98E", Symbol.COAT: "#F8D64C", Symbol.GUARD: "#F44839", Symbol.BLANK: "#CFC2AF"}
_CORNERS = {Symbol.PARK: 24, Symbol.COAT: 4, Symbol.GUARD: 3, Symbol.BLANK: 0}
_FINGER_DP = 44


class DraftBoard(StillPicture):
    """Tap a triangle to change what it is."""

    on_triangle: Callable[[int], None] | None = None

    def __init__(self, draft: CronbergDraft, **kwargs: object) -> None:
        self._draft = draft
        board = draft.board
        assert board is not None
        self._lattice = lattice_of_side(board.side)
        super().__init__(picture=board.picture, **kwargs)

    def _spot(self, x: float, y: float) -> tuple[float, float]:
        """Where a point of the net, in edges, is shown."""
        board = self._draft.board
        assert board is not None
        left, bottom, width, height = self.frame()
        high, wide = board.picture.shape[:2]
        u = (x * board.px_per_edge + board.middle_px[0]) / wide
        v = (y * board.px_per_edge + board.middle_px[1]) / high
        return left + u * width, bottom + (1 - v) * height

    def draw_over(self, x: float, y: float, width: float, height: float) -> None:
        """A mark on every triangle; what is doubtful has a ring."""
        doubtful = self._draft.doubtful_triangles
        edge = math.dist(self._spot(0, 0), self._spot(1, 0))
        for triangle, symbol in enumerate(self._draft.symbols):
            corners = [self._lattice.positions[corner] for corner in self._lattice.corners_of[triangle]]
            cx, cy = self._lattice.centre(triangle)
            rim = [self._spot(cx + (px - cx) * 0.88, cy + (py - cy) * 0.88) for px, py in corners]
            Color(*rgba(MARKS[symbol]))
            Line(points=[value for point in rim for value in point], width=look().px(1.8), close=True)
            up = sum(py < cy for _, py in corners) == 1
            draw_mark(symbol, self._spot(cx - 0.24, cy + (0.15 if up else -0.15)), edge * 0.075)
            if triangle in doubtful:
                Color(*look().colour("warn"))
                mx, my = self._spot(cx, cy)
                Line(circle=(mx, my, edge * 0.2), width=look().px(2.5))

    def on_touch_up(self, touch: ScreenTouch) -> bool:
        """The triangle beneath the finger."""
        if self.on_triangle is None or not self.collide_point(*touch.pos):
            return bool(super().on_touch_up(touch))
        apart = [math.dist(touch.pos, self._spot(*self._lattice.centre(t))) for t in range(len(self._draft.symbols))]
        nearest = min(range(len(apart)), key=apart.__getitem__)
        if apart[nearest] < 0.6 * math.dist(self._spot(0, 0), self._spot(1, 0)):
            self.on_triangle(nearest)
        return True

    def point(self, triangle: int) -> tuple[float, float]:
        """Where a triangle's middle is shown."""
        return self._spot(*self._lattice.centre(triangle))


def draw_mark(symbol: Symbol, spot: tuple[float, float], radius: float) -> None:
    """A disc for parks, a diamond for coats of arms, a triangle for guards, on an ink ground."""
    x, y = spot
    Color(*rgba("#17130F"))
    Ellipse(pos=(x - radius * 1.5, y - radius * 1.5), size=(radius * 3, radius * 3))
    Color(*rgba(MARKS[symbol]))
    corners = _CORNERS[symbol]
    if corners == 0:
        Line(circle=(x, y, radius * 0.8), width=look().px(1.5))
        return
    points: list[float] = []
    for step in range(corners):
        turn = math.radians(90 + 360 * step / corners)
        points += [x + radius * math.cos(turn), y + radius * math.sin(turn), 0, 0]
    Mesh(vertices=points, indices=list(range(corners)), mode="triangle_fan")


class GroupPicture(StillPicture):
    """The triangle that is most like the others of its group."""

    def __init__(self, draft: CronbergDraft, group: int, **kwargs: object) -> None:
        board = draft.board
        assert board is not None
        example = board.groups.examples[group]
        picture = triangle_picture(board.picture, board.side, board.px_per_edge, board.middle_px, example)
        self._symbol = draft.symbol_of_group(group)
        super().__init__(picture=picture, **kwargs)

    def draw_over(self, x: float, y: float, width: float, height: float) -> None:
        """What it is taken for."""
        draw_mark(self._symbol, (x + width * 0.84, y + height * 0.84), width * 0.09)


class CornersPicture(StillPicture):
    """The photograph of the board with the net's six corners, to be dragged where they belong."""

    def __init__(self, picture: Picture, corners_px: np.ndarray | None, **kwargs: object) -> None:
        self._high, self._wide = picture.shape[:2]
        if corners_px is None:
            turns = np.radians([240, 300, 0, 60, 120, 180])
            corners_px = np.column_stack([np.cos(turns), np.sin(turns)]) * 0.33 * self._high
            corners_px = corners_px + np.array([self._wide / 2, self._high / 2])
        self.corners_px = np.array(corners_px, np.float64)
        self._held: int | None = None
        small = (
            cv2.resize(picture, None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA) if self._wide > 2400 else picture
        )
        super().__init__(picture=np.asarray(small, np.uint8), **kwargs)

    def spot(self, corner: int) -> tuple[float, float]:
        """Where a corner is shown."""
        left, bottom, width, height = self.frame()
        u, v = self.corners_px[corner] / [self._wide, self._high]
        return left + float(u) * width, bottom + (1 - float(v)) * height

    def draw_over(self, x: float, y: float, width: float, height: float) -> None:
        """The net's outline and six handles."""
        the = look()
        spots = [self.spot(corner) for corner in range(6)]
        Color(*the.colour("text"))
        Line(points=[value for spot in spots for value in spot], width=the.px(2), close=True)
        for corner, (cx, cy) in enumerate(spots):
            radius = the.px(18 if corner == self._held else 14)
            Color(*rgba("#17130F"))
            Ellipse(pos=(cx - radius, cy - radius), size=(2 * radius, 2 * radius))
            Color(*the.colour("warn"))
            Line(circle=(cx, cy, radius), width=the.px(3))

    def on_touch_down(self, touch: ScreenTouch) -> bool:
        """Take the nearest handle."""
        apart = [math.dist(touch.pos, self.spot(corner)) for corner in range(6)]
        nearest = min(range(6), key=apart.__getitem__)
        if apart[nearest] > look().px(_FINGER_DP):
            return bool(super().on_touch_down(touch))
        self._held = nearest
        touch.grab(self)
        return True

    def on_touch_move(self, touch: ScreenTouch) -> bool:
        """The handle goes with the finger."""
        if touch.grab_current is not self or self._held is None:
            return bool(super().on_touch_move(touch))
        left, bottom, width, height = self.frame()
        u, v = (touch.x - left) / width, 1 - (touch.y - bottom) / height
        self.corners_px[self._held] = min(max(u, 0), 1) * self._wide, min(max(v, 0), 1) * self._high
        self.redraw()
        return True

    def on_touch_up(self, touch: ScreenTouch) -> bool:
        """Let go."""
        if touch.grab_current is not self:
            return bool(super().on_touch_up(touch))
        touch.ungrab(self)
        self._held = None
        self.redraw()
        return True

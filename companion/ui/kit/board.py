"""The board on the screen: what every game's board can do.

A board draws a :class:`companion.session.views.TableView`. It knows its own world (tiles, a map), fits it into what the
docks leave free, and tells its listener which place was tapped. It decides nothing.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from kivy.clock import Clock
from kivy.graphics import Color, Line, Rectangle, ScissorPop, ScissorPush
from kivy.properties import BooleanProperty, ListProperty, ObjectProperty
from kivy.uix.widget import Widget

from companion.ui.kit.base import look
from games.game import ScoreLine

TAP_SLOP_DP = 14  # a finger that wanders further than this drags


class Board(Widget):
    """The ground of every board: a world of its own units, shown at ``cell`` px a unit, dragged, pinched and fitted.

    World x grows right and y down. ``free`` is how much of each side (left, bottom, right, top; px) is covered by
    something else, so that fitting keeps what matters in sight.

    Attributes:
        view: what is drawn; None draws nothing.
        corners: what covers the lower corners above ``free``: ("left" or "right", width, height), px.
        lit: score lines whose pieces are lit.
        interactive: whether fingers reach it.
        framed: it is an inset: on a ground of its own, with a line around.
        open_places: places to be offered for tapping, in the game's notation.
        on_place: called with what was tapped.
    """

    view = ObjectProperty(None, allownone=True, force_dispatch=True)  # comparing whole states would cost more
    lit = ListProperty()
    free = ListProperty((0, 0, 0, 0))
    corners = ListProperty()
    interactive = BooleanProperty(True)
    framed = BooleanProperty(False)
    open_places = ListProperty()
    on_place: Callable[[Any], None] | None = None

    most_cell_dp = 120.0
    least_cell_dp = 18.0

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.cell = 64
        self.origin = (0.0, 0.0)  # px of world 0,0 from the widget's centre
        self.by_hand = False  # dragged or pinched since the last fit
        self._fingers: dict[int, Any] = {}
        self._fade_lit = Clock.create_trigger(lambda _: setattr(self, "lit", []), look().motion.feature / 1000)
        for name in ("view", "lit", "free", "corners", "open_places", "size", "pos"):
            self.fbind(name, self.refresh)

    # What a game's board says

    def extent(self) -> tuple[float, float, float, float]:
        """What has to be in sight, in world units: left, top, right, bottom."""
        return -1.0, -1.0, 1.0, 1.0

    def occupied(self) -> tuple[tuple[float, float], ...]:
        """Upper left corners of the unit squares on which something lies or may be tapped."""
        return ()

    def draw(self) -> None:
        """Draw everything into the open canvas."""

    def thing_at(self, x: float, y: float) -> Any:
        """What lies at a point of the world, or None."""
        return None

    def celebrate(self, lines: list[ScoreLine]) -> None:
        """Light what has just scored, for a moment."""
        self._fade_lit.cancel()
        self.lit = lines
        if lines:
            self._fade_lit()

    def tick(self) -> None:
        """Called about thirty times a second while it is shown."""

    # Fitting

    def refresh(self, *_: Any) -> None:
        """Fit (unless people moved the board) and draw again."""
        if self.width < 8 or self.height < 8:
            return
        if not self.by_hand:
            self._fit()
        self.redraw()

    def fit(self) -> None:
        """Bring everything into sight again."""
        self.by_hand = False
        self.refresh()

    def _fit(self) -> None:
        """As large as can be with nothing that lies there under ``free`` or under a corner that is covered."""
        left, bottom, right, top = self.free
        choices = [(0.0, 0.0, 0.0)]
        if self.corners:
            wide = [
                max((w for side, w, _ in self.corners if side == which), default=0.0) for which in ("left", "right")
            ]
            high = max(h for _, _, h in self.corners)
            # What lies there is seldom a rectangle: often it need only move aside a little.
            for share in (0.25, 0.5, 0.75, 1.0):
                left_part, right_part = share * wide[0], share * wide[1]
                choices += [(left_part, 0.0, 0.0), (0.0, right_part, 0.0), (left_part, right_part, 0.0)]
            choices.append((0.0, 0.0, high))
        best = 0
        for more_left, more_right, more_bottom in choices:
            cell, origin = self._fitted(left + more_left, bottom + more_bottom, right + more_right, top)
            if cell > best and not self._behind_corner(cell, origin):
                best, self.cell, self.origin = cell, cell, origin
        if not best:
            self.cell, self.origin = self._fitted(left, bottom, right, top)

    def _fitted(self, *covered: float) -> tuple[int, tuple[float, float]]:
        """Cell and origin that show the extent within what is left of each side (left, bottom, right, top)."""
        left, top, right, bottom = self.extent()
        width = max(40.0, self.width - covered[0] - covered[2])
        height = max(40.0, self.height - covered[1] - covered[3])
        cell = min(width / (right - left), height / (bottom - top), look().px(self.most_cell_dp))
        least = 2 if self.framed else round(look().px(self.least_cell_dp))
        size = max(int(cell), least)
        middle_x, middle_y = (covered[0] - covered[2]) / 2, (covered[1] - covered[3]) / 2
        return size, (middle_x - (left + right) / 2 * size, middle_y + (top + bottom) / 2 * size)

    def _behind_corner(self, cell: int, origin: tuple[float, float]) -> bool:
        """True where something that lies there would be behind a covered corner."""
        for x, y in self.occupied():
            left = self.width / 2 + origin[0] + x * cell
            bottom = self.height / 2 + origin[1] - (y + 1) * cell
            for side, width, height in self.corners:
                in_x = left < width if side == "left" else left + cell > self.width - width
                if in_x and bottom < self.free[1] + height:
                    return True
        return False

    def show(self, x: float, y: float) -> None:
        """Bring a point of the world into the free part, moving as little as can be."""
        px, py = self.to_px(x, y)
        margin = self.cell
        left, bottom = self.x + self.free[0] + margin, self.y + self.free[1] + margin
        right, top = (self.x + self.width) - self.free[2] - margin, (self.y + self.height) - self.free[3] - margin
        dx = max(left - px, 0) or min(right - px, 0)
        dy = max(bottom - py, 0) or min(top - py, 0)
        if dx or dy:
            self.origin = (self.origin[0] + dx, self.origin[1] + dy)
            self.redraw()

    def to_px(self, x: float, y: float) -> tuple[int, int]:
        """A point of the world on the window, px."""
        return (
            int(self.x + self.width / 2 + self.origin[0]) + round(x * self.cell),
            int(self.y + self.height / 2 + self.origin[1]) - round(y * self.cell),
        )

    def to_world(self, px: float, py: float) -> tuple[float, float]:
        """A point of the window in the world."""
        return (
            (px - (self.x + self.width / 2) - self.origin[0]) / self.cell,
            -(py - (self.y + self.height / 2) - self.origin[1]) / self.cell,
        )

    def redraw(self) -> None:
        """Draw the board as it stands."""
        self.canvas.clear()
        if self.view is None:
            return
        with self.canvas:
            if self.framed:
                Color(*look().colour("bg"))
                Rectangle(pos=self.pos, size=self.size)
                Color(*look().colour("line"))
                Line(rectangle=(*self.pos, *self.size), width=look().px(1))
            ScissorPush(x=int(self.x), y=int(self.y), width=int(self.width), height=int(self.height))
            self.draw()
            ScissorPop()

    # Fingers

    def on_touch_down(self, touch: Any) -> bool:
        """One finger taps or drags, two pinch."""
        if not self.interactive or not self.collide_point(*touch.pos) or touch.is_mouse_scrolling:
            return False
        touch.grab(self)
        self._fingers[touch.uid] = touch
        touch.ud["board_start"] = touch.pos
        return True

    def on_touch_move(self, touch: Any) -> bool:
        """Drag or pinch once the finger has left its spot."""
        if touch.grab_current is not self:
            return False
        slop = look().px(TAP_SLOP_DP)
        start = touch.ud["board_start"]
        if not touch.ud.get("dragged") and max(abs(touch.x - start[0]), abs(touch.y - start[1])) < slop:
            return True
        touch.ud["dragged"] = True
        self.by_hand = True
        if len(self._fingers) == 1:
            self.origin = (self.origin[0] + touch.dx, self.origin[1] + touch.dy)
        elif len(self._fingers) == 2:
            self._pinch(touch)
        self.redraw()
        return True

    def on_touch_up(self, touch: Any) -> bool:
        """A finger that stayed where it was has tapped."""
        if touch.grab_current is not self:
            return False
        touch.ungrab(self)
        self._fingers.pop(touch.uid, None)
        if not touch.ud.get("dragged") and not self._fingers and self.on_place is not None:
            self.on_place(self.thing_at(*self.to_world(*touch.pos)))
        return True

    def _pinch(self, moved: Any) -> None:
        other = next(finger for finger in self._fingers.values() if finger is not moved)
        before = max(20.0, ((moved.px - other.x) ** 2 + (moved.py - other.y) ** 2) ** 0.5)
        after = max(20.0, ((moved.x - other.x) ** 2 + (moved.y - other.y) ** 2) ** 0.5)
        held = self.to_world(other.x, other.y)
        least, most = look().px(self.least_cell_dp), look().px(2 * self.most_cell_dp)
        self.cell = round(min(most, max(least, self.cell * after / before)))
        self.origin = (
            other.x - (self.x + self.width / 2) - held[0] * self.cell,
            other.y - (self.y + self.height / 2) + held[1] * self.cell,
        )

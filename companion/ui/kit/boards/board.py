"""The board on the screen: what every game's board can do.

A board draws a :class:`companion.session.views.TableView`. It knows its own world (tiles, a map), fits it into its
room, and tells its listener which place was tapped. It decides nothing.
"""

from __future__ import annotations

import math
from collections.abc import Callable

from kivy.clock import Clock
from kivy.graphics import (
    Color,
    Line,
    Rectangle,
    ScissorPop,
    ScissorPush,
    StencilPop,
    StencilPush,
    StencilUnUse,
    StencilUse,
)
from kivy.properties import BooleanProperty, ListProperty, ObjectProperty
from kivy.uix.widget import Widget

from companion.ui.kit.base import board_turns, look
from companion.ui.kit.boards.piece import Marked, Pieces, Spot
from companion.ui.kit.boards.turning import Extent, turned, turned_extent
from companion.ui.kit.fingers import ScreenTouch
from companion.ui.kit.theme import PLAYERS, TARGET, TARGET_LEAST, rgba
from games.game import ScoreLine

TAP_SLOP_DP = 14  # a finger that wanders further than this drags
CORNER = 0.22  # of the width of what was laid last: how long the corners about it are
MARGIN_DP = 10  # between what it shows and what is beside it


class BoardWidget(Widget):
    """The ground of every board: a world of its own units, shown at ``cell`` px a unit, dragged, pinched and fitted.

    World x grows right and y down, before it is turned as people want it. Nothing of the screen lies on a board.

    Attributes:
        view: what is drawn; None draws nothing.
        lit: score lines whose pieces are lit.
        interactive: whether fingers reach it.
        framed: it is an inset: on a ground of its own, with a line around.
        open_places: places to be offered for tapping, in the game's notation.
        away: pieces that are not drawn, for they are on their way over the table: keys of :meth:`pieces`.
        marked: what was laid or moved last.
        on_place: called with what was tapped.
    """

    view = ObjectProperty(None, allownone=True, force_dispatch=True)  # comparing whole states would cost more
    lit = ListProperty()
    interactive = BooleanProperty(True)
    framed = BooleanProperty(False)
    open_places = ListProperty()
    away = ObjectProperty(frozenset())
    marked = ListProperty()
    on_place: Callable[[object], None] | None = None

    values_shown = BooleanProperty(False)
    has_values = False  # True where it can show what its places are worth, once somebody asks for it
    turnable = False  # True where its world may be shown a quarter turn or more round
    target_units = 0.0  # width of the least thing to be tapped, world units; 0 where all of it is large enough
    foot_dp = 220.0  # how high docks of this game are, as a rule, where they lie at its foot
    most_cell_dp = 120.0
    least_cell_dp = 18.0

    def __init__(self, **kwargs: object) -> None:
        super().__init__(**kwargs)
        self.cell = 64
        self.origin = (0.0, 0.0)  # px of world 0,0 from the widget's centre
        self.by_hand = False  # dragged or pinched since the last fit
        self.arrangement = 0  # which of its extents is shown
        self.tapped_at = (0.0, 0.0)  # where it was tapped last, in the world
        self._zoomed_in: object = None  # the state that a tap zoomed into
        self._fingers: dict[int, ScreenTouch] = {}
        self._came_down: dict[int, tuple[float, float]] = {}  # where each finger did, px
        self._refresh_soon = Clock.create_trigger(self.refresh_now, -1)
        self._fade_lit = Clock.create_trigger(lambda _: setattr(self, "lit", []), look().motion.feature / 1000)
        for name in ("view", "lit", "open_places", "away", "marked", "values_shown", "size", "pos"):
            self.fbind(name, self.refresh)

    # What a game's board says

    def extent(self) -> Extent:
        """What has to be in sight, in world units: left, top, right, bottom."""
        return -1.0, -1.0, 1.0, 1.0

    def extents(self) -> tuple[Extent, ...]:
        """The same for each arrangement that the board has: one whose parts may stand beside each other or below each
        other has two. Which is used is :attr:`arrangement`."""
        return (self.extent(),)

    def head_in(self, size: tuple[float, float]) -> float:
        """How much of its height, px, something of its own takes above the world, where it has so much room, px."""
        return 0.0

    @property
    def head(self) -> float:
        """The same where it stands."""
        return self.head_in(self.size)

    def draw(self) -> None:
        """Draw everything into the open canvas."""

    def thing_at(self, x: float, y: float) -> object:
        """What lies at a point of the world, or None."""
        return None

    def on_offer(self) -> tuple[object, ...]:
        """What it shows as something to be tapped now, each as :meth:`thing_at` tells it."""
        return tuple(self.open_places)

    def pieces(self) -> Pieces:
        """What lies on it and can be seen to settle, to walk or to go home."""
        return {}

    def spot_of_place(self, place: str) -> Spot | None:
        """The middle of a place in the game's notation, world units; None where it is nowhere on the board."""
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

    @property
    def turns(self) -> int:
        """Quarter turns clockwise in which its world is shown."""
        return board_turns() if self.turnable else 0

    def refresh(self, *_: object) -> None:
        """Fit again, at once where fingers reach it, and draw once before the next frame: a board is moved and sized,
        and told several things, before it is seen."""
        if self.interactive:
            self._fit_anew()
        self._refresh_soon()

    def refresh_now(self, *_: object) -> None:
        """Fit (unless people moved the board) and draw again."""
        if self._fit_anew():
            self.redraw()

    def _fit_anew(self) -> bool:
        """Fit, unless people moved the board; False where it has no room."""
        if self.width < 8 or self.height < 8:
            return False
        if self._zoomed_in is not None and getattr(self.view, "state", None) is not self._zoomed_in:
            self._zoomed_in, self.by_hand = None, False  # what it was zoomed for is done
        if not self.by_hand:
            found = self.extents()
            self.arrangement = max(range(len(found)), key=lambda one: self._cell_of(found[one], self.size))
            self._fit()
        return True

    def fit(self) -> None:
        """Bring everything into sight again."""
        self.by_hand, self._zoomed_in = False, None
        self.refresh()

    def _fit(self) -> None:
        """As large as can be, in the middle."""
        extent = self.extent()
        left, top, right, bottom = turned_extent(extent, self.turns)
        cell = min(self._cell_of(extent, self.size), look().px(self.most_cell_dp))
        least = 2 if self.framed else round(look().px(self.least_cell_dp))
        self.cell = max(int(cell), least)
        self.origin = (-(left + right) / 2 * self.cell, (top + bottom) / 2 * self.cell - self.head / 2)

    def cell_in(self, size: tuple[float, float]) -> float:
        """How large its world would be shown in a room of this size, px a unit."""
        return max(self._cell_of(one, size) for one in self.extents())

    def _cell_of(self, extent: Extent, size: tuple[float, float]) -> float:
        left, top, right, bottom = turned_extent(extent, self.turns)
        margin = 0.0 if self.framed else 2 * look().px(MARGIN_DP)
        width, height = max(40.0, size[0] - margin), max(40.0, size[1] - self.head_in(size) - margin)
        return min(width / (right - left), height / (bottom - top))

    def show(self, x: float, y: float) -> None:
        """Bring a point of the world into sight, moving as little as can be."""
        px, py = self.to_px(x, y)
        margin = self.cell
        left, bottom = self.x + margin, self.y + margin
        right, top = (self.x + self.width) - margin, (self.y + self.height) - margin
        dx = max(left - px, 0) or min(right - px, 0)
        dy = max(bottom - py, 0) or min(top - py, 0)
        if dx or dy:
            self.origin = (self.origin[0] + dx, self.origin[1] + dy)
            self.redraw()

    def to_px(self, x: float, y: float) -> tuple[int, int]:
        """A point of the world on the window, px."""
        x, y = turned(x, y, self.turns)
        return (
            int(self.x + self.width / 2 + self.origin[0]) + round(x * self.cell),
            int(self.y + self.height / 2 + self.origin[1]) - round(y * self.cell),
        )

    def to_world(self, px: float, py: float) -> tuple[float, float]:
        """A point of the window in the world."""
        return turned(*self._shown_at(px, py), -self.turns)

    def _shown_at(self, px: float, py: float) -> tuple[float, float]:
        """A point of the window in the world as it is shown, turned."""
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
            if self.interactive:
                ScissorPush(x=int(self.x), y=int(self.y), width=int(self.width), height=int(self.height))
                self.draw()
                for one in self.marked:
                    self._draw_marked(one)
                ScissorPop()
            else:  # a picture in a list that scrolls, perhaps: scissors know of the window only, and cut it all away
                StencilPush()
                Rectangle(pos=self.pos, size=self.size)
                StencilUse()
                self.draw()
                StencilUnUse()
                Rectangle(pos=self.pos, size=self.size)
                StencilPop()

    def _draw_marked(self, one: Marked) -> None:
        """Corners about it in the colour of whoever moved, told from any ground by a dark line below."""
        x, y = self.to_px(*one.spot)
        half, arm = one.wide * self.cell / 2, one.wide * self.cell * CORNER
        for width_dp, colour in ((6, look().colour("bg")), (3.5, rgba(PLAYERS[self.view.seats[one.seat].colour].fill))):
            Color(*colour)
            for across, up in ((-1, -1), (-1, 1), (1, 1), (1, -1)):
                at_x, at_y = x + across * half, y + up * half
                points = (at_x - across * arm, at_y, at_x, at_y, at_x, at_y - up * arm)
                Line(points=points, width=look().px(width_dp) / 2, joint="miter", cap="square")

    # Fingers

    def on_touch_down(self, touch: ScreenTouch) -> bool:
        """One finger taps or drags, two pinch."""
        if not self.interactive or not self.collide_point(*touch.pos) or touch.is_mouse_scrolling:
            return False
        touch.grab(self)
        self._fingers[touch.uid] = touch
        self._came_down[touch.uid] = touch.pos
        return True

    def on_touch_move(self, touch: ScreenTouch) -> bool:
        """Drag or pinch once the finger has left its spot."""
        if touch.grab_current is not self:
            return False
        slop = look().px(TAP_SLOP_DP)
        start = self._came_down[touch.uid]
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

    def on_touch_up(self, touch: ScreenTouch) -> bool:
        """A finger that stayed where it was has tapped."""
        if touch.grab_current is not self:
            return False
        touch.ungrab(self)
        self._fingers.pop(touch.uid, None)
        self._came_down.pop(touch.uid, None)
        if touch.ud.get("dragged") or self._fingers or self.on_place is None:
            return True
        if self.too_small:
            self._zoom_at(*touch.pos)
        else:
            self.tapped_at = self.to_world(*touch.pos)
            self.on_place(self.thing_at(*self.tapped_at))
        return True

    @property
    def too_small(self) -> bool:
        """Whether what is tapped on it is smaller than a finger: then the first tap zooms in, and the next chooses."""
        return 0 < self.cell * self.target_units < look().px(TARGET_LEAST)

    def _zoom_at(self, px: float, py: float) -> None:
        """Show it so large that fingers can choose, the point under the finger where it is; as long as the turn is the
        same."""
        held = self._shown_at(px, py)
        self.cell = math.ceil(look().px(TARGET) / self.target_units)
        self.origin = (
            px - (self.x + self.width / 2) - held[0] * self.cell,
            py - (self.y + self.height / 2) + held[1] * self.cell,
        )
        self.by_hand, self._zoomed_in = True, getattr(self.view, "state", None)
        self.redraw()

    def _pinch(self, moved: ScreenTouch) -> None:
        other = next(finger for finger in self._fingers.values() if finger is not moved)
        before = max(20.0, ((moved.px - other.x) ** 2 + (moved.py - other.y) ** 2) ** 0.5)
        after = max(20.0, ((moved.x - other.x) ** 2 + (moved.y - other.y) ** 2) ** 0.5)
        held = self._shown_at(other.x, other.y)
        least, most = look().px(self.least_cell_dp), look().px(2 * self.most_cell_dp)
        self.cell = round(min(most, max(least, self.cell * after / before)))
        self.origin = (
            other.x - (self.x + self.width / 2) - held[0] * self.cell,
            other.y - (self.y + self.height / 2) + held[1] * self.cell,
        )

"""Docks: questions and tools that slide in beside the board or under it, never over the scores, and go when they are
answered.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence

from kivy.animation import Animation
from kivy.clock import Clock
from kivy.graphics import PopMatrix, PushMatrix, Translate
from kivy.properties import ListProperty, NumericProperty
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.gridlayout import GridLayout
from kivy.uix.scrollview import ScrollView
from kivy.uix.widget import Widget

from companion.ui.kit.base import Panelled, Tap, Words, look
from companion.ui.kit.fingers import ScreenTouch
from companion.ui.kit.measured import text_size
from companion.ui.kit.theme import RADIUS_DOCK

MOST_LINES = 2  # of a head's words beside its tools: where there would be more, tools stand below


class DockRow(BoxLayout):
    """Things beside each other in a dock at the foot of a board, one above another in one at its side.

    Args:
        each_dp: how high each is where they stand one above another, dp; None shares the height that there is.
    """

    size_hint_x: float | None  # Kivy's own, which have no types
    size_hint_y: float | None
    height: float
    orientation: str

    def __init__(self, *, each_dp: float | None = None, **kwargs: object) -> None:
        super().__init__(**kwargs)
        self._each_dp, self._wide = each_dp, (self.size_hint_y, self.height)
        self._widths: dict[Widget, tuple[float | None, float]] = {}

    def stand(self, *, beside: bool) -> None:
        """Turn, and let what stood beside each other take the whole width."""
        self.orientation = "vertical" if beside else "horizontal"
        for child in self.children:
            hint, width = self._widths.setdefault(child, (child.size_hint_x, child.width))
            child.size_hint_x = 1 if beside and child.size_hint_y is not None else hint
            if child.size_hint_x is None:
                child.width = width
        if self._each_dp is None:
            return
        self.size_hint_y, self.height = self._wide
        if beside:
            each, count = look().px(self._each_dp), len(self.children)
            self.size_hint_y, self.height = None, count * each + max(0, count - 1) * self.spacing


class DockStrip(ScrollView):
    """Things of one size beside each other, dragged sideways; in a dock at the side of the board as many beside each
    other as there is width for, dragged up and down.

    Args:
        item_dp: width and height of each, dp; at a board's foot they are as high as the dock.
    """

    def __init__(self, items: Sequence[Widget], item_dp: tuple[float, float], **kwargs: object) -> None:
        px = look().px
        super().__init__(bar_width=px(5), scroll_type=["content", "bars"], **kwargs)
        self._item = (px(item_dp[0]), px(item_dp[1]))
        self._least = self._item[1]
        self._grid = GridLayout(rows=1, spacing=px(8))
        for one in items:
            one.size_hint = (1, 1)
            self._grid.add_widget(one)
        self._beside = False
        self._grid.bind(minimum_size=self._take_size)
        self.bind(width=self._wrap)
        self.add_widget(self._grid)
        self.stand(beside=False)

    def give_height(self, height: float) -> None:
        """Make every one so high, px, where they stand in several rows, or as high as they were to be at least."""
        self._item = self._item[0], max(self._least, height)
        self.stand(beside=self._beside)

    def stand(self, *, beside: bool) -> None:
        """Lie in one row, or stand in several."""
        self._beside = beside
        self.do_scroll_x, self.do_scroll_y = not beside, beside
        grid = self._grid
        grid.col_force_default, grid.row_force_default = not beside, beside
        grid.col_default_width, grid.row_default_height = (0, self._item[1]) if beside else (self._item[0], 0)
        grid.size_hint = (1, None) if beside else (None, 1)
        self._wrap()
        self._take_size()

    def _wrap(self, *_: object) -> None:
        grid = self._grid
        if self._beside:
            grid.cols, grid.rows = max(1, int((self.width + look().px(8)) / (self._item[0] + look().px(8)))), None
        else:
            grid.rows, grid.cols = 1, None

    def _take_size(self, *_: object) -> None:
        if self._beside:
            self._grid.height = self._grid.minimum_height
        else:
            self._grid.width = self._grid.minimum_width


class Dock(Panelled, DockRow):
    """A dock. ``height_dp`` is how high it is at the foot of a board; subclasses fill it. One that ``lies_flat`` is at
    the foot always."""

    x: float  # Kivy's own, which have no types
    y: float
    height_dp: float = 304
    lies_flat = False
    takes_height = False  # is as high as it needs on a small tablet, too: what it asks comes before the board
    leaves_board = False  # keeps so low at a board's foot that the board can be read: it shows what is chosen here
    takes_side = False  # stands at the side of a wide small tablet in every game, and has all of its height, tools' too
    needed_height = NumericProperty(math.inf)
    slide = ListProperty((0, 0))

    def __init__(self, **kwargs: object) -> None:
        the = look()
        kwargs.setdefault("padding", the.px(12 if the.compact else 16))
        kwargs.setdefault("spacing", the.px(8 if the.compact else 12))
        kwargs.setdefault("orientation", "vertical")
        self._beside = False
        self._measure = Clock.create_trigger(self._take_needs)
        super().__init__(**kwargs)
        self.size_hint = (None, None)
        self.radius = RADIUS_DOCK
        self.fill = the.colour("raised")
        self.rim = the.colour("line", 0.5)
        self.rim_width = 1
        self.shade = True
        self._is_row = self.orientation == "horizontal"
        self._moved = Translate(0, 0)
        self.canvas.before.insert(0, PushMatrix())
        self.canvas.before.insert(1, self._moved)
        with self.canvas.after:
            PopMatrix()
        self.fbind("slide", self._show_slide)

    def stand(self, *, beside: bool) -> None:
        """Stand at the side of the board or lie at its foot, and turn the rows in it."""
        self._beside = beside
        if self._is_row:
            super().stand(beside=beside)
        for row in self.walk(restrict=True):
            if isinstance(row, DockRow | DockStrip) and row is not self:
                row.stand(beside=beside)

    def add_widget(self, widget: Widget, *args: object, **kwargs: object) -> None:
        """Take it in, and be asked for more room where it grows."""
        super().add_widget(widget, *args, **kwargs)
        scroll = _scroll_of(widget)
        for one in (widget, *(scroll.children if scroll is not None else ())):
            one.fbind("height", self._measure)
        self._measure()

    def _take_needs(self, *_: object) -> None:
        self.needed_height = self.least_height()

    def least_height(self) -> float:
        """How high it has to be, px, for everything in it to be seen; without end where something in it takes all that
        there is."""
        spaces = self.spacing * max(0, len(self.children) - 1) + self.padding[1] + self.padding[3]
        if self.orientation == "horizontal":
            return math.inf
        return float(spaces + sum(_height_of(child) for child in self.children))

    def on_touch_down(self, touch: ScreenTouch) -> bool:
        """What lies below is not meant."""
        return bool(super().on_touch_down(touch) or self.collide_point(*touch.pos))

    def slide_in(self) -> None:
        """Come in from the edge where it stands; with reduced motion, fade. Only the picture of it moves: where it is
        laid meanwhile, it stays."""
        motion, seconds = look().motion, look().motion.dock / 1000
        if motion.reduced:
            self.opacity = 0.0
            Animation(opacity=1, duration=seconds).start(self)
            return
        self.opacity = 0.3
        away = self.width * 0.2 * (-1 if look().left_hand else 1)
        self.slide = (away, 0) if self._beside else (0, -self.height * 0.35)
        Animation(slide=(0, 0), opacity=1, duration=seconds, t="out_cubic").start(self)

    def _show_slide(self, *_: object) -> None:
        self._moved.xy = self.slide


def _height_of(child: Widget) -> float:
    """How high a part of a dock has to be, px: as high as what is scrolled in it, where it scrolls up and down."""
    if child.size_hint_y is None:
        return float(child.height)
    scroll = _scroll_of(child)
    inside = scroll.children[0] if scroll is not None and scroll.do_scroll_y and scroll.children else None
    return float(inside.height) if inside is not None and inside.size_hint_y is None else math.inf


def _scroll_of(part: Widget) -> ScrollView | None:
    """What is scrolled in a part of a dock: the part itself, or all that stands on its ground."""
    if isinstance(part, Panelled) and not isinstance(part, Tap) and len(part.children) == 1:
        part = part.children[0]
    return part if isinstance(part, ScrollView) else None


class TitleRow(BoxLayout):
    """The head of a dock: what it asks, more widgets after it, or below it where they would leave its words no room,
    and a cross where it can be closed."""

    size_hint_y: float | None  # Kivy's own, which have no types
    height: float
    width: float

    def __init__(self, text: str, on_close: Callable[[], None] | None, extra: Sequence[Widget]) -> None:
        the = look()
        self._least = the.px(48 if the.compact else 56)
        super().__init__(orientation="vertical", size_hint_y=None, height=self._least, spacing=the.px(4))
        self._head = BoxLayout(spacing=the.px(8), size_hint_y=None, height=self._least)
        self._tools = BoxLayout(spacing=the.px(8), size_hint=(None, None), height=self._least)
        self._tools.bind(minimum_width=self._tools.setter("width"))
        self._words = Words(text=text, role="body", weight="bold", fit="wrap", pos_hint={"center_y": 0.5})
        for one in extra:
            self._tools.add_widget(one)
        self._head.add_widget(self._words)
        self._cross: Tap | None = None
        if on_close is not None:
            self._cross = Tap(icon="cross", kind="plain", size_hint=(None, None), width=the.px(56), side=26)
            self._cross.height, self._cross.pos_hint = self._least, {"top": 1}
            self._cross.bind(on_release=lambda _: on_close())
            self._head.add_widget(self._cross)
        self.add_widget(self._head)
        self._share = Clock.create_trigger(self._put_tools)
        self._words.fbind("height", self._grow)
        for widget, name in ((self, "width"), (self._tools, "width")):
            widget.fbind(name, self._share)
        self._put_tools()

    def put_before(self, widget: Widget) -> None:
        """Something before the words, such as whose they are."""
        widget.size_hint_y, widget.height = None, self._least
        widget.pos_hint = {"center_y": 0.5}
        self._head.add_widget(widget, index=len(self._head.children))
        self._share()

    def _put_tools(self, *_: object) -> None:
        """After the words where at least half of the row is left to them, and as much as their longest word needs; else
        below, and the cross with them where even small words need its room."""
        before = [one for one in self._head.children if one not in (self._words, self._tools, self._cross)]
        cross = self._cross.width + self._head.spacing if self._cross is not None else 0.0
        room = self.width - sum(one.width + self._head.spacing for one in before) - cross
        needs = self._longest_word()
        tools = [one for one in self._tools.children if one is not self._cross]
        if tools:
            wide = sum(one.width for one in tools) + self._tools.spacing * (len(tools) - 1)
            beside = wide + self._head.spacing
            below = max(wide + self.width / 2, needs + beside + self.width - room) > self.width
            below = below or self._lines_in(room - beside) > MOST_LINES
            below = below and wide < self.width
            tight = below and needs / look().text_scale > room and wide + cross <= self.width
            _put_last(self._cross, self._tools if tight else self._head)
            place = self if below else self._head
            if self._tools.parent is not place:
                if self._tools.parent is not None:
                    self._tools.parent.remove_widget(self._tools)
                place.add_widget(self._tools, index=1 if place is self._head and self._cross is not None else 0)
            room += (0 if below else -beside) + (cross if tight else 0)
        # A word that is longer than the row is told as large as it may be, and never smaller than usual.
        self._words.factor = max(1 / look().text_scale, min(1.0, room / max(1.0, needs)))
        self._grow()

    def _lines_in(self, room: float) -> int:
        """How many lines the words need in so much room, px."""
        size, text = look().type_px(self._words.role), self._words.text
        one = text_size("A", size, "bold")[1]
        return round(text_size(text, size, "bold", max(room, 1.0))[1] / one)

    def _longest_word(self) -> float:
        """How wide it is, px, in the size of this role."""
        size = look().type_px(self._words.role)
        return max((text_size(word, size, "bold")[0] for word in self._words.text.split()), default=0.0)

    def _grow(self, *_: object) -> None:
        self._head.height = max(self._least, self._words.height)
        if self.size_hint_y is None:
            below = self._least + self.spacing if self._tools.parent is self else 0.0
            self.height = self._head.height + below


def _put_last(widget: Widget | None, row: BoxLayout) -> None:
    """Let it stand at the end of this row."""
    if widget is not None and widget.parent is not row:
        if widget.parent is not None:
            widget.parent.remove_widget(widget)
        row.add_widget(widget)


def title_row(text: str, on_close: Callable[[], None] | None, *extra: Widget) -> TitleRow:
    """The head of a dock: what it asks, more widgets, and a cross where it can be closed."""
    return TitleRow(text, on_close, extra)

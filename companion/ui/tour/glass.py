"""What people who look at the glass can put a finger on: enabled buttons as far as they are in sight or can be scrolled
there, and places that a board shows as something to be tapped. Nothing else of the app is asked.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass

from kivy.uix.scrollview import ScrollView
from kivy.uix.widget import Widget

from companion.ui.kit.base import Icon, Tap, look
from companion.ui.kit.boards.board import BoardWidget
from companion.ui.kit.theme import TARGET_LEAST
from companion.ui.tour.faults import area_of, clip_of, parents_of

LATTICE_DP = 16  # how closely a board is looked over
Point = tuple[float, float]


@dataclass(frozen=True, slots=True)
class OnGlass:
    """Something to put a finger on.

    Attributes:
        text: what it reads or where on the board it is: the same as long as people would call it the same.
        widget: the button; None for a place on a board.
        at: where to tap, px of the window; None where it has to be scrolled into sight first.
        thing: the place on a board.
    """

    text: str
    widget: Widget | None
    at: Point | None
    thing: object = None


def buttons(root: Widget) -> Iterator[OnGlass]:
    """Every enabled button on it, in sight or to be scrolled there."""
    for widget in _in_sight(root):
        if isinstance(widget, Tap) and not widget.disabled and min(widget.size) > 1:
            at = point_on(widget)
            if at is not None or _scrolls(widget):
                yield OnGlass(text_on(widget), widget, at)


def places(board: BoardWidget) -> tuple[OnGlass, ...]:
    """Every place that the board offers. Where on the glass it is, :class:`BoardInSight` finds."""
    offered = board.on_offer() if board.interactive else ()
    return tuple(OnGlass(str(thing), None, None, thing) for thing in offered)


class BoardInSight:
    """What lies where on a board, as people see it who look it over. Points are tried in an order that is drawn,
    :data:`LATTICE_DP` apart and each once: asking a board what lies at a point may cost a millisecond."""

    def __init__(self, board: BoardWidget, rng: random.Random) -> None:
        self._board = board
        self._step = look().px(LATTICE_DP)
        self._columns, self._rows = int(board.width // self._step), int(board.height // self._step)
        self._order = rng.sample(range(self._columns * self._rows), self._columns * self._rows)
        self._lies: dict[Point, object] = {}

    def point_of(self, thing: object) -> Point | None:
        """A point in the middle of a place; None where no finger finds it."""
        for number in self._order:
            column, row = divmod(number, self._rows)
            if self._hit(thing, column, row):
                return self._spot(*self._middle_of(thing, column, row))
        return None

    def _hit(self, thing: object, column: float, row: float) -> bool:
        if not (0 <= column < self._columns and 0 <= row < self._rows):
            return False
        if (column, row) not in self._lies:
            self._lies[column, row] = self._board.thing_at(*self._board.to_world(*self._spot(column, row)))
        return bool(self._lies[column, row] == thing)

    def _spot(self, column: float, row: float) -> Point:
        return self._board.x + (column + 0.5) * self._step, self._board.y + (row + 0.5) * self._step

    def _middle_of(self, thing: object, column: float, row: float) -> Point:
        """From one point of a place towards its middle, along the row and then along the column."""

        def reach(step: int, *, along_row: bool) -> int:
            by = 0
            while self._hit(thing, column + (by + step if along_row else 0), row + (0 if along_row else by + step)):
                by += step
            return by

        middle = column + (reach(1, along_row=True) + reach(-1, along_row=True)) / 2
        if self._hit(thing, middle, row):
            column = middle
        height = row + (reach(1, along_row=False) + reach(-1, along_row=False)) / 2
        return (column, height) if self._hit(thing, column, height) else (column, row)


def point_on(widget: Widget) -> Point | None:
    """The middle of what is seen of a button, where that is enough for a finger; None where it is not."""
    left, bottom, right, top = area_of(widget)
    clip = clip_of(widget)
    seen = max(left, clip[0]), max(bottom, clip[1]), min(right, clip[2]), min(top, clip[3])
    least = look().px(TARGET_LEAST) / 2
    if seen[2] - seen[0] < min(least, right - left) - 1 or seen[3] - seen[1] < min(least, top - bottom) - 1:
        return None
    return (seen[0] + seen[2]) / 2, (seen[1] + seen[3]) / 2


def scroll_of(widget: Widget) -> ScrollView | None:
    """The list that a button stands in, where that scrolls."""
    return next((one for one in parents_of(widget) if isinstance(one, ScrollView)), None)


def text_on(widget: Widget) -> str:
    """What a button reads: its words and icons; its own marks where it shows a picture alone."""
    inside = list(widget.walk(restrict=True))
    texts = [one.text for one in inside if getattr(one, "text", "")]
    icons = [one.name for one in inside if isinstance(one, Icon) and one.name]
    text = " / ".join(dict.fromkeys((*icons, *texts)))
    if text:
        return text
    number = widget.parent.children[::-1].index(widget) if widget.parent is not None else 0
    return f"{type(widget).__name__} {number + 1}"


def _scrolls(widget: Widget) -> bool:
    holder = scroll_of(widget)
    return holder is not None and point_on(holder) is not None


def _in_sight(widget: Widget) -> Iterator[Widget]:
    """Everything that is not hidden, what lies on top first."""
    if widget.opacity == 0:
        return
    for child in widget.children:
        yield from _in_sight(child)
    yield widget

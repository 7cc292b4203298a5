"""Why? The items that points come from, the rule, the pieces lit, and the table as it looked then."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from kivy.uix.boxlayout import BoxLayout
from kivy.uix.scrollview import ScrollView
from kivy.uix.widget import Widget

from companion.locale import say
from companion.ui.kit.base import Panel, Tap, Words, look, words
from companion.ui.kit.dock import Dock, title_row
from companion.ui.kit.live_picture import StillPicture
from companion.ui.kit.players import Badge
from companion.ui.screens.telling import line_in_words
from games.game import ScoreLine, Seat
from games.record import Record
from vision.frames import Picture


@dataclass(frozen=True, slots=True)
class Reason:
    """A score line and the index of the action that brought it (-1: only proposed)."""

    line: ScoreLine
    index: int


def reasons(record: Record[Any, Any, Any], seat: int | None) -> tuple[Reason, ...]:
    """Every score line of a seat (of everybody), newest first."""
    found = [
        Reason(event.line, index)
        for index, step in enumerate(record.line)
        for event in step.events
        if event.line is not None and seat in (None, event.line.player)
    ]
    return tuple(reversed(found))


class WhyDock(Dock):
    """One reason at a time; ``light`` is called with the line whose pieces are to be lit, ``photo`` finds the still."""

    def __init__(
        self,
        found: Sequence[Reason],
        seats: Sequence[Seat],
        letters: Sequence[str],
        *,
        light: Callable[[ScoreLine], None],
        photo: Callable[[int], Picture | None],
        close: Callable[[], None],
        **kwargs: Any,
    ) -> None:
        super().__init__(**kwargs)
        self._found, self._seats, self._letters = found, seats, letters
        self._light, self._photo, self._close = light, photo, close
        self.number = 0
        self.show(0)

    def show(self, number: int) -> None:
        """Show this reason."""
        the = look()
        self.number = number
        self.clear_widgets()
        if not self._found:
            self.add_widget(title_row(words("app.no_points_yet"), self._close))
            self.add_widget(Widget())
            return
        reason = self._found[number]
        self._light(reason.line)
        newer, older = self._step("next", number - 1), self._step("back", number + 1)
        seat = self._seats[reason.line.player]
        badge = Badge(colour=seat.colour, letter=self._letters[reason.line.player])
        badge.size_hint_x, badge.width = None, the.px(48)
        row = title_row(line_in_words(reason.line, self._seats, the.language), self._close, older, newer)
        row.add_widget(badge, index=len(row.children))
        self.add_widget(row)
        body = BoxLayout(spacing=the.px(16))
        body.add_widget(self._items(reason.line))
        photo = self._photo(reason.index) if reason.index >= 0 else None
        if photo is not None:
            body.add_widget(StillPicture(picture=photo, size_hint_x=None, width=the.px(340)))
        self.add_widget(body)

    def _step(self, icon: str, number: int) -> Tap:
        button = Tap(icon=icon, size_hint=(None, 1), width=look().px(56))
        button.disabled = not 0 <= number < len(self._found)
        button.bind(on_release=lambda _: self.show(number))
        return button

    def _items(self, line: ScoreLine) -> Widget:
        the = look()
        column = BoxLayout(orientation="vertical", size_hint_y=None, spacing=the.px(2))
        column.bind(minimum_height=column.setter("height"))
        for item in line.items:
            points = f"{item.points:+d}".replace("-", "−") if item.points else ""
            column.add_widget(_row(say(item.phrase, the.language), points, "body"))
        if line.working:
            column.add_widget(_row(line.working, f"= {line.points}", "body", weight="bold"))
        marks = " · ".join(words(f"app.mark_{mark.replace(' ', '_')}") for mark in line.marks)
        column.add_widget(_row(" · ".join(part for part in (line.rule, marks) if part), "", "least", ink="text2"))
        scroll = ScrollView(do_scroll_x=False, bar_width=the.px(4))
        scroll.add_widget(column)
        panel = Panel(fill=the.colour("surface"))
        scroll.pos_hint = {"x": 0, "y": 0}
        column.padding = the.px(14), the.px(8)
        panel.add_widget(scroll)
        return panel


def _row(text: str, points: str, role: str, *, weight: str = "regular", ink: str = "text") -> Widget:
    row = BoxLayout(size_hint_y=None, height=look().type_px(role) * 1.6)
    row.add_widget(Words(text=text, role=role, weight=weight, ink=ink, fit="line"))
    if points:
        value = Words(text=points, role=role, weight="bold", halign="right", size_hint_x=None, width=look().px(90))
        row.add_widget(value)
    return row

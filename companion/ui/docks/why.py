"""Why? The items that points come from, the rule, the pieces lit, and the table as it looked then."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from kivy.uix.boxlayout import BoxLayout
from kivy.uix.scrollview import ScrollView
from kivy.uix.widget import Widget

from companion.locale import is_message, say
from companion.ui.kit.base import Panel, Tap, Words, look, words
from companion.ui.kit.dock import Dock, DockRow, title_row
from companion.ui.kit.measured import text_size
from companion.ui.kit.pictures.live_picture import StillPicture
from companion.ui.kit.players import Badge
from companion.ui.table.telling import line_in_words
from games.any_game import AnyRecord
from games.game import Phrase, ScoreLine, Seat
from vision.frames import Picture


@dataclass(frozen=True, slots=True)
class Reason:
    """A score line and the index of the action that brought it (-1: only proposed)."""

    line: ScoreLine
    index: int


def reasons(record: AnyRecord, seat: int | None) -> tuple[Reason, ...]:
    """Every score line of a seat (of everybody), newest first."""
    found = [
        Reason(event.line, index)
        for index, step in enumerate(record.line)
        for event in step.events
        if event.line is not None and seat in (None, event.line.player)
    ]
    return tuple(reversed(found))


@dataclass(frozen=True, slots=True)
class ScoreSummary:
    """What one player has scored by kind, most first, the score, and the time that the player took, ms."""

    seat: int
    kinds: Sequence[tuple[Phrase, int]]
    score: int
    used_ms: int


PHOTO_DP, PHOTO_COMPACT_DP = 340, 120  # wide beside a list; high in one


class WhyDock(Dock):
    """What a player scored by kind, then one reason at a time; ``light`` is called with the line whose pieces are to be
    lit, ``photo`` finds the still."""

    takes_side = True  # what scored, the sum and the photograph

    def __init__(
        self,
        found: Sequence[Reason],
        seats: Sequence[Seat],
        letters: Sequence[str],
        *,
        light: Callable[[ScoreLine], None],
        photo: Callable[[int], Picture | None],
        close: Callable[[], None],
        summary: ScoreSummary | None = None,
        **kwargs: object,
    ) -> None:
        super().__init__(**kwargs)
        self._found, self._seats, self._letters = found, seats, letters
        self._light, self._photo, self._close = light, photo, close
        self._summary = summary if found else None
        self._first = 0 if self._summary is None else -1  # the summary stands before the newest reason
        self.number = self._first
        self.show(self._first)

    def show(self, number: int) -> None:
        """Show this reason; -1 is the summary."""
        self.number = number
        self.clear_widgets()
        if not self._found:
            self.add_widget(title_row(words("app.no_points_yet"), self._close))
        elif self._summary is not None and number < 0:
            self._show_summary(self._summary)
        else:
            self._show_reason(self._found[number])
        self.stand(beside=self._beside)

    def least_height(self) -> float:
        """As high as its list at the side of a board; at its foot always alike, so that the board doesn't jump from one
        reason to the next."""
        return super().least_height() if self._beside else math.inf

    def _head(self, text: str, seat: int) -> None:
        newer, older = self._step("next", self.number - 1), self._step("back", self.number + 1)
        badge = Badge(colour=self._seats[seat].colour, letter=self._letters[seat])
        badge.size_hint_x, badge.width = None, look().px(48)
        row = title_row(text, self._close, older, newer)
        row.put_before(badge)
        self.add_widget(row)

    def _show_summary(self, summary: ScoreSummary) -> None:
        the = look()
        self._head(words("app.points_of", name=self._seats[summary.seat].name, points=summary.score), summary.seat)
        rows = [_row(say(kind, the.language), _signed(points), "body") for kind, points in summary.kinds]
        if summary.used_ms:
            minutes = words("app.minutes_used", minutes=max(1, round(summary.used_ms / 60_000)))
            rows.append(_row(minutes, "", "least", ink="text2"))
        self.add_widget(_listed(rows))

    def _show_reason(self, reason: Reason) -> None:
        the = look()
        self._light(reason.line)
        self._head(line_in_words(reason.line, self._seats, the.language), reason.line.player)
        rows = self._items(reason.line)
        photo = self._photo(reason.index) if reason.index >= 0 else None
        if photo is None:
            self.add_widget(_listed(rows))
            return
        if the.compact and not the.portrait:  # read from above to below, each as high as it needs
            rows.append(StillPicture(picture=photo, size_hint_y=None, height=the.px(PHOTO_COMPACT_DP)))
            self.add_widget(_listed(rows))
            return
        body = DockRow(spacing=the.px(16))
        body.add_widget(_listed(rows))
        body.add_widget(StillPicture(picture=photo, size_hint_x=None, width=the.px(PHOTO_DP)))
        self.add_widget(body)

    def _step(self, icon: str, number: int) -> Tap:
        button = Tap(icon=icon, size_hint=(None, 1), width=look().px(56))
        button.disabled = not self._first <= number < len(self._found)
        button.bind(on_release=lambda _: self.show(number))
        return button

    def _items(self, line: ScoreLine) -> list[Widget]:
        the = look()
        said = [(say(item.phrase, the.language), item.points) for item in line.items]
        if said == [(say(line.reason, the.language), line.points)]:
            said = []  # the head says it
        rows = [_row(text, _signed(points) if points else "", "body") for text, points in said]
        if line.working and line.working != str(line.points):
            rows.append(_row(line.working, f"= {line.points}", "body", weight="bold"))
        marks = " · ".join(words(f"app.mark_{mark.replace(' ', '_')}") for mark in line.marks)
        rows.append(_row(" · ".join(part for part in (cited(line.rule), marks) if part), "", "least", ink="text2"))
        return rows


def cited(rule: str) -> str:
    """A rule and its place in the rulebook, as the people here call it; as the rules cite it where nobody put it in
    their words."""
    key = cited_key(rule)
    return words(key) if is_message(key) else rule


def cited_key(rule: str) -> str:
    """The key of the message that says a rule as people call it."""
    return "rules.cited." + re.sub(r"[^a-zäöüß0-9]+", "_", rule.lower()).strip("_")


def _signed(points: int) -> str:
    return f"{points:+d}".replace("-", "−")


def _listed(rows: Sequence[Widget]) -> Panel:
    """Lines below each other on a ground of their own, scrolled where they are many."""
    the = look()
    column = BoxLayout(orientation="vertical", size_hint_y=None, spacing=the.px(2), padding=(the.px(14), the.px(8)))
    column.bind(minimum_height=column.setter("height"))
    for row in rows:
        column.add_widget(row)
    scroll = ScrollView(do_scroll_x=False, bar_width=the.px(4), pos_hint={"x": 0, "y": 0})
    scroll.add_widget(column)
    panel = Panel(fill=the.colour("surface"))
    panel.add_widget(scroll)
    return panel


def _row(text: str, points: str, role: str, *, weight: str = "regular", ink: str = "text") -> Widget:
    least = look().type_px(role) * 1.6
    row = BoxLayout(size_hint_y=None, height=least)
    label = Words(text=text, role=role, weight=weight, ink=ink, fit="wrap", pos_hint={"center_y": 0.5})
    label.bind(height=lambda _, height: setattr(row, "height", max(least, height)))
    row.add_widget(label)
    if points:
        value = Words(text=points, role=role, weight="bold", halign="right", size_hint_x=None)
        value.width = text_size(points, look().type_px(role), "bold")[0] + look().px(8)
        row.add_widget(value)
    return row

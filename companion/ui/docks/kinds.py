"""Points by kind, everybody beside each other: roads, cities, monasteries; each game its own kinds."""

from __future__ import annotations

from collections.abc import Sequence

from kivy.uix.boxlayout import BoxLayout
from kivy.uix.floatlayout import FloatLayout
from kivy.uix.widget import Widget

from companion.locale import say
from companion.session.summing_up import kinds_of_all
from companion.ui.kit.base import Panel, Words, look
from companion.ui.kit.face import AnyFace
from companion.ui.kit.players import Badge
from companion.ui.kit.scrolled import column, scrolled
from games.any_game import AnyRecord

BADGE_DP, BADGE_COMPACT_DP = 32, 26
NUMBER_DP = 34  # of a column; narrower where many play


class KindsTable(Panel):
    """A row a kind, a column a player.

    Args:
        record: the game so far.
        face: tells which reasons are of one kind.
        letters: badge letters by seat.
        whole: it is as high as its rows and has little width: numbers stand below their kind. Else beside it, and rows
            are scrolled in it.
    """

    size_hint_y: float | None  # Kivy's own, which have no types
    height: float

    def __init__(
        self, record: AnyRecord, face: AnyFace, letters: Sequence[str], *, whole: bool = False, **kwargs: object
    ) -> None:
        super().__init__(**kwargs)
        the = look()
        self.rows = kinds_of_all(record, face.kind_of)
        self._whole = whole
        self._role = "least" if the.compact else "label"
        self._each = the.px(NUMBER_DP * (0.95 if the.compact or len(letters) > 4 else 1)) * the.text_scale
        side = the.px(BADGE_COMPACT_DP if the.compact else BADGE_DP)
        table = BoxLayout(
            orientation="vertical", padding=(the.px(8 if the.compact else 12), the.px(8)), spacing=the.px(4)
        )
        table.pos_hint = {"x": 0, "y": 0}
        head = BoxLayout(size_hint_y=None, height=side)
        head.add_widget(Widget())
        for seat, letter in zip(record.setup.seats, letters, strict=True):
            head.add_widget(self._in_column(Badge(colour=seat.colour, letter=letter), side))
        table.add_widget(head)
        lines = column()
        for kind, points in self.rows:
            lines.add_widget(self._row(say(kind, the.language), points))
        table.add_widget(lines if whole else scrolled(lines))
        self.add_widget(table)
        if whole:
            lines.padding = 0  # numbers stand below their badges
            self.size_hint_y = None
            table.bind(minimum_height=self.setter("height"))

    @property
    def natural_height(self) -> float:
        """How high it is with all its rows, px, where none of them wraps."""
        the = look()
        rows = len(self.rows) * (1.5 * the.type_px("label") + the.px(8))
        return float(rows + the.px(BADGE_DP) + the.px(28))

    def _in_column(self, badge: Widget, side: float) -> Widget:
        place = FloatLayout(size_hint=(None, 1), width=self._each)
        badge.size_hint, badge.size, badge.pos_hint = (None, None), (side, side), {"right": 1, "center_y": 0.5}
        place.add_widget(badge)
        return place

    def _row(self, kind: str, points: Sequence[int]) -> Widget:
        least = look().type_px(self._role) * 1.5
        label = Words(text=kind, role=self._role, fit="wrap", pos_hint={"center_y": 0.5})
        numbers = [self._number(one) for one in points]
        if not self._whole:
            row = BoxLayout(size_hint_y=None, height=least)
            label.bind(height=lambda _, height: setattr(row, "height", max(least, height)))
            for one in (label, *numbers):
                row.add_widget(one)
            return row
        below = BoxLayout(size_hint_y=None, height=least)
        for one in (Widget(), *numbers):
            below.add_widget(one)
        row = BoxLayout(orientation="vertical", size_hint_y=None)
        row.bind(minimum_height=row.setter("height"))
        row.add_widget(label)
        row.add_widget(below)
        return row

    def _number(self, points: int) -> Words:
        number = str(points).replace("-", "−") if points else "–"
        value = Words(text=number, role=self._role, weight="bold" if points else "regular", halign="right")
        value.ink = "text" if points else "text2"
        value.size_hint_x, value.width = None, self._each
        return value

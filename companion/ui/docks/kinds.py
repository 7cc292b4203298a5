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
    """

    def __init__(self, record: AnyRecord, face: AnyFace, letters: Sequence[str], **kwargs: object) -> None:
        super().__init__(**kwargs)
        the = look()
        self.rows = kinds_of_all(record, face.kind_of)
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
        table.add_widget(scrolled(lines))
        self.add_widget(table)

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
        row = BoxLayout(size_hint_y=None, height=least)
        label = Words(text=kind, role=self._role, fit="wrap", pos_hint={"center_y": 0.5})
        label.bind(height=lambda _, height: setattr(row, "height", max(least, height)))
        row.add_widget(label)
        for one in points:
            number = str(one).replace("-", "−") if one else "–"
            value = Words(text=number, role=self._role, weight="bold" if one else "regular", halign="right")
            value.ink = "text" if one else "text2"
            value.size_hint_x, value.width = None, self._each
            row.add_widget(value)
        return row

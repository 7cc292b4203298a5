"""How it stands: scores as they grew, what stands on the table and is worth now, what is left, and the time used."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence

from kivy.uix.boxlayout import BoxLayout
from kivy.uix.gridlayout import GridLayout
from kivy.uix.widget import Widget

from companion.session.views import AnyView
from companion.ui.docks.kinds import KindsTable
from companion.ui.kit.base import Tap, Words, look, words
from companion.ui.kit.dock import Dock, DockRow
from companion.ui.kit.face import AnyFace, LeftInStock
from companion.ui.kit.grown_tap import GrownTap, grown_grid
from companion.ui.kit.measured import text_size
from companion.ui.kit.players import Badge
from companion.ui.kit.scrolled import column, scrolled
from companion.ui.screens.result import StepGraph
from companion.ui.table.room import SIDE_COMPACT_DP
from companion.ui.table.telling import line_in_words
from games.any_game import AnyRecord
from games.game import ScoreLine

LEFT_DP = (92, 84)
ROW_DP = 56
HELD_DP = 240  # the least width of one row
CROSS_DP = 48
GRAPH_COMPACT_DP = 150  # high


class StandingDock(Dock):
    """Pages behind buttons of its head; those of which a game has nothing are left out.

    Args:
        record: the game so far.
        view: the table now.
        face: how it is told.
        letters: badge letters by seat.
        times: ms that each seat used.
        light: called with the line whose pieces are to be lit.
        close: puts it away.
    """

    height_dp = 330
    takes_side = True

    def __init__(
        self,
        record: AnyRecord,
        view: AnyView,
        face: AnyFace,
        letters: Sequence[str],
        *,
        times: Sequence[int],
        light: Callable[[ScoreLine], None],
        close: Callable[[], None],
        **kwargs: object,
    ) -> None:
        super().__init__(**kwargs)
        self._record, self._view, self._face, self._letters = record, view, face, letters
        self._light, self._close = light, close
        self.held = tuple(sorted(face.held(view) if look().aids else (), key=lambda line: -line.points))
        self.left = face.left(view)
        self._times = times
        self.pages: dict[str, Callable[[], Widget]] = {"graph": self._graph}
        if self.held:
            self.pages["held"] = self._on_the_table
        if self.left:
            self.pages["left"] = self._what_is_left
        if any(self._times):
            self.pages["time"] = self._time
        self.show(next(iter(self.pages)))

    def show(self, page: str) -> None:
        """Turn to a page."""
        the = look()
        self.page = page
        self.clear_widgets()
        self.add_widget(self._head())
        if not the.compact:
            label = Words(text=words(f"app.standing_{page}"), role="label", weight="bold", size_hint_y=None)
            label.height = the.px(32)
            self.add_widget(label)
        self.add_widget(self.pages[page]())

    def _head(self) -> Widget:
        """The pages, which say what they are, and a cross; pages stand in two rows where they have little width."""
        the = look()
        high, gap = the.px(48 if the.compact else 56), the.px(4)
        widths = [_width_in_two_lines(words(f"app.standing_tab_{key}")) for key in self.pages]
        needed = [max(the.px(CROSS_DP), width + the.px(8)) for width in widths]
        room = the.px(SIDE_COMPACT_DP) - self.padding[0] - self.padding[2] - the.px(CROSS_DP) - gap
        fit = not self._narrow or sum(needed) + gap * (len(needed) - 1) <= room
        columns = len(needed) if fit else math.ceil(len(needed) / 2)
        rows = math.ceil(len(needed) / columns)
        head = BoxLayout(size_hint_y=None, height=rows * high + (rows - 1) * gap, spacing=gap)
        tabs = GridLayout(cols=columns, spacing=gap)
        for key, width in zip(self.pages, needed, strict=True):
            kind = "chosen" if key == self.page else "raised"
            tab = Tap(text=words(f"app.standing_tab_{key}"), kind=kind, role="least")
            tab.page, tab.padding = key, [the.px(2)] * 4
            # Each as wide as its words need; those above each other are alike.
            tab.size_hint_x = 1 if rows > 1 else width
            tab.bind(on_release=lambda tab: self.show(tab.page))
            tabs.add_widget(tab)
        head.add_widget(tabs)
        cross = Tap(icon="cross", kind="plain", size_hint=(None, None), size=(the.px(CROSS_DP), high), side=26)
        cross.pos_hint = {"top": 1}
        cross.bind(on_release=lambda _: self._close())
        head.add_widget(cross)
        return head

    def _graph(self) -> Widget:
        """How scores grew, and of what kinds they are."""
        the = look()
        graph = StepGraph(record=self._record, letters=tuple(self._letters), fill=the.colour("surface"))
        table = KindsTable(self._record, self._face, self._letters, fill=the.colour("surface"), whole=self._narrow)
        if not table.rows:
            return graph
        if self._narrow:  # one below the other, each as high as it needs
            graph.size_hint_y, graph.height = None, the.px(GRAPH_COMPACT_DP)
            page = column()
            page.add_widget(graph)
            page.add_widget(table)
            return scrolled(page)
        row = DockRow(spacing=the.px(8))
        row.add_widget(graph)
        row.add_widget(table)
        row.stand(beside=self._beside)
        return row

    def _on_the_table(self) -> Widget:
        the, seats = look(), self._view.seats
        grid = grown_grid(the.px(HELD_DP))
        for line in self.held:
            row = GrownTap(least_dp=ROW_DP)
            row.put_before(self._badge(line.player))
            row.say(line_in_words(line, seats, the.language), role="label")
            row.line = line
            row.bind(on_release=lambda row: self._light(row.line))
            grid.add_widget(row)
        return scrolled(grid)

    def _what_is_left(self) -> Widget:
        the = look()
        grid = GridLayout(cols=3, size_hint_y=None, spacing=the.px(8), row_force_default=True)
        grid.row_default_height = the.px(LEFT_DP[1])
        grid.bind(minimum_height=grid.setter("height"))
        grid.bind(width=lambda grid, width: setattr(grid, "cols", max(1, int(width // the.px(LEFT_DP[0] + 8)))))
        for one in self.left:
            grid.add_widget(_left(one))
        return scrolled(grid)

    def _time(self) -> Widget:
        return _listed([self._time_of(seat, clock_text(used)) for seat, used in enumerate(self._times)])

    def _time_of(self, seat: int, used: str) -> Widget:
        """Whose time it is and how much; one above the other where there is little width."""
        the = look()
        row = BoxLayout(size_hint_y=None, height=the.px(ROW_DP), spacing=the.px(10), padding=(the.px(10), the.px(6)))
        row.add_widget(self._badge(seat))
        name = Words(text=self._view.seats[seat].name, role="least" if self._narrow else "body", fit="line")
        clock = Words(text=used, role="body", weight="bold")
        if self._narrow:
            row.padding = (the.px(10), the.px(2))
            both = BoxLayout(orientation="vertical")
            both.add_widget(name)
            both.add_widget(clock)
            row.add_widget(both)
            return row
        clock.halign, clock.size_hint_x, clock.width = "right", None, the.px(110)
        row.add_widget(name)
        row.add_widget(clock)
        return row

    @property
    def _narrow(self) -> bool:
        """It stands at the side of a small board."""
        return look().compact and not look().portrait

    def _badge(self, seat: int) -> Widget:
        badge = Badge(colour=self._view.seats[seat].colour, letter=self._letters[seat])
        badge.size_hint_x, badge.width = None, look().px(40)
        return badge


def _width_in_two_lines(text: str) -> float:
    """How wide words have to stand to need no third line, px."""
    size, parts = look().type_px("least"), text.split()
    breaks = [(parts[:at], parts[at:]) for at in range(1, len(parts))] or [(parts, [])]
    return min(max(text_size(" ".join(line), size, "bold")[0] for line in lines if line) for lines in breaks)


def clock_text(used_ms: int) -> str:
    """A time as a clock shows it.

    >>> clock_text(754_000)
    '12:34'
    """
    return f"{used_ms // 60_000}:{used_ms // 1000 % 60:02d}"


def _left(one: LeftInStock) -> Widget:
    the = look()
    box = BoxLayout(spacing=the.px(4))
    box.add_widget(one.picture())
    count = Words(text=f"× {one.count}", role="label", weight="bold", size_hint_x=None, width=the.px(36))
    box.add_widget(count)
    return box


def _listed(rows: Sequence[Widget]) -> Widget:
    found = column()
    for row in rows:
        found.add_widget(row)
    return scrolled(found)

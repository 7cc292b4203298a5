"""What lies over a paused table: since when, who is next, what time everybody used. One tap goes on."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from kivy.uix.boxlayout import BoxLayout
from kivy.uix.widget import Widget

from companion.session.views import AnySession, AnyView
from companion.ui.docks.standing import clock_text
from companion.ui.kit.base import Icon, PanelBox, Tap, Words, look, words
from companion.ui.kit.fingers import ScreenTouch
from companion.ui.kit.measured import text_size
from companion.ui.kit.players import Badge

if TYPE_CHECKING:
    from companion.ui.table.screen import TableScreen

MINUTE_MS = 60_000


class PauseCover:
    """Puts the cover over a table while it is paused, and takes it away."""

    def __init__(self, screen: TableScreen) -> None:
        self._screen = screen
        self._sheet: PauseSheet | None = None

    @property
    def shown(self) -> bool:
        """Whether the table is covered."""
        return self._sheet is not None

    @property
    def _session(self) -> AnySession:
        """The game itself, also while moves are only tried."""
        session = self._screen.app.session
        assert session is not None
        return session

    def begin(self) -> None:
        """Pause."""
        self._screen.docks.close()
        self._session.pause()
        self.follow(self._screen.app.now_ms())

    def end(self) -> None:
        """Go on."""
        self._session.go_on()
        self.follow(self._screen.app.now_ms())

    def follow(self, now_ms: int) -> None:
        """Cover the table or not, as the game is now."""
        view = self._session.view
        if view.paused_since_ms is None:
            if self._sheet is not None:
                self._screen.remove_widget(self._sheet)
                self._sheet = None
            return
        if self._sheet is None:
            self._sheet = PauseSheet(view, self._screen.letters, self._session.times_used, go_on=self.end)
            self._screen.add_widget(self._sheet)
        self._sheet.tell(max(0, now_ms - view.paused_since_ms) // MINUTE_MS)


class PauseSheet(PanelBox):
    """The cover itself; a finger anywhere on it goes on, and reaches nothing below.

    Args:
        view: the table as it stands.
        letters: badge letters by seat.
        times: ms that each seat used.
        go_on: called by a tap.
    """

    def __init__(
        self, view: AnyView, letters: tuple[str, ...], times: tuple[int, ...], *, go_on: Callable[[], None]
    ) -> None:
        the = look()
        super().__init__(fill=the.colour("bg"), radius=1, orientation="vertical")
        self._go_on = go_on
        self.padding, self.spacing = the.px(24), the.px(10 if the.compact else 24)
        self._since = Words(role="ribbon", ink="text2", halign="center", fit="wrap")
        self._whole_minutes: int | None = None
        button = Tap(text=words("app.go_on"), icon="play", kind="primary", role="ribbon", weight="black")
        button.size_hint, button.pos_hint = (None, None), {"center_x": 0.5}
        button.size = (button.width_for_words() + the.px(120), the.px(72))
        button.bind(on_release=lambda _: go_on())
        mark = Icon(name="pause", side=64 if the.compact else 112, pos_hint={"center_x": 0.5})
        head = Words(text=words("app.paused"), role="score_active", weight="black", halign="center", fit="wrap")
        next_one = [_next(view, letters)] if view.active is not None else []
        clocks = [_clocks(view, letters, times)] if any(times) else []
        for one in (Widget(), mark, head, self._since, *next_one, *clocks, button, Widget()):
            self.add_widget(one)

    def tell(self, whole_minutes: int) -> None:
        """How long it has lasted."""
        if whole_minutes != self._whole_minutes:
            self._whole_minutes = whole_minutes
            key = "app.paused_for" if whole_minutes else "app.paused_just"
            self._since.text = words(key, minutes=whole_minutes)

    def on_touch_down(self, touch: ScreenTouch) -> bool:
        """Nothing below is reached."""
        super().on_touch_down(touch)
        return True

    def on_touch_move(self, touch: ScreenTouch) -> bool:
        """Nothing below is reached."""
        super().on_touch_move(touch)
        return True

    def on_touch_up(self, touch: ScreenTouch) -> bool:
        """The finger that was put on it goes on, wherever that was; the tap's own release is the same."""
        super().on_touch_up(touch)
        self._go_on()
        return True


def _next(view: AnyView, letters: tuple[str, ...]) -> Widget:
    """Whose turn it is, in the middle."""
    the = look()
    assert view.active is not None
    seat = view.seats[view.active]
    side = the.px(40 if the.compact else 56)
    row = BoxLayout(size_hint=(None, None), height=side, spacing=the.px(12), pos_hint={"center_x": 0.5})
    row.bind(minimum_width=row.setter("width"))
    row.add_widget(Badge(colour=seat.colour, letter=letters[view.active], size_hint_x=None, width=side))
    label = Words(text=words("app.turn_of", name=seat.name), role="ribbon", weight="bold", fit="line")
    label.size_hint_x = None
    label.width = text_size(label.text, the.type_px("ribbon"), "bold")[0] + the.px(4)
    row.add_widget(label)
    return row


def _clocks(view: AnyView, letters: tuple[str, ...], times: tuple[int, ...]) -> Widget:
    """What time everybody used."""
    the = look()
    side = the.px(32 if the.compact else 40)
    row = BoxLayout(size_hint=(None, None), height=side, spacing=the.px(12), pos_hint={"center_x": 0.5})
    row.bind(minimum_width=row.setter("width"))
    for seat, used in enumerate(times):
        row.add_widget(Badge(colour=view.seats[seat].colour, letter=letters[seat], size_hint_x=None, width=side))
        label = Words(text=clock_text(used), role="body", ink="text2", fit="line", size_hint_x=None)
        label.width = text_size(label.text, the.type_px("body"))[0] + the.px(4)
        row.add_widget(label)
    return row

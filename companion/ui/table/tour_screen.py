"""A tour: the simulated table plays, and for a minute a line above the board says what one sees. It ends with one tap,
and the table is then watched on, or one plays oneself.
"""

from __future__ import annotations

from collections.abc import Mapping

from kivy.graphics import Color, InstructionGroup, Line
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.widget import Widget

from companion.locale import say
from companion.titles.registry import title_named
from companion.ui.kit.base import PanelBox, Tap, Words, look, words
from companion.ui.kit.dock import Dock
from companion.ui.table.room import Room
from companion.ui.table.screen import TableScreen
from companion.ui.table.tour_steps import TOUR_MS, ScreenPart, TourStep, step_at, tour_of

STRIP_DP, STRIP_COMPACT_DP, STRIP_PORTRAIT_DP = 88, 76, 104
RING_DP = 4


class TourStrip(PanelBox):
    """A sentence with how far the tour has come, and what may be tapped."""

    def __init__(self, **kwargs: object) -> None:
        the = look()
        super().__init__(**kwargs)
        self.size_hint = (None, None)
        self.fill, self.rim, self.rim_width = the.colour("raised"), the.colour("warn"), 2
        self.padding, self.spacing = [the.px(16 if not the.compact else 8), the.px(8)], the.px(8)
        role = "least" if the.compact else "label" if the.portrait else "body"
        self._words = Words(role=role, weight="bold", fit="box")
        self._taps = BoxLayout(size_hint_x=None, spacing=the.px(8))
        self._taps.bind(minimum_width=self._taps.setter("width"))
        self.add_widget(self._words)
        self.add_widget(self._taps)

    def tell(self, sentence: str, taps: tuple[Tap, ...]) -> None:
        """Say something else."""
        self._words.text = sentence
        self._taps.clear_widgets()
        for tap in taps:
            tap.size_hint_x, tap.width = None, max(look().px(56), tap.width_for_words())
            self._taps.add_widget(tap)


class TourScreen(TableScreen):
    """See the module. ``wishes["begun"]`` is when the tour began, so that a change of look does not begin it anew."""

    def opened(self) -> None:
        """The table, and the first sentence."""
        self.strip = TourStrip()
        self._begun = (self.wishes or {}).get("begun", self.app.now_ms())
        self._step_shown: int | None = -1
        self._ring_drawn = InstructionGroup()
        self._ringed: tuple[float, ...] | None = None  # the line: left, bottom, width, height, radius, px
        self.canvas.after.add(self._ring_drawn)
        super().opened()
        self.docks.offers_touch = False
        self.docks.renew()
        self.add_widget(self.strip)
        self._point()

    def state_to_keep(self) -> Mapping[str, object]:
        """When it began."""
        return {**super().state_to_keep(), "begun": self._begun}

    def board_room(self, area: Room) -> Room:
        """What the strip leaves."""
        the = look()
        x, y, width, height = area
        high = the.px(STRIP_COMPACT_DP if the.compact else STRIP_PORTRAIT_DP if the.portrait else STRIP_DP)
        high *= the.text_scale
        self.strip.pos, self.strip.size = (x, y + height - high), (width, high)
        return x, y, width, height - high

    def share_room(self, dock: Dock | None, dock_height: float) -> Room | None:
        """What is pointed at may lie elsewhere now."""
        room = super().share_room(dock, dock_height)
        self._step_shown = -1
        return room

    def tick(self, now_ms: int) -> None:
        """Go on to the sentence that is due."""
        super().tick(now_ms)
        if self._step != self._step_shown:
            self._point()
        elif self._step is not None:
            self._ring(self._part(self.steps[self._step].part))

    # The tour

    @property
    def steps(self) -> tuple[TourStep, ...]:
        """Its steps."""
        return tour_of(self.session.view.game_key, sees_camera=self.live.inset.parent is not None)

    @property
    def on_the_way(self) -> bool:
        """There is more to be said."""
        return self._step is not None

    @property
    def _step(self) -> int | None:
        return step_at(self.app.now_ms() - self._begun, len(self.steps))

    def go_on(self) -> None:
        """To the next sentence at once."""
        steps, step = len(self.steps), self._step
        if step is not None:
            self._begun = self.app.now_ms() - -(-(step + 1) * TOUR_MS // steps)
        self._point()

    def _point(self) -> None:
        step = self._step_shown = self._step
        self._ring_drawn.clear()
        self._ringed = None
        if step is None:
            self.strip.tell(words("tour.end"), self._endings())
            return
        one = self.steps[step]
        number = f"{step + 1}/{len(self.steps)}  "
        onward = Tap(text=words("tour.next"), role="label")
        onward.bind(on_release=lambda _: self.go_on())
        away = Tap(icon="cross", kind="plain", side=26)
        away.bind(on_release=lambda _: self.watch_on())
        self.strip.tell(number + say(one.phrase, look().language), (onward, away))
        self._ring(self._part(one.part))

    def _endings(self) -> tuple[Tap, ...]:
        own = Tap(text=words("tour.own_game"), kind="primary", role="label")
        own.bind(on_release=lambda _: self._play_ourselves())
        on = Tap(text=words("tour.watch_on"), role="label")
        on.bind(on_release=lambda _: self.watch_on())
        return (own, on)

    def _part(self, part: ScreenPart) -> Widget:
        found: dict[ScreenPart, Widget] = {
            ScreenPart.LIVE: self.live.inset,
            ScreenPart.BOARD: self.board,
            ScreenPart.RIBBON: self.ribbon,
            ScreenPart.DONE: self.buttons.done,
            ScreenPart.SCORES: self.rail,
            ScreenPart.MENU: self.bar.ids.menu,
        }
        return found[part]

    def _ring(self, widget: Widget) -> None:
        """A line round what is spoken of, wherever it stands now: DONE grows with what it says."""
        the = look()
        x, y = widget.to_window(*widget.pos)
        inset = the.px(RING_DP) / 2
        box = (x + inset, y + inset, widget.width - 2 * inset, widget.height - 2 * inset, the.px(12))
        if box == self._ringed:
            return
        self._ringed = box
        self._ring_drawn.clear()
        self._ring_drawn.add(Color(*the.colour("warn")))
        self._ring_drawn.add(Line(rounded_rectangle=box, width=the.px(RING_DP) / 2))

    def watch_on(self) -> None:
        """Without a word more."""
        self.app.go("table")

    def _play_ourselves(self) -> None:
        key = self.session.view.game_key
        self.app.leave_table()
        self.app.go("new_game", game=title_named(key).expands or key)

"""Final scoring, line by line: the item lit on the board, the sentence in the ribbon, the rail counting up."""

from __future__ import annotations

from collections.abc import Mapping

from kivy.properties import BooleanProperty, ListProperty, NumericProperty

from companion.session.views import AnyView
from companion.ui.faces import face_of
from companion.ui.kit.base import Tap, look
from companion.ui.kit.theme import badge_letters
from companion.ui.screen import Screen, load_kv
from companion.ui.table.parts import Rail, Ribbon
from companion.ui.table.telling import Telling, items_in_words, line_in_words
from games.any_game import AnyRecord
from games.game import ScoreLine

LINE_MS = 3000


def final_lines(record: AnyRecord) -> tuple[ScoreLine, ...]:
    """The lines of the final scoring, in the order in which they are counted; those that bring nothing are left out."""
    if not record.line:
        return ()
    events = record.line[-1].events
    return tuple(event.line for event in events if event.line is not None and event.line.final and event.line.points)


class FinalScoringScreen(Screen):
    """Three seconds a line; ``Pause``, ``Next``, ``All``."""

    board_area = ListProperty((0, 0, 100, 100))
    rail_area = ListProperty((0, 0, 100, 100))
    ribbon_area = ListProperty((0, 0, 100, 100))
    paused = BooleanProperty(False)
    number = NumericProperty(-1)

    def __init__(self, **kwargs: object) -> None:
        super().__init__(**kwargs)
        self._ready = False
        self._due_ms: int | None = None
        self.bind(size=self._arrange, pos=self._arrange)

    def opened(self) -> None:
        """Everybody at the score they had before the end."""
        session = self.session
        view: AnyView = session.view
        self.lines = final_lines(session.record)
        self.letters = badge_letters([seat.name for seat in view.seats])
        self.board = face_of(view.game_key).board()
        self.board.letters = self.letters
        self.board.view = view
        self.board.pos_hint = {"x": 0, "y": 0}
        self.ids.board_place.add_widget(self.board)
        before = list(view.scores)
        for line in self.lines:
            before[line.player] -= line.points
        self.ids.rail.seat(view.seats, self.letters, before)
        self._build_buttons()
        self._ready = True
        self._arrange()
        start = self.wishes.get("number", -1)
        for number in range(start + 1):
            self._count(number)
        self.number = start
        self._show()
        if not self.lines:
            self.finish()

    def state_to_keep(self) -> Mapping[str, object]:
        """Where the count is."""
        return {"number": self.number}

    def _build_buttons(self) -> None:
        the, words = look(), self.app.words
        self.pause_button = Tap(icon="pause", text=words("app.pause"), stacked=True, role="least", side=24)
        self.all_button = Tap(icon="check", text=words("app.all"), stacked=True, role="least", side=24)
        self.next_button = Tap(text=words("app.next"), kind="primary", role="ribbon", weight="black")
        self.pause_button.bind(on_release=lambda _: self.pause())
        self.all_button.bind(on_release=lambda _: self.finish())
        self.next_button.bind(on_release=lambda _: self.next())
        small = 64 if the.compact else 88
        wide = 128 if the.compact else 200
        for button, width in ((self.pause_button, small), (self.all_button, small), (self.next_button, wide)):
            button.size_hint_x, button.width = None, the.px(width)
        self.next_button.width = max(self.next_button.width, self.next_button.width_for_words())
        self.ids.ribbon.offer((self.pause_button, self.all_button, self.next_button))

    def _arrange(self, *_: object) -> None:
        if not self._ready:
            return
        the = look()
        measures = the.measures
        rail, ribbon, gap = the.px(measures.rail), the.px(measures.ribbon), the.px(8)
        x, y, width, height = self.x, self.y, self.width, self.height
        self.ribbon_area = (x, y, width, ribbon)
        if the.portrait:
            scores = self.ids.rail.height_in_portrait()
            self.rail_area = (x + gap / 2, y + height - scores - gap / 2, width - gap, scores)
            self.board_area = (x, y + ribbon, width, height - scores - gap - ribbon)
        else:
            rail_x = x if the.left_hand else x + width - rail
            self.rail_area = (rail_x + gap / 4, y + ribbon, rail - gap / 2, height - ribbon)
            self.board_area = (x + (rail if the.left_hand else 0), y + ribbon, width - rail, height - ribbon)
        self.ids.rail.arrange()

    # Counting

    def tick(self, now_ms: int) -> None:
        """On to the next line when this one was long enough."""
        self.board.tick()
        if self._due_ms is None:
            self._due_ms = now_ms + LINE_MS
        if not self.paused and now_ms >= self._due_ms:
            self.next()

    def next(self) -> None:
        """Count the next line; after the last, the result."""
        self._due_ms = self.app.now_ms() + LINE_MS
        if self.number + 1 >= len(self.lines):
            self.finish()
            return
        self.number += 1
        self._count(self.number)
        self._show()

    def _count(self, number: int) -> None:
        line = self.lines[number]
        self.ids.rail.cards[line.player].score += line.points

    def _show(self) -> None:
        ribbon: Ribbon = self.ids.ribbon
        rail: Rail = self.ids.rail
        words, seats = self.app.words, self.session.view.seats
        if self.number < 0:
            ribbon.tell(Telling(words("app.final_scoring"), words("app.final_lines", lines=len(self.lines))), seats, ())
            return
        line, language = self.lines[self.number], look().language
        telling = Telling(line_in_words(line, seats, language), items_in_words(line, language), seat=line.player)
        ribbon.tell(telling, seats, self.letters)
        self.board.lit = [line]
        for seat, card in enumerate(rail.cards):
            card.active = seat == line.player
            card.gain = line.points if seat == line.player else 0
        rail.arrange()

    def pause(self) -> None:
        """Stand still, or go on."""
        self.paused = not self.paused
        self.pause_button.icon = "play" if self.paused else "pause"
        self.pause_button.text = self.app.words("app.go_on" if self.paused else "app.pause")

    def finish(self) -> None:
        """Straight to the result."""
        self.app.go("result")

    def go_back(self) -> bool:
        """Escape goes to the result."""
        self.finish()
        return True


load_kv(__file__)

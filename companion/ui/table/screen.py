"""The table: board, ghost, live picture, scores, the ribbon with the last score and its reason, and DONE."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import TypeVarTuple

from kivy.graphics import Color, Line
from kivy.properties import BooleanProperty, ListProperty, NumericProperty, ObjectProperty

from companion.session.proposing import view_of
from companion.session.views import AnySession, AnyView, ChipKind, News, NewsKind
from companion.ui.faces import face_of
from companion.ui.kit.base import look
from companion.ui.kit.theme import badge_letters
from companion.ui.screen import load_kv
from companion.ui.table.arranging import RIM_DP, ArrangedTable
from companion.ui.table.board_turning import BoardTurning
from companion.ui.table.docks import TableDocks
from companion.ui.table.done_button import show_done
from companion.ui.table.life import Life
from companion.ui.table.live_corner import LiveCorner
from companion.ui.table.menu import menu_entries
from companion.ui.table.moment_telling import moment_telling
from companion.ui.table.parts import Rail, Ribbon, TableBar
from companion.ui.table.pause_cover import PauseCover
from companion.ui.table.table_buttons import TableButtons
from companion.ui.table.telling import Telling, tell
from companion.ui.table.what_if import WhatIfTrial
from games.game import Phrase, Refusal, ScoreLine

NOTICE_MS, OVER_MS = 6000, 2500
_LOSSES = {ChipKind.CAMERA: "app.camera_lost", ChipKind.BUTTONS: "app.buttons_lost"}


ArgTs = TypeVarTuple("ArgTs")


class TableScreen(ArrangedTable):
    """One game at one table. Reads ``app.session``; holds no truth of its own."""

    board_area = ListProperty((0, 0, 100, 100))
    bar_area = ListProperty((0, 0, 100, 100))
    rail_area = ListProperty((0, 0, 100, 100))
    ribbon_area = ListProperty((0, 0, 100, 100))
    board_place = ObjectProperty(None)
    dock_place = ObjectProperty(None)
    rail: Rail = ObjectProperty(None)
    ribbon: Ribbon = ObjectProperty(None)
    bar: TableBar = ObjectProperty(None)
    shown_version = NumericProperty(-1)
    what_if = BooleanProperty(False)

    def __init__(self, **kwargs: object) -> None:
        super().__init__(**kwargs)
        self._notice: tuple[Phrase, int] | None = None
        self._ready = False
        self._moment: int | None = None  # the action after which the board is shown, in the history
        self._over_ms: int | None = None  # since when the game is over
        self._beside = False  # docks stand at the side of the board
        self._trial: WhatIfTrial | None = None  # moves that are only tried
        self.bind(size=self.arrange, pos=self.arrange)

    @property
    def session(self) -> AnySession:
        """The open table; while moves are only tried, the one that they are tried at."""
        return super().session if self._trial is None else self._trial.session

    @property
    def people_correct(self) -> bool:
        """People correct, look back or try something: no moment to talk to them."""
        return self._ready and (self._trial is not None or self.docks.people_correct)

    # Building

    def opened(self) -> None:
        """Build what depends on the game and the players."""
        view: AnyView = self.session.view
        self.face = face_of(view.game_key)
        self.letters = badge_letters([seat.name for seat in view.seats])
        self.board = self.face.board()
        self.board.letters = self.letters
        self.board.size_hint = (None, None)
        self.board.on_place = self.tapped
        self.turning = BoardTurning(self.app, self.board)
        self.board_place.add_widget(self.board)
        self.board.view = view
        self.live = LiveCorner(self)
        self.docks = TableDocks(self)
        self.life = Life(self)
        self.pause = PauseCover(self)
        self._take_touch()
        self.bar.on_menu = self.open_menu
        self.rail.seat(view.seats, self.letters, view.scores)
        for card in self.rail.cards:
            card.bind(on_release=lambda card: self.docks.why(card.seat))
        self.buttons = TableButtons(self)
        for tool in self.buttons.tools:
            self.board_place.add_widget(tool)
        self._ready = True
        if self.wishes and self.wishes.get("notice") is not None:
            self.notify(self.wishes["notice"])
        self.arrange()
        self.show(view)

    # Showing

    def tick(self, now_ms: int) -> None:
        """Show the view if it changed, and the live picture."""
        if self._trial is not None:
            self.hear(self._trial.session.take_news())
            if self._trial.base is not super().session.record:
                self.toggle_what_if()  # the game went on meanwhile
        self.board.tick()
        self.docks.follow(self.session.view)
        if self._notice is not None and now_ms > self._notice[1]:
            self._notice = None
            self.shown_version = -1
        if self.session is not None and self.session.version != self.shown_version:
            self.show(self.session.view)
        self.live.follow(self.session)
        self.pause.follow(now_ms)
        if self.turning.follow(self.session):
            self.docks.arrange()
        self._end_when_over(now_ms)

    def _end_when_over(self, now_ms: int) -> None:
        """The last score is looked at for a moment; then the final scoring begins, once."""
        over = (
            self._trial is None
            and self.session.view.over
            and not self.docks.in_history
            and not self.wishes.get("over_seen")
        )
        if not over:
            self._over_ms = None
        elif self._over_ms is None:
            self._over_ms = now_ms
        elif now_ms - self._over_ms > OVER_MS:
            self.wishes["over_seen"] = True
            self.app.go("final_scoring")

    def show(self, view: AnyView) -> None:
        """Draw this view."""
        self.shown_version = self.session.version
        if view.proposal is not None and not look().aids:
            view = replace(view, proposal=view.proposal.unforetold)
        if not self.docks.in_history:
            self._moment = None
            self.board.view = self.docks.previewed(view)
        self.touch.follow(view)
        self.docks.follow(view)
        past = self.board.view if self._moment is not None else None
        self._show_cards(past or view)
        if past is None:
            self.life.follow(view)
        self.bar.show(past or view, self.face)
        self.bar.show_chips(view.chips, self.docks.remedy)
        self._show_ribbon(view)

    def _show_cards(self, view: AnyView) -> None:
        points = view.proposal.points if view.proposal is not None else (0,) * len(view.seats)
        if self._trial is not None:
            points = self._trial.gains(view)
        nobodys = self.face.occasion(view) is not None
        for seat, card in enumerate(self.rail.cards):
            card.active = seat == view.active and not nobodys
            card.score = view.scores[seat]
            card.gain = points[seat]
            remark = self.face.remark(view, seat)
            card.detail, card.detail_icon = (remark.text, remark.icon) if remark is not None else ("", "")
        self.rail.arrange()

    def _show_ribbon(self, view: AnyView) -> None:
        the = look()
        in_history = self.docks.in_history
        if in_history:
            record = self.session.record
            moment = len(record.line) - 1 if self._moment is None else self._moment
            telling = moment_telling(record, moment, self.face, view.seats, the.language)
        else:
            notice = self._notice[0] if self._notice is not None else None
            hint = self.face.hint(view)
            telling = tell(
                view,
                the.language,
                hint,
                notice=notice,
                lays=self.face.lays_pieces,
                occasion=self.face.occasion(view),
                foretold=the.aids,
            )
            if telling.detail and self.docks.says(telling.detail):
                telling = replace(telling, detail="")
        untold = show_done(self.buttons.done, self.face, view, leaves=in_history)
        if untold and telling.detail in ("", self.app.words("app.commit_hint"), self.app.phrase(self.face.hint(view))):
            telling = replace(telling, detail=untold)
        if self._trial is not None and not in_history:
            brings = self._trial.summary(view)
            detail = self.app.phrase(brings) if brings is not None else telling.detail
            telling = Telling(self.app.words("app.what_if_head", told=telling.head), detail, telling.icon, telling.seat)
        self.ribbon.tell(telling, view.seats, self.letters)
        self.buttons.follow(view, trial=self._trial, in_history=in_history)

    def hear(self, news: tuple[News, ...]) -> None:
        """Show a notice for a while."""
        for one in news:
            if one.kind is NewsKind.NOTICE:
                self.notify(one.phrase)
            elif one.kind is NewsKind.DEVICE:
                self._tell_loss(one.phrase)
            elif one.kind is NewsKind.COMMITTED:
                self._notice = None
                self.life.hear(one.events)
                self.board.celebrate([event.line for event in one.events if event.line is not None])

    def _tell_loss(self, phrase: Phrase) -> None:
        """What a loss means for play; what caused it stands behind the chip."""
        lost = {chip.phrase: chip.kind for chip in self.session.view.chips if chip.lost}
        kind = lost.get(phrase)
        sentence = _LOSSES.get(kind) if kind is not None else None
        if sentence is not None:
            self.notify(Phrase.of(sentence))

    def notify(self, phrase: Phrase) -> None:
        """Show a sentence in the ribbon for a few seconds."""
        self._notice = (self.face.as_shown(phrase), self.app.now_ms() + NOTICE_MS)
        self.shown_version = -1

    # Doing

    def done(self) -> None:
        """DONE; or out of the history or of "what if"."""
        if self.docks.in_history:
            self.docks.close()
        else:
            self.attempt(self.session.commit)

    def undo(self) -> None:
        """Take the last turn back."""
        self.attempt(self.session.undo if self._trial is None else self._trial.undo)

    def attempt(self, do: Callable[[*ArgTs], object], *args: *ArgTs) -> bool:
        """Do something that the rules may refuse; a refusal goes to the ribbon."""
        try:
            do(*args)
        except Refusal as refusal:
            self.notify(refusal.phrase)
            return False
        return True

    def choose(self, option: int | None) -> None:
        """Answer the docked question."""
        self.attempt(self.session.choose, option)
        if option is None:
            self.touch.open()

    def resolve(self, table_is_right: bool) -> None:
        """Answer "table and record differ"."""
        self.attempt(self.session.resolve, table_is_right)

    def tapped(self, thing: object) -> None:
        """The board was tapped: the half-made move first, then corrections."""
        if thing is None or self.docks.in_history:
            return
        if not self.touch.tapped(thing) and not self.docks.correct(thing):
            self.notify(self.face.why_not(self.session.view, thing) or Phrase.of("app.nothing_there"))

    def _touch_changed(self) -> None:
        self.docks.drop_correction()
        self.shown_version = -1
        self.docks.follow(self.session.view)

    def toggle_what_if(self) -> None:
        """Try moves that nothing commits, in a frame of their own; or back to the game as it stands."""
        if self._trial is None:
            self._trial = WhatIfTrial(self.session.record, self.app.now_ms)
        else:
            self._trial.close()
            self._trial = None
        self.what_if = self._trial is not None
        self.buttons.what_if.kind = "chosen" if self.what_if else "raised"
        self._notice = None
        self._take_touch()
        self._draw_frame()
        self.docks.renew()
        self.docks.arrange()
        if self.what_if:
            self.begin_by_touch()
        self.shown_version = -1

    def begin_by_touch(self) -> None:
        """Dock what may be done, on a board that is large enough to lay on it."""
        self.live.show_board()
        self.touch.open()

    def _take_touch(self) -> None:
        """Play by touch at the table that is shown."""
        self.touch = self.face.touch(self.board, self.session, self.attempt, self._touch_changed)

    def _draw_frame(self, *_: object) -> None:
        """A rim round the board while moves are only tried."""
        after, width = self.board_place.canvas.after, look().px(RIM_DP)
        after.clear()
        if self.what_if:
            x, y, wide, high = self.board_area
            with after:
                Color(*look().colour("warn"))
                Line(rectangle=(x + width, y + width, wide - 2 * width, high - 2 * width), width=width)

    def light(self, line: ScoreLine) -> None:
        """Light the pieces of a score."""
        self.board.lit = [line]

    # History

    def show_moment(self, index: int) -> None:
        """Show the board as it was after this action."""
        self._moment = index
        record = self.session.record
        self.board.view = view_of(replace(record, line=record.line[: index + 1]))
        self.shown_version = -1

    def history_changed(self) -> None:
        """The history was opened or left."""
        self._moment = None
        self.shown_version = -1
        if self.docks.in_history:
            self.live.show_board()

    def play_from_here(self) -> None:
        """Take back everything after the moment that is shown; one undo brings it back."""
        moment = self._moment
        self.docks.close()
        if moment is not None:
            self.attempt(self.session.back_to, moment + 1)

    def open_menu(self) -> None:
        """Where else to go."""
        self.docks.menu(menu_entries(self))

    def closed(self) -> None:
        """Nothing moves on a table that nobody sees."""
        self.life.end()

    def leave(self) -> None:
        """Home; the game waits there."""
        self.app.leave_table()
        self.app.go("home")

    def go_back(self) -> bool:
        """Escape closes what is open."""
        if self.pause.shown:
            self.pause.end()
        elif self.touch.busy:
            self.touch.clear()
        elif self.docks.dock is not None:
            self.docks.close()
        else:
            self.open_menu()
        return True


load_kv(__file__)

"""Home: go on where you were, look at past games, start a new one, or try the demo."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Any

import numpy as np
from kivy.graphics import Color, Rectangle
from kivy.properties import NumericProperty, StringProperty
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.floatlayout import FloatLayout
from kivy.uix.scrollview import ScrollView
from kivy.uix.widget import Widget

from companion.session.views import ChipKind, TableView
from companion.store import StoreError, Summary
from companion.supervised import Failure, Supervised, Task
from companion.titles.registry import game_keys, title_named
from companion.ui.faces import face_of
from companion.ui.kit import masks
from companion.ui.kit.base import Icon, PanelBox, Tap, Words, look, words
from companion.ui.kit.board import Board
from companion.ui.kit.picture_canvas import game_picture
from companion.ui.kit.players import BadgeRow
from companion.ui.kit.theme import badge_letters
from companion.ui.screen import Screen, load_kv
from games.game import Phrase, Refusal
from games.record import Record

MOST_LISTED = 30
FRAMES_BEFORE_TROUBLES = 2  # so that one is drawn first


class HomeScreen(Screen):
    """The first screen."""

    top_height = NumericProperty(320)
    pictures_height = NumericProperty(200)
    _board: Board | None = None
    _frames_shown = 0
    _looking: Supervised | None = None
    _troubles: tuple[Phrase, ...] = ()

    def opened(self) -> None:
        """Fill in what was kept."""
        the = look()
        saved = self.app.shelf.saved()
        self.top_height = the.px(568 if the.portrait else 200 if the.compact else 320)
        self.pictures_height = the.px(414 if the.portrait else 120 if the.compact else 200)
        current = next((summary for summary in saved if not summary.over), None)
        past = [summary for summary in saved if summary is not current][:MOST_LISTED]
        self._frames_shown = 0
        self.ids.top.add_widget(self._resume_card(current))
        self.ids.top.add_widget(self._past_games(past))
        self.ids.demo.disabled = not self.app.shelf.has_demo
        for key in game_keys(lambda title: title.picture and title.face):
            self.ids.games.add_widget(self._game(key))

    def tick(self, now_ms: int) -> None:
        """Tiles of the card's board may still be being painted. What is wrong is looked for once home stands there,
        beside the screen: everything that people entered is opened for it."""
        self._frames_shown += 1
        if self._frames_shown == FRAMES_BEFORE_TROUBLES:
            self._looking = Supervised(
                "troubles", self._look_for_troubles, failed=self._looked_in_vain, again=False
            ).start()
        if self._looking is not None and not self._looking.alive:
            self._looking = None
            self._tell_troubles()
        if self._board is not None:
            self._board.tick()

    def closed(self) -> None:
        """Nobody waits for what is still being looked for; home looks anew when it is opened again."""
        if self._looking is not None:
            self._looking.stop()

    @property
    def settled(self) -> bool:
        """What is wrong has been looked for, and is told."""
        return self._looking is None and self._frames_shown >= FRAMES_BEFORE_TROUBLES

    def _look_for_troubles(self, _: Task) -> None:
        self._troubles = self.app.troubles()

    def _looked_in_vain(self, failure: Failure) -> None:
        self._troubles = (Phrase.of("app.not_looked_through", what=type(failure.error).__name__),)

    def _tell_troubles(self) -> None:
        """What is wrong with the people's folders and files, one sentence at a time."""
        if not self._troubles:
            return
        the, notes = look(), self.ids.notes
        notes.height = the.px(80 if not the.compact else 56)
        self.top_height -= notes.height + the.px(16 if not the.compact else 8)
        notes.add_widget(TroubleNote([self.app.phrase(trouble) for trouble in self._troubles]))

    # Going on

    def _resume_card(self, current: Summary | None) -> Widget:
        the = look()
        size = {"size_hint_y": None, "height": the.px(320)} if the.portrait else {"size_hint_x": 784 / (784 + 432)}
        if current is None:
            card = PanelBox(fill=the.colour("surface"), padding=the.px(32), **size)
            card.add_widget(Words(text=words("app.no_games"), role="ribbon", weight="bold", halign="center"))
            return card
        card = ResumeCard(fill=the.colour("surface"), **size)
        card.bind(on_release=lambda _: self.resume(current))
        try:
            card.show(current, self.app.shelf.glimpse(current.path))
            self._board = card.board
        except StoreError as error:
            card.show_trouble(current, self.app.phrase(error.phrase))
        return card

    def resume(self, summary: Summary) -> None:
        """Open a kept game: the table where it goes on, or its result."""
        if self.app.preferences.camera:
            self.app.patiently(lambda: self._resume(summary))
        else:
            self._resume(summary)

    def _resume(self, summary: Summary) -> None:
        try:
            likes = self.app.preferences
            session, rescue = self.app.shelf.resume(summary.path, camera=likes.camera, buttons=likes.buttons)
        except (StoreError, Refusal) as error:
            self._say_trouble(self.app.phrase(error.phrase))
            return
        self.app.sit_down(session)
        if session.view.over:
            self.app.go("result")
        else:
            self.app.go("table", notice=rescue.phrase if rescue is not None else _not_saved(session.view))

    def _say_trouble(self, text: str) -> None:
        self.ids.top.clear_widgets()
        the = look()
        panel = PanelBox(fill=the.colour("surface"), padding=the.px(32))
        panel.add_widget(Words(text=text, role="body", ink="warn"))
        self.ids.top.add_widget(panel)

    # Past games

    def _past_games(self, past: list[Summary]) -> Widget:
        the = look()
        size = {} if the.portrait else {"size_hint_x": 432 / (784 + 432)}
        panel = PanelBox(orientation="vertical", fill=the.colour("surface"), padding=the.px(12), **size)
        title = Words(text=words("app.past_games"), role="label", weight="bold", ink="text2")
        title.size_hint_y, title.height = None, the.px(32)
        panel.add_widget(title)
        rows = BoxLayout(orientation="vertical", size_hint_y=None, spacing=the.px(4))
        rows.bind(minimum_height=rows.setter("height"))
        for summary in past:
            row = PastRow(kind="plain")
            row.show(summary, self._when(summary.changed_ms))
            row.bind(on_release=lambda row: self.resume(row.summary))
            rows.add_widget(row)
        scroll = ScrollView(bar_width=the.px(4), scroll_type=["content"])
        scroll.add_widget(rows)
        panel.add_widget(scroll)
        return panel

    def _when(self, changed_ms: int) -> str:
        then = datetime.fromtimestamp(changed_ms / 1000).date()
        days = (datetime.fromtimestamp(self.app.now_ms() / 1000).date() - then).days
        if days < 2:
            return words("app.today" if days < 1 else "app.yesterday")
        return words("app.on_day", day=then.day, month=then.month, year=then.year)

    # New games

    def _game(self, key: str) -> Widget:
        tile = GameTile(game=key)
        tile.build(known=key in self.app.shelf.startable())
        tile.bind(on_release=lambda tile: self.app.go("new_game", game=tile.game))
        return tile

    def demo(self) -> None:
        """A game on the simulated table; the eyes look at its tiles first, which may take a while."""
        self.app.patiently(self._begin_demo)

    def _begin_demo(self) -> None:
        try:
            session = self.app.shelf.demo("carcassonne")
        except Refusal as refusal:
            self._say_trouble(self.app.phrase(refusal.phrase))
            return
        self.app.sit_down(session)
        self.app.go("table")


class TroubleNote(Tap):
    """Something is not well; where there is more than one thing a tap shows the next."""

    def __init__(self, sentences: Sequence[str], **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self._sentences, self._place = sentences, 0
        self.bind(on_release=lambda _: self._show(self._place + 1))
        self._show(0)

    def dress(self, *_: Any) -> None:
        """Built by :meth:`_show`."""
        the = look()
        self.fill, self.rim, self.rim_width = the.colour("surface"), the.colour("warn"), 2

    def _show(self, place: int) -> None:
        the = look()
        self._place = place % len(self._sentences)
        self.clear_widgets()
        self.padding, self.spacing = [the.px(16), the.px(6)], the.px(12)
        text = self._sentences[self._place]
        if len(self._sentences) > 1:
            text = f"{self._place + 1}/{len(self._sentences)}   {text}"
        self.add_widget(Icon(name="save", ink="warn", side=30, pos_hint={"center_y": 0.5}))
        self.add_widget(Words(text=text, role="label" if not the.compact else "least"))


def _not_saved(view: TableView) -> Phrase | None:
    """Why moves are not kept at this table, such as that it is open in another window; None where all is well."""
    return next((chip.phrase for chip in view.chips if chip.kind is ChipKind.SAVE), None)


class ResumeCard(Tap):
    """The game that goes on: its board, the scores, the turn."""

    board: Board | None = None

    def dress(self, *_: Any) -> None:
        """Built by :meth:`show`."""

    def show(self, summary: Summary, record: Record[Any, Any, Any]) -> None:
        """Fill in a game that can be read."""
        the = look()
        self.padding, self.spacing, self.radius = [the.px(16)] * 4, the.px(20), 16
        face = face_of(summary.game_key)
        board = self.board = face.board()
        board.interactive = False
        board.letters = badge_letters(summary.names)
        active = record.game.player_to_move(record.state)
        board.view = TableView(summary.game_key, record.setup.seats, active, summary.scores, record.state)
        frame = FloatLayout(size_hint_x=0.54)
        board.pos_hint = {"x": 0, "y": 0}
        frame.add_widget(board)
        self.add_widget(frame)
        side = BoxLayout(orientation="vertical", size_hint_x=0.46, spacing=the.px(4))
        title = Words(text=words(f"app.game_{summary.game_key}"), role="ribbon", weight="bold", fit="line")
        title.size_hint_y, title.height = None, the.px(44)
        side.add_widget(title)
        turn = words("app.turn_number", turn=face.turn(board.view))
        if active is not None:
            turn += " · " + words("app.turn_of", name=summary.names[active])
        line = Words(text=turn, role="label", ink="text2", fit="line")
        line.size_hint_y, line.height = None, the.px(28)
        side.add_widget(line)
        side.add_widget(self._scores(summary))
        go_on = Tap(text=words("app.resume"), kind="primary", role="body", size_hint_y=None, height=the.px(64))
        go_on.bind(on_release=lambda _: self.dispatch("on_release"))
        side.add_widget(go_on)
        self.add_widget(side)

    def _scores(self, summary: Summary) -> Widget:
        the = look()
        letters = badge_letters(summary.names)
        if the.compact:
            entries = zip(summary.colours, letters, map(str, summary.scores), strict=True)
            return BadgeRow(entries=list(entries))
        column = BoxLayout(orientation="vertical", padding=(0, the.px(8)))
        for name, colour, letter, score in zip(summary.names, summary.colours, letters, summary.scores, strict=True):
            column.add_widget(BadgeRow(entries=[(colour, letter, f"{score}   {name}")]))
        return column

    def show_trouble(self, summary: Summary, text: str) -> None:
        """Fill in a game that can't be read."""
        self.padding = [look().px(32)] * 4
        self.add_widget(Words(text=text, role="body", ink="warn"))


class PastRow(Tap):
    """A past game: who, how many points, when."""

    summary: Summary

    def show(self, summary: Summary, when: str) -> None:
        """Fill in."""
        the = look()
        self.summary = summary
        column = BoxLayout(orientation="vertical")
        head = words(f"app.game_{summary.game_key}") + " · " + when
        if not summary.over:
            head += " · " + words("app.moves", moves=summary.moves)
        column.add_widget(Words(text=head, role="least", ink="text2", fit="line"))
        letters = badge_letters(summary.names)
        ranked = sorted(zip(summary.colours, letters, summary.scores, strict=True), key=lambda entry: -entry[2])
        column.add_widget(BadgeRow(entries=[(colour, letter, str(score)) for colour, letter, score in ranked]))
        self.fill = the.colour("raised")
        self.add_widget(column)


class GameTile(Tap):
    """A game that can be started: its picture and name."""

    game = StringProperty("")

    def dress(self, *_: Any) -> None:
        """Built by :meth:`build`."""
        the = look()
        self.fill, self.rim, self.rim_width = the.colour("surface"), the.colour("line", 0.45), 1

    def build(self, *, known: bool) -> None:
        """Fill in; a game that this version does not have yet can't be tapped."""
        the = look()
        self.disabled = not known
        picture = Widget()
        self._picture = picture
        picture.bind(size=self._paint, pos=self._paint)
        self.add_widget(picture)
        name = words(f"app.game_{self.game}") + ("" if known else " · " + words("app.not_yet"))
        title = Words(text=name, role="least" if not known else "label", weight="bold", halign="center")
        title.ink = "text" if known else "text2"
        title.size_hint_y, title.height = None, the.px(36)
        self.add_widget(title)

    def _paint(self, picture: Widget, *_: Any) -> None:
        width, height = (int(side) for side in picture.size)
        picture.canvas.clear()
        paint = title_named(self.game).picture
        if width < 8 or height < 8 or paint is None:
            return
        painted = game_picture(paint, width, height)
        alpha = masks.rounded_picture_mask(width, height, round(look().px(10)))
        rgba = np.dstack([painted[..., ::-1], alpha])
        with picture.canvas:
            Color(1, 1, 1, 0.45 if self.disabled else 1)
            Rectangle(pos=picture.pos, size=(width, height), texture=masks.texture_from_rgba(rgba))


load_kv(__file__)

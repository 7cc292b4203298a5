"""The result: who won and why, how scores grew, and a code to take home."""

from __future__ import annotations

from collections.abc import Callable, Mapping

import numpy as np
from kivy.graphics import Color, Rectangle
from kivy.properties import BooleanProperty
from kivy.uix.anchorlayout import AnchorLayout
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.scrollview import ScrollView
from kivy.uix.widget import Widget

from companion.exports.result_code import result_code
from companion.session.views import AnyView
from companion.ui.docks.kinds import KindsTable
from companion.ui.faces import face_of
from companion.ui.kit.base import Panel, PanelBox, Tap, Words, look, words
from companion.ui.kit.measured import text_size
from companion.ui.kit.pictures.live_picture import StillPicture
from companion.ui.kit.players import Badge, draw_badge, letter_texture
from companion.ui.kit.theme import PLAYERS, badge_letters, rgba
from companion.ui.screen import Screen, load_kv
from companion.ui.screens.code_picture import CodePicture, enlarge
from companion.ui.screens.step_graph import end_points, grid_lines, running_scores, step_graph
from games.any_game import AnyRecord
from games.game import JsonValue, Phrase, Standing

LINES_APART = 1.8  # of round scores in the graph, for the size of their numbers
CARD_SPACE_DP = 4  # between the winner's score and words


class ResultScreen(Screen):
    """Winner, ranks, graph, code; share, play again, or undo the end."""

    def opened(self) -> None:
        """Fill in."""
        session = self.session
        self.view: AnyView = session.view
        self.record = session.record
        self.letters = badge_letters([seat.name for seat in self.view.seats])
        self.standings = sorted(self.record.game.standings(self.record.state), key=lambda one: (one.rank, one.player))
        the = look()
        top = self.ids.top
        left = BoxLayout(orientation="horizontal" if the.portrait else "vertical", spacing=the.px(12))
        left.size_hint_x, left.width = (1, 0) if the.portrait else (None, the.px(280 if the.compact else 420))
        left.add_widget(self._winner())
        left.add_widget(self._ranks())
        top.add_widget(left)
        self.graph = StepGraph(record=self.record, letters=self.letters, fill=the.colour("surface"))
        top.add_widget(self._grown())
        if not the.compact:
            _, modules = result_code(self.record)
            self.code = CodePicture(modules=modules, size_hint=(None, None))
            side = the.px(340 if not the.narrow else 250)  # winner and ranks need the height there; a tap enlarges it
            self.code.size = side, side
            self.code.bind(on_release=lambda _: enlarge(self, modules))
            place = AnchorLayout(anchor_y="top", size_hint=(None, 1) if not the.portrait else (1, None))
            with_words = BoxLayout(orientation="vertical", spacing=the.px(8), size_hint=(None, None), width=the.px(340))
            self.code.pos_hint = {"center_x": 0.5}
            with_words.bind(minimum_height=with_words.setter("height"))
            with_words.add_widget(self.code)
            with_words.add_widget(Words(text=words("app.code_to_take"), role="label", ink="text2", fit="wrap"))
            place.add_widget(with_words)
            place.width, place.height = the.px(340), the.px(340)
            with_words.bind(height=lambda _, high: setattr(place, "height", high))
            top.add_widget(place)
        self._build_buttons()

    def _grown(self) -> Widget:
        """How scores grew, and below it, or beside it where there is no height, of what kinds they are."""
        the = look()
        table = KindsTable(self.record, face_of(self.view.game_key), self.letters, fill=the.colour("surface"))
        if not table.rows:
            return self.graph
        beside = the.compact or the.portrait
        both = BoxLayout(orientation="horizontal" if beside else "vertical", spacing=the.px(8))
        both.add_widget(self.graph)
        both.add_widget(table)
        if the.compact:
            table.size_hint_x = 1.6  # words, and a number for each
        elif not the.portrait:
            table.size_hint_y, table.size_hint_max_y = 1, table.natural_height
        return both

    def _winner(self) -> Widget:
        the = look()
        winners = [one for one in self.standings if one.rank == 1]
        seat = self.view.seats[winners[0].player]
        paint = PLAYERS[seat.colour]
        names = " & ".join(self.view.seats[one.player].name for one in winners)
        won = words("app.wins" if len(winners) == 1 else "app.share", names=names)
        tie = self.app.phrase(winners[0].tie_break) if winners[0].tie_break is not None else ""
        ink = rgba(paint.letter)
        badge = Badge(colour=seat.colour, letter=self.letters[winners[0].player], size_hint_x=None)
        badge.width = the.px(40 if the.compact else 72)
        score = Words(text=str(winners[0].score), weight="black", tint=ink, halign="right")
        score.role = "title" if the.compact else "score_active"
        panel = BoxLayout(orientation="vertical", size_hint_y=None, spacing=the.px(4), pos_hint={"center_y": 0.5})
        panel.bind(minimum_height=panel.setter("height"))
        panel.add_widget(Words(text=won, role="body" if the.compact else "title", weight="black", tint=ink, fit="wrap"))
        if tie:
            panel.add_widget(Words(text=tie, role="least" if the.compact else "label", tint=ink, fit="wrap"))
        inset, space = the.px(10 if the.compact else 16), the.px(CARD_SPACE_DP)
        card = PanelBox(fill=rgba(paint.fill), rim=the.colour("text"), padding=inset, spacing=space)
        row = BoxLayout(spacing=the.px(12))
        row.add_widget(badge)
        if the.compact:  # all in one line
            score.fit, score.pos_hint = "free", {"center_y": 0.5}
            card.size_hint_y, card.height = None, the.px(96)
            panel.bind(height=lambda _, height: setattr(card, "height", max(the.px(96), height + the.px(20))))
            row.add_widget(panel)
            row.add_widget(score)
            card.add_widget(row)
            return card
        card.orientation = "vertical"
        if not the.portrait:
            card.size_hint_y = 0.9
        high = text_size(score.text, the.type_px(score.role), "black")[1] + 2 * inset + space
        panel.bind(height=lambda _, height: setattr(card, "size_hint_min_y", high + height))
        row.add_widget(score)
        card.add_widget(row)
        card.add_widget(panel)
        return card

    def _ranks(self) -> Widget:
        the = look()
        column = BoxLayout(orientation="vertical", spacing=the.px(6), size_hint_y=None)
        column.bind(minimum_height=column.setter("height"))
        for standing in self.standings:
            column.add_widget(self._rank(standing))
        agreed = face_of(self.view.game_key).agreed(self.record.setup)
        if agreed:
            text = self.app.phrase(Phrase.of("app.agreed", what=agreed))
            column.add_widget(Words(text=text, role="least", ink="text2", fit="wrap", size_hint_y=None))
        scroll = ScrollView(do_scroll_x=False, bar_width=the.px(4), scroll_type=["content"])
        scroll.add_widget(column)
        return scroll

    def _rank(self, standing: Standing) -> Widget:
        the = look()
        seat = self.view.seats[standing.player]
        row = PanelBox(fill=the.colour("surface"), padding=(the.px(14), the.px(6)), spacing=the.px(12))
        row.size_hint_y, row.height = None, the.px(64) * the.text_scale
        if the.tight:
            row.padding, row.spacing = (the.px(8), the.px(6)), the.px(8)
        rank = Words(text=f"{standing.rank}.", role="body", weight="bold", ink="text2", size_hint_x=None)
        rank.width = the.px((24 if the.tight else 36) * the.text_scale)
        row.add_widget(rank)
        badge = the.px(40 if not the.narrow else 34)
        row.add_widget(Badge(colour=seat.colour, letter=self.letters[standing.player], size_hint_x=None, width=badge))
        row.add_widget(self._name_and_time(standing.player))
        score = Words(text=str(standing.score), role="ribbon", weight="black", fit="free", pos_hint={"center_y": 0.5})
        row.add_widget(score)
        return row

    def _name_and_time(self, player: int) -> Widget:
        """A name, and below it how long its turns took, where that was told."""
        the, used = look(), self.session.times_used[player]
        role = "label" if the.narrow else "body"
        name = Words(text=self.view.seats[player].name, role=role, weight="bold", fit="line")
        if not used:
            return name
        both = BoxLayout(orientation="vertical")
        both.add_widget(name)
        text = words("app.minutes_in_all", minutes=max(1, round(used / 60_000)))
        time = Words(text=text, role="least", ink="text2", fit="line", size_hint_y=None)
        time.height = 1.25 * the.type_px("least")
        both.add_widget(time)
        return both

    # Buttons

    def _build_buttons(self) -> None:
        entries: list[tuple[str, str, Callable[[], None]]] = [
            ("share", words("share.title"), self.share),
            ("history", words("app.history"), self.history),
            ("undo", words("app.undo_end"), self.undo_end),
            *self._series(),
            ("play", words("app.again"), self.again),
            ("house", words("app.home"), self.leave),
        ]
        the = look()
        if the.compact:
            self.ids.buttons.cols = len(entries)  # a second row would take the last of the players away
        for icon, text, do in entries:
            button = Tap(icon="" if the.text_scale > 1 else icon, text=text, side=24)  # large words need the room
            if the.compact:
                button.padding = [the.px(4)] * 4
            if icon == "play":
                button.kind = "primary"
            button.bind(on_release=lambda _, do=do: do())
            self.ids.buttons.add_widget(button)

    def share(self) -> None:
        """All that can be taken home; the picture is of this screen."""
        self.app.go("share", back="result", picture=self._picture())

    def _picture(self) -> np.ndarray:
        """The screen as it is, BGR."""
        from companion.ui.snapshot import window_picture

        return window_picture()

    def history(self) -> None:
        """Look through the game once more."""
        self.app.go("table", over_seen=True).docks.history()

    def undo_end(self) -> None:
        """The game goes on before its last turn."""
        self.session.undo()
        self.app.go("table")

    def _series(self) -> list[tuple[str, str, Callable[[], None]]]:
        """Where a game is played in series, the next of them is offered first."""
        setup = face_of(self.view.game_key).next_of_series(self.record)
        if setup is None:
            return []
        return [("next", words("app.next_of_series"), lambda: self._begin(setup))]

    def again(self) -> None:
        """The same people once more."""
        self._begin(face_of(self.view.game_key).afresh(self.record))

    def _begin(self, setup: Mapping[str, JsonValue]) -> None:
        session = self.app.session
        likes = self.app.preferences
        fresh = self.app.shelf.start(self.view.game_key, setup, camera=likes.camera, buttons=likes.buttons)
        if session is not None:
            self.app.leave_table()
        self.app.sit_down(fresh)
        self.app.go("table")

    def leave(self) -> None:
        """Home."""
        self.app.leave_table()
        self.app.go("home")

    def go_back(self) -> bool:
        """Escape goes home."""
        self.leave()
        return True


class StepGraph(Panel):
    """How scores grew, the badges at the lines' ends."""

    shown = BooleanProperty(True)

    def __init__(self, *, record: AnyRecord, letters: tuple[str, ...], **kwargs: object) -> None:
        super().__init__(**kwargs)
        self._record, self._letters = record, letters
        self._picture = StillPicture(pos_hint={"x": 0.03, "y": 0.04}, size_hint=(0.94, 0.92))
        self.add_widget(self._picture)
        self._badges = Widget(pos_hint={"x": 0, "y": 0})
        self.add_widget(self._badges)
        self._picture.bind(size=self._paint, pos=self._paint)

    def _paint(self, *_: object) -> None:
        the = look()
        width, height = (int(side) for side in self._picture.size)
        badge = round(the.px(28 if the.compact else 36))
        self._badges.canvas.clear()
        if width < 4 * badge or height < 3 * badge:
            return
        palette, rows, size = the.palette, running_scores(self._record), the.type_px("least")
        lines = grid_lines(rows, height, badge, apart=LINES_APART * size)
        numbers = [letter_texture(str(score).replace("-", "−"), size, "LatoBold") for score, _ in lines]
        left = max((float(one.width) for one in numbers), default=0.0)  # no line of a player crosses them
        self._picture.picture = step_graph(
            self._record,
            width,
            height,
            badge=badge,
            ink=palette.text,
            ground=palette.surface,
            left=round(left + the.px(8)),
            apart=LINES_APART * size,
        )
        with self._badges.canvas:
            for (_score, y), number in zip(lines, numbers, strict=True):
                Color(*the.colour("text2"))
                at = (self._picture.x + left - number.width, self._picture.y + height - y - number.height / 2)
                Rectangle(pos=(round(at[0]), round(at[1])), size=number.size, texture=number)
            ends = end_points(rows, width, height, badge)
            for seat, (x, y) in enumerate(ends):
                colour = self._record.setup.seats[seat].colour
                left, top = self._picture.x + x - badge / 2, self._picture.y + height - y
                draw_badge(colour, self._letters[seat], left, top - badge / 2, badge)


load_kv(__file__)

"""The table: board, ghost, live picture, scores, the ribbon with the last score and its reason, and DONE."""

from __future__ import annotations

from typing import Any

from kivy.properties import ListProperty, NumericProperty, ObjectProperty, StringProperty
from kivy.uix.floatlayout import FloatLayout

from companion.screens.screen import Screen, load_kv
from companion.screens.telling import tell
from companion.session import NewsKind, TableView
from companion.theme import badge_letters
from companion.widgets.base import Icon, PanelBox, Tap, look
from companion.widgets.board import face_of
from companion.widgets.players import Badge, PlayerCard
from games.game import Phrase, Refusal

NOTICE_MS = 6000


class TableBar(PanelBox):
    """Menu, turn, steps of the turn, and a chip for everything that is not well."""

    def on_menu(self) -> None:
        """Set by the screen."""


class Ribbon(PanelBox):
    """The last thing worth reading, and the buttons."""

    head = StringProperty("")
    detail = StringProperty("")


class Rail(FloatLayout):
    """Everybody's card, in playing order; the card of whose turn it is is larger."""

    cards = ListProperty()

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.bind(pos=self.arrange, size=self.arrange)

    def arrange(self, *_: Any) -> None:
        """Place the cards."""
        the = look()
        if the.portrait:
            self._in_two_columns()
            return
        measures = the.measures
        heights = [the.px(measures.active_card if card.active else measures.other_card) for card in self.cards]
        room = self.height - sum(heights)
        gap = min(the.px(8), room / max(1, len(self.cards) - 1))
        top = self.y + self.height
        for card, height in zip(self.cards, heights, strict=True):
            card.size = (self.width, height)
            card.pos = (self.x, top - height)
            top -= height + gap

    def _in_two_columns(self) -> None:
        the = look()
        gap = the.px(8)
        rows = (len(self.cards) + 1) // 2
        height = (self.height - gap * (rows - 1)) / max(1, rows)
        width = (self.width - gap) / 2
        for number, card in enumerate(self.cards):
            row, column = divmod(number, 2)
            card.size = (width, height)
            card.pos = (self.x + column * (width + gap), (self.y + self.height) - (row + 1) * height - row * gap)


class TableScreen(Screen):
    """One game at one table. Reads ``app.session``; holds no truth of its own."""

    board_area = ListProperty((0, 0, 100, 100))
    bar_area = ListProperty((0, 0, 100, 100))
    rail_area = ListProperty((0, 0, 100, 100))
    ribbon_area = ListProperty((0, 0, 100, 100))
    board_place = ObjectProperty(None)
    dock_place = ObjectProperty(None)
    rail = ObjectProperty(None)
    ribbon = ObjectProperty(None)
    bar = ObjectProperty(None)
    shown_version = NumericProperty(-1)

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self._notice: tuple[Phrase, int] | None = None
        self.bind(size=self._arrange, pos=self._arrange)

    @property
    def session(self) -> Any:
        """The open table."""
        return self.app.session

    # Building

    def opened(self) -> None:
        """Build what depends on the game and the players."""
        view: TableView = self.session.view
        self.face = face_of(view.game_key)
        self.letters = badge_letters([seat.name for seat in view.seats])
        self.board = self.face.board()
        self.board.letters = self.letters
        self.board.pos_hint = {"x": 0, "y": 0}
        self.board_place.add_widget(self.board)
        self.bar.on_menu = self.open_menu
        self._build_cards(view)
        self._build_buttons()
        self._arrange()
        self.show(view)

    def _build_cards(self, view: TableView) -> None:
        cards = []
        for seat, player in enumerate(view.seats):
            card = PlayerCard(
                name=player.name,
                colour=player.colour,
                letter=self.letters[seat],
                score=view.scores[seat],
                bar_width=look().measures.colour_bar,
                size_hint=(None, None),
            )
            card.seat = seat
            card.bind(on_release=lambda card: self.why(card.seat))
            self.rail.add_widget(card)
            cards.append(card)
        self.rail.cards = cards

    def _build_buttons(self) -> None:
        the = look()
        small = the.px(64 if the.compact else 88)
        self.why_button = Tap(icon="why", text=self.app.words("app.why"), stacked=True, role="least", side=24)
        self.undo_button = Tap(icon="undo", text=self.app.words("app.undo"), stacked=True, role="least", side=24)
        self.done_button = Tap(text=self.app.words("app.done"), kind="primary", role="ribbon", weight="black")
        self.why_button.bind(on_release=lambda _: self.why(None))
        self.undo_button.bind(on_release=lambda _: self.undo())
        self.done_button.bind(on_release=lambda _: self.done())
        for button, width in (
            (self.why_button, small),
            (self.undo_button, small),
            (self.done_button, the.px(120 if the.compact else 160)),
        ):
            button.size_hint_x = None
            button.width = width
            button.dress()
            self.ribbon.ids.buttons.add_widget(button)

    def _arrange(self, *_: Any) -> None:
        the = look()
        measures = the.measures
        x, y, width, height = self.x, self.y, self.width, self.height
        bar, rail, ribbon = the.px(measures.bar), the.px(measures.rail), the.px(measures.ribbon)
        gap = the.px(8)
        self.ribbon_area = (x, y, width, ribbon)
        if the.portrait:
            rows = (len(self.rail.cards) + 1) // 2
            scores = rows * the.px(measures.active_card) + (rows - 1) * gap
            self.bar_area = (x, y + height - bar, width, bar)
            self.rail_area = (x + gap / 2, y + height - bar - scores - gap / 2, width - gap, scores)
            self.board_area = (x, y + ribbon, width, height - bar - scores - gap - ribbon)
        else:
            left = x + (rail if the.left_hand else 0)
            self.rail_area = (
                (x if the.left_hand else x + width - rail),
                y + ribbon + gap / 2,
                rail - gap / 2,
                height - ribbon - gap,
            )
            self.bar_area = (left, y + height - bar, width - rail, bar)
            self.board_area = (left, y + ribbon, width - rail, height - ribbon - bar)
        self.rail.arrange()

    # Showing

    def tick(self, now_ms: int) -> None:
        """Show the view if it changed."""
        self.board.tick()
        if self._notice is not None and now_ms > self._notice[1]:
            self._notice = None
            self.shown_version = -1
        if self.session is not None and self.session.version != self.shown_version:
            self.show(self.session.view)

    def show(self, view: TableView) -> None:
        """Draw this view."""
        self.shown_version = self.session.version
        self.board.view = view
        self._show_cards(view)
        self._show_bar(view)
        self._show_ribbon(view)

    def _show_cards(self, view: TableView) -> None:
        points = view.proposal.points if view.proposal is not None else (0,) * len(view.seats)
        for seat, card in enumerate(self.rail.cards):
            card.active = seat == view.active
            card.score = view.scores[seat]
            card.gain = points[seat]
            remark = self.face.remark(view, seat)
            card.detail, card.detail_icon = (remark.text, remark.icon) if remark is not None else ("", "")
        self.rail.arrange()

    def _show_bar(self, view: TableView) -> None:
        the = look()
        ids = self.bar.ids
        steps, due = self.face.steps(view)
        ids.turn.text = self.app.words("app.turn_number", turn=self.face.turn(view))
        strong = "".join(f"{round(255 * part):02X}" for part in the.colour("text")[:3])
        told = [
            f"[b][color={strong}]{self.app.phrase(step)}[/color][/b]" if number == due else self.app.phrase(step)
            for number, step in enumerate(steps)
        ]
        ids.steps.text = "  ›  ".join(told) + "     " + self.app.phrase(self.face.count(view))

    def _show_ribbon(self, view: TableView) -> None:
        the = look()
        notice = self._notice[0] if self._notice is not None else None
        told = tell(view, the.language, notice=notice, by_touch=view.attention is None)
        self.ribbon.head, self.ribbon.detail = told.head, told.detail
        mark = self.ribbon.ids.mark
        mark.clear_widgets()
        side = the.px(40 if the.compact else 56)
        mark.width = side if told.seat is not None or told.icon else 0
        if told.seat is not None:
            badge = Badge(colour=view.seats[told.seat].colour, letter=self.letters[told.seat])
            badge.size_hint, badge.size, badge.pos_hint = (None, None), (side, side), {"center_y": 0.5}
            mark.add_widget(badge)
        elif told.icon:
            icon = Icon(name=told.icon, ink="warn" if told.warn else "text", side=40)
            icon.pos_hint = {"center_x": 0.5, "center_y": 0.5}
            mark.add_widget(icon)
        self.undo_button.disabled = not view.can_undo
        self.why_button.disabled = not view.last_lines and view.proposal is None

    def hear(self, news: tuple[Any, ...]) -> None:
        """Show a notice for a while."""
        for one in news:
            if one.kind is NewsKind.NOTICE:
                self._notice = (one.phrase, self.app.now_ms() + NOTICE_MS)
                self.shown_version = -1

    # Doing

    def done(self) -> None:
        """DONE."""
        self.attempt(self.session.commit)

    def undo(self) -> None:
        """Take the last turn back."""
        self.attempt(self.session.undo)

    def attempt(self, what: Any, *args: Any) -> bool:
        """Do something that the rules may refuse; a refusal goes to the ribbon."""
        try:
            what(*args)
        except Refusal as refusal:
            self._notice = (refusal.phrase, self.app.now_ms() + NOTICE_MS)
            self.shown_version = -1
            return False
        return True

    def why(self, seat: int | None) -> None:
        """Explain a score."""

    def open_menu(self) -> None:
        """Menu."""


load_kv(__file__)

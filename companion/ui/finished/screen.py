"""A finished table of any game: its photograph to tap on one side, what it is worth on the other."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import partial

from kivy.uix.boxlayout import BoxLayout

from companion.readings.finished.table import (
    Amount,
    FinishedPiece,
    FinishedReader,
    FinishedTable,
    OfPlayer,
    PlayerSum,
    Subject,
)
from companion.readings.marks import drawn
from companion.supervised import Task
from companion.titles.registry import title_named
from companion.ui.finished.parts import PointsPad, TappedPicture, cut_around, part_to_show, tall_tap
from companion.ui.finished.questions import capital, colour_taps, named, question_rows, signed, sum_card, why_rows
from companion.ui.kit.base import Words, look, words
from companion.ui.kit.pictures.live_picture import StillPicture
from companion.ui.kit.scrolled import column, scrolled
from companion.ui.screen import load_kv
from companion.ui.screens.owned.picture_taking import OnePicture
from games.game import Phrase
from vision.frames import Picture


class FinishedTableScreen(OnePicture):
    """``game`` among the wishes says which; ``along`` what players have by colour of what was counted before; ``back``
    and ``with`` where to go afterwards."""

    usual_back = "finished_games"

    def opened(self) -> None:
        """Begin with a picture, or where the last change of look left off."""
        super().opened()
        self.game: str = self.wishes["game"]
        self.table: FinishedTable | None = self.wishes.get("table")
        self._photograph: Picture | None = self.wishes.get("photograph")
        self._key: Subject | None = None  # the piece, place or player that is looked at
        self._typing: Amount | None = None
        self.picture: TappedPicture | None = None
        self.ids.title.text = words("finished.title", game=Phrase.of(f"app.game_{self.game}"))
        self.show()

    def state_to_keep(self) -> Mapping[str, object]:
        """What was read and put right survives a turn of the tablet."""
        return {"table": self.table, "photograph": self._photograph}

    # Reading

    @property
    def _reader(self) -> FinishedReader:
        make = title_named(self.game).finished
        assert make is not None
        return make()

    def use(self, pictures: list[Picture]) -> None:
        """Read the first of them beside the screen."""
        picture, found = pictures[0], list[FinishedTable | Phrase]()

        def read(task: Task) -> None:
            task.works_on(picture)
            found.append(self._reader.read(picture))

        self._said = None
        self.work(read, lambda: self.take_reading(picture, found[0]))

    def take_reading(self, picture: Picture, read: FinishedTable | Phrase) -> None:
        """What was read of a picture; where there was nothing, why."""
        if isinstance(read, Phrase):
            self._said = read
        else:
            self._photograph, self.table = picture, read
            if self.wishes.get("along"):
                read.take_along(self.wishes["along"])
        self.show()

    def step_back_within(self) -> bool:
        """From the digits to the piece, from a piece to the sums."""
        if self._typing is not None:
            self._typing = None
            self.show()
        elif self._key is not None:
            self.look_at(None)
        else:
            return False
        return True

    # Showing

    def show(self) -> None:
        """Draw it."""
        self.picture = None
        super().show()

    def show_rest(self, side: BoxLayout) -> None:
        """The picture with what was read and what it is worth, or how a picture is taken."""
        if self.table is None or self._photograph is None:
            self.show_how(side, words("finished.how"), self.app.phrase(self._reader.how))
        else:
            self._put(self._picture_of(self.table, self._photograph))
            self._show_side(side, self.table)

    def _picture_of(self, table: FinishedTable, photograph: Picture) -> TappedPicture:
        part = part_to_show(photograph, table.in_sight())
        pieces = [piece for piece in table.pieces() if piece.outline]
        if self._key is not None and not isinstance(self._key, OfPlayer):
            pieces = [table.piece(self._key)]
        marks = [replace(one.mark, outline=tuple(part.shown(x, y) for x, y in one.outline)) for one in pieces]
        self.picture = TappedPicture(drawn(part.cut(photograph), marks), part, self._tapped)
        return self.picture

    def _show_side(self, side: BoxLayout, table: FinishedTable) -> None:
        if self._typing is not None and self._key is not None:
            self._show_digits(side, self._typing)
        elif self._key is None:
            self._show_sums(side, table)
        elif isinstance(self._key, OfPlayer):
            self._show_player(side, table, self._key)
        else:
            self._show_piece(side, table, table.piece(self._key))

    def _show_sums(self, side: BoxLayout, table: FinishedTable) -> None:
        doubts = table.doubts()
        if doubts:
            text = words("photo.look_there", places=len(doubts))
            side.add_widget(tall_tap(text, lambda: self.look_at(doubts[0].key), icon="warn", kind="primary"))
        else:
            side.add_widget(Words(text=words("finished.all_clear"), role="label", ink="text2", fit="wrap"))
        cards = column()
        for one in table.sums():
            cards.add_widget(sum_card(one, partial(self.look_at, one.key)))
        missing = table.missing_colours()
        if missing:
            cards.add_widget(Words(text=words("photo.who_else"), role="least", ink="text2", fit="wrap"))
            cards.add_widget(colour_taps(missing, self.add_player))
        for note in table.notes():
            cards.add_widget(Words(text=self.app.phrase(note), role="least", ink="text2", fit="wrap", size_hint_y=None))
        side.add_widget(scrolled(cards))
        side.add_widget(tall_tap(words("photo.another"), self.begin_anew, icon="camera"))

    def _show_piece(self, side: BoxLayout, table: FinishedTable, piece: FinishedPiece) -> None:
        the, rows = look(), column()
        rows.add_widget(Words(text=capital(named(piece.name)), role="body", weight="bold", fit="wrap",
                              size_hint_y=None))  # fmt: skip
        if piece.why is not None:
            rows.add_widget(Words(text=self.app.phrase(piece.why), role="label", ink="warn", fit="wrap",
                                  size_hint_y=None))  # fmt: skip
        assert self._photograph is not None
        crop = cut_around(self._photograph, piece.outline)
        if crop is not None:
            high = the.px(150 if not the.compact else 110)
            rows.add_widget(StillPicture(picture=crop, size_hint_y=None, height=high))
        self._add_questions(rows, table, piece.key)
        side.add_widget(scrolled(rows))
        side.add_widget(tall_tap(words("photo.right_so"), partial(self.agree, piece.key), icon="check", kind="primary"))

    def _show_player(self, side: BoxLayout, table: FinishedTable, key: OfPlayer) -> None:
        one: PlayerSum | None = next((one for one in table.sums() if one.key == key), None)
        rows = column()
        if one is not None:
            head = f"{capital(named(one.name))}: {signed(one.points)}"
            rows.add_widget(Words(text=head, role="ribbon", weight="black", fit="wrap", size_hint_y=None))
        self._add_questions(rows, table, key)
        if one is not None and one.lines:
            rows.add_widget(Words(text=words("finished.why"), role="least", ink="text2", fit="wrap", size_hint_y=None))
            rows.add_widget(why_rows(one))
        side.add_widget(scrolled(rows))
        side.add_widget(tall_tap(words("app.ready"), partial(self.look_at, None), icon="check", kind="primary"))

    def _add_questions(self, rows: BoxLayout, table: FinishedTable, key: Subject) -> None:
        for question in table.questions(key):
            rows.add_widget(question_rows(question, partial(self.answer, key), self.type_in))

    def _show_digits(self, side: BoxLayout, amount: Amount) -> None:
        side.add_widget(Words(text=capital(named(amount.title)), role="body", weight="bold", fit="wrap"))
        side.add_widget(Words(text=str(amount.value), role="title", weight="black", halign="center", size_hint_y=None,
                              height=look().px(64)))  # fmt: skip
        side.add_widget(PointsPad(amount.value, self.set_amount))
        side.add_widget(tall_tap(words("app.ready"), self.done_typing, icon="check", kind="primary"))

    # What people do

    def _tapped(self, x: float, y: float) -> None:
        if self.table is not None and self._typing is None:
            self.look_at(self.table.piece_at(x, y))

    def look_at(self, key: Subject | None) -> None:
        """A piece, place or player, to be put right; None shows the sums again."""
        self._key, self._typing = key, None
        self.show()

    def answer(self, key: Subject, question: str, answer: str | int) -> None:
        """Somebody said so."""
        assert self.table is not None
        self.table.answer(key, question, answer)
        self.show()

    def agree(self, key: str) -> None:
        """It is right so; on to the next thing to look at."""
        assert self.table is not None
        self.table.agree(key)
        doubts = self.table.doubts()
        self.look_at(doubts[0].key if doubts else None)

    def add_player(self, colour: str) -> None:
        """Somebody plays of whom the photograph shows nothing."""
        assert self.table is not None
        self.table.add_player(colour)
        self.look_at(OfPlayer(colour))

    def type_in(self, amount: Amount) -> None:
        """Show the digits for it."""
        self._typing = amount
        self.show()

    def set_amount(self, value: int) -> None:
        """So many."""
        assert self.table is not None
        assert self._typing is not None
        assert self._key is not None
        kept = min(value, self._typing.most)
        self._typing = replace(self._typing, value=kept)
        self.table.answer(self._key, self._typing.key, kept)
        self.show()

    def done_typing(self) -> None:
        """Back to the player."""
        self._typing = None
        self.show()

    def begin_anew(self) -> None:
        """Another photograph."""
        self.table = self._photograph = None
        self._said = None
        self.look_at(None)


load_kv(__file__)

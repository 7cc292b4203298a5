"""The owners' own boxes: what was entered of each game, the way to its editors, and all of it as one file."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

from kivy.uix.boxlayout import BoxLayout
from kivy.uix.gridlayout import GridLayout
from kivy.uix.scrollview import ScrollView
from kivy.uix.widget import Widget

from calibration.files.system_reason import system_reason
from companion.box_archive import BadBoxes, unpack_boxes
from companion.box_parts import boxed, files_of
from companion.editions.box_values import own_values
from companion.exports.saving import found_boxes, save_boxes
from companion.locale import say
from companion.supervised import Task
from companion.ui.faces import face_of
from companion.ui.kit.base import Icon, PanelBox, Tap, Words, look, words
from companion.ui.kit.face import Workshop
from companion.ui.screen import load_kv
from companion.ui.screens.owned.picture_taking import PictureTaking
from games.game import Phrase
from vision.frames import Picture


class BoxesScreen(PictureTaking):
    """``wishes``: ``back`` and ``with``, where to go afterwards."""

    def opened(self) -> None:
        """A panel for each game that has a box."""
        super().opened()
        self._choosing = False  # which file is to be taken in
        self._differs: Path | None = None  # a file that would replace what was entered here
        self.show()

    def use(self, pictures: list[Picture]) -> None:
        """No picture is taken here."""

    def show(self) -> None:
        """Draw the games, and what can be done with all of them."""
        rows, side = self.ids.rows, self.ids.side
        rows.clear_widgets()
        side.clear_widgets()
        if self.busy:
            rows.add_widget(Words(text=words("app.one_moment"), role="body", size_hint_y=None, height=look().px(96)))
        elif self._choosing:
            self._show_files(rows)
        else:
            for game in boxed():
                rows.add_widget(self._panel(game))
        self._show_side(side)

    def _panel(self, game: str) -> Widget:
        """A game with how much of it was entered, and its editors."""
        the = look()
        panel = PanelBox(orientation="vertical", fill=the.colour("surface"), padding=the.px(12), spacing=the.px(8))
        panel.size_hint_y = None
        panel.bind(minimum_height=panel.setter("height"))
        head = BoxLayout(size_hint_y=None, height=the.px(36))
        head.add_widget(Words(text=words(f"app.game_{game}"), role="body", weight="bold", fit="wrap"))
        label = Words(text=say(entered_of(game), the.language), role="least", ink="text2", halign="right", fit="line")
        head.add_widget(label)
        panel.add_widget(head)
        grid = GridLayout(cols=1 if the.portrait or the.compact else 2, spacing=the.px(8), size_hint_y=None)
        grid.bind(minimum_height=grid.setter("height"))
        for shop in editors_of(game):
            tap = self._door(shop)
            here: dict[str, object] = {"back": "boxes", "with": dict(self.wishes or {})}
            tap.bind(on_release=lambda _, shop=shop, here=here: self.app.go(shop.screen, **here, **shop.wishes))
            grid.add_widget(tap)
        panel.add_widget(grid)
        return panel

    def _door(self, shop: Workshop) -> Tap:
        """What can be entered there, and whose copy is played with now or how much is entered."""
        the = look()
        title, detail = say(shop.title, the.language), say(shop.detail, the.language)
        tap = Tap(size_hint_min_y=the.px(60))
        tap.padding, tap.spacing = [the.px(14), the.px(6)], the.px(8)
        column = BoxLayout(orientation="vertical")
        labels = [Words(text=title, role="label", weight="bold")]
        if detail != title:
            labels.append(Words(text=detail, role="least", ink="text2", fit="wrap", size_hint_y=None))
            labels[0].fit = "wrap"
            column.size_hint_y, column.pos_hint = None, {"center_y": 0.5}  # as the arrow beside it
            column.bind(minimum_height=column.setter("height"))
            for text in labels:
                text.bind(height=lambda *_: _as_high_as(tap, labels))
        for text in labels:
            column.add_widget(text)
        tap.title = title
        tap.add_widget(column)
        tap.add_widget(Icon(name="next", side=24, pos_hint={"center_y": 0.5}))
        return tap

    def _show_files(self, rows: BoxLayout) -> None:
        found = found_boxes()
        for path in found:
            tap = Tap(text=path.name, role="label", halign="left", size_hint_y=None, height=look().px(60))
            tap.bind(on_release=lambda _, path=path: self.take_in(path))
            rows.add_widget(tap)
        if not found:
            rows.add_widget(Words(text=words("boxes.no_files"), role="body", size_hint_y=None, height=look().px(120)))

    def _show_side(self, side: BoxLayout) -> None:
        the = look()
        scroll = ScrollView(do_scroll_x=False, bar_width=the.px(4), scroll_type=["content"])
        phrase = self._said if self._said is not None else Phrase.of("boxes.how")
        ink = "warn" if self._said is not None else "text2"
        text = Words(text=say(phrase, the.language), role="label", ink=ink, fit="wrap", size_hint_y=None)
        scroll.add_widget(text)
        side.add_widget(scroll)
        if self._differs is not None:
            self._button(side, "boxes.replace", "check", partial(self.take_in, self._differs, replace=True))
        if self._choosing:
            return
        self._button(side, "boxes.take_in", "add", self.choose_file)
        self._button(side, "boxes.give_away", "save", self.give_away)

    def _button(self, side: BoxLayout, key: str, icon: str, do: Callable[[], None]) -> None:
        tap = Tap(text=words(key), icon=icon, size_hint_y=None, height=look().px(64), disabled=self.busy)
        tap.bind(on_release=lambda _: do())
        side.add_widget(tap)

    # What people do

    def give_away(self) -> None:
        """All boxes as one new file in the folder for what is saved."""
        self._differs = None

        def do() -> None:
            path, count = save_boxes(boxed(), now_ms=self.app.now_ms())
            self._said = Phrase.of("boxes.exported", count=count, file=str(path))

        self._try(do)

    def choose_file(self) -> None:
        """Show the archives that lie in the usual folders."""
        self._choosing, self._differs, self._said = True, None, None
        self.show()

    def take_in(self, path: Path, *, replace: bool = False) -> None:
        """Take in what a file brings, if all of it can be played with; what differs here is asked about first."""
        self._choosing, self._differs = False, None

        def do() -> None:
            try:
                arrived = unpack_boxes(path, replace=replace)
            except BadBoxes as error:
                if error.phrase.key != "boxes.would_replace":
                    raise
                self._differs = path
                self._said = Phrase.of("boxes.differs", **dict(error.phrase.values))
                return
            self._said = Phrase.of("boxes.imported", count=len(arrived.fresh), same=len(arrived.same))

        self._try(do)

    def _try(self, do: Callable[[], None]) -> None:
        """Do it beside the screen, for pictures of editions take their time; say what came of it."""

        def tell(_: Task) -> None:
            try:
                do()
            except BadBoxes as error:
                self._said = error.phrase
            except OSError as error:
                why = system_reason(error)
                self._said = Phrase.of("boxes.cannot_read", file=str(error.filename or ""), why=why)

        self.work(tell, self.show)

    def leave(self) -> None:
        """Back to the games, then to where it was opened from."""
        if self._choosing:
            self._choosing = False
            self.show()
        else:
            super().leave()


def _as_high_as(tap: Tap, labels: list[Words]) -> None:
    """The button has room for its words."""
    tap.size_hint_min_y = max(look().px(60), sum(text.height for text in labels) + look().px(16))


def editors_of(game: str) -> Iterator[Workshop]:
    """Every screen on which something of a game's box is entered."""
    face = face_of(game)
    pieces = face.screen_of_pieces()
    if pieces is not None:
        screen, title = pieces
        yield Workshop(title, title, screen, {})
    for shop in (face.workshop(), *face.reading()):
        if shop is not None and shop.is_of_the_box:
            yield shop


def entered_of(game: str) -> Phrase:
    """How much was entered of a game's box, and how much of its numbers is still ours."""
    files, box = len(files_of(game)), own_values(game)
    if not files and not box.entered_values:
        return Phrase.of("boxes.entered_nothing")
    if not box.values:
        return Phrase.of("boxes.entered", files=files)
    return Phrase.of("boxes.entered_numbers", files=files, entered=len(box.entered_values), ours=box.ours)


load_kv(__file__)

"""Every game that was kept: looked through, found by name, gone on with, deleted, and brought back."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import datetime
from pathlib import Path

from kivy.uix.boxlayout import BoxLayout
from kivy.uix.gridlayout import GridLayout
from kivy.uix.widget import Widget

from calibration.files.system_reason import system_reason
from companion.store import GameSummary, StoreError
from companion.ui.kit.base import Tap, Words, look, not_saved, words
from companion.ui.kit.entry.letters import LetterPad
from companion.ui.kit.players import BadgeRow
from companion.ui.kit.scrolled import scrolled
from companion.ui.kit.theme import badge_letters
from companion.ui.screen import SideScreen, load_kv
from companion.ui.screens.resuming import resume_game
from games.game import Phrase, Refusal

MOST_LETTERS = 24
MOST_NAMED = 4  # players whose names have room in a row


class PastGamesScreen(SideScreen):
    """Newest first. A deleted game is gone at once, and one tap brings it back."""

    def opened(self) -> None:
        """All of them, or those that were looked for before the look changed."""
        self._sought: str = self.wishes.get("sought", "")
        self._typing = False
        self._naming: GameSummary | None = None  # the game that is given a name
        self._name = ""
        self._choosing = False  # a file with a game that is taken in
        self._said: Phrase | None = None
        self._undo: Callable[[], object] | None = None
        self.show()

    def state_to_keep(self) -> Mapping[str, object]:
        """What was looked for."""
        return {"sought": self._sought}

    def go_back(self) -> bool:
        """From the letters to the list, else home."""
        if self._naming is not None:
            self._give_name()
        elif self._typing or self._choosing:
            self._typing = self._choosing = False
            self.show()
        else:
            self.leave()
        return True

    # Showing

    def show(self) -> None:
        """Draw the list, or the letters."""
        body = self.ids.body
        body.clear_widgets()
        self.ids.find.text = words("past.found", text=self._sought) if self._sought else words("past.find")
        typing = self._typing or self._naming is not None
        content = self._letters() if typing else self._files() if self._choosing else self._list()
        content.size_hint, content.pos_hint = (1, 1), {"x": 0, "y": 0}
        body.add_widget(content)
        self._show_undo()

    def found(self) -> tuple[GameSummary, ...]:
        """Games that have what was typed in their own name, in that of a player or of the game that was played."""
        sought, named = self._sought.casefold().strip(), self.app.shelf.names.all()
        return tuple(
            summary
            for summary in self.app.shelf.saved()
            if not sought
            or any(
                sought in name.casefold() for name in (*summary.names, _game(summary), named.get(summary.path.name, ""))
            )
        )

    def _list(self) -> Widget:
        the = look()
        grid = GridLayout(cols=1 if the.portrait or the.compact else 2, spacing=the.px(8), size_hint_y=None)
        grid.bind(minimum_height=grid.setter("height"))
        found, named = self.found(), self.app.shelf.names.all()
        self._said = self._said or self.app.shelf.names.trouble
        for summary in found:
            grid.add_widget(self._row(summary, named.get(summary.path.name, "")))
        if not found:
            key = "past.none_found" if self._sought else "app.no_games"
            empty = Words(text=words(key, text=self._sought), role="body", ink="text2", halign="center")
            empty.size_hint_y, empty.height = None, the.px(160)
            grid.cols = 1
            grid.add_widget(empty)
        bring = Tap(text=words("past.take_in"), icon="add", size_hint_y=None, height=the.px(64))
        bring.bind(on_release=lambda _: self.choose_file())
        grid.add_widget(bring)
        return scrolled(grid)

    def _files(self) -> Widget:
        """Files that a game may be in, to be tapped."""
        from companion.exports.game_file import found_game_files

        the = look()
        grid = GridLayout(cols=1, spacing=the.px(8), size_hint_y=None)
        grid.bind(minimum_height=grid.setter("height"))
        try:
            found = found_game_files()
        except OSError as error:
            why = system_reason(error)
            found, self._said = (), Phrase.of("file.folder", name=str(error.filename or ""), value=why)
        for path in found:
            tap = Tap(text=path.name, role="label", halign="left", size_hint_y=None, height=the.px(60))
            tap.bind(on_release=lambda _, path=path: self.app.patiently(lambda: self.take_in(path)))
            grid.add_widget(tap)
        text = words("past.which_file" if found else "past.no_files")
        grid.add_widget(Words(text=text, role="label", ink="text2", fit="wrap", size_hint_y=None), index=len(found))
        return scrolled(grid)

    def _row(self, summary: GameSummary, name: str) -> Widget:
        the = look()
        line = BoxLayout(size_hint_y=None, height=the.px(84), spacing=the.px(6))
        row = PastRow()
        few = len(summary.names) < MOST_NAMED
        row.show(summary, when(summary.changed_ms, self.app.now_ms()), names=few, called=name)
        row.bind(on_release=lambda _: self.resume(summary))
        line.add_widget(row)
        call = Tap(icon="pen", size_hint_x=None, width=the.px(64))
        call.calls = summary.path
        call.bind(on_release=lambda _: self.call(summary, name))
        line.add_widget(call)
        delete = Tap(icon="trash", size_hint_x=None, width=the.px(64))
        delete.deletes = summary.path
        delete.bind(on_release=lambda _: self.delete(summary))
        line.add_widget(delete)
        return line

    def _letters(self) -> Widget:
        the = look()
        column = BoxLayout(orientation="vertical", spacing=the.px(8))
        if self._naming is None:
            text, typed, hint = self._sought, self._type, words("past.hint")
        else:
            text, typed, hint = self._name, self._type_name, words("past.call", game=_game(self._naming))
        column.add_widget(LetterPad(text=text, most=MOST_LETTERS, on_typed=typed, hint=hint))
        done = Tap(text=words("app.ready"), icon="check", kind="primary", size_hint_y=None, height=the.px(64))
        done.bind(on_release=lambda _: self.go_back())
        column.add_widget(done)
        return column

    def _show_undo(self) -> None:
        the, line = look(), self.ids.undo
        line.clear_widgets()
        shown = self._said is not None
        line.height, line.opacity = (the.px(72 if not the.compact else 60) if shown else 0), int(shown)
        if self._said is None:
            return
        line.add_widget(Words(text=self.app.phrase(self._said), role="label"))
        if self._undo is not None:
            tap = Tap(text=words("app.undo"), icon="undo", kind="primary", size_hint_x=None, width=the.px(220))
            tap.bind(on_release=lambda _: self.undo())
            line.add_widget(tap)

    # What people do

    def look_for(self) -> None:
        """Letters for a name; while something is looked for already, all games again."""
        if self._sought and not self._typing:
            self._sought = ""
        else:
            self._typing = not self._typing
        self.show()

    def _type(self, text: str) -> None:
        self._sought = text

    def call(self, summary: GameSummary, name: str) -> None:
        """Letters for a name of this game."""
        self._naming, self._name, self._said = summary, name, None
        self.show()

    def _type_name(self, text: str) -> None:
        self._name = text

    def _give_name(self) -> None:
        summary, self._naming = self._naming, None
        if summary is None:
            return
        try:
            self.app.shelf.names.give(summary.path, self._name)
        except OSError as error:
            self._tell(not_saved(error))
        else:
            self.show()

    def choose_file(self) -> None:
        """Show the files that a game may be in."""
        self._choosing, self._said = True, None
        self.show()

    def take_in(self, path: Path) -> None:
        """Keep the game of a file among the others."""
        from companion.exports.game_file import BadGameFile, read_game_file  # sheets and archives come with it

        self._choosing = False
        try:
            record = read_game_file(path)
            self.app.shelf.take_in(record)
        except (BadGameFile, Refusal, StoreError) as error:
            self._tell(Phrase.of("past.not_taken_in", file=path.name, why=error.phrase))
            return
        names = tuple(seat.name for seat in record.setup.seats)
        self._tell(Phrase.of("past.taken_in", names=names, game=Phrase.of(f"app.game_{record.game.key}")))

    def resume(self, summary: GameSummary) -> None:
        """Go on with a game, or look at its result."""
        resume_game(self.app, summary, trouble=self._tell)

    def delete(self, summary: GameSummary) -> None:
        """Out of the list with it; the last one can be brought back."""
        try:
            self._undo = self.app.shelf.delete(summary.path)
        except StoreError as error:
            self._tell(error.phrase)
            return
        self._said = Phrase.of("past.deleted", names=summary.names, game=Phrase.of(f"app.game_{summary.game_key}"))
        self.show()

    def undo(self) -> None:
        """Bring the one that was deleted last back."""
        bring_back, self._undo = self._undo, None
        if bring_back is None:
            return
        self._said = None
        try:
            bring_back()
        except StoreError as error:
            self._said = error.phrase
        self.show()

    def _tell(self, trouble: Phrase) -> None:
        self._said, self._undo = trouble, None
        self.show()


class PastRow(Tap):
    """A past game: who, how many points, when."""

    summary: GameSummary

    def show(self, summary: GameSummary, day: str, *, names: bool = False, called: str = "") -> None:
        """Fill in; ``names`` of the players where there is room for them; what the game is ``called``."""
        the = look()
        self.summary = summary
        column = BoxLayout(orientation="vertical")
        head = " · ".join(part for part in (called, _game(summary), day) if part)
        if not summary.over:
            head += " · " + words("app.moves", moves=summary.moves)
        tight = the.compact and the.text_scale > 1
        column.add_widget(Words(text=head, role="least", ink="text2", fit="line", factor=0.88 if tight else 1.0))
        letters = badge_letters(summary.names)
        seats = zip(summary.colours, letters, summary.names, summary.scores, strict=True)
        entries = []
        for colour, letter, name, points in sorted(seats, key=lambda seat: -seat[3]):
            score = str(points).replace("-", "−")
            entries.append((colour, letter, f"{score}  {name}" if names else score))
        column.add_widget(BadgeRow(entries=entries))
        self.fill = the.colour("raised")
        self.add_widget(column)


def when(changed_ms: int, now_ms: int) -> str:
    """The day of a moment, as people say it."""
    then = datetime.fromtimestamp(changed_ms / 1000).date()
    days = (datetime.fromtimestamp(now_ms / 1000).date() - then).days
    if days < 2:
        return words("app.today" if days < 1 else "app.yesterday")
    return words("app.on_day", day=then.day, month=then.month, year=then.year)


def _game(summary: GameSummary) -> str:
    return words(f"app.game_{summary.game_key}")


load_kv(__file__)

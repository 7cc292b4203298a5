"""Everybody who finished a game here, and every game: how often, how well, against whom. Names are put right, guests
left out, and who wants it is deleted."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial

from kivy.uix.boxlayout import BoxLayout
from kivy.uix.gridlayout import GridLayout
from kivy.uix.widget import Widget

from calibration.files.user_folders import cache_folder, data_folder, path_from_home
from calibration.files.whole_file import CannotWrite
from companion.exports.saving import save_text
from companion.people.names import NamedPeople, keep_people, known_people
from companion.people.played import PlayedGame, played_games
from companion.people.statistics import GamePlayed, PersonsGames, games_csv, games_json, games_played, persons
from companion.store import StoreError
from companion.supervised import Failure, Supervised, Task
from companion.titles.registry import titles
from companion.ui.kit.base import Tap, Words, look, not_saved, words
from companion.ui.kit.entry.letters import LetterPad
from companion.ui.kit.pictures.live_picture import StillPicture
from companion.ui.kit.scrolled import column, scrolled
from companion.ui.screen import SideScreen, load_kv
from companion.ui.statistics.pages import game_page, line, person_page
from companion.ui.statistics.person_picture import people_pictures
from games.game import Phrase
from vision.frames import Picture

MOST_LETTERS = 24


class PeopleScreen(SideScreen):
    """The people, or the games, on one side, the page of one of them on the other."""

    def opened(self) -> None:
        """Read the finished games beside the screen: those that are new since last time are replayed."""
        self.people, trouble = known_people(data_folder())
        self._said: Phrase | None = trouble
        self._games: tuple[PlayedGame, ...] | None = None
        self._chosen: str = self.wishes.get("chosen", "")
        self._by_game: bool = self.wishes.get("by_game", False)
        self._naming = self._deleting = False
        self._typed = ""
        self._done = 0
        self._summaries = self.app.shelf.saved()
        self.reading: Supervised | None = Supervised("people", self._read, failed=self._failed, again=False).start()
        self.show()

    def state_to_keep(self) -> Mapping[str, object]:
        """Whose page is open."""
        return {"chosen": self._chosen, "by_game": self._by_game}

    def closed(self) -> None:
        """Nobody waits for it any more."""
        if self.reading is not None:
            self.reading.close()

    def tick(self, now_ms: int) -> None:
        """Show what was read."""
        if self.reading is None:
            return
        if self.reading.alive:
            if self._games is None:
                self.ids.said.text = words("people.reading", done=self._done, all=len(self._summaries))
            return
        self.reading = None
        self.show()

    def go_back(self) -> bool:
        """From the letters to the page, else to where it was opened from."""
        if self._naming:
            self._naming = False
            self.show()
        elif self._deleting:
            self.keep_person()
        else:
            self.leave()
        return True

    def _read(self, task: Task) -> None:
        def progress(done: int) -> None:
            self._done = done

        self._games = played_games(self._summaries, cache_folder(), progress)

    def _failed(self, failure: Failure) -> None:
        self._said = Phrase.of("people.not_read", why=str(failure.error))

    # Showing

    def everybody(self) -> tuple[PersonsGames, ...]:
        """All who count."""
        return persons(self._games or (), self.people)

    def show(self) -> None:
        """Draw the list and the page."""
        body, everybody = self.ids.body, self.everybody()
        body.clear_widgets()
        self.ids.export.disabled = self.ids.data.disabled = not everybody
        self.ids.said.text = self.app.phrase(self._said)
        if self._naming:
            body.add_widget(self._letters())
            return
        if self._games is not None and not everybody:
            body.add_widget(Words(text=words("people.nobody"), role="ribbon", weight="bold", halign="center"))
            return
        if self._by_game:
            self._show_games(body)
            return
        chosen = next((person for person in everybody if person.name == self._chosen), next(iter(everybody), None))
        body.add_widget(self._list(everybody, chosen))
        if chosen is not None:
            body.add_widget(self._page(chosen))

    def _show_games(self, body: Widget) -> None:
        games = games_played(self._games or (), self.people)
        chosen = next((game for game in games if game.game_key == self._chosen), next(iter(games), None))
        rows = column()
        rows.add_widget(self._sides())
        for game in games:
            rows.add_widget(self._game_tap(game, here=game is chosen))
        body.add_widget(_at_the_side(rows))
        if chosen is not None:
            body.add_widget(scrolled(game_page(chosen)))

    def _sides(self) -> Widget:
        """People, or games."""
        the = look()
        sides = BoxLayout(size_hint_y=None, height=the.px(56), spacing=the.px(6))
        for key, by_game in (("people.people", False), ("people.games", True)):
            tap = Tap(text=words(key), kind="chosen" if by_game is self._by_game else "raised")
            tap.bind(on_release=lambda _, by_game=by_game: self.turn_to(by_game=by_game))
            sides.add_widget(tap)
        return sides

    def _game_tap(self, game: GamePlayed, *, here: bool) -> Tap:
        the = look()
        name, games = words(f"app.game_{game.game_key}"), words("people.game_count", played=len(game.games))
        tap = _two_lines(name, games, here=here)
        tap.game = game.game_key
        tap.bind(on_release=lambda tap: self.choose(tap.game))
        tap.height = the.px(76)
        return tap

    def _list(self, everybody: tuple[PersonsGames, ...], chosen: PersonsGames | None) -> Widget:
        the = look()
        rows = column()
        rows.add_widget(self._sides())
        for person in everybody:
            here = chosen is not None and person.name == chosen.name
            text = words("people.counted", played=person.played, won=person.won)
            tap = _two_lines(person.name, text, here=here, picture=people_pictures().of(person.name))
            tap.person = person.name
            tap.bind(on_release=lambda tap: self.choose(tap.person))
            rows.add_widget(tap)
        if self.people.guests:
            rows.add_widget(line(words("people.guests"), "least", 28))
            for guest in self.people.guests:
                tap = Tap(text=guest, icon="person_add", size_hint_y=None, height=the.px(56))
                tap.bind(on_release=lambda _, guest=guest: self.count(guest, counts=True))
                rows.add_widget(tap)
        return _at_the_side(rows)

    def _page(self, person: PersonsGames) -> Widget:
        rows = person_page(person, people_pictures().of(person.name))
        rows.add_widget(self._buttons(person.name) if not self._deleting else self._really(person))
        return scrolled(rows)

    def _buttons(self, name: str) -> Widget:
        the = look()
        rows = 2 if the.compact or the.portrait else 1
        buttons = GridLayout(rows=rows, size_hint_y=None, height=the.px(72 * rows - 8), spacing=the.px(8))
        hidden = self.people.withholds(name)
        for key, icon, do in (
            ("people.rename", "pen", partial(self.rename, name)),
            ("people.is_guest", "no_figure", partial(self.count, name, counts=False)),
            ("people.tell_name" if hidden else "people.withhold", "eye", partial(self.tell_name, name, shown=hidden)),
            ("people.picture", "camera", partial(self.take_picture, name)),
            ("people.delete", "trash", self.ask_to_delete),
        ):
            tap = Tap(text=words(key), icon=icon)
            tap.bind(on_release=lambda _, do=do: do())
            buttons.add_widget(tap)
        return buttons

    def _really(self, person: PersonsGames) -> Widget:
        """Once more, before anything is deleted: what goes, and what stays."""
        the = look()
        rows = BoxLayout(orientation="vertical", spacing=the.px(8), size_hint_y=None, height=the.px(196))
        label = Words(text=words("people.delete_really", name=person.name), role="label", fit="wrap")
        rows.add_widget(label)
        taps = BoxLayout(size_hint_y=None, height=the.px(64), spacing=the.px(8))
        for text, kind, do in (
            (words("app.cancel"), "raised", self.keep_person),
            (words("people.delete_name"), "primary", partial(self.delete, person, games=False)),
            (words("people.delete_games", games=person.played), "primary", partial(self.delete, person, games=True)),
        ):
            tap = Tap(text=text, kind=kind)
            tap.bind(on_release=lambda _, do=do: do())
            taps.add_widget(tap)
        rows.add_widget(taps)
        return rows

    def _letters(self) -> Widget:
        the = look()
        rows = BoxLayout(orientation="vertical", spacing=the.px(8))
        rows.add_widget(line(words("people.rename_hint", name=self._chosen), "label", 44, ink="text2"))
        rows.add_widget(LetterPad(text=self._typed, most=MOST_LETTERS, on_typed=self._type))
        done = Tap(text=words("app.ready"), icon="check", kind="primary", size_hint_y=None, height=the.px(64))
        done.bind(on_release=lambda _: self.named())
        rows.add_widget(done)
        return rows

    # What people do

    def choose(self, name: str) -> None:
        """Somebody's page, or a game's."""
        self._chosen, self._deleting = name, False
        self.show()

    def turn_to(self, *, by_game: bool) -> None:
        """From the people to the games, or back."""
        self._by_game, self._deleting = by_game, False
        self.show()

    def take_picture(self, name: str) -> None:
        """A picture for somebody."""
        back = {**(self.wishes or {}), "chosen": name}
        self.app.go("person_picture", back="people", person=name, **{"with": back})

    def ask_to_delete(self) -> None:
        """Ask once more."""
        self._deleting = True
        self.show()

    def keep_person(self) -> None:
        """Nothing is deleted."""
        self._deleting = False
        self.show()

    def delete(self, person: PersonsGames, *, games: bool) -> None:
        """Forget somebody; with ``games`` what they played goes, too, for everybody who was there."""
        self._deleting, self._chosen = False, ""
        typed = self.people.typed_for(person.name)
        remembered = tuple(
            one for one in self.app.preferences.people if " ".join(one.name.split()).casefold() not in typed
        )
        self.app.prefer(people=remembered)
        self._keep(self.people.without(person.name, until_ms=self.app.now_ms()))
        self._picture_goes(partial(people_pictures().drop, person.name))
        phrase = Phrase.of("people.deleted_games" if games else "people.deleted")
        self._said = phrase if self._said is None else self._said
        if games:
            self._delete_games({one.game.file for one in person.sittings})
        self.show()

    def _delete_games(self, files: set[str]) -> None:
        for summary in self._summaries:
            if summary.path.name in files:
                try:
                    self.app.shelf.delete(summary.path)
                except StoreError as error:
                    self._said = error.phrase
                    continue
                self._games = tuple(game for game in self._games or () if game.file != summary.path.name)

    def rename(self, name: str) -> None:
        """Letters for another name; somebody else's makes both one person."""
        self._chosen = self._typed = name
        self._naming = True
        self.show()

    def _type(self, text: str) -> None:
        self._typed = text

    def named(self) -> None:
        """Take the name that was typed."""
        self._naming = False
        wanted = " ".join(self._typed.split())
        if wanted and wanted != self._chosen:
            before, self._chosen = self._chosen, wanted
            self._keep(self.people.renamed(before, wanted))
            self._picture_goes(partial(people_pictures().renamed, before, wanted))
        self.show()

    def count(self, name: str, *, counts: bool) -> None:
        """Somebody is a guest, or counts again."""
        self._keep(self.people.counted(name, counts=counts))
        self.show()

    def tell_name(self, name: str, *, shown: bool) -> None:
        """Somebody's name may be told to onlookers, programs and the club, or to nobody."""
        self._keep(self.people.telling(name, shown=shown))
        self._said = (
            Phrase.of("people.told" if shown else "people.withheld", name=name) if self._said is None else self._said
        )
        self.show()

    def _keep(self, people: NamedPeople) -> None:
        self.people, self._said = people, None
        try:
            keep_people(data_folder(), people)
        except CannotWrite as error:
            self._said = not_saved(error)

    def _picture_goes(self, do: Callable[[], None]) -> None:
        try:
            do()
        except OSError as error:
            self._said = not_saved(error)

    def export(self) -> None:
        """A table of every game of everybody, into the folder for what is saved."""
        names = {title.key: words(f"app.game_{title.key}") for title in titles()}
        marked = "\ufeff" + games_csv(self.everybody(), names)  # the mark tells spreadsheets that this is UTF-8
        self._save("csv", marked)

    def export_data(self) -> None:
        """The same and more, for programs."""
        self._save("json", games_json(self.everybody()))

    def _save(self, ending: str, text: str) -> None:
        try:
            path = save_text("people", ending, text, now_ms=self.app.now_ms())
        except OSError as error:
            self._said = not_saved(error)
        else:
            self._said = Phrase.of("people.exported", file=path_from_home(path))
        self.show()


def _two_lines(name: str, text: str, *, here: bool, picture: Picture | None = None) -> Tap:
    """A person, with the picture that there is, or a game to choose, and a line about it."""
    the, ink = look(), "on_primary" if here else "text"
    tap = Tap(kind="chosen" if here else "raised", size_hint_y=None, height=the.px(76))
    tap.padding = [the.px(16), the.px(8)]
    both = BoxLayout(orientation="vertical")
    both.add_widget(Words(text=name, role="body", weight="bold", ink=ink, fit="line"))
    both.add_widget(Words(text=text, role="least", ink=ink if here else "text2", fit="line"))
    line_ = BoxLayout(spacing=the.px(10))
    if picture is not None:
        shown = StillPicture(size_hint_x=None, width=the.px(56))
        shown.picture = picture
        line_.add_widget(shown)
    line_.add_widget(both)
    tap.add_widget(line_)
    return tap


def _at_the_side(rows: Widget) -> Widget:
    the, scroll = look(), scrolled(rows)
    if the.portrait:
        scroll.size_hint_y = 0.5
    else:
        scroll.size_hint_x, scroll.width = None, the.px(340 if not the.compact else 230)
    return scroll


load_kv(__file__)

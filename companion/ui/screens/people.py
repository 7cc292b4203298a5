"""Everybody who finished a game here: how often, how well, against whom. Names are put right, guests left out."""

from __future__ import annotations

from functools import partial
from typing import Any

from kivy.graphics import Color, Rectangle
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.widget import Widget

from calibration.user_folders import cache_folder, data_folder
from calibration.whole_file import CannotWrite
from companion.exports.saving import save_text
from companion.people.names import keep_people, known_people
from companion.people.played import PlayedGame, played_games
from companion.people.statistics import Person, games_csv, persons
from companion.supervised import Failure, Supervised, Task
from companion.titles.registry import titles
from companion.ui.kit.base import PanelBox, Tap, Words, look, words
from companion.ui.kit.letters import LetterPad
from companion.ui.kit.scrolled import column, scrolled
from companion.ui.screen import SideScreen, load_kv
from games.game import Phrase

MOST_LETTERS = 24
MOST_BARS = 30  # games that a graph shows, the last ones


class PeopleScreen(SideScreen):
    """The people on one side, the page of one of them on the other."""

    def opened(self) -> None:
        """Read the finished games beside the screen: those that are new since last time are replayed."""
        self.people, trouble = known_people(data_folder())
        self._said: Phrase | None = trouble
        self._games: tuple[PlayedGame, ...] | None = None
        self._chosen: str = self.wishes.get("chosen", "")
        self._naming = False
        self._typed = ""
        self._done = 0
        self._summaries = self.app.shelf.saved()
        self._reading: Supervised | None = Supervised("people", self._read, failed=self._failed, again=False).start()
        self.show()

    def state_to_keep(self) -> dict[str, Any]:
        """Whose page is open."""
        return {"chosen": self._chosen}

    def closed(self) -> None:
        """Nobody waits for it any more."""
        if self._reading is not None:
            self._reading.close()

    def tick(self, now_ms: int) -> None:
        """Show what was read."""
        if self._reading is None:
            return
        if self._reading.alive:
            if self._games is None:
                self.ids.said.text = words("people.reading", done=self._done, all=len(self._summaries))
            return
        self._reading = None
        self.show()

    def go_back(self) -> bool:
        """From the letters to the page, else to where it was opened from."""
        if self._naming:
            self._naming = False
            self.show()
        else:
            self.leave()
        return True

    def _read(self, task: Task) -> None:
        def told(done: int) -> None:
            self._done = done

        self._games = played_games(self._summaries, cache_folder(), told)

    def _failed(self, failure: Failure) -> None:
        self._said = Phrase.of("people.not_read", why=str(failure.error))

    # Showing

    def everybody(self) -> tuple[Person, ...]:
        """All who count."""
        return persons(self._games or (), self.people)

    def show(self) -> None:
        """Draw the list and the page."""
        body, everybody = self.ids.body, self.everybody()
        body.clear_widgets()
        self.ids.export.disabled = not everybody
        self.ids.said.text = self.app.phrase(self._said)
        if self._naming:
            body.add_widget(self._letters())
            return
        if self._games is not None and not everybody:
            body.add_widget(Words(text=words("people.nobody"), role="ribbon", weight="bold", halign="center"))
            return
        chosen = next((person for person in everybody if person.name == self._chosen), next(iter(everybody), None))
        body.add_widget(self._list(everybody, chosen))
        if chosen is not None:
            body.add_widget(self._page(chosen))

    def _list(self, everybody: tuple[Person, ...], chosen: Person | None) -> Widget:
        the = look()
        rows = column()
        for person in everybody:
            here = chosen is not None and person.name == chosen.name
            tap = Tap(kind="chosen" if here else "raised", size_hint_y=None, height=the.px(76))
            tap.padding, tap.person = [the.px(16), the.px(8)], person.name
            ink = "on_primary" if here else "text"
            both = BoxLayout(orientation="vertical")
            both.add_widget(Words(text=person.name, role="body", weight="bold", ink=ink, fit="line"))
            counted = words("people.counted", played=person.played, won=person.won)
            both.add_widget(Words(text=counted, role="least", ink=ink if here else "text2", fit="line"))
            tap.add_widget(both)
            tap.bind(on_release=lambda tap: self.choose(tap.person))
            rows.add_widget(tap)
        if self.people.guests:
            rows.add_widget(_line(words("people.guests"), "least", 28))
            for guest in self.people.guests:
                tap = Tap(text=guest, icon="person_add", size_hint_y=None, height=the.px(56))
                tap.bind(on_release=lambda _, guest=guest: self.count(guest, counts=True))
                rows.add_widget(tap)
        scroll = scrolled(rows)
        if the.portrait:
            scroll.size_hint_y = 0.5
        else:
            scroll.size_hint_x, scroll.width = None, the.px(340 if not the.compact else 230)
        return scroll

    def _page(self, person: Person) -> Widget:
        the = look()
        rows = column()
        share = round(100 * person.won / person.played)
        hours, minutes = divmod(round(60 * person.hours), 60)
        time = f"{hours}:{minutes:02d}"
        head = words("people.head", played=person.played, won=person.won, percent=share, time=time)
        rows.add_widget(_line(person.name, "title" if not the.compact else "ribbon", 48, weight="black"))
        rows.add_widget(_line(head, "label", 44))
        if person.longest_streak > 1:
            told = words("people.streak", longest=person.longest_streak, now=person.streak)
            rows.add_widget(_line(told, "label", 32, ink="text2"))
        for tally in person.tallies():
            panel = PanelBox(orientation="vertical", fill=the.colour("surface"), padding=the.px(14), size_hint_y=None)
            panel.height = the.px(172)
            panel.add_widget(_line(words(f"app.game_{tally.game_key}"), "body", 34, weight="bold"))
            told = words("people.tally", played=tally.played, won=tally.won, best=tally.best, mean=round(tally.mean))
            panel.add_widget(_line(told, "least", 30, ink="text2"))
            panel.add_widget(PointsGraph(person.points_of(tally.game_key)[-MOST_BARS:]))
            rows.add_widget(panel)
        against = person.against()
        if against:
            rows.add_widget(_line(words("people.against"), "label", 40, weight="bold"))
        for other, together, ahead in against:
            rows.add_widget(_line(words("people.met", name=other, games=together, ahead=ahead), "label", 36))
        rows.add_widget(self._buttons(person.name))
        return scrolled(rows)

    def _buttons(self, name: str) -> Widget:
        the = look()
        buttons = BoxLayout(size_hint_y=None, height=the.px(64), spacing=the.px(8))
        hidden = self.people.withholds(name)
        for key, icon, do in (
            ("people.rename", "gear", partial(self.rename, name)),
            ("people.is_guest", "no_figure", partial(self.count, name, counts=False)),
            ("people.tell_name" if hidden else "people.withhold", "eye", partial(self.tell_name, name, told=hidden)),
        ):
            tap = Tap(text=words(key), icon=icon)
            tap.bind(on_release=lambda _, do=do: do())
            buttons.add_widget(tap)
        return buttons

    def _letters(self) -> Widget:
        the = look()
        rows = BoxLayout(orientation="vertical", spacing=the.px(8))
        rows.add_widget(_line(words("people.rename_hint", name=self._chosen), "label", 44, ink="text2"))
        rows.add_widget(LetterPad(text=self._typed, most=MOST_LETTERS, on_typed=self._type))
        done = Tap(text=words("app.ready"), icon="check", kind="primary", size_hint_y=None, height=the.px(64))
        done.bind(on_release=lambda _: self.named())
        rows.add_widget(done)
        return rows

    # What people do

    def choose(self, name: str) -> None:
        """Somebody's page."""
        self._chosen = name
        self.show()

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
        self.show()

    def count(self, name: str, *, counts: bool) -> None:
        """Somebody is a guest, or counts again."""
        self._keep(self.people.counted(name, counts=counts))
        self.show()

    def tell_name(self, name: str, *, told: bool) -> None:
        """Somebody's name may be told to onlookers, programs and the club, or to nobody."""
        self._keep(self.people.telling(name, told=told))
        self._said = (
            Phrase.of("people.told" if told else "people.withheld", name=name) if self._said is None else self._said
        )
        self.show()

    def _keep(self, people: Any) -> None:
        self.people, self._said = people, None
        try:
            keep_people(data_folder(), people)
        except CannotWrite as error:
            self._said = Phrase.of("app.not_saved", why=error.strerror or str(error))

    def export(self) -> None:
        """A table of every game of everybody, into the folder for what is saved."""
        names = {title.key: words(f"app.game_{title.key}") for title in titles()}
        text = "\ufeff" + games_csv(self.everybody(), names)  # the mark tells spreadsheets that this is UTF-8
        try:
            path = save_text("people", "csv", text, now_ms=self.app.now_ms())
        except OSError as error:
            self._said = Phrase.of("app.not_saved", why=error.strerror or str(error))
        else:
            self._said = Phrase.of("people.exported", file=str(path))
        self.show()


class PointsGraph(Widget):
    """Points of one game after the other as bars, the last one bright."""

    def __init__(self, points: tuple[int, ...], **kwargs: Any) -> None:
        self._points = points
        super().__init__(**kwargs)
        self.bind(pos=self._draw, size=self._draw)

    def _draw(self, *_: Any) -> None:
        the, most = look(), max((*self._points, 1))
        self.canvas.clear()
        if self.height < 8:
            return
        wide = min(the.px(36), self.width / max(1, len(self._points)))
        with self.canvas:
            for number, points in enumerate(self._points):
                last = number == len(self._points) - 1
                Color(*the.colour("primary" if last else "line"))
                high = max(the.px(2), max(0, points) / most * self.height)
                Rectangle(
                    pos=(round(self.x + number * wide), round(self.y)), size=(max(2, round(wide) - 3), round(high))
                )


def _line(text: str, role: str, height: float, *, weight: str = "regular", ink: str = "text") -> Words:
    return Words(text=text, role=role, weight=weight, ink=ink, fit="line", size_hint_y=None, height=look().px(height))


load_kv(__file__)

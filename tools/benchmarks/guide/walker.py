"""Somebody who reads a page of the players' guide and does what it says: every name is looked for on the page, in the
page's order, and then on the glass."""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, cast

from companion.locale import every_message, say
from companion.titles.registry import game_named
from games.game import Phrase
from tools.benchmarks.guide.guide_page import GuidePage, plain

if TYPE_CHECKING:
    from companion.session.views import AnySession
    from companion.ui.snapshot import Screenshooter
    from companion.ui.stage import TabletApp
    from companion.ui.table.screen import TableScreen
    from companion.ui.tour.glass import OnGlass

FRAME_S = 1 / 30
A_MOMENT_S = 40.0  # that people look for something
MOST_MOVES = 400  # by chance until something is asked
PATIENCE_S = 120.0  # for whatever they wait for


class Stranded(Exception):
    """The page says to do something that can't be done here."""


class GuideWalker:
    """Follows one page after the other in one language.

    Args:
        app: running.
        shooter: draws it.
        guide: the folder with the pages of the language.
        pictures: where a picture of every step goes; None takes none.
    """

    def __init__(self, app: TabletApp, shooter: Screenshooter, guide: Path, pictures: Path | None) -> None:
        from companion.ui.tour.touch_player import TouchPlayer

        self.app = app
        self._rng = random.Random(1)
        self.player = TouchPlayer(app, self.run, self._rng)
        self.faults: list[str] = []
        self.steps = 0
        self._shooter, self._guide, self._pictures = shooter, guide, pictures
        self._page = GuidePage("", "")

    def open(self, page: str) -> None:
        """Begin to read a page; home is on the glass."""
        self._page = GuidePage(page, (self._guide / f"{page}.md").read_text("utf-8"))
        self.app.leave_table()
        self.app.go("home")
        self.settle()

    def says(self, key: str, **gaps: str) -> str:
        """What the app calls something, which the page names from here on. What it does not name is a fault."""
        words = plain(say(Phrase.of(key, **gaps), self.app.look.language))
        self._name(words)
        return words

    def plays_until_asked(self, key: str) -> None:
        """The page names what is asked next, and the tablet asks it in the course of play, which goes on by chance.
        What stands before its last gap is somebody's name, a place or a number."""
        words = plain(every_message()[key][self.app.look.language].rpartition("}")[2].lstrip(" :.,"))
        self._name(words)
        session, game = self.session, game_named(self.session.view.game_key)
        for _ in range(MOST_MOVES):
            self.run(FRAME_S)
            if session.view.over or any(words.rstrip(".?!:") in plain(text) for text in self.texts()):
                break
            session.play(game.sample(session.record.state, self._rng))
        self.finds(words)

    def sees(self, key: str, **gaps: str) -> None:
        """The page names it, and it can be read on the glass."""
        self.finds(self.says(key, **gaps))

    def finds(self, words: str) -> None:
        """It can be read on the glass, alone or within a sentence, now or after a moment."""
        self._step(words)
        if not self._comes(lambda: any(words.rstrip(".?!:") in plain(text) for text in self.texts())):
            self.faults.append(f"{self._page.name}: {words!r} is not on the {self.screen_name} screen")

    def tap(self, key: str, *, sign: str = "") -> None:
        """The page names it, and a finger is put on it; on a small tablet on its sign alone."""
        words = self.says(key)
        self.touch(sign if sign and self.app.look.tight else words)

    def tap_unnamed(self, key: str, **gaps: str) -> None:
        """What anybody would tap without being told."""
        self.touch(plain(say(Phrase.of(key, **gaps), self.app.look.language)))

    def touch(self, words: str, *, once: int = 1) -> None:
        """Put a finger on the button that reads so, or begins so: on the first, ``once`` there are so many. Raises
        :class:`Stranded`."""
        self._step(words)
        if not self._comes(lambda: len(self._reading(words)) >= once):
            seen = ", ".join(one.text for one in self.buttons())
            raise Stranded(f"{self._page.name}: no {words!r} to tap on the {self.screen_name} screen: {seen}")
        self.touch_on(self._reading(words)[0])

    def _reading(self, words: str) -> list[OnGlass]:
        """The buttons that read so; else those that begin so."""
        buttons = list(self.buttons())
        whole = [one for one in buttons if words in parts_of(one)]
        return whole or [one for one in buttons if any(part.startswith(words) for part in parts_of(one))]

    def _comes(self, there: Callable[[], bool]) -> bool:
        """Whether something is there now or after a moment."""
        late = time.monotonic() + A_MOMENT_S
        while not there():
            if time.monotonic() > late:
                return False
            self.run(FRAME_S)
        return True

    def touch_on(self, button: OnGlass) -> None:
        """Put a finger on it."""
        self.player.tap(button)
        self.settle()

    def done(self) -> None:
        """The page names DONE; the button may say what it does, too."""
        self.says("app.done")
        self._step("done")
        self.touch_on(next(one for one in self.buttons() if one.widget is self.table.buttons.done))

    def go_back(self) -> None:
        """The arrow in the upper left corner."""
        arrows = [one for one in self.buttons() if one.text == "back" and one.at is not None]
        if not arrows:
            raise Stranded(f"{self._page.name}: no way back from the {self.screen_name} screen")
        self._step("back")
        self.touch_on(max(arrows, key=lambda one: (one.at or (0, 0))[1] - (one.at or (0, 0))[0]))

    def type_in(self, letters: str) -> None:
        """Tap letters one by one."""
        for letter in letters:
            self.touch(letter)

    def marked(self, **marks: object) -> OnGlass:
        """The button that is marked so: what a drawing shows without words."""
        for one in self.buttons():
            if all(getattr(one.widget, name, None) == value for name, value in marks.items()):
                return one
        raise Stranded(f"{self._page.name}: nothing with {marks} on the {self.screen_name} screen")

    def touch_place(self) -> None:
        """Put a finger on the first place that the board offers. Raises :class:`Stranded` where there is none."""
        from companion.ui.tour.glass import places

        offered = places(self.table.board)
        if not offered:
            raise Stranded(f"{self._page.name}: the board offers no place")
        self._step("place")
        self.touch_on(offered[0])

    def play(self, *, until: Callable[[AnySession], bool]) -> None:
        """Others play on by chance until the table is as wished, or the game is over."""
        session = self.session
        game = game_named(session.view.game_key)
        while not session.view.over and not until(session):
            session.play(game.sample(session.record.state, self._rng))
        self.settle()

    def until(self, there: Callable[[], bool], what: str) -> None:
        """Wait for something. Raises :class:`Stranded` where it does not come."""
        late = time.monotonic() + PATIENCE_S
        while not there():
            if time.monotonic() > late:
                raise Stranded(f"{self._page.name}: {what} does not come")
            self.run(FRAME_S)

    # Looking

    @property
    def session(self) -> AnySession:
        """The open table. Raises :class:`Stranded` where none is."""
        if self.app.session is None:
            raise Stranded(f"{self._page.name}: no table is open on the {self.screen_name} screen")
        return self.app.session

    @property
    def table(self) -> TableScreen:
        """Its screen. Raises :class:`Stranded` where another one is open."""
        if self.screen_name != "table":
            raise Stranded(f"{self._page.name}: the {self.screen_name} screen is open, not the table")
        return cast("TableScreen", self.app.screen)

    @property
    def screen_name(self) -> str:
        """Which screen is open."""
        return self.app.screen.name if self.app.screen is not None else "no"

    def buttons(self) -> Iterator[OnGlass]:
        """What a finger can be put on."""
        from companion.ui.tour.glass import buttons

        return buttons(self.app.stage)

    def texts(self) -> list[str]:
        """Everything that can be read."""
        return [text for widget in self.app.stage.walk() if (text := getattr(widget, "text", ""))]

    def run(self, seconds: float) -> None:
        """Let time go by."""
        until = time.monotonic() + seconds
        while True:
            self._shooter.step()
            if time.monotonic() >= until:
                return

    def settle(self) -> None:
        """Wait for what a screen reads."""
        self.run(FRAME_S)
        self.until(lambda: self.app.filled, "what a screen reads")

    def _name(self, words: str) -> None:
        """The page names it from here on, or it is a fault."""
        fault = self._page.read_on_to(words)
        if fault is not None:
            self.faults.append(fault)

    def _step(self, words: str) -> None:
        self.steps += 1
        if self._pictures is not None:
            name = "".join(letter if letter.isalnum() else "-" for letter in words[:30])
            self._shooter.shot(self._pictures / f"{self._page.name}-{self.steps:03d}-{name}.png")


def parts_of(button: OnGlass) -> list[str]:
    """What a button reads, part by part."""
    return plain(button.text).split(" / ")

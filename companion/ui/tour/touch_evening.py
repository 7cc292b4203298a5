"""A whole evening by touches: from home over the seats to the table, the game to its end, and the result."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any

from companion.locale import say
from companion.session.views import AnySession
from companion.titles.registry import game_named, title_named
from companion.ui.tour.glass import OnGlass, buttons
from companion.ui.tour.touch_player import Played, PlayStuck, TouchPlayer
from games.game import Phrase

if TYPE_CHECKING:
    from companion.ui.stage import TabletApp

MOST_TAPS = 8000  # in a game
SEEN_S = 0.5  # until the table shows what chance has played
LAST_LOOK_S = 4.0  # until the final scoring comes by itself


class TouchEvening:
    """People who come to a tablet that shows home, and play.

    Args:
        app: running, off the screen or on it.
        run: lets so many seconds of the app's time go by.
        rng: draws what is tapped.
    """

    def __init__(self, app: TabletApp, run: Callable[[float], None], rng: random.Random) -> None:
        self._app, self._run, self._rng = app, run, rng
        self.player = TouchPlayer(app, run, rng)

    def sit_down(self, key: str, names: Sequence[str]) -> None:
        """From home to the table of a new game. Raises :class:`PlayStuck`."""
        base = title_named(key).expands or key
        self._settle()
        self._tap_marked(game=base)
        for place, name in enumerate(names):
            self._tap_marked(place=place)
            for letter in name.upper():
                self._tap(letter)
            self._tap(self._words("ready"))
        if base != key:
            self._tap(self._words("options"))
            self._tap(self._words(f"variant_{key}"))
        self._tap(self._words("start"))
        if not self.player.at_table:
            raise PlayStuck("the game does not begin", (), [one.text for one in self._all()])

    def play(self, *, until: Callable[[AnySession], bool] = lambda _: False, most_taps: int = MOST_TAPS) -> Played:
        """The game, until the table is as wished or to its end. Raises :class:`PlayStuck`."""
        return self.player.play(until=until, most_taps=most_taps)

    def play_in_stretches(self, stretch: int, between: int) -> Played:
        """The game to its end, so many moves by touch and then so many by chance, in turn: all of an evening is met by
        fingers, also of games that somebody who taps at random would hardly end. Raises :class:`PlayStuck`."""
        session = self._screen.session
        game = game_named(session.view.game_key)
        while not session.view.over:
            self.play(until=partial(self._has_moved, self.player.played.moves + stretch))
            for _ in range(between):
                if session.view.over or session.view.holes:  # a turn that waits to be told again is told by touch
                    break
                session.play(game.sample(session.record.state, self._rng))
            self._run(SEEN_S)
        return self.player.played

    def end(self) -> None:
        """Once the game is over: the final scoring, the result, and home. Raises :class:`PlayStuck`."""
        self._run(LAST_LOOK_S)
        if self._screen.name == "final_scoring":
            self._tap(self._words("all"))
        if self._screen.name != "result":
            raise PlayStuck("no result", (), [f"screen {self._screen.name}"])
        self._tap(self._words("home"))
        self._settle()

    def _has_moved(self, moves: int, _: object) -> bool:
        return self.player.played.moves >= moves

    # What is tapped by its words

    @property
    def _screen(self) -> Any:
        return self._app.screen

    def _words(self, key: str) -> str:
        return say(Phrase.of(f"app.{key}"), self._app.look.language)

    def _all(self) -> list[OnGlass]:
        return list(buttons(self._app.stage))

    def _tap(self, words: str) -> None:
        found = [one for one in self._all() if words in one.text.split(" / ")]
        self._tap_first(found, words)

    def _tap_marked(self, **marks: object) -> None:
        """What people know by its picture: a game, a place at the table."""
        ((name, value),) = marks.items()
        self._tap_first([one for one in self._all() if getattr(one.widget, name, None) == value], f"{name} {value}")

    def _tap_first(self, found: Sequence[OnGlass], words: str) -> None:
        if not found:
            raise PlayStuck(
                f"“{words}” is not on the {self._screen.name} screen", (), [one.text for one in self._all()]
            )
        self.player.tap(found[0])
        self._settle()

    def _settle(self) -> None:
        while not self._app.filled:
            self._app.finish_reading()
            self._run(0.1)

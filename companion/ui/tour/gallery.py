"""Pictures of every screen, at every size and in every language, and what is wrong with them."""

from __future__ import annotations

import os
import random
import tempfile
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from companion.app import make_app, settle_kivy
from companion.session.shelf import Shelf
from companion.titles.registry import game_named

if TYPE_CHECKING:
    from companion.ui.tour.faults import ScreenFault
    from companion.ui.tour.moments import TourMoment

FRAME_S, UNSEEN_FRAME_S = 1 / 10, 1 / 4
START_MS = 1_760_000_000_000


@dataclass(frozen=True, slots=True)
class Dress:
    """How the screens are shown: the window in px, the language, and how large text is (1.0 to 1.3)."""

    size: tuple[int, int] = (1280, 800)
    language: str = "en"
    text_scale: float = 1.0
    theme: str = "dark"

    @property
    def name(self) -> str:
        """Of its folder: ``1280x800-de-130``."""
        light = "-light" if self.theme == "light" else ""
        return f"{self.size[0]}x{self.size[1]}-{self.language}-{round(100 * self.text_scale)}{light}"


@dataclass(frozen=True, slots=True)
class ScreenShot:
    """One screen that was shown: which part of the walk, how it was dressed, its name, and what is wrong with it."""

    part: str
    dress: Dress
    name: str
    faults: tuple[ScreenFault, ...]


LARGEST = (1920, 1280)  # px: a window that nobody sees never grows, so it is as large as any picture from the first
PLACES = "places"  # the part of the walk that is about no game
_OWN_FOLDERS = ("XDG_DATA_HOME", "XDG_CONFIG_HOME")  # of whoever walks: their boxes and people are on no picture


class Gallery:
    """The app off the screen, walked through.

    Args:
        folder: where pictures go, ``PART/DRESS/NAME.png``; None takes none.
        seed: of the games that are played by chance.
        players: how many play.
        most_actions: of a game that is looked at in passing only: its first actions, without what people can open
            beside them. None plays a game to its end and looks at everything.
    """

    def __init__(
        self, folder: Path | None, *, seed: int = 1, players: int = 3, most_actions: int | None = None
    ) -> None:
        settle_kivy(headless=True, size=LARGEST)
        from kivy.clock import Clock

        from companion.ui.snapshot import Screenshooter

        self._folder, self._seed, self._players, self._most_actions = folder, seed, players, most_actions
        self._own = tempfile.TemporaryDirectory(prefix="tableside-")
        self._seconds = float(Clock.time())
        self._began = self._seconds
        likes = Path(self._own.name)
        self._folders = {name: os.environ.get(name) for name in _OWN_FOLDERS}
        os.environ.update({name: str(likes / name.lower()) for name in _OWN_FOLDERS})
        shelf = Shelf(likes / "games", self._now_ms)
        self._app = make_app(shelf, now_ms=self._now_ms, rng=random.Random(seed), config_folder=likes, first=None)
        self._shooter = Screenshooter(self._app, seconds=lambda: self._seconds)

    def walk(self, part: str, dresses: Sequence[Dress]) -> Iterator[ScreenShot]:
        """Every screen of a game, or of the app where the part is :data:`PLACES`."""
        from companion.ui.faces import face_of
        from companion.ui.tour.moments import WHOLE_GAME, crowded, moments_of, most_seats, played_by_chance
        from companion.ui.tour.walk import ScreenWalk

        walk = ScreenWalk(self._app, self._run, self._now_ms)
        moments: Sequence[TourMoment] = ()
        whole = self._most_actions is None
        if part != PLACES:
            face, game = face_of(part), game_named(part)
            most = WHOLE_GAME if self._most_actions is None else self._most_actions
            rng = random.Random(self._seed)
            moments = moments_of(played_by_chance(game, face, rng, players=self._players, most=most), face)
            if whole:
                all_seated = played_by_chance(game, face, rng, players=most_seats(game, face), most=most)
                moments = (*moments, crowded(all_seated))
        for dress in dresses:
            self._put_on(dress)
            parts: list[Callable[[], Iterator[str]]] = []
            if part == PLACES:
                parts.append(walk.places)
                parts.append(walk.places_in_use)
            else:
                parts.append(lambda: walk.beginning(part))
                parts += [partial(walk.steps, one) for one in moments]
                if whole:
                    parts.append(lambda: walk.docks(next(one for one in moments if one.name == "middle")))
                    parts.append(lambda: walk.photographed(part))
            number = 0
            for screens in parts:
                for name in screens():
                    number += 1
                    yield self._look(part, dress, f"{number:02d}-{name}")

    def close(self) -> None:
        """End the app; the window stays, for kivy can open only one in a process."""
        from kivy.app import App
        from kivy.core.window import Window

        self._app.dispatch("on_stop")
        Window.remove_widget(self._app.stage)
        App._running_app = None
        for name, folder in self._folders.items():
            if folder is None:
                os.environ.pop(name, None)
            else:
                os.environ[name] = folder
        self._own.cleanup()

    def _look(self, part: str, dress: Dress, name: str) -> ScreenShot:
        from companion.ui.carcassonne.tile_art import tile_pictures
        from companion.ui.tour.faults import faults

        if self._folder is not None:
            tile_pictures().wait()  # a picture of the screen shows no tile half painted
            self._run(FRAME_S)
            self._shooter.shot(self._folder / part / dress.name / f"{name}.png")
        return ScreenShot(part, dress, name, faults(self._app.stage))

    def _put_on(self, dress: Dress) -> None:
        from kivy.core.window import Window

        self._app.leave_table()
        self._app.go("people")  # a table can't be built anew without its game
        Window.size = dress.size
        self._run(FRAME_S)
        self._app.prefer(language=dress.language, text_scale=dress.text_scale, theme=dress.theme)

    def _now_ms(self) -> int:
        return START_MS + round(1000 * (self._seconds - self._began))

    def _run(self, seconds: float) -> None:
        """Let time go by; nothing is drawn but what is kept: that is where nearly all of the time would go."""
        for _ in range(max(2, round(seconds / UNSEEN_FRAME_S))):
            self._seconds += UNSEEN_FRAME_S
            self._shooter.step_unseen()

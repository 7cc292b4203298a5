"""Pictures of the real screens while a rehearsal runs without a display: the same app, drawn off the screen."""

from __future__ import annotations

import random
import tempfile
import time
from pathlib import Path
from typing import TYPE_CHECKING

from companion.app import make_app, settle_kivy
from companion.session.shelf import Shelf
from companion.session.table import TableSession
from companion.session.views import News, NewsKind

if TYPE_CHECKING:
    from companion.ui.snapshot import Screenshooter

SETTLED_S = 1.8  # of the app's own time: counting up and gliding are over
FRAME_S = 1 / 15


class DemoScreens:
    """The app off the screen, beside a rehearsal; writes PNG pictures of 1280 x 800 into a folder.

    Args:
        folder: made if missing; pictures of an earlier demo are overwritten.
        language: ``en`` or ``de``.
    """

    def __init__(self, folder: Path, language: str) -> None:
        settle_kivy(headless=True)
        self.folder = folder
        self._language = language
        self._own = tempfile.TemporaryDirectory(prefix="tableside-")
        self._seconds = 0.0
        self._shooter: Screenshooter | None = None
        self._scores = 0
        self._moves = 0

    def begin(self, session: TableSession) -> None:
        """Open the app: the home screen, then the table."""
        from kivy.clock import Clock

        from companion.ui.snapshot import Screenshooter

        self._seconds = Clock.time()  # kivy's clock goes on from where it stands
        likes = Path(self._own.name)
        shelf = Shelf(likes / "games", lambda: time.time_ns() // 1_000_000, make_demo=lambda _: session)
        app = make_app(shelf, now_ms=lambda: round(self._seconds * 1000), rng=random.Random(1), config_folder=likes)
        app.preferences = type(app.preferences)(language=self._language)
        self._shooter = Screenshooter(app, seconds=lambda: self._seconds)
        self._shot("home")
        app.sit_down(session, ticked_elsewhere=True)  # by the rehearsal
        app.go("table")
        self._shot("table-at-the-start")

    def hear(self, session: TableSession, news: tuple[News, ...]) -> None:
        """Let the app hear the news; take a picture of some scores, every twentieth move and every question."""
        assert self._shooter is not None
        self._shooter.app.hear(news)
        self._run(FRAME_S)
        for one in news:
            if one.kind is NewsKind.COMMITTED:
                self._moves += 1
                scored = any(event.line is not None for event in one.events)
                self._scores += scored
                if (scored and self._scores in (1, 3, 8)) or self._moves % 20 == 0:
                    self._shot(f"table-move-{self._moves:02d}")
            elif one.kind is NewsKind.QUESTION:
                self._shot(f"question-move-{self._moves:02d}")

    def end(self, session: TableSession) -> None:
        """The last pictures: the table, the history, and where the game is over its scoring and result."""
        assert self._shooter is not None
        self._shot("table-at-the-end")
        if session.view.over:
            for name in ("final_scoring", "result"):
                self._shooter.app.go(name)
                self._shot(name.replace("_", "-"))

    def close(self) -> None:
        """End the app."""
        if self._shooter is not None:
            self._shooter.app.session = None  # whoever rehearses closes it
            self._shooter.close()
        self._own.cleanup()

    def _shot(self, name: str) -> None:
        from companion.ui.carcassonne.tile_art import tile_pictures

        assert self._shooter is not None
        self._run(SETTLED_S)
        while not self._shooter.app.filled:
            self._shooter.app.finish_reading()
            self._run(FRAME_S)
        tile_pictures().wait()  # a picture of the screen shows no tile half painted
        self._run(FRAME_S)
        self._shooter.shot(self.folder / f"{name}.png")

    def _run(self, seconds: float) -> None:
        assert self._shooter is not None
        for _ in range(max(1, round(seconds / FRAME_S))):
            self._seconds += FRAME_S
            self._shooter.step()

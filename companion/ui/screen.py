"""What every screen is: a free layout that is built anew when the look changes, ticked while it is shown."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from kivy.app import App
from kivy.lang import Builder
from kivy.properties import ObjectProperty
from kivy.uix.floatlayout import FloatLayout

from companion.ui.kit.fitted_words import Heading as Heading  # named in nearly every .kv file

if TYPE_CHECKING:
    from companion.session.views import AnySession, News
    from companion.ui.stage import TabletApp


def load_kv(python_file: str) -> None:
    """Load the ``.kv`` beside a screen's module, once."""
    path = str(Path(python_file).with_suffix(".kv"))
    if path not in Builder.files:
        Builder.load_file(path)


class Screen(FloatLayout):
    """A screen of the app. ``wishes`` is what it was opened with; it is opened with the same after a change of look.

    Attributes:
        stays_built: it is kept when people leave it, and opened again when they come back: it must then show nothing
            of before.
        filled: everything is shown; else some of it is still being read beside the screen.
    """

    wishes = ObjectProperty(None)
    stays_built = False
    filled = True

    @property
    def app(self) -> TabletApp:
        """The running app."""
        running: TabletApp = App.get_running_app()
        return running

    @property
    def people_correct(self) -> bool:
        """They put something right, look back or try something: nothing is said meanwhile."""
        return False

    @property
    def session(self) -> AnySession:
        """The open table; only for screens that are shown at one."""
        session = self.app.session
        assert session is not None
        return session

    def opened(self) -> None:
        """It is on the stage now."""

    def tick(self, now_ms: int) -> None:
        """Called about thirty times a second while it is shown."""

    def hear(self, news: tuple[News, ...]) -> None:
        """Something happened at the open table."""

    def closed(self) -> None:
        """It leaves the stage."""

    def finish_reading(self) -> None:
        """Wait until what is being read beside the screen has been read; the next frames show it. For pictures of the
        app and whoever else must not run frames only to wait: those would take the reader's time."""

    def go_back(self) -> bool:
        """Escape or the system's back: True where the screen dealt with it."""
        return False

    def state_to_keep(self) -> Mapping[str, object]:
        """What to open it with again after a change of look, beside its wishes."""
        return {}


class SideScreen(Screen):
    """A screen that leads back. ``wishes``: ``back`` and ``with``, where to go afterwards and with which wishes."""

    usual_back = "home"  # where nobody said

    def leave(self) -> None:
        """Back to where it was opened from."""
        wishes = self.wishes or {}
        self.app.go(wishes.get("back", self.usual_back), **(wishes.get("with") or {}))

    def go_back(self) -> bool:
        """Escape leaves."""
        self.leave()
        return True

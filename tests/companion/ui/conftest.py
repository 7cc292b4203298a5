"""The real app in a real (off-screen) window, tapped by a finger, its time told by hand."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from companion.app import make_app, settle_kivy

settle_kivy(headless=True)

from kivy.animation import Animation  # noqa: E402  (kivy reads its settings when it is imported)
from kivy.app import App  # noqa: E402
from kivy.clock import Clock  # noqa: E402
from kivy.core.window import Window  # noqa: E402
from kivy.uix.scrollview import ScrollView  # noqa: E402

from companion import preferences as kept  # noqa: E402
from companion.session.shelf import Shelf  # noqa: E402
from companion.ui.kit.base import Tap, Words  # noqa: E402
from companion.ui.snapshot import Screenshooter, window_picture  # noqa: E402
from companion.ui.tour.finger import Finger  # noqa: E402
from games.carcassonne.rules import CARCASSONNE  # noqa: E402
from games.game import Seat  # noqa: E402

FRAME_S = 1 / 10  # as slow as a busy tablet: what works at ten frames a second works at sixty
START_MS = 1_700_000_000_000
LEAST_TAP = 44  # px; keys of letters may be as narrow as those of a telephone
LEAST_KEY = 32


class Tablet:
    """The app and the people in front of it."""

    def __init__(self, folder: Path, likes: kept.Preferences, announcer: Any, size: tuple[int, int]) -> None:
        Window.size = size
        self.now_ms = START_MS
        self._seconds = Clock.time()
        self.folder = folder
        kept.save(folder / "config", likes)
        self.shelf = Shelf(folder / "games", lambda: self.now_ms)
        self.app = make_app(
            self.shelf,
            now_ms=lambda: self.now_ms,
            config_folder=folder / "config",
            announcer=announcer,
            rng=random.Random(5),
            first=None,
        )
        self._shooter = Screenshooter(self.app, seconds=lambda: self._seconds)

    # Time

    def wait(self, seconds: float = 0.4) -> None:
        """Let time go by, frame by frame; none of them is drawn, for nobody looks. What is drawn are screens that were
        opened and settled, what stands on the glass at the end of each example, and every :meth:`picture`."""
        for _ in range(max(1, round(seconds / FRAME_S))):
            self._seconds += FRAME_S
            self.now_ms += round(1000 * FRAME_S)
            self._shooter.step_unseen()

    def look_up(self) -> None:
        """Draw what is on the glass now."""
        Window.dispatch("on_draw")
        Window.dispatch("on_flip")

    # Fingers

    def tap(self, what: str | Any) -> None:
        """Tap a widget, or the one that shows these words."""
        widget = self.shown(what) if isinstance(what, str) else what
        x, y = widget.to_window(widget.x + widget.width / 2, widget.y + widget.height / 2)
        self.tap_at(x, y)

    def done(self) -> None:
        """Tap DONE, whatever it says that it does."""
        self.tap(self.screen.buttons.done)

    def tap_at(self, x: float, y: float) -> None:
        """Tap a point of the window, px from the lower left."""
        finger = Finger(x, y)
        finger.down()
        self.wait(FRAME_S)
        finger.up()
        self.wait(0.3)
        self.settle()

    def finger_on(self, widget: Any) -> Finger:
        """A finger that is put on a widget and stays there."""
        finger = Finger(*widget.to_window(widget.x + widget.width / 2, widget.y + widget.height / 2))
        finger.down()
        return finger

    def press(self, what: str | Any) -> None:
        """Tap without looking up: what the tap does, and no pictures in between. For lists of hundreds of taps."""
        tap = what
        if isinstance(what, str):
            tap = next((one for one in self.widgets(Tap) if one.text == what), None)
        assert tap is not None, f"{what!r} is not on the {self.screen.name} screen: {sorted(self.texts())}"
        assert not tap.disabled, f"{what!r} can't be tapped"
        tap.dispatch("on_release")

    def see(self, widget: Any) -> None:
        """Look for a widget on the glass, and scroll to it as people do where it lies outside: a finger has to meet it
        there and nothing over it, and it has to be wide enough for one."""
        self._laid_out()
        if not self._meets(widget):
            parent = widget.parent
            while parent is not None and parent is not parent.parent:
                if isinstance(parent, ScrollView):
                    parent.scroll_to(widget, padding=8, animate=False)
                    self._laid_out()
                parent = parent.parent
        x, y = widget.to_window(*widget.center)
        met = self._met_at(self.app.stage, x, y)
        assert self._meets(widget), f"at {x:.0f}, {y:.0f} a finger on {widget.text!r} meets {met}"
        narrow, wide = sorted(widget.size)
        assert narrow >= LEAST_KEY, f"{widget.text!r} is too small for a finger: {widget.size}"
        assert wide >= LEAST_TAP, f"{widget.text!r} is too small for a finger: {widget.size}"

    def _meets(self, widget: Any) -> bool:
        """Whether a finger on the middle of a widget meets it."""
        x, y = widget.to_window(*widget.center)
        on_glass = 0 <= x <= Window.width and 0 <= y <= Window.height
        return on_glass and self._met_at(self.app.stage, x, y) is widget

    def _laid_out(self) -> None:
        """Let everything find its place; nothing is drawn and no time goes by."""
        for _ in range(2):
            self._shooter.step_unseen()

    def _met_at(self, within: Any, x: float, y: float) -> Any:
        """The thing to tap that a finger at a point of the window meets first, None where there is none."""
        for child in within.children:
            if isinstance(child, ScrollView | Tap) and not _covers(child, x, y):
                continue  # what was scrolled away is cut off, and what stands on a thing to tap lies within it
            met = self._met_at(child, x, y)
            if met is not None:
                return met
            if isinstance(child, Tap):
                return child
        return None

    def touch(self, what: str | Any) -> None:
        """Look for it, scroll to it where it has to be, see it, and tap it; no pictures in between. For whole boxes."""
        tap = what
        if isinstance(what, str):
            tap = next((one for one in self.widgets(Tap) if one.text == what), None)
        assert tap is not None, f"{what!r} is not on the {self.screen.name} screen: {sorted(self.texts())}"
        self.see(tap)
        self.press(tap)

    def tap_tile(self, x: int, y: int) -> None:
        """Tap a place of the Carcassonne map; where it is too small for fingers, the first tap zooms in."""
        if self.screen.board.too_small:
            self.tap_at(*self.screen.board.to_px(x + 0.5, y + 0.5))
        self.tap_at(*self.screen.board.to_px(x + 0.5, y + 0.5))

    def drag(self, start: tuple[float, float], end: tuple[float, float], *, steps: int = 8) -> None:
        """Drag a finger across the glass."""
        finger = Finger(*start)
        finger.down()
        for step in range(1, steps + 1):
            share = step / steps
            finger.to(*(a + (b - a) * share for a, b in zip(start, end, strict=True)))
            self.wait(FRAME_S)
        finger.up()
        self.wait(0.4)
        while any(effect.velocity for view in self.widgets(ScrollView) for effect in (view.effect_x, view.effect_y)):
            self.wait(FRAME_S)  # what was flicked comes to rest

    # Eyes

    @property
    def screen(self) -> Any:
        """The screen on the stage."""
        return self.app.screen

    @property
    def session(self) -> Any:
        """The open table."""
        return self.app.session

    def widgets(self, kind: type | tuple[type, ...] = (Tap, Words)) -> Iterator[Any]:
        """Everything of a kind on the stage, what lies on top first."""
        return (widget for widget in self.app.stage.walk() if isinstance(widget, kind))

    def shown(self, words: str) -> Any:
        """The thing to tap (or the text) that shows these words."""
        found = [widget for widget in self.widgets() if getattr(widget, "text", "") == words and widget.width > 1]
        assert found, f"{words!r} is not on the {self.screen.name} screen: {sorted(self.texts())}"
        return next((widget for widget in found if isinstance(widget, Tap)), found[0])

    def thing(self, **marks: Any) -> Any:
        """The thing to tap that has these attributes, such as ``key="BA/L"``, where it lies: a dock may just have been
        built anew, with better pictures."""
        self._laid_out()
        return self.found(**marks)

    def found(self, **marks: Any) -> Any:
        """The thing to tap that has these attributes, wherever it may come to lie: for who presses it unseen."""
        for widget in self.widgets():
            if all(getattr(widget, name, None) == value for name, value in marks.items()):
                return widget
        raise AssertionError(f"nothing with {marks} is on the {self.screen.name} screen")

    def texts(self) -> set[str]:
        """Everything that can be read."""
        return {widget.text for widget in self.widgets() if widget.text}

    def reads(self, words: str) -> bool:
        """True where some text holds these words."""
        return any(words in text for text in self.texts())

    def picture(self) -> np.ndarray:
        """What is seen, RGB (height, width, 3)."""
        return window_picture()[..., ::-1].astype(int)

    def colour_at(self, x: float, y: float) -> tuple[int, ...]:
        """The colour at a point of the window, px from the lower left."""
        picture = self.picture()
        return tuple(int(part) for part in picture[picture.shape[0] - 1 - round(y), round(x)])

    # The game

    def open(self, screen: str, **wishes: Any) -> None:
        """Open a screen; home has then told what is wrong with people's files."""
        self.app.go(screen, **wishes)
        self.wait(0.2)
        self.settle()
        self.look_up()

    def settle(self) -> None:
        """Let frames go by until everything is shown that the screen reads in a thread."""
        while not self.app.filled:
            self.app.finish_reading()
            self.wait(FRAME_S)

    def start_game(self, names: str = "Anna Ben", *, expansions: tuple[str, ...] = (), turns: int = 0) -> Any:
        """Sit down at a new game of Carcassonne, played on for some turns by chance."""
        session = self.begun_game(names, expansions=expansions, turns=turns)
        self.app.sit_down(session)
        self.app.go("table")
        self.wait()
        return session

    def begun_game(self, names: str, *, expansions: tuple[str, ...] = (), turns: int = 0) -> Any:
        """A new game of Carcassonne, played on for some turns by chance; its table is not on the screen."""
        colours = ("red", "blue", "green", "yellow", "black", "pink")
        seats = [{"name": name, "colour": colour} for name, colour in zip(names.split(), colours, strict=False)]
        setup = {"game": "carcassonne", "format": 1, "seats": seats, "expansions": list(expansions)}
        session = self.shelf.start("carcassonne", setup)
        rng = random.Random(3)
        while turns and not session.view.over:
            session.play(CARCASSONNE.sample(session.record.state, rng))
            turns -= session.record.state.step == "lay"
        return session

    def close(self) -> None:
        """Take the app off the window, drawn once as it is; the window stays for the next test."""
        self.look_up()
        self.app.dispatch("on_stop")
        Window.remove_widget(self.app.stage)
        App._running_app = None
        Animation.cancel_all(None)  # what moves would go on beside the next tablet, and hold all of this one meanwhile
        last = self._seconds
        Clock.time = lambda: last  # or the clock would hold this tablet, and all that it showed, until the next is made


def _covers(widget: Any, x: float, y: float) -> bool:
    left, low = widget.to_window(*widget.pos)
    return bool(left <= x <= left + widget.width and low <= y <= low + widget.height)


TabletMaker = Callable[..., Tablet]


@pytest.fixture
def make_tablet(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[TabletMaker]:
    """Makes tablets with preferences, a voice and a size of one's own."""
    made: list[Tablet] = []

    def make(*, size: tuple[int, int] = (1280, 800), announcer: Any = None, **likes: Any) -> Tablet:
        tablet = Tablet(tmp_path / f"tablet-{len(made)}", kept.Preferences(**likes), announcer, size)
        # How fast a flick is must not depend on the machine.
        monkeypatch.setattr("kivy.effects.kinetic.time", Clock.time)
        made.append(tablet)
        return tablet

    yield make
    for tablet in made:
        tablet.close()


@pytest.fixture
def tablet(make_tablet: TabletMaker) -> Tablet:
    """A wide tablet, dark, in English, with nothing kept."""
    return make_tablet()


@pytest.fixture
def two_seats() -> tuple[Seat, ...]:
    """Anna and Ben."""
    return Seat("Anna", "red"), Seat("Ben", "blue")

"""``bench evening``: people leave the table of each game by the real screen while its own eyes are at work, with all
open that a game has open: a camera, buttons, a kept game. Home's first frame must be drawn in a tenth of a second.
"""

from __future__ import annotations

import random
import statistics
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import cv2
import numpy as np

from companion.app import make_app, settle_kivy
from companion.session.hands.buttons import Hands
from companion.session.looking.watchers import ThreadedWatcher
from companion.session.looking.watching import eyes_for
from companion.session.shelf import Shelf
from companion.supervised import supervised_thread
from companion.titles.registry import game_keys, game_named
from devices.hub import DeviceHub, monotonic_ms
from games.any_game import AnyState
from games.game import SEAT_COLOURS, JsonValue, Seat
from tools.benchmarks.evening.camera.sources import LEAVING_S
from tools.benchmarks.evening.given.hostile_pictures import hostile_picture
from tools.benchmarks.evening.measured import Measured
from vision.frames import Frame, Picture

SIZE = (1920, 1080)  # width, height in px of what the camera shows
SHOWN = ("shards", "dots", "torn", "half delivered")  # in which eyes search for a long time and find nothing
FRAME_S = 1 / 30
PATIENCE_S = 90.0  # in which eyes that were left behind end at the latest


class LiveCamera:
    """A camera that shows one picture for ever, as the drivers of real ones do: thirty a second."""

    live = True

    def __init__(self, picture: Picture) -> None:
        self._picture, self._number = picture, 0

    def read(self) -> Frame:
        """See :class:`vision.frames.FrameSource`."""
        time.sleep(FRAME_S)
        self._number += 1
        return Frame(self._picture, monotonic_ms(), self._number)

    def close(self) -> None:
        """See :class:`vision.frames.FrameSource`."""


def leaving_games(n: int, seed: int) -> Measured:
    """Leave ``n`` tables, of all games in turn, at a moment that chance chooses; lost is one that was left late."""
    rng = random.Random(seed)
    took: dict[str, list[TableLeft]] = {}
    touched = 0
    with TemporaryDirectory() as folder:
        tablet = LeavingTablet(Path(folder), rng)
        for number in range(n):
            key = game_keys()[number % len(game_keys())]
            left = tablet.left(key)
            took.setdefault(key, []).append(left)
            touched += left.noticed
        tablet.shooter.close()
    every = [left for some in took.values() for left in some]
    late: list[JsonValue] = [
        {"game": key, "ms": _ms(one.leaving.seconds), "of_core_ms": _ms(one.leaving.core_s)}
        for key, some in took.items()
        for one in some
        if one.leaving.seconds > LEAVING_S
    ]
    longest: dict[str, JsonValue] = {key: _ms(max(one.leaving.seconds for one in some)) for key, some in took.items()}
    details: dict[str, JsonValue] = {}
    for name, some_s in (
        ("", [one.leaving.seconds for one in every]),
        ("of_core_", [one.leaving.core_s for one in every]),
        ("home_alone_", [one.alone.seconds for one in every]),
        ("eyes_went_on_of_core_", [one.eyes_core_s for one in every]),
    ):
        details |= {f"{name}median_ms": _ms(statistics.median(some_s)), f"{name}longest_ms": _ms(max(some_s))}
    return Measured(
        n, len(late) + touched, {**details, "touched_afterwards": touched, "by_game": longest, "late": late}
    )


@dataclass(frozen=True, slots=True)
class Timed:
    """What something took until the next frame was drawn: ``seconds`` by the clock on the wall, which other processes
    make longer, and ``core_s`` on the screen's own thread, which they do not."""

    seconds: float
    core_s: float


@dataclass(frozen=True, slots=True)
class TableLeft:
    """A table that was left.

    Attributes:
        leaving: until home's first frame. alone: what opening home alone takes.
        eyes_core_s: that the eyes used up after they were left behind, on their own thread.
        noticed: they told something afterwards.
    """

    leaving: Timed
    alone: Timed
    eyes_core_s: float
    noticed: bool


class CoreOf:
    """How long a thread has had a core, seconds, as long as it lives (Linux: schedstat; else nobody knows, and it is
    0)."""

    def __init__(self, thread: str) -> None:
        ids = [one.native_id for one in threading.enumerate() if one.name == thread]
        self._file = Path(f"/proc/self/task/{ids[-1] if ids else 0}/schedstat")
        self._last_s = 0.0

    def seconds(self) -> float:
        """Until now, or until it was asked last before the thread ended."""
        with suppress(OSError):
            self._last_s = int(self._file.read_text(encoding="ascii").split()[0]) / 1e9
        return self._last_s


class LeavingTablet:
    """The app off the screen, on which every game is sat down at and left again."""

    def __init__(self, folder: Path, rng: random.Random) -> None:
        settle_kivy(headless=True)
        from companion.ui.snapshot import Screenshooter

        self._rng = rng
        self._picture = np.zeros((SIZE[1], SIZE[0], 3), np.uint8)
        self._watcher: ThreadedWatcher | None = None
        times = iter(range(1, 10**9))
        self._shelf = Shelf(
            folder / "games", lambda: next(times), make_watcher=self._watcher_of, make_hands=self._hands_of
        )
        self._app = make_app(self._shelf, now_ms=monotonic_ms, rng=rng, config_folder=folder / "config")
        self.shooter = Screenshooter(self._app)
        self._settle()

    def left(self, key: str) -> TableLeft:
        """Sit down, look on for a while, and leave."""
        picture = hostile_picture(self._rng.choice(SHOWN), self._rng.randrange(2**31))
        self._picture = np.ascontiguousarray(cv2.resize(picture, SIZE, interpolation=cv2.INTER_CUBIC), np.uint8)
        game: Any = game_named(key)
        setup = game.setup(tuple(Seat(colour, colour) for colour in SEAT_COLOURS[:2]))
        session = self._shelf.start(key, game.setup_to_json(setup), camera="0", buttons=True)
        self._app.sit_down(session)
        self._app.go("table")
        self._watch(self._rng.uniform(0.5, 2.5))
        screen = self._app.screen
        assert screen is not None
        core = CoreOf("watcher")
        before_s = core.seconds()
        left = self._timed(screen.leave)
        watcher = self._watcher
        assert watcher is not None
        watcher.take()
        until = time.monotonic() + PATIENCE_S
        while not watcher.join(FRAME_S / 4) and time.monotonic() < until:
            core.seconds()
            self.shooter.step()
        eyes_core_s, reported = core.seconds() - before_s, bool(watcher.take())
        self._settle()
        self._app.go("settings")
        self.shooter.step()
        alone = self._timed(lambda: self._app.go("home"))
        self._settle()
        return TableLeft(left, alone, eyes_core_s, reported)

    def _timed(self, do: Callable[[], object]) -> Timed:
        began, core_s = time.monotonic(), time.thread_time()
        do()
        self.shooter.step()
        return Timed(time.monotonic() - began, time.thread_time() - core_s)

    def _settle(self) -> None:
        while not self._app.filled:
            self.shooter.step()
            time.sleep(FRAME_S)

    def _watch(self, seconds: float) -> None:
        until = time.monotonic() + seconds
        self.shooter.step()
        while time.monotonic() < until:
            self.shooter.step()
            time.sleep(FRAME_S)

    def _watcher_of(self, key: str, state: AnyState, camera: str) -> ThreadedWatcher:
        self._watcher = ThreadedWatcher(lambda: LiveCamera(self._picture), eyes_for(key, state))
        return self._watcher

    def _hands_of(self, seats: int) -> Hands:
        hub = DeviceHub(thread=supervised_thread)
        hub.start()
        return Hands(hub, seats)


def _ms(seconds: float) -> float:
    return round(1000 * seconds, 1)

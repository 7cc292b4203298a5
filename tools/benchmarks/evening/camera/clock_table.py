"""A table session before a camera with a clock: eyes that read only that, so that what is measured is how old pictures
are, how soon a table is left, and what becomes of a press."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable

from companion.session.looking.watchers import ThreadedWatcher
from companion.session.table import TableSession
from companion.session.views import Chip, ChipKind
from games.any_game import AnyState, any_record
from games.carcassonne.rules import CARCASSONNE
from games.game import Seat
from games.record import Record
from tools.benchmarks.evening.camera.clock_camera import clock_in, lies_in, now_ms
from vision.explanation import NEVER, Explanation, Scored, explained
from vision.eyes import Attention, Glance
from vision.frame_sources import open_source
from vision.frames import Frame

TILE, FOLLOWER = 1, 3  # numbers that lie on the table: a tile, and a follower on it
_LAY = CARCASSONNE.read("lay BA/RFr 1,0 r0")
STORIES = {
    TILE: (_LAY, CARCASSONNE.read("skip")),
    FOLLOWER: (_LAY, CARCASSONNE.read("follower small Road E.W")),
}


class ClockEyes:
    """Eyes that read the clock and the number in the picture.

    Attributes:
        ages: of each picture that was looked at, ms.
        clock: in the last picture, ms.
        stuck: while this is cleared, an explanation does not end (ten seconds at most).
        explaining: set while one is under way.
        looks: how many there were.

    Args:
        look_s: how long each look takes.
    """

    def __init__(self, look_s: float = 0.0) -> None:
        self.ages: list[int] = []
        self.clock = 0
        self.stuck, self.explaining = threading.Event(), threading.Event()
        self.stuck.set()
        self._look_s, self._lies = look_s, 0

    @property
    def frames_seen(self) -> int:
        """How many pictures were looked at."""
        return len(self.ages)

    def look(self, frame: Frame) -> Glance:
        """See :class:`vision.eyes.Eyes`."""
        self.clock = clock_in(frame.image)
        self.ages.append(now_ms() - self.clock)
        time.sleep(self._look_s)
        before, self._lies = self._lies, lies_in(frame.image)
        return Glance(frame.number, frame.time_ms, Attention.STILL, changed=self._lies != before)

    def explain(self, state: AnyState, still: Frame) -> Explanation:
        """See :class:`vision.eyes.Eyes`."""
        self.explaining.set()
        self.stuck.wait(10)
        self.explaining.clear()
        return explained((Scored(STORIES.get(self._lies, ()), 0.0),), 0, otherwise=NEVER)

    def committed(self, state: AnyState) -> None:
        """See :class:`vision.eyes.Eyes`."""

    def overlay(self) -> tuple[()]:
        """See :class:`vision.eyes.Eyes`."""
        return ()

    def outline_of(self, place: str) -> None:
        """See :class:`vision.eyes.Eyes`."""


class ClockTable:
    """A session before the camera at an address; the real source, the real threads, the real session."""

    def __init__(self, address: str, eyes: ClockEyes) -> None:
        setup = CARCASSONNE.setup((Seat("Anna", "red"), Seat("Ben", "blue")))
        self.watcher = ThreadedWatcher(lambda: open_source(address), eyes)
        self.session = TableSession(
            any_record(Record.start(CARCASSONNE, setup)), lambda: time.time_ns() // 1_000_000, watcher=self.watcher
        )

    @property
    def chip(self) -> Chip | None:
        """What is wrong with the camera, as people see it."""
        return next((chip for chip in self.session.view.chips if chip.kind is ChipKind.CAMERA), None)

    def until(self, true: Callable[[], bool], longest_s: float) -> float | None:
        """Let the screen tick until something holds. Seconds that took; None where it took too long."""
        began = time.monotonic()
        while not true():
            if time.monotonic() - began > longest_s:
                return None
            self.session.tick(0)
            time.sleep(0.005)
        return time.monotonic() - began

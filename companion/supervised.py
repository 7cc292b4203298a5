"""The one way to run a thread: it has a name, nothing that it raises is lost, and it begins again.

What a thread raises is logged with what it was working on (a picture is saved beside the log), told to whoever shows
it, and its work begins again after a pause that grows while that does not help. Stopping never waits for work that is
stuck: the thread is left behind, and since it is told to stop, whatever it hands over afterwards is dropped. A search
that it is in the middle of gives up at its next checkpoint (:mod:`vision.giving_up`).
"""

from __future__ import annotations

import logging
import os
import sys
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from companion.kept_failures import keep_picture
from vision.frames import Picture
from vision.giving_up import GivenUp, until_left

PAUSES_S = (0.5, 1.0, 2.0, 4.0, 8.0)
WELL_S = 8.0  # after so long without a failure the next pause is a short one again
NICER = 5  # steps by which work that gives way is nicer (docs/findings/what-moves.md) ...
NICEST = 19  # ... and the most that there are
JOIN_S = 0.03  # the longest that stopping waits for the thread: people who leave a table must not

_LOG = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Failure:
    """What a thread raised.

    Attributes:
        thread: its name.
        error: what was raised.
        picture: where the picture that it was working on was saved; None where there was none, or no room for it.
        pause_s: after so many seconds it begins again; None: it does not.
        in_a_row: how many failures came without going well in between, this one included.
    """

    thread: str
    error: Exception
    picture: Path | None
    pause_s: float | None
    in_a_row: int


class Wait(Protocol):
    """Waits until the event is set, at most so many seconds; True where it is set."""

    def __call__(self, event: threading.Event, seconds: float, /) -> bool:
        """Wait."""


class Task:
    """What the work of a thread knows of being supervised."""

    def __init__(self, stopping: threading.Event, wait: Wait) -> None:
        self._stopping, self._wait = stopping, wait
        self.picture: Picture | None = None

    @property
    def stopping(self) -> bool:
        """Nobody waits for this thread any more: hand nothing over, let go of everything, return."""
        return self._stopping.is_set()

    def works_on(self, picture: Picture | None) -> None:
        """This picture (BGR, uint8) is kept if what is done next fails."""
        self.picture = picture

    def pause(self, seconds: float) -> bool:
        """Wait, at most so long; True where the thread is to stop."""
        return self._wait(self._stopping, seconds)


class Supervised:
    """A thread under supervision. Not yet begun: call :meth:`start`.

    Args:
        name: of the thread, for the log.
        work: done in the thread; ends when it returns.
        failed: is told what was raised, in the thread, before the pause; it must be quick.
        gives_way: to the screen: where both want a processor, the screen has it (Linux).
        again: the work begins again after it failed; False for work that people begin anew themselves.
        wait, clock: how pauses pass (seconds).
        keep: saves the picture that failed; None from it where that was not possible.
    """

    def __init__(
        self,
        name: str,
        work: Callable[[Task], None],
        *,
        failed: Callable[[Failure], None] = lambda failure: None,
        again: bool = True,
        gives_way: bool = False,
        wait: Wait = threading.Event.wait,
        clock: Callable[[], float] = time.monotonic,
        keep: Callable[[Picture, str], Path | None] = keep_picture,
    ) -> None:
        self.name = name
        self._work, self._failed, self._again = work, failed, again
        self._gives_way = gives_way
        self._clock, self._keep = clock, keep
        self._stopping = threading.Event()
        self._task = Task(self._stopping, wait)
        self._thread = SupervisedThread(target=self._run, name=name, daemon=True)

    def start(self) -> Supervised:
        """Begin."""
        self._thread.start()
        return self

    @property
    def alive(self) -> bool:
        """True while the work, or a pause before it begins again, goes on."""
        return self._thread.is_alive()

    def stop(self) -> None:
        """Tell the thread to stop, without waiting for that."""
        self.leave()
        self._stopping.set()

    def leave(self) -> None:
        """Nobody waits for the thread but the end of the program; what it does it does to its end."""
        self._thread.left = True

    def close(self, join_s: float = JOIN_S) -> bool:
        """Stop, and wait for the thread at most so long. False where it was left behind. May be called twice."""
        self.stop()
        if self._thread.ident is not None and self._thread is not threading.current_thread():
            self._thread.join(join_s)
        return not self._thread.is_alive()

    def join(self, seconds: float | None = None) -> bool:
        """Wait until the work has ended by itself; False where it has not."""
        if self._thread.ident is not None:
            self._thread.join(seconds)
        return not self._thread.is_alive()

    def _run(self) -> None:
        if self._gives_way:
            _step_back()
        in_a_row, since = 0, self._clock()
        while not self._stopping.is_set():
            self._task.picture = None
            try:
                with until_left(self._stopping.is_set):
                    self._work(self._task)
                return
            except GivenUp:
                return  # it was left in the middle of a search
            except Exception as error:  # noqa: BLE001 - whatever it is: it is logged, shown and tried again
                if self._stopping.is_set():
                    _LOG.info("the thread %r failed after it was left: %r", self.name, error)
                    return
                now = self._clock()
                in_a_row = 1 if now - since >= WELL_S else in_a_row + 1
                self._take(error, in_a_row)
                if not self._again or self._task.pause(pause_after(in_a_row)):
                    return
                since = self._clock()

    def _take(self, error: Exception, in_a_row: int) -> None:
        picture = self._task.picture
        saved = self._keep(picture, self.name) if picture is not None else None
        pause_s = pause_after(in_a_row) if self._again else None
        outlook = "it does not begin again" if pause_s is None else f"it begins again in {pause_s:g} s"
        beside = "" if picture is None else f"; it looked at {saved or 'a picture that could not be saved'}"
        _LOG.error("the thread %r failed (%d in a row), %s%s", self.name, in_a_row, outlook, beside, exc_info=error)
        self._failed(Failure(self.name, error, saved, pause_s, in_a_row))


def _step_back() -> None:
    """This thread, and those that it starts, take a processor only after the others that want one at the moment. Only
    Linux (and Android) knows priorities of threads."""
    if sys.platform != "linux":
        return
    mine = threading.get_native_id()
    try:
        os.setpriority(os.PRIO_PROCESS, mine, min(NICEST, os.getpriority(os.PRIO_PROCESS, mine) + NICER))
    except OSError as error:  # a sandbox may forbid it
        _LOG.info("the thread %r keeps its priority: %s", threading.current_thread().name, error)


def supervised_thread(name: str, work: Callable[[], None], failed: Callable[[Exception], None]) -> Supervised:
    """A thread for whoever brings a loop that ends by itself when it is told to (:data:`devices.hub.ThreadMaker`)."""
    return Supervised(name, lambda task: work(), failed=lambda failure: failed(failure.error))


class SupervisedThread(threading.Thread):
    """What :class:`Supervised` runs in, so that the end of the program knows which threads were ``left`` behind."""

    left = False


def pause_after(in_a_row: int) -> float:
    """Seconds before work that failed so many times in a row begins again."""
    return PAUSES_S[min(in_a_row, len(PAUSES_S)) - 1]


def let_finish(seconds: float) -> bool:
    """At the end of the program: wait for threads that were left behind, all together at most so long. False where some
    are still at work; they must then not see the interpreter being taken down under them."""
    until = time.monotonic() + seconds
    left = [one for one in threading.enumerate() if isinstance(one, SupervisedThread) and one.left]
    for thread in left:
        thread.join(max(0.0, until - time.monotonic()))
    return not any(thread.is_alive() for thread in left)


def still_at_work() -> bool:
    """Whether any thread of ours has not ended, left behind or not."""
    return any(isinstance(one, SupervisedThread) for one in threading.enumerate())

"""Reads a source beside whoever looks at it, so that a live picture is of now: only the newest frame is kept.

A camera or an address goes on whether anybody looks or not. Whoever reads it in turns with work of his own falls behind
by what the driver and the network keep in their queues; so a thread does nothing but read, and each frame takes the
place of the one before. A video, a folder, a recording or the simulated table is read only when somebody asks for a
frame: there nothing may be left out.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable

from companion.supervised import Failure, Supervised, Task, Wait
from games.game import Phrase
from vision.frames import FetchesUndecoded, Frame, FrameSource, PassesBy, UndecodedFrame, is_live
from vision.held_settings import HoldsSettings, SettingsState
from vision.source_error import SourceError

STALL_S = 3.0  # a live source from which nothing has come for so long is told of
RETRY_S = 1.0  # a lost camera is tried again this often


class NewestFrame:
    """The newest frame of a source, which is opened again and again until it is back.

    Args:
        open_source: opens the source, in the reading thread; may raise :class:`SourceError`.
        name: of the thread.
        wait, clock: how pauses and the time between frames pass (seconds).
    """

    def __init__(
        self,
        open_source: Callable[[], FrameSource],
        *,
        name: str = "camera",
        wait: Wait = threading.Event.wait,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._open_source = open_source
        self._changed = threading.Condition()
        self._frame: Frame | UndecodedFrame | None = None
        self._fresh = False  # nobody has taken the frame yet
        self._wanted = False
        self._live = False
        self._ended = False
        self._trouble: Phrase | None = None
        self._settings: SettingsState | None = None
        self._clock = clock
        self._heard = clock()  # when the last frame came
        self._opened = False
        self._sparing = False
        self._reader = Supervised(name, self._read, failed=self._failed, wait=wait)

    def start(self) -> NewestFrame:
        """Begin to read."""
        self._reader.start()
        return self

    @property
    def trouble(self) -> Phrase | None:
        """What is wrong with the source, for people; None while it is well.

        Drivers and protocols take ten seconds and more until they say that nothing comes, so that is told without them.
        """
        if self._trouble is None and (self._live or not self._opened) and self._clock() - self._heard > STALL_S:
            return Phrase.of("vision.source_stalled", seconds=round(STALL_S))
        return self._trouble

    @property
    def ended(self) -> bool:
        """The source has no more frames."""
        return self._ended

    @property
    def live(self) -> bool:
        """The source goes on whether anybody looks or not: its frames carry the machine's own time."""
        return self._live

    @property
    def settings(self) -> SettingsState | None:
        """What is held of the camera's own settings; None of a source that has none, or has not found them yet."""
        return self._settings

    def next(self, timeout_s: float) -> Frame | None:
        """The newest frame that was not taken yet; waits for one at most so long. None where there is none,
        or it came damaged. What came undecoded is decoded here, so that what nobody asks for costs nothing."""
        with self._changed:
            self._wanted = True
            self._changed.notify_all()
            self._changed.wait_for(lambda: self._fresh or self._ended, timeout_s)
            if not self._fresh:
                return None
            self._fresh = self._wanted = False
            newest, self._frame = self._frame, None  # whoever keeps a picture keeps it himself
        return newest.decoded() if isinstance(newest, UndecodedFrame) else newest

    def spare(self, sparing: bool) -> None:
        """Whether a live source, where it can, lets frames pass by unread as long as nobody waits for one. What was
        read before is too old for who asks next."""
        with self._changed:
            self._fresh = self._fresh and not (sparing and self._live)
            self._sparing = sparing

    def stop(self) -> None:
        """Stop reading, without waiting for that. The reading thread lets the source go as soon as that answers."""
        self._reader.stop()
        with self._changed:
            self._changed.notify_all()

    def close(self) -> bool:
        """The same, and wait a moment until the source is let go; False where it does not answer."""
        self.stop()
        return self._reader.close()

    def _read(self, task: Task) -> None:
        while not task.stopping:
            source = None
            try:
                source = self._open_source()
                self._live, self._opened = is_live(source), True
                if self._read_on(source, task):
                    return
            except SourceError as error:
                self._trouble, self._opened = error.phrase, False
                task.pause(RETRY_S)
            finally:
                if source is not None:
                    source.close()

    def _read_on(self, source: FrameSource, task: Task) -> bool:
        """Read until there is no more frame, or nobody wants one any more. True where it need not be opened again."""
        while not task.stopping:
            if not self._live and not self._is_wanted(task):
                continue
            if self._sparing and self._live and not self._waited_for and isinstance(source, PassesBy):
                source.pass_by()
                self._heard = self._clock()
                continue
            frame = source.fetch() if self._live and isinstance(source, FetchesUndecoded) else source.read()
            self._settings = source.settings if isinstance(source, HoldsSettings) else None
            with self._changed:
                if frame is None:
                    self._ended = True
                else:
                    self._frame, self._fresh, self._trouble = frame, True, None
                    self._heard = self._clock()
                self._changed.notify_all()
            if frame is None:
                return True
            del frame  # whoever takes it has it; here it would stay until the next one is read
        return True

    @property
    def _waited_for(self) -> bool:
        """Somebody waits for a frame."""
        with self._changed:
            return self._wanted and not self._fresh

    def _is_wanted(self, task: Task) -> bool:
        """Wait until somebody asks for a frame."""
        with self._changed:
            self._changed.wait_for(lambda: task.stopping or (self._wanted and not self._fresh), 1.0)
            return not task.stopping and self._wanted and not self._fresh

    def _failed(self, failure: Failure) -> None:
        self._trouble = Phrase.of("vision.source_failed", what=type(failure.error).__name__)

"""Who looks at the table with a looker: beside the screen, in a thread, or at once where it is asked."""

from __future__ import annotations

import math
import queue
import threading
from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING

from companion.freed_drawings import give_back_pictures_of_boxes
from companion.freed_memory import give_back_holes
from companion.newest_frame import NewestFrame
from companion.session.looking.looker import Looker
from companion.session.looking.sighting import Sighting
from companion.supervised import Failure, Supervised, Task, Wait
from games.any_game import AnyRecord, AnyState
from games.game import Phrase
from vision.eyes import AnyEyes, Attention
from vision.frames import Frame, FrameSource
from vision.held_settings import SettingsState

if TYPE_CHECKING:
    from companion.session.hands.camera_dice import TableDice

GLANCE_S = 0.25  # the longest that the eyes wait for a frame before they look whether anything else is to be done
CALM_AFTER_MS = 2000.0  # where nothing has happened for so long ...
CALM_S = 0.2  # ... the eyes rest so long between two frames: a hand is seen a quarter of a second later at most
WAITING = 2  # sightings that wait for the screen, each with a megabyte of pictures of which only the newest are shown
ANEW_AFTER = 3  # eyes that failed so many times in a row are opened anew: what they remember may be what fails


class InlineWatcher:
    """Looks at one frame each time it is asked. At the end of the source it sees nothing more.

    Attributes:
        ended: the source has no more frames.
        time_ms: when the last one was taken, by the clock of the source.
    """

    def __init__(self, source: FrameSource, eyes: AnyEyes) -> None:
        self._source = source
        self._looker = Looker(eyes)
        self.ended = False
        self.time_ms = 0.0

    def record_moved_on(self, record: AnyRecord, version: int) -> None:
        """See :class:`Watcher`."""
        self._looker.follow(record, version)

    def look_anew(self) -> None:
        """See :class:`Watcher`; with the same eyes."""
        self._looker.read_again()

    def take(self) -> tuple[Sighting, ...]:
        """The sighting of the next frame, or nothing at the end."""
        frame = self._source.read()
        if frame is None:
            self.ended = True
            return ()
        self.time_ms = frame.time_ms
        height, width = frame.image.shape[:2]
        return (replace(self._looker.look(frame), frame=(width, height)),)

    def close(self) -> None:
        """Let go of the source."""
        self._source.close()


class ThreadedWatcher:
    """Looks beside the screen. One thread reads the source and keeps the newest frame, so that what is looked at is of
    now; another one looks. A lost source is opened again and again until it is back; eyes that fail are told of, and
    look on.

    Args:
        open_source: opens the source; may raise ``vision.source_error.SourceError``, which is shown and tried again.
        eyes, dice: see :class:`Looker`; touched by the looking thread only.
        open_eyes: makes eyes anew at a state, for when they fail again and again, or people want them to look anew;
            None: there are only these.
        wait: how pauses pass.
    """

    def __init__(
        self,
        open_source: Callable[[], FrameSource],
        eyes: AnyEyes,
        dice: TableDice | None = None,
        *,
        open_eyes: Callable[[AnyState], AnyEyes] | None = None,
        wait: Wait = threading.Event.wait,
    ) -> None:
        self._looker = Looker(eyes, dice)
        self._open_eyes = open_eyes
        self._moves: queue.SimpleQueue[tuple[AnyRecord, int]] = queue.SimpleQueue()
        self._sightings: queue.Queue[Sighting] = queue.Queue(maxsize=WAITING)
        self._failing: Phrase | None = None
        self._blind = False
        self._anew = threading.Event()  # people want the whole table read anew
        self._busy_ms = math.inf  # when something last happened, by the clock of the frames
        self._has_read = False  # what reading took of the memory was not given back yet
        self._frames = NewestFrame(open_source, wait=wait).start()
        give_back_pictures_of_boxes()
        self._watching = Supervised("watcher", self._watch, failed=self._failed, gives_way=True, wait=wait).start()

    @property
    def settings(self) -> SettingsState | None:
        """What is held of the camera's own settings, see :class:`vision.held_settings.HoldsSettings`."""
        return self._frames.settings

    def record_moved_on(self, record: AnyRecord, version: int) -> None:
        """See :class:`Watcher`; taken in before the next frame."""
        self._moves.put((record, version))

    def look_anew(self) -> None:
        """See :class:`Watcher`; with fresh eyes where those can be made, before the next frame."""
        self._anew.set()

    def take(self) -> tuple[Sighting, ...]:
        """Every sighting since the last call."""
        taken = []
        while True:
            try:
                taken.append(self._sightings.get_nowait())
            except queue.Empty:
                return tuple(taken)

    def close(self) -> None:
        """Stop looking, at once whatever the eyes are doing: they give up at the next checkpoint, the thread that reads
        lets the source go as soon as that answers, and nothing of what either does afterwards is taken in. Nobody
        waits for them: who leaves a table must not, and :meth:`join` is for who must."""
        self._watching.stop()
        self._frames.stop()

    def join(self, seconds: float | None = None) -> bool:
        """Wait until everything that the source holds has been looked at; False where that took longer."""
        return self._watching.join(seconds)

    def _watch(self, task: Task) -> None:
        if self._blind and self._look_with_fresh_eyes():
            self._blind = False
        last_trouble: Phrase | None = None
        while not task.stopping:
            frame = self._frames.next(GLANCE_S)
            self._catch_up(task)
            if frame is None:
                if self._frames.ended:
                    return
                trouble = self._frames.trouble
                if trouble != last_trouble and trouble is not None:
                    self._put(Sighting(None, None, trouble=trouble), task)
                last_trouble = trouble
                continue
            last_trouble = None
            if self._anew.is_set():
                self._anew.clear()
                self._busy_ms = math.inf
                if not self._look_with_fresh_eyes():
                    self._looker.read_again()
            calm = self._look_at(frame, task)
            del frame  # six megabytes that would wait with us for the next one
            self._frames.spare(calm)
            if calm:
                self._rest()

    def _look_at(self, frame: Frame, task: Task) -> bool:
        """Look at one frame and hand over what was seen; whether nothing has happened for a while."""
        task.works_on(frame.image)
        sighting = self._looker.look(frame)
        task.works_on(None)
        if sighting.explanation is not None:
            self._failing = None
        taken_ms = frame.time_ms if self._frames.live else None
        height, width = frame.image.shape[:2]
        reported = replace(sighting, taken_ms=taken_ms, failing=self._failing, frame=(width, height))
        self._put(reported, task)
        if self._has_read and sighting.explanation is None:  # once what was read is told and borne out
            give_back_pictures_of_boxes()
            give_back_holes()
        self._has_read = sighting.explanation is not None
        return self._frames.live and self._is_calm(sighting, frame)

    def _look_with_fresh_eyes(self) -> bool:
        """Eyes that remember nothing of this table; False where none can be made."""
        if self._open_eyes is None or self._looker.state is None:
            return False
        self._looker.look_with(self._open_eyes(self._looker.state))
        give_back_pictures_of_boxes()
        return True

    def _is_calm(self, sighting: Sighting, frame: Frame) -> bool:
        """Whether nothing has happened for a while: the table lies still and was read, and no dice are to fall."""
        glance = sighting.glance
        still = glance is not None and glance.attention is Attention.STILL and not (glance.hand or glance.changed)
        read = sighting.explanation is not None or sighting.will_be_reread or sighting.roll is not None
        if not still or read or self._looker.waits_for_dice or math.isinf(self._busy_ms):
            self._busy_ms = frame.time_ms
        return frame.time_ms - self._busy_ms >= CALM_AFTER_MS

    def _rest(self) -> None:
        """Let some frames go by. A change of the record ends it: that is to be looked for at once."""
        try:
            record, version = self._moves.get(timeout=CALM_S)
        except queue.Empty:
            return
        self._busy_ms = math.inf
        self._looker.follow(record, version)

    def _catch_up(self, task: Task) -> None:
        while not self._moves.empty() and not task.stopping:
            record, version = self._moves.get()
            self._looker.follow(record, version)

    def _failed(self, failure: Failure) -> None:
        self._failing = Phrase.of("vision.reading_failed", what=type(failure.error).__name__)
        self._blind = failure.in_a_row % ANEW_AFTER == 0
        self._offer(Sighting(None, None, failing=self._failing))

    def _put(self, sighting: Sighting, task: Task) -> None:
        """Hand a sighting over. Where the screen is too slow plain glances are dropped, what was read never is."""
        while not task.stopping:
            if self._offer(sighting, 0.2) or (sighting.explanation is None and sighting.roll is None):
                return

    def _offer(self, sighting: Sighting, timeout_s: float = 0.0) -> bool:
        try:
            self._sightings.put(sighting, timeout=timeout_s or None, block=timeout_s > 0)
        except queue.Full:
            return False
        return True

"""Looking at the table: frames go through the eyes of the game and come out as sightings for the session.

The looking itself (:class:`Looker`) is plain sequential code. :class:`InlineWatcher` runs it frame by frame when it is
asked, for rehearsals that must replay exactly; :class:`ThreadedWatcher` runs it beside the screen.
"""

from __future__ import annotations

import math
import queue
import threading
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Protocol

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.files.picture_door import decode_picture
from companion.freed_drawings import give_back_pictures_of_boxes
from companion.freed_memory import give_back_holes
from companion.newest_frame import NewestFrame
from companion.session.hands.camera_dice import TableDice
from companion.session.looking.near_view import NearView, NearViewer, within
from companion.session.open_twins import actions_left_open
from companion.supervised import Failure, Supervised, Task, Wait
from devices.events import Crooked, Rolled
from games.any_game import AnyAction, AnyRecord, AnyState
from games.game import Phrase
from vision.explanation import Explanation
from vision.eyes import AnyEyes, Attention, Glance, tell_left_open
from vision.frames import Frame, FrameSource, Picture
from vision.held_settings import SettingsState
from vision.imaging.change import small_of
from vision.steady_frames import SteadyFrames

INSET = (480, 270)  # width, height in px, within which the live picture beside the board is as large as it goes
CLOSE_UP_MARGIN = 0.35  # of the place's size, around what the camera shows in a question
REREADINGS = 3  # times that a still table is read again where the first reading left doubt ...
REREAD_AFTER_MS = 800.0  # ... this long after the last: a lamp, a camera's exposure, a shadow pass in that time
GLANCE_S = 0.25  # the longest that the eyes wait for a frame before they look whether anything else is to be done
CALM_AFTER_MS = 2000.0  # where nothing has happened for so long ...
CALM_S = 0.2  # ... the eyes rest so long between two frames: a hand is seen a quarter of a second later at most
ANEW_AFTER = 3  # eyes that failed so many times in a row are opened anew: what they remember may be what fails


@dataclass(frozen=True)
class Sighting:
    """What one frame brought.

    Attributes:
        small: the frame at inset size, BGR (270, 480, 3), or narrower where the camera's pictures are; None where the
            source is in trouble.
        glance: what it told before reading; None where the source is in trouble.
        explanation: what was read from it, where it was worth reading.
        record_version: of the record that the explanation starts from.
        close_up: the part of the frame where the likeliest candidate plays, BGR.
        overlay: outlines of what is tracked, polylines (n, 2), as shares of the frame's width and height.
        trouble: what is wrong with the source, for people.
        differing: outlines of the places where table and record differ, and of what lies against the rules, as
            ``overlay``; told with the explanation.
        will_be_reread: what was read left doubt, and if the table stays as it is it will be read once more.
        roll: dice that came to rest on the table while the game waited for them.
        taken_ms: when the frame was taken, on the machine's steady clock (:func:`devices.hub.monotonic_ms`); None of
            a source that is not live, whose frames are all of now.
        failing: why the eyes do not read, for people, where the camera is well.
        frame: width and height of what the camera showed, px; (0, 0) where that was not told.
        near: the part of the frame in which the game lies; None where nothing is tracked, or from another machine.
        proposed: outlines of the places that the likeliest explanation is about, as ``overlay``.
    """

    small: Picture | None
    glance: Glance | None
    explanation: Explanation | None = None
    record_version: int = 0
    close_up: Picture | None = None
    overlay: tuple[NDArray[np.float32], ...] = ()
    trouble: Phrase | None = None
    differing: tuple[NDArray[np.float32], ...] = ()
    will_be_reread: bool = False
    roll: Rolled | Crooked | None = None
    taken_ms: float | None = None
    failing: Phrase | None = None
    frame: tuple[int, int] = (0, 0)
    near: NearView | None = None
    proposed: tuple[NDArray[np.float32], ...] = ()


class Watcher(Protocol):
    """What a table session asks of whatever looks at the table."""

    def record_moved_on(self, record: AnyRecord, version: int) -> None:
        """The record has changed, or is told for the first time; sightings from here on start from its state."""

    def look_anew(self) -> None:
        """Forget what was seen of the table, and read all of it against the record."""

    def take(self) -> tuple[Sighting, ...]:
        """Every sighting since the last call, oldest first."""

    def close(self) -> None:
        """Stop looking and let go of the source."""


class Looker:
    """The eyes of a game and the record that they look for: sequential, one frame at a time.

    Args:
        eyes: of the game.
        dice: reads what is thrown on the table; None where no game waits for dice.
    """

    def __init__(self, eyes: AnyEyes, dice: TableDice | None = None) -> None:
        self._eyes = eyes
        self._dice = dice
        self._frames = SteadyFrames()
        self._near = NearViewer()
        self._state: AnyState | None = None
        self._left_open: tuple[AnyAction, ...] = ()
        self._version = -1
        self._explained = -1  # the record version of the last explanation
        self._explained_ms = 0.0
        self._rereadings_left = 0

    def record_moved_on(self, state: AnyState, version: int, left_open: tuple[AnyAction, ...] = ()) -> None:
        """Look from now on for what follows ``state``; of pieces that are ``left_open`` it is not known which twin they
        are."""
        self._state, self._version, self._left_open = state, version, left_open
        tell_left_open(self._eyes, left_open)
        self._eyes.committed(state)

    def follow(self, record: AnyRecord, version: int) -> None:
        """Look from now on for what follows where a record stands."""
        self.record_moved_on(record.state, version, actions_left_open(record))

    def read_again(self) -> None:
        """Read the next still picture, whether or not anything in it is new."""
        self._explained, self._rereadings_left = -1, 0

    def look_with(self, eyes: AnyEyes) -> None:
        """Look with other eyes from now on, which know the record already."""
        self._eyes = eyes
        tell_left_open(eyes, self._left_open)
        self.read_again()

    @property
    def waits_for_dice(self) -> bool:
        """True while the game waits for dice that this camera reads."""
        return self._dice is not None and self._state is not None and self._dice.waits(self._state)

    @property
    def state(self) -> AnyState | None:
        """Where the record stands, as far as the eyes were told; None before that."""
        return self._state

    def look(self, frame: Frame) -> Sighting:
        """Take one frame in; read the table where it is still and something is new, or the record moved on."""
        steady = self._frames.fit(frame)
        if steady is None:
            height, width = frame.image.shape[:2]
            return Sighting(None, None, trouble=Phrase.of("picture.frame_too_small", value=f"{width} × {height}"))
        sighting = self._look(steady)
        if self._dice is None or self._state is None:
            return sighting
        roll = self._dice.look(steady, self._state)
        return sighting if roll is None else replace(sighting, roll=roll)

    def _look(self, frame: Frame) -> Sighting:
        glance = self._eyes.look(frame)
        small = within(small_of(frame.image, INSET[0]), INSET)
        overlay = self._shares(self._eyes.overlay(), frame)
        near = self._near.of(frame.image, overlay)
        # An explanation from before the record moved on is void, so the table is read again even if it lies as before.
        stale = self._explained != self._version
        fresh = glance.changed or stale
        again = self._rereadings_left > 0 and frame.time_ms - self._explained_ms >= REREAD_AFTER_MS
        if self._state is None:  # nobody has said yet what to look for: the camera came before the session
            return Sighting(small, glance.with_attention(Attention.WAITING), overlay=overlay, near=near)
        if glance.attention is not Attention.STILL or not (fresh or again):
            doubtful = self._rereadings_left > 0
            return Sighting(small, glance, None, self._version, None, overlay, will_be_reread=doubtful, near=near)
        explanation = self._eyes.explain(self._state)
        self._explained, self._explained_ms = self._version, frame.time_ms
        self._rereadings_left = 0 if explanation.is_clear() else REREADINGS if fresh else self._rereadings_left - 1
        places = [self._eyes.outline_of(one.place) for one in explanation.discrepancies]
        outlines = [outline for outline in places if outline is not None]
        outlines += [outline for remark in explanation.remarks for outline in remark.outlines]
        differing = self._shares(tuple(outlines), frame)
        proposed = self._proposed_outlines(explanation)
        close_up = self._close_up(proposed, frame)
        return Sighting(
            small,
            glance,
            explanation,
            self._version,
            close_up,
            overlay,
            differing=differing,
            will_be_reread=self._rereadings_left > 0,
            near=near,
            proposed=self._shares(proposed, frame),
        )

    def _proposed_outlines(self, explanation: Explanation) -> tuple[NDArray[np.float32], ...]:
        """Outlines, px, of the places that the likeliest candidate is about."""
        places = explanation.candidates[0].places if explanation.candidates else ()
        return tuple(outline for place in places if (outline := self._eyes.outline_of(place)) is not None)

    @staticmethod
    def _close_up(outlines: tuple[NDArray[np.float32], ...], frame: Frame) -> Picture | None:
        if not outlines:
            return None
        corners = np.concatenate(outlines)
        low, high = corners.min(axis=0), corners.max(axis=0)
        margin = CLOSE_UP_MARGIN * float((high - low).max())
        x0, y0 = np.maximum(low - margin, 0).astype(int)
        x1, y1 = (high + margin).astype(int)
        return np.ascontiguousarray(frame.image[y0:y1, x0:x1])

    @staticmethod
    def _shares(overlay: tuple[NDArray[np.float32], ...], frame: Frame) -> tuple[NDArray[np.float32], ...]:
        height, width = frame.image.shape[:2]
        return tuple(np.divide(line, (width, height), dtype=np.float32) for line in overlay)


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
        self._sightings: queue.Queue[Sighting] = queue.Queue(maxsize=8)
        self._failing: Phrase | None = None
        self._blind = False
        self._anew = threading.Event()  # people want the whole table read anew
        self._busy_ms = math.inf  # when something last happened, by the clock of the frames
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
            task.works_on(frame.image)
            sighting = self._looker.look(frame)
            if sighting.explanation is not None:
                self._failing = None
            taken_ms = frame.time_ms if self._frames.live else None
            height, width = frame.image.shape[:2]
            reported = replace(sighting, taken_ms=taken_ms, failing=self._failing, frame=(width, height))
            self._put(reported, task)
            if sighting.explanation is not None:  # now that it is told
                give_back_pictures_of_boxes()
                give_back_holes()
            calm = self._frames.live and self._is_calm(sighting, frame)
            self._frames.spare(calm)
            if calm:
                self._rest()

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


def jpeg(picture: Picture) -> bytes:
    """The picture as JPEG of quality 80. Raises :class:`ValueError` where there is none (an empty picture)."""
    try:
        done, encoded = cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, 80])
    except cv2.error as error:
        raise ValueError(f"no JPEG from a picture of shape {picture.shape}") from error
    if not done:
        raise ValueError(f"no JPEG from a picture of shape {picture.shape}")
    return encoded.tobytes()


def shot_of(picture: Picture | None) -> tuple[bytes | None, Phrase | None]:
    """The picture as it is kept with a move, or why it is kept without: a picture never takes a move back."""
    try:
        return (jpeg(picture) if picture is not None else None), None
    except ValueError as error:
        return None, Phrase.of("store.kept_less", reason=str(error))


def picture_from_jpeg(data: bytes) -> Picture:
    """The picture (BGR) that a JPEG holds. Raises :class:`PictureError` where it is damaged."""
    return decode_picture(data, "JPEG")

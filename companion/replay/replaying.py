"""Plays a recorded evening through the real eyes, session and button box, and counts what went how."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from calibration.references import Reference
from companion.rehearsal.habits import Habits
from companion.rehearsal.outcome import Outcome
from companion.rehearsal.whole_game import Rehearsal
from companion.replay.evening import load_evening
from companion.replay.evening_eyes import EveningLessons, evening_eyes
from companion.replay.replayed_table import STEP_MS, ReplayedTable
from companion.session.table import TableSession
from companion.session.views import News
from games.any_game import AnyAction, AnyState
from games.carcassonne.actions import indistinguishable
from vision.explanation import Explanation
from vision.eyes import AnyEyes, Attention, Glance, preview_of, tell_left_open
from vision.frames import Frame

Answer = TypeVar("Answer", bound=Explanation | None)
Listener = Callable[[TableSession, tuple[News, ...]], None]


@dataclass(frozen=True, slots=True)
class Replayed:
    """What came of an evening.

    Attributes:
        outcome: the record beside the truth, and what was asked.
        turns: how many there were to record.
        learned: views of tiles that were learned.
        seconds: that it took to play, wall clock.
        first_lock_s: from the first picture to the table found, on the table's clock (:data:`STEP_MS`) and with the
            time that looking took; None where it was never found.
        still_to_proposal_ms: for each first proposal since the record moved on: from the last picture in which
            something moved, the same way.
        reading_ms: what reading that picture took of them.
    """

    outcome: Outcome
    turns: int
    learned: int
    seconds: float
    first_lock_s: float | None
    still_to_proposal_ms: tuple[float, ...]
    reading_ms: tuple[float, ...]


def replay(
    folder: Path,
    now_ms: Callable[[], int],
    listen: Listener | None = None,
    habits: Habits | None = None,
    learned: Path | None = None,
) -> Replayed:
    """Play the evening in a folder, with people who treat the tablet as these ``habits`` say. What was ``learned`` of
    an unknown edition on earlier evenings is known, and what is learned on this one comes to it.

    Raises:
        companion.replay.evening.EveningError: it can't be played.
        games.game.Refusal: its game has no eyes.
    """
    started = time.monotonic()
    evening = load_evening(folder)
    views: list[Reference] = []
    make = evening_eyes(evening, folder, views.append, EveningLessons(learned) if learned is not None else None)
    record, table = evening.record(), ReplayedTable(evening, folder)
    timed: list[TimedEyes] = []

    def opened(state: AnyState) -> AnyEyes:
        timed.append(TimedEyes(make(state), table))
        return timed[-1]

    rehearsal = Rehearsal(
        table,
        record,
        now_ms,
        listen=listen,
        answers=evening.answers,
        eyes=opened,
        alike=indistinguishable,
        habits=habits,
    )
    outcome = rehearsal.run()
    (eyes,) = timed
    return Replayed(
        outcome,
        rehearsal.turns,
        len(views),
        time.monotonic() - started,
        eyes.first_lock_s,
        tuple(eyes.still_to_proposal_ms),
        tuple(eyes.reading_ms),
    )


@dataclass(slots=True)
class TimedEyes:
    """Eyes that are timed (:class:`vision.eyes.Eyes`). Where looking takes longer than pictures are apart, what comes
    after waits, as at a table."""

    eyes: AnyEyes
    table: ReplayedTable
    first_lock_s: float | None = None
    still_to_proposal_ms: list[float] = field(default_factory=list)
    reading_ms: list[float] = field(default_factory=list)
    _free_ms: float = 0.0  # when the eyes have done with what they were given, on the table's clock
    _worked_ms: float = 0.0  # at the last frame
    _proposed: bool = False  # since the record moved on

    def look(self, frame: Frame) -> Glance:
        """See :class:`vision.eyes.Eyes`."""
        if frame.time_ms == self.table.shown_since_ms:
            self._free_ms = frame.time_ms  # what was late for the picture before is not this one's
        started = time.perf_counter()
        glance = self.eyes.look(frame)
        self._worked_ms = (time.perf_counter() - started) * 1000
        self._free_ms = max(self._free_ms, frame.time_ms) + self._worked_ms
        if self.first_lock_s is None and glance.attention is not Attention.LOST:
            self.first_lock_s = self._free_ms / 1000
        return glance

    def preview(self, state: AnyState, still: Frame) -> Explanation | None:
        """See :class:`vision.eyes.Previews`."""
        return self._timed(lambda: preview_of(self.eyes, state, still))

    def explain(self, state: AnyState, still: Frame) -> Explanation:
        """See :class:`vision.eyes.Eyes`."""
        return self._timed(lambda: self.eyes.explain(state, still))

    def _timed(self, read: Callable[[], Answer]) -> Answer:
        started = time.perf_counter()
        explanation = read()
        worked = (time.perf_counter() - started) * 1000
        self._free_ms += worked
        if not self._proposed and explanation is not None and explanation.best is not None and explanation.best.actions:
            self._proposed = True
            self.still_to_proposal_ms.append(self._free_ms - self.table.shown_since_ms + STEP_MS)
            self.reading_ms.append(self._worked_ms + worked)
        return explanation

    def left_open(self, actions: tuple[AnyAction, ...]) -> None:
        """See :class:`vision.eyes.HeedsTwins`."""
        tell_left_open(self.eyes, actions)

    def committed(self, state: AnyState) -> None:
        """See :class:`vision.eyes.Eyes`."""
        self._proposed = False
        self.eyes.committed(state)

    def overlay(self) -> tuple[NDArray[np.float32], ...]:
        """See :class:`vision.eyes.Eyes`."""
        return self.eyes.overlay()

    def outline_of(self, place: str) -> NDArray[np.float32] | None:
        """See :class:`vision.eyes.Eyes`."""
        return self.eyes.outline_of(place)

"""How the table is just now, told beside its games: what is not in any record, for whoever follows the game from the
disk. The tablet writes it where it changes, and touches it while a table is open; what was long not touched is of a
tablet that is gone.
"""

from __future__ import annotations

import logging
import os
import time
from collections.abc import Callable
from pathlib import Path
from queue import Empty, SimpleQueue

import msgspec

from calibration.files.kept_file import DamagedFile
from calibration.files.whole_file import CannotWrite
from companion.broadcast.events import Health, Trouble
from companion.locale import LANGUAGES, say
from companion.session.views import AnySession
from companion.supervised import Supervised, Task
from companion.typed_file import read_typed, write_typed

FILE = "table-health.json"
TOUCHED_S, GONE_S = 5.0, 20.0

_LOG = logging.getLogger(__name__)


class TroubleNow(msgspec.Struct, frozen=True):
    """Something that is not well: ``kind`` and ``lost`` as in the events, the sentence by language."""

    kind: str
    lost: bool
    words: dict[str, str]


class HealthNow(msgspec.Struct, frozen=True):
    """How the table is whose game is kept in the file of this name; the other fields as in the events."""

    file: str
    troubles: tuple[TroubleNow, ...] = ()
    camera: bool = False
    question: bool = False
    differs: bool = False

    def event(self, language: str, *, game: str, n: int, time_ms: int) -> Health:
        """As it is told to others."""
        return Health(
            game=game, n=n, time_ms=time_ms, camera=self.camera, question=self.question, differs=self.differs,
            troubles=tuple(
                Trouble(kind=one.kind, lost=one.lost, words=one.words.get(language, "")) for one in self.troubles
            ),
        )  # fmt: skip


def health_of(session: AnySession | None) -> HealthNow | None:
    """How an open table is; None where none is open or its game is not kept."""
    if session is None or session.path is None:
        return None
    view = session.view
    return HealthNow(
        session.path.name,
        tuple(
            TroubleNow(chip.kind.value, chip.lost, {language: say(chip.phrase, language) for language in LANGUAGES})
            for chip in view.chips
        ),
        camera=view.attention is not None,
        question=view.choice is not None,
        differs=bool(view.discrepancies),
    )


class HealthTeller:
    """The tablet's end: writes from a thread of its own, so that no screen waits for a disk. Made at once, begun with
    the first table.

    Args:
        folder: where games are kept.
    """

    def __init__(self, folder: Path) -> None:
        self._path = folder / FILE
        self._to_tell: SimpleQueue[HealthNow | None] = SimpleQueue()
        self._last: HealthNow | None = None
        self._version: tuple[int, int] | None = None
        self._writing: Supervised | None = None

    def tick(self, session: AnySession | None) -> None:
        """Tell what has changed. From the screen's clock; nothing here waits."""
        version = None if session is None else (id(session), session.version)
        if version == self._version:
            return
        self._version = version
        now = health_of(session)
        if now == self._last:
            return
        self._last = now
        self._to_tell.put(now)
        if self._writing is None:
            self._writing = Supervised("health", self._write).start()

    def close(self) -> None:
        """The tablet is gone: nothing is told of its table any more."""
        if self._writing is not None:
            self._to_tell.put(None)
            self._writing.close(0.5)
            self._writing = None
        self._last = self._version = None

    def _write(self, task: Task) -> None:
        now: HealthNow | None = None
        while not task.stopping or not self._to_tell.empty():
            try:
                now = self._to_tell.get(timeout=TOUCHED_S)
            except Empty:
                self._touch(now)
                continue
            try:
                if now is None:
                    self._path.unlink(missing_ok=True)
                elif self._path.parent.is_dir():  # a folder that is missing is not made here: its disk may come back
                    write_typed(self._path, now)
            except (OSError, CannotWrite) as error:  # a full disk is told where the game is saved
                _LOG.info("%s: %s", self._path, error)

    def _touch(self, now: HealthNow | None) -> None:
        try:
            if now is not None:
                os.utime(self._path)
        except OSError as error:
            _LOG.info("%s: %s", self._path, error)


class HealthReader:
    """The other end: what is new of the health of a game's table.

    Args:
        folder: where games are kept.
        clock: seconds since the epoch, as files are stamped.
    """

    def __init__(self, folder: Path, clock: Callable[[], float] = time.time) -> None:
        self._path, self._clock = folder / FILE, clock
        self._read: tuple[tuple[int, int, int], HealthNow | None] | None = None
        self._last: HealthNow | None = None

    def forget(self) -> None:
        """Tell it with the next look, whether or not it is new."""
        self._last = None

    def look(self, game: Path) -> HealthNow | None:
        """How the table of this game is, where that changed since the last look. A table that was left, or whose tablet
        is gone, is one without a camera and without troubles."""
        now = self._now()
        if now is None or now.file != game.name:
            now = HealthNow(game.name) if self._last is not None else None
        if now is None or now == self._last:
            return None
        self._last = now
        return now

    def _now(self) -> HealthNow | None:
        try:
            status = os.stat(self._path)
        except OSError:
            return None
        if self._clock() - status.st_mtime > GONE_S:
            return None
        stamp = status.st_ino, status.st_size, status.st_mtime_ns
        if self._read is None or self._read[0] != stamp:
            try:
                self._read = stamp, read_typed(self._path, HealthNow)
            except (OSError, DamagedFile) as error:
                _LOG.info("%s: %s", self._path, error)
                self._read = stamp, None
        return self._read[1]

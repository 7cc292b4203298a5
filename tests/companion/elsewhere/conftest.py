"""A tablet without a camera, eyes on another machine, and a real Mosquitto between them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
import pytest

from companion.club.topics import ClubPlace
from companion.elsewhere.looking import LookingElsewhere
from companion.elsewhere.watcher import RemoteWatcher
from companion.session.looking.sighting import Sighting
from companion.session.table import TableSession
from companion.supervised import Supervised
from devices.hub import monotonic_ms
from games.any_game import AnyRecord
from games.carcassonne.rules import CARCASSONNE
from games.game import Seat
from games.record import Record
from tests.companion.club.conftest import RealBroker, broker, broker_with, running, until
from vision.explanation import NEVER, Scored, explained
from vision.eyes import Attention, Glance

__all__ = ["broker", "broker_with", "running", "until"]

PLACE = ClubPlace("club", "kitchen")
SOON = (0.05,)
ROAD_EAST = ("lay BA/RFr 1,0 r0", "follower small Road E.W")


def new_record() -> AnyRecord:
    return Record.start(CARCASSONNE, CARCASSONNE.setup((Seat("Anna", "red"), Seat("Ben", "blue"))))


def lines(*notation: str) -> tuple[Any, ...]:
    return tuple(CARCASSONNE.read(line) for line in notation)


class CameraThere:
    """What looks on the other machine: sees the move that the test laid, whatever record it is told."""

    def __init__(self) -> None:
        self.records: list[tuple[int, int]] = []
        self.lies: tuple[Any, ...] = ()
        self.closed = False
        self._read = -1
        self._number = 0
        self.taken_ms: float | None = None  # None: now

    def record_moved_on(self, record: AnyRecord, version: int) -> None:
        self.records.append((len(record.log), version))

    def take(self) -> tuple[Sighting, ...]:
        self._number += 1
        small = np.full((270, 480, 3), 90, np.uint8)
        version = self.records[-1][1] if self.records else -1
        glance = Glance(self._number, 33.0 * self._number, Attention.STILL if self.records else Attention.WAITING)
        taken = float(monotonic_ms()) if self.taken_ms is None else self.taken_ms
        found = None
        if self.records and self._read != version and self.lies:
            self._read, found = version, explained((Scored(self.lies, 0.0),), self._number, otherwise=NEVER)
        return (Sighting(small, glance, found, version, taken_ms=taken, frame=(1920, 1080)),)

    def close(self) -> None:
        self.closed = True


class Elsewhere:
    """The other machine: its program can be started and pulled out."""

    def __init__(self, broker: RealBroker, start: Callable[..., Supervised]) -> None:
        self._broker, self._start = broker, start
        self.cameras: list[CameraThere] = []
        self.lies: tuple[Any, ...] = ()
        self.thread: Supervised | None = None
        self.looking: LookingElsewhere | None = None

    def start(self) -> None:
        self.looking = LookingElsewhere(PLACE, self._broker.address, self._opened, pauses=SOON)
        self.thread = self._start(self.looking.work)

    def stop(self) -> None:
        assert self.thread is not None
        self.thread.close(10)

    def lay(self, *notation: str) -> None:
        self.lies = lines(*notation)
        for camera in self.cameras:
            camera.lies = self.lies

    def _opened(self, record: AnyRecord | None) -> CameraThere:
        self.cameras.append(CameraThere())
        self.cameras[-1].lies = self.lies
        return self.cameras[-1]


@pytest.fixture
def elsewhere(broker: RealBroker, running: Callable[..., Supervised]) -> Elsewhere:
    """The machine with the camera, switched off."""
    return Elsewhere(broker, running)


@pytest.fixture
def seated(broker: RealBroker) -> Iterator[Callable[[], TableSession]]:
    """Sits down at a tablet that has its eyes elsewhere."""
    made: list[TableSession] = []

    def sit(record: AnyRecord | None = None) -> TableSession:
        watcher = RemoteWatcher(PLACE, broker.address, pauses=SOON)
        made.append(TableSession(record or new_record(), lambda: 1_000 + len(made), watcher=watcher))
        return made[-1]

    yield sit
    for session in made:
        session.close()

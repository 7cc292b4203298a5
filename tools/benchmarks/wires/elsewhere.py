"""Measures what eyes on another machine add: two processes on this one with a real Mosquitto between them.

The eyes' process holds a camera that is none: it shows a picture of noise (the largest JPEG there is) with forty
outlines twenty times a second, and explains each record in no time. So all that is measured is the way: encoding,
broker, decoding, and how long each side waits until it looks. Both processes read the same steady clock. A line that
is late and loses pieces can be put between either side and the broker; with ``looking_on_s`` nothing but looking on
happens for so long. How often people are told meanwhile that nobody looks, though somebody does, is counted.
"""

from __future__ import annotations

import multiprocessing
import os
import random
import signal
import statistics
import tempfile
import time
from itertools import islice
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from calibration.arrays import Picture
from companion.club.broker import Broker
from companion.club.topics import ClubPlace
from companion.elsewhere.looking import LookingElsewhere
from companion.elsewhere.watcher import RemoteWatcher
from companion.session.looking.sighting import INSET, Sighting
from companion.supervised import Supervised
from games.any_game import AnyRecord, any_record
from games.carcassonne.rules import CARCASSONNE
from games.game import Seat
from games.record import Record
from tools.benchmarks.wires.club import mosquitto
from tools.benchmarks.wires.slow_line import Line, SlowLine
from vision.explanation import NEVER, Scored, explained
from vision.eyes import Attention, Glance

PLACE = ClubPlace("bench", "table")
FRAME_S = 0.05
PATIENCE_S = 20.0
SOFT = 1.2  # px of blur, with which noise takes some 30 kB as a JPEG, as a picture of a table does
SEATS = (Seat("Anna", "red"), Seat("Ben", "blue"))


class _Camera:
    """What looks on the other machine. A glance's ``time_ms`` is when it was made, by the steady clock."""

    def __init__(self, seed: int, soft: bool) -> None:
        rng = np.random.default_rng(seed)
        noise = [rng.integers(0, 256, (INSET[1], INSET[0], 3), np.uint8) for _ in range(4)]
        self._pictures = [np.asarray(cv2.GaussianBlur(one, (0, 0), SOFT), np.uint8) if soft else one for one in noise]
        self._outlines = tuple(rng.random((5, 2), np.float32) for _ in range(40))
        self._version, self._explained, self._number = -1, -1, 0
        self._record: AnyRecord | None = None
        self._next = time.monotonic()

    def record_moved_on(self, record: AnyRecord, version: int) -> None:
        self._record, self._version = record, version

    def look_anew(self) -> None:
        self._explained = -1

    def take(self) -> tuple[Sighting, ...]:
        now, explanation = time.monotonic(), None
        if self._record is not None and self._explained != self._version:
            self._explained = self._version
            actions = tuple(islice(self._record.game.legal(self._record.state), 1))
            explanation = explained((Scored(actions, 0.0, ("1,0",)),), self._number, otherwise=NEVER)
        elif now < self._next:
            return ()
        self._next = max(self._next + FRAME_S, now)
        self._number += 1
        small = self._pictures[self._number % len(self._pictures)]
        glance = Glance(self._number, now * 1000, Attention.STILL)
        return (Sighting(small, glance, explanation, self._version, None, self._outlines, taken_ms=now * 1000),)

    def close(self) -> None:
        pass


def measure(
    moves: int, away: int, seed: int, *, line: Line | None = None, soft: bool = False, looking_on_s: float = 0.0
) -> dict[str, object]:
    """Times in ms. ``line``: between either side and the broker; ``soft``: pictures of ordinary size.

    ``picture_to_screen``: from a picture's making to the tablet's having it. ``move_to_explanation``: from a change of
    the record to its explanation, of which eyes of one's own would take none. ``gone_to_told``, ``back_to_explained``:
    of eyes and of a broker that were killed.
    """
    with tempfile.TemporaryDirectory(prefix="tableside-elsewhere-") as name, mosquitto(Path(name)) as broker:
        between = None if line is None else SlowLine(broker.port, line, seed)
        reached = broker.address if between is None else Broker("127.0.0.1", between.port)
        eyes = _Process(reached, seed, soft)
        watcher = RemoteWatcher(PLACE, reached)
        tablet = _Tablet(watcher, seed)
        try:
            tablet.until_explained()
            for _ in range(moves):
                tablet.move()
            tablet.look_on(looking_on_s)
            wrongly = tablet.troubles
            cpu = eyes.cpu_share(), tablet.cpu_share()
            gone_eyes, back_eyes, frozen = [], [], []
            gone_broker, back_broker = [], []
            for _ in range(away):
                began = time.monotonic()
                eyes.freeze()
                frozen.append(tablet.until_noticed(began))
                eyes.thaw()
                tablet.until_seen()
                began = time.monotonic()
                eyes.kill()
                gone_eyes.append(tablet.until_noticed(began))
                began = time.monotonic()
                eyes.start()
                back_eyes.append(tablet.until_explained(began))
                began = time.monotonic()
                broker.kill()
                gone_broker.append(tablet.until_noticed(began))
                began = time.monotonic()
                broker.start()
                back_broker.append(tablet.until_explained(began))
        finally:
            watcher.close()
            eyes.kill()
            if between is not None:
                between.close()
    return {
        "seed": seed,
        "load_before": round(os.getloadavg()[0], 1),
        "picture_to_screen_ms": _spread(tablet.pictures),
        "move_to_explanation_ms": _spread(tablet.answers),
        "told_wrongly_that_nobody_looks": wrongly,
        "cpu_share_of_a_core": {"eyes": cpu[0], "tablet": cpu[1]},
        "eyes_gone_to_told_ms": _spread(gone_eyes),
        "eyes_frozen_to_told_ms": _spread(frozen),
        "eyes_started_to_explained_ms": _spread(back_eyes),
        "broker_gone_to_told_ms": _spread(gone_broker),
        "broker_back_to_explained_ms": _spread(back_broker),
    }


class _Tablet:
    """Somebody who plays, and looks at the clock."""

    def __init__(self, watcher: RemoteWatcher, seed: int) -> None:
        self.pictures: list[float] = []
        self.answers: list[float] = []
        self.troubles = 0
        self._watcher, self._rng = watcher, random.Random(seed)
        self._record: AnyRecord = any_record(Record.start(CARCASSONNE, CARCASSONNE.setup(SEATS)))
        self._version = 0
        self._picture: Picture | None = None
        self._cpu, self._since = time.process_time(), time.monotonic()
        watcher.record_moved_on(self._record, 0)

    def move(self) -> None:
        """Play a move, and wait until it is explained; then people think for a moment."""
        if self._record.game.player_to_move(self._record.state) is None:
            self._record = any_record(Record.start(CARCASSONNE, CARCASSONNE.setup(SEATS)))
        self._record = self._record.play(self._record.game.sample(self._record.state, self._rng))
        self._version += 1
        began = time.monotonic()
        self._watcher.record_moved_on(self._record, self._version)
        self.answers.append(self.until_explained(began))
        self.look_on(self._rng.uniform(0.1, 0.3))

    def look_on(self, seconds: float) -> None:
        """Do nothing else."""
        until = time.monotonic() + seconds
        while time.monotonic() < until:
            self._take()

    def until_explained(self, began: float = 0.0) -> float:
        """Milliseconds from ``began`` until the record as it is was explained."""
        took = self._until(lambda one: one.explanation is not None and one.record_version == self._version, began)
        if not began:
            self.troubles = 0  # before there were eyes
        return took

    def until_noticed(self, began: float) -> float:
        """Milliseconds until people are told that there are no eyes."""
        return self._until(lambda one: one.trouble is not None, began)

    def until_seen(self) -> None:
        """Wait for the next picture."""
        self._until(lambda one: one.glance is not None, 0.0)

    def cpu_share(self) -> float:
        """Of one core, since the beginning; the clock of this measure included."""
        return round((time.process_time() - self._cpu) / (time.monotonic() - self._since), 3)

    def _until(self, true: Any, began: float) -> float:
        end = time.monotonic() + PATIENCE_S
        while not any(map(true, self._take())):
            if time.monotonic() > end:
                raise TimeoutError
        return (time.monotonic() - began) * 1000

    def _take(self) -> tuple[Sighting, ...]:
        time.sleep(0.002)
        taken = self._watcher.take()
        for one in taken:
            self.troubles += one.trouble is not None
            if one.glance is not None and one.small is not None and one.small is not self._picture:
                self._picture = one.small
                self.pictures.append(time.monotonic() * 1000 - one.glance.time_ms)
        return taken


class _Process:
    """The other machine."""

    def __init__(self, broker: Broker, seed: int, soft: bool) -> None:
        self._context = multiprocessing.get_context("spawn")
        self._given = broker.host, broker.port, seed, soft
        self._share = self._context.Value("d", 0.0)
        self.start()

    def start(self) -> None:
        """Switch it on."""
        self._process = self._context.Process(target=_look, args=(*self._given, self._share), daemon=True)
        self._process.start()

    def kill(self) -> None:
        """Pull it out."""
        self._process.kill()
        self._process.join()

    def freeze(self) -> None:
        """It stands still without a word, as when its network is gone."""
        os.kill(self._process.pid or 0, signal.SIGSTOP)

    def thaw(self) -> None:
        """It goes on."""
        os.kill(self._process.pid or 0, signal.SIGCONT)

    def cpu_share(self) -> float:
        """Of one core."""
        return round(float(self._share.value), 3)


def _look(host: str, port: int, seed: int, soft: bool, share: Any) -> None:
    looking = LookingElsewhere(PLACE, Broker(host, port), lambda record: _Camera(seed, soft))
    thread = Supervised("eyes", looking.work).start()
    began, cpu = time.monotonic(), time.process_time()
    while not thread.join(0.5):
        share.value = (time.process_time() - cpu) / (time.monotonic() - began)


def _spread(times: list[float]) -> dict[str, float]:
    ordered = sorted(times) or [0.0]
    return {
        "median": round(statistics.median(ordered), 1),
        "p95": round(ordered[min(len(ordered) - 1, round(0.95 * len(ordered)))], 1),
        "worst": round(ordered[-1], 1),
        "n": len(times),
    }

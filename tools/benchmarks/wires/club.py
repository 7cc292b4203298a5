"""Measures a club: simulated tables around a real Mosquitto on this machine, told to a real database.

Tables replay games that were played before, each move brought to the disk as at a real table, and told by the publisher
of the companion. They share one process (a thread each), the broker and the database have one each: with many tables it
is this one process that works most, which real tables on machines of their own do not share.
"""

from __future__ import annotations

import multiprocessing
import os
import random
import shutil
import socket
import sqlite3
import statistics
import subprocess
import tempfile
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from companion.broadcast.events import Moved, event_from_json
from companion.club.broker import Broker, BrokerAway, Connection, Message
from companion.club.keeping import ResultKeeper
from companion.club.outbox import Outbox
from companion.club.publisher import Publisher
from companion.club.results import Results
from companion.club.topics import ClubPlace, everywhere
from companion.store import SUFFIX, StoredGame
from companion.supervised import Supervised
from games.any_game import any_record
from games.carcassonne.rules import CARCASSONNE
from games.game import Seat
from games.record import Entry, Record
from tools.benchmarks.budget.peak_memory import peak_memory_of, resident_memory_mb

CLUB = "bench"
SEATS = (Seat("Anna", "red"), Seat("Ben", "blue"))
PLAYED_BEFORE = 4  # games that the tables replay
PACE_S = 1.0  # between two moves of a table: some twenty times as fast as people
PATIENCE_S = 120.0  # for what is still on its way at the end


@dataclass(frozen=True)
class Size:
    """How much is measured: of each number of tables so many seconds."""

    tables: tuple[int, ...] = (1, 10, 100)
    seconds: float = 40.0
    away_s: float = 5.0  # the broker, in the middle


def measure(size: Size, seed: int) -> dict[str, object]:
    """Every number of tables, first undisturbed, then with the broker killed in the middle and messages told twice and
    out of order. ``lost`` and ``doubled`` count events in the database; times in ms, memory in MB."""
    games = _played_before(seed)
    found: dict[str, object] = {"seed": seed, "pace_s": PACE_S, "load_before": round(os.getloadavg()[0], 1)}
    for tables in size.tables:
        found[f"tables_{tables}"] = _round(tables, size, games, seed, faults=False)
        found[f"tables_{tables}_with_faults"] = _round(tables, size, games, seed, faults=True)
    return found


def _played_before(seed: int) -> tuple[tuple[Entry, ...], ...]:
    games = []
    for number in range(PLAYED_BEFORE):
        rng, record = random.Random(seed + number), Record.start(CARCASSONNE, CARCASSONNE.setup(SEATS))
        while CARCASSONNE.player_to_move(record.state) is not None:
            record = record.play(CARCASSONNE.sample(record.state, rng))
        games.append(record.log)
    return tuple(games)


def _round(
    tables: int, size: Size, games: tuple[tuple[Entry, ...], ...], seed: int, *, faults: bool
) -> dict[str, object]:
    with tempfile.TemporaryDirectory(prefix="tableside-club-") as name, mosquitto(Path(name)) as broker:
        folder = Path(name)
        context = multiprocessing.get_context("spawn")
        end, queue = context.Event(), context.Queue()
        process = context.Process(target=_tables, args=(folder, broker.port, tables, games, end, queue), daemon=True)
        ear, mischief = _BrokerEar(broker.address), _Mischief(broker.address, random.Random(seed))
        results = Results(f"sqlite:///{folder / 'club.db'}")
        keeper = ResultKeeper(broker.address, CLUB, results, pauses=(0.2,))
        threads = [Supervised("results", keeper.work).start(), Supervised("ear", ear.work).start()]
        if faults:
            threads.append(Supervised("mischief", mischief.work).start())
        process.start()
        try:
            queue.get(timeout=PATIENCE_S)  # all tables sit
            began = time.monotonic()
            if faults:
                _pass(size.seconds / 2)
                broker.kill()
                _pass(size.away_s)
                broker.start()
                _pass(size.seconds / 2)
            else:
                _pass(size.seconds)
            end.set()
            expected: dict[str, tuple[int, tuple[int, ...]]] = queue.get(timeout=PATIENCE_S)
            lasted = time.monotonic() - began
            settled_s = _until(lambda: _events_in(folder) >= sum(n + 1 for n, _ in expected.values()))
            memory = {
                "broker": broker.memory_mb(),
                "tables": queue.get(timeout=PATIENCE_S),
                "results": resident_memory_mb(),
            }
        finally:
            for thread in threads:
                thread.close(5.0)
            process.join(5.0)
            process.kill()
            results.close()
        return {
            **_judged(folder, expected),
            **ear.figures(lasted),
            "told_twice_on_purpose": mischief.repeated,
            "settled_after_s": settled_s,
            "memory_mb": memory,
        }


def _judged(folder: Path, expected: dict[str, tuple[int, tuple[int, ...]]]) -> dict[str, int]:
    """What is in the database against what is on the tables' disks."""
    with closing(sqlite3.connect(folder / "club.db")) as database:
        by_table = "SELECT board, {} FROM club_event GROUP BY board"
        kept = Counter(dict(database.execute(by_table.format("count(DISTINCT n)")).fetchall()))
        rows = Counter(dict(database.execute(by_table.format("count(*)")).fetchall()))
        seats = database.execute("SELECT board, score FROM club_seat ORDER BY board, seat").fetchall()
    scores: dict[str, tuple[int, ...]] = {}
    for board, score in seats:
        scores[board] = (*scores.get(board, ()), score)
    return {
        "events": sum(n + 1 for n, _ in expected.values()),
        "lost": sum(n + 1 - kept[table] for table, (n, _) in expected.items()),
        "doubled": sum(rows[table] - kept[table] for table in expected),
        "wrong_scores": sum(scores.get(table) != moves for table, (_, moves) in expected.items()),
    }


def _events_in(folder: Path) -> int:
    with closing(sqlite3.connect(folder / "club.db", timeout=10)) as database:
        return int(database.execute("SELECT count(*) FROM club_event").fetchone()[0])


def _until(true: Callable[[], bool]) -> float:
    began = time.monotonic()
    while not true() and time.monotonic() - began < PATIENCE_S:
        _pass(0.1)
    return round(time.monotonic() - began, 1)


def _pass(seconds: float) -> None:
    threading.Event().wait(seconds)


# The tables


def _tables(folder: Path, port: int, tables: int, games: tuple[tuple[Entry, ...], ...], end: Any, queue: Any) -> None:
    """In a process of its own: sit down, play until the end, tell how far each came."""
    seated = [_Seated(folder / f"table-{number}", games[number % len(games)]) for number in range(tables)]
    broker = Broker("127.0.0.1", port)
    threads = []
    for number, table in enumerate(seated):
        outbox = Outbox(table.folder, table.folder, "en", now_ms=1)
        publisher = Publisher(ClubPlace(CLUB, f"table-{number}"), broker, table.folder, outbox, pauses=(0.2, 0.5, 1.0))
        threads.append(Supervised(f"table-{number}", publisher.work).start())
    queue.put("seated")
    turn = 0
    began = time.monotonic()
    while not end.is_set():
        table = seated[turn % tables]
        table.play()
        turn += 1
        _pass(max(0.0, began + turn * PACE_S / tables - time.monotonic()))
    queue.put({f"table-{number}": (len(table.record.log), table.record.scores) for number, table in enumerate(seated)})
    queue.put(resident_memory_mb())
    _pass(PATIENCE_S)  # the publishers go on until this process is ended


class _Seated:
    """A table at which a game is played again, each move kept as in a session."""

    def __init__(self, folder: Path, game: tuple[Entry, ...]) -> None:
        self.folder = folder
        folder.mkdir()
        self._game = game
        self.record = Record.start(CARCASSONNE, CARCASSONNE.setup(SEATS))
        self._stored = StoredGame.create(folder / f"game{SUFFIX}", any_record(self.record), time_ms=_now_ms())

    def play(self) -> None:
        """The next move; after the last one people undo it and play it again."""
        number = len(self.record.log)
        now = _now_ms()
        if number < len(self._game):
            action = CARCASSONNE.read(self._game[number].notation)
            self.record = self.record.play(action, time_ms=now)
        elif self.record.undone:
            self.record = self.record.redo(time_ms=now)
        else:
            self.record = self.record.undo(time_ms=now)
        self._stored.keep(any_record(self.record), time_ms=now)


def _now_ms() -> int:
    return time.time_ns() // 1_000_000


# Who listens


class _BrokerEar:
    """Hears every event, and how long after it happened."""

    def __init__(self, broker: Broker) -> None:
        self._broker = broker
        self._seen: set[tuple[str, int]] = set()
        self._lags: list[int] = []
        self._heard = self._again = 0
        self._late = 0

    def work(self, task: Any) -> None:
        while not task.stopping:
            try:
                connection = Connection(self._broker, "ear", heard=self._hear)
                connection.subscribe(everywhere(CLUB, "events", "+", "+"))
                while not task.stopping:
                    connection.turn(0.1)
            except BrokerAway:
                task.pause(0.2)

    def _hear(self, message: Message) -> None:
        now = _now_ms()
        event = event_from_json(message.payload)
        key = (message.topic, event.n)
        self._heard += 1
        if key in self._seen:
            self._again += 1
            return
        self._seen.add(key)
        if isinstance(event, Moved):
            self._lags.append(now - event.time_ms)

    def figures(self, seconds: float) -> dict[str, object]:
        lags = sorted(self._lags) or [0]
        return {
            "messages_a_second": round(self._heard / seconds, 1),
            "heard_twice": self._again,
            "lag_ms": {
                "median": round(statistics.median(lags)),
                "p95": lags[min(len(lags) - 1, round(0.95 * len(lags)))],
                "worst": lags[-1],
                "n": len(self._lags),
            },
        }


class _Mischief:
    """Tells every fifth event once more, some later and out of order."""

    def __init__(self, broker: Broker, rng: random.Random) -> None:
        self.repeated = 0
        self._broker, self._rng = broker, rng
        self._kept: list[Message] = []

    def work(self, task: Any) -> None:
        while not task.stopping:
            try:
                connection = Connection(self._broker, "mischief", heard=self._hear)
                connection.subscribe(everywhere(CLUB, "events", "+", "+"))
                while not task.stopping:
                    connection.turn(0.1)
                    if len(self._kept) > 10:
                        self._rng.shuffle(self._kept)
                        for message in self._kept[:5]:
                            connection.publish(message.topic, message.payload)
                            self.repeated += 1
                        self._kept = self._kept[5:]
            except BrokerAway:
                task.pause(0.2)

    def _hear(self, message: Message) -> None:
        if self._rng.random() < 0.2:
            self._kept.append(message)


# The broker


class Mosquitto:
    """A broker that keeps nothing on the disk: a kill takes all that it had acknowledged."""

    def __init__(self, folder: Path) -> None:
        program = shutil.which("mosquitto", path=f"{os.environ.get('PATH', '')}:/usr/sbin")
        if program is None:
            raise OSError("no mosquitto on this machine: sudo apt-get install mosquitto")
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port: int = free.getsockname()[1]
        config = folder / "mosquitto.conf"
        lines = (f"listener {self.port} 127.0.0.1", "allow_anonymous true", "max_queued_messages 0", "user root")
        config.write_text("\n".join(lines) + "\n", encoding="utf-8")
        self._command = [program, "-c", str(config)]
        self.start()

    @property
    def address(self) -> Broker:
        """Where it listens."""
        return Broker("127.0.0.1", self.port)

    def start(self) -> None:
        """Start, and wait until it answers."""
        quiet = subprocess.DEVNULL
        self._process = subprocess.Popen(self._command, stdout=quiet, stderr=quiet)
        _until(self._answers)

    def _answers(self) -> bool:
        with socket.socket() as asks:
            return asks.connect_ex(("127.0.0.1", self.port)) == 0

    def kill(self) -> None:
        """As the power cut does it."""
        self._process.kill()
        self._process.wait()

    def memory_mb(self) -> float:
        """At most until now."""
        return peak_memory_of(self._process.pid)


@contextmanager
def mosquitto(folder: Path) -> Iterator[Mosquitto]:
    """A real broker on this machine, until the end of the block."""
    broker = Mosquitto(folder)
    try:
        yield broker
    finally:
        broker.kill()

"""A real broker on this machine's loopback, and tables that play beside it."""

from __future__ import annotations

import os
import random
import socket
import subprocess
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from companion.club.broker import Broker, Connection, Message
from companion.store import SUFFIX, StoredGame
from companion.supervised import Supervised
from games.carcassonne.rules import CARCASSONNE
from games.game import Seat
from games.record import Record

PATIENCE_S = 20.0  # of a test for something that takes some hundredths of a second


def until(true: Callable[[], Any], *, turn: Callable[[], Any] = lambda: time.sleep(0.01)) -> Any:
    """Wait for something that another process or thread brings about."""
    end = time.monotonic() + PATIENCE_S
    while not (found := true()):
        assert time.monotonic() < end, "it never came about"
        turn()
    return found


class RealBroker:
    """Mosquitto in a process of its own."""

    def __init__(self, program: str, folder: Path, *lines: str) -> None:
        self._program, self._folder = program, folder
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port: int = free.getsockname()[1]
        self._lines = lines or ("allow_anonymous true",)
        self.process: subprocess.Popen[bytes] | None = None
        self.start()

    @property
    def address(self) -> Broker:
        return Broker("127.0.0.1", self.port)

    def start(self) -> None:
        config = self._folder / "mosquitto.conf"
        lines = (f"listener {self.port} 127.0.0.1", "max_queued_messages 0", f"user {os.environ.get('USER', 'root')}")
        config.write_text("\n".join((*lines, *self._lines)) + "\n", encoding="utf-8")
        quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
        self.process = subprocess.Popen([self._program, "-c", str(config)], **quiet)
        until(self._answers)

    def _answers(self) -> bool:
        with socket.socket() as asks:
            return asks.connect_ex(("127.0.0.1", self.port)) == 0

    def kill(self) -> None:
        """As the power cut does it."""
        assert self.process is not None
        self.process.kill()
        self.process.wait()


@pytest.fixture
def broker_with(server_program: Callable[[str, str], str], tmp_path: Path) -> Iterator[Callable[..., RealBroker]]:
    """Makes brokers with lines of configuration."""
    program = server_program("mosquitto", "mosquitto")
    made: list[RealBroker] = []

    def make(*lines: str) -> RealBroker:
        made.append(RealBroker(program, tmp_path, *lines))
        return made[-1]

    yield make
    for broker in made:
        broker.kill()


@pytest.fixture
def broker(broker_with: Callable[..., RealBroker]) -> RealBroker:
    """A broker that lets everybody in."""
    return broker_with()


class Player:
    """Somebody who plays at a table: keeps every move as a session does."""

    def __init__(self, folder: Path, name: str = "evening", *, seats: str = "Anna Ben") -> None:
        self.folder = folder
        folder.mkdir(parents=True, exist_ok=True)
        colours = ("red", "blue", "green")
        people = tuple(Seat(one, colour) for one, colour in zip(seats.split(), colours, strict=False))
        self.record = Record.start(CARCASSONNE, CARCASSONNE.setup(people))
        self.began_ms = time.time_ns() // 1_000_000
        self.stored = StoredGame.create(folder / f"{name}{SUFFIX}", self.record, time_ms=self.began_ms)
        self._rng = random.Random(3)

    @property
    def game(self) -> str:
        return f"carcassonne-{self.began_ms}"

    def play(self, moves: int = 1) -> None:
        for _ in range(moves):
            action = CARCASSONNE.sample(self.record.state, self._rng)
            self.record = self.record.play(action, time_ms=self.began_ms + len(self.record.log))
            self.stored.keep(self.record, time_ms=self.began_ms)

    def play_to_the_end(self) -> None:
        while CARCASSONNE.player_to_move(self.record.state) is not None:
            action = CARCASSONNE.sample(self.record.state, self._rng)
            self.record = self.record.play(action, time_ms=self.began_ms + len(self.record.log))
        self.stored.keep(self.record, time_ms=self.began_ms)

    def undo(self) -> None:
        self.record = self.record.undo(time_ms=self.began_ms + len(self.record.log))
        self.stored.keep(self.record, time_ms=self.began_ms)


@pytest.fixture
def seated(tmp_path: Path) -> Iterator[Callable[..., Player]]:
    """Sits people down at tables; each table has a folder of its own."""
    made: list[Player] = []

    def sit(table: str = "7", *args: Any, **wishes: Any) -> Player:
        made.append(Player(tmp_path / "tables" / table, *args, **wishes))
        return made[-1]

    yield sit
    for one in made:
        one.stored.close()


class Ear:
    """Hears everything under some topics, in order."""

    def __init__(self, broker: Broker, *filters: str) -> None:
        self.heard: list[Message] = []
        self._connection = Connection(broker, "ear", heard=self.heard.append)
        self._connection.subscribe(*filters)
        self._connection.turn(0.05)

    def until(self, true: Callable[[list[Message]], Any]) -> Any:
        return until(lambda: true(self.heard), turn=lambda: self._connection.turn(0.02))

    def turn(self) -> None:
        self._connection.turn(0.02)

    def close(self) -> None:
        self._connection.close()


@pytest.fixture
def ears() -> Iterator[Callable[..., Ear]]:
    """Makes ears."""
    made: list[Ear] = []

    def make(broker: Broker, *filters: str) -> Ear:
        made.append(Ear(broker, *filters))
        return made[-1]

    yield make
    for one in made:
        one.close()


@pytest.fixture
def running() -> Iterator[Callable[..., Supervised]]:
    """Starts the work of threads, and ends it with the test."""
    started: list[Supervised] = []

    def start(work: Callable[..., None]) -> Supervised:
        thread = Supervised("club", work)
        started.append(thread)
        return thread.start()

    yield start
    for one in started:
        assert one.close(PATIENCE_S)

"""A table that somebody plays, and the page of it served on a free port of this machine."""

from __future__ import annotations

import asyncio
import random
import threading
from dataclasses import dataclass, field
from http.client import HTTPConnection
from typing import Any
from urllib.parse import urlencode

import pytest

from calibration.files.user_folders import data_folder
from companion.broadcast.following import PlayedIn, TableFollower
from companion.locale import LANGUAGES
from companion.onlookers.door import Door
from companion.onlookers.live_page import LivePage
from companion.onlookers.server import OnlookersServer, OnlookersSite, listening
from companion.onlookers.wire import PhonePress
from companion.store import SUFFIX, StoredGame
from companion.titles.registry import game_named
from games.game import Seat
from games.record import Record

SEATS = (Seat("Anna", "red"), Seat("Ben", "blue"), Seat("Cem", "green"))
PATIENCE_S = 20.0


class Table:
    """Somebody plays, and every move is kept."""

    def __init__(self, key="carcassonne", seats=SEATS):
        game = game_named(key)
        self.record = Record.start(game, game.setup(seats))
        self._rng = random.Random(3)
        self.stored = StoredGame.create(data_folder() / f"{key}-1{SUFFIX}", self.record, time_ms=1000)

    def play(self, actions=1):
        for _ in range(actions):
            action = self.record.game.sample(self.record.state, self._rng)
            self.record = self.record.play(action, time_ms=len(self.record.log))
        self.stored.keep(self.record, time_ms=2000)


@dataclass
class Answer:
    """What the server said."""

    status: int
    headers: dict[str, str]
    text: str
    body: bytes = b""


@dataclass
class Clock:
    """Seconds that pass when a test says so."""

    now: float = 0.0

    def __call__(self) -> float:
        return self.now


@dataclass
class Served:
    """A served page, and devices that ask for it."""

    door: Door
    page: LivePage
    clock: Clock
    port: int
    loop: asyncio.AbstractEventLoop
    site: OnlookersSite
    pressed: list[PhonePress]
    cookies: dict[str, str] = field(default_factory=dict)
    connections: list[HTTPConnection] = field(default_factory=list)

    def run(self, work: Any) -> Any:
        """Let the server's loop do this, and wait for it."""
        return asyncio.run_coroutine_threadsafe(work, self.loop).result(PATIENCE_S)

    def look(self) -> None:
        """The server looks at the table."""
        self.run(self.page.look())

    def ask(self, path, *, device="", **how: Any) -> Answer:
        """A request of a device, as :meth:`open` takes it; ``device`` keeps its cookie."""
        response, connection = self.open(path, device=device, **how)
        body = response.read()
        connection.close()
        if (cookie := response.getheader("set-cookie")) is not None and device:
            self.cookies[device] = cookie.split(";")[0]
        headers = {name.lower(): value for name, value in response.getheaders()}
        return Answer(response.status, headers, body.decode("utf-8", "replace"), body)

    def open(self, path, *, device="", method="GET", form=None, language="en", accept="*/*"):
        """A request whose answer is still to be read, and its connection."""
        connection = HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE_S)
        self.connections.append(connection)
        headers = {"Accept-Language": language, "Accept": accept}
        if device in self.cookies:
            headers["Cookie"] = self.cookies[device]
        body = urlencode(form) if form is not None else None
        if body is not None:
            headers["Content-Type"] = "application/x-www-form-urlencoded"
        connection.request(method, path, body=body, headers=headers)
        return connection.getresponse(), connection

    def enter(self, code, device="phone", language="en") -> Answer:
        """A device types a code."""
        return self.ask("/enter", device=device, method="POST", form={"code": code}, language=language)

    def admit(self, device="phone") -> None:
        """A device types the code that is shown now."""
        assert self.enter(self.door.code, device).status == 303


@pytest.fixture
def table():
    made = Table()
    yield made
    made.stored.close()


@pytest.fixture
def served():
    """The page as it is served; the table is looked at when a test says so."""
    clock = Clock()
    page, door = LivePage(TableFollower(PlayedIn(data_folder()), LANGUAGES, data_folder())), Door(clock)
    pressed = []
    site = OnlookersSite(page, door, hand_on=pressed.append, poll_every_s=None)
    server = OnlookersServer(site)
    loop, sock = asyncio.new_event_loop(), listening("127.0.0.1", 0)
    thread = threading.Thread(target=lambda: loop.run_until_complete(server.serve(sockets=[sock])), name="served")
    thread.start()
    it = Served(door, page, clock, sock.getsockname()[1], loop, site, pressed)
    yield it
    for connection in it.connections:
        connection.close()
    loop.call_soon_threadsafe(server.stop)
    thread.join(PATIENCE_S)
    sock.close()
    loop.close()

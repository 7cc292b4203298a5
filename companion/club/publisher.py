"""One table tells its club: every event in order and once, and how the table stands. The work of a supervised thread.

Nothing at the table waits for it: it reads what the game's writer has put on the disk. While the broker is away it
tries again, ever more seldom, and then goes on behind the last event that the broker acknowledged.
"""

from __future__ import annotations

import json
import logging
import random
import time
from collections import deque
from collections.abc import Callable
from functools import partial
from pathlib import Path

import msgspec

from companion.broadcast.events import event_json
from companion.broadcast.table_now import TableNow
from companion.club.beside_games import waits_since
from companion.club.broker import Broker, BrokerAway, Connection, Message
from companion.club.home_assistant import discovery
from companion.club.outbox import GameHeard, Outbox, OutboxEvent
from companion.club.topics import OFF, OFFLINE, ON, ONLINE, ClubPlace
from companion.supervised import Task
from games.game import Phrase

PAUSES_S = (1.0, 2.0, 5.0, 10.0, 20.0)  # between two tries for a broker that is away
MOST_ON_THE_WAY = 100  # events that the broker has not acknowledged
POLL_EVERY_S, SCANS_EVERY_S, SAVES_EVERY_S = 0.1, 2.0, 2.0
TURN_S = 0.05
GOODBYE_S = 0.5  # that what is on its way may take when the table leaves

_LOG = logging.getLogger(__name__)
_ENCODE = msgspec.json.Encoder().encode


class Publisher:
    """Tells the club of one table.

    Args:
        place: which table of which club.
        broker: where to.
        folder: where the games are kept.
        outbox: what of them the club has not heard.
        pauses: seconds between two tries for a broker that is away.
        chance: makes each pause up to twice as long, so that not all tables come back at once; the system's by default.
        clock: seconds.

    Attributes:
        trouble: why the club does not hear us just now; None where it does. Read from any thread.
    """

    def __init__(
        self,
        place: ClubPlace,
        broker: Broker,
        folder: Path,
        outbox: Outbox,
        *,
        pauses: tuple[float, ...] = PAUSES_S,
        chance: random.Random | None = None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self.trouble: Phrase | None = None
        self._place, self._broker, self._outbox = place, broker, outbox
        self._folder = folder
        self._scanned = float("-inf")
        self._chance = chance or random.SystemRandom()
        self._pauses, self._clock = pauses, clock

    def work(self, task: Task) -> None:
        """Tell until the task is to stop. Raises :class:`companion.club.broker.BadBroker`, ``OSError`` and
        ``games.game.Refusal``."""
        tries = 0
        while not task.stopping:
            try:
                connection = Connection(
                    self._broker, f"tableside {self._place.base}", will=self._place.online, heard=self._asked
                )
                tries = 0
                self._tell(connection, task)
            except BrokerAway as away:
                if self.trouble is None:
                    _LOG.info("%s", away)
                self.trouble = away.phrase
                self._outbox.rewind()
                task.pause(self._pauses[min(tries, len(self._pauses) - 1)] * (1 + self._chance.random()))
                tries += 1

    def _tell(self, connection: Connection, task: Task) -> None:
        _LOG.info("%s tells its club", self._place.table)
        self.trouble = None
        connection.subscribe(self._place.again)
        connection.publish(self._place.online, ONLINE, retain=True)
        telling = _Telling(self._place, connection, self._outbox)
        looked = saved = self._scanned = float("-inf")
        try:
            while not task.stopping:
                now = self._clock()
                if now - self._scanned >= SCANS_EVERY_S:
                    self._outbox.scan()
                    self._scanned = now
                if now - looked >= POLL_EVERY_S:
                    self._outbox.read()
                    telling.show(self._outbox.newest, waits_since(self._folder))
                    looked = now
                telling.send()
                connection.turn(TURN_S)
                if now - saved >= SAVES_EVERY_S:
                    self._outbox.save()
                    telling.index(self._outbox.games)
                    saved = now
            connection.publish(self._place.online, OFFLINE, retain=True)
            until = self._clock() + GOODBYE_S
            while connection.unacknowledged and self._clock() < until:
                connection.turn(TURN_S)
            connection.close()
        finally:
            self._outbox.save()

    def _asked(self, message: Message) -> None:
        """Somebody misses events of a game."""
        try:
            wanted = msgspec.json.decode(message.payload, type=GameAgain)
        except msgspec.DecodeError as error:
            _LOG.info("%s: %s", message.topic, error)
            return
        _LOG.info("%s is told again from event %d on", wanted.game, wanted.first)
        self._outbox.again(wanted.game, wanted.first)
        self._scanned = float("-inf")


class GameAgain(msgspec.Struct, frozen=True):
    """The wish to be told a game again, from event ``first`` on."""

    game: str
    first: int


class GameIndexed(msgspec.Struct, frozen=True):
    """A game that was told: the last event is ``n``."""

    game: str
    telling: int
    n: int


class _Telling:
    """What one connection has sent."""

    def __init__(self, place: ClubPlace, connection: Connection, outbox: Outbox) -> None:
        self._place, self._connection, self._outbox = place, connection, outbox
        self._on_the_way: deque[list[OutboxEvent | bool]] = deque()
        self._shown: dict[str, bytes] = {}

    def send(self) -> None:
        """Events, as many as may be on the way."""
        while len(self._on_the_way) < MOST_ON_THE_WAY and (event := self._outbox.next()) is not None:
            sent: list[OutboxEvent | bool] = [event, False]
            self._on_the_way.append(sent)
            topic = self._place.events(event.event.game, event.telling)
            self._connection.publish(topic, event_json(event.event), acked=partial(self._acked, sent))

    def _acked(self, sent: list[OutboxEvent | bool]) -> None:
        """Only what was acknowledged without a gap counts, in whichever order the broker does it."""
        sent[1] = True
        while self._on_the_way and self._on_the_way[0][1]:
            event = self._on_the_way.popleft()[0]
            assert isinstance(event, OutboxEvent)
            self._outbox.acknowledged(event)

    def show(self, now: TableNow | None, waits_ms: int | None) -> None:
        """What is retained: sent where it is new."""
        if now is not None:
            short = msgspec.structs.replace(now, moves=(), health=None)
            self._retain(self._place.health, b"" if now.health is None else _ENCODE(now.health))
            if self._retain(self._place.state, _ENCODE(short)):
                for seat in now.seats:
                    self._retain(self._place.turn(seat.seat), ON if now.to_move == seat.seat else OFF)
                for topic, payload in discovery(self._place, len(now.seats)):
                    self._retain(topic, payload)
        self._retain(self._place.helper, b"" if waits_ms is None else json.dumps({"since_ms": waits_ms}).encode())

    def index(self, games: tuple[GameHeard, ...]) -> None:
        """Which games were told, and how far."""
        indexed = [GameIndexed(one.game, one.telling, one.n) for one in games if one.n >= 0]
        if indexed:
            self._retain(self._place.games, _ENCODE(indexed))

    def _retain(self, topic: str, payload: bytes) -> bool:
        if self._shown.get(topic) == payload:
            return False
        self._shown[topic] = payload
        self._connection.publish(topic, payload, retain=True)
        return True

"""Takes a club's events into the database of results, and asks for what is missing there. The work of a thread."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable

import msgspec

from companion.club.broker import Broker, Connection, Kept, Message
from companion.club.listening import Listener
from companion.club.publisher import PAUSES_S, GameAgain, GameIndexed
from companion.club.results import KEPT_S, Numbered, Results, numbered
from companion.club.topics import ClubPlace, everywhere, heard_at
from companion.supervised import Task
from games.game import Phrase

ASKS_EVERY_S = 3.0  # a table for the same game; what is on its way has arrived by then
MOST_AT_ONCE = 500  # events of one transaction

_LOG = logging.getLogger(__name__)


class ResultKeeper:
    """Args:
    broker: where to. club: whose events.
    results: where they go.
    pauses: seconds between two tries for a broker that is away.
    clock: seconds.

    Attributes:
        kept: how many messages were taken, told twice or not.
    """

    def __init__(
        self,
        broker: Broker,
        club: str,
        results: Results,
        *,
        pauses: tuple[float, ...] = PAUSES_S,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self.kept = 0
        self._club, self._results, self._clock = club, results, clock
        self._batch: list[tuple[Message, Numbered]] = []
        self._connection: Connection | None = None
        self._indexed: dict[tuple[ClubPlace, str], GameIndexed] = {}
        self._asked_s: dict[tuple[ClubPlace, str], float] = {}
        self._listener = Listener(
            broker,
            f"tableside results {club}",
            (everywhere(club, "events", "+", "+"), everywhere(club, "games")),
            self._hear,
            kept=Kept(KEPT_S),
            idle=self._idle,
            pauses=pauses,
        )

    @property
    def trouble(self) -> Phrase | None:
        """Why nothing is heard just now; None where it is."""
        return self._listener.trouble

    def work(self, task: Task) -> None:
        """Take events until the task is to stop. Raises ``BadBroker`` and :class:`BadResults`: what was not kept stays
        with the broker, and comes again."""
        self._batch, self._connection = [], None
        self._listener.work(task)

    def _hear(self, message: Message, connection: Connection) -> None:
        if connection is not self._connection:  # what an earlier one brought comes again
            self._batch, self._connection = [], connection
        try:
            event = numbered(message)
        except msgspec.DecodeError as error:  # it never becomes readable: told once, and done with
            _LOG.warning("%s can't be read: %s", message.topic, error)
            event = None
        if event is not None:
            self._batch.append((message, event))
            if len(self._batch) >= MOST_AT_ONCE:
                self._keep(connection)
            return
        self._index(message)
        connection.take(message)

    def _index(self, message: Message) -> None:
        heard = heard_at(message.topic)
        if heard is None or heard.rest != ("games",) or not message.payload:
            return
        try:
            games = msgspec.json.decode(message.payload, type=tuple[GameIndexed, ...])
        except msgspec.DecodeError as error:
            _LOG.info("%s can't be read: %s", message.topic, error)
            return
        for one in games:
            self._indexed[(heard.place, one.game)] = one

    def _idle(self) -> None:
        if self._connection is None:
            return
        self._keep(self._connection)
        self._ask(self._connection)

    def _keep(self, connection: Connection) -> None:
        if not self._batch:
            return
        self._results.keep(event for _, event in self._batch)
        for message, _ in self._batch:
            connection.take(message)
        self.kept += len(self._batch)
        self._batch = []

    def _ask(self, connection: Connection) -> None:
        """A broker that was killed may have lost what it had acknowledged: the table still has it."""
        now = self._clock()
        for (place, game), one in tuple(self._indexed.items()):
            if now - self._asked_s.get((place, game), float("-inf")) < ASKS_EVERY_S:
                continue
            first = self._results.missing(place.club, place.table, game, one.telling, one.n)
            if first is None:
                del self._indexed[(place, game)]
                self._asked_s.pop((place, game), None)
            else:
                self._asked_s[(place, game)] = now
                connection.publish(place.again, msgspec.json.encode(GameAgain(game, first)))

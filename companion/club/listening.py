"""Hears a club: the work of a supervised thread that keeps one connection, and finds it again where it is lost."""

from __future__ import annotations

import logging
from collections.abc import Callable

from companion.club.broker import Broker, BrokerAway, Connection, Kept, Message
from companion.club.publisher import PAUSES_S
from companion.club.staying_connected import stay_connected
from companion.supervised import Task
from games.game import Phrase

TURN_S = 0.2

_LOG = logging.getLogger(__name__)


class Listener:
    """Args:
    broker: where to. ident: of this client.
    filters: what is heard.
    hear: is told every message, with its connection, in the listener's thread.
    kept: the session that the broker keeps while we are away.
    idle: called between messages, some times a second.
    pauses: seconds between two tries for a broker that is away.

    Attributes:
        trouble: why nothing is heard just now; None where it is. Read from any thread.
    """

    def __init__(
        self,
        broker: Broker,
        ident: str,
        filters: tuple[str, ...],
        hear: Callable[[Message, Connection], None],
        *,
        kept: Kept | None = None,
        idle: Callable[[], None] = lambda: None,
        pauses: tuple[float, ...] = PAUSES_S,
    ) -> None:
        self.trouble: Phrase | None = None
        self._broker, self._ident, self._filters = broker, ident, filters
        self._hear, self._kept, self._idle, self._pauses = hear, kept, idle, pauses
        self._connection: Connection | None = None
        self._early: list[Message] = []

    def work(self, task: Task) -> None:
        """Hear until the task is to stop. Raises :class:`companion.club.broker.BadBroker` and what ``hear`` raises."""
        stay_connected(
            task, self._connected, lambda connection: self._listen(task, connection), self._lost, self._pauses
        )

    def _connected(self) -> Connection:
        self._early, self._connection = [], None
        return Connection(self._broker, self._ident, heard=self._came, kept=self._kept)

    def _lost(self, away: BrokerAway) -> None:
        if self.trouble is None:
            _LOG.info("%s", away)
        self.trouble = away.phrase

    def _listen(self, task: Task, connection: Connection) -> None:
        try:
            connection.subscribe(*self._filters)
            self._connection = connection
            self.trouble = None
            for message in self._early:  # of a kept session, before we knew that we are in
                self._hear(message, connection)
            while not task.stopping:
                connection.turn(TURN_S)
                self._idle()
        finally:
            self._connection = None

    def _came(self, message: Message) -> None:
        if self._connection is None:
            self._early.append(message)
        else:
            self._hear(message, self._connection)

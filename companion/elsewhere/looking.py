"""At the machine with the camera: looks at the table for a tablet that is elsewhere."""

from __future__ import annotations

import logging
from collections.abc import Callable
from dataclasses import dataclass

from companion.club.broker import Broker, BrokerAway, Connection, Message
from companion.club.staying_connected import stay_connected
from companion.club.topics import OFFLINE, ONLINE, ClubPlace
from companion.elsewhere.packed_sighting import seen_of
from companion.elsewhere.wire import Alive, BadMessage, Pulse, TableElsewhere, packed, unpacked
from companion.exports.record_file import grown, record_from_text
from companion.session.looking.sighting import Sighting, Watcher
from companion.supervised import Failure, Supervised, Task
from devices.hub import monotonic_ms
from games.any_game import AnyGame, AnyRecord
from games.game import Phrase, Refusal

PAUSES_S = (0.5, 1.0)
ALIVE_MS = 100  # the tablet hears of us at least so often
PICTURE_MS = 200  # a few pictures a second are enough for people
REST_MS = 10_000  # nobody asked for so long: the camera is let go of
MOST_ON_THE_WAY = 8  # messages that the broker has not acknowledged: beyond that, plain glances are left out
TURN_S = 0.02

_LOG = logging.getLogger(__name__)
WatcherMaker = Callable[[AnyRecord | None], Watcher]


@dataclass(frozen=True, slots=True)
class _Heard:
    """The last pulse: whose, its clock there, and when it was heard here."""

    tablet: str
    ms: int
    heard_ms: int


class LookingElsewhere:
    """Looks for one table.

    Args:
        place: which table.
        broker: where tablet and eyes meet.
        open_watcher: opens the camera and the eyes of a game; for None, a camera that only shows pictures.
        clock: milliseconds, the same as the one that frames are stamped with.
        pauses: seconds between two tries for a broker that is away.

    Attributes:
        trouble: why no tablet can be heard; None where it can. Read from any thread.
    """

    def __init__(
        self,
        place: ClubPlace,
        broker: Broker,
        open_watcher: WatcherMaker,
        *,
        clock: Callable[[], int] = monotonic_ms,
        pauses: tuple[float, ...] = PAUSES_S,
    ) -> None:
        self.trouble: Phrase | None = None
        self._place, self._broker, self._clock, self._pauses = place, broker, clock, pauses
        self._table: TableElsewhere | None = None
        self._heard: _Heard | None = None
        self._desk = _Desk(open_watcher)
        self._sent_ms = self._pictured_ms = clock()
        self._sent: tuple[object, ...] = ()

    def work(self, task: Task) -> None:
        """Look until the task is to stop. Raises :class:`companion.club.broker.BadBroker`."""
        try:
            stay_connected(
                task, self._connected, lambda connection: self._look(task, connection), self._lost, self._pauses
            )
        finally:
            self._desk.rest()

    def _connected(self) -> Connection:
        ident = f"tableside eyes {self._place.base}"
        return Connection(self._broker, ident, will=self._place.eyes_online, heard=self._came)

    def _lost(self, away: BrokerAway) -> None:
        self.trouble = Phrase.of("eyes.no_broker", **dict(away.phrase.values))
        _LOG.info("%s", away)

    def _look(self, task: Task, connection: Connection) -> None:
        self.trouble = None
        connection.subscribe(self._place.eyes_table, self._place.eyes_pulse)
        connection.publish(self._place.eyes_online, ONLINE, retain=True)
        while not task.stopping:
            connection.turn(TURN_S)
            self._follow()
            self._tell(connection)
        connection.publish(self._place.eyes_online, OFFLINE, retain=True)
        connection.turn(TURN_S)

    def _came(self, message: Message) -> None:
        if message.topic == self._place.eyes_table and not message.payload:
            self._table = None
            return
        try:
            received = unpacked(message.payload)
        except BadMessage as error:
            _LOG.info("%s: %s", message.topic, error)
            return
        if isinstance(received, TableElsewhere):
            self._table = received
        elif isinstance(received, Pulse):
            self._heard = _Heard(received.tablet, received.ms, self._clock())

    def _follow(self) -> None:
        """Let the eyes look for what the tablet that asks has told."""
        heard = self._heard
        if heard is None or self._clock() - heard.heard_ms > REST_MS:
            self._desk.rest()
            return
        table = self._table if self._table is not None and self._table.tablet == heard.tablet else None
        self._desk.look_for(heard.tablet, table)

    def _tell(self, connection: Connection) -> None:
        heard, now = self._heard, self._clock()
        if heard is None or not self._desk.busy:
            return
        for sighting in self._desk.take():
            worth = _acted_upon(sighting)
            plain = sighting.explanation is None and sighting.roll is None
            pictured = now - self._pictured_ms >= PICTURE_MS
            if plain and worth == self._sent and not pictured:
                continue
            if plain and connection.unacknowledged >= MOST_ON_THE_WAY:
                continue
            outgoing = seen_of(
                sighting, self._desk.game, tablet=heard.tablet, pulse_ms=heard.ms, heard_ms=heard.heard_ms,
                said_ms=self._clock(), picture=pictured or not plain,
            )  # fmt: skip
            connection.publish(self._place.eyes_seen, packed(outgoing))
            # The first look after one that was read bears it out or not, so that is told at once, too.
            self._sent, self._sent_ms = worth if plain else (), now
            self._pictured_ms = now if outgoing.picture else self._pictured_ms
        if now - self._sent_ms >= ALIVE_MS:
            self._sent_ms = now
            alive = Alive(tablet=heard.tablet, pulse_ms=heard.ms, said_ms=now - heard.heard_ms)
            connection.mention(self._place.eyes_seen, packed(alive))


def _acted_upon(sighting: Sighting) -> tuple[object, ...]:
    """What of a sighting the session acts upon, but for what was read."""
    glance = sighting.glance
    seen = None if glance is None else (glance.attention, glance.hand, glance.changed, glance.light, glance.pieces)
    return seen, sighting.trouble, sighting.failing, sighting.will_be_reread


class _Opened:
    """What was opened for one tablet; both are None until then, and where it failed."""

    def __init__(self) -> None:
        self.record: AnyRecord | None = None
        self.watcher: Watcher | None = None


class _Desk:
    """The watcher that looks just now, opened beside the connection: eyes take a second to open, and the tablet would
    think that nobody is there."""

    def __init__(self, open_watcher: WatcherMaker) -> None:
        self._open_watcher = open_watcher
        self._for: tuple[str, bool] | None = None  # which tablet, and whether with a game
        self._received: TableElsewhere | None = None
        self._opened = _Opened()
        self._opening: Supervised | None = None
        self._trouble: Phrase | None = None

    @property
    def busy(self) -> bool:
        """Somebody is looked for."""
        return self._for is not None

    @property
    def game(self) -> AnyGame | None:
        """Whose actions are seen."""
        return self._opened.record.game if self._opened.record is not None else None

    def look_for(self, tablet: str, table: TableElsewhere | None) -> None:
        """Open what looks, or tell it that the record has moved on."""
        wanted = tablet, table is not None
        fresh = table is not self._received
        failed = self._opened.watcher is None and self._opening is not None and not self._opening.alive
        if self._for != wanted or (failed and fresh):
            self._open(wanted, table)
        elif table is not None and fresh and self._opened.watcher is not None and self._opened.record is not None:
            self._received = table
            try:
                self._opened.record = grown(self._opened.record, table.record)
            except Refusal as refusal:
                self._trouble = refusal.phrase
                return
            self._opened.watcher.record_moved_on(self._opened.record, table.version)

    def take(self) -> tuple[Sighting, ...]:
        """What was seen; or, once, why nothing is."""
        if self._trouble is not None:
            trouble, self._trouble = self._trouble, None
            return (Sighting(None, None, trouble=trouble),)
        return self._opened.watcher.take() if self._opened.watcher is not None else ()

    def rest(self) -> None:
        """Let go of the camera."""
        if self._opening is not None:
            self._opening.close()
        if self._opened.watcher is not None:
            self._opened.watcher.close()
        self._opened, self._opening = _Opened(), None
        self._for = self._received = self._trouble = None

    def _open(self, wanted: tuple[str, bool], table: TableElsewhere | None) -> None:
        self.rest()
        self._for, self._received = wanted, table
        opened = self._opened

        def work(task: Task) -> None:
            try:
                record = record_from_text(table.record) if table is not None else None
                watcher = self._open_watcher(record)
            except Refusal as refusal:  # a game that nobody knows here, or that has no eyes
                self._trouble = refusal.phrase
                return
            if record is not None and table is not None:
                watcher.record_moved_on(record, table.version)
            opened.record, opened.watcher = record, watcher
            if task.stopping:
                watcher.close()

        self._opening = Supervised("opening eyes", work, failed=self._failed, again=False).start()

    def _failed(self, failure: Failure) -> None:
        self._trouble = Phrase.of("vision.source_failed", what=type(failure.error).__name__)

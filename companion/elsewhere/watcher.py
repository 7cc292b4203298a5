"""At the tablet: what another machine sees of the table, as if a camera of our own looked at it."""

from __future__ import annotations

import logging
import secrets
import threading
from collections.abc import Callable
from importlib.util import find_spec

from companion.club.broker import BadBroker, Broker, BrokerAway, Connection, Message
from companion.club.staying_connected import stay_connected
from companion.club.topics import ONLINE, ClubPlace
from companion.elsewhere.unpacked_sighting import sighting_of
from companion.elsewhere.wire import Alive, BadMessage, Pulse, Seen, TableElsewhere, packed, unpacked
from companion.exports.record_file import record_text
from companion.session.looking.sighting import Sighting
from companion.supervised import Failure, Supervised, Task
from devices.hub import monotonic_ms
from games.any_game import AnyRecord
from games.game import Phrase

PAUSES_S = (0.5, 1.0)  # between two tries for a broker that is away
PULSE_MS = 100
SILENT_MS = 900  # nothing was said for so long: people play by touch, and know it within a second
TURN_S = 0.02  # so long a change of the record waits at most before it is sent
MOST_WAITING = 16  # sightings that the screen has not taken: beyond that, plain glances are left out

_LOG = logging.getLogger(__name__)


class UnavailableWatcher:
    """Stands for eyes that can't be asked at all; ``why`` is what people are told."""

    def __init__(self, why: Phrase) -> None:
        self._untold: tuple[Sighting, ...] = (Sighting(None, None, trouble=why),)

    def record_moved_on(self, record: AnyRecord, version: int) -> None:
        """Nobody hears it."""

    def look_anew(self) -> None:
        """Nobody hears it."""

    def take(self) -> tuple[Sighting, ...]:
        """The trouble, once."""
        reported, self._untold = self._untold, ()
        return reported

    def close(self) -> None:
        """Nothing is held."""


class RemoteWatcher:
    """Tells the eyes where the record stands and takes in what they see: a
    ``companion.session.looking.sighting.Watcher``.

    One thread holds the connection. Where nothing was said for a second, whatever is the cause and however late the
    line brings the last words, the screen is told at its next look that there are no eyes; where they are back, the
    record is told anew and read anew.

    Args:
        place: which table.
        broker: where tablet and eyes meet.
        clock: milliseconds, the same as that of presses.
        pauses: seconds between two tries for a broker that is away.
    """

    def __init__(
        self,
        place: ClubPlace,
        broker: Broker,
        *,
        clock: Callable[[], int] = monotonic_ms,
        pauses: tuple[float, ...] = PAUSES_S,
    ) -> None:
        self._place, self._broker, self._clock, self._pauses = place, broker, clock, pauses
        self._tablet = secrets.token_hex(6)
        self._changed = threading.Lock()
        self._record: AnyRecord | None = None
        self._record_version = -1
        self._version = 0  # as told: each telling has another
        self._untold = False
        self._waiting: list[Sighting] = []
        self._last: Sighting | None = None
        self._away: Phrase | None = None
        self._ready = False  # the eyes say that they are there
        self._heard_ms: float = clock()  # when the eyes said something last, at the earliest
        self._shown: Phrase | None = None
        self._talking = Supervised("eyes elsewhere", self._work, failed=self._failed).start()

    def look_anew(self) -> None:
        """The record is told anew, and read anew by the eyes that there are."""
        self._tell_anew()

    def record_moved_on(self, record: AnyRecord, version: int) -> None:
        """See :class:`companion.session.looking.sighting.Watcher`."""
        with self._changed:
            self._record, self._record_version, self._untold = record, version, True
            self._version += 1

    def take(self) -> tuple[Sighting, ...]:
        """Every sighting since the last call; that there are no eyes is told once."""
        with self._changed:
            taken, self._waiting = tuple(self._waiting), []
        before, self._shown = self._shown, self.trouble
        if self._shown is None:
            return taken
        return () if self._shown == before else (Sighting(None, None, trouble=self._shown),)

    @property
    def trouble(self) -> Phrase | None:
        """Why nobody looks just now, with the remedy; None while somebody does."""
        if self._away is not None:
            return self._away
        if self._clock() - self._heard_ms <= SILENT_MS:
            return None
        return Phrase.of("eyes.silent" if self._ready else "eyes.nobody", table=self._place.table)

    def close(self) -> None:
        """Nobody waits for the eyes any more. The thread says goodbye by itself."""
        self._talking.close()

    # In the thread

    def _work(self, task: Task) -> None:
        if find_spec("paho") is None:
            self._away = Phrase.of("club.no_package", package="paho-mqtt")
            return
        stay_connected(task, self._connected, lambda connection: self._talk(task, connection), self._lost, self._pauses)

    def _connected(self) -> Connection:
        self._ready = False
        return Connection(self._broker, f"tableside tablet {self._tablet}", heard=self._came)

    def _lost(self, away: BrokerAway) -> None:
        _LOG.info("%s", away)
        self._away = Phrase.of("eyes.no_broker", **dict(away.phrase.values))

    def _talk(self, task: Task, connection: Connection) -> None:
        self._heard_ms, self._away = self._clock(), None
        connection.subscribe(self._place.eyes_online, self._place.eyes_seen)
        self._tell_anew()
        pulsed = self._clock() - PULSE_MS
        while not task.stopping:
            self._tell(connection)
            if self._clock() - pulsed >= PULSE_MS:
                pulsed = self._clock()
                connection.mention(self._place.eyes_pulse, packed(Pulse(tablet=self._tablet, ms=pulsed)))
            connection.turn(TURN_S)
        connection.publish(self._place.eyes_table, b"", retain=True)
        connection.turn(TURN_S)

    def _tell_anew(self) -> None:
        """What was told before may be lost, and so may the answer."""
        with self._changed:
            self._version += 1
            self._untold = self._record is not None

    def _tell(self, connection: Connection) -> None:
        with self._changed:
            record, version, untold = self._record, self._version, self._untold
            self._untold = False
        if record is None or not untold:
            return
        payload = packed(TableElsewhere(tablet=self._tablet, version=version, record=record_text(record)))
        connection.publish(self._place.eyes_table, payload, retain=True)

    def _came(self, message: Message) -> None:
        if message.topic == self._place.eyes_online:
            self._ready = message.payload == ONLINE
            if not self._ready:  # the broker says so for eyes that are gone: nobody needs to wait for that
                self._heard_ms = min(self._heard_ms, self._clock() - SILENT_MS - 1)
            return
        try:
            received = unpacked(message.payload)
            if received.tablet == self._tablet and isinstance(received, Seen | Alive):
                self._heard_ms, self._away = max(self._heard_ms, received.said_by(self._clock())), None
                if isinstance(received, Seen):
                    self._take(received)
        except BadMessage as error:
            _LOG.info("%s: %s", message.topic, error)
            if error.schema is not None:
                self._away = Phrase.of("eyes.other_version")

    def _take(self, seen: Seen) -> None:
        with self._changed:
            game = self._record.game if self._record is not None else None
            version = self._record_version if seen.version == self._version else None
        sighting = sighting_of(seen, game, version, self._last)
        self._last = sighting if sighting.small is not None else self._last
        with self._changed:
            plain = sighting.explanation is None and sighting.roll is None
            if not plain or len(self._waiting) < MOST_WAITING:
                self._waiting.append(sighting)

    def _failed(self, failure: Failure) -> None:
        error = failure.error
        unforeseen = Phrase.of("vision.source_failed", what=type(error).__name__)
        self._away = error.phrase if isinstance(error, BadBroker) else unforeseen

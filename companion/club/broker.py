"""A connection to an MQTT 5 broker that one thread holds and turns. paho-mqtt has no thread here, and keeps nothing
that is to be sent: what the broker has not acknowledged is told again from where it is kept on the disk."""

from __future__ import annotations

import ssl
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec

from calibration.files.kept_file import DamagedFile, read_text
from companion.club.topics import OFFLINE
from games.game import Phrase

if TYPE_CHECKING:
    from paho.mqtt.client import Client, MQTTMessage
    from paho.mqtt.reasoncodes import ReasonCode
    from paho.mqtt.subscribeoptions import SubscribeOptions

CONNECT_S = 5.0  # the longest that a connection may take to come about
KEEPALIVE_S = 15  # after one and a half of them the broker says that we are gone (MQTT 5.0, 3.1.2.10)
MOST_BYTES = 1 << 20  # of a message; the state of a table has some kB
_READABLE_BY_OTHERS = 0o077


class Broker(msgspec.Struct, frozen=True, omit_defaults=True):
    """Where the broker is and how to be let in.

    Attributes:
        host, port: where it listens.
        tls: talk to it encrypted. ca: file with the certificate of who signed the broker's; "" for those of the system.
        user: "" without one. password_file: holds the password alone; for its owner only.
        password: where it stands in an address that people typed, which is kept for its owner alone.
    """

    host: str
    port: int = 1883
    tls: bool = False
    ca: str = ""
    user: str = ""
    password_file: str = ""
    password: str = ""

    def __repr__(self) -> str:
        return f"Broker({self.host}:{self.port})"


class BrokerAway(Exception):
    """The broker can't be reached, does not let us in, or has gone: the sentence for people."""

    def __init__(self, phrase: Phrase) -> None:
        self.phrase = phrase
        super().__init__(str(phrase))


class BadBroker(Exception):
    """What was said of the broker can't be used, however long we wait: the sentence for people."""

    def __init__(self, phrase: Phrase) -> None:
        self.phrase = phrase
        super().__init__(str(phrase))


@dataclass(frozen=True, slots=True)
class Message:
    """What came in. ``number`` is how it is acknowledged."""

    topic: str
    payload: bytes
    retained: bool
    number: int


@dataclass(frozen=True, slots=True)
class Kept:
    """A session that the broker keeps while we are away.

    Attributes:
        seconds: how long.
        by_hand: a message is acknowledged by :meth:`Connection.take`, when what it brought is safe.
    """

    seconds: int
    by_hand: bool = True


class Connection:
    """One connection from its beginning to its end; never reopened. Not thread-safe.

    Args:
        broker: where to.
        ident: of this client; a second one of the same name throws the first out.
        will: topic on which the broker says ``offline`` where we are gone.
        heard: is told every message.
        kept: the session to go on with; None for one that ends with the connection.

    Raises :class:`BrokerAway`, or :class:`BadBroker` where it would never come about.
    """

    def __init__(
        self,
        broker: Broker,
        ident: str,
        *,
        will: str = "",
        heard: Callable[[Message], None] = lambda message: None,
        kept: Kept | None = None,
    ) -> None:
        self._broker = broker
        self._heard = heard
        self._acked: dict[int, Callable[[], None]] = {}
        self._let_in: bool | None = None
        self._why = ""
        self._by_hand = kept is not None and kept.by_hand
        self._client = self._made(ident, will)
        self._connect(kept)

    @property
    def unacknowledged(self) -> int:
        """How many messages the broker has not acknowledged."""
        return len(self._acked)

    def publish(
        self, topic: str, payload: bytes, *, retain: bool = False, acked: Callable[[], None] = lambda: None
    ) -> None:
        """Send at QoS 1; ``acked`` is called by :meth:`turn` when the broker has it."""
        published = self._client.publish(topic, payload, qos=1, retain=retain)
        self._acked[published.mid] = acked

    def mention(self, topic: str, payload: bytes) -> None:
        """Send at QoS 0: what will be told anew soon may be lost."""
        self._client.publish(topic, payload, qos=0)

    def subscribe(self, *filters: str) -> None:
        """Hear of these from now on, retained messages first."""
        self._client.subscribe([(one, _options()) for one in filters])

    def take(self, message: Message) -> None:
        """Acknowledge a message of a session that is taken by hand."""
        self._client.ack(message.number, 1)

    def turn(self, seconds: float) -> None:
        """Send and hear for at most so long. Raises :class:`BrokerAway` where the connection is lost."""
        code = self._client.loop(seconds)
        if int(code) or not self._client.is_connected():
            raise BrokerAway(Phrase.of("club.lost", where=self._where, why=self._why or str(code)))

    def close(self) -> None:
        """Say goodbye: the will is not told."""
        self._client.disconnect()

    @property
    def _where(self) -> str:
        return f"{self._broker.host}:{self._broker.port}"

    def _made(self, ident: str, will: str) -> Client:
        from paho.mqtt.client import Client
        from paho.mqtt.enums import CallbackAPIVersion, MQTTProtocolVersion

        client = Client(
            CallbackAPIVersion.VERSION2, ident, protocol=MQTTProtocolVersion.MQTTv5, manual_ack=self._by_hand
        )
        client.connect_timeout = CONNECT_S
        client.max_queued_messages_set(0)
        client.max_inflight_messages_set(1000)  # whoever publishes keeps fewer on the way
        if will:
            client.will_set(will, OFFLINE, qos=1, retain=True)
        if self._broker.user:
            client.username_pw_set(self._broker.user, self._broker.password or password_in(self._broker.password_file))
        if self._broker.tls:
            client.tls_set_context(_trusting(self._broker.ca))
        client.on_connect, client.on_disconnect = self._connected, self._gone
        client.on_publish, client.on_message = self._published, self._came
        return client

    def _connect(self, kept: Kept | None) -> None:
        from paho.mqtt.packettypes import PacketTypes
        from paho.mqtt.properties import Properties

        wishes = Properties(PacketTypes.CONNECT)  # type: ignore[no-untyped-call]
        wishes.MaximumPacketSize = MOST_BYTES
        if kept is not None:
            wishes.SessionExpiryInterval = kept.seconds
        try:
            self._client.connect(
                self._broker.host, self._broker.port, KEEPALIVE_S, clean_start=kept is None, properties=wishes
            )
        except (OSError, ValueError) as error:
            why = _in_words(error)
            raise BrokerAway(Phrase.of("club.away", where=self._where, why=why)) from error
        until = time.monotonic() + CONNECT_S
        while self._let_in is None and time.monotonic() < until and not int(self._client.loop(0.2)):
            pass
        if not self._let_in:
            self._client.disconnect()
            key = "club.not_let_in" if self._let_in is False else "club.away"
            raise BrokerAway(Phrase.of(key, where=self._where, why=self._why or "no answer"))

    # What paho calls, inside of turn

    def _connected(self, client: object, data: object, flags: object, reason: ReasonCode, properties: object) -> None:
        self._let_in, self._why = not reason.is_failure, str(reason)

    def _gone(self, client: object, data: object, flags: object, reason: object, properties: object) -> None:
        self._why = self._why if self._let_in is False else str(reason)

    def _published(self, client: object, data: object, number: int, reason: ReasonCode, properties: object) -> None:
        acked = self._acked.pop(number, None)
        if acked is not None and not reason.is_failure:
            acked()

    def _came(self, client: object, data: object, message: MQTTMessage) -> None:
        self._heard(Message(message.topic, bytes(message.payload), message.retain, message.mid))


def checked(broker: Broker) -> Broker:
    """The broker, if password and certificate can be used. Raises :class:`BadBroker`."""
    password_in(broker.password_file)
    if broker.tls:
        _trusting(broker.ca)
    return broker


def password_in(file: str) -> str | None:
    """The password in a file; None where no file was named. Raises :class:`BadBroker` where others may read it."""
    if not file:
        return None
    path = Path(file).expanduser()
    try:
        if path.stat().st_mode & _READABLE_BY_OTHERS:
            raise BadBroker(Phrase.of("club.password_open", file=str(path)))
        return read_text(path).strip("\r\n")
    except DamagedFile as error:
        raise BadBroker(error.phrase) from error
    except (OSError, ValueError) as error:  # ValueError: a name that no file can have
        raise BadBroker(Phrase.of("club.no_password", file=str(path), why=_in_words(error))) from error


class _ClosedWhereRefused(ssl.SSLSocket):
    """paho leaves a socket open whose handshake fails."""

    def do_handshake(self, block: bool = False) -> None:
        """Agree on a cipher. Raises ``OSError``; the socket is closed then."""
        try:
            super().do_handshake(block)
        except OSError:
            self.close()
            raise


def _trusting(ca: str) -> ssl.SSLContext:
    try:
        context = ssl.create_default_context(cafile=ca or None)
        context.sslsocket_class = _ClosedWhereRefused
        return context
    except (OSError, ssl.SSLError) as error:
        why = _in_words(error)
        raise BadBroker(Phrase.of("club.no_certificate", file=ca, why=why)) from error


def _options() -> SubscribeOptions:
    from paho.mqtt.subscribeoptions import SubscribeOptions

    return SubscribeOptions(qos=1)


def _in_words(error: Exception) -> str:
    """The system's own words for what went wrong."""
    return getattr(error, "strerror", None) or str(error)

"""The board's end of the serial line: framing, handshake, numbered events, resending until they are acknowledged.

Runs on MicroPython and CPython alike and touches no pin and no clock: milliseconds since power-up and the bytes of the
line come in, bytes to be written go out.

A line is one JSON object, ``*``, and the CRC-16/CCITT (start value FFFF, polynomial 1021) of the object in four hex
digits, at most 240 bytes before the line feed. Keys stand in the order written here and without blanks, so that a line
has exactly one spelling and the host can refuse every other.

    host  > who    v
    board > hello  v fw kind id uid boot ms n first size lamps    on `who`, at power-up, each second until welcomed
    host  > host   id boot ack lamps                              the welcome; then each second and on every change
    board > beat   id boot ms n first                             each second
    board > EVENT  id boot n ms + what it needs                   each event until `ack` has reached its n

``n`` counts events from 1 since power-up, ``first`` is the oldest one still held: what fell out of the ring of 16
while nobody listened is thereby told, not hidden.
"""

import json

PROTOCOL = 1
FIRMWARE = "1.0.0"
LONGEST = 240  # bytes of a line before its line feed
RING = 16  # events that are held for the host
BEAT_MS = 1000
HOST_SILENT_MS = 5000  # after this long without the host it has to welcome the board anew
RESEND_MS = (150, 300, 600, 1000)

# What each event carries after id, boot, n and ms. A test keeps the host's list equal to this one.
EVENTS = {
    "press": "b",  # a button was pressed and let go
    "long": "b",  # ... held for 0.8 s, told while it is still down
    "stuck": "b",  # ... has been down for 10 s
    "free": "b",  # ... came up again after that
    "rolling": "",
    "rolled": "d",  # what the dice show, in the order of the pockets
    "crooked": "d",  # at rest, but a 0 could not be read
    "handling": "",  # the dice left the tray
    "fault": "s",  # a sensor that no longer tells dark from light
}

_NIBBLES = (
    0x0000, 0x1021, 0x2042, 0x3063, 0x4084, 0x50A5, 0x60C6, 0x70E7,
    0x8108, 0x9129, 0xA14A, 0xB16B, 0xC18C, 0xD1AD, 0xE1CE, 0xF1EF,
)  # fmt: skip


def crc16(data: bytes) -> int:
    """CRC-16/CCITT of bytes with start value FFFF; ``crc16(b"123456789") == 0x29B1``."""
    crc = 0xFFFF
    for byte in data:
        crc = ((crc << 4) & 0xFFFF) ^ _NIBBLES[(crc >> 12) ^ (byte >> 4)]
        crc = ((crc << 4) & 0xFFFF) ^ _NIBBLES[(crc >> 12) ^ (byte & 15)]
    return crc


def seal(text: str) -> bytes:
    """The line for a JSON text: bytes with check and line feed."""
    body = text.encode()
    return body + ("*%04X\n" % crc16(body)).encode()  # noqa: UP031, the form that every MicroPython knows


def unseal(line: bytes) -> dict[str, object] | None:
    """The object of a received line (without its line feed), or None where the line is damaged or no object."""
    if not 6 <= len(line) <= LONGEST or line[-5] != 0x2A:
        return None
    body = line[:-5]
    try:
        if bytes(line[-4:]) != ("%04X" % crc16(body)).encode():  # noqa: UP031
            return None
        found = json.loads(body.decode())
    except (ValueError, UnicodeError):
        return None
    return found if isinstance(found, dict) else None


class Conversation:
    """What the board says to the host and what it has heard.

    Attributes:
        greeted: the host has answered and is still heard.
        lamps: one character a lamp, as the host wants them: ``0`` off, ``1`` on, ``2`` blinking; all off without
            a host.
    """

    def __init__(self, kind: str, id: str, uid: str, boot: int, size: int, lamps: int = 0) -> None:
        self.kind, self.id, self.uid, self.boot = kind, id, uid, boot
        self.size, self.lamp_count = size, lamps
        self.lamps = "0" * lamps
        self.greeted = False
        self.n = 0  # number of the newest event
        self._ring: list[tuple[int, bytes]] = []  # (n, line), oldest first
        self._unread = b""
        self._hello_due = True
        self._next_beat = 0
        self._host_heard = 0
        self._next_resend = 0
        self._tries = 0
        self._sent = 0  # newest event that was written at least once since the welcome

    def tell(self, name: str, value: object, ms: int) -> None:
        """Put an event into the ring. ``value``: a button, a list of dice, a sensor or None, as ``EVENTS`` says."""
        self.n += 1
        key = EVENTS[name]
        field = ',"%s":%s' % (key, str(value).replace(" ", "")) if key else ""  # noqa: UP031
        text = '{"t":"%s","id":"%s","boot":%d,"n":%d,"ms":%d%s}' % (name, self.id, self.boot, self.n, ms, field)  # noqa: UP031
        self._ring.append((self.n, seal(text)))
        if len(self._ring) > RING:
            self._ring.pop(0)

    @property
    def held(self) -> int:
        """How many events wait for their acknowledgement."""
        return len(self._ring)

    def hear(self, data: bytes, ms: int) -> None:
        """Take in bytes from the host. Whatever they are, nothing is raised."""
        self._unread += data
        while True:
            end = self._unread.find(b"\n")
            if end < 0:
                break
            line, self._unread = self._unread[:end], self._unread[end + 1 :]
            said = unseal(line[:-1] if line[-1:] == b"\r" else line)
            if said is not None:
                self._understand(said, ms)
        if len(self._unread) > LONGEST:
            self._unread = b""

    def _understand(self, said: dict[str, object], ms: int) -> None:
        if said.get("t") == "who":
            self._hello_due = True
            self._tries = self._next_resend = 0  # somebody new may be listening
        elif said.get("t") == "host" and said.get("id") == self.id and said.get("boot") == self.boot:
            ack, lamps = said.get("ack"), said.get("lamps")
            if isinstance(ack, int) and isinstance(lamps, str) and 0 <= ack <= self.n:
                self._host_said(ack, lamps, ms)

    def _host_said(self, ack: int, lamps: str, ms: int) -> None:
        if not self.greeted:
            self.greeted = True
            self._next_beat = ms
            self._sent = 0
            self._tries = 0
        self._host_heard = ms
        if len(lamps) == self.lamp_count and all(one in "012" for one in lamps):
            self.lamps = lamps
        before = len(self._ring)
        while self._ring and self._ring[0][0] <= ack:
            self._ring.pop(0)
        if len(self._ring) != before:  # the line works: what is left may go out again soon
            self._tries = 0
            self._next_resend = ms + RESEND_MS[0]

    def say(self, ms: int) -> bytes:
        """The bytes that have to be written now; call it at least every 50 ms."""
        if self.greeted and ms - self._host_heard > HOST_SILENT_MS:
            self.greeted = False
            self.lamps = "0" * self.lamp_count
        out = b""
        if self._hello_due or (not self.greeted and ms >= self._next_beat):
            self._hello_due = False
            self._next_beat = ms + BEAT_MS
            out = self._hello(ms)
        if not self.greeted:
            return out
        if ms >= self._next_beat:
            self._next_beat = ms + BEAT_MS
            text = '{"t":"beat","id":"%s","boot":%d,"ms":%d,"n":%d,"first":%d}'
            out += seal(text % (self.id, self.boot, ms, self.n, self._first()))
        return out + self._events(ms)

    def _events(self, ms: int) -> bytes:
        if not self._ring:
            return b""
        if self._sent >= self._ring[0][0] and ms >= self._next_resend:  # nobody has answered: everything once more
            self._sent = 0
            self._tries += 1
        if self._sent < self._ring[0][0]:
            self._next_resend = ms + RESEND_MS[min(self._tries, len(RESEND_MS) - 1)]
        out = b"".join([line for n, line in self._ring if n > self._sent])
        self._sent = self.n
        return out

    def _first(self) -> int:
        return self._ring[0][0] if self._ring else self.n + 1

    def _hello(self, ms: int) -> bytes:
        text = '{"t":"hello","v":%d,"fw":"%s","kind":"%s","id":"%s","uid":"%s","boot":%d'
        start = text % (PROTOCOL, FIRMWARE, self.kind, self.id, self.uid, self.boot)
        rest = ',"ms":%d,"n":%d,"first":%d,"size":%d,"lamps":%d}'
        return seal(start + rest % (ms, self.n, self._first(), self.size, self.lamp_count))

"""The wire format, host's side: one JSON object a line, ``*`` and a CRC-16/CCITT in four hex digits.

A line counts only if it is byte for byte what a sender would have written: right check, known type, every value in its
range, keys in their order, no blank. ``devices.firmware.protocol`` describes the dialogue and is the board's end of it.
"""

from __future__ import annotations

from binascii import crc_hqx
from dataclasses import dataclass
from enum import StrEnum
from typing import Annotated, TypeAlias

import msgspec

PROTOCOL = 1
LONGEST = 240  # bytes of a line before its line feed
BAUD = 115_200
RING = 16  # events that a device holds until they are acknowledged

_Id = Annotated[str, msgspec.Meta(pattern=r"\A[a-z0-9-]{1,16}\Z")]
_Text = Annotated[str, msgspec.Meta(pattern=r"\A[A-Za-z0-9.+-]{1,16}\Z")]
_Count = Annotated[int, msgspec.Meta(ge=0, le=2**31)]
_Ms = Annotated[int, msgspec.Meta(ge=0, le=2**52)]
_Sensor = Annotated[int, msgspec.Meta(ge=0, le=63)]
_Lamps = Annotated[str, msgspec.Meta(pattern=r"\A[012]{0,6}\Z")]
_Dice = Annotated[
    tuple[Annotated[int, msgspec.Meta(ge=0, le=6)], ...],  # 0: could not be read
    msgspec.Meta(min_length=1, max_length=6),
]


class DeviceKind(StrEnum):
    """What a device is."""

    BUTTONS = "buttons"
    DICE = "dice"


class _Line(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="t"):
    pass


class Who(_Line, tag="who", frozen=True):
    """Host to everybody: tell who you are. ``v`` is the host's protocol version."""

    v: _Count


class Host(_Line, tag="host", frozen=True):
    """Host to one device: you are welcome, I have everything up to event ``ack``, and your lamps shall be so."""

    id: _Id
    boot: _Count
    ack: _Count
    lamps: _Lamps


class Hello(_Line, tag="hello", frozen=True):
    """A device introduces itself.

    Attributes:
        v: protocol version. fw: version of its programme. id: its name. uid: the chip's serial number.
        boot: a number that is new at every power-up. ms: the device's clock, milliseconds since power-up.
        n: number of its newest event. first: number of the oldest event that it still holds (n + 1 for none).
        size: how many buttons or dice. lamps: how many lamps.
    """

    v: _Count
    fw: _Text
    kind: DeviceKind
    id: _Id
    uid: _Text
    boot: _Count
    ms: _Ms
    n: _Count
    first: _Count
    size: Annotated[int, msgspec.Meta(ge=1, le=6)]
    lamps: Annotated[int, msgspec.Meta(ge=0, le=6)]


class Beat(_Line, tag="beat", frozen=True):
    """Each second: still here. ``n`` and ``first`` as in :class:`Hello`."""

    id: _Id
    boot: _Count
    ms: _Ms
    n: _Count
    first: _Count


class _Event(_Line, frozen=True):
    id: _Id
    boot: _Count
    n: _Count
    ms: _Ms


class _ButtonEvent(_Event, frozen=True):
    b: Annotated[int, msgspec.Meta(ge=0, le=5)]


class PressLine(_ButtonEvent, tag="press", frozen=True):
    """A button was pressed and let go."""


class Long(_ButtonEvent, tag="long", frozen=True):
    """A button has been held for 0.8 s."""


class StuckLine(_ButtonEvent, tag="stuck", frozen=True):
    """A button has been down for 10 s."""


class Free(_ButtonEvent, tag="free", frozen=True):
    """A stuck button came up again."""


class RollingLine(_Event, tag="rolling", frozen=True):
    """The dice are moving."""


class HandlingLine(_Event, tag="handling", frozen=True):
    """The dice left the tray."""


class RolledLine(_Event, tag="rolled", frozen=True):
    """The dice lie still and show these faces, none of them 0."""

    d: _Dice


class CrookedLine(_Event, tag="crooked", frozen=True):
    """The dice lie still, but those with a 0 can't be read."""

    d: _Dice


class SensorFaultLine(_Event, tag="fault", frozen=True):
    """A sensor that no longer tells dark from light: pocket times 9 plus its place."""

    s: _Sensor


DeviceLine: TypeAlias = (
    Hello
    | Beat
    | PressLine
    | Long
    | StuckLine
    | Free
    | RollingLine
    | HandlingLine
    | RolledLine
    | CrookedLine
    | SensorFaultLine
)
EventLine: TypeAlias = (
    PressLine | Long | StuckLine | Free | RollingLine | HandlingLine | RolledLine | CrookedLine | SensorFaultLine
)
HostLine: TypeAlias = Who | Host

_encoder = msgspec.json.Encoder()
_device_decoder = msgspec.json.Decoder(DeviceLine)
_host_decoder = msgspec.json.Decoder(HostLine)


class _AnyHello(msgspec.Struct, frozen=True):
    """What every version of the protocol promises to keep of a hello."""

    t: str
    v: _Count
    fw: str = ""
    id: str = ""


_any_hello_decoder = msgspec.json.Decoder(_AnyHello)


@dataclass(frozen=True, slots=True)
class ForeignHello:
    """A sound hello of another protocol version: ``version``, the device's name and its programme's version."""

    version: int
    device: str
    firmware: str


class Damage(StrEnum):
    """Why a line does not count."""

    TOO_LONG = "too long"
    NO_CHECK = "no check"  # not even the shape of a line: a prompt, another program's output
    WRONG_CHECK = "wrong check"
    NOT_OURS = "not ours"  # sound, but no line of this protocol


@dataclass(frozen=True, slots=True)
class Rejected:
    """A line that does not count: why, and its bytes (at most 240 of them)."""

    damage: Damage
    line: bytes


def crc(body: bytes) -> int:
    """CRC-16/CCITT, polynomial 1021, start value FFFF ("CCITT-FALSE"): ``crc(b"123456789") == 0x29B1``."""
    return crc_hqx(body, 0xFFFF)


def encode(line: DeviceLine | HostLine) -> bytes:
    """The bytes of a line with its check and line feed."""
    body = _encoder.encode(line)
    return b"%s*%04X\n" % (body, crc(body))


def decode(line: bytes) -> DeviceLine | ForeignHello | Rejected:
    """What a device's line (without its line feed) says, or why it does not count. Never raises."""
    found = _sound_body(line)
    if isinstance(found, Rejected):
        return found
    try:
        said: DeviceLine = _device_decoder.decode(found)
    except (msgspec.DecodeError, UnicodeDecodeError):
        return _foreign_hello(found) or Rejected(Damage.NOT_OURS, line)
    if isinstance(said, Hello) and said.v != PROTOCOL:
        return ForeignHello(said.v, said.id, said.fw)
    if not _is_possible(said) or _encoder.encode(said) != found:
        return Rejected(Damage.NOT_OURS, line)
    return said


def decode_host(line: bytes) -> HostLine | Rejected:
    """What a host's line says: for recordings and tests. Never raises."""
    found = _sound_body(line)
    if isinstance(found, Rejected):
        return found
    try:
        said: HostLine = _host_decoder.decode(found)
    except (msgspec.DecodeError, UnicodeDecodeError):
        return Rejected(Damage.NOT_OURS, line)
    return said if _encoder.encode(said) == found else Rejected(Damage.NOT_OURS, line)


def _sound_body(line: bytes) -> bytes | Rejected:
    if len(line) > LONGEST:
        return Rejected(Damage.TOO_LONG, line[:LONGEST])
    body, star, check = line[:-5], line[-5:-4], line[-4:]
    if star != b"*":
        return Rejected(Damage.NO_CHECK, line)
    if check != b"%04X" % crc(body):
        return Rejected(Damage.WRONG_CHECK, line)
    return body


def _is_possible(said: DeviceLine) -> bool:
    """What the types alone do not say: a roll has no unread die, and a ring holds so many events and no more."""
    if isinstance(said, RolledLine):
        return 0 not in said.d
    if isinstance(said, Hello | Beat):
        return said.first - 1 <= said.n < said.first + RING
    return True


def _foreign_hello(body: bytes) -> ForeignHello | None:
    try:
        hello = _any_hello_decoder.decode(body)
    except (msgspec.DecodeError, UnicodeDecodeError):
        return None
    if hello.t != "hello" or hello.v == PROTOCOL:
        return None
    return ForeignHello(hello.v, hello.id[:16], hello.fw[:16])


class LineSplitter:
    """Cuts a byte stream into lines, however it arrives. Holds at most one line, whatever comes."""

    def __init__(self) -> None:
        self._rest = b""
        self._skipping = False

    @property
    def rest(self) -> bytes:
        """What has arrived of a line whose end has not."""
        return self._rest

    def feed(self, data: bytes) -> list[bytes]:
        """The lines that are now complete, without line feed and carriage return; empty ones are left out.

        An overlong line comes out once, cut after 241 bytes, so that it is counted but never held.
        """
        lines: list[bytes] = []
        *whole, rest = (self._rest + data).split(b"\n")
        for line in whole:
            if not self._skipping and (line := line.removesuffix(b"\r")):
                lines.append(line[: LONGEST + 1])
            self._skipping = False
        if len(rest) > LONGEST + 1:
            if not self._skipping:
                lines.append(rest[: LONGEST + 1])
            rest, self._skipping = b"", True
        self._rest = b"" if self._skipping else rest
        return lines

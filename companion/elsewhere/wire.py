"""What tablet and eyes tell each other: version 1 of the schema, MessagePack; ``docs/eyes.md`` tells it to users.

The tablet's record is numbered anew (``version``) whenever it is told: with each change, and when the connection came
back. What the eyes answer names the version that it explains, so an answer to an older one is known as such.

The two machines' clocks are nowhere compared. The tablet's :class:`Pulse` holds its own clock, and the eyes say how
long after they heard that pulse a picture was taken: at the tablet it was taken no earlier than that.

Nothing that comes in is believed: sizes are bounded while a message is decoded, pictures go through the picture door,
sentences must be ones that have words here, and actions are read by the rules.
"""

from __future__ import annotations

from typing import Annotated, TypeAlias

import msgspec

from vision.eyes import Attention

SCHEMA = 1
MOST_MESSAGE = 1_000_000  # bytes: with its topic less than the broker is asked to hand over at most
MOST_PICTURE = 300_000  # bytes of a JPEG: at inset size 480 x 270 have some 30,000
PER_SHARE = 10_000  # outlines are told in ten-thousandths of the picture's width and height

Word = Annotated[str, msgspec.Meta(max_length=200)]
Line = Annotated[str, msgspec.Meta(max_length=4_000)]  # an action's notation
Jpeg = Annotated[bytes, msgspec.Meta(max_length=MOST_PICTURE)]
Outline = Annotated[bytes, msgspec.Meta(max_length=4_000)]  # int16, little-endian, x and y in turns
Outlines = Annotated[tuple[Outline, ...], msgspec.Meta(max_length=400)]
Words = Annotated[tuple[Word, ...], msgspec.Meta(max_length=200)]
WireValue: TypeAlias = "str | int | WirePhrase | tuple[str | int | WirePhrase, ...]"


class BadMessage(Exception):
    """A message can't be used; ``schema``: where it is of another version of Tableside, that one's."""

    def __init__(self, why: str, schema: int | None = None) -> None:
        self.schema = schema
        super().__init__(why)


class WirePhrase(msgspec.Struct, frozen=True):
    """A sentence: its key and what fills its gaps (see :class:`games.game.Phrase`)."""

    key: Word
    values: dict[str, WireValue] = {}


class WireMessage(msgspec.Struct, frozen=True, kw_only=True, tag_field="message"):
    """What every message holds: the version of the schema, and which tablet it is from or for; each sitting at a table
    is another."""

    schema: int = SCHEMA
    tablet: Word


class TableElsewhere(WireMessage, frozen=True, kw_only=True, tag="table"):
    """From the tablet, retained: the game and how far it is.

    Attributes:
        version: of the record, as told; an explanation names it.
        record: as in the file of ``tableside export FILE.json``.
    """

    version: int
    record: Annotated[str, msgspec.Meta(max_length=MOST_MESSAGE)]


class Pulse(WireMessage, frozen=True, kw_only=True, tag="pulse"):
    """From the tablet, several times a second: somebody wants to know what the eyes see. ``ms``: its own clock."""

    ms: int


class FromEyes(WireMessage, frozen=True, kw_only=True):
    """What every message of the eyes holds.

    Attributes:
        pulse_ms: the last pulse that was heard, by the tablet's clock.
        said_ms: how long after hearing it this was said; null from eyes of an older version.
    """

    pulse_ms: int = 0
    said_ms: float | None = None

    def said_by(self, arrived_ms: float) -> float:
        """When this was said at the earliest, by the tablet's clock: whatever was late on the way does not count as a
        sign of life."""
        return arrived_ms if self.said_ms is None else min(arrived_ms, self.pulse_ms + self.said_ms)


class Alive(FromEyes, frozen=True, kw_only=True, tag="alive"):
    """From the eyes, where there was nothing to tell for a while."""


class WireCandidate(msgspec.Struct, frozen=True, array_like=True):
    """See :class:`vision.explanation.Candidate`; actions in the game's notation."""

    actions: Annotated[tuple[Line, ...], msgspec.Meta(max_length=64)]
    log_likelihood: float
    probability: Annotated[float, msgspec.Meta(ge=0.0, le=1.0)]
    places: Words = ()


class WireDiscrepancy(msgspec.Struct, frozen=True, array_like=True):
    """See :class:`vision.explanation.Discrepancy`."""

    place: Word
    expected: Word
    seen: Word
    confidence: Annotated[float, msgspec.Meta(ge=0.0, le=1.0)]
    correction: tuple[Line, Line] | None = None


class WireRemark(msgspec.Struct, frozen=True, array_like=True):
    """See :class:`vision.explanation.TableRemark`; where it shows is among ``differing``."""

    places: Words
    phrase: WirePhrase


class WireExplanation(msgspec.Struct, frozen=True):
    """See :class:`vision.explanation.Explanation`."""

    candidates: Annotated[tuple[WireCandidate, ...], msgspec.Meta(max_length=64)]
    unexplained: Annotated[float, msgspec.Meta(ge=0.0, le=1.0)]
    frame_number: int
    discrepancies: Annotated[tuple[WireDiscrepancy, ...], msgspec.Meta(max_length=200)] = ()
    lingering: Words = ()
    remarks: Annotated[tuple[WireRemark, ...], msgspec.Meta(max_length=50)] = ()
    settled: Annotated[tuple[tuple[Line, Line], ...], msgspec.Meta(max_length=200)] = ()


class WireGlance(msgspec.Struct, frozen=True):
    """See :class:`vision.eyes.Glance`."""

    frame_number: int
    time_ms: float
    attention: Attention
    hand: bool = False
    changed: bool = False
    light: WirePhrase | None = None
    pieces: WirePhrase | None = None


class WireRoll(msgspec.Struct, frozen=True):
    """Dice that came to rest: 0 for one that can't be read; ``since_ms`` as of :class:`Seen`."""

    values: Annotated[tuple[int, ...], msgspec.Meta(max_length=20)]
    since_ms: int
    number: int


class Seen(FromEyes, frozen=True, kw_only=True, tag="seen"):
    """From the eyes: what one frame brought; see :class:`companion.session.looking.sighting.Sighting`.

    Attributes:
        version: of the record that was looked for; -1 where none was told yet.
        since_ms: how long after hearing the last pulse the frame was taken, negative for before; null for frames
            without a time.
        picture: JPEG at inset size; empty where it is left out: a few a second are enough for people.
        overlay: outlines that belong to the picture.
        frame: width and height of the camera's picture, px.
        near: JPEG of the part in which the game lies, with the picture; empty where nothing is tracked.
        near_part: left, top, width and height of that part, as shares of the camera's picture.
        told: outlines of the places that the likeliest explanation is about.
    """

    version: int
    since_ms: float | None = None
    glance: WireGlance | None = None
    explanation: WireExplanation | None = None
    picture: Jpeg = b""
    close_up: Jpeg = b""
    overlay: Outlines = ()
    differing: Outlines = ()
    trouble: WirePhrase | None = None
    failing: WirePhrase | None = None
    roll: WireRoll | None = None
    will_be_reread: bool = msgspec.field(default=False, name="looks_again")  # as older tablets call it
    frame: tuple[int, int] = (0, 0)
    near: Jpeg = b""
    near_part: tuple[float, float, float, float] = (0.0, 0.0, 1.0, 1.0)
    proposed: Outlines = msgspec.field(default=(), name="told")  # as older tablets call it


Message: TypeAlias = TableElsewhere | Pulse | Alive | Seen


class _Schema(msgspec.Struct, frozen=True):
    schema: int


_ENCODE = msgspec.msgpack.Encoder().encode
_DECODE: msgspec.msgpack.Decoder[Message] = msgspec.msgpack.Decoder(Message)
_SCHEMA_OF = msgspec.msgpack.Decoder(_Schema)


def packed(message: Message) -> bytes:
    """The message as bytes. Raises :class:`BadMessage` where it is larger than a message may be."""
    data = _ENCODE(message)
    if len(data) > MOST_MESSAGE:
        raise BadMessage(f"{len(data)} bytes")
    return data


def unpacked(data: bytes) -> Message:
    """The message. Raises :class:`BadMessage`."""
    if len(data) > MOST_MESSAGE:
        raise BadMessage(f"{len(data)} bytes")
    try:
        schema = _SCHEMA_OF.decode(data).schema
        if schema != SCHEMA:
            raise BadMessage(f"schema {schema}", schema)
        return _DECODE.decode(data)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise BadMessage(str(error)) from error

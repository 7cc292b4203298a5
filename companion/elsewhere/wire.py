"""What tablet and eyes tell each other: version 1 of the schema, MessagePack; ``docs/eyes.md`` tells it to users.

The tablet's record is numbered anew (``version``) whenever it is told: with each change, and when the connection came
back. What the eyes answer names the version that it explains, so an answer to an older one is known as such.

The two machines' clocks are nowhere compared. The tablet's :class:`Pulse` holds its own clock, and the eyes say how
long after they heard that pulse a picture was taken: at the tablet it was taken no earlier than that.

Nothing that comes in is believed: sizes are bounded while a message is decoded, pictures go through the picture door,
sentences must be ones that have words here, and actions are read by the rules.
"""

from __future__ import annotations

import math
from typing import Annotated, Any, TypeAlias

import cv2
import msgspec
import numpy as np
from numpy.typing import NDArray

from calibration.picture_door import PictureError
from companion.locale import UnknownPhrase, say
from companion.session.looking.near_view import SIZE as NEAR
from companion.session.looking.near_view import NearView
from companion.session.looking.sighting import INSET, Sighting, jpeg, picture_from_jpeg
from devices.events import Crooked, Rolled
from games.any_game import AnyGame, actions_explained
from games.game import Phrase, PhraseValue, Refusal
from vision.explanation import Candidate, Discrepancy, Explanation, TableRemark
from vision.eyes import Attention, Glance
from vision.frames import Picture

SCHEMA = 1
MOST_MESSAGE = 1_000_000  # bytes: with its topic less than the broker is asked to hand over at most
MOST_PICTURE = 300_000  # bytes of a JPEG: at inset size 480 x 270 have some 30,000
MOST_CLOSE_UP = 480  # px of the longer side
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


# From the eyes


def seen_of(
    sighting: Sighting,
    game: AnyGame | None,
    *,
    tablet: str,
    pulse_ms: int,
    heard_ms: float,
    said_ms: float,
    picture: bool,
) -> Seen:
    """A sighting as it is told.

    Args:
        game: whose actions the explanation holds; None where no game was told.
        pulse_ms, heard_ms: the tablet's clock in the last pulse, and when that was heard by our own.
        said_ms: now, by our own clock.
        picture: with what the camera shows.
    """
    since = None if sighting.taken_ms is None else sighting.taken_ms - heard_ms
    roll = sighting.roll
    shows = picture and sighting.small is not None
    near = sighting.near if shows else None
    return Seen(
        tablet=tablet, version=sighting.record_version, pulse_ms=pulse_ms, said_ms=said_ms - heard_ms, since_ms=since,
        glance=_wire_glance(sighting.glance),
        explanation=_wire_explanation(sighting.explanation, game),
        picture=jpeg(sighting.small) if shows and sighting.small is not None else b"",
        close_up=_close_up(sighting.close_up),
        overlay=_wire_outlines(sighting.overlay) if shows else (),
        differing=_wire_outlines(sighting.differing),
        trouble=_wire_phrase(sighting.trouble), failing=_wire_phrase(sighting.failing),
        roll=WireRoll(roll.values, round(roll.time_ms - heard_ms), roll.number) if roll is not None else None,
        will_be_reread=sighting.will_be_reread, frame=sighting.frame,
        near=jpeg(near.picture) if near is not None else b"",
        near_part=(near.left, near.top, near.width, near.height) if near is not None else (0.0, 0.0, 1.0, 1.0),
        proposed=_wire_outlines(sighting.proposed),
    )  # fmt: skip


def _wire_glance(glance: Glance | None) -> WireGlance | None:
    if glance is None:
        return None
    return WireGlance(
        glance.frame_number, glance.time_ms, glance.attention, glance.hand, glance.changed,
        _wire_phrase(glance.light), _wire_phrase(glance.pieces),
    )  # fmt: skip


def _wire_explanation(explanation: Explanation | None, game: AnyGame | None) -> WireExplanation | None:
    if explanation is None or game is None:
        return None
    return WireExplanation(
        tuple(
            WireCandidate(
                tuple(map(game.write, actions_explained(one.actions))), one.log_likelihood, one.probability, one.places
            )
            for one in explanation.candidates
        ),
        explanation.unexplained,
        explanation.frame_number,
        tuple(
            WireDiscrepancy(one.place, one.expected, one.seen, one.confidence, one.correction)
            for one in explanation.discrepancies
        ),
        explanation.lingering,
        tuple(WireRemark(one.places, WirePhrase(*_parts(one.phrase))) for one in explanation.remarks),
        tuple(
            (game.write(recorded), game.write(known)) for recorded, known in map(actions_explained, explanation.settled)
        ),
    )


def _close_up(picture: Picture | None) -> bytes:
    if picture is None or not picture.size:
        return b""
    shrink = min(1.0, MOST_CLOSE_UP / max(picture.shape[:2]))
    height, width = (max(1, round(side * shrink)) for side in picture.shape[:2])
    return jpeg(np.asarray(cv2.resize(picture, (width, height), interpolation=cv2.INTER_AREA), np.uint8))


def _wire_outlines(outlines: tuple[NDArray[np.float32], ...]) -> tuple[bytes, ...]:
    furthest = np.iinfo(np.int16).max
    return tuple(
        np.clip(np.rint(np.nan_to_num(line) * PER_SHARE), -furthest, furthest).astype("<i2").tobytes()
        for line in outlines
    )


def _wire_phrase(phrase: Phrase | None) -> WirePhrase | None:
    return WirePhrase(*_parts(phrase)) if phrase is not None else None


def _parts(phrase: Phrase) -> tuple[str, dict[str, WireValue]]:
    return phrase.key, {name: _wire_value(value) for name, value in phrase.values}


def _wire_value(value: PhraseValue) -> Any:
    if isinstance(value, Phrase):
        return WirePhrase(*_parts(value))
    return tuple(map(_wire_value, value)) if isinstance(value, tuple) else value


# At the tablet


def sighting_of(seen: Seen, game: AnyGame | None, record_version: int | None, before: Sighting | None) -> Sighting:
    """The sighting that was told. Raises :class:`BadMessage` for one that can't be used.

    Args:
        game: that reads the actions.
        record_version: of the record that the eyes looked for; None: of an older one, so what was read is void.
        before: the last one, whose picture stays where there is no new one.
    """
    try:
        small, overlay, near = (before.small, before.overlay, before.near) if before is not None else (None, (), None)
        if seen.picture:
            small, overlay, near = _inset(seen.picture), _outlines(seen.overlay), _near(seen)
        counts = seen.explanation is not None and record_version is not None and game is not None
        return Sighting(
            small=None if seen.glance is None else small,
            glance=_glance(seen.glance),
            explanation=_explanation(seen.explanation, game) if counts else None,
            record_version=record_version if record_version is not None else -1,
            close_up=picture_from_jpeg(seen.close_up) if seen.close_up else None,
            overlay=overlay,
            trouble=_phrase(seen.trouble),
            differing=_outlines(seen.differing),
            will_be_reread=seen.will_be_reread,
            roll=_roll(seen.roll, seen.pulse_ms),
            taken_ms=None if seen.since_ms is None else seen.pulse_ms + seen.since_ms,
            failing=_phrase(seen.failing),
            frame=seen.frame,
            near=near,
            proposed=_outlines(seen.proposed),
        )
    except (PictureError, Refusal, UnknownPhrase, KeyError, ValueError, RecursionError) as error:
        raise BadMessage(repr(error)) from error


def _inset(data: bytes, size: tuple[int, int] = INSET) -> Picture:
    picture = picture_from_jpeg(data)
    if not any(own == most and other <= rest for own, most, other, rest in _sides(picture, size)):
        raise BadMessage(f"a picture of shape {picture.shape}")
    return picture


def _sides(picture: Picture, size: tuple[int, int]) -> tuple[tuple[int, int, int, int], ...]:
    """One side of a picture, what it may be, and the other with what that may be, both ways."""
    height, width = picture.shape[:2]
    return (width, size[0], height, size[1]), (height, size[1], width, size[0])


def _near(seen: Seen) -> NearView | None:
    if not seen.near:
        return None
    if not all(0.0 <= share <= 1.0 for share in seen.near_part) or min(seen.near_part[2:]) <= 0.0:
        raise BadMessage(f"a part at {seen.near_part}")
    return NearView(_inset(seen.near, NEAR), *seen.near_part)


def _glance(message: WireGlance | None) -> Glance | None:
    if message is None:
        return None
    return Glance(
        message.frame_number, message.time_ms, message.attention, message.hand, message.changed,
        _phrase(message.light), _phrase(message.pieces),
    )  # fmt: skip


def _explanation(message: WireExplanation | None, game: AnyGame | None) -> Explanation | None:
    if message is None or game is None:
        return None
    if not all(map(math.isfinite, (message.unexplained, *(one.probability for one in message.candidates)))):
        raise BadMessage("a probability that is no number")
    return Explanation(
        tuple(
            Candidate(tuple(map(game.read, one.actions)), one.log_likelihood, one.probability, one.places)
            for one in message.candidates
        ),
        message.unexplained,
        message.frame_number,
        tuple(
            Discrepancy(one.place, one.expected, one.seen, one.confidence, one.correction)
            for one in message.discrepancies
        ),
        message.lingering,
        tuple(TableRemark(one.places, _sayable(one.phrase)) for one in message.remarks),
        tuple((game.read(recorded), game.read(known)) for recorded, known in message.settled),
    )


def _roll(message: WireRoll | None, pulse_ms: int) -> Rolled | Crooked | None:
    if message is None:
        return None
    if not all(0 <= value <= 6 for value in message.values):
        raise BadMessage(f"dice that show {message.values}")
    kind = Rolled if all(message.values) else Crooked
    return kind("camera", message.values, pulse_ms + message.since_ms, 0, message.number)


def _outlines(message: tuple[bytes, ...]) -> tuple[NDArray[np.float32], ...]:
    return tuple(
        np.asarray(np.frombuffer(line, "<i2").reshape(-1, 2).astype(np.float32) / PER_SHARE, np.float32)
        for line in message
    )


def _phrase(message: WirePhrase | None) -> Phrase | None:
    return _sayable(message) if message is not None else None


def _sayable(message: WirePhrase) -> Phrase:
    """A sentence that has words here. Raises :class:`companion.locale.UnknownPhrase` or ``KeyError``."""
    phrase = _unchecked(message)
    say(phrase)
    return phrase


def _unchecked(message: WirePhrase) -> Phrase:
    return Phrase.of(message.key, **{name: _value(value) for name, value in message.values.items()})


def _value(message: WireValue) -> Any:
    if isinstance(message, WirePhrase):
        return _unchecked(message)
    return tuple(map(_value, message)) if isinstance(message, tuple) else message

"""What eyes elsewhere told, as the tablet takes it in. Nothing of it is believed: sizes, shares and actions are
checked, and sentences must be ones that have words here."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
from numpy.typing import NDArray

from calibration.files.picture_door import PictureError
from companion.elsewhere.wire import (
    PER_SHARE,
    BadMessage,
    Seen,
    WireExplanation,
    WireGlance,
    WirePhrase,
    WireRoll,
    WireValue,
)
from companion.locale import UnknownPhrase, say
from companion.session.looking.near_view import SIZE as NEAR
from companion.session.looking.near_view import NearView
from companion.session.looking.sighting import INSET, Sighting, picture_from_jpeg
from devices.events import Crooked, Rolled
from games.any_game import AnyGame
from games.game import Phrase, Refusal
from vision.explanation import Candidate, Discrepancy, Explanation, TableRemark
from vision.eyes import Glance
from vision.frames import Picture


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

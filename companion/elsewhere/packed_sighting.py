"""What the eyes saw, as they tell it to a tablet: see :mod:`companion.elsewhere.wire`."""

from __future__ import annotations

from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.elsewhere.wire import (
    PER_SHARE,
    Seen,
    WireCandidate,
    WireDiscrepancy,
    WireExplanation,
    WireGlance,
    WirePhrase,
    WireRemark,
    WireRoll,
    WireValue,
)
from companion.session.looking.sighting import Sighting, jpeg
from games.any_game import AnyGame, actions_explained
from games.game import Phrase, PhraseValue
from vision.explanation import Explanation
from vision.eyes import Glance
from vision.frames import Picture

MOST_CLOSE_UP = 480  # px of the longer side


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

"""What one frame brought, and what a table session asks of whoever looks at the table.

The looking itself (:class:`~companion.session.looking.looker.Looker`) is plain sequential code. Of the watchers
:class:`~companion.session.looking.watchers.InlineWatcher` runs it frame by frame when it is asked, for rehearsals that
must replay exactly, and :class:`~companion.session.looking.watchers.ThreadedWatcher` beside the screen.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.files.picture_door import decode_picture
from companion.session.looking.near_view import NearView
from devices.events import Crooked, Rolled
from games.any_game import AnyRecord
from games.game import Phrase
from vision.explanation import Explanation
from vision.eyes import Glance
from vision.frames import Picture

INSET = (480, 270)  # width, height in px, within which the live picture beside the board is as large as it goes


@dataclass(frozen=True)
class Sighting:
    """What one frame brought.

    Attributes:
        small: the frame at inset size, BGR (270, 480, 3), or narrower where the camera's pictures are; None where the
            source is in trouble.
        glance: what it told before reading; None where the source is in trouble.
        explanation: what was read from it, where it was worth reading.
        record_version: of the record that the explanation starts from.
        close_up: the part of the frame where the likeliest candidate plays, BGR.
        overlay: outlines of what is tracked, polylines (n, 2), as shares of the frame's width and height.
        trouble: what is wrong with the source, for people.
        differing: outlines of the places where table and record differ, and of what lies against the rules, as
            ``overlay``; told with the explanation.
        will_be_reread: what was read left doubt, and if the table stays as it is it will be read once more.
        roll: dice that came to rest on the table while the game waited for them.
        taken_ms: when the frame was taken, on the machine's steady clock (:func:`devices.hub.monotonic_ms`); None of
            a source that is not live, whose frames are all of now.
        failing: why the eyes do not read, for people, where the camera is well.
        frame: width and height of what the camera showed, px; (0, 0) where that was not told.
        near: the part of the frame in which the game lies; None where nothing is tracked, or from another machine.
        proposed: outlines of the places that the likeliest explanation is about, as ``overlay``.
    """

    small: Picture | None
    glance: Glance | None
    explanation: Explanation | None = None
    record_version: int = 0
    close_up: Picture | None = None
    overlay: tuple[NDArray[np.float32], ...] = ()
    trouble: Phrase | None = None
    differing: tuple[NDArray[np.float32], ...] = ()
    will_be_reread: bool = False
    roll: Rolled | Crooked | None = None
    taken_ms: float | None = None
    failing: Phrase | None = None
    frame: tuple[int, int] = (0, 0)
    near: NearView | None = None
    proposed: tuple[NDArray[np.float32], ...] = ()


class Watcher(Protocol):
    """What a table session asks of whatever looks at the table."""

    def record_moved_on(self, record: AnyRecord, version: int) -> None:
        """The record has changed, or is told for the first time; sightings from here on start from its state."""

    def look_anew(self) -> None:
        """Forget what was seen of the table, and read all of it against the record."""

    def take(self) -> tuple[Sighting, ...]:
        """Every sighting since the last call, oldest first."""

    def close(self) -> None:
        """Stop looking and let go of the source."""


def jpeg(picture: Picture) -> bytes:
    """The picture as JPEG of quality 80. Raises :class:`ValueError` where there is none (an empty picture)."""
    try:
        done, encoded = cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, 80])
    except cv2.error as error:
        raise ValueError(f"no JPEG from a picture of shape {picture.shape}") from error
    if not done:
        raise ValueError(f"no JPEG from a picture of shape {picture.shape}")
    return encoded.tobytes()


def shot_of(picture: Picture | None) -> tuple[bytes | None, Phrase | None]:
    """The picture as it is kept with a move, or why it is kept without: a picture never takes a move back."""
    try:
        return (jpeg(picture) if picture is not None else None), None
    except ValueError as error:
        return None, Phrase.of("store.kept_less", reason=str(error))


def picture_from_jpeg(data: bytes) -> Picture:
    """The picture (BGR) that a JPEG holds. Raises :class:`PictureError` where it is damaged."""
    return decode_picture(data, "JPEG")

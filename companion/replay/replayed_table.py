"""A table from pictures: a recorded evening as a source of frames that waits where a press waits."""

from __future__ import annotations

import zlib
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.files.picture_door import PictureError, decode_picture, open_picture
from companion.rehearsal.live_table import Gesture
from companion.rehearsal.true_turns import TrueTurns
from companion.replay.evening import EveningError, RecordedEvening, ShownPicture, actions_of
from companion.titles.registry import game_named
from vision.frames import Frame, Picture
from vision.simulator.dice.tray import SimulatedDiceTray
from vision.simulator.players.gestures import Throw, Touch
from vision.simulator.sequence import FrameTruth, SimulatedPress

STEP_MS = 100.0  # ten pictures a second, on a clock of its own
GRAIN_LEVELS = 1.6  # grey levels, sigma: what a webcam in a lit room adds from one frame to the next
GRAIN_MARGIN = 97  # px by which one field of grain is moved about, so that none is drawn anew
TRAY_DICE = 2
JPEG_QUALITY = 88  # of a camera's own stream


class ReplayedTable:
    """A recorded evening before the eyes (:class:`companion.rehearsal.whole_game.LiveTable`).

    Each picture is shown as often as it was held, the first time as it is and then with fresh grain; what somebody did
    with it comes with its last showing. While ``paused`` the last picture is shown on.

    Args:
        evening: what was recorded.
        folder: where its pictures lie.
    """

    def __init__(self, evening: RecordedEvening, folder: Path) -> None:
        self._evening, self._folder = evening, folder
        self._game = game_named(evening.game)
        self._true = TrueTurns.after(evening.record(), actions_of(evening))
        self._done = 0  # actions that were done by what was told last
        self._chance = np.random.default_rng(zlib.crc32("\n".join(evening.truth).encode()))
        self._grain: NDArray[np.int16] | None = None
        self._gestures: list[Gesture] = []
        self._at, self._held = -1, 0  # which picture is shown, and how often it was
        self._picture: Picture | None = None
        self._number = -1
        self.paused = False
        self.tray: SimulatedDiceTray | None = None  # dice of an evening were told, not shown
        self.truth: FrameTruth | None = None  # people said what they did, not what each picture shows
        self.shown_since_ms = 0.0  # when the picture that is shown was shown first

    @property
    def actions(self) -> Sequence[Any]:
        """See :class:`companion.rehearsal.whole_game.LiveTable`."""
        return self._true.actions

    @property
    def presses(self) -> Sequence[Gesture]:
        """See :class:`companion.rehearsal.whole_game.LiveTable`."""
        return self._gestures

    def read(self) -> Frame | None:
        """The next frame, or None at the end. Raises :class:`EveningError` where a picture can't be
        opened."""
        frames = self._evening.frames
        goes_on = self._picture is None or (not self.paused and self._held >= frames[self._at].hold)
        if goes_on:
            if self._at + 1 == len(frames):
                return None
            self._at, self._held = self._at + 1, 0
            self._picture = self._opened(frames[self._at])
        assert self._picture is not None
        shown = self._picture if goes_on else self._with_fresh_grain(self._picture)
        self._number += 1
        if goes_on:
            self.shown_since_ms = self._number * STEP_MS
        if not self.paused:
            self._held += 1
            if self._held == frames[self._at].hold:
                self._tell(frames[self._at])
        return Frame(shown, self._number * STEP_MS, self._number)

    def close(self) -> None:
        """End the evening."""
        self._at, self._picture, self.paused = len(self._evening.frames) - 1, None, False

    def _tell(self, shown: ShownPicture) -> None:
        if shown.press is not None:
            actions = shown.actions
            self._done = actions if actions is not None else self._true.end_of_next(self._done)
            seat = self._evening.seat_of(shown.press)
            self._gestures.append(SimulatedPress(self._number * STEP_MS, seat, self._done))
        elif shown.touch is not None:
            action = self._game.read(shown.touch)
            self._done = self._true.done_by(action, self._done)
            self._gestures.append(Touch(action))
        elif shown.throw is not None:
            thrown = self._true.actions[self._done]
            self._done += 1
            # The tray tells all of its dice whenever they lie still: a single one was seen by a camera, and is entered.
            self._gestures.append(Throw(0, shown.throw) if len(shown.throw) == TRAY_DICE else Touch(thrown))

    def _opened(self, shown: ShownPicture) -> Picture:
        try:
            return open_picture(self._folder / shown.file)
        except PictureError as error:
            raise EveningError(error.phrase) from error

    def _with_fresh_grain(self, picture: Picture) -> Picture:
        """The same table in the next frame: other grain, other JPEG blocks."""
        height, width = picture.shape[:2]
        size = (height + GRAIN_MARGIN, width + GRAIN_MARGIN, 3)
        if self._grain is None or self._grain.shape != size:
            self._grain = np.round(self._chance.normal(0, GRAIN_LEVELS, size)).astype(np.int16)
        top, left = self._chance.integers(0, GRAIN_MARGIN, 2)
        grain = self._grain[top : top + height, left : left + width]
        return decode_picture(jpeg_with_grain(picture, grain), "JPEG")


def jpeg_with_grain(picture: Picture, grain: NDArray[np.int16]) -> bytes:
    """A picture as a camera's own stream sends it, with its grain (h, w, 3), grey levels."""
    noisy = np.clip(picture.astype(np.int16) + grain, 0, 255).astype(np.uint8)
    return cv2.imencode(".jpg", noisy, [cv2.IMWRITE_JPEG_QUALITY, JPEG_QUALITY])[1].tobytes()

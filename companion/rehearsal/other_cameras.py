"""Cameras as they are, before the simulated table: one that wakes up black, a phone's stream that drops to five frames
a second, small, large and upright pictures, and the bands that mains light draws.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

import cv2
import numpy as np

from companion.rehearsal.camera_kinds import CameraKind
from companion.rehearsal.live_table import Gesture, LiveTable
from vision.frames import Frame, Picture
from vision.simulator.dice.tray import SimulatedDiceTray
from vision.simulator.sequence import FrameTruth

BLACK_FRAMES, WAKING_FRAMES = 15, 8  # until a camera that wakes up shows anything, and all of it
EVERY = 2  # of ten frames a second a slow stream brings so many
SMALL, LARGE = (1280, 720), (3840, 2160)  # width, height, px
BAND_STRENGTH = 0.12  # of the light: tubes and cheap lamps before a shutter that is shorter than their flicker
BANDS = 2.4  # in the height of a picture
BAND_STEP = 0.37  # of a band, by which they roll from one frame to the next


class OtherCamera:
    """A simulated table before another camera (:class:`companion.rehearsal.whole_game.LiveTable`).

    Args:
        table: the table.
        kind: of the camera.
    """

    def __init__(self, table: LiveTable, kind: CameraKind) -> None:
        self._table, self._kind = table, kind
        self._number = -1

    @property
    def actions(self) -> Sequence[Any]:
        """See :class:`companion.rehearsal.whole_game.LiveTable`."""
        return self._table.actions

    @property
    def presses(self) -> Sequence[Gesture]:
        """See :class:`companion.rehearsal.whole_game.LiveTable`."""
        return self._table.presses

    @property
    def truth(self) -> FrameTruth | None:
        """See :class:`companion.rehearsal.whole_game.LiveTable`."""
        return self._table.truth

    @property
    def tray(self) -> SimulatedDiceTray | None:
        """See :class:`companion.rehearsal.whole_game.LiveTable`."""
        return self._table.tray

    @property
    def paused(self) -> bool:
        """See :class:`companion.rehearsal.whole_game.LiveTable`."""
        return self._table.paused

    @paused.setter
    def paused(self, value: bool) -> None:
        self._table.paused = value

    def read(self) -> Frame | None:
        """The next frame as this camera shows it."""
        self._number += 1
        frame = None
        waking = self._kind is CameraKind.WAKING and self._number < BLACK_FRAMES + WAKING_FRAMES
        if waking:
            self._table.paused = True  # people wait for the picture
        for _ in range(EVERY if self._kind is CameraKind.SLOW else 1):
            pressed = len(self._table.presses)
            frame = self._table.read()
            if frame is None or len(self._table.presses) > pressed:  # what somebody pressed for is still shown
                break
        if waking:
            self._table.paused = False
        if frame is None:
            return None
        return replace(frame, image=_AS_SHOWN[self._kind](frame.image, self._number))

    def close(self) -> None:
        """End the game."""
        self._table.close()


def _as_it_is(image: Picture, number: int) -> Picture:
    del number
    return image


def _waking(image: Picture, number: int) -> Picture:
    share = min(1.0, max(0.0, (number + 1 - BLACK_FRAMES) / WAKING_FRAMES))
    return image if share == 1.0 else np.asarray(cv2.convertScaleAbs(image, alpha=share), np.uint8)


def _sized(size: tuple[int, int]) -> Callable[[Picture, int], Picture]:
    def shown(image: Picture, number: int) -> Picture:
        del number
        way = cv2.INTER_AREA if size[0] < image.shape[1] else cv2.INTER_CUBIC
        return np.asarray(cv2.resize(image, size, interpolation=way), np.uint8)

    return shown


def _upright(image: Picture, number: int) -> Picture:
    """A phone that is held upright above the table's long side."""
    del number
    return np.ascontiguousarray(np.rot90(image))


def _banded(image: Picture, number: int) -> Picture:
    rows = np.arange(image.shape[0]) / image.shape[0]
    light = 1 + BAND_STRENGTH * np.sin(2 * np.pi * (BANDS * rows + BAND_STEP * number))
    linear = (image.astype(np.float32) / 255) ** 2.2 * light[:, None, None].astype(np.float32)
    return np.asarray(np.clip(linear, 0, 1) ** (1 / 2.2) * 255, np.uint8)


_AS_SHOWN: dict[CameraKind, Callable[[Picture, int], Picture]] = {
    CameraKind.WAKING: _waking,
    CameraKind.SLOW: _as_it_is,
    CameraKind.SMALL: _sized(SMALL),
    CameraKind.LARGE: _sized(LARGE),
    CameraKind.UPRIGHT: _upright,
    CameraKind.BANDS: _banded,
}

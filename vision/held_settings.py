"""What a camera sets by itself, held: exposure, white balance and focus.

Left to itself a camera follows every sleeve: the table grows brighter as a dark arm reaches in, changes its colours,
and is out of focus until the hand has gone. So the camera is left to find its settings, which are then kept as they
are, and found anew when the evening has grown darker. Drivers answer all sorts of things, and some keep another value
than that which was in force; so what counts is the picture: where it is not what it was before, the camera sets itself
again, and people are told.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Protocol, runtime_checkable

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.frames import Picture
from vision.parameters import CHOSEN, Parameters, parameter


@dataclass(frozen=True, slots=True, kw_only=True)
class HeldSettingsParameters(Parameters):
    """When a camera's settings are held, and when they are found anew."""

    cells: tuple[int, int] = parameter((16, 9), "cells", "of a picture, across and down, that are compared", CHOSEN)
    finds_ms: float = parameter(2000.0, "ms", "in which a camera has found its settings", CHOSEN)
    settles_ms: float = parameter(700.0, "ms", "until pictures show what a driver was told", CHOSEN)
    black: float = parameter(12.0, "grey levels", "up to which a camera has not woken up", CHOSEN)
    same: float = parameter(0.12, "share", "of a colour by which a picture may differ once it is held", CHOSEN)
    sharp: float = parameter(0.5, "share", "of the detail that must be left once the focus is held", CHOSEN)
    other_light: float = parameter(1.6, "times", "as bright or dark as it was held in that the table is then", CHOSEN)
    every_ms: float = parameter(1000.0, "ms", "between two looks at the light", CHOSEN)
    in_a_row: int = parameter(4, "looks", "that show other light before it is believed: hands come and go", CHOSEN)


PARAMETERS = HeldSettingsParameters()


class CameraSetting(StrEnum):
    """What a camera sets by itself."""

    EXPOSURE = "exposure"
    WHITE_BALANCE = "white_balance"
    FOCUS = "focus"


@dataclass(frozen=True, slots=True)
class SettingsState:
    """What is held of a camera's settings, and what it goes on setting by itself. What it has not (most have no focus
    that moves) is in neither."""

    held: tuple[CameraSetting, ...] = ()
    by_itself: tuple[CameraSetting, ...] = ()


@runtime_checkable
class HoldsSettings(Protocol):
    """A source that holds its camera's settings."""

    @property
    def settings(self) -> SettingsState | None:
        """What came of it; None until the camera has found them."""


class Driver(Protocol):
    """What is asked of ``cv2.VideoCapture``: 0 or -1 is the answer for what a driver does not know."""

    def get(self, propId: int, /) -> float:
        """A property's value."""

    def set(self, propId: int, value: float, /) -> bool:
        """Set it; False where the driver won't."""


@dataclass(frozen=True, slots=True)
class _Switch:
    """The two properties of a setting, and what its switch says where people set it."""

    automatic: int
    value: int
    by_hand: Mapping[str, float]


# V4L2 tells the entries of its menu (V4L2_EXPOSURE_MANUAL is 1, the automatic ones 0 and 3), the others yes and no.
_NO = dict.fromkeys(("V4L2", "DSHOW", "MSMF"), 0.0)
_SWITCHES = {
    CameraSetting.EXPOSURE: _Switch(cv2.CAP_PROP_AUTO_EXPOSURE, cv2.CAP_PROP_EXPOSURE, {**_NO, "V4L2": 1.0}),
    CameraSetting.WHITE_BALANCE: _Switch(cv2.CAP_PROP_AUTO_WB, cv2.CAP_PROP_WB_TEMPERATURE, _NO),
    CameraSetting.FOCUS: _Switch(cv2.CAP_PROP_AUTOFOCUS, cv2.CAP_PROP_FOCUS, _NO),
}


@dataclass(frozen=True, slots=True, eq=False)
class _Impression:
    """How a picture looks as a whole: the colours of its cells (9, 16, 3), and how much detail its middle shows."""

    cells: NDArray[np.float32]
    detail: float

    @classmethod
    def of(cls, image: Picture) -> _Impression:
        """Of a picture (h, w, 3) BGR."""
        cells = cv2.resize(image[::4, ::4], PARAMETERS.cells, interpolation=cv2.INTER_AREA).astype(np.float32)
        height, width = image.shape[:2]
        middle = np.ascontiguousarray(image[height // 3 : 2 * height // 3, width // 3 : 2 * width // 3, 1])
        return cls(cells, float(cv2.Laplacian(middle, cv2.CV_32F).std()))

    @property
    def level(self) -> float:
        """Median grey level."""
        return float(np.median(self.cells))

    def times(self, other: _Impression) -> NDArray[np.float64]:
        """(3,) as bright as the other in blue, green and red: of the median cell, for hands cover but a part."""
        return np.asarray(np.median((self.cells + 1) / (other.cells + 1), axis=(0, 1)), np.float64)


class HeldSettings:
    """Holds what a camera has found. Show it every picture that is decoded (:meth:`seen`), and :meth:`release` the
    camera before it is let go: drivers keep what they were told.

    Args:
        driver: of the camera.
        backend: who drives it, by OpenCV's name; of one that is not known nothing is touched.
    """

    def __init__(self, driver: Driver, backend: str) -> None:
        self._driver, self._backend = driver, backend
        self._before: dict[CameraSetting, float] = {}  # how the switch stood of what is held
        self._refused: set[CameraSetting] = set()  # the picture was another one, or the driver would not
        self._seen: _Impression | None = None  # when it was held
        self._since_ms: float | None = None
        self._judged = False
        self._other = 0  # looks in a row that showed other light
        self._state: SettingsState | None = None

    @property
    def state(self) -> SettingsState | None:
        """What came of it; None until the camera has found its settings."""
        return self._state

    def seen(self, image: Picture, now_ms: float) -> None:
        """A picture (h, w, 3) BGR, taken at about this time of a clock that only goes on."""
        if self._since_ms is None:
            self._since_ms = now_ms
        since = now_ms - self._since_ms
        if self._seen is None:
            if since >= PARAMETERS.finds_ms and (look := _Impression.of(image)).level > PARAMETERS.black:
                self._hold(look)
                self._since_ms = now_ms
        elif not self._judged:
            if since >= PARAMETERS.settles_ms:
                self._judge(_Impression.of(image))
                self._since_ms = now_ms
        elif since >= PARAMETERS.every_ms and self._before:
            self._since_ms = now_ms
            self._watch(_Impression.of(image))

    def release(self) -> None:
        """Let the camera set itself again."""
        for setting in tuple(self._before):
            self._give_back(setting)
        self._seen, self._since_ms, self._judged, self._other = None, None, False, 0

    def _hold(self, look: _Impression) -> None:
        for setting, switch in _SWITCHES.items():
            if self._backend in switch.by_hand and setting not in self._refused:
                self._hold_one(setting, switch, switch.by_hand[self._backend])
        self._seen, self._judged, self._other = look, False, 0

    def _hold_one(self, setting: CameraSetting, switch: _Switch, by_hand: float) -> None:
        stood, value = self._driver.get(switch.automatic), self._driver.get(switch.value)
        if stood == by_hand or stood < 0:  # somebody has set it, or there is no such switch
            return
        if not self._driver.set(switch.automatic, by_hand) or self._driver.get(switch.automatic) != by_hand:
            self._refused.add(setting)
            return
        self._before[setting] = stood
        if value not in (0.0, -1.0):
            self._driver.set(switch.value, value)

    def _judge(self, look: _Impression) -> None:
        """Whether the picture is still what it was before the settings were held."""
        assert self._seen is not None
        light = {CameraSetting.EXPOSURE, CameraSetting.WHITE_BALANCE} & set(self._before)
        if light and np.abs(np.log(look.times(self._seen))).max() > np.log1p(PARAMETERS.same):
            self._refuse(light)
        if CameraSetting.FOCUS in self._before and look.detail < PARAMETERS.sharp * self._seen.detail:
            self._refuse({CameraSetting.FOCUS})
        self._judged = True
        held = tuple(one for one in CameraSetting if one in self._before)
        self._state = SettingsState(held, tuple(one for one in CameraSetting if one in self._moves(set(held))))

    def _moves(self, held: set[CameraSetting]) -> set[CameraSetting]:
        """What the camera sets by itself, as far as anybody knows: every one has an exposure."""
        if self._backend not in _NO:
            return {CameraSetting.EXPOSURE}
        by_hand = {
            one
            for one, switch in _SWITCHES.items()
            if self._driver.get(switch.automatic) == switch.by_hand[self._backend]
        }
        return (self._refused | {CameraSetting.EXPOSURE}) - held - by_hand

    def _refuse(self, settings: set[CameraSetting]) -> None:
        for setting in settings:
            self._give_back(setting)
        self._refused |= settings

    def _give_back(self, setting: CameraSetting) -> None:
        self._driver.set(_SWITCHES[setting].automatic, self._before.pop(setting))

    def _watch(self, look: _Impression) -> None:
        """The light of an evening changes: settings that no longer suit it are found anew."""
        assert self._seen is not None
        brighter = float(np.median(look.times(self._seen)))
        suits = 1 / PARAMETERS.other_light < brighter < PARAMETERS.other_light
        blurred = CameraSetting.FOCUS in self._before and look.detail < PARAMETERS.sharp * self._seen.detail
        self._other = 0 if suits and not blurred else self._other + 1
        if self._other >= PARAMETERS.in_a_row:
            self.release()

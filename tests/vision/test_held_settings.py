"""A camera finds its exposure, white balance and focus, and keeps them; what can't be held is told."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from calibration.arrays import Picture
from vision import held_settings
from vision.frame_sources import LocalCamera
from vision.held_settings import CameraSetting, HeldSettings, HoldsSettings, SettingsState

P = held_settings.PARAMETERS
AUTO_EXPOSURE, EXPOSURE = cv2.CAP_PROP_AUTO_EXPOSURE, cv2.CAP_PROP_EXPOSURE
AUTO_WB, WARMTH = cv2.CAP_PROP_AUTO_WB, cv2.CAP_PROP_WB_TEMPERATURE
AUTO_FOCUS, FOCUS = cv2.CAP_PROP_AUTOFOCUS, cv2.CAP_PROP_FOCUS
FOUND = {AUTO_EXPOSURE: 3.0, EXPOSURE: 156.0, AUTO_WB: 1.0, WARMTH: 4600.0, AUTO_FOCUS: 1.0, FOCUS: 40.0}
STEP_MS = 100.0


class Webcam:
    """What a USB camera's driver answers, as V4L2 tells it, and what it shows of a table.

    Args:
        properties: those it knows.
        stale: values that come into force once nothing is automatic any more, whatever was read before.
        stubborn: properties that can't be set.
    """

    def __init__(self, properties=FOUND, *, stale=None, stubborn=()):
        self.properties, self.stale, self.stubborn = dict(properties), stale or {}, stubborn
        self.lamp = 1.0  # of the light at the beginning
        self.hand = False
        self.open = True

    def get(self, what):
        return self.properties.get(what, -1.0)

    def set(self, what, value):
        if what not in self.properties or what in self.stubborn:
            return False
        self.properties[what] = self.stale.get(what, value)
        return True

    def picture(self) -> Picture:
        table = np.random.default_rng(7).integers(60, 160, (270, 480, 3)).astype(np.float32)
        automatic = self.get(AUTO_EXPOSURE) != 1.0
        table *= 1.0 if automatic else self.lamp * self.properties[EXPOSURE] / FOUND[EXPOSURE]
        if self.get(AUTO_FOCUS) == 0.0 and self.properties[FOCUS] != FOUND[FOCUS]:
            table = cv2.GaussianBlur(table, (0, 0), 4)
        if self.hand:
            table[:, :200] = 20
        return np.clip(table, 0, 255).astype(np.uint8)

    # The rest of cv2.VideoCapture

    def isOpened(self):
        return self.open

    def getBackendName(self):
        return "V4L2"

    def read(self):
        return True, self.picture()

    def release(self):
        self.open = False


class Watching:
    """Somebody who shows a camera's pictures to what holds its settings."""

    def __init__(self, webcam, backend="V4L2"):
        self.webcam, self.held, self.now_ms = webcam, HeldSettings(webcam, backend), 0.0

    def watch(self, seconds: float) -> SettingsState | None:
        for _ in range(round(seconds * 1000 / STEP_MS)):
            self.held.seen(self.webcam.picture(), self.now_ms)
            self.now_ms += STEP_MS
        return self.held.state


def test_what_a_camera_has_found_is_held():
    webcam = Webcam()
    there = Watching(webcam)
    assert there.watch(P.finds_ms / 1000) is None  # it still finds it
    found = there.watch(2)
    assert found == SettingsState(held=(CameraSetting.EXPOSURE, CameraSetting.WHITE_BALANCE, CameraSetting.FOCUS))
    assert webcam.properties == {**FOUND, AUTO_EXPOSURE: 1.0, AUTO_WB: 0.0, AUTO_FOCUS: 0.0}


def test_a_camera_that_is_let_go_sets_itself_again():
    webcam = Webcam()
    there = Watching(webcam)
    there.watch(4)
    there.held.release()
    assert webcam.properties == FOUND


def test_a_camera_that_wakes_up_black_is_waited_for():
    webcam = Webcam()
    there = Watching(webcam)
    for _ in range(60):
        there.held.seen(np.zeros((270, 480, 3), np.uint8), there.now_ms)
        there.now_ms += STEP_MS
    assert webcam.properties == FOUND
    assert there.watch(2).held == tuple(CameraSetting)


def test_a_driver_that_keeps_an_old_exposure_sets_itself_again_and_people_are_told():
    webcam = Webcam(stale={EXPOSURE: 80.0})
    found = Watching(webcam).watch(4)
    assert found == SettingsState(
        held=(CameraSetting.FOCUS,), by_itself=(CameraSetting.EXPOSURE, CameraSetting.WHITE_BALANCE)
    )
    assert webcam.get(AUTO_EXPOSURE) == 3.0
    assert webcam.get(AUTO_WB) == 1.0


def test_a_focus_that_springs_elsewhere_is_given_back():
    webcam = Webcam(stale={FOCUS: 0.0})
    found = Watching(webcam).watch(4)
    assert found == SettingsState(
        held=(CameraSetting.EXPOSURE, CameraSetting.WHITE_BALANCE), by_itself=(CameraSetting.FOCUS,)
    )
    assert webcam.get(AUTO_FOCUS) == 1.0


def test_a_driver_that_will_not_is_told_of():
    found = Watching(Webcam(stubborn={AUTO_EXPOSURE})).watch(4)
    assert found == SettingsState(
        held=(CameraSetting.WHITE_BALANCE, CameraSetting.FOCUS), by_itself=(CameraSetting.EXPOSURE,)
    )


def test_what_a_camera_has_not_is_neither_held_nor_missed():
    fixed = {what: FOUND[what] for what in (AUTO_EXPOSURE, EXPOSURE)}  # its lens does not move
    assert Watching(Webcam(fixed)).watch(4) == SettingsState(held=(CameraSetting.EXPOSURE,))


def test_what_people_set_themselves_stays_theirs():
    by_hand = {**FOUND, AUTO_EXPOSURE: 1.0, EXPOSURE: 300.0}
    webcam = Webcam(by_hand)
    there = Watching(webcam)
    found = there.watch(4)
    assert (found.held, found.by_itself) == ((CameraSetting.WHITE_BALANCE, CameraSetting.FOCUS), ())
    there.held.release()
    assert webcam.properties == by_hand


def test_nothing_of_a_driver_that_nobody_knows_is_touched():
    webcam = Webcam()
    assert Watching(webcam, backend="AVFOUNDATION").watch(4) == SettingsState(by_itself=(CameraSetting.EXPOSURE,))
    assert webcam.properties == FOUND


@pytest.mark.parametrize("lamp", [0.4, 2.0])
def test_an_evening_that_grows_darker_or_a_lamp_is_found_anew(lamp):
    webcam = Webcam()
    there = Watching(webcam)
    there.watch(4)
    webcam.lamp = lamp
    there.watch(P.in_a_row * P.every_ms / 1000 + 0.5)
    assert webcam.get(AUTO_EXPOSURE) == 3.0
    webcam.lamp = 1.0  # what is found from now on is measured against this light
    there.watch(4)
    assert webcam.get(AUTO_EXPOSURE) == 1.0


def test_a_sleeve_changes_nothing():
    webcam = Webcam()
    there = Watching(webcam)
    there.watch(4)
    webcam.hand = True
    there.watch(30)
    assert webcam.get(AUTO_EXPOSURE) == 1.0


def test_a_camera_at_this_machine_holds_what_it_has_found_until_it_is_closed(monkeypatch):
    webcam, now_ms = Webcam(), iter(np.arange(0.0, 1e6, STEP_MS))
    monkeypatch.setattr(cv2, "VideoCapture", lambda name: webcam)
    camera = LocalCamera("/dev/null", clock=lambda: next(now_ms))
    assert isinstance(camera, HoldsSettings)
    for _ in range(40):
        camera.read()
    assert camera.settings == SettingsState(held=tuple(CameraSetting))
    camera.close()
    assert webcam.properties == FOUND
    assert not webcam.open

"""Choosing the camera on the tablet: tried before it is used, told in one sentence where it does not answer."""

from __future__ import annotations

import cv2
import numpy as np
import pytest
from kivy.core.clipboard import Clipboard
from kivy.core.window import Window

from companion.cameras.choice import tried
from companion.cameras.listing import found_cameras


@pytest.fixture
def folder(tmp_path):
    """A folder of pictures, which stands for a camera: red ones."""
    for number in range(6):
        cv2.imwrite(str(tmp_path / f"{number}.png"), np.full((540, 960, 3), (20, 30, 200), np.uint8))
    return tmp_path


def until_noticed(tablet):
    for _ in range(40):
        tablet.screen._trial and tablet.screen._trial.close()
        tablet.wait(0.1)
        if tablet.screen._trial is None:
            return


def test_a_camera_is_tried_and_its_picture_shown(tablet, folder):
    tablet.app.prefer(camera=str(folder))
    tablet.open("camera", back="settings")
    until_noticed(tablet)
    assert tablet.reads("960 × 540 pixels")
    x, y, width, height = tablet.screen.picture.frame()
    assert tablet.colour_at(x + width / 2, y + height / 2) == pytest.approx((200, 30, 20), abs=4)


def test_a_camera_that_is_not_there_says_so_and_nothing_is_lost(tablet):
    tablet.app.prefer(camera="77")
    tablet.open("camera", back="settings")
    until_noticed(tablet)
    assert tablet.reads("77")
    tablet.tap("No camera")
    assert tablet.app.preferences.camera == ""


def test_an_address_is_typed_letter_by_letter(tablet):
    tablet.open("camera", back="settings")
    tablet.tap("Camera with an address")
    for letter in "rtsp":
        tablet.tap(letter)
    assert tablet.app.preferences.camera == "rtsp"


def test_an_address_may_hold_capitals_and_signs(tablet):
    tablet.open("camera", back="settings")
    tablet.tap("Camera with an address")
    tablet.tap("h")
    tablet.tap("ABC")
    for letter in "TP":
        tablet.tap(letter)
    tablet.tap("abc")
    for letter in "a&%":
        tablet.tap(letter)
    assert tablet.app.preferences.camera == "hTPa&%"


def test_an_address_that_was_copied_elsewhere_is_pasted_by_a_tap_or_by_a_keyboard(tablet):
    Clipboard.copy("  http://192.168.1.20:8080/video \n")
    tablet.open("camera", back="settings")
    tablet.tap("Camera with an address")
    tablet.tap("Paste")
    assert tablet.app.preferences.camera == "http://192.168.1.20:8080/video"
    Clipboard.copy("?a=B")
    Window.dispatch("on_key_down", 118, 0, None, ["ctrl"])
    assert tablet.app.preferences.camera == "http://192.168.1.20:8080/video?a=B"


def test_from_a_new_game_one_comes_back_to_the_same_seats(tablet):
    tablet.open("new_game", game="carcassonne")
    tablet.tap("Options")
    tablet.tap(tablet.thing(text="Camera"))
    assert tablet.screen.name == "camera"
    tablet.screen.leave()
    tablet.wait()
    assert tablet.screen.name == "new_game"
    assert tablet.screen.step == "options"


def test_settings_name_the_camera(tablet):
    tablet.app.prefer(camera="2")
    tablet.open("settings")
    tablet.see(tablet.shown("Camera 2"))  # below the fold
    tablet.tap("Camera 2")
    assert tablet.screen.name == "camera"


def test_only_devices_with_a_number_are_cameras(tmp_path):
    for name in ("video0", "video10", "video2", "videography", "null"):
        (tmp_path / name).touch()
    assert found_cameras(tmp_path) == ("0", "2", "10")


def test_a_trial_tells_what_is_wrong(tmp_path):
    trial = tried(str(tmp_path / "nothing"))
    assert trial.picture is None
    assert trial.trouble.key == "vision.source_not_there"


def test_a_password_in_an_address_is_never_on_the_screen_and_stays_when_the_rest_is_changed(tablet):
    tablet.app.prefer(camera="http://anna:S3cr3t@127.0.0.1:9/video")
    tablet.open("settings")
    assert not tablet.reads("S3cr3t")
    assert tablet.reads("127.0.0.1:9/video")
    tablet.open("camera", back="settings")
    until_noticed(tablet)
    assert tablet.reads("Nobody answers")
    assert not tablet.reads("S3cr3t")
    tablet.tap("2")
    assert tablet.app.preferences.camera == "http://anna:S3cr3t@127.0.0.1:9/video2"
    assert not tablet.reads("S3cr3t")


def test_who_turns_the_camera_off_for_a_game_types_its_address_once_only(tablet):
    phone = "http://192.168.1.20:8080/video"
    tablet.app.prefer(camera=phone)
    tablet.open("new_game", game="carcassonne", step="options")
    camera = next(
        one for one in tablet.screen.walk() if getattr(one, "text", "") == "Camera" and hasattr(one, "active")
    )
    camera.active = False
    assert tablet.app.preferences.camera == ""
    camera.active = True
    assert tablet.app.preferences.camera == phone
    assert tablet.screen.name == "camera"

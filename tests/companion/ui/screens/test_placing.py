"""Placing the camera on the tablet: by a picture, by what the camera sees, and by a phone that tells its address."""

import urllib.request
from urllib.parse import urlencode

import cv2
import numpy as np
import pytest

from companion.ui.screens.cameras import placing


@pytest.fixture
def folder(tmp_path):
    """A folder of pictures, which stands for a camera: grey ones without a tile."""
    for number in range(3):
        cv2.imwrite(str(tmp_path / f"{number}.png"), np.full((540, 960, 3), 120, np.uint8))
    return tmp_path


def test_the_height_follows_the_width_of_the_map(tablet):
    tablet.open("placing", back="camera")
    assert tablet.reads("90 to 145 cm")
    tablet.tap("60 cm")
    assert tablet.reads("55 to 145 cm")
    tablet.tap("190 cm")
    assert tablet.reads("at most 174 cm")


def test_what_the_camera_sees_is_shown_with_what_would_be_better_and_its_px_are_counted_with(
    tablet, folder, monkeypatch
):
    monkeypatch.setattr("companion.cameras.placing_feed.tiles_in", lambda picture: ())
    tablet.app.prefer(camera=str(folder))
    tablet.open("placing", back="camera")
    tablet.screen._feed.join(20)
    tablet.wait(0.3)
    assert tablet.reads("No tiles are seen yet")
    assert tablet.reads("960 × 540")
    assert tablet.screen.picture.picture.shape == (540, 960, 3)


def test_a_phone_that_scanned_the_code_is_the_camera_from_then_on(tablet, monkeypatch):
    monkeypatch.setattr(placing, "own_address", lambda bind: "127.0.0.1")
    monkeypatch.setattr(placing, "placing_feed", lambda camera: None)
    tablet.open("placing", back="camera")
    tablet.tap("A phone as camera")
    address = tablet.screen._phone.address
    data = urlencode({"camera": "http://127.0.0.1:8080/video"}).encode()
    urllib.request.urlopen(address, data, timeout=20).close()
    tablet.wait(0.3)
    assert tablet.app.preferences.camera == "http://127.0.0.1:8080/video"
    assert tablet.screen._phone is None


def test_it_is_opened_beside_the_camera(tablet):
    tablet.open("camera", back="settings")
    tablet.tap("Placing the camera")
    assert tablet.screen.name == "placing"
    tablet.screen.leave()
    assert tablet.screen.name == "camera"

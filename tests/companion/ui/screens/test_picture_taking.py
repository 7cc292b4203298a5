"""Pictures that are taken or chosen for enrolling are looked at beside the screen: whatever is wrong with them or with
the camera is one sentence, and the screen goes on."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

from calibration.files.user_folders import data_folder
from companion.cameras.shots import found_pictures
from companion.kept_failures import kept_pictures
from vision.artwork.stained_glass.edition import own_glass


def chosen(tablet: Any, **files: bytes) -> None:
    """Choose these files on the screen of the owner's glass, and use them."""
    folder = data_folder() / "pictures"
    folder.mkdir(parents=True, exist_ok=True)
    tablet.screen.begin()
    tablet.screen.pick()
    done(tablet)
    for name, content in files.items():
        path = folder / f"{name}.jpg"
        path.write_bytes(content)
        tablet.screen._chosen.append(path)
    tablet.screen.use_files()


def jpeg() -> bytes:
    """Twelve tiles of glass, a finger's width apart."""
    picture = np.full((480, 640, 3), 205, np.uint8)
    for place, image in enumerate(own_glass().images):
        row, column = divmod(place, 4)
        top, left = 40 + 145 * row, 50 + 145 * column
        picture[top : top + 100, left : left + 100] = cv2.resize(image, (100, 100), interpolation=cv2.INTER_AREA)
    return bytes(cv2.imencode(".jpg", picture)[1])


@pytest.fixture
def glass(make_tablet: Any, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Any:
    """The screen of the owner's glass, with nothing enrolled."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    tablet = make_tablet(camera=str(tmp_path / "camera.mp4"))
    tablet.open("glass_sets")
    return tablet


def done(tablet: Any) -> None:
    while tablet.screen.busy:
        tablet.wait(0.2)


def test_a_damaged_file_is_told_once_it_was_opened_beside_the_screen(glass: Any) -> None:
    chosen(glass, cut=jpeg()[:200])
    assert glass.screen.busy
    done(glass)
    assert glass.reads("cut.jpg")


def test_of_two_files_the_sound_one_is_looked_at_and_the_damaged_one_is_told(glass: Any) -> None:
    chosen(glass, cut=jpeg()[:200], whole=jpeg())
    done(glass)
    assert glass.screen.draft.shown
    assert glass.reads("cut.jpg")


def test_without_a_camera_a_tap_says_where_one_is_chosen(glass: Any) -> None:
    glass.app.prefer(camera="")
    glass.open("glass_sets")
    glass.screen.begin()
    glass.wait()
    glass.tap("Take picture")
    assert glass.reads("No camera is chosen: home, the gear, Camera.")
    assert not glass.screen.busy


def test_a_camera_that_shows_nothing_is_told(glass: Any, tmp_path: Path) -> None:
    (tmp_path / "camera.mp4").write_bytes(b"no video")
    glass.screen.begin()
    glass.screen.take()
    done(glass)
    assert glass.reads("camera.mp4")


@pytest.mark.expects_log
def test_a_picture_that_nothing_can_read_is_told_kept_beside_the_log_and_the_next_one_is_read(glass: Any) -> None:
    glass.screen.begin()
    glass.screen.use([np.zeros((300, 400), np.uint8)])
    done(glass)
    assert glass.reads("The picture could not be read")
    assert kept_pictures()
    glass.screen.use([np.full((300, 400, 3), 200, np.uint8)])
    done(glass)
    assert glass.reads("0 squares found")


def test_a_folder_that_cannot_be_looked_through_and_a_link_to_nowhere_hide_no_other_picture(tmp_path: Path) -> None:
    folder = tmp_path / "pictures"
    folder.mkdir()
    (folder / "older.jpg").write_bytes(jpeg())
    os.utime(folder / "older.jpg", (1, 1))
    (folder / "newer.JPG").write_bytes(jpeg())
    (folder / "gone.jpg").symlink_to(folder / "nowhere.jpg")
    (folder / "a folder.jpg").mkdir()
    (folder / "words.txt").write_text("no picture")
    (tmp_path / "a file").write_text("no folder")
    folders = (tmp_path / "a file", tmp_path / "none", folder)
    assert found_pictures(folders) == (folder / "newer.JPG", folder / "older.jpg")

"""What was learned of a camera is kept, and never lost to a damaged file."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from calibration.lens import Lens
from calibration.profile import KeptProfiles, Profile, ProfileError, ProfilePart
from calibration.table_plane import TablePlane

LENS = Lens(1280, 720, (1100.0, 1100.0), (639.5, 359.5), (-0.12, 0.0, 0.0, 0.0, 0.0), 0.2)
PLANE = TablePlane(np.diag([2.0, 2.0, 1.0]), LENS)


def test_nothing_is_known_of_a_camera_that_was_never_seen(tmp_path: Path):
    kept = KeptProfiles(tmp_path / "none")
    assert kept.load("0") == Profile("0")
    assert kept.cameras() == ()
    assert not kept.forget("0")


def test_what_was_learned_comes_back(tmp_path: Path):
    kept = KeptProfiles(tmp_path / "deep")
    path = kept.save(Profile("0").with_lens(LENS).with_plane(PLANE, 0.4).with_colours({"red": (45.0, 60.0, 40.0)}))
    again = kept.load("0")
    assert again.lens == LENS
    assert again.plane is not None
    assert again.plane.to_picture([[5, 5]]) == pytest.approx(PLANE.to_picture([[5, 5]]))
    assert again.plane_error_px == 0.4
    assert again.colours == {"red": (45.0, 60.0, 40.0)}
    assert [file.name for file in path.parent.iterdir()] == ["0.json"]


def test_each_camera_has_a_file_of_its_own_whatever_it_is_called(tmp_path: Path):
    kept = KeptProfiles(tmp_path)
    cameras = ["0", "/dev/video0", "rtsp://10.0.0.2:8554/live", "rtsp-10.0.0.2-8554-live", "../../etc/passwd", "ü"]
    for number, camera in enumerate(cameras):
        kept.save(Profile(camera).with_colours({"red": (float(number), 0.0, 0.0)}))
    assert set(kept.cameras()) == set(cameras)
    assert [kept.load(camera).colours["red"][0] for camera in cameras] == [0, 1, 2, 3, 4, 5]
    assert all(file.parent == tmp_path for file in tmp_path.iterdir())


def test_one_camera_can_be_forgotten_or_a_part_of_it(tmp_path: Path):
    kept = KeptProfiles(tmp_path)
    known = Profile("0").with_lens(LENS).with_plane(PLANE, 0.4).with_colours({"red": (45.0, 60.0, 40.0)})
    kept.save(known)
    kept.save(Profile("1").with_lens(LENS))
    assert known.parts == (ProfilePart.LENS, ProfilePart.TABLE, ProfilePart.COLOURS)
    assert known.without(ProfilePart.COLOURS).parts == (ProfilePart.LENS, ProfilePart.TABLE)
    assert kept.forget("0")
    assert kept.cameras() == ("1",)
    assert kept.load("0").parts == ()


def test_a_plane_seen_through_another_lens_is_none():
    known = Profile("0").with_plane(PLANE, 0.4)
    assert known.with_lens(LENS).plane is None


@pytest.mark.parametrize("text", ["", "{", "[]", '{"format": 9}', '{"format": 1, "camera": "0", "lens": {}}'])
def test_a_damaged_file_is_named_and_left_alone(tmp_path: Path, text: str):
    path = tmp_path / "0.json"
    path.write_text(text)
    KeptProfiles(tmp_path).save(Profile("1").with_lens(LENS))
    with pytest.raises(ProfileError) as failed:
        KeptProfiles(tmp_path).load("0")
    assert str(path) in dict(failed.value.phrase.values).values()
    assert path.read_text() == text
    assert KeptProfiles(tmp_path).cameras() == ("1",)


def test_a_folder_that_is_a_file_is_named(tmp_path: Path):
    (tmp_path / "data").write_text("")
    with pytest.raises(ProfileError) as failed:
        KeptProfiles(tmp_path / "data").save(Profile("0").with_lens(LENS))
    assert failed.value.phrase.key == "calibration.profile_unwritable"


def test_a_camera_is_known_in_every_picture_size_of_its_shape():
    profile = Profile("0").with_lens(LENS).with_plane(PLANE, 0.4)
    lens, plane = profile.lens_for(1920, 1080), profile.plane_for(640, 360)
    assert lens is not None
    assert plane is not None
    assert lens.focal == pytest.approx((1650.0, 1650.0))
    assert (plane.to_picture([[9, 9]]) + 0.5) * 2 - 0.5 == pytest.approx(PLANE.to_picture([[9, 9]]))
    assert profile.lens_for(640, 480) is None
    assert profile.plane_for(640, 480) is None
    assert Profile("1").lens_for(1280, 720) is None

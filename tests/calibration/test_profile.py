"""What was learned is kept, and never lost to a damaged file."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from calibration.lens import Lens
from calibration.profile import Profile, ProfileError, load_profile, save_profile
from calibration.table_plane import TablePlane
from companion.locale import LANGUAGES, say

LENS = Lens(1280, 720, (1100.0, 1100.0), (639.5, 359.5), (-0.12, 0.0, 0.0, 0.0, 0.0), 0.2)


def test_nothing_learned_yet_is_an_empty_profile(tmp_path: Path):
    assert load_profile(tmp_path / "profile.json") == Profile()


def test_what_was_learned_comes_back(tmp_path: Path):
    path = tmp_path / "deep" / "profile.json"
    plane = TablePlane(np.diag([2.0, 2.0, 1.0]), LENS)
    profile = Profile().with_lens("0", LENS).with_plane("0", plane).with_colours({"red": (45.0, 60.0, 40.0)})
    save_profile(path, profile.with_edition("carcassonne", "grandma's"))
    again = load_profile(path)
    assert again.lenses == {"0": LENS}
    assert again.planes["0"].to_picture([[5, 5]]) == pytest.approx(plane.to_picture([[5, 5]]))
    assert again.colours == {"red": (45.0, 60.0, 40.0)}
    assert again.editions == {"carcassonne": "grandma's"}
    assert [file.name for file in path.parent.iterdir()] == ["profile.json"]


@pytest.mark.parametrize("text", ["", "{", "[]", '{"format": 9}', '{"format": 1, "lenses": {"0": {}}}'])
def test_a_damaged_file_is_named_and_left_alone(tmp_path: Path, text: str):
    path = tmp_path / "profile.json"
    path.write_text(text)
    with pytest.raises(ProfileError) as failed:
        load_profile(path)
    for language in LANGUAGES:
        assert str(path) in say(failed.value.phrase, language)
    assert path.read_text() == text


def test_a_folder_that_is_a_file_is_named(tmp_path: Path):
    (tmp_path / "data").write_text("")
    with pytest.raises(ProfileError) as failed:
        save_profile(tmp_path / "data" / "profile.json", Profile())
    assert failed.value.phrase.key == "calibration.profile_unwritable"


def test_a_camera_is_known_in_every_picture_size_of_its_shape():
    profile = Profile().with_lens("0", LENS)
    assert profile.lens_for("0", 1920, 1080).focal == pytest.approx((1650.0, 1650.0))
    assert profile.lens_for("0", 640, 480).error_px is None
    assert profile.lens_for("1", 1280, 720).distortion == (0, 0, 0, 0, 0)

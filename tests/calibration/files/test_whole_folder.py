"""A folder of several files is replaced whole or not at all."""

from __future__ import annotations

from pathlib import Path

import pytest

from calibration.files.whole_file import CannotWrite
from calibration.files.whole_folder import bring_back, replaced_folder


def half_written(place: Path) -> None:
    with replaced_folder(place) as fresh:
        (fresh / "a").write_text("half")
        raise OSError("no room")


def test_the_old_folder_stays_until_the_new_one_is_whole(tmp_path: Path) -> None:
    place = tmp_path / "Mine"
    with replaced_folder(place) as fresh:
        (fresh / "a").write_text("old")
    with pytest.raises(CannotWrite):
        half_written(place)
    assert (place / "a").read_text() == "old"
    with replaced_folder(place) as fresh:
        (fresh / "b").write_text("new")
    assert [path.name for path in place.iterdir()] == ["b"]
    assert [path.name for path in tmp_path.iterdir()] == ["Mine"]


def test_a_folder_whose_replacement_was_cut_off_comes_back(tmp_path: Path) -> None:
    (tmp_path / ".Mine.old").mkdir()
    (tmp_path / ".Mine.old" / "a").write_text("old")
    bring_back(tmp_path)
    assert (tmp_path / "Mine" / "a").read_text() == "old"

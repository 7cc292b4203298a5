"""Figures go with the edition whose box they lie in, from one evening to the next."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from calibration.files.whole_file import CannotWrite
from companion.editions import edition_followers
from companion.editions.edition_followers import FILE_NAME, EditionFollowers
from vision.carcassonne.learning.remembered_followers import FollowersSeen

RED_PX = np.array([[20.0, 48.0, 31.0], [26.0, 52.0, 35.0]], np.float32)  # half-L Lab
RED = FollowersSeen({"red": (RED_PX,)})


def test_who_was_confirmed_on_one_evening_is_known_on_the_next(tmp_path: Path) -> None:
    EditionFollowers(tmp_path).keep(RED)
    known = EditionFollowers(tmp_path).known()
    assert np.array_equal(known.figures["red"][0], RED_PX)


def test_how_farmers_were_put_down_is_known_on_the_next_too(tmp_path: Path) -> None:
    EditionFollowers(tmp_path).keep(replace(RED, farmers=(3.5, -0.25)))
    assert EditionFollowers(tmp_path).known().farmers == (3.5, -0.25)


def test_a_file_from_before_farmers_were_remembered_is_read(tmp_path: Path) -> None:
    (tmp_path / FILE_NAME).write_text(json.dumps({"colours": {"red": [[[40, 48, 31]]]}}))
    known = EditionFollowers(tmp_path).known()
    assert known.figures.keys() == {"red"}
    assert not known.farmers


def test_before_the_edition_has_a_picture_nothing_is_kept(tmp_path: Path) -> None:
    memory = EditionFollowers(tmp_path / "Edition")
    memory.keep(RED)
    assert not (tmp_path / "Edition").exists()
    (tmp_path / "Edition").mkdir()
    memory.keep(RED)
    assert EditionFollowers(tmp_path / "Edition").known().figures.keys() == {"red"}


@pytest.mark.expects_log
def test_a_damaged_file_is_set_aside_and_nobody_is_remembered(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    (tmp_path / FILE_NAME).write_text(json.dumps({"colours": {"red": [[["much", 0, 0]]]}}))
    memory = EditionFollowers(tmp_path)
    assert memory.known().figures == {}
    assert "not known" in caplog.text
    memory.keep(RED)
    assert len(list(tmp_path.iterdir())) == 2, "the new one, and the damaged one beside it"


@pytest.mark.expects_log
def test_on_a_full_disk_the_game_goes_on_and_the_next_move_tries_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    memory = EditionFollowers(tmp_path)

    def full(path: Path, value: object) -> None:
        raise CannotWrite(path, "No space left on device")

    with monkeypatch.context() as patched:
        patched.setattr(edition_followers, "write_typed", full)
        memory.keep(RED)
    assert "could not be kept" in caplog.text
    memory.keep(RED)
    assert EditionFollowers(tmp_path).known().figures


def test_what_is_known_already_is_not_written_again(tmp_path: Path) -> None:
    EditionFollowers(tmp_path).keep(RED)
    written = (tmp_path / FILE_NAME).stat().st_mtime_ns
    again = EditionFollowers(tmp_path)
    again.keep(again.known())
    assert (tmp_path / FILE_NAME).stat().st_mtime_ns == written

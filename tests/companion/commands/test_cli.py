"""What people type at the terminal, and what they are told."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from calibration.references import Reference
from companion import cli
from companion.commands import read_command
from companion.editions.kept_tiles import learn


def test_the_version_is_told_with_what_it_is_made_of(capsys):
    with pytest.raises(SystemExit) as ended:
        cli.main(["--version"])
    assert ended.value.code == 0
    told = capsys.readouterr().out
    assert told.startswith("tableside ")
    assert all(word in told for word in ("Python 3.", "opencv-python", "numpy", "kivy", "pyserial"))


@pytest.mark.parametrize(("typed", "language"), [(["--language", "de"], "de"), (["--language=de"], "de"), ([], None)])
def test_a_language_that_is_typed_reaches_the_app_and_another_is_the_peoples_own(typed, language, monkeypatch):
    asked = []
    monkeypatch.setattr("companion.tablet.run_tablet", lambda **how: asked.append(how["language"]) or 0)
    assert cli.main(typed) == 0
    assert asked == [language]


def test_correcting_an_edition_without_a_correction_lists_what_there_is(capsys):
    picture = np.full((64, 64, 3), 90, np.uint8)
    learn("Attic", Reference("E", ("city", "field", "field", "field"), picture))
    learn("Attic", Reference("U", ("road", "field", "road", "field"), picture))
    assert cli.main(["editions", "correct", "Attic"]) == 0
    assert [line.split() for line in capsys.readouterr().out.splitlines()] == [
        ["1=E", "city", "field", "field", "field"],
        ["2=U", "road", "field", "road", "field"],
    ]


def test_a_picture_without_a_table_is_an_answer_that_scripts_can_tell_from_a_table(tmp_path, capsys):
    bare = tmp_path / "bare.png"
    cv2.imwrite(str(bare), np.full((480, 640, 3), 120, np.uint8))
    assert cli.main(["read", str(bare), "--game", "dice"]) == read_command.NOTHING_FOUND
    assert capsys.readouterr().out


def test_learning_without_a_photograph_asks_for_one(capsys):
    assert cli.main(["--language", "de", "enrol", "--name", "Dachboden"]) == 1
    assert "mindestens ein Foto" in capsys.readouterr().err

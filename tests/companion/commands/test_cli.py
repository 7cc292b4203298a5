"""What people type at the terminal, and what they are told."""

from __future__ import annotations

import errno
import os

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
    printed = capsys.readouterr().out
    assert printed.startswith("tableside ")
    assert all(word in printed for word in ("Python 3.", "opencv-python", "numpy", "kivy", "pyserial"))


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


@pytest.mark.parametrize(
    ("typed", "sentence"),
    [
        (("spectate", "--port", "99999999"), "--port must be 0 to 65535, not 99999999."),
        (("spectate", "--port", "-3"), "--port must be 0 to 65535, not −3."),
        (("demo", "--turns", "0"), "--turns must be 1 to 10000, not 0."),
        (("replay", ".", "--forgets", "nan"), "--forgets must be 0 to 1, not nan."),
        (("replay", ".", "--leaves", "-1"), "--leaves must be 0 to 1000, not −1."),
        (("devices", "watch", "--seconds", "nan"), "--seconds must be 0 to 86400, not nan."),
        (("devices", "list", "--seconds", "inf"), "--seconds must be 0 to 86400, not inf."),
    ],
)
def test_a_number_beyond_its_bounds_is_refused_in_one_sentence(typed, sentence, capsys):
    assert cli.main([*typed]) == 1
    assert sentence in capsys.readouterr().err


def test_a_pdf_that_cannot_be_written_is_told_before_half_a_minute_of_painting(tmp_path, capsys, monkeypatch):
    painted = []
    monkeypatch.setattr("companion.commands.print_command._pages_of", lambda what: painted.append)
    assert cli.main(["print", "carcassonne", "--out", str(tmp_path / "not there" / "x.pdf")]) == 1
    assert "can't be written" in capsys.readouterr().err
    assert painted == []


@pytest.mark.parametrize("place", [0, 1, 2])
def test_a_language_may_be_typed_before_the_command_and_after_it(place, capsys):
    words = ["editions", "--json"]
    assert cli.main([*words[:place], "--language", "de", *words[place:]]) == 0
    assert cli.main([*words[:place], "--language=de", *words[place:]]) == 0
    with pytest.raises(SystemExit):
        cli.main(["demo", "--language", "fr"])
    assert "fr" in capsys.readouterr().err


@pytest.mark.expects_log
def test_a_folder_that_nobody_may_look_into_is_a_sentence_whatever_was_typed(tmp_path, capsys, monkeypatch):
    def forbidden(path):
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), str(path))

    monkeypatch.setattr("companion.commands.follow_command.open_source", forbidden)
    assert cli.main(["follow", str(tmp_path), "--language", "de"]) == 1
    said = capsys.readouterr().err
    assert said.startswith(f"tableside: {tmp_path} lässt sich nicht benutzen: Keine Berechtigung. Prüft den Namen")
    assert said.count("\n") == 1


@pytest.mark.parametrize(
    ("typed", "sentence"),
    [
        (("read", "x.jpg"), "Falsch getippt. Es fehlt: --game"),
        (("demo", "--level", "mad"), "--level: 'mad' gibt es nicht. Möglich ist "),
        (("demo", "--turns", "many"), "--turns: 'many' ist keine ganze Zahl"),
        (("demo", "--turns"), "Nach --turns fehlt ein Wert"),
        (("demo", "--fast"), "Das gibt es hier nicht: --fast"),
        (("enroll",), "'enroll' gibt es nicht. Möglich ist "),
        (("enroll",), "Meint ihr enrol? Mehr dazu: tableside --language de --help"),
    ],
)
def test_what_was_typed_wrong_is_told_in_german(typed, sentence, capsys):
    with pytest.raises(SystemExit) as ended:
        cli.main([*typed, "--language", "de"])
    assert ended.value.code == 2
    assert sentence in capsys.readouterr().err


def test_the_doctor_names_what_it_looks_at_in_german(capsys):
    assert cli.main(["doctor", "--language", "de"]) in (0, 1)
    printed = [line[6:].partition(":")[0] for line in capsys.readouterr().out.splitlines()]
    assert {"Kamera", "Ausgabe", "Spielstände", "Logbuch", "Bildschirm"} <= set(printed)

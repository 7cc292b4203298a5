"""What people type at the terminal, and what they are told."""

from __future__ import annotations

import numpy as np
import pytest

from calibration.references import Reference
from companion import cli
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

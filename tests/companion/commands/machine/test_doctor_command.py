"""``tableside doctor`` after a bad evening: what is wrong with the folders and with what is kept in them is told."""

from __future__ import annotations

import json
from pathlib import Path

import cv2
import numpy as np
import pytest

from calibration.files.user_folders import config_folder, data_folder, state_folder
from companion import preferences
from companion.cli import main
from companion.kept_failures import failures_folder, keep_picture
from companion.logbook import log_file
from companion.store import SUFFIX


@pytest.fixture
def reports(capsys: pytest.CaptureFixture[str]):
    """What the doctor says of a subject: health and sentence, in a language."""

    def examined(subject: str, language: str = "en") -> list[tuple[str, str]]:
        main(["--language", language, "doctor", "--json"])
        findings = json.loads(capsys.readouterr().out)["findings"]
        return [(one["health"], one["says"]) for one in findings if one["subject"] == subject]

    return examined


def test_a_well_kept_folder_is_told_with_its_place_and_nothing_else(reports):
    [(health, says)] = reports("saves")
    assert (health, str(data_folder()) in says) == ("ok", True)
    assert reports("settings") == [("ok", f"are kept in {config_folder()}")]
    assert reports("log") == [("ok", f"is kept in {log_file()}")]
    assert (reports("set aside"), reports("reading")) == ([], [])


def test_a_file_where_the_folder_of_games_belongs_keeps_games_from_being_saved(reports):
    data_folder().parent.mkdir(parents=True)
    data_folder().write_text("a file where the folder belongs")
    assert reports("saves") == [
        ("bad", f"A file lies where the folder {data_folder()} belongs. Move it away."),
    ]
    [(_, german)] = reports("saves", "de")
    assert german.endswith("liegt eine Datei. Räumt sie weg.")


def test_games_that_cannot_be_read_are_told_one_by_one(reports):
    data_folder().mkdir(parents=True)
    for name in ("friday", "sunday"):
        (data_folder() / f"{name}{SUFFIX}").write_bytes(b"this is no game")
    found = reports("saves")
    assert [health for health, _ in found] == ["ok", "warn", "warn"]
    assert "friday" in found[1][1]
    assert "sunday" in found[2][1]


def test_damaged_settings_are_told_with_where_the_original_lies(reports):
    config_folder().mkdir(parents=True)
    (config_folder() / "preferences.json").write_text("{")
    [(health, says)] = reports("settings")
    assert (health, "preferences.damaged-1.json" in says) == ("warn", True)
    # The next time it lies aside already: nothing is wrong any more, and it is told what may be deleted.
    assert reports("settings")[0][0] == "ok"
    [(health, says)] = reports("set aside")
    assert (health, "preferences.damaged-1.json" in says) == ("warn", True)
    [(_, german)] = reports("set aside", "de")
    assert german.startswith("Eine beschädigte Datei liegt beiseitegelegt")


def test_pictures_at_which_the_reading_stopped_are_told_with_what_to_do(reports):
    for _ in range(2):
        keep_picture(np.zeros((48, 64, 3), np.uint8), "watcher")
    [(health, says)] = reports("reading")
    assert (health, "stopped at 2 pictures" in says) == ("warn", True)
    assert says.endswith(f"Type: tableside report --pictures, then delete {failures_folder()}.")
    [(_, german)] = reports("reading", "de")
    assert "brach an 2 Bildern ab" in german


def test_a_log_that_has_no_place_is_told(reports):
    state_folder().parent.mkdir(parents=True)
    state_folder().symlink_to(Path("gone") / "stick")
    [(health, says)] = reports("log")
    assert (health, str(log_file()) in says) == ("warn", True)


def test_the_camera_that_was_chosen_is_asked_and_its_password_is_nobodys_business(reports, tmp_path):
    assert reports("set camera") == []
    picture = tmp_path / "table.png"
    cv2.imwrite(str(picture), np.full((480, 640, 3), 90, np.uint8))
    preferences.save(config_folder(), preferences.Preferences(camera=str(picture)))
    assert reports("set camera") == [("ok", f"{picture} answers with pictures of 640 × 480.")]
    preferences.save(config_folder(), preferences.Preferences(camera=str(tmp_path / "none.png")))
    [(health, says)] = reports("set camera")
    assert (health, "is set, but:" in says) == ("warn", True)


def test_version_and_edition_are_told(reports):
    [(health, says)] = reports("tableside")
    assert (health, says.startswith("Tableside ")) == ("ok", True)
    assert [health for health, _ in reports("edition")] == ["ok"]


def test_only_what_there_is_is_recommended(reports):
    sentences = [
        says for language in ("en", "de") for subject in ("camera", "speech") for _, says in reports(subject, language)
    ]
    assert not any("--source" in says for says in sentences)

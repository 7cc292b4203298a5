"""The log and the archive for a bug report: what is in them, and that no password is."""

from __future__ import annotations

import json
import logging
import zipfile

import numpy as np
import pytest

from calibration.files.user_folders import config_folder, data_folder
from companion import preferences
from companion.cli import UNFORESEEN, main
from companion.kept_failures import keep_picture
from companion.logbook import MOST_BYTES, OLD_FILES, kept_log, log_file, log_files
from companion.preferences import Preferences
from companion.store import SUFFIX, StoredGame
from games.carcassonne.rules import CARCASSONNE
from games.game import Seat
from games.record import Record

ADDRESS = "rtsp://anna:S3cr3t@127.0.0.1:9/live"


@pytest.fixture
def evening():
    """A game was played before a camera with a password, and something failed."""
    record = Record.start(CARCASSONNE, CARCASSONNE.setup((Seat("Anna", "red"), Seat("Ben", "blue"))))
    record = record.play(CARCASSONNE.read("lay BA/RFr 1,0 r0"), time_ms=1)
    stored = StoredGame.create(data_folder() / f"evening{SUFFIX}", record, time_ms=0)
    stored.close()
    preferences.save(config_folder(), Preferences(camera=ADDRESS))
    keep_picture(np.zeros((48, 64, 3), np.uint8), "watcher")
    with kept_log():
        try:
            raise OSError(f"no route to {ADDRESS}")
        except OSError:
            logging.getLogger("companion.session.looking.sighting").exception("the camera %s failed", ADDRESS)


@pytest.mark.expects_log
def test_the_log_is_its_owners_alone_and_holds_no_password(evening):
    text = log_file().read_text()
    assert "the camera rtsp://***@127.0.0.1:9/live failed" in text
    assert "Traceback" in text
    assert "S3cr3t" not in text
    assert log_file().stat().st_mode & 0o777 == 0o600


@pytest.mark.expects_log
def test_a_report_holds_log_doctor_settings_and_record(evening, tmp_path, capsys):
    target = tmp_path / "report.zip"
    assert main(["report", str(target), "--json"]) == 0
    answer = json.loads(capsys.readouterr().out)
    with zipfile.ZipFile(target) as archive:
        assert (
            archive.namelist() == answer["holds"] == ["tableside.log", "doctor.txt", "preferences.json", "record.json"]
        )
        assert "lay BA/RFr 1,0 r0" in archive.read("record.json").decode()
        assert json.loads(archive.read("preferences.json"))["camera"] == "rtsp://***@127.0.0.1:9/live"
        assert b"python" in archive.read("doctor.txt")
        assert not any(b"S3cr3t" in archive.read(name) for name in archive.namelist())
    assert target.stat().st_mode & 0o777 == 0o600


@pytest.mark.expects_log
def test_pictures_go_into_a_report_only_where_people_say_so(evening, tmp_path):
    assert main(["report", str(tmp_path / "with.zip"), "--pictures"]) == 0
    with zipfile.ZipFile(tmp_path / "with.zip") as archive:
        assert [name.startswith("failures/") for name in archive.namelist()].count(True) == 1


def test_a_report_can_be_made_before_anything_was_played(tmp_path):
    assert main(["report", str(tmp_path / "first.zip")]) == 0
    with zipfile.ZipFile(tmp_path / "first.zip") as archive:
        assert archive.namelist() == ["tableside.log", "doctor.txt"]


def test_a_report_is_never_written_over_another_file(tmp_path, capsys):
    save = data_folder() / f"evening{SUFFIX}"  # whose name was typed where that of the report belongs
    StoredGame.create(save, Record.start(CARCASSONNE, CARCASSONNE.setup((Seat("Anna", "red"),))), time_ms=0).close()
    held = save.read_bytes()
    assert main(["report", str(save)]) == 1
    assert main(["report", str(tmp_path / "typed wrong" / "report.zip")]) == 1
    printed = capsys.readouterr().err.strip().splitlines()
    assert len(printed) == 2
    assert str(save) in printed[0]
    assert save.read_bytes() == held
    assert not (tmp_path / "typed wrong").exists()


def test_the_log_goes_round(monkeypatch):
    with kept_log():
        for number in range(60):
            logging.getLogger("companion").info("%d %s", number, "x" * (MOST_BYTES // 10))
    files = log_files()
    assert len(files) == 1 + OLD_FILES
    assert all(path.stat().st_size <= MOST_BYTES for path in files)
    assert all(path.stat().st_mode & 0o777 == 0o600 for path in files)


def test_a_state_folder_that_cannot_be_written_stops_nothing(own_home, capsys):
    (own_home / ".local").write_text("in the way")
    assert main(["doctor", "--json"]) in (0, 1)
    assert capsys.readouterr().err == ""


@pytest.mark.parametrize(
    "typed",
    [
        ["follow", ADDRESS],
        ["follow", "anna:S3cr3t@127.0.0.1:9/live"],
        ["calibrate", "table", ADDRESS],
        ["read", "--game", "carcassonne", "rtsp:/anna:S3cr3t@127.0.0.1:9/live"],
        ["doctor", ADDRESS],
        ["--verbose", "follow", ADDRESS],
    ],
)
def test_no_command_tells_a_password(typed, capfd):
    try:
        code = main(typed)
    except SystemExit as end:
        code = end.code
    assert code in (1, 2)
    printed = capfd.readouterr()
    assert "S3cr3t" not in printed.out + printed.err
    assert "127.0.0.1" in printed.err
    assert not log_file().is_file() or "S3cr3t" not in log_file().read_text()


@pytest.mark.expects_log
def test_what_nobody_foresaw_is_one_line_for_people_and_all_of_it_in_the_log(monkeypatch, capsys):
    def broken():
        raise ZeroDivisionError("nobody foresaw this")

    monkeypatch.setattr("companion.commands.machine.doctor_command.examine", broken)
    assert main(["--language", "de", "doctor"]) == UNFORESEEN
    printed = capsys.readouterr().err
    assert printed.count("\n") == 1
    assert "ZeroDivisionError" in printed
    assert "Traceback" in log_file().read_text()


FORMS = (
    "rtsp://anna:S3cr3t@127.0.0.1:9/live",
    "http://S3cr3t@127.0.0.1:9/video",
    "http://127.0.0.1:9/video?user=anna&password=S3cr3t&rate=10",
    "http://127.0.0.1:9/cgi?loginuse=anna&loginpas=S3cr3t",
    "http://127.0.0.1:9/video?token=S3cr3t#t=1",
    "anna:S3cr3t@127.0.0.1:9/live",
    "rtsp:/anna:S3cr3t@127.0.0.1:9/live",
)


@pytest.mark.expects_log
@pytest.mark.parametrize("address", FORMS)
def test_whatever_door_a_camera_came_in_by_its_password_stays_in_the_owners_own_file(address, own_home, capfd):
    preferences.save(config_folder(), Preferences(camera=address))
    target = own_home / "report.zip"
    assert main(["--verbose", "doctor"]) in (0, 1)
    assert main(["--verbose", "follow", address]) in (1, 2)
    assert main(["report", str(target), "--json"]) == 0
    printed = capfd.readouterr()
    assert "S3cr3t" not in printed.out + printed.err
    with zipfile.ZipFile(target) as archive:
        assert not any(b"S3cr3t" in archive.read(name) for name in archive.namelist())
    holding = [path for path in own_home.rglob("*") if path.is_file() and b"S3cr3t" in path.read_bytes()]
    assert holding == [config_folder() / preferences.FILE_NAME]
    assert holding[0].stat().st_mode & 0o777 == 0o600

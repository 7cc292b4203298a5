"""A camera with a bent lens is calibrated from pictures of the printed sheets, and known from then on."""

from __future__ import annotations

import json
import os
import shutil
from pathlib import Path

import cv2
import numpy as np
import pytest

from calibration.lens import Lens
from calibration.profile import ProfilePart
from calibration.table_plane import TablePlane
from companion.cameras.profiles import identity_of, kept_profiles, profile_in_use
from companion.cli import main
from vision.simulator.figures import PAINT
from vision.simulator.sheets import SheetTable, row_of_pieces

ROOM = SheetTable()
WIDE, HIGH = ROOM.width, ROOM.height
CAMERA = ROOM.camera(25, 15, (20, -10), 1.7)
ODD = ((30, 110, 235), (140, 130, 20), (150, 50, 90), (38, 58, 92))  # orange, teal, violet, brown


@pytest.fixture(scope="module")
def looks(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("looks")
    for number, picture in enumerate(ROOM.lens_pictures()):
        cv2.imwrite(str(folder / f"look-{number}.png"), picture)
    return folder


@pytest.fixture(scope="module")
def sheet(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("sheet") / "sheet.png"
    cv2.imwrite(str(path), ROOM.marker_picture(CAMERA))
    return path


@pytest.fixture
def data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    return tmp_path / "data" / "tableside"


def said(capsys: pytest.CaptureFixture[str]) -> dict:
    return json.loads(capsys.readouterr().out.splitlines()[-1])


def off_truth_px(lens: Lens) -> float:
    """By how much straight lines of a whole table still bend: against the true lens, over the picture, px."""
    grid = np.stack(np.meshgrid(np.linspace(20, WIDE - 20, 11), np.linspace(20, HIGH - 20, 7)), -1).reshape(-1, 2)
    there = ROOM.lens.straightened(grid)
    fit, _ = cv2.findHomography(lens.straightened(grid), there)
    moved = cv2.perspectiveTransform(lens.straightened(grid)[None], fit)[0]
    return float(np.abs(moved - there).max())


def test_from_the_sheets_to_a_profile_that_the_next_start_uses(looks: Path, sheet: Path, data: Path, capsys):
    assert main(["calibrate", "lens", "phone", str(looks), "--json"]) == 0
    lens = said(capsys)
    assert lens["views"] == 10
    assert lens["error_px"] < 0.3
    assert lens["focal_px"][0] == pytest.approx(ROOM.focal_px, rel=0.02)
    assert main(["calibrate", "table", "phone", str(sheet), "--json"]) == 0
    table = said(capsys)
    assert table["mm_per_px"] == pytest.approx(1 / 1.7, rel=0.06)  # which is told for the middle of the sheet
    assert table["tilt_deg"] == pytest.approx(25, abs=1.5)
    assert table["lens_known"]

    profile = profile_in_use("phone")
    assert profile is not None
    assert profile.parts == (ProfilePart.LENS, ProfilePart.TABLE)
    kept, plane = profile.lens_for(WIDE, HIGH), profile.plane_for(WIDE, HIGH)
    assert kept is not None
    assert plane is not None
    assert off_truth_px(kept) < 1.0 < 5.0 < off_truth_px(Lens.nominal(WIDE, HIGH))
    # Tiles a hand's breadth beside the sheet: millimetres come out right where a straight lens has them wrong.
    points = np.array([[-190.0, -120], [190, -120], [190, 120], [-190, 120], [0, 0]])
    seen = CAMERA.project(points)
    naive = TablePlane(
        cv2.findHomography(points[:4] * 0.3, CAMERA.project(points[:4] * 0.3))[0], Lens.nominal(WIDE, HIGH)
    )
    off = np.linalg.norm(plane.to_table(seen) - points, axis=1)
    assert off.max() < 2.0
    assert off.max() < 0.2 * np.linalg.norm(naive.to_table(seen) - points, axis=1).max()


def test_the_sheet_is_shown_to_the_camera_itself_with_advice(looks: Path, data: Path, tmp_path: Path, capsys):
    camera = tmp_path / "camera"
    camera.mkdir()
    for number in range(10):
        for again in (0, 1):  # held still
            shutil.copy(looks / f"look-{number}.png", camera / f"{number}-{again}.png")
    assert main(["calibrate", "lens", str(camera), "--json"]) == 0
    printed = capsys.readouterr()
    assert json.loads(printed.out.splitlines()[-1])["views"] >= 8
    assert "Hold it still" in printed.err
    assert "one more is needed" in printed.err
    profile = profile_in_use(str(camera))
    assert profile is not None
    assert profile.parts == (ProfilePart.LENS,)


def test_colours_are_named_from_left_to_right_or_guessed(sheet: Path, data: Path, tmp_path: Path, capsys):
    picture = tmp_path / "pieces.png"
    cv2.imwrite(str(picture), ROOM.marker_picture(ROOM.camera(12, 0, scale_px_mm=1.9), row_of_pieces(ODD)))
    assert main(["calibrate", "colours", "phone", str(picture), "--pieces", "red,green,blue,black", "--json"]) == 0
    printed = said(capsys)
    assert [piece["colour"] for piece in printed["pieces"]] == ["red", "green", "blue", "black"]
    for piece, paint in zip(printed["pieces"], ODD, strict=True):
        true = cv2.cvtColor(np.array([[paint]], np.float32) / 255, cv2.COLOR_BGR2LAB)[0, 0]
        assert np.abs(np.array(piece["lab"][1:]) - true[1:]).max() < 14, piece  # light from the side takes a little
    profile = profile_in_use("phone")
    assert profile is not None
    assert set(profile.colours) == {"red", "green", "blue", "black"}

    usual = tmp_path / "usual.png"
    names = ("red", "yellow", "green", "blue", "black", "pink")
    cv2.imwrite(str(usual), ROOM.marker_picture(ROOM.camera(12, 0), row_of_pieces([PAINT[name] for name in names])))
    assert main(["calibrate", "colours", "phone", str(usual), "--json"]) == 0
    printed = said(capsys)
    assert printed["guessed"]
    assert tuple(piece["colour"] for piece in printed["pieces"]) == names


def test_bad_pictures_are_named_with_why(looks: Path, data: Path, tmp_path: Path, capsys):
    few = tmp_path / "few"
    few.mkdir()
    for number in range(3):
        shutil.copy(looks / f"look-{number}.png", few)
    blurred = cv2.GaussianBlur(cv2.imread(str(looks / "look-4.png")), (0, 0), 6)
    cv2.imwrite(str(few / "shaken.png"), blurred)
    cv2.imwrite(str(few / "table.png"), np.full((HIGH, WIDE, 3), 90, np.uint8))
    for language, blurry in (("en", "Blurred"), ("de", "Verschwommen")):
        assert main(["--language", language, "calibrate", "lens", "phone", str(few)]) == 1
        error = capsys.readouterr().err
        assert "shaken.png: " + blurry in error
        assert "table.png: " in error
        assert "look-0.png" not in error
    assert not data.exists()


def test_a_table_without_the_sheet_and_a_sheet_without_pieces_are_said(sheet: Path, data: Path, tmp_path: Path, capsys):
    bare = tmp_path / "bare.png"
    cv2.imwrite(str(bare), ROOM.photograph(CAMERA, None))
    assert main(["calibrate", "table", "phone", str(bare)]) == 1
    assert "not in view" in capsys.readouterr().err
    assert main(["calibrate", "colours", "phone", str(sheet)]) == 1
    assert "No pieces on the sheet" in capsys.readouterr().err
    assert main(["calibrate", "colours", "phone", str(sheet), "--pieces", "red,mauve"]) == 1
    assert "mauve" in capsys.readouterr().err


@pytest.mark.skipif(os.geteuid() == 0, reason="everything is writable for root")
def test_a_folder_that_cannot_be_written_is_said(sheet: Path, data: Path, capsys):
    data.mkdir(parents=True)
    data.chmod(0o500)
    assert main(["calibrate", "table", "phone", str(sheet)]) == 1
    assert len(capsys.readouterr().err.splitlines()) == 1


def test_a_data_folder_that_is_a_file_is_said(sheet: Path, data: Path, capsys):
    data.parent.mkdir(parents=True)
    data.write_text("not a folder")
    assert main(["--language", "de", "calibrate", "table", "phone", str(sheet)]) == 1
    error = capsys.readouterr().err
    assert len(error.splitlines()) == 1
    assert str(data) in error


def test_what_is_kept_is_shown_and_can_be_forgotten(sheet: Path, data: Path, capsys):
    assert main(["calibrate", "table", "phone", str(sheet)]) == 0
    assert main(["calibrate"]) == 0
    shown = capsys.readouterr().out
    assert "phone" in shown
    assert "Lens not learned" in shown
    assert main(["calibrate", "forget", "phone", "--part", "table"]) == 0
    assert profile_in_use("phone") is None
    assert main(["calibrate", "table", "phone", str(sheet)]) == 0
    assert main(["calibrate", "forget", "phone", "--json"]) == 0
    assert said(capsys) == {"camera": "phone", "forgotten": True}
    assert kept_profiles().cameras() == ()
    assert main(["calibrate", "forget", "phone"]) == 0
    assert "Nothing is kept" in capsys.readouterr().out


@pytest.mark.expects_log
def test_a_damaged_profile_is_said_and_the_game_goes_on_without(sheet: Path, data: Path, capsys, caplog):
    path = kept_profiles().path_of("phone")
    path.parent.mkdir(parents=True)
    path.write_text("{")
    assert main(["calibrate", "table", "phone", str(sheet)]) == 1
    assert str(path) in capsys.readouterr().err
    assert path.read_text() == "{"
    assert main(["calibrate"]) == 0
    assert str(path) in capsys.readouterr().out
    assert profile_in_use("phone") is None
    assert "is not used" in caplog.text


def test_a_camera_is_known_by_its_own_name_and_an_address_without_its_password(tmp_path: Path):
    (tmp_path / "by-id").mkdir()
    (tmp_path / "video2").touch()
    (tmp_path / "by-id" / "usb-Maker_Webcam_77-video-index0").symlink_to(tmp_path / "video2")
    assert identity_of("2", tmp_path / "by-id") == "usb-Maker_Webcam_77-video-index0"
    assert identity_of("/dev/video2", tmp_path / "by-id") == "usb-Maker_Webcam_77-video-index0"
    assert identity_of("0", tmp_path / "by-id") == identity_of("/dev/video0", tmp_path / "none") == "0"
    assert identity_of("rtsp://anna:secret@10.0.0.2:8554/live") == "rtsp://10.0.0.2:8554/live"
    assert identity_of("phone") == "phone"


def test_a_profile_that_is_not_there_or_not_used_is_said(sheet: Path, data: Path, capsys):
    assert main(["read", str(sheet), "--game", "carcassonne", "--profile", "nobody"]) == 1
    assert "tableside calibrate" in capsys.readouterr().err
    assert main(["read", str(sheet), "--game", "dice", "--profile", "nobody"]) == 1
    assert "leave --profile out" in capsys.readouterr().err

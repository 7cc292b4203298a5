"""``tableside read PICTURE --game dice``."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
import pytest

from companion.cli import main
from companion.commands import NOTHING_FOUND
from vision.simulator.conditions import Conditions
from vision.simulator.dice.still import still_dice


def test_dice_of_a_picture_are_told_as_json_and_in_words(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    drawn = Conditions.from_level("easy", np.random.default_rng(100))
    still = still_dice(100, "easy", conditions=replace(drawn, width=960, height=600, focal_px=1000.0))
    path = str(tmp_path / "dice.png")
    cv2.imwrite(path, still.picture)
    assert main(["read", path, "--game", "dice", "--json"]) == 0
    answer = json.loads(capsys.readouterr().out.splitlines()[-1])
    assert sorted(die["pips"] for die in answer["dice"]) == sorted(die.pips for die in still.dice)
    assert {key for die in answer["dice"] for key in die} == {"pips", "x", "y", "side", "confidence"}
    assert answer["unread"] == []
    shown, rows = tmp_path / "read.png", tmp_path / "read.csv"
    assert main(["read", path, "--game", "dice", "--picture", str(shown), "--csv", str(rows)]) == 0
    assert len(capsys.readouterr().out.splitlines()) == 2
    assert cv2.imread(str(shown)).shape == still.picture.shape
    assert len(rows.read_text(encoding="utf-8-sig").splitlines()) == 3  # the columns, and two dice


def test_what_cannot_be_written_is_said_in_a_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = str(tmp_path / "bare.png")
    cv2.imwrite(path, np.full((400, 600, 3), (60, 90, 120), np.uint8))
    nowhere = ["--csv", str(tmp_path / "bare.png" / "read.csv")]
    for found in (["--picture", str(tmp_path / "read.doc")], nowhere, ["--picture", path], ["--csv", path]):
        assert main(["read", path, "--game", "dice", *found]) == 1
        assert len(capsys.readouterr().err.strip().splitlines()) == 1
    assert cv2.imread(path) is not None  # the photograph itself is never written over


def test_no_dice_is_an_empty_list(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = str(tmp_path / "bare.png")
    cv2.imwrite(path, np.full((400, 600, 3), (60, 90, 120), np.uint8))
    assert main(["read", path, "--game", "dice", "--json"]) == NOTHING_FOUND
    assert json.loads(capsys.readouterr().out.splitlines()[-1]) == {"dice": [], "unread": []}

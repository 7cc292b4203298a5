"""Enrolling a board from the command line, and reading with it: two commands, one photograph each."""

from __future__ import annotations

import json

import cv2
import numpy as np
import pytest

from companion.cli import main
from vision.simulator.thurn_and_taxis.table import still_board


@pytest.fixture
def home(tmp_path, monkeypatch):
    """A player's own data folder."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    return tmp_path


def photograph(folder, name, **what):
    taken = still_board("thurn-and-taxis", what.pop("level", "easy"), what.pop("seed", 2), engraved=True, **what)
    path = folder / f"{name}.png"
    cv2.imwrite(str(path), taken.image)
    return path, taken


def told(capsys):
    return json.loads(capsys.readouterr().out.splitlines()[-1])


def test_a_board_is_enrolled_once_and_read_from_then_on(home, capsys):
    empty, taken = photograph(home, "empty", empty=True)
    words = " ".join(f"{x:.0f},{y:.0f}" for x, y in taken.board_px)
    assert main(["enrol", str(empty), "--game", "thurn-and-taxis", "--corners", words, "--json"]) == 0
    assert told(capsys)["board"].startswith(str(home))
    game, standing = photograph(home, "game", level="ordinary", seed=43, share=0.4)
    assert main(["read", str(game), "--game", "thurn-and-taxis", "--json"]) == 0
    read = {(house["city"], house["colour"]) for house in told(capsys)["houses"]}
    assert read == {(house.city, house.colour) for house in standing.houses}


@pytest.mark.parametrize("corners", ["1,2 3,4", "a,b c,d e,f g,h", "1,2 3,4 5,6 7"])
def test_four_corners_are_asked_for(home, capsys, corners):
    path = home / "white.png"
    cv2.imwrite(str(path), np.full((90, 160, 3), 255, np.uint8))
    assert main(["enrol", str(path), "--game", "power-and-glory", "--corners", corners]) != 0
    assert "four corners" in capsys.readouterr().err


def test_a_picture_without_a_board_asks_for_its_corners(home, capsys):
    path = home / "white.png"
    cv2.imwrite(str(path), np.full((270, 480, 3), 255, np.uint8))
    assert main(["enrol", str(path), "--game", "power-and-glory"]) != 0
    assert "--corners" in capsys.readouterr().err

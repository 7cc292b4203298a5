"""A folder of pictures, followed without a person: a line an event, the board last."""

from __future__ import annotations

import json

import cv2
import numpy as np
import pytest

from companion.cli import main
from companion.commands import NOTHING_FOUND
from vision.artwork.carcassonne.tiles import tile_picture

SIDE = 64
NOTHING = {"row": None, "column": None, "type": None, "sides": None, "colour": None, "feature": None}


@pytest.fixture
def folder(tmp_path):
    """Three pictures of a table on which the start tile lies; the second can't be read."""
    sheet = np.full((480, 640, 3), (96, 118, 140), np.uint8)
    sheet[200 : 200 + SIDE, 240 : 240 + SIDE] = cv2.resize(tile_picture("BA/RCr", 160, 0), (SIDE, SIDE))
    noise = np.random.default_rng(1).normal(0, 2, sheet.shape)
    picture = np.clip(sheet + noise, 0, 255).astype(np.uint8)
    cv2.imwrite(str(tmp_path / "a.png"), picture)
    (tmp_path / "b.png").write_bytes(b"torn")
    cv2.imwrite(str(tmp_path / "c.png"), picture)
    return tmp_path


def test_what_was_seen_before_a_picture_could_not_be_read_is_told_and_the_picture_named(folder, capsys):
    assert main(["follow", str(folder), "--json"]) == 1
    printed = capsys.readouterr()
    locked, placed, *_, board = [json.loads(line) for line in printed.out.splitlines()]
    assert locked == {"frame": 0, "event": "locked", **NOTHING, "confidence": 1.0}
    assert [placed[key] for key in ("frame", "event", "row", "column", "type")] == [0, "placed", 0, 0, "D"]
    assert [tile["type"] for tile in board["tiles"]] == ["D"]
    assert "b.png" in printed.err


def test_a_game_that_nobody_can_follow_is_refused_in_a_sentence(folder, capsys):
    assert main(["follow", str(folder), "--game", "chess"]) == 1
    assert "chess" in capsys.readouterr().err


def test_a_source_without_a_table_ends_with_the_code_of_a_picture_without_one(tmp_path, capsys):
    cv2.imwrite(str(tmp_path / "bare.png"), np.full((480, 640, 3), 120, np.uint8))
    assert main(["follow", str(tmp_path)]) == NOTHING_FOUND
    assert "No map of these tiles" in capsys.readouterr().out


def test_a_source_that_can_not_be_read_is_told_in_one_sentence(tmp_path, capsys):
    (tmp_path / "torn.png").write_bytes(b"torn")
    assert main(["follow", str(tmp_path)]) == 1
    printed = capsys.readouterr()
    assert printed.out == ""
    assert len(printed.err.splitlines()) == 1

"""Odd files and pictures of no table: the short form of what ``bench evening`` measures."""

from __future__ import annotations

import warnings
from collections.abc import Iterator
from itertools import count
from pathlib import Path

import numpy as np
import pytest

from companion.commands.read_command import readable
from companion.titles.registry import game_keys
from tools.benchmarks.evening.camera.covered_cameras import APART_MS, CoveredSource
from tools.benchmarks.evening.given.hostile_lookers import LOOKERS
from tools.benchmarks.evening.given.hostile_pictures import hostile_picture
from tools.benchmarks.evening.given.odd_commands import COMMANDS
from tools.benchmarks.evening.given.pictures import hostile_pictures, odd_picture_files
from vision.frames import Frame

# Those that need no edition drawn: it is the door and what lies right behind it that is tried here.
QUICK = [words for words in COMMANDS if words[0] in ("cards", "calibrate", "editions", "boxes") or "dice" in words]


@pytest.fixture(autouse=True)
def numpy_warns_of_nothing() -> Iterator[None]:
    """A division by zero is a line on the terminal, too."""
    with warnings.catch_warnings():
        warnings.simplefilter("error", RuntimeWarning)
        yield


def test_odd_files_end_in_an_answer_or_in_one_line() -> None:
    measured = odd_picture_files(44, 20_261_204, QUICK)
    assert (measured.lost, measured.details["losses"]) == (0, [])
    assert measured.details["refused"] > measured.details["answered"] > 0


def test_nothing_is_told_of_pictures_that_show_no_table() -> None:
    measured = hostile_pictures(12, 20_261_205, ("calibration", "read dice"))
    # What other tests have left in this process counts as memory of the pictures: that is measured in one of its own.
    assert [loss for loss in measured.details["losses"] if loss["what"]] == []


def test_hostile_pictures_go_on_where_they_were_ended(tmp_path: Path) -> None:
    rows = tmp_path / "rows.jsonl"
    first = hostile_pictures(3, 20_261_206, ("calibration",), rows)
    kept = rows.read_bytes()
    assert len(kept.splitlines()) == 3
    assert hostile_pictures(3, 20_261_206, ("calibration",), rows) == first
    assert rows.read_bytes() == kept
    hostile_pictures(3, 20_261_207, ("calibration",), rows)
    assert len(rows.read_bytes().splitlines()) == 6


def test_what_chance_makes_a_little_like_glass_is_not_told() -> None:
    torn = np.ascontiguousarray(hostile_picture("torn", 610_001)[157:277, :83])
    assert LOOKERS["read carcassonne-stained-glass"]()(torn) == ""


def test_the_eyes_of_every_game_and_every_reader_are_among_those_who_look() -> None:
    assert {f"eyes {key}" for key in game_keys()} <= set(LOOKERS)
    assert {f"read {key}" for key in readable()} <= set(LOOKERS)
    assert len(game_keys()) >= 10


class Table:
    """A simulated table of which nothing is to be seen: ten pictures a second."""

    def __init__(self) -> None:
        self.numbers = count()

    def read(self) -> Frame:
        number = next(self.numbers)
        return Frame(np.full((48, 64, 3), 90, np.uint8), 100.0 * number, number)


def test_time_goes_on_before_a_covered_camera_and_afterwards() -> None:
    source = CoveredSource(Table())  # type: ignore[arg-type]
    frames = [source.read(), source.read()]
    source.picture = np.zeros((48, 64, 3), np.uint8)
    frames += [source.read(), source.read()]
    source.picture = None
    frames.append(source.read())
    shown = [(frame.time_ms, int(frame.image.max())) for frame in frames if frame is not None]
    assert shown == [(0.0, 90), (100.0, 90), (100.0 + APART_MS, 0), (100.0 + 2 * APART_MS, 0), (200 + 2 * APART_MS, 90)]

"""A short form of what ``bench evening`` measures of files, folders and names."""

from __future__ import annotations

import pytest

from tools.benchmarks.evening.disk.folders import odd_folders
from tools.benchmarks.evening.given.files import damaged_files
from tools.benchmarks.evening.given.names import odd_names
from tools.benchmarks.evening.given.odd_texts import odd_texts


@pytest.mark.expects_log  # what is passed over is logged, too
def test_damaged_files_are_told_and_kept() -> None:
    measured = damaged_files(12, 31_000)
    assert measured.lost == 0, measured.details["losses"]
    assert measured.details["told"] > 0


def test_games_on_odd_folders_are_played_and_saved_once_the_folder_is_right() -> None:
    measured = odd_folders(6, 32_000)
    assert measured.lost == 0, measured.details["losses"]


def test_odd_names_are_taken_or_refused_in_a_sentence() -> None:
    measured = odd_names(12, 33_000)
    assert measured.lost == 0, measured.details["losses"]
    assert measured.details["taken"] > 0 < measured.details["refused"]


@pytest.mark.expects_log
def test_texts_in_odd_spellings_are_read_or_refused_in_a_sentence() -> None:
    measured = odd_texts(40, 34_000)
    assert measured.lost == 0, measured.details["losses"]
    assert measured.details["answered"] > 0 < measured.details["refused"]

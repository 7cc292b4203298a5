"""Stored games: each accepted action is on the disk before anybody is told, and damage loses as little as can be."""

from __future__ import annotations

import random
import sqlite3
import subprocess
import sys
from contextlib import contextmanager

import pytest

from calibration.files.user_folders import data_folder
from companion.store import SUFFIX, StoredGame, StoreError, listed, summaries
from companion.store.places import journal_of
from games.carcassonne.rules import CARCASSONNE
from games.game import Seat
from games.record import Record

SEATS = (Seat("Anna", "red"), Seat("Ben", "blue"))


def played(moves):
    record = Record.start(CARCASSONNE, CARCASSONNE.setup(SEATS))
    rng = random.Random(3)
    for time_ms in range(moves):
        record = record.play(CARCASSONNE.sample(record.state, rng), time_ms=time_ms)
    return record


@pytest.fixture
def saved(tmp_path):
    path = tmp_path / f"evening{SUFFIX}"
    StoredGame.create(path, played(41), time_ms=1000).close()
    return path


def reopened(path):
    """The record as another start finds it, and what had to be mended."""
    stored, record, rescue = StoredGame.open(path)
    stored.close()
    return record, rescue


def test_a_game_comes_back_as_it_was_left(saved):
    record, rescue = reopened(saved)
    assert record.actions == played(41).actions
    assert rescue is None


def test_the_list_of_games_is_read_without_replaying_them(saved):
    (summary,) = summaries(saved.parent)
    assert summary.names == ("Anna", "Ben")
    assert summary.moves == 41
    assert summary.scores == played(41).state.scores
    assert not summary.over


def test_a_killed_program_loses_nothing_that_was_accepted(tmp_path):
    """The process dies without closing anything, right after the action was accepted."""
    path = tmp_path / f"killed{SUFFIX}"
    program = f"""
import os, random
from pathlib import Path
from companion.store import StoredGame
from games.carcassonne.rules import CARCASSONNE
from games.game import Seat
from games.record import Record
record = Record.start(CARCASSONNE, CARCASSONNE.setup((Seat("Anna", "red"), Seat("Ben", "blue"))))
stored = StoredGame.create(Path({str(path)!r}), record, time_ms=0)
rng = random.Random(3)
for _ in range(9):
    record = record.play(CARCASSONNE.sample(record.state, rng))
    stored.keep(record, time_ms=1)
os.kill(os.getpid(), 9)
"""
    assert subprocess.run([sys.executable, "-c", program], check=False).returncode == -9
    stored, record, rescue = StoredGame.open(path)
    stored.close()
    assert len(record.line) == 9
    assert rescue is None


def test_an_entry_damaged_in_both_copies_restores_the_game_up_to_the_move_before(saved):
    with sqlite3.connect(saved) as connection:
        connection.execute("UPDATE entry SET body = replace(body, 'lay', 'say') WHERE n = 31")
    connection.close()
    lines = journal_of(saved).read_text().splitlines(keepends=True)
    journal_of(saved).write_text("".join([*lines[:31], lines[31].replace("lay", "say"), *lines[32:]]))
    stored, record, rescue = StoredGame.open(saved)
    stored.close()
    assert record.actions == played(30).actions
    assert rescue.move == 30
    assert rescue.kept.exists()
    again, none = reopened(saved)
    assert (again.actions, none) == (record.actions, None)


def test_overwritten_pages_of_an_old_game_are_rescued_as_far_as_they_can_be_read(saved):
    journal_of(saved).unlink()
    size = saved.stat().st_size
    with saved.open("r+b") as file:
        file.seek(size - 6000)
        file.write(b"\xde\xad" * 1500)
    stored, record, rescue = StoredGame.open(saved)
    stored.close()
    assert record.actions == played(41).actions[: len(record.actions)]
    assert rescue.kept.stat().st_size == size


@pytest.mark.parametrize("content", [b"", b"hello, I am a shopping list", b"SQLite format 3\x00" + bytes(3000)])
def test_what_is_no_game_is_refused_and_left_as_it_is(tmp_path, content):
    path = tmp_path / f"list{SUFFIX}"
    path.write_bytes(content)
    with pytest.raises(StoreError):
        StoredGame.open(path)
    assert path.read_bytes() == content
    assert summaries(tmp_path) == ()


def test_a_missing_game_is_one_clear_error(tmp_path):
    with pytest.raises(StoreError) as error:
        StoredGame.open(tmp_path / "nowhere.tableside")
    assert error.value.phrase.key == "store.missing"


def test_photos_are_kept_beside_the_moves(saved):
    stored, record, _ = StoredGame.open(saved)
    stored.keep(record, time_ms=2000, jpeg=b"jpeg")
    assert stored.photo(record, 40) == b"jpeg"
    assert stored.photo(record, 39) is None
    stored.close()


def test_a_photo_stays_with_its_move_when_people_play_on_from_an_earlier_moment(saved):
    stored, record, _ = StoredGame.open(saved)
    stored.keep(record, time_ms=2000, jpeg=b"before")
    last = len(record.line) - 1
    back = record.back_to(last)
    anew = back.play(next(iter(back.game.legal(back.state))))
    stored.keep(anew, time_ms=3000)
    assert stored.photo(anew, last) is None
    assert stored.photo(anew.undo().undo(), last) == b"before"
    stored.close()


@contextmanager
def room_for(stored, bytes_more):
    """The disk has room for so much more: SQLite itself refuses pages beyond."""
    pages = "SELECT page_count FROM pragma_page_count"
    (held,) = stored._connection.execute(pages).fetchone()
    stored._connection.execute(f"PRAGMA max_page_count = {held + bytes_more // 4096}")
    yield
    stored._connection.execute("PRAGMA max_page_count = 1000000")


def test_a_picture_that_finds_no_room_never_takes_the_move_back(saved):
    stored, record, _ = StoredGame.open(saved)
    later = record.play(CARCASSONNE.sample(record.state, random.Random(5)), time_ms=99)
    with room_for(stored, 20_000):
        found = stored.keep(later, time_ms=2000, jpeg=bytes(90_000))
    assert found.key == "store.kept_less"
    assert stored.keep(later.undo(time_ms=100), time_ms=2001) is None
    stored.close()
    again, rescue = reopened(saved)
    assert again.log == later.undo(time_ms=100).log
    assert rescue is None


def test_a_move_that_found_no_room_is_written_once_when_there_is_some(saved):
    stored, record, _ = StoredGame.open(saved)
    later = record.play(CARCASSONNE.sample(record.state, random.Random(5)), time_ms=99, marks=("x" * 30_000,))
    with room_for(stored, 0), pytest.raises(StoreError, match="cannot_write"):
        stored.keep(later, time_ms=2000, jpeg=bytes(90_000))
    assert stored.keep(later, time_ms=2000, jpeg=b"jpeg") is None
    assert stored.keep(later, time_ms=2000) is None
    stored.close()
    again, _ = reopened(saved)
    assert again.log == later.log


def test_games_live_in_the_players_own_data_folder(tmp_path):
    assert data_folder() == tmp_path / "data" / "tableside"


def test_a_disk_that_does_not_say_what_lies_there_is_told_in_a_sentence(tmp_path):
    nowhere = tmp_path / ("x" * 300)  # the system refuses to look: so does a disk that was pulled
    assert listed(nowhere).games == ()
    with pytest.raises(StoreError) as raised:
        StoredGame.open(nowhere / f"game{SUFFIX}")
    assert raised.value.phrase.key == "store.out_of_reach"

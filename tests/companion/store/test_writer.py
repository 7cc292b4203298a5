"""One writer a game: whoever comes second looks, is told so, and disturbs nobody."""

from __future__ import annotations

import random
import sqlite3
import subprocess
import sys
from contextlib import closing
from itertools import count

import pytest

from companion.session.shelf import Shelf
from companion.session.table import TableSession
from companion.session.views import ChipKind, NewsKind
from companion.store import SUFFIX, StoredGame, StoreError, put_away, record_at, summaries
from companion.store.lock import GameLock
from companion.store.places import journal_of, lock_of
from games.carcassonne.rules import CARCASSONNE
from games.game import Seat
from games.record import Record


@pytest.fixture
def path(tmp_path):
    file = tmp_path / f"evening{SUFFIX}"
    record = Record.start(CARCASSONNE, CARCASSONNE.setup((Seat("Anna", "red"), Seat("Ben", "blue"))))
    StoredGame.create(file, record, time_ms=1000).close()
    return file


class Window:
    """A copy of the app at the table of this game."""

    def __init__(self, path):
        self.stored, record, self.rescue = StoredGame.open(path)
        times = count(1)
        self.session = TableSession(record, lambda: next(times), stored=self.stored)

    def plays(self, seed=2):
        self.session.play(CARCASSONNE.sample(self.session.record.state, random.Random(seed)))

    @property
    def chips(self):
        return [chip.phrase.key for chip in self.session.view.chips if chip.kind is ChipKind.SAVE]

    @property
    def notes(self):
        return [news.phrase.key for news in self.session.take_news() if news.kind is not NewsKind.COMMITTED]


def test_the_second_window_only_looks_and_says_so(path):
    first, second = Window(path), Window(path)
    assert (first.chips, second.chips) == ([], ["store.look_only"])
    assert second.notes == ["store.look_only"]
    second.plays()
    assert second.notes == ["store.look_only"]
    assert second.session.record.line == ()
    first.plays()
    assert len(record_at(path).line) == 1
    for window in (first, second):
        window.session.close()


def test_the_second_window_plays_on_once_the_first_is_closed(path):
    first, second = Window(path), Window(path)
    first.session.close()
    second.plays()
    assert second.chips == []
    second.session.close()
    assert len(record_at(path).line) == 1


def test_a_window_that_looks_at_an_older_state_never_overwrites_the_newer(path):
    first, second = Window(path), Window(path)
    first.plays()
    first.session.close()
    second.plays()
    assert second.notes[-1] == "store.went_on"
    third = Window(path)
    assert (third.chips, len(third.session.record.line)) == ([], 1)
    for window in (second, third):
        window.session.close()


def test_home_lists_and_shows_a_game_while_it_is_played(path):
    window = Window(path)
    shelf = Shelf(path.parent, lambda: 0)
    for moves in range(1, 12):
        window.plays()
        assert summaries(path.parent)[0].moves == moves
        assert len(shelf.glimpse(path).line) == moves
    assert not list(path.parent.glob("*damaged*"))
    window.session.close()


def test_a_damaged_game_is_not_mended_under_the_hands_of_who_plays_it(path):
    window = Window(path)
    window.plays()
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute("UPDATE entry SET body = 'x'")
    second = Window(path)
    assert (second.rescue, second.chips) == (None, ["store.look_only"])
    assert not list(path.parent.glob("*damaged*"))
    window.plays()
    for one in (window, second):
        one.session.close()
    assert len(record_at(path).line) == 2


def test_a_game_that_is_played_is_not_deleted(path):
    window = Window(path)
    with pytest.raises(StoreError, match="look_only"):
        put_away(path, now_ms=0)
    window.plays()
    window.session.close()
    assert len(record_at(path).line) == 1


def test_another_program_that_holds_the_file_stops_a_move_and_not_the_screen(path):
    window = Window(path)
    with closing(sqlite3.connect(path)) as other:
        other.execute("BEGIN IMMEDIATE")
        window.plays()
        (waited_ms,) = window.stored._connection.execute("PRAGMA busy_timeout").fetchone()
        assert waited_ms <= 100  # SQLite alone would wait for 5 s
        assert window.notes == ["store.busy"]
    window.plays()
    assert window.chips == []
    window.session.close()
    assert len(record_at(path).line) == 1


def test_a_game_that_another_program_holds_is_opened_to_look_and_loses_nothing(path):
    """What only the database holds, since the journal found no room, must not be overlooked."""
    window = Window(path)
    window.plays()
    window.session.close()
    journal = journal_of(path)
    journal.write_bytes(b"".join(journal.read_bytes().splitlines(keepends=True)[:1]))
    with closing(sqlite3.connect(path)) as other:
        other.execute("PRAGMA locking_mode=EXCLUSIVE")
        other.execute("INSERT INTO photo VALUES (7, x'00')")
        window = Window(path)
        assert window.chips == ["store.busy"]
        window.plays()
        assert window.session.record.line == ()
    window.plays(seed=9)
    assert window.chips == ["store.went_on"]
    window.session.close()
    again = Window(path)
    assert (len(again.session.record.line), again.rescue) == (1, None)
    again.session.close()


def test_a_game_that_finds_no_folder_is_one_clear_error(path):
    with pytest.raises(StoreError, match="cannot_write"):
        StoredGame.create(path / f"new{SUFFIX}", record_at(path), time_ms=0)
    assert path.is_file()


def test_a_lock_whose_file_was_deleted_is_noticed(path):
    first = GameLock.take(path)
    lock_of(path).unlink()
    assert not first.holds()
    second = GameLock.take(path)
    assert second.holds()
    first.release()
    assert GameLock.take(path) is None
    second.release()
    GameLock.take(path).release()


def test_the_store_starts_where_the_locks_of_posix_are_missing():
    """Windows has no such module."""
    program = "import sys; sys.modules['fcntl'] = None; import companion.store"
    assert subprocess.run([sys.executable, "-c", program], check=False).returncode == 0


def test_where_no_lock_can_be_made_the_game_is_looked_at(path):
    lock_of(path).unlink()
    lock_of(path).mkdir()
    window = Window(path)
    window.plays()
    assert window.chips == ["store.cannot_write"]
    assert window.session.record.line == ()
    window.session.close()

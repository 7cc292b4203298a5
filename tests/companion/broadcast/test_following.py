"""A game is followed from another process by what its writer keeps: nothing is locked, nothing is missed."""

from __future__ import annotations

import random
import sqlite3

import pytest

from companion.broadcast.events import Begun
from companion.broadcast.following import PlayedIn, TableFollower
from companion.people.names import FILE_NAME, NamedPeople, keep_people
from companion.store import SUFFIX, StoredGame
from companion.store.places import journal_of, lock_of
from games.carcassonne.rules import CARCASSONNE
from games.game import Seat
from games.record import Record

SEATS = (Seat("Anna", "red"), Seat("Ben", "blue"))


class Writer:
    """Somebody who plays: keeps every move as a session does."""

    def __init__(self, folder, name="evening"):
        self.path = folder / f"{name}{SUFFIX}"
        self.record = Record.start(CARCASSONNE, CARCASSONNE.setup(SEATS))
        self.stored = StoredGame.create(self.path, self.record, time_ms=1000)
        self._rng = random.Random(3)

    def play(self):
        action = CARCASSONNE.sample(self.record.state, self._rng)
        self.record = self.record.play(action, time_ms=len(self.record.log))
        self.stored.keep(self.record, time_ms=2000)

    def undo(self):
        self.record = self.record.undo()
        self.stored.keep(self.record, time_ms=2000)


@pytest.fixture
def writer(tmp_path):
    writer = Writer(tmp_path)
    yield writer
    writer.stored.close()


def follower_of(folder):
    return TableFollower(PlayedIn(folder), ("en",), folder)


def numbers(follower):
    return [event.n for event in follower.look().get("en", ())]


def test_every_move_is_told_once_as_soon_as_it_is_on_the_disk(writer, tmp_path):
    follower = follower_of(tmp_path)
    assert numbers(follower) == [0]
    writer.play()
    assert numbers(follower) == [1]
    assert numbers(follower) == []
    writer.play()
    writer.undo()
    assert numbers(follower) == [2, 3]


def test_who_comes_late_is_told_everything_and_the_same(writer, tmp_path):
    early = follower_of(tmp_path)
    found = [*early.look()["en"]]
    for _ in range(7):
        writer.play()
        found += early.look()["en"]
    assert [*follower_of(tmp_path).look()["en"]] == found


def test_looking_takes_no_lock_and_writes_nothing(writer, tmp_path):
    writer.play()
    files = {path: path.read_bytes() for path in (writer.path, journal_of(writer.path), lock_of(writer.path))}
    follower = follower_of(tmp_path)
    follower.look()
    assert {path: path.read_bytes() for path in files} == files
    writer.play()
    assert writer.stored.trouble is None


def test_a_game_is_followed_from_a_folder_in_which_nobody_may_write(writer, tmp_path):
    writer.play()
    tmp_path.chmod(0o500)
    try:
        assert numbers(follower_of(tmp_path)) == [0, 1]
    finally:
        tmp_path.chmod(0o700)


def test_where_the_journal_is_gone_the_database_tells(writer, tmp_path):
    follower = follower_of(tmp_path)
    follower.look()
    journal_of(writer.path).unlink()
    with sqlite3.connect(writer.path) as connection:
        connection.execute("PRAGMA user_version")
    connection.close()
    writer.play()
    journal_of(writer.path).unlink()
    assert [*numbers(follower), *numbers(follower)] == [1]


def test_half_a_line_is_read_once_it_is_whole(writer, tmp_path):
    writer.play()
    whole = journal_of(writer.path).read_bytes()
    writer.stored.close()
    writer.path.unlink()  # only the journal is left
    journal_of(writer.path).write_bytes(whole[:-9])
    follower = follower_of(tmp_path)
    assert numbers(follower) == [0]
    journal_of(writer.path).write_bytes(whole)
    assert numbers(follower) == [1]


def test_the_next_game_is_followed_by_itself(writer, tmp_path):
    follower = follower_of(tmp_path)
    follower.look()
    writer.stored.close()
    later = Writer(tmp_path, "later")
    later.play()
    first, *_ = follower.look()["en"]
    later.stored.close()
    assert isinstance(first, Begun)


def test_who_says_no_in_the_middle_of_a_game_is_told_by_colour_from_the_beginning_on(writer, tmp_path):
    follower = follower_of(tmp_path)
    follower.look()
    writer.play()
    follower.look()
    keep_people(tmp_path, NamedPeople().telling("anna", shown=False))
    begun, moved = follower.look()["en"]
    assert [seat.called for seat in begun.seats] == ["Red", "Ben"]
    assert "Anna" not in moved.words


def test_where_what_people_said_cannot_be_read_no_name_is_told(writer, tmp_path):
    (tmp_path / FILE_NAME).write_text("{")
    (begun,) = follower_of(tmp_path).look()["en"]
    assert [seat.called for seat in begun.seats] == ["Red", "Blue"]
    assert (tmp_path / FILE_NAME).read_text() == "{"


def test_a_folder_without_games_tells_nothing(tmp_path):
    assert follower_of(tmp_path).look() == {}


def test_a_game_that_is_opened_again_is_followed_though_another_was_written_later(writer, tmp_path):
    for _ in range(3):
        writer.play()
    writer.stored.close()
    later = Writer(tmp_path, "later")
    which = PlayedIn(tmp_path)
    assert which() == later.path
    later.stored.close()
    writer.stored, writer.record, _ = StoredGame.open(writer.path)
    assert which() == writer.path


def test_a_game_of_another_kind_is_passed_over(tmp_path):
    cards = Writer(tmp_path, "riga-1")
    map_ = Writer(tmp_path, "carcassonne-2")
    glass = Writer(tmp_path, "carcassonne-stained-glass-3")
    assert PlayedIn(tmp_path, "riga")() == cards.path
    assert PlayedIn(tmp_path, "carcassonne")() == map_.path
    for one in (cards, map_, glass):
        one.stored.close()

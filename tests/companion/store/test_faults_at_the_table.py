"""Somebody tidies up the folder of games while one of them is played: what people are told afterwards is kept."""

from __future__ import annotations

import os
import random
import shutil
from collections.abc import Callable
from itertools import count
from pathlib import Path

import pytest

from companion.session.shelf import Shelf
from companion.session.views import ChipKind, TableSessionLike
from companion.store.database import read_database
from companion.store.journal import read_journal
from companion.store.places import journal_of, lock_of, sqlite_files_of, stamps_of
from companion.store.written import bodies_of
from games.carcassonne.rules import CARCASSONNE
from games.game import Seat

SETUP = CARCASSONNE.setup_to_json(CARCASSONNE.setup((Seat("Anna", "red"), Seat("Ben", "blue"))))


def moved_and_linked(path: Path) -> None:
    """To a stick, with a link in its place."""
    stick = path.parent.with_name("stick")
    stick.mkdir()
    shutil.move(path, stick / path.name)
    path.symlink_to(stick / path.name)


def renamed_with_its_journal(path: Path) -> None:
    """So that the evening has a better name."""
    other = path.with_name(f"A lovely evening{path.suffix}")
    path.rename(other)
    journal_of(path).rename(journal_of(other))


def linked_to_nowhere(path: Path) -> None:
    """To a stick that was pulled out."""
    path.unlink()
    path.symlink_to(path.parent / "stick" / path.name)


def a_folder_in_its_place(path: Path) -> None:
    """Of the same name."""
    path.unlink()
    path.mkdir()


def a_pipe_in_its_place(path: Path) -> None:
    """From which nothing ever comes."""
    path.unlink()
    os.mkfifo(path)


def a_pipe_in_place_of_the_journal(path: Path) -> None:
    """From which nothing ever comes."""
    journal_of(path).unlink()
    os.mkfifo(journal_of(path))


def a_journal_that_is_the_save(path: Path) -> None:
    """By a link."""
    journal_of(path).unlink()
    journal_of(path).symlink_to(path)


def a_folder_in_place_of_the_lock(path: Path) -> None:
    """Of the same name."""
    lock_of(path).unlink()
    lock_of(path).mkdir()


def without_what_sqlite_keeps_beside(path: Path) -> None:
    """They look like rubbish."""
    for file in sqlite_files_of(path):
        file.unlink(missing_ok=True)


def an_older_copy_in_its_place(path: Path) -> None:
    """Of both files, from a backup, as a file manager puts them there."""
    for file in (path, journal_of(path)):
        beside = path.with_name("from-the-backup")
        shutil.copyfile(_backup(file), beside)
        beside.replace(file)


def an_older_copy_written_into_it(path: Path) -> None:
    """Of both files, from a backup, as ``cp`` writes them."""
    for file in (path, journal_of(path)):
        shutil.copyfile(_backup(file), file)


def _backup(file: Path) -> Path:
    return file.with_name(f"{file.name}.backup")


FAULTS = (
    an_older_copy_in_its_place,
    an_older_copy_written_into_it,
    moved_and_linked,
    renamed_with_its_journal,
    linked_to_nowhere,
    a_folder_in_its_place,
    a_pipe_in_its_place,
    a_pipe_in_place_of_the_journal,
    a_journal_that_is_the_save,
    a_folder_in_place_of_the_lock,
    without_what_sqlite_keeps_beside,
)


@pytest.mark.parametrize("fault", FAULTS)
def test_what_is_told_after_somebody_tidied_up_is_kept_or_said_not_to_be(
    tmp_path: Path, fault: Callable[[Path], None]
) -> None:
    shelf = Shelf(tmp_path / "games", lambda: 1_700_000_000_000)
    session = played_since_a_backup(shelf)
    path = shelf.path_of(session)
    assert path is not None
    fault(path)
    play(session, 2, random.Random(3))
    entries, unsaved = session.record.log, [chip for chip in session.view.chips if chip.kind is ChipKind.SAVE]
    session.close()
    shelf.finish()
    logs = [shelf.glimpse(summary.path).log for summary in shelf.saved()]
    assert entries in logs or unsaved


@pytest.mark.parametrize("fault", [an_older_copy_in_its_place, an_older_copy_written_into_it])
@pytest.mark.parametrize("resumed", [False, True])
def test_a_table_left_at_once_leaves_nothing_to_an_older_copy(
    tmp_path: Path, fault: Callable[[Path], None], resumed: bool
) -> None:
    shelf = Shelf(tmp_path / "games", lambda: 1_700_000_000_000)
    session = played_since_a_backup(shelf)
    path = shelf.path_of(session)
    assert path is not None
    entries = session.record.log
    if resumed:
        session.close()
        session, _ = shelf.resume(path)
    fault(path)
    session.close()
    shelf.finish()
    assert shelf.glimpse(path).log == entries


def of_the_save_alone(path: Path) -> None:
    """As somebody who knows of no second copy puts a backup back."""
    shutil.copyfile(_backup(path), path)


def of_the_journal_alone(path: Path) -> None:
    """It lay beside the backup of another save."""
    shutil.copyfile(_backup(journal_of(path)), journal_of(path))


@pytest.mark.parametrize(
    "fault", [an_older_copy_in_its_place, an_older_copy_written_into_it, of_the_save_alone, of_the_journal_alone]
)
def test_a_copy_that_was_put_back_is_noticed_before_the_next_move_and_said(
    tmp_path: Path, fault: Callable[[Path], None]
) -> None:
    shelf = Shelf(tmp_path / "games", count(1_700_000_000_000, 1000).__next__)
    session = played_since_a_backup(shelf)
    path = shelf.path_of(session)
    assert path is not None
    fault(path)
    shelf.look_after()
    # Whatever ends the program now: no move, no leaving.
    found = [chip.phrase.key for chip in session.view.chips]
    made_up_for = fault is of_the_save_alone and not found  # SQLite's log still has what was written over
    assert made_up_for or found == ["store.replaced"]
    for copy in (read_database(path), read_journal(journal_of(path))):
        assert tuple(body for _, body in sorted(copy.bodies.items())) == bodies_of(session.record.log)
    play(session, 2, random.Random(3))
    session.close()
    shelf.finish()
    assert shelf.glimpse(path).log == session.record.log


def test_a_save_that_nobody_touched_is_not_written_by_looking_after_it(tmp_path: Path) -> None:
    shelf = Shelf(tmp_path / "games", count(1_700_000_000_000, 1000).__next__)
    session = played_since_a_backup(shelf)
    path = shelf.path_of(session)
    assert path is not None
    before = stamps_of(path)
    for _ in range(3):
        shelf.look_after()
    assert (stamps_of(path), session.view.chips) == (before, ())
    session.close()
    shelf.finish()


def test_a_save_that_was_taken_away_stays_away_when_the_table_is_left(tmp_path: Path) -> None:
    shelf = Shelf(tmp_path / "games", lambda: 1_700_000_000_000)
    session = played_since_a_backup(shelf)
    path = shelf.path_of(session)
    assert path is not None
    path.unlink()
    journal_of(path).unlink()
    session.close()
    shelf.finish()
    assert shelf.saved() == ()


def test_a_stick_that_is_pulled_out_while_the_table_is_left_is_no_trouble(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Given a save that goes between two looks at it, then nothing is said of what could not be put right there."""
    stick = tmp_path / "stick"
    shelf = Shelf(stick, lambda: 1_700_000_000_000)
    session = played_since_a_backup(shelf)

    def pulled_out(*_: object) -> bool:
        shutil.rmtree(stick)
        raise OSError("the stick is gone")

    monkeypatch.setattr("companion.store.stored_game.database_holds", pulled_out)
    session.close()
    shelf.finish()
    assert not stick.exists()


def test_a_game_that_was_left_in_order_is_not_written_anew(tmp_path: Path) -> None:
    shelf = Shelf(tmp_path / "games", lambda: 1_700_000_000_000)
    session = played_since_a_backup(shelf)
    path = shelf.path_of(session)
    assert path is not None
    before = path.stat().st_ino
    session.close()
    shelf.finish()
    assert path.stat().st_ino == before
    assert not list(path.parent.glob("*.damaged-*"))


def test_a_save_with_two_names_has_one_writer_and_whoever_comes_by_the_other_name_looks(tmp_path: Path) -> None:
    shelf, elsewhere = (Shelf(tmp_path, lambda: 1_700_000_000_000) for _ in range(2))
    session, rng = shelf.start("carcassonne", SETUP), random.Random(2)
    play(session, 3, rng)
    path = shelf.path_of(session)
    assert path is not None
    twin = path.with_name(f"twin{path.suffix}")
    twin.symlink_to(path)
    other, _ = elsewhere.resume(twin)
    assert [chip.phrase.key for chip in other.view.chips] == ["store.look_only"]
    play(session, 3, rng)
    session.close()
    shelf.finish()
    other.close()
    elsewhere.finish()
    again, _ = elsewhere.resume(twin)
    play(again, 1, rng)
    again.close()
    elsewhere.finish()
    assert shelf.glimpse(path).log == again.record.log
    assert len(again.record.log) == 7


def test_a_save_that_was_moved_and_linked_while_it_is_played_is_written_by_nobody_else(tmp_path: Path) -> None:
    shelf, elsewhere = (Shelf(tmp_path / "games", lambda: 1_700_000_000_000) for _ in range(2))
    session, rng = shelf.start("carcassonne", SETUP), random.Random(2)
    play(session, 3, rng)
    path = shelf.path_of(session)
    assert path is not None
    moved_and_linked(path)
    play(session, 1, rng)
    other, _ = elsewhere.resume(path)
    assert [chip.phrase.key for chip in other.view.chips] == ["store.look_only"]
    for one in (session, other):
        one.close()


def play(session: TableSessionLike, moves: int, rng: random.Random) -> None:
    for _ in range(moves):
        session.play(CARCASSONNE.sample(session.record.state, rng))


def played_since_a_backup(shelf: Shelf) -> TableSessionLike:
    """A game of five moves, and copies of its files beside them as they were after three."""
    session, rng = shelf.start("carcassonne", SETUP), random.Random(2)
    play(session, 3, rng)
    path = shelf.path_of(session)
    assert path is not None
    session.close()
    shelf.finish()
    for file in (path, journal_of(path)):
        shutil.copyfile(file, _backup(file))
    session, _ = shelf.resume(path)
    play(session, 2, rng)
    return session

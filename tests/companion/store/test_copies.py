"""Two copies a game: from either the other is made again, and nobody is renamed by a flipped bit."""

from __future__ import annotations

import json
import random
import sqlite3
from contextlib import closing

import pytest

from companion.store import SUFFIX, StoredGame, StoreError, bring_back, put_away, record_at, summaries
from companion.store.places import journal_of, lock_of
from companion.store.put_away import KEPT_MS
from companion.store.written import WrittenFacts
from games.carcassonne.rules import CARCASSONNE
from games.game import Seat
from games.record import Record

SEATS = (Seat("Anna", "red"), Seat("Ben", "blue"), Seat("Cem", "green"))
MOVES = 24


def played(moves):
    record = Record.start(CARCASSONNE, CARCASSONNE.setup(SEATS))
    rng = random.Random(8)
    for time_ms in range(1, moves + 1):
        record = record.play(CARCASSONNE.sample(record.state, rng), time_ms=time_ms)
    return record


def one_more(record):
    return record.play(CARCASSONNE.sample(record.state, random.Random(1)), time_ms=1000)


@pytest.fixture
def path(tmp_path):
    file = tmp_path / f"evening{SUFFIX}"
    StoredGame.create(file, played(MOVES), time_ms=1000).close()
    return file


def change(path, *statements):
    with closing(sqlite3.connect(path)) as connection, connection:
        for statement in statements:
            connection.execute(statement)


def opened(path):
    """What comes back, after it was closed again: the record and what was told of it."""
    stored, record, rescue = StoredGame.open(path)
    stored.close()
    return record, rescue


def test_the_journal_can_be_read_without_this_program(path):
    first, *moves = journal_of(path).read_text().splitlines()
    facts = json.loads(first.split(" ", 2)[2])
    assert [seat["name"] for seat in json.loads(facts["setup"])["seats"]] == ["Anna", "Ben", "Cem"]
    assert [json.loads(line.split(" ", 2)[2])["notation"] for line in moves] == list(played(MOVES).actions)


def test_a_deleted_save_stays_in_the_list_and_comes_back_whole(path):
    path.unlink()
    (summary,) = summaries(path.parent)
    assert (summary.names, summary.scores) == (("Anna", "Ben", "Cem"), played(MOVES).state.scores)
    record, rescue = opened(path)
    assert record.log == played(MOVES).log
    assert rescue.phrase.key == "store.restored_alone"
    assert opened(path) == (record, None)


def test_an_older_backup_of_the_save_gets_the_moves_that_it_lacks(tmp_path):
    path = tmp_path / f"evening{SUFFIX}"
    StoredGame.create(path, played(10), time_ms=1000).close()
    backup = path.read_bytes()
    stored, _, _ = StoredGame.open(path)
    stored.keep(played(MOVES), time_ms=1001)
    stored.close()
    path.write_bytes(backup)
    record, rescue = opened(path)
    assert record.log == played(MOVES).log
    assert rescue.phrase.key == "store.restored_alone"
    assert opened(path) == (record, None)


def test_where_files_have_one_name_only_a_damaged_save_is_mended_all_the_same(path, monkeypatch):
    """FAT on a memory card knows no hard links."""

    def no_links(*_):
        raise OSError("Operation not supported")

    monkeypatch.setattr("os.link", no_links)
    path.write_bytes(path.read_bytes()[:5000])
    record, rescue = opened(path)
    assert record.log == played(MOVES).log
    assert rescue.kept.stat().st_size == 5000


def test_a_truncated_save_comes_back_whole_and_its_original_is_kept(path):
    content = path.read_bytes()
    path.write_bytes(content[:5000])
    record, rescue = opened(path)
    assert record.log == played(MOVES).log
    assert (rescue.phrase.key, rescue.kept.read_bytes()) == ("store.restored", content[:5000])


@pytest.mark.parametrize("what", ["line 0", "a line", "the end", "everything"])
def test_a_damaged_journal_is_written_anew_without_a_word(path, what):
    journal = journal_of(path)
    content = journal.read_bytes()
    lines = content.splitlines(keepends=True)
    damaged = {
        "line 0": content.replace(b"Anna", b"Enna", 1),
        "a line": content.replace(lines[7], lines[7].replace(b"time_ms", b"time_mr")),
        "the end": content[:-9],
        "everything": b"",
    }
    journal.write_bytes(damaged[what])
    assert opened(path) == (record_at(path), None)
    assert journal.read_bytes() == content


def test_each_entry_comes_from_the_copy_that_is_sound_there(path):
    change(path, "UPDATE entry SET body = 'x' WHERE n IN (3, 20)")
    journal = journal_of(path)
    lines = journal.read_bytes().splitlines(keepends=True)
    journal.write_bytes(b"".join([*lines[:10], b"coffee\n", *lines[11:]]))
    record, rescue = opened(path)
    assert record.log == played(MOVES).log
    assert not rescue.shorter


def test_a_flipped_bit_in_the_set_up_renames_nobody(path):
    change(path, "UPDATE game SET value = replace(value, 'Anna', 'Enna') WHERE key = 'setup'")
    assert summaries(path.parent)[0].names == ("Anna", "Ben", "Cem")
    record, _ = opened(path)
    assert record.setup.seats == SEATS


def test_names_that_are_damaged_in_both_copies_are_not_guessed(path):
    change(path, "UPDATE game SET value = replace(value, 'Anna', 'Enna') WHERE key = 'setup'")
    journal = journal_of(path)
    journal.write_bytes(journal.read_bytes().replace(b"Anna", b"Enna"))
    with pytest.raises(StoreError, match="unreadable"):
        StoredGame.open(path)
    assert sorted(file.name for file in path.parent.iterdir() if file.is_file()) == [path.name, journal.name]


def test_a_flipped_bit_in_the_scores_is_not_shown(path):
    change(path, "UPDATE game SET value = '[9000, 1, 1]' WHERE key = 'scores'")
    assert summaries(path.parent)[0].scores == played(MOVES).state.scores


@pytest.mark.parametrize("copies", [1, 2])
def test_a_later_versions_file_is_left_alone(path, copies):
    facts = WrittenFacts.of(played(0), 1000)
    facts = WrittenFacts(facts.key, facts.setup, facts.started_ms, format=3)
    rows = {"format": "3", "checksum": str(facts.checksum)}
    change(path, *(f"UPDATE game SET value = '{value}' WHERE key = '{key}'" for key, value in rows.items()))
    if copies == 1:
        journal_of(path).unlink()
    before = path.read_bytes()
    with pytest.raises(StoreError, match="later_format"):
        StoredGame.open(path)
    assert path.read_bytes() == before


def test_a_flipped_bit_in_the_format_is_no_later_version(path):
    change(path, "UPDATE game SET value = '3' WHERE key = 'format'")
    record, rescue = opened(path)
    assert record.log == played(MOVES).log
    assert rescue.phrase.key == "store.restored"


def test_a_game_of_format_1_opens_as_before_and_gets_its_journal(path):
    """The files of versions before had no checksum over the set-up and no second copy."""
    change(
        path,
        "DELETE FROM game WHERE key IN ('checksum', 'summary_checksum')",
        "UPDATE game SET value = '1' WHERE key = 'format'",
    )
    journal, lock = journal_of(path), lock_of(path)
    journal.unlink()
    lock.unlink()
    assert summaries(path.parent)[0].names == ("Anna", "Ben", "Cem")
    assert opened(path) == (record_at(path), None)
    assert len(journal.read_text().splitlines()) == MOVES + 1
    change(path, "UPDATE game SET value = replace(value, 'Anna', 'Enna') WHERE key = 'setup'")
    assert opened(path)[0].setup.seats == SEATS


def test_a_time_beyond_the_calendar_in_an_old_game_is_not_shown(path):
    change(
        path,
        "DELETE FROM game WHERE key IN ('checksum', 'summary_checksum')",
        "UPDATE game SET value = '1' WHERE key = 'format'",
        "UPDATE game SET value = '99999999999999999' WHERE key = 'changed_ms'",
    )
    assert summaries(path.parent)[0].changed_ms == MOVES


def test_another_games_journal_is_kept_beside_and_not_mixed_in(path):
    other = path.with_name(f"other{SUFFIX}")
    StoredGame.create(other, played(3), time_ms=2000).close()
    content = journal_of(other).read_bytes()
    journal_of(path).write_bytes(content)
    assert opened(path) == (record_at(path), None)
    assert len(record_at(path).log) == MOVES
    assert path.with_name(f"{path.name}.damaged-1").read_bytes() == content


@pytest.mark.parametrize("how", ["deleted", "moved", "folder moved", "other file in its place"])
def test_a_save_that_goes_while_people_play_is_noticed_and_written_anew(path, how):
    stored, record, _ = StoredGame.open(path)
    stored.keep(record, time_ms=1, jpeg=b"a picture")
    match how:
        case "deleted":
            path.unlink()
        case "moved":
            path.rename(path.with_name("elsewhere"))
        case "folder moved":
            path.parent.rename(path.parent.with_name("usb"))
        case "other file in its place":
            path.with_name("list").write_text("milk, eggs")
            path.with_name("list").replace(path)
    later = one_more(record)
    assert stored.keep(later, time_ms=2).key == "store.anew"
    assert stored.keep(one_more(later), time_ms=3) is None
    assert stored.photo(later, MOVES - 1) == b"a picture"
    stored.close()
    assert opened(path)[0].log == one_more(later).log


def test_a_journal_that_goes_while_people_play_is_written_anew(path):
    stored, record, _ = StoredGame.open(path)
    journal_of(path).unlink()
    later = one_more(record)
    assert stored.keep(later, time_ms=2) is None
    stored.close()
    path.unlink()
    assert opened(path)[0].log == later.log


def test_a_deleted_game_is_out_of_the_list_and_comes_back_whole(path):
    before = opened(path)[0].log
    aside = put_away(path, now_ms=1_000)
    assert [file for file in path.parent.glob("*evening*") if file.is_file()] == []
    assert summaries(path.parent) == ()
    assert bring_back(aside) == path
    assert opened(path)[0].log == before


def test_a_deleted_game_is_gone_for_good_after_a_month(path):
    record, other = opened(path)[0], path.with_name(f"other{SUFFIX}")
    for file in (other, path.with_name(f"third{SUFFIX}")):
        StoredGame.create(file, record, time_ms=0).close()
    gone = put_away(path, now_ms=0)
    still = put_away(other, now_ms=KEPT_MS - 1)
    put_away(path.with_name(f"third{SUFFIX}"), now_ms=KEPT_MS + 1)
    with pytest.raises(StoreError, match="cannot_bring_back"):
        bring_back(gone)
    assert bring_back(still) == other


def test_a_game_in_a_folder_with_odd_signs_is_kept(tmp_path):
    path = tmp_path / "50% off? #1 für Ömer" / f"a b{SUFFIX}"
    StoredGame.create(path, played(2), time_ms=0).close()
    assert opened(path)[0].log == played(2).log
    assert summaries(path.parent)[0].moves == 2

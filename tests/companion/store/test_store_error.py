"""What SQLite says of a disk is said in the language of the people here."""

from __future__ import annotations

import sqlite3

import pytest

from companion.locale import say
from companion.store.store_error import cannot_write


def trouble(path, doing):
    """What SQLite raises for this."""
    connection = sqlite3.connect(path)
    try:
        connection.execute("CREATE TABLE moves (move TEXT)")
        connection.commit()
        with pytest.raises(sqlite3.Error) as raised:
            connection.executescript(doing)
    finally:
        connection.close()
    return raised.value


FILLED = "PRAGMA max_page_count = 2; INSERT INTO moves VALUES (hex(zeroblob(90000)))"
READ_ONLY = "PRAGMA query_only = 1; INSERT INTO moves VALUES ('lay')"


@pytest.mark.parametrize(
    ("doing", "english", "german"),
    [
        (FILLED, "No space left on device", "Kein Platz mehr auf dem Datenträger"),
        (READ_ONLY, "Read-only file system", "Von diesem Datenträger lässt sich nur lesen"),
    ],
)
def test_a_move_that_the_disk_did_not_take(tmp_path, doing, english, german):
    phrase = cannot_write(tmp_path, trouble(tmp_path / "game.db", doing)).phrase
    assert english in say(phrase, "en")
    assert german in say(phrase, "de")


def test_side_files_for_which_there_is_no_room_are_no_room(tmp_path):
    """On a full disk SQLite calls it an error of the disk that it can't make a file beside the game's larger."""
    error = sqlite3.OperationalError("disk I/O error")
    error.sqlite_errorcode, error.sqlite_errorname = 4874, "SQLITE_IOERR_SHMSIZE"
    assert "Kein Platz mehr" in say(cannot_write(tmp_path, error).phrase, "de")

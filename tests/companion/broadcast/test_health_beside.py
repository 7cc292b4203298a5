"""How the table is reaches whoever follows its game from the disk: camera, buttons, save."""

from __future__ import annotations

import os
import time

import pytest

from companion.broadcast.events import Begun, Health, Moved
from companion.broadcast.following import TableFollower
from companion.broadcast.health_beside import FILE, GONE_S, HealthReader, HealthTeller, health_of
from companion.commands.watch_command import _after
from companion.session.table import TableSession
from companion.session.views import Chip, ChipKind
from companion.store import SUFFIX, StoredGame
from games.carcassonne.rules import CARCASSONNE
from games.game import Phrase, Seat
from games.record import Record

LOST = Chip(ChipKind.BUTTONS, True, Phrase.of("devices.stale", device="box"))


@pytest.fixture
def session(tmp_path):
    record = Record.start(CARCASSONNE, CARCASSONNE.setup((Seat("Anna", "red"), Seat("Ben", "blue"))))
    stored = StoredGame.create(tmp_path / f"evening{SUFFIX}", record, time_ms=1000)
    session = TableSession(record, lambda: 2000, stored=stored)
    yield session
    session.close()


@pytest.fixture
def teller(tmp_path):
    teller = HealthTeller(tmp_path)
    yield teller
    teller.close()


def until(true):
    end = time.monotonic() + 10
    while not (found := true()):
        assert time.monotonic() < end
        time.sleep(0.01)
    return found


def healths(follower, language="en"):
    return [one for one in follower.look().get(language, ()) if isinstance(one, Health)]


def test_a_trouble_is_told_in_both_languages_after_the_moves_and_once(session, teller, tmp_path):
    follower = TableFollower(lambda: session.path, ("en", "de"), tmp_path)
    session.set_chip(LOST)
    teller.tick(session)
    until((tmp_path / FILE).exists)
    seen = follower.look()
    assert [type(one) for one in seen["en"]] == [Begun, Health]
    (trouble,) = seen["en"][-1].troubles
    assert (trouble.kind, trouble.lost) == ("buttons", True)
    assert trouble.words != seen["de"][-1].troubles[0].words
    assert follower.look() == {}
    session.set_chip(None, ChipKind.BUTTONS)
    teller.tick(session)
    (health,) = until(lambda: healths(follower))
    assert health.troubles == ()


def test_it_has_the_number_of_the_last_event_and_a_reader_who_knows_that_hears_it_all_the_same(
    session, teller, tmp_path
):
    follower = TableFollower(lambda: session.path, ("en",), tmp_path)
    session.play(CARCASSONNE.read("lay BA/RFr 1,0 r0"))
    session.set_chip(LOST)
    teller.tick(session)
    until((tmp_path / FILE).exists)
    events = follower.look()["en"]
    assert [type(one) for one in events] == [Begun, Moved, Health]
    assert events[-1].n == 1
    assert [type(one) for one in _after(events, 1)] == [Health]


def test_of_a_tablet_that_is_gone_nothing_is_known(session, tmp_path):
    session.set_chip(LOST)
    now = [time.time()]
    reader = HealthReader(tmp_path, lambda: now[0])
    teller = HealthTeller(tmp_path)
    teller.tick(session)
    until((tmp_path / FILE).exists)
    assert reader.look(session.path).troubles
    now[0] += GONE_S + 1  # the battery went: nobody touched the file since
    assert reader.look(session.path).troubles == ()
    assert reader.look(session.path) is None
    teller.close()
    assert not (tmp_path / FILE).exists()


def test_a_table_without_trouble_and_without_a_tablet_tells_nothing(session, tmp_path):
    follower = TableFollower(lambda: session.path, ("en",), tmp_path)
    assert [type(one) for one in follower.look()["en"]] == [Begun]


def test_the_health_of_another_game_and_a_damaged_file_are_nobodys(session, teller, tmp_path):
    reader = HealthReader(tmp_path)
    teller.tick(session)
    until((tmp_path / FILE).exists)
    assert reader.look(tmp_path / "another.game") is None
    (tmp_path / FILE).write_text("{", encoding="utf-8")
    os.utime(tmp_path / FILE)
    assert reader.look(session.path) is None


def test_a_game_that_is_not_kept_tells_nothing():
    record = Record.start(CARCASSONNE, CARCASSONNE.setup((Seat("Anna", "red"), Seat("Ben", "blue"))))
    assert health_of(TableSession(record, lambda: 1)) is None
    assert health_of(None) is None


def test_a_folder_that_is_missing_is_not_made_for_it(session, tmp_path):
    folder = tmp_path / "games"
    folder.symlink_to(tmp_path / "a disk that is not plugged in")
    teller = HealthTeller(folder)
    teller.tick(session)
    teller.close()
    assert not folder.exists()

"""A pause: nobody's clock runs, presses commit nothing, and it outlives the program."""

from __future__ import annotations

import numpy as np
import pytest

from calibration.files.whole_file import CannotWrite
from companion.session.looking.sighting import Sighting
from companion.session.shelf import Shelf
from companion.session.summing_up import times_used
from companion.session.table import TableSession
from companion.session.views import ChipKind, NewsKind
from companion.store.pauses import Pause
from companion.store.places import pauses_of
from devices.events import Rolled
from games.carcassonne.rules import CARCASSONNE
from games.game import Seat
from games.istanbul.rules import ISTANBUL
from games.record import Record
from tests.companion.session.fed_watcher import FedWatcher
from vision.explanation import Candidate, Explanation
from vision.eyes import Attention, Glance

MINUTE = 60_000
SETUP = CARCASSONNE.setup_to_json(CARCASSONNE.setup((Seat("Anna", "red"), Seat("Ben", "blue"))))
ROAD_EAST = tuple(CARCASSONNE.read(line) for line in ("lay BA/RFr 1,0 r0", "follower small Road E.W"))
ROAD_WEST = tuple(CARCASSONNE.read(line) for line in ("lay BA/RFr -1,0 r0", "skip"))


class Clock:
    """The time of day, told by the test."""

    def __init__(self):
        self.now = 1_000 * MINUTE

    def __call__(self):
        return self.now

    def minutes_go_by(self, minutes):
        self.now += minutes * MINUTE


@pytest.fixture
def clock():
    return Clock()


@pytest.fixture
def shelf(tmp_path, clock):
    return Shelf(tmp_path, clock)


def plays(session, actions):
    session.stage(actions)
    session.commit()


def test_a_pause_is_taken_off_the_time_of_whoever_thinks(shelf, clock):
    session = shelf.start("carcassonne", SETUP)
    plays(session, ROAD_EAST)
    clock.minutes_go_by(2)
    session.pause()
    clock.minutes_go_by(15)
    assert session.times_used == (0, 2 * MINUTE), "Ben's clock stands"
    session.go_on()
    clock.minutes_go_by(1)
    plays(session, ROAD_WEST)
    assert session.times_used == (0, 3 * MINUTE)
    session.close()


def test_whoever_is_to_move_thinks_until_now():
    record = Record.start(CARCASSONNE, CARCASSONNE.setup_from_json(SETUP))
    for action in ROAD_EAST:
        record = record.play(action, time_ms=10 * MINUTE)
    assert times_used(record, now_ms=14 * MINUTE) == (0, 4 * MINUTE)
    assert times_used(record, (Pause(11 * MINUTE, 13 * MINUTE),), now_ms=14 * MINUTE) == (0, 2 * MINUTE)
    assert times_used(record, (Pause(11 * MINUTE),), now_ms=14 * MINUTE) == (0, MINUTE)
    assert times_used(record, (Pause(1 * MINUTE, 2 * MINUTE),), now_ms=14 * MINUTE) == (0, 4 * MINUTE)


def test_a_press_in_a_pause_is_answered_and_commits_nothing(shelf):
    session = shelf.start("carcassonne", SETUP)
    session.stage(ROAD_EAST)
    session.pause()
    session.take_news()
    session.commit(0)
    assert session.record.line == ()
    assert [one.phrase.key for one in session.take_news() if one.kind is NewsKind.NOTICE] == ["table.paused"]
    session.go_on()
    session.commit(0)
    assert session.record.line
    session.close()


def test_dice_that_fall_in_a_pause_count_for_nothing(clock):
    game = ISTANBUL
    record = Record.start(game, game.setup((Seat("Anna", "red"), Seat("Ben", "blue"))))
    session = TableSession(record, clock)
    session.pause()
    session.hear_dice(Rolled("tray", 1, 1, (3, 4), 0))
    assert session.view.roll is None


def test_what_the_eyes_see_in_a_pause_waits(clock):
    watcher = FedWatcher()
    record = Record.start(CARCASSONNE, CARCASSONNE.setup_from_json(SETUP))
    session = TableSession(record, clock, watcher=watcher)
    seen = Explanation((Candidate(ROAD_EAST, 0.0, 0.97, ()),), 0.03, 0)
    picture = np.zeros((270, 480, 3), np.uint8)

    def look(answer, time_ms=0.0):
        watcher.sightings.append(Sighting(picture, Glance(0, time_ms, Attention.STILL), answer, session.record_version))
        session.tick(0)

    look(seen)
    look(None, 100.0)
    assert session.view.proposal is not None
    session.pause()
    assert session.view.proposal is None
    look(seen)
    assert len(watcher.sightings) == 1, "left where it is"
    session.go_on()
    session.tick(0)
    assert session.view.proposal is not None


def test_a_pause_outlives_the_program(shelf, clock):
    session = shelf.start("carcassonne", SETUP)
    plays(session, ROAD_EAST)
    session.pause()
    since = clock.now
    session.close()
    shelf.finish()
    clock.minutes_go_by(12)
    again, _ = shelf.resume(session.path)
    assert again.view.paused_since_ms == since
    again.go_on()
    plays(again, ROAD_WEST)
    assert again.times_used == (0, 0)
    again.close()


def test_pauses_go_with_a_deleted_game_and_come_back_with_it(shelf):
    session = shelf.start("carcassonne", SETUP)
    session.pause()
    session.close()
    bring_back = shelf.delete(session.path)
    assert not pauses_of(session.path).exists()
    bring_back()
    again, _ = shelf.resume(session.path)
    assert again.view.paused_since_ms is not None
    again.close()


def test_a_damaged_file_of_pauses_is_said_and_the_game_is_played(shelf):
    session = shelf.start("carcassonne", SETUP)
    session.pause()
    session.close()
    shelf.finish()
    pauses_of(session.path).write_text('{"made": [{"since_ms": "noon"}]}')
    again, _ = shelf.resume(session.path)
    assert again.view.paused_since_ms is None
    assert [chip.kind for chip in again.view.chips] == [ChipKind.SAVE]
    plays(again, ROAD_EAST)
    assert again.record.line
    again.close()


def test_a_pause_that_cant_be_saved_holds_and_says_so(shelf, monkeypatch):
    def full(path, value, **_):
        raise CannotWrite(path, "No space left on device")

    session = shelf.start("carcassonne", SETUP)
    monkeypatch.setattr("companion.store.pauses.write_typed", full)
    session.pause()
    assert session.view.paused_since_ms is not None
    assert [chip.phrase.key for chip in session.view.chips] == ["store.pause_not_kept"]
    session.close()

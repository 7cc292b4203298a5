"""A player's phone does at the table what the button of its seat would do, and takes back only what is its own."""

from __future__ import annotations

import random

import pytest

from companion.onlookers.wire import PhonePress
from companion.session.hands.phones import Phones, last_seat, option_in_words
from companion.session.proposing import proposed
from companion.session.table import TableSession
from games.carcassonne.rules import CARCASSONNE
from games.game import Seat
from games.record import Record

SEATS = (Seat("Anna", "red"), Seat("Ben", "blue"))


@pytest.fixture
def session():
    return TableSession(Record.start(CARCASSONNE, CARCASSONNE.setup(SEATS)), lambda: 1000)


@pytest.fixture
def phones():
    made = Phones()
    made.allowed = True
    return made


def stage_a_tile(session, seed=1):
    session.stage((CARCASSONNE.sample(session.record.state, random.Random(seed)),))


def test_done_on_the_phone_of_whose_turn_it_is_commits(phones, session):
    stage_a_tile(session)
    phones.take([PhonePress(0, "done", 1)], session)
    assert session.active == 1


def test_done_on_anothers_phone_is_told_and_commits_nothing(phones, session):
    stage_a_tile(session)
    phones.take([PhonePress(1, "done", 1)], session)
    assert session.record.log == ()
    assert session.take_news()[-1].phrase.key == "devices.press.out_of_turn"


def test_a_seat_takes_back_what_it_did_last_and_nobody_elses(phones, session):
    stage_a_tile(session)
    phones.take([PhonePress(0, "done", 1), PhonePress(1, "undo", 2)], session)
    assert session.active == 1
    phones.take([PhonePress(0, "undo", 3)], session)
    assert session.record.line == ()


def test_of_two_undos_at_once_the_second_takes_back_nothing_of_anothers(phones, session):
    for seat in (0, 1):
        stage_a_tile(session)
        phones.take([PhonePress(seat, "done", seat + 1)], session)
    phones.take([PhonePress(1, "undo", 3), PhonePress(1, "undo", 4)], session)
    assert session.active == 1
    assert last_seat(session.record) == 0


def test_phones_that_are_not_allowed_do_nothing(session):
    phones = Phones()
    stage_a_tile(session)
    phones.take([PhonePress(0, "done", 1)], session)
    assert session.record.log == ()
    assert phones.table_of(session).phones == 0


def test_without_an_open_table_a_press_is_lost(phones):
    phones.take([PhonePress(0, "done", 1)], None)
    assert phones.table_of(None).phones == 0


def test_another_table_is_told_as_another(phones, session):
    first = phones.table_of(session).table
    assert phones.table_of(session).table == first
    other = TableSession(Record.start(CARCASSONNE, CARCASSONNE.setup(SEATS)), lambda: 1000)
    assert phones.table_of(other).table == first + 1


def test_an_answer_is_told_in_words_with_what_tells_it_from_the_others(session):
    rng, record = random.Random(1), session.record
    option = proposed(record, (CARCASSONNE.sample(record.state, rng),))
    text = option_in_words(record, option, "en")
    assert text.startswith("lays a tile (")
    assert CARCASSONNE.write(option.actions[0]).split(" ", 1)[1] in text


def test_what_the_page_is_told_is_not_made_anew_while_nothing_changes(phones, session):
    found = phones.table_of(session)
    assert phones.table_of(session) is found
    stage_a_tile(session)
    phones.take([PhonePress(0, "done", 1)], session)
    assert phones.table_of(session).undo == 0
    phones.allowed = False
    assert phones.table_of(session).phones == 0

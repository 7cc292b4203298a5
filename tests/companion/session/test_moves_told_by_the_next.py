"""A move of Istanbul of which the table does not show whether an assistant was left: what is done next tells it."""

from __future__ import annotations

import random
from itertools import count
from types import SimpleNamespace

import pytest

from companion.session.looking.sighting import Sighting
from companion.session.open_twins import actions_left_open
from companion.session.several_turns import accepted
from companion.session.table import TableSession
from games.game import Seat
from games.istanbul.actions import Move
from games.istanbul.rules import ISTANBUL
from games.record import Record
from tests.companion.session.fed_watcher import FedWatcher
from vision.explanation import Candidate, Explanation
from vision.eyes import Attention, Glance

ANNA, BEN = 0, 1
MOVED = ((0.97, "move 12"), (0.02, "move 12 alone"))
WENT_ON = ((0.3, "end", "move 6"), (0.3, "move 12 alone", "move 6"))


class Table:
    """Two people before a camera; Anna is to move."""

    def __init__(self):
        time, rng = count(1_000, 10), random.Random(4)
        record = Record.start(ISTANBUL, ISTANBUL.setup((Seat("Anna", "red"), Seat("Ben", "blue"))))
        while record.state.asks:
            record = record.play(ISTANBUL.sample(record.state, rng))
        self.begun = len(record.line)
        self.watcher = FedWatcher()
        self.session = TableSession(record, lambda: next(time), watcher=self.watcher)

    def sees(self, *candidates):
        """The eyes say: each candidate is (probability, line, line...)."""
        found = tuple(Candidate(tuple(map(ISTANBUL.read, lines)), 0.0, p) for p, *lines in candidates)
        explanation = Explanation(found, 1 - sum(one.probability for one in found), 0)
        glance = Glance(0, 0.0, Attention.STILL)
        self.watcher.sightings.append(Sighting(None, glance, explanation, self.session.record_version))
        self.session.tick(0)

    def presses(self, seat, *candidates):
        self.sees(*candidates)
        self.session.commit(seat)

    @property
    def record(self):
        return self.session.record.actions[self.begun :]

    @property
    def options(self):
        choice = self.session.view.choice
        return [tuple(map(ISTANBUL.write, one.actions)) for one in choice.options] if choice else []


@pytest.fixture
def table():
    table = Table()
    table.presses(ANNA, *MOVED)
    yield table
    table.session.close()


def test_a_move_is_not_asked_about_and_stays_open(table):
    assert table.record == ("move 12",)
    assert actions_left_open(table.session.record) == (Move(12),)
    assert not table.options


def test_who_does_something_there_has_left_an_assistant(table):
    table.session.play(next(one for one in ISTANBUL.legal(table.session.record.state) if one.verb == "use"))
    assert actions_left_open(table.session.record) == ()


def test_once_the_next_player_has_moved_people_are_asked(table):
    table.presses(BEN, *WENT_ON)
    assert table.options == [("end",), ("move 12 alone",)]


def test_that_nobody_was_left_stands_where_the_move_stood(table):
    table.presses(BEN, *WENT_ON)
    table.session.choose(1)
    table.sees((0.98, "move 6"))
    assert table.record == ("move 12 alone", "move 6")

    table.session.undo()
    table.session.undo()
    assert table.record == ("move 12",)


def test_a_press_of_the_next_player_tells_that_something_was_done_however_little_is_seen(table):
    table.presses(BEN, (0.7,), (0.08, "end", "move 6"), (0.08, "move 12 alone", "move 6"))
    assert table.options == [("end",), ("move 12 alone",)]


def test_nobody_ends_the_turn_of_another_by_a_press_before_which_nothing_was_seen(table):
    table.presses(BEN, (0.99,))
    assert table.record == ("move 12",)


def test_people_may_say_at_once_that_nobody_was_left(table):
    table.session.play(Move(12, "alone"))
    assert table.record == ("move 12 alone",)
    assert table.session.active == BEN


def test_who_says_that_somebody_was_left_leaves_nothing_open(table):
    assert table.session.expected_to_tell == {ANNA}  # her lamp blinks
    table.session.correct(table.begun, Move(12))
    assert table.record == ("move 12",)
    assert actions_left_open(table.session.record) == ()
    assert table.session.expected_to_tell == frozenset()


def test_where_the_turn_is_over_the_same_words_are_the_next_player_s_move(table):
    table.session.play(Move(12, "alone"))
    ended = table.session.record
    assert ISTANBUL.retells(ended.state, Move(12), Move(12, "alone")) is False


@pytest.mark.parametrize(("lira", "taken"), [(2, (Move(12),)), (0, ())])
def test_a_move_that_ends_the_turn_either_way_is_asked_about_at_once(table, lira, taken):
    """Anna meets Ben: without money or cards nothing that is done next tells whether she left an assistant."""
    record = table.session.record.undo()
    anna, ben = record.state.players
    met = record.state._replace(players=(anna._replace(lira=lira, known=(), unknown=0), ben._replace(merchant=12)))
    seen = Explanation(tuple(Candidate((one,), 0.0, 0.5) for one in (Move(12), Move(12, "alone"))), 0.0, 0)
    assert accepted(SimpleNamespace(game=record.game, setup=record.setup, state=met), seen, ANNA) == taken

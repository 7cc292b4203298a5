"""A tile of which nobody knows yet whether it bears arms: play goes on, and people are asked once points hang on it."""

from __future__ import annotations

from itertools import count

import pytest

from companion.session.looking.sighting import Sighting
from companion.session.open_twins import MARK, open_twins
from companion.session.table import TableSession
from games.carcassonne.rules import CARCASSONNE
from games.game import Seat
from games.record import Record
from tests.companion.session.fed_watcher import FedWatcher
from vision.explanation import Candidate, Explanation
from vision.eyes import Attention, Glance

SEATS = (Seat("Anna", "red"), Seat("Ben", "blue"))
# The start tile has a city to the north: this one goes on with it, and a cap closes it.
ARMED, BARE = "lay BA/CFc+ 0,-1 r90", "lay BA/CFc.1 0,-1 r90"
CITY = "follower small City N.S"
CAP = "lay BA/C 0,-2 r180"


class Table:
    """Two people before a camera."""

    def __init__(self):
        time = count(1_000, 10)
        self.watcher = FedWatcher()
        record = Record.start(CARCASSONNE, CARCASSONNE.setup(SEATS))
        self.session = TableSession(record, lambda: next(time), watcher=self.watcher)

    def sees(self, *candidates, settled=()):
        """The eyes say: each candidate is (probability, line, line...)."""
        found = tuple(Candidate(tuple(map(CARCASSONNE.read, lines)), 0.0, p) for p, *lines in candidates)
        known = tuple((CARCASSONNE.read(one), CARCASSONNE.read(other)) for one, other in settled)
        left = max(0.0, 1 - sum(one.probability for one in found))
        explanation = Explanation(found, left, 0, settled=known)
        glance = Glance(0, 0.0, Attention.STILL)
        self.watcher.sightings.append(Sighting(None, glance, explanation, self.session.record_version))
        self.session.tick(0)

    def plays(self, *candidates, seat, settled=()):
        self.sees(*candidates, settled=settled)
        self.session.commit(seat)
        self.sees((1.0,))

    @property
    def open_places(self):
        return [one.index for one in open_twins(self.session.record)]


@pytest.fixture
def table():
    table = Table()
    yield table
    table.session.close()


def test_a_doubt_about_arms_alone_is_not_asked_but_stays_open(table):
    table.plays((0.6, ARMED, CITY), (0.37, BARE, CITY), seat=0)

    assert table.session.record.actions == (ARMED, CITY)
    assert table.open_places == [0]
    assert table.session.view.choice is None
    assert MARK in table.session.record.line[0].entry.marks


def test_what_is_sure_is_not_left_open(table):
    table.plays((0.96, ARMED, CITY), (0.02, BARE, CITY), seat=0)

    assert table.open_places == []


def test_arms_that_are_only_likely_stay_open_however_clear_all_else_is(table):
    table.plays((0.92, ARMED, CITY), (0.065, BARE, CITY), seat=0)

    assert table.session.record.actions == (ARMED, CITY)
    assert table.open_places == [0]


def test_a_doubt_about_more_than_arms_is_asked_as_ever(table):
    table.sees((0.5, ARMED, CITY), (0.3, BARE, CITY), (0.15, ARMED, "skip"))
    table.session.commit(0)

    assert table.session.view.choice is not None
    assert table.session.record.actions == ()


def test_who_answers_a_question_has_said_which_twin_it_is(table):
    table.sees((0.5, ARMED, CITY), (0.3, BARE, CITY), (0.15, ARMED, "skip"))
    table.session.commit(0)
    table.session.choose(1)

    assert table.session.record.actions == (BARE, CITY)
    assert table.open_places == []


def test_people_are_asked_once_points_hang_on_it_and_the_answer_puts_them_right(table):
    table.plays((0.6, ARMED, CITY), (0.37, BARE, CITY), seat=0)
    table.plays((0.97, CAP, "skip"), seat=1)

    assert table.session.record.scores == (8, 0)
    choice = table.session.view.choice
    assert choice.about == 0
    assert [CARCASSONNE.write(one.actions[0]) for one in choice.options] == [ARMED, BARE]

    table.session.choose(1)

    assert table.session.record.scores == (6, 0)
    assert table.session.view.choice is None
    assert table.open_places == []


def test_nobody_is_asked_where_nobody_has_the_city(table):
    table.plays((0.6, ARMED, "skip"), (0.37, BARE, "skip"), seat=0)
    table.plays((0.97, CAP, "skip"), seat=1)

    assert table.session.view.choice is None
    assert table.open_places == [0]


def test_a_press_goes_on_beside_the_question_and_who_does_not_know_is_left_alone(table):
    table.plays((0.6, ARMED, CITY), (0.37, BARE, CITY), seat=0)
    table.plays((0.97, CAP, "skip"), seat=1)
    table.plays((0.97, "lay BA/RFr 1,0 r0", "skip"), seat=0)

    assert len(table.session.record.line) == 6
    assert table.session.view.choice.about == 0
    assert table.session.view.open_question is None

    table.session.choose(None)
    table.plays((0.97, "lay BA/RFr 2,0 r0", "skip"), seat=1)

    assert table.session.view.choice is None
    assert table.open_places == [0]


def test_what_the_eyes_have_found_out_since_comes_with_the_next_turn_and_goes_with_its_undo(table):
    table.plays((0.6, ARMED, CITY), (0.37, BARE, CITY), seat=0)
    table.plays((0.97, CAP, "skip"), seat=1, settled=((ARMED, BARE),))

    assert table.session.record.actions[0] == BARE
    assert table.session.record.scores == (6, 0)
    assert table.session.view.choice is None

    table.session.undo()

    assert table.session.record.actions == (ARMED, CITY)
    assert table.open_places == [0]


def test_a_guess_rules_no_other_tile_out(table):
    # There are two of these with arms: once both seem to lie, a third that looks bare may be one of the two.
    table.plays((0.6, ARMED, CITY), (0.37, BARE, CITY), seat=0)
    table.plays((0.6, "lay BA/CFc+ 0,-2 r90", "skip"), (0.37, "lay BA/CFc.1 0,-2 r90", "skip"), seat=1)
    table.plays((0.99, "lay BA/CFc.1 0,-3 r90", "skip"), seat=0)

    assert table.open_places == [0, 2, 4]


def test_what_people_say_takes_a_kind_from_a_tile_that_was_only_guessed_to_be_one(table):
    # One of the three is bare, and lies in Anna's city as it seems: the points hang on whether it is Ben's.
    table.plays((0.6, ARMED, CITY), (0.37, BARE, CITY), seat=0)
    table.plays((0.97, "lay BA/RCr 1,0 r0", "skip"), seat=1)
    table.plays((0.6, "lay BA/CFc+ 1,-1 r90", "skip"), (0.37, "lay BA/CFc.1 1,-1 r90", "skip"), seat=0)
    table.plays((0.99, "lay BA/CFc.1 0,-2 r90", "skip"), seat=1)
    table.plays((0.97, "lay BA/C 0,-3 r180", "skip"), seat=0)

    assert table.session.view.choice.about == 4
    table.session.choose(1)

    assert table.session.record.actions[0:8:2] == (
        ARMED,
        "lay BA/RCr 1,0 r0",
        "lay BA/CFc.1 1,-1 r90",
        "lay BA/CFc+ 0,-2 r90",
    )
    assert table.session.record.scores == (12, 0)
    assert table.session.record.holes == ()
    assert table.session.view.choice is None


def test_the_doubt_is_kept_with_the_game(table):
    table.plays((0.6, ARMED, CITY), (0.37, BARE, CITY), seat=0)
    record = table.session.record

    again = Record.replay(CARCASSONNE, record.setup, record.log)

    assert open_twins(again) == open_twins(record)


def test_what_was_only_guessed_takes_no_last_piece_of_its_kind(table):
    """Given the box's only tile of a kind, thought to lie where its twin with arms may lie as well, then the next one
    of that kind can be seen, chosen and entered: the guess stands on record as the other."""
    only, armed = CARCASSONNE.read(BARE), CARCASSONNE.read(ARMED)
    assert CARCASSONNE.left_like(table.session.record.state, only) == 1
    table.plays((0.6, BARE, CITY), (0.37, ARMED, CITY), seat=0)

    assert table.session.record.actions == (ARMED, CITY)
    assert table.open_places == [0]
    assert CARCASSONNE.left_like(table.session.record.state, only) == 1
    assert CARCASSONNE.left_like(table.session.record.state, armed) == 1


def test_one_undo_takes_back_a_turn_whose_guess_has_made_room(table):
    table.plays((0.6, BARE, CITY), (0.37, ARMED, CITY), seat=0)
    table.session.undo()

    assert table.session.record.actions == ()


def test_what_is_known_to_be_the_last_of_its_kind_stays(table):
    table.plays((0.99, BARE, CITY), seat=0)

    assert table.session.record.actions == (BARE, CITY)

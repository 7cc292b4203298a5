"""The table goes on without the tablet: people forget to press, press for each other, and leave questions standing."""

from __future__ import annotations

from itertools import count

import pytest

from companion.session.looking.sighting import Sighting
from companion.session.several_turns import accepted, first_turns, heeding_doubt, turns_of
from companion.session.table import TableSession
from games.carcassonne.rules import CARCASSONNE
from games.game import Phrase, Seat
from games.record import Record
from tests.companion.session.fed_watcher import FedWatcher
from vision.explanation import Candidate, Explanation
from vision.eyes import Attention, Glance

SEATS = (Seat("Anna", "red"), Seat("Ben", "blue"), Seat("Cleo", "green"))
ANNA = ("lay BA/RFr 1,0 r0", "follower small Road E.W")
ANNA_BARE = ("lay BA/RFr 1,0 r0", "skip")
BEN = ("lay BA/RFr 2,0 r0", "skip")
CLEO = ("lay BA/RFr -1,0 r0", "follower small Field NL.NR.EL.WR")
CLEO_BARE = ("lay BA/RFr -1,0 r0", "skip")


class Table:
    """Three people before a camera."""

    def __init__(self):
        time = count(1_000, 10)
        self.watcher = FedWatcher()
        record = Record.start(CARCASSONNE, CARCASSONNE.setup(SEATS))
        self.session = TableSession(record, lambda: next(time), watcher=self.watcher)

    def sees(self, *candidates, attention=Attention.STILL):
        """The eyes say: each candidate is (probability, line, line...)."""
        found = tuple(Candidate(tuple(map(CARCASSONNE.read, lines)), 0.0, p) for p, *lines in candidates)
        explanation = Explanation(found, 1 - sum(one.probability for one in found), 0)
        glance = Glance(0, 0.0, attention)
        still = attention is Attention.STILL
        sighting = Sighting(None, glance, explanation if still else None, self.session.record_version)
        self.watcher.sightings.append(sighting)
        self.session.tick(0)

    @property
    def notation(self):
        return self.session.record.actions


@pytest.fixture
def table():
    table = Table()
    yield table
    table.session.close()


def explanation_of(*candidates):
    found = tuple(Candidate(tuple(map(CARCASSONNE.read, lines)), 0.0, p) for p, *lines in candidates)
    return Explanation(found, 1 - sum(one.probability for one in found), 0)


def test_two_turns_that_nobody_pressed_for_go_in_with_one_press_each_as_its_own_commit(table):
    table.sees((0.95, *ANNA, *BEN))
    table.sees((0.95, *ANNA, *BEN))
    assert table.session.view.proposal.doers == (0, 0, 1, 1)
    assert table.session.view.proposal.complete
    table.session.commit(seat=1)
    assert table.notation == (*ANNA, *BEN)
    assert table.session.view.active == 2
    table.session.undo()
    assert table.notation == ANNA


def test_a_press_counts_for_the_turns_up_to_ones_own_since_the_next_may_still_think_about_a_follower(table):
    table.sees((0.95, *ANNA, *BEN))
    table.session.commit(seat=0)
    assert table.notation == ANNA


def test_done_on_the_tablet_takes_all_that_is_shown(table):
    table.sees((0.95, *ANNA, *BEN, *CLEO))
    table.session.commit()
    assert table.notation == (*ANNA, *BEN, *CLEO)


def test_a_press_of_somebody_who_has_not_played_is_out_of_turn_however_many_have(table):
    table.sees((0.95, *ANNA, *BEN))
    table.session.commit(seat=2)
    assert table.notation == ()
    assert table.session.view.ribbon == Phrase.of("table.not_your_turn", name="Anna")


def test_what_is_clear_is_accepted_and_only_the_rest_is_asked(table):
    table.sees((0.55, *ANNA, *BEN, *CLEO), (0.43, *ANNA, *BEN, *CLEO_BARE))
    table.session.commit(seat=2)
    assert table.notation == (*ANNA, *BEN)
    assert table.session.view.choice is None
    table.sees((0.55, *CLEO), (0.43, *CLEO_BARE))
    assert [len(option.actions) for option in table.session.view.choice.options] == [2, 2]
    table.session.choose(0)
    assert table.notation == (*ANNA, *BEN, *CLEO)


def test_a_ghost_tells_from_which_action_on_a_press_would_ask(table):
    table.sees((0.55, *ANNA, *BEN, *CLEO), (0.43, *ANNA, *BEN, *CLEO_BARE))
    table.sees((0.55, *ANNA, *BEN, *CLEO), (0.43, *ANNA, *BEN, *CLEO_BARE))
    assert table.session.view.proposal.open_from == 4
    table.sees((0.55, *ANNA), (0.43, *ANNA_BARE))
    table.sees((0.55, *ANNA), (0.43, *ANNA_BARE))
    assert table.session.view.proposal.open_from == 0
    table.sees((0.97, *ANNA))
    table.sees((0.97, *ANNA))
    assert not table.session.view.proposal.doubtful


def test_an_open_first_turn_is_asked_alone_and_the_same_press_then_takes_the_others(table):
    table.sees((0.55, *ANNA, *BEN), (0.43, *ANNA_BARE, *BEN))
    table.session.commit(seat=1)
    assert table.notation == ()
    options = table.session.view.choice.options
    assert [option.actions for option in options] == [
        tuple(map(CARCASSONNE.read, ANNA)),
        tuple(map(CARCASSONNE.read, ANNA_BARE)),
    ]
    table.session.choose(1)
    assert table.notation == ANNA_BARE
    table.sees((0.98, *BEN))
    assert table.notation == (*ANNA_BARE, *BEN)


def test_a_question_that_nobody_answered_is_still_the_question_when_more_was_played(table):
    table.sees((0.55, *ANNA), (0.43, *ANNA_BARE))
    table.session.commit(seat=0)
    asked = table.session.view.choice
    table.sees((0.55, *ANNA, *BEN), (0.43, *ANNA_BARE, *BEN))
    assert table.session.view.choice == asked
    table.session.choose(0)
    assert table.notation == ANNA


def test_the_table_answers_a_question_about_the_first_turn_where_later_ones_are_open(table):
    table.sees((0.55, *ANNA), (0.43, *ANNA_BARE))
    table.session.commit(seat=0)
    table.sees((0.5, *ANNA, *BEN, *CLEO), (0.48, *ANNA, *BEN, *CLEO_BARE))
    assert table.session.view.choice is None
    assert table.notation == ()


def test_a_question_that_nobody_answered_leaves_its_doubt_where_the_next_look_tells_otherwise(table):
    """Given a follower who was likeliest when people were asked, and hidden or gone when more was played."""
    table.sees((0.5, *ANNA), (0.1, *ANNA_BARE))
    table.session.commit(seat=0)
    table.sees((0.98, *ANNA_BARE, *BEN))
    table.session.commit(seat=1)
    assert table.notation == ()
    assert {option.actions for option in table.session.view.choice.options} == {
        tuple(map(CARCASSONNE.read, lines)) for lines in (ANNA, ANNA_BARE)
    }
    table.session.choose(1)
    table.sees((0.98, *BEN))
    table.session.commit(seat=1)
    assert table.notation[:2] in (ANNA, ANNA_BARE)
    assert table.notation[2:] == BEN


def test_a_question_that_people_said_no_to_leaves_none(table):
    table.sees((0.5, *ANNA), (0.1, *ANNA_BARE))
    table.session.commit(seat=0)
    table.session.choose(None)
    table.sees((0.98, *ANNA_BARE, *BEN))
    table.session.commit(seat=1)
    assert table.notation == (*ANNA_BARE, *BEN)


def test_what_had_not_been_done_yet_when_people_were_asked_is_no_doubt(table):
    """Given a tile that was in doubt and nothing else, then what was done since stands against nothing."""
    asked = explanation_of((0.3, *ANNA[:1]), (0.2,))
    now = explanation_of((0.98, *ANNA, *BEN), (0.02, *CLEO))
    record = table.session.record
    assert heeding_doubt(record, now, asked) is now
    asked = explanation_of((0.3, *CLEO), (0.5,))
    doubted = heeding_doubt(record, now, asked)
    assert sum(one.probability for one in doubted.candidates) + doubted.unexplained == pytest.approx(1.0)
    assert accepted(record, doubted, None) == ()


def test_whoever_pressed_while_a_hand_was_over_the_table_is_heard_once_it_is_gone(table):
    table.sees((0.95, *ANNA))
    table.sees(attention=Attention.WAITING)
    table.session.commit(seat=1)
    table.sees((0.95, *ANNA, *BEN))
    assert table.notation == (*ANNA, *BEN)


def test_a_press_beside_a_hand_by_somebody_who_then_did_nothing_commits_nothing(table):
    table.sees((0.95, *ANNA))
    table.sees(attention=Attention.WAITING)
    table.session.commit(seat=1)
    table.sees((0.95, *ANNA))
    assert table.notation == ()


def test_whoever_ends_a_turn_is_not_asked_how_the_next_one_may_have_gone_on(table):
    table.session.play(CARCASSONNE.read(ANNA[0]))
    table.sees((0.55,), (0.41, "skip", *BEN))
    table.session.commit(seat=0)
    assert table.notation == ANNA_BARE
    assert table.session.view.choice is None


def test_whoever_may_have_put_somebody_down_is_asked_before_the_turn_ends(table):
    table.session.play(CARCASSONNE.read(ANNA[0]))
    table.sees((0.55,), (0.41, ANNA[1]))
    table.session.commit(seat=0)
    assert table.notation == ANNA[:1]
    assert table.session.view.choice is not None


def test_several_turns_that_leave_something_unexplained_are_never_accepted():
    record = Record.start(CARCASSONNE, CARCASSONNE.setup(SEATS))
    explanation = explanation_of((0.25, *ANNA, *BEN))
    assert accepted(record, explanation, None) == ()


def test_a_turn_that_is_half_told_is_not_taken_for_the_beginning_of_the_whole():
    record = Record.start(CARCASSONNE, CARCASSONNE.setup(SEATS))
    explanation = explanation_of((0.5, ANNA[0]), (0.45, *ANNA))
    assert accepted(record, explanation, None) == ()


def test_ways_to_go_on_count_together_for_the_turn_before():
    record = Record.start(CARCASSONNE, CARCASSONNE.setup(SEATS))
    explanation = explanation_of(
        (0.4, *ANNA, *BEN, *CLEO), (0.3, *ANNA, *BEN, *CLEO_BARE), (0.25, *ANNA_BARE, *BEN, *CLEO)
    )
    first, second = first_turns(record, explanation)
    assert (first.probability, second.probability) == pytest.approx((0.7, 0.25))
    assert [turn.seat for turn in turns_of(record, explanation.candidates[0].actions)] == [0, 1, 2]

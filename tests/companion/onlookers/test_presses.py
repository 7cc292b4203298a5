"""Players' phones as buttons: each press once and in order, for one seat, and nothing else."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.onlookers.presses import Presses, PressOutcome
from companion.onlookers.wire import Question, TableForOnlookers

OPTIONS = {"en": ("city", "field"), "de": ("Stadt", "Wiese")}


@pytest.fixture
def presses():
    taken = []
    made = Presses(taken.append)
    made.table = TableForOnlookers(table=1, phones=2)
    made.taken = taken
    return made


def test_a_press_that_arrives_twice_is_taken_once(presses):
    assert presses.hear("anna", 0, 1, "done") is PressOutcome.TAKEN
    assert presses.hear("anna", 0, 1, "done") is PressOutcome.AGAIN
    assert [press.seat for press in presses.taken] == [0]


def test_no_press_overtakes_another(presses):
    assert presses.hear("anna", 0, 2, "done") is PressOutcome.EARLY
    assert presses.taken == []
    assert presses.awaited("anna") == 1


@given(st.lists(st.integers(1, 6), max_size=40))
def test_however_presses_arrive_each_is_taken_once_and_in_order(numbers):
    taken = []
    presses = Presses(taken.append)
    presses.table = TableForOnlookers(table=1, phones=1)
    heard = [number for number in numbers if presses.hear("anna", 0, number, "done") is PressOutcome.TAKEN]
    assert heard == list(range(1, len(taken) + 1))
    assert [press.number for press in taken] == heard


def test_each_phone_counts_for_itself(presses):
    presses.hear("anna", 0, 1, "done")
    assert presses.hear("ben", 1, 1, "done") is PressOutcome.TAKEN


def test_a_seat_takes_back_only_its_own(presses):
    presses.table = TableForOnlookers(table=1, phones=2, undo=1)
    assert presses.hear("anna", 0, 1, "undo") is PressOutcome.NOT_NOW
    assert presses.hear("ben", 1, 1, "undo") is PressOutcome.TAKEN


def test_only_the_seat_that_is_asked_answers_and_only_the_question_that_is_open(presses):
    presses.table = TableForOnlookers(table=1, phones=2, question=Question(7, 1, OPTIONS))
    assert presses.hear("anna", 0, 1, "choose", 7, 0) is PressOutcome.NOT_NOW
    assert presses.hear("ben", 1, 1, "choose", 6, 0) is PressOutcome.NOT_NOW
    assert presses.hear("ben", 1, 2, "choose", 7, 2) is PressOutcome.NOT_NOW
    assert presses.hear("ben", 1, 3, "choose", 7, 1) is PressOutcome.TAKEN
    assert presses.taken[0].option == 1


@pytest.mark.parametrize("what", ["", "play", "correct", "DONE", "redo"])
def test_nothing_else_can_be_done_from_a_phone(presses, what):
    assert presses.hear("anna", 0, 1, what) is PressOutcome.NOT_NOW
    assert presses.taken == []


def test_where_phones_are_not_allowed_nothing_is_taken(presses):
    presses.table = TableForOnlookers(table=1)
    assert presses.hear("anna", 0, 1, "done") is PressOutcome.NOT_NOW

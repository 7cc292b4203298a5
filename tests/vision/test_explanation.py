"""Explanations once somebody has pressed: whoever did something presses."""

from __future__ import annotations

import pytest

from vision.explanation import Candidate, Explanation

ANNA, BEN = 0, 1


def told(*candidates: tuple[tuple[tuple[int | None, str], ...], float]) -> Explanation:
    """Stories of (seat, deed) with their probabilities."""
    found = tuple(Candidate(deeds, 0.0, probability) for deeds, probability in candidates)
    return Explanation(found, 1.0 - sum(one.probability for one in found), 1)


def doer(deed: tuple[int | None, str]) -> int | None:
    return deed[0]


def test_a_press_tells_that_something_was_done():
    nothing, built = (), ((BEN, "build"),)
    explanation = told((nothing, 0.75), (built, 0.24)).after_press(BEN, doer)
    assert explanation.best.actions == built
    assert explanation.is_clear(0.85)


def test_a_press_tells_who_did_it():
    explanation = told((((ANNA, "build"),), 0.6), (((BEN, "build"),), 0.39)).after_press(BEN, doer)
    assert explanation.best.actions == ((BEN, "build"),)


def test_what_is_everybodys_may_be_confirmed_by_anybody():
    explanation = told((((None, "lay the row"),), 0.98)).after_press(ANNA, doer)
    assert explanation.best.probability == pytest.approx(0.98)


def test_who_pressed_for_nothing_is_told_less_surely_that_nothing_was_done():
    explanation = told(((), 0.98)).after_press(ANNA, doer)
    assert explanation.is_idle()
    assert sum(one.probability for one in explanation.candidates) + explanation.unexplained == pytest.approx(1.0)

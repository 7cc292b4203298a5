"""Explanations once somebody has pressed: whoever did something presses."""

from __future__ import annotations

import math
from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from vision.explanation import NEVER, Candidate, Explanation, Scored, explained, none_of

ANNA, BEN = 0, 1


def explanation_of(*candidates: tuple[tuple[tuple[int | None, str], ...], float]) -> Explanation:
    """Stories of (seat, deed) with their probabilities."""
    found = tuple(Candidate(deeds, 0.0, probability) for deeds, probability in candidates)
    return Explanation(found, 1.0 - sum(one.probability for one in found), 1)


def done_by(seat: int) -> Callable[[tuple[tuple[int | None, str], ...]], bool]:
    return lambda deeds: any(doer in (seat, None) for doer, _ in deeds)


def test_a_press_tells_that_something_was_done():
    nothing, built = (), ((BEN, "build"),)
    explanation = explanation_of((nothing, 0.75), (built, 0.24)).after_press(done_by(BEN))
    assert explanation.best.actions == built
    assert explanation.is_clear(0.85)


def test_a_press_tells_who_did_it():
    explanation = explanation_of((((ANNA, "build"),), 0.6), (((BEN, "build"),), 0.39)).after_press(done_by(BEN))
    assert explanation.best.actions == ((BEN, "build"),)


def test_what_is_everybodys_may_be_confirmed_by_anybody():
    explanation = explanation_of((((None, "lay the row"),), 0.98)).after_press(done_by(ANNA))
    assert explanation.best.probability == pytest.approx(0.98)


def test_who_pressed_for_nothing_is_told_less_surely_that_nothing_was_done():
    explanation = explanation_of(((), 0.98)).after_press(done_by(ANNA))
    assert explanation.is_idle()
    assert sum(one.probability for one in explanation.candidates) + explanation.unexplained == pytest.approx(1.0)


# From log scores to an explanation


def hypotheses(*scores: float) -> list[Scored]:
    """Doing nothing, and deeds numbered from 1, each with its log score."""
    return [Scored((number,) if number else (), score) for number, score in enumerate(scores)]


def test_stories_share_what_is_probable_by_their_scores():
    explanation = explained(hypotheses(math.log(1), math.log(3)), 7, otherwise=math.log(4))
    assert [(one.actions, one.probability) for one in explanation.candidates] == [
        ((1,), pytest.approx(3 / 8)),
        ((), pytest.approx(1 / 8)),
    ]
    assert explanation.unexplained == pytest.approx(1 / 2)
    assert explanation.frame_number == 7


def test_where_no_story_explains_the_table_nobody_claims_that_nothing_was_done():
    explanation = explained(hypotheses(0.0, -3.0), 1, otherwise=30.0)
    assert explanation.candidates == ()
    assert explanation.unexplained == 1.0
    assert not explanation.is_idle()
    assert not explanation.is_clear()


def test_a_picture_that_gives_no_number_leaves_everything_open():
    explanation = explained(hypotheses(math.nan, math.nan), 1, otherwise=math.nan)
    assert (explanation.candidates, explanation.unexplained) == ((), 1.0)
    half = explained(hypotheses(0.0, math.nan), 1, otherwise=math.nan)
    assert half.best is not None
    assert half.best.probability == pytest.approx(0.5)  # what could not be weighed is as likely as the best story


def test_where_nothing_was_surely_done_nothing_else_is_offered():
    explanation = explained(hypotheses(0.0, -4.0), 1, otherwise=NEVER, settled_from=0.9)
    assert [one.actions for one in explanation.candidates] == [()]
    assert explanation.is_idle()
    assert explanation.unexplained == pytest.approx(1 - explanation.candidates[0].probability)


@given(
    scores=st.lists(st.floats(allow_nan=True, allow_infinity=True), max_size=6),
    otherwise=st.floats(allow_nan=True, allow_infinity=True),
)
def test_any_numbers_make_an_honest_explanation(scores, otherwise):
    explanation = explained(hypotheses(*scores), 1, otherwise=otherwise)
    chances = [one.probability for one in explanation.candidates]
    assert chances == sorted(chances, reverse=True)
    assert all(0 < chance <= 1 for chance in chances)
    assert 0 <= explanation.unexplained <= 1
    assert sum(chances) + explanation.unexplained == pytest.approx(1.0)


@given(scores=st.lists(st.floats(-50, 50), min_size=1, max_size=6), share=st.floats(0.01, 0.99))
def test_a_share_for_none_of_these_is_kept(scores, share):
    explanation = explained(hypotheses(*scores), 1, otherwise=none_of(scores, share))
    assert explanation.unexplained == pytest.approx(share, abs=1e-4 * (len(scores) + 1))

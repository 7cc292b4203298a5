"""What the eyes make of a board that has changed since the record was last in step with it."""

from __future__ import annotations

import functools
from dataclasses import replace

import cv2
import numpy as np
import pytest

from games.cronberg.components import default_edition
from games.cronberg.rules import CRONBERG
from games.cronberg.state import Setup
from games.game import Seat
from vision.cronberg.live.explain import CronbergExplainer
from vision.simulator.cronberg.table import photographed

ANNA_AND_BEN = (Seat("Anna", "red"), Seat("Ben", "blue"))
PALE = 0.5  # times the saturation of paint, beneath gloss
OPENING = ("token D4", "rhomb church 3.5+3.6 head C4", "token E3", "rhomb ruin 5.5+5.6 head F4")


def after(*turns):
    state = CRONBERG.new(Setup(ANNA_AND_BEN, default_edition()))
    for turn in turns:
        state, _ = CRONBERG.apply(state, CRONBERG.read(turn))
    return state


@functools.cache
def picture_of(turns):
    return photographed(after(*turns), "ordinary", 31).image


@pytest.fixture(scope="module")
def view(reader):
    """Where the camera stands: the same for every picture of a seed."""
    return reader.finder.find(picture_of(OPENING)).view


@pytest.fixture
def explained(reader, view):
    def explain(recorded, lies, came=None):
        """The record stands after ``recorded``, the table shows the board after ``lies``."""
        look = reader.look(picture_of(lies), view, ("red", "blue"))
        return CronbergExplainer(reader).explain(look, after(*recorded), {}, 0, came=came).explanation

    return explain


def sentences(candidate):
    return [CRONBERG.write(action) for action in candidate.actions]


def test_where_nothing_was_done_nothing_is_proposed(explained):
    seen = explained(OPENING, OPENING)
    assert sentences(seen.best) == []
    assert seen.best.probability > 0.9
    assert seen.discrepancies == ()
    assert seen.lingering == ()


def test_a_token_that_was_put_down_is_proposed(explained):
    seen = explained(OPENING, (*OPENING, "token C3"))
    assert sentences(seen.best) == ["token C3"]
    assert seen.is_clear()
    assert seen.best.places == ("C3",)


def test_a_token_that_gloss_makes_paler_is_proposed_before_what_the_record_says_is_printed_there(reader, view):
    prints, recorded = reader.prints, after(*OPENING)
    spot = view.project(prints.crossings_mm[[prints.lattice.crossing_named["C3"]]], prints.token_high_mm)[0]
    picture = picture_of((*OPENING, "token C3")).copy()
    disc = cv2.circle(np.zeros(picture.shape[:2], np.uint8), np.rint(spot).astype(int).tolist(), 30, 1, -1) > 0
    grey = picture[disc].mean(axis=1, keepdims=True)
    picture[disc] = grey + (picture[disc] - grey) * PALE
    flat = np.zeros(3, np.float32)
    laid = [(prints.lattice.sites.index(rhomb.site), rhomb.kind, flat) for rhomb in recorded.rhombi]
    by_itself, before_the_record = (
        CronbergExplainer(reader)
        .explain(reader.look(picture, view, ("red", "blue"), known), recorded, {}, 0)
        .explanation
        for known in (None, laid)
    )
    assert sentences(by_itself.best) == []
    assert sentences(before_the_record.best) == ["token C3"]
    assert before_the_record.is_clear()


def test_a_rhomb_is_proposed_with_its_place_and_its_way_round(explained):
    seen = explained(OPENING, (*OPENING, "rhomb well 2.2+2.3 head C3"))
    assert sentences(seen.best) == ["rhomb well 2.2+2.3 head C3"]
    assert seen.is_clear()


def test_two_turns_that_nobody_pressed_for_are_told_in_their_order(explained):
    """Anna's token is red, so Ben laid the rhomb after it."""
    seen = explained(OPENING, (*OPENING, "token C3", "rhomb well 3.7+4.7 head E4"))
    assert sentences(seen.best) == ["token C3", "rhomb well 3.7+4.7 head E4"]
    assert seen.is_clear()


def test_bens_token_tells_that_anna_laid_the_rhomb_before_it(explained):
    seen = explained(OPENING, (*OPENING, "rhomb well 3.7+4.7 head E4", "token C3"))
    assert sentences(seen.best) == ["rhomb well 3.7+4.7 head E4", "token C3"]
    assert seen.is_clear()


TWO_RHOMBI = ("rhomb well 3.7+4.7 head E4", "rhomb mill 2.2+2.3 head C3")


def test_which_of_two_rhombi_came_first_is_asked(explained):
    seen = explained(OPENING, (*OPENING, *TWO_RHOMBI))
    assert {frozenset(sentences(one)) for one in seen.candidates[:2]} == {frozenset(TWO_RHOMBI)}
    assert not seen.is_clear()


@pytest.mark.parametrize("first", [0, 1])
def test_which_of_two_rhombi_came_first_is_told_where_an_earlier_look_showed_one_alone(explained, first):
    seen = explained(OPENING, (*OPENING, *TWO_RHOMBI), {CRONBERG.read(TWO_RHOMBI[first]): 3})
    assert sentences(seen.best) == [TWO_RHOMBI[first], TWO_RHOMBI[1 - first]]
    assert seen.is_clear()


BESIDE_IT = "rhomb well 2.2+2.3 head C3"  # it touches the token on C3


def test_a_token_and_a_rhomb_beside_it_that_came_together_are_asked_about(explained):
    seen = explained(OPENING, (*OPENING, "token C3", BESIDE_IT))
    assert not seen.is_clear(), "Ben's rhomb is not told as Anna's, as if there were no token"


def test_a_rhomb_that_came_beside_a_token_which_was_there_before_is_one_more_turn(explained):
    seen = explained(OPENING, (*OPENING, "token C3", BESIDE_IT), {CRONBERG.read("token C3"): 3})
    assert sentences(seen.best) == ["token C3", BESIDE_IT]
    assert seen.is_clear()


def test_two_tokens_of_one_player_are_told_surely_as_neither(reader, view):
    """Ben must have done something between them, and nothing of that is seen."""
    state = after(*OPENING)
    new = [(state.lattice.crossing_named[name], 0) for name in ("C3", "E4")]
    lies = replace(state, tokens=tuple(sorted((*state.tokens, *new))))
    look = reader.look(photographed(lies, "ordinary", 31).image, view, ("red", "blue"))
    seen = CronbergExplainer(reader).explain(look, state, {}, 0).explanation
    assert not seen.is_clear()


def test_chances_and_the_unexplained_make_one(explained):
    seen = explained(OPENING, (*OPENING, "rhomb well 2.2+2.3 head C3"))
    assert sum(one.probability for one in seen.candidates) + seen.unexplained == pytest.approx(1.0)


def test_another_rhomb_than_the_recorded_one_is_told_with_what_would_mend_it(explained):
    recorded = tuple(turn.replace("ruin", "mill") for turn in OPENING)
    (one,) = explained(recorded, OPENING).discrepancies
    assert one.seen == "cronberg.seen_other_rhomb"
    assert one.correction == ("rhomb mill 5.5+5.6 head F4", "rhomb ruin 5.5+5.6 head F4")


def test_a_rhomb_that_is_gone_is_told(explained):
    (one,) = explained(OPENING, OPENING[:3]).discrepancies
    assert one.seen == "cronberg.seen_empty"
    assert one.correction == ("rhomb ruin 5.5+5.6 head F4", "")


def test_a_token_that_is_gone_is_told(explained):
    (one,) = explained(OPENING, (*OPENING[:2], "token F2", OPENING[3])).discrepancies
    assert one.place == "E3"
    assert one.seen == "cronberg.seen_empty"


def test_a_scored_token_that_still_stands_is_pointed_out(reader, view):
    # Both triangles about the corner A1 are covered: Anna's token there has been scored, and nobody took it home.
    state = after("token A1", "rhomb mill 1.1+2.2 head A1", "token D4", "rhomb inn 1.2+1.3 head A1")
    corner = state.lattice.crossing_named["A1"]
    assert corner not in dict(state.tokens)
    lies = replace(state, tokens=((corner, 0), *state.tokens))
    look = reader.look(photographed(lies, "ordinary", 31).image, view, ("red", "blue"))
    seen = CronbergExplainer(reader).explain(look, state, {}, 0).explanation
    assert seen.lingering == ("A1",)
    assert seen.discrepancies == ()

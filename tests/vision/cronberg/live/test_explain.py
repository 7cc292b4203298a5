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
    def explain(recorded, lies):
        """The record stands after ``recorded``, the table shows the board after ``lies``."""
        look = reader.look(picture_of(lies), view, ("red", "blue"))
        return CronbergExplainer(reader).explain(look, after(*recorded), {}, 0).explanation

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


def test_what_two_turns_laid_is_told_surely_as_neither(explained):
    """Somebody forgot to press: what one turn leaves unexplained is not ignored."""
    seen = explained(OPENING, (*OPENING, "token C3", "rhomb well 3.7+4.7 head E4"))
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

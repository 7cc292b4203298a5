"""What the eyes say about houses: closings explained by the rules, a forgotten or misplaced house pointed out."""

from __future__ import annotations

import numpy as np
import pytest

from games.game import Seat
from games.thurn_and_taxis.actions import Close
from games.thurn_and_taxis.moment import Step
from games.thurn_and_taxis.rules import THURN_AND_TAXIS
from vision.artwork.thurn_and_taxis.board import HOUSE_DEEP_MM, HOUSE_HIGH_MM, HOUSE_WIDE_MM, board_picture
from vision.eyes import Attention
from vision.frames import Frame
from vision.simulator.thurn_and_taxis.table import still_board
from vision.thurn_and_taxis import postal_set
from vision.thurn_and_taxis.explain import LastClosing, explain
from vision.thurn_and_taxis.eyes import PostalEyes
from vision.thurn_and_taxis.houses import HouseEvidence
from vision.thurn_and_taxis.postal_set import PostalSet

SEATS = (Seat("Anna", "red"), Seat("Ben", "blue"))
ROUTE = ("Freiburg", "Carlsruhe", "Stuttgart", "Ulm")
GAME_SEED = 52


def printed_set(atlas):
    """The copy of whoever plays on our own print."""
    house = (HOUSE_WIDE_MM, HOUSE_DEEP_MM, HOUSE_HIGH_MM)
    return PostalSet(atlas, board_picture(atlas, postal_set.PARAMETERS.enrolled_px_per_mm), house)


@pytest.fixture
def closing():
    """Anna is about to close a route through Baden and Württemberg."""
    state = THURN_AND_TAXIS.new(THURN_AND_TAXIS.setup(SEATS))
    mover = state.mover._replace(route=ROUTE)
    return state.with_mover(mover)._replace(step=Step.CLOSE, taken=1, played=1, pile=state.pile - 4)


def seen(state, *houses, sure=8.0, hidden=()):
    """Evidence of a clear picture in which these (city, seat) have a house."""
    names = [city.name for city in state.setup.atlas.cities]
    nats = np.full((len(names), len(state.players)), -sure, np.float32)
    for city, seat in houses:
        nats[names.index(city), seat] = sure
    unknown = np.zeros(len(names), np.float32)
    for city in hidden:
        unknown[names.index(city)] = 0.9
        nats[names.index(city)] = 0.0
    middles = np.zeros((*nats.shape, 2), np.float32)
    return HouseEvidence(tuple(seat.colour for seat in state.setup.seats), nats, middles, unknown)


def test_two_houses_in_a_province_are_all_of_it(closing):
    found = explain(seen(closing, ("Stuttgart", 0), ("Ulm", 0)), closing, 1)
    (action,) = found.candidates[0].actions
    assert action.cities == ("Stuttgart", "Ulm")
    assert action.how == "all"
    assert found.is_clear()


def test_a_house_in_each_province_is_one_of_each(closing):
    found = explain(seen(closing, ("Freiburg", 0), ("Ulm", 0)), closing, 1)
    assert found.candidates[0].actions == (Close("one", ("Freiburg", "Ulm")),)


def test_no_new_house_means_that_nothing_was_closed(closing):
    assert explain(seen(closing), closing, 1).candidates[0].actions == ()


def test_a_hidden_city_leaves_the_closing_open(closing):
    found = explain(seen(closing, ("Ulm", 0), hidden=("Freiburg", "Carlsruhe")), closing, 1)
    assert not found.is_clear()
    assert not found.discrepancies


@pytest.mark.parametrize("step", ["take", "play", "close"])
def test_of_a_board_that_is_hidden_nothing_is_told_not_even_that_nothing_was_done(closing, step):
    state = closing._replace(step=step)
    everything = [city.name for city in state.setup.atlas.cities]
    found = explain(seen(state, hidden=everything), state, 1)
    assert (found.candidates, found.unexplained, found.is_idle()) == ((), 1.0, False)


def test_a_house_of_somebody_else_is_pointed_out(closing):
    found = explain(seen(closing, ("Basel", 1)), closing, 1)
    (differing,) = found.discrepancies
    assert (differing.place, differing.seen) == ("Basel", "thurn.seen_house_blue")


def test_a_house_put_next_door_can_be_read_into_the_record(closing):
    action = Close("one", ("Freiburg", "Ulm"))
    after, _ = THURN_AND_TAXIS.apply(closing, action)
    found = explain(seen(after, ("Carlsruhe", 0), ("Ulm", 0)), after, 1, LastClosing(closing, action))
    missed = next(one for one in found.discrepancies if one.place == "Freiburg")
    assert missed.seen == "thurn.seen_no_house"
    assert missed.correction == ("close one Freiburg,Ulm", "close one Carlsruhe,Ulm")


@pytest.fixture(scope="module")
def photograph():
    return still_board("thurn-and-taxis", "ordinary", GAME_SEED, share=0.5)


def looked(eyes, image):
    for number in range(8):
        frame = Frame(image, 100.0 * number, number)
        glance = eyes.look(frame)
    return glance, frame


def test_a_forgotten_house_is_pointed_out_on_a_real_picture(photograph):
    state = photograph.state._replace(step=Step.TAKE)
    empty = next(
        city.name for city in state.setup.atlas.cities if not any(city.name in p.houses for p in state.players)
    )
    forgetful = state.players[0]._replace(houses=state.players[0].houses | {empty})
    recorded = state._replace(players=(forgetful, *state.players[1:]))
    eyes = PostalEyes(printed_set(state.setup.atlas), recorded)
    glance, frame = looked(eyes, photograph.image)
    assert glance.attention is Attention.STILL
    (missed,) = eyes.explain(recorded, frame).discrepancies
    assert missed.place == empty
    assert missed.seen == "thurn.seen_no_house"
    assert eyes.outline_of(empty) is not None


def test_a_house_nobody_recorded_is_pointed_out_on_a_real_picture(photograph):
    state = photograph.state._replace(step=Step.TAKE)
    city = min(state.players[-1].houses)
    fewer = state.players[-1]._replace(houses=state.players[-1].houses - {city})
    recorded = replace_last(state, fewer)
    eyes = PostalEyes(printed_set(state.setup.atlas), recorded)
    _, frame = looked(eyes, photograph.image)
    (extra,) = eyes.explain(recorded, frame).discrepancies
    assert extra.place == city
    assert extra.seen == f"thurn.seen_house_{state.setup.seats[-1].colour}"


def replace_last(state, player):
    return state._replace(players=(*state.players[:-1], player))

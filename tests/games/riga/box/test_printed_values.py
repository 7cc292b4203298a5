"""The owner's box of Riga: what it prints is entered, checked, played with and kept in every record."""

from __future__ import annotations

import json

import pytest

from games.game import Refusal, Seat
from games.riga.box.goods import GOODS, market
from games.riga.box.printed_values import market_of, printed_values
from games.riga.rules import RIGA
from games.riga.state import Setup

SEATS = (Seat("Anna", "red"), Seat("Ben", "blue"))


def refused(lines):
    with pytest.raises(Refusal) as refusal:
        market_of(lines)
    return refusal.value


def test_visby_may_take_cloth_at_seven():
    played = market_of({"prices.Visby.cloth": 7})
    assert played.prices["Visby"][GOODS.index("cloth")] == 7
    assert played.prices["Danzig"] == market().prices["Danzig"]


def test_a_base_value_changes_what_cities_without_a_price_of_their_own_pay():
    played = market_of({"base_value.grain": 3, "prices.Visby.grain": 1})
    assert played.prices["Visby"][GOODS.index("grain")] == 1
    assert played.prices["Riga"][GOODS.index("grain")] == 3


@pytest.mark.parametrize("value", ["many", -1, 0, True, 3.5, None, [8]])
def test_a_hand_limit_is_a_number_that_can_be_printed(value):
    refusal = refused({"hand_limit": value})
    assert (refusal.phrase.key, refusal.place) == ("printed.bad_value", "hand_limit")


def test_what_no_box_prints_is_refused_by_name():
    assert refused({"taxes": 3}).place == "taxes"


def test_what_was_entered_is_no_default_any_more():
    assert "hand_limit" in market().defaults
    assert "hand_limit" not in market_of({"hand_limit": 9}).defaults


def test_every_value_is_played_with_as_entered_and_comes_back_out_of_a_record():
    found = {one.key: one.allowed[-1] for one in printed_values()}
    setup = Setup(SEATS, market=market_of(found))
    data = json.loads(json.dumps(RIGA.setup_to_json(setup)))
    assert RIGA.setup_from_json(data).market.values == setup.market.values


def test_a_record_with_an_impossible_number_is_refused():
    data = {**RIGA.setup_to_json(RIGA.setup(SEATS)), "numbers": {"hand_limit": "many"}}
    with pytest.raises(Refusal):
        RIGA.setup_from_json(data)


def test_buildings_that_nobody_picked_may_be_out_of_the_game():
    setup = RIGA.setup(SEATS)
    out = Setup(SEATS, market=market_of({"start_rest": "out of the game"}))
    assert RIGA.new(setup).cards_pile - RIGA.new(out).cards_pile == len(SEATS)


def test_every_value_says_where_it_is_from_and_whether_it_is_ours():
    for one in printed_values():
        assert one.source
        assert one.shipped in one.allowed

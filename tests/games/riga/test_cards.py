"""The default set is marked, and cards of the owner's copy take its places."""

from __future__ import annotations

from dataclasses import replace

import pytest

from games.game import Refusal
from games.riga.box.buildings import building_from_json, default_cards
from games.riga.moment import Step
from games.riga.rules import RIGA as GAME

from .conftest import SEATS

MARKET_HALL = {
    "name": "Markthalle am Hafen",
    "city": "Visby",
    "cost": 8,
    "points": 4,
    "persons": ["Merchant"],
    "text": "Einmal im Jahr: eine Ware ziehen.",
}


def test_every_default_card_says_that_it_is_one_and_is_named_by_its_city():
    for card in (*default_cards().cards, *default_cards().riga):
        assert card.mark == "default"
        assert dict(card.phrase.values)["city"] == card.city
        assert 3 <= card.points <= 6 or card.city == "Riga"


def test_an_own_card_takes_the_place_of_a_default_one_of_its_city():
    own = building_from_json(MARKET_HALL)
    cards = default_cards().with_own([own])
    assert len(cards.cards) == 48
    assert cards.by_key["Visby-markthalle_am_hafen"] == own
    assert own.phrase == "Markthalle am Hafen"
    assert cards.marks == ("default",)  # the other 47 still are
    assert not cards.is_default


def test_own_cards_are_played_and_kept_with_the_record():
    cards = default_cards().with_own([building_from_json(MARKET_HALL)])
    setup = replace(GAME.setup(SEATS[:2]), cards=cards)
    assert GAME.setup_from_json(GAME.setup_to_json(setup)) == setup
    state = GAME.new(setup)._replace(step=Step.BUILD)
    state = state.with_mover(state.mover._replace(goods=(0, 0, 2, 0), cards=("Visby-markthalle_am_hafen",)))
    after, events = GAME.apply(state, GAME.read("build Visby-markthalle_am_hafen"))
    assert after.displays()[0].count("Merchant") == 1
    assert events[0].line.marks == ()


def test_a_whole_own_set_is_no_default():
    own = [replace(card, name=card.key, mark="") for card in (*default_cards().cards, *default_cards().riga)]
    assert default_cards().with_own(own).marks == ()


def test_a_thirteenth_card_of_a_city_is_refused():
    own = [building_from_json({**MARKET_HALL, "name": f"Markthalle {number}"}) for number in range(13)]
    with pytest.raises(Refusal, match=r"riga\.bad_card_too_many"):
        default_cards().with_own(own)


@pytest.mark.parametrize(
    ("change", "fault"),
    [
        ({"name": " "}, "name"),
        ({"city": "Lübeck"}, "city"),
        ({"cost": 99}, "cost"),
        ({"points": 50}, "points"),
        ({"persons": ["Bishop"]}, "persons"),
        ({"effect": {"purse": -1}}, "effect"),
        ({"cost": "dear"}, "unreadable"),
    ],
)
def test_odd_cards_are_refused_with_the_remedy(change, fault):
    with pytest.raises(Refusal) as refusal:
        building_from_json({**MARKET_HALL, **change})
    assert refusal.value.phrase.key == f"riga.bad_card_{fault}"

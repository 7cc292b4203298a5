"""Displays counted beside what was tapped: which cards are whose, and where the counts differ."""

from __future__ import annotations

import numpy as np
import pytest

from games.riga.grand_masters import Display
from vision.cards.pose import groups_of
from vision.riga.tallying import Difference, Shows, tallied

KNIGHT, MERCHANT = ("Knight",), ("Merchant",)


def card(x, y, city=None, persons=(), *, seat=None, turned=False):
    """A card 50 px wide and 77 high with its middle at (x, y), turned round for whoever sits opposite."""
    way = -1.0 if turned else 1.0
    pose = np.array([[50.0 * way, 0.0, x - 25 * way], [0.0, 77.0 * way, y - 38.5 * way], [0.0, 0.0, 1.0]])
    return Shows(pose, (city, persons) if city is not None else None, 1.0, seat)


def built(*buildings):
    display = Display()
    for city, persons in buildings:
        display = display.with_building(city, persons)
    return display


def test_cards_side_by_side_that_face_the_same_way_are_one_display():
    cards = [card(100, 500), card(154, 502), card(100, 580), card(100, 60, turned=True), card(400, 500)]
    assert groups_of([card.pose for card in cards]) == [[0, 1, 2], [3], [4]]


def test_displays_find_their_players_by_what_was_tapped():
    anna, ben = built(("Visby", ()), ("Danzig", KNIGHT)), built(("Tallinn", MERCHANT))
    cards = [card(100, 60, "Tallinn", MERCHANT, turned=True), card(100, 500, "Visby"), card(154, 500, "Danzig", KNIGHT)]
    counted, *_ = tallied((anna, ben), cards)
    assert counted.seats == (1, 0, 0)
    assert counted.differences == counted.untold == ()


def test_cards_on_offer_are_nobodys():
    offer = [card(600 + 54 * place, 280, city) for place, city in enumerate(("Visby", "Danzig", "Tallinn"))]
    counted, *_ = tallied((built(("Visby", ())), Display()), [card(100, 500, "Visby"), *offer])
    assert counted.seats == (0, None, None, None)
    assert counted.differences == ()


def test_a_building_in_a_known_display_that_was_not_tapped_waits_to_be_told():
    cards = [card(100, 500, "Visby", seat=0), card(154, 500, "Riga", KNIGHT)]
    counted, *_ = tallied(
        (built(("Visby", ())), built(("Danzig", ()))), [*cards, card(100, 60, "Danzig", seat=1, turned=True)]
    )
    assert [(one.seat, one.shown, one.card) for one in counted.untold] == [(0, ("Riga", KNIGHT), 1)]
    assert counted.untold[0].probability > 0.8
    assert counted.differences == ()


def test_a_first_building_is_its_builders_with_one_more_laid_beside_it():
    offer = [card(600 + 54 * place, 280, city) for place, city in enumerate(("Visby", "Danzig", "Tallinn"))]
    cards = [card(100, 500, "Riga", MERCHANT), card(154, 500, "Danzig", KNIGHT)]
    counted, *_ = tallied((Display(), built(("Riga", MERCHANT))), [*offer, *cards])
    assert counted.seats == (None, None, None, 1, 1)
    assert [(one.seat, one.shown) for one in counted.untold] == [(1, ("Danzig", KNIGHT))]


def test_a_wrong_city_shows_in_both_counts():
    counted, *_ = tallied(
        (built(("Visby", ()), ("Danzig", ())), Display()), [card(100, 500, "Visby"), card(154, 500, "Visby")]
    )
    assert counted.differences == (Difference(0, "Visby", 1, 2), Difference(0, "Danzig", 1, 0))
    assert counted.untold == ()


def test_a_person_that_was_not_tapped_differs():
    counted, *_ = tallied((built(("Visby", ())), Display()), [card(100, 500, "Visby", KNIGHT, seat=0)])
    assert counted.differences == (Difference(0, "Knight", 0, 1),)


def test_a_building_told_for_the_wrong_player_differs_for_both():
    anna, ben = built(("Visby", ()), ("Riga", ())), built(("Danzig", ()), ("Riga", ()))
    cards = [card(100, 500, "Visby", seat=0), card(154, 500, "Riga", seat=0), card(208, 500, "Riga")]
    counted, *_ = tallied((anna, ben), [*cards, card(100, 60, "Danzig", seat=1, turned=True)])
    assert counted.differences == (Difference(1, "Riga", 1, 0),)
    assert [(one.seat, one.shown) for one in counted.untold] == [(0, ("Riga", ()))]


def test_a_card_that_can_not_be_read_may_be_whatever_is_missing():
    anna = built(("Visby", ()), ("Danzig", KNIGHT))
    counted, *_ = tallied((anna, Display()), [card(100, 500, "Visby"), card(154, 500)])
    assert counted.seats == (0, 0)
    assert counted.differences == counted.untold == ()


def test_a_card_that_the_victual_brothers_cover_is_not_missed():
    anna = built(("Visby", KNIGHT), ("Danzig", KNIGHT)).with_covered("Knight")
    counted, *_ = tallied((anna, Display()), [card(100, 500, "Visby", KNIGHT, seat=0)])
    assert counted.differences == counted.untold == ()


def test_something_that_looks_a_little_like_a_card_is_not_taken_for_a_display():
    cards = [card(100, 500, "Riga"), card(154, 500, "Riga"), card(900, 100)]
    counted, *_ = tallied((built(("Riga", ())), Display()), cards)
    assert counted.seats == (0, 0, None)
    assert [(one.seat, one.shown) for one in counted.untold] == [(0, ("Riga", ()))]


def test_two_displays_swapped_by_mistake_are_swapped_back_when_counts_tell():
    anna, ben = built(("Visby", ()), ("Danzig", ())), built(("Visby", ()))
    cards = [card(100, 500, "Visby", seat=1), card(154, 500, "Danzig"), card(100, 60, "Visby", seat=0, turned=True)]
    assert tallied((anna, ben), cards)[0].seats == (0, 0, 1)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_whole_tables_are_given_out_right(players):
    rng = np.random.default_rng(players)
    cities = ("Riga", "Visby", "Stockholm", "Tallinn", "Danzig")
    displays, cards, owners = [], [], []
    for seat in range(players):
        buildings = [(str(rng.choice(cities)), KNIGHT if rng.random() < 0.4 else ()) for _ in range(5 + seat)]
        displays.append(built(*buildings))
        at = (100 + 600 * (seat // 2), 500 if seat % 2 == 0 else 60)
        cards += [card(at[0] + 54 * n, at[1], *one, turned=bool(seat % 2)) for n, one in enumerate(buildings)]
        owners += [seat] * len(buildings)
    order = rng.permutation(len(cards))
    counted, *_ = tallied(displays, [cards[n] for n in order])
    assert list(counted.seats) == [owners[n] for n in order]
    assert counted.differences == ()

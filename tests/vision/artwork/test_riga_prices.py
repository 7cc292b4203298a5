"""Cards of Riga show the prices that are played with, not only the ones that ship."""

from __future__ import annotations

import numpy as np

from games.riga.box.buildings import default_cards
from games.riga.box.goods import market
from games.riga.box.printed_values import market_of
from vision.artwork.riga.cards import building_card, good_card

PX_PER_MM = 2.0
DEAR_CLOTH = market_of({"prices.Visby.cloth": 9}).tariff
DEAR_WINE = market_of({"base_value.wine": 7}).tariff


def differs(one, other):
    """Where two pictures differ, mm: left, top, right, bottom; None where they do not."""
    rows, columns = np.nonzero((one != other).any(axis=2))
    if not rows.size:
        return None
    return tuple(round(float(edge) / PX_PER_MM) for edge in (columns.min(), rows.min(), columns.max(), rows.max()))


def test_a_price_that_the_owner_entered_stands_on_the_cards_of_its_city():
    card = default_cards().by_key["Visby-mint"]
    left, top, right, bottom = differs(building_card(card, PX_PER_MM), building_card(card, PX_PER_MM, DEAR_CLOTH))
    assert (top, bottom) > (60, 60)  # the strip of prices, below the picture
    assert right < 30  # cloth is the first of four
    assert left >= 0


def test_other_cities_print_what_they_printed():
    card = default_cards().by_key["Tallinn-castle"]
    assert differs(building_card(card, PX_PER_MM), building_card(card, PX_PER_MM, DEAR_CLOTH)) is None


def test_a_commodity_prints_its_own_base_value():
    assert differs(good_card("wine", PX_PER_MM), good_card("wine", PX_PER_MM, DEAR_WINE)) is not None
    assert differs(good_card("wine", PX_PER_MM), good_card("wine", PX_PER_MM, market().tariff)) is None


def test_an_english_tablet_calls_cards_in_english_and_leaves_the_rest_as_it_is_printed():
    card = default_cards().by_key["Visby-guild_house"]
    _, top, _, bottom = differs(building_card(card, PX_PER_MM), building_card(card, PX_PER_MM, german=False))
    assert top > 6  # the head, above the picture
    assert bottom < 15

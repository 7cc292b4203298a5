"""One card of the owner's copy, photographed on a table: its city, cost and points."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from games.riga.box.buildings import default_cards
from vision.artwork.riga.cards import building_card
from vision.riga.card_photo import OWN_LAYOUT, Layout, layout_of, printed_numbers, read_card

CARDS = (*default_cards().cards, *default_cards().riga)


def photographed(card, seed):
    """The card anyhow on a table, a little aslant, in warm light."""
    rng = np.random.default_rng(seed)
    texture = building_card(card, 6.0)
    high, wide = texture.shape[:2]
    turn, size = rng.uniform(0, 2 * np.pi), rng.uniform(0.7, 1.1)
    spin = size * np.array([[np.cos(turn), -np.sin(turn)], [np.sin(turn), np.cos(turn)]])
    corners = np.array([[-wide, -high], [wide, -high], [wide, high], [-wide, high]]) / 2 @ spin.T + [600, 450]
    corners = corners + rng.normal(0, 7, (4, 2))
    flat = np.array([[0, 0], [wide, 0], [wide, high], [0, high]], np.float32)
    table = np.full((900, 1200, 3), rng.integers(50, 120, 3), np.uint8)
    warp = cv2.getPerspectiveTransform(flat, corners.astype(np.float32))
    cv2.warpPerspective(texture, warp, (1200, 900), dst=table, borderMode=cv2.BORDER_TRANSPARENT)
    lit = cv2.GaussianBlur(table, (0, 0), 1.0) * (0.75, 0.85, 0.95) + rng.normal(0, 3, table.shape)
    return np.clip(lit, 0, 255).astype(np.uint8)


@pytest.mark.parametrize("number", [1, 14, 27, 40, 50])
def test_city_cost_and_points_are_read_from_any_side(number):
    card = CARDS[number]
    seen = read_card(photographed(card, number))
    assert (seen.city, seen.cost, seen.points) == (card.city, card.cost, card.points)


def test_a_card_of_another_print_teaches_where_its_numbers_stand():
    card = CARDS[4]
    swapped = cv2.rotate(building_card(card, 6.0), cv2.ROTATE_180)
    swapped[:130], swapped[-130:] = building_card(card, 6.0)[-130:], building_card(card, 6.0)[:130]
    layout = layout_of(printed_numbers(swapped), card.cost, card.points)
    assert layout is not None
    assert layout.points[1] < 0.2 < 0.8 < layout.cost[1]


def test_numbers_that_do_not_tell_cost_from_points_teach_nothing():
    assert layout_of((), 5, 3) is None
    assert isinstance(OWN_LAYOUT, Layout)


def test_an_empty_table_has_no_card():
    assert read_card(np.full((600, 800, 3), 90, np.uint8)) is None

"""What has come to a table of Riga since the last move: the building, and nothing that only looks a little like one."""

from __future__ import annotations

import pytest

from tests.vision.cards.dim_table import LEFT, PITCH, TOP, WIDE, cards_of, pose_at, table_with
from vision.artwork.riga.edition import drawn_riga
from vision.cards.judging import CardSighting
from vision.imaging.patches import layers_of
from vision.riga.come_cards import cards_that_came
from vision.riga.memory import Lying


@pytest.fixture(scope="module")
def edition():
    return drawn_riga()


@pytest.fixture(scope="module")
def cards(edition):
    return cards_of(edition)


def display(views):
    return [Lying(view, pose_at(LEFT + place * PITCH, TOP)) for place, view in enumerate(views)]


def came(edition, there, on_record, seen, *, strange=False, has_come=lambda one: True):
    return cards_that_came(
        layers_of(table_with(edition, there), WIDE, 48.0),
        seen,
        display(there[:on_record]),
        edition,
        has_come,
        strange=strange,
    )


def test_a_building_is_named_by_what_explains_it(edition, cards):
    there = [cards[3], cards[20], cards[33], cards[41]]
    (one,) = came(edition, there, 3, [CardSighting(cards[7], pose_at(LEFT + 3 * PITCH, TOP), 0.5, 0.6)])
    assert one.view == cards[41]


def test_what_is_smaller_than_the_cards_on_record_is_none(edition, cards):
    there = [cards[3], cards[20], cards[33]]
    assert came(edition, there, 3, [CardSighting(cards[7], pose_at(300, 40, wide=25), 0.75, 0.98)]) == []


def test_what_lay_there_before_has_not_come(edition, cards):
    there = [cards[3], cards[20], cards[33], cards[41]]
    seen = [CardSighting(cards[41], pose_at(LEFT + 3 * PITCH, TOP), 0.8, 0.98)]
    assert came(edition, there, 3, seen, has_come=lambda one: False) == []


def test_where_something_came_that_nobody_can_name_it_is_looked_for_beside_what_lies_there(edition, cards):
    there = [cards[3], cards[20], cards[33], cards[41]]
    assert came(edition, there, 3, []) == []
    (one,) = came(edition, there, 3, [], strange=True)
    assert one.view == cards[41]

"""What has come to a table of Riga since the last move: the building, and nothing that only looks a little like one."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from vision.artwork.riga.edition import drawn_riga
from vision.cards.card_key import CardKind
from vision.cards.judging import CardSighting
from vision.imaging.patches import layers_of
from vision.riga.come_cards import cards_that_came
from vision.riga.memory import Lying

WIDE, HIGH, PITCH = 40, 61, 43


@pytest.fixture(scope="module")
def edition():
    return drawn_riga()


@pytest.fixture(scope="module")
def cards(edition):
    return [number for number, view in enumerate(edition.views) if view.key.kind is CardKind.CARD]


def pose_at(left, top, wide=WIDE):
    return np.array([[wide, 0.0, left], [0.0, wide * HIGH / WIDE, top], [0.0, 0.0, 1.0]])


def table_with(edition, views):
    """A display of cards side by side in dim, warm light, before a small camera."""
    picture = np.full((300, 500, 3), 70.0)
    for place, view in enumerate(views):
        card = cv2.resize(edition.views[view].image, (WIDE, HIGH), interpolation=cv2.INTER_AREA)
        picture[120 : 120 + HIGH, 100 + place * PITCH :][:, :WIDE] = card * (0.22, 0.3, 0.4) + (30, 30, 35)
    grain = np.random.default_rng(5).normal(0, 4, picture.shape)
    return layers_of(np.clip(cv2.GaussianBlur(picture, (0, 0), 1.0) + grain, 0, 255).astype(np.uint8), WIDE, 48.0)


def display(views):
    return [Lying(view, pose_at(100 + place * PITCH, 120)) for place, view in enumerate(views)]


def came(edition, there, on_record, seen, *, strange=False, has_come=lambda one: True):
    return cards_that_came(
        table_with(edition, there), seen, display(there[:on_record]), edition, has_come, strange=strange
    )


def test_a_building_is_named_by_what_explains_it(edition, cards):
    there = [cards[3], cards[20], cards[33], cards[41]]
    (one,) = came(edition, there, 3, [CardSighting(cards[7], pose_at(100 + 3 * PITCH, 120), 0.5, 0.6)])
    assert one.view == cards[41]


def test_what_is_smaller_than_the_cards_on_record_is_none(edition, cards):
    there = [cards[3], cards[20], cards[33]]
    assert came(edition, there, 3, [CardSighting(cards[7], pose_at(300, 40, wide=25), 0.75, 0.98)]) == []


def test_what_lay_there_before_has_not_come(edition, cards):
    there = [cards[3], cards[20], cards[33], cards[41]]
    seen = [CardSighting(cards[41], pose_at(100 + 3 * PITCH, 120), 0.8, 0.98)]
    assert came(edition, there, 3, seen, has_come=lambda one: False) == []


def test_where_something_came_that_nobody_can_name_it_is_looked_for_beside_what_lies_there(edition, cards):
    there = [cards[3], cards[20], cards[33], cards[41]]
    assert came(edition, there, 3, []) == []
    (one,) = came(edition, there, 3, [], strange=True)
    assert one.view == cards[41]

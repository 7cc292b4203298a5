"""Cards that hardly show: found beside the others and named by what each explains in its own light."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from tests.vision.cards.dim_table import PITCH, WIDE, cards_of, pose_at, table_with
from vision.artwork.riga.edition import drawn_riga
from vision.cards.hardly_seen import found_beside, named_closely, named_in_own_light
from vision.cards.judging import CardSighting
from vision.imaging.patches import layers_of


@pytest.fixture(scope="module")
def edition():
    return drawn_riga()


@pytest.fixture(scope="module")
def cards(edition):
    return cards_of(edition)


def seen_as(view, pose, probability=0.99):
    return CardSighting(view, pose, 0.6, probability)


def lit(picture):
    return layers_of(picture, WIDE, 96.0)


def test_what_lies_beside_a_card_is_found_and_named(edition, cards):
    row = [cards[3], cards[20], cards[33], cards[41]]
    found = found_beside(lit(table_with(edition, row)), [seen_as(row[0], pose_at(100, 120))], [], edition)
    assert [one.view for one in sorted(found, key=lambda one: one.middle[0])] == row
    assert all(one.probability > 0.9 for one in found)


def test_what_lies_beyond_a_card_that_does_not_show_is_found_too(edition, cards):
    row = [cards[3], cards[20], cards[33]]
    picture = table_with(edition, row)
    picture[115:186, 100 + PITCH - 2 : 100 + PITCH + WIDE + 2] = 255
    found = found_beside(lit(picture), [seen_as(row[0], pose_at(100, 120))], [], edition)
    assert {one.view for one in found} == {row[0], row[2]}


def test_nothing_is_found_where_only_the_table_lies(edition, cards):
    bare, alone = table_with(edition, [cards[3]]), seen_as(cards[3], pose_at(100, 120))
    assert found_beside(lit(bare), [alone], [seen_as(cards[8], pose_at(300, 200), 0.0)], edition) == [alone]


def test_a_card_that_was_taken_for_another_is_named_by_what_explains_more(edition, cards):
    picture = table_with(edition, [cards[12]])
    (one,) = named_closely(lit(picture), [seen_as(cards[30], pose_at(101, 119))], edition)
    assert one.view == cards[12]
    assert one.probability > 0.9


def test_a_strip_of_something_at_the_edge_of_a_picture_is_told_with_doubt(edition, cards):
    picture = table_with(edition, [cards[12]])[:, 100 + WIDE - 12 :]
    (one,) = named_closely(lit(picture), [seen_as(cards[12], pose_at(12 - WIDE, 120))], edition)
    assert one.probability < 0.5


def test_a_negative_of_a_card_is_no_card_in_any_light(edition, cards):
    picture = 255 - table_with(edition, [cards[12]])
    (one,) = named_closely(lit(picture), [seen_as(cards[12], pose_at(100, 120))], edition)
    assert one.similarity < 0.3


def test_nothing_is_explained_where_a_camera_burns_all_to_white(edition, cards):
    (one,) = named_closely(lit(np.full((300, 500, 3), 255, np.uint8)), [seen_as(cards[12], pose_at(100, 120))], edition)
    assert one.similarity < 0.1


def test_what_no_card_explains_is_left_out_beside_one_that_a_card_does(edition, cards):
    picture = table_with(edition, [cards[12]])
    flower, building = (
        seen_as(cards[8], pose_at(300, 200)),
        replace(seen_as(cards[30], pose_at(101, 119)), similarity=0.5),
    )
    (one,) = named_in_own_light(lit(picture), [flower, building], edition)
    assert one.view == cards[12]
    assert one.similarity > flower.similarity
    assert one.pose is building.pose


def test_where_no_card_explains_anything_all_stay_as_they_were(edition, cards):
    flowers = [seen_as(cards[8], pose_at(300, 200)), seen_as(cards[9], pose_at(200, 220))]
    assert named_in_own_light(lit(table_with(edition, [])), flowers, edition) == flowers

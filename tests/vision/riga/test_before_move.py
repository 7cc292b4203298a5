"""What has come to Riga's table since the last move, also where the table was knocked meanwhile."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from vision.cards.judging import CardSighting
from vision.imaging.change import PictureStatistics
from vision.riga.before_move import BeforeMove
from vision.riga.unexplained import unexplained

CARD = 28.0  # px wide; the pictures are their own small ones
KNOCK = cv2.getRotationMatrix2D((240, 135), 3.0, 1.0) + np.array([[0, 0, 11.0], [0, 0, -7.0]])


def sighting(x, y):
    pose = np.array([[CARD, 0.0, x - CARD / 2], [0.0, 1.5 * CARD, y - 0.75 * CARD], [0.0, 0.0, 1.0]])
    return CardSighting(0, pose, 0.7, 0.9)


def table(*cards, knock=None, grain=4.0, seed=1):
    """Wood with papers on it, and cards with a print; as a camera sees it that was knocked against."""
    rng = np.random.default_rng(5)
    wood = cv2.GaussianBlur(rng.normal(90, 40, (270, 480, 3)), (0, 0), 3) + 30
    for x, y in rng.uniform((20, 20), (460, 250), (25, 2)):
        cv2.circle(wood, (round(x), round(y)), 9, rng.uniform(60, 220, 3).tolist(), -1)
    prints = np.random.default_rng(9)
    for x, y in cards:
        corners = [round(v) for v in (x - CARD / 2, y - 0.75 * CARD, x + CARD / 2, y + 0.75 * CARD)]
        print_ = cv2.resize(prints.uniform(0, 255, (8, 6, 3)), (corners[2] - corners[0], corners[3] - corners[1]))
        wood[corners[1] : corners[3], corners[0] : corners[2]] = print_
    picture = wood if knock is None else cv2.warpAffine(wood, knock, (480, 270), borderMode=cv2.BORDER_REFLECT)
    noise = np.random.default_rng(seed).normal(0, grain, picture.shape)
    return np.asarray(np.clip(picture + noise, 0, 255), np.uint8)


def statistics(*cards, **how):
    return PictureStatistics.of(table(*cards, **how))


@pytest.fixture
def before():
    known = BeforeMove()
    known.begin(statistics((100, 60)))
    return known


def test_what_lay_there_before_anybody_could_build_is_no_building(before):
    now = statistics((100, 60), (300, 180), seed=2)
    assert not before.has_come(sighting(100, 60), now, 1.0)
    assert before.has_come(sighting(300, 180), now, 1.0)


def test_a_card_that_came_before_the_last_was_on_record_waits_for_its_turn(before):
    both = statistics((100, 60), (300, 180), (400, 60), seed=2)
    before.is_over([sighting(400, 60)], both, 1.0)  # the other one is on record
    before.begin(both)
    assert before.has_come(sighting(400, 60), both, 1.0)
    assert not before.has_come(sighting(100, 60), both, 1.0)


@pytest.mark.parametrize("off", [0.0, 2.0])
def test_after_a_knock_a_card_that_came_with_it_is_all_that_has_come(before, off):
    motion = np.vstack([KNOCK, [0, 0, 1.0]])
    guess = np.array([[1, 0, off], [0, 1, -off], [0, 0, 1.0]]) @ motion  # as near as features know it
    for laid in ((), ((300, 180),)):
        before.begin(statistics((100, 60)))
        picture = table((100, 60), *laid, knock=KNOCK, seed=3)
        before.knocked(picture, guess)
        assert before.picture is not None
        now = PictureStatistics.of(picture)
        assert unexplained(before.picture, now, (), (), CARD) is bool(laid)
        before.is_over((), None, 1.0)


def test_where_nothing_tells_how_the_table_went_any_card_may_have_come(before):
    before.knocked(table((100, 60)), None)
    assert before.is_lost
    assert before.has_come(sighting(100, 60), statistics((100, 60)), 1.0)


def test_where_the_pictures_tell_nothing_of_each_other_nobody_knows_what_has_come(before):
    other = np.random.default_rng(8).integers(0, 255, (270, 480, 3)).astype(np.uint8)
    before.knocked(other, np.eye(3))
    assert before.is_lost
    before.is_over((), None, 1.0)
    assert not before.is_lost


def test_on_a_table_that_nobody_had_seen_before_any_card_may_have_been_laid_down_just_now():
    known = BeforeMove()
    known.wait_for([sighting(100, 60)])
    now = statistics((100, 60))
    known.begin(now)
    assert known.has_come(sighting(100, 60), now, 1.0)
    known.is_over((), now, 1.0)  # people have told what it was
    known.begin(now)
    assert not known.has_come(sighting(100, 60), now, 1.0)

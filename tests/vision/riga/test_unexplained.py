"""A card that is burnt to white has no print to be told by: that it came is seen all the same."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from vision.artwork.riga.edition import drawn_riga
from vision.cards.card_key import CardKind
from vision.cards.pose import beside
from vision.imaging.change import PictureStatistics
from vision.riga.memory import Lying, RecordedCard, TableauMemory
from vision.riga.unexplained import unexplained

CARD = 14.0  # px wide on the small picture
MARKET = ((180, 120), (300, 120))


def outline(x, y, wide=CARD, turn_deg=0.0):
    """A card's corners about (x, y)."""
    return cv2.boxPoints(((x, y), (wide, 1.5 * wide), turn_deg)).astype(np.float64)


def table(*white, light=1.0):
    """Grainy dark wood with white shapes on it, given by their corners."""
    wood = np.random.default_rng(7).normal(70, 6, (270, 480, 3))
    wood += 20 * (np.arange(480) // 40 % 2)[None, :, None]
    picture = wood.clip(0, 255).astype(np.uint8)
    for corners in white:
        cv2.fillConvexPoly(picture, np.rint(corners).astype(np.int32), (255, 255, 255))
    return PictureStatistics.of(cv2.convertScaleAbs(picture, alpha=light))


def strange(after, known=(), market=MARKET, before=None):
    market = [outline(*at) for at in market]
    return unexplained(table(*market) if before is None else before, after, known, market, CARD)


ON_OFFER = [outline(*at) for at in MARKET]


def test_a_white_card_before_a_player_is_seen_at_any_angle():
    for turn_deg in (0, 30, 45, 80):
        assert strange(table(*ON_OFFER, outline(100, 220, turn_deg=turn_deg)))


def test_one_that_lies_far_off_is_seen_too():
    assert strange(table(*ON_OFFER, outline(400, 40, wide=0.85 * CARD)))


def test_nothing_came_where_only_the_light_did():
    assert not strange(table(*ON_OFFER))
    assert not strange(table(*ON_OFFER, light=0.8))


def test_a_card_that_was_told_is_no_stranger():
    laid = outline(100, 220)
    assert not strange(table(*ON_OFFER, laid), known=[laid])


def test_a_card_laid_down_beside_a_known_one_is():
    known = outline(100, 220)
    before = table(*ON_OFFER, known)
    assert strange(table(*ON_OFFER, known, outline(100 + 1.07 * CARD, 220)), known=[known], before=before)


def test_commodities_that_nobody_recognised_come_and_go_between_those_that_were():
    assert not strange(table(*ON_OFFER, outline(240, 122)))
    assert strange(table(*ON_OFFER, outline(240, 122)), market=())


def test_what_is_smaller_than_a_card_is_none():
    assert not strange(table(*ON_OFFER, outline(100, 220, wide=2.0)))


def test_a_display_that_is_found_anew_tells_how_the_table_was_moved():
    view = next(n for n, view in enumerate(drawn_riga().views) if view.key.kind is CardKind.CARD)
    pose = np.array([[50.0, 0.0, 300.0], [0.0, 75.0, 400.0], [0.0, 0.0, 1.0]])
    mint, brewery = RecordedCard("Visby-mint", 0), RecordedCard("Danzig-brewery", 0)
    then = TableauMemory({mint: Lying(view, pose), brewery: Lying(view, beside(pose, (4.0, 1.0)))})
    knock = np.array([[1.0, -0.02, 30.0], [0.02, 1.0, -9.0], [0.0, 0.0, 1.0]])
    assert then.moved(knock).motion_since(then) == pytest.approx(knock, abs=1e-3)
    assert then.moved(knock).only({mint}).motion_since(then) == pytest.approx(knock, abs=1e-3)
    assert TableauMemory({}).motion_since(then) is None

"""Several figures on one tile: a painted blob of wood on grass, and who may have been put there."""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np
import pytest

from games.carcassonne.actions import Deploy
from games.carcassonne.tiles import FeatureKind
from vision.carcassonne.live.followers.figure_evidence import LearnedPaint, Standpoint
from vision.carcassonne.live.followers.silhouettes import MARGIN, SPAN
from vision.carcassonne.live.followers.stance import Guess
from vision.carcassonne.live.followers.together import Together, figures_together

GRASS, WOOD = np.array([33.0, -20.0, 28.0], np.float32), np.array([40.0, 0.0, 65.0], np.float32)
PAINT = LearnedPaint(WOOD, np.array([6.0, 8.0, 8.0], np.float32))
MONK, ON_ROAD = Deploy("small", FeatureKind.MONASTERY, "I"), Deploy("small", FeatureKind.ROAD, "N")
STRAIGHT_DOWN = (Guess(1.0, np.zeros(2), 0.0),)
ACROSS = (5, 3)  # px: half of a figure's width and thickness


def disc(row: int, column: int, radius: int) -> np.ndarray:
    there = cv2.circle(np.zeros((SPAN, SPAN), np.float32), (column, row), radius, 1.0, -1)
    return there / there.sum()


WHERE = {MONK: disc(17, 16, 5), ON_ROAD: disc(4, 16, 4)}


def seen(*feet: tuple[int, int]) -> Standpoint:
    """A tile of grass with figures on it, looked at from straight above."""
    side = SPAN + 2 * MARGIN
    grass = np.broadcast_to(GRASS, (side, side, 3)).copy()
    picture = grass.copy()
    for row, column in feet:
        spot = cv2.ellipse(np.zeros((side, side), np.uint8), (column + MARGIN, row + MARGIN), ACROSS, 0, 0, 360, 1, -1)
        picture[spot > 0] = WOOD
    known = np.ones((side, side), bool)
    return Standpoint(picture, picture, grass, known, np.array([3.0, 3.0, 3.0], np.float32), np.zeros(2), STRAIGHT_DOWN)


def weighed(standpoint: Standpoint) -> dict[frozenset[Deploy], Together]:
    found = figures_together(standpoint, PAINT, WHERE, lambda figures: True)
    assert [one.log_odds for one in found] == sorted((one.log_odds for one in found), reverse=True)
    return {one.spots: one for one in found}


def test_two_figures_apart_are_as_likely_as_each_of_them_alone():
    both = weighed(seen((17, 16), (4, 16)))
    alone = both[frozenset({MONK})].log_odds + both[frozenset({ON_ROAD})].log_odds
    assert both[frozenset({MONK, ON_ROAD})].log_odds == pytest.approx(alone, abs=1.5)


def test_two_figures_in_a_row_are_not_one_in_the_middle():
    both = weighed(seen((13, 16), (6, 16)))
    assert next(iter(both)) == {MONK, ON_ROAD}
    feet = dict(zip(both[frozenset({MONK, ON_ROAD})].figures, both[frozenset({MONK, ON_ROAD})].feet, strict=True))
    assert abs(feet[MONK][0] - 13) <= 2
    assert abs(feet[ON_ROAD][0] - 6) <= 2


def test_one_figure_is_no_evidence_for_a_second_one():
    both = weighed(seen((13, 16)))
    assert next(iter(both)) == {MONK}
    assert both[frozenset({MONK, ON_ROAD})].log_odds < both[frozenset({MONK})].log_odds - 5


def test_who_may_be_small_or_tall_is_weighed_as_both_alone_and_beside_another():
    ways = Guess(1.0, np.zeros(2), np.log(0.5)), Guess(1.2, np.zeros(2), np.log(0.5))
    pair = seen((13, 16), (6, 16))
    small_first, tall_first = (weighed(replace(pair, guesses=guesses)) for guesses in (ways, ways[::-1]))
    for who in (frozenset({MONK}), frozenset({MONK, ON_ROAD})):
        assert small_first[who].log_odds == pytest.approx(tall_first[who].log_odds, abs=1e-3)
    assert next(iter(tall_first)) == {MONK, ON_ROAD}


def test_what_the_rules_forbid_is_not_told():
    found = figures_together(seen((17, 16), (4, 16)), PAINT, WHERE, lambda figures: len(figures) < 2)
    assert all(len(one.figures) < 2 for one in found)


def test_a_bare_tile_has_nobody():
    assert next(iter(weighed(seen()))) == frozenset()

"""Where a figure stands, told by the pixels that it would cover: votes of +1 inside of one outline and -1 beside it."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from vision.carcassonne.live.followers import silhouettes as outlines_of_figures
from vision.carcassonne.live.followers.silhouettes import (
    EVERY_FOOT,
    ROUGHLY,
    SILHOUETTE_PX,
    SPAN,
    WIDE_PX,
    half_px,
    outline,
    silhouettes,
)
from vision.carcassonne.live.followers.stance import Guess

STRAIGHT_DOWN = np.zeros(2)
feet = st.integers(0, SPAN - 1)


def seen_at(foot, guess, facing=0.0):
    """Votes for a figure that stands there, and for nothing else."""
    body = outline(outlines_of_figures.PARAMETERS.standing_mm, half_px(STRAIGHT_DOWN, guess), guess.scale, facing) > 127
    votes = np.full((WIDE_PX, WIDE_PX), -1, np.float32)
    row, column = foot
    votes[row : row + SILHOUETTE_PX, column : column + SILHOUETTE_PX][body] = 1
    return votes, body


@given(feet, feet, st.sampled_from(ROUGHLY), st.floats(-0.2, 0.2), st.sampled_from([1.0, 1.3, 1.6]))
@settings(max_examples=20)
def test_a_figure_is_found_where_it_stands_and_as_it_stands(row, column, facing, lean, scale):
    guess = Guess(scale, np.array([lean, 0.0]), 0.0)
    votes, body = seen_at((row, column), guess, facing)
    ways = silhouettes(STRAIGHT_DOWN, (guess,), "small", ROUGHLY)
    odds = ways.log_odds(votes, EVERY_FOOT).reshape(SPAN, SPAN)
    assert np.hypot(*(np.array(np.unravel_index(odds.argmax(), odds.shape)) - (row, column))) <= 1
    assert (ways.likeliest(votes, (row, column)) == body).all()


def test_pixels_that_no_outline_covers_say_nothing():
    guess = Guess(1.0, np.array([0.1, 0.0]), 0.0)
    votes, _ = seen_at((16, 16), guess)
    ways = silhouettes(STRAIGHT_DOWN, (guess,), "small", ROUGHLY)
    elsewhere = np.ones((SILHOUETTE_PX, SILHOUETTE_PX), bool)
    elsewhere.ravel()[ways.pixels] = False
    shouting = votes.copy()
    shouting[16 : 16 + SILHOUETTE_PX, 16 : 16 + SILHOUETTE_PX][elsewhere] = 100
    foot = np.array([[16, 16]])
    assert ways.log_odds(votes, foot) == ways.log_odds(shouting, foot)


def test_ways_to_stand_are_averaged_by_how_likely_they_are():
    likely, unlikely = (Guess(1.0, np.array([lean, 0.0]), weight) for lean, weight in ((0.0, -0.1), (0.2, -2.4)))
    votes, _ = seen_at((16, 16), likely)
    foot = np.array([[16, 16]])
    alone = [
        float(silhouettes(STRAIGHT_DOWN, (one,), "small", ROUGHLY).log_odds(votes, foot)[0])
        for one in (likely, unlikely)
    ]
    both = float(silhouettes(STRAIGHT_DOWN, (likely, unlikely), "small", ROUGHLY).log_odds(votes, foot)[0])
    assert both == pytest.approx(np.logaddexp(*alone), abs=1e-4)

"""Which tile lies beneath somebody: what he hides of it counts the same for every kind."""

from __future__ import annotations

import numpy as np
import pytest

from vision.carcassonne.live.followers.beneath import KindBeneath, counted_alike
from vision.carcassonne.live.followers.silhouettes import SPAN

GREEN_FIGURE = np.zeros((SPAN, SPAN), bool)
GREEN_FIGURE[10:20, 12:22] = True
ON_ROOF, ON_MEADOW = 0.2, 0.02  # nats a pixel that green wood says for itself, more than it says against the kind


def kind(score, on):
    return KindBeneath(score, GREEN_FIGURE, np.full((SPAN, SPAN), on, np.float32))


def scores(*kinds):
    return [one.score + added for one, added in zip(kinds, counted_alike(kinds), strict=True)]


def test_of_two_kinds_that_explain_alike_what_is_seen_none_wins_by_what_nobody_sees():
    monastery, meadow = kind(60.0 + 100 * ON_ROOF, ON_ROOF), kind(60.0 + 100 * ON_MEADOW, ON_MEADOW)
    after = scores(monastery, meadow)
    assert after[0] == pytest.approx(after[1], abs=1e-3)


def test_the_kind_that_explains_more_of_what_is_seen_wins_and_keeps_its_score():
    monastery, meadow = kind(60.0 + 100 * ON_ROOF, ON_ROOF), kind(66.0 + 100 * ON_MEADOW, ON_MEADOW)
    after = scores(monastery, meadow)
    assert after[1] == meadow.score
    assert after[1] - after[0] == pytest.approx(6.0, abs=1e-3)


def test_where_nobody_stands_nothing_is_evened():
    assert counted_alike([]) == []

"""Which tile lies beneath somebody: kinds are told apart by what is seen beside him."""

from __future__ import annotations

import numpy as np
import pytest

from vision.carcassonne.live.followers.beneath import KindBeneath, counted_alike
from vision.carcassonne.live.followers.silhouettes import SPAN

GREEN_FIGURE = np.zeros((SPAN, SPAN), bool)
GREEN_FIGURE[10:20, 12:22] = True
ON_ROOF, ON_MEADOW = 0.2, 0.02  # nats a pixel that green wood says for itself, beside what it says against the kind
AGAINST = 0.1  # nats a pixel that it says against either
ODDS = 25.0


def kind(beside: float, on: float, odds: float = ODDS) -> KindBeneath:
    """A kind of some likelihood by all that is seen beside the figure."""
    hidden = 100 * AGAINST
    against, doubts = np.full((SPAN, SPAN), AGAINST, np.float32), np.full((SPAN, SPAN), AGAINST + on, np.float32)
    return KindBeneath(beside - hidden, odds + 100 * on, GREEN_FIGURE, against, doubts)


def scores(*kinds: KindBeneath) -> list[float]:
    return [one.score + one.odds + more for one, more in zip(kinds, counted_alike(kinds), strict=True)]


def test_of_two_kinds_that_explain_alike_what_is_seen_none_wins_by_what_nobody_sees() -> None:
    monastery, meadow = kind(60.0, ON_ROOF), kind(60.0, ON_MEADOW)
    after = scores(monastery, meadow)
    assert after[0] == pytest.approx(after[1], abs=1e-3)


def test_the_kind_that_explains_more_of_what_is_seen_wins_and_keeps_its_score() -> None:
    monastery, meadow = kind(60.0, ON_ROOF), kind(66.0, ON_MEADOW)
    after = scores(monastery, meadow)
    assert after[1] == pytest.approx(meadow.score + meadow.odds)
    assert after[1] - after[0] == pytest.approx(6.0, abs=1e-3)


def test_no_kind_wins_by_the_white_light_in_which_its_print_shows_his_paint() -> None:
    """Given red wood that one kind's print shows 3 nats redder: nobody sees the more beneath it."""
    city, curve = kind(60.0, ON_MEADOW), kind(60.0, ON_MEADOW, ODDS + 3.0)
    after = scores(city, curve)
    assert after[0] == pytest.approx(after[1], abs=1e-3)


def test_where_nobody_stands_nothing_is_evened() -> None:
    assert counted_alike([]) == []

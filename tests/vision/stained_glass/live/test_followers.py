"""Who was put on the tile of this turn, by how people play and by what the rules allow."""

from __future__ import annotations

from itertools import combinations

import pytest

from games.carcassonne.actions import Deploy
from games.carcassonne.tiles import FeatureKind
from vision.stained_glass.live import followers
from vision.stained_glass.live.followers import crowd_share

MONK = Deploy("small", FeatureKind.MONASTERY, "I")
FARMER = Deploy("small", FeatureKind.FIELD, "NL.NR.EL.ER.SL.SR.WL.WR")
ON_ROAD = Deploy("small", FeatureKind.ROAD, "N")
USUAL = (MONK, FARMER, ON_ROAD)
THIEVES = frozenset({ON_ROAD})


def share(*figures: Deploy) -> float:
    return crowd_share(frozenset(figures), USUAL, THIEVES)


def test_all_that_may_be_there_adds_up_to_certainty() -> None:
    spots = [(one.feature, one.location) for one in USUAL]
    usual = tuple(Deploy(kind, *spot) for kind in ("small", "big") for spot in spots)
    thieves = frozenset(one for one in usual if one.feature is FeatureKind.ROAD)
    sets = [frozenset(some) for many in range(4) for some in combinations(usual, many)]
    one_a_spot = [some for some in sets if len({(who.feature, who.location) for who in some}) == len(some)]
    assert sum(crowd_share(some, usual, thieves) for some in one_a_spot) == pytest.approx(1.0)


def test_a_thief_goes_beside_the_usual_follower() -> None:
    assert share(MONK, ON_ROAD) > 0
    assert share(FARMER, ON_ROAD) > 0


def test_two_usual_followers_in_one_turn_are_against_the_rules() -> None:
    assert share(MONK, FARMER) == 0.0


def test_somebody_on_the_road_is_the_usual_follower_or_a_thief() -> None:
    as_thief = 0.6 * 0.85 * followers.PARAMETERS.thief_share
    assert share(ON_ROAD) > as_thief


def test_nobody_is_sent_where_no_road_is_open() -> None:
    assert crowd_share(frozenset({MONK, ON_ROAD}), USUAL, frozenset()) == 0.0

"""Who is put where on the simulated places."""

from __future__ import annotations

from itertools import combinations

import numpy as np

from games.istanbul.standing import NEUTRAL, StandingPieces
from vision.simulator.conditions import Conditions
from vision.simulator.istanbul.table import LaidPlaces

LAYOUT = ((15, 5, 2, 14), (4, 12, 7, 3), (8, 6, 11, 9), (13, 10, 1, 16))


def layer() -> LaidPlaces:
    rng = np.random.default_rng(5)
    return LaidPlaces(LAYOUT, Conditions.from_level("easy", rng), rng)


def test_nobodys_merchants_stand_side_by_side():
    pieces = layer().standing_pieces([StandingPieces(7, "merchant", NEUTRAL, 3)])
    assert len(pieces) == 3
    for one, other in combinations(pieces, 2):
        assert np.hypot(one.pose.x - other.pose.x, one.pose.y - other.pose.y) > 20


def test_assistants_are_piled_up_below_their_merchant():
    assert (
        len(layer().standing_pieces([StandingPieces(7, "merchant", "red"), StandingPieces(7, "assistant", "red", 4)]))
        == 1
    )


def test_who_stays_is_not_moved():
    table, who = layer(), StandingPieces(7, "merchant", "red")
    before = table.standing_pieces([who])
    assert table.standing_pieces([who, StandingPieces(7, "merchant", NEUTRAL, 2)])[0] is before[0]

"""Coats of arms on an edition that is being learned, told by the tiles that people have named."""

from __future__ import annotations

import numpy as np

from vision.carcassonne.learning.pennants.named_pennants import NamedPennants
from vision.carcassonne.pennants import twins_among
from vision.carcassonne.poses import Orientation, as_sides
from vision.tile_map.terrain import kind_named

BOX = {"BA/Cc.1": 3, "BA/Cc+": 2, "BA/C": 5}
ORIENTATIONS = [Orientation(kind, 0, as_sides(kind.sides(0))) for kind in map(kind_named, BOX)]
TWINS = twins_among(ORIENTATIONS, BOX)
NOTHING_SEEN = -1.9  # what the network says of most tiles without arms


def test_that_no_arms_are_seen_says_little_while_nobody_knows_whether_this_editions_arms_are_seen_at_all() -> None:
    assert -1.9 < NamedPennants().log_ratio(NOTHING_SEEN) < -0.5


def test_once_arms_were_seen_well_a_tile_without_any_is_told_surely() -> None:
    known = NamedPennants(bare=(-1.8, -2.0), armed=(3.0, 4.0, 3.4))
    assert known.log_ratio(NOTHING_SEEN) < -2.5
    assert known.log_ratio(3.2) > 2


def test_where_the_first_arms_were_overlooked_seeing_none_says_nothing_any_more() -> None:
    assert abs(NamedPennants(bare=(-1.8, -2.0), armed=(-1.9, -1.7)).log_ratio(NOTHING_SEEN)) < 0.3


def test_what_looks_a_little_like_arms_on_all_tiles_of_an_edition_is_none() -> None:
    log_odds = 0.0
    assert NamedPennants().log_ratio(log_odds) > 0
    assert NamedPennants(bare=(-0.3, -0.5, -0.4, -0.6), armed=(3.5,)).log_ratio(log_odds) < -1


def test_named_tiles_teach_by_what_was_said_of_them() -> None:
    bare, armed, cap = (np.array(evidence) for evidence in ([0.0, -1.9, -9.0], [-3.0, 0.0, -9.0], [-9.0, -9.0, 0.0]))
    known = NamedPennants()
    for evidence, orientation in ((bare, 0), (armed, 1), (cap, 2)):
        known = known.with_tile(evidence, orientation, TWINS)
    assert known == NamedPennants((-1.9,), (3.0,))


def test_what_looks_like_arms_is_told_in_doubt_until_tiles_without_any_have_shown_that_nothing_else_does() -> None:
    first = NamedPennants(armed=(4.5,)).log_ratio(4.1)  # a tower, drawn like a shield
    later = NamedPennants(bare=(-1.8,) * 12, armed=(4.5,)).log_ratio(4.1)
    assert 0 < first < 2.6
    assert later > first
    assert NamedPennants(bare=(4.1, 3.9), armed=(4.5,)).log_ratio(4.1) < first  # it happens here

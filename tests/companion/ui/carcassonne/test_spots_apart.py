"""Spots for followers lie where the tile shows them, and never on each other: fingers hit each of them."""

from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.ui.carcassonne.spots_dock import SpotTap, kept_apart
from companion.ui.tour.faults import faults

APART = 0.21  # of a tile's side: 56 dp on 272
SHARE = st.floats(0, 1)


@given(st.lists(st.tuples(SHARE, SHARE), max_size=5))
def test_no_two_spots_overlap_and_none_leaves_the_tile(points):
    found = kept_apart(points, APART)
    assert all(APART / 2 - 1e-6 <= part <= 1 - APART / 2 + 1e-6 for point in found for part in point)
    for one, other in combinations(found, 2):
        assert max(abs(a - b) for a, b in zip(one, other, strict=True)) >= APART - 0.01


def test_spots_that_are_far_apart_stay_where_they_are():
    points = [(0.2, 0.2), (0.8, 0.2), (0.5, 0.8)]
    assert kept_apart(points, APART) == points


@given(st.lists(st.tuples(SHARE, SHARE), max_size=9))
def test_on_a_small_tile_as_many_as_nine_find_a_place(points):
    apart = 58 / 176  # of a small tablet's tile
    found = kept_apart(points, apart)
    assert all(apart / 2 - 1e-6 <= part <= 1 - apart / 2 + 1e-6 for point in found for part in point)
    for one, other in combinations(found, 2):
        assert max(abs(a - b) for a, b in zip(one, other, strict=True)) >= apart - 0.01


@pytest.mark.parametrize("size", [(1280, 800), (800, 480)])
def test_nothing_lies_on_the_tile_while_its_follower_is_chosen(make_tablet, size):
    """With four buttons in the dock: turn it, another tile, the big follower, none."""
    tablet = make_tablet(size=size)
    tablet.start_game(turns=9, expansions=("inns-and-cathedrals",))
    state = tablet.session.record.state
    tablet.tap_tile(*min(state.board.frontier))
    tablet.tap(next(tap for tap in tablet.widgets() if getattr(tap, "key", None) in state.bag))
    tablet.tap(next(tablet.widgets(SpotTap)))
    assert tablet.screen.touch._draft.deploy is not None
    assert faults(tablet.app.stage) == ()

"""Board, dock, live picture and tools each have a room of their own, in every arrangement of the screen."""

from dataclasses import replace
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.ui.kit.theme import DrawingStyle, fitted
from companion.ui.table.room import much_larger_beside, rooms, stands_beside

TOOLS = ((56.0, 56.0), (150.0, 56.0), (128.0, 56.0))
SMALL_TOOLS = TOOLS[:1] * 2
WIDE, COMPACT, UPRIGHT = (992.0, 640.0), (592.0, 352.0), (800.0, 872.0)  # the area of board and docks
WINDOWS = {WIDE: (1280, 800), COMPACT: (800, 480), UPRIGHT: (800, 1280)}


def shared(size, *, beside, dock_height=None, live=False, left_hand=False):
    look = replace(fitted(DrawingStyle(), *WINDOWS[size]), left_hand=left_hand)
    tools = SMALL_TOOLS if look.compact else TOOLS
    return rooms((0, 104, *size), look, beside=beside, dock_height=dock_height, live=live, tools=tools)


def overlap(one, other):
    apart = [
        a + w <= b + 0.01 or b + v <= a + 0.01
        for a, w, b, v in zip(one[:2], one[2:], other[:2], other[2:], strict=True)
    ]
    return not any(apart)


@given(
    st.sampled_from([(WIDE, True), (WIDE, False), (COMPACT, True), (COMPACT, False), (UPRIGHT, False)]),
    st.none() | st.floats(90, 304),
    st.booleans(),
    st.booleans(),
)
def test_nothing_lies_on_anything_else(arrangement, dock_height, live, left_hand):
    size, beside = arrangement
    live = live and size != COMPACT  # there the camera is a chip
    found = shared(size, beside=beside, dock_height=dock_height, live=live, left_hand=left_hand)
    taken = [room for room in (found.board, found.dock, found.live, *found.tools) if room is not None]
    for room in taken:
        assert room[0] >= 0
        assert room[0] + room[2] <= size[0] + 0.01
        assert room[1] >= 104
        assert room[1] + room[3] <= 104 + size[1] + 0.01
    assert not [pair for pair in combinations(taken, 2) if overlap(*pair)]


@pytest.mark.parametrize("live", [False, True])
def test_beside_the_board_a_dock_changes_nothing_of_the_board(live):
    assert shared(WIDE, beside=True, live=live).board == shared(WIDE, beside=True, live=live, dock_height=300).board


def stands(size, board, *, foot_dp=220):
    """Whether docks stand at the side of a board that is so wide and high, in its own units."""
    look = fitted(DrawingStyle(), *WINDOWS[size])
    return stands_beside((0, 0, *size), look, lambda room: min(room[0] / board[0], room[1] / board[1]), foot_dp)


def test_a_square_board_has_docks_at_its_side_and_an_upright_tablet_at_its_foot():
    assert stands(WIDE, (1, 1))
    assert stands(COMPACT, (1, 1))
    assert not stands(UPRIGHT, (1, 1))


def test_a_board_that_a_column_would_make_much_smaller_has_docks_at_its_foot():
    assert not stands(WIDE, (2, 1))
    assert not stands(WIDE, (1.5, 1), foot_dp=104)
    assert stands(WIDE, (1.5, 1), foot_dp=304), "docks this high would cost more than a column"


def test_a_high_dock_stands_beside_a_board_whose_others_lie_at_its_foot():
    def beside(size, foot_px):
        look = fitted(DrawingStyle(), *WINDOWS[size])
        return much_larger_beside((0, 0, *size), look, lambda room: min(room[0] / 1.7, room[1]), foot_px)

    assert not stands(WIDE, (1.7, 1), foot_dp=140)
    assert not beside(WIDE, 140)
    assert not beside(WIDE, 270), "a little larger is not worth a jump"
    assert beside(WIDE, 400)
    assert not beside(UPRIGHT, 600)


def test_on_a_small_tablet_the_column_is_there_only_while_something_is_docked():
    docked, free = shared(COMPACT, beside=True, dock_height=100), shared(COMPACT, beside=True)
    assert docked.board[2] < free.board[2]
    assert docked.board[3] == free.board[3] == COMPACT[1]


def test_the_tool_needed_most_is_there_whatever_is_docked():
    for beside in (True, False):
        assert shared(WIDE, beside=beside, dock_height=300).tools[0] is not None

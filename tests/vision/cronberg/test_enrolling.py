"""A copy that nobody has seen before: its net, its symbols, its rhombi and their numbers, from photographs of it."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from games.cronberg.components import Symbol
from games.cronberg.lattice import lattice_of_side
from games.game import Refusal
from vision.cronberg.enrolling.enrolled import enrolled_board, enrolled_rhombi, enrolled_set
from vision.cronberg.enrolling.figures import read_figures
from vision.cronberg.enrolling.mesh import find_mesh, mesh_from_corners, placed
from vision.cronberg.loose_rhombi import HIGH, WIDE, loose_rhombi
from vision.networks.digits.reader import NOTHING, glyph_reader, patch_of
from vision.simulator.cronberg.enrolment import empty_board, laid_out
from vision.simulator.cronberg.foreign_sets import foreign_set, outline_mm


@pytest.fixture(scope="module")
def foreign():
    return foreign_set(203)


@pytest.fixture(scope="module")
def empty(foreign):
    return empty_board(foreign, outline_mm(foreign, 203), 203)


@pytest.fixture(scope="module")
def board(empty):
    mesh = find_mesh(empty.image, side=3)
    assert mesh is not None
    return enrolled_board(empty.image, mesh)


def test_the_net_of_a_foreign_board_is_found_where_it_lies(board, empty):
    crossings = placed(board.mesh.to_px, np.array(lattice_of_side(3).positions))
    apart = np.linalg.norm(crossings[:, None] - empty.crossings_px[None], axis=2).min(axis=1)
    edge = np.linalg.norm(crossings[0] - crossings[1])
    assert apart.max() < 0.08 * edge


def test_an_edge_of_the_net_is_at_the_top(board):
    corners = board.mesh.corners_px
    assert corners[[0, 1], 1].mean() < corners[[3, 4], 1].mean()


def test_triangles_with_the_same_symbol_come_together(board, foreign, empty):
    lattice = lattice_of_side(3)
    to_px, _ = cv2.findHomography(np.array(lattice.positions), empty.crossings_px)
    centres = np.array([lattice.centre(triangle) for triangle in range(54)])
    theirs = placed(to_px, centres)
    mine = placed(board.mesh.to_px, centres)
    same = np.linalg.norm(mine[:, None] - theirs[None], axis=2).argmin(axis=1)
    shown: dict[int, set[Symbol]] = {}
    for triangle, group in enumerate(board.groups.group_of):
        shown.setdefault(group, set()).add(foreign.edition.symbols[same[triangle]])
    assert sorted(map(len, shown.values())) == [1, 1, 1]


def test_corners_that_people_show_give_the_same_net(board):
    shown = mesh_from_corners(board.mesh.corners_px, 3)
    assert np.abs(shown.corners_px - board.mesh.corners_px).max() < 0.5


def test_a_table_without_a_board_has_no_net(foreign):
    table = laid_out(foreign, range(2), 203).image
    assert find_mesh(table, side=3) is None


def test_rhombi_are_found_and_their_numbers_read(foreign):
    kinds = [0, 1, 6, 8, 14, 21]
    photograph = laid_out(foreign, kinds, 203)
    found = enrolled_rhombi([photograph.image])
    assert len(found) == len(kinds)
    for kind, corners in photograph.rhombi:
        nearest = min(found, key=lambda one: float(np.linalg.norm(one.outline.mean(axis=0) - corners.mean(axis=0))))
        assert nearest.numbers == foreign.edition.kinds[kind].numbers
        assert min(nearest.confidence) > 0.5


def test_a_six_on_its_head_is_told_from_a_nine_by_the_other_figures():
    prints = foreign_set(206)
    sixes = [place for place, kind in enumerate(prints.edition.kinds) if 6 in map(abs, kind.numbers)]
    places = [*sixes[:3], 0, 1, 2]
    read = read_figures([cv2.resize(prints.rhombi[place][::-1, ::-1], (WIDE, HIGH)) for place in places])
    assert [one.numbers for one in read] == [prints.edition.kinds[place].numbers for place in places]


def test_an_empty_table_has_no_rhombi():
    assert loose_rhombi(np.full((540, 960, 3), 120, np.uint8)) == ()
    assert read_figures([]) == ()


def test_the_same_print_twice_is_one_kind_with_two_copies(board, foreign):
    picture = cv2.resize(foreign.rhombi[0], (WIDE, HIGH))
    other = cv2.resize(foreign.rhombi[5], (WIDE, HIGH))
    rhombi = [(picture, (2, 1, 2, 1)), (other, (2, 1, 2, 1)), (picture[::-1, ::-1].copy(), (2, 1, 2, 1))]
    prints = enrolled_set("ours", board, board.groups.symbols(), rhombi)
    assert [kind.count for kind in prints.edition.kinds] == [2, 1]


def test_a_copy_that_can_not_be_is_refused(board):
    with pytest.raises(Refusal) as caught:
        enrolled_set("ours", board, board.groups.symbols()[:-1], [])
    assert caught.value.place == "symbols"


def test_a_blank_patch_is_no_digit():
    blank = patch_of(np.zeros((30, 30), np.float32), (5, 5, 20, 20))
    assert glyph_reader().read(blank[None])[0].argmax() == NOTHING

"""A box of Cronberg enrolled by fingers: symbols named, numbers corrected, corners dragged, and played with."""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np
import pytest

from companion.editions.cronberg_draft import CronbergDraft
from companion.editions.cronberg_sets import edition_in_use, kept_cronberg_sets, set_of
from companion.ui.cronberg.draft_rhombi import NumberEditor, RhombCard
from games.cronberg.components import Symbol
from games.cronberg.rules import CRONBERG
from games.game import Seat
from vision.cronberg.enrolling.enrolled import EnrolledRhomb, enrolled_board
from vision.cronberg.enrolling.mesh import FoundMesh, hexagon, placed
from vision.cronberg.loose_rhombi import HIGH, WIDE
from vision.simulator.cronberg.foreign_sets import foreign_set

SURE = (1.0, 1.0, 1.0, 1.0)


@pytest.fixture(scope="module")
def prints():
    return foreign_set(31)


@pytest.fixture(scope="module")
def board(prints):
    """Its empty board, straightened."""
    px = prints.board_px_per_mm * prints.edge_mm
    x, y = prints.board_middle_px
    to_px = np.array([[px, 0, x], [0, px, y], [0, 0, 1.0]])
    mesh = FoundMesh(to_px, 3, placed(to_px, hexagon(3.6)), 1.0)
    return enrolled_board(prints.board, mesh)


@pytest.fixture
def draft(prints, board):
    """The copy as the camera saw it: one number misread, one rhomb doubtful."""
    known = CronbergDraft("Our box", board=board)
    known.symbols = list(known.board.groups.symbols())
    known._photograph = prints.board
    for kind, picture in zip(prints.edition.kinds, prints.rhombi, strict=True):
        small = cv2.resize(picture, (WIDE, HIGH), interpolation=cv2.INTER_AREA)
        known.rhombi.append(EnrolledRhomb(small, kind.numbers, SURE, 0, np.zeros((4, 2), np.float32)))
    known.rhombi[3] = replace(known.rhombi[3], numbers=(4, 2, 4, 2), confidence=(0.6, 0.9, 0.6, 0.9))
    return known


@pytest.fixture
def screen(tablet, draft):
    tablet.open("enrol_copy", draft=draft)
    return tablet


def test_a_group_of_triangles_is_named_with_one_tap(screen, draft):
    group = next(g for g in range(3) if draft.symbol_of_group(g) is Symbol.GUARD)
    members = [t for t, g in enumerate(draft.board.groups.group_of) if g == group]
    screen.screen.name_group(group, Symbol.COAT)
    assert {draft.symbols[triangle] for triangle in members} == {Symbol.COAT}


def test_a_triangle_is_corrected_with_a_tap(screen, draft):
    before = draft.symbols[20]
    screen.tap_at(*screen.screen.board.point(20))
    assert draft.symbols[20] is not before
    draft.name_group(draft.board.groups.group_of[20], before)
    assert draft.symbols[20] is not before  # what was corrected by hand stays


def test_a_doubtful_number_is_pointed_out_and_corrected(screen, draft):
    screen.tap("2  Rhombi")
    assert screen.reads("28 of 28")
    assert screen.reads("4  2  4  2  ?")
    screen.tap(next(card for card in screen.widgets(RhombCard) if card.place == 3))
    assert list(screen.widgets(NumberEditor))
    screen.tap("Change sign")
    screen.tap("Ready")
    assert draft.rhombi[3].numbers == (-4, -2, -4, -2)
    assert not draft.is_doubtful(3)
    assert screen.reads("−4  −2  −4  −2")
    assert not screen.reads("4  2  4  2  ?")


def test_the_cards_of_all_other_rhombi_stay_while_one_is_corrected_or_taken_out(screen, draft):
    def shown():
        return {card.place: card for card in screen.widgets(RhombCard)}

    screen.tap("2  Rhombi")
    before = shown()
    screen.screen.edit(3)
    screen.wait()
    assert [place for place, card in shown().items() if card is not before[place]] == [3]  # it is ringed now
    screen.tap("Take it out")
    after = shown()
    assert sorted(after) == list(range(27))
    assert {place for place in after if after[place] is before[place]} == {0, 1, 2}  # all others moved up by one


def test_there_is_no_nought_between_one_and_minus_one(screen, draft):
    screen.tap("2  Rhombi")
    screen.screen.edit(0)
    screen.wait()
    editor = next(iter(screen.widgets(NumberEditor)))
    editor.numbers[0] = 1
    editor.move(0, -1)
    assert editor.numbers[0] == -1


def test_something_that_is_no_rhomb_is_taken_out(screen, draft):
    screen.tap("2  Rhombi")
    screen.screen.edit(27)
    screen.wait()
    screen.tap("Take it out")
    assert len(draft.rhombi) == 27
    screen.tap("3  Play")
    assert screen.reads("27 rhombi were found; the published box holds 28")


def test_corners_are_dragged_where_they_belong(screen, draft):
    screen.tap("Show the corners")
    start = screen.screen.corners.spot(0)
    where = screen.screen.corners.corners_px[0].copy()
    screen.drag(start, (start[0] + 30, start[1]))
    moved = screen.screen.corners.corners_px[0] - where
    assert moved[0] > 0
    assert abs(moved[1]) < 0.2 * moved[0]


def test_the_copy_is_kept_and_new_games_are_played_with_it(screen, draft, prints):
    draft.correct(3, (-4, -2, -4, -2))
    screen.tap("3  Play")
    screen.tap("Keep it and play with it")
    assert kept_cronberg_sets().chosen() == "Our box"
    assert [kind.numbers for kind in edition_in_use().kinds] == [kind.numbers for kind in prints.edition.kinds]

    screen.open("new_game", game="cronberg")
    assert screen.reads("Your own box: Our box")
    face = screen.screen.face
    setup = CRONBERG.setup_from_json(face.setup((Seat("Anna", "red"), Seat("Ben", "blue")), ()))
    assert setup.edition.name == "Our box"
    assert np.array_equal(set_of(setup.edition).board, draft.board.picture)


def test_a_copy_without_rhombi_says_what_is_missing(tablet, draft):
    draft.rhombi.clear()
    tablet.open("enrol_copy", draft=draft, step="play")
    tablet.tap("Keep it and play with it")
    assert tablet.reads("No rhombi are found")
    assert kept_cronberg_sets().names() == ()


@pytest.mark.parametrize("size", [(960, 540), (800, 1280)])
def test_it_fits_any_tablet(make_tablet, draft, size):
    tablet = make_tablet(size=size, language="de")
    for step in ("board", "rhombi", "play"):
        tablet.open("enrol_copy", draft=draft, step=step)
        assert tablet.reads("Eure eigene Schachtel")


# Without a camera


def enter_numbers(screen, numbers):
    """Tell the numbers of the rhomb that is open, corner by corner, by its + and - buttons."""
    (editor,) = screen.widgets(NumberEditor)
    for corner, number in enumerate(numbers):
        for _ in range(abs(number)):
            editor.move(corner, 1 if number > 0 else -1)
    screen.tap("Ready")


def test_a_box_is_entered_without_a_camera_and_played_with(tablet):
    """Given no picture at all, when board and rhombi are entered by touch, new games are played with them."""
    tablet.open("enrol_copy")
    tablet.tap("Without a camera")
    tablet.wait(1.0)
    draft = tablet.screen.draft
    assert set(draft.symbols) == {Symbol.BLANK}
    tablet.tap_at(*tablet.screen.board.point(7))  # the first symbol after blank
    assert draft.symbols[7] is Symbol.PARK
    tablet.tap("2  Rhombi")
    for numbers in ((4, 2, 4, 2), (-6, -3, -6, -3), (4, 2, 4, 2)):
        tablet.tap("Add a rhomb")
        enter_numbers(tablet, numbers)
    assert [one.numbers for one in draft.rhombi] == [(4, 2, 4, 2), (-6, -3, -6, -3), (4, 2, 4, 2)]
    tablet.tap("3  Play")
    tablet.tap("Keep it and play with it")
    edition = edition_in_use()
    assert [(kind.numbers, kind.count) for kind in edition.kinds] == [((4, 2, 4, 2), 2), ((-6, -3, -6, -3), 1)]
    assert edition.symbols[7] is Symbol.PARK
    assert edition.marks == ()


def test_a_rhomb_that_the_camera_missed_is_added(screen, draft):
    screen.tap("2  Rhombi")
    screen.screen.add_rhomb()
    screen.wait()
    assert screen.screen.draft.is_doubtful(28)
    enter_numbers(screen, (1, -2, 1, -2))
    assert draft.rhombi[28].numbers == (1, -2, 1, -2)


def test_a_kept_box_is_corrected_on_the_tablet(screen, draft, prints):
    screen.screen.turn_to("play")
    screen.screen.keep()
    screen.screen.correct("Our box")
    fresh = screen.screen.draft
    assert fresh is not draft
    assert len(fresh.rhombi) == sum(kind.count for kind in edition_in_use().kinds)
    fresh.name_triangle(20, Symbol.BLANK)
    fresh.correct(0, (5, 5, 5, 5))
    screen.screen.keep()
    assert kept_cronberg_sets().names() == ("Our box",)
    assert edition_in_use().symbols[20] is Symbol.BLANK
    assert (5, 5, 5, 5) in [kind.numbers for kind in edition_in_use().kinds]


def test_symbols_that_nobody_has_named_are_marked_as_a_guess(draft):
    assert draft.copy().edition.marks == ("guessed",)
    for group in range(len(draft.board.groups.examples)):
        draft.name_group(group, draft.symbol_of_group(group))
    for triangle in draft.doubtful_triangles:
        draft.name_triangle(triangle, draft.symbols[triangle])
    assert draft.copy().edition.marks == ()


def test_only_the_colours_of_the_box_are_offered(tablet):
    tablet.open("new_game", game="cronberg")
    for place in range(4):
        tablet.screen.seating.sit(place, f"Player {place}")
    assert {seat.colour for seat in tablet.screen.seating.seats} == {"red", "yellow", "green", "blue"}
    tablet.screen.place = 0
    tablet.wait()
    assert len(tablet.screen._colours.children) == 4

"""What the screens show: each crossing's value now and at best, and what the next rhomb could cut off."""

from games.cronberg.components import CronbergBox, RhombKind, Symbol
from games.cronberg.outlook import nearly_cut_off, prospects
from games.cronberg.rules import CRONBERG
from games.cronberg.state import Setup
from games.game import Seat

TWO = (Seat("Anne", "blue"), Seat("Karl", "green"))


def six_triangles(symbol, *kinds):
    return CRONBERG.new(Setup(TWO, CronbergBox("six", 1, (symbol,) * 6, kinds)))


def at(state, name):
    return prospects(state)[state.lattice.crossing_named[name]]


def test_a_corner_takes_two_tips_or_one_wide_corner_or_one_tip_and_a_park():
    state = six_triangles(
        Symbol.PARK, RhombKind("good", "inn", (4, 9, 4, 1)), RhombKind("fair", "mill", (3, 1, 2, 1), 2)
    )
    # The corner A1 touches two triangles; no tip can point at it without a free triangle outside, and on a board of
    # six triangles there is none: one wide corner of 9, or one triangle stays free as a park.
    assert at(state, "A1").best == 9
    assert at(state, "A1").now.points == 0


def test_the_middle_of_six_triangles_takes_three_wide_corners():
    state = six_triangles(
        Symbol.GUARD, RhombKind("good", "inn", (4, 9, 4, 1)), RhombKind("fair", "mill", (3, 1, 2, 2), 2)
    )
    assert at(state, "B2").best == 9 + 2 + 2


def test_a_crossing_that_is_closed_or_barred_has_no_best(play):
    state = six_triangles(Symbol.GUARD, RhombKind("good", "inn", (4, 9, 4, 1), 1))
    state = play(state, "rhomb good 1.1+1.2 head A2")
    assert at(state, "A1").closed
    assert at(state, "A1").best is None
    assert at(state, "C1").barred
    assert at(state, "C1").best is None


def test_next_to_a_rhomb_and_the_rim_one_more_rhomb_can_cut_off(fresh, play):
    state = play(fresh, "rhomb church 1.2+1.3 head A1")
    names = {state.lattice.triangle_names[triangle] for triangle in nearly_cut_off(state)}
    assert names == {"1.1", "1.4"}  # the rim above, the church beside them; one free neighbour is left to each

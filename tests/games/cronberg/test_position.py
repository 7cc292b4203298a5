"""A finished table that nobody recorded is counted as the game itself would have counted it."""

import random

import pytest

from games.cronberg.components import CronbergBox, RhombKind, Symbol
from games.cronberg.position import position
from games.cronberg.rules import CRONBERG
from games.cronberg.scoring import final_lines
from games.cronberg.state import LayRhomb, Setup
from games.game import Seat

COLOURS = ("yellow", "green", "blue", "red")


def lies_there(state):
    """What a photograph shows of a state: rhombi with their roofs, tokens with their colours."""
    lattice, names = state.lattice, state.lattice.triangle_names
    rhombi = [
        LayRhomb(
            state.edition.kinds[laid.kind].key,
            (names[laid.site.triangles[0]], names[laid.site.triangles[1]]),
            lattice.crossing_names[laid.site.head],
        )
        for laid in state.rhombi
    ]
    return rhombi, {lattice.crossing_names[crossing]: seat for crossing, seat in state.tokens}


@pytest.mark.parametrize("seed", range(12))
def test_a_played_game_and_its_last_photograph_end_with_the_same_lines(seed):
    rng = random.Random(seed)
    setup = CRONBERG.setup(tuple(Seat(colour, colour) for colour in COLOURS[: 2 + seed % 3]))
    state, events = CRONBERG.new(setup), ()
    while state.to_move is not None:
        state, events = CRONBERG.apply(state, CRONBERG.sample(state, rng))
    counted = [event.line for event in events if event.line is not None and event.line.final]
    rhombi, tokens = lies_there(state)
    rng.shuffle(rhombi)
    found = position(setup, rhombi, tokens)
    assert found.activated == state.activated
    assert found.left == state.left
    assert {(line.player, line.points, line.places) for line in final_lines(found)} == {
        (line.player, line.points, line.places) for line in counted
    }


def corner(*symbols):
    """Two triangles in a corner of the board, one of them under a well."""
    kinds = (RhombKind("well", "well", (2, 1, 2, 1)),)
    return CronbergBox("corner", 3, (*symbols, *(Symbol.GUARD,) * (54 - len(symbols))), kinds)


def test_the_tokens_of_one_colour_alone_are_counted_too():
    setup = Setup((Seat("red", "red"),), corner())
    state = position(setup, [LayRhomb("well", ("1.1", "2.2"), "A1")], {"A1": 0})
    assert state.tokens == ((state.lattice.crossing_named["A1"], 0),)
    assert final_lines(state) == ()  # a guard is neither a park nor a coat of arms


def test_of_two_rhombi_on_one_triangle_the_first_counts_and_the_box_is_not_overdrawn():
    setup = Setup((Seat("red", "red"),), corner())
    lattice = setup.edition.lattice
    far = next(site for site in reversed(lattice.sites))
    elsewhere = LayRhomb(
        "well",
        (lattice.triangle_names[far.triangles[0]], lattice.triangle_names[far.triangles[1]]),
        lattice.crossing_names[far.head],
    )
    surely, hardly = LayRhomb("well", ("1.1", "2.2"), "A1"), LayRhomb("well", ("1.1", "1.2"), "A1")
    state = position(setup, [surely, hardly, elsewhere], {})
    assert [laid.site.triangles for laid in state.rhombi] == [
        tuple(sorted(lattice.triangle_named[name] for name in surely.triangles)),
        tuple(sorted(far.triangles)),
    ]
    assert state.left == (0,)

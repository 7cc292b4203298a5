"""Layouts: what a set-up has to keep, which swap mends it, printed ones and random ones."""

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.game import Refusal, Seat
from games.istanbul.box.facts import Facts
from games.istanbul.expansions.every import every_part, sets_for
from games.istanbul.layout import faults, mending, random_layout, spots, swapped
from games.istanbul.rulebook import layout_rule, printed_layouts
from games.istanbul.rules import GREAT_BAZAAR, ISTANBUL, LETTERS_AND_SEALS
from games.istanbul.state import Setup

SEATS = (Seat("Anna", "red"), Seat("Ben", "blue"))
GAMES = [(), *((key,) for key in every_part()), tuple(every_part())]


@pytest.mark.parametrize("expansions", GAMES, ids=lambda keys: "+".join(keys) or "base")
def test_printed_and_random_layouts_keep_the_rules(expansions):
    facts = Facts(sets_for(expansions))
    rule = layout_rule(facts)
    assert printed_layouts(facts)
    for layout in (*printed_layouts(facts).values(), *(random_layout(rule, random.Random(n)) for n in range(20))):
        assert faults(layout, rule) == ()
        assert mending(layout, rule) == ()


@pytest.mark.parametrize(
    ("game", "names"),
    [
        (ISTANBUL, ["short_paths", "long_paths", "in_order"]),
        (LETTERS_AND_SEALS, ["letters_first"]),
        (GREAT_BAZAAR, ["default_25"]),
    ],
    ids=lambda given: getattr(given, "key", ""),
)
def test_each_game_offers_its_own_layouts(game, names):
    assert list(game.layouts()) == names
    assert game.setup(SEATS).layout == game.layouts()[names[0]]
    assert len(game.layout_rule().numbers) == sum(map(len, game.layouts()[names[0]]))


def test_a_layout_lies_the_same_from_every_side():
    rule = LETTERS_AND_SEALS.layout_rule()
    layout = LETTERS_AND_SEALS.layouts()["letters_first"]
    for _ in range(4):
        layout = tuple(zip(*layout[::-1], strict=True))
        assert faults(layout, rule) == ()


def test_a_fountain_on_the_edge_is_mended_by_one_swap():
    rule = layout_rule(Facts(("base",)))
    layout = ((15, 5, 7, 14), (4, 12, 2, 3), (8, 6, 11, 9), (13, 10, 1, 16))
    assert [fault.phrase.key for fault in faults(layout, rule)] == ["istanbul.layout_fountain_inner"]
    assert mending(layout, rule) == ((7, 2),)


def test_black_market_and_tea_house_too_near():
    rule = layout_rule(Facts(("base",)))
    layout = ((15, 5, 2, 14), (4, 12, 7, 3), (8, 9, 11, 6), (13, 10, 1, 16))
    assert [fault.places for fault in faults(layout, rule)] == [(8, 9)]
    (swap,) = mending(layout, rule)
    assert faults(swapped(layout, *swap), rule) == ()


def test_an_impossible_layout_is_refused_with_the_swap_that_mends_it():
    layout = ((15, 5, 7, 14), (4, 12, 2, 3), (8, 6, 11, 9), (13, 10, 1, 16))
    with pytest.raises(Refusal, match="7 ↔ 2"):
        ISTANBUL.new(Setup(SEATS, layout))
    assert ISTANBUL.new(Setup(SEATS, layout, any_layout=True)).step == "move"


@pytest.mark.parametrize(
    ("layout", "key"),
    [(((1, 2), (3, 4)), "layout_pattern"), (((15, 5, 2, 14), (4, 12, 7, 3), (8, 6, 11, 9), (13, 10, 1, 1)), "numbers")],
)
def test_a_layout_with_other_places_is_named(layout, key):
    (fault,) = faults(layout, layout_rule(Facts(("base",))))
    assert key in fault.phrase.key


@settings(max_examples=40, deadline=None)
@given(st.sampled_from(GAMES), st.integers(0, 10**6))
def test_every_broken_layout_is_mended_by_two_swaps_at_most(expansions, seed):
    rule = layout_rule(Facts(sets_for(expansions)))
    numbers = sorted(rule.numbers)
    random.Random(seed).shuffle(numbers)
    columns = rule.columns
    layout = tuple(tuple(numbers[row * columns : (row + 1) * columns]) for row in range(rule.rows))
    swaps = mending(layout, rule)
    assert bool(swaps) == bool(faults(layout, rule))
    for swap in swaps:
        layout = swapped(layout, *swap)
    assert faults(layout, rule) == ()
    assert set(spots(layout)) == rule.numbers

"""A stack is told with how sure its number is: who sees little of it goes by how many assistants a player has."""

from __future__ import annotations

from dataclasses import replace

from tests.vision.istanbul.pieces.test_placing import place
from tests.vision.istanbul.pieces.test_seeking import AROUND, HIGH, WIDE, two_places, with_white
from vision.istanbul.pieces.placing import everybody, pieces_on
from vision.istanbul.pieces.shapes import family, merchant
from vision.istanbul.reading_pieces import pieces_in, seen_pieces, stacked


def white_merchant():
    """The table with a white merchant on four assistants, and who is found there."""
    table = with_white(two_places(None), merchant(4), AROUND + WIDE // 2, AROUND + HIGH // 2)
    return table, pieces_on(table, {("merchant", "white")})


def test_with_three_players_a_pale_merchant_who_is_sorted_out_is_not_nobodys():
    standing = [(merchant(0), "white", 110, 35)]
    for across, colour in ((22, "red"), (51, "black"), (80, "green")):
        standing += [(merchant(1), colour, across, 50), (family(0.0), colour, across, 20)]
    table = place(*standing)
    table = replace(table, sigma=1.5 * table.sigma)  # grain: too little of white is seen for one who plays
    found = pieces_in(table, everybody(("red", "black", "green", "white"), ()))
    assert {one.colour for one in found} == {"red", "black", "green"}


def test_all_four_below_a_merchant_of_our_make_are_sure():
    (person,) = stacked(*white_merchant())
    assert person.under == 4
    assert person.sure_of_count > 0.9


def test_a_number_that_is_half_sure_is_told_half_as_surely_as_its_merchant():
    (person,) = stacked(*white_merchant())
    on_top, below = seen_pieces((0, 0), (replace(person, sure_of_count=0.5),))
    assert (on_top.kind, below.kind, below.count) == ("merchant", "assistant", 4)
    assert below.confidence == 0.5 * on_top.confidence

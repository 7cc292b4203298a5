"""Who is read on two places though there is but one of him."""

from __future__ import annotations

from dataclasses import replace

import pytest

from vision.istanbul.changed_places import PlaceChanges
from vision.istanbul.pieces.placed import PlacedPiece
from vision.istanbul.pieces.shapes import assistants, merchant
from vision.istanbul.seen_twice import on_changed_places, seen_elsewhere, sightings_by_place

NUMBERS = (12, 21, 5)
AT_HOME = PlacedPiece("merchant", "yellow", 0, 1, 0, 20, 20, 469.0, 1.0, 1.0, merchant(0))
WENT = replace(AT_HOME, cell=1, gain=537.0)
DISC = PlacedPiece("assistant", "yellow", 0, 1, 2, 90, 20, 200.0, 1.0, 1.0, assistants(1))


def test_assistants_below_their_merchant_are_part_of_his_stack_and_of_a_crowd():
    seen, crowd = sightings_by_place((AT_HOME, replace(DISC, cell=0), DISC), NUMBERS)
    assert seen == {(12, "merchant", "yellow"): 469.0, (5, "assistant", "yellow"): 200.0}
    assert crowd == {12: 2, 5: 1}


def test_of_two_places_the_other_is_kept_of_whom_there_is_but_one():
    assert seen_elsewhere((AT_HOME, WENT, DISC), (AT_HOME,)) == (WENT,)
    assert seen_elsewhere((AT_HOME, DISC), (AT_HOME, replace(DISC, cell=1))) == (), "of assistants there are four"
    assert seen_elsewhere((WENT,), ()) == (), "of him nothing is told at all"


@pytest.mark.parametrize(
    ("changes", "counts"),
    [
        (PlaceChanges(frozenset({12, 21})), True),
        (PlaceChanges(frozenset({12})), False),
        (PlaceChanges(frozenset({12, 21}), frozenset({21})), False),
        (None, False),
    ],
    ids=["changed", "as before", "told of since", "nobody knows"],
)
def test_it_counts_where_that_place_has_changed(changes: PlaceChanges | None, counts: bool):
    assert on_changed_places((WENT,), NUMBERS, changes) == ({(21, "merchant", "yellow"): 537.0} if counts else {})

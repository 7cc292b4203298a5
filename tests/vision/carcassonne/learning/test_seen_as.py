"""What a kind was taken for once it is taken for again, on the same edition."""

from __future__ import annotations

import numpy as np

from calibration.arrays import Float64Array
from vision.carcassonne.learning.seen_as import SeenAs
from vision.carcassonne.pennants import twins_among
from vision.carcassonne.poses import Orientation, as_sides
from vision.tile_map.terrain import kind_named, lowest_turns

BOX = {"BA/Rr": 9, "BA/LR": 2, "BA/Cc.1": 3, "BA/Cc+": 2}
ORIENTATIONS = tuple(
    Orientation(kind, turns, as_sides(kind.sides(turns)))
    for kind in map(kind_named, BOX)
    for turns in range(4)
    if lowest_turns(kind, turns) == turns
)
AT = {(orientation.kind.key, orientation.turns): index for index, orientation in enumerate(ORIENTATIONS)}
UNLIKE = -9.0


def looking_like(**shown: float) -> Float64Array:
    """Evidence under each orientation, such as ``Rr0=0.0``: kind and turns."""
    evidence = np.full(len(ORIENTATIONS), UNLIKE)
    for name, said in shown.items():
        evidence[AT[f"BA/{name[:-1]}", int(name[-1])]] = said
    return evidence


def test_a_curve_that_was_taken_for_a_cloister_with_a_road_may_be_one_again_however_it_lies() -> None:
    nothing = SeenAs.nothing(ORIENTATIONS, twins_among(ORIENTATIONS, BOX))
    cloisterlike = looking_like(LR1=0.0)

    known = nothing.with_tile(cloisterlike, AT["BA/Rr", 0])

    values = known.adjusted_for_mistakes(looking_like(LR3=0.0))  # the same picture, turned by half a turn
    assert values[AT["BA/LR", 3]] == 0.0
    assert values[AT["BA/Rr", 2]] > -1.5
    assert values[AT["BA/Rr", 0]] < -5


def test_a_kind_that_was_taken_for_itself_is_told_as_before() -> None:
    nothing = SeenAs.nothing(ORIENTATIONS, twins_among(ORIENTATIONS, BOX))
    plain = looking_like(Rr0=0.0)

    values = nothing.with_tile(plain, AT["BA/Rr", 0]).adjusted_for_mistakes(plain)

    assert np.allclose(values, plain, atol=0.5)


def test_every_time_it_is_taken_for_itself_the_mistake_counts_less() -> None:
    known = SeenAs.nothing(ORIENTATIONS, twins_among(ORIENTATIONS, BOX)).with_tile(
        looking_like(LR1=0.0), AT["BA/Rr", 0]
    )
    more = known.with_tile(looking_like(Rr0=0.0), AT["BA/Rr", 0]).with_tile(looking_like(Rr2=0.0), AT["BA/Rr", 2])
    again = looking_like(LR1=0.0)

    assert more.adjusted_for_mistakes(again)[AT["BA/Rr", 0]] < known.adjusted_for_mistakes(again)[AT["BA/Rr", 0]]


def test_arms_that_were_overlooked_or_seen_where_none_are_are_told_apart_elsewhere() -> None:
    nothing = SeenAs.nothing(ORIENTATIONS, twins_among(ORIENTATIONS, BOX))
    armed = AT["BA/Cc+", 0]
    seen = looking_like(**{"Cc.10": 0.0, "Cc+0": -2.0})

    values = nothing.with_tile(seen, armed).adjusted_for_mistakes(seen)

    assert np.isclose(values[armed], seen[armed], atol=0.01)
    assert np.isclose(values[AT["BA/Cc.1", 0]], seen[AT["BA/Cc.1", 0]])


def test_before_any_tile_is_named_nothing_changes() -> None:
    seen = looking_like(Rr1=0.0, LR1=-0.5)
    assert np.array_equal(
        SeenAs.nothing(ORIENTATIONS, twins_among(ORIENTATIONS, BOX)).adjusted_for_mistakes(seen), seen
    )

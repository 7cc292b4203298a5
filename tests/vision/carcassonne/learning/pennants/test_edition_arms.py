"""Coats of arms on an edition that is being learned, told by the tile as a whole and by where they are printed."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from vision.carcassonne.learning.pennants.arms_in_view import arms_in_view
from vision.carcassonne.learning.pennants.edition_arms import EditionArms
from vision.carcassonne.pennants import twins_among
from vision.carcassonne.poses import Orientation, as_sides
from vision.tile_map.terrain import kind_named
from vision.tile_map.terrain.reader import TERRAINS

BARE, ARMED, CAP = range(3)
BOX = {"BA/Cc.1": 3, "BA/Cc+": 2, "BA/C": 5}
ORIENTATIONS = [Orientation(kind, 0, as_sides(kind.sides(0))) for kind in map(kind_named, BOX)]
TWINS = twins_among(ORIENTATIONS, BOX)
HESITANT = np.array([0.0, -0.4, -9.0])  # the network takes it for a city in a corner, with or without arms
CORNER = slice(2, 7)  # of 32, where these print their arms


def place(painted: float, *, hidden: bool = False):
    """What a city in a corner shows where its arms would be."""
    ground, covers = np.zeros((len(TERRAINS), 32, 32), np.float32), np.zeros((32, 32), np.float32)
    ground[TERRAINS.index("shield"), CORNER, CORNER] = painted
    covers[:10, :10] = hidden
    return arms_in_view(ground, covers, ORIENTATIONS, BOX)


def arms(known: EditionArms, seen) -> float:
    """Log-likelihood ratio of arms."""
    values = known.adjusted_for_arms(HESITANT, seen)
    return float(values[ARMED] - values[BARE])


@pytest.fixture
def unknown() -> EditionArms:
    """An edition of which no tile was named yet."""
    return EditionArms(ORIENTATIONS, TWINS)


def test_nothing_but_arms_is_told_anew_and_the_better_the_more_tiles_are_named(unknown: EditionArms) -> None:
    bare, armed, cap = (np.array(evidence) for evidence in ([0.0, -1.9, -9.0], [-3.0, 0.0, -9.0], [-9.0, -9.0, 0.0]))
    known = unknown
    for evidence, orientation in ((bare, BARE), (armed, ARMED), (cap, CAP)):
        known = known.with_tile(evidence, None, orientation, named=True)
    values, before = (one.adjusted_for_arms(bare, None) for one in (known, unknown))
    assert values[CAP] == bare[CAP]
    assert values[ARMED] - values[BARE] < before[ARMED] - before[BARE]


def test_arms_painted_where_all_editions_print_them_are_arms_and_a_plain_corner_has_none(unknown: EditionArms) -> None:
    assert arms(unknown, place(0.9)) > 2
    assert arms(unknown, place(0.01)) < -1.5


def test_beneath_somebody_their_place_tells_nothing(unknown: EditionArms) -> None:
    assert arms(unknown, place(0.9, hidden=True)) == arms(unknown, None)


def test_a_tile_that_shows_them_there_makes_surer_that_one_without_has_none(unknown: EditionArms) -> None:
    """Given that nobody has said of either tile which it is."""
    after = unknown.with_tile(HESITANT, place(0.9), BARE, named=False)
    assert arms(after, place(0.01)) < arms(unknown, place(0.01)) - 0.5


def test_an_edition_that_prints_them_elsewhere_is_found_out_by_tiles_that_people_name(unknown: EditionArms) -> None:
    known = unknown
    for _ in range(3):
        known = known.with_tile(HESITANT, place(0.01), ARMED, named=True)
    assert abs(arms(known, place(0.01))) < 0.5


def test_among_all_tiles_of_an_evening_what_the_place_shows_counts_before_they_are_compared(
    unknown: EditionArms,
) -> None:
    (there, kinds), (nowhere, _) = (
        unknown.paired(HESITANT, place(painted), BARE, open_still=True) for painted in (0.9, 0.01)
    )
    assert kinds == ("BA/Cc.1", "BA/Cc+")
    assert nowhere.prior < -1.5 < 2 < there.prior
    assert unknown.paired(HESITANT, place(0.9), CAP, open_still=True) is None


def test_a_picture_of_the_twin_tells_more_than_what_is_painted_there(unknown: EditionArms) -> None:
    """Given houses that pass for arms, on a tile that is its twin's drawing but for some."""
    houses = place(0.9)
    beside = replace(houses, beside_twins={("BA/Cc+", 0): -4.5})
    assert arms(unknown, houses) > 2
    assert arms(unknown, beside) < 1
    paired, _ = unknown.paired(HESITANT, beside, BARE, open_still=True)
    assert paired.prior < unknown.paired(HESITANT, houses, BARE, open_still=True)[0].prior - 1.5


def test_where_a_city_from_side_to_side_ends_houses_pass_for_arms(unknown: EditionArms) -> None:
    """What is painted there tells little, however sure the network is; a picture of its twin tells all the same."""
    box = {"BA/CFc.1": 1, "BA/CFc+": 2}
    orientations = [Orientation(kind, 0, as_sides(kind.sides(0))) for kind in map(kind_named, box)]
    known = EditionArms(orientations, twins_among(orientations, box))
    ground = np.zeros((len(TERRAINS), 32, 32), np.float32)
    ground[TERRAINS.index("shield"), 12:18, 25:30] = 0.95
    seen = arms_in_view(ground, np.zeros((32, 32), np.float32), orientations, box)

    def ratio(in_view) -> float:
        values = known.adjusted_for_arms(np.array([0.0, 4.0]), in_view)
        return float(values[1] - values[0])

    assert 1 < ratio(seen) <= 1.5
    assert ratio(replace(seen, beside_twins={("BA/CFc+", 0): -4.5})) < 0

"""Coats of arms of an edition that nobody has seen, told by which tiles of the map are copies of each other."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.typing import NDArray

from vision.carcassonne.arms.linked_pennants import linked
from vision.carcassonne.arms.same_print import PrintsInView
from vision.carcassonne.poses import Orientation, as_sides
from vision.imaging.patches import layers_of
from vision.tile_map.terrain import kind_named

BOX = {"BA/Ccc": 3, "BA/Ccc+": 1, "BA/RFr": 9}
ORIENTATIONS = [Orientation(kind, 0, as_sides(kind.sides(0))) for kind in map(kind_named, BOX)]
BARE, ARMED, CURVE = range(3)
SIDE = 48  # px


class Prints(PrintsInView):
    """Tiles of which it is known which are one print."""

    def __init__(self, drawn: str) -> None:
        self._drawn = drawn

    def said_of(self, one: int, other: int, quarters: int) -> float:
        return 4.0 if self._drawn[one] == self._drawn[other] else -4.0


def odds_for_arms(seen: list[float], drawn: str, nobody_on: list[bool] | None = None) -> NDArray[np.float64]:
    """Log-odds for arms of full cities with these log-odds before; ``drawn`` has a letter for the print of each, then
    of four curves that are sure."""
    evidence = np.full((len(seen) + 4, len(ORIENTATIONS)), -12.0)
    evidence[: len(seen), BARE] = 0.0
    evidence[: len(seen), ARMED] = seen
    evidence[len(seen) :, CURVE] = 0.0
    raised = np.exp(evidence)
    posterior = raised / raised.sum(axis=1, keepdims=True)
    bare = np.array([True] * len(evidence) if nobody_on is None else [*nobody_on, *[True] * 4])
    compared = linked(evidence, posterior, ORIENTATIONS, BOX, Prints(drawn), bare)
    return np.asarray((compared[:, ARMED] - compared[:, BARE])[: len(seen)])


def test_of_four_full_cities_the_one_that_is_no_copy_of_the_others_bears_the_arms() -> None:
    odds = odds_for_arms([-1.0, -1.2, -0.9, -0.4], "aaab" + "cccc")
    assert (odds > 0).tolist() == [False, False, False, True]


def test_where_an_edition_draws_every_tile_anew_nothing_follows_from_prints_that_differ() -> None:
    odds = odds_for_arms([-1.0, -1.2], "ab" + "cdef")
    assert odds == pytest.approx([-1.0, -1.2], abs=0.6)


def test_who_is_stood_on_is_compared_with_none() -> None:
    odds = odds_for_arms([-1.0, -1.2, -0.9, -0.4], "aaab" + "cccc", [True, True, True, False])
    assert odds[3] == pytest.approx(-0.4)


def test_copies_are_one_print_in_another_light_and_turned_and_arms_at_the_rim_make_another() -> None:
    rng = np.random.default_rng(7)
    tile = np.clip(rng.normal(130, 45, (SIDE // 4, SIDE // 4, 3)), 0, 255).astype(np.uint8).repeat(4, 0).repeat(4, 1)
    with_arms = tile.copy()
    with_arms[4:14, 4:14] = (200, 60, 40)
    row = [tile, (np.rot90(tile) * 0.8).astype(np.uint8), with_arms]
    picture = np.full((3 * SIDE, 5 * SIDE, 3), 90, np.uint8)
    poses = []
    for number, one in enumerate(row):
        left = SIDE // 2 + number * 3 * SIDE // 2
        picture[SIDE : 2 * SIDE, left : left + SIDE] = one
        poses.append([[SIDE, 0.0, left + 1.0], [0.0, SIDE, SIDE - 1.0], [0.0, 0.0, 1.0]])  # laid a little aside
    prints = PrintsInView(layers_of(picture, SIDE), np.array(poses))
    assert prints.said_of(0, 1, 3) > 0
    assert prints.said_of(0, 1, 0) < 0
    assert prints.said_of(0, 2, 0) < 0

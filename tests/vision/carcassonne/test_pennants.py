"""Coats of arms on tiles of an edition that nobody has seen, told by comparing a map's tiles with each other."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.typing import NDArray

from vision.carcassonne.pennants import (
    compare_pennants,
    likeliest_spots,
    twins_among,
    with_arms_of,
    with_painted_arms,
)
from vision.carcassonne.poses import Orientation, as_sides
from vision.tile_map.terrain import kind_named
from vision.tile_map.terrain.reader import TERRAINS

BOX = {"BA/Cc.1": 3, "BA/Cc+": 2, "BA/Ccc": 3, "BA/Ccc+": 1, "BA/C": 5}
ORIENTATIONS = [Orientation(kind, 0, as_sides(kind.sides(0))) for kind in map(kind_named, BOX)]
BARE, ARMED, CAP = [0, 2], [1, 3], 4  # the first two kinds without and with a coat of arms; a city cap has none


def seen(log_odds: list[float], kind: int) -> NDArray[np.float64]:
    """Evidence of tiles that are surely of a kind, with these log-odds for a coat of arms."""
    evidence = np.full((len(log_odds), len(ORIENTATIONS)), -12.0)
    evidence[:, BARE[kind]] = 0.0
    evidence[:, ARMED[kind]] = log_odds
    return evidence


def compared(evidence: NDArray[np.float64]) -> NDArray[np.float64]:
    raised = np.exp(evidence)
    return compare_pennants(evidence, raised / raised.sum(axis=1, keepdims=True), ORIENTATIONS, BOX)


def arms(kind_odds: NDArray[np.float64], kind: int) -> list[bool]:
    return (kind_odds[:, ARMED[kind]] > kind_odds[:, BARE[kind]]).tolist()


@pytest.mark.parametrize("shift", [-1.5, 0.0, 1.5])
def test_an_edition_on_which_all_tiles_look_too_much_or_too_little_as_if_they_bore_arms_falls_into_two_groups(
    shift: float,
) -> None:
    counts = compared(seen([shift - 1.6, shift - 1.2, shift - 1.5, shift + 1.3, shift + 1.7], 0))
    assert arms(counts, 0) == [False, False, False, True, True]


def test_tiles_of_one_kind_show_what_arms_look_like_on_another() -> None:
    counts = compared(np.vstack([seen([0.4, 0.6, 0.3, 3.4, 3.8], 0), seen([0.5, 0.2, 0.6], 1)]))
    assert arms(counts[5:], 1) == [False, False, False]


def test_a_tile_alone_is_told_by_what_it_looks_like_and_with_doubt() -> None:
    counts = compared(seen([1.5], 0))
    assert 0 < counts[0, ARMED[0]] - counts[0, BARE[0]] < 3


def test_nothing_changes_of_what_is_told_besides() -> None:
    evidence = np.vstack([seen([0.5, 3.0], 0), np.eye(len(ORIENTATIONS))[[CAP]] * 9])
    counts = compared(evidence)
    assert np.array_equal(counts[:, CAP], evidence[:, CAP])


def test_arms_are_told_by_the_one_and_kinds_by_the_other() -> None:
    one, other = seen([0.5], 0), seen([3.0], 1)
    both = with_arms_of(one, other, twins_among(ORIENTATIONS, BOX))
    assert both[0, ARMED[0]] - both[0, BARE[0]] == pytest.approx(0.5)
    assert both[0].argmax() in (BARE[1], ARMED[1])
    assert both[0, CAP] == other[0, CAP]


def test_arms_at_the_rim_that_the_whole_tile_does_not_tell_are_told_by_their_spot() -> None:
    ground = np.zeros((2, len(TERRAINS), 32, 32), np.float32)
    ground[:, TERRAINS.index("shield")] = 0.1
    ground[0, TERRAINS.index("shield"), 2, 2] = 0.9
    counts = with_painted_arms(seen([-0.5, -0.5], 1), likeliest_spots(ground), ORIENTATIONS, BOX, np.ones((2, 1), bool))
    assert arms(counts, 1) == [True, False]


def test_a_figure_that_looks_like_arms_says_nothing_of_them() -> None:
    ground = np.full((1, len(TERRAINS), 32, 32), 0.9, np.float32)
    evidence = seen([-0.5], 1)
    nobody_sees = np.zeros((1, 1), bool)
    as_before = with_painted_arms(evidence, likeliest_spots(ground), ORIENTATIONS, BOX, nobody_sees)
    assert as_before == pytest.approx(evidence)

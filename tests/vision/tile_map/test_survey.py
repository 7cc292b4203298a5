"""Whether the seams of what was found vouch for it."""

from __future__ import annotations

import numpy as np

from vision.tile_map import survey
from vision.tile_map.survey import seams_vouch

CITY, ROAD, FIELD = 0, 1, 2
SIDE = 5
CELLS = [(row, column) for row in range(SIDE) for column in range(SIDE)]


def edges_of_a_map() -> np.ndarray:
    """(25, 4) sides of tiles, one a cell, whose seams all meet."""
    across = np.random.default_rng(5).integers(0, 3, (SIDE, SIDE + 1))
    down = np.random.default_rng(6).integers(0, 3, (SIDE + 1, SIDE))
    sides = [(down[r, c], across[r, c + 1], down[r + 1, c], across[r, c]) for r, c in CELLS]
    return np.array(sides, np.int8)


def shown(order: np.ndarray) -> dict[tuple[int, int], int]:
    return {cell: int(tile) for cell, tile in zip(CELLS, order, strict=True)}


def test_a_map_whose_seams_meet_is_vouched_for() -> None:
    assert seams_vouch(shown(np.arange(25)), edges_of_a_map()) > survey.PARAMETERS.seams_vouch


def test_one_tile_misread_in_five_leaves_a_map_vouched_for() -> None:
    order = np.arange(25)
    order[::5] = order[::5][::-1]
    assert seams_vouch(shown(order), edges_of_a_map()) > survey.PARAMETERS.seams_vouch


def test_tiles_that_lie_anyhow_are_not_vouched_for() -> None:
    assert (
        seams_vouch(shown(np.random.default_rng(2).permutation(25)), edges_of_a_map()) < survey.PARAMETERS.seams_vouch
    )


def test_a_table_taken_for_one_large_field_is_not_vouched_for() -> None:
    assert seams_vouch(shown(np.zeros(25, int)), np.full((1, 4), FIELD, np.int8)) < survey.PARAMETERS.seams_vouch


def test_a_lone_tile_has_no_seam_to_vouch_for_it() -> None:
    assert seams_vouch({(0, 0): 3}, edges_of_a_map()) == 0

"""Tiles that touch are a map; tiles that lie apart are not."""

from __future__ import annotations

import numpy as np
import pytest

from vision.registration.lattice import Lattice
from vision.tile_map.touching import gaps_between, lie_apart


def laid(rows: int, columns: int, gap: float, *, slant: float = 0.0, seed: int = 1) -> Lattice:
    """Tiles of 60 px so far apart, as shares of a tile, laid a little carelessly, seen ``slant`` aslant."""
    chance = np.random.default_rng(seed)
    camera = np.array([[1.0, 0.1, 20.0], [0.0, 1.0, 30.0], [0.0, slant / 1000, 1.0]])
    cells = {}
    for row in range(rows):
        for column in range(columns):
            x, y = (60 * (1 + gap) * at + chance.normal(0, 0.6) for at in (column, row))
            cells[row, column] = camera @ np.array([[60.0, 0, x], [0, 60.0, y], [0, 0, 1]])
    return Lattice(cells)


@pytest.mark.parametrize("slant", [0.0, 0.5])
@pytest.mark.parametrize("gap", [0.0, 0.04])
def test_tiles_laid_by_hand_touch_from_above_and_aslant(gap: float, slant: float) -> None:
    lattice = laid(4, 5, gap, slant=slant)
    assert len(gaps_between(lattice)) == 31
    assert float(np.median(gaps_between(lattice))) == pytest.approx(gap / (1 + gap), abs=0.02)
    assert not lie_apart(lattice)


@pytest.mark.parametrize("slant", [0.0, 0.5])
def test_stickers_with_a_seventh_of_a_tile_between_them_are_no_map(slant: float) -> None:
    assert lie_apart(laid(3, 3, 0.16, slant=slant))


def test_one_pair_of_tiles_tells_nothing() -> None:
    assert not lie_apart(laid(1, 2, 0.3))
    assert not lie_apart(Lattice({}))


def test_a_single_tile_that_was_pushed_away_makes_no_difference() -> None:
    lattice = laid(3, 3, 0.02)
    pushed = lattice.cells[2, 2] @ np.array([[1.0, 0, 0.3], [0, 1.0, 0.3], [0, 0, 1]])
    assert not lie_apart(Lattice({**lattice.cells, (2, 2): pushed}))

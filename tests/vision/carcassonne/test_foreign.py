"""Tiles of boxes that are not being played, told by what the terrain reader says of a whole map."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from games.carcassonne.rules import CARCASSONNE
from games.game import Seat
from vision.carcassonne.foreign import outside_the_box
from vision.tile_map.terrain import column_of, kind_named, placements

TABLE = CARCASSONNE.setup((Seat("Anna", "red"), Seat("Ben", "blue")))
BOX = {kind_named(name).key: count for name, count in CARCASSONNE.box(TABLE).items()}
# Pieces of road with an inn, each of which the expansion holds once, and the same without.
BENDS, ENDS, CROSSINGS = ("IC/RFr.i", "BA/RFr"), ("IC/Rr.i", "BA/Rr"), ("IC/RRR.i", "BA/RRR")


def roads(*inns: float, among: tuple[tuple[str, str], ...] = (BENDS,)) -> NDArray[np.float64]:
    """Log posteriors of pieces of road, ``among`` these by turns, each with an inn with so much probability."""
    chances = np.full((len(inns), len(placements()) + 1), 1e-6)
    for place, chance in enumerate(inns):
        inn, plain = among[place % len(among)]
        chances[place, column_of(inn, 0)], chances[place, column_of(plain, 0)] = chance, 1 - chance
    return np.log(chances)


def test_a_tile_that_surely_shows_an_inn_is_of_another_box() -> None:
    strange = outside_the_box(roads(0.9999, 0.01, 0.01), BOX)
    assert strange[0] > 0.5
    assert strange[1:].max() < 0.05


def test_a_doubtful_inn_is_one_where_others_lie_about() -> None:
    alone = outside_the_box(roads(0.9, 0.01, 0.01, 0.01), BOX)[0]
    in_company = outside_the_box(roads(0.9, 0.9999, 0.9999, among=(BENDS, ENDS, CROSSINGS)), BOX)[0]
    assert alone < 0.4 < 0.6 < in_company


def test_a_map_of_the_box_alone_is_all_its_own() -> None:
    assert outside_the_box(roads(*[0.2] * 30), BOX).max() < 0.02


def test_what_seems_an_inn_on_bend_after_bend_is_how_an_edition_draws_its_bends() -> None:
    strange = outside_the_box(roads(0.999, 0.999, 0.999, 0.98, among=(BENDS, BENDS, BENDS, ENDS)), BOX)
    assert strange[:3].max() < 0.05

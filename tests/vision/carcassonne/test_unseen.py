"""Places of a map whose edition nobody has seen: which of them show a tile, and one of this box."""

from __future__ import annotations

import numpy as np
import pytest

from games.carcassonne.rules import CARCASSONNE
from games.game import Seat
from vision.carcassonne import unseen
from vision.carcassonne.unseen import against_tiles, of_another_box
from vision.tile_map.terrain import column_of, kind_named, placements
from vision.tile_map.terrain.reader import TERRAINS

TABLE = CARCASSONNE.setup((Seat("Anna", "red"), Seat("Ben", "blue")))
BOX = {kind_named(name).key: count for name, count in CARCASSONNE.box(TABLE).items()}


def place(bare):
    """(1, terrains, 32, 32) what is painted where so large a share seems to be no tile."""
    ground = np.zeros((1, len(TERRAINS), 32, 32), np.float32)
    ground[:, TERRAINS.index("nothing")], ground[:, TERRAINS.index("field")] = bare, 1 - bare
    return ground


def crossings(inn):
    """Log posteriors of four crossings, the first of which has an inn with so much probability."""
    chances = np.full((4, len(placements()) + 1), 1e-6)
    chances[:, column_of("BA/RRR", 0)] = 0.99
    chances[0, column_of("IC/RRR.i", 0)], chances[0, column_of("BA/RRR", 0)] = inn, 1 - inn
    return np.log(chances).astype(np.float32)


def test_a_bed_of_flowers_in_a_gap_of_the_map_is_hardly_a_tile():
    assert against_tiles(place(0.5)) > 4


def test_somebody_on_a_tile_does_not_unmake_it():
    assert against_tiles(place(0.15)) == pytest.approx(0.0)


def test_who_stands_at_a_crossing_is_no_inn(monkeypatch):
    stood_on = np.array([True, False, False, False])
    monkeypatch.setattr(unseen, "figures_without_faces", lambda *_: [])

    def strange(beneath):
        monkeypatch.setattr(unseen, "looked_beneath", lambda *_: (beneath, stood_on))
        return of_another_box(None, np.zeros((4, 3, 3)), crossings(0.9999), place(0.0), BOX, None)[0]

    assert strange(crossings(0.01)) < 0.1
    assert strange(crossings(0.9999)) > 0.5

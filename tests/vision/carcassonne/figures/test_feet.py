"""Feet that all seem to be aside by as much as the camera is thought to stand elsewhere."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from games.carcassonne.tiles import tile_type
from vision.carcassonne.figures.feet import shift_shares, stand_of
from vision.carcassonne.live.drawn import footing
from vision.carcassonne.live.plan import usual
from vision.carcassonne.observation import SeenTile
from vision.pieces.figures import FoundPiece

SIDE = 60.0
ROAD = "BA/RFr"  # from west to east through the middle
FEATURES = tile_type(ROAD).features


def tile_at(column):
    sides = tile_type(ROAD).turned[0].sides
    outline = np.zeros((4, 2), np.float32)
    return SeenTile(0, column, ROAD, "U", tuple(sides), 0, 1.0, (), outline)


def stands(places):
    """Red figures, one a tile, that seem to stand at these places (u, v)."""
    tiles = [tile_at(column) for column in range(len(places))]
    poses = np.array([[[SIDE, 0, SIDE * tile.column], [0, SIDE, 0], [0, 0, 1]] for tile in tiles])

    def ground(tile):
        return footing(ROAD, usual(ROAD)), FEATURES

    found = []
    for column, (u, v) in enumerate(places):
        foot = np.array([SIDE * (column + u), SIDE * v])
        figure = FoundPiece("red", foot, 0.1, 20.0, 1.0, np.zeros((4, 2), np.float32))
        found.append(stand_of(figure, foot, tiles, poses, ground))
    return found


def surely_road(places):
    """How surely the first of these stands on the road."""
    every = stands(places)
    first = every[0].follower(shift_shares(every))
    return first.on_feature if first.feature == "road" else 1 - first.on_feature


def test_feet_that_are_all_aside_alike_tell_where_they_stand():
    aside = [(0.3, 0.42), (0.5, 0.42), (0.7, 0.42), (0.4, 0.42), (0.6, 0.42)]
    assert 1 - surely_road(aside) < (1 - surely_road(aside[:1])) / 3


def test_feet_on_their_places_are_surer_together():
    there = [(0.3, 0.5), (0.5, 0.5), (0.7, 0.5)]
    assert surely_road(there) > 0.95


def test_who_lies_is_told_as_lying():
    (one,) = stands([(0.5, 0.15)])
    assert one.follower(shift_shares([one])).standing
    assert not replace(one, standing=False).follower(shift_shares([one])).standing


def test_a_foot_far_from_the_map_stands_on_nothing():
    assert stand_of(stands([(0.5, 0.5)])[0].figure, np.array([-200.0, 0.0]), [], np.zeros((0, 3, 3)), None) is None

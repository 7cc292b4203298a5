"""The bench of followed games: what was told is laid on what was true."""

from __future__ import annotations

import numpy as np

from tools.benchmarks.follow import Truth, first_laying
from vision.carcassonne.following.events import EventKind, FollowEvent
from vision.carcassonne.following.laying import Laying
from vision.carcassonne.observation import SeenTile


def tile(row, column, *sides):
    return SeenTile(row, column, "BA/RCr", "D", sides, 0, 0.99, (), np.zeros((4, 2), np.float32))


def followed(frame, one):
    return FollowEvent(frame, EventKind.PLACED, one.row, one.column, one)


def test_tiles_that_are_told_wrongly_later_do_not_turn_the_map():
    truths = [Truth({(0, 0): tile(0, 0, "city", "road", "field", "road")}, set())] * 9
    start = followed(0, tile(0, 0, "road", "city", "road", "field"))
    wrong = [followed(frame, tile(frame, 0, "city", "road", "field", "road")) for frame in range(1, 9)]
    assert first_laying([start, *wrong], truths) == Laying(turns=3)


def test_where_nothing_was_told_the_map_lies_as_it_is_seen():
    assert first_laying([], []) == Laying()

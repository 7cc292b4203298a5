"""What was read of Stained Glass, drawn onto the picture: what is forbidden stands out."""

from __future__ import annotations

import numpy as np

from companion.readings.glass_drawing import WRONG, drawn


def tile(kind, x, y, side=40):
    half = side / 2
    corners = [[x - half, y - half], [x + half, y - half], [x + half, y + half], [x - half, y + half]]
    return {"kind": kind, "x": x, "y": y, "outline": corners}


def reading(*tiles, faults=()):
    window = {"tiles": tiles, "whole": False, "faults": list(faults)}
    return {"areas": [{"windows": [window], "loose": []}], "unread": []}


def red(picture):
    return np.argwhere((picture == WRONG).all(axis=2))


def test_a_double_in_one_window_is_ringed_where_it_lies():
    table = np.full((480, 640, 3), 90, np.uint8)
    double = {"kind": "double", "tiles": ["1a"], "x": 300, "y": 200, "why": ""}
    shown = drawn(table, reading(tile("1a", 280, 200), tile("1a", 320, 200), faults=[double]))
    y, x = red(shown).mean(axis=0)
    assert abs(x - 300) < 25
    assert abs(y - 200) < 25
    assert (table == 90).all()


def test_a_legal_window_has_no_ring():
    table = np.full((480, 640, 3), 90, np.uint8)
    shown = drawn(table, reading(tile("1a", 280, 200), tile("2a", 320, 200)))
    assert not len(red(shown))
    assert (shown != table).any()

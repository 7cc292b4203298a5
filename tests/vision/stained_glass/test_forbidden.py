"""What is told of glass that lies against the rules, while the game goes on."""

from __future__ import annotations

import numpy as np

from vision.explanation import TableRemark
from vision.stained_glass.forbidden import forbidden_glass
from vision.stained_glass.live.holdings import Held, Noticed
from vision.stained_glass.live.tracker import LiveGlass

ANNA, BEN = 0, 1
SIDE = 50.0
MAP = [np.array([[x, 400], [x + SIDE, 400], [x + SIDE, 450], [x, 450]], np.float32) for x in (500, 550, 600, 650)]


def at(kind: str, column: float, row: float, sure: float = 1.0) -> LiveGlass:
    x, y = 100 + column * SIDE * 1.01, 100 + row * SIDE * 1.01
    return LiveGlass(kind, np.array([[SIDE, 0, x], [0, SIDE, y], [0, 0, 1.0]]), sure)


def remarks_on(*tiles: LiveGlass, owners: tuple[int, ...] | None = None) -> tuple[TableRemark, ...]:
    noticed = Noticed((Held(({}, {}), 1.0),), tiles, owners or (ANNA,) * len(tiles), (), False)
    return forbidden_glass(noticed, MAP, 1280, 720)


def test_a_lawful_window_is_not_remarked_upon():
    assert remarks_on(at("1a", 0, 0), at("1b", 0, 1), at("2a", 1, 0)) == ()


def test_a_double_in_a_window_is_pointed_out_with_both_tiles():
    (remark,) = remarks_on(at("1a", 0, 0), at("1b", 0, 1), at("1a", 1, 0))
    assert remark.phrase.key == "glass.fault_double"
    assert remark.places == ("glass 0 1a",)
    assert len(remark.outlines) == 2


def test_windows_one_and_three_joined_are_pointed_out_with_the_place():
    (remark,) = remarks_on(at("1b", 0, 1), at("3b", 1, 1), owners=(BEN, BEN))
    assert remark.phrase.key == "glass.fault_not_neighbours"
    assert remark.places == ("glass 1 1b", "glass 1 3b")
    assert remark.outlines[0].shape == (5, 2)


def test_two_loose_windows_of_one_player_may_hold_the_same_tile():
    assert remarks_on(at("1a", 0, 0), at("1b", 0, 1), at("1a", 4, 0), at("1b", 4, 1)) == ()


def test_glass_of_two_players_makes_no_window():
    assert remarks_on(at("1a", 0, 0), at("1a", 1, 0), owners=(ANNA, BEN)) == ()


def test_what_is_half_hidden_is_not_blamed():
    assert remarks_on(at("1a", 0, 0), at("1a", 1, 0, sure=0.7)) == ()

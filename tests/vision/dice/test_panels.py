"""Several photographs in one picture are read one by one; one photograph stays whole."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from vision.dice.panels import panels_of
from vision.dice.reading import read_dice
from vision.frames import Picture
from vision.simulator.conditions import Conditions, Level
from vision.simulator.dice.lay import DiePose
from vision.simulator.dice.still import StillDice, still_dice


def taken(seed: int, *lies: DiePose) -> StillDice:
    drawn = Conditions.from_level(Level.EASY, np.random.default_rng(seed))
    return still_dice(seed, Level.EASY, poses=lies, conditions=replace(drawn, width=640, height=400, focal_px=700.0))


def sheet(*pictures: Picture) -> Picture:
    """Four photographs, two by two."""
    one, two, three, four = pictures
    return np.vstack([np.hstack([one, two]), np.hstack([three, four])])


def test_a_photograph_is_one_panel() -> None:
    for seed in (140, 141):
        assert len(panels_of(taken(seed, DiePose.FLAT).picture)) == 1


def test_four_photographs_are_told_apart() -> None:
    cloths = np.random.default_rng(5).integers(10, 90, (4, 1, 1, 3))
    grain = np.random.default_rng(6).normal(0, 4, (4, 300, 400, 1))
    pictures = np.clip(cloths + grain, 0, 255).astype(np.uint8)
    found = [(panel.left, panel.top, panel.picture.shape[:2]) for panel in panels_of(sheet(*pictures))]
    assert sorted(found) == [(0, 0, (300, 400)), (0, 300, (300, 400)), (400, 0, (300, 400)), (400, 300, (300, 400))]


def test_the_gap_between_rows_of_tiles_parts_nothing() -> None:
    picture = np.full((600, 600, 3), (70, 160, 90), np.uint8)
    picture[300:302] = 25
    assert len(panels_of(picture)) == 1


def test_dice_of_two_photographs_put_together_need_not_lie_on_one_table() -> None:
    """Each is level on its own table, and the tables are seen from two sides."""
    one, two = taken(142, DiePose.FLAT, DiePose.FLAT), taken(145, DiePose.FLAT, DiePose.FLAT)
    seen = read_dice(np.hstack([one.picture, two.picture]))
    alone = [read_dice(still.picture) for still in (one, two)]
    assert sorted(die.pips for die in seen.dice) == sorted(die.pips for part in alone for die in part.dice)
    assert {round(die.x) for die in seen.dice} == {
        round(die.x) + shift for part, shift in zip(alone, (0, 640), strict=True) for die in part.dice
    }

"""The camera tells each roll once, when the dice lie still."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from vision.dice.live import CameraDice, SeenRoll
from vision.frames import Frame, Picture
from vision.simulator.conditions import Conditions
from vision.simulator.dice.lay import DiePose
from vision.simulator.dice.still import StillDice, still_dice


def table(seed: int, *lies: DiePose) -> StillDice:
    drawn = Conditions.from_level("easy", np.random.default_rng(seed))
    return still_dice(seed, "easy", poses=lies, conditions=replace(drawn, width=960, height=600, focal_px=1000.0))


class Film:
    """Shows pictures to the watching camera, ten a second, each with a grain of its own."""

    def __init__(self) -> None:
        self.dice = CameraDice()
        self.number = 0
        self.rng = np.random.default_rng(0)

    def show(self, picture: Picture, frames: int = 8, dice: int = 2) -> list[SeenRoll]:
        rolls = []
        for _ in range(frames):
            grain = np.float32(2) * self.rng.standard_normal(picture.shape[:2], dtype=np.float32)
            image = np.clip(picture + grain[..., None], 0, 255).astype(np.uint8)
            roll = self.dice.look(Frame(image, 100.0 * self.number, self.number), dice)
            self.number += 1
            rolls += [roll] if roll else []
        return rolls


def shown(still: StillDice) -> tuple[int, ...]:
    return tuple(die.pips for die in sorted(still.dice, key=lambda die: die.x))


def test_a_roll_is_told_once() -> None:
    film = Film()
    first, second = table(100, DiePose.FLAT, DiePose.FLAT), table(102, DiePose.FLAT, DiePose.FLAT)
    assert film.show(table(1).picture) == []
    assert [roll.values for roll in film.show(first.picture)] == [shown(first)]
    assert film.show(first.picture, 30) == []
    assert [roll.values for roll in film.show(second.picture)] == [shown(second)]


def test_nothing_is_told_while_the_dice_roll() -> None:
    film = Film()
    rolling = [table(seed, DiePose.FLAT, DiePose.FLAT).picture for seed in (100, 102, 104)]
    for _ in range(3):
        for picture in rolling:
            assert film.show(picture, 1) == []


def test_a_hand_that_passes_over_dice_makes_no_new_roll() -> None:
    film = Film()
    first = table(100, DiePose.FLAT, DiePose.FLAT)
    assert len(film.show(first.picture)) == 1
    film.show(table(1).picture, 2)
    assert film.show(first.picture) == []


def test_three_dice_are_no_roll_of_two() -> None:
    assert Film().show(table(105, DiePose.FLAT, DiePose.FLAT, DiePose.FLAT).picture, 10) == []


def test_dice_that_lay_there_before_are_no_roll_until_they_are_thrown() -> None:
    film = Film()
    first, second = table(100, DiePose.FLAT, DiePose.FLAT), table(102, DiePose.FLAT, DiePose.FLAT)
    assert film.show(first.picture, dice=0) == []
    assert film.show(first.picture) == []
    assert [roll.values for roll in film.show(second.picture)] == [shown(second)]

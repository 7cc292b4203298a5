"""A second look measures how a die leans, wherever the first look thought it did."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from vision.networks.dice.judge import Verdict
from vision.networks.dice.poise import poised
from vision.simulator.conditions import Conditions
from vision.simulator.dice.lay import DiePose
from vision.simulator.dice.still import DieTruth, still_dice

WRONG = 0.15  # sides


def taken_for(die: DieTruth, lean: tuple[float, float]) -> Verdict:
    chances = tuple(float(number == die.pips) for number in range(7))
    return Verdict(die.x, die.y, die.side, chances, 0.1, 0.0, 1.0, lean, 0.1)


@pytest.mark.parametrize("lie", [DiePose.FLAT, DiePose.COCKED])
def test_a_lean_that_was_measured_wrongly_is_measured_again(lie: DiePose) -> None:
    drawn = Conditions.from_level("easy", np.random.default_rng(140))
    small = replace(drawn, width=960, height=600, focal_px=1000.0)
    still = still_dice(140, "easy", poses=(lie, lie), conditions=small)
    wrong = [taken_for(die, (die.lean[0] + WRONG, die.lean[1] - WRONG)) for die in still.dice]
    for die, verdict in zip(still.dice, poised(still.picture, wrong), strict=True):
        off = float(np.hypot(*np.subtract(verdict.lean, die.lean)))
        assert off < np.hypot(WRONG, WRONG)
        assert off < 0.08 or not die.readable

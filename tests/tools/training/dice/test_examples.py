"""What the dice networks learn from."""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np
import pytest

from tools.training.dice.examples import DENSE, example, grounds
from tools.training.dice.textures import spotted_table
from tools.training.dice.trays import STEEP, carded_grounds
from vision.simulator.players.hands import Arm


@pytest.fixture(scope="module")
def tables():
    return grounds(2, np.random.default_rng(3))


@pytest.mark.parametrize("seed", range(3))
def test_a_picture_cut_to_its_dice_loses_none_that_lies_level(tables, seed):
    mix = replace(DENSE, tight=1.0, lies=(0.7, 0.0, 0.0, 0.0, 0.0, 0.3))
    rng = np.random.default_rng(seed)
    picture, dice = example(tables, Arm(rng), rng, mix)
    rows, columns = picture.shape[:2]
    assert dice
    for die in dice:
        assert 0 < die["x"] < columns
        assert 0 < die["y"] < rows


def test_dice_seen_from_beside_the_table_lean_down_the_picture(tables):
    rng = np.random.default_rng(4)
    mix = replace(STEEP, lies=(1.0, 0.0, 0.0, 0.0, 0.0, 0.0), tight=0.0)
    dice = [die for _ in range(6) for die in example(tables, Arm(rng), rng, mix)[1]]
    assert dice
    # Half of the sine of the slant, over the mean edge: 0.38 at 42 degrees, 0.6 at 62.
    assert min(np.hypot(*die["lean"]) for die in dice) > 0.2


def test_many_tables_of_the_doubtful_trays_bear_spots_that_are_no_pips():
    made = carded_grounds(6, np.random.default_rng(5))
    spreads = [cv2.Laplacian(one.texture, cv2.CV_64F).std() for one in made]
    assert all(one.texture.shape == (512, 512, 3) for one in made)
    assert min(spreads) > 1.0
    assert spotted_table(np.random.default_rng(6)).shape == (256, 256, 3)


def test_dice_that_touch_are_among_the_examples(tables):
    mix = replace(DENSE, sides=(30.0, 40.0), lies=(0.0, 0.0, 0.0, 0.0, 0.0, 1.0), tight=0.0)
    near = []
    for seed in range(4):
        rng = np.random.default_rng(seed)
        _, dice = example(tables, Arm(rng), rng, mix)
        spots = np.array([(die["x"], die["y"]) for die in dice])
        apart = np.linalg.norm(spots[:, None] - spots, axis=2) + 1e9 * np.eye(len(spots))
        near.append(apart.min(initial=1e9) / dice[0]["side"])
    assert min(near) < 1.3


def test_dice_that_are_out_of_focus_or_shaken_are_among_the_examples(tables):
    def sharpness(soft: float) -> float:
        mix = replace(DENSE, soft=soft, sides=(50.0, 60.0), noisy=0.0, levels=(1.0, 0.0, 0.0))
        drawn = [example(tables, Arm(rng), rng, mix)[0] for rng in map(np.random.default_rng, range(4))]
        return float(np.mean([cv2.Laplacian(picture, cv2.CV_64F).std() for picture in drawn]))

    assert sharpness(1.0) < 0.7 * sharpness(0.0)

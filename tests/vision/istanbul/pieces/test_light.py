"""Light on four places: what it multiplies is told from what a worn place adds."""

from __future__ import annotations

import numpy as np

from vision.istanbul.pieces.light import light_of

PLACE = np.array([60.0, 44.0])
MIDDLES = np.array([[30.0, 22.0], [90.0, 22.0], [30.0, 66.0], [90.0, 66.0]])
ROWS, COLUMNS = np.mgrid[0:88, 0:120]
CELL = np.asarray(2 * (ROWS >= 44) + (COLUMNS >= 60), np.int16)
KNOWN = np.ones(CELL.shape, np.float32)
DUSK = np.array([0.5, 0.6, 0.8])  # of blue, green and red


def print_of_places() -> np.ndarray:
    return np.random.default_rng(7).uniform(20, 230, (22, 30, 3)).repeat(4, axis=0).repeat(4, axis=1).astype(np.float32)


def test_the_colour_of_the_light_is_learnt_from_the_print():
    printed = print_of_places()
    light = light_of(np.asarray(printed * DUSK, np.float32), printed, KNOWN, CELL, MIDDLES, PLACE)
    assert np.abs(light.gain - DUSK).max() < 0.03
    assert np.abs(light.bare - printed * DUSK).mean() < 2


def test_a_worn_place_is_pale_in_the_same_light():
    printed = print_of_places()
    seen = printed * DUSK
    worn = CELL == 0
    seen[worn] = seen[worn] * 0.7 + 30
    light = light_of(np.asarray(seen, np.float32), printed, KNOWN, CELL, MIDDLES, PLACE)
    assert np.abs(light.bare[worn] - seen[worn]).mean() < 4
    assert np.abs(light.gain[worn] - DUSK).max() < 0.12


def test_somebody_on_a_place_does_not_change_its_light():
    printed = print_of_places()
    seen = printed * DUSK
    seen[10:30, 10:30] = (20, 20, 200)
    light = light_of(np.asarray(seen, np.float32), printed, KNOWN, CELL, MIDDLES, PLACE)
    assert np.abs(light.gain[10:30, 10:30] - DUSK).max() < 0.05

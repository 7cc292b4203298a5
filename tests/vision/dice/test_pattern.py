"""Figures of pips explain whole upper faces, and nothing else."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from vision.dice import pattern, sighting
from vision.dice.pattern import UpperFace, explained, straightened
from vision.frames import Picture
from vision.simulator.conditions import Level
from vision.simulator.dice.lay import DiePose
from vision.simulator.dice.still import still_dice


def drawn_face(number: int, *, side: int = 40, turn_deg: float = 20.0) -> Picture:
    """A white face with dark pips in the middle of a grey picture."""
    spots = {
        1: [(0, 0)],
        2: [(-1, -1), (1, 1)],
        3: [(-1, -1), (0, 0), (1, 1)],
        4: [(-1, -1), (1, 1), (-1, 1), (1, -1)],
        5: [(-1, -1), (1, 1), (-1, 1), (1, -1), (0, 0)],
        6: [(-1, -1), (1, 1), (-1, 1), (1, -1), (-1, 0), (1, 0)],
    }
    big = np.full((800, 800, 3), 120, np.uint8)
    cv2.rectangle(big, (200, 200), (600, 600), (235, 235, 235), -1)
    for x, y in spots[number]:
        cv2.circle(big, (400 + 100 * x, 400 + 100 * y), 38, (20, 20, 20), -1)
    turned = cv2.warpAffine(big, cv2.getRotationMatrix2D((400, 400), turn_deg, 1.0), (800, 800), borderValue=(120,) * 3)
    return np.asarray(cv2.resize(turned, (2 * side, 2 * side), interpolation=cv2.INTER_AREA), np.uint8)


def best(shares: tuple[float, ...]) -> int:
    return 1 + int(np.argmax(shares))


@pytest.mark.parametrize("number", range(1, 7))
@pytest.mark.parametrize("turn_deg", [0.0, 37.0, 81.0])
def test_each_number_is_explained_by_its_own_figure_however_turned(number: int, turn_deg: float) -> None:
    shares = explained(drawn_face(number, turn_deg=turn_deg), UpperFace(39.5, 39.5, 40, (0.0, 0.0)))
    assert best(shares) == number
    assert shares[number - 1] > 0.8


@pytest.mark.parametrize("number", range(2, 7))
def test_a_face_out_of_focus_is_explained_by_the_figure_that_a_person_still_tells(number: int) -> None:
    blurred = np.asarray(cv2.GaussianBlur(drawn_face(number), (0, 0), 0.09 * 40), np.uint8)
    shares = explained(blurred, UpperFace(39.5, 39.5, 40, (0.0, 0.0)))
    assert best(shares) == number
    assert shares[number - 1] > 0.6


def test_a_face_measured_a_little_off_is_found_all_the_same() -> None:
    shares = explained(drawn_face(5), UpperFace(42.0, 37.5, 44, (0.06, -0.03)))
    assert best(shares) == 5
    assert shares[4] > 0.6


@pytest.mark.parametrize("side", [120, 250])
def test_a_die_that_fills_the_picture_is_explained_as_a_small_one_is(side: int) -> None:
    """Given a face of hundreds of pixels, which is made smaller first, then its figure is found all the same."""
    middle = side - 0.5
    shares = explained(drawn_face(3, side=side), UpperFace(middle, middle, side, (0.05, 0.02)))
    small = explained(drawn_face(3, side=40), UpperFace(39.5, 39.5, 40, (0.05, 0.02)))
    assert best(shares) == 3
    assert shares == pytest.approx(small, abs=0.06)


def test_a_face_with_a_corner_hidden_is_explained_by_no_figure() -> None:
    picture = drawn_face(6, turn_deg=0.0)
    picture[:, 42:] = (60, 140, 60)
    assert max(explained(picture, UpperFace(39.5, 39.5, 40, (0.0, 0.0)))) < sighting.PARAMETERS.explained - 0.05


def test_a_six_whose_rows_are_long_is_explained_as_well() -> None:
    wide = np.asarray(cv2.resize(drawn_face(6, turn_deg=0.0), None, fx=1.0, fy=1.2), np.uint8)
    shares = explained(wide, UpperFace(39.5, 47.5, 44, (0.0, 0.0)))
    assert best(shares) == 6
    assert shares[5] > 0.8


def test_a_face_without_pips_is_explained_by_no_figure() -> None:
    rng = np.random.default_rng(0)
    bare = np.clip(200 + rng.normal(0, 4, (80, 80, 3)), 0, 255).astype(np.uint8)
    assert max(explained(bare, UpperFace(39.5, 39.5, 40, (0.0, 0.0)))) < 0.45


@pytest.mark.parametrize("seed", [300, 301, 302])
def test_level_dice_seen_aslant_are_explained_where_their_lean_is_known(seed: int) -> None:
    still = still_dice(seed, Level.ORDINARY, poses=[DiePose.FLAT] * 3, clutter=0)
    for die in (die for die in still.dice if die.readable):
        shares = explained(still.picture, UpperFace(die.x, die.y, die.side, die.lean))
        assert best(shares) == die.pips
        assert shares[die.pips - 1] > 0.5


def test_a_face_beyond_the_picture_is_no_error() -> None:
    straight = straightened(np.full((50, 50, 3), 200, np.uint8), UpperFace(-300.0, 20.0, 20, (0.0, 0.1)))
    assert straight.shape == (pattern.PARAMETERS.grid, pattern.PARAMETERS.grid, 3)

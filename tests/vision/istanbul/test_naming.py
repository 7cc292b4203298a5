"""Which place lies where: what is alike to everything tells little."""

from __future__ import annotations

import numpy as np
import pytest

from vision.istanbul.naming import LEAST_SPREAD, Naming, Usual

CELLS, PLACES = 30, 3


def correlations() -> np.ndarray:
    """Many cells of bare table: the first place, a plain one, is alike to all of them, the others are not."""
    chance = np.random.default_rng(1)
    return np.asarray(np.array([0.45, 0.1, 0.1]) + chance.normal(0, 0.03, (CELLS, PLACES)), np.float32)


def test_a_plain_place_has_to_be_more_alike_than_others():
    usual = Usual.of(correlations())
    says = usual.telling(np.array([[0.5, 0.5, 0.1]], np.float32))[0]
    assert says[1] > 4 * says[0]
    assert says[2] < 0.1


def test_more_likeness_tells_more_and_less_than_usual_tells_nothing():
    usual = Usual.of(correlations())
    says = usual.telling(np.array([[0.0, 0.3, 0.3], [0.0, 0.6, 0.9]], np.float32))
    assert says[0, 0] == 0
    assert says[0, 1] < says[1, 1] < says[1, 2]


def test_spreads_are_never_thought_finer_than_what_stands_on_places_takes_away():
    assert Usual.of(np.full((CELLS, PLACES), 0.2, np.float32)).spread == pytest.approx([LEAST_SPREAD] * PLACES)


def named(likeness: list[list[float]], views: list[int]) -> Naming:
    count = len(views)
    cells, poses = tuple((0, column) for column in range(count)), np.stack([np.eye(3)] * count)
    alike, usual = np.array(likeness, np.float32), Usual.of(correlations())
    return Naming(cells, 1, count, poses, np.array(views), 2 * np.array(views), alike, usual, 0.0)


def test_two_places_that_were_plainly_exchanged_are_preferred_to_the_record():
    exchanged = named([[0.4, 0.9, 0.1], [0.4, 0.1, 0.9]], [1, 2])
    assert exchanged.preferred((24, 22), (21, 22, 24)) > 20


def test_two_that_are_hidden_speak_for_no_exchange():
    hidden = named([[0.4, 0.25, 0.2], [0.4, 0.2, 0.25]], [1, 2])
    assert hidden.preferred((24, 22), (21, 22, 24)) < 4

"""Which place lies where: what is alike to everything tells little."""

from __future__ import annotations

import numpy as np
import pytest

from vision.istanbul.layout import naming as layout_naming
from vision.istanbul.layout.naming import Naming, Usual
from vision.istanbul.layout.naming import named as find_names

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
    assert Usual.of(np.full((CELLS, PLACES), 0.2, np.float32)).spread == pytest.approx(
        [layout_naming.PARAMETERS.least_spread] * PLACES
    )


def named(similarity: list[list[float]], views: list[int]) -> Naming:
    count = len(views)
    cells, poses = tuple((0, column) for column in range(count)), np.stack([np.eye(3)] * count)
    alike, usual = np.array(similarity, np.float32), Usual.of(correlations())
    return Naming(cells, 1, count, poses, np.array(views), 2 * np.array(views), alike, usual, 0.0)


def test_two_places_that_were_plainly_exchanged_are_preferred_to_the_record():
    exchanged = named([[0.4, 0.9, 0.1], [0.4, 0.1, 0.9]], [1, 2])
    assert exchanged.preferred((24, 22), (21, 22, 24)) > 20


def test_two_that_are_hidden_speak_for_no_exchange():
    hidden = named([[0.4, 0.25, 0.2], [0.4, 0.2, 0.25]], [1, 2])
    assert hidden.preferred((24, 22), (21, 22, 24)) < 4


BASE = tuple(range(1, 17))


def test_colours_tell_apart_what_is_as_alike_as_can_be():
    cells, poses = tuple((n // 4, n % 4) for n in range(16)), np.stack([np.eye(3)] * 16)
    views = np.arange(16)
    usual = Usual(np.full(16, 0.1), np.full(16, layout_naming.PARAMETERS.least_spread))
    naming = Naming(cells, 4, 4, poses, views, 2 * views, np.eye(16, dtype=np.float32) * 0.4 + 0.1, usual, 0.0)
    naming.similarity[14:] = 0.3  # the last two cells show each other's place, and are too crowded to correlate
    doubts = np.full((16, 32), 4.0, np.float32)
    doubts[14, 2 * 15] = doubts[15, 2 * 14] = 1.0
    anew = naming.by_colours(doubts, np.zeros((16, 16)), BASE)
    assert anew.views.tolist() == [*range(14), 15, 14]
    assert (anew.templates == 2 * anew.views).all()


def test_the_number_tells_two_whose_pictures_nobody_has():
    cells, poses = tuple((n // 4, n % 4) for n in range(16)), np.stack([np.eye(3)] * 16)
    views = np.arange(16)
    usual = Usual(np.full(16, 0.1), np.full(16, layout_naming.PARAMETERS.least_spread))
    similarity = np.eye(16, dtype=np.float32) * 0.4
    similarity[14:] = 0.0
    naming = Naming(cells, 4, 4, poses, views, 2 * views, similarity, usual, 0.0)
    printed = np.zeros((16, 16))
    printed[14] = -4.0
    printed[14, 15] = 0.0  # that cell is number 16
    anew = naming.by_colours(np.full((16, 32), 2.0, np.float32), printed, BASE)
    assert anew.views.tolist() == [*range(14), 15, 14]


def test_a_row_of_bare_cloth_is_no_row_of_places():
    cells = tuple((row, column) for row in range(5) for column in range(4))
    similarity = np.full((20, 32), 0.1, np.float32)
    for cell in range(16):
        similarity[cell, 2 * cell] = 0.4 if cell < 4 else 0.9  # the uppermost row is crowded
    for cell in range(16, 20):
        similarity[cell, 2 * (cell - 16)] = 0.45  # and the cloth below happens to look a little like its places
    poses = np.stack([np.eye(3)] * 20)
    drawn = np.array([1.0] * 16 + [0.05] * 4)
    naming = find_names(cells, poses, similarity, BASE, drawn)
    assert naming is not None
    assert naming.cells[0] == (0, 0)
    assert naming.views.tolist() == list(range(16))
    misled = find_names(cells, poses, similarity, BASE, np.ones(20))
    assert misled is not None
    assert misled.cells[0] == (1, 0)


def numbered(says_rim: float, says_within: float) -> list[int]:
    """Which places lie in the corner and beside the middle, where only the Fountain (7) and place 1 could lie."""
    cells, poses = tuple((n // 4, n % 4) for n in range(16)), np.stack([np.eye(3)] * 16)
    order = [6, 1, 2, 3, 4, 0, 5, *range(7, 16)]  # views: the Fountain in the corner, place 1 within
    similarity = np.zeros((16, 16), np.float32)
    similarity[np.arange(16), order] = 0.9
    usual = Usual(np.full(16, 0.1), np.full(16, layout_naming.PARAMETERS.least_spread))
    similarity[[0, 0, 5, 5], [0, 6, 0, 6]] = 0.0
    printed = np.zeros((16, 16))
    printed[0, 6], printed[5, 6] = says_rim, says_within
    naming = Naming(cells, 4, 4, poses, np.array(order), 2 * np.array(order), similarity, usual, 0.0)
    anew = naming.by_colours(np.full((16, 32), 2.0, np.float32), printed, BASE)
    return [BASE[anew.views[0]], BASE[anew.views[5]]]


def test_the_fountain_lies_within_where_nothing_else_tells():
    assert numbered(0.0, 0.0) == [1, 7]


def test_a_fountain_that_is_seen_at_the_rim_is_left_there_for_that_rule_to_be_told():
    assert numbered(6.0, 0.0) == [7, 1]

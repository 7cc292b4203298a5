"""Places that look otherwise than when table and record last agreed, on made-up mosaics."""

from __future__ import annotations

import math

import numpy as np
import pytest

from vision.istanbul.changed_places import PARAMETERS, ChangedPlaces, PlaceChanges
from vision.istanbul.layout.mosaic import Mosaic

NUMBERS = (7, 8, 5)


def looked(*people: int, grain: float = 0.0, seed: int = 1) -> Mosaic:
    """Three places beside each other, 40 px wide; a disc stands on some (by index); the camera's grain in blotches."""
    rng = np.random.default_rng(seed)
    lab = np.full((40, 120, 3), 128.0, np.float32)
    for one in people:
        lab[15:29, 40 * one + 15 : 40 * one + 29] += [60.0, 25.0, 0.0]
    blotches = np.kron(rng.normal(0, grain, (8, 24, 3)), np.ones((5, 5, 1)))
    cell = np.repeat(np.arange(3, dtype=np.int16), 40)[None].repeat(40, axis=0)
    known = np.ones((40, 120), np.float32)
    middles = np.array([[20.0, 20.0], [60.0, 20.0], [100.0, 20.0]])
    return Mosaic(np.float32(lab + blotches), lab, known, cell, np.ones(3), middles, np.array([60.0, 20.0, 500.0]))


def places_after(*looks: Mosaic) -> ChangedPlaces:
    places = ChangedPlaces()
    places.agree(looks[0])
    for one in looks[1:]:
        places.look(one)
    return places


@pytest.mark.parametrize("grain", [0.0, 3.0, 12.0])
def test_grain_changes_no_place_and_who_has_moved_changes_two(grain: float) -> None:
    places = places_after(looked(0, grain=grain), looked(1, grain=grain, seed=2))
    assert places.fresh == {0, 1}


def test_nobody_has_left_or_come_to_a_place_that_is_as_before() -> None:
    changes = PlaceChanges(frozenset((7, 8)))
    moved, elsewhere, nothing = (changes.log_likelihood(places) for places in ((7, 8), (7, 5), ()))
    assert moved == 0
    assert elsewhere < nothing < moved


def test_what_the_record_has_told_of_says_nothing_of_what_comes_next() -> None:
    places = places_after(looked(0), looked(1))
    places.account_for((0, 1))
    assert places.fresh == frozenset()
    changes = places.by_number(NUMBERS)
    assert changes is not None
    assert changes.log_likelihood(()) == 0
    assert changes.log_likelihood((7, 8)) == 0

    places.agree(looked(1))
    changes = places.by_number(NUMBERS)
    assert changes is not None
    assert changes.log_likelihood((8, 5)) < -2


def test_where_moves_hardly_show_a_place_that_is_as_before_means_less() -> None:
    bright, dark = places_after(looked(0), looked(1)), places_after(looked(), looked())
    for places in (bright, dark):
        places.account_for((0, 1))
        places.agree(looked(1))
    shown, unshown = (places.by_number(NUMBERS) for places in (bright, dark))
    assert shown is not None
    assert unshown is not None
    assert unshown.untouched > 10 * PARAMETERS.untouched > 10 * shown.untouched


def test_a_layout_that_was_found_anew_tells_nothing() -> None:
    places = places_after(looked(0), looked(1))
    places.forget()
    places.look(looked(1))
    assert places.by_number(NUMBERS) is None
    assert places.fresh == {0, 1, 2}


def test_a_figure_that_people_put_where_dice_have_sent_it_was_not_overlooked() -> None:
    places = places_after(looked(0), looked(0, seed=2))
    places.account_for((0, 1))  # the dice have been read
    places.look(looked(1, seed=3))  # people follow
    places.agree(looked(1, seed=3))
    changes = places.by_number(NUMBERS)
    assert changes is not None
    assert changes.untouched < PARAMETERS.untouched


def test_how_a_place_looks_with_somebody_who_is_missing_is_not_known_when_the_others_agree() -> None:
    places = ChangedPlaces()
    places.agree(looked(1), missing=(0,))  # somebody stands on the first by the record, and was taken off it
    places.look(looked(1, seed=2))
    assert places.fresh == {0}, "that it still looks so does not mean that he stands there"
    changes = places.by_number(NUMBERS)
    assert changes is not None
    assert changes.log_likelihood((7,)) == 0, "nor that he was not taken away"
    assert changes.log_likelihood((5,)) < -2

    places.agree(looked(0, 1))  # there he is
    places.look(looked(0, 1, seed=2))
    assert places.fresh == set()


def test_a_place_of_which_nobody_knew_how_it_looked_does_not_tell_how_seldom_moves_show() -> None:
    places = ChangedPlaces()
    places.agree(looked(1), missing=(0,))  # taken off it before anybody pressed
    places.look(looked(1, seed=2))
    before = places.by_number(NUMBERS)
    places.account_for((0,))  # now the record has him taken off, too
    places.agree(looked(1, seed=2))
    after = places.by_number(NUMBERS)
    assert before is not None
    assert after is not None
    assert after.untouched == before.untouched


def test_who_is_plainly_seen_has_not_come_to_a_place_that_is_as_before_however_little_others_show() -> None:
    dark = PlaceChanges(frozenset((7,)), untouched=0.3)
    assert dark.log_likelihood((7, 8)) == pytest.approx(math.log(0.3))
    assert dark.log_likelihood((7, 8), {8}) == pytest.approx(math.log(PARAMETERS.untouched))
    assert dark.log_likelihood((7, 8), {7}) == pytest.approx(math.log(0.3)), "this one has changed"

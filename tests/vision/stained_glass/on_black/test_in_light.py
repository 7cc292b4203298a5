"""What a place says in light: the pattern that film lets through is a small part of it, and noise the rest."""

from __future__ import annotations

import numpy as np

from calibration.arrays import Float64Array
from tests.vision.stained_glass.on_black.film_on_black import GLASS, HEIGHT, SIDE, WIDTH, Place, film_on_black, outline
from vision.frames import Picture
from vision.stained_glass.on_black.in_light import evidence, lead_of, light_of, light_patterns, without_any_part

KINDS = tuple(dict.fromkeys(GLASS.kinds))
PLACES: list[Place] = [(60 + 100 * (number % 6), 80 + 120 * (number // 6)) for number in range(12)]
ALL_KINDS = dict(zip(PLACES, KINDS, strict=True))
OUTLINES = np.stack([outline(place) for place in PLACES])
VIEWS = np.array([GLASS.kinds.index(kind) for kind in KINDS])
PATTERNS = light_patterns(GLASS)


def said_of(picture: Picture) -> Float64Array:
    return evidence(light_of(picture, SIDE), (HEIGHT, WIDTH), OUTLINES, PATTERNS)


def leads_in(picture: Picture) -> Float64Array:
    return lead_of(said_of(picture), VIEWS, GLASS.kinds)


def test_every_kind_is_ahead_of_all_others_under_a_veil() -> None:
    assert leads_in(film_on_black(ALL_KINDS)).min() > 0


def test_a_lamp_that_shines_from_one_side_changes_little() -> None:
    assert leads_in(film_on_black(ALL_KINDS, lamp=(60, 500))).min() > 0


def test_noise_lessens_what_a_place_says() -> None:
    clear, noisy = (np.median(leads_in(film_on_black(ALL_KINDS, noise=noise))) for noise in (1.0, 8.0))
    assert noisy < clear / 2


def test_a_tile_that_lies_upside_down_is_told_turned_and_does_not_lead_upright() -> None:
    picture = film_on_black(ALL_KINDS, turned=2)
    said = said_of(picture)
    likest = [np.unravel_index(int(one.argmax()), one.shape) for one in said]
    assert [(GLASS.kinds[view], int(turn)) for view, turn in likest] == [(kind, 2) for kind in KINDS]
    assert lead_of(said, VIEWS, GLASS.kinds).max() < 0


def test_bare_table_says_next_to_nothing_for_any_kind() -> None:
    bare, film = said_of(film_on_black({})), said_of(film_on_black(ALL_KINDS))
    assert bare.max() < np.median(film.max(axis=(1, 2))) / 2


def share_left(picture: Picture) -> Float64Array:
    """Of all places that speak for the kind that belongs there: what is left of that without any quarter."""
    said = said_of(picture)[np.arange(12), VIEWS, 0]
    light = light_of(picture, SIDE)
    left = without_any_part(light, (HEIGHT, WIDTH), OUTLINES, PATTERNS[VIEWS, 0], PATTERNS)
    return left[said > 5] / said[said > 5]


def test_film_speaks_all_over() -> None:
    assert np.median(share_left(film_on_black(ALL_KINDS))) > 0.6


def test_one_figure_on_bare_table_speaks_at_one_place_only() -> None:
    picture = film_on_black({})
    for left, top in PLACES:
        picture[top + 8 : top + 30, left + 8 : left + 30] = (150, 60, 40)
    assert (share_left(picture) < 0.5).all()

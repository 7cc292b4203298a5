"""Where somebody stands of whom little is seen: white on a pale place."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from vision.istanbul.mosaic import Mosaic
from vision.istanbul.paints import surfaces
from vision.istanbul.seeking import whereabouts
from vision.istanbul.shapes import family
from vision.istanbul.stamps import stamp_of
from vision.istanbul.trying import surface_of

WIDE, HIGH, AROUND = 60, 48, 40  # px of a place, and of green cloth around the two
GREEN, SIGMA, EYE = (30.0, -18.0, 12.0), np.array([3.0, 4.0, 5.0]), np.array([-600.0, 35.0, 1500.0])


def two_places(white_at: int | None, share: float = 1.0) -> Mosaic:
    """Two plain places side by side; on one a white family member whose paint shows by this share."""
    shape = (HIGH + 2 * AROUND, 2 * WIDE + 2 * AROUND)
    expected = np.tile(np.array(GREEN, np.float32), (*shape, 1))
    cell = np.full(shape, 2, np.int16)
    for place in range(2):
        cell[AROUND : AROUND + HIGH, AROUND + place * WIDE : AROUND + (place + 1) * WIDE] = place
    middles = np.array([[AROUND + (place + 0.5) * WIDE, AROUND + HIGH / 2] for place in range(2)])
    bare = Mosaic(expected, expected, np.ones(shape, np.float32), cell, SIGMA, middles, EYE)
    if white_at is None:
        return bare
    lab = expected.copy()
    x, y = (int(value) for value in middles[white_at])
    stamp = stamp_of(family(0.0), bare.lean(x, y))
    window = (slice(y - stamp.reach, y + stamp.reach + 1), slice(x - stamp.reach, x + stamp.reach + 1))
    for shows, mask in zip(stamp.shows, stamp.masks, strict=True):
        tones = surfaces()[surface_of(shows, "white")]
        lab[window] += share * mask[..., None] * (tones[len(tones) // 4] - lab[window])
    return replace(bare, lab=lab)


def test_he_is_where_he_is_sighted():
    likely, person = whereabouts(two_places(1), "family member", "white", [], [0, 1])
    assert likely[1] > likely[0] + 3
    assert person is not None
    assert person.cell == 1


def test_who_is_nowhere_to_be_seen_may_be_anywhere():
    likely, person = whereabouts(two_places(None), "family member", "white", [], [0, 1])
    assert person is None
    assert abs(likely[0] - likely[1]) < 1


def test_who_hardly_shows_tells_little():
    plain, _ = whereabouts(two_places(1), "family member", "white", [], [0, 1])
    faint, _ = whereabouts(two_places(1, 0.6), "family member", "white", [], [0, 1])
    assert faint[1] - faint[0] < plain[1] - plain[0]


def test_much_of_him_in_the_shade_tells_more_than_a_few_px_of_his_paint_elsewhere():
    table = two_places(1, 0.65)
    x, y = (int(value) for value in table.middles[0])
    tones = surfaces()["white"]
    table.lab[y - 4 : y + 4, x - 4 : x + 4] = tones[len(tones) // 4]
    likely, person = whereabouts(table, "family member", "white", [], [0, 1])
    assert person is not None
    assert person.cell == 1
    assert likely[1] > likely[0] + 2.5

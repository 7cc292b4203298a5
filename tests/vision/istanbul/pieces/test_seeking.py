"""Where somebody stands of whom little is seen, and who has stayed where he was: white on green cloth."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from vision.istanbul.layout.mosaic import Mosaic
from vision.istanbul.pieces.paints import surfaces
from vision.istanbul.pieces.placing import everybody, pieces_on
from vision.istanbul.pieces.seeking import at_home, whereabouts
from vision.istanbul.pieces.shapes import PieceShape, family, merchant
from vision.istanbul.pieces.templates import template_of
from vision.istanbul.pieces.trying import surface_of

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
    x, y = (int(value) for value in middles[white_at])
    return with_white(bare, family(0.0), x, y, share)


def with_white(table: Mosaic, shape: PieceShape, x: int, y: int, share: float = 1.0) -> Mosaic:
    """The table with somebody white on it, whose paint shows by this share."""
    lab, template = table.lab.copy(), template_of(shape, table.lean(x, y))
    window = (slice(y - template.reach, y + template.reach + 1), slice(x - template.reach, x + template.reach + 1))
    for shows, mask in zip(template.shows, template.masks, strict=True):
        tones = surfaces()[surface_of(shows, "white")]
        lab[window] += share * mask[..., None] * (tones[len(tones) // 4] - lab[window])
    return replace(table, lab=lab)


def place_of_merchant(x: int, home: int, from_the_left: float) -> int:
    """Where a white merchant on one assistant is told to stand, px across, whom the record has at home; between the
    two places is px 100."""
    table = replace(two_places(None), eye_px=np.array([-from_the_left, 35.0, 1500.0]))
    table = with_white(table, merchant(1), x, AROUND + HIGH // 2)
    found = pieces_on(table, everybody(("white",), (), neutral=False))
    result = at_home(table, found, {("merchant", "white"): home})
    return next(person.cell for person in result if person.kind == "merchant")


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


def likely_with_white_on_a_pale_place(wide: int) -> dict[int, float]:
    """Where the white family member stands, who is seen on the right place; the left is pale, with so many px of white
    across."""
    table = two_places(1, 0.8)
    tones = surfaces()["white"]
    white = tones[len(tones) // 4]
    left = table.cell == 0
    table.expected[left] += 0.4 * (white - table.expected[left])
    table.lab[left] = table.expected[left]
    x, y = (int(value) for value in table.middles[0])
    table.lab[y - 3 : y + 3, x - wide // 2 : x + wide // 2] = white
    return whereabouts(table, "family member", "white", [], [0, 1])[0]


def test_a_speck_of_white_on_a_pale_place_is_print():
    speck, half_of_him = likely_with_white_on_a_pale_place(6), likely_with_white_on_a_pale_place(8)
    assert speck[1] > speck[0] + 6
    assert half_of_him[1] < half_of_him[0] + 6


def test_who_stands_a_little_over_the_border_of_his_place_has_not_left_it():
    assert place_of_merchant(97, home=1, from_the_left=600.0) == 1


def test_who_went_next_door_is_not_a_taller_one_who_leans_over_from_where_he_was():
    assert place_of_merchant(109, home=0, from_the_left=1500.0) == 1

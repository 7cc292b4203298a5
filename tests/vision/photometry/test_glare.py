"""What a mirrored lamp does to tokens and rhombi, and what is no lamp at all."""

import cv2
import numpy as np
import pytest

from vision.artwork.cronberg.drawn_set import drawn_set
from vision.cronberg.drawing import covered_px, drawn, matched_in_brightness
from vision.cronberg.tokens import Veil, weigh_tokens
from vision.cronberg.tone import RectifiedBoard
from vision.photometry.glare import find_glare, left_around
from vision.pieces.painted_wood import WOOD

PLACE, KIND, AS_PRINTED = 20, 3, np.zeros(3, np.float32)
LIES = ((PLACE, KIND, AS_PRINTED),)


@pytest.fixture(scope="module")
def board():
    """The empty board from above at a pixel a millimetre: picture and its frame."""
    picture, _, to_px = drawn_set().board_at(1.0)
    return picture, to_px


@pytest.fixture
def laid(board):
    """The board from above with one rhomb on it, its frame, and where the rhomb is."""
    picture, to_px = board
    rhomb = covered_px(drawn_set(), to_px, picture.shape[:2], PLACE, (0.0, 0.0, 0.0))
    return drawn(drawn_set(), picture, to_px, LIES), to_px, rhomb


def tokens_seen(picture, to_px, behind, veil):
    plane = RectifiedBoard(picture.astype(np.float32), np.ones(picture.shape[:2], np.float32), to_px, 8.0)
    no_wall = np.zeros(picture.shape[:2], bool)
    return weigh_tokens(drawn_set(), plane, ("red", "blue"), (behind, no_wall), veil)


def lamp_over(picture, left):
    """A lamp that was taken off all of the board, and how much the print says to be left of it."""
    shape = picture.shape[:2]
    return Veil(np.full(shape, 0.4, np.float32), np.full(shape, left, np.float32), np.ones(picture.shape, np.float32))


def with_token(picture, to_px, crossing, colour, veiled):
    """A token on the board that still carries so much of a white lamp's light."""
    found = picture.copy()
    x, y = (int(v) for v in np.round(drawn_set().crossings_mm[crossing] + to_px[:2, 2]))
    shade = np.array(WOOD[colour]) * (1 - veiled) + 255 * veiled
    cv2.circle(found, (x, y), 6, shade.tolist(), -1)
    return found


def test_a_token_is_seen_though_the_lamp_on_it_was_thought_weaker_than_it_is(board):
    picture, to_px = board
    crossing = 18
    seen = with_token(picture, to_px, crossing, "red", veiled=0.2)
    lamp = lamp_over(picture, left=0.15)

    assert tokens_seen(seen, to_px, picture, None).nats[crossing].max() < 0
    red, blue = tokens_seen(seen, to_px, picture, lamp).nats[crossing]
    assert red > 2 > 0 > blue


def test_a_lamp_on_the_bare_board_brings_no_tokens(board):
    picture, to_px = board
    lamp = lamp_over(picture, left=0.0)

    assert tokens_seen(picture, to_px, picture, lamp).nats.max() < 0


def test_the_print_around_tells_how_much_of_a_lamp_is_left(board):
    picture, _ = board
    expected, white = picture.astype(np.float32), np.full(picture.shape, 255, np.float32)
    left = left_around(expected * 0.8 + 255 * 0.2, expected, white, np.ones(picture.shape[:2], np.float32), 11.0)

    assert left == pytest.approx(0.2, abs=0.01)


def test_a_rhomb_that_was_pictured_too_dark_is_expected_as_bright_as_it_is_seen(laid):
    expected, to_px, rhomb = laid
    seen = expected.copy()
    seen[rhomb] *= 1.3

    matched = matched_in_brightness(expected, seen, drawn_set(), to_px, LIES)
    assert np.abs(matched[rhomb] / np.maximum(seen[rhomb], 1) - 1).mean() < 0.06
    assert (matched[~rhomb] == expected[~rhomb]).all()


def test_a_lamp_on_half_of_a_rhomb_is_not_explained_away(laid):
    expected, to_px, rhomb = laid
    seen = expected.copy()
    left = rhomb.copy()
    left[:, int(np.nonzero(rhomb)[1].mean()) :] = False
    seen[left] = seen[left] * 0.4 + 255 * 0.6

    matched = matched_in_brightness(expected, seen, drawn_set(), to_px, LIES)
    assert np.abs(matched[rhomb] - expected[rhomb]).mean() < 0.3 * np.abs(seen[left] - expected[left]).mean()


def mirrored(board, where_mm, share):
    """A board under a round lamp of 20 mm."""
    picture, to_px = board
    ys, xs = np.mgrid[0 : picture.shape[0], 0 : picture.shape[1]]
    x, y = where_mm + to_px[:2, 2]
    lamp = (share * np.exp(-(((xs - x) ** 2 + (ys - y) ** 2) / 20.0**2)))[..., None]
    return (picture * (1 - lamp) + 255 * lamp).astype(np.float32)


@pytest.mark.parametrize("pale", [0.0, 0.3])
def test_a_lamp_is_found_on_new_print_and_on_worn(board, pale):
    picture, to_px = board
    worn = picture * (1 - pale) + 255 * pale
    raw = mirrored((worn, to_px), np.array([40.0, -30.0]), 0.8)

    found = find_glare(raw, picture.astype(np.float32), np.ones(picture.shape[:2], np.float32), to_px)
    assert found.middle_mm == pytest.approx([40, -30], abs=3)
    assert found.strength == pytest.approx(0.8, abs=0.12)


def test_uneven_light_is_no_lamp(board):
    picture, to_px = board
    across = np.linspace(0.9, 1.1, picture.shape[1])[None, :, None]

    raw = (picture * across).astype(np.float32)
    assert find_glare(raw, picture.astype(np.float32), np.ones(picture.shape[:2], np.float32), to_px) is None


def test_a_token_is_told_by_the_half_of_it_that_is_in_the_picture(board):
    picture, to_px = board
    crossing = 18
    seen = with_token(picture, to_px, crossing, "blue", veiled=0.0)
    middle = round(float(drawn_set().crossings_mm[crossing][0] + to_px[0, 2]))
    seen[:, middle:] = 0
    shown = np.ones(picture.shape[:2], np.float32)
    shown[:, middle:] = 0

    plane = RectifiedBoard(seen.astype(np.float32), shown, to_px, 8.0)
    found = weigh_tokens(drawn_set(), plane, ("red", "blue"), (picture, np.zeros(shown.shape, bool)))
    red, blue = found.nats[crossing]
    assert blue > 1 > 0.5 > red
    assert (np.delete(found.nats, crossing, axis=0) <= 0).all()

"""A layout is read by the numbers printed on its places, whatever their art."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from vision.artwork.istanbul.places import place_picture
from vision.istanbul.layout.numbered import read_numbered

WIDE_PX = 240
LAYOUT = ((16, 15, 14, 13), (10, 7, 1, 3), (8, 2, 6, 12), (9, 11, 5, 4))


def another_edition(number: int) -> np.ndarray:
    """A place in other colours; only the number on it is as ours has it."""
    picture = place_picture(number, WIDE_PX / 84).copy()
    badge = picture[: WIDE_PX // 5, : WIDE_PX // 5].copy()
    picture[..., :3] = np.roll(255 - picture[..., :3], 1, axis=2)
    picture[: WIDE_PX // 5, : WIDE_PX // 5] = badge
    return picture


@pytest.fixture(scope="module")
def laid() -> np.ndarray:
    """The layout on a brown table, each place a little off."""
    rng = np.random.default_rng(4)
    table = np.full((1000, 1300, 3), (90, 112, 138), np.uint8)
    for row, numbers in enumerate(LAYOUT):
        for column, number in enumerate(numbers):
            picture = another_edition(number)
            high, wide = picture.shape[:2]
            left, top = np.array([150 + 250 * column, 120 + 190 * row]) + rng.integers(-3, 4, 2)
            there, share = table[top : top + high, left : left + wide], picture[..., 3:] / 255.0
            there[:] = (there * (1 - share) + picture[..., :3] * share).astype(np.uint8)
    from_above = np.array([[0, 0], [1300, 0], [1300, 1000], [0, 1000]], np.float32)
    aslant = np.array([[90, 60], [1210, 40], [1300, 1000], [0, 990]], np.float32)
    onto = cv2.getPerspectiveTransform(from_above, aslant)
    seen = cv2.warpPerspective(table, onto, (1300, 1000), borderMode=cv2.BORDER_REPLICATE)
    return cv2.GaussianBlur(seen, (0, 0), 0.8)


def agreeing(layout: tuple[tuple[int, ...], ...]) -> int:
    return sum(
        one == other for row, found in zip(LAYOUT, layout, strict=True) for one, other in zip(row, found, strict=True)
    )


def test_places_of_another_edition_are_told_by_their_numbers(laid: np.ndarray) -> None:
    seen = read_numbered(laid)
    assert (seen.rows, seen.columns) == (4, 4)
    assert agreeing(seen.layout) >= 12
    assert all(place.number == LAYOUT[place.row][place.column] for place in seen.places)
    assert len(seen.places) + len(seen.unread) == 16
    assert seen.trouble is not None
    assert seen.trouble.key == "istanbul.by_numbers"


def test_rows_count_from_where_the_numbers_stand_upright(laid: np.ndarray) -> None:
    seen = read_numbered(np.ascontiguousarray(np.rot90(laid)))
    assert agreeing(seen.layout) >= 12


def test_a_number_lies_where_its_place_does(laid: np.ndarray) -> None:
    first = next(place for place in read_numbered(laid).places if (place.row, place.column) == (3, 0))
    x, y = first.corners.mean(axis=0)
    assert 60 < x < 400
    assert 620 < y < 900


def test_a_table_without_numbers_holds_no_layout() -> None:
    rng = np.random.default_rng(2)
    seen = read_numbered(np.clip(rng.normal(120, 20, (430, 550, 3)), 0, 255).astype(np.uint8))
    assert seen.rows == 0
    assert seen.trouble is not None

"""The number printed on each place, read from places that lie flat below a camera."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from vision.artwork.istanbul.edition import own_places
from vision.artwork.istanbul.places import place_picture
from vision.frames import Picture
from vision.istanbul.layout.edition import PlaceEdition, edition_of
from vision.istanbul.layout.numerals import Spot, read_numbers, spot_of
from vision.registration.lattice import UNIT_CORNERS

WIDE = 140  # px of a place in the picture


@pytest.fixture(scope="module")
def edition() -> PlaceEdition:
    return own_places()


@pytest.fixture(scope="module")
def spot(edition: PlaceEdition) -> Spot:
    found = spot_of(edition.numbers, edition.pictures)
    assert found is not None
    return found


def photographed(picture: Picture, aspect: float, turn_deg: float) -> tuple[Picture, np.ndarray]:
    """The place on a brown table, turned, soft and grainy; and where its unit square lies."""
    corners = (UNIT_CORNERS - 0.5) * [WIDE, WIDE * aspect]
    turn = np.radians(turn_deg)
    corners = corners @ np.array([[np.cos(turn), np.sin(turn)], [-np.sin(turn), np.cos(turn)]]) + 110
    pose = cv2.getPerspectiveTransform(UNIT_CORNERS.astype(np.float32), corners.astype(np.float32))
    high, wide = picture.shape[:2]
    table = np.full((220, 220, 3), (60, 80, 110), np.uint8)
    onto = pose @ np.diag([1 / wide, 1 / high, 1.0])
    cv2.warpPerspective(picture, onto, (220, 220), dst=table, flags=cv2.INTER_AREA, borderMode=cv2.BORDER_TRANSPARENT)
    soft = cv2.GaussianBlur(table, (0, 0), 0.6).astype(np.float32)
    grain = np.random.default_rng(4).normal(0, 4, soft.shape)
    return np.asarray(np.clip(soft + grain, 0, 255), np.uint8), pose


def test_the_numbers_stand_in_the_upper_left_corner(spot: Spot) -> None:
    assert spot.x < 0.2
    assert spot.y < 0.2
    assert spot.dark


def test_pictures_without_numbers_tell_no_spot() -> None:
    assert spot_of((3, 4, 5), [np.full((200, 260, 3), 120, np.uint8)] * 3) is None


@pytest.mark.parametrize("turn_deg", [0.0, 37.0, 180.0])
def test_numbers_are_read_whichever_way_the_place_lies(edition: PlaceEdition, spot: Spot, turn_deg: float) -> None:
    right = []
    for number, picture in zip(edition.numbers, edition.pictures, strict=True):
        image, pose = photographed(picture, edition.aspect, turn_deg)
        says = read_numbers(image, pose[None], edition.aspect, spot, edition.numbers)[0]
        if says.any():
            right.append(edition.numbers[int(says.argmax())] == number)
    assert len(right) >= 20
    assert sum(right) >= 0.9 * len(right)  # one witness of two


def test_a_place_without_a_number_tells_nothing(edition: PlaceEdition, spot: Spot) -> None:
    image, pose = photographed(np.full((244, 320, 3), 140, np.uint8), edition.aspect, 0.0)
    assert not read_numbers(image, pose[None], edition.aspect, spot, edition.numbers).any()


def test_a_few_places_that_nobody_has_a_picture_of_are_blank() -> None:
    known = {number: place_picture(number, 1.0) for number in range(1, 17) if number not in (7, 12)}
    edition = edition_of(known)
    assert edition.numbers == tuple(range(1, 17))
    assert edition.blank == {7, 12}
    assert not edition_of({number: known[number] for number in (1, 2, 3)}).blank

from __future__ import annotations

import itertools

import cv2
import numpy as np

from games.istanbul.box.facts import Facts
from vision.artwork.istanbul.cards import card_prints, demand_prints, kiosk_prints, letter_prints
from vision.artwork.istanbul.icons import place_signs
from vision.artwork.istanbul.places import PLACES, box_facts, place_picture
from vision.artwork.istanbul.style import PALETTES


def test_no_two_places_look_alike_from_across_the_table() -> None:
    small = {n: cv2.resize(place_picture(n, 1.0)[..., :3], (28, 21), interpolation=cv2.INTER_AREA) for n in PLACES}
    for one, other in itertools.combinations(PLACES, 2):
        apart = np.abs(small[one].astype(float) - small[other].astype(float)).mean()
        assert apart > 15, (one, other)


def test_every_place_has_a_ground_of_its_own() -> None:
    assert len({palette.ground for palette in PALETTES.values()}) == 25


def test_the_table_shows_around_a_place() -> None:
    picture = place_picture(7, 2.0)
    assert picture.shape == (128, 168, 4)
    assert picture[0, 0, 3] < 128 < picture[64, 84, 3]


def test_a_price_is_printed_as_the_box_has_it() -> None:
    assert place_signs(1, box_facts()) == ("lira:7", "arrow", "cart")
    assert place_signs(1, Facts(("base",), (("extension_price", "8"),))) == ("lira:8", "arrow", "cart")


def test_what_nobody_knows_is_printed_as_a_question() -> None:
    assert place_signs(18, box_facts()) == ("open",)


def test_the_box_is_complete() -> None:
    assert sum(one.count for one in letter_prints(1.0)) == 28
    assert sum(one.count for one in kiosk_prints(1.0)) == 24
    assert sum(one.count for one in demand_prints(1.0)) == 10
    assert sum(one.count for one in card_prints(1.0)) == 26 + 36 + 18

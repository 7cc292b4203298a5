"""A die's face ends where the die does; what is printed goes on."""

from __future__ import annotations

import cv2
import numpy as np

from vision.dice.face_ends import ends
from vision.dice.pattern import UpperFace
from vision.dice.sighting import PARAMETERS
from vision.frames import Picture

FACE = UpperFace(100.0, 100.0, 40.0, (0.0, 0.0))


def six_pips(picture: Picture) -> Picture:
    for x in (90, 110):
        for y in (88, 100, 112):
            cv2.circle(picture, (x, y), 4, (30, 30, 30), -1)
    return picture


def test_a_die_ends_on_all_sides() -> None:
    table = np.full((200, 200, 3), 90, np.uint8)
    cv2.rectangle(table, (80, 80), (120, 120), (230, 235, 230), -1)
    assert ends(six_pips(table), FACE) == 1.0


def test_six_pips_on_a_card_end_on_two_sides_only() -> None:
    table = np.full((200, 200, 3), 90, np.uint8)
    cv2.rectangle(table, (80, 40), (120, 160), (230, 235, 230), -1)
    assert ends(six_pips(table), FACE) < PARAMETERS.ends


def test_a_disc_on_a_cloth_ends_nowhere() -> None:
    cloth = np.random.default_rng(3).normal(90, 6, (200, 200, 3)).clip(0, 255).astype(np.uint8)
    cv2.circle(cloth, (100, 100), 6, (230, 235, 230), -1)
    assert ends(cloth, FACE) < 0.2


def test_beyond_the_rim_of_a_picture_nothing_is_known_to_go_on() -> None:
    table = np.full((200, 200, 3), 230, np.uint8)
    assert ends(table, UpperFace(20.0, 100.0, 40.0, (0.0, 0.0))) > 0.2
    assert ends(table, FACE) == 0.0

"""Dice that were thrown before are known by their colours and their size."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from vision.dice.own_dice import OwnDice
from vision.dice.sighting import DieSighting
from vision.frames import Picture
from vision.networks.dice.judge import Verdict

IVORY, RED, BLACK = (200, 225, 235), (40, 40, 190), (20, 20, 20)
SIDE = 40.0


def four(body: tuple[int, int, int], pips: tuple[int, int, int], light: float = 1.0) -> Picture:
    """A table with a four on it."""
    picture = np.full((200, 200, 3), 90, np.uint8)
    cv2.rectangle(picture, (80, 80), (120, 120), body, -1)
    for x in (91, 109):
        for y in (91, 109):
            cv2.circle(picture, (x, y), 4, pips, -1)
    return np.asarray(np.clip(picture * light, 0, 255), np.uint8)


def seen(is_die: float = 0.999) -> DieSighting:
    chances = (1 - is_die, 0.0, 0.0, 0.0, is_die, 0.0, 0.0)
    verdict = Verdict(100.0, 100.0, SIDE, chances, 0.05, 0.02, 1.0, (0.0, 0.0), 0.02)
    return DieSighting(verdict, (0.2, 0.2, 0.2, 0.9, 0.2, 0.2))


@pytest.fixture
def thrown() -> OwnDice:
    """Ivory dice with black pips that were thrown three times."""
    own = OwnDice()
    for light in (1.0, 0.9, 1.05):
        own.learn(four(IVORY, BLACK, light), seen(), 0.03)
    return own


def test_the_same_dice_in_a_darker_corner_are_known_again(thrown: OwnDice) -> None:
    assert thrown.likeness(four(IVORY, BLACK, 0.75), seen().verdict) > 2


def test_spots_of_another_colour_are_none_of_them(thrown: OwnDice) -> None:
    for body, pips in ((RED, IVORY), (BLACK, IVORY), ((60, 140, 60), BLACK), (IVORY, RED)):
        assert thrown.likeness(four(body, pips), seen().verdict) < -1


def test_before_three_were_seen_nothing_is_known() -> None:
    own = OwnDice()
    for _ in range(2):
        own.learn(four(IVORY, BLACK), seen(), 0.03)
    assert own.likeness(four(RED, IVORY), seen().verdict) == 0


def test_what_is_in_doubt_by_itself_teaches_nothing() -> None:
    own = OwnDice()
    for _ in range(3):
        own.learn(four(IVORY, BLACK), seen(is_die=0.9), 0.03)
    assert not own.known

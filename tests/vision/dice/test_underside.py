"""Pips that shine through from below are none of the upper face's."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from vision.dice.pattern import UpperFace
from vision.dice.underside import shines_through
from vision.frames import Picture

FACE = UpperFace(39.5, 39.5, 40, (0.0, 0.0))
TWO, FOUR = [(-1, -1), (1, 1)], [(-1, -1), (1, 1), (-1, 1), (1, -1)]


def face(bold: list[tuple[int, int]], faint: list[tuple[int, int]], light: float = 0.0, share: float = 0.6) -> Picture:
    """A grey face, lighter to the right by ``light`` levels, with pale pips, and others that stand out less."""
    big = np.full((800, 800, 3), 60, np.uint8)
    cv2.rectangle(big, (200, 200), (600, 600), (130,) * 3, -1)
    for spots, ink in ((faint, 130 + share * 110), (bold, 240.0)):
        for x, y in spots:
            cv2.circle(big, (400 + 100 * x, 400 + 100 * y), 36, (ink,) * 3, -1)
    lit = big + light * (np.arange(800)[None, :, None] - 400) / 400
    turned = cv2.warpAffine(np.clip(lit, 0, 255), cv2.getRotationMatrix2D((400, 400), 15.0, 1.0), (800, 800))
    return np.asarray(cv2.resize(turned, (80, 80), interpolation=cv2.INTER_AREA), np.uint8)


@pytest.mark.parametrize(("upper", "number"), [(TWO, 5), (FOUR, 5), ([(0, 0)], 5), (TWO, 4), ([*TWO, (0, 0)], 5)])
def test_a_smaller_number_above_pips_of_the_underside_is_not_told_for_their_sum(
    upper: list[tuple[int, int]], number: int
) -> None:
    below = [spot for spot in [*FOUR, (0, 0)][: 5 if number == 5 else 4] if spot not in upper]
    assert shines_through(face(upper, below), FACE, number)


@pytest.mark.parametrize("light", [0.0, 40.0])
@pytest.mark.parametrize(
    ("spots", "number"), [(TWO, 2), ([*TWO, (0, 0)], 3), (FOUR, 4), ([*FOUR, (0, 0)], 5), ([*FOUR, (-1, 0), (1, 0)], 6)]
)
def test_pips_of_one_face_stand_out_alike_also_where_light_falls_off(
    spots: list[tuple[int, int]], number: int, light: float
) -> None:
    assert not shines_through(face(spots, [], light), FACE, number)


def test_one_pip_that_is_half_hidden_makes_no_other_number() -> None:
    spots = [*FOUR, (-1, 0), (1, 0)]
    assert not shines_through(face(spots[1:], spots[:1]), FACE, 6)

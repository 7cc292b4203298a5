"""One look over the whole tray tells where upper faces of dice are, how large, and which way their edges run."""

from __future__ import annotations

from dataclasses import astuple

import cv2
import numpy as np
import pytest

from vision.networks.dice import tray
from vision.networks.dice.tray import edges_of, least_side, powers_of, upper_faces
from vision.simulator.dice.still import still_dice


@pytest.mark.parametrize("turn_deg", [0, 17, 44, 71])
@pytest.mark.parametrize("flat", [1.0, 0.6])
def test_both_edges_of_a_face_come_back_from_their_powers(turn_deg: float, flat: float) -> None:
    turn = np.exp(1j * np.radians(turn_deg))
    one, other = (complex(edge.real, flat * edge.imag) for edge in (turn, 1j * turn))
    found = [complex(*edge) for edge in edges_of(*powers_of(one, other))]
    wanted = {complex(round(edge.real, 6), round(edge.imag, 6)) for edge in (one, -one, other, -other)}
    assert {complex(round(edge.real, 6), round(edge.imag, 6)) for edge in found} <= wanted
    assert abs(found[0] * found[1]) == pytest.approx(abs(one * other))
    assert abs(found[0] - found[1]) > 0.1


def test_dice_on_a_table_are_found_by_their_upper_faces() -> None:
    still = still_dice(3, "easy")
    faces = upper_faces(still.picture)
    for die in still.dice:
        (face,) = (one for one in faces if np.hypot(one.x - die.x, one.y - die.y) < 0.3 * die.side)
        assert face.upper > 0.5
        assert face.side == pytest.approx(die.side, rel=0.25)


def test_bands_find_what_the_whole_picture_shows(monkeypatch: pytest.MonkeyPatch) -> None:
    picture = np.asarray(cv2.resize(still_dice(9_177, "ordinary").picture, (640, 480)), np.uint8)
    whole = upper_faces(picture)
    monkeypatch.setattr(tray, "BAND_PX", 640 * 64)
    in_bands = upper_faces(picture)
    assert whole
    assert len(in_bands) == len(whole)
    for one, other in zip(in_bands, whole, strict=True):
        assert np.allclose(astuple(one)[:4], astuple(other)[:4], atol=1e-2)


def test_only_in_very_large_pictures_are_the_smallest_dice_not_looked_for() -> None:
    assert least_side(np.zeros((1080, 1920, 3), np.uint8)) == 11.0
    assert least_side(np.zeros((3000, 4000, 3), np.uint8)) == 22.0

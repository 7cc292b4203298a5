"""Faces are measured by a network of their own: place, size, and both edges whichever way they are called."""

from __future__ import annotations

import numpy as np
import pytest

from vision.networks.dice.measure import edges_of, measured, powers_of
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


def test_a_face_is_measured_from_roughly_where_it_lies() -> None:
    still = still_dice(3, "easy")
    rough = [(die.x + 0.15 * die.side, die.y - 0.1 * die.side, 1.2 * die.side) for die in still.dice]
    for die, face in zip(still.dice, measured(still.picture, rough), strict=True):
        assert np.hypot(face.x - die.x, face.y - die.y) < 0.1 * die.side
        assert face.side == pytest.approx(die.side, rel=0.1)
        (upper,) = (seen for seen in die.faces if seen.upper)
        apart = np.linalg.norm(face.corners[:, None] - np.array(upper.corners), axis=2).min(axis=1)
        assert apart.max() < 0.2 * die.side

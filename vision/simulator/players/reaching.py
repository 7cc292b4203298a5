"""How somebody at the table reaches: where the arm comes from, how it points, and how high what it holds is carried."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from calibration.arrays import Float64Array
from games.game import Seat
from vision.simulator.players.hands import Arm, Grip
from vision.simulator.scene import FlatPiece, PiecePose

PAST_THE_CHAIR_MM = 30.0  # nearer to where the arm comes from it points on in the same direction
_AT_REST_MM = 14.0  # over the table


@dataclass(frozen=True, eq=False)
class SeatedPerson:
    """Somebody at the table: where the arm comes from, mm, and the pieces at hand."""

    seat: Seat
    arm: Arm
    from_mm: Float64Array
    supply_mm: Float64Array


def reaching_hand(
    arm: Arm, from_mm: Float64Array, spot: Float64Array, height: float, beyond_mm: Float64Array | None = None
) -> FlatPiece:
    """The hand at a spot (2,), mm, with its arm behind it.

    Args:
        from_mm: (2,) where the arm comes from. height: mm over the table.
        beyond_mm: (2,) where the arm points to where the spot is past the chair; there is no such spot without it.
    """
    reach = spot - from_mm
    if beyond_mm is not None and np.linalg.norm(reach) < PAST_THE_CHAIR_MM:
        reach = beyond_mm - from_mm
    towards = float(np.degrees(np.arctan2(reach[1], reach[0])))
    return arm.at("hand", Grip.HOLD, float(spot[0]), float(spot[1]), towards, height)


def on_the_way(person: SeatedPerson, goal: PiecePose, back: float, above_mm: float) -> tuple[PiecePose, float]:
    """Fingertips this share of the way back from a goal to where the arm comes from, and their height, mm; on the way
    things are carried ``above_mm`` higher."""
    spot = np.array([goal.x, goal.y]) * (1 - back) + person.from_mm * back
    height = _AT_REST_MM + above_mm * min(1.0, 2.5 * back)
    return PiecePose(float(spot[0]), float(spot[1]), goal.turn_deg), height

"""The followers of Carcassonne as their owner lays them out: small and large, standing and lying."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

import numpy as np

from calibration.arrays import Float64Array
from calibration.piece_set import PieceStance
from games.game import SEAT_COLOURS
from vision.parameters import CHOSEN, Parameters, parameter
from vision.pieces.forms import Form, UprightBody, box_outline
from vision.pieces.naming import GamePieces

COLOURS = SEAT_COLOURS


@dataclass(frozen=True, slots=True, kw_only=True)
class FollowerFormsParameters(Parameters):
    """How large the followers of an expansion are, and what speaks against their being shown."""

    large: float = parameter(1.33, "times", "as large as a small follower that one of Inns & Cathedrals is", CHOSEN)
    rare: float = parameter(4.0, "half squared deviations", "against a follower of an expansion", CHOSEN)
    thick_mm: float = parameter(9.0, "mm", "that a small follower is thick", CHOSEN)
    front_mm: tuple[tuple[float, float], ...] = parameter(
        ((6.8, 0), (6.2, 3), (4.8, 6.2), (7.8, 7.6), (7.8, 9.4), (3.4, 11.2), (3.2, 13.6), (1.8, 15.8), (0, 16.1)),
        "mm",
        'how far aside half its front is at which height: drawn by us after the usual figure, "default"',
        CHOSEN,
    )


PARAMETERS = FollowerFormsParameters()


def pieces() -> GamePieces:
    """Every form of every kind, in the colours of the box."""
    return _pieces(PARAMETERS)


@cache
def _pieces(how: FollowerFormsParameters) -> GamePieces:
    return GamePieces(_forms(how), COLOURS)


def _forms(how: FollowerFormsParameters) -> tuple[Form, ...]:
    found: list[Form] = []
    for kind, size in (("follower", 1.0), ("large follower", how.large)):
        rare = how.rare if size != 1.0 else 0.0
        found += [
            Form(f"{kind} standing", kind, PieceStance.STANDING, _standing(size), rare=rare),
            Form(f"{kind} lying", kind, PieceStance.LYING, _lying(size), rare=rare),
        ]
    return tuple(found)


def _standing(size: float) -> tuple[UprightBody, ...]:
    heights = [high for _, high in PARAMETERS.front_mm]
    parts = zip(PARAMETERS.front_mm[:-1], PARAMETERS.front_mm[1:], heights[:-1], heights[1:], strict=True)
    return tuple(
        UprightBody(box_outline((low_wide + high_wide) * size, PARAMETERS.thick_mm * size), low * size, high * size)
        for (low_wide, _), (high_wide, _), low, high in parts
    )


def _lying(size: float) -> tuple[UprightBody, ...]:
    """Convex parts of its front, on its back."""
    legs = (
        _part(((-6.8, 0.0), (-1.5, 0.0), (0.0, 3.4), (0.0, 8.0), (-4.8, 6.2))),
        _part(((6.8, 0.0), (1.5, 0.0), (0.0, 3.4), (0.0, 8.0), (4.8, 6.2))),
    )
    arms = _part(((-7.8, 7.4), (7.8, 7.4), (7.8, 9.6), (3.4, 11.4), (-3.4, 11.4), (-7.8, 9.6)))
    head = _part(((-3.3, 10.8), (3.3, 10.8), (3.2, 13.8), (1.6, 16.0), (-1.6, 16.0), (-3.2, 13.8)))
    belly = _part(((-4.8, 5.6), (4.8, 5.6), (5.2, 8.6), (-5.2, 8.6)))
    return tuple(UprightBody(part * size, 0.0, PARAMETERS.thick_mm * size) for part in (*legs, belly, arms, head))


def _part(points: tuple[tuple[float, float], ...]) -> Float64Array:
    return (np.array(points) - [0.0, 8.0]) * [1.0, -1.0]

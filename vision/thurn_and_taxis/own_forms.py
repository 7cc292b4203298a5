"""The houses of Thurn and Taxis as their owner lays them out, on their feet and on a side."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from calibration.piece_set import PieceSet, PieceStance
from vision.parameters import CHOSEN, Parameters, parameter
from vision.pieces.forms import Form, UprightBody, box_outline
from vision.pieces.naming import GamePieces
from vision.thurn_and_taxis import postal_set
from vision.thurn_and_taxis.postal_set import BOX_COLOURS, PostalSet


@dataclass(frozen=True, slots=True, kw_only=True)
class PostalFormsParameters(Parameters):
    """How the houses of the owner are built."""

    eaves: float = parameter(0.53, "share", "of a house's height at which its roof begins", CHOSEN)


PARAMETERS = PostalFormsParameters()

COLOURS = BOX_COLOURS
HOUSE = "house"


def _forms() -> tuple[Form, ...]:
    """A house with a gable."""
    wide, deep, high = postal_set.PARAMETERS.usual_house_mm
    foot = UprightBody(box_outline(wide, deep), 0.0, high * PARAMETERS.eaves)
    roof = UprightBody(box_outline(wide * 0.5, deep), high * PARAMETERS.eaves, high)
    front = np.array([[-0.5, 0.0], [0.5, 0.0], [0.5, PARAMETERS.eaves], [0.0, 1.0], [-0.5, PARAMETERS.eaves]]) * [
        wide,
        high,
    ]
    return (
        Form("house standing", HOUSE, PieceStance.STANDING, (foot, roof)),
        Form("house lying", HOUSE, PieceStance.LYING, (UprightBody(front - [0.0, high / 2], 0.0, deep),)),
    )


def with_houses(prints: PostalSet, pieces: PieceSet | None) -> PostalSet:
    """A copy with the houses that its owner has shown."""
    if pieces is None:
        return prints
    wide, high = pieces.scale(HOUSE, PieceStance.STANDING) or (1.0, 1.0)
    across, deep, tall = postal_set.PARAMETERS.usual_house_mm
    return replace(
        prints, house_mm=(across * wide, deep * wide, tall * high), woods={**prints.woods, **pieces.paints()}
    )


PIECES = GamePieces(_forms(), COLOURS)

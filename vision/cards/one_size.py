"""Cards lie on one table: how large they show changes evenly over the picture; what is too large or small is none."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from calibration.arrays import Float64Array
from vision.cards.pose import px_per_mm, spot_of
from vision.parameters import CHOSEN, Parameters, parameter

SizedCard = tuple[Float64Array, tuple[float, float]]  # (3, 3) unit square to px; its width and height, mm


@dataclass(frozen=True, slots=True, kw_only=True)
class OneSizeParameters(Parameters):
    """How many cards tell their size, how evenly it changes over the picture, and how far another may be off it."""

    few: int = parameter(3, "cards", "below which they tell nothing of others", CHOSEN)
    odd_size: float = parameter(
        0.22, "logarithm", "by which a card may be larger or smaller than the others say", CHOSEN
    )
    held: tuple[float, float, float] = parameter(
        (1e-3, 0.3, 0.3), "cards", "that suppose a size of 1 px a mm, and the same size across and down", CHOSEN
    )
    strays: float = parameter(0.06, "logarithm", "by which a card that counts half is off the others' size", CHOSEN)
    rounds: int = parameter(5, "count", "of fits, each without what strayed in the one before", CHOSEN)


PARAMETERS = OneSizeParameters()


@dataclass(frozen=True, eq=False, slots=True)
class CardSizes:
    """Logarithm of px a mm where cards lie: ``fit`` (3,) at ``middle`` (2,) px, and its change over ``reach`` px to the
    right and down."""

    middle: Float64Array
    reach: float
    fit: Float64Array

    @classmethod
    def of(cls, cards: Sequence[SizedCard]) -> CardSizes | None:
        """As some cards tell, of which a few may be none (iteratively reweighted least squares); None where they are
        too few."""
        if len(cards) < PARAMETERS.few:
            return None
        at = np.array([spot_of(pose) for pose, _ in cards])
        middle, reach = at.mean(axis=0), max(1.0, float(np.ptp(at, axis=0).max()))
        logs = np.array([_log_size(card) for card in cards])
        rich = np.column_stack([np.ones(len(cards)), (at - middle) / reach])
        weight, fit = np.ones(len(cards)), np.zeros(3)
        for _ in range(PARAMETERS.rounds):
            weighed = (rich * weight[:, None]).T
            fit = np.linalg.solve(weighed @ rich + np.diag(PARAMETERS.held), weighed @ logs)
            weight = 1.0 / (1.0 + ((rich @ fit - logs) / PARAMETERS.strays) ** 2)
        return cls(middle, reach, fit)

    def fits(self, card: SizedCard) -> bool:
        """Whether a card is about as large as cards are there."""
        foretold = self.fit @ np.concatenate([[1.0], (spot_of(card[0]) - self.middle) / self.reach])
        return bool(abs(_log_size(card) - foretold) < PARAMETERS.odd_size)


def _log_size(card: SizedCard) -> float:
    return math.log(max(1e-3, px_per_mm(*card)))

"""Logistic regression by Newton's method, and how well one foretells pictures that it was not fitted on."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from calibration.arrays import BoolMask, Float64Array

RIDGE = 0.1  # on weights of signs that are standardised: holds those that the examples leave open
STEPS = 50
FOLDS = 10
BINS = 10


@dataclass(frozen=True, eq=False, slots=True)
class OddsExamples:
    """What one picture shows at some places, and what is true of them.

    Attributes:
        signs: (n, k) what is known of each place.
        right: (n,) whether it is what it is taken for.
        offset: (n,) log-odds that something else adds, and that are not fitted.
    """

    signs: Float64Array
    right: BoolMask
    offset: Float64Array

    def __len__(self) -> int:
        return len(self.right)

    @classmethod
    def together(cls, parts: Sequence[OddsExamples]) -> OddsExamples:
        """Those of several pictures."""
        return cls(
            np.concatenate([part.signs for part in parts]),
            np.concatenate([part.right for part in parts]),
            np.concatenate([part.offset for part in parts]),
        )


@dataclass(frozen=True, slots=True)
class ForecastScore:
    """How well probabilities say what is right.

    Attributes:
        nats: mean negative log-likelihood.
        calibration: expected calibration error over tenths of probability.
        wrong: how many lie on the wrong side of a half.
    """

    nats: float
    calibration: float
    wrong: int


def fitted(examples: OddsExamples) -> Float64Array:
    """(k + 1,) the constant and a weight for each sign."""
    middle, spread = examples.signs.mean(axis=0), np.maximum(examples.signs.std(axis=0), 1e-9)
    terms = np.column_stack([np.ones(len(examples)), (examples.signs - middle) / spread])
    hold = RIDGE * np.diag([1e-6, *np.ones(examples.signs.shape[1])])
    weights = np.zeros(terms.shape[1])
    for _ in range(STEPS):
        chance = _chance(terms @ weights + examples.offset)
        slope = terms.T @ (examples.right - chance) - hold @ weights
        bend = (terms * (chance * (1 - chance))[:, None]).T @ terms + hold
        weights = weights + np.clip(np.linalg.solve(bend, slope), -2.0, 2.0)
    scaled = weights[1:] / spread
    return np.array([weights[0] - scaled @ middle, *scaled])


def score_of(examples: OddsExamples, weights: Float64Array) -> ForecastScore:
    """How well weights (k + 1,) say what is right."""
    return _compared(_chance(_score(examples, weights)), examples.right)


def held_out_score(pictures: Sequence[OddsExamples]) -> ForecastScore:
    """The same of pictures by weights that were fitted on others: a tenth of the pictures is left out each time."""
    chances, right = [], []
    for fold in range(FOLDS):
        left_out = [one for number, one in enumerate(pictures) if number % FOLDS == fold]
        if left_out:
            weights = fitted(
                OddsExamples.together([one for number, one in enumerate(pictures) if number % FOLDS != fold])
            )
            some = OddsExamples.together(left_out)
            chances.append(_chance(_score(some, weights)))
            right.append(some.right)
    return _compared(np.concatenate(chances), np.concatenate(right))


def _score(examples: OddsExamples, weights: Float64Array) -> Float64Array:
    return np.asarray(examples.signs @ weights[1:] + weights[0] + examples.offset, np.float64)


def _chance(log_odds: Float64Array) -> Float64Array:
    return np.asarray(1 / (1 + np.exp(-np.clip(log_odds, -30, 30))), np.float64)


def _compared(chance: Float64Array, right: BoolMask) -> ForecastScore:
    nats = -np.log(np.maximum(np.where(right, chance, 1 - chance), 1e-9)).mean()
    tenth = np.minimum((chance * BINS).astype(int), BINS - 1)
    off = sum(abs(float((chance - right)[tenth == one].sum())) for one in range(BINS))
    return ForecastScore(float(nats), off / len(chance), int(((chance > 0.5) != right).sum()))

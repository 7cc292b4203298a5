"""What people put their followers on: as often as usual before anything is known of these people, later as they did.

A farmer stays where he is until the game is over, so nobody can afford many; but some lay down half of theirs, and
some none. How much less readily a field is chosen than another feature is one number of a table, inferred from what was
chosen there among what could have been (a discrete-choice model on a grid: Luce, "Individual Choice Behavior", 1959).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from calibration.arrays import Float64Array
from games.carcassonne.actions import Deploy
from games.carcassonne.tiles import FeatureKind
from vision.parameters import CHOSEN, Parameters, parameter


@dataclass(frozen=True, slots=True, kw_only=True)
class FarmingHabitsParameters(Parameters):
    """How readily people put followers on fields."""

    field: float = parameter(
        0.4,
        "times",
        'as readily as another feature is a field chosen where nothing is known of who plays, "default"',
        CHOSEN,
    )
    tables_differ: float = parameter(0.7, "natural logarithms", "by which that differs from table to table", CHOSEN)


PARAMETERS = FarmingHabitsParameters()
_STEPS = np.linspace(-2.0, 2.0, 9)  # standard deviations of that, at which it is asked


@dataclass(frozen=True, eq=False)
class FarmingHabits:
    """Of the people at one table.

    Attributes:
        choices: (steps,) log-likelihood of what they chose, for each way in which readily they may choose fields; None
            where they chose nothing yet.
    """

    choices: Float64Array | None = None

    def put_down(self, options: Sequence[Deploy], chosen: Deploy) -> FarmingHabits:
        """Once somebody chose one of some options."""
        features = _features(options)
        if (chosen.feature, chosen.location) not in features:
            return self
        said = np.log(_shares(features)[:, features.index((chosen.feature, chosen.location))])
        return FarmingHabits(said if self.choices is None else self.choices + said)

    def shares(self, options: Sequence[Deploy]) -> Float64Array:
        """(options,) how often people who put somebody down chose the feature of each; large and small followers on one
        feature share that."""
        features = _features(options)
        if not features:
            return np.zeros(0)
        belief = -0.5 * _STEPS**2 + (0.0 if self.choices is None else self.choices)
        each = np.exp(belief - np.logaddexp.reduce(belief)) @ _shares(features)
        return np.array([each[features.index((one.feature, one.location))] for one in options])


USUAL_HABITS = FarmingHabits()


def _features(options: Sequence[Deploy]) -> list[tuple[FeatureKind, str]]:
    return list(dict.fromkeys((one.feature, one.location) for one in options))


def _shares(features: Sequence[tuple[FeatureKind, str]]) -> Float64Array:
    """(steps, features) the share of each."""
    readily = PARAMETERS.field * np.exp(PARAMETERS.tables_differ * _STEPS)
    weights = np.stack(
        [readily if kind is FeatureKind.FIELD else np.ones_like(readily) for kind, _ in features], axis=1
    )
    return np.asarray(weights / weights.sum(axis=1, keepdims=True))

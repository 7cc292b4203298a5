"""Which tile earlier looks took to lie at a place, and what that says of the one that lies there now.

A tile that nobody has touched is the same at every look, so a blurred one must not outvote those before it. Looks at
one table see the same print in much the same light, though: what one of them has wrong the next is likely to have wrong
as well, and any number of them is worth hardly more than one (Kish, "Survey Sampling", 1965: the design effect of a
cluster). And between two looks somebody may have turned the tile, or taken it back for another: then only the last
look tells of it.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, field

import numpy as np

from vision.carcassonne.poses import TileAsLaid
from vision.parameters import CHOSEN, Parameters, parameter


@dataclass(frozen=True, slots=True, kw_only=True)
class KindsSeenParameters(Parameters):
    """How much several looks have in common, and how often a tile is another one at the next."""

    # What is right of the looks of two games, 108 kinds beside true tiles, scattered from look to look by 0.16 and 0.33
    # of what it should scatter by in all.
    in_common: float = parameter(
        0.75,
        "correlation",
        "between what two looks at one still tile have wrong",
        "docs/findings/a-table-that-goes-on.md",
    )
    changed: float = parameter(
        0.05, "share", "of tiles that people turn, or take back for another, between two looks, default", CHOSEN
    )
    remembered: int = parameter(2, "looks", "as many of which earlier ones count: those long past fade", CHOSEN)
    most_behind: float = parameter(14.0, "nats", "that a kind counts as behind the likeliest at one look", CHOSEN)


PARAMETERS = KindsSeenParameters()


@dataclass(frozen=True, eq=False)
class KindsSeen:
    """What some looks saw at one place.

    Attributes:
        behind: by how many nats each kind was behind the likeliest, in the mean of the looks; others were by the most
            that counts.
        sightings: as how many looks these count.
    """

    behind: Mapping[TileAsLaid, float] = field(default_factory=dict)
    sightings: int = 0

    def with_look(self, scores: Mapping[TileAsLaid, float]) -> KindsSeen:
        """After one more look, at which the kinds that may lie there had these log-likelihoods."""
        now = _behind(scores)
        share, most = 1.0 / (self.sightings + 1), PARAMETERS.remembered
        mean = {kind: (1.0 - share) * self._of(kind) + share * _least(now, kind) for kind in {**self.behind, **now}}
        return KindsSeen(mean if self.sightings else now, min(self.sightings + 1, most))

    def pooled(self, scores: Mapping[TileAsLaid, float]) -> dict[TileAsLaid, float]:
        """The log-probability of each kind, by these looks and by another one that gave them these log-likelihoods.

        Looks at the same tile count alike, by what of each is its own; where another one came to lie there since, that
        look alone tells which.
        """
        if not self.sightings:
            return normalized(scores)
        now = {kind: max(scores.values()) - score for kind, score in scores.items()}
        worth = 1.0 / (1.0 + PARAMETERS.in_common * self.sightings)
        unmoved, changed = math.log1p(-PARAMETERS.changed), math.log(PARAMETERS.changed)
        found = {}
        for kind in {**self.behind, **now}:
            last = now.get(kind, max(PARAMETERS.most_behind, *now.values()))
            same = unmoved - worth * (last + self.sightings * self._of(kind))
            found[kind] = float(np.logaddexp(same, changed - last))
        return normalized(found)

    def _of(self, kind: TileAsLaid) -> float:
        return _least(self.behind, kind)


def normalized(scores: Mapping[TileAsLaid, float]) -> dict[TileAsLaid, float]:
    """Log-likelihoods as log-probabilities."""
    total = float(np.logaddexp.reduce(list(scores.values())))
    return {kind: score - total for kind, score in scores.items()}


def _behind(scores: Mapping[TileAsLaid, float]) -> dict[TileAsLaid, float]:
    best = max(scores.values())
    return {kind: min(best - score, PARAMETERS.most_behind) for kind, score in scores.items()}


def _least(behind: Mapping[TileAsLaid, float], kind: TileAsLaid) -> float:
    return behind.get(kind, PARAMETERS.most_behind)

"""Which tile earlier looks took to lie at a place, and what that says of the one that lies there now.

A tile that nobody has touched is the same at every look, so a blurred one must not outvote those before it. Looks at
one table see the same print in much the same light, though: what one of them has wrong the next is likely to have wrong
as well, and ten of them tell no more than two that had nothing in common (Kish, "Survey Sampling", 1965: the design
effect of a cluster). And between two looks somebody may have turned the tile or laid another: that is never unlikelier
than how often people do so.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, field

from vision.parameters import CHOSEN, Parameters, parameter

Kind = tuple[str, int]  # key and turns of a tile


@dataclass(frozen=True, slots=True, kw_only=True)
class KindsSeenParameters(Parameters):
    """How much several looks have in common, and how often a tile is another one at the next."""

    in_common: float = parameter(
        0.5, "correlation", "between what two looks at one still tile say of a kind that does not lie there", CHOSEN
    )
    changed: float = parameter(
        0.02, "share", "of tiles that people turn, or take back for another, between two looks, default", CHOSEN
    )
    most_behind: float = parameter(14.0, "nats", "that a kind counts as behind the likeliest at one look", CHOSEN)


PARAMETERS = KindsSeenParameters()


@dataclass(frozen=True, eq=False)
class KindsSeen:
    """What some looks told of one place.

    Attributes:
        behind: by how many nats each kind was behind the likeliest, in the mean of the looks; others were by the most
            that counts.
        sightings: how many looks there were.
    """

    behind: Mapping[Kind, float] = field(default_factory=dict)
    sightings: int = 0

    def with_look(self, scores: Mapping[Kind, float]) -> KindsSeen:
        """After one more look, at which the kinds that may lie there had these log-likelihoods."""
        best, most = max(scores.values()), PARAMETERS.most_behind
        now = {kind: min(best - score, most) for kind, score in scores.items()}
        share = 1.0 / (self.sightings + 1)
        return KindsSeen(
            {
                kind: (1.0 - share) * self.behind.get(kind, most) + share * now.get(kind, most)
                for kind in {**(self.behind if self.sightings else {}), **now}
            },
            self.sightings + 1,
        )

    def say(self, kind: Kind) -> float:
        """Log-odds, 0 or less, of a kind against the one that the looks took to lie there, beside what is seen now."""
        if not self.sightings:
            return 0.0
        behind = self.behind.get(kind, PARAMETERS.most_behind) - min(self.behind.values())
        unmoved = math.log1p(-PARAMETERS.changed) - self._counting * behind
        return float(min(0.0, _log_sum(unmoved, math.log(PARAMETERS.changed))))

    @property
    def _counting(self) -> float:
        """How many looks, beside the one of now, all of these are worth."""
        common = PARAMETERS.in_common
        return self.sightings * (1.0 - common) / (1.0 + self.sightings * common)


def _log_sum(one: float, other: float) -> float:
    return max(one, other) + math.log1p(math.exp(-abs(one - other)))

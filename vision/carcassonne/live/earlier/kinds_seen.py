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
from dataclasses import dataclass, field, replace

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
    changed_since: float = parameter(
        0.002,
        "share",
        "of tiles that are another one at the next look although somebody has laid one after them, default",
        "docs/findings/a-table-that-goes-on.md",
    )
    remembered: int = parameter(2, "looks", "as many of which earlier ones count: those long past fade", CHOSEN)
    most_behind: float = parameter(14.0, "nats", "that a kind counts as behind the likeliest at one look", CHOSEN)


PARAMETERS = KindsSeenParameters()


@dataclass(frozen=True, eq=False)
class KindsSeen:
    """What some looks saw at one place. Looks at a table on which nothing has changed are one, however many they are:
    what a lamp's mirror image or a shadow has wrong on it they all have wrong.

    Attributes:
        behind: by how many nats each kind was behind the likeliest, in the mean of the earlier tables; others were by
            the most that counts.
        sightings: as how many tables these count.
        here: the same in the mean of the looks at the table of the last look.
        glances: as how many looks these count.
    """

    behind: Mapping[TileAsLaid, float] = field(default_factory=dict)
    sightings: int = 0
    here: Mapping[TileAsLaid, float] = field(default_factory=dict)
    glances: int = 0

    def with_look(self, scores: Mapping[TileAsLaid, float], *, unchanged: bool = False) -> KindsSeen:
        """After one more look, at which the kinds that may lie there had these log-likelihoods; the table was
        ``unchanged`` since the look before."""
        known = self._known(unchanged)
        here = _mean(known.here, known.glances, _behind(scores))
        return replace(known, here=here, glances=min(known.glances + 1, PARAMETERS.remembered))

    def pooled(
        self, scores: Mapping[TileAsLaid, float], *, unchanged: bool = False, over: bool = False
    ) -> dict[TileAsLaid, float]:
        """The log-probability of each kind, by these looks and by another one that gave them these log-likelihoods.

        Looks at the same tile count alike, by what of each is its own; where another one came to lie there since, that
        look alone tells which.

        Args:
            unchanged: the table is as at the look before.
            over: the tile's turn is over, for another was seen to be laid after it: nobody changes it any more.
        """
        known, best = self._known(unchanged), max(scores.values())
        now = _mean(known.here, known.glances, {kind: best - score for kind, score in scores.items()})
        if not known.sightings:
            return normalized({kind: -one for kind, one in now.items()})
        worth = 1.0 / (1.0 + PARAMETERS.in_common * known.sightings)
        share = PARAMETERS.changed_since if over else PARAMETERS.changed
        unmoved, changed = math.log1p(-share), math.log(share)
        found = {}
        for kind in {**known.behind, **now}:
            last = now.get(kind, max(PARAMETERS.most_behind, *now.values()))
            alike = min(last, PARAMETERS.most_behind)  # of one tile no look says more than another
            same = unmoved - worth * (alike + known.sightings * _least(known.behind, kind))
            found[kind] = float(np.logaddexp(same, changed - last))
        return normalized(found)

    def _known(self, unchanged: bool) -> KindsSeen:
        """These looks as another one finds them: where the table has changed, the last one is an earlier table."""
        if unchanged or not self.glances:
            return self
        mean = _mean(self.behind, self.sightings, self.here)
        return KindsSeen(mean, min(self.sightings + 1, PARAMETERS.remembered))


def _mean(before: Mapping[TileAsLaid, float], many: int, now: Mapping[TileAsLaid, float]) -> dict[TileAsLaid, float]:
    """Of so many looks and one more."""
    if not many:
        return dict(now)
    most = max(PARAMETERS.most_behind, *now.values())
    share = 1.0 / (many + 1)
    return {kind: (1.0 - share) * _least(before, kind) + share * now.get(kind, most) for kind in {**before, **now}}


def normalized(scores: Mapping[TileAsLaid, float]) -> dict[TileAsLaid, float]:
    """Log-likelihoods as log-probabilities."""
    total = float(np.logaddexp.reduce(list(scores.values())))
    return {kind: score - total for kind, score in scores.items()}


def _behind(scores: Mapping[TileAsLaid, float]) -> dict[TileAsLaid, float]:
    best = max(scores.values())
    return {kind: min(best - score, PARAMETERS.most_behind) for kind, score in scores.items()}


def _least(behind: Mapping[TileAsLaid, float], kind: TileAsLaid) -> float:
    return behind.get(kind, PARAMETERS.most_behind)

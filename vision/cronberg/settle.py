"""The whole board at once: which rhombi lie where, so that none overlap and the box holds them all."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from games.cronberg.components import Edition
from vision.cronberg.evidence import Evidence

SCALE = 4.0  # calibrated nats for each unit of support; see the reader's test of its own certainty
_SHORTLIST = 4  # kinds at a site that are worth a thought
_ROUNDS = 4


@dataclass(frozen=True, slots=True)
class Choice:
    """A rhomb that was read: index of its site, index of its kind, support over leaving both triangles empty."""

    site: int
    kind: int
    gain: float


def settle(edition: Edition, evidence: Evidence) -> tuple[Choice, ...]:
    """The set of rhombi with the highest support: greedily, then by exchanges until nothing improves."""
    choices = _shortlist(edition, evidence)
    chosen: list[Choice] = []
    for choice in choices:
        if not _in_the_way(edition, chosen, choice):
            chosen.append(choice)
    for _ in range(_ROUNDS):
        improved = False
        for choice in choices:
            if choice in chosen:
                continue
            blocked = _in_the_way(edition, chosen, choice)
            rest = [one for one in chosen if one not in blocked]
            trial = [*rest, choice]
            for other in choices:  # whoever made room may have an alternative
                if other not in trial and not _in_the_way(edition, trial, other):
                    trial.append(other)
            if sum(one.gain for one in trial) > sum(one.gain for one in chosen) + 1e-6:
                chosen, improved = trial, True
        if not improved:
            break
    return tuple(sorted(chosen, key=lambda choice: choice.site))


def gains(edition: Edition, evidence: Evidence) -> NDArray[np.float32]:
    """(sites, kinds) support for a rhomb over two empty triangles."""
    pairs = np.array([site.triangles for site in edition.lattice.sites])
    return np.asarray(evidence.rhombi - evidence.empty[pairs].sum(axis=1)[:, None], np.float32)


def _shortlist(edition: Edition, evidence: Evidence) -> list[Choice]:
    gain = gains(edition, evidence)
    found = []
    for site in range(len(gain)):
        for kind in np.argsort(-gain[site])[:_SHORTLIST]:
            if gain[site, kind] > 0:
                found.append(Choice(site, int(kind), float(gain[site, kind])))
    return sorted(found, key=lambda choice: -choice.gain)


def _in_the_way(edition: Edition, chosen: list[Choice], choice: Choice) -> list[Choice]:
    """What must go so that this can lie: what overlaps it, and the weakest of its kind where the box has no more."""
    triangles = set(edition.lattice.sites[choice.site].triangles)
    blocked = [one for one in chosen if triangles & set(edition.lattice.sites[one.site].triangles)]
    same = [one for one in chosen if one.kind == choice.kind and one not in blocked]
    if len(same) >= edition.kinds[choice.kind].count:
        blocked.append(min(same, key=lambda one: one.gain))
    return blocked

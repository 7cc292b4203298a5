"""The whole board at once: which rhombi lie where, so that none overlap and the box holds them all."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from games.cronberg.components import CronbergBox
from vision.cronberg.evidence import RhombEvidence
from vision.parameters import CHOSEN, Parameters, parameter


@dataclass(frozen=True, slots=True, kw_only=True)
class SettleParameters(Parameters):
    """How many rhombi a place are weighed together, and for how many rounds."""

    shortlist: int = parameter(4, "kinds", "at a site that are worth a thought", CHOSEN)
    rounds: int = parameter(4, "rounds", "in which neighbours settle each other", CHOSEN)
    scale: float = parameter(
        10.0,
        "nats",
        "for each unit of support: fits how often rhombi on simulated boards (seeds from 1000 on) are right",
        CHOSEN,
    )


PARAMETERS = SettleParameters()


@dataclass(frozen=True, slots=True)
class ChosenRhomb:
    """A rhomb that was read: index of its site, index of its kind, support over leaving both triangles empty."""

    site: int
    kind: int
    gain: float


def settle(edition: CronbergBox, evidence: RhombEvidence) -> tuple[ChosenRhomb, ...]:
    """The set of rhombi with the highest support: greedily, then by exchanges until nothing improves."""
    choices = _shortlist(edition, evidence)
    board = _Board(edition)
    for choice in choices:
        if not board.in_the_way(choice):
            board.add(choice)
    for _ in range(PARAMETERS.rounds):
        improved = [_exchange(board, choice, choices) for choice in choices if choice not in board.chosen]
        if not any(improved):
            break
    return tuple(sorted(board.chosen, key=lambda choice: choice.site))


def _exchange(board: _Board, choice: ChosenRhomb, choices: list[ChosenRhomb]) -> bool:
    """Put a choice in the place of what it excludes, which may find another place; True where that is better."""
    blocked = board.in_the_way(choice)
    before = sum(one.gain for one in blocked)
    for one in blocked:
        board.remove(one)
    added = [choice]
    board.add(choice)
    freed = {t for one in blocked for t in board.triangles(one)}
    kinds = {one.kind for one in blocked}
    for other in choices:
        touches = other.kind in kinds or not freed.isdisjoint(board.triangles(other))
        if touches and other not in board.chosen and not board.in_the_way(other):
            board.add(other)
            added.append(other)
    if sum(one.gain for one in added) > before + 1e-6:
        return True
    for one in added:
        board.remove(one)
    for one in blocked:
        board.add(one)
    return False


class _Board:
    """What has been chosen so far, by triangle and by kind."""

    def __init__(self, edition: CronbergBox) -> None:
        self._sites = edition.lattice.sites
        self._kinds = edition.kinds
        self._on: dict[int, ChosenRhomb] = {}
        self._of: dict[int, list[ChosenRhomb]] = {}
        self.chosen: set[ChosenRhomb] = set()

    def triangles(self, choice: ChosenRhomb) -> tuple[int, int]:
        """What a choice covers."""
        return self._sites[choice.site].triangles

    def in_the_way(self, choice: ChosenRhomb) -> list[ChosenRhomb]:
        """What must go so that this can lie: what overlaps it, and the weakest of its kind if the box has no more."""
        blocked = list({self._on[t] for t in self.triangles(choice) if t in self._on})
        same = [one for one in self._of.get(choice.kind, []) if one not in blocked]
        if len(same) >= self._kinds[choice.kind].count:
            blocked.append(min(same, key=lambda one: one.gain))
        return blocked

    def add(self, choice: ChosenRhomb) -> None:
        """Lay it."""
        self.chosen.add(choice)
        self._of.setdefault(choice.kind, []).append(choice)
        for triangle in self.triangles(choice):
            self._on[triangle] = choice

    def remove(self, choice: ChosenRhomb) -> None:
        """Take it up."""
        self.chosen.remove(choice)
        self._of[choice.kind].remove(choice)
        for triangle in self.triangles(choice):
            del self._on[triangle]


def gains(edition: CronbergBox, evidence: RhombEvidence) -> NDArray[np.float32]:
    """(sites, kinds) support for a rhomb over two empty triangles."""
    pairs = np.array([site.triangles for site in edition.lattice.sites])
    return np.asarray(evidence.rhombi - evidence.empty[pairs].sum(axis=1)[:, None], np.float32)


def explained(edition: CronbergBox, evidence: RhombEvidence) -> float:
    """How well the whole board is explained: nats for all rhombi that are read and all triangles that are free."""
    return float(evidence.empty.sum()) + sum(choice.gain for choice in settle(edition, evidence))


def _shortlist(edition: CronbergBox, evidence: RhombEvidence) -> list[ChosenRhomb]:
    gain = gains(edition, evidence)
    found = []
    for site in range(len(gain)):
        for kind in np.argsort(-gain[site])[: PARAMETERS.shortlist]:
            if gain[site, kind] > 0:
                found.append(ChosenRhomb(site, int(kind), float(gain[site, kind])))
    return sorted(found, key=lambda choice: -choice.gain)

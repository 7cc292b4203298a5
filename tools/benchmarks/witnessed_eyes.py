"""Eyes whose claims are held against what really lies on the simulated table."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from games.any_game import AnyState
from tools.benchmarks.wilson import wilson
from vision.explanation import Explanation
from vision.eyes import AnyEyes, Glance, tell_left_open
from vision.frames import Frame

DECILES = 10


@dataclass(frozen=True, slots=True)
class WitnessedClaim:
    """What was told of a still table: the likeliest candidate, how probable it was called, and whether it was so.

    Attributes:
        probability, right: of the likeliest candidate.
        of_nothing: it tells of something, and the table shows nothing beyond the record.
    """

    probability: float
    right: bool
    of_nothing: bool = False


@dataclass(slots=True)
class WitnessedEyes:
    """Eyes (:class:`vision.eyes.Eyes`) beside which somebody sits who knows the truth.

    Args:
        eyes: that look.
        shown: tells the actions that the table shows and the record does not hold yet.
        alike: whether two actions leave the same on the table.
    """

    eyes: AnyEyes
    shown: Callable[[], Sequence[object]]
    alike: Callable[[object, object], bool]
    claims: list[WitnessedClaim] = field(default_factory=list)
    reading_ms: list[float] = field(default_factory=list)
    last: Explanation | None = None

    def look(self, frame: Frame) -> Glance:
        """See :class:`vision.eyes.Eyes`."""
        return self.eyes.look(frame)

    def explain(self, state: AnyState, still: Frame) -> Explanation:
        """See :class:`vision.eyes.Eyes`."""
        started = time.perf_counter()
        explanation = self.eyes.explain(state, still)
        self.reading_ms.append((time.perf_counter() - started) * 1000)
        self.last = explanation
        best = explanation.best
        if best is not None and best.actions:
            true = self.shown()
            same = len(true) == len(best.actions) and all(map(self.alike, best.actions, true))
            self.claims.append(WitnessedClaim(best.probability, same, not true))
        return explanation

    def left_open(self, actions: tuple[object, ...]) -> None:
        """See :class:`vision.eyes.HeedsTwins`."""
        tell_left_open(self.eyes, actions)

    def committed(self, state: AnyState) -> None:
        """See :class:`vision.eyes.Eyes`."""
        self.eyes.committed(state)

    def overlay(self) -> tuple[NDArray[np.float32], ...]:
        """See :class:`vision.eyes.Eyes`."""
        return self.eyes.overlay()

    def outline_of(self, place: str) -> NDArray[np.float32] | None:
        """See :class:`vision.eyes.Eyes`."""
        return self.eyes.outline_of(place)


def reliability(claims: Sequence[WitnessedClaim]) -> list[dict[str, object]]:
    """How often claims held, by decile of the probability that they called themselves; deciles without any left out."""
    rows = []
    for decile in range(DECILES):
        low, high = decile / DECILES, (decile + 1) / DECILES
        inside = [one for one in claims if low <= one.probability and (one.probability < high or high == 1)]
        if inside:
            right = sum(one.right for one in inside)
            claimed = sum(one.probability for one in inside) / len(inside)
            rows.append({"from": low, "to": high, "claimed": round(claimed, 3), **share(right, len(inside))})
    return rows


def share(right: int, count: int) -> dict[str, object]:
    """A counted share as it is printed: with its number and the Wilson interval."""
    low, high = wilson(right, count)
    ratio = round(right / count, 4) if count else None
    return {"count": right, "n": count, "share": ratio, "wilson_95": [round(low, 4), round(high, 4)]}

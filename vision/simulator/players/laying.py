"""How pieces lie that people laid by hand: each a little off its neighbours, so that a map drifts as it grows.

A piece goes where its neighbours, as they really lie, seem to want it; people then push it until it overlaps none,
and give way with a neighbour where a gap has become too narrow.
"""

from __future__ import annotations

import math
from collections.abc import Hashable, Mapping
from dataclasses import dataclass

import numpy as np

from calibration.angles import wrapped
from calibration.arrays import Float64Array
from vision.simulator.scene import PiecePose

_GIVES_WAY = 0.25  # share of a push that goes into the neighbour, not the piece in the hand
_SMALLEST_GAP_MM = 0.15
_RIDES_MM = 3.0  # the most that one piece lies over the edge of another that carries it


@dataclass(frozen=True, slots=True)
class Habit:
    """How carefully people lay: the most off a neighbour in mm and degrees, whether that adds up, and the gap, mm,
    that neighbours would have if everything were perfect."""

    mm: float
    deg: float
    adds_up: bool
    gap_mm: float = 0.4


class HandLaid:
    """Pieces on the table, by name: where they ought to lie and where they do.

    Args:
        habit: how carefully people lay.
        outline: (n, 2) convex outline of every piece in its own frame, mm.
        rng: the people's hands.
    """

    def __init__(self, habit: Habit, outline: Float64Array, rng: np.random.Generator) -> None:
        self.habit = habit
        self._outline = np.asarray(outline, np.float64)
        self._reach = float(np.linalg.norm(self._outline, axis=1).max())
        self._rng = rng
        self._ideal: dict[Hashable, PiecePose] = {}
        self._real: dict[Hashable, PiecePose] = {}
        self._nudges: list[tuple[tuple[float, float], float, tuple[float, float]]] = []
        self._riding: set[frozenset[Hashable]] = set()

    @property
    def poses(self) -> Mapping[Hashable, PiecePose]:
        """Where every piece really lies."""
        return self._real

    def move_all(self, shift: tuple[float, float], turn_deg: float, about: tuple[float, float]) -> None:
        """A nudge: everything is turned about a point and shifted."""
        self._nudges.append((shift, turn_deg, about))  # people go on from where the map lies now
        for name, pose in self._real.items():
            self._real[name] = nudged(pose, shift, turn_deg, about)
            self._ideal[name] = nudged(self._ideal[name], shift, turn_deg, about)

    def remove(self, name: Hashable) -> None:
        """Take a piece away."""
        del self._ideal[name], self._real[name]

    def ride(self, name: Hashable, other: Hashable, over_mm: float) -> None:
        """Slide a piece this far onto a neighbour, whose edge it rests on from now on."""
        here, there = self._real[name], self._real[other]
        apart = math.hypot(there.x - here.x, there.y - here.y)
        self._riding.add(frozenset((name, other)))
        self._real[name] = here.moved((there.x - here.x) / apart * over_mm, (there.y - here.y) / apart * over_mm)

    def lay(self, name: Hashable, ideal: PiecePose, neighbours: tuple[Hashable, ...]) -> dict[Hashable, PiecePose]:
        """Lay a piece beside its neighbours. Returns the poses that changed: its own and of those that gave way.

        Args:
            name: the new piece.
            ideal: where it belongs on the perfect map; its turn is that of the piece itself.
            neighbours: pieces on the table that share a side with it.
        """
        habit, rng = self.habit, self._rng
        for shift, turn_deg, about in self._nudges:
            ideal = nudged(ideal, shift, turn_deg, about)
        dx, dy = rng.uniform(-habit.mm, habit.mm, 2)
        turn = rng.uniform(-habit.deg, habit.deg)
        if habit.adds_up and neighbours:
            seen = [_carried(self._ideal[other], self._real[other], ideal) for other in neighbours]
            wanted = _mean(seen, ideal)
        else:
            wanted = ideal
            # Two neighbours may be off in opposite directions: half each keeps them within the habit.
            dx, dy, turn = dx / 2, dy / 2, turn / 2
        pose = wanted.moved(float(dx), float(dy), float(turn))
        self._ideal[name] = ideal
        self._real[name] = pose
        moved = self._push_apart(name)
        return {other: self._real[other] for other in moved}

    def _push_apart(self, name: Hashable) -> set[Hashable]:
        moved: set[Hashable] = {name}
        for _ in range(60):
            worst = 0.0
            for first, second in self._close_pairs(moved):
                gap = -_RIDES_MM if frozenset((first, second)) in self._riding else _SMALLEST_GAP_MM
                push = _overlap(self._placed(first), self._placed(second), gap)
                if push is None:
                    continue
                worst = max(worst, float(np.linalg.norm(push)))
                share = _GIVES_WAY if first == name else 1 - _GIVES_WAY if second == name else 0.5
                self._shift(first, -push * (1 - share))
                self._shift(second, push * share)
                moved |= {first, second}
            if worst < 0.05:
                break
        return moved

    def _close_pairs(self, around: set[Hashable]) -> list[tuple[Hashable, Hashable]]:
        pairs = []
        done: set[Hashable] = set()
        for first in sorted(around, key=repr):
            done.add(first)
            here = self._real[first]
            for second, there in self._real.items():
                if second not in done and math.hypot(here.x - there.x, here.y - there.y) < 2 * self._reach:
                    pairs.append((first, second))
        return pairs

    def _placed(self, name: Hashable) -> Float64Array:
        return self._real[name].carry(self._outline)

    def _shift(self, name: Hashable, by: Float64Array) -> None:
        self._real[name] = self._real[name].moved(float(by[0]), float(by[1]))


def nudged(pose: PiecePose, shift: tuple[float, float], turn_deg: float, about: tuple[float, float]) -> PiecePose:
    """A pose after everything was turned about a point, then shifted."""
    around = PiecePose(about[0] + shift[0], about[1] + shift[1], turn_deg)
    spot = around.carry(np.array([[pose.x - about[0], pose.y - about[1]]]))[0]
    return PiecePose(float(spot[0]), float(spot[1]), pose.turn_deg + turn_deg)


def _carried(ideal_from: PiecePose, real_from: PiecePose, ideal_to: PiecePose) -> PiecePose:
    """Where a piece seems to belong to somebody who looks at one neighbour only."""
    turn = real_from.turn_deg - ideal_from.turn_deg
    offset = np.array([[ideal_to.x - ideal_from.x, ideal_to.y - ideal_from.y]])
    spot = PiecePose(real_from.x, real_from.y, turn).carry(offset)[0]
    return PiecePose(float(spot[0]), float(spot[1]), ideal_to.turn_deg + turn)


def _mean(poses: list[PiecePose], ideal: PiecePose) -> PiecePose:
    turns = [wrapped(pose.turn_deg - ideal.turn_deg, 360.0) for pose in poses]
    return PiecePose(
        sum(pose.x for pose in poses) / len(poses),
        sum(pose.y for pose in poses) / len(poses),
        ideal.turn_deg + sum(turns) / len(turns),
    )


def _overlap(first: Float64Array, second: Float64Array, gap: float) -> Float64Array | None:
    """The shortest way to move ``second`` so that it lies ``gap`` mm off ``first``, or None where it does already.

    Separating axes of two convex outlines.
    """
    best: Float64Array | None = None
    least = math.inf
    between = second.mean(axis=0) - first.mean(axis=0)
    for outline in (first, second):
        edges = np.roll(outline, -1, axis=0) - outline
        normals = np.column_stack([edges[:, 1], -edges[:, 0]])
        normals /= np.linalg.norm(normals, axis=1, keepdims=True)
        for normal in normals:
            axis = normal if normal @ between >= 0 else -normal
            depth = float((first @ axis).max() - (second @ axis).min()) + gap
            if depth <= 0:
                return None
            if depth < least:
                least, best = depth, axis * depth
    return best

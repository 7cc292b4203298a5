"""Several figures put on one tile in one turn, told together: each is seen in what the others leave unexplained.

Looked at one by one, a figure that leans over a road beside its field is evidence for both, and of two figures in a
row one is sought in the middle between them. So every pixel tells of one figure only, wherever the others may stand,
and a foot has room only beside the others' feet: two wooden figures do not stand in each other.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from calibration.arrays import Float32Array
from games.carcassonne.actions import Deploy
from vision.carcassonne.live.followers import silhouettes
from vision.carcassonne.live.followers.figure_evidence import FigureEvidence, LearnedPaint, Standpoint
from vision.carcassonne.live.followers.figures import evidence
from vision.carcassonne.live.followers.silhouettes import SPAN
from vision.carcassonne.live.followers.stance import Guess
from vision.parameters import CHOSEN, Parameters, parameter


@dataclass(frozen=True, slots=True, kw_only=True)
class TogetherParameters(Parameters):
    """How far feet of several figures stand apart, and how many scenes of them are weighed."""

    feet_apart_mm: float = parameter(
        8.0, "mm", '"default": a little less than a usual figure is thick at its foot', CHOSEN
    )
    hopeless: float = parameter(-3.0, "nats", "who is that unlikely alone is not looked for beside others", CHOSEN)
    most_scenes: int = parameter(
        96, "count", "ways for all figures of a set but one to stand that are gone on with", CHOSEN
    )
    least_room: float = parameter(
        1e-3, "share", "of a feature's likeliest places under which nobody stands there", CHOSEN
    )
    contested: float = parameter(
        20.0, "nats", "behind the likeliest set within which sets are compared under the same guesses", CHOSEN
    )
    guesses_tried: int = parameter(20, "count", "of how figures may stand, the likeliest ones", CHOSEN)


PARAMETERS = TogetherParameters()
Allowed = Callable[[frozenset[Deploy]], bool]
Foot = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Together:
    """Figures on one tile at once.

    Attributes:
        figures: who stands on what.
        log_odds: of the picture with exactly these against the bare tile; nothing is said of how people play.
        feet: (row, column) in px of the tile's figure map, in the order of ``figures``, where they likeliest stand.
    """

    figures: tuple[Deploy, ...] = ()
    log_odds: float = 0.0
    feet: tuple[Foot, ...] = ()

    @property
    def spots(self) -> frozenset[Deploy]:
        """Who stands there, in no order."""
        return frozenset(self.figures)


def figures_together(
    standpoint: Standpoint, paint: LearnedPaint, where: Mapping[Deploy, Float32Array], allowed: Allowed
) -> list[Together]:
    """Every set of figures of one colour that may have been put on a tile, nobody among them, likeliest first.

    Args:
        standpoint: what is seen on the tile and around it.
        paint: of that colour.
        where: figures that may be part of a set, with the probabilities (SPAN, SPAN) of where their feet stand.
        allowed: whether the rules could have a set; what they allow they also allow with fewer figures.
    """
    odds = {kind: standpoint.log_odds(paint, kind) for kind in {option.kind for option in where}}
    alone = {option: evidence(odds[option.kind], stands) for option, stands in where.items()}
    found = [Together(), *(Together((one,), score, (foot,)) for one, (score, foot) in alone.items())]
    # Whoever may stand almost anywhere comes last: only for the last one every point is looked at.
    likely = [one for one, (score, _) in alone.items() if score > PARAMETERS.hopeless]
    likely.sort(key=lambda option: np.count_nonzero(where[option] > where[option].max() / 10))
    pixels = standpoint.evidence_for(paint)
    ways = _Ways(_bare(pixels), where)
    for many in range(2, len(likely) + 1):
        sets = [figures for figures in combinations(likely, many) if allowed(frozenset(figures))]
        if not sets:
            break
        found += [ways.of(figures) for figures in sets]
    lawful = [one for one in found if allowed(one.spots)]
    return sorted(_compared(pixels, where, lawful), key=lambda one: -one.log_odds)


def _compared(
    pixels: FigureEvidence, where: Mapping[Deploy, Float32Array], found: Sequence[Together]
) -> list[Together]:
    """The sets with those between whose numbers there is doubt weighed anew, all under the same guesses.

    Before the table's figures are known, one tall figure may cover what two short ones do: whoever may choose the
    guess that suits him wins against those who may not.
    """
    top = max(one.log_odds for one in found)
    close = [one for one in found if one.figures and one.log_odds > top - PARAMETERS.contested]
    if len(pixels.guesses) == 1 or len({len(one.figures) for one in close}) < 2:
        return list(found)
    guesses = _likeliest(pixels.guesses)
    of_guess = (_Ways(_bare(pixels.under(guess)), where) for guess in guesses)
    each_way = [[ways.of(one.figures) for one in close] for ways in of_guess]
    weighed = [one for one in found if one not in close]
    for ways in zip(*each_way, strict=True):
        odds = np.array([guess.weight + way.log_odds for guess, way in zip(guesses, ways, strict=True)])
        weighed.append(replace(ways[int(odds.argmax())], log_odds=float(np.logaddexp.reduce(odds))))
    return weighed


def _likeliest(guesses: Sequence[Guess]) -> list[Guess]:
    """The few likeliest ways to stand, each once; their probabilities sum to 1."""
    weights: dict[tuple[float, float, float], float] = {}
    for guess in guesses:
        way = guess.scale, float(guess.lean[0]), float(guess.lean[1])
        weights[way] = weights.get(way, 0.0) + math.exp(guess.weight)
    few = sorted(weights.items(), key=lambda entry: -entry[1])[: PARAMETERS.guesses_tried]
    total = sum(weight for _, weight in few)
    return [Guess(scale, np.array([right, down]), math.log(weight / total)) for (scale, right, down), weight in few]


def _bare(pixels: FigureEvidence) -> _Scene:
    """Nobody stands there yet."""
    return _Scene((), 0.0, pixels, np.ones((SPAN, SPAN), bool))


@dataclass(frozen=True, eq=False)
class _Scene:
    """Some figures of a set, standing in one way.

    Attributes:
        feet: where.
        log_odds: of this.
        pixels: what is seen beside them.
        room: (SPAN, SPAN) where other feet may stand.
    """

    feet: tuple[Foot, ...]
    log_odds: float
    pixels: FigureEvidence
    room: NDArray[np.bool_]

    def with_figure(self, foot: Foot, log_odds: float, kind: str) -> _Scene:
        row, column = np.mgrid[0:SPAN, 0:SPAN]
        near = (
            np.hypot(row - foot[0], column - foot[1]) < PARAMETERS.feet_apart_mm * SPAN / silhouettes.PARAMETERS.tile_mm
        )
        return _Scene((*self.feet, foot), log_odds, self.pixels.without(foot, kind), self.room & ~near)


class _Ways:
    """The ways in which sets of figures may stand on a tile. What the first figures of a set leave of the picture is
    kept for the next set, if it begins with the same: for those of ``combinations`` most of them do."""

    def __init__(self, bare: _Scene, where: Mapping[Deploy, Float32Array]) -> None:
        self._where = where
        self._scenes: dict[tuple[Deploy, ...], list[_Scene]] = {(): [bare]}

    def of(self, figures: tuple[Deploy, ...]) -> Together:
        """The odds of a set, over all the ways in which its figures may stand."""
        totals, best = [-math.inf], -math.inf
        standing: tuple[Foot, ...] = ()
        for scene in self._with(figures[:-1]):
            scores, feet = _ways(scene, figures[-1].kind, self._where[figures[-1]])
            if not len(scores):
                continue
            totals.append(float(np.logaddexp.reduce(scores)))
            if scores.max() > best:
                row, column = feet[int(scores.argmax())]
                best, standing = float(scores.max()), (*scene.feet, (int(row), int(column)))
        return Together(figures, float(np.logaddexp.reduce(totals)), standing)

    def _with(self, figures: tuple[Deploy, ...]) -> list[_Scene]:
        """The likeliest scenes with exactly these."""
        if figures not in self._scenes:
            self._scenes = {kept: scenes for kept, scenes in self._scenes.items() if kept == figures[: len(kept)]}
            before, last = self._with(figures[:-1]), figures[-1]
            ways = [_ways(scene, last.kind, self._where[last]) for scene in before]
            of_scene = np.repeat(np.arange(len(before)), [len(scores) for scores, _ in ways])
            scores, feet = np.concatenate([one for one, _ in ways]), np.concatenate([one for _, one in ways])
            self._scenes[figures] = [
                before[of_scene[k]].with_figure((int(feet[k, 0]), int(feet[k, 1])), float(scores[k]), last.kind)
                for k in np.argsort(-scores)[: PARAMETERS.most_scenes]
            ]
        return self._scenes[figures]


def _ways(scene: _Scene, kind: str, where: Float32Array) -> tuple[Float32Array, NDArray[np.intp]]:
    """(n,) the log-odds of all together and (n, 2) where one more figure would stand."""
    stands = np.where(scene.room, where, 0)
    feet = np.argwhere(stands > PARAMETERS.least_room * where.max())
    if not len(feet):
        return np.zeros(0, np.float32), feet
    shares = stands[feet[:, 0], feet[:, 1]] / stands.sum()
    odds = scene.pixels.log_odds_at(feet, kind)
    return np.asarray(scene.log_odds + odds + np.log(shares), np.float32), feet

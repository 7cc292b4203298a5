"""What vision hands over: not a state, but legal actions that would explain what the camera sees, ranked.

One frozen type per game flows out of vision (its ``Observation``); this one is common to all of them.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from games.game import Phrase
from vision.parameters import CHOSEN, Parameters, parameter


@dataclass(frozen=True, slots=True, kw_only=True)
class ExplanationParameters(Parameters):
    """How often a press means nothing at all, and which candidates are too unlikely to be told."""

    pressed_for_nothing: float = parameter(0.03, "share", 'of presses by somebody who did nothing, "default"', CHOSEN)
    least_kept: float = parameter(1e-4, "probability", "below which a candidate is not told", CHOSEN)


PARAMETERS = ExplanationParameters()
NEVER = -math.inf  # the log score of what can't be


@dataclass(frozen=True, slots=True)
class Candidate:
    """One way in which the table could have come to look like this.

    Attributes:
        actions: legal actions in playing order, which the rule engine takes one after the other; empty for "nothing
            has been done yet".
        log_likelihood: how well the picture fits, natural logarithm, comparable within one explanation only.
        probability: calibrated chance, 0 to 1, that exactly these actions happened.
        places: where on the table the actions show, in the game's notation, for lighting them up.
    """

    actions: tuple[object, ...]
    log_likelihood: float
    probability: float
    places: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Discrepancy:
    """Somewhere the still table does not look as the record says.

    Attributes:
        place: in the game's notation.
        expected, seen: message keys of the game, such as ``carcassonne.seen_empty``.
        confidence: 0 to 1.
        correction: what would bring the record in step with the table: the notation of the recorded action and of the
            one that should stand in its place (empty: it should be removed). None where only people can tell.
    """

    place: str
    expected: str
    seen: str
    confidence: float
    correction: tuple[str, str] | None = None


@dataclass(frozen=True, slots=True, eq=False)
class TableRemark:
    """Something on the table that the rules do not allow, but that no record holds: play goes on, people are told.

    Attributes:
        places: in the game's notation.
        phrase: one sentence: what is wrong, and what puts it right.
        outlines: of the pieces concerned, closed polylines (n, 2) px.
    """

    places: tuple[str, ...]
    phrase: Phrase
    outlines: tuple[NDArray[np.float32], ...] = ()


@dataclass(frozen=True, slots=True)
class Scored:
    """One way in which the table could have come to look like this, before it is weighed against the others.

    Attributes:
        actions, places: as of :class:`Candidate`.
        score: natural logarithm of likelihood times prior, up to a constant that all have in common.
    """

    actions: tuple[object, ...]
    score: float
    places: tuple[str, ...] = ()


def explained(
    hypotheses: Iterable[Scored],
    frame_number: int,
    *,
    otherwise: float,
    settled_from: float = math.inf,
    discrepancies: tuple[Discrepancy, ...] = (),
    lingering: tuple[str, ...] = (),
) -> Explanation:
    """The one way from log scores to an :class:`Explanation`: Bayes' rule over the hypotheses and "none of these".

    It holds for any numbers. A score that is no number (a picture without any contrast has no likelihood) speaks for
    nothing; where nothing is left that explains the table, there is no candidate and all of it is unexplained, so that
    a press asks people.

    Args:
        hypotheses: what may have happened, in any order; doing nothing (no actions) is one of them.
        frame_number: of the still frame.
        otherwise: log score of everything that no hypothesis tells, on the same scale (:data:`NEVER`: that can't be).
        settled_from: where doing nothing leads and is more probable than this, nothing else is offered.
        discrepancies, lingering: see :class:`Explanation`.
    """
    possible = [hypothesis for hypothesis in hypotheses if _counts(hypothesis.score)]
    possible.sort(key=lambda hypothesis: -hypothesis.score)
    other = otherwise if _counts(otherwise) or otherwise == NEVER else max([0.0, *(one.score for one in possible)])
    top = max([other, *(hypothesis.score for hypothesis in possible[:1])])
    if top == NEVER:
        return Explanation((), 1.0, frame_number, discrepancies, lingering)
    weights = [math.exp(hypothesis.score - top) for hypothesis in possible]
    total = math.fsum([*weights, math.exp(other - top)])
    candidates = tuple(
        Candidate(hypothesis.actions, hypothesis.score, weight / total, hypothesis.places)
        for hypothesis, weight in zip(possible, weights, strict=True)
        if weight / total > PARAMETERS.least_kept
    )
    if candidates and not candidates[0].actions and candidates[0].probability > settled_from:
        candidates = candidates[:1]
    left = max(0.0, 1.0 - math.fsum(one.probability for one in candidates))
    return Explanation(candidates, left, frame_number, discrepancies, lingering)


def none_of(scores: Sequence[float], share: float) -> float:
    """The log score with which "none of these" has this ``share``, 0 to 1, of all that may have happened."""
    possible = [score for score in scores if _counts(score)]
    if not possible or not share < 1:
        return 0.0 if share > 0 else NEVER
    top = max(possible)
    together = top + math.log(math.fsum(math.exp(score - top) for score in possible))
    return together + math.log(share / (1 - share)) if share > 0 else NEVER


def log_of(weight: float) -> float:
    """Natural logarithm of a weight or probability; :data:`NEVER` of nothing."""
    return math.log(weight) if weight > 0 else NEVER


def _counts(score: float) -> bool:
    return math.isfinite(score)


@dataclass(frozen=True, slots=True)
class Explanation:
    """The ranked answer to "what did the players do?".

    Attributes:
        candidates: likeliest first; their probabilities and ``unexplained`` sum to 1.
        unexplained: probability that none of the candidates is what happened.
        discrepancies: earlier places that no longer look as recorded; while there are any, commits wait.
        frame_number: the still frame that was read.
        lingering: places of pieces that scored and still stand there.
        remarks: what lies against the rules; commits do not wait for it.
        settled: recorded actions of which it was not known which of its twins a piece is, and what they surely are.
    """

    candidates: tuple[Candidate, ...]
    unexplained: float
    frame_number: int
    discrepancies: tuple[Discrepancy, ...] = ()
    lingering: tuple[str, ...] = ()
    remarks: tuple[TableRemark, ...] = ()
    settled: tuple[tuple[object, object], ...] = ()

    @property
    def best(self) -> Candidate | None:
        """The likeliest candidate, or None where there is none."""
        return self.candidates[0] if self.candidates else None

    def is_idle(self, most_unexplained: float = 0.5) -> bool:
        """True where nothing was done as far as can be told: that is a candidate, none acts, and it is not likelier
        than this that something was done that none of them explains."""
        acts = any(one.actions for one in self.candidates)
        return bool(self.candidates) and not acts and self.unexplained <= most_unexplained

    def after_press(self, is_theirs: Callable[[tuple[Any, ...]], bool]) -> Explanation:
        """The same once somebody has pressed who did something, as people who press have: what tells of nothing that
        they did loses most of its probability.

        Args:
            is_theirs: whether they did any of these actions.
        """
        weights = [
            one.probability * (1.0 if is_theirs(one.actions) else PARAMETERS.pressed_for_nothing)
            for one in self.candidates
        ]
        total = sum(weights) + self.unexplained
        if total <= 0:
            return self
        candidates = [
            replace(one, probability=weight / total) for one, weight in zip(self.candidates, weights, strict=True)
        ]
        candidates.sort(key=lambda one: -one.probability)
        return replace(self, candidates=tuple(candidates), unexplained=self.unexplained / total)

    def is_clear(self, least: float = 0.9) -> bool:
        """True where the best candidate stands alone: nothing differs and it is at least this probable."""
        return bool(self.candidates) and not self.discrepancies and self.candidates[0].probability >= least

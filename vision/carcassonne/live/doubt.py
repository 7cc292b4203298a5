"""What else may be the case than what was thought of, weighed against it."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from vision.carcassonne.live.hypotheses import ExplainedHypotheses, Hypothesis
from vision.explanation import Scored, explained
from vision.parameters import CHOSEN, Parameters, parameter


@dataclass(frozen=True, slots=True, kw_only=True)
class DoubtParameters(Parameters):
    """How likely it is that none of what was thought of is the case."""

    most_burnt: float = parameter(0.3, "share of a tile", "beyond which so much is burnt that nothing is sure", CHOSEN)
    two_turns: float = parameter(0.02, "share", 'how often people play on before anybody checks, "default"', CHOSEN)
    left_out: float = parameter(
        1.5, "odds", "that something else is the case where a hypothesis leaves out a tile that lies there", CHOSEN
    )
    burnt_doubt: float = parameter(0.3, "odds", "that something else is the case where so much is burnt", CHOSEN)


PARAMETERS = DoubtParameters()


@dataclass(frozen=True, slots=True)
class WhatElse:
    """What speaks against every hypothesis.

    Attributes:
        unread: a place changed, and no tile explains it.
        lost: the share of a new tile that is too bright to be read.
        beyond: how plainly a second tile lies there, where hypotheses tell of one.
        strangers: log-likelihood of the best hypothesis with somebody on its tile whose turn it was not.
        left_out: something that looks like a tile is in no hypothesis.
        vague: see :func:`vision.carcassonne.live.explainer.vague`, of the likeliest hypothesis.
        others: the odds that a tile is one that earlier looks told and no hypothesis does.
    """

    unread: bool = False
    lost: float = 0.0
    beyond: float = -math.inf
    strangers: float = -math.inf
    left_out: bool = False
    vague: bool = False
    others: float = 0.0


def explained_hypotheses(hypotheses: Sequence[Hypothesis], doubt: WhatElse, frame_number: int) -> ExplainedHypotheses:
    """Hypotheses ranked, with the probability that none of them is the case."""
    ranked = sorted(hypotheses, key=lambda hypothesis: -hypothesis.score)
    scores = np.array([hypothesis.score for hypothesis in ranked])
    top = float(scores.max())
    # That something else lies there is one too: where a place changed and no tile explains it, the likeliest one.
    none_of_these = math.exp(-max(0.0, top)) * (2.0 if doubt.unread else 0.02) + 1e-4
    # And that two turns were played: a hypothesis of one leaves the other's tile unexplained, however plain it is.
    none_of_these += PARAMETERS.two_turns * math.exp(min(doubt.beyond, 20.0))
    # And that a figure stands there of which it tells nothing: never clear then, but it may still be the right tile.
    none_of_these += min(math.exp(min(doubt.strangers - top, 20.0)), PARAMETERS.left_out)
    none_of_these += doubt.others * float(np.exp(scores - top).sum())
    if doubt.left_out or doubt.vague:
        none_of_these += PARAMETERS.left_out
    if (
        doubt.lost > PARAMETERS.most_burnt
    ):  # colours that ran into white tell tiles and followers badly: nothing is sure then
        none_of_these += PARAMETERS.burnt_doubt * float(np.exp(scores - top).sum())
    explanation = explained(
        (Scored(hypothesis.actions, hypothesis.score, hypothesis.places) for hypothesis in ranked),
        frame_number,
        otherwise=top + math.log(none_of_these),
    )
    return ExplainedHypotheses(explanation, tuple(ranked))

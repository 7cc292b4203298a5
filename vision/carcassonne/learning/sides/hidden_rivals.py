"""The kind that nothing tells from what is likeliest but sides that somebody hides."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence, Set

import numpy as np

from games.carcassonne.actions import Lay
from vision.carcassonne.learning.sides.hidden_sides import only_hidden_differ
from vision.carcassonne.poses import TileAsLaid, laid_by
from vision.explanation import Candidate

Weighed = Sequence[tuple[Candidate, float]]  # candidates with their log scores


def share_of(kinds: Set[str], weights: Weighed) -> float:
    """How likely a tile of some kinds was laid."""
    of_kind = [score for one, score in weights if _lays_one_of(one, kinds)]
    return math.exp(np.logaddexp.reduce(of_kind) - np.logaddexp.reduce([score for _, score in weights]))


def hidden_rival(weights: Weighed, either: Set[str], hidden: Set[int]) -> tuple[Lay, Lay] | None:
    """The likeliest tile of ``either`` kind and the likeliest of any other, where nothing tells the two apart but sides
    that are ``hidden``."""
    lays = [(score, action) for one, score in weights for action in one.actions[:2] if isinstance(action, Lay)]
    _, first = max((pair for pair in lays if pair[1].tile in either), key=lambda pair: pair[0])
    others = [pair for pair in lays if pair[1].tile not in either]
    _, second = max(others, key=lambda pair: pair[0], default=(0.0, None))
    return (first, second) if second is not None and only_hidden_differ(first, second, hidden) else None


def past_what_is_hidden(
    weights: Weighed, rivals: tuple[Lay, Lay], alike: Set[str], answers_like: Mapping[TileAsLaid, float]
) -> list[tuple[Candidate, float]]:
    """The same where the network's answer to a tile is like those to copies of the first of two ``rivals``: that speaks
    as much for the second, which has all that is seen in common with it.

    Args:
        alike: the second's kind and its twin.
        answers_like: log-likelihood that is told for each way to lie by answers' being alike.
    """
    first, second = (answers_like.get(laid_by(lay), 0.0) for lay in rivals)
    more = max(first - second, 0.0)
    return [(one, score + more * _lays_one_of(one, alike)) for one, score in weights]


def _lays_one_of(one: Candidate, kinds: Set[str]) -> bool:
    return any(isinstance(action, Lay) and action.tile in kinds for action in one.actions)

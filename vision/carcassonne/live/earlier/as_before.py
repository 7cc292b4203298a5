"""What the picture of now tells of new tiles, with what earlier looks told of the same ones.

What is accepted must be sure over all that was seen of a tile, and not over the last picture of it.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import replace

from vision.carcassonne.live.doubt import WhatElse
from vision.carcassonne.live.earlier.kinds_seen import normalized
from vision.carcassonne.live.earlier.waiting_tiles import WaitingTiles
from vision.carcassonne.live.hypotheses import Hypothesis, hypotheses_of_turns, with_more
from vision.carcassonne.poses import TileAsLaid
from vision.registration.lattice import Cell


def with_earlier(
    hypotheses: Sequence[Hypothesis],
    doubt: WhatElse,
    kinds: Mapping[Cell, Mapping[TileAsLaid, float]],
    waiting: WaitingTiles,
) -> tuple[list[Hypothesis], WhatElse]:
    """The hypotheses and what speaks against all of them, with what earlier looks say of their tiles: one of those
    may be what they told and no hypothesis does.

    Args:
        hypotheses, doubt: by the picture of now.
        kinds: log-likelihoods of what may lie at each place by it.
        waiting: what earlier looks told.
    """
    seen = {cell: scores for cell, scores in kinds.items() if waiting.kinds_at(cell).glances}
    pooled = {
        cell: waiting.kinds_at(cell).pooled(scores, unchanged=waiting.unchanged, over=waiting.turn_is_over(cell))
        for cell, scores in seen.items()
    }
    more = {
        cell: {kind: pooled[cell][kind] - alone for kind, alone in normalized(scores).items()}
        for cell, scores in seen.items()
    }
    found = with_more(hypotheses, more)
    laid: dict[Cell, set[TileAsLaid]] = {}
    for turn in hypotheses_of_turns(hypotheses):
        if turn.cell in more and turn.tile is not None:
            laid.setdefault(turn.cell, set()).add((turn.tile.key, turn.tile.turns))
    if not found:
        return found, doubt
    others = sum(_odds(sum(map(math.exp, _beyond(pooled[cell], shown)))) for cell, shown in laid.items())
    raised = max(one.score for one in found) - max(one.score for one in hypotheses)
    return found, replace(doubt, others=others, strangers=doubt.strangers + raised)


def _beyond(chances: Mapping[TileAsLaid, float], shown: set[TileAsLaid]) -> list[float]:
    return [chance for kind, chance in chances.items() if kind not in shown]


def _odds(probability: float) -> float:
    return probability / max(1.0 - probability, 1e-3)

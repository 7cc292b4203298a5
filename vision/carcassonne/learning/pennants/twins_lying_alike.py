"""Tiles that a coat of arms alone tells apart, told as they lie alike.

Upside down a city from side to side is the same to the rules. Which way up such a tile lies a picture tells of the kind
that has one, and the terrain of neither: told in two ways the doubt about arms, which can wait, would pass for one
about the turn, which people are asked about.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from games.carcassonne.actions import Lay
from vision.explanation import Candidate
from vision.tile_map.terrain import kind_named, lowest_turns

Weighed = tuple[Candidate, float]  # with its log score


def twins_lying_alike(weights: Sequence[Weighed], twin_of: Callable[[str], str]) -> list[Weighed]:
    """The same candidates, the twin of the tile that is told first turned as that one is where the rules can't tell how
    it lies; ``twin_of`` tells which kind arms alone tell from another, itself where there is none."""
    if not weights:
        return []
    best, _ = max(weights, key=lambda one: one[1])
    first = next(action for action in best.actions if isinstance(action, Lay))
    twin = twin_of(first.tile)
    if twin == first.tile:
        return list(weights)

    def turned(action: object) -> object:
        if not isinstance(action, Lay) or action.tile != twin or (action.x, action.y) != (first.x, first.y):
            return action
        kind = kind_named(twin)
        alike = lowest_turns(kind, action.turns) == lowest_turns(kind, first.turns)
        return replace(action, turns=first.turns) if alike else action

    return [(replace(one, actions=tuple(map(turned, one.actions))), score) for one, score in weights]

"""Tiles that a coat of arms alone tells apart: whatever may follow the one may follow the other, only points differ."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import lru_cache

from games.carcassonne.actions import Lay
from games.carcassonne.tiles import Turned, tile_type, tile_types


def twins_of(lay: Lay, box: Mapping[str, int]) -> tuple[Lay, ...]:
    """The same place with each other kind of the box that lies there alike but for its coats of arms."""
    return tuple(
        replace(lay, tile=key, turns=turns) for key, turns in _lying_alike(lay.tile, lay.turns) if box.get(key, 0) > 0
    )


@lru_cache(maxsize=1024)
def _lying_alike(key: str, turns: int) -> tuple[tuple[str, int], ...]:
    """Kinds, each with the turns closest to these, that look alike but for coats of arms."""
    wanted = _without_arms(tile_type(key).turned[turns])
    found: dict[str, int] = {}
    for other in tile_types():
        if other == key:
            continue
        for quarter in range(4):
            lies = tile_type(other).turned[(turns + quarter) % 4]
            if lies.code == tile_type(key).turned[turns].code and _without_arms(lies) == wanted:
                found.setdefault(other, lies.turns)
    return tuple(sorted(found.items()))


def _without_arms(lies: Turned) -> frozenset[object]:
    """What is on a tile, whatever the order in which its print tells it."""
    features = lies.features
    return frozenset(
        (one.kind, one.edges, one.cathedral, one.inn, tuple(sorted(features[city].edges for city in one.cities)))
        for one in features
    )

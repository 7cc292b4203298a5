"""Tiles of which it is known which they are, laid on many at a time: what one of them takes is mostly the asking."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import islice

import numpy as np
from numpy.typing import NDArray

from vision.carcassonne.live.tile_evidence import AROUND, TileMatch, TileSight, overall
from vision.parameters import CHOSEN, Parameters, parameter
from vision.registration.alignment import LAID_BY_HAND, Freedom
from vision.registration.lattice import Cell, Matrix


@dataclass(frozen=True, slots=True, kw_only=True)
class KnownTilesParameters(Parameters):
    """How many known tiles are worked through at once."""

    at_once: int = parameter(
        16, "count", "of tiles that are worked through at once: more would not stay in a processor's own memory", CHOSEN
    )
    # Of 340 tiles on sixteen tables none of 123 that fitted so well gained by it, 27 of the others did.
    lies_there: float = parameter(
        1.6,
        "squared standard deviations",
        "up to which a tile that was laid on coarsely is not laid on from around",
        "docs/findings/a-small-processor.md",
    )


PARAMETERS = KnownTilesParameters()


Places = Mapping[Cell, tuple[Matrix, tuple[str, int]]]  # (3, 3) where a tile lies about, which tile (key, turns)


def laid_on(sight: TileSight, places: Places, freedom: Freedom = LAID_BY_HAND) -> dict[Cell, TileMatch]:
    """The tiles where they lie exactly; kinds without a view are left out."""
    found: dict[Cell, TileMatch] = {}
    for part in _parts(sight, places):
        poses, owner, entries = _every_view(sight, part)
        start = poses[owner]
        near = poses if freedom.shift < LAID_BY_HAND.shift else _coarsely(sight, start, owner, entries, freedom)
        exact = sight.finely(near[owner], entries)
        found |= _fittest(part, owner, sight.weighed(start, exact, entries, freedom))
    return found


def as_they_lie(sight: TileSight, places: Places) -> dict[Cell, TileMatch]:
    """The tiles where they are thought to lie: nothing is moved; kinds without a view are left out."""
    found: dict[Cell, TileMatch] = {}
    for part in _parts(sight, places):
        poses, owner, entries = _every_view(sight, part)
        found |= _fittest(part, owner, sight.weighed(poses[owner], poses[owner], entries, LAID_BY_HAND))
    return found


def _coarsely(
    sight: TileSight,
    start: NDArray[np.float64],
    owner: NDArray[np.intp],
    entries: NDArray[np.intp],
    freedom: Freedom,
) -> NDArray[np.float64]:
    """(t, 3, 3) about where the tiles lie that are foretold at poses (b, 3, 3), one for each of their views."""
    laid, costs = sight.coarsely(start, entries, np.zeros((len(entries), 2)), freedom)
    best = _least(costs, owner)
    # A tile may lie further off than its pattern reaches. One that fits does not.
    unsure = best[costs[best] > PARAMETERS.lies_there]
    if not len(unsure):
        return np.asarray(laid[best], np.float64)
    again = np.repeat(unsure, len(AROUND))
    further, more = sight.coarsely(start[again], entries[again], np.tile(AROUND, (len(unsure), 1)), freedom)
    fittest = _least(np.concatenate([costs[best], more]), np.concatenate([owner[best], owner[again]]))
    return np.concatenate([laid[best], further])[fittest]


def _parts(sight: TileSight, places: Places) -> Iterator[Places]:
    known = ((cell, place) for cell, place in places.items() if len(sight.deck.entries(*place[1])))
    while part := dict(islice(known, PARAMETERS.at_once)):
        yield part


def _every_view(sight: TileSight, places: Places) -> tuple[NDArray[np.float64], NDArray[np.intp], NDArray[np.intp]]:
    """Where the tiles lie (t, 3, 3), which of them each of their views belongs to (b,), the views' templates (b,)."""
    views = [sight.deck.entries(*tile) for _, tile in places.values()]
    owner = np.repeat(np.arange(len(views)), [len(one) for one in views])
    return np.stack([pose for pose, _ in places.values()]), owner, np.concatenate(views)


def _least(costs: NDArray[np.float64], owner: NDArray[np.intp]) -> NDArray[np.intp]:
    """The index of each owner's least cost."""
    order = np.lexsort((costs, owner))
    _, first = np.unique(owner[order], return_index=True)
    return np.asarray(order[first], np.intp)


def _fittest(places: Places, owner: NDArray[np.intp], matches: list[TileMatch]) -> dict[Cell, TileMatch]:
    best = _least(np.array([overall(match) for match in matches]), owner)
    return {cell: matches[index] for cell, index in zip(places, best, strict=True)}

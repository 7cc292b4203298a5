"""What the terrain says of tiles whose print leaves in doubt which they are: a second witness of kinds.

Prints are held against small, blurred and badly lit tiles pixel by pixel, and what the light or somebody's shadow has
wrong it has wrong of them all. The network that reads terrain knows no print, was taught under followers and bad light,
and errs on other tiles (Genest and Zidek, "Combining Probability Distributions", 1986: logarithmic pooling).
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from calibration.arrays import Float32Array, Float64Array
from vision.carcassonne import terrain_evidence
from vision.carcassonne.live.doubt import WhatElse
from vision.carcassonne.live.hypotheses import Hypothesis, with_more
from vision.carcassonne.live.several_turns import NewTile
from vision.carcassonne.poses import TileAsLaid
from vision.imaging.patches import Layers
from vision.parameters import Parameters, parameter
from vision.registration.lattice import Cell
from vision.tile_map.presence_gate import crops_of
from vision.tile_map.terrain import kind_named, terrain_reader

Kinds = Mapping[Cell, Mapping[TileAsLaid, float]]


@dataclass(frozen=True, slots=True, kw_only=True)
class TerrainOfTilesParameters(Parameters):
    """How much terrain counts beside print, and both together."""

    # Of 45 tiles of four fresh hard evenings the true kind's log loss is 0.65 so, by print alone 0.89.
    beside_print: float = parameter(
        1.4, "times print", "that a nat of terrain counts", "docs/findings/a-table-that-goes-on.md"
    )
    together: float = parameter(
        0.5,
        "share",
        "of what both say of kinds that counts, once it is known what somebody hides of them",
        "docs/findings/a-table-that-goes-on.md",
    )


PARAMETERS = TerrainOfTilesParameters()


def with_terrain(layers: Layers, tiles: Mapping[Cell, NewTile]) -> tuple[dict[Cell, NewTile], list[Cell]]:
    """The tiles with what their terrain says of which they are, and the cells of those that were asked of it: where
    print has settled that, nobody asks. How likely a tile lies there at all stays as it is."""
    asked = [cell for cell, tile in tiles.items() if len(tile.matches) > 1]
    if not asked:
        return dict(tiles), asked
    poses = np.stack([tiles[cell].matches[0][1].pose for cell in asked])
    logs = terrain_reader().read(crops_of(layers, poses))
    weighed = {cell: _weighed(tiles[cell], line[None]) for cell, line in zip(asked, logs, strict=True)}
    return {**tiles, **weighed}, asked


def counted_together(
    hypotheses: Sequence[Hypothesis], doubt: WhatElse, kinds: Kinds, asked: Sequence[Cell]
) -> tuple[list[Hypothesis], WhatElse, dict[Cell, Mapping[TileAsLaid, float]]]:
    """Hypotheses, what speaks against them, and the log-likelihoods of kinds, where print and terrain were ``asked``
    counted for no more than they tell together."""
    less: dict[Cell, Mapping[TileAsLaid, float]] = {}
    for cell in asked:
        if cell in kinds:
            scores = np.array(list(kinds[cell].values()))
            fewer = scores.copy()
            for alike in _alike(list(kinds[cell])):
                fewer[alike] -= (1.0 - PARAMETERS.together) * np.logaddexp.reduce(scores[alike])
            less[cell] = dict(zip(kinds[cell], _as_likely(fewer, scores).tolist(), strict=True))
    more = {cell: {kind: score - kinds[cell][kind] for kind, score in scores.items()} for cell, scores in less.items()}
    counted = with_more(hypotheses, more)
    raised = max((one.score for one in counted), default=0.0) - max((one.score for one in hypotheses), default=0.0)
    return counted, replace(doubt, strangers=doubt.strangers + raised), {**kinds, **less}


def _alike(tiles: Sequence[TileAsLaid]) -> list[NDArray[np.intp]]:
    """The places of tiles (n,) that have the same terrain as they lie: turns that look alike, with or without a coat of
    arms. Which of those it is print alone tells, in full."""
    terrains: dict[Hashable, list[int]] = {}
    for place, (key, turns) in enumerate(tiles):
        kind = kind_named(key)
        terrains.setdefault((kind.look(turns), kind.cloister, kind.inn, kind.cathedral), []).append(place)
    return [np.array(places) for places in terrains.values()]


def _weighed(tile: NewTile, logs: Float32Array) -> NewTile:
    """A tile with what the network said of it, (1, columns + 1), likeliest first."""
    scores = np.array([score for score, _ in tile.matches])
    tiles = [(match.key, match.turns) for _, match in tile.matches]
    said = terrain_evidence.of_tiles(logs, tiles)[0]
    bounded = np.maximum(said, -terrain_evidence.PARAMETERS.most_said)
    for alike in _alike(tiles):
        bounded[alike] = np.logaddexp.reduce(bounded[alike] + scores[alike]) - np.logaddexp.reduce(scores[alike])
    both = _as_likely(scores + PARAMETERS.beside_print * bounded, scores).tolist()
    matches = [(score, match) for score, (_, match) in zip(both, tile.matches, strict=True)]
    return replace(tile, matches=tuple(sorted(matches, key=lambda one: -one[0])))


def _as_likely(scores: Float64Array, before: Float64Array) -> Float64Array:
    """Log-likelihoods (n,), all raised alike so that together they are as likely as others (n,) were."""
    return np.asarray(scores + np.logaddexp.reduce(before) - np.logaddexp.reduce(scores))

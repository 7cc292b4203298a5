"""Followers about the map: was one put on the tile just laid, do those on record stand, did the others go home?"""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from games.carcassonne.actions import Deploy
from games.carcassonne.tiles import FeatureKind, tile_type
from vision.carcassonne.live.figure_evidence import MARGIN, SPAN, Floats, Paint, Standpoint, balanced
from vision.carcassonne.live.memory import Memory
from vision.carcassonne.live.plan import SIZE, densities
from vision.carcassonne.live.tile_evidence import TileMatch, TileSight
from vision.lattice import Cell
from vision.lattice_patches import Patches
from vision.recognise_align import middle_px

FOLLOWER_SHARE = 0.4  # how often people put a follower on the tile they lay
AGREES = 2.0  # squared standard deviations up to which a pixel tells of the light on a tile
# How the followers that people put down are shared out among what they could stand on: "default".
FEATURE_SHARE = {FeatureKind.FIELD: 0.4}
KIND_SHARE = {"small": 0.85, "big": 0.15}


class FigureReader:
    """Looks for followers on one picture."""

    def __init__(self, sight: TileSight, memory: Memory) -> None:
        self._sight = sight
        self._memory = memory

    def recorded(self, cell: Cell) -> TileMatch | None:
        """A recorded tile as it lies, or None where the edition or the picture does not show it."""
        pose = self._memory.track.lattice.cells.get(cell)
        if pose is None:
            return None
        return self._sight.at(pose, *self._memory.tiles[cell])

    def standpoint(self, match: TileMatch, *, around: bool = True) -> Standpoint:
        """What is seen and expected on and (where an earlier picture tells) around a tile."""
        raw, inside = self._sight.layers.cut(match.pose[None], SPAN, MARGIN)
        seen = self._sight.tone.apply(raw, middle_px(match.pose[None]))
        expected, known = self._expected(match, around)
        reference = self._sight.deck.fine.patches[match.entry]
        white = balanced(raw[0], reference, match.disagreement < AGREES)
        sigma = np.asarray(1.3 * self._sight.tone.sigma, np.float32)
        return Standpoint(seen[0], white, expected, known & inside[0], sigma, self._memory.lean(match.pose))

    def _expected(self, match: TileMatch, around: bool) -> tuple[Patches, NDArray[np.bool_]]:
        span = SPAN + 2 * MARGIN
        expected = np.zeros((span, span, 3), np.float32)
        known = np.zeros((span, span), bool)
        if around and self._memory.before is not None:
            then = self._memory.before.sight(self._memory.deck)
            patch, inside = then.toned(match.pose[None], SPAN, MARGIN)
            expected, known = patch[0], inside[0].copy()
        tile = slice(MARGIN, MARGIN + SPAN)
        expected[tile, tile] = self._sight.deck.fine.patches[match.entry]
        known[tile, tile] = True
        return expected, known

    def deployments(
        self, match: TileMatch, options: Sequence[Deploy], colour: str
    ) -> tuple[float, list[tuple[Deploy, float, tuple[int, int]]]]:
        """Log-odds of no follower, and of each option with where its foot would stand; 0 is "as likely as before"."""
        if not options:
            return 0.0, []
        standpoint = self.standpoint(match)
        paint = self._memory.paints[colour]
        odds = {kind: standpoint.log_odds(paint, kind) for kind in {option.kind for option in options}}
        features = tile_type(match.key).turned[match.turns]
        places = _sized(densities(match.key, match.turns))
        shares = {(option.feature, option.location): FEATURE_SHARE.get(option.feature, 1.0) for option in options}
        every = sum(shares.values())
        found = []
        for option in options:
            index = features.index_at(option.feature, option.location)
            assert index is not None, f"{option.notation} is not on {match.key}"
            score, foot = evidence(odds[option.kind], places[index])
            share = shares[option.feature, option.location] / every
            prior = math.log(FOLLOWER_SHARE * KIND_SHARE.get(option.kind, 0.5) * share)
            found.append((option, score + prior, foot))
        return math.log(1 - FOLLOWER_SHARE), found

    def colours(self, match: TileMatch, paints: dict[str, Paint]) -> dict[str, tuple[float, tuple[int, int]]]:
        """For each colour the log-odds that a figure of it stands anywhere on the tile, and where."""
        standpoint = self.standpoint(match, around=False)
        everywhere = np.full((SPAN, SPAN), 1.0 / SPAN**2, np.float32)
        return {colour: evidence(standpoint.log_odds(paint), everywhere) for colour, paint in paints.items()}


def evidence(log_odds: Floats, where: Floats) -> tuple[float, tuple[int, int]]:
    """Log of the odds averaged over where the foot may stand, and where it most likely does (row, column)."""
    joint = log_odds + np.log(where + 1e-7)
    top = float(joint.max())
    row, column = np.unravel_index(int(joint.argmax()), joint.shape)
    return top + math.log(float(np.exp(joint - top).sum())), (int(row), int(column))


def _sized(density: Floats) -> Floats:
    """Densities over SIZE px as ones over SPAN px."""
    at = ((np.arange(SPAN) + 0.5) * SIZE / SPAN).astype(int)
    sampled = density[:, at][:, :, at]
    return np.asarray(sampled / sampled.sum(axis=(1, 2), keepdims=True), np.float32)

"""How well tiles of the edition explain what is seen at one place of the map, one tile at a time aligned on its own."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from vision.alignment import LAID_BY_HAND, laid_onto
from vision.carcassonne.live.deck import COARSE, Deck
from vision.lattice import Matrix
from vision.lattice_patches import Layers, Patches
from vision.recognise import Templates, search, search_covered
from vision.recognise_align import middle_px
from vision.recognise_judge import disagreement
from vision.recognise_tone import NEUTRAL, Tone

MARGIN = 4  # px of the coarse patch: a quarter of a tile about the prediction
BOUND = 6.0  # squared standard deviations beyond which a pixel's disagreement is all the same: a figure, a glare
ALIGNED = 10  # of the coarsely best, that are aligned and compared finely


@dataclass(frozen=True, eq=False)
class TileMatch:
    """One tile held against the picture.

    Attributes:
        key, turns: which tile, lying how.
        pose: (3, 3) where it fits best, unit square to picture px.
        entry: the deck's template that fits best.
        cost: mean bounded squared disagreement per pixel, standard deviations.
        strain: how far from the prediction it had to be moved and stretched, squared standard deviations.
        disagreement: (n, n) the same per pixel; what stands on the tile shows in it.
    """

    key: str
    turns: int
    pose: Matrix
    entry: int
    cost: float
    strain: float
    disagreement: NDArray[np.float32]


@dataclass(frozen=True, eq=False)
class TileSight:
    """A picture, its colours brought to the edition's, and the deck to explain it with."""

    layers: Layers
    tone: Tone
    deck: Deck

    def matches(self, pose: Matrix, allowed: Sequence[tuple[str, int]]) -> list[TileMatch]:
        """The tiles of ``allowed`` (key, turns) that fit at about this pose, best first, each tile once."""
        entries = np.concatenate([np.zeros(0, np.intp), *(self.deck.entries(*tile) for tile in dict.fromkeys(allowed))])
        if not len(entries):
            return []
        chosen, shifts = self._searched(pose, entries)
        poses = laid_onto(
            self.layers,
            self.tone,
            np.repeat(pose[None], len(chosen), axis=0),
            [(self.deck.coarse.patches[chosen], 4), (self.deck.fine.patches[chosen], 4)],
            shifts=shifts,
        )
        return self._weighed(pose, poses, chosen)

    def at(self, pose: Matrix, key: str, turns: int) -> TileMatch | None:
        """One tile where it is thought to lie, as it lies there: nothing is moved. None for a kind without a view."""
        entries = self.deck.entries(key, turns)
        if not len(entries):
            return None
        return self._weighed(pose, np.repeat(pose[None], len(entries), axis=0), entries)[0]

    def toned(self, poses: NDArray[np.float64], n: int, margin: int = 0) -> tuple[Patches, NDArray[np.bool_]]:
        """Patches in the edition's colours and which of their pixels lie in the picture."""
        patches, inside = self.layers.cut(poses, n, margin)
        return self.tone.apply(patches, middle_px(poses)), inside

    def _searched(self, pose: Matrix, entries: NDArray[np.intp]) -> tuple[NDArray[np.intp], NDArray[np.float64]]:
        coarse = Templates(self.deck.coarse.patches[entries])
        best = min(ALIGNED, len(entries))
        if self.tone is NEUTRAL:
            patches, _ = self.layers.cut(pose[None], COARSE, MARGIN)
            found, shifts = search(patches, coarse, MARGIN, best)
        else:
            patches, _ = self.toned(pose[None], COARSE, MARGIN)
            found, shifts = search_covered(patches, coarse, 1.5 * self.tone.sigma, MARGIN, best)
        return entries[found[0]], shifts[0] / COARSE

    def _weighed(self, pose: Matrix, poses: NDArray[np.float64], entries: NDArray[np.intp]) -> list[TileMatch]:
        patches, inside = self.toned(poses, self.deck.fine.n)
        cost = np.minimum(disagreement(patches, self.deck.fine.patches[entries], inside, self.tone), BOUND)
        seen = np.maximum(inside.sum(axis=(1, 2)), 1)
        means = cost.sum(axis=(1, 2)) / seen
        best: dict[tuple[str, int], TileMatch] = {}
        for index in np.argsort(means):
            tile = self.deck.tile_of(int(entries[index]))
            if tile not in best:
                strain = strain_of(pose, poses[index])
                best[tile] = TileMatch(
                    *tile, poses[index], int(entries[index]), float(means[index]), strain, cost[index]
                )
        return list(best.values())


def strain_of(predicted: Matrix, found: Matrix) -> float:
    """How far one pose is from another, in squared standard deviations of how tiles lie off their prediction."""
    between = np.linalg.inv(predicted) @ found
    between = between / between[2, 2]
    shift = between[:2] @ np.array([0.5, 0.5, 1.0]) - 0.5
    stretch = (between[:2, :2] - np.eye(2)).ravel()
    return float(np.square(np.concatenate([shift, stretch]) / LAID_BY_HAND).sum())

"""The first tiles on a picture, without doubt: guesses by features, each looked at on its own, gathered to a lattice.

Most guesses on a crowded table are wrong, and the wrong ones vote for each other as readily as the right ones. So every
guess is compared with the edition first, softly, since small and blurred tiles keep their layout when their lines are
gone; only what passes may say where the map lies.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from vision.lattice import Cell, Lattice, project, side_px
from vision.lattice_growth import assemble
from vision.lattice_patches import Layers, layers_of
from vision.lattice_seeds import Seed, SeedSearch
from vision.recognise import unit_vectors
from vision.recognise_atlas import Atlas
from vision.recognise_gate import tile_log_odds
from vision.recognise_judge import Judge

LONG_SIDES = (1100, 1600, 2200)  # px at which features are looked for: the smaller is enough where tiles are large
LOOKED_AT = 40  # guesses of each size that are compared with the edition
MARGIN = 4  # px of a coarse patch by which a guess may lie beside its tile
ENOUGH = 5  # sure tiles on one lattice with which to begin
PASSES = 0.74  # soft correlation of a tile that is what it is taken for
LIKENESS_SAYS, MIDDLING, MOST_SAID = 12.0, 0.5, 8.0  # log-odds for each unit of it, where it says nothing; of the eyes
PROMISING, LEAST_PROMISE = 7.0, 4.0  # log-odds of a tile beside others, and of one that a map may grow around
STARTS = 6
LEAST_IN_VIEW = 0.8  # share of a tile


@dataclass(frozen=True, slots=True, eq=False)
class Sight:
    """A guess that was compared with the edition: its aligned pose, the template and their soft correlation.

    ``odds`` are a network's log-odds that it lies on a tile of whatever edition: where small tiles are dim and in
    strange light, that tells more than how much they look like a reference.
    """

    seed: Seed
    template: int
    likeness: float
    odds: float

    @property
    def promise(self) -> float:
        """What both say together, in log-odds; either alone errs."""
        return self.odds + LIKENESS_SAYS * (self.likeness - MIDDLING)


def first_tiles(image: NDArray[np.uint8], search: SeedSearch, atlas: Atlas) -> Iterator[tuple[Lattice, Judge]]:
    """Tiles to begin with, most promising first: a lattice of some, then single ones, each with a judge of its light.

    Small and blurred pictures hold few tiles that are there without doubt. Whether one was, shows when a map grows
    around it.
    """
    sights: list[Sight] = []
    for long_side in LONG_SIDES:
        sights += _promising(image, _fresh(search.at(long_side), sights)[:LOOKED_AT], atlas)
        best, _ = _best_of(sights)
        if len(best) >= ENOUGH or max(image.shape) <= long_side:
            break
    yield from _starts(image, sights, atlas)


def tiles_among(image: NDArray[np.uint8], seeds: Sequence[Seed], atlas: Atlas) -> Iterator[tuple[Lattice, Judge]]:
    """The same from guesses that are known already, of which several may mean one tile."""
    ranked = sorted(_promising(image, seeds, atlas), key=lambda sight: -sight.promise)
    kept: list[Sight] = []
    for sight in ranked:
        kept += [sight] if _fresh([sight.seed], kept) else []
    yield from _starts(image, kept, atlas)


def _promising(image: NDArray[np.uint8], seeds: Sequence[Seed], atlas: Atlas) -> list[Sight]:
    """Guesses that were compared with the edition and that a map may grow around."""
    if not seeds:
        return []
    layers = layers_of(image, float(np.median([side_px(seed.pose) for seed in seeds])))
    return [sight for sight in _compared(seeds, layers, atlas) if sight.promise > LEAST_PROMISE]


def _best_of(sights: Sequence[Sight]) -> tuple[list[tuple[Cell, Sight]], Lattice]:
    return _gathered([sight for sight in sights if sight.promise > PROMISING])


def _starts(image: NDArray[np.uint8], sights: Sequence[Sight], atlas: Atlas) -> Iterator[tuple[Lattice, Judge]]:
    best, poses = _best_of(sights)
    starts = [(poses, [sight for _, sight in best])] if len(best) > 1 else []
    alone = sorted(sights, key=lambda sight: -sight.promise)
    starts += [(Lattice({(0, 0): one.seed.pose}), [one]) for one in alone if all(one is not sight for _, sight in best)]
    if len(best) == 1:
        starts.insert(0, (poses, [best[0][1]]))
    for lattice, shown in starts[:STARTS]:
        yield lattice, _judge_of(image, lattice, shown, atlas)


def _judge_of(image: NDArray[np.uint8], lattice: Lattice, shown: Sequence[Sight], atlas: Atlas) -> Judge:
    """A judge that knows the light of tiles that were seen."""
    layers = layers_of(image, float(np.median([side_px(pose) for pose in lattice.cells.values()])))
    judge = Judge(layers, atlas.coarse, atlas.fine, blurred=True)
    templates = np.array([sight.template for sight in shown])
    return judge.attuned(np.stack([sight.seed.pose for sight in shown]), templates)


def _fresh(seeds: Sequence[Seed], sights: Sequence[Sight]) -> list[Seed]:
    """Seeds that do not lie where a tile was seen already."""
    if not sights:
        return list(seeds)
    known = np.stack([_middle(sight.seed) for sight in sights])
    reach = 0.5 * np.array([side_px(sight.seed.pose) for sight in sights])
    return [seed for seed in seeds if (np.hypot(*(known - _middle(seed)).T) > reach).all()]


def _middle(seed: Seed) -> NDArray[np.float64]:
    return np.asarray(project(seed.pose, [[0.5, 0.5]])[0])


def _compared(seeds: Sequence[Seed], layers: Layers, atlas: Atlas) -> list[Sight]:
    """Each seed laid onto the two tiles that it looks most like, and how much it then looks like the better one."""
    judge = Judge(layers, atlas.coarse, atlas.fine)
    seen = judge.look(np.stack([seed.pose for seed in seeds]), best=2, margin=MARGIN)
    alike = soft_likeness(layers, atlas, seen.poses.reshape(-1, 3, 3), seen.templates.ravel()).reshape(len(seeds), 2)
    chosen = alike.argmax(axis=1)
    odds = tile_log_odds(layers, seen.poses[np.arange(len(chosen)), chosen])
    return [
        Sight(
            Seed(seen.poses[index, which], float(alike[index, which])),
            int(seen.templates[index, which]),
            float(alike[index, which]),
            float(np.clip(odds[index], -MOST_SAID, MOST_SAID)),
        )
        for index, which in enumerate(chosen.tolist())
        if side_px(seen.poses[index, which]) > 0
    ]


def soft_likeness(
    layers: Layers, atlas: Atlas, poses: NDArray[np.float64], templates: NDArray[np.intp]
) -> NDArray[np.float64]:
    """(b,) correlation of places (b, 3, 3) with templates (b,), blind to tone and fine lines; 0 outside the picture."""
    patches, inside = layers.cut(poses, atlas.dim.n)
    alike = (unit_vectors(patches) * atlas.dim.unit[templates]).sum(axis=1)
    return np.asarray(np.where(inside.mean(axis=(1, 2)) > LEAST_IN_VIEW, alike, 0.0), np.float64)


def _gathered(sights: Sequence[Sight]) -> tuple[list[tuple[Cell, Sight]], Lattice]:
    """The sights that lie on the lattice which most of them share."""
    ranked = sorted(sights, key=lambda sight: -sight.promise)
    lattice = assemble([sight.seed for sight in ranked], starts=8)
    found = []
    for cell, pose in lattice.cells.items():
        middle = project(pose, [[0.5, 0.5]])[0]
        away = [float(np.hypot(*(middle - _middle(sight.seed)))) for sight in ranked]
        found.append((cell, ranked[int(np.argmin(away))]))
    return found, lattice

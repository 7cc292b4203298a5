"""The first tiles on a picture, without doubt: guesses by features, each looked at on its own, gathered to a lattice.

Most guesses on a crowded table are wrong, and the wrong ones vote for each other as readily as the right ones. So every
guess is compared with the edition first, softly, since small and blurred tiles keep their layout when their lines are
gone; only what passes may say where the map lies.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.lattice import Cell, Lattice, project, side_px
from vision.lattice_growth import assemble
from vision.lattice_patches import Layers, layers_of
from vision.lattice_seeds import Seed, find_seeds
from vision.recognise import unit_vectors
from vision.recognise_atlas import Atlas
from vision.recognise_judge import Judge

LONG_SIDES = (1100, 1600, 2200)  # px at which features are looked for: the smaller is enough where tiles are large
LOOKED_AT = 40  # guesses of each size that are compared with the edition
MARGIN = 4  # px of a coarse patch by which a guess may lie beside its tile
ENOUGH = 5  # sure tiles on one lattice with which to begin
PASSES, LEAST_ALIKE = 0.74, 0.66  # soft correlation of a tile beside others, and of one that a map may grow around
STARTS = 4
LEAST_IN_VIEW = 0.8  # share of a tile
LOW_CONTRAST = 60.0  # spread of grey levels below which a picture is stretched before features are looked for


@dataclass(frozen=True, slots=True, eq=False)
class Sight:
    """A guess that was compared with the edition: its aligned pose, the template and their soft correlation."""

    seed: Seed
    template: int
    likeness: float


def first_tiles(image: NDArray[np.uint8], atlas: Atlas) -> list[tuple[Lattice, Judge]]:
    """Tiles to begin with, most promising first: a lattice of some, then single ones, each with a judge of its light.

    Small and blurred pictures hold few tiles that are there without doubt. Whether one was, shows when a map grows
    around it.
    """
    gray = _stretched(cv2.cvtColor(image, cv2.COLOR_BGR2GRAY))
    sights: list[Sight] = []
    best: list[tuple[Cell, Sight]] = []
    poses = Lattice()
    for long_side in LONG_SIDES:
        seeds = _fresh(_seeds_of(gray, atlas, long_side), sights)[:LOOKED_AT]
        if seeds:
            near = layers_of(image, float(np.median([side_px(seed.pose) for seed in seeds])))
            sights += [sight for sight in _compared(seeds, near, atlas) if sight.likeness > LEAST_ALIKE]
        best, poses = _gathered([sight for sight in sights if sight.likeness > PASSES])
        if len(best) >= ENOUGH or max(gray.shape) <= long_side:
            break
    starts = [(poses, [sight for _, sight in best])] if len(best) > 1 else []
    alone = sorted(sights, key=lambda sight: -sight.likeness)
    starts += [(Lattice({(0, 0): one.seed.pose}), [one]) for one in alone if all(one is not sight for _, sight in best)]
    if len(best) == 1:
        starts.insert(0, (poses, [best[0][1]]))
    return [(lattice, _judge_of(image, lattice, shown, atlas)) for lattice, shown in starts[:STARTS]]


def _judge_of(image: NDArray[np.uint8], lattice: Lattice, shown: Sequence[Sight], atlas: Atlas) -> Judge:
    """A judge that knows the light of tiles that were seen."""
    layers = layers_of(image, float(np.median([side_px(pose) for pose in lattice.cells.values()])))
    judge = Judge(layers, atlas.coarse, atlas.fine, blurred=True)
    templates = np.array([sight.template for sight in shown])
    return judge.attuned(np.stack([sight.seed.pose for sight in shown]), templates)


def _stretched(gray: NDArray[np.generic]) -> NDArray[np.uint8]:
    """The grey picture, spread over its range where it is dark or dull."""
    low, high = np.percentile(np.asarray(gray)[::8, ::8], (1, 99))
    if high - low >= 255 - LOW_CONTRAST:
        return np.asarray(gray, np.uint8)
    gain = min(4.0, 235.0 / max(float(high - low), 1.0))
    return np.asarray(np.clip((np.asarray(gray, np.float32) - low) * gain + 10.0, 0, 255), np.uint8)


def _seeds_of(gray: NDArray[np.uint8], atlas: Atlas, long_side: int) -> list[Seed]:
    """Seeds in px of the picture itself, which is looked at with this many px on its longer side, or fewer."""
    height, width = gray.shape
    scale = min(1.0, long_side / max(height, width))
    small = gray
    if scale < 1.0:
        size = (round(width * scale), round(height * scale))
        small = np.asarray(cv2.resize(gray, size, interpolation=cv2.INTER_AREA), np.uint8)
    back = np.diag([width / small.shape[1], height / small.shape[0], 1.0])
    return [replace(seed, pose=back @ seed.pose) for seed in find_seeds(small, atlas.features)]


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
    return [
        Sight(
            Seed(seen.poses[index, which], float(alike[index, which])),
            int(seen.templates[index, which]),
            float(alike[index, which]),
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
    ranked = sorted(sights, key=lambda sight: -sight.likeness)
    lattice = assemble([sight.seed for sight in ranked], starts=8)
    found = []
    for cell, pose in lattice.cells.items():
        middle = project(pose, [[0.5, 0.5]])[0]
        away = [float(np.hypot(*(middle - _middle(sight.seed)))) for sight in ranked]
        found.append((cell, ranked[int(np.argmin(away))]))
    return found, lattice

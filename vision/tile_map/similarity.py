"""In which light tiles lie that may be some of an edition: as those show that look most like one of its own."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from vision.imaging.patches import Layers
from vision.parameters import CHOSEN, Parameters, parameter
from vision.registration.lattice import Lattice, Matrix, side_px
from vision.registration.templates import unit_vectors
from vision.tile_map.edition_atlas import EditionAtlas
from vision.tile_map.presence_gate import tile_log_odds
from vision.tile_map.residuals import Judge


@dataclass(frozen=True, slots=True, kw_only=True)
class SimilarityParameters(Parameters):
    """Which places look enough like the edition to tell the light of the map."""

    passes: float = parameter(0.74, "correlation", "soft correlation of a tile that is what it is taken for", CHOSEN)
    likeness_says: float = parameter(12.0, "nats", "for each unit of soft correlation", CHOSEN)
    middling: float = parameter(0.5, "correlation", "at which it says nothing", CHOSEN)
    most_said: float = parameter(8.0, "log-odds", "that eyes may say", CHOSEN)
    promising: float = parameter(7.0, "log-odds", "of a tile that says what light there is", CHOSEN)
    least_in_view: float = parameter(0.8, "share of a tile", "that lies in the picture, at the least", CHOSEN)


PARAMETERS = SimilarityParameters()


@dataclass(frozen=True, slots=True, eq=False)
class ComparedTile:
    """A tile that was compared with the edition: its aligned pose, the template and their soft correlation.

    ``odds`` are a network's log-odds that it lies on a tile of whatever edition: where small tiles are dim and in
    strange light, that tells more than how much they look like a reference.
    """

    pose: Matrix
    template: int
    similarity: float
    odds: float

    @property
    def promise(self) -> float:
        """What both say together, in log-odds; either alone errs."""
        return self.odds + PARAMETERS.likeness_says * (self.similarity - PARAMETERS.middling)


def judge_of_seen(lattice: Lattice, layers: Layers, atlas: EditionAtlas) -> Judge:
    """A judge of the light of those tiles, among tiles of whatever edition, that look most like this edition's."""
    sights = _compared(np.stack(list(lattice.cells.values())), layers, atlas)
    ranked = sorted(sights, key=lambda sight: -sight.promise)
    shown = [sight for sight in ranked if sight.promise > PARAMETERS.promising] or ranked[:1]
    judge = Judge(layers, atlas.coarse, atlas.fine, blurred=True)
    return judge.attuned(np.stack([sight.pose for sight in shown]), np.array([sight.template for sight in shown]))


def _compared(poses: NDArray[np.float64], layers: Layers, atlas: EditionAtlas) -> list[ComparedTile]:
    """Each place (b, 3, 3) laid onto the two tiles that it looks most like, and how much it is like the better one."""
    judge = Judge(layers, atlas.coarse, atlas.fine)
    seen = judge.look(poses, best=2)
    alike = soft_similarity(layers, atlas, seen.poses.reshape(-1, 3, 3), seen.templates.ravel()).reshape(len(poses), 2)
    rows, chosen = np.arange(len(poses)), alike.argmax(axis=1)
    laid, templates = seen.poses[rows, chosen], seen.templates[rows, chosen]
    odds = np.clip(tile_log_odds(layers, laid), -PARAMETERS.most_said, PARAMETERS.most_said)
    said = zip(laid, templates.tolist(), alike[rows, chosen].tolist(), odds.tolist(), strict=True)
    return [ComparedTile(*each) for each in said if side_px(each[0]) > 0]


def soft_similarity(
    layers: Layers, atlas: EditionAtlas, poses: NDArray[np.float64], templates: NDArray[np.intp]
) -> NDArray[np.float64]:
    """(b,) correlation of places (b, 3, 3) with templates (b,), blind to tone and fine lines; 0 outside the picture."""
    patches, inside = layers.cut(poses, atlas.dim.n)
    alike = (unit_vectors(patches) * atlas.dim.unit[templates]).sum(axis=1)
    return np.asarray(np.where(inside.mean(axis=(1, 2)) > PARAMETERS.least_in_view, alike, 0.0), np.float64)

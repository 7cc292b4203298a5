"""A place of the map that may show a tile, and what is told of it."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, field, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.arrays import Float32Array, Float64Array
from calibration.references import Outline
from vision.carcassonne.learning.likeness.print_likeness import PrintLikeness
from vision.carcassonne.learning.pennants.arms_in_view import ArmsInView
from vision.carcassonne.learning.sides.terrain_at_sides import TerrainAtSides
from vision.carcassonne.poses import TileAsLaid
from vision.frames import Picture
from vision.registration.lattice import Cell, Matrix, project


@dataclass(frozen=True, eq=False)
class TileCrops:
    """One tile as it was cut from a picture, several times: where exactly it lies isn't known.

    Attributes:
        poses: (n, 3, 3) of each crop.
        pictures: (n, 64, 64, 3) BGR.
        weights: (n,) how much each counts.
    """

    poses: Float64Array
    pictures: Picture
    weights: Float64Array

    def hidden(self, outline: Outline, pose: Matrix) -> NDArray[np.uint8]:
        """(n, 64, 64) 255 where somebody hides the crops; his outline is told in units of a tile that lies at a
        ``pose``."""
        seen = project(pose, np.array(outline, np.float64))
        masks = np.zeros(self.pictures.shape[:3], np.uint8)
        for mask, own in zip(masks, self.poses, strict=True):
            corners = np.rint(project(np.linalg.inv(own), seen) * mask.shape[0]).astype(np.int32)
            cv2.fillConvexPoly(mask, cv2.convexHull(corners), 255)
        return masks


@dataclass(frozen=True, eq=False)
class Sighted:
    """A place that may show a tile.

    Attributes:
        cell, pose: which, and where what lies there lies exactly.
        evidence: (orientations,) log-likelihood of the picture under each orientation, any offset.
        odds: log-odds that a tile lies there at all.
        others: log-odds that one lies at each of the other places that were looked at.
        by_sides: (orientations,) the part of what is seen that no figure in a tile's middle hides; None where that was
            not looked at.
        ground: (terrains, 32, 32) how likely each spot of it shows which terrain; None where that was not looked at.
        arms: what it shows where coats of arms are printed; None where that was not looked at.
        crops: what all that is told from; None where it is told from elsewhere.
        shadow: where on it that of somebody on it lies, tile units; empty where none was made out.
        likeness: what pictures of kinds that may lie there say, past what somebody hides.
        sides: what its sides say beside those of the edition's other tiles, past what somebody hides; None where that
            was not looked at.
    """

    cell: Cell
    pose: Matrix
    evidence: Float64Array
    odds: float
    others: Mapping[Cell, float] = field(default_factory=dict)
    by_sides: Float64Array | None = None
    ground: Float32Array | None = None
    arms: ArmsInView | None = None
    crops: TileCrops | None = None
    shadow: Outline = ()
    likeness: PrintLikeness = field(default_factory=PrintLikeness)
    sides: TerrainAtSides | None = None

    @property
    def another(self) -> float:
        """Log-odds that one lies at the next likely of the places that were looked at."""
        return max(self.others.values(), default=-math.inf)

    def as_it_was_bare(self, bare: Sighted) -> Sighted:
        """The same place, what lies there told as it was while nobody stood on it."""
        return replace(
            self, evidence=bare.evidence, by_sides=bare.by_sides, ground=bare.ground, arms=bare.arms, sides=bare.sides
        )

    def past(self, hides: Outline) -> tuple[Picture, NDArray[np.bool_]] | None:
        """The crop of what lies there exactly, and where on it nothing of the tile is seen for somebody (his outline in
        tile units) and his shadow; None where it was told from elsewhere than a picture."""
        cut = self.crops
        if cut is None:
            return None
        best = int(np.abs(cut.poses - self.pose).sum(axis=(1, 2)).argmin())
        hidden = np.zeros(cut.pictures.shape[1:3], bool)
        if hides:
            hidden |= cut.hidden(hides, self.pose)[best] > 0
        if self.shadow:
            hidden |= cut.hidden(self.shadow, cut.poses[best])[best] > 0
        return cut.pictures[best], hidden

    def added_to(self, terrain: Mapping[TileAsLaid, float]) -> dict[TileAsLaid, float]:
        """What the terrain said of each way to lie, log-likelihood, with what its sides and the likeness of pictures
        say; 0 for the likeliest."""
        return self.likeness.added_to(self.by_its_sides(terrain))

    def by_its_sides(self, said: Mapping[TileAsLaid, float]) -> dict[TileAsLaid, float]:
        """What others ``said`` of each way to lie, log-likelihood, with what its sides say."""
        return dict(said) if self.sides is None else self.sides.added_to(said)

    def left_by_sides(self, other: TileAsLaid, first: TileAsLaid) -> float:
        """How much of what speaks for another way to lie than what is thought of first its sides leave, 0 to 1."""
        return 1.0 if self.sides is None else math.exp(min(self.sides.says(other) - self.sides.says(first), 0.0))

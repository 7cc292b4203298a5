"""Lays glass exactly onto what is seen and says how well it fits: every candidate by itself, then in the light and the
colours that the sure ones tell.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import lru_cache

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.lattice import project
from vision.lattice_patches import Layers, Patches, lab_of
from vision.recognise import Templates, unit_vectors
from vision.recognise_align import align, middle_px
from vision.recognise_judge import AGREES, disagreement
from vision.recognise_tone import NEUTRAL, Tone, fit_tone
from vision.stained_glass.edition import SIZE, GlassEdition

Poses = NDArray[np.float64]  # (n, 3, 3), a tile's unit square to px
Views = NDArray[np.intp]

# Pictures of tables are softer than the references, by an amount that nobody tells. Where both are softened, what is
# lost hardly tells kinds apart, and what is left is compared fairly. Sigmas in tile sides.
PATCH_SOFT = 0.04
ROUGH_PX, ROUGH_SOFT = 12, 0.08
FINE_PX, FINE_SOFT = 16, 0.05
NAMING_PX, NAMING_SOFT = 20, 0.06
# How far a tile may lie off where it was found (standard deviations in tile sides: shift, then stretch and turn).
WIDE = np.array([0.12, 0.12, 0.10, 0.10, 0.10, 0.10])
ON_PLANE = np.array([0.10, 0.10, 0.04, 0.07, 0.07, 0.04])
BESIDE = np.array([0.06, 0.06, 0.02, 0.04, 0.04, 0.02])


@dataclass(frozen=True, eq=False, slots=True)
class Looks:
    """An edition made ready for comparing."""

    edition: GlassEdition
    rough: Templates
    fine: Templates
    naming: Templates


@lru_cache(maxsize=4)
def looks_of(edition: GlassEdition) -> Looks:
    """The edition's templates, worked out once."""
    return Looks(
        edition,
        _templates(edition, ROUGH_PX, ROUGH_SOFT),
        _templates(edition, FINE_PX, FINE_SOFT),
        _templates(edition, NAMING_PX, NAMING_SOFT),
    )


def _templates(edition: GlassEdition, n: int, soft: float) -> Templates:
    views = []
    for image in edition.images:
        lab = cv2.GaussianBlur(lab_of(image), (0, 0), soft * SIZE, borderType=cv2.BORDER_REPLICATE)
        views.append(cv2.resize(lab, (n, n), interpolation=cv2.INTER_AREA))
    return Templates(np.stack(views).astype(np.float32))


@dataclass(frozen=True, eq=False, slots=True)
class Sightings:
    """What was seen at some places.

    Attributes:
        poses: (n, 3, 3). views: (n,) index of the view.
        likeness: (n,) correlation with it. rival: (n,) with the likest view of another kind, at the same pose.
        explained: (n,) share of the tile that looks as it ought to in this picture's light.
        seen: (n,) share of it that lies in the picture.
    """

    poses: Poses
    views: Views
    likeness: NDArray[np.float64]
    rival: NDArray[np.float64]
    explained: NDArray[np.float64]
    seen: NDArray[np.float64]

    def __len__(self) -> int:
        return len(self.views)

    def at(self, which: NDArray[np.intp] | NDArray[np.bool_]) -> Sightings:
        """Some of them."""
        return Sightings(
            self.poses[which],
            self.views[which],
            self.likeness[which],
            self.rival[which],
            self.explained[which],
            self.seen[which],
        )

    def with_more(self, other: Sightings) -> Sightings:
        """These and others."""
        names = ("poses", "views", "likeness", "rival", "explained", "seen")
        return Sightings(*(np.concatenate([getattr(self, name), getattr(other, name)]) for name in names))


@dataclass(frozen=True, eq=False)
class GlassJudge:
    """Looks at places of one picture with one edition in mind."""

    layers: Layers
    looks: Looks
    tone: Tone = NEUTRAL

    def look(self, poses: Poses, views: Views, freedom: NDArray[np.float64], least: float = 0.0) -> Sightings:
        """Lay views (n,) onto the picture near poses (n, 3, 3), and say how well they fit.

        Args:
            freedom: how far they may lie off.
            least: candidates whose likeness is below this after a rough look are left out.
        """
        still = np.zeros((len(views), 2))
        rough = align(self.layers, poses, self.looks.rough, views, NEUTRAL, shifts=still, freedom=freedom, steps=8)
        if least > 0:
            kept = self._rough_likeness(rough, views) > least
            rough, views, still = rough[kept], views[kept], still[kept]
        fine = align(self.layers, rough, self.looks.fine, views, NEUTRAL, shifts=still, freedom=freedom, steps=6)
        return self.weigh(fine, views)

    def weigh(self, poses: Poses, views: Views) -> Sightings:
        """How well views (n,) fit at exactly these poses (n, 3, 3)."""
        count = len(views)
        patches, inside = self._patches(poses)
        likenesses = unit_vectors(patches) @ self.looks.naming.unit.T
        likeness = likenesses[np.arange(count), views]
        kinds = np.array(self.looks.edition.kinds)
        others = np.where(kinds[None] == kinds[views][:, None], -1.0, likenesses)
        explained = np.zeros(count)
        if self.tone is not NEUTRAL and count:
            toned = self.tone.apply(patches, middle_px(poses))
            off = disagreement(toned, self.looks.naming.patches[views], inside, self.tone)
            explained = ((off < AGREES) & inside).mean(axis=(1, 2))
        seen = inside.mean(axis=(1, 2)) if count else np.zeros(0)
        return Sightings(poses, views, likeness.astype(np.float64), others.max(axis=1, initial=-1.0), explained, seen)

    def rivals(self, pose: NDArray[np.float64]) -> NDArray[np.float64]:
        """(views,) likeness of every view at one pose (3, 3)."""
        patches, _ = self._patches(pose[None])
        return np.asarray(unit_vectors(patches)[0] @ self.looks.naming.unit.T, np.float64)

    def attuned(self, sure: Sightings) -> GlassJudge:
        """A judge that knows this picture's light from tiles that are surely what they are thought to be."""
        patches, inside = self._patches(sure.poses)
        return replace(
            self, tone=fit_tone(patches, self.looks.naming.patches[sure.views], inside, middle_px(sure.poses))
        )

    def toned_patch(self, poses: Poses) -> tuple[Patches, NDArray[np.bool_]]:
        """What is seen at poses (n, 3, 3), in the references' colours, and which of it lies in the picture."""
        patches, inside = self._patches(poses)
        return self.tone.apply(patches, middle_px(poses)), inside

    def _rough_likeness(self, poses: Poses, views: Views) -> NDArray[np.float64]:
        patches, _ = self.layers.cut(poses, ROUGH_PX)
        return np.asarray((unit_vectors(patches) * self.looks.rough.unit[views]).sum(axis=1), np.float64)

    def _patches(self, poses: Poses) -> tuple[Patches, NDArray[np.bool_]]:
        patches, inside = self.layers.cut(poses, NAMING_PX)
        for patch in patches:
            cv2.GaussianBlur(patch, (0, 0), PATCH_SOFT * NAMING_PX, dst=patch)
        return patches, inside


def middles(poses: Poses) -> NDArray[np.float64]:
    """(n, 2) px of the tiles' middles."""
    return project(poses, np.full((len(poses), 1, 2), 0.5))[:, 0]


def sides(poses: Poses) -> NDArray[np.float64]:
    """(n,) px: the square roots of the tiles' areas on the picture; 0 where one is turned inside out."""
    quads = project(poses, np.broadcast_to(np.array([[0.0, 0], [1, 0], [1, 1], [0, 1]]), (len(poses), 4, 2)))
    first, second = quads[:, 2] - quads[:, 0], quads[:, 3] - quads[:, 1]
    return np.asarray(np.sqrt(np.maximum(first[:, 0] * second[:, 1] - first[:, 1] * second[:, 0], 0) / 2))

"""Lays glass exactly onto what is seen and says how well it fits: every candidate by itself, then in the light and the
colours that the sure ones tell.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from itertools import product
from typing import TypeVar

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.imaging.patches import Layers, Patches, lab_of
from vision.parameters import CHOSEN, Parameters, parameter
from vision.photometry.tone import NEUTRAL, Tone, fit_tone
from vision.registration import pattern_fitting
from vision.registration.gauss_newton import SixFreedoms
from vision.registration.lattice import project
from vision.registration.pattern_fitting import Patterns, Poses, Views, laid, laid_in_part
from vision.registration.templates import unit_vectors
from vision.stained_glass import edition as stained_glass_edition
from vision.stained_glass.edition import GlassEdition
from vision.stained_glass.evenness import as_film_can_be, evenness, strength
from vision.tile_map.residuals import residual


@dataclass(frozen=True, slots=True, kw_only=True)
class StainedGlassJudgeParameters(Parameters):
    """In which steps glass is laid exactly, and how softly each compares."""

    # Pictures of tables are softer than the references, by an amount that nobody tells. Where both are softened, what
    # is lost hardly tells kinds apart, and what is left is compared fairly. Sigmas in tile sides.
    patch_soft: float = parameter(
        0.04,
        "tile sides",
        "sigma by which both are softened where they are compared: tables' pictures are softer than the references",
        CHOSEN,
    )
    rough_px: int = parameter(12, "px", "of a tile's side at which places are compared at first", CHOSEN)
    rough_soft: float = parameter(0.08, "tile sides", "sigma of softening there", CHOSEN)
    fine_px: int = parameter(16, "px", "of a tile's side at which a tile is laid on", CHOSEN)
    fine_soft: float = parameter(0.05, "tile sides", "sigma of softening there", CHOSEN)
    naming_px: int = parameter(20, "px", "of a tile's side at which it is named", CHOSEN)
    naming_soft: float = parameter(0.06, "tile sides", "sigma of softening there", CHOSEN)
    block_px: int = parameter(5, "px", "a tile is compared block by block where it may be covered", CHOSEN)
    block_step: int = parameter(3, "count", "a tile is compared block by block where it may be covered", CHOSEN)
    block_alike: float = parameter(
        0.6, "correlation", "and squared standard deviations at which a block counts as found", CHOSEN
    )
    block_off: float = parameter(
        4.0, "correlation", "and squared standard deviations at which a block counts as found", CHOSEN
    )
    nudge_deg: float = parameter(3.5, "degrees", "that a tile is tried turned either way", CHOSEN)
    nudge: float = parameter(0.04, "tile sides", "that a tile is tried beside where it was seen", CHOSEN)
    wide: tuple[float, ...] = parameter(
        (0.12, 0.12, 0.10, 0.10, 0.10, 0.10),
        "tile sides",
        "standard deviations of shift, stretch and turn of a tile about where it was found",
        CHOSEN,
    )
    on_plane: tuple[float, ...] = parameter(
        (0.10, 0.10, 0.04, 0.07, 0.07, 0.04), "tile sides", "the same where it is known how the table lies", CHOSEN
    )
    beside: tuple[float, ...] = parameter(
        (0.06, 0.06, 0.02, 0.04, 0.04, 0.02), "tile sides", "the same beside a tile of its window", CHOSEN
    )


PARAMETERS = StainedGlassJudgeParameters()
Value = TypeVar("Value", bound=np.generic)


def _nudges() -> NDArray[np.float64]:
    """(k, 3, 3) maps of a tile's unit square: what is found at whole px and in steps of turning is off by so much."""
    maps = []
    turned, aside = np.radians(PARAMETERS.nudge_deg), PARAMETERS.nudge
    for turn, right, down in product((-turned, 0.0, turned), *[(-aside, 0.0, aside)] * 2):
        c, s = np.cos(turn), np.sin(turn)
        maps.append([[c, -s, 0.5 + right - 0.5 * (c - s)], [s, c, 0.5 + down - 0.5 * (c + s)], [0.0, 0.0, 1.0]])
    return np.array(maps)


NUDGES = _nudges()


@dataclass(frozen=True, eq=False)
class GlassTemplates:
    """An edition made ready for comparing."""

    edition: GlassEdition
    rough: Patterns
    fine: Patterns
    naming: Patterns

    @cached_property
    def blocks(self) -> Patches:
        """The blocks of every view, see :func:`_level_blocks`."""
        return _level_blocks(self.naming.patches)


@lru_cache(maxsize=4)
def templates_of(edition: GlassEdition) -> GlassTemplates:
    """The edition's patterns, worked out once."""
    return GlassTemplates(
        edition,
        _patterns(edition, PARAMETERS.rough_px, PARAMETERS.rough_soft),
        _patterns(edition, PARAMETERS.fine_px, PARAMETERS.fine_soft),
        _patterns(edition, PARAMETERS.naming_px, PARAMETERS.naming_soft),
    )


def _patterns(edition: GlassEdition, n: int, soft: float) -> Patterns:
    views = []
    for image in edition.images:
        lab = cv2.GaussianBlur(
            lab_of(image), (0, 0), soft * stained_glass_edition.PARAMETERS.size, borderType=cv2.BORDER_REPLICATE
        )
        views.append(cv2.resize(lab, (n, n), interpolation=cv2.INTER_AREA))
    return Patterns(np.stack(views).astype(np.float32))


@dataclass(frozen=True, eq=False, slots=True)
class Sightings:
    """What was seen at some places.

    Attributes:
        poses: (n, 3, 3). views: (n,) index of the view.
        similarity: (n,) correlation with it. rival: (n,) with the likest view of another kind, at the same pose.
        explained: (n,) share of the tile that looks as it ought to in this picture's light.
        support: (n,) share of the tile's own pattern that is found, block by block, so that what is covered speaks
            neither for nor against it. counter: (n,) the same for the likest view of another kind.
        seen: (n,) share of it that lies in the picture.
        even: (n,) how strong its pattern is where nothing stands out, see :func:`evenness`; less of film that is weaker
            or stronger than film is on that ground.
    """

    poses: Poses
    views: Views
    similarity: NDArray[np.float64]
    rival: NDArray[np.float64]
    explained: NDArray[np.float64]
    support: NDArray[np.float64]
    counter: NDArray[np.float64]
    seen: NDArray[np.float64]
    even: NDArray[np.float64]

    @classmethod
    def none(cls) -> Sightings:
        """Nothing was seen."""
        return cls(np.empty((0, 3, 3)), np.zeros(0, np.intp), *(np.zeros(0) for _ in _FIELDS[2:]))

    def __len__(self) -> int:
        return len(self.views)

    def at(self, which: NDArray[np.intp] | NDArray[np.bool_]) -> Sightings:
        """Some of them: by their places (m,), in that order, or those that are marked (n,)."""
        return Sightings(*(getattr(self, name)[which] for name in _FIELDS))

    def with_more(self, other: Sightings) -> Sightings:
        """These and others."""
        return Sightings(*(np.concatenate([getattr(self, name), getattr(other, name)]) for name in _FIELDS))


_FIELDS = ("poses", "views", "similarity", "rival", "explained", "support", "counter", "seen", "even")


@dataclass(frozen=True, eq=False)
class GlassJudge:
    """Looks at places of one picture with one edition in mind.

    Attributes:
        tone: the picture's light.
        usual: how strong the pattern of film is on each ground, 0 where nobody knows.
    """

    layers: Layers
    templates: GlassTemplates
    tone: Tone = NEUTRAL
    usual: tuple[float, ...] = ()

    def look(self, poses: Poses, views: Views, freedom: SixFreedoms, least: float = 0.0) -> Sightings:
        """Lay views (n,) onto the picture near poses (n, 3, 3), and say how well they fit.

        Args:
            freedom: how far they may lie off.
            least: candidates whose likeness is below this after a rough look are left out.
        """
        rough = laid(self.layers, poses, self.templates.rough, views, freedom, steps=8)
        if least > 0:
            kept = self._rough_similarity(rough, views) > least
            rough, views = rough[kept], views[kept]
        fine = laid(self.layers, rough, self.templates.fine, views, freedom, steps=6)
        return self.weigh(fine, views)

    def compare_parts(self, poses: Poses, views: Views, freedom: SixFreedoms) -> Sightings:
        """The same where only parts of the tiles may show; the light has to be known (see :meth:`attuned`)."""
        seen = self.weigh(laid_in_part(self.layers, poses, self.templates.fine, views, freedom, self.tone), views)
        # Of film on black no part tells anything: every bare place of a black table has nearly its colours.
        edition = self.templates.edition
        faint = np.array(edition.grounds)[views] == edition.black if edition.black else np.zeros(len(views), bool)
        return replace(seen, even=np.where(faint, 0.0, seen.even))

    def compare_closely(self, poses: Poses, views: Views, freedom: SixFreedoms, least: float) -> Sightings:
        """The same near poses where views (n,) agree already, in a light that is known: a fine pattern that is laid
        onto a coarse picture first is led astray. Told twice: as it was found, and laid by the parts that show."""
        kept = self._rough_similarity(poses, views) > least
        poses, views = self._nudged(poses[kept], views[kept]), views[kept]
        return self.weigh(poses, views).with_more(self.compare_parts(poses, views, freedom))

    def _nudged(self, poses: Poses, views: Views) -> Poses:
        """Each pose (n, 3, 3) as it fits best when it is pushed and turned a little."""
        similarity = [self._similarity(poses @ nudge, views, self.templates.fine) for nudge in NUDGES]
        return np.asarray(poses @ NUDGES[np.argmax(similarity, axis=0)]) if len(views) else poses

    def weigh(self, poses: Poses, views: Views) -> Sightings:
        """How well views (n,) fit at exactly these poses (n, 3, 3)."""
        count = len(views)
        patches, inside = self.cut(poses)
        likenesses = unit_vectors(patches) @ self.templates.naming.unit.T
        own = np.arange(count), views
        other = self.templates.edition.rivals[views]
        explained = np.zeros(count)
        supports = np.zeros(likenesses.shape)
        if self.tone is not NEUTRAL and count:
            toned = self.tone.apply(patches, middles(poses))
            off = residual(toned, self.templates.naming.patches[views], inside, self.tone)
            explained = ((off < pattern_fitting.PARAMETERS.agrees) & inside).mean(axis=(1, 2))
            asked = other.copy()
            asked[own] = True
            supports = self._supports(toned, inside, asked)
        return Sightings(
            poses,
            views,
            np.asarray(likenesses[own], np.float64),
            np.where(other, likenesses, -1.0).max(axis=1, initial=-1.0),
            explained,
            supports[own],
            np.where(other, supports, 0.0).max(axis=1, initial=0.0),
            inside.mean(axis=(1, 2)) if count else np.zeros(0),
            self._even(patches, views, inside),
        )

    def _even(self, patches: Patches, views: Views, inside: NDArray[np.bool_]) -> NDArray[np.float64]:
        known = self.templates.naming.patches[views]
        even = evenness(patches, known, inside)
        grounds = np.array(self.templates.edition.grounds)[views]
        if not grounds.any():
            return even
        usual = np.array(self.usual)[grounds] if self.usual else np.zeros(len(views))
        likely = as_film_can_be(strength(patches, known, inside), usual)
        return np.where(grounds > 0, even * likely, even)

    def _supports(self, toned: Patches, inside: NDArray[np.bool_], asked: NDArray[np.bool_]) -> NDArray[np.float64]:
        """(n, views): how much of each view's pattern is found in patches (n, m, m, 3), block by block; 0 of those that
        are not ``asked`` (n, views) about.

        A block is found where its colours agree and its pattern correlates; what has little pattern says little.
        """
        known = self.templates.naming.patches
        blocks, pattern = _level_blocks(toned), self.templates.blocks
        contrast = np.sqrt((pattern**2).sum(axis=2))  # (views, blocks)
        length = np.sqrt((blocks**2).sum(axis=2))
        alike = np.einsum("nbp,vbp->nvb", blocks, pattern, optimize=True)
        alike /= length[:, None] * contrast[None] + 1e-3
        there = np.asarray(_blocks(inside[..., None]).all(axis=2))
        found = (alike > PARAMETERS.block_alike) & there[:, None] & asked[..., None]
        of, view = np.nonzero(found.any(axis=2))
        away = residual(toned[of], known[view], inside[of], self.tone)
        found[of, view] &= _blocks(away[..., None]).mean(axis=2) < PARAMETERS.block_off
        weight = np.minimum(contrast, np.median(contrast, axis=1, keepdims=True))
        return np.asarray((found * weight).sum(axis=2) / weight.sum(axis=1), np.float64)

    def attuned(self, sure: Sightings) -> GlassJudge:
        """A judge that knows this picture's light from tiles that are surely what they are thought to be."""
        patches, inside = self.cut(sure.poses)
        known = self.templates.naming.patches[sure.views]
        grounds = np.array(self.templates.edition.grounds)
        strengths, of = strength(patches, known, inside), grounds[sure.views]
        usual = tuple(
            float(np.median(strengths[of == ground])) if ground and (of == ground).any() else 0.0
            for ground in range(int(grounds.max()) + 1)
        )
        return replace(self, tone=fit_tone(patches, known, inside, middles(sure.poses)), usual=usual)

    def _rough_similarity(self, poses: Poses, views: Views) -> NDArray[np.float64]:
        return self._similarity(poses, views, self.templates.rough)

    def _similarity(self, poses: Poses, views: Views, patterns: Patterns) -> NDArray[np.float64]:
        patches, _ = self.layers.cut(poses, patterns.n)
        return np.asarray((unit_vectors(patches) * patterns.unit[views]).sum(axis=1), np.float64)

    def cut(self, poses: Poses) -> tuple[Patches, NDArray[np.bool_]]:
        """What the picture shows at poses (n, 3, 3), as soft as the views are: Lab, and (n, m, m) what lies in it."""
        patches, inside = self.layers.cut(poses, PARAMETERS.naming_px)
        for patch in patches:
            cv2.GaussianBlur(patch, (0, 0), PARAMETERS.patch_soft * PARAMETERS.naming_px, dst=patch)
        return patches, inside


def _blocks(patches: NDArray[Value]) -> NDArray[Value]:
    """(n, m, m, c) to (n, blocks, values): every square block, each half over the next."""
    cut = np.lib.stride_tricks.sliding_window_view(patches, (PARAMETERS.block_px, PARAMETERS.block_px), axis=(1, 2))
    cut = cut[:, :: PARAMETERS.block_step, :: PARAMETERS.block_step]
    return cut.reshape(len(patches), cut.shape[1] * cut.shape[2], patches.shape[3] * PARAMETERS.block_px**2)


def _level_blocks(patches: Patches) -> Patches:
    """The same of (n, m, m, 3), each channel of each block without its mean."""
    blocks = np.concatenate(
        [(one := _blocks(patches[..., k : k + 1])) - one.mean(axis=2, keepdims=True) for k in range(3)], axis=2
    )
    return np.asarray(blocks, np.float32)


def likest_grounds(judge: GlassJudge, poses: Poses, views: Views) -> tuple[Sightings, NDArray[np.float64]]:
    """Views (n,) as they were shown, each on the ground on which it is likest; and how much likeness that adds (n,)."""
    of_ground = judge.templates.edition.grounds.count(0)
    each = [
        judge.weigh(poses, views + of_ground * ground) for ground in range(len(set(judge.templates.edition.grounds)))
    ]
    likeness = np.stack([one.similarity for one in each])
    best: NDArray[np.intp] = likeness.argmax(axis=0) * len(views) + np.arange(len(views))
    every = each[0]
    for one in each[1:]:
        every = every.with_more(one)
    return every.at(best), np.asarray(likeness.max(axis=0) - likeness[0])


def middles(poses: Poses) -> NDArray[np.float64]:
    """(n, 2) px of the tiles' middles."""
    return project(poses, np.full((len(poses), 1, 2), 0.5))[:, 0]


def tiles_away(poses: Poses, spots: NDArray[np.float64]) -> NDArray[np.float64]:
    """(n, m) how far px (m, 2) are from the middle of each tile (n, 3, 3), in its own sides as it lies on the table."""
    if not len(poses):
        return np.empty((0, len(spots)))
    rich = np.linalg.inv(poses) @ np.vstack([spots.T, np.ones(len(spots))])
    return np.asarray(np.hypot(*(rich[:, :2] / rich[:, 2:] - 0.5).transpose(1, 0, 2)))


def sides(poses: Poses) -> NDArray[np.float64]:
    """(n,) px: the square roots of the tiles' areas on the picture; 0 where one is turned inside out."""
    quads = project(poses, np.broadcast_to(np.array([[0.0, 0], [1, 0], [1, 1], [0, 1]]), (len(poses), 4, 2)))
    first, second = quads[:, 2] - quads[:, 0], quads[:, 3] - quads[:, 1]
    return np.asarray(np.sqrt(np.maximum(first[:, 0] * second[:, 1] - first[:, 1] * second[:, 0], 0) / 2))

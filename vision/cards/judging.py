"""Lays known cards exactly onto what is seen, and says which card it is and how sure that is.

Cards of one city share frame, prices and arms: they are told apart by where they differ. So after the whole card has
been compared, its likest cards are compared again by each pixel's share in telling them apart.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.arrays import Float64Array
from vision.cards import edition as card_edition
from vision.cards.edition import KINDS, CardEdition
from vision.cards.pose import Posed
from vision.imaging.patches import Layers, Patches, lab_of
from vision.parameters import CHOSEN, Parameters, parameter
from vision.registration.pattern_fitting import Patterns, laid
from vision.registration.templates import unit_vectors


@dataclass(frozen=True, slots=True, kw_only=True)
class CardParameters(Parameters):
    """When a card is believed to lie somewhere, and which one it is."""

    rough_px: int = parameter(14, "px", "of a card's side at which places are compared at first", CHOSEN)
    fine_px: int = parameter(22, "px", "at which a card is laid on", CHOSEN)
    naming_px: int = parameter(40, "px", "at which it is named", CHOSEN)
    soft: float = parameter(0.035, "card widths", "of blur: pictures of tables are softer than the references", CHOSEN)
    least: float = parameter(0.42, "correlation", "under which something is no card", CHOSEN)
    tried: int = parameter(3, "views", "that are laid on for each place", CHOSEN)
    sharpness: float = parameter(
        40.0,
        "nats",
        "of certainty for each unit by which a card is likest: easy and ordinary pictures of seeds < 100",
        "docs/findings/postal-games-and-riga.md",
    )
    freedom: tuple[float, ...] = parameter(
        (0.1, 0.1, 0.08, 0.08, 0.08, 0.08),
        "card widths",
        "that a pose may lie off: shift, then stretch and shear",
        CHOSEN,
    )


PARAMETERS = CardParameters()


@dataclass(frozen=True, eq=False, slots=True)
class PreparedEdition:
    """An edition made ready for comparing; ``groups`` are the views of each kind."""

    rough: Patterns
    fine: Patterns
    naming: Patterns
    groups: tuple[NDArray[np.intp], ...]


@dataclass(frozen=True, eq=False, slots=True)
class CardSighting(Posed):
    """Something seen: which view it is, its pose (3, 3) from the unit square to px, likeness -1 to 1, probability, and
    the views that it might be as well, with theirs."""

    view: int
    pose: Float64Array
    similarity: float
    probability: float
    rivals: tuple[tuple[int, float], ...] = ()


@lru_cache(maxsize=4)
def prepared_edition(edition: CardEdition) -> PreparedEdition:
    """The edition's patterns, worked out once."""
    groups = tuple(np.array([n for n, kind in enumerate(edition.kinds) if kind == one], np.intp) for one in KINDS)
    rough, fine, naming = (
        _patterns(edition, side) for side in (PARAMETERS.rough_px, PARAMETERS.fine_px, PARAMETERS.naming_px)
    )
    return PreparedEdition(rough, fine, naming, groups)


def _patterns(edition: CardEdition, n: int) -> Patterns:
    views = []
    for image in edition.squares:
        soft = cv2.GaussianBlur(
            lab_of(image), (0, 0), PARAMETERS.soft * card_edition.PARAMETERS.wide_px, borderType=cv2.BORDER_REPLICATE
        )
        views.append(cv2.resize(soft, (n, n), interpolation=cv2.INTER_AREA))
    return Patterns(np.stack(views).astype(np.float32))


def judged(
    layers: Layers, prepared: PreparedEdition, pose: Float64Array, kind: int, only: NDArray[np.intp] | None = None
) -> CardSighting:
    """What lies near a pose (3, 3): the view of this kind (or one of ``only``) that fits best, exactly laid on."""
    group = prepared.groups[kind] if only is None else only
    first = _laid_on(layers, prepared.rough, pose, _likest(layers, prepared.rough, pose, group, PARAMETERS.tried), 8)
    exact = _laid_on(layers, prepared.fine, first[0], np.array([first[1]]), 6)[0]
    patch, inside = layers.cut(exact[None], PARAMETERS.naming_px)
    similarity = (unit_vectors(patch) @ prepared.naming.unit[group].T)[0]
    shown = float(inside.mean())
    best = int(similarity.argmax())
    chances = distinguished(patch[0], prepared.naming.patches[group], similarity)
    named = int(chances.argmax())
    order = [int(n) for n in np.argsort(-chances) if n != named and chances[n] > 0.01][:4]
    probability = float(chances[named]) * _chance_of_card(float(similarity[best])) * min(1.0, shown * 1.1)
    rivals = tuple((int(group[n]), float(chances[n])) for n in order)
    return CardSighting(int(group[named]), exact, float(similarity[named]), probability, rivals)


def similarity_near(layers: Layers, prepared: PreparedEdition, pose: Float64Array, kind: int) -> float:
    """How much the place at a pose (3, 3) looks like anything of a kind, roughly and as it stands; -1 to 1."""
    patch, _ = layers.cut(pose[None], PARAMETERS.rough_px)
    return float((unit_vectors(patch) @ prepared.rough.unit[prepared.groups[kind]].T).max())


def similarity_at(layers: Layers, prepared: PreparedEdition, pose: Float64Array, view: int) -> float:
    """How well a view fits at a known pose (3, 3), after a small correction; -1 to 1."""
    exact = _laid_on(layers, prepared.fine, pose, np.array([view]), 3)[0]
    patch, _ = layers.cut(exact[None], PARAMETERS.naming_px)
    return float((unit_vectors(patch) @ prepared.naming.unit[[view]].T)[0, 0])


def _likest(
    layers: Layers, patterns: Patterns, pose: Float64Array, group: NDArray[np.intp], count: int
) -> NDArray[np.intp]:
    patch, _ = layers.cut(pose[None], patterns.n)
    similarity = (unit_vectors(patch) @ patterns.unit[group].T)[0]
    return group[np.argsort(-similarity)[:count]]


def _laid_on(
    layers: Layers, patterns: Patterns, pose: Float64Array, views: NDArray[np.intp], steps: int
) -> tuple[Float64Array, int]:
    """The best pose and view after laying each of these views on."""
    poses = laid(layers, np.repeat(pose[None], len(views), axis=0), patterns, views, PARAMETERS.freedom, steps)
    patches, _ = layers.cut(poses, patterns.n)
    similarity = (unit_vectors(patches) * patterns.unit[views]).sum(axis=1)
    best = int(similarity.argmax())
    return poses[best], int(views[best])


def distinguished(patch: Patches, views: Patches, similarity: NDArray[np.float32]) -> Float64Array:
    """(v,) chances that the patch (h, w, 3) shows each of these views (v, h, w, 3): what the likest few differ in
    decides between them."""
    few = np.argsort(-similarity)[:8]
    known = views[few]
    differ = known - known.mean(axis=0, keepdims=True)
    weight = np.sqrt((differ**2).mean(axis=(0, 3)))[..., None]  # where they differ
    weight = weight / (weight.max() + 1e-6)
    seen = _level(patch, known.mean(axis=0))
    own, theirs = (seen - known.mean(axis=0)) * weight, differ * weight
    alike = (theirs * own[None]).sum(axis=(1, 2, 3)) / (
        np.sqrt((theirs**2).sum(axis=(1, 2, 3)) * (own**2).sum()) + 1e-6
    )
    score = np.full(len(views), -1.0)
    score[few] = 0.5 * alike + 0.5 * similarity[few]
    chances = np.exp(PARAMETERS.sharpness * (score - score.max()))
    return np.asarray(chances / chances.sum(), np.float64)


def _level(patch: Patches, target: NDArray[np.float32]) -> NDArray[np.float32]:
    """The patch with each channel's level and contrast brought to the target's."""
    mean, spread = patch.mean(axis=(0, 1)), patch.std(axis=(0, 1)) + 1e-3
    goal, wide = target.mean(axis=(0, 1)), target.std(axis=(0, 1)) + 1e-3
    return np.asarray((patch - mean) / spread * wide + goal, np.float32)


def _chance_of_card(similarity: float) -> float:
    """Chance that a likeness is a card's and not a cloth's."""
    return float(1.0 / (1.0 + np.exp(-(similarity - PARAMETERS.least - 0.12) * 22.0)))

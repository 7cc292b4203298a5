"""How well each tile of the edition explains what a picture shows at a place: aligned, in the edition's colours, and
with every pixel's say bounded, so that what stands on a tile does not outvote the tile.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.imaging.patches import Layers, Patches, over_channels, over_pixels
from vision.imaging.scatter import median_of
from vision.imaging.side_by_side import in_parts, side_by_side
from vision.parameters import CHOSEN, Parameters, parameter
from vision.photometry.tone import NEUTRAL, Tone, fit_tone
from vision.registration import lucas_kanade
from vision.registration.gauss_newton import SixFreedoms
from vision.registration.lucas_kanade import align, middle_px
from vision.registration.templates import Templates, search, search_covered, softly, unit_vectors


@dataclass(frozen=True, slots=True, kw_only=True)
class ResidualsParameters(Parameters):
    """How much one pixel may say against a tile, and what an unseen one costs."""

    cap: float = parameter(
        16.0, "squared standard deviations", "at which a pixel's disagreement stops to count", CHOSEN
    )
    unseen: float = parameter(
        6.0,
        "squared standard deviations",
        "the cap for telling tiles apart: a pixel that no tile explains shows none of them",
        CHOSEN,
    )
    agrees: float = parameter(3.0, "squared standard deviations", "up to which a pixel counts as explained", CHOSEN)
    detail: tuple[float, float] = parameter(
        (1.0, 2.5),
        "px of a fine patch",
        "of the blurs between which detail lies; what is finer, grain and lenses take",
        CHOSEN,
    )
    held: float = parameter(
        0.3, "share of a tile's px", "that hold its own light to the picture's, where that is not known better", CHOSEN
    )
    independent: float = parameter(
        0.05, "share", "of a tile's px that count for its own light, since neighbouring ones repeat each other", CHOSEN
    )
    rim_of_detail: int = parameter(3, "px", "left out at its edges", CHOSEN)
    margin: int = parameter(2, "px", "of the coarse patch within which a tile is searched about its prediction", CHOSEN)
    at_once: int = parameter(24, "places", "that a thread compares with every template", CHOSEN)


PARAMETERS = ResidualsParameters()


@dataclass(frozen=True, slots=True, eq=False)
class RankedTemplates:
    """What is seen at some places, best template first.

    Attributes:
        poses: (b, k, 3, 3) of each template's own alignment.
        templates: (b, k) template indices (4 view + turns).
        costs: (b, k) mean bounded squared disagreement per pixel, 0 to ``cap``.
        similarity: (b, k) correlation.
        seen: (b,) share of the tile that lies in the picture.
    """

    poses: NDArray[np.float64]
    templates: NDArray[np.intp]
    costs: NDArray[np.float64]
    similarity: NDArray[np.float64]
    seen: NDArray[np.float64]

    def of(self, which: NDArray[np.bool_]) -> RankedTemplates:
        """Of the places that are marked in (b,)."""
        return RankedTemplates(
            self.poses[which], self.templates[which], self.costs[which], self.similarity[which], self.seen[which]
        )


@dataclass(frozen=True, eq=False)
class Judge:
    """Looks at places of one picture with one edition in mind; ``independent`` as for :func:`align`.

    Where the picture is ``blurred``, its light is learnt from softened tiles: what it lacks of the print's texture
    would pass for a scatter of its colours, and small tiles would all look alike.
    """

    layers: Layers
    coarse: Templates
    fine: Templates
    tone: Tone = NEUTRAL
    independent: float = field(default_factory=lambda: lucas_kanade.PARAMETERS.independent)
    blurred: bool = False

    def look(
        self, poses: NDArray[np.float64], best: int, freedom: SixFreedoms | None = None, margin: int | None = None
    ) -> RankedTemplates:
        """What lies near the given poses (b, 3, 3): the ``best`` templates, each aligned on its own."""
        margin = PARAMETERS.margin if margin is None else margin
        patches, _ = self.layers.cut(poses, self.coarse.n, margin)
        if self.tone is NEUTRAL:
            found, shifts = search(patches, self.coarse, margin, best)
        else:
            patches = self.tone.apply(patches, middle_px(poses))
            found, shifts = search_covered(patches, self.coarse, 1.5 * self.tone.sigma, margin, best)
        b = len(poses)
        aligned = align(
            self.layers,
            np.repeat(poses, best, axis=0),
            self.coarse,
            found.ravel(),
            self.tone,
            shifts=shifts.reshape(-1, 2) / self.coarse.n,
            freedom=freedom,
            independent=self.independent,
        )
        return self.weigh(aligned.reshape(b, best, 3, 3), found)

    def weigh(self, poses: NDArray[np.float64], found: NDArray[np.intp]) -> RankedTemplates:
        """Costs of templates (b, k) at poses (b, k, 3, 3), sorted."""
        b, k = found.shape
        n = self.fine.n
        patches, inside = self.layers.cut(poses.reshape(-1, 3, 3), n)
        toned = self.tone.apply(patches, middle_px(poses.reshape(-1, 3, 3)))
        cost = residual(toned, self.fine.patches[found.ravel()], inside, self.tone)
        total = inside.sum(axis=(1, 2))
        costs = (cost.sum(axis=(1, 2)) / np.maximum(total, 1)).reshape(b, k)
        similarity = (unit_vectors(toned) * self.fine.unit[found.ravel()]).sum(axis=1).reshape(b, k)
        order = np.argsort(costs if self.tone is not NEUTRAL else -similarity, axis=1)
        return RankedTemplates(
            np.take_along_axis(poses, order[:, :, None, None], axis=1),
            np.take_along_axis(found, order, axis=1),
            np.take_along_axis(costs, order, axis=1),
            np.take_along_axis(similarity, order, axis=1),
            (total.reshape(b, k)[:, 0] / n**2),
        )

    def attuned(self, poses: NDArray[np.float64], found: NDArray[np.intp]) -> Judge:
        """A judge that knows this picture's colours from tiles (b,) that are surely what they are thought to be."""
        patches, inside = self.layers.cut(poses, self.fine.n)
        wanted = self.fine.patches[found]
        if self.blurred:  # a lens blurs a print's texture, not its colours
            patches, wanted = softly(patches), softly(wanted)
        return replace(self, tone=fit_tone(patches, wanted, inside, middle_px(poses)))


@dataclass(frozen=True, slots=True, eq=False)
class Verdicts:
    """How every template fares at fixed places.

    Attributes:
        costs: (b, 4 v) mean bounded squared disagreement per pixel, 0 to ``cap``.
        doubts: (b, 4 v) the same, 0 to ``unseen``: what stands on a tile says little of which it is.
        explained: (b,) share of the visible tile that the best template explains.
        structure: (b,) correlation of the best template with the explained part.
        best: (b,) the best template's index.
        plain: (b,) cost of the best smooth surface without any drawing: what bare table looks like.
        seen: (b,) share of the tile that lies in the picture and mirrors no lamp.
    """

    costs: NDArray[np.float32]
    doubts: NDArray[np.float32]
    explained: NDArray[np.float64]
    structure: NDArray[np.float64]
    best: NDArray[np.intp]
    plain: NDArray[np.float64]
    seen: NDArray[np.float64]


def judge_all(
    layers: Layers, tone: Tone, soft: Templates, poses: NDArray[np.float64], brightest: float = np.inf
) -> Verdicts:
    """Compare the places (b, 3, 3) with every template, at a softness at which copies of a type look alike; pixels that
    are lighter than ``brightest`` (in the templates' light) mirror a lamp, and count as not seen."""
    scale = (1.0 / tone.sigma).astype(np.float32)
    known = _flat(soft.patches[:, ::2, ::2] * scale)

    def part(places: NDArray[np.intp]) -> Verdicts:
        return _judged(layers, tone, known, poses[places], soft.n, brightest)

    parts = side_by_side(part, in_parts(len(poses), PARAMETERS.at_once))
    return Verdicts(*(np.concatenate([getattr(one, name) for one in parts]) for name in Verdicts.__slots__))


def rough_costs(layers: Layers, tone: Tone, soft: Templates, poses: NDArray[np.float64]) -> NDArray[np.float32]:
    """(b, 4 v) about the costs of :func:`judge_all`, from a quarter of the pixels: enough to say which are worth
    laying on."""
    scale = (1.0 / tone.sigma).astype(np.float32)
    known = _flat(soft.patches[:, ::4, ::4] * scale)

    def part(places: NDArray[np.intp]) -> NDArray[np.float32]:
        patches, inside = layers.cut(poses[places], soft.n)
        toned = tone.apply(softly(patches)[:, ::4, ::4], middle_px(poses[places]))
        return _costs(known, _flat(toned * scale), inside[:, ::4, ::4].reshape(len(places), -1))[0]

    return np.concatenate(side_by_side(part, in_parts(len(poses), PARAMETERS.at_once)))


def _judged(
    layers: Layers, tone: Tone, known: NDArray[np.float32], poses: NDArray[np.float64], n: int, brightest: float
) -> Verdicts:
    """As :func:`judge_all`; ``known`` (4 v, 3, p) are the templates' every second pixel, in standard deviations."""
    count = len(poses)
    patches, inside = layers.cut(poses, n)
    scale = (1.0 / tone.sigma).astype(np.float32)
    toned = tone.apply(softly(patches)[:, ::2, ::2], middle_px(poses))
    values = _flat(toned * scale)
    lit = toned[..., 0] <= brightest
    seen = (inside[:, ::2, ::2] & lit).reshape(count, -1)
    costs, doubts, away = _costs(known, values, seen)
    explained, structure = np.zeros(count), np.zeros(count)
    best = costs.argmin(axis=1)
    good = (away < PARAMETERS.agrees) & seen
    for index in np.flatnonzero(seen.any(axis=1)).tolist():
        here = good[index]
        explained[index] = here.sum() / seen[index].sum()
        if here.sum() > 0.1 * seen.shape[1]:
            structure[index] = _correlation(values[index][:, here], known[best[index]][:, here])
    shown = inside.mean(axis=(1, 2)) * lit.mean(axis=(1, 2))
    return Verdicts(costs, doubts, explained, structure, best, _plain_costs(values, seen, n // 2), shown)


def _costs(
    known: NDArray[np.float32], values: NDArray[np.float32], seen: NDArray[np.bool_]
) -> tuple[NDArray[np.float32], NDArray[np.float32], NDArray[np.float32]]:
    """Costs and doubts (b, v) of templates (v, 3, p) beside values (b, 3, p) where they are ``seen`` (b, p), and how
    far (b, p) each pixel is from the best of them."""
    count, pixels = seen.shape
    costs = np.full((count, len(known)), PARAMETERS.cap, dtype=np.float32)
    doubts = np.full((count, len(known)), PARAMETERS.unseen, dtype=np.float32)
    nearest = np.full((count, pixels), PARAMETERS.cap, dtype=np.float32)
    error = np.empty_like(known)
    for index in np.flatnonzero(seen.any(axis=1)).tolist():
        here = seen[index]
        if here.all():
            np.subtract(known, values[index], out=error)
            away = _bounded(error)
        else:
            away = _bounded(known[:, :, here] - values[index][:, here])
        each = np.full(away.shape[1], 1 / away.shape[1], np.float32)
        costs[index] = away @ each
        nearest[index, here] = away[costs[index].argmin()]
        doubts[index] = np.minimum(away, np.float32(PARAMETERS.unseen), out=away) @ each
    return costs, doubts, nearest


def similarity_of_detail(
    layers: Layers, fine: Templates, poses: NDArray[np.float64], shown: NDArray[np.intp]
) -> NDArray[np.float64]:
    """(b,) correlation of fine detail, in lightness, with that of templates (b,).

    Tiles of all editions are laid out alike, so that their larger forms agree; what they draw finely does not.
    """
    seen, wanted = _detail_of(layers.cut(poses, fine.n)[0]), _detail_of(fine.patches[shown])
    both = np.sqrt((seen**2).sum(axis=(1, 2)) * (wanted**2).sum(axis=(1, 2)))
    return np.asarray((seen * wanted).sum(axis=(1, 2)) / np.maximum(both, 1e-6), np.float64)


def similarity_of_form(
    layers: Layers, soft: Templates, poses: NDArray[np.float64], shown: NDArray[np.intp]
) -> NDArray[np.float64]:
    """(b,) correlation of lightness with that of soft templates (b,), each place softened as they are.

    No tone is learnt for it: one that is learnt from what the places are taken for makes them alike.
    """
    seen = softly(layers.cut(poses, soft.n)[0])[..., 0].reshape(len(poses), -1)
    wanted = soft.patches[shown][..., 0].reshape(len(poses), -1)
    return np.array([_correlation(one[None], other[None]) for one, other in zip(seen, wanted, strict=True)])


def _detail_of(patches: Patches) -> NDArray[np.float32]:
    finer, coarser = (
        np.stack([cv2.GaussianBlur(patch, (0, 0), sigma) for patch in patches[..., 0]]) for sigma in PARAMETERS.detail
    )
    rim = PARAMETERS.rim_of_detail
    return np.asarray((finer - coarser)[:, rim:-rim, rim:-rim], np.float32)


def _flat(patches: Patches) -> NDArray[np.float32]:
    """(b, n, n, 3) to (b, 3, n n), contiguous."""
    b = len(patches)
    return np.ascontiguousarray(patches.transpose(0, 3, 1, 2).reshape(b, 3, -1), dtype=np.float32)


def _bounded(error: NDArray[np.float32]) -> NDArray[np.float32]:
    """(v, 3, p) errors in standard deviations to (v, p) bounded squares, once each tile's own light is evened out.

    ``error`` is changed. Means are matrix products, which take a quarter of NumPy's own time.
    """
    count, channels, pixels = error.shape
    each = np.full(pixels, 1 / pixels, np.float32)
    shift = np.zeros((count, channels, 1), dtype=np.float32)
    near = error
    for turn in range(2):
        near = np.clip(error - shift if turn else error, -1.5, 1.5)
        shift = np.float32(0.77) * (shift + (near.reshape(-1, pixels) @ each).reshape(shift.shape))
    error -= shift
    error *= error
    away = np.add(error[:, 0], error[:, 1])
    away += error[:, 2]
    away *= np.float32(1 / 3)
    return np.minimum(away, np.float32(PARAMETERS.cap), out=away)


def _plain_costs(values: NDArray[np.float32], seen: NDArray[np.bool_], n: int) -> NDArray[np.float64]:
    """(b,) mean bounded square of values (b, 3, p) about a tilted plane, fitted by iterated reweighting to what is
    ``seen`` (b, p); PARAMETERS.cap where nothing is."""
    rows, columns = np.divmod(np.arange(n * n), n)
    terms = np.stack([np.ones(n * n), rows / n - 0.5, columns / n - 0.5], axis=1).astype(np.float32)
    pairs = (terms[:, :, None] * terms[:, None]).reshape(-1, 9)
    shown = seen.astype(np.float32)
    weight, away = shown, shown
    for _ in range(4):
        normal = (weight @ pairs).reshape(-1, 3, 3) + 1e-3 * np.eye(3)
        fit = np.linalg.solve(normal, np.swapaxes((values * weight[:, None]) @ terms, 1, 2))
        away = over_channels(np.square(np.swapaxes(values, 1, 2) - terms @ fit.astype(np.float32))) / np.float32(3)
        weight = shown / (1 + np.square(away / np.float32(PARAMETERS.agrees)))
    total = shown.sum(axis=1)
    mean = (np.minimum(away, PARAMETERS.cap) * shown).sum(axis=1) / np.maximum(total, 1)
    return np.where(total > 0, mean, PARAMETERS.cap).astype(np.float64)


def _correlation(one: NDArray[np.float32], other: NDArray[np.float32]) -> float:
    """Correlation of (3, p) values, each channel's mean taken away."""
    a = one - one.mean(axis=1, keepdims=True)
    b = other - other.mean(axis=1, keepdims=True)
    return float((a * b).sum() / (np.sqrt((a * a).sum() * (b * b).sum()) + 1e-6))


def residual(
    toned: Patches,
    targets: Patches,
    inside: NDArray[np.bool_],
    tone: Tone,
    variance: NDArray[np.float64] | None = None,
) -> NDArray[np.float32]:
    """(b, n, n) bounded squared disagreement in standard deviations, after each tile's own light is evened out, which
    may be off by as much as its ``variance`` (b, 3) says (Lab² units; None: by a little)."""
    error = toned - targets
    seen = inside[..., None].astype(np.float32)
    scale = tone.sigma.astype(np.float32)
    if variance is None:
        held: NDArray[np.float32] | np.float32 = np.float32(PARAMETERS.held * toned.shape[1] ** 2)
        weight = seen
    else:
        held = np.asarray(np.square(scale) / (PARAMETERS.independent * variance), np.float32)[:, None, None]
        # What is far off in all of its pixels must not pass for what disagrees with the print.
        shift = np.stack([_middle(one, there) for one, there in zip(error, inside, strict=True)])
        weight = _agreeing(error, shift, scale) * seen
    for _ in range(3):
        shift = over_pixels(error, weight) / (over_pixels(weight) + held)
        weight = _agreeing(error, shift, scale) * seen
    away = over_channels(((error - shift) / scale) ** 2) / np.float32(3.0)
    return np.asarray(np.minimum(away, PARAMETERS.cap) * inside, dtype=np.float32)


def _agreeing(error: Patches, shift: NDArray[np.float32], scale: NDArray[np.float32]) -> NDArray[np.float32]:
    """(b, n, n, 1) how much each pixel tells of a tile's light."""
    away = over_channels(((error - shift) / scale) ** 2)[..., None]
    return np.asarray(np.float32(1.0) / (np.float32(1.0) + (away / np.float32(9.0)) ** 2), np.float32)


def _middle(error: Patches, inside: NDArray[np.bool_]) -> NDArray[np.float32]:
    """(1, 1, 3) the median of what is ``inside`` (n, n); 0 where nothing is."""
    if not inside.any():
        return np.zeros((1, 1, 3), np.float32)
    return median_of(error[inside])[None, None]

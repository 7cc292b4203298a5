"""Readings of a tile with the same terrain on its sides, told by what tells their prints apart and can be seen.

Such prints often differ in something small: a coat of arms, a wall between two cities. A tile compared as a whole says
little of that, and where a piece stands on it, the piece's soft rim and its shadow look a little more like the one
print or the other. So only that part is looked at, closely, without what a piece covers or spoils. What cannot be seen
says nothing: then both are told, as likely as what the box has left of each.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.arrays import Float32Array, Float64Array
from calibration.references import Edition
from vision.carcassonne.poses import Orientation, Orientations
from vision.imaging.patches import lab_of
from vision.parameters import CHOSEN, Parameters, parameter
from vision.pieces.shades import disc
from vision.registration.lucas_kanade import middle_px
from vision.registration.templates import turned
from vision.tile_map.survey import MapSurvey

N = 64  # px a side at which tiles are compared: a coat of arms is some six of them wide


@dataclass(frozen=True, slots=True, kw_only=True)
class CoveredParameters(Parameters):
    """What counts as covered or as telling two prints apart, and how much the part in view may say."""

    softened: float = parameter(0.9, "px", "by which prints are softened, as cameras do", CHOSEN)
    softer: float = parameter(0.6, "px", "by which pictures are softened against their grain", CHOSEN)
    nearby: int = parameter(2, "px", "by which a print may be misplaced", CHOSEN)
    edge: int = parameter(2, "px", "left out at a tile's edges: its neighbour may lie there", CHOSEN)
    differs: float = parameter(
        4.0, "squared standard deviations", "by which prints differ at the least where they are told apart", CHOSEN
    )
    around: int = parameter(3, "px", "about that which are looked at as well", CHOSEN)
    unexplained: float = parameter(
        4.0, "squared standard deviations", "by which no print explains what is seen on a piece", CHOSEN
    )
    faint: float = parameter(
        1.5,
        "squared standard deviations",
        "by which no print explains what is seen in a piece's rim and shadow",
        CHOSEN,
    )
    piece: float = parameter(
        0.01, "share of a tile's area", "less that no print explains is wear, or a print a little misplaced", CHOSEN
    )
    rim: float = parameter(0.035, "share of a tile's side", "that a piece's rim reaches", CHOSEN)
    shade: float = parameter(0.08, "share of a tile's side", "that a piece's shadow reaches at most", CHOSEN)
    bay: float = parameter(0.08, "share of a tile's side", "half the width of a coat of arms", CHOSEN)
    most: float = parameter(4.0, "standard deviations", "at which a channel's disagreement stops to count", CHOSEN)
    repeated: float = parameter(12.0, "px", "that share their noise: they are finer than what is seen", CHOSEN)
    most_said: float = parameter(8.0, "nats", "that what shows may say at most", CHOSEN)
    says_nothing: float = parameter(1.5, "nats", "up to which what shows leaves both to chance", CHOSEN)
    least_left: float = parameter(
        0.1,
        "share of a tile",
        "that is left of a kind at the least: people mix boxes, and other tiles are misread",
        CHOSEN,
    )
    rounds: int = parameter(4, "rounds", "in which coverings and kinds are told from each other", CHOSEN)


PARAMETERS = CoveredParameters()


@dataclass(frozen=True, eq=False)
class CloseComparison:
    """What was seen of tiles, each with the likeliest reading and those with the same sides.

    Attributes:
        nats: (b, orientations) log-likelihood beside that of the likeliest; -inf of orientations with other sides.
        covered: (b, orientations) readings that what is covered alone could tell from the likeliest; with it, if there
            are any.
    """

    nats: Float64Array
    covered: NDArray[np.bool_]


def look_closely(
    found: MapSurvey,
    edition: Edition,
    places: NDArray[np.intp],
    posterior: Float64Array,
    orientations: Orientations,
    box: Mapping[str, int],
    *,
    detailed: bool = True,
) -> CloseComparison:
    """Tiles at these places (b,) of the survey, whose readings are so likely (b, orientations) by all that was known
    before.

    Args:
        box: kind key to how many the box holds.
        detailed: whether the picture shows what prints show from near; where tiles are small or blurred a close look
            only tells what is covered, and what was known before tells the rest.
    """
    faces = _Faces(edition)
    nats, covered = np.full(posterior.shape, -np.inf), np.zeros(posterior.shape, np.bool_)
    for number, place in enumerate(places.tolist()):
        best = int(posterior[number].argmax())
        nats[number, best] = 0.0
        others = _with_the_same_sides(best, orientations.orientations, box)
        if not others:
            continue
        prints = np.stack([faces.of(_view(found, place, orientation, orientations)) for orientation in (best, *others)])
        evidence, hidden = compared(_seen(found, place), prints, found.judge.tone.sigma)
        if not detailed:
            before = np.log(np.maximum(posterior[number, others], 1e-9) / posterior[number, best])
            evidence = np.where(hidden, evidence, np.maximum(before, -PARAMETERS.most_said))
        nats[number, others] = evidence
        covered[number, others] = hidden
        covered[number, best] = hidden.any()
    return CloseComparison(nats, covered)


def compared(seen: Float32Array, prints: Float32Array, scatter: Float64Array) -> tuple[Float64Array, NDArray[np.bool_]]:
    """How well a tile goes with some prints beside the first of them.

    Args:
        seen: (N, N, 3) Lab in the prints' colours.
        prints: (1 + k, N, N, 3) Lab.
        scatter: (3,) of what is seen about prints.

    Returns:
        (k,) nats for each other one, and (k,) whether too little shows of what would tell it from the first.
    """
    sigma = scatter.astype(np.float32)
    lit = [_evened(seen, print_, sigma) for print_ in prints]
    away = [_nearest(one, print_, sigma) for one, print_ in zip(lit, prints, strict=True)]
    nats, hidden = [], []
    for number in range(1, len(prints)):
        apart = _apart(prints[0], prints[number], sigma)
        cover = cover_of(np.minimum(away[0], away[number]))
        where = (cv2.dilate(apart.astype(np.uint8), disc(PARAMETERS.around)) > 0) & ~cover
        gain = _better(lit[0], lit[number], prints[0], prints[number], where, sigma)
        gain *= 1 - float((apart & cover).sum()) / max(float(apart.sum()), 1.0)  # half of it may be a piece's own look
        nats.append(gain)
        hidden.append(bool((apart & cover).any()) and abs(gain) < PARAMETERS.says_nothing)
    return np.array(nats, np.float64), np.array(hidden, np.bool_)


def cover_of(unexplained: Float32Array) -> NDArray[np.bool_]:
    """(n, n) what pieces cover or spoil, by the squared standard deviations (n, n) that no print explains: whatever is
    as large as a piece, its soft rim, and the shadow that hangs together with it.

    Holes and bays of a piece are covered, too: a blue or grey one looks like a coat of arms just there.
    """
    n = len(unexplained)
    solid = cv2.morphologyEx(
        (unexplained > PARAMETERS.unexplained).astype(np.uint8), cv2.MORPH_OPEN, np.ones((3, 3), np.uint8)
    )
    count, parts, sizes, _ = cv2.connectedComponentsWithStats(np.asarray(solid, np.uint8), connectivity=8)
    pieces = [part for part in range(1, count) if sizes[part, cv2.CC_STAT_AREA] >= PARAMETERS.piece * n * n]
    if not pieces:
        return np.zeros((n, n), np.bool_)
    piece = cv2.morphologyEx(np.isin(parts, pieces).astype(np.uint8), cv2.MORPH_CLOSE, disc(PARAMETERS.bay * n))
    reach = cv2.dilate(piece, disc(PARAMETERS.shade * n)) > 0
    _, faint = cv2.connectedComponents(
        ((reach & (unexplained > PARAMETERS.faint)) | (piece > 0)).astype(np.uint8), connectivity=4
    )
    spoilt = np.isin(faint, np.unique(faint[piece > 0]))
    return np.asarray(cv2.dilate(spoilt.astype(np.uint8), disc(PARAMETERS.rim * n)) > 0)


def by_what_is_left(
    posterior: Float64Array, comparison: CloseComparison, orientations: Sequence[Orientation], box: Mapping[str, int]
) -> Float64Array:
    """Posterior (b, orientations) in which readings with the same sides share what they have together by what a close
    look tells, and by how many of each kind the box has left beside the other tiles."""
    keys = sorted({orientation.kind.key for orientation in orientations})
    kind = np.array([keys.index(orientation.kind.key) for orientation in orientations], np.intp)
    held = np.array([box.get(key, 0) for key in keys], np.float64)
    ways = np.bincount(kind, minlength=len(keys))
    of_kind = np.eye(len(keys))[kind]  # (orientations, kinds)
    refined = posterior.copy()
    for _ in range(PARAMETERS.rounds):
        for tile, nats in enumerate(comparison.nats):
            group = np.flatnonzero(np.isfinite(nats))
            if len(group) < 2:
                continue
            elsewhere = (refined.sum(axis=0) - refined[tile]) @ of_kind
            left = np.maximum(held - elsewhere, PARAMETERS.least_left) / ways
            share = left[kind[group]] * np.exp(nats[group] - nats[group].max())
            refined[tile, group] = posterior[tile, group].sum() * share / share.sum()
    return refined


class _Faces:
    """The prints of an edition as a camera shows them from near."""

    def __init__(self, edition: Edition) -> None:
        self._edition, self._known = edition, dict[int, Float32Array]()

    def of(self, template: int) -> Float32Array:
        """(N, N, 3) Lab."""
        if template not in self._known:
            image = cv2.resize(self._edition.references[template // 4].image, (N, N), interpolation=cv2.INTER_AREA)
            soft = cv2.GaussianBlur(lab_of(np.asarray(image, np.uint8)), (0, 0), PARAMETERS.softened)
            self._known[template] = np.asarray(turned(np.asarray(soft), template % 4), np.float32)
        return self._known[template]


def _with_the_same_sides(best: int, orientations: Sequence[Orientation], box: Mapping[str, int]) -> list[int]:
    """Other ways in which a tile of the box can lie with the sides of one."""
    sides = orientations[best].sides
    return [
        index
        for index, orientation in enumerate(orientations)
        if index != best and orientation.sides == sides and box.get(orientation.kind.key, 0) > 0
    ]


def _view(found: MapSurvey, place: int, orientation: int, orientations: Orientations) -> int:
    """The view of the edition that looks most like a place, of those that show an orientation."""
    return int(np.where(orientations.of_template == orientation, found.verdicts.doubts[place], np.inf).argmin())


def _seen(found: MapSurvey, place: int) -> Float32Array:
    """(N, N, 3) what a place shows, in the prints' colours."""
    pose = found.laid_on.cells[found.cells[place]][None]
    patches, _ = found.judge.layers.cut(pose, N)
    return np.asarray(
        cv2.GaussianBlur(found.judge.tone.apply(patches, middle_px(pose))[0], (0, 0), PARAMETERS.softer), np.float32
    )


def _apart(one: Float32Array, other: Float32Array, sigma: Float32Array) -> NDArray[np.bool_]:
    """(n, n) where two prints differ, wherever either lies a little beside."""
    differ = np.minimum(_nearest(one, other, sigma), _nearest(other, one, sigma)) > PARAMETERS.differs
    differ[: PARAMETERS.edge] = differ[-PARAMETERS.edge :] = differ[:, : PARAMETERS.edge] = differ[
        :, -PARAMETERS.edge :
    ] = False
    return cv2.morphologyEx(differ.astype(np.uint8), cv2.MORPH_OPEN, np.ones((2, 2), np.uint8)) > 0


def _evened(seen: Float32Array, print_: Float32Array, sigma: Float32Array) -> Float32Array:
    """What is seen once the tile's own light beside a print is evened out."""
    error = (seen - print_) / sigma
    light = np.zeros(3, np.float32)
    for _ in range(3):
        light = np.float32(0.77) * (light + np.clip(error - light, -1.5, 1.5).mean(axis=(0, 1)))
    return np.asarray(seen - light * sigma, np.float32)


def _better(
    lit: Float32Array,
    lit_other: Float32Array,
    print_: Float32Array,
    other: Float32Array,
    where: NDArray[np.bool_],
    sigma: Float32Array,
) -> float:
    """Nats by which the other print explains what is seen there better, both laid on alike where either fits best."""
    if not where.any():
        return 0.0
    best, gain = np.inf, 0.0
    pairs = [
        (_by_channel(seen / sigma)[:, where], _shifted(_by_channel(shown / sigma)))
        for seen, shown in ((lit, print_), (lit_other, other))
    ]
    for one, two in zip(pairs[0][1], pairs[1][1], strict=True):
        residuals = [
            float(np.square(np.clip(seen - shown[:, where], -PARAMETERS.most, PARAMETERS.most)).sum())
            for seen, shown in ((pairs[0][0], one), (pairs[1][0], two))
        ]
        if min(residuals) < best:
            best, gain = min(residuals), residuals[0] - residuals[1]
    scale = max(best / float(where.sum()) / 3.0, 1.0)  # where even the better one fits badly, less is meant by it
    return float(np.clip(0.5 * gain / (PARAMETERS.repeated * scale), -PARAMETERS.most_said, PARAMETERS.most_said))


def _by_channel(patch: Float32Array) -> Float32Array:
    """(n, n, 3) to (3, n, n): over a short last axis NumPy takes many times as long."""
    return np.ascontiguousarray(patch.transpose(2, 0, 1))


def _nearest(one: Float32Array, other: Float32Array, sigma: Float32Array) -> Float32Array:
    """(n, n) squared standard deviations between each pixel and the likest of another patch nearby."""
    seen = _by_channel(one / sigma)
    least, away = np.full(seen.shape[1:], np.inf, np.float32), np.empty_like(seen)
    for shifted in _shifted(_by_channel(other / sigma)):
        np.subtract(seen, shifted, out=away)
        np.multiply(away, away, out=away)
        away[0] += away[1]
        away[0] += away[2]
        np.minimum(least, away[0], out=least)
    return least / np.float32(3.0)


def _shifted(patch: Float32Array) -> list[Float32Array]:
    """A patch (3, n, n) moved by up to ``nearby`` px in every direction."""
    n, beside = patch.shape[1], PARAMETERS.nearby
    far = 2 * beside + 1
    framed = np.pad(patch, ((0, 0), (beside, beside), (beside, beside)), mode="edge")
    return [framed[:, down : down + n, right : right + n] for down in range(far) for right in range(far)]

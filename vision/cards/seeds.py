"""First guesses where cards and tiles lie: features of the picture that look like features of a known card.

Each match of SIFT keypoints (Lowe, IJCV 2004; :func:`vision.registration.feature_seeds.keypoints`) tells a whole pose.
All building cards share a layout, so a wrong card with the right pose is still a right pose: which card it is is
decided later.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.angles import TURN, wrapped
from calibration.arrays import Float64Array
from vision.cards import edition as card_edition
from vision.cards.edition import KINDS, CardEdition
from vision.parameters import CHOSEN, Parameters, parameter
from vision.registration.feature_seeds import keypoints, nearest, rare
from vision.registration.voted_pose import voted_pose


@dataclass(frozen=True, slots=True, kw_only=True)
class CardsSeedsParameters(Parameters):
    """How many features are compared, how alike they are, and how many must vote for one card."""

    reference_px_mm: float = parameter(1.15, "px a mm", "about the size at which tables show cards", CHOSEN)
    most_of_a_view: int = parameter(110, "keypoints", "of one reference that are kept", CHOSEN)
    most_keypoints: int = parameter(9000, "keypoints", "of a picture that are looked at", CHOSEN)
    most_seen: int = parameter(
        30000,
        "keypoints",
        "of a picture: where there are more than are looked at, what a cloth shows again and again is passed over",
        "docs/findings/riga-in-hard-light.md",
    )
    alike: float = parameter(0.78, "likeness", "RootSIFT likeness from which a match says something", CHOSEN)
    strongest: int = parameter(3200, "pairs", "that vote, those that are most alike", CHOSEN)
    close: float = parameter(0.28, "card widths", "within which votes are for one card", CHOSEN)
    turned: float = parameter(0.30, "radians", "within which votes are for one card", CHOSEN)
    sized: float = parameter(0.28, "log of size", "within which votes are for one card", CHOSEN)
    least_votes: float = parameter(1.6, "votes", "from which a place is looked at", CHOSEN)
    most_of_a_kind: int = parameter(220, "seeds", "of one kind of thing that are looked at", CHOSEN)


PARAMETERS = CardsSeedsParameters()


@dataclass(frozen=True, eq=False, slots=True)
class KeypointBank:
    """Keypoints of every view: places (n, 2) and sizes (n,) in mm from its middle, angles, descriptors, views."""

    places: Float64Array
    sizes: Float64Array
    angles: Float64Array
    descriptors: NDArray[np.float32]
    views: NDArray[np.intp]
    kinds: NDArray[np.intp]  # of each keypoint, as a place in KINDS


@dataclass(frozen=True, eq=False, slots=True)
class CardSeed:
    """Something that features vote for: ``kind`` a place in KINDS, ``pose`` (3, 3) from the unit square to px, the
    weight of the votes, and the views that voted, with their weights."""

    kind: int
    pose: Float64Array
    votes: float
    views: dict[int, float]


@lru_cache(maxsize=4)
def bank_of(edition: CardEdition) -> KeypointBank:
    """The edition's keypoints, worked out once."""
    parts = []
    for number, view in enumerate(edition.views):
        wide, high = (round(side * PARAMETERS.reference_px_mm) for side in view.size_mm)
        small = cv2.resize(view.image, (wide, high), interpolation=cv2.INTER_AREA)
        grey = np.asarray(cv2.cvtColor(small, cv2.COLOR_BGR2GRAY), np.uint8)
        points, descriptors = keypoints(grey, 0.01, PARAMETERS.most_of_a_view)
        middle = np.array([wide - 1, high - 1]) / 2
        places = (points[:, :2] - middle) / PARAMETERS.reference_px_mm
        parts.append(
            (places, points[:, 2] / PARAMETERS.reference_px_mm, points[:, 3], descriptors, np.full(len(points), number))
        )
    views = np.concatenate([part[4] for part in parts])
    kinds = np.array([KINDS.index(kind) for kind in edition.kinds])
    return KeypointBank(
        np.concatenate([part[0] for part in parts]).astype(np.float64),
        np.concatenate([part[1] for part in parts]).astype(np.float64),
        np.concatenate([part[2] for part in parts]).astype(np.float64),
        np.concatenate([part[3] for part in parts]),
        views,
        kinds[views],
    )


@dataclass(frozen=True, eq=False, slots=True)
class _CardVotes:
    """Matches of keypoints, each a vote for how a card lies: ``points`` (n, 2) px, ``views`` (n,), ``places`` (n, 2) mm
    on these, ``kinds`` (n,), ``scale`` (n,) px a mm, ``turn`` (n,) radians, ``centres`` (n, 2) px, ``weights`` (n,)."""

    points: Float64Array
    views: NDArray[np.intp]
    places: Float64Array
    kinds: NDArray[np.intp]
    scale: Float64Array
    turn: Float64Array
    centres: Float64Array
    weights: Float64Array


def find_seeds(grey: NDArray[np.uint8], edition: CardEdition, *, on_a_pattern: bool = False) -> list[CardSeed]:
    """Cards and tiles that the picture's features vote for, those with most votes first; poses in px of ``grey``.

    As many of each kind: chance votes for what has most views, and the grain of a table for a hundred cards before the
    first small tile.

    Args:
        on_a_pattern: what a picture shows again and again, as a flowered cloth does, is passed over where there is more
            than can be looked at.
    """
    bank = bank_of(edition)
    most = PARAMETERS.most_seen if on_a_pattern else PARAMETERS.most_keypoints
    points, descriptors = keypoints(grey, contrast=0.012, most=most)
    if len(points) > PARAMETERS.most_keypoints:
        kept = np.flatnonzero(rare(descriptors))[: PARAMETERS.most_keypoints]
        points, descriptors = points[kept], descriptors[kept]
    if not len(points):
        return []
    best, likeness = nearest(descriptors, bank.descriptors, at_once=600)
    alike = likeness.astype(np.float64)
    chosen = np.argsort(-alike)[: PARAMETERS.strongest]
    chosen = chosen[alike[chosen] > PARAMETERS.alike]
    if not len(chosen):
        return []
    votes = _votes(points[chosen].astype(np.float64), alike[chosen], best[chosen], bank)
    return [_seed(votes, members, top, edition) for top, members in _gathered(votes)]


def _votes(points: Float64Array, alike: Float64Array, best: NDArray[np.intp], bank: KeypointBank) -> _CardVotes:
    scale = points[:, 2] / bank.sizes[best]
    turn = points[:, 3] - bank.angles[best]
    places = bank.places[best]
    cosine, sine = np.cos(turn) * scale, np.sin(turn) * scale
    x, y = places.T
    centres = points[:, :2] - np.stack([cosine * x - sine * y, sine * x + cosine * y], axis=1)
    weights = np.clip((alike - PARAMETERS.alike) / 0.1, 0.1, 1.5)
    return _CardVotes(points[:, :2], bank.views[best], places, bank.kinds[best], scale, turn, centres, weights)


def _gathered(votes: _CardVotes) -> Iterator[tuple[int, NDArray[np.intp]]]:
    """The strongest vote that is left and those that mean the same, again and again; each vote speaks once.

    Sums, not matrix products: a product of truth values and float32 raised a floating-point flag on finite numbers.
    """
    free = np.ones(len(votes.points), bool)
    same = _same(votes)
    sums = np.array([votes.weights[row].sum() for row in same])
    of_kind = np.zeros(len(KINDS), np.intp)
    while True:
        top = int(np.argmax(sums * free))
        if not free[top] or sums[top] < PARAMETERS.least_votes:
            return
        members = np.flatnonzero(same[top] & free)
        kind = votes.kinds[top]
        if of_kind[kind] < PARAMETERS.most_of_a_kind:
            of_kind[kind] += 1
            yield top, members
        free[members] = False
        sums -= np.where(same[:, members], votes.weights[members], 0.0).sum(axis=1)


def _same(votes: _CardVotes) -> NDArray[np.bool_]:
    """(n, n): which votes mean the same thing. Votes for places far apart are never compared."""
    centres, scale, turn, kinds = votes.centres, votes.scale, votes.turn, votes.kinds
    count = len(centres)
    same = np.zeros((count, count), bool)
    order = np.argsort(centres[:, 0], kind="stable")
    x = centres[order, 0]
    reach = PARAMETERS.close * card_edition.PARAMETERS.card_mm[0] * scale
    for row, one in enumerate(order):
        first = np.searchsorted(x, x[row] - reach[one])
        others = order[first : np.searchsorted(x, x[row] + reach[one], side="right")]
        off = np.hypot(*(centres[others] - centres[one]).T) < reach[one]
        off &= np.abs(wrapped(turn[others] - turn[one], TURN)) < PARAMETERS.turned
        off &= (np.abs(np.log(scale[others] / scale[one])) < PARAMETERS.sized) & (kinds[others] == kinds[one])
        same[one, others[off]] = True
    return same


def _seed(votes: _CardVotes, members: NDArray[np.intp], top: int, edition: CardEdition) -> CardSeed:
    """An affine pose from all members, held to the strongest vote's similarity where few points speak."""
    wide, high = edition.views[int(votes.views[top])].size_mm
    scale, weights = votes.scale[top], votes.weights[members]
    cosine, sine = np.cos(votes.turn[top]) * scale, np.sin(votes.turn[top]) * scale
    middle = np.median(votes.centres[members], axis=0)
    guess = np.array([[cosine * wide, -sine * high, middle[0]], [sine * wide, cosine * high, middle[1]]])
    places = votes.places[members] / np.array([wide, high])
    fit = voted_pose(places, votes.points[members], guess, scale * wide, (0.3, 0.3, 0.4), weights)
    centred = np.vstack([fit, [0.0, 0.0, 1.0]])
    pose = centred @ np.array([[1.0, 0.0, -0.5], [0.0, 1.0, -0.5], [0.0, 0.0, 1.0]])
    views: dict[int, float] = {}
    for view, weight in zip(votes.views[members].tolist(), weights.tolist(), strict=True):
        views[view] = views.get(view, 0.0) + weight
    return CardSeed(int(votes.kinds[top]), pose, float(weights.sum()), views)

"""First guesses where tiles lie: features of the picture that look like features of a known tile.

Each match of a picture's SIFT keypoint with a reference's (Lowe, "Distinctive Image Features from Scale-Invariant
Keypoints", IJCV 2004) tells a whole pose: centre, size and direction of a tile. Matches that tell the same tile are
gathered by voting. Which tile it is doesn't matter yet: designs share houses, walls and bends, and a wrong type with
the right pose is still a right pose.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.angles import wrapped
from calibration.arrays import Float32Array
from calibration.references import Edition, Reference
from vision.giving_up import checkpoint
from vision.imaging.side_by_side import side_by_side
from vision.parameters import CHOSEN, Parameters, parameter
from vision.registration.lattice import Matrix
from vision.registration.voted_pose import voted_pose


@dataclass(frozen=True, slots=True, kw_only=True)
class FeatureSeedsParameters(Parameters):
    """How many features of a picture are matched, how alike they are, and how many speak for a tile."""

    reference_px: int = parameter(
        96, "px", "the size at which a tile shows about as much as on a table: small pictures hold no more", CHOSEN
    )
    most_keypoints: int = parameter(7000, "keypoints", "of a picture that are looked at", CHOSEN)
    most_of_a_view: int = parameter(130, "keypoints", "of one reference that are kept", CHOSEN)
    most_seen: int = parameter(
        30000, "keypoints", "of a picture: on a chequered cloth those of a map are the weakest of very many", CHOSEN
    )
    sampled: int = parameter(1500, "keypoints", "that all are compared with", CHOSEN)
    same: float = parameter(0.93, "likeness", "from which two show the same", CHOSEN)
    often: int = parameter(12, "times", "that one drawing is seen, for the box holds several copies of a tile", CHOSEN)
    least_hits: int = parameter(3, "count", "of the sample", CHOSEN)
    block_px: tuple[int, int] = parameter((250, 200), "px", "(height, width) worked through at once", CHOSEN)
    block_edge_px: int = parameter(48, "px", "what is seen beyond its edges", CHOSEN)
    low_contrast: float = parameter(
        60.0, "grey levels", "spread of grey levels that a picture may lack before it is stretched", CHOSEN
    )
    compared_at_once: int = parameter(100, "keypoints", "with all others, for that is much memory", CHOSEN)
    alike: float = parameter(0.8, "likeness", "RootSIFT likeness from which a match votes", CHOSEN)
    fully_alike: float = parameter(0.1, "likeness", "beyond that at which its vote counts as one", CHOSEN)
    vote: tuple[float, float] = parameter((0.05, 1.5), "votes", "that a match counts at the least and the most", CHOSEN)
    least_votes: float = parameter(1.2, "votes", "from which a place is looked at", CHOSEN)
    close: float = parameter(0.22, "share of a tile", "votes nearer than this mean the same one", CHOSEN)
    turned: float = parameter(0.25, "radians", "within which votes mean the same one, but for quarter turns", CHOSEN)
    sized: float = parameter(0.3, "log of size", "within which votes mean the same one", CHOSEN)
    cleared: float = parameter(0.5, "share of a tile", "around a seed, within which no other one is looked for", CHOSEN)


PARAMETERS = FeatureSeedsParameters()
QUARTER = np.pi / 2
Window = tuple[slice, slice]  # rows and columns of a picture
WHOLE: Window = (slice(None), slice(None))


@dataclass(frozen=True, slots=True, eq=False)
class ReferenceFeatures:
    """Keypoints of all references of an edition.

    Attributes:
        places: (n, 2) in tile units of the reference as it stands.
        sizes, angles: (n,) keypoint size in tile units; direction in radians.
        raw: (n, 128) SIFT descriptors as OpenCV counts them, a quarter of the memory.
        views: (n,) index of the reference.
    """

    places: Float32Array
    sizes: Float32Array
    angles: Float32Array
    raw: NDArray[np.uint8]
    views: NDArray[np.intp]

    @property
    def descriptors(self) -> Float32Array:
        """(n, 128) RootSIFT, unit length; worked out anew each time."""
        return _rooted(self.raw)


@dataclass(frozen=True, slots=True, eq=False)
class TileSeed:
    """A tile that features vote for: ``pose`` (3, 3) affine, unit square to px; ``votes`` the weight behind it."""

    pose: Matrix
    votes: float


def keypoints(gray: NDArray[np.uint8], contrast: float, most: int = 0) -> tuple[Float32Array, Float32Array]:
    """SIFT keypoints (n, 4: x, y, size, angle in radians) and their RootSIFT descriptors (n, 128)."""
    points, raw = raw_keypoints(gray, contrast, most)
    return points[:, :4].copy(), _rooted(raw)


def _rooted(raw: NDArray[np.uint8]) -> Float32Array:
    descriptors = raw.astype(np.float32)
    descriptors /= descriptors.sum(axis=1, keepdims=True) + 1e-9
    return np.asarray(np.sqrt(descriptors, out=descriptors), np.float32)


def raw_keypoints(
    gray: NDArray[np.uint8], contrast: float, most: int = 0, *, parts: Sequence[Window] = (WHOLE,)
) -> tuple[Float32Array, NDArray[np.uint8]]:
    """The same of some parts of the picture, (n, 5) with their strength, and raw descriptors (n, 128), which are whole
    numbers: a quarter of the memory as such; the strongest first.

    The scale space of a whole photograph would take half a gigabyte, so it is worked through in blocks: one after the
    other. One of 250 by 400 px takes 35 MB, half as wide half of that, in the same time.
    """
    high, wide = PARAMETERS.block_px
    blocks = [
        (down, right)
        for rows, columns in parts
        for down in _even(rows, gray.shape[0], high)
        for right in _even(columns, gray.shape[1], wide)
    ]
    alone = most if len(blocks) == 1 else 0  # of a single block no others need be described
    found = []
    for block in blocks:
        checkpoint()
        found.append(_block_keypoints(gray, block, contrast, alone))
    points, descriptors = (np.concatenate(part) for part in zip(*found, strict=True))
    strongest = np.argsort(-points[:, 4], kind="stable")[: most or None]
    return points[strongest], descriptors[strongest]


def _even(length: slice, whole: int, most: int) -> list[slice]:
    """A length of a whole in even parts of at most so many: the fewer, the less is looked at twice at their edges."""
    first, end, _ = length.indices(whole)
    parts = -(-(end - first) // most)
    ends = [first + round((end - first) * part / parts) for part in range(parts + 1)]
    return [slice(*each) for each in pairwise(ends)]


def _block_keypoints(
    gray: NDArray[np.uint8], block: Window, contrast: float, most: int
) -> tuple[Float32Array, NDArray[np.uint8]]:
    """Keypoints (n, 5: x, y, size, angle, strength) and raw descriptors (n, 128) of a block (rows, columns), of all or
    (above 0) the strongest."""
    top, left, bottom, right = block[0].start, block[1].start, block[0].stop, block[1].stop
    sift = cv2.SIFT.create(nfeatures=most, contrastThreshold=contrast)
    edge = PARAMETERS.block_edge_px
    first, start = max(0, top - edge), max(0, left - edge)
    found, raw = sift.detectAndCompute(gray[first : bottom + edge, start : right + edge], None)
    if raw is None:
        return np.zeros((0, 5), np.float32), np.zeros((0, 128), np.uint8)
    points = np.asarray(
        [(p.pt[0] + start, p.pt[1] + first, p.size, np.deg2rad(p.angle), p.response) for p in found], np.float32
    )
    x, y = points[:, 0], points[:, 1]
    within = (top <= y) & (y < bottom) & (left <= x) & (x < right)
    return points[within], np.asarray(raw, np.uint8)[within]


def edition_features(edition: Edition) -> ReferenceFeatures:
    """Keypoints of every reference, at the size at which tables show them."""
    parts = side_by_side(_view_keypoints, edition.references)
    points = np.concatenate([part[0] for part in parts])
    return ReferenceFeatures(
        places=((points[:, :2] + 0.5) / PARAMETERS.reference_px).astype(np.float32),
        sizes=(points[:, 2] / PARAMETERS.reference_px).astype(np.float32),
        angles=points[:, 3],
        raw=np.concatenate([part[1] for part in parts]),
        views=np.repeat(np.arange(len(parts)), [len(part[0]) for part in parts]),
    )


def _view_keypoints(reference: Reference) -> tuple[Float32Array, NDArray[np.uint8]]:
    small = cv2.resize(
        reference.image, (PARAMETERS.reference_px, PARAMETERS.reference_px), interpolation=cv2.INTER_AREA
    )
    grey = np.asarray(cv2.cvtColor(small, cv2.COLOR_BGR2GRAY), dtype=np.uint8)
    points, raw = raw_keypoints(grey, 0.01, PARAMETERS.most_of_a_view)
    return points, raw


def find_seeds(
    gray: NDArray[np.uint8], features: ReferenceFeatures, *, most: int = 160, strongest: int = 1500
) -> list[TileSeed]:
    """Tiles that the picture's features vote for, best first; poses are in px of ``gray``."""
    return seeds_of(*keypoints_seen(gray), features, most=most, strongest=strongest)


def keypoints_seen(
    gray: NDArray[np.uint8], parts: Sequence[Window] = (WHOLE,)
) -> tuple[Float32Array, NDArray[np.uint8]]:
    """What tiles are looked for by: keypoints of some parts of a picture (n, 5: x, y, size, angle, strength) and their
    raw descriptors (n, 128), the strongest first."""
    return raw_keypoints(gray, 0.02, PARAMETERS.most_seen, parts=parts)


def seeds_of(
    points: Float32Array,
    raw: NDArray[np.uint8],
    features: ReferenceFeatures,
    *,
    most: int = 160,
    strongest: int = 1500,
) -> list[TileSeed]:
    """Tiles that keypoints (n, 5) with their raw descriptors (n, 128) vote for, the strongest keypoints first."""
    if not len(points) or not len(features.places):
        return []
    descriptors = _rooted(raw)
    kept = np.flatnonzero(rare(descriptors))[: PARAMETERS.most_keypoints]
    points, descriptors = points[kept], descriptors[kept]
    if not len(points):  # everything that shows is one pattern, as on chequered cloth
        return []
    best, alike = nearest(descriptors, features.descriptors)
    chosen = np.argsort(-alike)[:strongest]
    chosen = chosen[alike[chosen] > PARAMETERS.alike]
    return _gather(points[chosen], alike[chosen], best[chosen], features, most)


def seeds_at(
    gray: NDArray[np.uint8], long_side: int, features: ReferenceFeatures, *, part: Window = WHOLE, most: int = 160
) -> list[TileSeed]:
    """Seeds in a part of a picture, in px of the picture, which is looked at with this many px on its longer side, or
    as it is if smaller."""
    scale = min(1.0, long_side / max(gray.shape))
    seen = np.ascontiguousarray(gray[part])
    high, wide = (round(side * scale) for side in seen.shape)
    small = np.asarray(cv2.resize(seen, (wide, high), interpolation=cv2.INTER_AREA), np.uint8) if scale < 1 else seen
    right, down = part[1].start or 0, part[0].start or 0
    back = np.array([[seen.shape[1] / wide, 0, right], [0, seen.shape[0] / high, down], [0, 0, 1]], np.float64)
    return [TileSeed(back @ seed.pose, seed.votes) for seed in find_seeds(small, features, most=most)]


class SeedSearch:
    """Seeds on one picture at the sizes at which they are asked for; each is looked for once."""

    def __init__(self, image: NDArray[np.uint8], features: ReferenceFeatures) -> None:
        self._gray = stretched(cv2.cvtColor(image, cv2.COLOR_BGR2GRAY))
        self._features = features
        self._found: dict[int, list[TileSeed]] = {}

    def at(self, long_side: int) -> list[TileSeed]:
        """Seeds in px of the picture itself, looked at with this many px on its longer side, or as it is if smaller."""
        if long_side not in self._found:
            self._found[long_side] = seeds_at(self._gray, long_side, self._features)
        return self._found[long_side]


def stretched(gray: NDArray[np.generic]) -> NDArray[np.uint8]:
    """(h, w) the grey picture, spread over its range where it is dark or dull."""
    low, high = np.percentile(np.asarray(gray)[::8, ::8], (1, 99))
    if high - low >= 255 - PARAMETERS.low_contrast:
        return np.asarray(gray, np.uint8)
    gain = min(4.0, 235.0 / max(float(high - low), 1.0))
    return np.asarray(np.clip((np.asarray(gray, np.float32) - low) * gain + 10.0, 0, 255), np.uint8)


def rare(descriptors: Float32Array) -> NDArray[np.bool_]:
    """(n,) which of a picture's descriptors it does not show again and again: a cloth's pattern tells no place."""
    step = max(1, len(descriptors) // PARAMETERS.sampled)
    sample = descriptors[::step].T
    at_once = PARAMETERS.compared_at_once
    hits = [
        (descriptors[first : first + at_once] @ sample > PARAMETERS.same).sum(axis=1)
        for first in range(0, len(descriptors), at_once)
    ]
    return np.asarray(np.concatenate(hits) <= max(PARAMETERS.least_hits, PARAMETERS.often // step))


def nearest(
    descriptors: Float32Array, known: Float32Array, at_once: int | None = None
) -> tuple[NDArray[np.intp], Float32Array]:
    """For each descriptor (n, 128) the most alike of those known (m, 128), (n,), and their likeness, (n,); so many rows
    at a time, for all at once is much memory."""
    count, at_once = len(descriptors), PARAMETERS.compared_at_once if at_once is None else at_once
    best, alike = np.empty(count, np.intp), np.empty(count, np.float32)
    room = np.empty((at_once, len(known)), np.float32)  # asked for once: it is some megabytes
    for first in range(0, count, at_once):
        checkpoint()
        some = slice(first, min(first + at_once, count))
        similarity = np.matmul(descriptors[some], known.T, out=room[: some.stop - first])
        best[some], alike[some] = similarity.argmax(axis=1), similarity.max(axis=1)
    return best, alike


def _gather(
    points: Float32Array, alike: Float32Array, best: NDArray[np.intp], features: ReferenceFeatures, most: int
) -> list[TileSeed]:
    voters = _Voters.of(points, best, features)
    weights = np.clip((alike - PARAMETERS.alike) / PARAMETERS.fully_alike, *PARAMETERS.vote).astype(np.float32)
    same = voters.same()
    votes = same @ weights
    free = np.ones(len(points), dtype=bool)
    seeds: list[TileSeed] = []
    while len(seeds) < most and free.any():
        top = int(np.where(free, votes, 0.0).argmax())
        if votes[top] < PARAMETERS.least_votes:
            break
        members = np.flatnonzero((same[top] > 0) & free)
        seeds.append(TileSeed(voters.pose_of(members, top), float(votes[top])))
        away = np.hypot(*(voters.centres - voters.centres[top]).T)
        gone = free & (away < PARAMETERS.cleared * voters.sizes[top])
        gone[members] = True
        votes -= same[:, gone] @ weights[gone]
        free &= ~gone
    return seeds


@dataclass(frozen=True, eq=False, slots=True)
class _Voters:
    """Keypoints that match a reference's, and what each says of its tile.

    Attributes:
        pixels: (n, 2) px of the keypoints. places: (n, 2) where they are on the reference, 0 to 1.
        centres: (n, 2) px of the tile. sizes: (n,) px of its side. angles: (n,) of the reference's rightward.
    """

    pixels: Float32Array
    places: Float32Array
    centres: Float32Array
    sizes: Float32Array
    angles: Float32Array

    @classmethod
    def of(cls, points: Float32Array, best: NDArray[np.intp], features: ReferenceFeatures) -> _Voters:
        """Keypoints (n, 5) and which of the references' each is most like (n,)."""
        pixels, places = points[:, :2], features.places[best]
        sizes = points[:, 2] / features.sizes[best]
        angles = points[:, 3] - features.angles[best]
        offset = (0.5 - places) * sizes[:, None]
        cosine, sine = np.cos(angles), np.sin(angles)
        centres = pixels + np.stack(
            [cosine * offset[:, 0] - sine * offset[:, 1], sine * offset[:, 0] + cosine * offset[:, 1]], axis=1
        )
        return cls(pixels, places, *(one.astype(np.float32) for one in (centres, sizes, angles)))

    def same(self) -> Float32Array:
        """(n, n) 1 where two tell the same tile; row by row of some hundred, for n is large."""
        logs = np.log(self.sizes)
        same = np.empty((len(logs), len(logs)), np.float32)
        for first in range(0, len(logs), PARAMETERS.compared_at_once):
            some = slice(first, first + PARAMETERS.compared_at_once)
            away, down = (side[some, None] - side[None] for side in self.centres.T)
            alike = np.hypot(away, down, out=away) < PARAMETERS.close * self.sizes[some, None]
            turned = wrapped(self.angles[some, None] - self.angles[None], QUARTER)
            alike &= np.abs(turned) < PARAMETERS.turned
            same[some] = alike & (np.abs(logs[some, None] - logs[None]) < PARAMETERS.sized)
        return same

    def pose_of(self, members: NDArray[np.intp], top: int) -> Matrix:
        """An affine pose (3, 3) from some of them, each turned by quarter turns into the frame of the strongest."""
        turns = np.rint((self.angles[members] - self.angles[top]) / QUARTER).astype(int) % 4
        places = self.places[members] - 0.5
        for turn in (1, 2, 3):
            quarter = np.array([[0.0, -1.0], [1.0, 0.0]]) if turn == 1 else -np.eye(2)
            quarter = np.array([[0.0, 1.0], [-1.0, 0.0]]) if turn == 3 else quarter
            places[turns == turn] = places[turns == turn] @ quarter.T
        size, (x, y) = self.sizes[top], self.centres[top]
        cosine, sine = np.cos(self.angles[top]) * size, np.sin(self.angles[top]) * size
        guess = np.array([[cosine, -sine, x], [sine, cosine, y]], dtype=np.float64)
        fit = voted_pose(places, self.pixels[members].astype(np.float64), guess, size, (0.15, 0.15, 0.3))
        centred = np.vstack([fit, [0.0, 0.0, 1.0]])
        return np.asarray(centred @ np.array([[1.0, 0.0, -0.5], [0.0, 1.0, -0.5], [0.0, 0.0, 1.0]]))

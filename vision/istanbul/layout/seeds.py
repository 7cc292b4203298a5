"""First guesses where places lie: features of the picture that look like features of a known place.

As in :mod:`vision.registration.feature_seeds`, each match of SIFT keypoints (Lowe 2004) tells a whole pose, and matches
that tell the same place are gathered by voting. Places are longer one way, so a match tells their direction without
doubt.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.angles import TURN, wrapped
from calibration.arrays import Float32Array
from vision.giving_up import checkpoint
from vision.istanbul.layout.edition import PlaceFeatures
from vision.parameters import CHOSEN, Parameters, parameter
from vision.registration import interest_points
from vision.registration.feature_seeds import keypoints, nearest
from vision.registration.lattice import Cell, Lattice, Matrix, project
from vision.registration.voted_pose import voted_pose


@dataclass(frozen=True, slots=True, kw_only=True)
class LayoutSeedsParameters(Parameters):
    """How many features are compared, how alike they are, and how many must vote for one place."""

    most_keypoints: int = parameter(12000, "keypoints", "of a picture that are looked at", CHOSEN)
    strongest: int = parameter(1800, "pairs", "that vote, those that are most alike", CHOSEN)
    alike: float = parameter(0.8, "likeness", "least likeness (cosine) of a match that votes", CHOSEN)
    seldom: float = parameter(
        3.0,
        "matches",
        (
            'of one keypoint of a place that count in full (Jegou et al., "On the Burstiness of Visual '
            'Elements", CVPR 2009)'
        ),
        CHOSEN,
    )
    # Elements", CVPR 2009)
    sizes: tuple[float, float] = parameter(
        (16.0, 900.0), "px", "width of a place that is believed: least and most", CHOSEN
    )
    close: float = parameter(0.25, "place widths", "within which votes mean the same place", CHOSEN)
    turn: float = parameter(0.35, "radians", "within which votes mean the same place", CHOSEN)
    octave: float = parameter(0.35, "log of size", "within which votes mean the same place", CHOSEN)
    least_votes: float = parameter(0.9, "votes", "from which a place is looked at", CHOSEN)
    other_view: float = parameter(
        0.35, "votes", "that one for another place in the same pose counts: frames and badges are alike", CHOSEN
    )
    again: float = parameter(
        0.25, "votes", "that a place counts that a lattice has already: there is one of each", CHOSEN
    )
    rounded_up: float = parameter(
        1.001, "times", "a reach: what lies at its very end is compared exactly afterwards", CHOSEN
    )


PARAMETERS = LayoutSeedsParameters()


@dataclass(frozen=True, slots=True, eq=False)
class PlaceSeed:
    """A place that features vote for: ``pose`` (3, 3) affine, unit square to px; ``votes`` the weight behind it;
    ``view`` the index of the place that most of them mean."""

    pose: Matrix
    votes: float
    view: int


@dataclass(frozen=True, eq=False, slots=True)
class _PlaceVotes:
    """What each match says of its place.

    Attributes:
        centres: (n, 2) px. axes: (n, 2, 2), widths of the place to px.
        sizes: (n,) width, px. angles: (n,) direction of its rightward axis.
        weights: (n,) how alike. points: (n, 4) the keypoints. places: (n, 2) where on the place they are.
        views: (n,) which place.
    """

    centres: Float32Array
    axes: Float32Array
    sizes: Float32Array
    angles: Float32Array
    weights: Float32Array
    points: Float32Array
    places: Float32Array
    views: NDArray[np.intp]


def find_seeds(image: NDArray[np.uint8], features: PlaceFeatures, aspect: float, most: int = 120) -> list[PlaceSeed]:
    """Places that the picture's features vote for, best first; poses take the unit square to px of ``image``.

    A picture of more than MOST_PX is looked at in fewer: it still shows twice what places are known by.
    """
    scale = (interest_points.PARAMETERS.most_px / (image.shape[0] * image.shape[1])) ** 0.5
    if scale >= 1:
        return _seeds(image, features, aspect, most)
    small = np.asarray(cv2.resize(image, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA), np.uint8)
    x, y = image.shape[1] / small.shape[1], image.shape[0] / small.shape[0]
    back = np.array([[x, 0, (x - 1) / 2], [0, y, (y - 1) / 2], [0, 0, 1.0]])
    return [replace(seed, pose=back @ seed.pose) for seed in _seeds(small, features, aspect, most)]


def _seeds(image: NDArray[np.uint8], features: PlaceFeatures, aspect: float, most: int) -> list[PlaceSeed]:
    grey = cv2.cvtColor(image, cv2.COLOR_BGR2GRAY)
    even = cv2.createCLAHE(2.0, (max(2, grey.shape[1] // 160), max(2, grey.shape[0] // 160))).apply(grey)
    points, descriptors = keypoints(np.asarray(even, np.uint8), contrast=0.015, most=PARAMETERS.most_keypoints)
    votes = _votes(points, descriptors, features)
    return _gathered(votes, aspect, most) if len(votes.sizes) else []


def _votes(points: Float32Array, descriptors: Float32Array, known: PlaceFeatures) -> _PlaceVotes:
    best, likely = nearest(descriptors, known.descriptors, at_once=500)
    scales = points[:, 2] / known.sizes[best]
    usable = np.flatnonzero(
        (likely > PARAMETERS.alike) & (scales > PARAMETERS.sizes[0]) & (scales < PARAMETERS.sizes[1])
    )
    # Each part of a place is in the picture once: what many keypoints look like is a pattern of the table.
    often = np.bincount(best[usable], minlength=len(known.sizes))
    weights = np.clip((likely - PARAMETERS.alike) / 0.1, 0.05, 1.5) * np.minimum(
        1.0, PARAMETERS.seldom / np.maximum(often[best], 1)
    )
    chosen = usable[np.argsort(-weights[usable])[: PARAMETERS.strongest]]
    best, weights, points = best[chosen], np.asarray(weights[chosen], np.float32), points[chosen]
    turn = points[:, 3] - known.angles[best]
    cosine, sine = np.cos(turn), np.sin(turn)
    spin = np.stack([np.stack([cosine, -sine], -1), np.stack([sine, cosine], -1)], axis=1)
    axes = (scales[chosen][:, None, None] * spin) @ known.squeezes[best]
    places = known.places[best]
    centres = points[:, :2] - np.einsum("nij,nj->ni", axes, places)
    sizes = np.linalg.norm(axes[:, :, 0], axis=1)
    angles = np.arctan2(axes[:, 1, 0], axes[:, 0, 0])
    return _PlaceVotes(centres, axes, sizes, angles, weights, points, places, known.views[best])


def _gathered(votes: _PlaceVotes, aspect: float, most: int) -> list[PlaceSeed]:
    of, other, share = _agreeing(votes)
    begins = np.searchsorted(of, np.arange(len(votes.sizes) + 1))
    free = np.ones(len(votes.sizes), bool)
    seeds: list[PlaceSeed] = []
    while len(seeds) < most:
        checkpoint()
        said = share * (votes.weights * free)[other]
        total = np.bincount(of, said, minlength=len(free)) * free
        top = int(total.argmax())
        if total[top] < PARAMETERS.least_votes:
            break
        members = other[begins[top] : begins[top + 1]]
        members = members[free[members]]
        seeds.append(PlaceSeed(_pose(votes, members, top, aspect), float(total[top]), int(votes.views[top])))
        free &= ~(np.hypot(*(votes.centres - votes.centres[top]).T) < 0.4 * votes.sizes[top])
        free[members] = False
    return seeds


def _agreeing(votes: _PlaceVotes) -> tuple[NDArray[np.intp], NDArray[np.intp], NDArray[np.float64]]:
    """Which votes mean the same place as which, (p,) and (p,), in order, and how much (p,) the others' say counts.

    Hardly any two of thousands of votes are near each other, so only those are compared that are no further to the
    left or right than they may be.
    """
    sizes, (x, y) = votes.sizes, votes.centres.T
    reach = PARAMETERS.close * sizes
    order = np.argsort(x, kind="stable")
    first = np.searchsorted(x[order], x - PARAMETERS.rounded_up * reach, "left")
    count = np.searchsorted(x[order], x + PARAMETERS.rounded_up * reach, "right") - first
    of = np.repeat(np.arange(len(sizes)), count)
    other = order[np.arange(len(of)) - np.repeat(np.cumsum(count) - count - first, count)]
    near = np.hypot(x[of] - x[other], y[of] - y[other]) < reach[of]
    of, other = of[near], other[near]
    turn = np.abs(wrapped(votes.angles[of] - votes.angles[other], TURN))
    octave = np.abs(np.log(sizes[of] / sizes[other]))
    same = (turn < PARAMETERS.turn) & (octave < PARAMETERS.octave)
    of, other = of[same], other[same]
    sorted_pairs = np.lexsort((other, of))
    of, other = of[sorted_pairs], other[sorted_pairs]
    return of, other, np.where(votes.views[of] == votes.views[other], 1.0, PARAMETERS.other_view)


def _pose(votes: _PlaceVotes, members: NDArray[np.intp], top: int, aspect: float) -> Matrix:
    """An affine pose from all members, held to the similarity of the strongest where few points speak."""
    size = float(votes.sizes[top])
    guess = np.column_stack([votes.axes[top], votes.centres[top]]).astype(np.float64)
    places, pixels = votes.places[members], votes.points[members, :2].astype(np.float64)
    fit = voted_pose(places, pixels, guess, size, (0.15, 0.15, 0.3))
    whole = np.vstack([fit, [0.0, 0.0, 1.0]])
    return np.asarray(whole @ np.diag([1.0, aspect, 1.0]) @ np.array([[1, 0, -0.5], [0, 1, -0.5], [0, 0, 1.0]]))


def lattices(seeds: list[PlaceSeed], most: int = 3, starts: int = 12) -> list[Lattice]:
    """Arrangements of seeds that lie in rows and columns as one layout does, most votes first."""
    found: list[tuple[float, Lattice]] = []
    for start in range(min(starts, len(seeds))):
        checkpoint()
        cells = _grown(seeds, start)
        votes = _support([seeds[index] for index in cells.values()])
        found.append((votes, Lattice({cell: seeds[index].pose for cell, index in cells.items()})))
    found.sort(key=lambda one: -one[0])
    return [lattice for _, lattice in found[:most]]


def _support(seeds: list[PlaceSeed]) -> float:
    """Votes of a lattice, where a place that comes again counts for little."""
    total, seen = 0.0, set[int]()
    for seed in sorted(seeds, key=lambda one: -one.votes):
        total += seed.votes * (PARAMETERS.again if seed.view in seen else 1.0)
        seen.add(seed.view)
    return total


def _grown(seeds: list[PlaceSeed], start: int) -> dict[Cell, int]:
    """Seeds on the lattice of one of them: nearest first, each foretold by those that are in already."""
    centres = np.stack([project(seed.pose, [[0.5, 0.5]])[0] for seed in seeds])
    axes = np.stack([seed.pose[:2, :2] for seed in seeds])
    widths = np.linalg.norm(axes[:, :, 0], axis=1)
    angles = np.arctan2(axes[:, 1, 0], axes[:, 0, 0])
    turn = np.abs(wrapped(angles - angles[start], TURN))
    fits = (turn < 0.5) & (np.abs(np.log(widths / widths[start])) < 0.5)
    away = np.linalg.norm(centres - centres[start], axis=1)
    cells: dict[Cell, int] = {(0, 0): start}
    for index in np.argsort(away):
        if index == start or not fits[index]:
            continue
        lattice = Lattice({cell: seeds[one].pose for cell, one in cells.items()})
        frame = lattice.common()
        at = project(np.linalg.inv(frame), centres[index : index + 1])[0] - 0.5
        step = np.rint(at).astype(int)
        cell = (int(step[1]), int(step[0]))
        nearest = min(max(abs(cell[0] - row), abs(cell[1] - column)) for row, column in cells)
        if cell not in cells and np.abs(at - step).max() < 0.3 and nearest <= 2 and _fits_five(cell, cells):
            cells[cell] = int(index)
    return cells


def _fits_five(cell: Cell, cells: dict[Cell, int]) -> bool:
    rows = [row for row, _ in (*cells, cell)]
    columns = [column for _, column in (*cells, cell)]
    return max(rows) - min(rows) < 5 and max(columns) - min(columns) < 5

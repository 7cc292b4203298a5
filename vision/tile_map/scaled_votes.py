"""What the network's field votes for on a picture that was shrunk to one size."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.arrays import Float64Array
from vision.imaging.patches import grid
from vision.imaging.scatter import median_of
from vision.networks.tile_field.field import STEP, TileField
from vision.parameters import CHOSEN, Parameters, parameter
from vision.registration.lattice import Matrix, project, side_px


@dataclass(frozen=True, slots=True, kw_only=True)
class ScaledVotesParameters(Parameters):
    """Which places of a field vote, and how strong the votes of a place must be for a tile."""

    least_px: float = parameter(12.0, "px", "side of tiles that a field can mean, at the least", CHOSEN)
    most_px: float = parameter(96.0, "px", "side of tiles that a field can mean, at the most", CHOSEN)
    least_chance: float = parameter(0.3, "share of a place", "to lie on a tile for it to vote", CHOSEN)
    least_share: float = parameter(0.3, "share of a tile's area", "that must vote for it", CHOSEN)
    within: float = parameter(
        0.22, "share of a tile's side", "votes for its middle that lie nearer mean the same tile", CHOSEN
    )
    samples: int = parameter(6, "points", "of a place along each side at which the field is asked", CHOSEN)


PARAMETERS = ScaledVotesParameters()


@dataclass(frozen=True, slots=True, eq=False)
class VotedTile:
    """A tile that the field shows: affine ``pose`` (3, 3), unit square to px of the picture; ``share`` (0 to about 1)
    of its area that votes for it, each place by its probability; ``px`` its side at the size at which it was seen."""

    pose: Matrix
    share: float
    px: float


@dataclass(frozen=True, eq=False)
class ScaledVotes:
    """The field of the picture at one size; ``back`` (3, 3) takes its px to those of the picture."""

    field: TileField
    back: Matrix

    @cached_property
    def chance(self) -> NDArray[np.float32]:
        """(rows, columns) of each place to lie on a tile."""
        return np.asarray(1 / (1 + np.exp(-self.field.logit)), np.float32)

    @cached_property
    def tiles(self) -> list[VotedTile]:
        """Tiles that enough places vote for."""
        rows, columns = np.nonzero(
            (self.chance > PARAMETERS.least_chance)
            & (self.field.side > PARAMETERS.least_px)
            & (self.field.side < PARAMETERS.most_px)
        )
        middles = self.field.centre[rows, columns].astype(np.float64)
        sides = self.field.side[rows, columns].astype(np.float64)
        weights = self.chance[rows, columns] * STEP**2 / sides**2  # those of a whole tile add up to 1
        turning, shearing = self.field.turning[rows, columns], self.field.shearing[rows, columns]
        found: list[VotedTile] = []
        free = np.ones(len(rows), bool)
        downwards = np.argsort(middles[:, 1])
        heights = middles[downwards, 1]
        for peak in _peaks(middles, weights, self.field.logit.shape):
            beside = downwards[slice(*np.searchsorted(heights, peak[1] + [-PARAMETERS.most_px, PARAMETERS.most_px]))]
            near = np.sort(beside[free[beside] & (np.abs(middles[beside, 0] - peak[0]) < PARAMETERS.most_px)])
            middle = peak
            for _ in range(2):  # from the peak to the middle of its votes
                here = near[np.hypot(*(middles[near] - middle).T) < PARAMETERS.within * sides[near]]
                if not len(here):
                    break
                middle = median_of(middles[here])
            share = float(weights[here].sum())
            if share < PARAMETERS.least_share:
                continue
            free[here] = False
            pose = _pose_of(middles[here], turning[here], shearing[here], weights[here])
            if side_px(pose) > 0:
                found.append(VotedTile(self.back @ pose, share, float(median_of(sides[here]))))
        return found

    def share(self, poses: Float64Array, sides: Float64Array) -> Float64Array:
        """(b,) share of places (b, 3, 3) of these sides that lies on a tile whose middle is theirs."""
        there = np.linalg.inv(self.back)
        sides = sides * np.sqrt(np.linalg.det(there))  # as they show at this size
        points = project(
            there, project(poses, np.broadcast_to(grid(PARAMETERS.samples), (len(poses), PARAMETERS.samples**2, 2)))
        )
        wanted = project(there, project(poses, np.full((len(poses), 1, 2), 0.5)))
        rows, columns = self.field.logit.shape
        at = np.rint((points + 0.5) / STEP - 0.5).astype(int)
        inside = ((at >= 0) & (at < [columns, rows])).all(axis=-1)
        x, y = np.clip(at[..., 0], 0, columns - 1), np.clip(at[..., 1], 0, rows - 1)
        away = np.hypot(*np.moveaxis(self.field.centre[y, x] - wanted, -1, 0))
        near = 1.4 * PARAMETERS.within  # of a place that is asked about, for it may lie beside its tile
        agrees = away < near * sides[:, None]
        shown = np.where(inside & agrees, self.chance[y, x], 0.0).sum(axis=1)
        return np.asarray(shown / np.maximum(inside.sum(axis=1), 1), np.float64)


def _peaks(middles: Float64Array, weights: Float64Array, size: tuple[int, ...]) -> Float64Array:
    """(n, 2) px where votes for middles (v, 2) gather, most first; ``size`` (rows, columns) of the field."""
    unit = STEP / 2  # px
    high, wide = 2 * size[0], 2 * size[1]
    places = np.rint(middles / unit).astype(int)
    inside = ((places >= 0) & (places < [wide, high])).all(axis=1)
    votes = np.bincount(places[inside, 1] * wide + places[inside, 0], weights[inside], high * wide).reshape(high, wide)
    smooth = cv2.GaussianBlur(votes.astype(np.float32), (0, 0), 1.2)
    rows, columns = np.nonzero((smooth == cv2.dilate(smooth, np.ones((5, 5), np.uint8))) & (smooth > 0.003))
    order = np.argsort(-smooth[rows, columns], kind="stable")
    return np.asarray(np.stack([columns, rows], axis=1)[order] * unit, np.float64)


def _pose_of(
    middles: Float64Array, turning: NDArray[np.complex64], shearing: NDArray[np.complex64], weights: Float64Array
) -> Matrix:
    """Affine pose from what voters (v,) say of a tile, each of which may call another side the upper one."""
    quarters = np.rint(np.angle(turning / turning[weights.argmax()]) / (np.pi / 2))
    turns = 1j ** (quarters % 4)
    m, n = turning / turns, shearing * turns
    parameters = robust_means(np.stack([*middles.T, m.real, m.imag, n.real, n.imag]).astype(np.float64), weights)
    middle, turned, sheared = (complex(*parameters[at : at + 2]) for at in (0, 2, 4))
    right, down = turned + sheared, 1j * (turned - sheared)  # half of the edges
    corner = middle - right - down
    columns = [2 * right, 2 * down, corner]
    return np.array([[each.real for each in columns], [each.imag for each in columns], [0.0, 0.0, 1.0]])


def robust_means(values: Float64Array, weights: Float64Array) -> list[float]:
    """Weighted means of the middle two thirds of each line of values (k, n): what lies beyond tells of another tile."""
    order = np.argsort(values, axis=1)
    ordered, weighs = np.take_along_axis(values, order, axis=1), weights[order]
    upto = np.cumsum(weighs, axis=1) / weights.sum()
    weighs = weighs * ((upto > 1 / 6) & (upto - weighs / weights.sum() < 5 / 6))
    means: list[float] = ((ordered * weighs).sum(axis=1) / weighs.sum(axis=1)).tolist()
    return means

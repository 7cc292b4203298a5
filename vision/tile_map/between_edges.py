"""Lays tiles so that their sides lie on edges of the picture: seams with their neighbours, the rim of the map.

Iterated reweighted least squares on the ends of edges near a side, with a prior that holds the pose. Many tiles are
laid at once, each for itself.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from calibration.arrays import Float64Array
from vision.imaging.line_segments import Edges
from vision.parameters import CHOSEN, Parameters, parameter
from vision.registration.lattice import UNIT_CORNERS, project


@dataclass(frozen=True, slots=True, kw_only=True)
class BetweenEdgesParameters(Parameters):
    """Which edges may be a tile's seam, and how far a tile may move to lie on them."""

    reach: float = parameter(0.13, "share of a tile's side", "within which an edge may be its seam", CHOSEN)
    robust: float = parameter(
        0.05, "share of a tile's side", "an edge that lies farther off is drawn, not a seam", CHOSEN
    )
    lean_deg: float = parameter(
        6.0, "degrees", "by which a seam leans from the edge that was foretold, at most", CHOSEN
    )
    foretold: tuple[float, float] = parameter(
        (0.05, 0.03), "standard deviations", "of a foretold tile: shift in its sides, stretch", CHOSEN
    )
    seen: tuple[float, float] = parameter(
        (0.06, 0.04), "standard deviations", "of a tile that was seen: shift in its sides, stretch", CHOSEN
    )
    rounds: int = parameter(5, "rounds", "of weighing edges anew", CHOSEN)
    least_overlap: float = parameter(0.08, "share of a tile's side", "along which an edge lies, at the least", CHOSEN)
    off: float = parameter(0.02, "share of a tile's side", "standard deviation of an edge that is a seam", CHOSEN)


PARAMETERS = BetweenEdgesParameters()
Freedom = tuple[float, float]  # standard deviations of a tile about its prediction: shift in its sides, stretch


def laid_between_edges(poses: Float64Array, edges: Edges, freedom: Freedom | None = None) -> Float64Array:
    """Poses (b, 3, 3), unit square to px, each moved, stretched and turned a little so that its sides lie on edges
    (n, 2, 2) px; those that none lie near stay."""
    if not len(poses):
        return poses
    tiles, ends = _edges_nearby(poses, edges)
    moves = np.tile(np.eye(3), (len(poses), 1, 1))
    for axis in (0, 1):
        shift, stretch, shear = _side_fits(tiles, ends, len(poses), axis, freedom or PARAMETERS.foretold).T
        moves[:, axis, axis] += stretch
        moves[:, axis, 1 - axis] += shear
        moves[:, axis, 2] += shift - 0.5 * (stretch + shear)
    return np.asarray(poses @ moves)


def _edges_nearby(poses: Float64Array, edges: Edges) -> tuple[NDArray[np.intp], Edges]:
    """Which tile (p,) each edge lies near, and its ends (p, 2, 2) in that tile's sides."""
    quads = project(poses, np.broadcast_to(UNIT_CORNERS, (len(poses), 4, 2)))
    low, high = quads.min(axis=1), quads.max(axis=1)
    reach = 2 * PARAMETERS.reach * (high - low).max(axis=1, keepdims=True)
    middles = edges.mean(axis=1)
    near = ((middles > (low - reach)[:, None]) & (middles < (high + reach)[:, None])).all(axis=2)
    tiles, which = np.nonzero(near)
    return tiles, project(np.linalg.inv(poses)[tiles], edges[which])


def _side_fits(tiles: NDArray[np.intp], ends: Edges, count: int, axis: int, freedom: Freedom) -> Float64Array:
    """(count, 3) shift, stretch and shear of one coordinate about each tile's middle."""
    along = np.abs(ends[:, 1] - ends[:, 0])
    across, down = along[:, axis], along[:, 1 - axis]
    middle = ends[..., axis].mean(axis=1)
    side = np.rint(middle)
    overlap = np.minimum(ends[..., 1 - axis].max(axis=1), 1.05) - np.maximum(ends[..., 1 - axis].min(axis=1), -0.05)
    seam = (
        (across < np.tan(np.deg2rad(PARAMETERS.lean_deg)) * down)
        & (np.abs(middle - side) < PARAMETERS.reach)
        & ((side == 0) | (side == 1))
        & (overlap > PARAMETERS.least_overlap)
    )
    points = ends[seam].reshape(-1, 2)
    of_tile, weights = np.repeat(tiles[seam], 2), np.repeat(np.minimum(overlap[seam], 1.0), 2)
    terms = np.stack([np.ones(len(points)), points[:, axis] - 0.5, points[:, 1 - axis] - 0.5])
    off = points[:, axis] - np.repeat(side[seam], 2)
    held = np.diag(1 / np.array([freedom[0], freedom[1], freedom[1]]) ** 2)
    fits: Float64Array = np.zeros((count, 3))

    def added_up(values: Float64Array) -> Float64Array:
        return np.asarray(np.bincount(of_tile, values, count), np.float64)

    for _ in range(PARAMETERS.rounds):
        left = off - (fits[of_tile].T * terms).sum(axis=0)
        trust = weights / (1 + (left / PARAMETERS.robust) ** 2) ** 2 / PARAMETERS.off**2
        weighed = terms * trust
        normal = [[added_up(one * other) for other in terms] for one in weighed]
        right = [added_up(one * off) for one in weighed]
        solved = np.linalg.solve(np.moveaxis(np.array(normal), 2, 0) + held, np.array(right).T[..., None])
        fits = np.asarray(solved[..., 0], np.float64)
    return fits

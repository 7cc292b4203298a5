"""Finds a map whose tiles nobody has seen before: as a dense network sees it, each tile laid between its seams.

The network's tiles are laid exactly between the edges around them, held near where their neighbours foretell them. What
both it and a closer look take for none is left out, and what either missed is looked for beside the rest.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from calibration.arrays import Float64Array
from vision.imaging.line_segments import Edges, edges_of
from vision.imaging.patches import Layers, layers_of
from vision.parameters import CHOSEN, Parameters, parameter
from vision.registration.lattice import Cell, Lattice, Matrix, project, quad_of, share_in_view, side_px
from vision.registration.lattice_growth import upright
from vision.tile_map.field_votes import TilesInView
from vision.tile_map.presence_gate import tile_log_odds
from vision.tile_map.table_around import without_bare_places


@dataclass(frozen=True, slots=True, kw_only=True)
class UnknownEditionParameters(Parameters):
    """How far and how surely a map of an unknown edition is grown between its seams."""

    reach: float = parameter(0.13, "share of a tile's side", "within which an edge may be its seam", CHOSEN)
    least_seen: int = parameter(2, "tiles", "that a dense network saw together, from which a map lies there", CHOSEN)
    most_turns: int = parameter(40, "rounds", "of growing", CHOSEN)
    ring: int = parameter(1, "steps", "from a map at which more is looked for", CHOSEN)
    least_in_view: float = parameter(0.6, "share of a tile", "at the picture's rim that is read all the same", CHOSEN)
    trusted: float = parameter(0.5, "log-odds", "from which a cell is a tile", CHOSEN)
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


PARAMETERS = UnknownEditionParameters()
Freedom = tuple[float, float]  # standard deviations of a tile about its prediction: shift in its sides, stretch


@dataclass(frozen=True, eq=False)
class Unseen:
    """A map found without references: its lattice, log-odds of each cell to be a tile, the picture's layers and
    straight edges, and what a dense network sees on it."""

    lattice: Lattice
    odds: dict[Cell, float]
    layers: Layers
    edges: Edges
    view: TilesInView


def find_unseen(image: NDArray[np.uint8], view: TilesInView | None = None) -> Unseen | None:
    """The map on the picture, or None where none is found; ``view`` is what a dense network sees there, where known."""
    view = TilesInView(image) if view is None else view
    if len(view.lattice) < PARAMETERS.least_seen:
        return None
    edges = edges_of(image)
    layers = layers_of(image, float(np.median([side_px(pose) for pose in view.lattice.cells.values()])))
    lattice = Lattice({cell: fitted(pose, edges, PARAMETERS.seen) for cell, pose in view.lattice.cells.items()})
    lattice = Lattice(_above(0.0, _settled(lattice, edges).cells, layers, view))
    if not lattice.cells:
        return None
    lattice = upright(_settled(_grown(lattice, edges, layers, view), edges))
    odds = _vouched(lattice, layers, view)
    tiles = without_bare_places(lattice, odds, layers)
    top, left = min(row for row, _ in tiles.cells), min(column for _, column in tiles.cells)
    counted = {(row - top, column - left): (row, column) for row, column in tiles.cells}
    lattice = Lattice({cell: tiles.cells[was] for cell, was in counted.items()})
    return Unseen(lattice, {cell: odds[was] for cell, was in counted.items()}, layers, edges, view)


def _vouched(lattice: Lattice, layers: Layers, view: TilesInView) -> dict[Cell, float]:
    """Log-odds of each cell to be a tile, by whoever vouches more for it: glare hides a tile from a closer look."""
    closer, log_odds = _odds(lattice.cells, layers, view)
    return dict(zip(lattice.cells, np.maximum(closer, log_odds).tolist(), strict=True))


def _odds(cells: Mapping[Cell, Matrix], layers: Layers, view: TilesInView) -> tuple[Float64Array, Float64Array]:
    """(n,) log-odds of each place to show a tile: by a closer look, and by that and the dense network together."""
    poses = np.stack(list(cells.values()))
    closer = tile_log_odds(layers, poses)
    return closer, view.log_odds(poses, closer)


def _above(least: float, cells: Mapping[Cell, Matrix], layers: Layers, view: TilesInView) -> dict[Cell, Matrix]:
    """Those that look like tiles from nearby and from afar, both together."""
    odds = _odds(cells, layers, view)[1].tolist()
    return {cell: pose for (cell, pose), said in zip(cells.items(), odds, strict=True) if said > least}


def _grown(lattice: Lattice, edges: Edges, layers: Layers, view: TilesInView) -> Lattice:
    """Cells beside known ones are asked as long as there are more; one that was refused is asked again from nearer."""
    asked: dict[Cell, Matrix] = {}
    for _ in range(PARAMETERS.most_turns):
        expected = lattice.predict_all(lattice.frontier(PARAMETERS.ring))
        fresh = {
            cell: fitted(pose, edges)
            for cell, pose in expected.items()
            if share_in_view(pose, layers.size) > PARAMETERS.least_in_view
            and (cell not in asked or apart(asked[cell], pose) > 0.04)
        }
        if not fresh:
            break
        asked |= {cell: expected[cell] for cell in fresh}
        found = _above(PARAMETERS.trusted, fresh, layers, view)
        lattice = _settled(lattice.with_cells(found), edges) if found else lattice
    return lattice


def _settled(lattice: Lattice, edges: Edges) -> Lattice:
    """Every tile laid anew between its edges, from where the others foretell it."""
    if len(lattice) < 2:
        return lattice
    foretold = lattice.predict_all(lattice.cells, without_itself=True)
    return Lattice({cell: fitted(pose, edges) for cell, pose in foretold.items()})


def apart(one: Matrix, other: Matrix) -> float:
    """Largest distance of two tiles' corners, in tile sides."""
    return float(np.linalg.norm(quad_of(one) - quad_of(other), axis=1).max() / max(side_px(other), 1e-6))


def fitted(pose: Matrix, edges: Edges, freedom: Freedom | None = None) -> Matrix:
    """The pose moved, stretched and turned a little so that its sides lie on edges of the picture.

    Iterated reweighted least squares on the ends of edges near a side, with a prior that holds the pose.
    """
    back = np.linalg.inv(pose)
    low, high = quad_of(pose).min(axis=0), quad_of(pose).max(axis=0)
    reach = 2 * PARAMETERS.reach * (high - low).max()
    middles = edges.mean(axis=1)
    near = ((middles > low - reach) & (middles < high + reach)).all(axis=1)
    if not near.any():
        return pose
    ends = project(back, edges[near].reshape(-1, 2)).reshape(-1, 2, 2)
    move = np.eye(3)
    for axis in (0, 1):
        fit = _side_fit(ends, axis, freedom or PARAMETERS.foretold)
        move[axis, axis] += fit[1]
        move[axis, 1 - axis] += fit[2]
        move[axis, 2] += fit[0] - 0.5 * (fit[1] + fit[2])
    return np.asarray(pose @ move)


def _side_fit(ends: Edges, axis: int, freedom: Freedom) -> NDArray[np.float64]:
    """(3,) shift, stretch and shear of one coordinate about the tile's middle."""
    along = np.abs(ends[:, 1] - ends[:, 0])
    across, down = along[:, axis], along[:, 1 - axis]
    middle = ends.mean(axis=1)
    side = np.rint(middle[:, axis])
    near = (
        (across < np.tan(np.deg2rad(PARAMETERS.lean_deg)) * down)
        & (np.abs(middle[:, axis] - side) < PARAMETERS.reach)
        & ((side == 0) | (side == 1))
    )
    overlap = np.minimum(ends[..., 1 - axis].max(axis=1), 1.05) - np.maximum(ends[..., 1 - axis].min(axis=1), -0.05)
    near &= overlap > 0.08
    firm = np.diag(1 / np.array([freedom[0], freedom[1], freedom[1]]) ** 2)
    if not near.any():
        return np.zeros(3)
    points = ends[near].reshape(-1, 2)
    weights = np.repeat(np.minimum(overlap[near], 1.0), 2)
    terms = np.column_stack([np.ones(len(points)), points[:, axis] - 0.5, points[:, 1 - axis] - 0.5])
    off = points[:, axis] - np.repeat(side[near], 2)
    fit = np.zeros(3)
    for _ in range(5):
        left = off - terms @ fit
        trust = weights / (1 + (left / PARAMETERS.robust) ** 2) ** 2 / 0.02**2
        normal = (terms * trust[:, None]).T @ terms + firm
        fit = np.linalg.solve(normal, (terms * trust[:, None]).T @ off)
    return np.asarray(fit)

"""Finds a map whose tiles nobody has seen before: by its seams, and by a network that knows what a tile looks like.

Seams give guesses, the network says which of them hold tiles, and from the best the map is grown cell by cell; every
tile is laid exactly between the edges around it, held near where its neighbours foretell it.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from vision.lattice import Cell, Lattice, Matrix, project, quad_of, share_in_view, shifted, side_px
from vision.lattice_growth import upright
from vision.lattice_patches import Layers, layers_of
from vision.lattice_pitch import Guess, guesses
from vision.lattice_segments import Edges, Facing, edges_of, facings, off_the_table
from vision.recognise_gate import tile_log_odds

AROUND = tuple((row, column) for row in (-1, 0, 1) for column in (-1, 0, 1))
SURE, LIKELY = 2.5, 0.5  # at once enough; mean log-odds of the best five of nine cells: the least for a map
CONTENDERS = 14  # guesses whose nine cells are looked at
LIKES_LARGE, LIKES_SEAMS = 1.5, 3.0  # log-odds for each doubling of the size, and for seams that keep their pitch
LEAST_PX = 18.0  # a tile's side below which nothing can be read
REACH = 0.13  # of a tile's side within which an edge may be its seam
LEAN = np.deg2rad(6.0)
ROBUST = 0.05  # of a tile's side: an edge that lies farther off is drawn, not a seam
Freedom = tuple[float, float]  # standard deviations of a tile about its prediction: shift in its sides, stretch
FORETOLD: Freedom = (0.05, 0.03)
FIRST: Freedom = (0.12, 0.06)
MOST_TURNS, RING = 40, 1
LEAST_IN_VIEW = 0.6  # share of a tile at the picture's rim that is read all the same
TRUSTED = 0.5  # log-odds from which a cell is a tile


@dataclass(frozen=True, eq=False)
class Unseen:
    """A map found without references: its lattice, log-odds of each cell to be a tile, and the picture's layers."""

    lattice: Lattice
    odds: dict[Cell, float]
    layers: Layers


def find_unseen(image: NDArray[np.uint8], seed: int = 1) -> Unseen | None:
    """The map on the picture, or None where none is found."""
    edges = edges_of(image)
    best = _best_guess(image, edges, np.random.default_rng(seed))
    if best is None:
        return None
    layers = layers_of(image, side_px(best.pose))
    lattice = Lattice({cell: shifted(best.pose, cell[1], cell[0]) for cell in AROUND})
    lattice = Lattice({cell: fitted(pose, edges) for cell, pose in lattice.cells.items()})
    odds = _odds(lattice, layers)
    lattice = Lattice({cell: pose for cell, pose in lattice.cells.items() if odds[cell] > TRUSTED})
    if not lattice.cells:
        return None
    lattice = _grown(lattice, edges, layers)
    lattice = upright(_settled(lattice, edges))
    return Unseen(lattice, _odds(lattice, layers), layers)


def _best_guess(image: NDArray[np.uint8], edges: Edges, rng: np.random.Generator) -> Guess | None:
    """The guess that holds tiles, by all edges or by those that are not the table's."""
    layers: dict[int, Layers] = {}
    best: tuple[float, Guess] | None = None
    for some in (edges, off_the_table(edges, image)):
        for facing in facings(some, image.shape[:2], rng):
            for found in promising_on(facing, some, image, layers, max(image.shape[:2])):
                if best is None or found[0] > best[0]:
                    best = found
        if best is not None and best[0] > SURE + _liking(best[1]):
            break
    return best[1] if best is not None else None


def promising_on(
    facing: Facing, edges: Edges, image: NDArray[np.uint8], layers: dict[int, Layers], extent: int
) -> list[tuple[float, Guess]]:
    """Guesses that hold tiles, each with how much speaks for it, of windows within ``extent`` px.

    Of the pitches that divide each other the largest wins, for parts of tiles look like tiles. To ``layers``, by the
    octave of a tile's size, are added those that are needed.
    """
    size = image.shape[:2]
    found = [
        Guess(fitted(guess.pose, edges, FIRST), guess.score)
        for guess in guesses(edges, facing, extent)
        if side_px(guess.pose) > LEAST_PX
    ]
    found = [guess for guess in found if _in_view(guess.pose, size) and side_px(guess.pose) > LEAST_PX]
    if not found:
        return []
    octaves = np.array([round(np.log2(side_px(guess.pose))) for guess in found])
    alone = np.full(len(found), -4.0)
    for octave in np.unique(octaves).tolist():
        if octave not in layers:
            layers[octave] = layers_of(image, 2.0**octave)
        here = np.flatnonzero(octaves == octave)
        alone[here] = tile_log_odds(layers[octave], np.stack([found[index].pose for index in here]))
    liking = np.array([_liking(guess) for guess in found])
    order = np.argsort(-(np.clip(alone, -4, 4) + liking))[:CONTENDERS]
    promises = np.array([_promise(found[index], layers[int(octaves[index])], size) for index in order])
    return [
        (float(promise + liking[index]), found[index])
        for index, promise in zip(order.tolist(), promises.tolist(), strict=True)
        if promise > LIKELY
    ]


def _liking(guess: Guess) -> float:
    """What speaks for a guess besides the tiles that it holds: its seams are strong, its tiles large."""
    return float(LIKES_LARGE * np.log2(side_px(guess.pose)) + LIKES_SEAMS * guess.score)


def _promise(guess: Guess, layers: Layers, size: tuple[int, int]) -> float:
    """Mean log-odds of the best five of the nine cells: maps have rims and holes."""
    poses = np.stack([shifted(guess.pose, column, row) for row, column in AROUND])
    inside = [_in_view(pose, size) for pose in poses]
    if sum(inside) < 3:
        return -np.inf
    odds = np.where(inside, np.clip(tile_log_odds(layers, poses), -4, 4), -4.0)
    return float(np.sort(odds)[-5:].mean())


def _in_view(pose: Matrix, size: tuple[int, int]) -> bool:
    if side_px(pose) <= 0:
        return False
    quad = quad_of(pose)
    return bool((quad > -2).all() and (quad < [size[1] + 1, size[0] + 1]).all())


def _odds(lattice: Lattice, layers: Layers) -> dict[Cell, float]:
    cells = list(lattice.cells)
    if not cells:
        return {}
    odds = tile_log_odds(layers, np.stack([lattice.cells[cell] for cell in cells]))
    return dict(zip(cells, odds.tolist(), strict=True))


def _grown(lattice: Lattice, edges: Edges, layers: Layers) -> Lattice:
    """Cells beside known ones are asked as long as there are more; one that was refused is asked again from nearer."""
    asked: dict[Cell, Matrix] = {}
    for _ in range(MOST_TURNS):
        expected = {cell: lattice.predict(cell) for cell in lattice.frontier(RING)}
        fresh = {
            cell: fitted(pose, edges)
            for cell, pose in expected.items()
            if share_in_view(pose, layers.size) > LEAST_IN_VIEW
            and (cell not in asked or apart(asked[cell], pose) > 0.04)
        }
        if not fresh:
            break
        asked |= {cell: expected[cell] for cell in fresh}
        odds = _odds(Lattice(fresh), layers)
        found = {cell: pose for cell, pose in fresh.items() if odds[cell] > TRUSTED}
        lattice = _settled(lattice.with_cells(found), edges) if found else lattice
    return lattice


def _settled(lattice: Lattice, edges: Edges) -> Lattice:
    """Every tile laid anew between its edges, from where the others foretell it."""
    if len(lattice) < 2:
        return lattice
    return Lattice({cell: fitted(lattice.predict(cell, without=cell), edges) for cell in lattice.cells})


def apart(one: Matrix, other: Matrix) -> float:
    """Largest distance of two tiles' corners, in tile sides."""
    return float(np.linalg.norm(quad_of(one) - quad_of(other), axis=1).max() / max(side_px(other), 1e-6))


def fitted(pose: Matrix, edges: Edges, freedom: Freedom = FORETOLD) -> Matrix:
    """The pose moved, stretched and turned a little so that its sides lie on edges of the picture.

    Iterated reweighted least squares on the ends of edges near a side, with a prior that holds the pose.
    """
    back = np.linalg.inv(pose)
    low, high = quad_of(pose).min(axis=0), quad_of(pose).max(axis=0)
    reach = 2 * REACH * (high - low).max()
    middles = edges.mean(axis=1)
    near = ((middles > low - reach) & (middles < high + reach)).all(axis=1)
    if not near.any():
        return pose
    ends = project(back, edges[near].reshape(-1, 2)).reshape(-1, 2, 2)
    move = np.eye(3)
    for axis in (0, 1):
        fit = _side_fit(ends, axis, freedom)
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
    near = (across < np.tan(LEAN) * down) & (np.abs(middle[:, axis] - side) < REACH) & ((side == 0) | (side == 1))
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
        trust = weights / (1 + (left / ROBUST) ** 2) ** 2 / 0.02**2
        normal = (terms * trust[:, None]).T @ terms + firm
        fit = np.linalg.solve(normal, (terms * trust[:, None]).T @ off)
    return np.asarray(fit)

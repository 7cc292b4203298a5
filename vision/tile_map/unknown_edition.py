"""Finds a map whose tiles nobody has seen before: as a dense network sees it, each tile laid between its seams.

The network's tiles are laid exactly between the edges around them, held near where their neighbours foretell them. What
both it and a closer look take for none is left out, and what either missed is looked for beside the rest.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from vision.imaging.line_segments import Edges, edges_of
from vision.imaging.patches import Layers, layers_of
from vision.imaging.side_by_side import meanwhile
from vision.parameters import CHOSEN, Parameters, parameter
from vision.registration.lattice import Cell, Lattice, Matrix, quad_of, share_in_view, side_px
from vision.registration.lattice_growth import upright
from vision.tile_map import between_edges
from vision.tile_map.between_edges import Freedom, laid_between_edges
from vision.tile_map.field_votes import TilesInView
from vision.tile_map.presence_gate import tile_log_odds, upright_answers
from vision.tile_map.surroundings.table_around import without_bare_places
from vision.tile_map.terrain import terrain_reader
from vision.tile_map.terrain.reader import UprightAnswers


@dataclass(frozen=True, slots=True, kw_only=True)
class UnknownEditionParameters(Parameters):
    """How far and how surely a map of an unknown edition is grown between its seams."""

    least_seen: int = parameter(2, "tiles", "that a dense network saw together, from which a map lies there", CHOSEN)
    most_turns: int = parameter(40, "rounds", "of growing", CHOSEN)
    ring: int = parameter(1, "steps", "from a map at which more is looked for", CHOSEN)
    least_in_view: float = parameter(0.6, "share of a tile", "at the picture's rim that is read all the same", CHOSEN)
    trusted: float = parameter(0.5, "log-odds", "from which a cell is a tile", CHOSEN)


PARAMETERS = UnknownEditionParameters()


@dataclass(frozen=True, eq=False)
class Unseen:
    """A map found without references: its lattice, log-odds of each cell to be a tile, the picture's layers and
    straight edges, what a dense network sees on it, and what was answered for the cells, in the lattice's order, where
    they were looked at as they lie."""

    lattice: Lattice
    odds: dict[Cell, float]
    layers: Layers
    edges: Edges
    view: TilesInView
    answers: UprightAnswers | None = None

    def answers_for(self, cells: Sequence[Cell]) -> UprightAnswers | None:
        """What was answered for these cells."""
        place = {cell: index for index, cell in enumerate(self.lattice.cells)}
        return None if self.answers is None else self.answers.of(np.array([place[cell] for cell in cells], np.intp))


def find_unseen(image: NDArray[np.uint8], view: TilesInView | None = None) -> Unseen | None:
    """The map on the picture, or None where none is found; ``view`` is what a dense network sees there, where known."""
    view = TilesInView(image) if view is None else view
    _ = view.tiles  # looking for them takes most memory, so nothing else is done beside it
    edges_meanwhile = meanwhile(lambda: edges_of(image))
    if len(view.lattice) < PARAMETERS.least_seen:
        return None
    edges = edges_meanwhile()
    layers = layers_of(image, float(np.median([side_px(pose) for pose in view.lattice.cells.values()])))
    lattice = Lattice(_between(view.lattice.cells, edges, between_edges.PARAMETERS.seen))
    lattice = Lattice(_above(0.0, _settled(lattice, edges).cells, layers, view))
    if not lattice.cells:
        return None
    lattice = upright(_settled(_grown(lattice, edges, layers, view), edges))
    odds, answers = _vouched(lattice, layers, view)
    tiles = without_bare_places(lattice, odds, layers)
    top, left = min(row for row, _ in tiles.cells), min(column for _, column in tiles.cells)
    counted = {(row - top, column - left): (row, column) for row, column in tiles.cells}
    answers = answers.of(
        np.array([number for number, cell in enumerate(lattice.cells) if cell in tiles.cells], np.intp)
    )
    lattice = Lattice({cell: tiles.cells[was] for cell, was in counted.items()})
    return Unseen(lattice, {cell: odds[was] for cell, was in counted.items()}, layers, edges, view, answers)


def _vouched(lattice: Lattice, layers: Layers, view: TilesInView) -> tuple[dict[Cell, float], UprightAnswers]:
    """Log-odds of each cell to be a tile, by whoever vouches more for it: glare hides a tile from a closer look. And
    what was answered for each."""
    poses = np.stack(list(lattice.cells.values()))
    answers = upright_answers(layers, poses)
    closer = terrain_reader().glanced(answers)[0].astype(np.float64)
    together = view.log_odds(poses, closer)
    return dict(zip(lattice.cells, np.maximum(closer, together).tolist(), strict=True)), answers


def _above(least: float, cells: Mapping[Cell, Matrix], layers: Layers, view: TilesInView) -> dict[Cell, Matrix]:
    """Those that look like tiles from nearby and from afar, both together."""
    poses = np.stack(list(cells.values()))
    odds = view.log_odds(poses, tile_log_odds(layers, poses)).tolist()
    return {cell: pose for (cell, pose), said in zip(cells.items(), odds, strict=True) if said > least}


def _grown(lattice: Lattice, edges: Edges, layers: Layers, view: TilesInView) -> Lattice:
    """Cells beside known ones are asked as long as there are more; one that was refused is asked again from nearer."""
    asked: dict[Cell, Matrix] = {}
    for _ in range(PARAMETERS.most_turns):
        expected = lattice.predict_all(lattice.frontier(PARAMETERS.ring))
        open_still = {
            cell: pose
            for cell, pose in expected.items()
            if share_in_view(pose, layers.size) > PARAMETERS.least_in_view
            and (cell not in asked or apart(asked[cell], pose) > 0.04)
        }
        fresh = _between(open_still, edges)
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
    return Lattice(_between(lattice.predict_all(lattice.cells, without_itself=True), edges))


def _between(cells: Mapping[Cell, Matrix], edges: Edges, freedom: Freedom | None = None) -> dict[Cell, Matrix]:
    """Cells laid between the edges around them, each for itself."""
    if not cells:
        return {}
    return dict(zip(cells, laid_between_edges(np.stack(list(cells.values())), edges, freedom), strict=True))


def apart(one: Matrix, other: Matrix) -> float:
    """Largest distance of two tiles' corners, in tile sides."""
    return float(np.linalg.norm(quad_of(one) - quad_of(other), axis=1).max() / max(side_px(other), 1e-6))

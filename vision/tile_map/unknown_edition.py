"""Finds a map whose tiles nobody has seen before: as a dense network sees it, each tile laid between its seams.

The network's tiles are laid exactly between the edges around them, held near where their neighbours foretell them. What
both it and a closer look take for none is left out, and what either missed is looked for beside the rest.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence, Set
from dataclasses import dataclass
from itertools import compress

import numpy as np
from numpy.typing import NDArray

from calibration.arrays import Float64Array
from vision.imaging.line_segments import Edges, edges_of
from vision.imaging.patches import Layers, layers_of
from vision.imaging.side_by_side import meanwhile
from vision.parameters import CHOSEN, Parameters, parameter
from vision.registration.lattice import (
    NEIGHBOURS,
    Cell,
    Lattice,
    Matrix,
    largest_part,
    part_around,
    quad_of,
    share_in_view,
    side_px,
)
from vision.registration.lattice_growth import upright
from vision.tile_map import between_edges
from vision.tile_map.between_edges import Freedom, laid_between_edges
from vision.tile_map.field_votes import TilesInView
from vision.tile_map.presence_gate import tile_log_odds, upright_answers
from vision.tile_map.surroundings.print_and_table import PrintAndTable
from vision.tile_map.terrain import terrain_reader
from vision.tile_map.terrain.reader import UprightAnswers


@dataclass(frozen=True, slots=True, kw_only=True)
class UnknownEditionParameters(Parameters):
    """How far and how surely a map of an unknown edition is grown between its seams."""

    least_seen: int = parameter(2, "tiles", "that a dense network saw together, from which a map lies there", CHOSEN)
    most_turns: int = parameter(40, "rounds", "of growing", CHOSEN)
    ring: int = parameter(1, "steps", "from a map at which more is looked for", CHOSEN)
    least_in_view: float = parameter(0.6, "share of a tile", "at the picture's rim that is read all the same", CHOSEN)
    moved: float = parameter(
        0.04, "tile sides", "by which a corner must have moved for a place to be looked at once more", CHOSEN
    )
    trusted: float = parameter(0.5, "log-odds", "from which a cell is a tile", CHOSEN)
    enough_for_print: int = parameter(
        6, "tiles", "from which a map's own print and the table around it tell what belongs to it", CHOSEN
    )
    many_times: float = parameter(
        2.0, "times", "what was seen of a map, beyond which it may have grown over a cloth for the most part", CHOSEN
    )
    most_joined: float = parameter(
        4.0, "nats", "that what hangs together with a map by one place alone says for a tile there", CHOSEN
    )
    most_reviews: int = parameter(5, "times", "that all of its places are asked about so, and those beside it", CHOSEN)


PARAMETERS = UnknownEditionParameters()


@dataclass(frozen=True, eq=False)
class Unseen:
    """A map found without references: its lattice, log-odds of each cell to be a tile, the picture's layers and
    straight edges, what a dense network sees on it, and what was answered for the cells, in the lattice's order, where
    they were looked at as they lie; and what its print and the table around it look like, where that is known."""

    lattice: Lattice
    odds: dict[Cell, float]
    layers: Layers
    edges: Edges
    view: TilesInView
    answers: UprightAnswers | None = None
    known: PrintAndTable | None = None

    def answers_for(self, cells: Sequence[Cell]) -> UprightAnswers | None:
        """What was answered for these cells."""
        place = {cell: index for index, cell in enumerate(self.lattice.cells)}
        return None if self.answers is None else self.answers.of(np.array([place[cell] for cell in cells], np.intp))

    def log_odds(self, poses: Float64Array, eyes: Float64Array) -> Float64Array:
        """(b,) log-odds that tiles of the map lie at places (b, 3, 3); ``eyes`` (b,) are those of a closer look at each
        alone."""
        if self.known is None:
            return self.view.log_odds(poses, eyes)
        return self.known.log_odds(self.layers, poses, eyes, self.view.share(poses))


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
    glances = _Glances(layers, view)
    lattice = Lattice(_above(0.0, _settled(lattice, edges).cells, glances))
    if not lattice.cells:
        return None
    grown = _settled(_grown(lattice, edges, glances), edges)
    lattice, known = _reviewed(grown, lattice.cells.keys(), edges, glances)
    lattice = upright(lattice)
    odds, answers = _vouched(lattice, layers, view)
    return Unseen(lattice, odds, layers, edges, view, answers, known)


def _reviewed(
    lattice: Lattice, seen: Set[Cell], edges: Edges, glances: _Glances
) -> tuple[Lattice, PrintAndTable | None]:
    """The map without what shows the table rather than its print, and with what lies beside it and shows its print: a
    plain road that no network takes for a tile. And what its print and the table look like; None where it is too small,
    or fills the picture. Where the map grew to many times what a dense network had ``seen`` of it, as over a cloth, the
    print is that of what was seen."""
    known = None
    for _ in range(PARAMETERS.most_reviews):
        if len(lattice) < PARAMETERS.enough_for_print:
            return lattice, None
        beside = _beside(lattice, glances.layers)
        places = {**lattice.cells, **_between(beside, edges)}
        poses, eyes = np.stack(list(places.values())), glances.at(places)
        odds = dict(zip(places, glances.view.log_odds(poses, eyes).tolist(), strict=True))
        if len(lattice) > PARAMETERS.many_times * len(seen):
            odds = {cell: odds[cell] for cell in seen & places.keys()}
        known = PrintAndTable.of(lattice, odds, glances.layers, places)
        if known is None:
            return lattice, None
        its_own = np.arange(len(places)) < len(lattice)
        log_odds = known.log_odds(glances.layers, poses, eyes, glances.view.share(poses))
        log_odds = hanging_together(list(places), log_odds)
        belong = log_odds > np.where(its_own, 0.0, PARAMETERS.trusted)
        if (belong == its_own).all() or not belong.any():
            break
        lattice = _settled(Lattice(dict(compress(places.items(), belong.tolist()))), edges)
    return lattice, known


def hanging_together(cells: Sequence[Cell], log_odds: Float64Array) -> Float64Array:
    """Log-odds (n,) of places of one map to show tiles, by each one's own: tiles of a map hang together by their sides,
    so what hangs together with the rest by one place alone speaks for a tile there.

    Bayes' rule with that prior: without a tile at the place none of the parts beyond it lie there; with it each may
    or may not.
    """
    odds_of = dict(zip(cells, log_odds.tolist(), strict=True))
    likely = {cell for cell, odds in odds_of.items() if odds > 0}
    main = largest_part(likely)
    rest = likely - main
    if not rest:
        return log_odds
    joined = log_odds.copy()
    for index, (row, column) in enumerate(cells):
        beside = {(row + down, column + right) for down, right in NEIGHBOURS}
        if (row, column) in likely or not beside & main:
            continue
        beyond = {frozenset(part_around(start, rest)) for start in beside & rest}
        says = math.fsum(float(np.logaddexp(0.0, math.fsum(map(odds_of.__getitem__, part)))) for part in beyond)
        joined[index] += min(says, PARAMETERS.most_joined)
    return joined


def _beside(lattice: Lattice, layers: Layers) -> dict[Cell, Matrix]:
    """The cells beside a map's, where they are foretold, of which enough lies in the picture to be read."""
    expected = lattice.predict_all(lattice.frontier(PARAMETERS.ring))
    return {
        cell: pose for cell, pose in expected.items() if share_in_view(pose, layers.size) > PARAMETERS.least_in_view
    }


def _vouched(lattice: Lattice, layers: Layers, view: TilesInView) -> tuple[dict[Cell, float], UprightAnswers]:
    """Log-odds of each cell to be a tile, by whoever vouches more for it: glare hides a tile from a closer look. And
    what was answered for each."""
    poses = np.stack(list(lattice.cells.values()))
    answers = upright_answers(layers, poses)
    closer = terrain_reader().glanced(answers)[0].astype(np.float64)
    together = view.log_odds(poses, closer)
    return dict(zip(lattice.cells, np.maximum(closer, together).tolist(), strict=True)), answers


class _Glances:
    """What closer looks at the cells of a lattice say of them, each asked for once as long as it hardly moves."""

    def __init__(self, layers: Layers, view: TilesInView) -> None:
        self.layers, self.view = layers, view
        self._asked: dict[Cell, Matrix] = {}
        self._said: dict[Cell, float] = {}

    def at(self, cells: Mapping[Cell, Matrix]) -> Float64Array:
        """(cells,) log-odds of each to show a tile of whatever edition."""
        new = {cell: pose for cell, pose in cells.items() if _moved(self._asked.get(cell), pose)}
        if new:
            said = tile_log_odds(self.layers, np.stack(list(new.values()))).tolist()
            self._asked |= new
            self._said |= dict(zip(new, said, strict=True))
        return np.array([self._said[cell] for cell in cells])


def _above(least: float, cells: Mapping[Cell, Matrix], glances: _Glances) -> dict[Cell, Matrix]:
    """Those that look like tiles from nearby and from afar, both together."""
    odds = glances.view.log_odds(np.stack(list(cells.values())), glances.at(cells)).tolist()
    return {cell: pose for (cell, pose), said in zip(cells.items(), odds, strict=True) if said > least}


def _grown(lattice: Lattice, edges: Edges, glances: _Glances) -> Lattice:
    """Cells beside known ones are asked as long as there are more; one that was refused is asked again from nearer."""
    asked: dict[Cell, Matrix] = {}
    for _ in range(PARAMETERS.most_turns):
        expected = _beside(lattice, glances.layers)
        open_still = {cell: pose for cell, pose in expected.items() if _moved(asked.get(cell), pose)}
        fresh = _between(open_still, edges)
        if not fresh:
            break
        asked |= open_still
        found = _above(PARAMETERS.trusted, fresh, glances)
        lattice = _settled(lattice.with_cells(found), edges) if found else lattice
    return lattice


def _moved(asked: Matrix | None, pose: Matrix) -> bool:
    """Whether a place lies elsewhere than where it was asked about, or was not yet."""
    return asked is None or apart(asked, pose) > PARAMETERS.moved


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

"""How a map spreads from its first tiles, cell by cell: known tiles foretell others as long as there are more."""

from __future__ import annotations

from collections.abc import Mapping, Sequence, Set
from dataclasses import dataclass, field

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.parameters import CHOSEN, Parameters, parameter
from vision.photometry.local_light import LightSoFar
from vision.registration import lucas_kanade
from vision.registration.gauss_newton import SixFreedoms
from vision.registration.lattice import NEIGHBOURS, Cell, Lattice, Matrix, largest_part, quad_of, side_px
from vision.tile_map import similarity as tile_map_similarity
from vision.tile_map.between_edges import laid_between_edges
from vision.tile_map.edition_atlas import EditionAtlas
from vision.tile_map.pose_refinement import laid_from_sightings
from vision.tile_map.presence_gate import edition_log_odds, glance, tile_log_odds, together
from vision.tile_map.print_matching import light_on
from vision.tile_map.residuals import Judge, RankedTemplates, Verdicts, judge_all, rough_costs, similarity_of_detail
from vision.tile_map.similarity import soft_similarity
from vision.tile_map.unknown_edition import Unseen, apart


@dataclass(frozen=True, slots=True, kw_only=True)
class GrowthParameters(Parameters):
    """How convincing the next cell must be for a map to go on there, and what speaks against it."""

    enough_to_tell: int = parameter(
        12, "tiles", "from which their detail tells whether they are this edition's", CHOSEN
    )
    no_detail: float = parameter(
        0.2, "correlation", "of fine detail below which they are another edition's, come what may", CHOSEN
    )
    most_of_terrain: float = parameter(10.0, "nats", "that terrain may say against a template", CHOSEN)
    fitting_says: float = parameter(3.0, "nats", "for each unit of its misfit", CHOSEN)
    least_said: float = parameter(
        -3.0, "log-odds", "that references may speak against a tile while the light is learnt from a few only", CHOSEN
    )
    seam_cost: float = parameter(
        1.5, "nats", "that a template is charged for each neighbour's side that it does not meet", CHOSEN
    )
    most_turns: int = parameter(40, "rounds", "of growing", CHOSEN)
    convincing: float = parameter(
        3.0, "log-odds", "of a tile from which a place that was laid on is not doubted", CHOSEN
    )
    much_more: float = parameter(
        1.5, "log-odds", "by which another place must look more like a tile than where a reference was laid", CHOSEN
    )
    more: float = parameter(1.2, "times", "as many sure tiles that are worth learning the light anew", CHOSEN)
    candidates: int = parameter(4, "count", "templates that are laid on in each cell", CHOSEN)
    astray: float = parameter(
        0.12, "share of a tile's side", "from where others foretell it: hand-laid tiles seldom lie so far off", CHOSEN
    )
    least_by_light: float = parameter(-2.0, "log-odds", "that light may speak against a tile", CHOSEN)
    least_seen: float = parameter(
        -2.5, "log-odds", "of a tile, by a dense network and a glance, from which references are asked as well", CHOSEN
    )
    hopeless: float = parameter(
        -3.0,
        "log-odds",
        "of a tile, where it was sighted, below which none is laid on beside a map",
        "docs/findings/seconds-of-a-photograph.md",
    )
    least_others: int = parameter(3, "tiles", "that together foretell the shape of another", CHOSEN)
    most_overlap: float = parameter(
        0.12, "share of a tile's area", "that may lie on its neighbours, for people lay tiles onto edges", CHOSEN
    )
    moved: tuple[float, ...] = parameter(
        (0.08, 0.04),
        "shares of a tile's side",
        "places foretold elsewhere by more are looked at anew, first these, then those",
        CHOSEN,
    )


PARAMETERS = GrowthParameters()
NOWHERE = np.diag([1e-3, 1e-3, 1.0])


def grown(lattice: Lattice, judge: Judge, atlas: EditionAtlas, there: Unseen | None = None) -> tuple[Lattice, Judge]:
    """Look at every cell where its neighbours foretell it, keep what is a tile, and go on beside it.

    Where few tiles are sure from the start, what was found ``there`` by what all editions share is given: its edges,
    to lay others by as well, and what a dense network sees, which says beside the references whether tiles lie there.
    The light is then learnt anew whenever twice as many tiles are sure, and in the end, when everything that was
    refused in a light that was not well known is asked once more.
    """
    growth = _Growth(atlas, judge, lattice, there)
    few = there is not None
    learnt_from = 1 if few else len(lattice)  # nobody said yet which of few tiles are sure
    for turn in range(PARAMETERS.most_turns):
        moved = growth.to_ask(turn < 2) or growth.to_ask(False, PARAMETERS.moved[1]) or growth.astray()
        if not moved and not few and growth.drop_apart():
            moved = growth.to_ask(True)
        if not moved:
            sure = growth.sure()
            if not few or len(sure) < PARAMETERS.more * learnt_from:
                break
            learnt_from = len(sure)
            growth.learn_light(sure)
            growth.asked.clear()
            moved = growth.to_ask(True)
        if not moved:
            break
        growth.ask(moved, lucas_kanade.PARAMETERS.loose if turn == 0 else lucas_kanade.PARAMETERS.snug)
        if few and growth.draws_otherwise():
            break
        sure = growth.sure() if few else []
        if len(sure) >= 2 * learnt_from:
            learnt_from = len(sure)
            growth.learn_light(sure)
    return growth.lattice, growth.judge


@dataclass(frozen=True, eq=False, slots=True)
class _Asked:
    """What is seen at places where tiles are foretold.

    Attributes:
        cells, poses: (n, 3, 3) which these are, and how tiles lie there if any do.
        shown: (n,) the template that each is taken for. alike: (n,) how alike it is, a correlation.
        odds: (n,) log-odds of a tile; they change as the light becomes known.
        stays: (n,) where a tile that is known is not given up, whatever its odds.
    """

    cells: tuple[Cell, ...]
    poses: NDArray[np.float64]
    shown: NDArray[np.intp]
    odds: NDArray[np.float64]
    alike: NDArray[np.float64]
    stays: NDArray[np.bool_]


@dataclass(eq=False)
class _Growth:
    """A lattice while it grows: what was asked where, and what the tiles that were found show."""

    atlas: EditionAtlas
    judge: Judge
    lattice: Lattice
    there: Unseen | None = None
    asked: dict[Cell, Matrix] = field(default_factory=dict)
    shown: dict[Cell, int] = field(default_factory=dict)
    similarity: dict[Cell, float] = field(default_factory=dict)
    odds: dict[Cell, float] = field(default_factory=dict)
    light: LightSoFar = field(default_factory=LightSoFar)
    predicted: dict[Cell, Matrix] = field(default_factory=dict)
    given_up: set[frozenset[Cell]] = field(default_factory=set)

    def to_ask(self, everything: bool, moved: float | None = None) -> dict[Cell, Matrix]:
        """Cells that were not asked yet, or not where they are foretold by now."""
        moved = PARAMETERS.moved[0] if moved is None else moved
        beyond = 2 if self.there is not None else 1  # what a cup hides must not end a map of which little is sure
        cells = {*self.lattice.frontier(beyond), *(self.lattice.cells if everything else ())}
        known = self.lattice.cells  # others foretell a tile worse than it was seen itself
        foretold = self.lattice.predict_all(cells.difference(known))
        expected = {cell: known[cell] if cell in known else foretold[cell] for cell in sorted(cells)}
        fresh = {
            cell: pose
            for cell, pose in expected.items()
            if cell not in self.asked or apart(self.asked[cell], pose) > moved
        }
        if self.there is None or not fresh:
            return fresh
        poses = np.stack(list(fresh.values()))
        log_odds = self.there.log_odds(poses, glance(self.judge.layers, poses)[0])
        shows = zip(fresh.items(), (log_odds > PARAMETERS.least_seen).tolist(), strict=True)
        return {cell: pose for (cell, pose), shown in shows if shown or cell in known}

    def astray(self) -> dict[Cell, Matrix]:
        """Tiles that lie elsewhere than all others foretell and were not looked for there."""
        if len(self.lattice) <= PARAMETERS.least_others:
            return {}
        expected = self.lattice.predict_all(sorted(self.lattice.cells), without_itself=True)
        return {
            cell: pose
            for cell, pose in expected.items()
            if apart(self.lattice.cells[cell], pose) > PARAMETERS.astray
            and apart(self.predicted.get(cell, NOWHERE), pose) > PARAMETERS.moved[1]
        }

    def drop_apart(self) -> bool:
        """Give up tiles that touch no other of the largest part by a side: they were counted to a wrong cell.

        A part of which one tile plainly is one stays: a cup, glare or a hand may lie between. True where all should be
        asked anew; not a second time for the same ones, which would go on for ever.
        """
        largest = largest_part(self.lattice.cells)
        alone, left = list[Cell](), set(self.lattice.cells) - largest
        while left:
            part = largest_part(left)
            left -= part
            alone += [] if any(map(self.light.is_plain, part)) else sorted(part)
        for cell in alone:
            self._drop(cell)
        known = frozenset(alone) in self.given_up
        self.given_up.add(frozenset(alone))
        if alone and not known:
            self.asked.clear()
        return bool(alone) and not known

    def ask(self, moved: dict[Cell, Matrix], freedom: SixFreedoms) -> None:
        """Look where tiles may lie; tiles join the lattice, what turns out to be none leaves it."""
        held = {cell: apart(pose, moved[cell]) for cell, pose in self.lattice.cells.items() if cell in moved}
        elsewhere = {cell for cell, away in held.items() if away > PARAMETERS.astray}
        self.predicted |= {cell: moved[cell] for cell in elsewhere}
        self.asked |= moved
        found = self._seen_at(moved, freedom)
        if found is not None:
            self._heed(found, elsewhere)

    def _seen_at(self, moved: dict[Cell, Matrix], freedom: SixFreedoms) -> _Asked | None:
        """What is seen where tiles are foretold; None where none may lie at any of these places."""
        layers, tone, soft = self.judge.layers, self.judge.tone, self.atlas.soft
        expected = np.stack(list(moved.values()))
        seen = self.judge.look(expected, PARAMETERS.candidates, freedom)
        if self.there is None:
            hopeful = self._hopeful(tuple(moved), seen)
            if not hopeful.any():
                return None
            moved = {cell: pose for (cell, pose), may in zip(moved.items(), hopeful.tolist(), strict=True) if may}
            expected, seen = expected[hopeful], seen.of(hopeful)
        roughly = rough_costs(layers, tone, soft, seen.poses[:, 0])
        shapes = np.stack(self._shapes_of(moved))
        poses = laid_from_sightings(layers, tone, self.atlas, expected, shapes, seen, roughly)
        poses, eyes, logs = self._where_eyes_see_more(poses, expected)
        verdict = judge_all(layers, tone, soft, poses)
        cost = fitting_cost(verdict.costs, self.atlas.edges, np.stack([self._demand(cell) for cell in moved]))
        said = edition_log_odds(verdict, cost, seen.similarity[:, 0])
        best, stays, eyes_there = verdict.best, np.zeros(len(moved), bool), eyes
        if self.there is not None:
            view = self.there.view
            said, best = np.maximum(said, PARAMETERS.least_said), likeliest(verdict, logs, self.atlas)
            stays, eyes_there = view.log_odds(expected, eyes) > 0, view.log_odds(poses, eyes)
        odds = together(said, eyes_there, verdict.seen)
        return _Asked(tuple(moved), poses, best, odds, soft_similarity(layers, self.atlas, poses, best), stays)

    def _heed(self, found: _Asked, elsewhere: Set[Cell]) -> None:
        """Tiles join the lattice, likeliest first, what turns out to be none leaves it; those that were foretold
        ``elsewhere`` go there only where they are likelier there."""
        odds, few = found.odds, self.there is not None
        # Where few tiles are sure, what is known already says first what light there is.
        known = np.array([few and cell in self.lattice.cells for cell in found.cells])
        light, printed = np.zeros((len(odds), 3)), odds
        if few:
            light, printed = light_on(self.judge.layers, found.poses, self.atlas.prints, found.shown)
        for index in np.lexsort((-odds, ~known)).tolist():
            cell, pose = found.cells[index], found.poses[index]
            if few:
                odds[index] += max(self.light.odds(cell, light[index], printed[index]), PARAMETERS.least_by_light)
            if cell in elsewhere and odds[index] <= self.odds.get(cell, 0.0):
                continue
            if odds[index] > 0 and self._room_for(cell, pose, odds[index]):
                self.lattice = self.lattice.with_cells({cell: pose})
                self.odds[cell] = float(odds[index])
                self.light.keep(cell, light[index], float(printed[index]))
                self.shown[cell], self.similarity[cell] = int(found.shown[index]), float(found.alike[index])
            elif len(self.lattice) > 1 and not found.stays[index]:
                self._drop(cell)

    def _hopeful(self, cells: Sequence[Cell], seen: RankedTemplates) -> NDArray[np.bool_]:
        """(b,) where a tile may lie: where one does, or the edition or the network sees anything before it is laid on.

        Most places around a map are bare table, and laying tiles on takes most of the time that a place takes.
        """
        hopeful = np.array([cell in self.lattice.cells for cell in cells])
        beside = np.flatnonzero(~hopeful)
        if len(beside):
            verdict = judge_all(self.judge.layers, self.judge.tone, self.atlas.soft, seen.poses[beside, 0])
            said = edition_log_odds(verdict, verdict.costs.min(axis=1).astype(np.float64), seen.similarity[beside, 0])
            eyes = tile_log_odds(self.judge.layers, seen.poses[beside, 0])
            hopeful[beside] = together(said, eyes, verdict.seen) > PARAMETERS.hopeless
        return hopeful

    def _where_eyes_see_more(
        self, poses: NDArray[np.float64], expected: NDArray[np.float64]
    ) -> tuple[NDArray[np.float64], NDArray[np.float64], NDArray[np.float64]]:
        """The poses, or where that looks more like a tile, those that were foretold: what stands on a tile may lead
        astray what is laid onto it. Where few tiles are sure, they are drawn between the edges around. And what is
        seen there at a glance."""
        odds, logs = glance(self.judge.layers, poses)
        asked = np.arange(len(poses)) if self.there is not None else np.flatnonzero(odds < PARAMETERS.convincing)
        if len(asked):
            others = expected[asked]
            if self.there is not None:
                others = laid_between_edges(others, self.there.edges)
            odds_there, logs_there = glance(self.judge.layers, others)
            better = odds_there > odds[asked] + PARAMETERS.much_more
            chosen = asked[better]
            poses, odds[chosen], logs[chosen] = poses.copy(), odds_there[better], logs_there[better]
            poses[chosen] = others[better]
        return poses, odds, logs

    def _shapes_of(self, poses: Mapping[Cell, Matrix]) -> list[Matrix]:
        """Poses there with the size and slant that others foretell, where they are enough to say so."""
        others = {cell: len(self.lattice) - (cell in self.lattice.cells) for cell in poses}
        cells = (cell for cell in poses if others[cell] >= PARAMETERS.least_others)
        return list((dict(poses) | self.lattice.predict_all(cells, without_itself=True)).values())

    def _room_for(self, cell: Cell, pose: Matrix, odds: float) -> bool:
        """Whether the place is free, or held by what looks less like a tile and gives way."""
        beside = _overlaps(pose, cell, self.lattice.cells)
        if sum(beside.values()) < PARAMETERS.most_overlap:
            return True
        in_the_way = [other for other, share in beside.items() if share > PARAMETERS.most_overlap / 2]
        if not in_the_way or any(self.odds.get(other, np.inf) >= odds for other in in_the_way):
            return False
        for other in in_the_way:
            self._drop(other)
        return True

    def _drop(self, cell: Cell) -> None:
        self.lattice = Lattice({other: pose for other, pose in self.lattice.cells.items() if other != cell})
        self.shown.pop(cell, None)
        self.light.drop(cell)

    def draws_otherwise(self) -> bool:
        """Whether enough tiles were found, and nothing of what they draw finely is this edition's: it is another's."""
        known = [cell for cell in self.lattice.cells if cell in self.shown]
        if len(known) < PARAMETERS.enough_to_tell:
            return False
        poses = np.stack([self.lattice.cells[cell] for cell in known])
        shown = np.array([self.shown[cell] for cell in known])
        return upper_detail(self.judge, self.atlas, poses, shown) < PARAMETERS.no_detail

    def sure(self) -> list[Cell]:
        """Tiles that look like what they are taken for whatever the light: nothing stands on them."""
        known = [cell for cell in self.lattice.cells if cell in self.shown]
        if not known:
            return []
        least = max(
            tile_map_similarity.PARAMETERS.passes, float(np.median([self.similarity[cell] for cell in known])) - 0.05
        )
        return [cell for cell in known if self.similarity[cell] > least]

    def learn_light(self, cells: list[Cell]) -> None:
        """How this picture shows the edition's colours, from these tiles."""
        poses = np.stack([self.lattice.cells[cell] for cell in cells])
        self.judge = self.judge.attuned(poses, np.array([self.shown[cell] for cell in cells]))

    def _demand(self, cell: Cell) -> NDArray[np.int8]:
        """(4,) what the neighbours show on the sides that touch this cell, -1 where nothing is known."""
        beside = [self.shown.get((cell[0] + down, cell[1] + right)) for down, right in NEIGHBOURS]
        edges = self.atlas.edges
        return np.array([-1 if one is None else edges[one, (side + 2) % 4] for side, one in enumerate(beside)], np.int8)


def likeliest(verdicts: Verdicts, logs: NDArray[np.float64], atlas: EditionAtlas) -> NDArray[np.intp]:
    """(b,) the template that fits best and whose terrain is seen: small and blurred tiles show little else."""
    terrain = np.maximum(
        logs[:, atlas.columns] - logs[:, atlas.columns].max(axis=1, keepdims=True), -PARAMETERS.most_of_terrain
    )
    return np.asarray((terrain - PARAMETERS.fitting_says * verdicts.doubts).argmax(axis=1))


def upper_detail(judge: Judge, atlas: EditionAtlas, poses: NDArray[np.float64], shown: NDArray[np.intp]) -> float:
    """Correlation of fine detail at poses (n, 3, 3) with what they are taken for (n,), at the upper quarter: followers
    cover some."""
    return float(np.quantile(similarity_of_detail(judge.layers, atlas.fine, poses, shown), 0.75))


def _overlaps(pose: Matrix, cell: Cell, cells: Mapping[Cell, Matrix]) -> dict[Cell, float]:
    """Shares of a tile's area that lie on each of its neighbours."""
    quad = quad_of(pose).astype(np.float32)
    area = max(side_px(pose) ** 2, 1e-6)
    around = [(cell[0] + down, cell[1] + right) for down in (-1, 0, 1) for right in (-1, 0, 1) if down or right]
    return {
        other: cv2.intersectConvexConvex(quad, quad_of(cells[other]).astype(np.float32))[0] / area
        for other in around
        if other in cells
    }


def fitting_cost(costs: NDArray[np.float32], edges: NDArray[np.int8], seams: NDArray[np.int8]) -> NDArray[np.float64]:
    """(b,) cost of the best template once every seam (b, 4) that it breaks is charged."""
    broken = ((edges[None] != seams[:, None]) & (seams[:, None] >= 0)).sum(axis=2)
    return np.asarray((costs + PARAMETERS.seam_cost * broken).min(axis=1), dtype=np.float64)

"""From a still table to ranked legal actions: which lay, and which follower, turn the recorded state into what is seen.

Each hypothesis ("nothing yet", "this tile there, turned so", with or without a follower on one of its features) is
scored by how well it explains the places that changed since the record was last in step; it must also put up with what
it leaves unexplained. Where more tiles lie there than one, :mod:`several_turns` tells of all of them. Scores are
log-likelihoods, and with the rules' own odds (how many of a kind are left) they make probabilities.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace

import numpy as np

from games.carcassonne.actions import Deploy, Lay, Skip
from games.carcassonne.moment import StepKey
from games.carcassonne.rules import Carcassonne
from games.carcassonne.state import State
from games.carcassonne.tiles import tile_type
from vision.carcassonne.live import tile_likelihood
from vision.carcassonne.live.bare_table import bare_cost
from vision.carcassonne.live.change_outline import OUTLINED, Change, changes
from vision.carcassonne.live.doubt import WhatElse, explained_hypotheses
from vision.carcassonne.live.earlier.as_before import with_earlier
from vision.carcassonne.live.earlier.waiting_tiles import WaitingTiles
from vision.carcassonne.live.followers.figures import FigureReader
from vision.carcassonne.live.hypotheses import ExplainedHypotheses, Hypothesis
from vision.carcassonne.live.memory import Memory
from vision.carcassonne.live.several_turns import NewTile, SeveralTurns
from vision.carcassonne.live.terrain_of_tiles import counted_together, with_terrain
from vision.carcassonne.live.tile_evidence import TileMatch, TileSight
from vision.carcassonne.live.tile_likelihood import against_the_rules, laid_on_from, tile_cost, tile_score, tile_weight
from vision.parameters import CHOSEN, Parameters, parameter
from vision.registration.alignment import LAID_BY_HAND
from vision.registration.lattice import Cell, Matrix, project


@dataclass(frozen=True, slots=True, kw_only=True)
class ExplainerParameters(Parameters):
    """How many places and turns are weighed, what else may have happened, and when a race is too close to call."""

    most_places: int = parameter(
        5, "count", "places without a likely tile, plainly changed and faintly ones, that are looked at closely", CHOSEN
    )
    most_changed: int = parameter(12, "places", "that are looked at at once", CHOSEN)
    close_race: float = parameter(
        14.0, "nats", "behind the best tile within which a tile's followers are still looked for", CHOSEN
    )
    plainly_a_tile: float = parameter(2.0, "cost", "below which a picture surely shows what lies there", CHOSEN)
    maybe_a_tile: float = parameter(
        2.8,
        "cost",
        "below which it likely is a tile: it is told of, but where others lie there nothing is clear",
        CHOSEN,
    )
    no_table: float = parameter(
        2.8,
        "cost",
        "of going on as the table does around it, from which a place of the first picture may hold a tile",
        CHOSEN,
    )
    surely_no_table: float = parameter(
        4.5,
        "cost",
        "of going on as the table does around it, from which something lies at a place of the first picture: what is"
        " likelier a tile than anything else is told in doubt, and else nothing is clear",
        "docs/findings/cameras.md",
    )
    most_beside: int = parameter(2, "tiles", "beside a place, up to which enough of the table shows around it", CHOSEN)
    # Where the light had changed on a white table, at 36 bare places 0.0 to 0.4, at a white tile's 3.0.
    plainly_table: float = parameter(
        1.0,
        "cost",
        "of going on as the table does around it, below which a place is table although it looks as if it had changed",
        "docs/findings/learning-while-they-play.md",
    )
    few: int = parameter(1, "places", "that people change between two looks: where more seem so, the light may", CHOSEN)
    most_turns: int = parameter(8, "turns", "that are told of at once", CHOSEN)


PARAMETERS = ExplainerParameters()
Noticed = Callable[[TileSight, Memory, Sequence[Change]], None]


@dataclass(slots=True)
class _Places:
    """What was found about the map.

    Attributes:
        table: the state as if the likely tiles were laid, one after the other.
        lay: where tiles lay at the last look, (3, 3) unit square to picture px.
        changed: places that do not look bare.
        tiles: those that may hold a tile.
        likely: those of them that likely do.
        residuals: tiles against the rules.
        unread, left_out, lost: see :class:`WhatElse`.
    """

    table: State
    lay: Mapping[Cell, Matrix] = field(default_factory=dict)
    changed: list[Change] = field(default_factory=list)
    tiles: dict[Cell, NewTile] = field(default_factory=dict)
    likely: set[Cell] = field(default_factory=set)
    residuals: dict[Cell, TileMatch] = field(default_factory=dict)
    unread: bool = False
    left_out: bool = False
    lost: float = 0.0

    def lying(self) -> dict[Cell, Matrix]:
        """Where tiles lie: what somebody hides waits there all the same."""
        most = tile_likelihood.PARAMETERS.something_else
        return {cell: tile.matches[0][1].pose for cell, tile in self.tiles.items() if tile.cost < most}

    def beyond(self, named: Mapping[Cell, NewTile]) -> bool:
        """Whether another tile lies there than those that are named: a tile's square has changed and no other thing
        explains it better, but whoever stands there hides so much that nobody can name it."""
        squares = {change.cell for change in self.changed if change.tile_shaped}
        rest = self.tiles.keys() & squares - named.keys()
        return any(self.tiles[cell].cost < tile_likelihood.PARAMETERS.something_else for cell in rest)


class Explainer:
    """Explains still tables of one game. Holds no memory of its own.

    Args:
        game: the rules.
        by_terrain: terrain is asked which tiles lie there, too, where their print leaves that in doubt.
    """

    def __init__(self, game: Carcassonne, *, by_terrain: bool = False) -> None:
        self._game, self._by_terrain = game, by_terrain

    def explain(
        self,
        sight: TileSight,
        memory: Memory,
        state: State,
        frame_number: int,
        waiting: WaitingTiles | None = None,
        noticed: Noticed | None = None,
    ) -> ExplainedHypotheses:
        """The hypotheses for this picture, likeliest first; ``waiting`` is what earlier looks told of tiles there, and
        ``noticed`` is shown the places beside the map that have changed, before anything is laid on them."""
        reader = FigureReader(sight, memory)
        opening, after = self._pending(reader, state)
        waiting = waiting or WaitingTiles()
        lay = {cell: memory.track.predicted(cell) @ lies for cell, lies in waiting.lies.items()}
        seen = self._places(sight, memory, _Places(after, lay), noticed)
        seen.tiles, asked = with_terrain(sight.layers, seen.tiles) if self._by_terrain else (seen.tiles, [])
        tiles = {cell: tile for cell, tile in seen.tiles.items() if cell in seen.likely}
        turns = SeveralTurns(self._game, reader, waiting, seen.table.board)
        doubt = WhatElse(unread=seen.unread, lost=seen.lost, left_out=seen.left_out)
        if len(tiles) > 1 or (tiles and state.step is not StepKey.LAY):
            hypotheses, doubt = self._of_several(turns, opening, after, state, tiles, doubt)
        else:
            hypotheses, doubt = self._of_one(turns, opening, after, state, seen.tiles, doubt)
        doubted = any(cost >= PARAMETERS.plainly_a_tile for cost in turns.costs_but_for_figures(hypotheses, tiles))
        if (tiles and (seen.residuals or seen.beyond(tiles))) or (doubted and len(tiles) > 1):
            doubt = replace(doubt, left_out=True)
        hypotheses, doubt, kinds = counted_together(hypotheses, doubt, turns.kinds(seen.tiles.values()), asked)
        hypotheses, doubt = with_earlier(hypotheses, doubt, kinds, waiting)
        if hypotheses:
            match = max(hypotheses, key=lambda hypothesis: hypothesis.score).tile
            doubt = replace(doubt, vague=match is not None and vague(match, seen.changed))
        findings = explained_hypotheses(hypotheses, doubt, frame_number)
        return replace(
            findings,
            changed=tuple(seen.changed),
            residuals=seen.residuals,
            laid=seen.lying(),
            after=self._after(state, findings.hypotheses[0]),
            standing=dict(turns.standing),
            kinds=kinds,
        )

    def _after(self, state: State, hypothesis: Hypothesis) -> State | None:
        if not hypothesis.actions:
            return None
        for action in hypothesis.actions:
            state, _ = self._game.apply(state, action)
        return state

    def _of_one(
        self,
        turns: SeveralTurns,
        opening: Sequence[Hypothesis],
        after: State,
        state: State,
        tiles: Mapping[Cell, NewTile],
        doubt: WhatElse,
    ) -> tuple[list[Hypothesis], WhatElse]:
        """The hypotheses of one turn at most: with each of the tiles by itself."""
        hypotheses, strangers = list(opening), -math.inf
        total = sum(after.bag.values())
        ended = () if state.step is StepKey.LAY else (Skip(),)
        for (y, x), tile in tiles.items():
            explained_hypotheses = []
            for score, match in tile.matches:
                if match.turns in after.board.turns_at(tile_type(match.key), x, y):
                    odds = score + math.log(after.bag[match.key] / total)
                    for turn in turns.turn(after, Lay(match.key, x, y, match.turns), tile, match):
                        explained_hypotheses.append(
                            replace(turn, actions=(*ended, *turn.actions), score=turn.score + odds)
                        )
            if explained_hypotheses:
                best = max(explained_hypotheses, key=lambda hypothesis: hypothesis.score)
                strangers = max(strangers, best.score + turns.stranger(after, after.seat, best, tile.around))
            hypotheses += explained_hypotheses
        plainly = sorted(tile.score for tile in tiles.values() if tile.cost < PARAMETERS.plainly_a_tile)
        beyond = plainly[-2] if len(plainly) > 1 else -math.inf
        return hypotheses, replace(doubt, strangers=strangers, beyond=beyond)

    def _of_several(
        self,
        turns: SeveralTurns,
        opening: Sequence[Hypothesis],
        after: State,
        state: State,
        tiles: Mapping[Cell, NewTile],
        doubt: WhatElse,
    ) -> tuple[list[Hypothesis], WhatElse]:
        """Those of all the tiles; where the rules allow no order, what is told of one of them leaves out more."""
        begun = self._begun(opening, after, state)
        explained_turns = turns.explained(begun, tiles)
        if explained_turns.hypotheses:
            return list(explained_turns.hypotheses), replace(doubt, strangers=explained_turns.strangers)
        hypotheses, doubt = self._of_one(turns, opening, after, state, tiles, doubt)
        return hypotheses, replace(doubt, left_out=True)

    def _begun(self, opening: Sequence[Hypothesis], after: State, state: State) -> list[tuple[Hypothesis, State]]:
        """The ways in which the turn that is open may have ended, with where they lead."""
        if state.step is StepKey.LAY:
            return [(Hypothesis((), 0.0), state)]
        begun = [(Hypothesis((Skip(),), opening[0].score), after)]
        for hypothesis in opening:
            if hypothesis.actions:
                begun.append((hypothesis, self._game.apply(state, hypothesis.actions[0])[0]))
        return begun

    def _pending(self, reader: FigureReader, state: State) -> tuple[list[Hypothesis], State]:
        """What may have happened before another tile is laid, and the state from which that tile is laid."""
        if state.is_over:
            return [Hypothesis((), 0.0)], state
        if state.step is StepKey.LAY:
            return [Hypothesis((), 0.0)], state
        skipped, _ = self._game.apply(state, Skip())
        last = state.board.laid[-1]
        options = [action for action in self._game.legal(state) if isinstance(action, Deploy)]
        match = reader.recorded((last.y, last.x))
        hypotheses = [Hypothesis((), 0.0)]
        if match is not None and options:
            bare, seen = reader.deployments(match, options, state.setup.seats[state.seat].colour, None)
            hypotheses = [Hypothesis((), bare)]
            hypotheses += [Hypothesis((option,), score, (last.place,), None, foot) for option, score, foot in seen]
        return hypotheses, skipped

    def _places(self, sight: TileSight, memory: Memory, seen: _Places, noticed: Noticed | None) -> _Places:
        """What lies at the places around the map, and around the tiles that are found there."""
        looked: set[Cell] = set()
        blank = [0, 0]  # of what has plainly changed, and of what looks much as it did
        known = memory
        while not seen.table.is_over:
            rim = [(y, x) for x, y in seen.table.board.frontier if (y, x) not in looked]
            looked.update(rim)
            found = len(seen.tiles)
            most = PARAMETERS.most_changed if memory.before is not None else len(rim)
            changed = _without_table(sight, known, changes(sight, known, rim, most), len(seen.changed))
            if noticed is not None and known is memory:
                noticed(sight, memory, changed)
            for change in changed:
                spent = blank[change.faint] >= PARAMETERS.most_places and memory.before is not None
                if spent and not change.tile_shaped:
                    seen.left_out |= not change.faint
                    continue
                blank[change.faint] += not self._look_at(sight, known, change, seen)
            if len(seen.tiles) == found or len(seen.tiles) >= PARAMETERS.most_turns:
                break
            # Places beyond new tiles are where those foretell them: what is known lies farther and farther away.
            known = memory.with_laid({cell: tile.matches[0][1].pose for cell, tile in seen.tiles.items()})
        seen.tiles = {cell: _alone(memory, seen, tile) for cell, tile in seen.tiles.items()}
        return seen

    def _look_at(self, sight: TileSight, memory: Memory, change: Change, seen: _Places) -> bool:
        """Take in what lies at a place; True where that is likely a tile that may lie there."""
        seen.changed.append(change)
        matches, foreign = self._tiles_at(sight, memory, seen.table, change, seen.lay.get(change.cell))
        if foreign is not None:
            seen.residuals[change.cell] = foreign
        if not matches:
            seen.unread |= memory.before is not None and not change.faint  # else it is like any that always was bare
            return False
        score, best = matches[0]
        likely = _likely(best, change)
        if memory.before is None and not likely:  # nothing is known to have changed there
            as_table = tile_cost(tile_score(best) - score, best.distinct)
            if not _surely_no_table(seen.table, change.cell, as_table):
                return False
            if best.cost >= tile_likelihood.PARAMETERS.something_else:
                seen.unread = seen.left_out = True
                return False
        seen.lost = max(seen.lost, sight.saturated_share(best.pose))
        seen.tiles[change.cell] = NewTile(change.cell, matches, change.cell)
        if likely:
            seen.likely.add(change.cell)
            y, x = change.cell
            laid, _ = self._game.apply(seen.table, Lay(best.key, x, y, best.turns))
            seen.table = laid if laid.is_over else self._game.apply(laid, Skip())[0]
        return likely

    def _tiles_at(
        self, sight: TileSight, memory: Memory, state: State, change: Change, lay: Matrix | None
    ) -> tuple[tuple[tuple[float, TileMatch], ...], TileMatch | None]:
        """The tiles that may lie at a place with their scores, and the tile that lies there against the rules, if one
        does. Where one ``lay`` at the last look it may lie still, whatever has changed beside it since."""
        y, x = change.cell
        first = memory.before is None
        pose = memory.track.predicted(change.cell) if change.pose is None else change.pose
        # No picture shows some places bare: they are held against the table around them.
        never, waiting = (memory.before.never_bare, memory.before.waiting) if memory.before is not None else ((), ())
        as_it_was = change.cost
        if first or change.cell in never:
            as_it_was = bare_cost(sight, pose, change.cell, {*_covered(state), *waiting})
        if first and as_it_was < PARAMETERS.no_table:
            return (), None
        plain = tile_weight(as_it_was, sight.deck.distinct)
        allowed = list(state.board.fitting(state.bag, x, y))
        freedom = LAID_BY_HAND if change.pose is None else OUTLINED
        starts = [(pose, freedom)] if lay is None else [(pose, freedom), (lay, OUTLINED)]
        scored = [(tile_score(one) - plain, one) for one in laid_on_from(sight, starts, allowed, as_it_was)]
        best = max((score for score, _ in scored), default=-math.inf)
        kept = sorted(
            (one for one in scored if one[0] >= max(best - PARAMETERS.close_race, 0.0)), key=lambda one: -one[0]
        )
        foreign = None
        if best < 10.0:
            foreign = against_the_rules(sight, pose, freedom, plain + max(best, 0.0), PARAMETERS.plainly_a_tile)
        return tuple(kept), foreign


def _alone(memory: Memory, seen: _Places, tile: NewTile) -> NewTile:
    """A tile that is looked at without what lies around it, where the earlier picture does not show that: it waited
    there already, or the tile beside it is new as well."""
    y, x = tile.cell
    beside = [seen.tiles.get((y + down, x + right)) for down in (-1, 0, 1) for right in (-1, 0, 1) if down or right]
    new = any(one is not None and one.cell in seen.likely for one in beside)
    waits = memory.before is not None and tile.cell in memory.before.waiting
    return replace(tile, around=None) if new or waits else tile


def _likely(match: TileMatch, change: Change) -> bool:
    """Whether a tile likely lies there: it fits well, or nothing but a tile's square has changed and nothing explains
    that better, however much of it whoever stands there hides."""
    hidden = change.tile_shaped and match.cost < tile_likelihood.PARAMETERS.something_else
    return match.cost < PARAMETERS.maybe_a_tile or hidden


def _surely_no_table(state: State, cell: Cell, as_table: float) -> bool:
    """Whether something lies at a place of the first picture, by what it costs to take it for table that goes on there;
    what tiles surround says nothing of the table."""
    y, x = cell
    covered = set(_covered(state))
    beside = sum(one in covered for one in ((y - 1, x), (y + 1, x), (y, x - 1), (y, x + 1)))
    return beside <= PARAMETERS.most_beside and as_table >= PARAMETERS.surely_no_table


def _covered(state: State) -> list[Cell]:
    return [(tile.y, tile.x) for tile in state.board.laid]


def vague(tile: TileMatch, changed: Sequence[Change]) -> bool:
    """Whether a tile that is told hardly fits, where it is not just a tile's square that has changed: a cloth whose
    colours came out otherwise than before is explained better by some tile than by having stayed as it was."""
    middle = project(tile.pose, np.full((1, 2), 0.5))
    squares = [one.pose for one in changed if one.tile_shaped and one.pose is not None]
    shaped = any(bool((np.abs(project(np.linalg.inv(square), middle) - 0.5) < 0.5).all()) for square in squares)
    return tile.cost >= PARAMETERS.maybe_a_tile and not shaped


def _without_table(sight: TileSight, memory: Memory, changed: Sequence[Change], others: int) -> Sequence[Change]:
    """Without places that go on as the table does around them: where so many seem to have changed, with ``others``
    elsewhere, that the light did (what is known of the colours far beside the map is little), and where a tile was
    once thought to lie."""
    before = memory.before
    if before is None:
        return changed
    few = len(changed) + others <= PARAMETERS.few

    def is_table(one: Change) -> bool:
        poses = (memory.track.predicted(one.cell), *(() if one.pose is None else (one.pose,)))  # that may lie aside
        covered = {*memory.tiles, *before.waiting}
        return any(bare_cost(sight, pose, one.cell, covered) < PARAMETERS.plainly_table for pose in poses)

    asked = [one for one in changed if not one.tile_shaped and (not few or one.cell in before.waiting)]
    return [one for one in changed if one not in asked or not is_table(one)]

"""Several turns that were played before anybody looked up: in which order, whose they are, who was put where.

Each tile that the record does not know is one turn. In which order they were laid is told by the rules (a tile lies at
others, and goes on where they leave off), by the colours of those who stand on them, and by what earlier looks saw come
first. All orders are gone through side by side, and a hypothesis tells of every tile that lies there: none is left out.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np

from games.carcassonne.actions import Action, Deploy, Lay, Skip
from games.carcassonne.board import Board
from games.carcassonne.map_place import PlaceOnMap
from games.carcassonne.rules import Carcassonne
from games.carcassonne.state import State
from games.carcassonne.tiles import FeatureKind
from vision.carcassonne.live.earlier.waiting_tiles import Laid, WaitingTiles
from vision.carcassonne.live.followers import figures
from vision.carcassonne.live.followers.beneath import evened
from vision.carcassonne.live.followers.figures import FigureReader
from vision.carcassonne.live.hypotheses import Hypothesis
from vision.carcassonne.live.tile_evidence import TileMatch
from vision.carcassonne.live.tile_likelihood import in_cost
from vision.carcassonne.poses import TileAsLaid
from vision.parameters import CHOSEN, Parameters, parameter
from vision.registration.lattice import Cell


@dataclass(frozen=True, slots=True, kw_only=True)
class SeveralTurnsParameters(Parameters):
    """How many hypotheses are gone on with turn by turn, and which are contested."""

    most_gone_on_with: int = parameter(40, "count", "beginnings of the hypothesis, of the same number of turns", CHOSEN)
    contested: float = parameter(
        16.0, "nats", "behind the likeliest beginning within which one is gone on with", CHOSEN
    )
    seen_out_of_order: float = parameter(
        0.02, "share", "of looks that see a tile first that was laid later, default", CHOSEN
    )
    taken_home: float = parameter(
        0.5, "share", "of those who scored that have left the table when it is looked at, default", CHOSEN
    )
    scores_at_once: float = parameter(
        0.5, "share", "of those who can put somebody where that scores at once that do so, default", CHOSEN
    )
    out_of_turn: float = parameter(0.02, "share", "of tiles on which somebody else's figure is put, default", CHOSEN)


PARAMETERS = SeveralTurnsParameters()


@dataclass(frozen=True, eq=False)
class NewTile:
    """A place where a tile lies that the record does not know.

    Attributes:
        cell: where.
        matches: the tiles that may be it with their scores, likeliest first.
        around: its cell where an earlier picture shows what lay around it before, else None.
    """

    cell: Cell
    matches: tuple[tuple[float, TileMatch], ...]
    around: Cell | None

    @property
    def score(self) -> float:
        """Of the likeliest."""
        return self.matches[0][0]

    @property
    def cost(self) -> float:
        """Of the likeliest: see :class:`TileMatch`."""
        return self.matches[0][1].cost


@dataclass(frozen=True, eq=False)
class ExplainedTurns:
    """What several turns come to.

    Attributes:
        hypotheses: every tile of the table in them, likeliest first; empty where the rules allow no order.
        strangers: log-likelihood that somebody stands on one of the tiles whose turn it was not.
    """

    hypotheses: tuple[Hypothesis, ...]
    strangers: float = -math.inf


class SeveralTurns:
    """Tells of all new tiles of one picture together.

    Args:
        game: the rules.
        reader: looks for followers on the picture.
        waiting: what earlier looks told.
        board: with all the new tiles on it.
    """

    def __init__(self, game: Carcassonne, reader: FigureReader, waiting: WaitingTiles, board: Board) -> None:
        self._game, self._reader, self._waiting, self._board = game, reader, waiting, board
        self._beneath: dict[tuple[Cell, str], Mapping[TileMatch, float]] = {}
        self.standing: dict[tuple[Laid, str], dict[Deploy, float]] = {}  # log-odds, of whoever was looked for
        self._with_anybody: dict[Laid, float] = {}  # by how much whoever may stand on a tile makes it likelier

    def explained(self, begun: Sequence[tuple[Hypothesis, State]], tiles: Mapping[Cell, NewTile]) -> ExplainedTurns:
        """All orders of the tiles, after each way in which the turn that is open may have ended."""
        plays = [
            _PlayedTurns(state, (hypothesis,) if hypothesis.actions else (), hypothesis.score)
            for hypothesis, state in begun
        ]
        best_of = self._best_of(begun[0][1], tiles)
        for _ in tiles:
            longer = [one for play in plays for one in self._gone_on(play, tiles, best_of)]
            best = max((play.score for play in longer), default=0.0)
            longer = [play for play in longer if play.score > best - PARAMETERS.contested]
            plays = sorted(longer, key=lambda play: -play.score)[: PARAMETERS.most_gone_on_with]
        if not plays:
            return ExplainedTurns(())
        base = sum(tile.score for tile in tiles.values())
        finished = [replace(play.hypothesis(), score=play.score + base) for play in plays]
        return ExplainedTurns(tuple(finished), self._strangers(finished[0], begun[0][1], tiles))

    def kinds(self, tiles: Iterable[NewTile]) -> dict[Cell, dict[TileAsLaid, float]]:
        """Log-likelihood of each tile that the rules allow at a place, whoever stands on it; places without any are
        left out."""
        found: dict[Cell, dict[TileAsLaid, float]] = {}
        for tile in tiles:
            for score, match in tile.matches:
                more = self._with_anybody.get((tile.cell, match.key, match.turns))
                if more is not None:
                    found.setdefault(tile.cell, {})[match.key, match.turns] = score + more
        return found

    def turn(
        self, state: State, lay: Lay, tile: NewTile, match: TileMatch, *, overlooked: bool = False
    ) -> list[Hypothesis]:
        """Every way in which the player to move may have laid this tile: who was put on it. It is ``overlooked`` where
        others were laid before anybody looked: who scored there at once was hardly to be seen."""
        colour = state.setup.seats[state.seat].colour
        laid = (tile.cell, match.key, match.turns)
        options = list(self._game.deployments(state, lay))
        seen, shares = self._reader.seen(match, options, colour, tile.around), self._reader.shares(options)
        # In another order another field may be free: what the picture tells of a follower is the same in each.
        known = self.standing.get((laid, colour), {})
        self.standing[laid, colour] = {**known, **{one: score for one, (score, _) in seen.items()}}
        before = self._waiting.stood.get((laid, colour), {})
        board = self._game.apply(state, lay)[0].board if overlooked else None
        at_once = [] if board is None else [one for one in options if one not in before and finished(board, lay, one)]
        place = (PlaceOnMap(lay.x, lay.y).notation,)
        bare = math.log(1 - figures.PARAMETERS.follower_share) if options else 0.0
        bare += math.log(1 - PARAMETERS.scores_at_once) if at_once else 0.0
        ways = [Hypothesis((lay, Skip()), bare, place, match)]
        evened_by = self._evened(tile, colour).get(match, 0.0) if seen else 0.0
        for option, (score, foot) in seen.items():
            share = shares[option]
            if finished(self._board, lay, option):  # he is seen now, or was while he stood; else nobody knows
                gone = PARAMETERS.scores_at_once / len(at_once) if option in at_once else math.exp(share)
                taken = before.get(option, 0.0) + math.log(PARAMETERS.taken_home * gone)
                score = float(np.logaddexp(score, taken - share))
            ways.append(Hypothesis((lay, option), score + share + evened_by, place, match, foot))
        anybody = float(np.logaddexp.reduce([way.score for way in ways]))
        self._with_anybody[laid] = max(anybody, self._with_anybody.get(laid, -math.inf))
        return ways

    def _evened(self, tile: NewTile, colour: str) -> Mapping[TileMatch, float]:
        """See :func:`vision.carcassonne.live.followers.beneath.evened`; asked for in many orders."""
        if (tile.cell, colour) not in self._beneath:
            self._beneath[tile.cell, colour] = evened(self._reader, tile.matches, colour, tile.around)
        return self._beneath[tile.cell, colour]

    def figure_odds(self, turn: Hypothesis) -> float:
        """Log-odds, 0 or more, of whoever a turn puts on its tile, as the picture tells of him; 0 of nobody."""
        placed = next((action for action in turn.actions if isinstance(action, Deploy)), None)
        if placed is None or turn.tile is None:
            return 0.0
        laid = (turn.cell, turn.tile.key, turn.tile.turns)
        odds = [seen.get(placed, 0.0) for (where, _), seen in self.standing.items() if where == laid]
        return max(0.0, *odds) if odds else 0.0

    def costs_but_for_figures(self, hypotheses: Sequence[Hypothesis], tiles: Mapping[Cell, NewTile]) -> list[float]:
        """What each tile costs in the likeliest hypothesis, without what whoever it puts there makes up for: somebody
        who stands on a tile hides a part of it, and hides nothing else."""
        best = max(hypotheses, key=lambda hypothesis: hypothesis.score, default=None)
        explained = dict[Cell, float]()
        for turn in best.each if best is not None else ():
            if turn.cell is not None and turn.tile is not None:
                explained[turn.cell] = turn.tile.cost - in_cost(self.figure_odds(turn), turn.tile.distinct)
        return [explained.get(cell, tile.cost) for cell, tile in tiles.items()]

    def _best_of(self, state: State, tiles: Mapping[Cell, NewTile]) -> dict[Cell, float]:
        """The most that a turn can score on each tile: beginnings that go on with different ones are held against
        that, or whoever tells of a figure first would win."""
        best = {cell: tile.score for cell, tile in tiles.items()}
        if len(tiles) > 1:
            for cell, tile in tiles.items():
                match = tile.matches[0][1]
                seen = [self._reader.anybody(match, [seat.colour], tile.around) for seat in state.setup.seats]
                best[cell] += max(0.0, *seen)
        return best

    def _gone_on(
        self, play: _PlayedTurns, tiles: Mapping[Cell, NewTile], best_of: Mapping[Cell, float]
    ) -> Iterator[_PlayedTurns]:
        """The play with one more turn."""
        state = play.state
        if state.is_over:
            return
        left = [cell for cell in tiles if cell not in play.cells]
        first = min((self._waiting.came_at(cell) for cell in left), default=0)
        total = sum(state.bag.values())
        for cell in left:
            fitting = set(state.board.fitting(state.bag, cell[1], cell[0]))
            order = math.log(PARAMETERS.seen_out_of_order) if self._waiting.may_have_come_at(cell) > first else 0.0
            for score, match in tiles[cell].matches:
                if (match.key, match.turns) not in fitting:
                    continue
                lay = Lay(match.key, cell[1], cell[0], match.turns)
                odds = score - best_of[cell] + order + math.log(state.bag[match.key] / total)
                laid, _ = self._game.apply(state, lay)
                for hypothesis in self.turn(state, lay, tiles[cell], match, overlooked=len(left) > 1):
                    after = laid if laid.is_over else self._game.apply(laid, hypothesis.actions[1])[0]
                    yield play.with_turn(replace(hypothesis, score=hypothesis.score + odds), after)

    def _strangers(self, best: Hypothesis, state: State, tiles: Mapping[Cell, NewTile]) -> float:
        """How much likelier than the best hypothesis it is that somebody stands on a tile whose turn it was not."""
        found, seat = -math.inf, state.seat
        for turn in best.turns:
            if turn.cell is not None:
                found = max(found, self.stranger(state, seat, turn, tiles[turn.cell].around))
                seat = (seat + 1) % len(state.setup.seats)
        return best.score + found

    def stranger(self, state: State, seat: int, turn: Hypothesis, around: Cell | None) -> float:
        """The log-odds, against this turn of a seat, that somebody else's figure stands on its tile."""
        if turn.tile is None:
            return -math.inf
        own = state.setup.seats[seat].colour
        others = [one.colour for one in state.setup.seats if one.colour != own]
        bare = not any(isinstance(action, Deploy) for action in turn.actions)
        mine = 0.0 if bare else max(0.0, self._reader.anybody(turn.tile, [own], around))
        return math.log(PARAMETERS.out_of_turn) + self._reader.anybody(turn.tile, others, around) - mine


def finished(board: Board, lay: Lay, option: Deploy) -> bool:
    """Whether what a follower stands on is finished on a board, so that he may have gone home."""
    number = board.at.get((lay.x, lay.y))
    if number is None or option.feature is FeatureKind.FIELD:
        return False
    index = board.laid[number].turned.index_at(option.feature, option.location)
    return index is not None and board.region_of(board.parts_of(number)[index]).open == 0


@dataclass(frozen=True, eq=False)
class _PlayedTurns:
    """Some turns that were told, and where they lead."""

    state: State
    turns: tuple[Hypothesis, ...]
    score: float

    @property
    def cells(self) -> frozenset[Cell | None]:
        return frozenset(turn.cell for turn in self.turns)

    def hypothesis(self) -> Hypothesis:
        actions: tuple[Action, ...] = tuple(action for turn in self.turns for action in turn.actions)
        places = tuple(place for turn in self.turns for place in turn.places)
        return Hypothesis(actions, self.score, places, turns=self.turns)

    def with_turn(self, turn: Hypothesis, state: State) -> _PlayedTurns:
        return _PlayedTurns(state, (*self.turns, turn), self.score + turn.score)

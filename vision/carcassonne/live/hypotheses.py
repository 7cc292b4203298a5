"""Ways in which a table may have come to look as it does: what was done, and how well that explains the picture."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from games.carcassonne.actions import Action, Deploy, Lay
from games.carcassonne.state import State
from vision.carcassonne.live.change_outline import Change
from vision.carcassonne.live.earlier.waiting_tiles import Laid
from vision.carcassonne.live.tile_evidence import TileMatch
from vision.carcassonne.poses import TileAsLaid
from vision.explanation import Explanation
from vision.registration.lattice import Cell, Matrix


@dataclass(frozen=True, eq=False)
class Hypothesis:
    """One way it may have gone, with what the eyes would remember if it turns out to be true.

    Attributes:
        actions: legal actions, one after the other.
        score: log-likelihood with the rules' own odds.
        places: where they show.
        tile: how the tile lies that is laid.
        foot: where the follower stands that is put on it.
        turns: of a hypothesis of several turns each of them, in playing order.
    """

    actions: tuple[Action, ...]
    score: float
    places: tuple[str, ...] = ()
    tile: TileMatch | None = None
    foot: tuple[int, int] | None = None
    turns: tuple[Hypothesis, ...] = ()

    @property
    def each(self) -> tuple[Hypothesis, ...]:
        """Its turns, one hypothesis each."""
        return self.turns or (self,)

    @property
    def cell(self) -> Cell | None:
        """Where its tile is laid; None of a hypothesis that lays none."""
        lay = next((action for action in self.actions if isinstance(action, Lay)), None)
        return None if lay is None else (lay.y, lay.x)


def hypotheses_of_turns(hypotheses: Sequence[Hypothesis]) -> Iterator[Hypothesis]:
    """Every single turn that the hypotheses tell of, those of the likeliest hypothesis first."""
    for hypothesis in hypotheses:
        yield from hypothesis.each


def with_more(hypotheses: Sequence[Hypothesis], more: Mapping[Cell, Mapping[TileAsLaid, float]]) -> list[Hypothesis]:
    """The hypotheses with so many nats more for the tiles that they lay at some cells; tiles that are not named keep
    their score."""
    found = []
    for hypothesis in hypotheses:
        score = hypothesis.score
        for turn in hypothesis.each:
            if turn.cell is not None and turn.cell in more and turn.tile is not None:
                score += more[turn.cell].get((turn.tile.key, turn.tile.turns), 0.0)
        found.append(replace(hypothesis, score=score))
    return found


def match_of_tile(hypotheses: Sequence[Hypothesis], cell: Cell, tile: tuple[str, int]) -> TileMatch | None:
    """How the hypotheses saw a tile (key, turns) that one of them lays at a cell; None where none of them does."""
    for turn in hypotheses_of_turns(hypotheses):
        match = turn.tile
        if match is not None and (match.key, match.turns) == tile and turn.cell == cell:
            return match
    return None


@dataclass(frozen=True, eq=False)
class ExplainedHypotheses:
    """An explanation and the hypotheses behind it.

    Attributes:
        explanation: what is told.
        hypotheses: behind it, likeliest first.
        changed: places that no longer look as they did, the most changed first.
        residuals: tiles that lie against the rules.
        laid: where each tile lies that the record does not know, of those that are likely tiles.
        after: the state to which the likeliest hypothesis leads; None where that tells of nothing.
        standing: log-odds of who may have been put on them, by tile and colour.
        kinds: log-likelihood of each tile that may lie at a place, by this picture alone, whoever stands on it.
    """

    explanation: Explanation
    hypotheses: tuple[Hypothesis, ...]
    changed: tuple[Change, ...] = ()
    residuals: Mapping[Cell, TileMatch] = field(default_factory=dict)
    laid: Mapping[Cell, Matrix] = field(default_factory=dict)
    after: State | None = None
    standing: Mapping[tuple[Laid, str], Mapping[Deploy, float]] = field(default_factory=dict)
    kinds: Mapping[Cell, Mapping[TileAsLaid, float]] = field(default_factory=dict)

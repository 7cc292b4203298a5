"""From a still table to ranked legal actions: which lay, and which follower, turn the recorded state into what is seen.

Each story ("nothing yet", "this tile there, turned so", with or without a follower on one of its features) is scored
by how well it explains the places that changed since the record was last in step; a story must also put up with what
it leaves unexplained. Scores are log-likelihoods, and with the rules' own odds (how many of a kind are left) they make
probabilities.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np

from games.carcassonne.actions import Action, Deploy, Lay, Skip
from games.carcassonne.rules import Carcassonne
from games.carcassonne.state import State
from games.carcassonne.tiles import tile_type
from vision.carcassonne.live.change_outline import OUTLINED, Change, changes
from vision.carcassonne.live.figures import FigureReader
from vision.carcassonne.live.memory import Memory
from vision.carcassonne.live.tile_evidence import TileMatch, TileSight
from vision.explanation import Explanation, Scored, explained
from vision.registration.alignment import LAID_BY_HAND
from vision.registration.lattice import Cell

MOST_PLACES = 5  # changed places that are looked at closely
PIXELS_THAT_COUNT = 60.0  # of a tile: neighbouring ones repeat each other
SOMETHING_ELSE = 3.6  # mean squared standard deviations per pixel at which a place shows something that is no tile
CLOSE_RACE = 14.0  # nats behind the best tile within which a tile's followers are still looked for
LEAST_KEPT = 1e-4
MOST_BURNT = 0.3  # of a tile, beyond which ...
PLAINLY_A_TILE = 2.0  # cost below which a picture surely shows what lies there
TWO_TURNS = 0.02  # how often people play on before anybody looks up, "default"
BURNT_DOUBT = 0.3  # ... the odds are that something else is the case


@dataclass(frozen=True, eq=False)
class Story:
    """One way it may have gone, with what the eyes would remember if it turns out to be true."""

    actions: tuple[Action, ...]
    score: float
    places: tuple[str, ...] = ()
    tile: TileMatch | None = None
    foot: tuple[int, int] | None = None


def tile_told(stories: Sequence[Story], cell: Cell, tile: tuple[str, int]) -> TileMatch | None:
    """How the stories saw a tile (key, turns) that one of them lays at a cell; None where none of them does."""
    for story in stories:
        match = story.tile
        if match is not None and (match.key, match.turns) == tile:
            lay = next((action for action in story.actions if isinstance(action, Lay)), None)
            if lay is not None and (lay.y, lay.x) == cell:
                return match
    return None


@dataclass(frozen=True, eq=False)
class Findings:
    """An explanation and the stories behind it, and which places changed."""

    explanation: Explanation
    stories: tuple[Story, ...]
    changed: tuple[Cell, ...] = ()
    misfits: Mapping[Cell, TileMatch] = field(default_factory=dict)  # tiles that lie against the rules


class Explainer:
    """Explains still tables of one game. Holds no memory of its own."""

    def __init__(self, game: Carcassonne) -> None:
        self._game = game

    def explain(self, sight: TileSight, memory: Memory, state: State, frame_number: int) -> Findings:
        """The stories for this picture, likeliest first."""
        reader = FigureReader(sight, memory)
        opening, after = self._pending(reader, memory, state)
        rim = [(y, x) for x, y in state.board.frontier]
        changed = changes(sight, memory, rim, MOST_PLACES)
        stories = list(opening)
        misfits: dict[Cell, TileMatch] = {}
        unread, lost = 0.0, 0.0
        laid: list[float] = []  # for each place with a new tile, how plainly it shows one
        for change in changed:
            found, foreign = self._tiles_at(sight, reader, memory, after, change)
            stories.extend(found)
            unread = max(unread, 0.0 if found else 1.0)
            plainly = [one.score for one in found if one.tile is not None and one.tile.cost < PLAINLY_A_TILE]
            laid.extend([max(plainly)] if plainly else [])
            lost = max([lost, *(sight.burnt_share(one.tile.pose) for one in found[:1] if one.tile is not None)])
            if foreign is not None:
                misfits[change.cell] = foreign
        beyond = sorted(laid)[-2] if len(laid) > 1 else -math.inf
        return _told(stories, unread, lost, beyond, frame_number, tuple(change.cell for change in changed), misfits)

    def _pending(self, reader: FigureReader, memory: Memory, state: State) -> tuple[list[Story], State]:
        """What may have happened before another tile is laid, and the state from which that tile is laid."""
        if state.is_over:
            return [Story((), 0.0)], state
        if state.step == "lay":
            return [Story((), 0.0)], state
        skipped, _ = self._game.apply(state, Skip())
        last = state.board.laid[-1]
        options = [action for action in self._game.legal(state) if isinstance(action, Deploy)]
        match = reader.recorded((last.y, last.x))
        stories = [Story((), 0.0)]
        if match is not None and options:
            bare, seen = reader.deployments(match, options, state.setup.seats[state.seat].colour, None)
            stories = [Story((), bare)]
            stories += [Story((option,), score, (last.place,), None, foot) for option, score, foot in seen]
        return stories, skipped

    def _tiles_at(
        self,
        sight: TileSight,
        reader: FigureReader,
        memory: Memory,
        state: State,
        change: Change,
    ) -> tuple[list[Story], TileMatch | None]:
        """The stories of a tile laid at a place, and the tile that lies there against the rules, if one does."""
        y, x = change.cell
        plain = tile_weight(change.cost)
        demand = state.board.frontier[x, y]
        allowed = {
            (key, turns): Lay(key, x, y, turns) for key in state.bag for turns in tile_type(key).fits.get(demand, ())
        }
        pose = memory.track.foretold(change.cell) if change.pose is None else change.pose
        freedom = LAID_BY_HAND if change.pose is None else OUTLINED
        matches = sight.matches(pose, list(allowed), freedom)
        scored = [(tile_score(match) - plain, match) for match in matches]
        stories: list[Story] = []
        best = max((score for score, _ in scored), default=-math.inf)
        total = sum(state.bag.values())
        for score, match in scored:
            if score < max(best - CLOSE_RACE, 0.0):
                continue
            lay = allowed[match.key, match.turns]
            odds = score + math.log(state.bag[match.key] / total)
            stories += self._followed(reader, state, lay, match, odds)
        foreign = None
        if best < 10.0:
            foreign = self._against_the_rules(sight, memory, pose, best + plain)
        return stories, foreign

    def _followed(self, reader: FigureReader, state: State, lay: Lay, match: TileMatch, odds: float) -> list[Story]:
        place = (f"{lay.x},{lay.y}",)
        options = list(self._game.deployments(state, lay))
        bare, seen = reader.deployments(match, options, state.setup.seats[state.seat].colour, (lay.y, lay.x))
        stories = [Story((lay, Skip()), odds + bare, place, match)]
        stories += [Story((lay, option), odds + score, place, match, foot) for option, score, foot in seen]
        return stories

    def _against_the_rules(self, sight: TileSight, memory: Memory, pose: np.ndarray, best: float) -> TileMatch | None:
        every = [(key, turns) for key in {key for key, _ in sight.deck.views} for turns in range(4)]
        matches = sight.matches(pose, every)
        return (
            matches[0]
            if matches and tile_score(matches[0]) > best + 12.0 and matches[0].cost < PLAINLY_A_TILE
            else None
        )


def tile_score(match: TileMatch) -> float:
    """Log-likelihood of what is seen if this tile lies there, against something else lying there."""
    return tile_weight(match.cost) - 0.5 * match.strain


def tile_weight(cost: float) -> float:
    """Log-likelihood of a mean bounded disagreement, against something else lying there."""
    return 0.5 * PIXELS_THAT_COUNT * (SOMETHING_ELSE - cost)


def _told(
    stories: Sequence[Story],
    unread: float,
    lost: float,
    beyond: float,
    frame_number: int,
    changed: tuple[Cell, ...],
    misfits: Mapping[Cell, TileMatch],
) -> Findings:
    ranked = sorted(stories, key=lambda story: -story.score)
    scores = np.array([story.score for story in ranked])
    top = float(scores.max())
    # That something else lies there is a story too: where a place changed and no tile explains it, the likeliest one.
    none_of_these = math.exp(-max(0.0, top)) * (2.0 if unread else 0.02) + 1e-4
    # And that two turns were played: a story of one leaves the other's tile unexplained, however plain it is.
    none_of_these += TWO_TURNS * math.exp(min(beyond, 20.0))
    if lost > MOST_BURNT:  # colours that ran into white tell tiles and followers badly: nothing is sure then
        none_of_these += BURNT_DOUBT * float(np.exp(scores - top).sum())
    explanation = explained(
        (Scored(story.actions, story.score, story.places) for story in ranked),
        frame_number,
        otherwise=top + math.log(none_of_these),
    )
    return Findings(explanation, tuple(ranked), changed, misfits)

"""Turns of Cronberg that were played before anybody pressed, as one story each.

A token tells whose it is. Nobody sees who laid a rhomb; the order in which pieces came tells, as far as earlier looks
saw one before the other. Only what plainly lies there, and apart from the rest of the story or seen without it before,
is one more turn: what one piece makes of the picture beside it is no second one.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from games.cronberg.rules import Cronberg
from games.cronberg.state import Action, LayRhomb, PlaceToken, State
from vision.parameters import CHOSEN, Parameters, parameter

Scores = Mapping[Action, float]


@dataclass(frozen=True, slots=True, kw_only=True)
class CronbergTurnsParameters(Parameters):
    """How plain further turns must be, and how seldom people forget to press."""

    plainly: float = parameter(4.0, "nats", "from which a piece is told as one more turn", CHOSEN)
    unpressed: float = parameter(-3.0, "log-probability", "that a turn was played on without a press", CHOSEN)
    out_of_order: float = parameter(
        -4.0,
        "log-probability",
        "that a piece which an earlier look did not show came before one it showed",
        CHOSEN,
    )
    most_turns: int = parameter(5, "turns", "that are told at once", CHOSEN)
    most_stories: int = parameter(24, "stories", "of as many turns that are followed further", CHOSEN)


PARAMETERS = CronbergTurnsParameters()


@dataclass(frozen=True, slots=True)
class PlayedTurns:
    """One action each, in the order of play; ``score`` in nats against nothing having been done."""

    actions: tuple[Action, ...]
    score: float


class UnpressedTurns:
    """Follows play beyond the first turn.

    Args:
        game: the rules.
        state: where the record stands.
        scores: nats for each action that may follow in a state, by the picture.
        came: at which look pieces were first plain to see; what is not in it came last.
    """

    def __init__(
        self, game: Cronberg, state: State, scores: Callable[[State], Scores], came: Mapping[Action, int]
    ) -> None:
        self._game, self._state, self._scores, self._came = game, state, scores, came

    def beyond(self, first: Sequence[tuple[Action, float]]) -> list[PlayedTurns]:
        """Every story of two turns and more that begins with one of these."""
        found: list[PlayedTurns] = []
        stories = [PlayedTurns((action,), score) for action, score in first if score > PARAMETERS.plainly]
        for _ in range(1, PARAMETERS.most_turns):
            stories = sorted((longer for one in stories for longer in self._gone_on(one)), key=lambda one: -one.score)
            stories = stories[: PARAMETERS.most_stories]
            found += stories
        return found

    def _gone_on(self, story: PlayedTurns) -> list[PlayedTurns]:
        """The story with one turn more."""
        after = self._state
        for action in story.actions:
            after, _ = self._game.apply(after, action)
        if after.to_move is None:
            return []
        unpressed = story.score + PARAMETERS.unpressed
        return [
            PlayedTurns((*story.actions, action), unpressed + score + self._order(story, action))
            for action, score in self._scores(after).items()
            if score > PARAMETERS.plainly and all(self._are_two(one, action) for one in story.actions)
        ]

    def _are_two(self, one: Action, other: Action) -> bool:
        """Whether these are two pieces: they lie apart, or one was plain to see before the other came beside it."""
        return apart(self._state, one, other) or (one != other and self._look(one) != self._look(other))

    def _order(self, story: PlayedTurns, action: Action) -> float:
        """Log of the chance that looks showed what came before later than this."""
        return PARAMETERS.out_of_order * sum(self._look(one) > self._look(action) for one in story.actions)

    def _look(self, action: Action) -> float:
        return self._came.get(action, math.inf)


def apart(state: State, one: Action, other: Action) -> bool:
    """Whether two pieces lie in different places, and neither hides or touches what the other is told by."""
    match one, other:
        case PlaceToken(here), PlaceToken(there):
            return here != there
        case (LayRhomb() as rhomb, PlaceToken(crossing)) | (PlaceToken(crossing), LayRhomb() as rhomb):
            corners = {at for name in rhomb.triangles for at in _corners(state, name)}
            return state.lattice.crossing_named[crossing] not in corners
        case LayRhomb() as first, LayRhomb() as second:
            return not set(first.triangles) & set(second.triangles)
    return False


def _corners(state: State, triangle: str) -> tuple[int, int, int]:
    return state.lattice.corners_of[state.lattice.triangle_named[triangle]]

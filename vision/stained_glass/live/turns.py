"""Whole turns out of what the map and the glass tell: each hypothesis must be one that the rules allow."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from games.carcassonne.actions import Action, Lay
from games.carcassonne.rules import Carcassonne
from games.carcassonne.stained_glass.actions import PlaceThief, Steal
from games.carcassonne.stained_glass.glass import glass_of
from games.carcassonne.state import State
from games.place_before import GLASS, PlaceBefore
from vision.explanation import Candidate, Discrepancy, Explanation, Scored, explained, log_of
from vision.parameters import CHOSEN, Parameters, parameter
from vision.stained_glass.live.changes import Follower, LaterTurn, outcomes
from vision.stained_glass.live.holdings import Noticed


@dataclass(frozen=True, slots=True, kw_only=True)
class TurnsParameters(Parameters):
    """How likely turns are that nobody thought of, and when a whole turn is not clear."""

    nobody_thought_of: float = parameter(1e-4, "share", "of what may have been done besides", CHOSEN)
    something_else: float = parameter(
        0.02, "share", 'of a hypothesis without a legal end that counts as "none of these"', CHOSEN
    )
    tile_is_right: float = parameter(
        0.5, "share", "how often of such a hypothesis the tile is right, and what else was done is not seen", CHOSEN
    )
    less_points: float = parameter(
        0.05, "share", "how often people count windows in a way that brings less than they could have had", CHOSEN
    )
    idle_thief: float = parameter(
        0.3,
        "share",
        "how often a thief is placed who steals nothing, against one follower fewer: he still holds a road",
        CHOSEN,
    )
    not_clear: float = parameter(0.5, "probability", "below which what was done is asked", CHOSEN)


PARAMETERS = TurnsParameters()


@dataclass(frozen=True, slots=True)
class MapHypothesis:
    """Of the map alone: what was laid (None: nothing), the state after it, who was placed, how likely it is, and what
    others played ``later``, while nobody had recorded that turn."""

    lay: Lay | None
    laid: State
    followers: tuple[Follower, ...]
    weight: float
    places: tuple[str, ...]
    later: tuple[LaterTurn, ...] = ()


def explain_turns(
    game: Carcassonne,
    state: State,
    sights: Iterable[MapHypothesis],
    noticed: Noticed,
    unexplained: float,
    frame_number: int,
) -> Explanation:
    """The legal turns behind all that is seen, likeliest first."""
    weights: dict[tuple[Action, ...], float] = {}
    places: dict[tuple[Action, ...], tuple[str, ...]] = {}
    nothing = unexplained + PARAMETERS.nobody_thought_of
    for sight in sights:
        found = False
        for held in noticed.ways:
            for way, share in _ends(game, state, sight, held.tiles):
                found = True
                weights[way] = weights.get(way, 0.0) + sight.weight * held.odds * share
                places.setdefault(way, sight.places)
        if not found and (begun := _but_for_the_last(game, state, sight, noticed)):
            for way, weight in begun:
                weights[way] = weights.get(way, 0.0) + weight
                places.setdefault(way, sight.places)
        elif not found:
            share = PARAMETERS.something_else * sight.weight
            if sight.lay is not None:  # glass that is due may lie where nobody sees it: people can tell which it is
                way = (sight.lay,)
                weights[way] = weights.get(way, 0.0) + share * PARAMETERS.tile_is_right
                places.setdefault(way, sight.places)
                share *= 1 - PARAMETERS.tile_is_right
            nothing += share
    explanation = explained(
        (Scored(way, log_of(weight), places[way]) for way, weight in weights.items()),
        frame_number,
        otherwise=log_of(nothing),
    )
    return replace(explanation, discrepancies=_missing(noticed, explanation.candidates))


def _but_for_the_last(
    game: Carcassonne, state: State, sight: MapHypothesis, noticed: Noticed
) -> list[tuple[tuple[Action, ...], float]]:
    """The turns ahead of one whose tile lies already while its glass does not, each with its weight; with that tile or
    without, since what else is done in that turn is not seen yet."""
    if not sight.later:
        return []
    ahead, last = replace(sight, later=sight.later[:-1]), sight.later[-1]
    return [
        (played, sight.weight * held.odds * share / 2)
        for held in noticed.ways
        for way, share in _ends(game, state, ahead, held.tiles)
        for played in (way, (*way, last.lay))
    ]


def _ends(
    game: Carcassonne, state: State, sight: MapHypothesis, held: Sequence[Mapping[str, int]]
) -> list[tuple[tuple[Action, ...], float]]:
    """Every way in which the turn, and those after it, can have gone on after the tile, and its share among them."""
    ways = outcomes(game, sight.laid, held, sight.followers, sight.later)
    begun: tuple[Action, ...] = () if sight.lay is None else (sight.lay,)
    if not ways:  # perhaps nothing was done yet, though something has to be
        idle = sight.lay is None and not sight.followers and list(held) == list(glass_of(state).held)
        return [((), 1.0)] if idle and not sight.later else []
    seats = len(state.scores)
    most = {
        seat: max(scores[seat] for scores in ways)
        for seat in ((state.seat + turn) % seats for turn in range(1 + len(sight.later)))
    }
    shares = {
        way: math.prod(1.0 if scores[seat] == best else PARAMETERS.less_points for seat, best in most.items())
        * (PARAMETERS.idle_thief if _has_idle_thief(way) else 1.0)
        for scores, way in ways.items()
    }
    total = max(1.0, sum(shares.values()))
    return [((*begun, *way), share / total) for way, share in shares.items()]


def _has_idle_thief(way: Sequence[Action]) -> bool:
    thieves = sum(isinstance(action, PlaceThief) for action in way)
    return thieves > sum(isinstance(action, Steal) for action in way)


def _missing(noticed: Noticed, candidates: Sequence[Candidate]) -> tuple[Discrepancy, ...]:
    """Glass that is gone where no turn explains that: people have to say what became of it."""
    if not noticed.gone or (candidates and candidates[0].probability > PARAMETERS.not_clear):
        return ()
    return tuple(
        Discrepancy(PlaceBefore(GLASS, seat, kind).notation, "carcassonne.seen_glass", "carcassonne.seen_no_glass", 0.9)
        for seat, kind in noticed.gone
    )

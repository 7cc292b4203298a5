"""From a still board to ranked legal actions: a token, a rhomb on two triangles in one of two ways, a pass, or nothing.

Only what the rules allow is weighed, and only where the board has changed: a free triangle that plainly shows its
symbol is not covered. Scores are log-likelihoods against "nothing has been done", with the odds of drawing each rhomb.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from games.cronberg.legal import free_places, open_crossings
from games.cronberg.rules import CRONBERG, Cronberg
from games.cronberg.state import Action, LayRhomb, Pass, PlaceToken, RhombOnBoard, State
from vision.cronberg import settle
from vision.cronberg.evidence import RhombEvidence
from vision.cronberg.live.review import review
from vision.cronberg.live.unpressed_turns import PlayedTurns, UnpressedTurns, apart
from vision.cronberg.reading import CronbergReader, PreparedStill
from vision.explanation import Explanation, Scored, explained
from vision.parameters import CHOSEN, Parameters, parameter

Pose = NDArray[np.float32]
Poses = Mapping[RhombOnBoard, Pose]


@dataclass(frozen=True, slots=True, kw_only=True)
class CronbergExplainParameters(Parameters):
    """How many places may have changed, and how likely a pass, nothing or something else is."""

    plainly_empty: float = parameter(
        0.9, "nats", "from which a triangle shows its symbol so plainly that no rhomb can lie there", CHOSEN
    )
    most_places: int = parameter(14, "places", "that are weighed", CHOSEN)
    something: float = parameter(0.8, "nats", "that anything at all that is no rhomb may reach at a place", CHOSEN)
    chance: float = parameter(
        0.25, "nats", "by which one kind may fit better than the others on what is no rhomb", CHOSEN
    )
    most_otherwise: float = parameter(
        50.0, "nats", "by which something that is no piece is believed rather than any hypothesis, at most", CHOSEN
    )
    nothing_else: float = parameter(1e-3, "probability", "of something that nobody thought of, at the least", CHOSEN)
    passed: float = parameter(
        5.0, "nats", "for a pass before an unchanged board, where nothing else is allowed", CHOSEN
    )
    plainly: float = parameter(
        4.0, "nats", "from which a piece plainly lies there, whether the likeliest candidate tells of it or not", CHOSEN
    )
    left_out: float = parameter(
        1.5, "odds", "that something else is the case where one leaves out a piece that plainly lies there", CHOSEN
    )
    most_nats: float = parameter(30.0, "nats", "beyond which a piece is not more certain", CHOSEN)
    something_odds: float = parameter(
        0.02, "odds", "before looking, that something lies there that is no piece", CHOSEN
    )


PARAMETERS = CronbergExplainParameters()


@dataclass(frozen=True, eq=False, slots=True)
class ExplainedBoard:
    """An explanation, and what the eyes would remember.

    Attributes:
        explanation: for the session.
        poses: how every recorded rhomb, and each rhomb that may just have been laid, lies off the net: mm, mm, degrees.
    """

    explanation: Explanation
    poses: Poses = field(default_factory=dict)


class CronbergExplainer:
    """Explains still boards of one copy. Holds no memory of its own."""

    def __init__(self, reader: CronbergReader, game: Cronberg = CRONBERG) -> None:
        self._reader = reader
        self._game = game

    def explain(
        self,
        prepared: PreparedStill,
        state: State,
        known: Poses,
        frame_number: int,
        changes: NDArray[np.float32] | None = None,
        came: Mapping[Action, int] | None = None,
    ) -> ExplainedBoard:
        """The actions that would explain this picture, likeliest first: of one turn, or of as many as were played.

        Args:
            prepared: the picture, its tokens weighed for the colours of the seats in their order.
            state: where the record stands. known: how its rhombi lie, as far as that has been seen.
            changes: (crossings, seats) nats for a token's having come there since an earlier look.
            came: at which look pieces that are not on record were first plain to see.
        """
        weigher = self._reader.weigher
        empty = weigher.empties(prepared.symbols, prepared.gain)
        recorded = _places_of(state, [rhomb for rhomb in state.rhombi if rhomb not in known])
        places = sorted({*_changed_places(state, empty), *recorded})
        rhombi, poses = weigher.weigh_places(places, prepared.faces, prepared.gain)
        weigher.refine(places, rhombi, poses, prepared.faces, prepared.gain)
        evidence = RhombEvidence(rhombi, poses, empty)
        lies = dict(known)
        for laid in state.rhombi:
            lies.setdefault(laid, poses[state.lattice.sites.index(laid.site), laid.kind])
        scores = self._scores(state, evidence, prepared, changes)
        ranked = sorted(scores.items(), key=lambda one: -one[1])
        turns = UnpressedTurns(
            self._game, state, lambda later: self._scores(later, evidence, prepared, changes), came or {}
        )
        stories = [*(PlayedTurns((action,), score) for action, score in ranked), *turns.beyond(ranked)]
        best = max(stories, key=lambda story: story.score, default=PlayedTurns((), 0.0))
        best = best if best.score > 0 else PlayedTurns((), 0.0)
        seen = review(self._reader, prepared, state, lies, evidence, self._leaving(state, best.actions))
        for action, score in ranked:
            if isinstance(action, LayRhomb) and score > 0:
                laid = _laid(state, action)
                lies.setdefault(laid, poses[state.lattice.sites.index(laid.site), laid.kind])
        something = _something(state, empty) - settle.PARAMETERS.scale * max(
            0.0, _stands_out(state, best.actions or _first(ranked), evidence) - PARAMETERS.chance
        )
        if _leaves_out(state, best.actions, ranked, prepared):
            something = max(something, best.score + math.log(PARAMETERS.left_out))
        hypotheses = [Scored((), 0.0), *(Scored(story.actions, story.score, _places(story)) for story in stories)]
        explanation = explained(
            hypotheses,
            frame_number,
            otherwise=_otherwise(hypotheses, something),
            discrepancies=seen.discrepancies,
            lingering=seen.lingering,
        )
        return ExplainedBoard(explanation, lies)

    def _scores(
        self,
        state: State,
        evidence: RhombEvidence,
        prepared: PreparedStill,
        changes: NDArray[np.float32] | None,
    ) -> dict[Action, float]:
        """Nats for each action that the picture can speak of, against nothing having been done."""
        if state.to_move is None:
            return {}
        scores: dict[Action, float] = {}
        names = state.lattice.crossing_names
        if state.tokens_in_hand(state.to_move):
            for crossing in open_crossings(state):
                nats = prepared.tokens.nats[crossing]
                # Wood of one colour may look a little like another's: the best colour takes the token.
                score = float(nats[state.to_move] - max(0.0, *np.delete(nats, state.to_move)))
                score += 0.0 if changes is None else float(changes[crossing, state.to_move])
                scores[PlaceToken(names[crossing])] = min(score, PARAMETERS.most_nats)
        scores.update(_rhomb_scores(state, evidence))
        if not scores and not free_places(state):
            scores[Pass()] = PARAMETERS.passed
        return scores

    def _leaving(self, state: State, actions: Sequence[Action]) -> frozenset[str]:
        """Crossings whose tokens people may take home already, since what was most likely done sends them there."""
        leaving: set[str] = set()
        for action in actions:
            state, events = self._game.apply(state, action)
            leaving.update(place for event in events for place in event.leaves)
        return frozenset(leaving)


def _rhomb_scores(state: State, evidence: RhombEvidence) -> dict[Action, float]:
    sites, crossings, triangles = state.lattice.sites, state.lattice.crossing_names, state.lattice.triangle_names
    total = max(1, sum(state.left))
    scores: dict[Action, float] = {}
    for place in free_places(state):
        one, other = sites[2 * place].triangles
        bare = float(evidence.empty[one] + evidence.empty[other])
        for site in (2 * place, 2 * place + 1):
            if not np.isfinite(evidence.rhombi[site]).any():
                continue
            for kind, left in enumerate(state.left):
                if left:
                    action = LayRhomb(
                        state.edition.kinds[kind].key,
                        (triangles[one], triangles[other]),
                        crossings[sites[site].head],
                    )
                    nats = settle.PARAMETERS.scale * (float(evidence.rhombi[site, kind]) - bare)
                    scores[action] = min(nats, PARAMETERS.most_nats) + math.log(left / total)
    return scores


def _changed_places(state: State, empty: NDArray[np.float32]) -> list[int]:
    """Places (into ``sites[::2]``) where a rhomb may have been laid: the likeliest ones."""
    sites = state.lattice.sites
    doubtful = []
    for place in free_places(state):
        bare = empty[list(sites[2 * place].triangles)]
        if bare.max() < PARAMETERS.plainly_empty:
            doubtful.append((float(bare.sum()), place))
    return [place for _, place in sorted(doubtful)[: PARAMETERS.most_places]]


def _leaves_out(
    state: State, best: Sequence[Action], ranked: Sequence[tuple[Action, float]], prepared: PreparedStill
) -> bool:
    """Whether a piece plainly lies there of which the likeliest story tells nothing: people played on before anybody
    looked, and these turns explain no such board."""
    if not best:
        return False
    names, nats = state.lattice.crossing_names, prepared.tokens.nats
    tokens = (crossing for crossing in open_crossings(state) if float(nats[crossing].max()) > PARAMETERS.plainly)
    if any(PlaceToken(names[crossing]) not in best for crossing in tokens):
        return True
    beyond = (action for action, score in ranked if score > PARAMETERS.plainly)
    return any(all(apart(state, one, action) for one in best) for action in beyond)


def _places_of(state: State, rhombi: Sequence[RhombOnBoard]) -> list[int]:
    return [state.lattice.sites.index(rhomb.site) // 2 for rhomb in rhombi]


def _laid(state: State, action: LayRhomb) -> RhombOnBoard:
    kind = state.edition.kind_index(action.kind)
    assert kind is not None
    one, other = (state.lattice.triangle_named[name] for name in action.triangles)
    return RhombOnBoard(kind, state.lattice.site_of[one, other, state.lattice.crossing_named[action.head]])


def _something(state: State, empty: NDArray[np.float32]) -> float:
    """Nats for something on the board that is no piece of the game, at the place that looks most like that."""
    nats = [
        settle.PARAMETERS.scale
        * (PARAMETERS.something - float(empty[list(state.lattice.sites[2 * place].triangles)].sum()))
        for place in free_places(state)
    ]
    return max(nats, default=-PARAMETERS.most_nats) + math.log(PARAMETERS.something_odds)


def _stands_out(state: State, best: Sequence[Action], evidence: RhombEvidence) -> float:
    """By how much a rhomb of the likeliest story fits better than any other kind at its place, the least of them. What
    is no rhomb at all looks like none of them much more than like the others."""
    return min((_fits_alone(state, one, evidence) for one in best if isinstance(one, LayRhomb)), default=0.0)


def _fits_alone(state: State, action: LayRhomb, evidence: RhombEvidence) -> float:
    laid = _laid(state, action)
    site = state.lattice.sites.index(laid.site)
    fits = evidence.rhombi[site - site % 2 : site - site % 2 + 2].copy()
    best = float(fits[site % 2, laid.kind])
    fits[:, laid.kind] = -np.inf
    return best - float(fits.max())


def _first(ranked: Sequence[tuple[Action, float]]) -> tuple[Action, ...]:
    return tuple(action for action, _ in ranked[:1])


def _otherwise(hypotheses: Sequence[Scored], something: float) -> float:
    """Nats for anything else: something that is no piece of the game, or what nobody thought of."""
    top = max(hypothesis.score for hypothesis in hypotheses)
    return float(np.logaddexp(min(PARAMETERS.most_otherwise, something - top), math.log(PARAMETERS.nothing_else))) + top


def _places(story: PlayedTurns) -> tuple[str, ...]:
    return tuple(place for action in story.actions for place in _places_of_action(action))


def _places_of_action(action: Action) -> tuple[str, ...]:
    match action:
        case PlaceToken(crossing):
            return (crossing,)
        case LayRhomb(_, triangles, head):
            return (*triangles, head)
    return ()

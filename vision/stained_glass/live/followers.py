"""Who was put on the tile of this turn: the usual follower, thieves beside him, or nobody, weighed together.

Which of the figures is the usual one and which are thieves no picture shows; only the glass that was stolen tells
(see :mod:`vision.stained_glass.live.changes`). So the figures are weighed as a set, with every part in which the
rules let each of them play.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import product

from games.carcassonne.actions import Deploy, Lay, Skip
from games.carcassonne.moment import StepKey
from games.carcassonne.rules import Carcassonne
from games.carcassonne.stained_glass.glass import without_glass
from games.carcassonne.stained_glass.moment import GlassStepKey
from games.carcassonne.stained_glass.steps import glass_due
from games.carcassonne.stained_glass.thieves import thief_spots
from games.carcassonne.state import State
from games.carcassonne.tiles import FeatureKind, tile_type
from vision.carcassonne.live.eyes import CarcassonneEyes
from vision.carcassonne.live.followers import figures as live_figures
from vision.carcassonne.live.followers.figures import FEATURE_SHARE, kind_share
from vision.explanation import Candidate, Explanation
from vision.frames import Frame
from vision.parameters import CHOSEN, Parameters, parameter
from vision.stained_glass.live.changes import Follower, LaterTurn
from vision.stained_glass.live.turns import MapHypothesis


@dataclass(frozen=True, slots=True, kw_only=True)
class StainedGlassFollowersParameters(Parameters):
    """How likely thieves and nobody are beside the usual follower."""

    likely: float = parameter(
        0.002, "share", "of the map's hypotheses: tiles that are less likely are not gone on with", CHOSEN
    )
    thief_share: float = parameter(
        0.3, "share", 'how often people send a thief down a road that is open to one: "default"', CHOSEN
    )
    least_share: float = parameter(
        1e-4, "share", "of the sets of figures on one tile: less likely ones are not gone on with", CHOSEN
    )


PARAMETERS = StainedGlassFollowersParameters()
Figures = frozenset[Deploy]


def sights_of(
    game: Carcassonne, eyes: CarcassonneEyes, state: State, still: Frame, explanation: Explanation
) -> list[MapHypothesis]:
    """What the hypotheses of the map come to, with thieves where there may be some.

    Args:
        eyes: that have told ``explanation`` about ``state`` and the ``still`` frame just now.
    """
    sights: list[MapHypothesis] = []
    for (lay, *later), hypotheses in _by_tiles(explanation.candidates).items():
        weight = sum(hypothesis.probability for hypothesis in hypotheses)
        if later:
            if weight > PARAMETERS.likely:
                sights += _of_several(game, eyes, state, still, hypotheses)
            continue
        laid = state if lay is None else game.apply(state, lay)[0]
        thieves = _thieves(laid) if weight > PARAMETERS.likely else frozenset()
        by_touch = lay is None and laid.step is GlassStepKey.GLASS  # the tile: whoever stands on it nobody has told yet
        crowd = _crowd(game, eyes, state, still, lay, laid, thieves) if thieves or by_touch else []
        if not crowd:
            sights += [
                _plain(lay, laid, hypothesis)
                for hypothesis in hypotheses
                if hypothesis.probability > PARAMETERS.likely or lay is None
            ]
            continue
        place = hypotheses[0].places
        sights += [MapHypothesis(lay, laid, tuple(map(_follower, who)), weight * share, place) for who, share in crowd]
    return sights


def crowd_share(figures: Figures, options: Sequence[Deploy], thieves: Figures) -> float:
    """How often people put exactly these on a tile, 0 where the rules do not let them.

    Args:
        options: every usual follower that may be put there.
        thieves: every thief that may be.
    """
    roads = {thief.location for thief in thieves}
    shares = {(option.feature, option.location): FEATURE_SHARE.get(option.feature, 1.0) for option in options}
    every = sum(shares.values())
    nobody = (1 - live_figures.PARAMETERS.follower_share) * _sent(figures, thieves, roads)
    somebody = [
        live_figures.PARAMETERS.follower_share
        * kind_share(usual.kind)
        * (shares[usual.feature, usual.location] / every)
        * _sent(figures - {usual}, thieves, roads - {usual.location})
        for usual in figures
        if usual in options
    ]
    return nobody + sum(somebody)


def _sent(sent: Figures, thieves: Figures, roads: Iterable[str]) -> float:
    """How often exactly these thieves are sent where each of the roads is open to one."""
    if not sent <= thieves:
        return 0.0
    taken = {thief.location for thief in sent}
    kinds = math.prod(kind_share(thief.kind) for thief in sent)
    return kinds * math.prod(PARAMETERS.thief_share if road in taken else 1 - PARAMETERS.thief_share for road in roads)


def takers_of(state: State, sights: Sequence[MapHypothesis]) -> tuple[int, ...]:
    """Seats that glass may have come to in these turns, out of the bag or by theft; none where one turn is told of."""
    takers: set[int] = set()
    for sight in sights:
        board, seat = sight.laid.board, state.seat
        laid = () if sight.lay is None else (sight.lay,)
        for lay in (*laid, *(turn.lay for turn in sight.later)) if sight.later else ():
            if lay is not sight.lay:
                board = board.lay(tile_type(lay.tile).turned[lay.turns], lay.x, lay.y)
                seat = (seat + 1) % len(state.setup.seats)
            if glass_due(replace(state, board=board)) or thief_spots(board):
                takers.add(seat)
    return tuple(sorted(takers))


def _by_tiles(hypotheses: Iterable[Candidate]) -> dict[tuple[Lay | None, ...], list[Candidate]]:
    """The hypotheses by the tiles that they lay, turn by turn; None is for a turn whose tile lies already, in which
    somebody may still put figures on it, or for nothing at all."""
    found: dict[tuple[Lay | None, ...], list[Candidate]] = {}
    for hypothesis in hypotheses:
        lays = tuple(lay for lay, _ in _turns(hypothesis))
        found.setdefault(lays, []).append(hypothesis)
    return found


def _turns(hypothesis: Candidate) -> list[tuple[Lay | None, tuple[Follower, ...]]]:
    """The tile of each turn and who was put on it."""
    turns: list[tuple[Lay | None, tuple[Follower, ...]]] = []
    for action in hypothesis.actions:
        if isinstance(action, Lay):
            turns.append((action, ()))
            continue
        lay = turns.pop()[0] if turns else None
        turns.append((lay, (_follower(action),) if isinstance(action, Deploy) else ()))
    return turns or [(None, ())]


def _of_several(
    game: Carcassonne, eyes: CarcassonneEyes, state: State, still: Frame, hypotheses: Sequence[Candidate]
) -> Iterator[MapHypothesis]:
    """What hypotheses of the same tiles come to that were laid in several turns, with thieves where there may be some.

    Who is on a tile that thieves may be sent from is weighed as a set, once for each such tile.
    """
    crowds = dict(_crowds_of_several(game, eyes, state, still, hypotheses[0]))
    weights: dict[tuple[tuple[Follower, ...] | None, ...], float] = {}
    for hypothesis in hypotheses:
        placed = tuple(None if number in crowds else who for number, (_, who) in enumerate(_turns(hypothesis)))
        weights[placed] = weights.get(placed, 0.0) + hypothesis.probability
    (lay, _), *rest = _turns(hypotheses[0])
    laid = state if lay is None else game.apply(state, lay)[0]
    for placed, weight in weights.items():
        ways = [crowds[number] if who is None else [(who, 1.0)] for number, who in enumerate(placed)]
        for (first, share), *others in product(*ways):
            later = tuple(
                LaterTurn(one, who) for (one, _), (who, _) in zip(rest, others, strict=True) if one is not None
            )
            likely = weight * share * math.prod(part for _, part in others)
            if likely > PARAMETERS.likely:
                yield MapHypothesis(lay, laid, first, likely, hypotheses[0].places, later)


def _crowds_of_several(
    game: Carcassonne, eyes: CarcassonneEyes, state: State, still: Frame, hypothesis: Candidate
) -> Iterator[tuple[int, list[tuple[tuple[Follower, ...], float]]]]:
    """For the number of each turn whose tile thieves may be sent from: sets of figures on it, and their shares."""
    before = without_glass(state)
    for number, (lay, who) in enumerate(_turns(hypothesis)):
        laid = before if lay is None else game.apply(before, lay)[0]
        if thieves := _thieves(laid):
            crowd = _crowd(game, eyes, before, still, lay, laid, thieves)
            if crowd:
                yield number, [(tuple(map(_follower, figures)), share) for figures, share in crowd]
        if laid.is_over:
            return
        before, _ = game.apply(laid, Deploy(*who[0]) if who else Skip())


def _thieves(laid: State) -> Figures:
    """Every thief that may be sent from the tile that lies last."""
    if laid.step is StepKey.LAY or laid.is_over:
        return frozenset()
    features = laid.board.laid[-1].turned.features
    return frozenset(
        Deploy(kind, FeatureKind.ROAD, features[index].location)
        for kind, count in laid.supply[laid.seat].items()
        if count
        for index in thief_spots(laid.board)
    )


def _crowd(
    game: Carcassonne,
    eyes: CarcassonneEyes,
    state: State,
    still: Frame,
    lay: Lay | None,
    laid: State,
    thieves: Figures,
) -> list[tuple[tuple[Deploy, ...], float]]:
    """Sets of figures on the tile and the share of each among them; empty where the eyes can't tell."""
    options = () if laid.step is GlassStepKey.THIEVES else tuple(game.deployments(state, lay))
    supply = laid.supply[laid.seat]

    def allowed(figures: Figures) -> bool:
        kinds, roads = Counter(one.kind for one in figures), Counter((one.feature, one.location) for one in figures)
        enough = all(count <= supply[kind] for kind, count in kinds.items()) and max(roads.values(), default=0) < 2
        return enough and crowd_share(figures, options, thieves) > 0

    every = tuple(dict.fromkeys((*options, *sorted(thieves, key=lambda thief: thief.notation))))
    together = eyes.figures_together(state, still, lay, every, allowed)
    scored = [(one.figures, one.log_odds + math.log(crowd_share(one.spots, options, thieves))) for one in together]
    top = max((score for _, score in scored), default=0.0)
    weights = [(figures, math.exp(score - top)) for figures, score in scored]
    total = sum(weight for _, weight in weights)
    return [(figures, weight / total) for figures, weight in weights if weight > PARAMETERS.least_share * total]


def _plain(lay: Lay | None, laid: State, hypothesis: Candidate) -> MapHypothesis:
    deploy = next((action for action in hypothesis.actions if isinstance(action, Deploy)), None)
    followers = () if deploy is None else (_follower(deploy),)
    return MapHypothesis(lay, laid, followers, hypothesis.probability, hypothesis.places)


def _follower(deploy: Deploy) -> Follower:
    return deploy.kind, deploy.feature, deploy.location

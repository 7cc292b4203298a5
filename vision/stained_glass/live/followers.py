"""Who was put on the tile of this turn: the usual follower, thieves beside him, or nobody, weighed together.

Which of the figures is the usual one and which are thieves no picture shows; only the glass that was stolen tells
(see :mod:`vision.stained_glass.live.changes`). So the figures are weighed as a set, with every part in which the
rules let each of them play.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from games.carcassonne.actions import Deploy, Lay
from games.carcassonne.moment import StepKey
from games.carcassonne.rules import Carcassonne
from games.carcassonne.stained_glass.moment import GlassStepKey
from games.carcassonne.stained_glass.thieves import thief_spots
from games.carcassonne.state import State
from games.carcassonne.tiles import FeatureKind
from vision.carcassonne.live.eyes import CarcassonneEyes
from vision.carcassonne.live.followers import figures as live_figures
from vision.carcassonne.live.followers.figures import FEATURE_SHARE, kind_share
from vision.explanation import Candidate, Explanation
from vision.frames import Frame
from vision.parameters import CHOSEN, Parameters, parameter
from vision.stained_glass.live.changes import Follower
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
    for lay, hypotheses in _by_tile(explanation.candidates).items():
        if lay is not None and state.step is not StepKey.LAY:
            continue  # the next turn's: this one is to be ended first
        weight = sum(hypothesis.probability for hypothesis in hypotheses)
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


def _by_tile(hypotheses: Iterable[Candidate]) -> dict[Lay | None, list[Candidate]]:
    """The hypotheses by the tile that they lay; None is for those that lay none, of which one may still put figures on
    the tile that lies already."""
    found: dict[Lay | None, list[Candidate]] = {}
    for hypothesis in hypotheses:
        lay = next((action for action in hypothesis.actions if isinstance(action, Lay)), None)
        found.setdefault(lay, []).append(hypothesis)
    return found


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

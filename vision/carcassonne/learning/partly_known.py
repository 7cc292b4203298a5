"""What pictures of some kinds tell where other kinds have none yet: an honest answer of an open set.

Copies of a tile differ, cameras soften, and an edition that was learned from a few views knows neither well: a picture
of the right kind often fits badly, one of a wrong kind sometimes well. So the pictures speak as softly as they deserve,
and the terrain, which knows every kind equally well, speaks beside them.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np

from games.carcassonne.actions import Deploy, Lay
from games.carcassonne.state import State
from vision.carcassonne.learning import faceless
from vision.carcassonne.learning.faceless import Onlooker
from vision.carcassonne.live.followers import figures
from vision.carcassonne.poses import TileAsLaid
from vision.explanation import Candidate, Explanation, Scored, explained, none_of
from vision.frames import Frame
from vision.parameters import CHOSEN, Parameters, parameter

FINDING = "docs/findings/learning-while-they-play.md"


@dataclass(frozen=True, slots=True, kw_only=True)
class PartlyKnownParameters(Parameters):
    """How evidence from known kinds and from none is balanced while an edition is half known."""

    # Measured on 32 tiles of kinds that were known by one to three views and on 45 of kinds without any, three drawn
    # editions, six games: the best picture's cost is 2.2 (standard deviation 1.05) where its kind lies there, 3.6 (0.9)
    # where a kind lies there that has no picture; that of the best wrong one lies 0.84 (0.7) above the right one's.
    even: float = parameter(
        2.9,
        "cost",
        "with which it is as likely to be a kind that has no picture",
        "vision/carcassonne/learning/partly_known.py",
    )
    nats_known: float = parameter(
        1.4, "nats", "for each unit of cost below it: log-odds of being the kind that is shown", CHOSEN
    )
    nats_among: float = parameter(3.6, "nats", "for each unit of cost between two kinds that have pictures", CHOSEN)
    # Right pictures lie 0.84 (0.7) before the best wrong one. Where two kinds fit alike, on snow and grass without
    # detail, each fits by chance: a curve of which there was no picture was told as a straight road at 0.94, at costs
    # of 1.19 for a cloister and 1.21 for the road.
    stands_out: float = parameter(
        0.5, "cost", "by which the best kind is before every other where its picture is believed in full", CHOSEN
    )
    nats_alike: float = parameter(2.4, "nats", "that a picture says less where another kind's fits as well", CHOSEN)
    far_behind: float = parameter(
        0.5,
        "cost",
        "by which a kind that has a picture, but was not worth laying on exactly, is behind the best",
        CHOSEN,
    )
    # A cloister that its picture fitted at 0.5 was asked about: caps of a city, whose picture had not been worth laying
    # on, were only 1.8 nats behind.
    by_chance: float = parameter(
        2.2,
        "cost",
        "with which pictures of a wrong kind may fit, and which one has at the least that was not worth laying on",
        FINDING,
    )
    # Of 81 new tiles whose kind had a picture no picture was laid on two (far from the others, or in the dark), of 286
    # of other kinds on 16: that says little against those that have one.
    nothing_fits: float = parameter(3.4, "cost", "where no picture was worth it", FINDING)
    followers_say: float = parameter(
        0.5,
        "share",
        "of what a picture of another copy tells of whether somebody stands there: its trees are elsewhere",
        CHOSEN,
    )
    # Of four followers on kinds with one or two views who could stand on several features, two evenings, paint told
    # three better than the picture of another copy did (0.966 to 0.996, 0.975 to 1.0, 0.93 to 0.96), and one as well.
    picture_says: float = parameter(
        0.5,
        "times",
        "what a picture of another copy tells of where somebody stands, where his paint on this table tells it as well",
        FINDING,
    )
    # Of 73 figures on 13 evenings (looked at) whose kind had a picture, a quarter of the picture and three quarters of
    # the paint gave the right place -0.046 nats, half and all of it -0.034; of the 8 that contradicted each other the
    # picture was surely wrong about one: people would have been asked either way.
    paint_says: float = parameter(1.0, "times", "what his paint tells there", FINDING)
    picture_errs: float = parameter(
        0.05, "share", "of pictures that are wrong about where somebody stands, however sure", FINDING
    )
    # On 20 evenings (looked at) pictures showed somebody whom paint did not make out seven times: trees, and a shadow
    # that somebody on the next tile casts, told as a farmer at 0.97. Once somebody stood there.
    print_says: float = parameter(
        2.0, "nats", "that such a tree may speak for somebody whom nothing of his colour makes out", FINDING
    )
    like_a_tile: float = parameter(
        0.01, "probability", "that it is none of these where just a tile's square has changed", CHOSEN
    )
    doubted: float = parameter(
        0.5,
        "share",
        'of what pictures alone tell of several turns, where some kinds have none: "default", never clear',
        CHOSEN,
    )
    not_a_tile: float = parameter(0.03, "probability", "that what is seen is none of the tiles", CHOSEN)


PARAMETERS = PartlyKnownParameters()


@dataclass(frozen=True, slots=True, eq=False)
class SeenByPictures:
    """What pictures tell of a still table.

    Attributes:
        still, state: which table, and where its record stood.
        explanation: what they tell.
        unseen_before: nothing was known of how that table looked before.
        suffices: every kind has all the pictures that are wanted: nobody else is asked.
        clear: they leave no doubt, and every kind that may come has a picture.
    """

    still: Frame
    state: State
    explanation: Explanation
    unseen_before: bool
    suffices: bool
    clear: bool

    def is_of(self, state: State, still: Frame) -> bool:
        """Whether it is of this very picture, for this very record."""
        return self.still is still and self.state is state

    @property
    def wants_bearing_out(self) -> bool:
        """Whether they tell clearly of something that was done, and others are asked about it."""
        best = self.explanation.best
        return self.clear and not self.suffices and best is not None and bool(best.actions)

    @property
    def several(self) -> bool:
        """Whether more than one tile may have been laid."""
        return not all(map(lays_one, self.explanation.candidates))

    @property
    def nobody_new(self) -> bool:
        """Whether the likeliest puts nobody anywhere. Where somebody stands on a tile his paint tells as well, which a
        picture was sure of and wrong about."""
        likeliest = self.explanation.candidates[:1]
        return not any(isinstance(action, Deploy) for one in likeliest for action in one.actions)


def lays_one(candidate: Candidate) -> bool:
    """Whether at most one tile is laid: a shadow beside the map passed for a second one."""
    return sum(isinstance(action, Lay) for action in candidate.actions) <= 1


@dataclass(frozen=True)
class Similarity:
    """How well the pictures that there are fit what lies at one place: mean bounded squared disagreement a tile."""

    costs: Mapping[TileAsLaid, float]

    @property
    def best(self) -> float:
        """The cost of the one that fits best."""
        return min(self.costs.values(), default=PARAMETERS.nothing_fits)

    @cached_property
    def ahead(self) -> float:
        """By how much the kind that fits best is before the next; as far as tells anything where there is no other."""
        best: dict[str, float] = {}
        for (key, _), cost in self.costs.items():
            best[key] = min(cost, best.get(key, math.inf))
        first, second, *_ = [*sorted(best.values()), math.inf, math.inf]
        return min(second - first, PARAMETERS.stands_out) if first < math.inf else PARAMETERS.stands_out

    def log_odds(self, tile: TileAsLaid, *, has_picture: bool) -> float:
        """Of this tile against one whose kind has no picture, before terrain and stock are asked."""
        if not has_picture:
            return 0.0
        unlaid = max(self.best + PARAMETERS.far_behind, PARAMETERS.by_chance)
        behind = self.costs.get(tile, unlaid) - self.best
        alike = PARAMETERS.nats_alike * (1 - self.ahead / PARAMETERS.stands_out)
        return PARAMETERS.nats_known * (PARAMETERS.even - self.best) - PARAMETERS.nats_among * behind - alike


def softened(
    chances: Sequence[float],
    somebody: Sequence[bool],
    *,
    onlooker: Onlooker | None = None,
    near: Sequence[float] = (),
    in_part: bool = False,
) -> list[float]:
    """Logarithms of the shares of those ways to have put ``somebody``, or nobody, on a tile that a picture tells apart.

    A tree that this copy lacks passes for somebody who isn't there, but it hardly changes where somebody stands who is:
    of 122 figures on tiles that were known by a few views, 120 were told where they stood, the others as doubtful. The
    colours of the map are asked as well. Who ``came`` before the eyes is there, whatever another copy's picture says,
    and who is there by paint and look beyond doubt is not gone by what it says; where paint makes nobody out, what
    stands out from the picture is print, or a shadow.

    Args:
        chances: of each way, by the picture alone.
        somebody: which of them put somebody there.
        onlooker: what the colours say; None where they were not asked.
        near: for each way that puts somebody there, how well where he is seen goes with it; empty where he is not.
        in_part: the picture lacks where somebody stood before, and people stand there again: it speaks for nobody less.
    """
    logs, there = np.log(np.maximum(chances, 1e-9)), np.asarray(somebody)
    if not there.any() or there.all():
        alone: list[float] = (logs - np.logaddexp.reduce(logs)).tolist()
        return alone
    some, bare = np.logaddexp.reduce(logs[there]), np.logaddexp.reduce(logs[~there])
    usually = math.log(figures.PARAMETERS.follower_share / (1 - figures.PARAMETERS.follower_share))
    shown = PARAMETERS.followers_say * (some - bare - usually)
    if in_part or (onlooker is not None and onlooker.plainly_there):
        shown = max(shown, 0.0)
    odds = usually + shown
    if onlooker is not None and onlooker.came:
        odds = math.log(faceless.PARAMETERS.surest / (1 - faceless.PARAMETERS.surest))
    elif onlooker is not None:
        made_out = onlooker.confidence >= faceless.PARAMETERS.made_out
        odds = usually + (shown if made_out else min(shown, PARAMETERS.print_says)) + onlooker.odds
    if len(near):
        # Both look at the same figure, so not both are news in full; but one knows the print and the other the paint.
        shares = np.exp(logs[there] - some)
        by_picture = np.log((1 - PARAMETERS.picture_errs) * shares + PARAMETERS.picture_errs / len(shares))
        logs[there] = PARAMETERS.picture_says * by_picture + PARAMETERS.paint_says * np.log(near)
    logs[there] += odds - np.logaddexp(odds, 0.0) - np.logaddexp.reduce(logs[there])
    logs[~there] += -np.logaddexp(odds, 0.0) - bare
    each: list[float] = logs.tolist()
    return each


def doubted(explanation: Explanation) -> Explanation:
    """The same explanation, never clear: a kind of which nobody has a picture may be what lies there."""
    candidates = tuple(replace(one, probability=one.probability * PARAMETERS.doubted) for one in explanation.candidates)
    return replace(
        explanation, candidates=candidates, unexplained=1 - PARAMETERS.doubted * (1 - explanation.unexplained)
    )


def ranked(
    explanation: Explanation, weights: Sequence[tuple[Candidate, float]], real: float, none: float | None = None
) -> Explanation:
    """An explanation with these candidates, weighed by their scores; ``real`` is how likely it is a tile at all, and
    ``none`` how likely it is none of these all the same."""
    none = PARAMETERS.not_a_tile if none is None else none
    if not weights:
        # What the terrain looked at can be no tile: pictures of some kinds alone are not sure of another place.
        return doubted(explanation) if explanation.best is not None and explanation.best.actions else explanation
    return explained(
        (Scored(one.actions, score, one.places) for one, score in weights),
        explanation.frame_number,
        otherwise=none_of([score for _, score in weights], 1 - (1 - none) * real),
        discrepancies=explanation.discrepancies,
        lingering=explanation.lingering,
    )

"""What pictures, the terrain and the colours of the map tell of one new tile and of who was put on it, as one
explanation."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np

from calibration.arrays import Float32Array
from games.carcassonne.actions import Deploy, Lay, Skip
from games.carcassonne.map_place import PlaceOnMap
from games.carcassonne.moment import StepKey
from games.carcassonne.rules import Carcassonne
from games.carcassonne.state import State
from games.carcassonne.tiles import FeatureKind
from vision import explanation
from vision.carcassonne.learning import faceless, partly_known, places_by_terrain, terrain_witness
from vision.carcassonne.learning.faceless import Onlooker
from vision.carcassonne.learning.painted_footing import painted_footing
from vision.carcassonne.learning.partly_known import Similarity, ranked, softened
from vision.carcassonne.learning.pennants.twins_lying_alike import twins_lying_alike
from vision.carcassonne.learning.sides.hidden_rivals import hidden_rival, past_what_is_hidden, share_of
from vision.carcassonne.learning.sides.hidden_sides import hidden_sides
from vision.carcassonne.learning.sighted import Sighted
from vision.carcassonne.learning.terrain_witness import TerrainWitness
from vision.carcassonne.live.followers.farming_habits import USUAL_HABITS, FarmingHabits
from vision.carcassonne.live.hypotheses import Hypothesis
from vision.carcassonne.poses import TileAsLaid, laid_by
from vision.explanation import Candidate, Explanation
from vision.parameters import CHOSEN, Parameters, parameter
from vision.tile_map.terrain import kind_named


@dataclass(frozen=True, slots=True, kw_only=True)
class WitnessesParameters(Parameters):
    """How well print, terrain and paint must fit one new tile, and what is left for another tile or somebody else."""

    fits: float = parameter(2.2, "cost", "at which a picture may as well fit by chance", CHOSEN)
    fits_surely: float = parameter(6.0, "log-odds", "for each unit below", CHOSEN)
    # Beneath followers, on two editions: where the best picture costs less than 2.2 and the next kind 0.5 more, it was
    # the right one 144 of 144 times, with clean pictures (73) and with one view learned from another table (71).
    beside_one_that_fits: float = parameter(
        0.25,
        "share",
        "of what the terrain says that counts where every kind has a picture, one fits and every other much worse",
        "docs/findings/learning-while-they-play.md",
    )
    another_tile: float = parameter(
        3.0, "log-odds", "of a second changed place from which no single turn explains what lies there", CHOSEN
    )
    # Kinds that the terrain alone told, arms aside, four editions and photographs of two: 66 of 78 right at 0.9 to 0.95
    # (on one edition 7 of 14), 41 of 41 at 0.95 to 0.97, 3406 of 3412 above (on each of the five 99 in 100 and more).
    never_seen: tuple[float, float] = parameter(
        (0.05, 0.01),
        "probability",
        "that a tile of a kind of which there is no picture yet is another than the terrain tells, besides: where its "
        "kind is told no more surely than the one chance of ``claimed_kind``, and where it is as sure as the other",
        "docs/findings/learning-while-they-play.md",
    )
    claimed_kind: tuple[float, float] = parameter(
        (0.96, 0.98),
        "probability",
        "of a kind, arms aside, between which that falls",
        "docs/findings/learning-while-they-play.md",
    )
    # A curve with a thief in its bend was told as a cloister with a monk at 0.88 and 0.90: he hides what tells which.
    beneath_a_monk: float = parameter(
        0.11,
        "probability",
        "the same where somebody stands in the middle of what would be a cloister, and its sides don't tell it",
        "docs/findings/learning-while-they-play.md",
    )
    # Of 89 tiles of eleven evenings that somebody stood at a side of, another kind that only that side tells was 4 nats
    # or more behind on 80, and never right; of the 9 on which it was nearer, 2 were told wrongly, 3.3 and 2.3 ahead. On
    # composed photographs of two editions none of 41 was told wrongly by 3.3 and more (looked at), and none of 21
    # (fresh).
    beneath_at_a_side: float = parameter(
        0.11,
        "probability",
        "the same where all that tells it from the next likely kind is a side that somebody hides",
        "docs/findings/learning-while-they-play.md",
    )
    claimed_beneath: tuple[float, float] = parameter(
        (0.965, 0.975),
        "probability",
        "of a kind, arms aside, between which that falls to what is usual",
        "docs/findings/learning-while-they-play.md",
    )
    # By the sides alone ten of 3468 looks at tiles that are none told more than 0.1 of a cloister, up to 0.61, nine of
    # them bends of one edition, which the whole of the terrain told at 0.86 at the most; of 316 looks at cloisters none
    # told less than 0.2, and 20 less than 0.5. On one evening a thief in a road that passed for a cloister told 0.24.
    cloister_by_sides: tuple[float, float] = parameter(
        (0.3, 0.5),
        "probability",
        "of a cloister by what is painted at a tile's sides, between which a monk on it is doubted no more than others",
        "docs/findings/learning-while-they-play.md",
    )
    somebody_else: float = parameter(
        0.5, "odds", 'that no turn of whoever moves explains a figure of another colour, "default"', CHOSEN
    )
    painted_from: float = parameter(
        -4.0,
        "log-likelihood",
        "of a way to lie behind the likeliest, from which it is asked where on this very tile its features are painted",
        CHOSEN,
    )


PARAMETERS = WitnessesParameters()


def _whole(_: str) -> bool:
    """Nothing of a kind is hidden on its pictures."""
    return False


def _undrawn(_: TileAsLaid) -> None:
    """There is no picture of a tile."""


@dataclass(frozen=True, eq=False)
class Witnesses:
    """What is told of the one place where a tile seems to be new.

    Attributes:
        game: the rules.
        views_of: how many pictures there are of a kind.
        terrain: tells tiles by their terrain.
        sighted: the place, as the terrain tells it.
        costs: how badly pictures fit what lies there.
        onlooker: who stands there by the colours of the map.
        footing: (features, n, n) where feet stand on a tile, as its picture shows; None where there is none: what is
            painted on this very tile tells then.
        in_part: whether the pictures of a kind lack where somebody stood.
        habits: what those who play put their followers on.
    """

    game: Carcassonne
    views_of: Callable[[str], int]
    terrain: TerrainWitness
    sighted: Sighted
    costs: Mapping[TileAsLaid, float]
    onlooker: Onlooker
    footing: Callable[[TileAsLaid], Float32Array | None] = _undrawn
    in_part: Callable[[str], bool] = _whole
    habits: FarmingHabits = USUAL_HABITS

    def weighed(self, before: Explanation, state: State) -> Explanation:
        """What pictures tell (``before``) of the kinds that are known beside what the terrain tells of those that are
        not; ``state`` is where the record stands."""
        ended = () if state.step is StepKey.LAY else (Skip(),)
        after = state if not ended else self.game.apply(state, ended[0])[0]
        groups = self._by_picture(before, after, ended)
        scored = self._scores(after, groups)
        weights: list[tuple[Candidate, float]] = []
        for lay, group in groups.items():
            shares, anybody = self._shares(lay, group), self._anybody(after, lay)
            weights += [(one, scored(lay) + anybody + share) for one, share in zip(group, shares, strict=True)]
        for lay in self._lays(after):
            if laid_by(lay) not in {laid_by(other) for other in groups}:
                weights += [(one, scored(lay) + one.log_likelihood) for one in self._unpictured(after, lay, ended)]
        weights = twins_lying_alike(weights, self.terrain.twin_of)
        if weights:
            weights = self._past_what_is_hidden(weights)
        # A tile of which there is a picture may be one although the terrain's network does not think so.
        fits = PARAMETERS.fits_surely * (PARAMETERS.fits - Similarity(self.costs).best)
        real = 1 / (1 + math.exp(-max(self.sighted.odds, fits, self.sighted.likeness.of_a_tile)))
        alone = 1 / (1 + math.exp(self.sighted.another - PARAMETERS.another_tile))
        if self.onlooker.confidence < faceless.PARAMETERS.made_out:
            alone /= 1 + PARAMETERS.somebody_else * self.onlooker.stranger
        if weights:
            best, _ = max(weights, key=lambda one: one[1])
            alone *= 1 - self._doubt(best, after, weights) * (1 - self.sighted.likeness.settles(self._either_of(best)))
        return ranked(
            before,
            weights,
            real * alone,
            partly_known.PARAMETERS.like_a_tile
            if self.sighted.odds >= places_by_terrain.PARAMETERS.tile_shaped
            else partly_known.PARAMETERS.not_a_tile,
        )

    def _doubt(self, best: Candidate, after: State, weights: Sequence[tuple[Candidate, float]]) -> float:
        """How likely what is told first is another kind all the same."""
        if not self._pictured(best):
            return max(self._doubt_of_unseen(best, after, weights), self._overruled(best))
        if Similarity(self.costs).best < PARAMETERS.fits:
            return self._overruled(best)
        # There are pictures of it, but none fits: it is told by its terrain like any other.
        return self._beneath_at_a_side(self._either_of(best), weights, 0.0)

    def _either_of(self, best: Candidate) -> set[str]:
        """What is told first, and its twin. Where several turns were played at once, it is the first that lies here."""
        claimed = next(action.tile for action in best.actions if isinstance(action, Lay))
        return {claimed, self.terrain.twin_of(claimed)}

    def _beneath_at_a_side(self, either: Set[str], weights: Sequence[tuple[Candidate, float]], usual: float) -> float:
        """The ``usual`` doubt, and more where all that tells a kind is a side that somebody hides."""
        rivals = hidden_rival(weights, either, self._hidden)
        if rivals is None:
            return usual
        ends = (max(PARAMETERS.beneath_at_a_side * self.sighted.likeness.leaves(rivals[1].tile), usual), usual)
        return float(np.interp(share_of(either, weights), PARAMETERS.claimed_beneath, ends))

    def _overruled(self, best: Candidate) -> float:
        """The same where a picture fits of another kind than what is told first beneath somebody, as far as its own
        fits worse and neither likeness past what he hides nor the sides rule that out; of two alike terrain tells."""
        similarity = Similarity(self.costs)
        if not self.onlooker.hides or similarity.best >= PARAMETERS.fits:
            return 0.0
        either, rival = self._either_of(best), min(self.costs, key=self.costs.__getitem__)
        own = min((cost for (key, _), cost in self.costs.items() if key in either), default=math.inf)
        behind = min((own - similarity.best) / partly_known.PARAMETERS.stands_out, 1.0)
        first = next(laid_by(action) for action in best.actions if isinstance(action, Lay))
        left = (1 - self.sighted.likeness.prefers(either, rival[0])) * self.sighted.left_by_sides(rival, first)
        return PARAMETERS.beneath_at_a_side * behind * left

    def _doubt_of_unseen(self, best: Candidate, after: State, weights: Sequence[tuple[Candidate, float]]) -> float:
        """How likely what is told first, of a kind of which there is no picture, is another kind all the same; less of
        those is left where the pictures are unlike of most that may lie here."""
        either = self._either_of(best)
        others = {lay.tile: after.bag[lay.tile] for lay in self._lays(after) if lay.tile not in either}
        left = self.sighted.likeness.leaves_of(others)
        doubt = left * float(np.interp(share_of(either, weights), PARAMETERS.claimed_kind, PARAMETERS.never_seen))
        doubt = self._beneath_at_a_side(either, weights, doubt)
        if not isinstance(best.actions[-1], Deploy) or best.actions[-1].feature is not FeatureKind.MONASTERY:
            return doubt
        ends = (max(PARAMETERS.beneath_a_monk * left, doubt), doubt)
        return float(np.interp(self._cloister_by_sides(after), PARAMETERS.cloister_by_sides, ends))

    def _past_what_is_hidden(self, weights: list[tuple[Candidate, float]]) -> list[tuple[Candidate, float]]:
        best, _ = max(weights, key=lambda one: one[1])
        rivals = hidden_rival(weights, self._either_of(best), self._hidden)
        if rivals is None:
            return weights
        alike = {rivals[1].tile, self.terrain.twin_of(rivals[1].tile)}
        return past_what_is_hidden(weights, rivals, alike, self.terrain.answers_like(self.sighted.evidence))

    @cached_property
    def _hidden(self) -> frozenset[int]:
        """Sides that somebody hides or casts his shadow on."""
        return hidden_sides(self.onlooker.hides) | hidden_sides(self.sighted.shadow)

    def _cloister_by_sides(self, after: State) -> float:
        """How likely a cloister lies here by its sides and its neighbours; 0 where they were not looked at."""
        if self.sighted.by_sides is None:
            return 0.0
        at = {(one.kind.key, one.turns): number for number, one in enumerate(self.terrain.teller.orientations)}
        lays = [lay for lay in self._lays(after) if laid_by(lay) in at]
        by_sides = self.sighted.by_its_sides({laid_by(lay): self.sighted.by_sides[at[laid_by(lay)]] for lay in lays})
        scores = [by_sides[laid_by(lay)] + math.log(after.bag[lay.tile]) for lay in lays]
        cloisters = [score for lay, score in zip(lays, scores, strict=True) if kind_named(lay.tile).cloister]
        if not cloisters:
            return 0.0
        return math.exp(np.logaddexp.reduce(cloisters) - np.logaddexp.reduce(scores))

    @cached_property
    def _terrain(self) -> dict[TileAsLaid, float]:
        """What terrain, sides and the likeness of pictures tell of each way to lie; 0 for the likeliest."""
        return self.sighted.added_to(self.terrain.log_likelihoods(self.sighted.evidence, self.sighted.arms))

    @cached_property
    def _painted(self) -> dict[Lay, Float32Array]:
        """Where feet stand by what is painted, of each way to have laid a tile that was asked for."""
        return {}

    def _pictured(self, one: Candidate) -> bool:
        """Whether there is a picture of the tile that is laid, or of one that arms alone tell from it."""
        laid = (action.tile for action in one.actions if isinstance(action, Lay))
        return any(self.views_of(key) or self.views_of(self.terrain.twin_of(key)) for key in laid)

    def _scores(self, after: State, groups: Mapping[Lay, Sequence[Candidate]]) -> Callable[[Lay], float]:
        """Log-likelihood of each way to have laid a tile, whoever was put on it.

        A kind that has a picture is believed as far as the picture fits better than one of a wrong kind would; where
        all have some and one of them fits, none can lie there that has none.
        """
        terrain, pictures = self._terrain, Similarity(self.costs)
        if all(map(self.views_of, after.bag)) and pictures.best < PARAMETERS.fits:
            probabilities = {laid_by(lay): sum(one.probability for one in group) for lay, group in groups.items()}
            for (key, turns), likely in list(probabilities.items()):
                lying = self._twin_in_part(key), turns
                probabilities[lying] = max(likely, probabilities.get(lying, 0.0))
            most, share = max(probabilities.values(), default=1.0), self._beside_pictures
            return lambda lay: (
                share * terrain.get(laid_by(lay), terrain_witness.PARAMETERS.most_unlike)
                + math.log(max(probabilities.get(laid_by(lay), 0.0) / most, explanation.PARAMETERS.least_kept))
            )
        total = sum(after.bag.values())

        def score(lay: Lay) -> float:
            like = terrain.get(laid_by(lay), terrain_witness.PARAMETERS.most_unlike)
            shown = pictures.log_odds((lay.tile, lay.turns), has_picture=bool(self.views_of(lay.tile)))
            # A coat of arms is small: a picture of a tile without one may fit its twin that bears one as well.
            if self.views_of(twin := self._twin_in_part(lay.tile)):
                shown = max(shown, pictures.log_odds((twin, lay.turns), has_picture=True))
            return like + shown + math.log(after.bag[lay.tile] / total)

        return score

    def _twin_in_part(self, key: str) -> str:
        """The twin, where pictures tell no arms: it has none itself, or somebody was cut out of one; else itself."""
        alike = not self.views_of(key) or self.in_part(key) or self.in_part(self.terrain.twin_of(key))
        return self.terrain.twin_of(key) if alike else key

    @property
    def _beside_pictures(self) -> float:
        """How much of what the terrain says counts where every kind has a picture: little where one fits and all others
        fit much worse, and it could err beneath a follower."""
        ahead = Similarity(self.costs).ahead
        return 1.0 - (1.0 - PARAMETERS.beside_one_that_fits) * ahead / partly_known.PARAMETERS.stands_out

    def _by_picture(self, by_eyes: Explanation, after: State, ended: tuple[Skip, ...]) -> dict[Lay, list[Candidate]]:
        """What pictures tell of each way to have laid a tile here: everything that people may have done then, for what
        pictures hardly see the colours of the map may."""
        groups: dict[Lay, list[Candidate]] = {}
        for one in by_eyes.candidates:
            lay = next((action for action in one.actions if isinstance(action, Lay)), None)
            if lay is not None and (lay.y, lay.x) == self.sighted.cell:
                groups.setdefault(lay, []).append(one)
        # Of turns that the rules can't tell apart, the one that looks most like a picture stands for all.
        cost = {lay: self.costs.get((lay.tile, lay.turns), math.inf) for lay in groups}
        seen = {laid_by(lay): lay for lay in sorted(groups, key=lambda lay: -cost[lay])}
        found = {}
        for lay in seen.values():
            group = groups[lay]
            if self.onlooker.came and not any(map(_puts_somebody, group)):
                continue  # where a picture hides him altogether, it tells nothing of who is there
            least = explanation.PARAMETERS.least_kept * sum(one.probability for one in group)
            known = {one.actions[-1] for one in group}
            rest = [action for action in (Skip(), *self.game.deployments(after, lay)) if action not in known]
            place = group[0].places
            found[lay] = group + [Candidate((*ended, lay, action), -math.inf, least, place) for action in rest]
        return found

    def _shares(self, lay: Lay, group: Sequence[Candidate]) -> list[float]:
        """Logarithms of how likely each way is to have put somebody or nobody on a tile laid so."""
        somebody = [action for one in group if isinstance(action := one.actions[-1], Deploy)]
        seen = self.onlooker.confidence >= faceless.PARAMETERS.made_out and somebody
        near = self.onlooker.near(lay, somebody, self._footing_of(lay), self.habits).tolist() if seen else ()
        chances = [one.probability for one in group]
        return softened(
            chances, list(map(_puts_somebody, group)), onlooker=self.onlooker, near=near, in_part=self.in_part(lay.tile)
        )

    def _anybody(self, after: State, lay: Lay) -> float:
        """Log-likelihood of what the colours show on a tile laid so, whoever stands there or nobody: what is seen there
        speaks for no kind against another that offers as much, whether there is a picture of it or none."""
        bare, each = self._of_whom_is_seen(lay, list(self.game.deployments(after, lay)))
        return float(np.logaddexp.reduce([bare, *each]))

    def _lays(self, after: State) -> Iterator[Lay]:
        """Every legal way to have laid a tile here that the rules can tell apart."""
        y, x = self.sighted.cell
        if after.is_over:
            return
        lays = [Lay(key, x, y, turns) for key, turns in after.board.fitting(after.bag, x, y)]
        yield from {laid_by(lay): lay for lay in reversed(lays)}.values()

    def _of_whom_is_seen(self, lay: Lay, options: Sequence[Deploy]) -> tuple[float, list[float]]:
        """See :meth:`Onlooker.log_likelihoods`."""
        return self.onlooker.log_likelihoods(lay, options, self._footing_of(lay), self.habits)

    def _footing_of(self, lay: Lay) -> Float32Array | None:
        """(features, n, n) where feet stand on a tile laid so: by its picture, or by what is painted on this very one
        where the terrain takes it for likely; None where it goes by the usual plan."""
        drawn, ground = self.footing((lay.tile, lay.turns)), self.sighted.ground
        if drawn is not None or ground is None or self.onlooker.confidence < faceless.PARAMETERS.made_out:
            return drawn
        if self._terrain.get(laid_by(lay), -math.inf) < PARAMETERS.painted_from:
            return None
        if lay not in self._painted:
            self._painted[lay] = painted_footing(lay.tile, lay.turns, ground)
        return self._painted[lay]

    def _unpictured(self, after: State, lay: Lay, ended: tuple[Skip, ...]) -> Iterator[Candidate]:
        """Who may have been put on a tile of which no picture was laid on."""
        options = list(self.game.deployments(after, lay))
        bare, each = self._of_whom_is_seen(lay, options)
        nobody = Candidate((*ended, lay, Skip()), bare, 0.0, (PlaceOnMap(lay.x, lay.y).notation,))
        yield nobody
        for option, likelihood in zip(options, each, strict=True):
            yield replace(nobody, actions=(*ended, lay, option), log_likelihood=likelihood)


def _puts_somebody(one: Candidate) -> bool:
    return isinstance(one.actions[-1], Deploy)


def pictures_fit(hypothesis: Hypothesis) -> bool:
    """Whether the pictures fit of all tiles that are told to have been laid with nobody on them. Copies of a kind may
    be drawn in more ways than are known, and then another kind's picture is the likest, badly and without a rival."""
    bare = [turn for turn in hypothesis.each if not any(isinstance(action, Deploy) for action in turn.actions)]
    return all(turn.tile is None or turn.tile.cost < PARAMETERS.fits for turn in bare)

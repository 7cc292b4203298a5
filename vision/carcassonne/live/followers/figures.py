"""Followers about the map: was one put on the tile just laid, do those on record stand, did the others go home?"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache

import numpy as np
from numpy.typing import NDArray

from calibration.arrays import BoolMask, Float32Array
from games.carcassonne.actions import Deploy
from games.carcassonne.tiles import FeatureKind, tile_type
from vision.carcassonne.figures.laid_down import BodySeen, SeemsHidden, bodies_seen, usual_leans
from vision.carcassonne.figures.seen_by_form import TileForms
from vision.carcassonne.live.deck import blurred_channel
from vision.carcassonne.live.followers import farming_habits
from vision.carcassonne.live.followers.farming_habits import FarmingHabits
from vision.carcassonne.live.followers.figure_evidence import FigureEvidence, LearnedPaint, Standpoint, balanced
from vision.carcassonne.live.followers.put_down import put_down_as
from vision.carcassonne.live.followers.silhouettes import MARGIN, SPAN
from vision.carcassonne.live.memory import Memory
from vision.carcassonne.live.tile_evidence import TileMatch, TileSight
from vision.imaging.patches import Patches
from vision.imaging.scatter import median_of
from vision.networks.figure_field.field import TILE_PX
from vision.parameters import CHOSEN, Parameters, parameter
from vision.registration.lattice import Cell, side_px
from vision.registration.lucas_kanade import middle_px


@dataclass(frozen=True, slots=True, kw_only=True)
class LiveFiguresParameters(Parameters):
    """How often a follower is put down, where on a tile it may stand, and when it stands unmoved."""

    follower_share: float = parameter(0.4, "share", "how often people put a follower on the tile they lay", CHOSEN)
    small_share: float = parameter(0.85, "share", "of the followers put down that are small ones", CHOSEN)
    big_share: float = parameter(0.15, "share", "of the followers put down that are big ones", CHOSEN)
    other_share: float = parameter(0.5, "share", "of the followers put down, for a kind that is neither", CHOSEN)
    well_inside: int = parameter(
        6, "px of the figure map", "from the tile's edge: nearer ones may lean in from beside", CHOSEN
    )
    seam_px: float = parameter(1.6, "px of the figure map", "each way about a tile's edge", CHOSEN)
    unmoved: float = parameter(
        2.0, "squared standard deviations", "up to which a pixel counts as showing what it did", CHOSEN
    )
    agrees: float = parameter(
        2.0, "squared standard deviations", "up to which a pixel tells of the light on a tile", CHOSEN
    )


PARAMETERS = LiveFiguresParameters()
# How the followers that people put down are shared out among what they could stand on: "default".
FEATURE_SHARE = {FeatureKind.FIELD: farming_habits.PARAMETERS.field}


class FigureReader:
    """Looks for followers on one picture."""

    def __init__(self, sight: TileSight, memory: Memory) -> None:
        self.sight = sight
        self._memory = memory
        self._standpoints: dict[tuple[TileMatch, Cell | None], Standpoint] = {}
        self._odds: dict[tuple[TileMatch, Cell | None, str, str], Float32Array] = {}
        self._forms: dict[tuple[int, int], dict[str, Float32Array] | None] = {}  # alike for whatever tile lies there
        self._bodies: dict[tuple[int, int, str], BodySeen] = {}
        self._seen: dict[tuple[TileMatch, Cell | None, str], dict[Deploy, tuple[float, tuple[int, int]]]] = {}

    def recorded(self, cell: Cell) -> TileMatch | None:
        """A recorded tile as it lies, or None where the edition or the picture does not show it."""
        pose = self._memory.track.lattice.cells.get(cell)
        if pose is None:
            return None
        return self.sight.at(pose, *self._memory.tiles[cell])

    def standpoint(self, match: TileMatch, around: Cell | None) -> Standpoint:
        """What is seen and expected on a tile and, where an earlier picture without that tile tells, around it.

        Args:
            match: the tile as it lies.
            around: the cell of a tile that is not in the earlier picture; None looks at the tile alone.
        """
        raw, inside = self.sight.layers.cut(match.pose[None], SPAN, MARGIN)
        seen = self.sight.tone.apply(raw, middle_px(match.pose[None]))[0]
        reference = self.sight.deck.fine.patches[match.entry]
        sigma = np.asarray(1.3 * self.sight.tone.sigma, np.float32)
        expected, known = self._expected(match, around, seen, sigma)
        white = balanced(raw[0], reference, (match.residual < PARAMETERS.agrees) & self._shown(match))
        lean, guesses = self._memory.leans(match.pose)
        return Standpoint(seen, white, expected, known & inside[0], sigma, lean, guesses, self.sight.deck.distinct)

    def closely(self, match: TileMatch, around: Cell | None) -> Standpoint:
        """The same with what forms say there, which takes longer."""
        key = (match, around)
        if key not in self._standpoints:
            self._standpoints[key] = replace(self.standpoint(match, around), forms=self._forms_at(match))
        return self._standpoints[key]

    def _forms_at(self, match: TileMatch) -> dict[str, Float32Array] | None:
        """What forms say of each paint where a tile lies, see :attr:`Standpoint.forms`; None of tiles smaller than
        those that forms were learned on."""
        place = _place_of(match)
        if place not in self._forms and side_px(match.pose) < TILE_PX:
            self._forms[place] = None
        elif place not in self._forms:
            forms = TileForms.on(self.sight.layers, match.pose, self._memory.paints)
            self._forms[place] = {name: forms.pixels(name, SPAN, MARGIN) for name in self._memory.paints}
        return self._forms[place]

    def _expected(
        self, match: TileMatch, around: Cell | None, seen: Patches, sigma: Float32Array
    ) -> tuple[Patches, NDArray[np.bool_]]:
        span = SPAN + 2 * MARGIN
        expected = np.zeros((span, span, 3), np.float32)
        known = np.zeros((span, span), bool)
        tile = slice(MARGIN, MARGIN + SPAN)
        known[tile, tile] = True
        before = self._memory.before
        if around is not None and before is not None:
            carried = before.pose_then(around, match.pose, self._memory.track)
            patch, inside = before.toned(carried[None], SPAN, MARGIN)
            expected, known = patch[0], inside[0].copy()
            # What looks as before although a tile was laid there stands in front of it: a neighbour's follower. The
            # table does not: what has its colour there now stands on the tile, black wood on a black cloth.
            same = np.square((seen - expected) / sigma).mean(axis=-1) < PARAMETERS.unmoved
            bare_table = median_of(expected[tile, tile].reshape(-1, 3))
            same &= np.square((expected - bare_table) / sigma).mean(axis=-1) > PARAMETERS.unmoved
            bare = np.square(seen[tile, tile] - self.sight.deck.fine.patches[match.entry]) / sigma**2
            known[tile, tile] = ~(same[tile, tile] & (bare.mean(axis=-1) > PARAMETERS.unmoved))
        expected[tile, tile] = self.sight.deck.fine.patches[match.entry]
        known[tile, tile] &= self._shown(match)
        if around is not None:
            known &= ~_seam()
        return expected, known

    def _shown(self, match: TileMatch) -> NDArray[np.bool_]:
        """(SPAN, SPAN) where the picture of a tile shows it: nobody hid that when it was learned."""
        known = self.sight.deck.known
        return np.ones((SPAN, SPAN), bool) if known is None else known[match.entry]

    def deployments(
        self, match: TileMatch, options: Sequence[Deploy], colour: str, around: Cell | None
    ) -> tuple[float, list[tuple[Deploy, float, tuple[int, int]]]]:
        """Log-odds of no follower, and of each option with where its foot would stand; 0 is "as likely as before"."""
        if not options:
            return 0.0, []
        shares, seen = self.shares(options), self.seen(match, options, colour, around)
        return math.log(1 - PARAMETERS.follower_share), [
            (one, score + shares[one], foot) for one, (score, foot) in seen.items()
        ]

    def shares(self, options: Sequence[Deploy]) -> dict[Deploy, float]:
        """The logarithm of how often the people at this table put each of the followers that they could."""
        return deployment_shares(options, self._memory.habits)

    def seen(
        self, match: TileMatch, options: Sequence[Deploy], colour: str, around: Cell | None
    ) -> dict[Deploy, tuple[float, tuple[int, int]]]:
        """Log-odds of each follower against the bare tile, and where its foot would stand; nothing is said of how
        people play."""
        known = self._seen.setdefault((match, around, colour), {})
        fresh = [one for one in options if one not in known]  # of one picture each is asked for in many hypotheses
        if fresh:
            known.update(self._seen_first(match, fresh, colour, around))
        return {one: known[one] for one in options}

    def _seen_first(
        self, match: TileMatch, options: Sequence[Deploy], colour: str, around: Cell | None
    ) -> dict[Deploy, tuple[float, tuple[int, int]]]:
        where = self.where(match, options)
        odds = {kind: self._odds_of(match, around, colour, kind) for kind in {one.kind for one in options}}
        found = {one: evidence(odds[one.kind], where[one]) for one in options}
        if max(float(each.max()) for each in odds.values()) <= 0:
            return found
        scores = put_down_as(self.body(match, colour, around), odds, where)
        return {one: (scores[one], foot) for one, (_, foot) in found.items()}

    def body(self, match: TileMatch, colour: str, around: Cell | None) -> BodySeen:
        """How a figure of a colour was put down that likeliest is on a tile."""
        place = (*_place_of(match), colour)
        if place not in self._bodies:
            evidence_there, foot = self._likeliest(match, around, colour)
            leans = usual_leans(*self._memory.leans(match.pose))
            hidden = SeemsHidden(match.pose, evidence_there.outline(foot), leans)
            (self._bodies[place],) = bodies_seen(self.sight.layers, [hidden], self._memory.put_down)
        return self._bodies[place]

    def anybody(self, match: TileMatch, colours: Sequence[str], around: Cell | None) -> float:
        """Log-odds against the bare tile that a figure of any of the colours stands somewhere well inside it."""
        everywhere = np.zeros((SPAN, SPAN), np.float32)
        inside = slice(PARAMETERS.well_inside, SPAN - PARAMETERS.well_inside)
        everywhere[inside, inside] = 1.0 / (SPAN - 2 * PARAMETERS.well_inside) ** 2
        odds = [evidence(self._odds_of(match, around, colour, "small"), everywhere)[0] for colour in colours]
        return float(np.logaddexp.reduce(odds)) if odds else -math.inf

    def hidden(self, match: TileMatch, colour: str, around: Cell | None) -> tuple[BoolMask, Float32Array]:
        """(SPAN, SPAN) what a small figure of a colour hides of a tile where one likeliest stands, and (SPAN, SPAN)
        nats that each pixel of the tile says for somebody by not looking like the bare tile."""
        there, foot = self._likeliest(match, around, colour)
        return there.hidden_by(foot), self.closely(match, around).speaks_for_somebody(self._memory.paints[colour])

    def _likeliest(self, match: TileMatch, around: Cell | None, colour: str) -> tuple[FigureEvidence, tuple[int, int]]:
        """What speaks for a small figure of a colour, and where (row, column) one likeliest stands."""
        odds = self._odds_of(match, around, colour, "small")
        row, column = np.unravel_index(int(odds.argmax()), odds.shape)
        return self.closely(match, around).evidence_for(self._memory.paints[colour]), (int(row), int(column))

    def _odds_of(self, match: TileMatch, around: Cell | None, colour: str, kind: str) -> Float32Array:
        """See :meth:`Standpoint.log_odds`; of one picture each is asked for in many hypotheses."""
        key = (match, around, colour, kind)
        if key not in self._odds:
            self._odds[key] = self.closely(match, around).log_odds(self._memory.paints[colour], kind)
        return self._odds[key]

    def where(self, match: TileMatch, options: Sequence[Deploy]) -> dict[Deploy, Float32Array]:
        """The probabilities (SPAN, SPAN) of where the feet of each follower would stand on a tile: a foot that is seen
        softly is seen beside where it stands."""
        features = tile_type(match.key).turned[match.turns]
        places = self.sight.deck.footing(match.entry)
        found = {}
        for option in options:
            index = features.index_at(option.feature, option.location)
            assert index is not None, f"{option.notation} is not on {match.key}"
            found[option] = blurred_channel(np.asarray(places[index], np.float32), self.sight.deck.softer)
        return found

    def colours(self, match: TileMatch, paints: Mapping[str, LearnedPaint]) -> dict[str, tuple[float, tuple[int, int]]]:
        """For each colour the log-odds that a figure of it stands anywhere on the tile, and where."""
        standpoint = self.standpoint(match, None)
        everywhere = np.full((SPAN, SPAN), 1.0 / SPAN**2, np.float32)
        return {colour: evidence(standpoint.log_odds(paint), everywhere) for colour, paint in paints.items()}


def kind_share(kind: str) -> float:
    """How often people take a follower of this kind when they put one down."""
    shares = {"small": PARAMETERS.small_share, "big": PARAMETERS.big_share}
    return shares.get(kind, PARAMETERS.other_share)


def deployment_shares(options: Sequence[Deploy], habits: FarmingHabits) -> dict[Deploy, float]:
    """The logarithm of how often people of such habits put each of the followers that they could."""
    return {
        one: math.log(PARAMETERS.follower_share * kind_share(one.kind) * share)
        for one, share in zip(options, habits.shares(options).tolist(), strict=True)
    }


def _place_of(match: TileMatch) -> tuple[int, int]:
    """Where a tile lies, the same for all that may lie there: half-tiles of the picture."""
    right, down = np.round(middle_px(match.pose[None])[0] / (0.5 * side_px(match.pose))).astype(int)
    return int(right), int(down)


@cache
def _seam() -> NDArray[np.bool_]:
    """(m, m) the edge of a tile: whatever lies there is blurred into what lies beside it."""
    line = np.abs(np.arange(SPAN + 2 * MARGIN) + 0.5 - MARGIN - SPAN / 2) - SPAN / 2  # px beyond the edge
    beyond = np.maximum(line[:, None], line[None])
    return np.asarray(np.abs(beyond) < PARAMETERS.seam_px)


def evidence(log_odds: Float32Array, where: Float32Array) -> tuple[float, tuple[int, int]]:
    """Log of the odds averaged over where the foot may stand, and where it most likely does (row, column)."""
    joint = log_odds + np.log(where + 1e-7)
    top = float(joint.max())
    row, column = np.unravel_index(int(joint.argmax()), joint.shape)
    return top + math.log(float(np.exp(joint - top).sum())), (int(row), int(column))

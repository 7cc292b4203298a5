"""What is known of coats of arms on an edition that is being learned, and what that tells of another tile of it."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property

import numpy as np

from calibration.arrays import Float64Array
from vision.carcassonne.arms import printed_arms
from vision.carcassonne.arms.printed_arms import at_an_end
from vision.carcassonne.learning.pennants import arms_in_view as viewing
from vision.carcassonne.learning.pennants.arms_in_view import ArmsInView, ShownArms, chance_of_usual, ratio_in_view
from vision.carcassonne.learning.pennants.named_pennants import NamedPennants
from vision.carcassonne.learning.pennants.open_pennants import PairedTile
from vision.carcassonne.pennants import Twins
from vision.carcassonne.poses import Orientation


@dataclass(frozen=True, slots=True)
class Pair:
    """The two ways of one tile to lie that a coat of arms alone tells apart: numbers of orientations; ``prior`` are
    log-odds of the one with arms by what the box holds, ``number`` is which pair of kinds it is."""

    number: int
    bare: int
    armed: int
    prior: float


@dataclass(frozen=True, eq=False)
class EditionArms:
    """Coats of arms of one edition.

    Attributes:
        orientations: what the columns of evidence stand for.
        twins: the kinds that arms alone tell apart.
        pennants: what the network said of tiles that people have named.
        shown: what tiles show where arms are printed, named ones and others.
    """

    orientations: Sequence[Orientation]
    twins: Sequence[Twins]
    pennants: NamedPennants = field(default_factory=NamedPennants)
    shown: tuple[ShownArms, ...] = ()

    def with_tile(
        self, evidence: Float64Array, in_view: ArmsInView | None, orientation: int, *, named: bool
    ) -> EditionArms:
        """One more tile lies there, its evidence (orientations,) and how it lies; ``named`` where it is known, too,
        whether it bears arms."""
        pair = self.pair_of(orientation)
        if pair is None:
            return self
        known = self.pennants.with_tile(evidence, orientation, self.twins) if named else self.pennants
        if in_view is None or not in_view.shows_place(pair.armed):
            return replace(self, pennants=known)
        share = float(orientation == pair.armed) if named else 1 / (1 + math.exp(-pair.prior))
        shown = ShownArms(float(in_view.painted[pair.armed]), at_an_end(self.orientations[pair.armed]), share)
        return replace(self, pennants=known, shown=(*self.shown, shown))

    def adjusted_for_arms(self, evidence: Float64Array, in_view: ArmsInView | None) -> Float64Array:
        """Evidence (orientations,) of another tile in which only what is said of coats of arms has changed."""
        adjusted = evidence.copy()
        for pair in set(self._pairs.values()):
            either = np.logaddexp(evidence[pair.armed] + pair.prior, evidence[pair.bare])
            said = self._ratio(float(evidence[pair.armed] - evidence[pair.bare]), in_view, pair)
            adjusted[pair.bare] = either - np.logaddexp(said + pair.prior, 0.0)
            adjusted[pair.armed] = adjusted[pair.bare] + said
        return adjusted

    def paired(
        self, evidence: Float64Array, in_view: ArmsInView | None, orientation: int, *, open_still: bool
    ) -> tuple[PairedTile, tuple[str, str]] | None:
        """A tile that lies so among all of an evening, and the kinds without and with arms; None where it has no twin.
        What its place shows counts before all of them are compared."""
        pair = self.pair_of(orientation)
        if pair is None:
            return None
        said = None if open_still else orientation == pair.armed
        odds, before = float(evidence[pair.armed] - evidence[pair.bare]), pair.prior + self._beside_twins(in_view, pair)
        if not at_an_end(self.orientations[pair.armed]):
            before += self._by_place(in_view, pair)
        kinds = self.orientations[pair.bare].kind.key, self.orientations[pair.armed].kind.key
        return PairedTile(pair.number, odds, before, said), kinds

    def pair_of(self, orientation: int) -> Pair | None:
        """What a tile that lies so is or may be; None where no arms tell it from another."""
        return self._pairs.get(orientation)

    def _ratio(self, odds: float, in_view: ArmsInView | None, pair: Pair) -> float:
        """Log-likelihood ratio of arms by the tile as a whole, by their place and by known pictures beside it."""
        shown = in_view is not None and in_view.shows_place(pair.armed)
        share = viewing.PARAMETERS.as_a_whole if shown else 1.0
        said = share * self.pennants.log_ratio(odds) + self._by_place(in_view, pair)
        if at_an_end(self.orientations[pair.armed]):
            most = printed_arms.PARAMETERS.most_at_an_end
            said = float(np.clip(said, -most, most))
        return said + self._beside_twins(in_view, pair)

    def _by_place(self, in_view: ArmsInView | None, pair: Pair) -> float:
        if in_view is None or not in_view.shows_place(pair.armed):
            return 0.0
        painted, covered = float(in_view.painted[pair.armed]), float(in_view.covered[pair.armed])
        return ratio_in_view(painted, covered, self._usual, at_an_end=at_an_end(self.orientations[pair.armed]))

    def _beside_twins(self, in_view: ArmsInView | None, pair: Pair) -> float:
        """What known pictures say; where this edition prints arms elsewhere, the usual place tells nothing."""
        if in_view is None:
            return 0.0
        armed = self.orientations[pair.armed]
        said = in_view.beside_twins.get((armed.kind.key, armed.turns), 0.0)
        return math.copysign(-math.log(self._usual * math.exp(-abs(said)) + 1 - self._usual), said)

    @cached_property
    def _usual(self) -> float:
        return chance_of_usual(self.shown)

    @cached_property
    def _pairs(self) -> dict[int, Pair]:
        """Of either of their orientations."""
        found = {}
        for number, kind in enumerate(self.twins):
            for bare, armed in zip(kind.bare.tolist(), kind.armed.tolist(), strict=True):
                found[bare] = found[armed] = Pair(number, bare, armed, kind.prior)
        return found

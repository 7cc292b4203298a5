"""What a tile shows where the published game prints coats of arms, while its edition is being learned.

The terrain network says of a whole tile whether it bears arms, on each edition in another way. Where they are printed
it paints them, or does not, and that is the same on nearly all editions (:mod:`vision.carcassonne.arms.printed_arms`).
Whether this one prints them there is told by its tiles: by those that people have named and by those of which nobody
knows yet, for arms seen in just that place are hardly there by chance.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np

from calibration.arrays import Float32Array, Float64Array
from vision.carcassonne.arms.printed_arms import arms_in_place
from vision.carcassonne.figures import hidden_arms as hiding
from vision.carcassonne.poses import Orientation
from vision.parameters import CHOSEN, Parameters, parameter

FINDING = "docs/findings/coats-of-arms.md"


@dataclass(frozen=True, slots=True, kw_only=True)
class ArmsInViewParameters(Parameters):
    """What is shown in the place of arms on tiles with and without some, and how many editions print them there."""

    usual: float = parameter(
        0.9, "share", "of editions that print them there: six of six that people print, most drawn ones", FINDING
    )
    # Of 89 tiles with arms on composed tables of two foreign editions (nobody on their place) each showed some there,
    # of 114 without none but bridges over a city of one edition.
    armed_shows: float = parameter(0.97, "share", "of tiles with arms that show some there, where they do", FINDING)
    bare_shows: float = parameter(0.03, "share", "of tiles without that seem to", FINDING)
    end_shows: float = parameter(0.15, "share", "of cities from side to side without arms that seem to", FINDING)
    by_chance: float = parameter(0.1, "share", "that show some there on an edition that prints them elsewhere", CHOSEN)
    least_usual: float = parameter(0.01, "probability", "that this edition is another than its tiles tell", CHOSEN)
    none_at: float = parameter(-2.5, "log-odds", "of arms in their place at which a tile shows none", FINDING)
    some_at: float = parameter(-0.2, "log-odds", "of arms there at which it shows some", FINDING)
    least_painted: float = parameter(0.01, "probability", "of arms that is left to any tile there, or of none", CHOSEN)
    as_a_whole: float = parameter(
        0.5, "times", "what a tile as a whole tells of arms beside that", "docs/findings/coats-of-arms.md"
    )


PARAMETERS = ArmsInViewParameters()


@dataclass(frozen=True, eq=False, slots=True)
class ArmsInView:
    """What one tile shows where arms are printed, were it one that lies so.

    Attributes:
        painted: (orientations,) log-odds of arms at the likeliest spot there that nobody hides.
        covered: (orientations,) share of their place that somebody hides.
        beside_twins: log-likelihood ratio of arms by known pictures, for each tile with arms of which they tell it.
    """

    painted: Float64Array
    covered: Float64Array
    beside_twins: Mapping[tuple[str, int], float] = field(default_factory=dict)

    def shows_place(self, orientation: int) -> bool:
        """Whether enough of the place is in view to tell anything."""
        return bool(self.covered[orientation] < hiding.PARAMETERS.open_from)


@dataclass(frozen=True, slots=True)
class ShownArms:
    """What one tile of two kinds that arms tell apart shows.

    Attributes:
        painted: log-odds of arms in their place.
        at_an_end: that is where a city from side to side ends: towers and gates stand there on some editions.
        share: chance of arms before it was looked at; 0 or 1 where people have said so.
    """

    painted: float
    at_an_end: bool
    share: float


def arms_in_view(
    ground: Float32Array, covers: Float32Array, orientations: Sequence[Orientation], stock: Mapping[str, int]
) -> ArmsInView | None:
    """What a tile shows in the usual places; None where of two kinds that arms tell apart these are not known.

    Args:
        ground: (terrains, n, n) how likely each spot shows which terrain. covers: (n, n) 1 where a figure hides it.
    """
    seen = arms_in_place((ground * (1 - covers))[None], covers[None], orientations, stock)
    if seen is None:
        return None
    least = PARAMETERS.least_painted
    shown = np.clip(seen.shown[0], least, 1 - least)
    return ArmsInView(np.log(shown) - np.log1p(-shown), seen.covered[0])


def chance_of_usual(tiles: Sequence[ShownArms]) -> float:
    """How likely an edition prints arms in the usual place, by what its tiles show there."""
    odds = _log_odds(PARAMETERS.usual)
    for one in tiles:
        shows = one.share * PARAMETERS.armed_shows + (1 - one.share) * _bare_shows(one.at_an_end)
        some, none = math.log(shows / PARAMETERS.by_chance), math.log((1 - shows) / (1 - PARAMETERS.by_chance))
        odds += _between(one.painted, none, some)
    most = _log_odds(1 - PARAMETERS.least_usual)
    return 1 / (1 + math.exp(-min(max(odds, -most), most)))


def ratio_in_view(painted: float, covered: float, usual: float, *, at_an_end: bool) -> float:
    """Log-likelihood ratio of arms by what is ``painted`` in their place, log-odds, where so large a share of it is
    ``covered``; ``usual`` is how likely they are printed there."""
    armed, bare, chance = PARAMETERS.armed_shows, _bare_shows(at_an_end), (1 - usual) * PARAMETERS.by_chance
    some = math.log((usual * armed + chance) / (usual * bare + chance))
    rest = (1 - usual) * (1 - PARAMETERS.by_chance)
    none = math.log((usual * (1 - armed) + rest) / (usual * (1 - bare) + rest))
    return math.log((1 - covered) * math.exp(_between(painted, none, some)) + covered)


def _between(painted: float, none: float, some: float) -> float:
    return float(np.interp(painted, (PARAMETERS.none_at, PARAMETERS.some_at), (none, some)))


def _bare_shows(at_an_end: bool) -> float:
    return PARAMETERS.end_shows if at_an_end else PARAMETERS.bare_shows


def _log_odds(chance: float) -> float:
    return math.log(chance / (1 - chance))

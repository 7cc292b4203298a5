"""Where the published game prints its coats of arms, whatever the edition.

Arms stand in the corner between two sides of their city, and on a city that runs from side to side at the middle of
one of these, 0.14 of a tile from the edge. Five editions agree in that to 0.05 of a tile: both of the photographs, the
winter one, another printed one and one redrawn by another hand (docs/findings/coats-of-arms.md). An edition may print
them elsewhere; whether this one does is told by its map.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache

import numpy as np

from calibration.arrays import BoolMask, Float32Array, Float64Array
from vision.carcassonne.pennants import likeliest_spots, tell_arms, twins_among
from vision.carcassonne.poses import Orientation
from vision.parameters import CHOSEN, Parameters, parameter
from vision.tile_map.terrain.reader import TERRAINS

FINDING = "docs/findings/coats-of-arms.md"
IN_A_CORNER, AT_AN_END = frozenset("MOQS"), frozenset("F")  # letters of the kinds with arms
WIDE = frozenset("QSF")  # of these those whose city is so wide that arms which are elsewhere show elsewhere


@dataclass(frozen=True, slots=True, kw_only=True)
class PrintedArmsParameters(Parameters):
    """Where arms are printed, how large their place is, and when a map prints them there."""

    corner: tuple[float, float] = parameter(
        (0.14, 0.14), "(x, y), shares of a tile at rest", "of arms in a corner", FINDING
    )
    end: tuple[float, float] = parameter((0.86, 0.47), "(x, y), shares of a tile at rest", "of arms at an end", FINDING)
    reach: float = parameter(0.11, "share of a tile's side", "from their place within which arms are sought", FINDING)
    radius: float = parameter(0.08, "share of a tile's side", "half the width of a coat of arms", CHOSEN)
    shows: float = parameter(0.3, "probability", "of arms in their place from which a tile shows some there", CHOSEN)
    least_chance: float = parameter(0.5, "probability", "to be of two kinds that arms tell apart, to be asked", CHOSEN)
    strays: float = parameter(0.8, "probability", "of arms from which a tile shows some elsewhere", CHOSEN)
    armed_show: float = parameter(0.9, "share", "of tiles with arms that show them where they are printed", CHOSEN)
    bare_show: float = parameter(0.05, "share", "of tiles without arms that seem to", CHOSEN)
    by_chance: float = parameter(0.1, "share", "that show some in the usual place where they are elsewhere", CHOSEN)
    astray: float = parameter(0.05, "share", "that show some elsewhere where they are in the usual place", CHOSEN)
    usual: float = parameter(2.0, "log-odds", "that an edition prints arms in the usual place", CHOSEN)
    # Of 12 cities from side to side of one edition nine with arms were told so at the table, and so were two of three
    # without: both that nobody stood on, at 0.98, by houses where they end. On its photographs ten of eleven without.
    most_at_an_end: float = parameter(
        1.5,
        "nats",
        "that paint may say of arms there: houses stand there, too, and no other tile tells of them",
        FINDING,
    )


PARAMETERS = PrintedArmsParameters()


@dataclass(frozen=True, eq=False, slots=True)
class ArmsInPlace:
    """What a map's tiles show where arms are usually printed.

    Attributes:
        shown: (b, orientations) how likely arms are there, were it a tile that lies so; 0 where no place is known.
        anywhere: (b, 1) how likely they are at the tile's likeliest spot.
        covered: (b, orientations) share of their place that figures cover.
    """

    shown: Float64Array
    anywhere: Float64Array
    covered: Float64Array


def arms_in_place(
    ground: Float32Array, covers: Float32Array, orientations: Sequence[Orientation], stock: Mapping[str, int]
) -> ArmsInPlace | None:
    """What tiles show in the usual places; None where of two kinds of the box that arms tell apart it is not known.

    Args:
        ground: (b, 6, n, n) shares of each terrain. covers: (b, n, n) 1 where a figure covers a tile, else 0.
        orientations, stock: as for :func:`vision.carcassonne.pennants.compare_pennants`.
    """
    shown, covered = np.zeros((2, len(ground), len(orientations)))
    painted, n = ground[:, TERRAINS.index("shield")], ground.shape[-1]
    for kind in twins_among(orientations, stock):
        for bare, armed in zip(kind.bare.tolist(), kind.armed.tolist(), strict=True):
            one = orientations[armed]
            if one.kind.letter not in IN_A_CORNER | AT_AN_END:
                return None
            near, beneath = masks_of(one.kind.letter, one.turns, n)
            shown[:, bare] = shown[:, armed] = painted[:, near].max(axis=1)
            covered[:, bare] = covered[:, armed] = covers[:, beneath].mean(axis=1)
    return ArmsInPlace(shown, likeliest_spots(ground), covered)


def printed_as_usual(
    seen: ArmsInPlace,
    posterior: Float64Array,
    visible: BoolMask,
    orientations: Sequence[Orientation],
    stock: Mapping[str, int],
) -> bool:
    """Whether this map's edition prints its arms in the usual places: some of its tiles show them there, then.

    Args:
        posterior: (b, orientations) how likely each tile lies how. visible: (b, orientations) that nobody covers it.
    """
    odds = PARAMETERS.usual
    for kind in twins_among(orientations, stock):
        if orientations[int(kind.armed[0])].kind.letter not in WIDE:
            continue
        chance = posterior[:, kind.bare] + posterior[:, kind.armed]
        at = kind.armed[chance.argmax(axis=1)]
        asked = np.flatnonzero((chance.sum(axis=1) > PARAMETERS.least_chance) & visible[np.arange(len(at)), at])
        in_place = seen.shown[asked, at[asked]] > PARAMETERS.shows
        astray = ~in_place & (seen.anywhere[asked, 0] > PARAMETERS.strays)
        outcomes = np.array([in_place.sum(), astray.sum(), (~in_place & ~astray).sum()])
        odds += float(outcomes @ _said_of_usual(1 / (1 + np.exp(-kind.prior))))
    return bool(odds > 0)


def _said_of_usual(armed: float) -> Float64Array:
    """(3,) log-likelihood ratio of the usual place by a tile that shows arms there, elsewhere alone, or none, where so
    large a share of tiles has ``armed``."""
    shows = armed * PARAMETERS.armed_show + (1 - armed) * PARAMETERS.bare_show
    usually = np.array([shows, (1 - shows) * PARAMETERS.astray, (1 - shows) * (1 - PARAMETERS.astray)])
    rest = 1 - PARAMETERS.by_chance
    otherwise = np.array([PARAMETERS.by_chance, rest * shows, rest * (1 - shows)])
    return np.asarray(np.log(usually / otherwise))


def at_an_end(orientation: Orientation) -> bool:
    """Whether arms of such a tile are printed where its city ends."""
    return orientation.kind.letter in AT_AN_END


def doubted_at_ends(
    evidence: Float64Array, orientations: Sequence[Orientation], stock: Mapping[str, int]
) -> Float64Array:
    """Evidence (b, orientations) in which what is painted says no more of arms at a city's ends than it may."""
    doubted, most = evidence.copy(), PARAMETERS.most_at_an_end
    for kind in twins_among(orientations, stock):
        if at_an_end(orientations[int(kind.armed[0])]):
            tell_arms(doubted, kind, np.clip(evidence[:, kind.armed] - evidence[:, kind.bare], -most, most))
    return doubted


@cache
def places_of(letter: str, turns: int) -> tuple[tuple[float, float], ...]:
    """(x, y) shares of a tile: where arms may be printed on one with these, turned so often clockwise."""
    across, down = PARAMETERS.end
    # A tile whose city ends at two sides looks alike upside down, but for its arms.
    places = [(across, down), (1 - across, 1 - down)] if letter in AT_AN_END else [PARAMETERS.corner]
    for _ in range(turns % 4):
        places = [(1 - y, x) for x, y in places]
    return tuple(places)


@cache
def masks_of(letter: str, turns: int, n: int) -> tuple[BoolMask, BoolMask]:
    """(n, n) within reach of where arms are printed on a tile turned so often clockwise, and what they fill there."""
    line = (np.arange(n) + 0.5) / n
    x, y = np.meshgrid(line, line)
    near, filled = np.zeros((2, n, n), np.bool_)
    for across, down in places_of(letter, turns):
        near |= np.maximum(np.abs(x - across), np.abs(y - down)) < PARAMETERS.reach
        filled |= np.hypot(x - across, y - down) < PARAMETERS.radius
    return near, filled

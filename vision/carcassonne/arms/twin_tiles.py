"""Which tiles of a map are of two kinds that a coat of arms alone tells apart, and how likely each bears one."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from calibration.arrays import Float64Array
from vision.carcassonne.arms.printed_arms import ArmsInPlace
from vision.carcassonne.figures import hidden_arms as hiding
from vision.carcassonne.pennants import Twins
from vision.carcassonne.poses import Orientation
from vision.parameters import CHOSEN, Parameters, parameter


@dataclass(frozen=True, slots=True, kw_only=True)
class TwinTilesParameters(Parameters):
    """Which tiles are compared, and which of them show what arms look like on this map, or what is there instead."""

    least_chance: float = parameter(
        0.5, "probability", "to be of two kinds that arms tell apart, to be compared", CHOSEN
    )
    armed: float = parameter(0.6, "probability", "of arms from which a tile may show what they look like", CHOSEN)
    shown: float = parameter(0.4, "probability", "of arms in their place, from which it does", CHOSEN)
    bare: float = parameter(0.2, "probability", "of arms below which a tile shows what is there instead", CHOSEN)
    most_models: int = parameter(6, "tiles", "whose arms the others are compared with, the surest", CHOSEN)
    least_models: int = parameter(3, "tiles", "the same, below which nothing follows", CHOSEN)
    least_bare: int = parameter(2, "tiles", "that show what is there instead, below which nothing follows", CHOSEN)


PARAMETERS = TwinTilesParameters()


@dataclass(frozen=True, eq=False, slots=True)
class TwinTile:
    """A tile of two kinds that arms tell apart.

    Attributes:
        lies: how it lies, were it the one with arms.
        armed: how likely it is that one.
        shown: how likely the place of arms shows some.
        covered: the share of that place that figures cover.
    """

    lies: Orientation
    armed: float
    shown: float
    covered: float

    @property
    def visible(self) -> float:
        """How much counts what is seen of that place: nothing where half of it is covered."""
        return 1 - self.covered / hiding.PARAMETERS.open_from

    @property
    def shows_arms(self) -> bool:
        """Whether it shows what arms look like on this map."""
        return self.armed > PARAMETERS.armed and self.shown > PARAMETERS.shown

    @property
    def shows_none(self) -> bool:
        """Whether it shows what is there instead."""
        return self.armed < PARAMETERS.bare


@dataclass(frozen=True, eq=False, slots=True)
class Likeness:
    """How much tiles look like arms of their map, by any one measure: those that surely bear some, and surely none."""

    armed: float
    bare: float


def twin_tiles(
    posterior: Float64Array, orientations: Sequence[Orientation], kinds: Sequence[Twins], seen: ArmsInPlace
) -> dict[int, TwinTile]:
    """Those tiles by their number, but for those on whose arms somebody stands.

    Args:
        posterior: (b, orientations) how likely each tile lies how. seen: what they show where arms are printed.
    """
    twins: dict[int, TwinTile] = {}
    for kind in kinds:
        chance = posterior[:, kind.bare] + posterior[:, kind.armed]
        for tile in np.flatnonzero(chance.sum(axis=1) > PARAMETERS.least_chance).tolist():
            lies = int(kind.armed[chance[tile].argmax()])
            shown, covered = float(seen.shown[tile, lies]), float(seen.covered[tile, lies])
            if covered < hiding.PARAMETERS.open_from:
                armed = float(posterior[tile, kind.armed].sum() / chance[tile].sum())
                twins[tile] = TwinTile(orientations[lies], armed, shown, covered)
    return twins


def models_among(twins: dict[int, TwinTile]) -> list[int]:
    """The tiles that show best what arms look like on this map; empty where they are too few."""
    showing = (tile for tile, one in twins.items() if one.shows_arms)
    surest = sorted(showing, key=lambda tile: -twins[tile].armed * twins[tile].shown)
    return surest[: PARAMETERS.most_models] if len(surest) >= PARAMETERS.least_models else []


def usual_likeness(alike: dict[int, float], twins: dict[int, TwinTile]) -> Likeness | None:
    """How alike tiles with arms and those without usually are here; None where too few of them are known."""
    armed = [likeness for tile, likeness in alike.items() if twins[tile].shows_arms]
    bare = [likeness for tile, likeness in alike.items() if twins[tile].shows_none]
    if len(bare) < PARAMETERS.least_bare or len(armed) < PARAMETERS.least_models:
        return None
    return Likeness(float(np.median(armed)), float(np.median(bare)))

"""What a tile's sides, as they look beside the same edition's other ones, say of its kind."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from calibration.arrays import Float64Array
from vision.carcassonne.learning.sides.road_discriminant import RoadDiscriminant
from vision.carcassonne.learning.sides.side_profiles import SideProfiles
from vision.carcassonne.poses import TileAsLaid
from vision.parameters import Parameters, parameter
from vision.tile_map.terrain import kind_named

FINDING = "docs/findings/learning-while-they-play.md"
ROAD, FIELD = "road", "field"


@dataclass(frozen=True, slots=True, kw_only=True)
class RoadsAtSidesParameters(Parameters):
    """What it says that a side looks like a road or like a field."""

    # Of 491 sides in plain sight on eleven evenings (looked at) 483 told rightly by 0.1 of this and more, 2 wrongly:
    # fields both, at whose edge a fence ends.
    says: float = parameter(5.0, "nats", "of a side that looks like a usual road, or a usual field", FINDING)
    # Where nothing crosses a side that nobody hides, no road does; what crosses it may be a shadow, or a fence.
    most_against_road: float = parameter(4.0, "nats", "against a road at one side", FINDING)
    most_against_field: float = parameter(1.0, "nats", "against a field at one side", FINDING)


PARAMETERS = RoadsAtSidesParameters()


@dataclass(frozen=True, eq=False, slots=True)
class RoadsAtSides:
    """What the sides of one tile say.

    Attributes:
        profiles: how they look.
        road: (4,) log-odds of a road against a field, north first and clockwise; 0 where nothing is told.
    """

    profiles: SideProfiles
    road: Float64Array

    def says(self, tile: TileAsLaid) -> float:
        """Log-likelihood that it adds for a tile, see :meth:`says_of`."""
        return self.says_of(kind_named(tile[0]).sides(tile[1]))

    def says_of(self, terrains: Sequence[str]) -> float:
        """Log-likelihood that it adds for a tile with these sides, north first and clockwise; never above 0: a city is
        told apart by others."""
        odds: list[float] = self.road.tolist()
        sides = list(zip(odds, terrains, strict=True))
        of_roads = sum(min(one, 0.0) for one, side in sides if side == ROAD)
        return of_roads - sum(max(one, 0.0) for one, side in sides if side == FIELD)

    def added_to(self, said: Mapping[TileAsLaid, float]) -> dict[TileAsLaid, float]:
        """What others ``said`` of each tile, log-likelihood, with this added."""
        return {tile: one + self.says(tile) for tile, one in said.items()}


@dataclass(frozen=True, eq=False, slots=True)
class KnownSides:
    """What sides of tiles that are known tell of others.

    Attributes:
        learned: what tells roads from fields in each strip of :class:`SideProfiles`.
    """

    learned: tuple[RoadDiscriminant, ...]

    @classmethod
    def of(cls, tiles: Sequence[tuple[SideProfiles, Sequence[str]]]) -> KnownSides | None:
        """By tiles with the terrain of their sides, as far as nobody hid them; None where too few are known."""
        recorded = [
            (profiles.colours[side], terrain == ROAD)
            for profiles, terrains in tiles
            for side, terrain in enumerate(terrains)
            if profiles.seen[side] and terrain in {ROAD, FIELD}
        ]
        if not recorded:
            return None
        colours, is_road = np.stack([one for one, _ in recorded], axis=1), np.array([road for _, road in recorded])
        learned = [RoadDiscriminant.of(strip, is_road) for strip in colours]
        known = tuple(one for one in learned if one is not None)
        return cls(known) if len(known) == len(learned) else None

    def weighed(self, profiles: SideProfiles) -> RoadsAtSides:
        """Of another tile's sides: the mean of what each strip tells, for a road goes on."""
        scores = [one.scores(profiles.colours[:, strip]) for strip, one in enumerate(self.learned)]
        bounds = -PARAMETERS.most_against_road, PARAMETERS.most_against_field
        odds = np.clip(PARAMETERS.says * np.mean(scores, axis=0), *bounds)
        return RoadsAtSides(profiles, np.where(profiles.seen, odds, 0.0))


def no_evidence(profiles: SideProfiles) -> RoadsAtSides:
    """Too few other sides are known yet."""
    return RoadsAtSides(profiles, np.zeros(4))

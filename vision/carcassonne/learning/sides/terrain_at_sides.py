"""What a tile's sides, as they look beside other ones of the same edition, say of its kind."""

from __future__ import annotations

from collections.abc import Mapping, Sequence, Set
from dataclasses import dataclass

import numpy as np

from calibration.arrays import Float32Array, Float64Array
from vision.carcassonne.learning.sides import side_discriminant
from vision.carcassonne.learning.sides.side_discriminant import SideDiscriminant
from vision.carcassonne.learning.sides.side_profiles import SideProfiles
from vision.carcassonne.poses import TileAsLaid
from vision.parameters import Parameters, parameter
from vision.tile_map.terrain import kind_named

FINDING = "docs/findings/learning-while-they-play.md"
ROAD, FIELD, CITY = "road", "field", "city"

SidesOfTile = tuple[SideProfiles, Sequence[str]]  # how the sides of a tile look, and what is printed at them


@dataclass(frozen=True, slots=True, kw_only=True)
class TerrainAtSidesParameters(Parameters):
    """What it says that a side looks like a road, like a field or like a city."""

    # Of 491 sides in plain sight on eleven evenings (looked at) 483 told rightly by 0.1 of this and more, 2 wrongly:
    # fields both, at whose edge a fence ends.
    says: float = parameter(5.0, "nats", "of a side that looks like a usual road, or a usual field", FINDING)
    # Where nothing crosses a side that nobody hides, no road does; what crosses it may be a shadow, or a fence.
    most_against_road: float = parameter(4.0, "nats", "against a road at one side", FINDING)
    most_against_field: float = parameter(1.0, "nats", "against a field at one side", FINDING)
    # Of 8,000 sides on 51 pictures 0.1 in 100 were told wrongly by 0.2 of this and more, once four tiles lay there.
    says_city: float = parameter(7.0, "nats", "of a side that looks like a usual city, or like a usual other", FINDING)
    most_of_city: float = parameter(6.0, "nats", "against a city at one side, or against anything else", FINDING)


PARAMETERS = TerrainAtSidesParameters()


@dataclass(frozen=True, eq=False, slots=True)
class TerrainAtSides:
    """What the sides of one tile say.

    Attributes:
        profiles: how they look.
        road: (4,) log-odds of a road against a field, north first and clockwise; 0 where nothing is told.
        city: (4,) the same of a city against both.
    """

    profiles: SideProfiles
    road: Float64Array
    city: Float64Array

    def says(self, tile: TileAsLaid) -> float:
        """Log-likelihood that it adds for a tile, see :meth:`says_of`."""
        return self.says_of(kind_named(tile[0]).sides(tile[1]))

    def says_of(self, terrains: Sequence[str]) -> float:
        """Log-likelihood that it adds for a tile with these sides, north first and clockwise; never above 0."""
        sides = zip(self.road.tolist(), self.city.tolist(), terrains, strict=True)
        return sum(_against(road, city, terrain) for road, city, terrain in sides)

    def added_to(self, said: Mapping[TileAsLaid, float]) -> dict[TileAsLaid, float]:
        """What others ``said`` of each tile, log-likelihood, with this added."""
        return {tile: one + self.says(tile) for tile, one in said.items()}


def _against(road: float, city: float, terrain: str) -> float:
    """What speaks against one terrain at a side, 0 at the most."""
    if terrain == CITY:
        return min(city, 0.0)
    return (min(road, 0.0) if terrain == ROAD else -max(road, 0.0)) - max(city, 0.0)


@dataclass(frozen=True, eq=False, slots=True)
class KnownSides:
    """What sides of tiles that are known tell of others.

    Attributes:
        roads: what tells roads from fields in each strip of :class:`SideProfiles`; empty where too few are known.
        cities: what tells cities from both on this picture; None where too few lie there.
    """

    roads: tuple[SideDiscriminant, ...]
    cities: SideDiscriminant | None = None

    def weighed(self, profiles: SideProfiles) -> TerrainAtSides:
        """Of another tile's sides: of roads the mean of what each strip tells, for a road goes on."""
        return TerrainAtSides(profiles, self._road(profiles), self._city(profiles))

    def _road(self, profiles: SideProfiles) -> Float64Array:
        if not self.roads:
            return np.zeros(len(profiles.seen))
        scores = [one.scores(profiles.colours[:, strip]) for strip, one in enumerate(self.roads)]
        bounds = -PARAMETERS.most_against_road, PARAMETERS.most_against_field
        return np.where(profiles.seen, np.clip(PARAMETERS.says * np.mean(scores, axis=0), *bounds), 0.0)

    def _city(self, profiles: SideProfiles) -> Float64Array:
        if self.cities is None:
            return np.zeros(len(profiles.seen))
        odds = PARAMETERS.says_city * self.cities.scores(profiles.tints[:, None])
        return np.where(profiles.seen, np.clip(odds, -PARAMETERS.most_of_city, PARAMETERS.most_of_city), 0.0)


def roads_of(tiles: Sequence[SidesOfTile]) -> tuple[SideDiscriminant, ...]:
    """What tells roads, by tiles of which sides are known; empty where too few of them are."""
    seen = _in_sight(tiles, {ROAD, FIELD})
    if not seen:
        return ()
    colours = np.stack([profiles.colours[side] for profiles, side, _ in seen], axis=1)
    is_road = np.array([terrain == ROAD for *_, terrain in seen])
    learned = [SideDiscriminant.of(strip, is_road, side_discriminant.PARAMETERS.least) for strip in colours]
    known = tuple(one for one in learned if one is not None)
    return known if len(known) == len(learned) else ()


def cities_of(tiles: Sequence[SidesOfTile]) -> SideDiscriminant | None:
    """What tells cities, by tiles of which sides are known; None where too few of them are. The tiles are all on one
    picture, for what it is hangs on the light."""
    seen = _in_sight(tiles, {ROAD, FIELD, CITY})
    if not seen:
        return None
    tints: Float32Array = np.stack([profiles.tints[side] for profiles, side, _ in seen])
    is_city = np.array([terrain == CITY for *_, terrain in seen])
    return SideDiscriminant.of(tints[:, None], is_city, side_discriminant.PARAMETERS.least_city)


def _in_sight(tiles: Sequence[SidesOfTile], terrains: Set[str]) -> list[tuple[SideProfiles, int, str]]:
    """The sides with one of these terrains that nobody hides."""
    return [
        (profiles, side, terrain)
        for profiles, printed in tiles
        for side, terrain in enumerate(printed)
        if profiles.seen[side] and terrain in terrains
    ]

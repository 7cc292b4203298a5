"""The ways in which tiles can lie, as a reader of pictures needs them: kinds by letter or name, one entry for each
way that differs in the rules' eyes, and which template of an edition shows which."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from calibration.references import Edition
from games.carcassonne.actions import Lay
from vision.carcassonne.observation import Sides
from vision.tile_map.terrain import TerrainKind, kind_named, lowest_turns, turns_of

# A tile's key and its quarter turns clockwise; where several look the same to the rules, the fewest of them.
TileAsLaid: TypeAlias = tuple[str, int]


def tile_as_laid(key: str, turns: int) -> TileAsLaid:
    """A tile after so many quarter turns clockwise, with the fewest that look the same to the rules."""
    return key, lowest_turns(kind_named(key), turns)


def laid_by(lay: Lay) -> TileAsLaid:
    """The tile that somebody lays, likewise."""
    return tile_as_laid(lay.tile, lay.turns)


def short_name(kind: TerrainKind) -> str:
    """The letter where there is one, otherwise JCloisterZone's name."""
    return kind.letter or kind.key


@dataclass(frozen=True, slots=True)
class Orientation:
    """A kind lying one way: quarter turns clockwise (the lowest of those that look alike), terrain of its sides."""

    kind: TerrainKind
    turns: int
    sides: Sides


def turned_by_quarters(orientations: Sequence[Orientation]) -> list[list[int]]:
    """Where each of them is found once everything is turned clockwise by none, one, two and three quarters."""
    at = {(one.kind.key, one.turns): index for index, one in enumerate(orientations)}
    return [[at[one.kind.key, lowest_turns(one.kind, one.turns + by)] for one in orientations] for by in range(4)]


@dataclass(frozen=True, eq=False)
class Orientations:
    """Every way in which the tiles of an edition can lie.

    Attributes:
        orientations: one entry each.
        of_template: (4 v,) index into ``orientations`` for template ``4 view + turns``.
    """

    orientations: tuple[Orientation, ...]
    of_template: NDArray[np.intp]

    def best_costs(self, costs: NDArray[np.float32]) -> NDArray[np.float32]:
        """(b, 4 v) costs of templates to (b, orientations): each orientation by its best view."""
        result = np.full((len(costs), len(self.orientations)), np.inf, dtype=np.float32)
        np.minimum.at(result.T, self.of_template, costs.T)
        return result


def orientations_of(edition: Edition) -> Orientations:
    """The orientations of an edition's tiles. Raises :class:`UnknownKind`."""
    orientations: list[Orientation] = []
    index: dict[tuple[str, int], int] = {}
    of_template = []
    for reference in edition.references:
        kind = kind_named(reference.kind)
        start = turns_of(kind, reference.sides)
        for more in range(4):
            turns = lowest_turns(kind, start + more)
            if (kind.key, turns) not in index:
                index[(kind.key, turns)] = len(orientations)
                orientations.append(Orientation(kind, turns, as_sides(kind.sides(turns))))
            of_template.append(index[(kind.key, turns)])
    return Orientations(tuple(orientations), np.array(of_template))


def as_sides(sides: tuple[str, ...]) -> Sides:
    """Four terrains as a fixed tuple."""
    north, east, south, west = sides
    return (north, east, south, west)

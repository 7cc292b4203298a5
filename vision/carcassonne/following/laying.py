"""How one reading of a map lies on another: by the tiles that both show, whatever way the camera was turned."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace

import numpy as np

from vision.carcassonne.observation import SeenFollower, SeenTile, Sides
from vision.parameters import CHOSEN, Parameters, parameter
from vision.registration.lattice import Cell


@dataclass(frozen=True, slots=True, kw_only=True)
class FollowingLayingParameters(Parameters):
    """How many of the known tiles must be seen again for a picture to be laid onto the map."""

    least_shared: float = parameter(
        0.6, "share", "of the known tiles in view that must be seen again for a picture to be laid onto the map", CHOSEN
    )


PARAMETERS = FollowingLayingParameters()
_CLOCKWISE = "NESW"


@dataclass(frozen=True, slots=True)
class Laying:
    """How a picture's cells lie on the map: quarter turns clockwise, then down and right."""

    turns: int = 0
    down: int = 0
    right: int = 0

    def cell(self, row: int, column: int) -> Cell:
        """A cell of the picture on the map."""
        for _ in range(self.turns):
            row, column = column, -row
        return row + self.down, column + self.right

    def sides(self, sides: Sides) -> Sides:
        """Sides of a tile of the picture as the map stands."""
        for _ in range(self.turns):
            north, east, south, west = sides
            sides = (west, north, east, south)
        return sides

    def tile(self, tile: SeenTile) -> SeenTile:
        """A tile of the picture on the map."""
        row, column = self.cell(tile.row, tile.column)
        others = tuple(replace(other, sides=self.sides(other.sides)) for other in tile.alternatives)
        turns = (tile.turns + self.turns) % 4
        return replace(tile, row=row, column=column, sides=self.sides(tile.sides), turns=turns, alternatives=others)

    def follower(self, follower: SeenFollower) -> SeenFollower:
        """A follower of the picture on the map."""
        row, column = self.cell(follower.row, follower.column)
        turned = {_CLOCKWISE[(_CLOCKWISE.index(side) + self.turns) % 4] for side in follower.sides}
        return replace(follower, row=row, column=column, sides="".join(side for side in _CLOCKWISE if side in turned))


def laying_of(seen: Iterable[SeenTile], known: Mapping[Cell, SeenTile]) -> Laying | None:
    """How a reading lies on the map that is known; None where too few tiles agree.

    Each pair of tiles that look the same votes for how they would lie on each other. Where several ways agree equally
    well, the one counts in which the tiles lie on the picture (px) nearest to where they last lay.
    """
    tiles = tuple(seen)
    if not tiles:
        return None
    if not known:
        return Laying()
    votes = _votes(tiles, known)
    if not votes:
        return None
    agreeing = max(votes.values())
    best = min(
        (laying for laying, count in votes.items() if count == agreeing), key=lambda one: _moved(one, tiles, known)
    )
    shared = sum(best.cell(tile.row, tile.column) in known for tile in tiles)
    return best if agreeing >= PARAMETERS.least_shared * max(shared, min(len(tiles), len(known)) / 2) else None


def _votes(tiles: tuple[SeenTile, ...], known: Mapping[Cell, SeenTile]) -> Counter[Laying]:
    alike: dict[tuple[str, Sides], list[Cell]] = {}
    for cell, tile in known.items():
        alike.setdefault((tile.kind, tile.sides), []).append(cell)
    votes: Counter[Laying] = Counter()
    for turns in range(4):
        turned = Laying(turns)
        for tile in tiles:
            row, column = turned.cell(tile.row, tile.column)
            for down, right in alike.get((tile.kind, turned.sides(tile.sides)), ()):
                votes[Laying(turns, down - row, right - column)] += 1
    return votes


def _moved(laying: Laying, tiles: tuple[SeenTile, ...], known: Mapping[Cell, SeenTile]) -> float:
    """How far (px, median) the tiles would have moved on the picture."""
    moved = moved_px(laying, tiles, known)
    return moved if moved is not None else np.inf


def moved_px(laying: Laying, tiles: Iterable[SeenTile], known: Mapping[Cell, SeenTile]) -> float | None:
    """How far (px, median) the tiles that both show have moved on the picture; None where they share none."""
    distances = []
    for tile in tiles:
        before = known.get(laying.cell(tile.row, tile.column))
        if before is not None:
            distances.append(float(np.linalg.norm(tile.outline.mean(axis=0) - before.outline.mean(axis=0))))
    return float(np.median(distances)) if distances else None

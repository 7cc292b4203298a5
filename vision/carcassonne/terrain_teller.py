"""Tells tiles of an edition that nobody has seen, by what the tiles of all have in common."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from calibration.arrays import Float64Array
from vision.carcassonne import tile_tellers
from vision.carcassonne.figures.followers import read_followers_without_faces
from vision.carcassonne.foreign import outside_alone
from vision.carcassonne.observation import CarcassonneObservation, SeenFollower, SeenTile
from vision.carcassonne.poses import Orientation, as_sides
from vision.carcassonne.reading import paints_for
from vision.carcassonne.terrain_evidence import taught
from vision.carcassonne.tile_tellers import Known, RecognisedTiles, likely_tiles
from vision.carcassonne.unseen import read_unseen
from vision.frames import Picture
from vision.imaging.line_segments import Edges, edges_of
from vision.imaging.patches import Layers
from vision.imaging.side_by_side import side_by_side
from vision.parameters import CHOSEN, Parameters, parameter
from vision.registration.lattice import Lattice, Matrix, largest_part, quad_of, side_px
from vision.registration.quads import squares_anywhere
from vision.tile_map.between_edges import laid_between_edges
from vision.tile_map.presence_gate import crops_of
from vision.tile_map.terrain import kind_named, lowest_turns, placements, terrain_reader
from vision.tile_map.unknown_edition import find_unseen


@dataclass(frozen=True, slots=True, kw_only=True)
class TerrainTellerParameters(Parameters):
    """When several squares of an edition that nobody has seen are a map."""

    map_odds: float = parameter(3.0, "log-odds", "mean log-odds from which several squares are a map", CHOSEN)


PARAMETERS = TerrainTellerParameters()


class TerrainTeller:
    """Tells tiles of an edition that nobody has seen, by their terrain.

    Args:
        stock: how many of each kind the box holds.
    """

    def __init__(self, stock: Mapping[str, int]) -> None:
        self._box = {kind_named(name).key: count for name, count in stock.items()}

    @cached_property
    def columns(self) -> NDArray[np.intp]:
        """(n,) the network's columns for the kinds of the box."""
        kinds = [place.kind.key for place in placements()]
        return np.array([column for column, key in enumerate(kinds) if self._box.get(key, 0) > 0])

    @cached_property
    def orientations(self) -> tuple[Orientation, ...]:
        """See :class:`TileTeller`."""
        found = []
        for column in self.columns.tolist():
            place = placements()[column]
            turns = lowest_turns(place.kind, place.turns)
            found.append(Orientation(place.kind, turns, as_sides(place.kind.sides(turns))))
        return tuple(found)

    def read(self, picture: Picture, box: Mapping[str, int]) -> CarcassonneObservation:
        """See :class:`TileTeller`."""
        return read_unseen(picture, box)

    def find(self, picture: Picture) -> Lattice | None:
        """See :class:`TileTeller`."""
        return next(self.candidates(picture), None)

    def find_lone(self, picture: Picture) -> Lattice | None:
        """See :class:`TileTeller`."""
        return next(_each_alone(picture), None)

    def candidates(self, picture: Picture) -> Iterator[Lattice]:
        """Maps and lone tiles that may lie on a picture of which nothing is known, the likeliest first."""
        found = find_unseen(picture)
        promise = 0.0 if found is None else float(np.mean(np.clip(list(found.odds.values()), -4, 9)))
        # Stacks of tiles that lie corner to corner are no map: its tiles share sides.
        if (
            found is not None
            and len(largest_part(found.lattice.cells)) >= tile_tellers.PARAMETERS.whole_map
            and promise > PARAMETERS.map_odds
        ):
            yield found.lattice
        yield from _each_alone(picture)

    def knows(self, picture: Picture, lattice: Lattice) -> bool:
        """See :class:`TileTeller`: it knows them all alike."""
        return True

    def look(self, picture: Picture, layers: Layers, known: Known) -> TerrainPicture:
        """See :class:`TileTeller`."""
        return TerrainPicture(self, picture, layers)

    def weighed(self, logs: Float64Array) -> tuple[Float64Array, Float64Array]:
        """Evidence (b, orientations) from the network's log posteriors (b, columns + 1), and how likely the kind is
        foreign.
        """
        drawn = np.array([taught(column) for column in self.columns.tolist()])
        return np.asarray(logs[:, self.columns] - drawn), outside_alone(logs, self._box)


@dataclass(frozen=True, eq=False)
class TerrainPicture:
    """A picture seen with no edition in mind."""

    teller: TerrainTeller
    picture: Picture
    layers: Layers

    def tell(self, poses: Float64Array, *, nudged: bool = False) -> RecognisedTiles:
        """See :class:`PreparedPicture`."""
        exact, crops = self.cut(poses)
        evidence, foreign = self.teller.weighed(terrain_reader().read(crops).astype(np.float64))
        odds = terrain_reader().tile_log_odds(crops).astype(np.float64)
        return RecognisedTiles(exact, evidence, odds, foreign)

    def cut(self, poses: Float64Array) -> tuple[Float64Array, Picture]:
        """What lies about these poses (b, 3, 3): where it lies between the edges around it, and crops of it for the
        terrain reader."""
        exact = np.stack(side_by_side(self._laid_between_edges, list(poses)))
        return exact, crops_of(self.layers, exact)

    def _laid_between_edges(self, pose: Matrix) -> Matrix:
        quad = quad_of(pose)
        reach = 0.5 * side_px(pose)
        low = np.maximum(np.floor(quad.min(axis=0) - reach), 0).astype(int)
        high = np.ceil(quad.max(axis=0) + reach).astype(int)
        part = self.picture[low[1] : high[1], low[0] : high[0]]
        if min(part.shape[:2]) < 16:
            return pose
        edges: Edges = edges_of(np.ascontiguousarray(part))
        if not len(edges):
            return pose
        return np.asarray(laid_between_edges(pose[None], edges + low)[0])

    def followers(self, tiles: Sequence[SeenTile], lattice: Lattice, least: float) -> tuple[SeenFollower, ...]:
        """See :class:`PreparedPicture`."""
        if not tiles:
            return ()
        return read_followers_without_faces(self.layers, tuple(tiles), lattice, paints_for(None), None, least)


def _each_alone(picture: Picture) -> Iterator[Lattice]:
    for pose, _ in likely_tiles(picture, squares_anywhere(picture)):
        yield Lattice({(0, 0): pose})

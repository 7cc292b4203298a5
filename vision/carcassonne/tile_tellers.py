"""Tells tiles at places of a picture: by the pictures of their edition, or by what the tiles of all have in common.

A teller finds tiles on a picture of which nothing is known yet, a whole map or a single tile; from then on it is only
asked what lies at a place.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from calibration.arrays import Float64Array
from calibration.profile import Profile
from calibration.references import Edition
from vision.carcassonne import reading
from vision.carcassonne.figures.followers import read_followers, read_followers_without_faces
from vision.carcassonne.foreign import outside_alone
from vision.carcassonne.live import light
from vision.carcassonne.live.deck import Deck
from vision.carcassonne.live.map_lock.lock import focused, tone_of
from vision.carcassonne.live.tile_evidence import TileSight
from vision.carcassonne.observation import CarcassonneObservation, SeenFollower, SeenTile
from vision.carcassonne.poses import Orientation, as_sides
from vision.carcassonne.reading import edition_orientations, paints_for, read_picture
from vision.carcassonne.same_edition import shows
from vision.carcassonne.terrain_evidence import taught, terrain_evidence
from vision.carcassonne.unseen import read_unseen
from vision.frames import Picture
from vision.imaging.line_segments import Edges, edges_of
from vision.imaging.patches import Layers, layers_of
from vision.parameters import CHOSEN, Parameters, parameter
from vision.photometry.tone import NEUTRAL
from vision.registration.alignment import LAID_BY_HAND, NUDGED, Freedom
from vision.registration.feature_seeds import SeedSearch
from vision.registration.lattice import Lattice, Matrix, largest_part, quad_of, side_px
from vision.registration.lattice_growth import upright
from vision.registration.lucas_kanade import LOOSE
from vision.registration.quads import squares_anywhere
from vision.registration.templates import unit_vectors
from vision.tile_map.edition_atlas import atlas_of
from vision.tile_map.presence_gate import crops_of, edition_log_odds, tile_log_odds, together
from vision.tile_map.residuals import Judge, Verdicts, judge_all
from vision.tile_map.survey import survey
from vision.tile_map.terrain import kind_named, lowest_turns, placements, terrain_reader
from vision.tile_map.unknown_edition import find_unseen, fitted


@dataclass(frozen=True, slots=True, kw_only=True)
class TileTellersParameters(Parameters):
    """At which size a picture is read, when it shows a map, and how many readings of a place are weighed."""

    long_side: int = parameter(2200, "px", "at which a lone tile is looked for by its features", CHOSEN)
    usual_px: float = parameter(56.0, "px", "of a tile's side while nothing is known", CHOSEN)
    map_odds: float = parameter(3.0, "log-odds", "mean log-odds from which several squares are a map", CHOSEN)
    lone_seeds: int = parameter(16, "seeds", "of what a picture's features vote for that may show a lone tile", CHOSEN)
    whole_map: int = parameter(
        3, "tiles", "that a map found as a whole must have to be believed before a lone tile", CHOSEN
    )
    candidates: int = parameter(4, "templates", "that are laid on in each place", CHOSEN)
    hopeless: float = parameter(-3.0, "log-odds", "of a tile below which nothing is laid on exactly", CHOSEN)
    nats: float = parameter(15.0, "nats", "for each unit of mean bounded squared disagreement", CHOSEN)
    strain: float = parameter(0.25, "nats", "for each unit of strain", CHOSEN)
    # What is seen with each tile laid on in its own way, against what is seen of all in one place. The one tells
    # better on the project's own boards, the other on photographs of worn editions; where one errs the other seldom
    # does.
    laid_on_says: float = parameter(
        0.5,
        "share",
        (
            "that is said by what is seen with each tile laid on in its own way; the rest by what is seen of "
            "all in one place"
        ),
        CHOSEN,
    )
    lone_odds: float = parameter(
        4.5, "log-odds", "from which a lone square is a tile: cards and boxes stay below", CHOSEN
    )


PARAMETERS = TileTellersParameters()

Known = Sequence[tuple[Matrix, int]]  # tiles that surely lie on a picture: pose, lie


@dataclass(frozen=True, eq=False)
class RecognisedTiles:
    """What is seen at some places.

    Attributes:
        poses: (b, 3, 3) where what lies there lies exactly.
        evidence: (b, orientations) log-likelihood of the picture under each orientation, any offset a place.
        odds: (b,) log-odds that a tile lies there at all.
        foreign: (b,) probability that it is of a kind that the box doesn't hold.
    """

    poses: Float64Array
    evidence: Float64Array
    odds: Float64Array
    foreign: Float64Array


class PreparedPicture(Protocol):
    """One picture, made ready."""

    @property
    def layers(self) -> Layers:
        """The picture to cut from."""

    def tell(self, poses: Float64Array, *, nudged: bool = False) -> RecognisedTiles:
        """What lies about these poses (b, 3, 3); ``nudged`` where it is known and can only lie a little beside."""

    def followers(self, tiles: Sequence[SeenTile], lattice: Lattice, least: float) -> tuple[SeenFollower, ...]:
        """Who stands on these tiles, which lie as the lattice says, as far as it is at least so sure."""


class TileTeller(Protocol):
    """Tells the tiles of one edition, or of any."""

    @property
    def orientations(self) -> tuple[Orientation, ...]:
        """What the columns of the evidence stand for."""

    def read(self, picture: Picture, box: Mapping[str, int]) -> CarcassonneObservation:
        """What lies on a picture of which nothing is known, as well as it can be told at leisure."""

    def find(self, picture: Picture) -> Lattice | None:
        """Where tiles lie on a picture of which nothing is known, or None where none is found."""

    def find_lone(self, picture: Picture) -> Lattice | None:
        """Where a single tile lies, or None where none is found."""

    def knows(self, picture: Picture, lattice: Lattice) -> bool:
        """Whether it can tell tiles that another has found there."""

    def look(self, picture: Picture, layers: Layers, known: Known) -> PreparedPicture:
        """Make a picture, cut into layers, ready on which some tiles are known."""


class EditionTeller:
    """Tells tiles by the pictures of their edition.

    Args:
        edition: views of the tiles.
        profile: what was calibrated of the camera.
        closely: False where it should find only what shows at once, for the tiles may well be others'.

    Raises :class:`~vision.tile_map.terrain.UnknownKind`.
    """

    def __init__(self, edition: Edition, profile: Profile | None = None, *, closely: bool = True) -> None:
        self._closely = closely
        self.atlas = atlas_of(edition)
        self._orientations = edition_orientations(edition)
        self.paints, self.profile = paints_for(profile), profile
        self._deck = Deck.of(edition).softened(light.PARAMETERS.usual_softness)
        self._focused_with = 0
        self.orientation_index = {
            (orientation.kind.key, orientation.turns): index for index, orientation in enumerate(self.orientations)
        }
        self.every_tile = tuple(
            (key, turns) for key in {orientation.kind.key for orientation in self.orientations} for turns in range(4)
        )

    @property
    def orientations(self) -> tuple[Orientation, ...]:
        """See :class:`TileTeller`."""
        return self._orientations.orientations

    def read(self, picture: Picture, box: Mapping[str, int]) -> CarcassonneObservation:
        """See :class:`TileTeller`."""
        return read_picture(picture, self.atlas.edition, box, profile=self.profile, closely=self._closely)

    def find(self, picture: Picture) -> Lattice | None:
        """See :class:`TileTeller`."""
        found = survey(picture, self.atlas, closely=self._closely)
        if found is not None and len(found.lattice) >= PARAMETERS.whole_map:
            return found.lattice
        lone = self.find_lone(picture)
        if lone is not None and (found is None or len(found.lattice) == 1):
            return lone
        return None if found is None else found.lattice

    def knows(self, picture: Picture, lattice: Lattice) -> bool:
        """See :class:`TileTeller`."""
        poses = np.stack(list(lattice.cells.values()))
        return shows(layers_of(picture, float(np.median([side_px(pose) for pose in poses]))), poses, self.atlas)

    def find_lone(self, picture: Picture) -> Lattice | None:
        """See :class:`TileTeller`: a square on the table, or a tile told by its features."""
        seeds = [
            seed.pose
            for seed in SeedSearch(picture, self.atlas.features).at(PARAMETERS.long_side)[: PARAMETERS.lone_seeds]
        ]
        poses = likely_tiles(picture, (*squares_anywhere(picture), *seeds))
        best: tuple[float, Matrix] | None = None
        for pose, odds in poses:
            layers = layers_of(picture, side_px(pose))
            judge = Judge(layers, self.atlas.coarse, self.atlas.fine)
            seen = judge.look(pose[None], PARAMETERS.candidates)
            judge = judge.attuned(seen.poses[:, 0], seen.templates[:, 0])
            verdict = judge_all(layers, judge.tone, self.atlas.soft, seen.poses[:, 0])
            cost = verdict.costs.min(axis=1).astype(np.float64)
            score = float(edition_log_odds(verdict, cost, seen.similarity[:, 0])[0])
            if score > 0 and (best is None or score + odds > best[0]):
                best = score + odds, seen.poses[0, 0]
        # Found as a square and by its features, which may count its sides from another: its rows run as they are seen.
        return None if best is None else upright(Lattice({(0, 0): best[1]}))

    def look(self, picture: Picture, layers: Layers, known: Known) -> EditionPicture:
        """See :class:`TileTeller`."""
        judge = Judge(layers, self.atlas.coarse, self.atlas.fine)
        sight = TileSight(layers, NEUTRAL, self._deck)
        if known:
            poses = np.stack([pose for pose, _ in known])
            templates = self.templates(layers, poses, np.array([orientation for _, orientation in known]))
            judge = judge.attuned(poses, templates)
            sight = self._in_this_light(sight, known)
        return EditionPicture(self, judge, sight)

    def _in_this_light(self, sight: TileSight, known: Known) -> TileSight:
        """Eyes for this picture's colours, and for how softly the camera sees: that is learned while the map grows."""
        tiles = [(pose, self.orientations[orientation]) for pose, orientation in known]
        matches = {
            (0, number): match
            for number, (pose, orientation) in enumerate(tiles)
            if (match := sight.at(pose, orientation.kind.key, orientation.turns)) is not None
        }
        if len(matches) >= 1.5 * self._focused_with:
            self._deck, self._focused_with = focused(sight.layers, sight.deck, matches), len(matches)
        return TileSight(sight.layers, tone_of(sight.layers, self._deck, matches), self._deck)

    def best_costs(self, costs: NDArray[np.float32]) -> Float64Array:
        """(b, orientations) cost of each orientation's best template, from (b, 4 v)."""
        return self._orientations.best_costs(costs).astype(np.float64)

    def templates(self, layers: Layers, poses: Float64Array, orientations: NDArray[np.intp]) -> NDArray[np.intp]:
        """The views of known orientations that look most like what is seen: (b,)."""
        patches, _ = layers.cut(poses, self.atlas.fine.n)
        alike = unit_vectors(patches) @ self.atlas.fine.unit.T
        return np.asarray(
            np.where(self._orientations.of_template[None] == orientations[:, None], alike, -np.inf).argmax(axis=1)
        )


@dataclass(frozen=True, eq=False)
class EditionPicture:
    """A picture seen with an edition in mind; its colours are learned from the tiles that are known."""

    teller: EditionTeller
    judge: Judge
    sight: TileSight

    @property
    def layers(self) -> Layers:
        """See :class:`PreparedPicture`."""
        return self.judge.layers

    def tell(self, poses: Float64Array, *, nudged: bool = False) -> RecognisedTiles:
        """See :class:`PreparedPicture`."""
        atlas, judge, count = self.teller.atlas, self.judge, len(poses)
        seen = judge.look(poses, PARAMETERS.candidates, LOOSE)
        verdict = judge_all(judge.layers, judge.tone, atlas.soft, seen.poses[:, 0])
        roughly = self._odds(verdict, seen.similarity[:, 0], seen.poses[:, 0])
        exact = seen.poses[:, 0].copy()
        evidence = np.zeros((count, len(self.teller.orientations)))
        hopeful = np.flatnonzero(roughly > PARAMETERS.hopeless)
        for index in hopeful:
            evidence[index], exact[index] = self._laid_on(poses[index], NUDGED if nudged else LAID_BY_HAND)
        verdict = judge_all(judge.layers, judge.tone, atlas.soft, exact)
        alike = -reading.PARAMETERS.weight * self.teller.best_costs(verdict.doubts[hopeful])
        evidence[hopeful] = PARAMETERS.laid_on_says * evidence[hopeful] + (1 - PARAMETERS.laid_on_says) * alike
        evidence[hopeful] += terrain_evidence(judge.layers, exact[hopeful], self.teller.orientations)
        return RecognisedTiles(exact, evidence, self._odds(verdict, seen.similarity[:, 0], exact), np.zeros(count))

    def _odds(self, verdict: Verdicts, similarity: Float64Array, poses: Float64Array) -> Float64Array:
        cost = verdict.costs.min(axis=1).astype(np.float64)
        eyes = tile_log_odds(self.judge.layers, poses)
        return together(edition_log_odds(verdict, cost, similarity), eyes, verdict.seen)

    def _laid_on(self, pose: Matrix, freedom: Freedom) -> tuple[Float64Array, Matrix]:
        """(orientations,) evidence for each orientation laid onto what is seen, and where the likeliest lies."""
        matches = self.sight.matches(pose, self.teller.every_tile, freedom)
        evidence = np.full(len(self.teller.orientations), -np.inf)
        for match in matches:
            orientation = self.teller.orientation_index[match.key, lowest_turns(kind_named(match.key), match.turns)]
            evidence[orientation] = max(
                evidence[orientation], -PARAMETERS.nats * match.cost - PARAMETERS.strain * match.strain
            )
        # What was not even worth laying on exactly fits worse than the worst that was.
        unlikely = evidence[np.isfinite(evidence)].min() - PARAMETERS.nats * 0.3
        return np.where(np.isfinite(evidence), evidence, unlikely), matches[0].pose

    def followers(self, tiles: Sequence[SeenTile], lattice: Lattice, least: float) -> tuple[SeenFollower, ...]:
        """See :class:`PreparedPicture`."""
        orientations = {
            (orientation.kind.key, orientation.sides): index
            for index, orientation in enumerate(self.teller.orientations)
        }
        cells = [(tile.row, tile.column) for tile in tiles]
        if not cells:
            return ()
        shown = np.array([orientations[tile.kind, tile.sides] for tile in tiles])
        poses = np.stack([lattice.cells[cell] for cell in cells])
        templates = self.teller.templates(self.layers, poses, shown)
        of_cell = dict(zip(cells, templates.tolist(), strict=True))
        atlas, paints, profile = self.teller.atlas, self.teller.paints, self.teller.profile
        return read_followers(self.layers, atlas, tiles, of_cell, lattice, paints, profile, least)


class TerrainTeller:
    """Tells tiles of an edition that nobody has seen, by their terrain.

    Args:
        stock: how many of each kind the box holds.
    """

    def __init__(self, stock: Mapping[str, int]) -> None:
        self._box = {kind_named(name).key: count for name, count in stock.items()}

    @cached_property
    def columns(self) -> NDArray[np.intp]:
        """The network's columns for the kinds of the box."""
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
            and len(largest_part(found.lattice.cells)) >= PARAMETERS.whole_map
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
        exact = np.stack([self._laid_between_edges(pose) for pose in poses])
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
        return fitted(pose, edges + low)

    def followers(self, tiles: Sequence[SeenTile], lattice: Lattice, least: float) -> tuple[SeenFollower, ...]:
        """See :class:`PreparedPicture`."""
        if not tiles:
            return ()
        return read_followers_without_faces(self.layers, tuple(tiles), lattice, paints_for(None), None, least)


def _each_alone(picture: Picture) -> Iterator[Lattice]:
    for pose, _ in likely_tiles(picture, squares_anywhere(picture)):
        yield Lattice({(0, 0): pose})


def likely_tiles(picture: Picture, poses: Sequence[Matrix], least: float | None = None) -> list[tuple[Matrix, float]]:
    """Those of some squares that look like a tile of whatever edition, with log-odds above the least, best first."""
    least = PARAMETERS.lone_odds if least is None else least
    height, width = picture.shape[:2]
    inside = [
        pose
        for pose in poses
        if side_px(pose) > 0 and (quad_of(pose) > -2).all() and (quad_of(pose) < [width + 1, height + 1]).all()
    ]
    if not inside:
        return []
    odds = tile_log_odds(layers_of(picture, PARAMETERS.usual_px), np.stack(inside)).tolist()
    ranked = sorted(zip(inside, odds, strict=True), key=lambda one: -one[1])
    return [(pose, score) for pose, score in ranked if score > least]

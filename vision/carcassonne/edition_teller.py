"""Tells tiles by the pictures of their edition."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from calibration.arrays import Float64Array
from calibration.profile import Profile
from calibration.references import Edition
from vision.carcassonne import reading, tile_tellers
from vision.carcassonne.figures.followers import read_followers
from vision.carcassonne.live.deck import Deck
from vision.carcassonne.live.map_lock.lock import focused, tone_of
from vision.carcassonne.live.tile_evidence import TileSight
from vision.carcassonne.observation import CarcassonneObservation, SeenFollower, SeenTile
from vision.carcassonne.poses import Orientation, tile_as_laid
from vision.carcassonne.reading import edition_orientations, paints_for, read_picture
from vision.carcassonne.same_edition import shows
from vision.carcassonne.terrain_evidence import terrain_evidence
from vision.carcassonne.tile_tellers import Known, RecognisedTiles, likely_tiles
from vision.frames import Picture
from vision.imaging.patches import Layers, layers_of
from vision.parameters import CHOSEN, Parameters, parameter
from vision.photometry.tone import NEUTRAL
from vision.registration import lucas_kanade
from vision.registration.alignment import LAID_BY_HAND, NUDGED, Freedom
from vision.registration.feature_seeds import SeedSearch
from vision.registration.lattice import Lattice, Matrix, side_px
from vision.registration.lattice_growth import upright
from vision.registration.quads import squares_anywhere
from vision.registration.templates import unit_vectors
from vision.tile_map.edition_atlas import atlas_of
from vision.tile_map.presence_gate import edition_log_odds, tile_log_odds, together
from vision.tile_map.residuals import Judge, Verdicts, judge_all
from vision.tile_map.survey import survey


@dataclass(frozen=True, slots=True, kw_only=True)
class EditionTellerParameters(Parameters):
    """How tiles of a known edition are found alone and weighed where they lie."""

    long_side: int = parameter(2200, "px", "at which a lone tile is looked for by its features", CHOSEN)
    lone_seeds: int = parameter(16, "seeds", "of what a picture's features vote for that may show a lone tile", CHOSEN)
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


PARAMETERS = EditionTellerParameters()


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
        self._deck = Deck.of(edition).softened_as_usual()
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
        if found is not None and len(found.lattice) >= tile_tellers.PARAMETERS.whole_map:
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
        seen = judge.look(poses, PARAMETERS.candidates, lucas_kanade.PARAMETERS.loose)
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
            orientation = self.teller.orientation_index[tile_as_laid(match.key, match.turns)]
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

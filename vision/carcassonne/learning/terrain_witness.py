"""What the terrain says of single tiles while their edition is learned, the ever better the more of them are named."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Set
from dataclasses import dataclass, replace
from types import MappingProxyType

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.arrays import Float32Array, Float64Array
from calibration.references import Outline, Reference
from vision.carcassonne.figures import beneath_figures
from vision.carcassonne.figures.cast_shadow import cast_shadow
from vision.carcassonne.learning.ground_witness import ground_and_sides
from vision.carcassonne.learning.pennants.arms_in_view import ArmsInView, arms_in_view
from vision.carcassonne.learning.pennants.edition_arms import EditionArms
from vision.carcassonne.learning.pennants.open_pennants import PairedTile, chances_of_arms
from vision.carcassonne.learning.seen_as import SeenAs
from vision.carcassonne.learning.sighted import Sighted, TileCrops
from vision.carcassonne.learning.signatures import Signatures
from vision.carcassonne.live.deck import filled
from vision.carcassonne.pennants import twins_among, with_arms_of
from vision.carcassonne.poses import TileAsLaid, tile_as_laid
from vision.carcassonne.terrain_teller import TerrainTeller
from vision.frames import Picture
from vision.imaging.patches import Layers
from vision.imaging.side_by_side import meanwhile
from vision.parameters import CHOSEN, Parameters, parameter
from vision.registration.lattice import UNIT_CORNERS, Cell, Matrix, project, quad_of, shifted
from vision.tile_map.terrain import kind_named, terrain_reader, turns_of
from vision.tile_map.terrain.reader import CROP


@dataclass(frozen=True, slots=True, kw_only=True)
class TerrainWitnessParameters(Parameters):
    """How much the terrain of a single tile may say, and how that grows with the tiles that are named."""

    most_unlike: float = parameter(-9.0, "log-likelihood", "the terrain alone rules nothing out", CHOSEN)
    settled: float = parameter(
        0.97,
        "chance",
        "from which it is known whether a tile bears arms: above 0.9 alone 10 in 100 were wrong",
        "vision/carcassonne/learning/terrain_witness.py",
    )
    seen_well: float = parameter(6.0, "log-odds", "of a tile beyond which one way to lie is as good as another", CHOSEN)
    # Printed art is richer in contrast than what the network was taught on: so flattened, it names more tiles of four
    # editions that people print (docs/findings/tables-we-did-not-draw.md), and loses hardly any of drawn ones.
    flatter: float = parameter(
        0.7,
        "times",
        "the contrast: printed art is richer in it than what the network was taught on",
        "docs/findings/tables-we-did-not-draw.md",
    )
    # What lay 0.1 of a tile aside, a road and a thief, was told as a cloister by both networks, by 9 nats.
    elsewhere: float = parameter(
        0.05, "tile widths", "by which a picture that fits is laid elsewhere, and the tile looked at there", CHOSEN
    )
    # Of 80 looks at 35 composed tiles on which such a shadow was found (looked at) the true kind's log-likelihood is
    # -0.43 with the shadow for print, -0.36 with the usual share of both, -0.27 with these.
    past_a_shadow: tuple[float, float] = parameter(
        (0.2, 0.8),
        "share",
        "of what the network that knows nobody says, and of what the one says that is shown what is hidden",
        "docs/findings/learning-while-they-play.md",
    )
    beside: float = parameter(
        0.1, "tile widths", "beside a changed place at which a tile is looked for as well", CHOSEN
    )
    doubtful: float = parameter(-3.0, "log-odds", "of a second tile below which it does not matter", CHOSEN)
    # Before a place four tiles from the others a map of five lay 0.35 of a tile short.
    overlaps: float = parameter(
        0.1, "share of a tile", "that the next place may overlap a tile before it is looked at elsewhere", CHOSEN
    )


PARAMETERS = TerrainWitnessParameters()


class TerrainWitness:
    """Tells single tiles of one edition by their terrain.

    Args:
        box: kind key to how many the game is played with.
        views: what is known of the edition.
    """

    def __init__(self, box: Mapping[str, int], views: Iterable[Reference] = ()) -> None:
        self.teller = TerrainTeller(box)
        self._box = box
        self._twins = twins_among(self.teller.orientations, box)
        self._orientation = {
            (orientation.kind.key, orientation.turns): index
            for index, orientation in enumerate(self.teller.orientations)
        }
        self._arms = self._arms_of_views = EditionArms(self.teller.orientations, self._twins)
        self._seen_as = self._seen_as_views = SeenAs.nothing(self.teller.orientations, self._twins)
        self._signatures = self._signatures_of_views = Signatures.nothing(self.teller.orientations, self._twins)
        self._said: dict[Cell, Sighted] = {}  # of what lies on this table
        for view in views:
            kind = kind_named(view.kind)
            ((evidence,), _, (ground,)) = self._evidence(view.image[None])
            tile = kind.key, turns_of(kind, view.sides)
            arms = self._arms_in_view(ground, filled(view.hidden, CROP) if view.hidden else None)
            self._arms_of_views = self._with(self._arms_of_views, evidence, arms, tile, named=not view.twin)
            self._seen_as_views = self._taken(self._seen_as_views, evidence, tile)
            self._signatures_of_views = self._answered(self._signatures_of_views, evidence, tile)
        self._back_to_views()

    def twin_of(self, key: str) -> str:
        """The kind that a coat of arms alone tells from this one; itself where there is none."""
        orientations = self.teller.orientations
        pairs = [(orientations[twins.bare[0]].kind.key, orientations[twins.armed[0]].kind.key) for twins in self._twins]
        return next((other for pair in pairs for one, other in (pair, pair[::-1]) if one == key), key)

    def look(
        self,
        picture: Picture,
        layers: Layers,
        places: Mapping[Cell, Matrix],
        against: Mapping[Cell, float] = MappingProxyType({}),
    ) -> Sighted:
        """The one of some places that looks most like a tile; what speaks ``against`` a tile there besides is told as
        log-odds of some of them."""
        # A tile may lie further off than its edges are looked for. What is said of it depends a little on where it is
        # thought to lie, so all those ways count as far as they show a tile.
        off = PARAMETERS.beside
        steps = ((0.0, 0.0), (off, 0.0), (-off, 0.0), (0.0, off), (0.0, -off))
        poses = [shifted(pose, *step) for pose in places.values() for step in steps]
        exact, crops = self.teller.look(picture, layers, ()).cut(np.stack(poses))
        odds = terrain_reader().tile_log_odds(crops).astype(np.float64)
        besides = odds - np.repeat([against.get(cell, 0.0) for cell in places], len(steps))
        first = int(besides.argmax()) // len(steps) * len(steps)
        here = slice(first, first + len(steps))
        # Seen well it is where it was thought to lie: the network takes a tile a tenth of its width off for one, too.
        best = first + int((odds[here] >= min(PARAMETERS.seen_well, odds[here].max())).argmax())
        weights = np.exp(np.minimum(odds[here], PARAMETERS.seen_well) - PARAMETERS.seen_well)
        cut = TileCrops(exact[here], crops[here], weights)
        said = self._both_say(cut, best - here.start)
        cell = list(places)[best // len(steps)]
        others = dict(zip(places, besides.reshape(-1, len(steps)).max(axis=1).tolist(), strict=True))
        del others[cell]
        arms = self._arms_in_view(said[2], None)
        return Sighted(cell, exact[best], said[0], float(odds[best]), others, said[1], said[2], arms, cut)

    def at_outline(self, picture: Picture, layers: Layers, sighted: Sighted, outline: Matrix) -> Sighted:
        """The same place looked at where what has changed ends as a tile does, if that shows one better than where the
        map predicts it: from few tiles that is told badly."""
        if sighted.odds >= PARAMETERS.seen_well:
            return sighted
        there = self.look(picture, layers, {sighted.cell: outline})
        return replace(there, others=sighted.others) if there.odds > max(sighted.odds, 0.0) else sighted

    def at_picture(self, picture: Picture, layers: Layers, sighted: Sighted, laid: Matrix) -> Sighted:
        """The same place looked at where a picture that fits was laid on it exactly, if that is elsewhere and shows a
        tile as well."""
        away = project(np.linalg.inv(sighted.pose), quad_of(laid)) - UNIT_CORNERS
        if np.abs(away).max() < PARAMETERS.elsewhere:
            return sighted
        there = self.look(picture, layers, {sighted.cell: laid})
        as_well = there.odds >= min(sighted.odds, PARAMETERS.seen_well)
        return replace(there, others=sighted.others) if as_well else sighted

    def apart(self, picture: Picture, layers: Layers, sighted: Sighted, places: Mapping[Cell, Matrix]) -> Sighted:
        """The same once the places that overlap the tile were looked at where it leaves room for another one: maps of
        few tiles foretell badly how far away the next one lies, and a part of a tile passed for a second one."""
        others = dict(sighted.others)
        for cell, odds in sighted.others.items():
            if odds > PARAMETERS.doubtful and _shared(sighted.pose, places[cell]) > PARAMETERS.overlaps:
                down, right = np.subtract(cell, sighted.cell).tolist()
                there = self.look(picture, layers, {cell: shifted(sighted.pose, right, down)})
                others[cell] = min(odds, there.odds)
        return replace(sighted, others=others)

    def beneath(self, sighted: Sighted, hides: Outline) -> Sighted:
        """The same tile once it was looked at by what somebody on it does not hide (an outline in tile units), too;
        what lies in his shadow is as good as hidden, for it passes for a road."""
        cut = sighted.crops
        if cut is None:
            return sighted
        best = int(np.abs(cut.poses - sighted.pose).sum(axis=(1, 2)).argmin())
        hidden = cut.hidden(hides, sighted.pose)
        shadow = cast_shadow(cut.pictures[best], hidden[best])
        if shadow:
            hidden |= cut.hidden(shadow, cut.poses[best])
        shares = PARAMETERS.past_a_shadow if shadow else None
        evidence, by_sides, ground = self._both_say(cut, best, hidden, shares)
        arms = self._arms_in_view(ground, hidden[best])
        return replace(sighted, evidence=evidence, by_sides=by_sides, ground=ground, arms=arms, shadow=shadow)

    def _arms_in_view(
        self, ground: Float32Array, hidden: NDArray[np.uint8] | NDArray[np.bool_] | None
    ) -> ArmsInView | None:
        """What a tile shows where arms are printed, where somebody on it hides (CROP, CROP) of it."""
        n = ground.shape[-1]
        covers = np.zeros((n, n), np.float32)
        if hidden is not None:
            covers[:] = cv2.resize((hidden > 0).astype(np.uint8), (n, n), interpolation=cv2.INTER_NEAREST)
        return arms_in_view(ground, covers, self.teller.orientations, self._box)

    def _both_say(
        self,
        cut: TileCrops,
        best: int,
        hidden: NDArray[np.uint8] | None = None,
        shares: tuple[float, float] | None = None,
    ) -> tuple[Float64Array, Float64Array, Float32Array]:
        """What both networks tell of a tile by several looks at it: by kind, by its sides alone, and what they paint on
        the ``best`` look. The one is shown what somebody on it ``hidden`` (n, 64, 64), of a bare tile nothing;
        ``shares`` are of what each says, the usual ones if None."""
        pictures, reader = flattened(cut.pictures), terrain_reader()
        shown = np.zeros(pictures.shape[:3], np.uint8) if hidden is None else hidden
        beneath = meanwhile(lambda: reader.look_beneath(pictures, shown))
        kinds, by_sides, ground = self._together(reader.look_in_turn(pictures), beneath(), shares)
        evidence, sides = (np.average(one, axis=0, weights=cut.weights) for one in (kinds, by_sides))
        return evidence, sides, ground[best]

    def _evidence(self, crops: Picture) -> tuple[Float64Array, Float64Array, Float32Array]:
        """The same of crops of bare tiles, (b, orientations), each looked at all ways up."""
        pictures, reader = flattened(crops), terrain_reader()
        nothing = np.zeros((len(pictures), CROP, CROP), np.uint8)
        return self._together(reader.look(pictures), reader.look_past(pictures, nothing))

    def _together(
        self,
        first: tuple[Float32Array, Float32Array],
        second: tuple[Float32Array, Float32Array],
        shares: tuple[float, float] | None = None,
    ) -> tuple[Float64Array, Float64Array, Float32Array]:
        """What two networks say that were taught apart and err on other tiles. Coats of arms the second sees no better;
        what is made of them was counted on the first."""
        (kinds, sides, ground), (others, other_sides, other_ground) = map(self._evidence_of, (first, second))
        one, other = shares or (beneath_figures.PARAMETERS.each,) * 2
        both = with_arms_of(kinds, one * kinds + other * others, self._twins)
        painted = (one * ground + other * other_ground) / (one + other)
        return both, one * sides + other * other_sides, painted.astype(np.float32)

    def _evidence_of(
        self, answers: tuple[Float32Array, Float32Array]
    ) -> tuple[Float64Array, Float64Array, Float32Array]:
        """(b, orientations) what one network's answers say of kinds, and of what it paints at their sides and in
        their middle; the same by their sides alone; and (b, terrains, 32, 32) what it paints."""
        logs, ground = answers
        kinds, _ = self.teller.weighed(logs.astype(np.float64))
        orientations = self.teller.orientations
        printed, sides = ground_and_sides(ground, orientations)
        return kinds + printed, sides, ground

    def recorded(
        self, tiles: Mapping[Cell, TileAsLaid], fresh: Iterable[Sighted], left_open: Set[Cell] = frozenset()
    ) -> None:
        """People have said which tiles (key and turns) lie where, and these were seen before they did; of those at the
        cells ``left_open`` nobody knows yet whether they bear arms."""
        self._said.update({one.cell: replace(one, ground=None, crops=None) for one in fresh})
        self._back_to_views()
        for cell, seen in self._said.items():
            if cell in tiles:
                self._seen_as = self._taken(self._seen_as, seen.evidence, tiles[cell])
                self._signatures = self._answered(self._signatures, seen.evidence, tiles[cell])
                self._arms = self._with(self._arms, seen.evidence, seen.arms, tiles[cell], named=cell not in left_open)

    def known_by_now(self, tiles: Mapping[Cell, TileAsLaid], left_open: Set[Cell]) -> dict[Cell, str]:
        """Of the tiles ``left_open`` those whose kind is sure by all the recorded ``tiles`` together."""
        paired = {
            cell: one for cell in tiles if (one := self._paired(cell, tiles[cell], cell in left_open)) is not None
        }
        if not left_open & set(paired):
            return {}
        chances = dict(zip(paired, chances_of_arms([one for one, _ in paired.values()]), strict=True))
        surely = {cell: chances[cell] for cell in left_open & set(paired)}
        return {
            cell: paired[cell][1][armed >= 0.5]
            for cell, armed in surely.items()
            if max(armed, 1 - armed) >= PARAMETERS.settled
        }

    def _paired(self, cell: Cell, tile: TileAsLaid, open_still: bool) -> tuple[PairedTile, tuple[str, str]] | None:
        """A recorded tile that has a twin, and the kinds without and with arms; None where it has none, or was not
        seen when it was laid."""
        key, turns = tile
        orientation, seen = self._orientation.get(tile_as_laid(key, turns)), self._said.get(cell)
        if orientation is None or seen is None:
            return None
        return self._arms.paired(seen.evidence, seen.arms, orientation, open_still=open_still)

    def _back_to_views(self) -> None:
        """Forget what was said of this table's tiles."""
        self._arms, self._seen_as = self._arms_of_views, self._seen_as_views
        self._signatures = self._signatures_of_views

    def _answered(self, known: Signatures, evidence: Float64Array, tile: TileAsLaid) -> Signatures:
        key, turns = tile
        orientation = self._orientation.get(tile_as_laid(key, turns))
        return known if orientation is None else known.with_tile(evidence, orientation)

    def _with(
        self, known: EditionArms, evidence: Float64Array, arms: ArmsInView | None, tile: TileAsLaid, *, named: bool
    ) -> EditionArms:
        key, turns = tile
        orientation = self._orientation.get(tile_as_laid(key, turns))
        return known if orientation is None else known.with_tile(evidence, arms, orientation, named=named)

    def _taken(self, known: SeenAs, evidence: Float64Array, tile: TileAsLaid) -> SeenAs:
        key, turns = tile
        orientation = self._orientation.get(tile_as_laid(key, turns))
        return known if orientation is None else known.with_tile(evidence, orientation)

    def log_likelihoods(self, evidence: Float64Array, arms: ArmsInView | None = None) -> dict[TileAsLaid, float]:
        """Of what is seen at a place under each orientation, and where ``arms`` are printed, 0 for the likeliest."""
        log_likelihoods = self._arms.adjusted_for_arms(
            self._seen_as.adjusted_for_mistakes(evidence), arms
        ) + self._signatures.says(evidence)
        return self._by_tile(np.maximum(log_likelihoods - log_likelihoods.max(), PARAMETERS.most_unlike))

    def said_when_laid(self, cell: Cell) -> dict[TileAsLaid, float]:
        """The same of a recorded tile as it was seen when it was laid, by all that is known by now; nothing where it
        was not."""
        seen = self._said.get(cell)
        return {} if seen is None else self.log_likelihoods(seen.evidence, seen.arms)

    def answers_like(self, evidence: Float64Array) -> dict[TileAsLaid, float]:
        """The part of that which is told by answers' being like those to tiles that have been named."""
        return self._by_tile(self._signatures.says(evidence))

    def _by_tile(self, values: Float64Array) -> dict[TileAsLaid, float]:
        return {tile: float(values[index]) for tile, index in self._orientation.items()}


def _shared(pose: Matrix, other: Matrix) -> float:
    """What share of the tile at one pose lies in the square of another."""
    seen = project(np.linalg.inv(pose), quad_of(other)).astype(np.float32)
    return float(cv2.intersectConvexConvex(UNIT_CORNERS.astype(np.float32), seen)[0])


def flattened(crops: Picture) -> Picture:
    """Crops (n, h, w, 3) BGR with less contrast about their mean colour."""
    mean = crops.mean(axis=(1, 2), keepdims=True)
    return np.asarray(np.clip(np.rint(mean + (crops - mean) * PARAMETERS.flatter), 0, 255), np.uint8)

"""Where a dense network sees tiles: the votes of its field gathered to tiles, and those to a lattice.

Every place of the field says how likely it lies on a tile of a map, where that tile's middle is and what shape it has;
so a tile half covered by a cup is still told by the rest of it, and each tile without its neighbours. The voting is
that of Hough forests (Gall et al., PAMI 2011) with the places of one field as voters.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.arrays import Float64Array
from vision.imaging.patches import layers_of
from vision.imaging.side_by_side import side_by_side
from vision.networks.regressions import FITTED, regression
from vision.networks.tile_field.field import TileField, tile_field
from vision.parameters import CHOSEN, Parameters, parameter
from vision.registration.feature_seeds import TileSeed
from vision.registration.lattice import Cell, Lattice, Matrix, project, side_px, sides_px
from vision.registration.lattice_growth import assemble, direction, turned_pose, upright
from vision.tile_map.presence_gate import tile_log_odds
from vision.tile_map.scaled_votes import ScaledVotes, VotedTile

LookForTiles = Callable[[NDArray[np.uint8]], TileField]


@dataclass(frozen=True, slots=True, kw_only=True)
class FieldVotesParameters(Parameters):
    """How strong the votes of the network must be for a tile, and how they make a lattice."""

    long_sides: tuple[int, ...] = parameter(
        (240, 480, 960, 1920),
        "px",
        "at which a picture is looked at: the field tells tiles of nearly two octaves",
        CHOSEN,
    )
    afar: int = parameter(960, "px", "of them up to which it costs little to look", CHOSEN)
    best_px: float = parameter(32.0, "px", "side of tiles that the field tells best", CHOSEN)
    small_px: float = parameter(
        45.0,
        "px",
        "side of tiles, on a picture of no more than the last size, below which their prints say little",
        CHOSEN,
    )
    large_px: float = parameter(60.0, "px", "the same from which no print on a table passes for them", CHOSEN)
    apart: float = parameter(0.6, "share of a tile's side", "by which middles of two tiles lie apart at least", CHOSEN)
    most_tiles: int = parameter(250, "tiles", "that a map is looked for among", CHOSEN)
    starts: int = parameter(16, "tiles", "to begin with", CHOSEN)
    least_votes: float = parameter(0.03, "share of a tile", "that votes for a tile of the map, at the least", CHOSEN)
    ring: int = parameter(2, "steps", "from a map at which more is looked for", CHOSEN)
    foretold: float = parameter(0.35, "tile sides", "that a tile may be off where a map foretells it", CHOSEN)
    most_ratio: float = parameter(1.35, "times", "the size that a map foretells", CHOSEN)
    plainly_none: float = parameter(0.2, "share of a tile", "that is seen up to which it is plainly none", CHOSEN)
    plainly_one: float = parameter(0.6, "share of a tile", "that is seen from which it is plainly one", CHOSEN)
    before: float = parameter(regression("field_votes")[0], "log-odds", "before anything is seen", FITTED)
    closer_look_says: float = parameter(regression("field_votes")[1], "nats", "for each nat of a closer look", FITTED)
    share_says: float = parameter(regression("field_votes")[2], "nats", "for the whole of a tile that is seen", FITTED)
    least_look: float = parameter(-6.0, "log-odds", "below which a closer look says no more", CHOSEN)
    most_look: float = parameter(8.0, "log-odds", "above which a closer look says no more", CHOSEN)
    alone_before: float = parameter(
        regression("field_votes_alone")[0],
        "log-odds",
        "before anything is seen, of a closer look alone at large tiles",
        FITTED,
    )
    alone_says: float = parameter(
        regression("field_votes_alone")[1], "nats", "for each nat of a closer look alone", FITTED
    )
    the_same: float = parameter(
        0.3,
        "share of a place's side",
        "within which the middle of a tile lies that is seen there, of about that size",
        CHOSEN,
    )


PARAMETERS = FieldVotesParameters()


class TilesInView:
    """What the field shows of one picture; it is looked at when that is needed, at each size once.

    Args:
        image: BGR (h, w, 3).
        look: the network.
        drawn_out: times as high as the picture is at which it is looked at: taken far aslant, tiles are as high as wide
            only so. All that is told of them is in px of the picture all the same.
    """

    def __init__(self, image: NDArray[np.uint8], look: LookForTiles = tile_field, *, drawn_out: float = 1.0) -> None:
        self._image, self._look_for, self._drawn_out = image, look, drawn_out

    def drawn_out(self, times: float) -> TilesInView:
        """The same picture, looked at so many times as high as it is."""
        return TilesInView(self._image, self._look_for, drawn_out=times)

    @cached_property
    def tiles(self) -> tuple[VotedTile, ...]:
        """Tiles of all sizes, those with most votes first; none twice."""
        return _once_each([tile for votes in self._votes_at_every_size for tile in votes.tiles], self._from_above)

    @cached_property
    def lattice(self) -> Lattice:
        """The map that most of the tiles share which look like some from nearby; empty where none are seen."""
        tiles, votes = self.tiles[: PARAMETERS.most_tiles], self._believed
        order = np.argsort(-votes)
        seeds = [
            TileSeed(self._from_above @ tiles[index].pose, float(votes[index]))
            for index in order
            if votes[index] > PARAMETERS.least_votes
        ]
        lattice = _completed(assemble(seeds, starts=PARAMETERS.starts), seeds)
        back = np.linalg.inv(self._from_above)
        return upright(Lattice({cell: back @ pose for cell, pose in lattice.cells.items()}))

    @property
    def votes(self) -> float:
        """Shares of the tiles of all sizes, each as far as a closer look at it alone bears it out, added up: from afar
        a cloth's pattern may pass for tiles."""
        return float(self._believed.sum())

    @cached_property
    def _believed(self) -> Float64Array:
        """(n,) the share of each of the tiles that a map is looked for among, as far as a closer look bears it out."""
        tiles = self.tiles[: PARAMETERS.most_tiles]
        shares = np.array([tile.share for tile in tiles], np.float64)
        return np.asarray(shares / (1 + np.exp(-_together(_glances(self._image, tiles), shares))), np.float64)

    @cached_property
    def _from_above(self) -> Matrix:
        """(3, 3) px of the picture to px of it drawn out."""
        return np.array([[1.0, 0.0, 0.0], [0.0, self._drawn_out, 0.5 * self._drawn_out - 0.5], [0.0, 0.0, 1.0]])

    @cached_property
    def seeds(self) -> list[TileSeed]:
        """The tiles that mostly show, as votes for where tiles lie."""
        return [
            TileSeed(tile.pose, tile.share)
            for tile in self.tiles[: PARAMETERS.most_tiles]
            if tile.share > PARAMETERS.plainly_one
        ]

    @cached_property
    def plain_from_afar(self) -> tuple[VotedTile, ...]:
        """The tiles that mostly show at the smaller sizes, which cost little, those with most votes first."""
        tiles = _once_each([tile for votes in self._votes_from_afar for tile in votes.tiles], self._from_above)
        return tuple(tile for tile in tiles if tile.share > PARAMETERS.plainly_one)

    @property
    def votes_from_afar(self) -> float:
        """Shares of the tiles that mostly show at the smaller sizes, added up: about how many tiles there are."""
        return float(sum(tile.share for tile in self.plain_from_afar))

    @property
    def small(self) -> bool:
        """Whether a map is seen whose tiles are so small that little of what they draw shows."""
        return self._side < PARAMETERS.small_px

    @cached_property
    def _side(self) -> float:
        """Median side of the map's tiles, px at the closest look; infinite where none is seen."""
        return self._closest(self.lattice) if len(self.lattice) > 1 else float("inf")

    def _closest(self, lattice: Lattice) -> float:
        side = float(np.median([side_px(pose) for pose in lattice.cells.values()]))
        return float(side * min(1.0, PARAMETERS.long_sides[-1] / self._longest))

    @property
    def _longest(self) -> float:
        """The longer side of the picture drawn out, px."""
        return float(max(self._image.shape[1], self._image.shape[0] * self._drawn_out))

    def large(self, lattice: Lattice) -> bool:
        """Whether a map's tiles are so large on the picture that no print on a table passes for them."""
        return self._closest(lattice) > PARAMETERS.large_px

    def agrees(self, lattice: Lattice) -> bool:
        """Whether a map is the one that is seen: no tile that is plainly one is missing from either.

        Once eight in a hundred might be: an arm of five tiles beyond one that features did not show was left out, and
        bare wood between tiles was taken for one. Of large tiles, on which prints are not mistaken, that is not asked.
        """
        if self._side > PARAMETERS.large_px:
            return True
        poses = np.stack(list(lattice.cells.values()))
        if (self.share(poses) < PARAMETERS.plainly_none).any():
            return False
        middles, sides = project(poses, [[0.5, 0.5]])[:, 0], sides_px(poses)
        seen = np.stack(list(self.lattice.cells.values())) if self.lattice.cells else np.zeros((0, 3, 3))
        away = np.linalg.norm(project(seen, [[0.5, 0.5]]) - middles, axis=2) / sides
        missed = (away > 0.5).all(axis=1) & (self.share(seen) > PARAMETERS.plainly_one)
        return not missed.any()

    def share(self, poses: Float64Array) -> Float64Array:
        """(b,) share, 0 to 1, of each place (b, 3, 3) that lies on a tile of a map whose middle is the place's."""
        sides = sides_px(poses)
        scales = np.array([1 / np.sqrt(np.linalg.det(votes.back)) for votes in self._votes_at_every_size])
        best = np.abs(np.log(np.maximum(sides[:, None], 1e-3) * scales / PARAMETERS.best_px)).argmin(axis=1)
        found = np.zeros(len(poses))
        for index, votes in enumerate(self._votes_at_every_size):
            here = np.flatnonzero(best == index)
            if len(here):
                found[here] = votes.share(poses[here], sides[here])
        return found

    def tile_at(self, pose: Matrix) -> Matrix | None:
        """The pose of the tile that is seen about where a tile lies, with the same side called the upper one; None
        where none of its size is."""
        middle, side = project(pose, [[0.5, 0.5]])[0], side_px(pose)
        if side <= 0 or not self.tiles:
            return None
        away = np.hypot(*(self._middles - middle).T)
        seen = self.tiles[int(away.argmin())].pose
        if (
            away.min() > PARAMETERS.the_same * side
            or not side / PARAMETERS.most_ratio < side_px(seen) < side * PARAMETERS.most_ratio
        ):
            return None
        return turned_pose(seen, round((direction(pose) - direction(seen)) / (np.pi / 2)))

    @cached_property
    def _middles(self) -> Float64Array:
        """(n, 2) px of the tiles' middles."""
        return np.stack([project(tile.pose, [[0.5, 0.5]])[0] for tile in self.tiles])

    def log_odds(self, poses: Float64Array, eyes: Float64Array) -> Float64Array:
        """(b,) log-odds of a tile at each place (b, 3, 3); ``eyes`` (b,) are those of a closer look at it alone, which
        may well be enough where tiles are large."""
        log_odds = _together(eyes, self.share(poses))
        return (
            np.maximum(log_odds, PARAMETERS.alone_before + PARAMETERS.alone_says * eyes)
            if self._side > PARAMETERS.large_px
            else log_odds
        )

    @cached_property
    def _votes_at_every_size(self) -> tuple[ScaledVotes, ...]:
        """At every size: from afar prints look like large tiles where those of the map are too small to see."""
        return *self._votes_from_afar, *self._votes_at_sizes(
            [size for size in PARAMETERS.long_sides if size > PARAMETERS.afar]
        )

    @cached_property
    def _votes_from_afar(self) -> tuple[ScaledVotes, ...]:
        """At the smaller sizes alone, which cost little."""
        return self._votes_at_sizes([size for size in PARAMETERS.long_sides if size <= PARAMETERS.afar])

    def _votes_at_sizes(self, sizes: Sequence[int]) -> tuple[ScaledVotes, ...]:
        scales = [min(1.0, size / self._longest) for size in sizes if size < 1.3 * self._longest]
        return tuple(side_by_side(self._votes_at, scales))

    def _votes_at(self, scale: float) -> ScaledVotes:
        height, width = self._image.shape[:2]
        size = round(width * scale), round(height * self._drawn_out * scale)
        small = self._image if size == (width, height) else cv2.resize(self._image, size, interpolation=cv2.INTER_AREA)
        across, down = width / size[0], height / size[1]
        back = np.array([[across, 0.0, 0.5 * across - 0.5], [0.0, down, 0.5 * down - 0.5], [0.0, 0.0, 1.0]])
        votes = ScaledVotes(self._look_for(np.asarray(small, np.uint8)), back)
        _ = votes.tiles  # gathered while the network looks at the next size
        return votes


def _glances(image: NDArray[np.uint8], tiles: Sequence[VotedTile]) -> Float64Array:
    """(n,) log-odds of each to be a tile of whatever edition, by a closer look at it alone."""
    octaves = np.array([round(np.log2(side_px(tile.pose))) for tile in tiles])
    odds = np.zeros(len(tiles))

    def glance(octave: float) -> None:
        here = np.flatnonzero(octaves == octave).tolist()
        poses = np.stack([tiles[index].pose for index in here])
        odds[here] = tile_log_odds(layers_of(image, 2.0**octave, packed=True), poses)  # let go at once: it may be large

    side_by_side(glance, np.unique(octaves).tolist())
    return odds


def _completed(lattice: Lattice, seeds: Sequence[TileSeed]) -> Lattice:
    """The lattice with those tiles, too, that lie where its tiles together foretell one."""
    if not lattice.cells:
        return lattice
    middles = np.stack([project(seed.pose, [[0.5, 0.5]])[0] for seed in seeds])
    sides = np.array([side_px(seed.pose) for seed in seeds])
    while True:
        more: dict[Cell, Matrix] = {}
        for cell in lattice.frontier(PARAMETERS.ring):
            predicted = lattice.predict(cell)
            side = side_px(predicted)
            away = np.hypot(*(middles - project(predicted, [[0.5, 0.5]])).T)
            alike = (sides > side / PARAMETERS.most_ratio) & (sides < side * PARAMETERS.most_ratio)
            near = np.flatnonzero(alike & (away < PARAMETERS.foretold * side))
            if side > 0 and len(near):
                pose = seeds[near[0]].pose
                more[cell] = turned_pose(pose, round((direction(predicted) - direction(pose)) / (np.pi / 2)))
        if not more:
            return lattice
        lattice = lattice.with_cells(more)


def _together(eyes: Float64Array, shares: Float64Array) -> Float64Array:
    closer, shown = vote_signs(eyes, shares).T
    return np.asarray(
        PARAMETERS.before + PARAMETERS.closer_look_says * closer + PARAMETERS.share_says * shown, np.float64
    )


def vote_signs(eyes: Float64Array, shares: Float64Array) -> Float64Array:
    """(n, 2): log-odds of a tile by a closer look, and the share of it that the field sees as one."""
    return np.column_stack([np.clip(eyes, PARAMETERS.least_look, PARAMETERS.most_look), shares])


def _once_each(tiles: Sequence[VotedTile], from_above: Matrix) -> tuple[VotedTile, ...]:
    """Of tiles that were seen at several sizes the one with most votes; ``from_above`` brings them to where they are
    as high as wide."""
    kept: list[VotedTile] = []
    middles = np.zeros((0, 2))
    for tile in sorted(tiles, key=lambda tile: -tile.share):
        pose = from_above @ tile.pose
        middle = project(pose, [[0.5, 0.5]])
        if (np.hypot(*(middles - middle).T) > PARAMETERS.apart * side_px(pose)).all():
            kept.append(tile)
            middles = np.concatenate([middles, middle])
    return tuple(kept)

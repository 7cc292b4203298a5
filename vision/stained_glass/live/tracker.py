"""Glass on a table that is watched: what lies where it lay, what is gone, what is new.

Known tiles are compared with their own look, as the pieces of a map are (:mod:`vision.registration.tracking`). New ones
are sought only where the picture differs from the last one that was in step with the record, so that a look costs
little.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.table_plane import TablePlane
from vision.eyes import closed
from vision.frames import Picture
from vision.imaging.change import PictureStatistics, small_of, structural_change
from vision.imaging.patches import Layers, layers_of
from vision.parameters import CHOSEN, Parameters, parameter
from vision.registration import tracking
from vision.registration.alignment import KNOCKED, NUDGED
from vision.registration.carried_picture import closely, moved, on_small
from vision.registration.lattice import Cell, Lattice, Matrix, quad_of
from vision.registration.tracking import Track
from vision.stained_glass import context, survey
from vision.stained_glass import judge as glass_judge
from vision.stained_glass.bank import bank_of, find, gathered
from vision.stained_glass.context import confidences
from vision.stained_glass.edition import GlassEdition
from vision.stained_glass.judge import GlassJudge, Sightings, middles, sides, templates_of
from vision.stained_glass.plane import plane_of, squareness
from vision.stained_glass.straight import straightened, table_poses
from vision.stained_glass.survey import alone, flat_poses, quads, seeds


@dataclass(frozen=True, slots=True, kw_only=True)
class TrackerParameters(Parameters):
    """When glass still lies where it lay, and where new glass is sought."""

    changed_levels: float = parameter(
        6.0,
        "grey levels",
        "root of the unexplained variance in a window of the small picture from which it has changed",
        CHOSEN,
    )
    sizes: tuple[float, ...] = parameter(
        (0.72, 0.86, 1.0, 1.17, 1.36),
        "share of a tile",
        "of the map: glass is as large, but nearer or farther away",
        CHOSEN,
    )
    most_seeds: int = parameter(60, "seeds", "that are laid on in what has changed", CHOSEN)
    flat_likeness: float = parameter(0.55, "share", "of a small disc, where the table's lie is known", CHOSEN)
    views_a_place: int = parameter(3, "views", "that are laid on for each place", CHOSEN)
    much: float = parameter(0.3, "share of the picture", "from which it is gone through in larger steps", CHOSEN)
    still_there: float = parameter(
        0.68, "likeness", "from which a tile that looks different is taken to lie there all the same", CHOSEN
    )
    few_quads: int = parameter(
        4, "count", "outlines from which the table's lie is known well enough to refuse what is no square on it", CHOSEN
    )
    grown: float = parameter(
        0.75, "share", "of a tile's size about the middle of each tile of the map: no glass is sought there", CHOSEN
    )


PARAMETERS = TrackerParameters()


@dataclass(frozen=True, eq=False, slots=True)
class LiveGlass:
    """A tile that is seen: ``number`` names it among the known ones, None for a new one."""

    kind: str
    pose: Matrix
    sure: float
    number: int | None = None

    @property
    def outline(self) -> NDArray[np.float32]:
        """(5, 2) px, closed."""
        return closed(quad_of(self.pose))

    @property
    def middle(self) -> NDArray[np.float64]:
        """(2,) px."""
        return np.asarray(quad_of(self.pose).mean(axis=0), np.float64)

    @property
    def side_px(self) -> float:
        """Mean length of its sides, px."""
        quad = quad_of(self.pose)
        return float(np.linalg.norm(quad - np.roll(quad, 1, axis=0), axis=1).mean())


class GlassTracker:
    """Follows the glass of one table from look to look. Owners are no business of its."""

    def __init__(self, edition: GlassEdition) -> None:
        self._edition = edition
        self._templates = templates_of(edition)
        self._track = Track(Lattice({}))
        self._kinds: dict[int, str] = {}
        self._count = 0
        self._before: PictureStatistics | None = None  # the last picture in step with the record
        self._layers: Layers | None = None
        self._scene: PictureStatistics | None = None
        self._tile_px = 50.0
        self._begun = False
        # Outlines of glass that the record did not know of, or that was sought all over the table: it is sought again.
        self._unknown: tuple[NDArray[np.float64], ...] = ()
        self._misses = False  # the record has glass that is not known: the next look goes over the whole table

    @property
    def known(self) -> tuple[int, ...]:
        """The tiles that are known."""
        return tuple(self._kinds)

    def kind(self, number: int) -> str:
        """Of a known tile."""
        return self._kinds[number]

    def pose(self, number: int) -> Matrix:
        """Where a known tile lies."""
        return self._track.lattice.cells[_cell(number)]

    def begin(self, image: Picture) -> None:
        """The first picture of a game in which nobody has glass: whatever lies there is none."""
        if not self._begun:
            self._before, self._begun = PictureStatistics.of(small_of(image)), True

    def look(self, image: Picture, around: Sequence[NDArray[np.floating]]) -> tuple[LiveGlass, ...]:
        """All glass on a still picture.

        Args:
            around: outlines (4 or 5, 2) px of the tiles of the map, at least one.
        """
        squares = np.stack([np.asarray(one[:4], np.float64) for one in around])
        tile_px = float(np.median(np.sqrt([abs(cv2.contourArea(one.astype(np.float32))) for one in squares])))
        self._tile_px = tile_px
        self._begun = True
        self._layers = layers_of(image, tile_px, survey.PARAMETERS.working_px)
        self._scene = PictureStatistics.of(small_of(image))
        judge = GlassJudge(self._layers, self._templates)
        kept = self._kept(judge)
        new = self._sought(image, judge, squares, tile_px, kept)
        if self._misses:
            self._unknown, self._misses = (*self._unknown, *_outlines(new)), False
        return (*kept, *new)

    def accept(
        self, glass: Sequence[LiveGlass], unknown: Sequence[LiveGlass] = (), *, misses: bool = False
    ) -> tuple[int, ...]:
        """These tiles, of the last look, are what lies on the table now. Returns their numbers in their order.

        Args:
            unknown: what was seen beside them and the record does not know of yet: it is sought again.
            misses: the record has more than these. It may lie where nothing seems to have changed, as after a knock
                that nobody saw through: it is sought all over the table, once.
        """
        if self._layers is None:
            return ()
        self._unknown, self._misses = _outlines(unknown), misses
        track, kinds, numbers = Track(Lattice({})), {}, []
        for one in glass:
            number = one.number
            if number is None:
                self._count += 1
                number = self._count
            track = track.with_piece(_cell(number), one.pose, self._layers)
            kinds[number] = one.kind
            numbers.append(number)
        self._track, self._kinds, self._before = track, kinds, self._scene
        return tuple(numbers)

    def knocked(self, image: Picture, motion: Matrix) -> None:
        """The map went by ``motion`` (3, 3), px to px: the glass went with it, or stayed while only the map slid.

        Where the earlier picture can't be laid on this one, the next look searches the whole table.
        """
        if self._layers is None:
            return
        layers = layers_of(image, self._tile_px, survey.PARAMETERS.working_px)
        self._before, self._layers, self._unknown = self._carried(image, motion), layers, ()
        stayed = self._track
        moved = self._track.carried(motion).settled(layers, self._track.cells, KNOCKED)
        self._track = moved if len(moved.holding(layers)) > len(stayed.holding(layers)) else stayed

    # What lies where it lay

    def _carried(self, image: Picture, motion: Matrix) -> PictureStatistics | None:
        """The earlier picture as the table lies now: as it was where only the map slid, carried along where the camera
        or the table was knocked; None where neither shows the table that is seen."""
        if self._before is None:
            return None
        now = PictureStatistics.of(small_of(image))
        small = self._before.small
        if now.small.shape != small.shape:
            return None
        onto = closely(small, now.small, on_small(motion, image, small))
        # What was not in view before is searched: glass may lie there.
        scenes = (self._before, PictureStatistics.of(moved(small, onto)))
        changed = [float((structural_change(scene, now) > PARAMETERS.changed_levels).mean()) for scene in scenes]
        best = int(np.argmin(changed))
        return scenes[best] if changed[best] < PARAMETERS.much else None

    def _kept(self, judge: GlassJudge) -> list[LiveGlass]:
        if not self._kinds:
            return []
        layers = judge.layers
        shares = self._track.unchanged(layers)
        restless = [cell for cell, share in shares.items() if share < tracking.PARAMETERS.holds]
        poses = dict(self._track.lattice.cells)
        if restless:
            settled = self._track.settled(layers, restless, NUDGED)
            after = settled.unchanged(layers, restless)
            for cell in restless:
                if after[cell] > shares[cell]:
                    shares[cell], poses[cell] = after[cell], settled.lattice.cells[cell]
        kept = []
        for cell, share in shares.items():
            kind, pose, sure = self._kinds[cell[0]], poses[cell], share
            if share < tracking.PARAMETERS.holds:
                found = judge.look(
                    pose[None], np.array([self._edition.kinds.index(kind)]), glass_judge.PARAMETERS.beside
                )
                if found.similarity[0] < PARAMETERS.still_there or found.rival[0] > found.similarity[0]:
                    continue
                sure = float(found.similarity[0])
            kept.append(LiveGlass(kind, pose, sure, cell[0]))
        return kept

    # What is new

    def _sought(
        self,
        image: Picture,
        judge: GlassJudge,
        squares: NDArray[np.float64],
        tile_px: float,
        kept: Sequence[LiveGlass],
    ) -> list[LiveGlass]:
        where = self._where(image, squares, kept)
        if not where.any():
            return []
        known = np.concatenate([squares, *(quad_of(one.pose)[None] for one in kept)])
        plane = plane_of(known, image.shape[1], image.shape[0])
        seen = self._flat(judge, plane, where)
        if len(known) < PARAMETERS.few_quads:  # so few tell little of how the table lies far from them
            seen = alone(seen.with_more(self._slanted(judge, where, tile_px)))
        else:
            seen, plane = _laid_freely(judge, alone(seen), plane, known)
            seen = alone(seen.at(squareness(plane, quads(seen.poses)) < 2 * survey.PARAMETERS.square_mm))
        judge = self._attuned(judge, kept, seen)
        seen = alone(judge.weigh(seen.poses, seen.views))
        chance = confidences(seen)
        return [
            LiveGlass(self._edition.kinds[view], pose, float(one))
            for view, pose, one in zip(seen.views, seen.poses, chance, strict=True)
            if one > context.PARAMETERS.read and not _on(pose, kept)
        ]

    def _attuned(self, judge: GlassJudge, kept: Sequence[LiveGlass], seen: Sightings) -> GlassJudge:
        """A judge that knows the light from all that is glass as surely as can be told without it: a lamp shines
        otherwise on the far end of a table, of which known tiles that all lie at this end tell nothing."""
        tell = seen.at(seen.similarity > survey.PARAMETERS.sure)
        if kept:
            views = np.array([self._edition.kinds.index(one.kind) for one in kept])
            tell = judge.weigh(np.stack([one.pose for one in kept]), views).with_more(tell)
        return judge.attuned(tell) if len(tell) else judge

    def _where(self, image: Picture, squares: NDArray[np.float64], kept: Sequence[LiveGlass]) -> NDArray[np.uint8]:
        """Where something is new, at the size of the small picture."""
        assert self._scene is not None
        height, width = self._scene.small.shape[:2]
        scale = width / image.shape[1]
        if self._misses or self._before is None or self._before.small.shape != self._scene.small.shape:
            where = np.full((height, width), 255, np.uint8)
        else:
            change = structural_change(self._before, self._scene)
            where = np.asarray((change > PARAMETERS.changed_levels) * 255, np.uint8)
            where = np.asarray(cv2.dilate(where, np.ones((5, 5))), np.uint8)
        for quad in self._unknown:
            cv2.fillConvexPoly(where, np.rint(quad * scale).astype(np.int32), 255)
        for quad in squares:
            middle = quad.mean(axis=0)
            grown = (middle + (quad - middle) * 2 * PARAMETERS.grown) * scale
            cv2.fillConvexPoly(where, np.rint(grown).astype(np.int32), 0)
        for one in kept:
            cv2.fillConvexPoly(where, np.rint(quad_of(one.pose) * scale).astype(np.int32), 0)
        return where

    def _flat(self, judge: GlassJudge, plane: TablePlane, where: NDArray[np.uint8]) -> Sightings:
        """What looks like a tile in the changed parts of a table whose lie is known."""
        lab = judge.layers.finest
        straight, low, scale = straightened(lab, judge.layers.size, plane, survey.PARAMETERS.seed_px)
        there = straightened(
            np.repeat(where[..., None], 3, axis=2), judge.layers.size, plane, survey.PARAMETERS.seed_px
        )[0][..., 0]
        step = 1 if float(where.mean()) < 255 * PARAMETERS.much else 2
        bank = bank_of(self._edition, survey.PARAMETERS.seed_px, False, 36)
        hits = find(straight, bank, PARAMETERS.flat_likeness, step=step, where=np.asarray(there > 127, np.uint8))
        hits = gathered([hits], survey.PARAMETERS.apart, views_a_place=PARAMETERS.views_a_place).first(
            PARAMETERS.most_seeds
        )
        return judge.look(
            table_poses(hits, plane, low, scale), hits.views, glass_judge.PARAMETERS.on_plane, survey.PARAMETERS.roughly
        )

    def _slanted(self, judge: GlassJudge, where: NDArray[np.uint8], tile_px: float) -> Sightings:
        """What looks like a tile in the changed parts, at any slant."""
        step = 1 if float(where.mean()) < 255 * PARAMETERS.much else 2
        sides_px = [larger * tile_px for larger in PARAMETERS.sizes]
        lab, size = judge.layers.finest, judge.layers.size
        hits = seeds(lab, size, self._edition, sides_px, survey.PARAMETERS.seed_likeness, where=where, step=step).first(
            PARAMETERS.most_seeds
        )
        return alone(judge.look(flat_poses(hits), hits.views, glass_judge.PARAMETERS.wide, survey.PARAMETERS.roughly))


def _laid_freely(
    judge: GlassJudge, seen: Sightings, plane: TablePlane, known: NDArray[np.float64]
) -> tuple[Sightings, TablePlane]:
    """The sightings, the same laid on at any slant, and how the table lies by what stands out so as well: a few
    tiles of a map, laid loosely and beside each other, tell little of how it lies at its far end."""
    doubtful = seen.at(seen.similarity < survey.PARAMETERS.stands_out)
    both = seen.with_more(judge.look(doubtful.poses, doubtful.views, glass_judge.PARAMETERS.wide))
    plain = alone(both.at(both.similarity > survey.PARAMETERS.stands_out))
    if len(plain):
        height, width = judge.layers.size
        plane = plane_of(np.concatenate([known, quads(plain.poses)]), width, height)
    return both, plane


def _outlines(glass: Sequence[LiveGlass]) -> tuple[NDArray[np.float64], ...]:
    return tuple(np.asarray(quad_of(one.pose), np.float64) for one in glass)


def _on(pose: Matrix, kept: Sequence[LiveGlass]) -> bool:
    spot, size = middles(pose[None])[0], sides(pose[None])[0]
    return any(float(np.hypot(*(one.middle - spot))) < survey.PARAMETERS.apart * size for one in kept)


def _cell(number: int) -> Cell:
    return number, 0

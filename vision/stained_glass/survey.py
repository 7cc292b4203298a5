"""Finds all glass on a picture: first what shows at any size and slant, then, once those tell how the table lies, the
whole table as it is seen straight from above, then what is left of windows under a hand.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.table_plane import TablePlane
from vision.frames import Picture
from vision.imaging.patches import lab_of, layers_of
from vision.parameters import CHOSEN, Parameters, parameter
from vision.registration.gauss_newton import SixFreedoms
from vision.registration.lattice import UNIT_CORNERS, project
from vision.registration.pattern_fitting import Poses
from vision.stained_glass import context
from vision.stained_glass import judge as glass_judge
from vision.stained_glass.bank import Hits, Lab, bank_of, find, find_closely, gathered
from vision.stained_glass.context import against_the_box, confidences, distinct, within_the_box
from vision.stained_glass.edition import GlassEdition
from vision.stained_glass.judge import GlassJudge, Sightings, templates_of
from vision.stained_glass.map_plane import MapOnTable, map_on_table
from vision.stained_glass.plane import apart_mm, plane_of, squareness
from vision.stained_glass.straight import straightened, table_poses, worth_searching


@dataclass(frozen=True, slots=True, kw_only=True)
class StainedGlassSurveyParameters(Parameters):
    """How like glass must be when it is found, named and grown, and how many rounds that takes."""

    seed_px: float = parameter(12.0, "px", "side of a tile in the pictures that are searched", CHOSEN)
    most_across: int = parameter(84, "tiles", "beside each other on a picture: nearly four metres of table", CHOSEN)
    seed_likeness: float = parameter(0.6, "likeness", "from which a tile is one to begin with", CHOSEN)
    nearly_seed: float = parameter(
        0.5, "likeness", "at every second px, about which a tile alone is looked for at every px", CHOSEN
    )
    working_px: float = parameter(44.0, "px", "side of a tile in the picture that is worked on", CHOSEN)
    most_seeds: int = parameter(160, "seeds", "that are laid on", CHOSEN)
    sure: float = parameter(
        0.80, "likeness", "from which a tile tells others how the table lies and how the light is", CHOSEN
    )
    nearly: float = parameter(0.35, "px", "at every second px, at the right one", CHOSEN)
    table_likeness: float = parameter(0.5, "px", "at every second px, at the right one", CHOSEN)
    turns: int = parameter(36, "directions", "in which glass is sought on a table that is known", CHOSEN)
    nearly_film: float = parameter(
        0.3, "likeness", "at every second px, while the map tells the table and nothing the light", CHOSEN
    )
    film_likeness: float = parameter(0.4, "likeness", "the same at the right px", CHOSEN)
    sure_on_table: float = parameter(
        1.26,
        "likeness",
        "and its lead over other kinds, added up, from which glass is sure on a table that the map tells",
        "docs/findings/stained-glass.md",
    )
    most_on_table: int = parameter(80, "count", "of each kind", CHOSEN)
    roughly: float = parameter(0.55, "likeness", "from which a place is looked at closely", CHOSEN)
    closely: float = parameter(0.45, "likeness", "from which it counts as found", CHOSEN)
    rounds: int = parameter(
        3, "rounds", "the table is searched again until it is known from this many tiles, this well", CHOSEN
    )
    few: int = parameter(
        3, "count", "the table is searched again until it is known from this many tiles, this well", CHOSEN
    )
    good_mm: float = parameter(
        1.0, "mm", "the table is searched again until it is known from this many tiles, this well", CHOSEN
    )
    square_mm: float = parameter(
        3.0, "mm", "corners off a square of the right size on the table, on average, beyond which it is no tile", CHOSEN
    )
    surest: int = parameter(
        2, "count", "of the first tiles: so many at most are asked alone where all together settle nothing", CHOSEN
    )
    apart: float = parameter(0.5, "tile sides", "nearer than which nothing lies to a tile's middle", CHOSEN)
    # Likeness that no picture without glass reaches. So many places, sizes and turns are looked at that chance brings
    # forth 0.80 to 0.85, at any size (139 pictures of patches, shards, dots and torn rows, seeds from 610000 and
    # 611000); the likest tile of a hard picture of a table reached 0.92 or more (8 pictures, seeds from 630000).
    stands_out: float = parameter(
        0.88,
        "probability",
        (
            "Likeness that no picture without glass reaches. So many places, sizes and turns are looked at "
            "that chance brings forth 0.80 to 0.85, at any size (139 pictures of patches, shards, dots and "
            "torn rows, seeds from 610000 and 611000); the likest tile of a hard picture of a table reached "
            "0.92 or more (8 pictures, seeds from 630000)."
        ),
        "vision/stained_glass/survey.py",
    )
    far_sizes: int = parameter(8, "count", "of sizes of tiles from the least on, which are looked for first", CHOSEN)
    near_sizes: int = parameter(10, "count", "of larger ones, of a few tiles photographed from near", CHOSEN)
    least_px: float = parameter(23.0, "px", "of the smallest tile that anybody can read", CHOSEN)
    size_step: float = parameter(1.2, "times", "from one size of tiles that is looked for to the next", CHOSEN)


PARAMETERS = StainedGlassSurveyParameters()


@dataclass(frozen=True, eq=False)
class GlassSurvey:
    """What was found: sightings, likeliest first, none at the place of another; how the table lies; the judge; whether
    many tiles agree on how it lies; what is certain by itself, each as sure as ``certain_sure`` says."""

    sightings: Sightings
    plane: TablePlane
    judge: GlassJudge
    settled: bool
    certain: Sightings = field(default_factory=Sightings.none)
    certain_sure: NDArray[np.float64] = field(default_factory=lambda: np.zeros(0))

    @property
    def borne_out(self) -> bool:
        """Whether there is glass at all. Table and light are learnt from what is found, so a few finds bear out nobody
        but themselves: one of them has to be more alike than chance makes anything."""
        return self.settled or len(self.certain) > 0 or bool((self.sightings.similarity > PARAMETERS.stands_out).any())


def survey(
    image: Picture, edition: GlassEdition, on_black: GlassEdition | None = None, there: MapOnTable | None = None
) -> GlassSurvey | None:
    """All that looks like glass of this edition, sure or not; None where nothing surely does. On a black table, where
    nothing of film stands out before it is known how the table lies, as it looks ``on_black`` beside the map, which is
    ``there`` if that is known already."""
    lab = lab_of(image)
    judge, first = _first_tiles(image, lab, edition)
    found = from_tiles(lab, judge, first)
    standing_out = int((first.similarity > PARAMETERS.stands_out).sum())
    if found is not None and found.settled and believed_tiles(found) >= standing_out:
        return laid_freely(lab, found)
    every = [found]
    if on_black is not None:
        beside = beside_the_map(image, lab, on_black, there)
        if beside is not None and beside.settled and believed_tiles(beside) >= standing_out:
            return beside
        every.append(beside)
    if len(first) >= 2:  # something among the first that is no glass leads others astray: the likest are asked alone
        every.append(from_tiles(lab, judge, first.at(np.arange(min(PARAMETERS.surest, len(first) - 1)))))
    if on_black is None:
        every.append(beside_the_map(image, lab, edition, there))
    return surer(*every)


def laid_freely(lab: Lab, found: GlassSurvey) -> GlassSurvey:
    """The same, or what is found where the table lies as its tiles tell that are laid freely, if they tell of another
    table: where most tiles lie at one end of it, the few at the other are held to what those tell."""
    wide, judge = glass_judge.PARAMETERS.wide, found.judge
    sure = found.sightings.at(found.sightings.similarity > PARAMETERS.sure)
    if not len(sure):
        return found
    plane, _ = learnt(judge, sure, np.zeros((0, 4, 2)), wide)
    if apart_mm(found.plane, plane, *judge.layers.size) < PARAMETERS.square_mm:
        return found
    other = from_tiles(lab, judge, sure, freedom=wide)
    return surer(found, other) or found


def beside_the_map(
    image: Picture, lab: Lab, edition: GlassEdition, there: MapOnTable | None = None
) -> GlassSurvey | None:
    """All that is found once the tiles of the map, which are as large, tell how the table lies: pale film takes on the
    looks of what it lies on, and of such glass hardly any is alike enough to be found without knowing that."""
    there = map_on_table(image) if there is None else there
    if there is None:
        return None
    judge = GlassJudge(layers_of(image, there.tile_px, PARAMETERS.working_px), templates_of(edition))
    seen = alike_on_table(lab, there.plane, judge)
    return from_tiles(lab, judge, seen.at(beyond_doubt(seen, there.plane)), there.outlines)


def alike_on_table(lab: Lab, plane: TablePlane, judge: GlassJudge) -> Sightings:
    """All that is a little alike on a table that is known, while nothing tells the light."""
    straight, low, scale = straightened(lab, judge.layers.size, plane, PARAMETERS.seed_px)
    edition = judge.templates.edition
    bank = bank_of(edition, PARAMETERS.seed_px, False, PARAMETERS.turns)
    where = worth_searching(straight.shape[:2], plane, low, scale, judge.layers.size)
    hits = find_closely(straight, bank, PARAMETERS.nearly_film, PARAMETERS.film_likeness, where=where)
    hits = gathered([hits], 0.35, views_a_place=3, kinds=edition.kinds).first_of_each(PARAMETERS.most_on_table)
    poses = table_poses(hits, plane, low, scale)
    return judge.look(poses, hits.views, glass_judge.PARAMETERS.on_plane, PARAMETERS.film_likeness)


def beyond_doubt(seen: Sightings, plane: TablePlane) -> NDArray[np.bool_]:
    """(n,) which are glass beyond doubt on a table that is known: what they are like and how far ahead of every other
    kind, taken together, all over them: an edge of anything is like a tile of two panes."""
    stands_out = 2 * seen.similarity - seen.rival > PARAMETERS.sure_on_table
    stands_out &= seen.even > context.PARAMETERS.even_in_part
    return np.asarray(stands_out & (squareness(plane, quads(seen.poses)) < PARAMETERS.square_mm))


def from_tiles(
    lab: Lab,
    judge: GlassJudge,
    sure: Sightings,
    outlines: NDArray[np.float64] | None = None,
    freedom: SixFreedoms | None = None,
) -> GlassSurvey | None:
    """All that some tiles help to find; ``outlines`` (n, 4, 2) px of other squares as large tell where the table is.
    Tiles are laid with so much ``freedom`` before they tell that; as on a table that is known unless told."""
    sure = sure.at(_film_at_all(sure, judge))
    found, settled = sure, False
    others = np.zeros((0, 4, 2)) if outlines is None else outlines
    for _ in range(PARAMETERS.rounds):
        if not len(sure):
            return None
        plane, judge = learnt(judge, sure, others, freedom)
        found = surest(on_table(lab, plane, judge).with_more(judge.weigh(found.poses, found.views)), plane)
        off = squareness(plane, quads(found.poses))
        alike = (found.similarity > PARAMETERS.sure) & (off < PARAMETERS.square_mm) & _film_at_all(found, judge)
        sure = found.at(alike if outlines is None else beyond_doubt(found, plane))
        several = int(within_the_box(sure, judge.templates.edition.kinds).sum())
        settled = (
            several > PARAMETERS.few
            and 2 * several >= len(sure)
            and float(np.median(squareness(plane, quads(sure.poses)))) < PARAMETERS.good_mm
        )
        sure = sure.at(within_the_box(sure, judge.templates.edition.kinds))
        if settled:
            break
    if not len(sure):
        return None
    plane, judge = learnt(judge, sure, others, freedom)
    again = judge.weigh(found.poses, found.views)
    square = squareness(plane, quads(again.poses)) < PARAMETERS.square_mm
    return GlassSurvey(surest(again.at(square), plane), plane, judge, settled)


def _film_at_all(seen: Sightings, judge: GlassJudge) -> NDArray[np.bool_]:
    """(n,) all of glass as it was shown, and what is as even as film is of what counts as film: coloured things are
    like film of their colour, too, and would tell a light of their own."""
    as_shown = np.array(judge.templates.edition.grounds)[seen.views] == 0
    return np.asarray(as_shown | (seen.even > context.PARAMETERS.even))


def surer(*surveys: GlassSurvey | None) -> GlassSurvey | None:
    """The one that tells most that may be believed, the earliest of those that tell as much."""
    return max((one for one in surveys if one is not None), key=believed_tiles, default=None)


def believed_tiles(glass_survey: GlassSurvey) -> float:
    """How many tiles are told that may be believed."""
    seen = glass_survey.sightings
    sure = confidences(seen, squareness(glass_survey.plane, quads(seen.poses)))
    sure = against_the_box(seen, sure, glass_survey.judge.templates.edition.kinds)
    return float(sure[sure > context.PARAMETERS.read].sum())


def learnt(
    judge: GlassJudge, sure: Sightings, others: NDArray[np.float64], freedom: SixFreedoms | None = None
) -> tuple[TablePlane, GlassJudge]:
    """How the table lies and how the light is, from tiles that are laid as exactly as they can be, and for the table
    from ``others`` (n, 4, 2) px that are as large."""
    height, width = judge.layers.size
    exactly = judge.look(sure.poses, sure.views, freedom or glass_judge.PARAMETERS.on_plane)
    both = sure.with_more(exactly)
    better = np.where(exactly.similarity > sure.similarity, len(sure), 0) + np.arange(len(sure))
    sure = both.at(better)
    return plane_of(np.concatenate([quads(sure.poses), others]), width, height), judge.attuned(sure)


def _sizes_px(count: int, first: int = 0) -> tuple[float, ...]:
    """Sizes of tiles that are looked for, the smallest first."""
    return tuple(PARAMETERS.least_px * PARAMETERS.size_step**number for number in range(first, first + count))


def _first_tiles(image: Picture, lab: Lab, edition: GlassEdition) -> tuple[GlassJudge, Sightings]:
    """What is surely glass before anything is known of table and light: tiles of every second size; where few stand
    out, of every size and seen from near, too, and those that stand out most. Of a plain tile anything small is a
    little alike (a cloth shows thirty of two kinds at 0.80 to 0.88), so counting finds alone tells no size."""
    best: tuple[float, GlassJudge, Sightings] | None = None
    at_least_px = max(image.shape[:2]) / PARAMETERS.most_across
    far = [side for side in _sizes_px(PARAMETERS.far_sizes) if 1.2 * side > at_least_px]
    near = _sizes_px(PARAMETERS.near_sizes, PARAMETERS.far_sizes)
    for sizes in (far[(len(far) + 1) % 2 :: 2], near, far):
        judge, sure = _tiles_of_size(image, lab, edition, sizes)
        clear = float((sure.similarity - PARAMETERS.sure).sum())
        if best is None or clear > best[0]:
            best = clear, judge, sure
        if int((sure.similarity > PARAMETERS.stands_out).sum()) > PARAMETERS.few:
            break
    assert best is not None
    if any(edition.grounds) or (best[2].similarity > PARAMETERS.stands_out).any():
        return best[1:]
    judge, alone_there = _tiles_of_size(image, lab, edition, (*far, *near), closely=True)
    return (judge, alone_there) if (alone_there.similarity > PARAMETERS.stands_out).any() else best[1:]


def _tiles_of_size(
    image: Picture, lab: Lab, edition: GlassEdition, sizes: Sequence[float], *, closely: bool = False
) -> tuple[GlassJudge, Sightings]:
    first = seeds(lab, lab.shape[:2], edition, sizes, PARAMETERS.seed_likeness, closely=closely)
    first = first.first(PARAMETERS.most_seeds)
    tile_px = float(np.median(np.sqrt(np.abs(np.linalg.det(first.maps))))) if len(first) else PARAMETERS.working_px
    judge = GlassJudge(layers_of(image, tile_px, PARAMETERS.working_px), templates_of(edition))
    seen = judge.look(flat_poses(first), first.views, glass_judge.PARAMETERS.wide, PARAMETERS.roughly)
    sure = alone(seen.at(seen.similarity > PARAMETERS.sure))
    return judge, sure.at(within_the_box(sure, edition.kinds))


def seeds(
    lab: Lab,
    size: tuple[int, int],
    edition: GlassEdition,
    sides_px: Sequence[float],
    least: float,
    *,
    where: NDArray[np.uint8] | None = None,
    step: int = 2,
    closely: bool = False,
) -> Hits:
    """Places that look like glass at some size and slant, best first.

    Args:
        lab: the picture, perhaps at another scale.
        size: (height, width) of the picture in whose px places are told, and the next three as well.
        sides_px: how large tiles may be.
        least: likeness that is asked for.
        where: not 0 where to look at all, at any size of the picture's shape.
        step: px of the searched picture between places that are looked at.
        closely: every px is looked at where one nearby is a little alike, and a place may be a tile of one size or of
            another: part of a large tile is often more like a small one than the tile is like itself half a px aside.
    """
    bank = bank_of(edition, PARAMETERS.seed_px, True)
    height, width = size
    parts = []
    for side in sides_px:
        shape = round(width * PARAMETERS.seed_px / side), round(height * PARAMETERS.seed_px / side)
        small = np.asarray(cv2.resize(lab, shape, interpolation=cv2.INTER_AREA), np.float32)
        there = (
            None if where is None else np.asarray(cv2.resize(where, shape, interpolation=cv2.INTER_NEAREST), np.uint8)
        )
        if closely:
            hits = find_closely(small, bank, PARAMETERS.nearly_seed, least, where=there)
        else:
            hits = find(small, bank, least, step=step, where=there)
        across, down = width / shape[0], height / shape[1]
        x, y = (hits.x + 0.5) * across - 0.5, (hits.y + 0.5) * down - 0.5
        parts.append(Hits(x, y, hits.scores, hits.views, hits.maps * np.array([[across], [down]])))
    if closely:
        return Hits.of([gathered([part], PARAMETERS.apart, kinds=edition.kinds) for part in parts]).best_first()
    return gathered(parts, PARAMETERS.apart, kinds=edition.kinds)


def flat_poses(hits: Hits) -> Poses:
    """(n, 3, 3) poses on the picture of hits on it, without perspective."""
    poses = np.zeros((len(hits), 3, 3))
    poses[:, :2, :2] = hits.maps
    poses[:, :2, 2] = np.column_stack([hits.x, hits.y]) - hits.maps @ np.array([0.5, 0.5])
    poses[:, 2, 2] = 1.0
    return poses


def on_table(lab: Lab, plane: TablePlane, judge: GlassJudge) -> Sightings:
    """Glass in every direction on the table, whose lie is known."""
    straight, low, scale = straightened(lab, judge.layers.size, plane, PARAMETERS.seed_px)
    bank = bank_of(judge.templates.edition, PARAMETERS.seed_px, False, PARAMETERS.turns)
    where = worth_searching(straight.shape[:2], plane, low, scale, judge.layers.size)
    hits = find_closely(straight, bank, PARAMETERS.nearly, PARAMETERS.table_likeness, where=where)
    hits = gathered([hits], 0.35, views_a_place=3, kinds=judge.templates.edition.kinds)
    hits = hits.first_of_each(PARAMETERS.most_on_table)
    poses = table_poses(hits, plane, low, scale)
    return judge.look(poses, hits.views, glass_judge.PARAMETERS.on_plane, PARAMETERS.roughly).with_more(
        judge.compare_closely(poses, hits.views, glass_judge.PARAMETERS.on_plane, PARAMETERS.closely)
    )


def quads(poses: Poses) -> NDArray[np.float64]:
    """(n, 4, 2) px: the outlines of tiles."""
    return project(poses, np.broadcast_to(UNIT_CORNERS, (len(poses), 4, 2)))


def surest(seen: Sightings, plane: TablePlane) -> Sightings:
    """The same once table and light are known, surest first."""
    return seen.at(distinct(seen, confidences(seen, squareness(plane, quads(seen.poses))), PARAMETERS.apart))


def alone(seen: Sightings) -> Sightings:
    """Likeliest first, and none whose middle lies within another that is likelier."""
    return seen.at(distinct(seen, seen.similarity, PARAMETERS.apart))

"""Where on a tile its features are really drawn, and where the feet of followers stand that were put on them.

The rules tell roughly where a feature lies (:mod:`plan`); the picture of the tile tells where exactly, for an
edition's cities and cloisters have colours of their own, and roads run through pixels of one colour. A follower near a
wall is on the side of it on which it stands, however the draughtsman bent the wall.
"""

from __future__ import annotations

import heapq
import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.arrays import BoolMask, Float32Array
from games.carcassonne.tiles import FeatureKind, tile_type
from vision.carcassonne.live import plan as live_plan
from vision.carcassonne.live.plan import MIDDLES, NOWHERE, SIZE, Labels, usual, with_fields
from vision.imaging.patches import Patches
from vision.imaging.scatter import median_of
from vision.parameters import CHOSEN, Parameters, parameter

_LEAST, _SPAN = np.array([0.0, -50.0, -40.0]), np.array([50.0, 100.0, 100.0])  # Lab that falls into them


@dataclass(frozen=True, slots=True, kw_only=True)
class DrawnParameters(Parameters):
    """Which pixels belong to a road, a city or a field as it is drawn, and how far within it a foot stands."""

    most_log_odds: float = parameter(2.5, "log-odds", "that one pixel's colour may bring", CHOSEN)
    like_neighbours: float = parameter(1.3, "px", "over which colours are taken together", CHOSEN)
    together: float = parameter(3.0, "px", "whose worth they then tell", CHOSEN)
    border_strays: float = parameter(
        2.0, "px", "from where a border usually runs that weigh as much as log-odds of 1", CHOSEN
    )
    road_lab: float = parameter(
        7.0, "Lab units", "from the road's colour that weigh as much as straying by ...", CHOSEN
    )
    road_strays: float = parameter(0.1, "share of a tile", "that a road may run from where roads usually do", CHOSEN)
    deep_enough: float = parameter(
        0.16, "share", "of the tile's side from a feature's border: further in people stand as readily anywhere", CHOSEN
    )
    stands_off: float = parameter(
        0.035, "share", "of the tile's side by which a foot is not where people meant to put it", CHOSEN
    )
    city_apart: float = parameter(
        3.0, "px", "from a city's usual border within which a pixel tells nothing of its colours", CHOSEN
    )
    cloister_apart: float = parameter(1.5, "px", "from a cloister's", CHOSEN)
    bins: int = parameter(16, "bins", "of each channel of the colours that are counted", CHOSEN)
    # Five thieves on winding roads of one edition stood up to 0.19 of a tile beside what is painted, about where roads
    # usually run, and were told as farmers at 0.44 to 0.68 by the picture's road alone.
    road_believed: float = parameter(
        0.7,
        "share",
        "of where feet stand about a road that is told by how it is drawn, not by how roads usually run",
        "docs/findings/learning-while-they-play.md",
    )


PARAMETERS = DrawnParameters()


@dataclass(frozen=True, eq=False)
class Colours:
    """How much more often a colour is found in an edition's cities (or cloisters) than beside them on the same tiles:
    log-odds (bins, bins, bins)."""

    log_odds: Float32Array

    @classmethod
    def of(cls, pictures: Sequence[tuple[str, Patches]], kind: FeatureKind) -> Colours:
        """Learned from tiles at rest, key and (SIZE, SIZE, 3) Lab, well away from where the border may run."""
        counts = np.full((2, PARAMETERS.bins, PARAMETERS.bins, PARAMETERS.bins), 0.02, np.float32)
        surely = PARAMETERS.city_apart if kind is FeatureKind.CITY else PARAMETERS.cloister_apart
        for key, picture in pictures:
            within = inwards(usually_there(key, kind))
            if within.max() > 0:
                for number, where in enumerate((within < -surely, within > surely)):
                    np.add.at(counts[number], _bins(picture[where]), 1.0)
        for axis in (1, 2, 3):
            near = np.roll(counts, 1, axis) + np.roll(counts, -1, axis)
            counts = 0.5 * counts + 0.25 * near
        shares = counts / counts.sum(axis=(1, 2, 3), keepdims=True)
        return cls(np.asarray(np.log(shares[1] / shares[0]), np.float32))

    def tell(self, picture: Patches) -> Float32Array:
        """(SIZE, SIZE) log-odds of each pixel of a tile for being such a feature's, by its colour and those near."""
        alone = np.clip(
            self.log_odds[_bins(picture.reshape(-1, 3))], -PARAMETERS.most_log_odds, PARAMETERS.most_log_odds
        ).reshape(picture.shape[:2])
        return PARAMETERS.together * np.asarray(
            cv2.GaussianBlur(alone, (0, 0), PARAMETERS.like_neighbours, borderType=cv2.BORDER_REPLICATE), np.float32
        )


def labels(key: str, picture: Patches, colours: Mapping[FeatureKind, Colours]) -> Labels:
    """(SIZE, SIZE): the index of the feature that is drawn there on a tile at rest, or -1."""
    features, plan = tile_type(key).features, usual(key)
    found = np.full((SIZE, SIZE), NOWHERE, np.int8)
    for kind in (FeatureKind.MONASTERY, FeatureKind.CITY):
        usually = usually_there(key, kind)
        if usually.any():
            where = colours[kind].tell(picture) + np.clip(inwards(usually) / PARAMETERS.border_strays, -5, 5) > 0
            where = whole(where) & (found == NOWHERE)
            found[where] = nearest(plan, [i for i, one in enumerate(features) if one.kind is kind])[where]
    for index, feature in enumerate(features):
        if feature.kind is FeatureKind.ROAD:
            found[road_drawn(feature.edges, plan == index, picture) & (found == NOWHERE)] = index
    for index, feature in enumerate(features):  # gardens and the like
        if feature.kind not in (FeatureKind.MONASTERY, FeatureKind.CITY, FeatureKind.ROAD, FeatureKind.FIELD):
            found[(plan == index) & (found == NOWHERE)] = index
    return with_fields(key, found)


def nearest(plan: Labels, features: list[int]) -> Labels:
    """(SIZE, SIZE) which of these features usually lies nearest."""
    within = np.stack([inwards(plan == index) for index in features])
    return np.asarray(np.array(features, np.int8)[within.argmax(axis=0)])


def whole(where: BoolMask) -> BoolMask:
    """An area without the holes in it: courtyards, squares."""
    count, pieces = cv2.connectedComponents((~where).astype(np.uint8), connectivity=4)
    rim = {int(piece) for side in (pieces[0], pieces[-1], pieces[:, 0], pieces[:, -1]) for piece in side}
    holes = [piece for piece in range(1, count) if piece not in rim]
    return np.asarray(where | np.isin(pieces, holes))


def footing(key: str, drawn: Labels) -> Float32Array:
    """(features, SIZE, SIZE): where on a tile at rest the foot of a follower stands that was put on a feature; each
    sums to 1.

    People put it well inside a city or field, on a road's line, in the middle of a cloister, and never quite exactly.
    """
    return np.stack([_density(drawn == index) for index in range(len(tile_type(key).features))])


def footing_as_drawn(key: str, seen: Labels) -> Float32Array:
    """(features, SIZE, SIZE) the same by what was ``seen`` to be drawn there, and a part as if roads ran as they
    usually do: people stand a thief about the middle of a road that winds."""
    kinds = [feature.kind for feature in tile_type(key).features]
    if FeatureKind.ROAD not in kinds:
        return footing(key, seen)
    roads = [index for index, kind in enumerate(kinds) if kind is FeatureKind.ROAD]
    fields = [index for index, kind in enumerate(kinds) if kind is FeatureKind.FIELD]
    straight = np.where(np.isin(seen, roads + fields), np.int8(NOWHERE), seen)
    straight = np.where((straight == NOWHERE) & np.isin(usual(key), roads), usual(key), straight)
    believed = PARAMETERS.road_believed
    usually = footing(key, with_fields(key, straight))
    return np.asarray(believed * footing(key, seen) + (1 - believed) * usually, np.float32)


def turned_clockwise(maps: Float32Array, turns: int) -> Float32Array:
    """Maps (n, SIZE, SIZE) of a tile at rest as they lie after some quarter turns."""
    return np.ascontiguousarray(np.rot90(maps, -turns, axes=(1, 2)))


def _density(where: BoolMask) -> Float32Array:
    inside = where.astype(np.uint8)
    if not inside.any():
        inside[SIZE // 2, SIZE // 2] = 1
    depth = cv2.distanceTransform(cv2.copyMakeBorder(inside, 8, 8, 8, 8, cv2.BORDER_REPLICATE), cv2.DIST_L2, 5)
    depth = np.minimum(depth[8:-8, 8:-8], PARAMETERS.deep_enough * SIZE)
    depth = depth**2  # a foot is ten millimetres wide: nobody squeezes it into a neck where there is room beside it
    # The outermost rim belongs to the seam: a foot there would stand on two tiles.
    margin = np.minimum(np.arange(SIZE), np.arange(SIZE)[::-1]) / SIZE
    rim = np.clip(np.minimum.outer(margin, margin) / 0.10, 0.02, 1)
    spread = cv2.GaussianBlur((depth * rim).astype(np.float32), (0, 0), PARAMETERS.stands_off * SIZE)
    return np.asarray(spread / spread.sum(), np.float32)


def usually_there(key: str, kind: FeatureKind) -> BoolMask:
    """(SIZE, SIZE) where features of a kind usually lie."""
    return np.isin(usual(key), [index for index, one in enumerate(tile_type(key).features) if one.kind is kind])


def inwards(where: BoolMask) -> Float32Array:
    """(SIZE, SIZE) px from the border of an area: positive within it, negative outside."""
    if not where.any():
        return np.full(where.shape, -float(SIZE), np.float32)
    if where.all():
        return np.full(where.shape, float(SIZE), np.float32)
    inside = cv2.distanceTransform(where.astype(np.uint8), cv2.DIST_L2, 5)
    outside = cv2.distanceTransform((~where).astype(np.uint8), cv2.DIST_L2, 5)
    return np.asarray(inside - outside, np.float32)


def _bins(colours: Patches) -> tuple[NDArray[np.intp], ...]:
    where = np.clip((colours - _LEAST) / _SPAN * PARAMETERS.bins, 0, PARAMETERS.bins - 1).astype(np.intp)
    return where[..., 0], where[..., 1], where[..., 2]


def road_drawn(sides: tuple[str, ...], usually: BoolMask, picture: Patches) -> BoolMask:
    """(SIZE, SIZE) where a road is painted: the cheapest way from side to side (or to the middle) through pixels of
    the colour that the road has where it leaves the tile, not far from where it usually runs."""
    colour = median_of(np.concatenate([picture[_rim_window(MIDDLES[side])].reshape(-1, 3) for side in sides]))
    unlike = np.minimum(np.linalg.norm(picture - colour, axis=-1) / PARAMETERS.road_lab, 3.0) ** 2
    return road_along(sides, usually, unlike)


def road_along(sides: tuple[str, ...], usually: BoolMask, unlike: NDArray[np.float64]) -> BoolMask:
    """(SIZE, SIZE) where a road runs from side to side, or to the middle: along the cheapest way, ``unlike`` (SIZE,
    SIZE) telling what each px costs beside what it costs to stray from where the road ``usually`` lies."""
    ends = [_pixel(MIDDLES[side]) for side in sides] + ([_pixel((0.5, 0.5))] if len(sides) == 1 else [])
    stray = cv2.distanceTransform((~usually).astype(np.uint8), cv2.DIST_L2, 5) / (PARAMETERS.road_strays * SIZE)
    way = _cheapest_way(np.asarray(0.2 + unlike + stray**2, np.float64), ends[0], ends[-1])
    line = np.zeros((SIZE, SIZE), np.uint8)
    for row, column in way:
        line[row, column] = 1
    away = cv2.distanceTransform(1 - line, cv2.DIST_L2, 5)
    return np.asarray(away < live_plan.PARAMETERS.road_width / 2 * SIZE)


def _pixel(point: tuple[float, float]) -> tuple[int, int]:
    """(row, column) of a point of the tile."""
    return min(SIZE - 1, int(point[1] * SIZE)), min(SIZE - 1, int(point[0] * SIZE))


def _rim_window(middle: tuple[float, float]) -> tuple[slice, slice]:
    """The pixels just inside the middle of a side."""
    row, column = _pixel(middle)
    row, column = min(max(row, 2), SIZE - 3), min(max(column, 2), SIZE - 3)
    return slice(row - 1, row + 2), slice(column - 1, column + 2)


def _cheapest_way(cost: NDArray[np.float64], start: tuple[int, int], goal: tuple[int, int]) -> list[tuple[int, int]]:
    """Pixels (row, column) from start to goal, by Dijkstra's method over the eight neighbours.

    Plain numbers in a list with a rim that nobody may enter: asking an array for one number takes ten times as long.
    """
    wide = SIZE + 2
    costs: list[float] = np.pad(cost, 1, constant_values=np.inf).ravel().tolist()
    neighbours = ((-1, 0), (0, 1), (1, 0), (0, -1), (-1, -1), (-1, 1), (1, 1), (1, -1))  # (down, right)
    steps = [(down * wide + right, math.hypot(down, right)) for down, right in neighbours]
    first, last = ((row + 1) * wide + column + 1 for row, column in (start, goal))
    least, came = [math.inf] * len(costs), [first] * len(costs)
    least[first], queue = 0.0, [(0.0, first)]
    while queue:
        so_far, here = heapq.heappop(queue)
        if here == last:
            break
        if so_far > least[here]:
            continue
        for step, far in steps:
            there = here + step
            reached = so_far + costs[there] * far
            if reached < least[there]:
                least[there], came[there] = reached, here
                heapq.heappush(queue, (reached, there))
    way = [last]
    while way[-1] != first:
        way.append(came[way[-1]])
    return [(place // wide - 1, place % wide - 1) for place in way]

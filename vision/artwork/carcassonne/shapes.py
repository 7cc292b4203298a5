"""Where on a Carcassonne tile its cities, roads, fields and monastery lie: outlines from the tile data alone.

Everything is in tile units: (0, 0) is the north-west corner, (1, 1) the south-east one, and the tile is not turned
unless a function says so. Walls, roads and hubs part the tile; what is left over are the fields, so a drawing that
contradicts the data shows up as a field that is split or joined (the tests look for that).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.arrays import ByteMask, Float64Array
from games.carcassonne.tiles import INNER, SIDES, Feature, FeatureKind, tile_type
from vision.artwork.carcassonne.style import ORCHARD, TileStyle

Labels = NDArray[np.int8]

NOTHING = -1  # a pixel of no feature: a wall, a crossing's hamlet
_CENTRE = np.array([0.5, 0.5])
_MAP_PX = 160


@dataclass(frozen=True, eq=False)
class CityOutline:
    """A city of a tile: closed outline (n, 2), which reaches beyond the tile where the city does, and its walls.

    ``walls`` are open lines with a tower at each point; ``feature`` is the index among the tile's features.
    """

    feature: int
    outline: Float64Array
    walls: tuple[Float64Array, ...]
    printed: Feature


@dataclass(frozen=True, eq=False)
class Road:
    """A road of a tile: its middle line from side to side, or from a side to where it ends."""

    feature: int
    line: Float64Array
    ends_at: str  # "side", "gate", "hub" or "monastery"
    printed: Feature


@dataclass(frozen=True, eq=False)
class Shapes:
    """All shapes of a tile that is not turned. ``hub`` is where three or more roads meet, or None."""

    key: str
    cities: tuple[CityOutline, ...]
    roads: tuple[Road, ...]
    hub: Float64Array | None
    monastery: int | None
    garden: bool
    style: TileStyle

    def city_mask(self, size: int) -> ByteMask:
        """(size, size), 255 inside cities."""
        mask = np.zeros((size, size), np.uint8)
        for city in self.cities:
            fill(mask, city.outline, size, 255)
        return mask

    def road_mask(self, size: int, width: float | None = None) -> ByteMask:
        """(size, size), 255 on roads of this width (tile units; the style's own by default) and on the hub."""
        wide = self.style.road_width if width is None else width
        mask = np.zeros((size, size), np.uint8)
        for road in self.roads:
            stroke(mask, road.line, wide, size, 255)
        if self.hub is not None:
            disc(mask, self.hub, self.style.hub_radius, size, 255)
        return mask

    def labels(self, size: int) -> Labels:
        """(size, size), index of the feature at each pixel, or :data:`NOTHING`."""
        labels = np.full((size, size), NOTHING, np.int8)
        city, road = self.city_mask(size), self.road_mask(size)
        for shape in self.cities:
            mask = np.zeros((size, size), np.uint8)
            fill(mask, shape.outline, size, 255)
            labels[mask > 127] = shape.feature
        for way in self.roads:
            mask = np.zeros((size, size), np.uint8)
            stroke(mask, way.line, self.style.road_width, size, 255)
            labels[(mask > 127) & (city <= 127)] = way.feature
        if self.hub is not None:
            hub = np.zeros((size, size), np.uint8)
            disc(hub, self.hub, self.style.hub_radius, size, 255)
            labels[(hub > 127) & (city <= 127)] = NOTHING
        open_land = ((city <= 127) & (road <= 127)).astype(np.uint8)
        _, parts = cv2.connectedComponents(open_land, connectivity=4)
        for index, feature in enumerate(tile_type(self.key).features):
            if feature.kind is FeatureKind.FIELD:
                for edge in feature.edges:
                    part = parts[_pixel(edge_point(edge), size)]
                    if part:
                        labels[parts == part] = index
        if self.monastery is not None:
            near = np.zeros((size, size), np.uint8)
            disc(near, _CENTRE, 0.17, size, 255)
            labels[near > 127] = self.monastery
        return labels


@lru_cache(maxsize=256)
def shapes_of(key: str, style: TileStyle = ORCHARD, garden: bool = False) -> Shapes:
    """The shapes of a kind of tile. Raises :class:`games.game.Refusal` for a key that does not exist."""
    kind = tile_type(key)
    features = kind.features
    monastery = next((i for i, feature in enumerate(features) if feature.kind is FeatureKind.MONASTERY), None)
    indexed = tuple(enumerate(features))
    towns = tuple((i, f) for i, f in indexed if f.kind is FeatureKind.CITY)
    ways = tuple((i, f) for i, f in indexed if f.kind is FeatureKind.ROAD)
    dead_ends = [feature for _, feature in ways if len(feature.edges) == 1]
    hub = None
    if monastery is None and len(dead_ends) >= 3:
        hub = _CENTRE + ([0.0, 0.07] if towns else [0.0, 0.0])
    touching = len(towns) == 2 and len(dead_ends) == 2 and monastery is None  # two towns that share a square
    if touching:
        hub = _CENTRE
    cities = tuple(_city(i, feature, kind.key, len(towns), touching, style) for i, feature in towns)
    roads = tuple(_road(i, feature, cities, hub, monastery, style) for i, feature in ways)
    return Shapes(kind.key, cities, roads, hub, monastery, garden, style)


def feature_map(key: str, turns: int, size: int, style: TileStyle = ORCHARD) -> Labels:
    """(size, size) index of the feature at each pixel of the tile as it lies, or :data:`NOTHING`."""
    return np.ascontiguousarray(np.rot90(shapes_of(key, style).labels(size), -turns))


def follower_spot(
    key: str,
    turns: int,
    feature: FeatureKind,
    location: str,
    style: TileStyle = ORCHARD,
    rng: np.random.Generator | None = None,
) -> tuple[float, float]:
    """Where a follower stands on a feature: (u, v) in tile units from the north-west corner of the tile as it lies.

    Args:
        key: the kind of tile, by JCloisterZone's name or its letter.
        turns: quarter turns clockwise of the tile.
        feature, location: the feature as the tile lies, as in :class:`games.carcassonne.actions.Deploy`.
        style: whose drawing it stands on.
        rng: with it the spot is chosen loosely, as people do, but well inside the feature.

    Raises KeyError where the tile has no such feature.
    """
    kind = tile_type(key)
    index = kind.turned[turns].index_at(feature, location)
    if index is None:
        raise KeyError(f"{key} turned {turns} has no {feature.value} {location}")
    u, v = _nominal_spot(kind.key, index, style)
    if rng is not None:
        u, v = _loose_spot(kind.key, index, (u, v), style, rng)
    for _ in range(turns):
        u, v = 1 - v, u
    return u, v


def edge_point(edge: str, inside: float = 0.02) -> Float64Array:
    """A point just inside the tile at a side (``N``), half a side (``NL``) or the middle (``I``)."""
    if edge == INNER:
        return _CENTRE
    along = {"": 0.5, "L": 0.2, "R": 0.8}[edge[1:]]
    return np.asarray(turned(np.array([[along, inside]]), SIDES.index(edge[0]))[0], np.float64)


def turned(points: Float64Array, turns: int) -> Float64Array:
    """Points (n, 2) after some quarter turns clockwise of the tile."""
    result = np.asarray(points, np.float64)
    for _ in range(turns % 4):
        result = np.column_stack([1 - result[:, 1], result[:, 0]])
    return result


# --- cities ---------------------------------------------------------------------------------------------------------


def _city(index: int, feature: Feature, key: str, towns: int, touching: bool, style: TileStyle) -> CityOutline:
    sides = sorted(SIDES.index(edge) for edge in feature.edges)
    if key == "IC/C!":
        return _tongue(index, feature, style)
    match len(sides):
        case 1:
            wall = turned(_cap(0.43 if touching else style.cap_depth, style), sides[0])
            outer = turned(np.array([[1.1, -0.1], [-0.1, -0.1]]), sides[0])
            return CityOutline(index, np.vstack([wall, outer]), (wall,), feature)
        case 2 if (sides[1] - sides[0]) % 2:
            turns = 0 if sides == [0, 3] else sides[1]
            wall = turned(_diagonal(style, 0.40 if towns == 1 else 0.30), turns)
            outer = turned(np.array([[-0.1, 1.1], [-0.1, -0.1], [1.1, -0.1]]), turns)
            return CityOutline(index, np.vstack([wall, outer]), (wall,), feature)
        case 2:
            return _band(index, feature, sides[0], style)
        case 3:
            open_side = ({0, 1, 2, 3} - set(sides)).pop()
            wall = turned(_cap(style.gap_depth, style), open_side)
            outer = turned(np.array([[1.1, -0.0], [1.1, 1.1], [-0.1, 1.1], [-0.1, -0.0]]), open_side)
            return CityOutline(index, np.vstack([wall, outer]), (wall,), feature)
    everything = np.array([[-0.1, -0.1], [1.1, -0.1], [1.1, 1.1], [-0.1, 1.1]])
    return CityOutline(index, everything, (), feature)


def _band(index: int, feature: Feature, first_side: int, style: TileStyle) -> CityOutline:
    """A city through the tile from one side to the opposite one; in its own frame from west to east."""
    turns = first_side % 2 + 1  # sides 0 and 2: turned once; 1 and 3: twice, which is as good as not at all
    north = _cap(style.gap_depth, style)
    south = turned(north, 2)
    outline = np.vstack([north, [[1.1, 0.0], [1.1, 1.0]], south, [[-0.1, 1.0], [-0.1, 0.0]]])
    return CityOutline(index, turned(outline, turns), (turned(north, turns), turned(south, turns)), feature)


def _tongue(index: int, feature: Feature, style: TileStyle) -> CityOutline:
    """A city on the north side whose tail runs to the south-east corner and parts the fields."""
    west = np.array(
        [[style.inset, 0.0], [0.10, 0.18], [0.28, 0.33], [0.47, 0.47], [0.64, 0.68], [0.82, 0.87], [0.985, 1.03]]
    )
    east = np.array(
        [[1.03, 0.985], [0.90, 0.80], [0.77, 0.58], [0.70, 0.40], [0.74, 0.22], [0.86, 0.09], [1 - style.inset, 0.0]]
    )
    outline = np.vstack([west, east, [[1.1, -0.1], [-0.1, -0.1]]])
    return CityOutline(index, outline, (west, east), feature)


def _cap(depth: float, style: TileStyle) -> Float64Array:
    """From the north side's west end to its east end, bulging inwards."""
    t = np.linspace(0, 1, style.wall_pieces + 1)
    x = 0.5 - (0.5 - style.inset) * np.cos(np.pi * t) * (1 - 0.06 * np.sin(np.pi * t))
    y = depth * np.sin(np.pi * t) ** style.bulge
    y = np.minimum(y, 0.86 * np.minimum(x, 1 - x))  # neighbouring cities meet on the tile's diagonal
    y[[0, -1]] = 0.0
    return np.column_stack([x, y])


def _diagonal(style: TileStyle, belly: float) -> Float64Array:
    """From the north side's east end to the west side's south end; the larger ``belly``, the larger the city."""
    t = np.linspace(0, 1, style.wall_pieces + 2)[:, None]
    points = (
        np.array(p) for p in ((1 - style.inset, 0), (0.28 + belly, belly), (belly, 0.28 + belly), (0, 1 - style.inset))
    )
    a, b, c, d = points
    return np.asarray((1 - t) ** 3 * a + 3 * t * (1 - t) ** 2 * b + 3 * t**2 * (1 - t) * c + t**3 * d, np.float64)


# --- roads ----------------------------------------------------------------------------------------------------------


def _road(
    index: int,
    feature: Feature,
    cities: Sequence[CityOutline],
    hub: Float64Array | None,
    monastery: int | None,
    style: TileStyle,
) -> Road:
    sides = sorted(SIDES.index(edge) for edge in feature.edges)
    if len(sides) == 1:
        return _dead_end(index, feature, sides[0], cities, hub, monastery)
    if (sides[1] - sides[0]) % 2:
        turns = {(2, 3): 0, (0, 3): 1, (0, 1): 2, (1, 2): 3}[(sides[0], sides[1])]
        line = _curve([(-0.05, 0.5), (0.30, 0.5), (0.5, 0.70), (0.5, 1.05)])
        return Road(index, turned(line, turns), "side", feature)
    # Away from a city that lies beside the road; otherwise it winds a little of its own.
    turns = 0 if sides[0] == 1 else 1
    beside = {SIDES.index(edge) for city in cities for edge in city.printed.edges}
    sway = 0.11 if turns % 4 in beside else -0.11 if (turns + 2) % 4 in beside else 0.0
    t = np.linspace(-0.05, 1.05, 41)
    bend = np.sin(np.pi * np.clip(t, 0, 1)) ** 2
    wind = style.wind * np.sin(2 * np.pi * np.clip(t, 0, 1)) * bend
    line = np.column_stack([t, 0.5 + sway * bend + (0 if sway else 1) * wind])
    return Road(index, turned(line, turns), "side", feature)


def _dead_end(
    index: int,
    feature: Feature,
    side: int,
    cities: Sequence[CityOutline],
    hub: Float64Array | None,
    monastery: int | None,
) -> Road:
    start = turned(np.array([[0.5, -0.05]]), side)[0]
    goal = _CENTRE if hub is None else hub
    inner = turned(np.array([[0.5, 0.22]]), side)[0]
    line = _curve([start, inner, (inner + goal) / 2, goal])
    if hub is not None:
        return Road(index, line, "hub", feature)
    if monastery is not None:
        return Road(index, line, "monastery", feature)
    straight = np.linspace(start, turned(np.array([[0.5, 1.0]]), side)[0], 80)
    inside = [
        any(cv2.pointPolygonTest(city.outline.astype(np.float32), point.tolist(), False) >= 0 for city in cities)
        for point in straight
    ]
    last = inside.index(True, 6) if True in inside[6:] else 40
    return Road(index, straight[: last + 1], "gate", feature)


def _curve(control: Sequence[Sequence[float] | Float64Array]) -> Float64Array:
    a, b, c, d = (np.asarray(point, np.float64) for point in control)
    t = np.linspace(0, 1, 33)[:, None]
    return (1 - t) ** 3 * a + 3 * t * (1 - t) ** 2 * b + 3 * t**2 * (1 - t) * c + t**3 * d


# --- spots ----------------------------------------------------------------------------------------------------------


@lru_cache(maxsize=1024)
def _depth_inside(key: str, index: int, style: TileStyle) -> NDArray[np.float32]:
    """How deep inside the feature each pixel lies, px of a small map; the tile's border counts as outside."""
    mask = (shapes_of(key, style).labels(_MAP_PX) == index).astype(np.uint8)
    mask = cv2.copyMakeBorder(mask, 1, 1, 1, 1, cv2.BORDER_CONSTANT, value=0)
    return np.asarray(cv2.distanceTransform(mask, cv2.DIST_L2, 5)[1:-1, 1:-1], np.float32)


@lru_cache(maxsize=1024)
def _nominal_spot(key: str, index: int, style: TileStyle) -> tuple[float, float]:
    shapes = shapes_of(key, style)
    if index == shapes.monastery:
        return 0.5, 0.5
    for road in shapes.roads:
        if road.feature == index:
            return _along(road)
    depth = _depth_inside(key, index, style)
    row, column = np.unravel_index(int(np.argmax(depth)), depth.shape)
    return (float(column) + 0.5) / _MAP_PX, (float(row) + 0.5) / _MAP_PX


def _along(road: Road, share: float | None = None) -> tuple[float, float]:
    steps = np.linalg.norm(np.diff(road.line, axis=0), axis=1)
    walked = np.concatenate([[0], np.cumsum(steps)])
    wanted = walked[-1] * (share if share is not None else 0.5 if road.ends_at == "side" else 0.55)
    return float(np.interp(wanted, walked, road.line[:, 0])), float(np.interp(wanted, walked, road.line[:, 1]))


def _loose_spot(
    key: str, index: int, nominal: tuple[float, float], style: TileStyle, rng: np.random.Generator
) -> tuple[float, float]:
    shapes = shapes_of(key, style)
    for road in shapes.roads:
        if road.feature == index:
            low, high = (0.3, 0.7) if road.ends_at == "side" else (0.35, 0.62)
            u, v = _along(road, float(rng.uniform(low, high)))
            return u + float(rng.normal(0, 0.012)), v + float(rng.normal(0, 0.012))
    if index == shapes.monastery:
        return nominal[0] + float(rng.normal(0, 0.03)), nominal[1] + float(rng.normal(0, 0.03))
    depth = _depth_inside(key, index, style)
    rows, columns = np.nonzero(depth >= max(0.62 * depth.max(), min(9.0, 0.9 * depth.max())))
    pick = int(rng.integers(len(rows)))
    return (float(columns[pick]) + 0.5) / _MAP_PX, (float(rows[pick]) + 0.5) / _MAP_PX


# --- drawing masks --------------------------------------------------------------------------------------------------

_BITS = 4


def to_pixels(points: Float64Array, size: int) -> NDArray[np.int32]:
    """Tile units to fixed-point px of a picture this wide, for OpenCV's ``shift`` of 4 bits."""
    return np.round((np.asarray(points) * size - 0.5) * (1 << _BITS)).astype(np.int32)


def fill(mask: ByteMask, outline: Float64Array, size: int, value: int) -> None:
    """Fill an outline given in tile units."""
    cv2.fillPoly(mask, [to_pixels(outline, size)], value, cv2.LINE_AA, _BITS)


def stroke(mask: ByteMask, line: Float64Array, width: float, size: int, value: int) -> None:
    """Draw a line of this width, both in tile units."""
    cv2.polylines(mask, [to_pixels(line, size)], False, value, max(1, round(width * size)), cv2.LINE_AA, _BITS)


def disc(mask: ByteMask, middle: Float64Array, radius: float, size: int, value: int) -> None:
    """Fill a circle given in tile units."""
    x, y = (int(n) for n in to_pixels(np.asarray(middle), size))
    cv2.circle(mask, (x, y), round(radius * size * (1 << _BITS)), value, -1, cv2.LINE_AA, _BITS)


def _pixel(point: Float64Array, size: int) -> tuple[int, int]:
    return min(size - 1, int(point[1] * size)), min(size - 1, int(point[0] * size))

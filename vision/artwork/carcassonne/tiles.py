"""Tableside's own Carcassonne tiles, painted from the tile data: an illustrated map seen from straight above.

The same pictures lie on the simulated table, serve as the references of its edition, and are printed as the
print-and-play set. Nothing in them is taken from a published edition.
"""

from __future__ import annotations

import math
import zlib
from functools import lru_cache

import cv2
import numpy as np

from calibration.arrays import ByteMask, Float64Array
from games.carcassonne.tiles import SIDES, tile_type
from vision.artwork.carcassonne.brush import (
    BrushSheet,
    box,
    grass,
    meadow_colours,
    roof,
    shaded,
    tower,
    tree,
    wall,
)
from vision.artwork.carcassonne.buildings import abbey, banner, cathedral, garden, gate, hamlet, inn, keep
from vision.artwork.carcassonne.shapes import CityOutline, Road, Shapes, disc, fill, follower_spot, shapes_of, stroke
from vision.artwork.carcassonne.style import ORCHARD, TileStyle
from vision.artwork.noise import clouds
from vision.frames import Picture

VARIANTS = 2  # how many different drawings the copies of a kind have
_LEAST_SHEET = 320  # px; smaller tiles are painted on this and reduced


def tile_picture(kind: str, size_px: int, variant: int = 0, style: TileStyle = ORCHARD) -> Picture:
    """A tile that is not turned, (size_px, size_px, 3) BGR.

    Args:
        kind: JCloisterZone's key or the usual letter; a kind with a garden shows it.
        size_px: side of the picture.
        variant: copies of a kind differ in their trees, houses and grass; the same number is the same picture.
        style: the look.

    Raises :class:`games.game.Refusal` for a kind that does not exist.
    """
    has_garden = "/" in kind and kind.endswith("G")
    key = tile_type(kind).key
    # Kinds and copies are shown again and again; what is handed out must not be written to.
    return _painted(key, size_px, variant, style, has_garden)


@lru_cache(maxsize=512)
def _painted(key: str, size_px: int, variant: int, style: TileStyle, has_garden: bool) -> Picture:
    rng = np.random.default_rng([zlib.crc32(key.encode()), variant])
    shapes = shapes_of(key, style, has_garden)
    sheet = BrushSheet(max(_LEAST_SHEET, 2 * size_px), style.light_deg)
    land = _Land(shapes, sheet)
    _paint_meadow(land, rng)
    _paint_roads(land, rng)
    _paint_countryside(land, rng)
    _paint_cities(land, rng)
    _paint_landmarks(land, rng)
    _finish(sheet, rng)
    picture = np.asarray(cv2.resize(sheet.image, (size_px, size_px), interpolation=cv2.INTER_AREA), np.uint8)
    picture.flags.writeable = False
    return picture


def tile_back(size_px: int, style: TileStyle = ORCHARD) -> Picture:
    """The back that all tiles share, (size_px, size_px, 3) BGR: a compass rose on blue."""
    sheet = BrushSheet(max(_LEAST_SHEET, 2 * size_px), style.light_deg)
    rng = np.random.default_rng(7)
    everything = np.full((sheet.size, sheet.size), 255, np.uint8)
    mist = clouds((sheet.size, sheet.size), rng, (sheet.size / 3, sheet.size / 3), 3)[..., None]
    sheet.wash(everything, np.array(style.banner, np.float32) * 0.8 + mist * 7 + np.array([20, 16, 10], np.float32))
    middle = np.array([0.5, 0.5])
    for inset, width in ((0.05, 0.012), (0.075, 0.004)):
        sheet.line(box(middle, (0.5 - inset, 0.5 - inset), 0.0), style.banner_charge, width, closed=True)
    for count, reach, thick in ((8, 0.22, 0.03), (4, 0.34, 0.055)):
        for k in range(count):
            angle = 2 * np.pi * k / count + (np.pi / 8 if count == 8 else 0)
            tip = middle + reach * np.array([np.cos(angle), np.sin(angle)])
            for side, shade in ((-1, 1.25), (1, 0.82)):
                flank = middle + thick * np.array([np.cos(angle + side * 0.7), np.sin(angle + side * 0.7)])
                sheet.polygon(np.array([middle, flank, tip]), shaded(style.banner_charge, shade))
    sheet.disc(middle, 0.05, style.banner)
    sheet.disc(middle, 0.036, style.banner_charge)
    return np.asarray(cv2.resize(sheet.image, (size_px, size_px), interpolation=cv2.INTER_AREA), np.uint8)


class _Land:
    """The masks of a tile on its sheet, and what is already built over."""

    def __init__(self, shapes: Shapes, sheet: BrushSheet) -> None:
        self.shapes, self.sheet, self.style = shapes, sheet, shapes.style
        self.city = shapes.city_mask(sheet.size)
        self.road = shapes.road_mask(sheet.size)
        self.taken = np.zeros((sheet.size, sheet.size), np.uint8)
        self.open = np.asarray(cv2.bitwise_not(cv2.max(self.city, self.road)), np.uint8)
        self.garden: Float64Array | None = None
        self.inns = tuple(_inn_spot(road, self.city, shapes) for road in shapes.roads if road.printed.inn)

    def reserve(self, middle: Float64Array, radius: float) -> None:
        """Nothing else is built or planted here."""
        disc(self.taken, middle, radius, self.sheet.size, 255)

    def is_free(self, middle: Float64Array, radius: float, within: ByteMask) -> bool:
        """Whether a circle lies in ``within`` and over nothing that is taken; it may reach over the tile's border."""
        size = self.sheet.size
        turns = np.linspace(0, 2 * np.pi, 9)[:-1]
        ring = np.vstack([[middle], middle + radius * np.column_stack([np.cos(turns), np.sin(turns)])])
        pixels = np.floor(ring * size).astype(int)
        inside = ((pixels >= 0) & (pixels < size)).all(axis=1)
        pixels = pixels[inside]
        if len(pixels) < 5:
            return False
        rows, columns = pixels[:, 1], pixels[:, 0]
        return bool((within[rows, columns] > 200).all() and (self.taken[rows, columns] == 0).all())


# --- open land ------------------------------------------------------------------------------------------------------


def _paint_meadow(land: _Land, rng: np.random.Generator) -> None:
    sheet, style = land.sheet, land.style
    sheet.image = meadow_colours(sheet.size, style.meadow, style.meadow_texture, rng).astype(np.uint8)
    if land.shapes.monastery is not None:
        land.reserve(np.array([0.5, 0.52]), 0.31)
    for spot, _ in land.inns:
        land.reserve(spot, 0.17)
    if land.shapes.garden:
        land.garden = _garden_spot(land)
        land.reserve(land.garden, 0.13)
    away_from_things = _shrunk(land.open, max(1, sheet.size // 60))
    plots = 2 if float((land.open > 127).mean()) > 0.5 else int(rng.integers(0, 2))
    for _ in range(plots):
        _paint_plot(land, away_from_things, rng)
    grass(sheet, land.open, style.meadow, int(170 * style.meadow_texture), rng)


def _paint_plot(land: _Land, within: ByteMask, rng: np.random.Generator) -> None:
    """A ploughed field: furrows in strips, with a hedge on one side."""
    style, sheet = land.style, land.sheet
    for _ in range(40):
        middle, angle = rng.uniform(0.14, 0.86, 2), float(rng.uniform(0, np.pi))
        half = (float(rng.uniform(0.09, 0.14)), float(rng.uniform(0.06, 0.085)))
        if land.is_free(middle, 0.9 * max(half), within):
            break
    else:
        return
    corners = box(middle, half, angle) + rng.normal(0, 0.008, (4, 2))
    mask = sheet.mask()
    fill(mask, corners, sheet.size, 255)
    colour = style.plough[int(rng.integers(len(style.plough)))]
    sheet.wash(np.asarray(cv2.GaussianBlur(mask, (0, 0), 0.006 * sheet.size), np.uint8), colour, 0.85)
    rows = 7
    for k in range(rows):
        share = (k + 0.5) / rows
        start = corners[0] + (corners[3] - corners[0]) * share
        end = corners[1] + (corners[2] - corners[1]) * share
        sheet.line(np.array([start, end]), shaded(colour, 0.86), 0.006)
    for share in np.linspace(0.05, 0.95, 8):
        spot = corners[0] + (corners[1] - corners[0]) * share
        tree(sheet, spot, 0.014, style.wood[int(rng.integers(len(style.wood)))], rng)
    land.reserve(middle, max(half) * 0.95)


def _paint_countryside(land: _Land, rng: np.random.Generator) -> None:
    """Trees in groups, single bushes, a few sheep, clear of walls, roads and the tile's sides."""
    style, sheet = land.style, land.sheet
    clear = _shrunk(land.open, max(1, sheet.size // 45))
    share = float((clear > 127).mean())
    groups = [rng.uniform(0.06, 0.94, 2) for _ in range(5)]
    planted = 0
    for _ in range(400):
        if planted >= style.trees * share:
            break
        near = groups[int(rng.integers(len(groups)))]
        spot = near + rng.normal(0, 0.075, 2) if rng.random() < 0.8 else rng.uniform(0.05, 0.95, 2)
        radius = float(rng.uniform(0.017, 0.033))
        if not (0.045 < spot[0] < 0.955 and 0.045 < spot[1] < 0.955) or not land.is_free(spot, radius * 0.7, clear):
            continue
        tree(sheet, spot, radius, style.wood[int(rng.integers(len(style.wood)))], rng)
        land.reserve(spot, radius * 0.75)
        planted += 1
    flock = rng.uniform(0.12, 0.88, 2)
    for _ in range(int(rng.integers(0, 6))):
        spot = flock + rng.normal(0, 0.035, 2)
        if land.is_free(spot, 0.02, clear):
            body = box(spot, (0.0105, 0.0065), float(rng.uniform(0, np.pi)))
            sheet.soften(body, 0.4, 0.006, 0.004)
            sheet.polygon(body, (222, 236, 240))
            sheet.disc(body[0], 0.005, style.ink)


# --- roads ----------------------------------------------------------------------------------------------------------


def _paint_roads(land: _Land, rng: np.random.Generator) -> None:
    shapes, sheet, style = land.shapes, land.sheet, land.style
    if not shapes.roads:
        return
    size = sheet.size
    wide = style.road_width
    ragged = _ragged(shapes.road_mask(size, wide), 0.005 * size, rng)
    verge = _ragged(shapes.road_mask(size, wide + 0.030), 0.009 * size, rng)
    sheet.wash(verge, shaded(style.meadow[0], 0.84), 0.7)
    sheet.wash(_ragged(shapes.road_mask(size, wide + 0.012), 0.005 * size, rng), style.road_edge)
    dust = clouds((size, size), rng, (size / 14, size / 14), 2)[..., None] * 5.0
    sheet.wash(ragged, np.clip(np.array(style.road, np.float32) + dust, 0, 255).astype(np.float32))
    ruts = sheet.mask()
    for road in shapes.roads:
        along = np.gradient(road.line, axis=0)
        across = np.column_stack([-along[:, 1], along[:, 0]])
        across /= np.linalg.norm(across, axis=1, keepdims=True) + 1e-9
        for side in (-0.2, 0.2):
            stroke(ruts, road.line + across * side * wide, wide * 0.11, size, 120)
    sheet.wash(np.minimum(ruts, ragged), shaded(style.road_edge, 1.15), 0.55)
    for _ in range(int(60 * float((land.road > 127).mean()) * 10)):
        spot = rng.uniform(0, 1, 2)
        row, column = int(spot[1] * size), int(spot[0] * size)
        if land.road[row, column] > 200:
            shade = 0.8 if rng.random() < 0.5 else 1.2
            sheet.disc(spot, float(rng.uniform(0.002, 0.005)), shaded(style.road, shade))


def _shrunk(mask: ByteMask, steps: int) -> ByteMask:
    """The mask without its outermost px, so many times."""
    return np.asarray(cv2.erode(mask, np.ones((3, 3), np.uint8), iterations=steps), np.uint8)


def _ragged(mask: ByteMask, amount_px: float, rng: np.random.Generator) -> ByteMask:
    """The mask with a hand-drawn border; it stays put where it meets the tile's sides."""
    size = mask.shape[0]
    push = np.stack([clouds((size, size), rng, (size / 9, size / 9), 1) for _ in range(2)])
    ys, xs = np.mgrid[0:size, 0:size].astype(np.float32)
    inward = np.minimum(np.minimum(xs, size - 1 - xs), np.minimum(ys, size - 1 - ys)) / (0.1 * size)
    push = push * amount_px * np.minimum(1.0, inward)
    pushed = cv2.remap(mask, xs + push[0], ys + push[1], cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(pushed, np.uint8)


# --- cities ---------------------------------------------------------------------------------------------------------


def _paint_cities(land: _Land, rng: np.random.Generator) -> None:
    sheet, style, shapes = land.sheet, land.style, land.shapes
    if not shapes.cities:
        return
    size = sheet.size
    stones = clouds((size, size), rng, (size / 7, size / 7), 3)[..., None] * 0.16 + 0.5
    low, high = (np.array(shade, np.float32) for shade in style.paving)
    sheet.wash(land.city, (low + (high - low) * np.clip(stones, 0, 1)).astype(np.float32))
    _paint_cobbles(land, rng)
    for road in shapes.roads:
        if road.ends_at == "gate":
            _paint_street(land, road)
    for city in shapes.cities:
        _paint_quarter(land, city, rng)
    for city in shapes.cities:
        for line in city.walls:
            wall(sheet, line, style.wall_width, style.wall, style.wall_line, style.line, 0.024)
            caps = [None, style.roofs[0], None, style.roofs[1]]
            for k, spot in enumerate(line):
                if 0.0 < spot[0] < 1.0 and 0.0 < spot[1] < 1.0 and not _near_gate(spot, shapes, style):
                    tower(sheet, spot, style.tower, style.wall, style.wall_line, caps[k % 4])
    for road in shapes.roads:
        if road.ends_at == "gate":
            spot, direction = road.line[-1], road.line[-1] - road.line[-6]
            gate(sheet, style, spot, direction)


def _near_gate(spot: Float64Array, shapes: Shapes, style: TileStyle) -> bool:
    gates = [road.line[-1] for road in shapes.roads if road.ends_at == "gate"]
    return any(float(np.linalg.norm(spot - place)) < style.road_width * 1.1 for place in gates)


def _paint_cobbles(land: _Land, rng: np.random.Generator) -> None:
    sheet, style = land.sheet, land.style
    for spot in rng.uniform(0, 1, (420, 2)):
        if land.city[int(spot[1] * sheet.size), int(spot[0] * sheet.size)] > 200:
            shade = float(rng.choice([0.86, 0.92, 1.12]))
            sheet.disc(spot, float(rng.uniform(0.003, 0.006)), shaded(style.paving[1], shade))


def _paint_street(land: _Land, road: Road) -> None:
    """The road goes on inside the gate, as a street without houses."""
    direction = road.line[-1] - road.line[-6]
    direction = direction / np.linalg.norm(direction)
    inner = np.array([road.line[-1], road.line[-1] + direction * 0.16])
    land.sheet.line(inner, shaded(land.style.paving[1], 1.3), land.style.road_width * 0.7)
    stroke(land.taken, inner, land.style.road_width * 0.8, land.sheet.size, 255)


def _paint_quarter(land: _Land, city: CityOutline, rng: np.random.Generator) -> None:
    """A square, a banner where there is one, and houses in rows along the walls."""
    sheet, style, shapes = land.sheet, land.style, land.shapes
    size = sheet.size
    mask = sheet.mask()
    fill(mask, city.outline, size, 255)
    kind = tile_type(shapes.key)
    heart = np.array(follower_spot(kind.key, 0, city.printed.kind, city.printed.location, style))
    if city.printed.cathedral:
        cathedral(sheet, style, rng)
        land.reserve(np.array([0.5, 0.5]), 0.38)
    elif style.density < 1:
        sheet.disc(heart, 0.052, shaded(style.paving[1], 1.25))
        land.reserve(heart, 0.052)
        sheet.disc(heart, 0.016, style.ink)
        sheet.disc(heart, 0.0125, (196, 170, 124))
    spots = _banner_spots(city, mask, heart, size)
    for spot in spots:
        land.reserve(spot, 0.095)
    _paint_houses(land, city, mask, rng)
    for spot in spots:
        banner(sheet, style, spot)


def _banner_spots(city: CityOutline, mask: ByteMask, heart: Float64Array, size: int) -> list[Float64Array]:
    if not city.printed.pennants:
        return []
    padded = cv2.copyMakeBorder((mask > 127).astype(np.uint8), 1, 1, 1, 1, cv2.BORDER_CONSTANT, value=0)
    depth = cv2.distanceTransform(padded, cv2.DIST_L2, 5)[1:-1, 1:-1] / size
    rows, columns = np.nonzero(depth > min(0.175, 0.85 * float(depth.max())))
    places = (np.column_stack([columns, rows]) + 0.5) / size
    far = np.linalg.norm(places - heart, axis=1)
    return [places[int(np.argmax(np.minimum(far, 0.34) - 0.05 * places.sum(axis=1)))]]


def _paint_houses(land: _Land, city: CityOutline, mask: ByteMask, rng: np.random.Generator) -> None:
    sheet, style = land.sheet, land.style
    size = sheet.size
    walls = sheet.mask()
    for line in city.walls:
        stroke(walls, line, style.wall_width + 0.02, size, 255)
    for other in land.shapes.cities:
        if other is not city:
            fill(walls, other.outline, size, 255)
    ground = np.asarray(cv2.min(mask, cv2.bitwise_not(walls)), np.uint8)
    from_wall = cv2.distanceTransform((walls == 0).astype(np.uint8), cv2.DIST_L2, 5) / size
    slope_y, slope_x = np.gradient(cv2.GaussianBlur(from_wall, (0, 0), size * 0.03))
    tries = int(1100 * style.density)
    places = rng.uniform(-0.02, 1.02, (tries, 2))
    rows, columns = np.clip((places[:, ::-1] * size).astype(int), 0, size - 1).T
    if city.walls:
        along = np.arctan2(slope_y[rows, columns], slope_x[rows, columns]) + np.pi / 2
    else:
        along = np.full(tries, 0.35)
    along = along + np.where(rng.random(tries) < 0.25, np.pi / 2, 0.0) + rng.normal(0, 0.07, tries)
    lengths = style.house * rng.uniform(0.42, 0.62, tries)
    widths = lengths * rng.uniform(0.55, 0.75, tries)
    colours, shades = rng.integers(len(style.roofs), size=tries), rng.uniform(0.92, 1.1, tries)
    hips = np.where(rng.random(tries) < 1 / 3, 0.5, 0.0)
    built = 0
    for k in np.flatnonzero(ground[rows, columns] > 200):
        half, angle = (float(lengths[k]), float(widths[k])), float(along[k])
        if land.taken[rows[k], columns[k]] or not _house_fits(land, places[k], half, angle, ground):
            continue
        colour = shaded(style.roofs[int(colours[k])], float(shades[k]))
        roof(sheet, places[k], half, angle, colour, style.ink, hip=float(hips[k]), tall=0.018)
        built += 1
    for _ in range(built // 2):
        place = rng.uniform(0.02, 0.98, 2)
        if land.is_free(place, 0.02, ground):
            tree(sheet, place, 0.019, style.wood[int(rng.integers(len(style.wood)))], rng)
            land.reserve(place, 0.02)


def _house_fits(land: _Land, place: Float64Array, half: tuple[float, float], angle: float, ground: ByteMask) -> bool:
    size = land.sheet.size
    corners = box(place, (half[0] + 0.008, half[1] + 0.008), angle)
    low = [max(0, math.floor(v * size)) for v in corners.min(axis=0).tolist()]
    high = [min(size, math.ceil(v * size) + 1) for v in corners.max(axis=0).tolist()]
    if high[0] - low[0] < 3 or high[1] - low[1] < 3:
        return False
    window = (slice(low[1], high[1]), slice(low[0], high[0]))
    if not land.taken[window].any() and ground[window].min() >= 200:
        cv2.fillConvexPoly(land.taken, np.round(corners * size).astype(np.int32), 255)
        return True
    shape = np.zeros((high[1] - low[1], high[0] - low[0]), np.uint8)
    cv2.fillConvexPoly(shape, np.round(corners * size - low).astype(np.int32), 1)
    covered = shape > 0
    if (ground[window][covered] < 200).any() or (land.taken[window][covered] > 0).any():
        return False
    land.taken[window][covered] = 255
    return True


# --- landmarks ------------------------------------------------------------------------------------------------------


def _paint_landmarks(land: _Land, rng: np.random.Generator) -> None:
    sheet, style, shapes = land.sheet, land.style, land.shapes
    if shapes.monastery is not None:
        abbey(sheet, style, rng)
    if shapes.hub is not None and len(shapes.roads) == 2:
        keep(sheet, style, shapes.hub)
    elif shapes.hub is not None:
        hamlet(sheet, style, shapes.hub, tuple(SIDES.index(road.printed.edges[0]) for road in shapes.roads), rng)
    for spot, road_spot in land.inns:
        inn(sheet, style, spot, road_spot, rng)
    if land.garden is not None:
        garden(sheet, style, land.garden, rng)


def _garden_spot(land: _Land) -> Float64Array:
    """Where the open land is widest, the tile's border and the inns left out."""
    free = ((land.open > 127) & (land.taken == 0)).astype(np.uint8)
    free = cv2.copyMakeBorder(free, 1, 1, 1, 1, cv2.BORDER_CONSTANT, value=0)
    depth = cv2.distanceTransform(free, cv2.DIST_L2, 5)[1:-1, 1:-1]
    row, column = np.unravel_index(int(np.argmax(depth)), depth.shape)
    return (np.array([column, row], np.float64) + 0.5) / land.sheet.size


def _inn_spot(road: Road, city: ByteMask, shapes: Shapes) -> tuple[Float64Array, Float64Array]:
    """Beside the middle of the road, on the side with more room; and the point of the road that it faces."""
    size = city.shape[0]
    others = np.zeros_like(city)
    for other in shapes.roads:
        stroke(others, other.line, shapes.style.road_width, size, 255)
    if shapes.hub is not None:
        disc(others, shapes.hub, shapes.style.hub_radius + 0.05, size, 255)
    blocked = cv2.copyMakeBorder(cv2.max(city, others), 1, 1, 1, 1, cv2.BORDER_CONSTANT, value=255)
    room = cv2.distanceTransform((blocked < 128).astype(np.uint8), cv2.DIST_L2, 5)[1:-1, 1:-1] / size
    best, spot, facing = -1.0, road.line[0], road.line[0]
    for k in range(1, len(road.line) - 1):
        along = road.line[k + 1] - road.line[k - 1]
        across = np.array([-along[1], along[0]]) / (np.linalg.norm(along) + 1e-9)
        for side in (-1, 1):
            place = road.line[k] + side * across * 0.16
            if ((place < 0.2) | (place > 0.8)).any():
                continue
            value = float(room[int(place[1] * size), int(place[0] * size)])
            if value > best:
                best, spot, facing = value, place, road.line[k]
    return spot, facing


def _finish(sheet: BrushSheet, rng: np.random.Generator) -> None:
    """Paper: a faint tooth all over, and the pressed edge of a punched tile."""
    size = sheet.size
    tooth = rng.standard_normal((size // 2, size // 2), dtype=np.float32)
    tooth = cv2.resize(tooth, (size, size), interpolation=cv2.INTER_LINEAR)[..., None] * 3.0
    xs = np.abs(np.linspace(-1, 1, size))
    edge = np.maximum(xs[None, :], xs[:, None])
    pressed = 1.0 - 0.16 * np.clip((edge - 0.965) / 0.035, 0, 1)[..., None]
    sheet.image = np.clip((sheet.image + tooth) * pressed, 0, 255).astype(np.uint8)

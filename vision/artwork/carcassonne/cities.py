"""What stands in the cities of a tile: cobbles, streets, houses, walls with their towers, banners."""

from __future__ import annotations

import math

import cv2
import numpy as np

from calibration.arrays import ByteMask, Float64Array
from games.carcassonne.tiles import tile_type
from vision.artwork.carcassonne.brush import box, roof, shaded, tower, tree, wall
from vision.artwork.carcassonne.buildings import banner, cathedral, gate
from vision.artwork.carcassonne.land import Land
from vision.artwork.carcassonne.shapes import CityOutline, Road, Shapes, fill, follower_spot, stroke
from vision.artwork.carcassonne.style import TileStyle
from vision.artwork.noise import clouds


def paint_cities(land: Land, rng: np.random.Generator) -> None:
    """Everything within the walls, and the walls themselves."""
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


def _paint_cobbles(land: Land, rng: np.random.Generator) -> None:
    sheet, style = land.sheet, land.style
    for spot in rng.uniform(0, 1, (420, 2)):
        if land.city[int(spot[1] * sheet.size), int(spot[0] * sheet.size)] > 200:
            shade = float(rng.choice([0.86, 0.92, 1.12]))
            sheet.disc(spot, float(rng.uniform(0.003, 0.006)), shaded(style.paving[1], shade))


def _paint_street(land: Land, road: Road) -> None:
    """The road goes on inside the gate, as a street without houses."""
    direction = road.line[-1] - road.line[-6]
    direction = direction / np.linalg.norm(direction)
    inner = np.array([road.line[-1], road.line[-1] + direction * 0.16])
    land.sheet.line(inner, shaded(land.style.paving[1], 1.3), land.style.road_width * 0.7)
    stroke(land.taken, inner, land.style.road_width * 0.8, land.sheet.size, 255)


def _paint_quarter(land: Land, city: CityOutline, rng: np.random.Generator) -> None:
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


def _paint_houses(land: Land, city: CityOutline, mask: ByteMask, rng: np.random.Generator) -> None:
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


def _house_fits(land: Land, place: Float64Array, half: tuple[float, float], angle: float, ground: ByteMask) -> bool:
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

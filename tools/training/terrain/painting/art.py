"""Paint one tile of a style: the picture, and for every pixel which terrain it is."""

from __future__ import annotations

from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.arrays import ByteMask
from tools.training.terrain.painting.arms import draw_arms
from tools.training.terrain.painting.buildings import draw_cloister, draw_house, draw_wall
from tools.training.terrain.painting.canvas import TileCanvas, quad
from tools.training.terrain.painting.crowds import guard_the_gate, huddled, man_the_wall, raise_towers
from tools.training.terrain.painting.distractors import lay_distractors
from tools.training.terrain.painting.homesteads import draw_homestead, place_beside
from tools.training.terrain.painting.palette import near, shade
from tools.training.terrain.painting.plan import PicturePlan, Points, Rng, draw_plan
from tools.training.terrain.painting.print_style import PrintStyle
from tools.training.terrain.painting.scenery import draw_thing, draw_tree, free_spots
from tools.training.terrain.painting.texture import apply_finish, fractal, paint_surface
from tools.training.terrain.painting.waters import draw_canal
from vision.frames import Picture
from vision.tile_map.terrain.kinds import TerrainKind

TILE = 128  # px a side
FIELD, CITY, ROAD, CLOISTER, SHIELD, NOTHING = range(6)  # what a pixel of the labels says


@dataclass(frozen=True, slots=True)
class PrintingPress:
    """A style with its surfaces painted once: tiles are cut from the sheets."""

    style: PrintStyle
    meadow: Picture
    ground: Picture


@dataclass(frozen=True, slots=True)
class Art:
    """One painted tile at rest: ``image`` (128, 128, 3) BGR and ``labels`` (128, 128), see the constants above."""

    kind: TerrainKind
    image: Picture
    labels: ByteMask


def set_up_press(style: PrintStyle, rng: Rng) -> PrintingPress:
    """Paint the sheets of a style."""
    return PrintingPress(style, paint_surface(style.meadow, TILE, rng), paint_surface(style.ground, TILE, rng))


def paint_tile(kind: TerrainKind, press: PrintingPress, rng: Rng) -> Art:
    """A new tile of ``kind``."""
    style = press.style
    plan = draw_plan(kind, style.habits, rng)
    canvas = TileCanvas(_cut(press.meadow, rng))
    city, road = _city_mask(plan), _road_mask(plan, style, rng)
    free = _free_field(plan, city, road)
    _decorate(canvas, free, style, rng, low=True)
    if style.distractors is not None:
        taken = np.asarray(cv2.max(city, road), np.uint8)
        lay_distractors(canvas, plan, taken, style.distractors, style.farms, style.scenery, rng)
    _paint_roads(canvas, plan, road, style, rng)
    if plan.cities:
        _paint_city(canvas, plan, city, press, rng)
    _decorate(canvas, free, style, rng, low=False)
    if plan.roads and rng.random() < style.homesteads.chance:
        taken = np.asarray(cv2.max(city, road), np.uint8)
        at = place_beside(plan.roads, taken, style.homesteads.reach, rng)
        if at is not None:
            draw_homestead(canvas, at, style.homesteads, style.farms, style.scenery, rng)
    _bushes_at_the_wall(canvas, city, road, style, rng)
    if plan.crossing is not None:
        _paint_crossing(canvas, plan.crossing, style, rng)
    labels = np.where(city > 127, CITY, np.where(road > 127, ROAD, FIELD)).astype(np.uint8)
    _paint_specials(canvas, plan, city, labels, style, rng)
    if style.border is not None:
        canvas.line(np.array([(0, 0), (1, 0), (1, 1), (0, 1)], float), style.border, style.border_width, closed=True)
    return Art(kind, apply_finish(canvas.image, style.finish, rng), labels)


def _cut(sheet: Picture, rng: Rng) -> Picture:
    """A tile-sized piece of a sheet, anyhow turned."""
    y, x = rng.integers(0, sheet.shape[0] - TILE + 1, 2)
    piece = sheet[y : y + TILE, x : x + TILE]
    if rng.random() < 0.5:
        piece = piece[:, ::-1]
    return np.ascontiguousarray(np.rot90(piece, int(rng.integers(4))))


def _city_mask(plan: PicturePlan) -> ByteMask:
    mask = np.zeros((TILE, TILE, 1), np.uint8)
    canvas = TileCanvas(mask)
    for outline in plan.cities:
        canvas.fill(outline, (255, 255, 255))
    return mask[..., 0]


def _road_mask(plan: PicturePlan, style: PrintStyle, rng: Rng) -> ByteMask:
    mask = np.zeros((TILE, TILE, 1), np.uint8)
    canvas = TileCanvas(mask)
    width = style.habits.road * rng.uniform(0.92, 1.08)
    for way in plan.roads:
        canvas.line(way, (255, 255, 255), width)
        if style.roads.ragged:
            for spot in way[::2]:
                canvas.disc(spot + rng.normal(0, style.roads.ragged, 2), width / 2, (255, 255, 255))
    return mask[..., 0]


def _free_field(plan: PicturePlan, city: ByteMask, road: ByteMask) -> ByteMask:
    """Where scenery may stand."""
    taken = cv2.dilate(cv2.max(city, road), np.ones((7, 7), np.uint8))
    if plan.kind.cloister:
        cv2.circle(taken, (TILE // 2, TILE // 2), int(0.3 * TILE), 255, -1)
    return np.asarray(cv2.bitwise_not(taken), np.uint8)


_LOW = ("plot", "mark", "flower", "pond", "garden", "fence")


def _decorate(canvas: TileCanvas, free: ByteMask, style: PrintStyle, rng: Rng, low: bool) -> None:
    scenery, meadow = style.scenery, style.meadow.colours[0]
    things = [thing for thing in scenery.things if (thing in _LOW) == low]
    share = len(things) / max(len(scenery.things), 1)
    open_share = float(free.mean()) / 255
    for spot in free_spots(free, int(rng.poisson(scenery.busy * share * open_share)), rng) if things else ():
        draw_thing(canvas, spot, things[rng.integers(len(things))], scenery, style.farms, meadow, rng)
    if not low:
        spots = free_spots(free, int(rng.poisson(scenery.grove * open_share)), rng)
        if len(spots) > 2 and rng.random() < 0.4:  # a wood rather than lone trees
            spots = np.clip(spots[0] + (spots - spots[0]) * 0.3, 0, 1)
        for spot in sorted(spots, key=lambda spot: float(spot[1])):
            if free[int(spot[1] * (TILE - 1)), int(spot[0] * (TILE - 1))]:
                draw_tree(canvas, spot, scenery, rng)


def _paint_roads(canvas: TileCanvas, plan: PicturePlan, road: ByteMask, style: PrintStyle, rng: Rng) -> None:
    roads = style.roads
    if roads.edge is not None:
        rim = max(2 * round(roads.edge_width * TILE) + 1, 3)
        wider = np.asarray(cv2.dilate(road, np.ones((rim, rim), np.uint8)), np.uint8)
        canvas.pour(np.full((TILE, TILE, 3), roads.edge, np.uint8), wider)
    surface = np.full((TILE, TILE, 3), near(roads.colour, 4, rng), np.float32)
    if roads.speckle:
        surface += roads.speckle * rng.standard_normal((TILE, TILE, 1), np.float32)
    painted = np.clip(surface, 0, 255).astype(np.uint8)
    weight = (road.astype(np.float32) / 255)[..., None]
    canvas.image[:] = (painted * weight + canvas.image * (1 - weight)).astype(np.uint8)
    if roads.ruts is not None:
        for way in plan.roads:
            canvas.line(way + rng.normal(0, 0.008, 2), roads.ruts, 0.008)


def _depth(city: ByteMask) -> NDArray[np.float32]:
    """Distance to the nearest wall in px; the tile's own edge is no wall."""
    padded = cv2.copyMakeBorder((city > 127).astype(np.uint8), 20, 20, 20, 20, cv2.BORDER_REPLICATE)
    return np.asarray(cv2.distanceTransform(padded, cv2.DIST_L2, 3)[20:-20, 20:-20], np.float32)


def _paint_city(canvas: TileCanvas, plan: PicturePlan, city: ByteMask, press: PrintingPress, rng: Rng) -> None:
    style = press.style
    ground = _cut(press.ground, rng)
    depth = _depth(city)
    if style.city_shade:
        dark = 1 - style.city_shade * np.exp(-depth / (0.06 * TILE))
        ground = (ground * dark[..., None]).astype(np.uint8)
    canvas.pour(ground, city)
    if rng.random() < style.lawns:
        _lay_lawns(canvas, city, press, rng)
    if style.distractors is not None and rng.random() < style.canals:
        draw_canal(canvas, city, style.distractors.waters, style.walls.colour or (150, 160, 170), rng)
    if style.wall_first:
        _fortify(canvas, plan, style, rng)
    _build(canvas, depth, style, rng)
    if not style.wall_first:
        _fortify(canvas, plan, style, rng)
    _raise_towers(canvas, plan, np.where(city > 127, depth, 0), style, rng)
    if rng.random() < style.landmarks:
        _raise_landmark(canvas, depth, style, rng)
    spots = free_spots((depth > 0.05 * TILE).astype(np.uint8), int(rng.poisson(style.scenery.in_city)), rng)
    for spot in spots:
        draw_tree(canvas, spot, style.scenery, rng)


def _raise_towers(
    canvas: TileCanvas, plan: PicturePlan, depth: NDArray[np.float32], style: PrintStyle, rng: Rng
) -> None:
    stone = style.walls.colour or (150, 160, 170)
    for outline in plan.cities:
        man_the_wall(canvas, outline, style.crowds, stone, rng)
    if style.crowds.gates and plan.crossing is None and not plan.kind.cloister:
        for end in plan.ends:
            guard_the_gate(canvas, end, style.habits.road, style.crowds, stone, rng)
    raise_towers(canvas, depth, style.crowds, stone, rng)


def _lay_lawns(canvas: TileCanvas, city: ByteMask, press: PrintingPress, rng: Rng) -> None:
    """Green inside the walls: gardens that are no field."""
    green = (fractal(TILE, rng.uniform(3, 9), 2, rng) > rng.uniform(0.4, 1.3)).astype(np.uint8) * 255
    canvas.pour(_cut(press.meadow, rng), green & city)


def _raise_landmark(canvas: TileCanvas, depth: NDArray[np.float32], style: PrintStyle, rng: Rng) -> None:
    """A church, market, fountain or great tree in a city, which means nothing in the game."""
    at = _place_for_arms(depth, 0.15, rng)
    choice = rng.integers(5)
    if choice == 0:
        small = replace(style.cloister, size=rng.uniform(0.14, 0.24), ground=None)
        draw_cloister(canvas, at, small, rng)
    elif choice == 1:
        canvas.disc(at, rng.uniform(0.05, 0.1), shade(style.ground.colours[0], rng.choice([0.75, 1.3])))
        if rng.random() < 0.5:
            canvas.disc(at, 0.03, (180, 150, 100))
    elif choice == 2:
        for _ in range(rng.integers(2, 6)):
            draw_tree(canvas, at + rng.normal(0, 0.05, 2), style.scenery, rng)
    elif choice == 3:
        canvas.fill(
            quad(at, rng.uniform(0.1, 0.2), rng.uniform(0.08, 0.16), rng.uniform(0, 1.5)),
            shade(style.ground.colours[0], rng.choice([0.8, 1.25])),
        )
    else:
        draw_house(canvas, at + np.array((0, 0.06)), rng.uniform(0.14, 0.22), style.farms, rng)


def _fortify(canvas: TileCanvas, plan: PicturePlan, style: PrintStyle, rng: Rng) -> None:
    for outline in plan.cities:
        draw_wall(canvas, outline, style.walls, rng)
    if style.gate and plan.crossing is None and plan.cities and not plan.kind.cloister:
        for end in plan.ends:
            canvas.fill(quad(end, style.habits.road * 1.6, style.habits.road, 0.0), style.walls.colour or (90, 90, 90))
            canvas.fill(quad(end, style.habits.road * 0.7, style.habits.road * 0.7, 0.0), (30, 30, 35))


def _build(canvas: TileCanvas, depth: NDArray[np.float32], style: PrintStyle, rng: Rng) -> None:
    """Fill a city with houses, back to front."""
    houses = style.houses
    pitch = max(houses.size * houses.spacing, 0.045)
    axis = np.arange(-0.05 + rng.uniform(0, pitch), 1.05, pitch)
    spots = np.stack(np.meshgrid(axis, axis), -1).reshape(-1, 2)
    if houses.order < 0.5 or rng.random() < 0.3:
        spots += rng.normal(0, 0.22 * pitch, spots.shape)
    spots = spots[rng.random(len(spots)) >= houses.gaps]
    pixels = np.clip((spots * TILE).astype(int), 0, TILE - 1)
    room = 0.42 if style.wall_first else 0.3
    spots = spots[depth[pixels[:, 1], pixels[:, 0]] > room * houses.size * TILE]
    if style.crowds.huddle and rng.random() < style.crowds.huddle:
        spots = huddled(spots, rng)
    if style.streets:
        turn, off = rng.uniform(0, np.pi), rng.uniform(0.2, 0.8)
        across = spots @ np.array((np.cos(turn), np.sin(turn)))
        spots = spots[np.abs(across - off) > style.streets]
    for spot in spots[np.argsort(spots[:, 1])]:
        draw_house(canvas, spot, houses.size, houses, rng)


def _bushes_at_the_wall(canvas: TileCanvas, city: ByteMask, road: ByteMask, style: PrintStyle, rng: Rng) -> None:
    if not style.scenery.along_wall or not city.any():
        return
    near_city = np.asarray(cv2.dilate(city, np.ones((9, 9), np.uint8)), np.uint8)
    taken = np.asarray(cv2.dilate(cv2.max(city, road), np.ones((5, 5), np.uint8)), np.uint8)
    rim = near_city & ~taken
    count = int(style.scenery.along_wall * 18 * rng.uniform(0.3, 1))
    for spot in free_spots(rim, count, rng):
        draw_tree(canvas, spot, style.scenery, rng)


def _paint_crossing(canvas: TileCanvas, hub: Points, style: PrintStyle, rng: Rng) -> None:
    road = style.habits.road
    if style.crossing == "village":
        turn = rng.uniform(0, 2 * np.pi)
        for number in range(rng.integers(2, 6)):
            way = turn + number * 2 * np.pi / 5 + rng.normal(0, 0.3)
            spot = hub + rng.uniform(0.06, 0.15) * np.array((np.cos(way), np.sin(way)))
            draw_house(canvas, spot, rng.uniform(0.07, 0.13), style.farms, rng)
    elif style.crossing == "covered":  # roads are seen to come, not to meet
        feet = hub + np.array((0, 0.04)) + rng.normal(0, 0.055, (rng.integers(3, 8), 2))
        for foot in feet[np.argsort(feet[:, 1])]:
            draw_house(canvas, foot, rng.uniform(0.07, 0.13), style.farms, rng)
        if rng.random() < 0.4:
            draw_tree(canvas, hub + rng.normal(0, 0.07, 2), style.scenery, rng)
    elif style.crossing == "plaza":
        r = road * rng.uniform(0.7, 1.2)
        if style.roads.edge is not None:
            canvas.disc(hub, r + 0.012, style.roads.edge)
        canvas.disc(hub, r, style.roads.colour)
        if rng.random() < 0.5:
            canvas.disc(hub, r * 0.45, style.meadow.colours[0])
    elif style.crossing == "bush":
        for _ in range(rng.integers(1, 5)):
            draw_tree(canvas, hub + rng.normal(0, 0.06, 2), style.scenery, rng)
    elif style.crossing == "well":
        canvas.disc(hub, road * 0.6, shade(style.roads.colour, 0.6))
        canvas.disc(hub, road * 0.35, (150, 110, 60))
    elif style.crossing == "tower":
        draw_house(canvas, hub + np.array((0, 0.03)), rng.uniform(0.1, 0.16), style.farms, rng)


def _paint_specials(
    canvas: TileCanvas, plan: PicturePlan, city: ByteMask, labels: ByteMask, style: PrintStyle, rng: Rng
) -> None:
    kind = plan.kind
    centre = np.array((0.5, 0.5)) + rng.normal(0, 0.025, 2)
    if kind.cloister:
        _lay_yard(canvas, centre, style, rng)
        draw_cloister(canvas, centre, style.cloister, rng)
        radius = style.cloister.ground_size if style.cloister.ground is not None else style.cloister.size * 0.5
        cv2.circle(labels, tuple(int(c * TILE) for c in centre), int(radius * TILE), CLOISTER, -1)
    if kind.inn:
        _paint_inn(canvas, plan, style, rng)
    if kind.cathedral:
        _paint_cathedral(canvas, centre, style, rng)
    if kind.shield:
        at = _place_for_arms(
            _depth(city),
            style.arms.size,
            rng,
            at_rim=style.crowds.rim > 0 and rng.random() < style.crowds.rim,
            anywhere=style.crowds.along_rim,
        )
        draw_arms(canvas, at, style.arms, rng)
        cv2.circle(labels, tuple(int(c * TILE) for c in at), max(int(style.arms.size * 0.45 * TILE), 1), SHIELD, -1)


def _lay_yard(canvas: TileCanvas, centre: Points, style: PrintStyle, rng: Rng) -> None:
    """Lesser houses and trees about a cloister."""
    for _ in range(rng.poisson(style.yard)):
        turn, reach = rng.uniform(0, 2 * np.pi), rng.uniform(0.18, 0.33)
        spot = centre + reach * np.array((np.cos(turn), np.sin(turn)))
        if rng.random() < 0.5:
            draw_tree(canvas, spot, style.scenery, rng)
        else:
            draw_house(canvas, spot, rng.uniform(0.06, 0.14), style.farms, rng)


def _place_for_arms(
    depth: NDArray[np.float32], size: float, rng: Rng, *, at_rim: bool = False, anywhere: bool = False
) -> Points:
    edge = np.minimum(np.arange(TILE), np.arange(TILE)[::-1]) + 1.0
    border = np.minimum(edge[:, None], edge[None, :])
    room = np.minimum(depth, border)
    if at_rim:
        corner = np.abs(np.arange(TILE) - TILE / 2) > 0.25 * TILE  # away from the middles, where sides are told apart
        close = (border > 0.25 * size * TILE) & (border < 0.7 * size * TILE)
        if not anywhere or rng.random() < 0.6:
            close &= corner[:, None] & corner[None, :]
        at_corner = np.flatnonzero(close & (depth > 0.6 * size * TILE))
        if len(at_corner):
            spot = int(at_corner[rng.integers(len(at_corner))])
            return np.array((spot % TILE, spot // TILE)) / TILE
    fits = np.flatnonzero(room > min(0.6 * size * TILE, 0.9 * float(room.max())))
    spot = int(fits[rng.integers(len(fits))])
    return np.array((spot % TILE, spot // TILE)) / TILE


def _paint_inn(canvas: TileCanvas, plan: PicturePlan, style: PrintStyle, rng: Rng) -> None:
    way = plan.roads[0]
    number = len(way) // 2 + int(rng.integers(-2, 3)) if len(plan.kind.roads[0]) == 2 else len(way) // 3
    along = way[min(number + 1, len(way) - 1)] - way[number - 1]
    across = np.array((along[1], -along[0])) / max(np.hypot(*along), 1e-6) * rng.choice([-1, 1])
    at = way[number] + across * (style.habits.road / 2 + 0.1)
    if rng.random() < 0.85:  # inns stand by a lake in most editions
        canvas.oval(at, (0.13, 0.09), rng.uniform(0, 180), near((190, 140, 70), 20, rng))
    draw_house(canvas, at + np.array((0, 0.03)), rng.uniform(0.12, 0.17), style.farms, rng)


def _paint_cathedral(canvas: TileCanvas, at: Points, style: PrintStyle, rng: Rng) -> None:
    great = replace(
        style.cloister,
        shape=str(rng.choice(["cross", "front", "abbey", "cross"])),
        size=rng.uniform(0.5, 0.75),
        ground=None,
    )
    if rng.random() < 0.5:
        canvas.disc(at, rng.uniform(0.3, 0.42), style.ground.colours[0])
    draw_cloister(canvas, at, great, rng)

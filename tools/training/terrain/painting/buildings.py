"""Houses, walls and towers, cloisters, cathedrals and inns."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from tools.training.terrain.painting.canvas import TileCanvas, quad
from tools.training.terrain.painting.palette import Colour, near, shade
from tools.training.terrain.painting.plan import Points, Rng

HOUSES = ("gable", "hip", "front", "iso", "block", "tower", "outline", "dome")


@dataclass(frozen=True, slots=True)
class Houses:
    """How an edition draws its houses.

    Attributes:
        kinds: names out of HOUSES; each house takes one of them.
        roofs, walls: colours to take from.
        size: along the ridge, tile units.
        spacing: distance of neighbours in sizes (below 1 they overlap).
        order: 0 for houses anyhow, 1 for all turned alike.
        turn: the common angle, radians.
        outline: colour of the outline, None for none.
        light: contrast between the roof's two sides, 0 to 1.
        gaps: share of places without a house.
    """

    kinds: tuple[str, ...]
    roofs: tuple[Colour, ...]
    walls: tuple[Colour, ...]
    size: float
    spacing: float
    order: float
    turn: float
    outline: Colour | None
    light: float
    gaps: float


@dataclass(frozen=True, slots=True)
class Walls:
    """How an edition fortifies its cities; ``colour`` None leaves the wall out. Widths in tile units.

    ``rise`` is how far the masonry shows below its top, as of a wall seen aslant, ``towers`` the distance between
    towers (0: none), ``tower`` their radius, ``crenel`` the length of a dash.
    """

    colour: Colour | None
    width: float
    edge: Colour | None
    shadow: float
    towers: float
    tower: float
    square: bool
    cone: Colour | None
    crenel: float
    rise: float = 0.0


@dataclass(frozen=True, slots=True)
class Cloister:
    """How an edition draws its cloisters: the plan of the house, its colours and the ground it stands on."""

    shape: str
    size: float
    roof: Colour
    wall: Colour
    ground: Colour | None
    ground_size: float
    fence: Colour | None
    round: bool
    outline: Colour | None
    light: float


@dataclass(frozen=True, eq=False, slots=True)
class _House:
    """One house: where its foot is, how large it is and how turned (radians), and its colours."""

    at: Points
    size: float
    angle: float
    roof: Colour
    wall: Colour


def draw_house(canvas: TileCanvas, at: Points, size: float, houses: Houses, rng: Rng) -> None:
    """One house with its foot at ``at``."""
    kind = houses.kinds[rng.integers(len(houses.kinds))]
    roof = near(houses.roofs[rng.integers(len(houses.roofs))], 10, rng)
    wall = near(houses.walls[rng.integers(len(houses.walls))], 8, rng)
    angle = houses.turn + (1 - houses.order) * rng.uniform(-1.6, 1.6)
    if houses.order and rng.random() < 0.4:
        angle += np.pi / 2
    _DRAW[kind](canvas, _House(at, size * rng.uniform(0.75, 1.25), angle, roof, wall), houses, rng)


def _outlined(canvas: TileCanvas, points: Points, houses: Houses) -> None:
    if houses.outline is not None:
        canvas.line(points, houses.outline, 0.005, closed=True)


def _gable(canvas: TileCanvas, house: _House, houses: Houses, rng: Rng) -> None:
    at, size, angle, roof = house.at, house.size, house.angle, house.roof
    body = quad(at, size, size * rng.uniform(0.55, 0.9), angle)
    left, right = (body[0] + body[3]) / 2, (body[1] + body[2]) / 2
    canvas.fill(body, shade(roof, 1 + 0.5 * houses.light))
    canvas.fill(np.array([left, right, body[2], body[3]]), shade(roof, 1 - houses.light))
    _outlined(canvas, body, houses)


def _hip(canvas: TileCanvas, house: _House, houses: Houses, rng: Rng) -> None:
    at, size, angle, roof = house.at, house.size, house.angle, house.roof
    body = quad(at, size, size * rng.uniform(0.6, 1.0), angle)
    ridge = quad(at, size * rng.uniform(0, 0.4), 0, angle)[:2]
    light = houses.light
    canvas.fill(body, shade(roof, 1 + 0.6 * light))
    canvas.fill(np.array([ridge[1], body[1], body[2]]), shade(roof, 1 - 0.5 * light))
    canvas.fill(np.array([ridge[0], ridge[1], body[2], body[3]]), shade(roof, 1 - light))
    canvas.fill(np.array([ridge[0], body[0], body[3]]), roof)
    _outlined(canvas, body, houses)


def _front(canvas: TileCanvas, house: _House, houses: Houses, rng: Rng) -> None:
    at, size, roof, wall = house.at, house.size, house.roof, house.wall
    half, high, peak = size * rng.uniform(0.35, 0.5), size * rng.uniform(0.35, 0.7), size * rng.uniform(0.4, 0.8)
    face = at + np.array([(-half, -high), (half, -high), (half, 0), (-half, 0)])
    canvas.fill(face, wall)
    top = half * rng.choice([0.0, 0.6, 0.9])
    lid = at + np.array([(-half * 1.15, -high), (-top, -high - peak), (top, -high - peak), (half * 1.15, -high)])
    canvas.fill(lid, roof)
    if size > 0.07:
        door = at + np.array(
            [(-0.15 * size, -0.3 * size), (0.1 * size, -0.3 * size), (0.1 * size, 0), (-0.15 * size, 0)]
        )
        canvas.fill(door, shade(wall, 0.5))
    _outlined(canvas, face, houses)
    _outlined(canvas, lid, houses)


def _iso(canvas: TileCanvas, house: _House, houses: Houses, rng: Rng) -> None:
    at, size, angle, roof, wall = house.at, house.size, house.angle, house.roof, house.wall
    side = 1 if np.cos(angle) > 0 else -1
    wide, long_, high = size * 0.4, size * rng.uniform(0.5, 0.8), size * rng.uniform(0.25, 0.5)
    slant = np.array((side * long_ * 0.85, -long_ * 0.45))
    foot = at + np.array([(-side * wide / 2, 0.0), (side * wide / 2, 0.0)])
    up = np.array((0, -high))
    peak = foot.mean(axis=0) + up * (1 + rng.uniform(0.6, 1.2))
    gable = np.array([foot[0], foot[1], foot[1] + up, peak, foot[0] + up])
    flank = np.array([foot[1], foot[1] + slant, foot[1] + slant + up, foot[1] + up])
    lid = np.array([foot[1] + up, foot[1] + slant + up, peak + slant, peak])
    canvas.fill(flank, shade(wall, 1 - 0.6 * houses.light))
    canvas.fill(gable, wall)
    canvas.fill(lid, roof)
    for part in (flank, gable, lid):
        _outlined(canvas, part, houses)


def _block(canvas: TileCanvas, house: _House, houses: Houses, rng: Rng) -> None:
    at, size, angle, roof = house.at, house.size, house.angle, house.roof
    body = quad(at, size, size * rng.uniform(0.5, 1.0), angle)
    if houses.light:
        canvas.fill(body + 0.15 * size, shade(roof, 1 - houses.light))
    canvas.fill(body, roof)
    _outlined(canvas, body, houses)


def _tower(canvas: TileCanvas, house: _House, houses: Houses, rng: Rng) -> None:
    at, size, roof, wall = house.at, house.size, house.roof, house.wall
    half, high = size * 0.25, size * rng.uniform(0.6, 1.2)
    body = at + np.array([(-half, -high), (half, -high), (half, 0), (-half, 0)])
    canvas.fill(body, wall)
    cap = at + np.array([(-half * 1.3, -high), (0, -high - size * 0.6), (half * 1.3, -high)])
    canvas.fill(cap, roof)
    _outlined(canvas, body, houses)
    _outlined(canvas, cap, houses)


def _outline(canvas: TileCanvas, house: _House, houses: Houses, rng: Rng) -> None:
    at, size, angle, roof = house.at, house.size, house.angle, house.roof
    body = quad(at, size, size * rng.uniform(0.5, 0.9), angle)
    ink = houses.outline or shade(roof, 0.4)
    canvas.line(body, ink, 0.009, closed=True)
    canvas.line(np.array([(body[0] + body[3]) / 2, (body[1] + body[2]) / 2]), ink, 0.005)


def _dome(canvas: TileCanvas, house: _House, houses: Houses, _: Rng) -> None:
    at, size, roof = house.at, house.size, house.roof
    canvas.disc(at, size * 0.4, shade(roof, 1 - houses.light * 0.7))
    canvas.disc(at - 0.06 * size, size * 0.3, roof)
    if houses.outline is not None:
        canvas.disc(at, size * 0.4, houses.outline, 0.006)


_DRAW = {
    "gable": _gable,
    "hip": _hip,
    "front": _front,
    "iso": _iso,
    "block": _block,
    "tower": _tower,
    "outline": _outline,
    "dome": _dome,
}


def draw_wall(canvas: TileCanvas, outline: Points, walls: Walls, rng: Rng) -> None:
    """The wall along a city's outline, with its towers."""
    if walls.shadow:
        canvas.line(outline + np.array((walls.shadow, walls.shadow)), (30, 40, 40), walls.width * 1.1, closed=True)
    if walls.colour is None:
        return
    for share in np.linspace(1, 0, 5)[:-1] if walls.rise else ():
        canvas.line(outline + np.array((0, share * walls.rise)), shade(walls.colour, 0.72), walls.width, closed=True)
    if walls.edge is not None:
        canvas.line(outline, walls.edge, walls.width + 0.02, closed=True)
    canvas.line(outline, walls.colour, walls.width, closed=True)
    if not walls.crenel and not walls.towers:
        return
    closed = np.concatenate([outline, outline[:1]])
    lengths = np.hypot(*np.diff(closed, axis=0).T)
    reached = np.concatenate([[0], np.cumsum(lengths)])

    def spots(pitch: float) -> Points:
        wanted = np.arange(rng.uniform(0, pitch), reached[-1], pitch)
        return np.stack([np.interp(wanted, reached, closed[:, axis]) for axis in (0, 1)], 1)

    if walls.crenel:
        for spot in spots(walls.crenel * 2):
            if spot.min() > -0.05 and spot.max() < 1.05:
                canvas.disc(spot, walls.width * 0.3, walls.edge or shade(walls.colour, 0.6))
    if walls.towers:
        for spot in spots(walls.towers):
            if spot.min() > -0.05 and spot.max() < 1.05:
                _draw_tower(canvas, spot, walls)


def _draw_tower(canvas: TileCanvas, at: Points, walls: Walls) -> None:
    colour, edge = walls.colour or (128, 128, 128), walls.edge
    if walls.square:
        body = quad(at, 2 * walls.tower, 2 * walls.tower, 0.0)
        canvas.fill(body, colour)
        canvas.line(body, edge or shade(colour, 0.5), 0.006, closed=True)
    else:
        canvas.disc(at, walls.tower, colour)
        canvas.disc(at, walls.tower, edge or shade(colour, 0.5), 0.006)
    if walls.cone is not None:
        r = walls.tower
        canvas.fill(at + np.array([(-1.1 * r, -0.3 * r), (0, -2.6 * r), (1.1 * r, -0.3 * r)]), walls.cone)


CLOISTERS = ("cross", "hall", "court", "front", "round", "ell", "abbey")


def draw_cloister(canvas: TileCanvas, at: Points, cloister: Cloister, rng: Rng) -> None:
    """The cloister and its ground."""
    if cloister.ground is not None:
        r = cloister.ground_size
        if cloister.round:
            canvas.disc(at, r, cloister.ground)
            if cloister.fence is not None:
                canvas.disc(at, r, cloister.fence, 0.016)
        else:
            plot = quad(at, 2 * r, 1.7 * r, rng.normal(0, 0.1))
            canvas.fill(plot, cloister.ground)
            if cloister.fence is not None:
                canvas.line(plot, cloister.fence, 0.016, closed=True)
    _CLOISTER[cloister.shape](canvas, at + rng.normal(0, 0.015, 2), cloister, rng)


def _roof(canvas: TileCanvas, at: Points, across: float, down: float, angle: float, cloister: Cloister) -> None:
    """A gabled roof seen from above, ridge along ``across``."""
    body = quad(at, across, down, angle)
    left, right = (body[0] + body[3]) / 2, (body[1] + body[2]) / 2
    canvas.fill(body, shade(cloister.roof, 1 + 0.4 * cloister.light))
    canvas.fill(np.array([left, right, body[2], body[3]]), shade(cloister.roof, 1 - cloister.light))
    if cloister.outline is not None:
        canvas.line(body, cloister.outline, 0.007, closed=True)


def _cross(canvas: TileCanvas, at: Points, cloister: Cloister, rng: Rng) -> None:
    s, angle = cloister.size, rng.choice([0, np.pi / 2]) + rng.normal(0, 0.15)
    _roof(canvas, at, s, s * 0.34, angle, cloister)
    along = np.array((np.cos(angle), np.sin(angle)))
    _roof(canvas, at + 0.12 * s * along, s * 0.72, s * 0.3, angle + np.pi / 2, cloister)


def _hall(canvas: TileCanvas, at: Points, cloister: Cloister, rng: Rng) -> None:
    s, angle = cloister.size, rng.uniform(-0.6, 0.6)
    _roof(canvas, at, s, s * 0.55, angle, cloister)
    end = at + 0.55 * s * np.array((np.cos(angle), np.sin(angle)))
    canvas.fill(quad(end, s * 0.3, s * 0.3, angle), cloister.wall)
    canvas.fill(quad(end, s * 0.18, s * 0.18, angle), shade(cloister.roof, 0.7))


def _court(canvas: TileCanvas, at: Points, cloister: Cloister, rng: Rng) -> None:
    s, angle = cloister.size, rng.normal(0, 0.2)
    canvas.fill(quad(at, s * 0.6, s * 0.6, angle), cloister.wall)
    for quarter in range(4):
        turn = angle + quarter * np.pi / 2
        middle = at + 0.36 * s * np.array((np.cos(turn), np.sin(turn)))
        _roof(canvas, middle, s * 0.9, s * 0.24, turn + np.pi / 2, cloister)


def _facade(canvas: TileCanvas, at: Points, across: float, high: float, peak: float, cloister: Cloister) -> None:
    half = across / 2
    face = at + np.array([(-half, -high), (half, -high), (half, 0), (-half, 0)])
    canvas.fill(face, cloister.wall)
    lid = at + np.array(
        [(-half * 1.1, -high), (-half * 0.2, -high - peak), (half * 0.2, -high - peak), (half * 1.1, -high)]
    )
    canvas.fill(lid, cloister.roof)
    for x in (-0.5, 0, 0.5):
        canvas.oval(at + np.array((x * half, -high * 0.5)), (half * 0.1, high * 0.22), 0, shade(cloister.wall, 0.4))
    if cloister.outline is not None:
        canvas.line(face, cloister.outline, 0.006, closed=True)
        canvas.line(lid, cloister.outline, 0.006, closed=True)


def _front_view(canvas: TileCanvas, at: Points, cloister: Cloister, rng: Rng) -> None:
    s = cloister.size
    foot = at + np.array((0, 0.35 * s))
    _facade(canvas, foot, s, s * 0.4, s * 0.3, cloister)
    tower = foot + np.array((rng.choice([-0.45, 0, 0.45]) * s, 0.0))
    _facade(canvas, tower, s * 0.26, s * 0.65, s * 0.4, cloister)


def _abbey(canvas: TileCanvas, at: Points, cloister: Cloister, rng: Rng) -> None:
    """A house seen at a slant, with a side wing and a tower."""
    s = cloister.size
    long_, deep, high = s * 0.8, s * 0.35, s * 0.3
    foot = at + np.array((-0.4 * s, 0.25 * s))
    slant = np.array((long_, -0.25 * s))
    up, back = np.array((0, -high)), np.array((-0.1 * s, -deep))
    canvas.fill(np.array([foot, foot + slant, foot + slant + up, foot + up]), cloister.wall)
    ridge = foot + up + back
    canvas.fill(np.array([foot + up, foot + slant + up, ridge + slant, ridge]), cloister.roof)
    canvas.fill(
        np.array([ridge, ridge + slant, ridge + slant + 0.5 * back, ridge + 0.5 * back]),
        shade(cloister.roof, 1 - cloister.light),
    )
    _facade(canvas, foot + slant * rng.uniform(0.1, 0.9), s * 0.24, s * 0.6, s * 0.35, cloister)


def _round_view(canvas: TileCanvas, at: Points, cloister: Cloister, _rng: Rng) -> None:
    s = cloister.size
    for radius, factor in ((0.5, 0.7), (0.4, 1.0), (0.25, 1.25), (0.1, 0.6)):
        canvas.disc(at, s * radius, shade(cloister.roof if radius < 0.5 else cloister.wall, factor))


def _ell(canvas: TileCanvas, at: Points, cloister: Cloister, rng: Rng) -> None:
    s, angle = cloister.size, rng.choice([0, 1, 2, 3]) * np.pi / 2 + rng.normal(0, 0.2)
    c, n = np.cos(angle), np.sin(angle)
    _roof(canvas, at + 0.25 * s * np.array((c, n)), s, s * 0.4, angle + np.pi / 2, cloister)
    _roof(canvas, at + s * np.array((-0.15 * c - 0.3 * n, -0.15 * n + 0.3 * c)), s * 0.7, s * 0.36, angle, cloister)
    canvas.fill(quad(at + 0.25 * s * np.array((c, n)), s * 0.24, s * 0.24, angle), cloister.wall)


_CLOISTER = {
    "cross": _cross,
    "hall": _hall,
    "court": _court,
    "front": _front_view,
    "round": _round_view,
    "ell": _ell,
    "abbey": _abbey,
}

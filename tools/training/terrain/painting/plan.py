"""The plan of a tile before anything is painted: where city, road and cloister lie, in tile units.

Frame: the tile is the unit square, x right, y down, origin at its north-west corner. Plans are drawn at rest.
"""

from __future__ import annotations

from dataclasses import dataclass, field

import cv2
import numpy as np
from numpy.typing import NDArray

from games.carcassonne.tiles import SIDES
from vision.tile_map.terrain.kinds import TerrainKind

Points = NDArray[np.float64]
Rng = np.random.Generator

CORNERS = np.array([(0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0)])  # side i runs from corner i to corner i + 1
OUTWARD = np.array([(0.0, -1.0), (1.0, 0.0), (0.0, 1.0), (-1.0, 0.0)])
CENTRE = np.array((0.5, 0.5))
BEYOND = 0.2  # city sides are drawn this far past the tile, so that no wall runs along its edge
FARTHEST_ASIDE = 0.12  # tile units; beyond that a road would hardly meet its neighbour's
NEAREST_TO_EDGE = 0.1  # tile units; a road that strays further might pass for one that leaves there
HALF_WAIST = 0.05  # tile units that a city between two fields keeps on either side of the middle


@dataclass(frozen=True, slots=True)
class DrawingHabits:
    """How one edition likes to lay out its tiles; every tile then varies around it.

    Attributes:
        cap: depth of a city that leaves one side only, tile units.
        bay: depth of the field that bites into a city of two or three sides.
        diagonal: how far a corner city's wall bulges towards the field (negative: away from it).
        inset: how far from the corner a city's wall reaches the side.
        bluntness: 1 for an arc, below for a box-like wall, above for a pointed one.
        facets: straight stretches of a wall, 0 for a smooth one.
        wobble: how unsteady walls and roads run.
        bend: how far a road curve leans towards its corner.
        road: width of the roads.
        curl: how far roads wind to either side on their way, tile units.
        detour: how far from its middle, and how far about, a road reaches a cloister, tile units.
        aside: how far from a side's middle a road leaves a tile, tile units, standard deviation.
        winding: how far a road strays from its straight way, tile units, standard deviation; 0 where it goes as
            directly as an edition's other roads.
    """

    cap: float = 0.3
    bay: float = 0.25
    diagonal: float = 0.05
    inset: float = 0.02
    bluntness: float = 0.8
    facets: int = 0
    wobble: float = 0.01
    bend: float = 0.1
    road: float = 0.09
    curl: float = 0.0
    detour: float = 0.0
    aside: float = 0.0
    winding: float = 0.0


@dataclass(slots=True)
class PicturePlan:
    """Cities as closed polygons (they reach past the tile where they leave it), roads as polylines."""

    kind: TerrainKind
    cities: list[Points] = field(default_factory=list)
    roads: list[Points] = field(default_factory=list)
    ends: list[Points] = field(default_factory=list)  # where roads end: at a wall, a crossing, a cloister
    crossing: Points | None = None


def draw_plan(kind: TerrainKind, habits: DrawingHabits, rng: Rng) -> PicturePlan:
    """A new plan of ``kind``."""
    plan = PicturePlan(kind)
    lonely = len(kind.cities) > 1
    for part in kind.cities:
        outline = _city(part, kind, habits, rng)
        if lonely:
            outline = _keep_apart(outline, part, kind, rng)
        plan.cities.append(outline)
    if kind.split:
        plan.cities.append(_tail(rng))
    _lay_roads(plan, habits, rng)
    return plan


def _city(part: str, kind: TerrainKind, habits: DrawingHabits, rng: Rng) -> Points:
    sides = sorted(SIDES.index(side) for side in part)
    if len(sides) == 4:
        return np.array([(-BEYOND, -BEYOND), (1 + BEYOND, -BEYOND), (1 + BEYOND, 1 + BEYOND), (-BEYOND, 1 + BEYOND)])
    first = next(side for side in sides if (side - 1) % 4 not in sides)
    inset = habits.inset * rng.uniform(0.5, 1.5)
    points: list[Points] = []
    for step in range(4):
        side = (first + step) % 4
        if side not in sides:
            continue
        along, out = CORNERS[(side + 1) % 4] - CORNERS[side], OUTWARD[side]
        if (side - 1) % 4 not in sides:
            start = CORNERS[side] + inset * along
            points += [start, start + BEYOND * out]
        if (side + 1) % 4 in sides:
            points.append(CORNERS[(side + 1) % 4] + BEYOND * (out + OUTWARD[(side + 1) % 4]))
            continue
        end = CORNERS[(side + 1) % 4] - inset * along
        points += [end + BEYOND * out, end]
        following = next(other % 4 for other in range(side + 1, side + 5) if other % 4 in sides)
        run = (following - side - 1) % 4
        goal = CORNERS[following] + inset * (CORNERS[(following + 1) % 4] - CORNERS[following])
        points += list(_wall(end, goal, run, kind, habits, rng))
    return np.array(points)


def _wall(start: Points, goal: Points, run: int, kind: TerrainKind, habits: DrawingHabits, rng: Rng) -> Points:
    """The wall across ``run`` sides that are not this city's, without its two ends."""
    chord = goal - start
    normal = np.array((chord[1], -chord[0])) / np.hypot(*chord)
    inward = normal if normal @ (CENTRE - (start + goal) / 2) > 0 else -normal
    busy = bool(kind.roads)
    if run == 1:
        opposed = len(kind.cities[0]) == 2 and not kind.roads
        depth = np.clip(habits.bay * rng.uniform(0.75, 1.25), 0.1, 0.4 if opposed else 0.38)
    elif run == 2:
        # The walk is clockwise round the city, so the field corner lies to the left of the chord.
        field_corner = next(
            c
            for c in CORNERS
            if min(np.hypot(*(c - start)), np.hypot(*(c - goal))) > 0.5
            and (c - start) @ np.array((chord[1], -chord[0])) > 0
        )
        inward = (field_corner - CENTRE) / np.hypot(*(field_corner - CENTRE))
        depth = habits.diagonal + rng.normal(0, 0.05)
        depth = float(np.clip(depth, -0.24, 0.06 if busy else 0.22))
    else:
        depth = float(np.clip(habits.cap * rng.uniform(0.8, 1.2), 0.14, 0.36 if busy else 0.44))
        if kind.key == "IC/CRCR":
            depth = rng.uniform(0.42, 0.5)
        if kind.key == "IC/CCCC":
            depth = min(depth, 0.33)
    if habits.facets:
        steps = np.linspace(0, 1, habits.facets + 1)[1:-1] + rng.normal(0, 0.02, habits.facets - 1)
    else:
        steps = np.linspace(0, 1, 17)[1:-1]
    bump = np.sin(np.pi * np.clip(steps, 0, 1)) ** habits.bluntness
    wobble = rng.normal(0, habits.wobble, len(steps))
    lean = rng.normal(0, 0.06) * np.sin(2 * np.pi * steps) * abs(depth)
    reach = depth * bump + wobble + lean
    if run == 1:  # two bays that met would part a city that is one
        reach = np.minimum(reach, (CENTRE - (start + goal) / 2) @ inward - HALF_WAIST)
    return np.asarray(start + steps[:, None] * chord + reach[:, None] * inward, np.float64)


def _keep_apart(outline: Points, part: str, kind: TerrainKind, rng: Rng) -> Points:
    """Clip a city at the diagonals (or the middle) that part it from its neighbours on the same tile."""
    margin = rng.uniform(0.015, 0.05)
    numbers = {SIDES.index(side) for side in part}
    others = {SIDES.index(side) for other in kind.cities if other != part for side in other}
    for side in numbers:
        for step in (1, -1):
            if (side + step) % 4 in others:
                corner = CORNERS[side if step == -1 else (side + 1) % 4]
                towards = -OUTWARD[(side + step) % 4] + OUTWARD[side]  # into this city, across the diagonal
                outline = _clip(outline, corner + margin * towards / 2, towards)
        if len(part) == 1 and (side + 2) % 4 in others:
            outline = _clip(outline, CENTRE + margin * OUTWARD[side], OUTWARD[side])
    return outline


def _clip(outline: Points, at: Points, keep: Points) -> Points:
    """The part of a polygon on the side of the line through ``at`` to which ``keep`` points."""
    inside = (outline - at) @ keep
    kept: list[Points] = []
    for here, there, a, b in zip(outline, np.roll(outline, -1, 0), inside, np.roll(inside, -1), strict=True):
        if a >= 0:
            kept.append(here)
        if (a >= 0) != (b >= 0):
            kept.append(here + (there - here) * (a / (a - b)))
    return np.array(kept)


def _tail(rng: Rng) -> Points:
    """The city wall that runs from a northern cap to the south-east corner and parts the eastern field."""
    left, right = rng.uniform(0.45, 0.6), rng.uniform(0.72, 0.85)
    waist = rng.uniform(0.05, 0.12)
    return np.array(
        [
            (left, 0.1),
            (right, 0.1),
            (right + 0.02, 0.6),
            (1 + BEYOND, 1 + BEYOND),
            (1 - waist, 1.0),
            (right - waist, 0.65),
        ]
    )


def _mid(side: str, rng: Rng) -> Points:
    number = SIDES.index(side)
    along = CORNERS[(number + 1) % 4] - CORNERS[number]
    return np.asarray(CENTRE + 0.5 * OUTWARD[number] + along * np.clip(rng.normal(0, 0.012), -0.018, 0.018), np.float64)


def _lay_roads(plan: PicturePlan, habits: DrawingHabits, rng: Rng) -> None:
    kind = plan.kind
    singles = [part for part in kind.roads if len(part) == 1]
    hub = CENTRE + rng.normal(0, 0.02, 2)
    capped = len(kind.cities) == 1 and len(kind.cities[0]) == 1
    if capped and len(singles) > 2:
        hub[1] += rng.uniform(0.03, 0.12)
    if len(singles) > 2:
        plan.crossing = hub
    for part in kind.roads:
        start = _exit(part[0], habits, rng)
        out = OUTWARD[SIDES.index(part[0])]
        if len(part) == 2:
            goal = _exit(part[1], habits, rng)
            middle = _bend(part, capped, hub, habits, rng)
            away = OUTWARD[SIDES.index(part[1])]
            if habits.winding:
                way = _winding_way(np.stack([start, middle, goal]), plan, habits, rng)
                plan.roads.append(np.concatenate([[start + 0.05 * out], way, [goal + 0.05 * away]]))
            else:
                plan.roads.append(_spline(start, middle, goal, out, away, habits, rng))
            continue
        goal = hub if plan.crossing is not None or kind.cloister or kind.key == "IC/CRCR" else _to_wall(plan, start)
        if kind.cloister and habits.detour:
            goal = goal + rng.uniform(0.3, 1) * habits.detour * _any_way(rng)
        middle = (start + goal) / 2 + rng.normal(0, habits.wobble + 0.008, 2)
        if kind.cloister and habits.detour:
            middle = middle + rng.uniform(0, 0.8) * habits.detour * _any_way(rng)
        if habits.winding:
            way = _winding_way(np.stack([start, middle, goal]), plan, habits, rng)
            plan.roads.append(np.concatenate([[start + 0.05 * out], way]))
        else:
            plan.roads.append(_spline(start, middle, goal, out, goal - middle, habits, rng))
        plan.ends.append(goal)


def _exit(side: str, habits: DrawingHabits, rng: Rng) -> Points:
    """Where a road leaves by a side."""
    middle = _mid(side, rng)
    if not habits.aside:
        return middle
    along = np.abs(OUTWARD[SIDES.index(side)][::-1])
    return np.asarray(middle + along * np.clip(rng.normal(0, habits.aside), -FARTHEST_ASIDE, FARTHEST_ASIDE))


def _winding_way(over: Points, plan: PicturePlan, habits: DrawingHabits, rng: Rng) -> Points:
    """A smooth way (n, 2) over ``over`` (3, 2) that strays to either side between them, and into no city."""
    start, middle, goal = over
    straight = np.stack([start, 0.45 * start + 0.55 * middle, middle, 0.45 * goal + 0.55 * middle, goal])
    strayed = straight.copy()
    for number in (1, 2, 3):
        step = habits.winding * rng.normal(0, 1, 2)
        while np.hypot(*step) > 0.01 and not _is_free(straight[number] + step, plan):
            step *= 0.6
        strayed[number] += step
    return _through(strayed)


def _is_free(point: Points, plan: PicturePlan) -> bool:
    """Whether a road may pass here: on the tile, not beside its edge, outside its cities."""
    if point.min() < NEAREST_TO_EDGE or point.max() > 1 - NEAREST_TO_EDGE:
        return False
    outlines = [outline.astype(np.float32).reshape(-1, 1, 2) for outline in plan.cities]
    return all(cv2.pointPolygonTest(one, (float(point[0]), float(point[1])), True) < -0.05 for one in outlines)


def _through(points: Points, steps: int = 9) -> Points:
    """A curve (n, 2) through all points (Catmull and Rom 1974)."""
    before, after = 2 * points[0] - points[1], 2 * points[-1] - points[-2]
    knots = np.concatenate([[before], points, [after]])
    t = np.linspace(0, 1, steps, endpoint=False)[:, None]
    parts = [
        0.5 * (2 * b + (c - a) * t + (2 * a - 5 * b + 4 * c - d) * t**2 + (3 * b - a - 3 * c + d) * t**3)
        for a, b, c, d in zip(knots, knots[1:], knots[2:], knots[3:], strict=False)
    ]
    return np.concatenate([*parts, points[-1:]])


def _any_way(rng: Rng) -> Points:
    turn = rng.uniform(0, 2 * np.pi)
    return np.array((np.cos(turn), np.sin(turn)))


def _bend(part: str, capped: bool, hub: Points, habits: DrawingHabits, rng: Rng) -> Points:
    numbers = [SIDES.index(side) for side in part]
    if (numbers[0] - numbers[1]) % 2 == 0:
        return np.asarray(hub + np.array((0, rng.uniform(0, 0.1) if capped else rng.normal(0, 0.03))), np.float64)
    corner = 0.5 * (OUTWARD[numbers[0]] + OUTWARD[numbers[1]])
    lean = float(np.clip(habits.bend + rng.normal(0, 0.06), -0.05, 0.4))
    return np.asarray(CENTRE + lean * corner + rng.normal(0, 0.01, 2), np.float64)


def _spline(
    start: Points, middle: Points, goal: Points, out: Points, away: Points, habits: DrawingHabits, rng: Rng
) -> Points:
    """A smooth way from the edge over ``middle`` to ``goal``; it meets the tile's edge at a right angle."""
    reach = 0.28
    leave, arrive = start - reach * out * 0.6, goal - reach * 0.6 * away / max(np.hypot(*away), 1e-6)
    t = np.linspace(0, 1, 13)[:, None]
    first = (1 - t) ** 2 * start + 2 * t * (1 - t) * leave + t**2 * ((leave + middle) / 2)
    second = (1 - t) ** 2 * ((leave + middle) / 2) + 2 * t * (1 - t) * middle + t**2 * ((middle + arrive) / 2)
    third = (1 - t) ** 2 * ((middle + arrive) / 2) + 2 * t * (1 - t) * arrive + t**2 * goal
    if np.hypot(*(goal - start)) < 0.35:  # a short stub needs no swing
        way = start + t * (goal - start)
    else:
        way = np.concatenate([first, second[1:], third[1:]])
    wave = np.sin(np.linspace(0, np.pi * rng.integers(1, 4), len(way))) * habits.wobble * 0.7
    if habits.curl and len(way) > 13:
        share = np.linspace(0, 1, len(way))
        turns = np.sin(np.pi * rng.uniform(2, 5) * share + rng.uniform(0, np.pi))
        wave += rng.uniform(0.3, 1) * habits.curl * np.sin(np.pi * share) ** 1.5 * turns
    return np.concatenate([[start + 0.05 * out], way + wave[:, None] * np.array((-out[1], out[0]))])


def _to_wall(plan: PicturePlan, start: Points) -> Points:
    """The point just inside the city towards which a road from ``start`` runs."""
    outlines = [outline.astype(np.float32).reshape(-1, 1, 2) for outline in plan.cities]
    heart = np.clip(plan.cities[0], 0, 1).mean(axis=0)
    cornered = len(plan.kind.cities[0]) == 2 and (heart - CENTRE) @ (CENTRE - start) < 0.2
    goal = (CENTRE + heart) / 2 if cornered else CENTRE
    for share in np.linspace(0.02, 2.0, 100):
        point = start + share * (goal - start)
        if any(cv2.pointPolygonTest(outline, (float(point[0]), float(point[1])), False) >= 0 for outline in outlines):
            return np.asarray(start + (share + 0.04) * (goal - start), np.float64)
    return CENTRE.copy()

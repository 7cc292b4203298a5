"""What lies at a side that no road leaves by and looks as if one did: homesteads, hamlets, lakes, tracks that end.

Each of them stands by curves and by crossings alike, in the corners as well as at the middles of sides, so that
nothing but the road itself, running on to the edge, tells a crossing.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from calibration.arrays import ByteMask
from tools.training.terrain.painting.buildings import Houses, draw_house
from tools.training.terrain.painting.canvas import TileCanvas, quad
from tools.training.terrain.painting.palette import Colour, near, shade
from tools.training.terrain.painting.plan import CENTRE, OUTWARD, PicturePlan, Points, Rng
from tools.training.terrain.painting.scenery import Scenery, draw_tree
from tools.training.terrain.painting.waters import Waters, draw_lake, lake_outline

THINGS = ("homestead", "hamlet", "lake", "track", "row", "strokes")
LEAST_ROOM = 0.045  # tile units between a thing's middle and the next city or road
BEFORE_THE_EDGE = 0.02  # tile units beyond which no fence, shore or track runs: what does is a road


@dataclass(frozen=True, slots=True)
class Distractors:
    """What an edition lays at sides that no road leaves by.

    Attributes:
        chance: that something lies at such a side, or in a corner between two of them.
        things: names out of THINGS to take from.
        yard, fence, track: colours; a fence or track may well have that of the roads.
        fence_width, track_width: tile units.
        waters: how lakes are painted.
    """

    chance: float
    things: tuple[str, ...]
    yard: Colour | None
    fence: Colour
    fence_width: float
    track: Colour
    track_width: float
    waters: Waters


def invent_distractors(
    meadow: Colour, road: Colour, road_width: float, walls: Sequence[Colour], waters: Waters, rng: Rng
) -> Distractors:
    """What a new edition lays there, of two to five sorts."""
    wood = walls[int(rng.integers(len(walls)))]
    faint = shade(meadow, rng.choice([0.65, 0.8, 1.3]))
    count = int(rng.integers(2, 6))
    return Distractors(
        chance=rng.uniform(0.35, 0.95),
        things=tuple(str(one) for one in rng.choice(THINGS, count, p=(0.3, 0.2, 0.2, 0.14, 0.08, 0.08))),
        yard=near(shade(meadow, rng.uniform(0.7, 1.3)), 14, rng) if rng.random() < 0.5 else None,
        fence=near(road if rng.random() < 0.45 else wood, 10, rng),
        fence_width=rng.uniform(0.006, 0.032),
        track=near(road if rng.random() < 0.5 else faint, 10, rng),
        track_width=road_width * rng.uniform(0.2, 0.65),
        waters=waters,
    )


def lay_distractors(
    canvas: TileCanvas,
    plan: PicturePlan,
    taken: ByteMask,
    how: Distractors,
    houses: Houses,
    scenery: Scenery,
    rng: Rng,
) -> None:
    """Lay things at the sides of ``plan`` that nothing leaves by, and in its corners; ``taken`` is set on its cities
    and roads, which are to be painted afterwards."""
    room = cv2.distanceTransform(cv2.bitwise_not(taken), cv2.DIST_L2, 3) / taken.shape[0]
    free = [side for side, what in enumerate(plan.kind.sides(0)) if what == "field"]
    wanted = [(OUTWARD[side], 0.5) for side in free if rng.random() < how.chance]
    wanted += [(OUTWARD[side] + OUTWARD[(side + 1) % 4], 0.45) for side in range(4) if rng.random() < 0.35 * how.chance]
    for out, reach in wanted:
        for _ in range(4):
            aside = np.array((-out[1], out[0])) * rng.normal(0, 0.08)
            at = np.asarray(CENTRE + (reach - rng.uniform(0.08, 0.28)) * out + aside, np.float64)
            x, y = (int(c * (taken.shape[0] - 1)) for c in np.clip(at, 0, 1))
            if room[y, x] > LEAST_ROOM:
                thing = how.things[int(rng.integers(len(how.things)))]
                spot = _Spot(at, out / np.hypot(*out), float(room[y, x]))
                _LAY[thing](canvas, spot, how, houses, scenery, rng)
                break


@dataclass(frozen=True, slots=True)
class _Spot:
    """Where a thing is laid: its middle ``at``, the unit vector ``out`` towards the edge and how far off the next
    city or road is, tile units."""

    at: Points
    out: Points
    room: float

    @property
    def angle(self) -> float:
        """Of the way to the edge, radians."""
        return float(np.arctan2(self.out[1], self.out[0]))


def _inside(points: Points, rng: Rng) -> Points:
    """The points, none of them nearer to the tile's edge than a thing comes."""
    edge = BEFORE_THE_EDGE + abs(rng.normal(0, 0.03))
    return np.asarray(np.clip(points, edge, 1 - edge), np.float64)


def _homestead(canvas: TileCanvas, spot: _Spot, how: Distractors, houses: Houses, scenery: Scenery, rng: Rng) -> None:
    """Houses behind a fence that runs round them, or most of the way."""
    wide = min(rng.uniform(0.08, 0.2), 1.5 * spot.room)
    high = wide * rng.uniform(0.35, 0.9)
    if rng.random() < 0.65:
        outline = lake_outline(spot.at, wide, high, rng.normal(0, 0.4), rng)
    else:
        outline = quad(spot.at, 2 * wide, 2 * high, rng.normal(0, 0.5))
    outline = _inside(outline, rng)
    if how.yard is not None:
        canvas.fill(outline, how.yard)
    if len(outline) > 8 and rng.random() < 0.4:  # a gate
        fence = np.roll(outline, -int(rng.integers(len(outline))), 0)[: int(len(outline) * rng.uniform(0.5, 0.92))]
        canvas.line(fence, how.fence, how.fence_width)
    else:
        canvas.line(outline, how.fence, how.fence_width, closed=True)
    within = _Spot(spot.at + rng.normal(0, 0.3 * high, 2), spot.out, 0.8 * high)
    _hamlet(canvas, within, how, houses, scenery, rng)


def _hamlet(canvas: TileCanvas, spot: _Spot, _how: Distractors, houses: Houses, scenery: Scenery, rng: Rng) -> None:
    """One to five houses, as a village at a crossing has them."""
    feet = spot.at + rng.normal(0, 0.5 * min(spot.room, 0.12), (int(rng.integers(1, 6)), 2))
    for foot in sorted(_inside(feet, rng), key=lambda foot: float(foot[1])):
        draw_house(canvas, foot, rng.uniform(0.06, 0.14), houses, rng)
    if rng.random() < 0.4:
        draw_tree(canvas, _inside(spot.at + rng.normal(0, 0.06, 2), rng), scenery, rng)


def _lake(canvas: TileCanvas, spot: _Spot, how: Distractors, houses: Houses, scenery: Scenery, rng: Rng) -> None:
    """A lake, round or drawn out towards the side, now and then with a hut or trees by it."""
    long = min(rng.uniform(0.07, 0.28), 2.2 * spot.room)
    angle = spot.angle + rng.normal(0, 0.3 if rng.random() < 0.5 else 1.5)
    outline = _inside(lake_outline(spot.at, long, long * rng.uniform(0.25, 0.95), angle, rng), rng)
    draw_lake(canvas, outline, how.waters, rng)
    for _ in range(int(rng.integers(0, 3))):
        foot = _inside(outline[int(rng.integers(len(outline)))], rng)
        if rng.random() < 0.4:
            draw_house(canvas, foot, rng.uniform(0.05, 0.11), houses, rng)
        else:
            draw_tree(canvas, foot, scenery, rng)


def _track(canvas: TileCanvas, spot: _Spot, how: Distractors, houses: Houses, scenery: Scenery, rng: Rng) -> None:
    """A track that comes from the middle, narrower than a road, and ends on the meadow or by a house."""
    start = CENTRE + rng.normal(0, 0.12, 2)
    goal = _inside(spot.at, rng) - rng.uniform(0, 0.12) * spot.out
    middle = (start + goal) / 2 + rng.normal(0, 0.05, 2)
    share = np.linspace(0, 1, 9)[:, None]
    way = (1 - share) ** 2 * start + 2 * share * (1 - share) * middle + share**2 * goal
    canvas.line(way, how.track, how.track_width)
    if rng.random() < 0.5:
        _hamlet(canvas, _Spot(goal, spot.out, 0.6 * spot.room), how, houses, scenery, rng)


def _row(canvas: TileCanvas, spot: _Spot, how: Distractors, _houses: Houses, scenery: Scenery, rng: Rng) -> None:
    """A row of trees or of stones, towards the side or anyhow."""
    angle = spot.angle + rng.normal(0, 0.3 if rng.random() < 0.6 else 1.5)
    along = np.array((np.cos(angle), np.sin(angle))) * rng.uniform(0.06, 0.16)
    stones = rng.random() < 0.4
    for share in np.linspace(-1, 1, int(rng.integers(4, 10))):
        foot = _inside(spot.at + share * along + rng.normal(0, 0.008, 2), rng)
        if stones:
            canvas.disc(foot, rng.uniform(0.008, 0.02), near(how.fence, 8, rng))
        else:
            draw_tree(canvas, foot, scenery, rng)


def _strokes(canvas: TileCanvas, spot: _Spot, how: Distractors, _houses: Houses, _scenery: Scenery, rng: Rng) -> None:
    """Broad strokes of a brush, as drifts of snow or furrows have them."""
    for _ in range(int(rng.integers(1, 5))):
        angle = spot.angle + rng.normal(0, 0.9)
        along = np.array((np.cos(angle), np.sin(angle))) * rng.uniform(0.03, 0.13)
        middle = spot.at + rng.normal(0, 0.05, 2)
        way = _inside(np.array([middle - along, middle + rng.normal(0, 0.03, 2), middle + along]), rng)
        canvas.line(way, near(how.track if rng.random() < 0.5 else how.waters.water, 10, rng), rng.uniform(0.008, 0.05))


_LAY = {
    "homestead": _homestead,
    "hamlet": _hamlet,
    "lake": _lake,
    "track": _track,
    "row": _row,
    "strokes": _strokes,
}

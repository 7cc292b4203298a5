"""The map of Thurn and Taxis as a picture for the screen: tinted land, post roads, plazas, routes. BGR arrays, no kivy.

What stands still (land, roads, plazas) is painted once for each map and size; routes are drawn over a copy.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

import cv2
import numpy as np
from numpy.typing import NDArray

from games.thurn_and_taxis.atlas import Atlas
from vision.artwork.thurn_and_taxis.board import road_line
from vision.artwork.thurn_and_taxis.land import land_picture
from vision.frames import Picture

_FINE = 2  # drawn this many times larger, then averaged
_SHIFT = 4
_INK = (38, 58, 84)  # the brown of a pen, BGR
_ROAD = (198, 222, 236)
_DOUBT = (110, 120, 140)
_PLAZA = (212, 226, 234)
PLAZA_MM = 14.0
_SEA_ABOVE_MM = {"power-and-glory": 118.0}

Points = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class DrawnRoute:
    """A route to be drawn: its cities in order, its colour (BGR), how wide and how far off the middle of the road."""

    cities: tuple[str, ...]
    colour: tuple[int, int, int]
    wide_mm: float = 7.0
    aside_mm: float = 0.0


@lru_cache(maxsize=6)
def plain_map(atlas: Atlas, px_per_mm: float, doubtful: bool = False) -> Picture:
    """The map without anything of a game. Do not write to it.

    Args:
        atlas: which map.
        px_per_mm: its scale.
        doubtful: roads that are a default of ours are dashed, for the editor.
    """
    wide, high = (round(side * px_per_mm) * _FINE for side in atlas.board_mm)
    # The land asks for places and provinces only: whoever corrects a name need not wait until it is painted again.
    cities = tuple(replace(city, name="", horses=(), defaults=()) for city in atlas.cities)
    bare = replace(atlas, cities=cities, roads=frozenset(), roads_known=frozenset(), stacks=())
    land = np.asarray(cv2.resize(_land(bare), (wide, high), interpolation=cv2.INTER_LINEAR), np.uint8)
    scale = px_per_mm * _FINE
    for road in sorted(sorted(road) for road in atlas.roads):
        line = np.array(road_line(atlas, road[0], road[1]))
        sure = not doubtful or frozenset(road) in atlas.roads_known
        _stroke(land, line, 6.4, _INK if sure else _DOUBT, scale)
        _stroke(land, line, 3.8, _ROAD, scale)
        if not sure:
            for start in range(0, len(line) - 2, 6):
                _stroke(land, line[start : start + 3], 3.8, _DOUBT, scale)
    for city in atlas.cities:
        _disc(land, (city.x_mm, city.y_mm), PLAZA_MM + 1.3, _INK, scale)
        _disc(land, (city.x_mm, city.y_mm), PLAZA_MM, _PLAZA, scale)
    picture = np.asarray(cv2.resize(land, (wide // _FINE, high // _FINE), interpolation=cv2.INTER_AREA), np.uint8)
    picture.flags.writeable = False
    return picture


def map_picture(atlas: Atlas, px_per_mm: float, routes: Sequence[DrawnRoute], *, doubtful: bool = False) -> Picture:
    """The map with everybody's route, BGR."""
    plain = plain_map(atlas, px_per_mm, doubtful)
    if not any(route.cities for route in routes):
        return plain
    fine = np.asarray(cv2.resize(plain, None, fx=_FINE, fy=_FINE, interpolation=cv2.INTER_LINEAR), np.uint8)
    scale = px_per_mm * _FINE
    for colour_of, more in ((lambda _: _INK, 2.6), (lambda route: route.colour, 0.0)):
        for route in routes:
            for one, other in zip(route.cities, route.cities[1:], strict=False):
                line = _aside(np.array(road_line(atlas, one, other)), route.aside_mm)
                _stroke(fine, line, route.wide_mm + more, colour_of(route), scale)
            if len(route.cities) == 1:
                city = atlas.city[route.cities[0]]
                _disc(fine, (city.x_mm, city.y_mm), PLAZA_MM + 4 + more / 2, colour_of(route), scale)
    for name in {name for route in routes for name in route.cities}:
        city = atlas.city[name]
        _disc(fine, (city.x_mm, city.y_mm), PLAZA_MM + 1.3, _INK, scale)
        _disc(fine, (city.x_mm, city.y_mm), PLAZA_MM, _PLAZA, scale)
    return np.asarray(cv2.resize(fine, plain.shape[1::-1], interpolation=cv2.INTER_AREA), np.uint8)


@lru_cache(maxsize=3)
def _land(atlas: Atlas) -> Picture:
    return land_picture(atlas, sea_above_mm=_SEA_ABOVE_MM.get(atlas.key, 0.0))


def _aside(line: Points, by_mm: float) -> Points:
    """The line moved to its left, so that routes of several players lie side by side."""
    if not by_mm:
        return line
    along = line[-1] - line[0]
    if tuple(line[0]) > tuple(line[-1]):
        along = -along  # the same side whichever way the route runs
    normal = np.array([-along[1], along[0]]) / max(1e-6, float(np.hypot(*along)))
    return np.asarray(line + normal * by_mm, np.float64)


def _stroke(picture: Picture, line_mm: Points, wide_mm: float, colour: tuple[int, int, int], scale: float) -> None:
    points = np.round(line_mm * scale * (1 << _SHIFT)).astype(np.int32)
    cv2.polylines(picture, [points], False, colour, max(1, round(wide_mm * scale)), cv2.LINE_AA, _SHIFT)


def _disc(
    picture: Picture, at_mm: tuple[float, float], radius_mm: float, colour: tuple[int, int, int], scale: float
) -> None:
    one = 1 << _SHIFT
    centre = (round(at_mm[0] * scale * one), round(at_mm[1] * scale * one))
    cv2.circle(picture, centre, round(radius_mm * scale * one), colour, -1, cv2.LINE_AA, _SHIFT)

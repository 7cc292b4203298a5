"""Where on a tile its features usually lie, drawn from the rules' own data (which sides a feature reaches), in tile
units: x right, y down, 0 to 1.

Cities that reach one side are caps, corner cities are bounded by an arc, roads run from side to middle or curve round
the corner, fields are what is left, told apart by the half sides that they reach. How an edition's draughtsman really
drew them is told by :mod:`drawn`, which starts from here.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

import cv2
import numpy as np
from numpy.typing import NDArray

from games.carcassonne.tiles import HALVES, SIDES, FeatureKind, tile_type
from vision.carcassonne.live.followers.silhouettes import SPAN
from vision.parameters import CHOSEN, Parameters, parameter

SIZE = SPAN  # px a side of the maps, which figure maps are laid over


@dataclass(frozen=True, slots=True, kw_only=True)
class PlanParameters(Parameters):
    """How deep caps, corners, roads and cloisters lie in a tile where no drawing of it tells."""

    cap_depth: float = parameter(
        0.30, "share", "of a city that reaches one side, and of a field between the arms of a larger city", CHOSEN
    )
    corner_radius: float = parameter(0.88, "share", "of the field opposite a corner city", CHOSEN)
    road_width: float = parameter(0.11, "share of a tile's side", "that a road is taken to be wide", CHOSEN)
    cloister_reach: float = parameter(
        0.23, "share of a tile's side", "from its middle to each side of a monastery", CHOSEN
    )


PARAMETERS = PlanParameters()
NOWHERE = -1

Labels = NDArray[np.int8]

MIDDLES = {"N": (0.5, 0.0), "E": (1.0, 0.5), "S": (0.5, 1.0), "W": (0.0, 0.5)}
_HALF_MIDDLES = {
    "NL": (0.25, 0.0), "NR": (0.75, 0.0), "EL": (1.0, 0.25), "ER": (1.0, 0.75),
    "SL": (0.75, 1.0), "SR": (0.25, 1.0), "WL": (0.0, 0.75), "WR": (0.0, 0.25),
}  # fmt: skip


@cache
def usual(key: str) -> Labels:
    """(SIZE, SIZE): the index of the feature that usually lies there on a tile at rest, or -1."""
    features = tile_type(key).features
    found = np.full((SIZE, SIZE), NOWHERE, np.int8)
    x, y = _places()
    for index, feature in enumerate(features):
        if feature.kind is FeatureKind.CITY:
            found[_city(frozenset(feature.edges), x, y) & (found == NOWHERE)] = index
    for index, feature in enumerate(features):
        if feature.kind not in (FeatureKind.CITY, FeatureKind.FIELD, FeatureKind.ROAD):  # a cloister, a garden
            found[(np.maximum(np.abs(x - 0.5), np.abs(y - 0.5)) < PARAMETERS.cloister_reach) & (found == NOWHERE)] = (
                index
            )
    for index, feature in enumerate(features):
        if feature.kind is FeatureKind.ROAD:
            found[_road(feature.edges, x, y) & (found == NOWHERE)] = index
    return with_fields(key, found)


def with_fields(key: str, found: Labels) -> Labels:
    """What bears no label yet given to fields: each piece of it by a half side that it reaches, or as the field that
    reaches none."""
    found = found.copy()
    _fields(key, found, found != NOWHERE, *_places())
    return found


def _places() -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    line = (np.arange(SIZE) + 0.5) / SIZE
    x, y = np.meshgrid(line, line)
    return x, y


def _city(sides: frozenset[str], x: NDArray[np.float64], y: NDArray[np.float64]) -> NDArray[np.bool_]:
    away = {"N": y, "E": 1 - x, "S": 1 - y, "W": x}  # distance from each side
    along = {"N": x, "E": y, "S": x, "W": y}
    if len(sides) == 4:
        return np.ones_like(x, bool)
    if len(sides) == 2 and sides not in ({"N", "S"}, {"E", "W"}):
        corner = [away[side] for side in sides]
        return np.asarray(np.hypot(1 - corner[0], 1 - corner[1]) > PARAMETERS.corner_radius)
    if len(sides) == 1:
        (side,) = sides
        return _cap(away[side], along[side])
    inside = np.ones_like(x, bool)
    for side in set(SIDES) - sides:
        inside &= ~_cap(away[side], along[side])
    return inside


def _cap(away: NDArray[np.float64], along: NDArray[np.float64]) -> NDArray[np.bool_]:
    return np.asarray(away < PARAMETERS.cap_depth * (1 - np.abs(2 * along - 1) ** 3))


def _road(sides: tuple[str, ...], x: NDArray[np.float64], y: NDArray[np.float64]) -> NDArray[np.bool_]:
    width = PARAMETERS.road_width / 2
    if len(sides) == 2 and set(sides) not in ({"N", "S"}, {"E", "W"}):
        (ax, ay), (bx, by) = MIDDLES[sides[0]], MIDDLES[sides[1]]
        corner_x, corner_y = ax + bx - 0.5, ay + by - 0.5
        return np.asarray(np.abs(np.hypot(x - corner_x, y - corner_y) - 0.5) < width)
    inside = np.zeros_like(x, bool)
    for side in sides:
        mx, my = MIDDLES[side]
        across = np.abs(x - 0.5) if mx == 0.5 else np.abs(y - 0.5)
        along = (x - 0.5) * (mx - 0.5) + (y - 0.5) * (my - 0.5)
        inside |= (across < width) & (along > -width / 2)
    return inside


def _fields(key: str, found: Labels, taken: NDArray[np.bool_], x: NDArray[np.float64], y: NDArray[np.float64]) -> None:
    features = tile_type(key).features
    by_half = {edge: index for index, feature in enumerate(features) for edge in feature.edges if edge in HALVES}
    inner = [i for i, one in enumerate(features) if one.kind is FeatureKind.FIELD and not set(one.edges) & set(HALVES)]
    count, pieces = cv2.connectedComponents((~taken).astype(np.uint8), connectivity=4)
    for piece in range(1, count):
        mask = pieces == piece
        reached = [
            (float(np.hypot(x - _HALF_MIDDLES[half][0], y - _HALF_MIDDLES[half][1])[mask].min()), index)
            for half, index in by_half.items()
        ]
        near = [index for away, index in reached if away < 0.06]
        if len(set(near)) > 1:  # what parts two fields here is not drawn: each point goes to the nearer half side
            _share(found, mask, by_half, x, y)
        elif near:
            found[mask] = near[0]
        elif inner:
            found[mask] = inner[0]
        elif reached and mask.mean() < 0.05:
            found[mask] = min(reached)[1]


def _share(
    found: Labels,
    mask: NDArray[np.bool_],
    by_half: dict[str, int],
    x: NDArray[np.float64],
    y: NDArray[np.float64],
) -> None:
    away = np.stack([np.hypot(x - _HALF_MIDDLES[half][0], y - _HALF_MIDDLES[half][1]) for half in by_half])
    nearest = np.array(list(by_half.values()), np.int8)[away.argmin(axis=0)]
    found[mask] = nearest[mask]

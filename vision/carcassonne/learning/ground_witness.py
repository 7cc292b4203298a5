"""What lies at a tile's sides and in its middle, as the network paints it: a second word on its kind.

The network answers twice: with a kind, and with which terrain each spot shows. Where an edition's drawing is strange
to it, it hesitates between kinds (a curve or a cloister with a road) although it has painted the road from side to
side, and no cloister. How often a side so painted is one, and a middle a cloister, was counted on tiles of four
editions (docs/findings/tables-we-did-not-draw.md).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from calibration.arrays import Float32Array, Float64Array
from vision.carcassonne.learning.sides.side_strip import north_strip
from vision.carcassonne.poses import Orientation
from vision.parameters import CHOSEN, Parameters, parameter
from vision.tile_map.terrain.reader import TERRAINS

FINDING = "docs/findings/tables-we-did-not-draw.md"


@dataclass(frozen=True, slots=True, kw_only=True)
class GroundWitnessParameters(Parameters):
    """Where a side and the middle are looked at, and what their terrain says of what is printed there."""

    says: float = parameter(
        0.5, "times", "of what the sides and the middle say: the kind was told from the same spots", FINDING
    )
    deep: tuple[float, float] = parameter(
        (1 / 32, 6 / 32), "tile sides", "from the edge, between which a side is looked at", CHOSEN
    )
    # A fence or a path to a farm that reaches the edge is painted as road as far as it goes, and it doesn't go far.
    inward: tuple[int, int] = parameter(
        (2, 11), "spots", "of 32 from the edge, between which a road runs on without a gap", FINDING
    )
    strays: tuple[int, int] = parameter((10, 22), "spots", "of 32 along the side, between which a road stays", CHOSEN)
    middle: tuple[int, int] = parameter((8, 24), "spots", "of 32, between which a cloister would stand", CHOSEN)
    # For road, city and field, fitted to 946 tiles of four editions.
    painted_road: tuple[float, float, float] = parameter(
        (0.72, -0.46, -0.26), "nats", "that each log-odds of a road painted at a side says for each terrain", FINDING
    )
    painted_city: tuple[float, float, float] = parameter(
        (-0.41, 0.60, -0.19), "nats", "that each log-odds of a city painted there says", FINDING
    )
    painted_field: tuple[float, float, float] = parameter(
        (-0.11, -0.26, 0.36), "nats", "that each log-odds of a field painted there says", FINDING
    )
    besides: tuple[float, float, float] = parameter((0.52, 0.18, -0.70), "nats", "besides", FINDING)
    side_share: tuple[float, float, float] = parameter(
        (0.30, 0.32, 0.38), "share", "of those sides that were road, city and field", FINDING
    )
    cloister: tuple[float, float] = parameter(
        (2.56, 1.38), "nats", "for each log-odds of a cloister painted in the middle, and besides", FINDING
    )
    cloister_share: float = parameter(0.0835, "share", "of those tiles that were cloisters", FINDING)
    least_side: float = parameter(0.03, "chance", "that a side is anything, whatever is painted there", FINDING)
    least_middle: float = parameter(0.01, "chance", "that there is a cloister, or none, whatever is painted", CHOSEN)
    faint_road: float = parameter(0.02, "chance", "of road at a spot beyond which a gap is none the wider", CHOSEN)
    faint: float = parameter(1e-3, "chance", "of a terrain beyond which it is not told apart any more", CHOSEN)


PARAMETERS = GroundWitnessParameters()
PRINTED = ("road", "city", "field")  # in the order of the columns
_ROAD, _CITY, _FIELD = (TERRAINS.index(terrain) for terrain in PRINTED)
_SHIELD, _CLOISTER = TERRAINS.index("shield"), TERRAINS.index("cloister")


def ground_evidence(
    ground: NDArray[np.float32], orientations: Sequence[Orientation], covers: Float32Array | None = None
) -> Float64Array:
    """(n, orientations) log-likelihood ratios of what is painted, by what each orientation prints there.

    Args:
        ground: (n, terrains, 32, 32) chances, as :meth:`vision.tile_map.terrain.reader.TerrainReader.look` has them.
        orientations: the ways in which tiles may lie.
        covers: (n, 32, 32) 1 where a figure covers the tile, else 0: sides and middles say less the more of them is
            covered, and nothing from half on. None where nobody stands.
    """
    sides, middle = side_evidence(ground), cloister_evidence(ground)
    if covers is not None:
        sides, middle = sides * _sides_seen(covers)[..., None], middle * _middle_seen(covers)[:, None]
    return _together(_of_orientations(sides, orientations), middle, orientations)


def ground_and_sides(
    ground: NDArray[np.float32], orientations: Sequence[Orientation]
) -> tuple[Float64Array, Float64Array]:
    """The same where nobody stands, and (n, orientations) all that is said by what is painted at the sides alone."""
    sides = _of_orientations(side_evidence(ground), orientations)
    return _together(sides, cloister_evidence(ground), orientations), sides


def _together(sides: Float64Array, middle: Float64Array, orientations: Sequence[Orientation]) -> Float64Array:
    has_cloister = np.array([int(orientation.kind.cloister) for orientation in orientations])
    return np.asarray(PARAMETERS.says * (sides + middle[:, has_cloister]))


def _of_orientations(sides: Float64Array, orientations: Sequence[Orientation]) -> Float64Array:
    printed = np.array([[PRINTED.index(side) for side in orientation.sides] for orientation in orientations])
    return np.asarray(sum(sides[:, side][:, printed[:, side]] for side in range(4)))


def _sides_seen(covers: Float32Array) -> Float64Array:
    """(n, 4) how much sides say of which figures cover a part, north first and clockwise."""
    inward, along = slice(PARAMETERS.inward[1]), slice(*PARAMETERS.strays)
    turned = (np.rot90(covers, side, (1, 2)) for side in range(4))
    return np.stack([_seen(each[:, inward, along]) for each in turned], axis=1)


def _middle_seen(covers: Float32Array) -> Float64Array:
    inside = slice(*PARAMETERS.middle)
    return _seen(covers[:, inside, inside])


def _seen(covers: Float32Array) -> Float64Array:
    return np.asarray(1 - np.minimum(2 * covers.mean(axis=(1, 2), dtype=np.float64), 1))


def side_evidence(ground: NDArray[np.float32]) -> Float64Array:
    """(n, 4, 3) of each side, north first and clockwise: log-likelihood ratios of road, city and field."""
    parts = np.maximum(ground.astype(np.float64), 1e-4)
    turned = np.concatenate([np.rot90(parts, side, (2, 3)) for side in range(4)])
    painted = _painted(turned).reshape(4, len(parts), -1).swapaxes(0, 1)
    known = np.concatenate([_log_odds(painted), np.ones((*painted.shape[:2], 1))], axis=-1)
    log_shares = known @ np.array(
        [PARAMETERS.painted_road, PARAMETERS.painted_city, PARAMETERS.painted_field, PARAMETERS.besides]
    )
    log_shares -= np.logaddexp.reduce(log_shares, axis=-1, keepdims=True)
    return np.asarray(np.maximum(log_shares, np.log(PARAMETERS.least_side)) - np.log(PARAMETERS.side_share))


def cloister_evidence(ground: NDArray[np.float32]) -> Float64Array:
    """(n, 2) log-likelihood ratios of a tile without a cloister and with one."""
    inside = slice(*PARAMETERS.middle)
    painted = ground[:, _CLOISTER, inside, inside].astype(np.float64).mean(axis=(1, 2))
    slope, besides = PARAMETERS.cloister
    there = 1 / (1 + np.exp(-(slope * _log_odds(painted) + besides)))
    chances = np.maximum(np.stack([1 - there, there], axis=1), PARAMETERS.least_middle)
    return np.asarray(np.log(chances / [1 - PARAMETERS.cloister_share, PARAMETERS.cloister_share]))


def _painted(north: Float64Array) -> Float64Array:
    """(n, 3) how much road, city and field is painted at the side that is north."""
    strip = north_strip(north, PARAMETERS.deep)
    city = (strip[:, _CITY] + strip[:, _SHIELD]).mean(axis=(1, 2))
    # A cloister's road ends at its wall.
    road = np.minimum(north[:, _ROAD] + north[:, _CLOISTER], 1.0)
    return np.stack([_road_inward(road), city, strip[:, _FIELD].mean(axis=(1, 2))], axis=1)


def _road_inward(road: Float64Array) -> Float64Array:
    """(n,) the geometric mean of how much road (n, 32, 32) is painted along the best way inward from the north: from
    row to row to one of the three next spots (the shortest path by dynamic programming, as in Avidan and Shamir, "Seam
    Carving", 2007)."""
    first, last = PARAMETERS.inward
    logs = np.log(np.maximum(road[:, first:last, slice(*PARAMETERS.strays)], PARAMETERS.faint_road))
    best = logs[:, 0]
    for row in range(1, logs.shape[1]):
        beside = np.pad(best, ((0, 0), (1, 1)), constant_values=-np.inf)
        best = logs[:, row] + np.maximum(np.maximum(beside[:, :-2], beside[:, 1:-1]), beside[:, 2:])
    return np.asarray(np.exp(best.max(axis=1) / logs.shape[1]))


def _log_odds(chances: Float64Array) -> Float64Array:
    bounded = np.clip(chances, PARAMETERS.faint, 1 - PARAMETERS.faint)
    return np.asarray(np.log(bounded / (1 - bounded)))

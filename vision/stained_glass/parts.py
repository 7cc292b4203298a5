"""Loose tiles that are partly covered: found by their quarters.

A hand or a box over a tile spoils its likeness as a whole, but not that of the quarters that show. A quarter alone
looks like many things, so what it tells is laid onto the picture by what shows of the tile, and weighed by how much of
its pattern is found there (:func:`vision.stained_glass.context.part_confidences`).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.angles import TURN, wrapped
from vision.parameters import CHOSEN, Parameters, parameter
from vision.stained_glass import context as stained_glass_context
from vision.stained_glass import judge as glass_judge
from vision.stained_glass import survey
from vision.stained_glass.bank import Hits, bank_of, find_closely, gathered
from vision.stained_glass.judge import Sightings, middles, tiles_away
from vision.stained_glass.plane import squareness
from vision.stained_glass.straight import straightened, table_poses
from vision.stained_glass.survey import GlassSurvey, quads


@dataclass(frozen=True, slots=True, kw_only=True)
class PartsParameters(Parameters):
    """How like a quarter of a tile has to be, and how many places of parts are tried."""

    tile_px: float = parameter(16.0, "px", "of a tile's side at which parts are compared", CHOSEN)
    reach: float = parameter(0.24, "tile sides", "from a part's middle that are looked at", CHOSEN)
    quarter: float = parameter(0.27, "tile sides", "from two of its sides to the middle of a quarter", CHOSEN)
    nearly: float = parameter(0.55, "px", "at every second px, at the right one", CHOSEN)
    alike: float = parameter(0.64, "px", "at every second px, at the right one", CHOSEN)
    most_of_a_quarter: int = parameter(400, "places", "of a quarter of the picture that are looked at", CHOSEN)
    apart: float = parameter(0.2, "tile sides", "between places that are looked at", CHOSEN)
    views_a_place: int = parameter(3, "views", "that are laid on for each place", CHOSEN)
    near: float = parameter(0.14, "tile sides", "within which two quarters tell the same tile", CHOSEN)
    turned_deg: float = parameter(16.0, "degrees", "within which two quarters tell the same tile", CHOSEN)
    most: int = parameter(160, "places", "that are told at most", CHOSEN)


PARAMETERS = PartsParameters()


def half_hidden(found: GlassSurvey, read: Sightings) -> Sightings:
    """Tiles of which enough shows to be sought, away from those that were read."""
    judge, plane = found.judge, found.plane
    straight, low, scale = straightened(judge.layers.finest, judge.layers.size, plane, PARAMETERS.tile_px)
    free = np.ones(straight.shape[:2], np.uint8)
    for quad in quads(read.poses):
        spot = (plane.to_table(quad.mean(axis=0)[None])[0] - low) / scale
        cv2.circle(free, (round(float(spot[0])), round(float(spot[1]))), round(0.45 * PARAMETERS.tile_px), 0, -1)
    hits = [
        find_closely(
            straight,
            bank_of(judge.templates.edition.off_black, PARAMETERS.tile_px, False, 36, quarter, PARAMETERS.reach),
            PARAMETERS.nearly,
            PARAMETERS.alike,
            where=free,
        )
        for quarter in _quarters()
    ]
    hidden = _joined_hits([hit.first(PARAMETERS.most_of_a_quarter) for hit in hits], judge.templates.edition.kinds)
    seen = judge.compare_parts(table_poses(hidden, plane, low, scale), hidden.views, glass_judge.PARAMETERS.on_plane)
    clear = clear_of(seen, read)
    return seen.at(clear & (squareness(plane, quads(seen.poses)) < survey.PARAMETERS.square_mm))


def _quarters() -> list[tuple[float, float]]:
    """The middles of a tile's quarters, sides."""
    near, far = PARAMETERS.quarter, 1 - PARAMETERS.quarter
    return [(near, near), (far, near), (near, far), (far, far)]


def _joined_hits(quarters: list[Hits], kinds: Sequence[str]) -> Hits:
    """Which tiles the hits of quarters tell, likeliest first: each by itself, and what another quarter adds to it."""
    joined = Hits.of(quarters)
    of_quarter = np.repeat(np.arange(len(quarters)), [len(hit) for hit in quarters])
    turns = np.arctan2(joined.maps[:, 1, 0], joined.maps[:, 0, 0])
    worth = joined.scores.copy()
    for view in np.unique(joined.views):
        same = np.flatnonzero(joined.views == view)
        x, y, turn = joined.x[same], joined.y[same], turns[same]
        for index in same:
            near = np.hypot(x - joined.x[index], y - joined.y[index]) < PARAMETERS.near * PARAMETERS.tile_px
            turned = np.abs(wrapped(turn - turns[index], TURN)) < np.radians(PARAMETERS.turned_deg)
            others = same[near & turned & (of_quarter[same] != of_quarter[index])]
            if len(others):
                worth[index] = 1 - (1 - joined.scores[index]) * (1 - joined.scores[others].max())
    hits = Hits(joined.x, joined.y, worth, joined.views, joined.maps)
    joined = gathered([hits], PARAMETERS.apart, views_a_place=PARAMETERS.views_a_place, kinds=kinds)
    return joined.first(PARAMETERS.most)


def clear_of(seen: Sightings, read: Sightings) -> NDArray[np.bool_]:
    """(n,) which lie where nothing of what was read does."""
    return np.asarray(
        (tiles_away(read.poses, middles(seen.poses)) > stained_glass_context.PARAMETERS.overlap).all(axis=0)
    )

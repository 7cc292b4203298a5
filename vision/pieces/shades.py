"""Which shades belong to a painted piece: its own paint's, and the dark of its sides."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.angles import TURN, wrapped
from calibration.arrays import Float32Array
from calibration.colours import Paint
from vision.parameters import CHOSEN, Parameters, parameter

GREYS = ("black", "white")  # paints without a hue


@dataclass(frozen=True, slots=True, kw_only=True)
class ShadesParameters(Parameters):
    """Which shades around a paint are its own dark sides."""

    unexplained: float = parameter(
        6.0,
        "squared standard deviations",
        "by which a print fails to explain what belongs to the piece beside it",
        CHOSEN,
    )
    hue: float = parameter(30.0, "degrees", "by which a paint's shades stray from its hue", CHOSEN)
    least_chroma: float = parameter(8.0, "Lab units", "of chroma below which hue tells nothing", CHOSEN)
    least_paint: float = parameter(
        0.02, "share of a tile's area", "less of a bright paint is a glint, not a piece", CHOSEN
    )
    least_beside: float = parameter(
        0.5, "times", "what another piece shows of its paint, below which a paint beside it is its shade too", CHOSEN
    )
    thread: float = parameter(
        0.025, "tile sides", "half as wide as edges of a print that is a little softer than thought", CHOSEN
    )
    solid: float = parameter(
        0.05,
        "tile sides",
        "radius of what fits into another piece; where paint meets print the two mix to a thin rim of a third colour",
        "docs/findings/followers.md",
    )
    most_shade: float = parameter(2.0, "times", "the lit part that a piece's shaded part may show", CHOSEN)
    touching: float = parameter(0.02, "tile sides", "between parts that hang together", CHOSEN)
    near_hue: float = parameter(
        47.0, "degrees", "between two paints of which the darker one looks like the other's shade", CHOSEN
    )
    clearly: float = parameter(
        2.0, "times", "as much as the brighter paint that the darker one says of both, for both to be its own", CHOSEN
    )
    apart: float = parameter(
        0.25,
        "tile sides",
        "between the middles of two pieces that touch: a figure is 0.22 of one thick and 0.35 wide. Of pink ones and"
        " their red sides it is 0.16 to 0.21",
        "docs/findings/followers.md",
    )


PARAMETERS = ShadesParameters()


def disc(radius: float) -> NDArray[np.uint8]:
    """(2 r + 1, 2 r + 1) a filled circle, px."""
    r = max(1, round(radius))
    return np.asarray(cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (2 * r + 1, 2 * r + 1)), dtype=np.uint8)


def with_its_shades(
    seen: NDArray[np.bool_],
    free: NDArray[np.bool_],
    paint: Paint,
    lab: Float32Array,
    doubt: Float32Array,
    tile_px: float,
) -> NDArray[np.bool_]:
    """Parts in a paint, with what hangs together with them, has the paint's hue and is explained by no print.

    Pieces have sides in the shade, and some cameras show colours far stronger than they are: there only a part of a
    piece is surely of its paint, and too small a part to be one. What the print explains stays print.

    Args:
        seen: (h, w) where the paint is told by its own colour.
        free: (h, w) what is of no other paint.
        lab: (h, w, 3) in white light.
        doubt: (h, w) squared standard deviations by which the print fails to explain what is seen.
        tile_px: side of a tile, px.
    """
    if paint.name in GREYS:
        return seen
    hue = float(np.arctan2(paint.tint[1], paint.tint[0]))
    shade = (free & (doubt > PARAMETERS.unexplained)).astype(np.uint8)
    a, b = lab[shade > 0][:, 1:].T
    along, across = a * np.cos(hue) + b * np.sin(hue), b * np.cos(hue) - a * np.sin(hue)
    shade[shade > 0] = (along > PARAMETERS.least_chroma) & (np.abs(across) < np.tan(np.radians(PARAMETERS.hue)) * along)
    may = seen | (cv2.morphologyEx(shade, cv2.MORPH_OPEN, disc(PARAMETERS.thread * tile_px)) > 0)
    count, parts = cv2.connectedComponents(may.astype(np.uint8), connectivity=4)
    kept = np.zeros(count, np.bool_)
    kept[parts[seen]] = True
    return np.asarray(kept[parts], np.bool_)


def give_shade_to_paint(label: NDArray[np.int16], black: int, tile_px: float) -> None:
    """Dark parts that hang together with a painted part are its shaded side: black pieces show no bright paint. Where
    pieces of several paints stand side by side nobody can tell whose shade it is, and it is nobody's.

    ``label`` (h, w) is each pixel's paint, -1 for none, and is changed in place; ``black`` is that of black.
    """
    unit = tile_px**2
    touching = cv2.dilate((label >= 0).astype(np.uint8), disc(PARAMETERS.touching * tile_px))
    count, parts = cv2.connectedComponents(touching)
    dark = (label == black) & (parts > 0)
    painted = (label >= 0) & (label != black)
    dark_area = np.bincount(parts[dark], minlength=count) / unit
    paint_area = np.bincount(parts[painted], minlength=count) / unit
    shaded = (dark_area > 0) & (paint_area > PARAMETERS.least_paint) & (dark_area < PARAMETERS.most_shade * paint_area)
    for part in np.flatnonzero(shaded):
        here = painted & (parts == part)
        areas = np.bincount(label[here])
        alike = np.flatnonzero(areas >= PARAMETERS.least_beside * areas.max())
        several = sum(_is_solid(here & (label == paint), tile_px) for paint in alike) > 1 if len(alike) > 1 else False
        label[dark & (parts == part)] = -1 if several else areas.argmax()


def give_dark_side_to_paint(
    label: NDArray[np.int16], paints: Sequence[Paint], odds: Float32Array, tile_px: float
) -> None:
    """Parts that hang together with one of a brighter paint of nearly their hue, and lie nearer to it than another
    piece could stand, are one piece with it: the shaded side of a pink piece looks red. Where the darker paint says
    clearly more of both, it is that one: what a lamp lights of a red piece looks pink.

    Args:
        label: (h, w) each pixel's paint, -1 for none, changed in place.
        odds: (paints, h, w) log-odds of each.
    """
    for lit, dark in _shade_alike(paints):
        if not ((label == lit).any() and (label == dark).any()):
            continue
        _, lit_parts, _, lit_middles = cv2.connectedComponentsWithStats((label == lit).astype(np.uint8))
        count, dark_parts, stats, middles = cv2.connectedComponentsWithStats((label == dark).astype(np.uint8))
        reach = max(1, round(PARAMETERS.touching * tile_px))
        for part in range(1, count):
            x, y, wide, high = stats[part, :4]
            window = (slice(max(y - reach, 0), y + high + reach), slice(max(x - reach, 0), x + wide + reach))
            own = dark_parts[window] == part
            beside = np.unique(lit_parts[window][cv2.dilate(own.astype(np.uint8), disc(reach)) > 0])
            near = [
                other
                for other in beside[beside > 0]
                if np.hypot(*(lit_middles[other] - middles[part])) < PARAMETERS.apart * tile_px
            ]
            if near:
                both = (dark_parts == part) | np.isin(lit_parts, near)
                said = [float(np.maximum(odds[index][both], 0).sum()) for index in (lit, dark)]
                label[both] = dark if said[1] > PARAMETERS.clearly * said[0] else lit


def _shade_alike(paints: Sequence[Paint]) -> list[tuple[int, int]]:
    """Pairs of paints, their indices, of which the second looks like the first in the shade."""
    hues = [(number, one) for number, one in enumerate(paints) if one.name not in GREYS]
    return [
        (lit, dark)
        for lit, bright in hues
        for dark, dim in hues
        if dim.light < bright.light and _hue_apart(bright, dim) < np.radians(PARAMETERS.near_hue)
    ]


def _hue_apart(one: Paint, other: Paint) -> float:
    """Radians between the hues of two paints."""
    turned = np.arctan2(one.tint[1], one.tint[0]) - np.arctan2(other.tint[1], other.tint[0])
    return abs(wrapped(float(turned), TURN))


def _is_solid(seen: NDArray[np.bool_], tile_px: float) -> bool:
    rows, columns = np.nonzero(seen)
    part = np.pad(seen[rows.min() : rows.max() + 1, columns.min() : columns.max() + 1].astype(np.uint8), 1)
    return bool(cv2.distanceTransform(part, cv2.DIST_L2, 3).max() > PARAMETERS.solid * tile_px)

"""On which tiles each paint shows in one patch of a piece's size and form, whatever is printed there.

Colours that many of a map's tiles share are taken for print. On a map of few tiles one player's followers may stand on
as many of them; but each shows as one patch, roofs and flowers as several.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.arrays import Float32Array
from calibration.colours import Paint
from vision.parameters import CHOSEN, Parameters, parameter
from vision.pieces import figures
from vision.pieces.figures import piece_shaped, white_balanced
from vision.pieces.map_scene import MapScene
from vision.pieces.shades import GREYS, disc


@dataclass(frozen=True, slots=True, kw_only=True)
class OneToATileParameters(Parameters):
    """When what shows of a paint on a tile is one piece."""

    smallest: float = parameter(0.03, "share of a tile's area", "that one patch of a piece's paint shows", CHOSEN)
    hue_deg: float = parameter(20.0, "degrees", "by which the hue of a piece may differ from its paint's", CHOSEN)
    least_chroma: float = parameter(25.0, "Lab units", "of chroma from which a hue is told", CHOSEN)
    mostly: float = parameter(0.75, "share", "of what shows of the paint on its tile that is this patch", CHOSEN)


PARAMETERS = OneToATileParameters()


def one_to_a_tile(scene: MapScene, paints: Sequence[Paint]) -> dict[str, frozenset[int]]:
    """For each paint that has a hue the tiles (their indices in the scene) on which one piece of it seems to lie."""
    found: dict[str, set[int]] = {paint.name: set() for paint in paints if paint.name not in GREYS}
    rows, columns = np.nonzero(scene.owner >= 0)
    if not len(rows):
        return {}
    window = (slice(rows.min(), rows.max() + 1), slice(columns.min(), columns.max() + 1))
    owner = scene.owner[window]
    for share in figures.PARAMETERS.whiteness:
        gain = scene.gain**share
        lab = white_balanced(scene.raw[window], gain if gain.ndim == 1 else gain[window])
        for paint in paints:
            if paint.name in found:
                found[paint.name] |= _tiles_of_one_piece(_of_hue(lab, paint) & (owner >= 0), owner, scene)
    return {name: frozenset(tiles) for name, tiles in found.items()}


def _of_hue(lab: Float32Array, paint: Paint) -> NDArray[np.bool_]:
    """(h, w) which pixels (h, w, 3) in white light have a paint's hue, be it deeper or darker than usual."""
    a, b = lab[..., 1], lab[..., 2]
    chroma = np.hypot(a, b)
    along = (a * np.float32(paint.tint[0]) + b * np.float32(paint.tint[1])) / np.float32(np.hypot(*paint.tint))
    return (chroma > PARAMETERS.least_chroma) & (along > np.float32(np.cos(np.deg2rad(PARAMETERS.hue_deg))) * chroma)


def _tiles_of_one_piece(shows: NDArray[np.bool_], owner: NDArray[np.int16], scene: MapScene) -> set[int]:
    """Tiles of which one compact patch has nearly all that ``shows`` (h, w) there."""
    opened = cv2.morphologyEx(shows.astype(np.uint8), cv2.MORPH_OPEN, disc(0.025 * scene.tile_px))
    _, labels, stats, _ = cv2.connectedComponentsWithStats(np.asarray(opened, np.uint8), connectivity=8)
    of_tile = np.bincount(owner[shows].astype(int), minlength=len(scene.sides))
    tiles = set()
    for label, (x, y, wide, high, pixels) in enumerate(stats.tolist()):
        here = (slice(y, y + high), slice(x, x + wide))
        part = labels[here] == label
        if not label or not pixels:
            continue
        tile = int(np.bincount(owner[here][part].astype(int)).argmax())
        area = pixels / float(scene.sides[tile]) ** 2
        if not PARAMETERS.smallest < area < figures.PARAMETERS.largest or pixels < PARAMETERS.mostly * of_tile[tile]:
            continue
        contours, _ = cv2.findContours(part.astype(np.uint8), cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
        if piece_shaped(np.asarray(max(contours, key=len)[:, 0], np.float32), float(pixels), float(scene.sides[tile])):
            tiles.add(tile)
    return tiles

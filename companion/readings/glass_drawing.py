"""What was read of Stained Glass, drawn onto the picture itself: windows outlined, what is forbidden ringed."""

from __future__ import annotations

import math
from collections.abc import Sequence

import cv2
import numpy as np

from companion.readings.marks import INK, label
from companion.readings.plain_glass import PlainGlass, PlainGlassTile, PlainWindowFault
from vision.frames import Picture

WHOLE, BEGUN, LOOSE, WRONG = (165, 211, 143), (228, 240, 247), (136, 150, 150), (60, 60, 240)  # BGR


def drawn(picture: Picture, result: PlainGlass) -> Picture:
    """A copy of the picture (h, w, 3) BGR with what ``result``, the plain reading of it, tells.

    Whole windows are outlined in green, begun ones in cream, loose tiles in grey, each tile with its kind. What the
    rules forbid is ringed in red, and what could not be read is marked with a question mark.
    """
    shown = picture.copy()
    wide = max(2, round(max(picture.shape[:2]) / 640))
    for area in result["areas"]:
        for window in area["windows"]:
            colour = WHOLE if window["whole"] else BEGUN
            _outline(shown, window["tiles"], colour, wide)
            for fault in window["faults"]:
                _ring(shown, fault, window["tiles"], wide)
        for tile in area["loose"]:
            _outline(shown, [tile], LOOSE, wide)
    for place in result["unread"]:
        label(shown, "?", place["x"], place["y"], WRONG, wide)
    return shown


def _outline(shown: Picture, tiles: Sequence[PlainGlassTile], colour: tuple[int, int, int], wide: int) -> None:
    for tile in tiles:
        quad = np.rint(np.array(tile["outline"])).astype(np.int32)
        cv2.polylines(shown, [quad], True, INK, wide + 2, cv2.LINE_AA)
        cv2.polylines(shown, [quad], True, colour, wide, cv2.LINE_AA)
    for tile in tiles:
        label(shown, tile["kind"], tile["x"], tile["y"], colour, wide)


def _ring(shown: Picture, fault: PlainWindowFault, tiles: Sequence[PlainGlassTile], wide: int) -> None:
    """A ring about the tiles that a fault is about, and an exclamation mark above it."""
    about = [tile for tile in tiles if tile["kind"] in fault["tiles"]] or list(tiles)
    middle = np.array([fault["x"], fault["y"]])
    reach = max(
        (float(np.hypot(*(np.array(corner) - middle))) for tile in about for corner in tile["outline"]), default=40.0
    )
    centre, radius = (round(fault["x"]), round(fault["y"])), round(reach + 3 * wide)
    cv2.circle(shown, centre, radius, INK, 2 * wide + 2, cv2.LINE_AA)
    cv2.circle(shown, centre, radius, WRONG, 2 * wide, cv2.LINE_AA)
    away = (radius + 8 * wide) / math.sqrt(2)
    label(shown, "!", fault["x"] + away, fault["y"] - away, WRONG, 2 * wide)

"""The board and the counters as they are drawn and printed; millimetres from the board's upper left corner."""

from __future__ import annotations

import cv2
import numpy as np

from vision.frames import Picture

from ..games.rules import CELLS

BOARD_MM, CELL_MM, COUNTER_MM = 180.0, 50.0, 36.0
MARGIN_MM = (BOARD_MM - 3 * CELL_MM) / 2
MARK_MM = (MARGIN_MM / 2, MARGIN_MM / 2)  # a dark spot that tells which way up the board lies
PAINTS = {"red": (52, 46, 196), "blue": (186, 92, 38)}  # BGR on white paper
MIDDLES_MM = {
    cell: (MARGIN_MM + (at % 3 + 0.5) * CELL_MM, MARGIN_MM + (at // 3 + 0.5) * CELL_MM) for at, cell in enumerate(CELLS)
}


def board_picture(px_per_mm: float = 3.0) -> Picture:
    """The empty board, BGR."""
    side = round(BOARD_MM * px_per_mm)
    picture = np.full((side, side, 3), 244, np.uint8)
    for line in range(4):
        at = round((MARGIN_MM + line * CELL_MM) * px_per_mm)
        near, far = round(MARGIN_MM * px_per_mm), round((BOARD_MM - MARGIN_MM) * px_per_mm)
        cv2.line(picture, (at, near), (at, far), (60, 60, 60), round(1.5 * px_per_mm))
        cv2.line(picture, (near, at), (far, at), (60, 60, 60), round(1.5 * px_per_mm))
    cv2.circle(picture, tuple(round(v * px_per_mm) for v in MARK_MM), round(5 * px_per_mm), (40, 40, 40), -1)
    return picture


def counter_picture(colour: str, px_per_mm: float = 3.0) -> Picture:
    """A counter cut out, BGRA."""
    side = round(COUNTER_MM * px_per_mm)
    picture = np.zeros((side, side, 4), np.uint8)
    cv2.circle(picture, (side // 2, side // 2), side // 2 - 1, (*PAINTS[colour], 255), -1, cv2.LINE_AA)
    return picture

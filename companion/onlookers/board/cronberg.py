"""Cronberg's board: rhombi and tokens, and what is cut off."""

from __future__ import annotations

import math
from functools import partial

import cv2
import numpy as np

from companion.editions.cronberg_copy import copy_of
from companion.onlookers.board.drawing import BoardDrawing
from games.cronberg.components import Edition
from games.cronberg.state import State
from games.game import Seat
from vision.frames import Picture

_RIM, _ROW = 0.62, math.sqrt(3) / 2
_TOKEN = 0.19  # radius in edges
_BOARD_PX, _RHOMB_PX = 1400, 220


def draw(state: State, seats: tuple[Seat, ...], language: str) -> BoardDrawing:
    """The board as it lies; a world unit is an edge, the middle crossing at 0, 0."""
    del language
    side, copy = state.edition.side, copy_of(state.edition)
    board = BoardDrawing(-side - _RIM, -side * _ROW - _RIM, side + _RIM, side * _ROW + _RIM)
    edge = copy.board_px_per_mm * copy.edge_mm
    x, y = copy.board_middle_px
    high, wide = copy.board.shape[:2]
    board.picture("board", partial(_board_picture, state.edition), -x / edge, -y / edge, wide / edge, high / edge)
    positions = state.lattice.positions
    for rhomb in state.rhombi:
        (hx, hy), (tx, ty) = positions[rhomb.site.corners[0]], positions[rhomb.site.corners[2]]
        turn = math.degrees(math.atan2(hx - tx, ty - hy))
        left, top = (hx + tx) / 2 - 0.5, (hy + ty) / 2 - _ROW
        make = partial(_rhomb_picture, state.edition, rhomb.kind)
        board.picture(f"rhomb-{rhomb.kind}", make, left, top, 1.0, 2 * _ROW, turn)
    for triangle in sorted(state.activated):
        corners = [positions[corner] for corner in state.lattice.corners_of[triangle]]
        board.line(corners, "cut-off", 0.05, closed=True)
    for crossing, seat in state.tokens:
        cx, cy = positions[crossing]
        board.badge(seats[seat].colour, seats[seat].name[:1].upper(), cx, cy, 2 * _TOKEN)
    return board


def _board_picture(edition: Edition) -> Picture:
    copy = copy_of(edition)
    picture = np.dstack([copy.board, copy.board_mask])
    factor = min(1.0, _BOARD_PX / picture.shape[1])
    return np.asarray(cv2.resize(picture, None, fx=factor, fy=factor, interpolation=cv2.INTER_AREA), np.uint8)


def _rhomb_picture(edition: Edition, kind: int) -> Picture:
    """A rhomb head up, transparent around its outline."""
    picture = copy_of(edition).rhombi[kind]
    high, wide = picture.shape[:2]
    mask = np.zeros((high, wide), np.uint8)
    middle = np.array([(wide - 1) / 2, (high - 1) / 2])
    corners = middle + np.array([[0, -high / 2], [wide / 2, 0], [0, high / 2], [-wide / 2, 0]])
    cv2.fillConvexPoly(mask, np.round(corners * 16).astype(np.int32), 255, cv2.LINE_AA, 4)
    factor = min(1.0, _RHOMB_PX / wide)
    cut = cv2.resize(np.dstack([picture, mask]), None, fx=factor, fy=factor, interpolation=cv2.INTER_AREA)
    return np.asarray(cut, np.uint8)

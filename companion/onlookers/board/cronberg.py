"""Cronberg's board: rhombi and tokens, and what is cut off."""

from __future__ import annotations

import math
from functools import partial

from companion.editions.cronberg_sets import board_cut_out, board_extent, rhomb_cut_out, set_of
from companion.onlookers.board.drawing import BoardDrawing
from companion.ui.kit.theme import badge_letters
from games.cronberg.state import State
from games.game import Seat

_RIM, _ROW = 0.62, math.sqrt(3) / 2
_TOKEN = 0.19  # radius in edges
_BOARD_PX, _RHOMB_PX = 1400, 220


def draw(state: State, seats: tuple[Seat, ...], language: str) -> BoardDrawing:
    """The board as it lies; a world unit is an edge, the middle crossing at 0, 0."""
    del language
    side, prints = state.edition.side, set_of(state.edition)
    board = BoardDrawing(-side - _RIM, -side * _ROW - _RIM, side + _RIM, side * _ROW + _RIM)
    left, top, right, bottom = board_extent(prints)
    make_board = partial(board_cut_out, prints, _BOARD_PX / prints.board.shape[1])
    board.picture("board", make_board, left, top, right - left, bottom - top)
    positions = state.lattice.positions
    for rhomb in state.rhombi:
        (hx, hy), (tx, ty) = positions[rhomb.site.corners[0]], positions[rhomb.site.corners[2]]
        turn = math.degrees(math.atan2(hx - tx, ty - hy))
        left, top = (hx + tx) / 2 - 0.5, (hy + ty) / 2 - _ROW
        make = partial(rhomb_cut_out, prints, rhomb.kind, _RHOMB_PX)
        board.picture(f"rhomb-{rhomb.kind}", make, left, top, 1.0, 2 * _ROW, turn)
    for triangle in sorted(state.activated):
        corners = [positions[corner] for corner in state.lattice.corners_of[triangle]]
        board.line(corners, "cut-off", 0.05, closed=True)
    letters = badge_letters([seat.name for seat in seats])
    for crossing, seat in state.tokens:
        cx, cy = positions[crossing]
        board.badge(seats[seat].colour, letters[seat], cx, cy, 2 * _TOKEN)
    return board

"""A sheet to check an enrolled copy of Cronberg by: its board, triangles named, and its rhombi with their numbers."""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np

from games.cronberg.components import Symbol
from games.cronberg.lattice import lattice_of_side
from vision.cronberg.cronberg_set import CronbergSet
from vision.frames import Picture

_GROUND, _INK, _FAINT, _WARN = (14, 17, 21), (228, 240, 247), (175, 194, 207), (90, 182, 242)  # BGR of the dark theme
_LETTERS = {Symbol.PARK: "P", Symbol.COAT: "W", Symbol.GUARD: "G", Symbol.BLANK: "-"}
_COLOURS = {
    Symbol.PARK: (90, 200, 110),
    Symbol.COAT: (70, 190, 240),
    Symbol.GUARD: (110, 110, 240),
    Symbol.BLANK: (190, 190, 190),
}
_FONT = cv2.FONT_HERSHEY_DUPLEX
_HIGH = 1100  # px of the board
_WIDE = 150  # px of a rhomb
_COLUMNS = 7
_GAP = 18


def set_sheet(
    prints: CronbergSet, doubtful_rhombi: Sequence[int] = (), doubtful_triangles: Sequence[int] = ()
) -> Picture:
    """One BGR picture: the board at the left, numbered rhombi at the right; what is doubtful is marked."""
    board = _board(prints, frozenset(doubtful_triangles))
    rhombi = _rhombi(prints, frozenset(doubtful_rhombi))
    high = max(board.shape[0], rhombi.shape[0]) + 2 * _GAP
    sheet = np.full((high, board.shape[1] + rhombi.shape[1] + 3 * _GAP, 3), _GROUND, np.uint8)
    sheet[_GAP : _GAP + board.shape[0], _GAP : _GAP + board.shape[1]] = board
    left = 2 * _GAP + board.shape[1]
    sheet[_GAP : _GAP + rhombi.shape[0], left : left + rhombi.shape[1]] = rhombi
    return sheet


def _board(prints: CronbergSet, doubtful: frozenset[int]) -> Picture:
    scale = _HIGH / prints.board.shape[0]
    picture = cv2.resize(prints.board, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    px = prints.board_px_per_mm * prints.edge_mm * scale
    middle = (np.array(prints.board_middle_px) + 0.5) * scale
    lattice = lattice_of_side(prints.edition.side)
    for triangle, symbol in enumerate(prints.edition.symbols):
        corners = [np.array(lattice.positions[corner]) for corner in lattice.corners_of[triangle]]
        centre = sum(corners) / 3
        rim = np.round([(centre + (corner - centre) * 0.86) * px + middle for corner in corners]).astype(np.int32)
        cv2.polylines(picture, [rim], True, (0, 0, 0), 5, cv2.LINE_AA)
        cv2.polylines(picture, [rim], True, _COLOURS[symbol], 3, cv2.LINE_AA)
        sign = f"{lattice.triangle_names[triangle]} {_LETTERS[symbol]}{'?' if triangle in doubtful else ''}"
        (width, height), _ = cv2.getTextSize(sign, _FONT, 0.5, 1)
        x, y = centre * px + middle
        at = (int(x - width / 2), int(y + height / 2))
        cv2.rectangle(picture, (at[0] - 4, at[1] - height - 4), (at[0] + width + 4, at[1] + 5), _GROUND, -1)
        cv2.putText(picture, sign, at, _FONT, 0.5, _COLOURS[symbol], 1, cv2.LINE_AA)
    return np.asarray(picture, np.uint8)


def _rhombi(prints: CronbergSet, doubtful: frozenset[int]) -> Picture:
    high = round(_WIDE * np.sqrt(3))
    rows = -(-len(prints.rhombi) // _COLUMNS)
    sheet = np.full((rows * (high + 60 + _GAP), _COLUMNS * (_WIDE + _GAP), 3), _GROUND, np.uint8)
    mask = np.zeros((high, _WIDE), np.uint8)
    cv2.fillConvexPoly(mask, np.array([[_WIDE // 2, 0], [_WIDE, high // 2], [_WIDE // 2, high], [0, high // 2]]), 255)
    for place, (picture, kind) in enumerate(zip(prints.rhombi, prints.edition.kinds, strict=True)):
        row, column = divmod(place, _COLUMNS)
        x, y = column * (_WIDE + _GAP), row * (high + 60 + _GAP)
        small = cv2.resize(picture, (_WIDE, high), interpolation=cv2.INTER_AREA)
        sheet[y : y + high, x : x + _WIDE][mask > 127] = small[mask > 127]
        ink = _WARN if place in doubtful else _INK
        numbers = "/".join(str(number) for number in kind.numbers) + ("?" if place in doubtful else "")
        cv2.putText(sheet, f"{place + 1}", (x, y + high + 18), _FONT, 0.5, _FAINT, 1, cv2.LINE_AA)
        (width, _), _ = cv2.getTextSize(numbers, _FONT, 0.6, 1)
        cv2.putText(sheet, numbers, (x + (_WIDE - width) // 2, y + high + 42), _FONT, 0.6, ink, 1, cv2.LINE_AA)
    return sheet

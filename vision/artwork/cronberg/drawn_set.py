"""Tableside's own copy of Cronberg as the reader wants it, and as a list of pictures to print."""

from __future__ import annotations

import zlib
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

import numpy as np

from games.cronberg.components import CronbergBox, default_edition
from vision.artwork.checksum import drawing_checksum
from vision.artwork.cronberg.board import board_picture, board_size_mm
from vision.artwork.cronberg.rhombi import EDGE_MM, RHOMB_SIZE_MM, THICK_MM, rhomb_back, rhomb_picture
from vision.artwork.drawing_cache import ENDING, drawings_folder, drawn_once
from vision.cronberg.cronberg_set import CronbergSet
from vision.frames import Picture

TOKEN_RADIUS_MM, TOKEN_HIGH_MM = 6.0, 7.0
_PX_PER_MM = 4.0
_BOARD = "board"


@lru_cache(maxsize=2)
def drawn_set(edition: CronbergBox | None = None) -> CronbergSet:
    """The copy that is shipped for printing, drawn once and then kept in the user's cache (or another edition drawn in
    its style)."""
    box = edition or default_edition()
    pictures = _drawn(box) if edition is not None else drawn_once(_place_of(box), _names(box), lambda: _drawn(box))
    board = pictures[_BOARD]
    return CronbergSet(
        edition=box,
        board=np.ascontiguousarray(board[..., :3]),
        board_mask=np.where(board[..., 3] > 127, 255, 0).astype(np.uint8),
        board_px_per_mm=_PX_PER_MM,
        board_middle_px=((board.shape[1] - 1) / 2, (board.shape[0] - 1) / 2),
        rhombi=tuple(np.ascontiguousarray(pictures[name][..., :3]) for name in _names(box)[1:]),
        edge_mm=EDGE_MM,
        token_radius_mm=TOKEN_RADIUS_MM,
        token_high_mm=TOKEN_HIGH_MM,
        rhomb_thick_mm=THICK_MM,
    )


def _names(box: CronbergBox) -> tuple[str, ...]:
    """The board's, then those of the rhombi in the order of the box."""
    return _BOARD, *(f"rhomb {kind.key}" for kind in box.kinds)


def _drawn(box: CronbergBox) -> dict[str, Picture]:
    pictures = board_picture(box, _PX_PER_MM), *(rhomb_picture(kind, _PX_PER_MM) for kind in box.kinds)
    return dict(zip(_names(box), pictures, strict=True))


def _place_of(box: CronbergBox) -> Path:
    """Where its drawing is kept: another place for each box and each way of drawing."""
    return drawings_folder() / f"own-copy-{drawing_checksum('cronberg', zlib.crc32(repr(box).encode())):08x}{ENDING}"


@dataclass(frozen=True, eq=False, slots=True)
class RhombPrint:
    """Something to print to scale.

    Attributes:
        name: what it is; also a file name.
        picture: BGRA; what is transparent is cut away.
        size_mm: width and height on paper.
        count: how many copies.
        back: what is printed on its back, BGRA, or None.
    """

    name: str
    picture: Picture
    size_mm: tuple[float, float]
    count: int = 1
    back: Picture | None = None


def prints(edition: CronbergBox | None = None, px_per_mm: float = 11.8) -> tuple[RhombPrint, ...]:
    """Everything of the copy that is printed, the board first, at about 300 dots an inch."""
    edition = edition or default_edition()
    board = RhombPrint("board", board_picture(edition, min(px_per_mm, 8.0)), board_size_mm(edition.side))
    back = rhomb_back(px_per_mm)
    rhombi = (
        RhombPrint(kind.key, rhomb_picture(kind, px_per_mm), RHOMB_SIZE_MM, kind.count, back) for kind in edition.kinds
    )
    return (board, *rhombi)

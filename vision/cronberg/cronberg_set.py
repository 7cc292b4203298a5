"""Somebody's copy of Cronberg as pictures: what the reader compares the table with.

Board frame, used all through ``vision.cronberg``: mm on the printed board, x right and y down, the middle crossing at
(0, 0), an edge of the hexagon at the top, as in the game's notation.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

import cv2
import numpy as np

from calibration.arrays import Float64Array, Picture
from games.cronberg.components import CronbergBox
from games.cronberg.lattice import TriangleLattice
from vision.pieces.painted_wood import WOOD

_TIP = np.sqrt(3) / 2


@dataclass(frozen=True, eq=False)
class CronbergSet:
    """One copy of the game.

    Attributes:
        edition: symbols and rhombi by the rules.
        board: BGR picture of the empty board.
        board_mask: uint8 (h, w), 255 where the picture shows the board.
        board_px_per_mm: its resolution.
        board_middle_px: (x, y) of the middle crossing on it.
        rhombi: BGR picture of each kind in the edition's order, head up; width one edge, height √3 edges.
        edge_mm: length of a triangle's edge.
        token_radius_mm, token_high_mm: a token's measures.
        rhomb_thick_mm: thickness of a rhomb.
        woods: BGR of the tokens in even light, by colour.
        photographed: board and rhombi were pictured with a camera, each in a light of its own.
    """

    edition: CronbergBox
    board: Picture
    board_mask: Picture
    board_px_per_mm: float
    board_middle_px: tuple[float, float]
    rhombi: tuple[Picture, ...]
    edge_mm: float = 45.0
    token_radius_mm: float = 6.0
    token_high_mm: float = 7.0
    rhomb_thick_mm: float = 2.0
    woods: Mapping[str, tuple[float, float, float]] = field(default_factory=lambda: WOOD)
    photographed: bool = False
    crossings_mm: Float64Array = field(init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "crossings_mm", np.array(self.lattice.positions) * self.edge_mm)

    @property
    def lattice(self) -> TriangleLattice:
        """The board's net."""
        return self.edition.lattice

    @property
    def rhomb_outline_mm(self) -> Float64Array:
        """(4, 2) head, right, tail, left about a rhomb's middle, head up (negative y)."""
        return np.array([[0, -_TIP], [0.5, 0], [0, _TIP], [-0.5, 0]]) * self.edge_mm

    def board_to_px(self) -> Float64Array:
        """(3, 3) from the board frame to px of the board's picture."""
        scale, (x, y) = self.board_px_per_mm, self.board_middle_px
        return np.array([[scale, 0, x], [0, scale, y], [0, 0, 1.0]])

    def board_at(self, px_per_mm: float, margin_mm: float = 0.0) -> tuple[Picture, Picture, Float64Array]:
        """The empty board at a resolution: picture, mask, and (3, 3) from the board frame to its px."""
        corners = cv2.perspectiveTransform(
            np.array([[[0.0, 0.0], [self.board.shape[1], self.board.shape[0]]]]), np.linalg.inv(self.board_to_px())
        )[0]
        low, high = corners[0] - margin_mm, corners[1] + margin_mm
        to_px = np.array([[px_per_mm, 0, -low[0] * px_per_mm], [0, px_per_mm, -low[1] * px_per_mm], [0, 0, 1.0]])
        size = (int(np.ceil((high[0] - low[0]) * px_per_mm)), int(np.ceil((high[1] - low[1]) * px_per_mm)))
        # Shrunk with area averaging first: a warp alone would skip pixels.
        factor = min(1.0, px_per_mm / self.board_px_per_mm)
        small = cv2.resize(self.board, None, fx=factor, fy=factor, interpolation=cv2.INTER_AREA)
        mask = cv2.resize(self.board_mask, small.shape[1::-1], interpolation=cv2.INTER_AREA)
        across = np.diag([small.shape[1] / self.board.shape[1], small.shape[0] / self.board.shape[0], 1.0])
        warp = to_px @ np.linalg.inv(across @ self.board_to_px())
        picture = cv2.warpPerspective(small, warp, size, flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
        shown = cv2.warpPerspective(mask, warp, size, flags=cv2.INTER_LINEAR)
        return np.asarray(picture, np.uint8), np.asarray(shown, np.uint8), to_px

"""The pieces of Tableside's own Cronberg copy as they lie on the simulated table.

The board's frame: mm, x right and y down, the middle crossing at (0, 0), one edge of the hexagon at the top, as in the
game's notation. The simulated table shares it: it is the camera that turns.
"""

from __future__ import annotations

import math

import cv2
import numpy as np

from calibration.arrays import Float64Array
from games.cronberg.components import CronbergBox, RhombKind
from games.cronberg.lattice import Site
from vision.artwork.cronberg.board import (
    BOARD_THICK_MM,
    STONES,
    board_outline_mm,
    board_picture,
    board_size_mm,
    stone_places,
)
from vision.artwork.cronberg.drawn_set import TOKEN_HIGH_MM, TOKEN_RADIUS_MM
from vision.artwork.cronberg.rhombi import EDGE_MM, OUTLINE, RHOMB_SIZE_MM, THICK_MM, TIP, rhomb_back, rhomb_picture
from vision.cronberg.cronberg_set import CronbergSet
from vision.frames import Picture
from vision.simulator.face_wear import worn
from vision.simulator.figures import PAINT
from vision.simulator.scene import FlatPiece, PiecePose, SolidPiece, disc, prism

MARKER_RADIUS_MM, MARKER_HIGH_MM = 4.5, 4.0
_PX_PER_MM = 4.0


def crossing_mm(edition: CronbergBox, crossing: int) -> tuple[float, float]:
    """Where a crossing lies in the board's frame."""
    x, y = edition.lattice.positions[crossing]
    return x * EDGE_MM, y * EDGE_MM


def site_pose(edition: CronbergBox, site: Site) -> PiecePose:
    """How a rhomb lies that covers a site exactly; at turn 0 its head points up."""
    hx, hy = crossing_mm(edition, site.corners[0])
    tx, ty = crossing_mm(edition, site.corners[2])
    return PiecePose((hx + tx) / 2, (hy + ty) / 2, math.degrees(math.atan2(hx - tx, ty - hy)))


def board_piece(edition: CronbergBox, wear: float, rng: np.random.Generator) -> FlatPiece:
    """The board, flat on the table."""
    return FlatPiece(
        "board",
        worn(board_picture(edition, _PX_PER_MM), wear, rng),
        board_size_mm(edition.side),
        PiecePose(0.0, 0.0),
        thickness_mm=BOARD_THICK_MM,
        outline_mm=board_outline_mm(edition.side),
    )


def rhomb_piece(
    name: str,
    kind: RhombKind,
    pose: PiecePose,
    wear: float,
    rng: np.random.Generator,
    height_mm: float = BOARD_THICK_MM,
) -> FlatPiece:
    """A rhomb, face up."""
    return _rhomb(name, worn(rhomb_picture(kind, _PX_PER_MM), wear, rng), pose, height_mm)


def printed_board(prints: CronbergSet, outline_mm: Float64Array, wear: float, rng: np.random.Generator) -> FlatPiece:
    """The board of any copy, flat on the table; ``outline_mm`` (n, 2) of its card about the middle crossing."""
    size = (prints.board.shape[1] / prints.board_px_per_mm, prints.board.shape[0] / prints.board_px_per_mm)
    face = worn(np.dstack([prints.board, prints.board_mask]), wear, rng)
    return FlatPiece("board", face, size, PiecePose(0.0, 0.0), thickness_mm=BOARD_THICK_MM, outline_mm=outline_mm)


def printed_rhomb(
    prints: CronbergSet,
    kind: int,
    pose: PiecePose,
    wear: float,
    rng: np.random.Generator,
    height_mm: float = BOARD_THICK_MM,
) -> FlatPiece:
    """A rhomb of any copy with edges of 45 mm, face up."""
    picture = prints.rhombi[kind]
    alpha = np.zeros(picture.shape[:2], np.uint8)
    scale = picture.shape[1]
    points = [((x + 0.5) * scale, (y + TIP) * scale) for x, y in OUTLINE]
    cv2.fillPoly(alpha, [np.round(points).astype(np.int32)], 255)
    return _rhomb(f"rhomb-{kind}", worn(np.dstack([picture, alpha]), wear, rng), pose, height_mm)


def stack_pieces(count: int, pose: PiecePose, rng: np.random.Generator) -> tuple[FlatPiece, ...]:
    """A face-down stack of rhombi: every fourth of them is drawn, somewhat askew."""
    pieces = []
    for level in range(0, count, 4):
        dx, dy = rng.normal(0, 1.2, 2).tolist()
        askew = pose.moved(dx, dy, float(rng.normal(0, 2)))
        pieces.append(_rhomb(f"stack-{level}", rhomb_back(), askew, level * THICK_MM))
    return tuple(pieces)


def _rhomb(name: str, texture: Picture, pose: PiecePose, height_mm: float) -> FlatPiece:
    outline = np.array(OUTLINE) * EDGE_MM
    return FlatPiece(name, texture, RHOMB_SIZE_MM, pose, THICK_MM, height_mm, outline_mm=outline)


def token_piece(name: str, colour: str, pose: PiecePose, height_mm: float) -> SolidPiece:
    """A token: a round piece of wood."""
    body = prism(disc(TOKEN_RADIUS_MM, 24), 0, TOKEN_HIGH_MM, PAINT[colour])
    return SolidPiece(name, (body,), pose, height_mm, gloss=0.2)


def marker_pieces(scores: dict[str, int], side: int, rng: np.random.Generator) -> tuple[SolidPiece, ...]:
    """The score markers on the city wall; those on one stone stand beside each other along it."""
    places = stone_places(side)
    taken: dict[int, int] = {}
    pieces = []
    for colour, score in scores.items():
        stone = score % STONES
        beside = taken[stone] = taken.get(stone, -1) + 1
        x, y, outward = places[stone]
        turn = math.radians(outward)
        out = (beside - 1) * (MARKER_RADIUS_MM * 2.1) if beside else 0.0
        dx, dy = (float(v) for v in rng.normal(0, 1.0, 2))
        pose = PiecePose(x * EDGE_MM + math.cos(turn) * out + dx, y * EDGE_MM + math.sin(turn) * out + dy)
        body = prism(disc(MARKER_RADIUS_MM, 20), 0, MARKER_HIGH_MM, PAINT[colour])
        pieces.append(SolidPiece(f"marker-{colour}", (body,), pose, BOARD_THICK_MM, gloss=0.2))
    return tuple(pieces)

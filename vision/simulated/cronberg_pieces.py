"""The pieces of Tableside's own Cronberg copy as they lie on the simulated table.

The board's frame: mm, x right and y down, the middle crossing at (0, 0), one edge of the hexagon at the top, as in the
game's notation. The simulated table shares it: it is the camera that turns.
"""

from __future__ import annotations

import math

import cv2
import numpy as np

from games.cronberg.components import Edition, RhombKind
from games.cronberg.lattice import Site
from vision.cronberg.copy import Copy
from vision.frames import Picture
from vision.simulated.camera import Floats
from vision.simulated.cronberg_board import (
    BOARD_THICK_MM,
    STONES,
    board_outline_mm,
    board_picture,
    board_size_mm,
    stone_places,
)
from vision.simulated.cronberg_canvas import INK, Canvas
from vision.simulated.cronberg_rhombi import EDGE_MM, OUTLINE, THICK_MM, TIP, rhomb_picture
from vision.simulated.figures import PAINT
from vision.simulated.scene import FlatPiece, Pose, SolidPiece, disc, prism

TOKEN_RADIUS_MM, TOKEN_HIGH_MM = 6.0, 7.0
MARKER_RADIUS_MM, MARKER_HIGH_MM = 4.5, 4.0
RHOMB_SIZE_MM = (EDGE_MM, 2 * TIP * EDGE_MM)
_PX_PER_MM = 4.0


def crossing_mm(edition: Edition, crossing: int) -> tuple[float, float]:
    """Where a crossing lies in the board's frame."""
    x, y = edition.lattice.positions[crossing]
    return x * EDGE_MM, y * EDGE_MM


def site_pose(edition: Edition, site: Site) -> Pose:
    """How a rhomb lies that covers a site exactly; at turn 0 its head points up."""
    hx, hy = crossing_mm(edition, site.corners[0])
    tx, ty = crossing_mm(edition, site.corners[2])
    return Pose((hx + tx) / 2, (hy + ty) / 2, math.degrees(math.atan2(hx - tx, ty - hy)))


def board_piece(edition: Edition, wear: float, rng: np.random.Generator) -> FlatPiece:
    """The board, flat on the table."""
    return FlatPiece(
        "board",
        worn(board_picture(edition, _PX_PER_MM), wear, rng),
        board_size_mm(edition.side),
        Pose(0.0, 0.0),
        thickness_mm=BOARD_THICK_MM,
        outline_mm=board_outline_mm(edition.side),
    )


def rhomb_piece(
    name: str, kind: RhombKind, pose: Pose, wear: float, rng: np.random.Generator, height_mm: float = BOARD_THICK_MM
) -> FlatPiece:
    """A rhomb, face up."""
    return _rhomb(name, worn(rhomb_picture(kind, _PX_PER_MM), wear, rng), pose, height_mm)


def printed_board(copy: Copy, outline_mm: Floats, wear: float, rng: np.random.Generator) -> FlatPiece:
    """The board of any copy, flat on the table; ``outline_mm`` (n, 2) of its card about the middle crossing."""
    size = (copy.board.shape[1] / copy.board_px_per_mm, copy.board.shape[0] / copy.board_px_per_mm)
    face = worn(np.dstack([copy.board, copy.board_mask]), wear, rng)
    return FlatPiece("board", face, size, Pose(0.0, 0.0), thickness_mm=BOARD_THICK_MM, outline_mm=outline_mm)


def printed_rhomb(
    copy: Copy, kind: int, pose: Pose, wear: float, rng: np.random.Generator, height_mm: float = BOARD_THICK_MM
) -> FlatPiece:
    """A rhomb of any copy with edges of 45 mm, face up."""
    picture = copy.rhombi[kind]
    alpha = np.zeros(picture.shape[:2], np.uint8)
    scale = picture.shape[1]
    points = [((x + 0.5) * scale, (y + TIP) * scale) for x, y in OUTLINE]
    cv2.fillPoly(alpha, [np.round(points).astype(np.int32)], 255)
    return _rhomb(f"rhomb-{kind}", worn(np.dstack([picture, alpha]), wear, rng), pose, height_mm)


def stack_pieces(count: int, pose: Pose, rng: np.random.Generator) -> tuple[FlatPiece, ...]:
    """A face-down stack of rhombi: every fourth of them is drawn, somewhat askew."""
    pieces = []
    for level in range(0, count, 4):
        askew = pose.moved(*(float(v) for v in rng.normal(0, 1.2, 2)), float(rng.normal(0, 2)))
        pieces.append(_rhomb(f"stack-{level}", rhomb_back(), askew, level * THICK_MM))
    return tuple(pieces)


def _rhomb(name: str, texture: Picture, pose: Pose, height_mm: float) -> FlatPiece:
    outline = np.array(OUTLINE) * EDGE_MM
    return FlatPiece(name, texture, RHOMB_SIZE_MM, pose, THICK_MM, height_mm, outline_mm=outline)


def rhomb_back(px_per_mm: float = _PX_PER_MM) -> Picture:
    """The back of every rhomb: a plain city gate, BGRA."""
    c = Canvas(1.0, 2 * TIP, EDGE_MM * px_per_mm, (104, 84, 62))
    c.poly(OUTLINE, (104, 84, 62), INK, 0.02)
    c.poly([(x * 0.8, y * 0.8) for x, y in OUTLINE], None, (176, 188, 200), 0.012)
    for x in (-0.14, 0.14):
        c.rect(x - 0.08, -0.12, x + 0.08, 0.24, (150, 164, 174))
    c.rect(-0.1, -0.02, 0.1, 0.24, (120, 134, 146))
    c.poly([(-0.06, 0.24), (-0.06, 0.12), (0.0, 0.06), (0.06, 0.12), (0.06, 0.24)], INK)
    picture = c.finished()
    alpha = np.zeros(picture.shape[:2], np.uint8)
    scale = EDGE_MM * px_per_mm
    points = [((x + 0.5) * scale, (y + TIP) * scale) for x, y in OUTLINE]
    cv2.fillPoly(alpha, [np.round(points).astype(np.int32)], 255)
    return np.dstack([picture, alpha])


def token_piece(name: str, colour: str, pose: Pose, height_mm: float) -> SolidPiece:
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
        pose = Pose(x * EDGE_MM + math.cos(turn) * out + dx, y * EDGE_MM + math.sin(turn) * out + dy)
        body = prism(disc(MARKER_RADIUS_MM, 20), 0, MARKER_HIGH_MM, PAINT[colour])
        pieces.append(SolidPiece(f"marker-{colour}", (body,), pose, BOARD_THICK_MM, gloss=0.2))
    return tuple(pieces)


def worn(texture: Picture, wear: float, rng: np.random.Generator) -> Picture:
    """A printed face after some years: its own brightness and hue, faded, scuffed along its outline. BGRA."""
    if wear <= 0:
        return texture
    bgr, alpha = texture[..., :3].astype(np.float32), texture[..., 3]
    bgr *= 1 + wear * rng.uniform(-0.12, 0.12) + wear * rng.uniform(-0.06, 0.06, 3).astype(np.float32)
    grey = bgr.mean(axis=2, keepdims=True)
    fade = float(wear * rng.uniform(0.0, 0.3))
    bgr = bgr * (1 - fade) + (grey * 0.6 + 70) * fade
    scuffs = _scuffs(alpha, wear, rng)[..., None]
    bgr = bgr * (1 - scuffs) + np.array((196, 210, 216), np.float32) * scuffs
    return np.dstack([np.clip(bgr, 0, 255).astype(np.uint8), alpha])


def _scuffs(alpha: Picture, wear: float, rng: np.random.Generator) -> Floats:
    """How far the paper shows through, 0 to 1: at edges and corners, and along a few scratches."""
    rows, columns = alpha.shape
    inside = cv2.distanceTransform((np.pad(alpha, 1) > 127).astype(np.uint8), cv2.DIST_L2, 3)[1:-1, 1:-1]
    patches = cv2.resize(rng.random((max(2, rows // 24), max(2, columns // 24))).astype(np.float32), (columns, rows))
    rim = np.exp(-inside / (_PX_PER_MM * (0.4 + 1.2 * wear))) * (patches > 1 - 0.6 * wear)
    scratches = np.zeros((rows, columns), np.uint8)
    for _ in range(int(rng.poisson(3 * wear))):
        start = rng.uniform((0, 0), (columns, rows))
        end = start + rng.normal(0, 0.12 * columns, 2)
        cv2.line(scratches, tuple(int(v) for v in start), tuple(int(v) for v in end), 150, 2, cv2.LINE_AA)
    return np.clip(rim * 0.85 + scratches / 255.0 * 0.7, 0, 1).astype(np.float32)

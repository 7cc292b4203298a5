"""Cronberg's board and rhombi as textures, made when first seen, and how they lie in the board's world.

World units are triangle edges, x right and y down, the middle crossing at 0, 0: the frame of ``lattice.positions``.
"""

from __future__ import annotations

import math
from functools import lru_cache

import cv2
import numpy as np
from kivy.graphics.texture import Texture

from companion.editions.cronberg_copy import copy_of
from companion.ui.kit import masks
from games.cronberg.components import Edition
from games.cronberg.lattice import Lattice, Site

Points = tuple[tuple[float, float], ...]

_TIP = math.sqrt(3) / 2
_SIZES = 24  # textures are made in steps of so many px, so that zooming does not make new ones all the time


@lru_cache(8)
def board_texture(edition: Edition, cell: int) -> Texture:
    """The empty board, about as fine as ``cell`` px an edge asks for."""
    copy = copy_of(edition)
    factor = min(1.0, _stepped(cell) / (copy.board_px_per_mm * copy.edge_mm))
    picture = np.dstack([cv2.cvtColor(copy.board, cv2.COLOR_BGR2RGB), copy.board_mask])
    sized = cv2.resize(picture, None, fx=factor, fy=factor, interpolation=cv2.INTER_AREA)
    return masks.texture_from_rgba(np.asarray(sized, np.uint8))


def board_extent(edition: Edition) -> tuple[float, float, float, float]:
    """Left, top, right and bottom of the board's picture in the world."""
    copy = copy_of(edition)
    edge = copy.board_px_per_mm * copy.edge_mm
    x, y = copy.board_middle_px
    height, width = copy.board.shape[:2]
    return -x / edge, -y / edge, (width - x) / edge, (height - y) / edge


@lru_cache(256)
def rhomb_texture(edition: Edition, kind: int, cell: int) -> Texture:
    """A rhomb head up, transparent around its outline."""
    picture = copy_of(edition).rhombi[kind]
    height, width = picture.shape[:2]
    mask = np.zeros((height, width), np.uint8)
    middle = np.array([(width - 1) / 2, (height - 1) / 2])
    corners = middle + np.array([[0, -height / 2], [width / 2, 0], [0, height / 2], [-width / 2, 0]])
    cv2.fillConvexPoly(mask, np.round(corners * 16).astype(np.int32), 255, cv2.LINE_AA, 4)
    factor = min(1.0, _stepped(cell) / width)
    rgba = np.dstack([cv2.cvtColor(picture, cv2.COLOR_BGR2RGB), mask])
    return masks.texture_from_rgba(
        np.asarray(cv2.resize(rgba, None, fx=factor, fy=factor, interpolation=cv2.INTER_AREA), np.uint8)
    )


def _stepped(cell: int) -> int:
    return max(_SIZES, math.ceil(cell / _SIZES) * _SIZES)


def rhomb_box(lattice: Lattice, site: Site) -> Points:
    """The corners of a rhomb's picture in the world as it lies there: lower left, lower right, upper right, upper left
    of the picture."""
    (hx, hy), (tx, ty) = lattice.positions[site.corners[0]], lattice.positions[site.corners[2]]
    x, y, turn = (hx + tx) / 2, (hy + ty) / 2, math.atan2(hx - tx, ty - hy)
    c, s = math.cos(turn), math.sin(turn)
    corners = ((-0.5, _TIP), (0.5, _TIP), (0.5, -_TIP), (-0.5, -_TIP))
    return tuple((x + c * u - s * v, y + s * u + c * v) for u, v in corners)


def rhomb_outline(lattice: Lattice, site: Site) -> Points:
    """Head, right, tail and left in the world."""
    return tuple(lattice.positions[corner] for corner in site.corners)


def triangle_outline(lattice: Lattice, triangle: int, share: float = 1.0) -> Points:
    """A triangle's corners in the world, drawn in towards its middle by a share."""
    x, y = lattice.centre(triangle)
    corners = (lattice.positions[corner] for corner in lattice.corners_of[triangle])
    return tuple((x + (px - x) * share, y + (py - y) * share) for px, py in corners)

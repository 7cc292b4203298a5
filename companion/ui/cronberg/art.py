"""Cronberg's board and rhombi as textures, made when first seen, and how they lie in the board's world.

World units are triangle edges, x right and y down, the middle crossing at 0, 0: the frame of ``lattice.positions``.
"""

from __future__ import annotations

import math
from functools import lru_cache

import cv2
import numpy as np
from kivy.graphics.texture import Texture

from companion.editions.cronberg_sets import board_cut_out, rhomb_cut_out, set_of
from companion.ui.kit.pictures import masks
from games.cronberg.components import CronbergBox
from games.cronberg.lattice import Site, TriangleLattice
from vision.frames import Picture

Points = tuple[tuple[float, float], ...]

_TIP = math.sqrt(3) / 2
_SIZES = 24  # textures are made in steps of so many px, so that zooming does not make new ones all the time


def board_texture(edition: CronbergBox, cell: int) -> Texture:
    """The empty board, about as fine as ``cell`` px an edge asks for."""
    return _board_of_step(edition, _stepped(cell))


@lru_cache(8)
def _board_of_step(edition: CronbergBox, step: int) -> Texture:
    prints = set_of(edition)
    return _texture(board_cut_out(prints, step / (prints.board_px_per_mm * prints.edge_mm)))


def rhomb_texture(edition: CronbergBox, kind: int, cell: int) -> Texture:
    """A rhomb head up, transparent around its outline."""
    return _rhomb_of_step(edition, kind, _stepped(cell))


@lru_cache(256)
def _rhomb_of_step(edition: CronbergBox, kind: int, step: int) -> Texture:
    return _texture(rhomb_cut_out(set_of(edition), kind, step))


def _texture(bgra: Picture) -> Texture:
    return masks.texture_from_rgba(np.asarray(cv2.cvtColor(bgra, cv2.COLOR_BGRA2RGBA), np.uint8))


def _stepped(cell: int) -> int:
    return max(_SIZES, math.ceil(cell / _SIZES) * _SIZES)


def rhomb_box(lattice: TriangleLattice, site: Site) -> Points:
    """The corners of a rhomb's picture in the world as it lies there: lower left, lower right, upper right, upper left
    of the picture."""
    (hx, hy), (tx, ty) = lattice.positions[site.corners[0]], lattice.positions[site.corners[2]]
    x, y, turn = (hx + tx) / 2, (hy + ty) / 2, math.atan2(hx - tx, ty - hy)
    c, s = math.cos(turn), math.sin(turn)
    corners = ((-0.5, _TIP), (0.5, _TIP), (0.5, -_TIP), (-0.5, -_TIP))
    return tuple((x + c * u - s * v, y + s * u + c * v) for u, v in corners)


def rhomb_outline(lattice: TriangleLattice, site: Site) -> Points:
    """Head, right, tail and left in the world."""
    return tuple(lattice.positions[corner] for corner in site.corners)


def triangle_outline(lattice: TriangleLattice, triangle: int, share: float = 1.0) -> Points:
    """A triangle's corners in the world, drawn in towards its middle by a share."""
    x, y = lattice.centre(triangle)
    corners = (lattice.positions[corner] for corner in lattice.corners_of[triangle])
    return tuple((x + (px - x) * share, y + (py - y) * share) for px, py in corners)

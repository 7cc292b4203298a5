"""Shapes with smooth edges as textures: white with alpha, to be tinted by a ``Color`` before them.

Kivy draws hard edges where the window has no multisampling, and multisampling halves the frame rate of a software
renderer. Shapes drawn once at eight times their size and averaged are smoother than either, and cost one quad.
Textures are made once a shape and size and kept; they need a window.
"""

from __future__ import annotations

import math
from functools import lru_cache

import cv2
import numpy as np
from kivy.graphics.texture import Texture
from numpy.typing import NDArray

from calibration.arrays import ByteMask
from companion.ui.kit.pictures.icon_paths import FIGURE, GRID, ICONS, IconStroke
from companion.ui.kit.theme import Rgba

Points = list[tuple[float, float]]

_FINE = 8  # drawn this many times larger, then averaged
_SHIFT = 4  # sub-pixel bits of OpenCV's drawing
_SPRITES = 512


def texture_from_rgba(picture: NDArray[np.uint8], *, mipmap: bool = False) -> Texture:
    """A texture of an RGBA picture, shape (h, w, 4), row 0 at the top."""
    height, width = picture.shape[:2]
    texture = Texture.create(size=(width, height), colorfmt="rgba", mipmap=mipmap)
    texture.mag_filter = "linear"
    texture.min_filter = "linear_mipmap_linear" if mipmap else "linear"
    texture.blit_buffer(np.ascontiguousarray(picture[::-1]).tobytes(), colorfmt="rgba", bufferfmt="ubyte")
    return texture


def texture_from_alpha(alpha: ByteMask) -> Texture:
    """A white texture with this alpha, shape (h, w), row 0 at the top."""
    picture = np.full((*alpha.shape, 4), 255, np.uint8)
    picture[..., 3] = alpha
    return texture_from_rgba(picture)


def polygon_mask(points: Points, size: tuple[int, int]) -> ByteMask:
    """Alpha of a filled polygon; points in px from the top left, y down."""
    fine = np.zeros((size[1] * _FINE, size[0] * _FINE), np.uint8)
    scaled = np.round(np.array(points) * _FINE * (1 << _SHIFT)).astype(np.int32)
    cv2.fillPoly(fine, [scaled], 255, cv2.LINE_AA, _SHIFT)
    return averaged(fine, size)


def averaged(fine: ByteMask, size: tuple[int, int]) -> ByteMask:
    """The mask drawn large, at its real size (width, height)."""
    return np.asarray(cv2.resize(fine, size, interpolation=cv2.INTER_AREA), np.uint8)


# Panels: a small texture stretched in nine parts


@lru_cache(_SPRITES)
def rounded(radius: int) -> Texture:
    """A filled rounded square to be used in a ``BorderImage`` with :func:`rounded_border`; radius in px."""
    return texture_from_alpha(_rounded_mask(radius, 0))


@lru_cache(_SPRITES)
def rounded_line(radius: int, width: float) -> Texture:
    """The outline of a rounded square, ``width`` px thick, inside the shape."""
    return texture_from_alpha(_rounded_mask(radius, width))


@lru_cache(_SPRITES)
def panel(radius: int, fill: Rgba, rim: Rgba, width: float) -> Texture:
    """A rounded square in its own colours: ``fill`` with a line of ``rim``, ``width`` px thick, over its edge."""
    shape = _rounded_mask(radius, 0)[..., None] / 255
    line = _rounded_mask(radius, width)[..., None] / 255 if width else np.zeros_like(shape)
    over = line * rim[3]
    alpha = over + shape * fill[3] * (1 - over)
    colour = np.array(rim[:3]) * over + np.array(fill[:3]) * (shape * fill[3] * (1 - over))
    colour = colour / np.maximum(alpha, 1e-6)
    # Where nothing shows, the nearest colour stands ready: linear filtering mixes it in at the edge.
    colour = np.where(alpha > 0, colour, np.array(rim[:3] if rim[3] else fill[:3]))
    return texture_from_rgba(np.round(np.dstack([colour, alpha]) * 255).astype(np.uint8))


@lru_cache(_SPRITES)
def shadow(radius: int, blur: int) -> Texture:
    """A soft shadow to lie under :func:`rounded`; it reaches ``blur`` px beyond the shape on every side."""
    side = 2 * (radius + blur) + 2 + 2 * blur
    alpha = np.zeros((side, side), np.uint8)
    alpha[blur : side - blur, blur : side - blur] = 255
    alpha = np.asarray(cv2.GaussianBlur(alpha, (0, 0), max(0.5, blur / 2)), np.uint8)
    return texture_from_alpha(alpha)


def rounded_border(radius: int) -> tuple[int, int, int, int]:
    """The ``border`` of a ``BorderImage`` that shows :func:`rounded` or :func:`rounded_line`."""
    return (radius + 1,) * 4


def shadow_border(radius: int, blur: int) -> tuple[int, int, int, int]:
    """The ``border`` of a ``BorderImage`` that shows :func:`shadow`."""
    return (radius + 2 * blur,) * 4


def _rounded_mask(radius: int, line: float) -> ByteMask:
    side = 2 * radius + 4
    centre = np.arange(side * 4) / 4 + 0.125 - side / 2
    x, y = np.meshgrid(centre, centre)
    half = side / 2 - radius
    outside = np.hypot(np.maximum(np.abs(x) - half, 0), np.maximum(np.abs(y) - half, 0))
    inside = np.minimum(np.maximum(np.abs(x), np.abs(y)) - half, 0)
    distance = outside + inside - radius  # below 0 within the shape
    shape = distance <= 0
    if line:
        shape &= distance >= -line
    return averaged((shape * 255).astype(np.uint8), (side, side))


# Badges


def badge_outline(shape: str, side: float) -> Points:
    """The polygon of a badge within a square of ``side`` px, y down."""
    c = side / 2
    match shape:
        case "circle":
            return _ring(c, c, c, 64)
        case "triangle":
            return [(c, 0.02 * side), (side, 0.94 * side), (0, 0.94 * side)]
        case "square":
            inset = 0.06 * side
            return [(inset, inset), (side - inset, inset), (side - inset, side - inset), (inset, side - inset)]
        case "diamond":
            return [(c, 0), (side, c), (c, side), (0, c)]
        case "plus":
            a, b = 0.24 * side, 0.76 * side
            return [
                (a, 0),
                (b, 0),
                (b, a),
                (side, a),
                (side, b),
                (b, b),
                (b, side),
                (a, side),
                (a, b),
                (0, b),
                (0, a),
                (a, a),
            ]
        case "star":
            return [
                (c + r * math.sin(turn), 0.53 * side - r * math.cos(turn))
                for turn, r in ((k * math.pi / 5, 0.53 * side * (0.62 if k % 2 else 1)) for k in range(10))
            ]
        case "hexagon":
            return _ring(c, c, c, 6)
    raise ValueError(f"no badge is called {shape!r}")


def _ring(x: float, y: float, r: float, corners: int) -> Points:
    turns = (2 * math.pi * k / corners for k in range(corners))
    return [(x + r * math.sin(turn), y - r * math.cos(turn)) for turn in turns]


@lru_cache(_SPRITES)
def badge(shape: str, side: int) -> Texture:
    """A badge filling a square of ``side`` px."""
    return texture_from_alpha(polygon_mask(badge_outline(shape, side), (side, side)))


@lru_cache(_SPRITES)
def badge_inside(shape: str, side: int, rim: float) -> Texture:
    """The same badge less a rim of ``rim`` px."""
    return texture_from_alpha(inside(badge_outline(shape, side), side, rim))


def inside(outline: Points, side: int, rim: float) -> ByteMask:
    """Alpha of a polygon in a square of ``side`` px less everything within ``rim`` px of its edge."""
    pad = 4  # a border of 0, so that what touches the square's edge has an edge of its own
    fine = np.zeros((side * _FINE + 2 * pad,) * 2, np.uint8)
    points = np.round((np.array(outline) * _FINE + pad) * (1 << _SHIFT)).astype(np.int32)
    cv2.fillPoly(fine, [points], 255, cv2.LINE_8, _SHIFT)
    depth = cv2.distanceTransform(fine, cv2.DIST_L2, cv2.DIST_MASK_PRECISE)
    return averaged(((depth > rim * _FINE) * np.uint8(255))[pad:-pad, pad:-pad], (side, side))


@lru_cache(_SPRITES)
def circle_line(side: int, width: float) -> Texture:
    """A circle, ``width`` px thick, in a square of ``side`` px."""
    centre = np.arange(side) + 0.5 - side / 2
    far = np.hypot(*np.meshgrid(centre, centre))
    alpha = np.clip(side / 2 - far, 0, 1) * np.clip(far - (side / 2 - width), 0, 1)
    return texture_from_alpha((alpha * 255).astype(np.uint8))


# Icons


@lru_cache(_SPRITES)
def icon(name: str, side: int) -> Texture:
    """An icon of ``icon_paths`` in a square of ``side`` px."""
    return texture_from_alpha(icon_mask(name, side))


def icon_mask(name: str, side: int) -> ByteMask:
    """Alpha of an icon, drawn stroke by stroke."""
    fine = np.zeros((side * _FINE, side * _FINE), np.uint8)
    scale = side * _FINE / GRID
    for stroke in ICONS[name]:
        _draw(fine, stroke, scale)
    return averaged(fine, (side, side))


def _draw(fine: ByteMask, stroke: IconStroke, scale: float) -> None:
    value = 0 if stroke.cut else 255
    points = np.round(np.array(stroke.points) * scale).astype(np.int32)
    if stroke.width == 0:
        cv2.fillPoly(fine, [points], value)
        return
    thickness = max(1, round(stroke.width * scale))
    cv2.polylines(fine, [points], stroke.closed, value, thickness)
    for x, y in points:  # round ends and corners
        cv2.circle(fine, (int(x), int(y)), thickness // 2, value, -1)


# Patterns: owner's textures and hatching, tiled over an area


@lru_cache(_SPRITES)
def pattern(name: str, side: int) -> Texture:
    """A pattern that repeats every ``side`` px (a power of two); see ``theme.PlayerPaint.texture``, and ``hatch``."""
    texture = texture_from_alpha(pattern_mask(name, side))
    texture.wrap = "repeat"
    return texture


def pattern_mask(name: str, side: int) -> ByteMask:
    """Alpha of one tile of a pattern."""
    u, v = np.meshgrid(*(2 * [(np.arange(side * 4) + 0.5) / (side * 4)]))  # 0 to 1 from left to right, top to bottom
    match name:
        case "solid":
            on = np.ones_like(u, bool)
        case "none":
            on = np.zeros_like(u, bool)
        case "dots":
            on = np.hypot(u % 0.5 - 0.25, v % 0.5 - 0.25) < 0.15
        case "slanted":
            on = (u + v) % 0.5 < 0.22
        case "level":
            on = v % 0.5 < 0.22
        case "grid":
            on = (u % 0.5 < 0.13) | (v % 0.5 < 0.13)
        case "crosses":
            a, b = np.abs(u % 0.5 - 0.25), np.abs(v % 0.5 - 0.25)
            on = (np.abs(a - b) < 0.07) & (np.maximum(a, b) < 0.17)
        case "hatch":
            on = (u - v) % 0.5 < 0.18
        case _:
            raise ValueError(f"no pattern is called {name!r}")
    return averaged((on * 255).astype(np.uint8), (side, side))


# Followers


@lru_cache(_SPRITES)
def figure(side: int, turns: int) -> Texture:
    """A figure in a square of ``side`` px, lying after a quarter turn."""
    return texture_from_alpha(polygon_mask(_figure_outline(side, turns), (side, side)))


@lru_cache(_SPRITES)
def figure_inside(side: int, turns: int, rim: float) -> Texture:
    """The same figure less its rim."""
    return texture_from_alpha(inside(_figure_outline(side, turns), side, rim))


def _figure_outline(side: int, turns: int) -> Points:
    points = [(x * side / GRID, y * side / GRID) for x, y in FIGURE]
    for _ in range(turns % 4):
        points = [(side - y, x) for x, y in points]
    return points


def rounded_picture_mask(width: int, height: int, radius: int) -> ByteMask:
    """Alpha of a rounded rectangle, to cut a picture's corners."""
    x = np.abs(np.arange(width) + 0.5 - width / 2) - (width / 2 - radius)
    y = np.abs(np.arange(height) + 0.5 - height / 2) - (height / 2 - radius)
    far = np.hypot(np.maximum(x, 0)[None, :], np.maximum(y, 0)[:, None])
    return np.asarray(np.clip(radius - far + 0.5, 0, 1) * 255, np.uint8)

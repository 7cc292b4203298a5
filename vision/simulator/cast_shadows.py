"""Shadows that things on a table cast."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import cv2
import numpy as np

from calibration.arrays import Float64Array
from vision.frames import Picture
from vision.simulator.canvas import fill, window_of
from vision.simulator.scene import FlatPiece, SceneLamp

if TYPE_CHECKING:
    from vision.simulator.painter import Painter


def cast_shadows(
    canvas: Picture, bodies: Sequence[Float64Array], lamps: tuple[SceneLamp, ...], painter: Painter, strength: float
) -> None:
    """Darken the canvas where bodies (each a cloud of points whose hull throws the shadow) keep the lamps off it."""
    if strength <= 0:
        return
    cloud = np.vstack(bodies)
    middle, tall = cloud.mean(axis=0), float(cloud[:, 2].max())
    scale = painter.canvas_scale(middle[0], middle[1])
    for fall_x, fall_y, share, blur_mm in falls(lamps, tall):
        shapes = []
        for body in bodies:
            ground = np.column_stack(
                [body[:, 0] + fall_x * body[:, 2], body[:, 1] + fall_y * body[:, 2], np.zeros(len(body))]
            )
            shapes.append(cv2.convexHull(painter.canvas_points(ground).astype(np.float32))[:, 0])
        sigma = max(0.5, blur_mm * scale)
        window = window_of(np.vstack(shapes), canvas, margin=int(3 * sigma) + 2)
        if window is None:
            continue
        left, top, right, bottom = window
        # Wide blurs are made on a smaller mask: nobody sees the difference.
        coarse = max(1, int(sigma / 2.5))
        mask = np.zeros(((bottom - top) // coarse + 2, (right - left) // coarse + 2), np.uint8)
        for shape in shapes:
            fill(mask, (shape - [left, top]) / coarse, 255)
        _shade(canvas, mask, window, coarse, sigma, share * strength)


def _shade(
    canvas: Picture, mask: Picture, window: tuple[int, int, int, int], coarse: int, sigma: float, share: float
) -> None:
    """Darken a window of the canvas by a mask that is ``coarse`` times smaller, after blurring it."""
    left, top, right, bottom = window
    mask = np.asarray(cv2.GaussianBlur(mask, (0, 0), sigma / coarse), np.uint8)
    keep = 1.0 - (1.0 - (1.0 - share) ** (1 / 2.2)) / 255.0 * np.arange(256)
    shade = cv2.LUT(mask, np.round(keep * 255).astype(np.uint8))
    if coarse > 1:
        size = (mask.shape[1] * coarse, mask.shape[0] * coarse)
        shade = cv2.resize(shade, size, interpolation=cv2.INTER_LINEAR)
    shade = shade[: bottom - top, : right - left]
    region = canvas[top:bottom, left:right]
    region[:] = cv2.multiply(region, cv2.merge([shade, shade, shade]), scale=1 / 255)


def cast_cut_out(canvas: Picture, piece: FlatPiece, lamps: tuple[SceneLamp, ...], painter: Painter) -> None:
    """The shadow of a cut-out (a hand): its own shape, moved by its height and blurred."""
    if piece.shade <= 0:
        return
    corners = piece.corners()
    tall = float(corners[:, 2].mean())
    scale = painter.canvas_scale(piece.pose.x, piece.pose.y)
    rows, columns = piece.texture.shape[:2]
    source = np.array([[0, 0], [columns, 0], [columns, rows], [0, rows]], np.float32)
    for fall_x, fall_y, share, blur_mm in falls(lamps, tall):
        fallen = corners.copy()
        fallen[:, 0] += fall_x * corners[:, 2]
        fallen[:, 1] += fall_y * corners[:, 2]
        fallen[:, 2] = 0.0
        points = painter.canvas_points(fallen)
        sigma = max(0.5, blur_mm * scale)
        window = window_of(points, canvas, margin=int(3 * sigma) + 2)
        if window is None:
            continue
        left, top, right, bottom = window
        coarse = max(1, int(sigma / 2.5))
        size = ((right - left) // coarse + 2, (bottom - top) // coarse + 2)
        warp = cv2.getPerspectiveTransform(source, ((points - [left, top]) / coarse).astype(np.float32))
        alpha = cv2.warpPerspective(cv2.extractChannel(piece.texture, 3), warp, size)
        _shade(canvas, np.asarray(alpha, np.uint8), window, coarse, sigma, share * piece.shade)


def falls(lamps: tuple[SceneLamp, ...], tall: float) -> list[tuple[float, float, float, float]]:
    """For each light: how far shadows fall for a mm of height (x, y), its share, and how blurred they are, mm."""
    falls = [(*lamp.fall, lamp.share, lamp.softness * tall / 2) for lamp in lamps]
    falls.append((0.0, 0.0, 0.22, 1.2 + 0.12 * tall))  # what keeps off the light that comes from everywhere
    return falls

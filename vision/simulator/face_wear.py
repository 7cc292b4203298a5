"""What years of play do to a printed face that is cut to an outline: it fades, and its outline is scuffed."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.frames import Picture

_PX_PER_MM = 4.0


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


def _scuffs(alpha: Picture, wear: float, rng: np.random.Generator) -> NDArray[np.float32]:
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
    return np.asarray(np.clip(rim * 0.85 + scratches / 255.0 * 0.7, 0, 1), np.float32)

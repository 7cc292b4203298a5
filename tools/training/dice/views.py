"""Parts of examples as they are shown to a network: turned, mirrored, at another size and in another light."""

from __future__ import annotations

from typing import NamedTuple

import cv2
import numpy as np


class View(NamedTuple):
    """A part of a picture, the (2, 3) map to it, and OpenCV's name for what stands beyond the picture's rim."""

    part: np.ndarray
    affine: np.ndarray
    border: int


def view(
    picture: np.ndarray,
    middle: np.ndarray,
    scale: float,
    size: int,
    rng: np.random.Generator,
    turned: float | None = None,
) -> View:
    """A part of a picture around a place, ``turned`` by so many radians, any way round where none are told, and perhaps
    mirrored."""
    angle = rng.uniform(0, 2 * np.pi) if turned is None else turned
    spin = np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]]) * scale
    if rng.random() < 0.5:
        spin[:, 0] *= -1
    affine = np.column_stack([spin, (size - 1) / 2 - spin @ middle])
    border = int(rng.choice([cv2.BORDER_CONSTANT, cv2.BORDER_REFLECT_101, cv2.BORDER_REPLICATE]))
    reach = 0.75 * size / scale + 4
    rows, columns = picture.shape[:2]
    left, top = int(np.clip(middle[0] - reach, 0, columns - 1)), int(np.clip(middle[1] - reach, 0, rows - 1))
    part = picture[top : max(top + 1, int(middle[1] + reach) + 2), left : max(left + 1, int(middle[0] + reach) + 2)]
    if scale < 0.7:
        part = cv2.GaussianBlur(part, (0, 0), 0.35 / scale)
    to_part = np.column_stack([spin, affine[:, 2] + spin @ [left, top]])
    part = cv2.warpAffine(part, to_part, (size, size), flags=cv2.INTER_LINEAR, borderMode=border)
    return View(part, affine, border)


def recoloured(patch: np.ndarray, rng: np.random.Generator) -> np.ndarray:
    """Other light, other dyes, a little noise and blur."""
    values: np.ndarray = patch.astype(np.float32)
    if rng.random() < 0.25:
        values = values[..., rng.permutation(3)]
    if rng.random() < 0.12:
        values = np.repeat(values.mean(axis=-1, keepdims=True), 3, axis=-1)
    if rng.random() < 0.08:
        values = 255 - values
    if rng.random() < 0.2:
        values = cv2.GaussianBlur(values, (0, 0), rng.uniform(0.4, 0.9))
    values = 255 * np.clip(values / 255, 0, 1) ** np.float32(rng.uniform(0.6, 1.6))
    middle = values.mean()
    values = (values - middle) * np.float32(rng.uniform(0.6, 1.5)) + middle
    dye = (rng.uniform(0.75, 1.3) * rng.uniform(0.88, 1.12, 3)).astype(np.float32)
    values = values * dye + rng.normal(0, 5, 3).astype(np.float32)
    values += rng.standard_normal((*values.shape[:2], 1), dtype=np.float32) * np.float32(rng.uniform(0, 6))
    return np.asarray(np.clip(values, 0, 255))

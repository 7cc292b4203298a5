"""A bare table with a sheet of paper and wooden pieces, as a camera sees it: drawn from the forms' own bodies."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from calibration.colours import rgb_of, usual_lab
from calibration.lens import Lens
from calibration.table_plane import TablePlane
from vision.pieces.forms import Form

SIZE = (800, 1200)  # height, width
TABLE = (72, 104, 138)  # BGR
A4 = (297.0, 210.0)


@dataclass(frozen=True)
class Shown:
    """A piece on the table: its form, colour, middle in mm from the paper's, and how large it is beside the usual."""

    form: Form
    colour: str
    at: tuple[float, float]
    size: float = 1.0


def camera(tilt_deg: float = 24.0, away_mm: float = 700.0) -> TablePlane:
    """Looks at the table aslant, from the side where y grows."""
    lens = Lens.nominal(SIZE[1], SIZE[0])
    tilt = np.radians(tilt_deg)
    right, down = np.array([1.0, 0, 0]), np.array([0, np.cos(tilt), -np.sin(tilt)])
    middle = np.array([75.0, 30.0])
    origin = np.array([0, 0, away_mm]) - right * middle[0] - down * middle[1]
    return TablePlane(np.asarray(lens.matrix @ np.stack([right, down, origin], axis=1), np.float64), lens)


def photograph(
    shown: Sequence[Shown],
    *,
    plane: TablePlane | None = None,
    paper: tuple[float, float] | None = A4,
    light: tuple[float, float, float] = (0.86, 0.95, 1.0),
    seed: int = 1,
) -> np.ndarray:
    """The picture, BGR, in a light (BGR, share of white)."""
    view = camera() if plane is None else plane
    picture = np.full((*SIZE, 3), TABLE, np.float32)
    if paper is not None:
        corners = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]]) * np.array(paper) / 2
        _fill(picture, view.to_picture(corners), (240.0, 240.0, 240.0))
    for one in sorted(shown, key=lambda piece: piece.at[1]):
        red, green, blue = (255 * part for part in rgb_of(_lab(one)))
        for block in one.form.blocks:
            low, high = block.low * one.size, block.high * one.size
            foot = _raised(view, block.outline * one.size + one.at, low)
            top = _raised(view, block.outline * one.size * block.top + one.at, high)
            _fill(picture, np.vstack([foot, top]), (0.7 * blue, 0.7 * green, 0.7 * red))
            _fill(picture, top, (blue, green, red))
    seen = cv2.GaussianBlur(picture * np.array(light, np.float32), (0, 0), 1.0)
    grain = np.random.default_rng(seed).normal(0, 2.0, seen.shape)
    return np.clip(seen + grain, 0, 255).astype(np.uint8)


def _lab(one: Shown) -> tuple[float, float, float]:
    return usual_lab(one.colour) if one.form.owned else one.form.tint or (20.0, 0.0, 0.0)


def _raised(view: TablePlane, points_mm: np.ndarray, high_mm: float) -> np.ndarray:
    feet = view.to_picture(points_mm)
    up = np.stack([view.upright((float(x), float(y))) for x, y in points_mm])
    return feet + up * high_mm


def _fill(picture: np.ndarray, points: np.ndarray, bgr: tuple[float, float, float]) -> None:
    hull = cv2.convexHull(points.astype(np.float32))[:, 0]
    cv2.fillConvexPoly(picture, np.round(hull * 16).astype(np.int32), bgr, cv2.LINE_AA, 4)


def in_rows(forms: Sequence[Form], colours: Sequence[str], *, size: float = 1.0) -> list[Shown]:
    """A row for every form, right of the paper."""
    return [
        Shown(form, colour if form.owned else form.kind, (175.0 + 34.0 * column, -85.0 + 40.0 * row), size)
        for row, form in enumerate(forms)
        for column, colour in enumerate(colours if form.owned else colours[:1])
    ]

"""Lay painted tiles on a table, stand followers on them, and photograph one: what a camera and a lattice would give.

The crop shows the tile askew, too large or too small by as much as a lattice is wrong, with strips of its neighbours.
"""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.arrays import ByteMask
from tools.training.terrain.painting.art import NOTHING, TILE, Art
from tools.training.terrain.painting.canvas import TileCanvas
from tools.training.terrain.painting.palette import Colour, any_colour, hsv, near, shade
from tools.training.terrain.painting.plan import Points, Rng
from tools.training.terrain.painting.texture import PaperSurface, noise, paint_surface
from vision.frames import Picture

CROP = 64  # px a side of what the reader gets
MARGIN = 40  # px of the neighbourhood around the tile
LONG_SHADOW = (0.6, 1.7)  # how far one is cast, in sizes of who casts it
SCENE = TILE + 2 * MARGIN
FOLLOWER_COLOURS: tuple[Colour, ...] = (
    (40, 40, 200),
    (40, 200, 230),
    (60, 150, 40),
    (190, 90, 30),
    (30, 30, 30),
    (190, 120, 230),
    (235, 235, 235),
    (110, 110, 110),
    (40, 120, 230),
)


@dataclass(frozen=True, slots=True)
class LaidSquare:
    """A tile as it lies: picture and labels turned, and its column of ``vision.tile_map.terrain.kinds.placements``."""

    image: Picture
    labels: ByteMask
    column: int
    sides: tuple[str, str, str, str]


def lay(art: Art, turns: int, column: int) -> LaidSquare:
    """Turn a painted tile clockwise."""
    return LaidSquare(
        np.ascontiguousarray(np.rot90(art.image, -turns)),
        np.ascontiguousarray(np.rot90(art.labels, -turns)),
        column,
        art.kind.sides(turns),
    )


@dataclass(frozen=True, slots=True)
class Table:
    """Where the tiles lie: a sheet of table, the outline of a tile (gap and round corners; 255 inside), and how far
    each lies off its place (px of the scene)."""

    sheet: Picture
    stamp: ByteMask
    slip: float


def set_table(rng: Rng) -> Table:
    """A table of wood, cloth, paper or stone."""
    wood = rng.random() < 0.5
    base = hsv(rng.uniform(15, 40), rng.uniform(0.2, 0.7), rng.uniform(0.2, 0.85)) if wood else any_colour(rng)
    if rng.random() < 0.3:
        level = rng.uniform(10, 250)
        base = near((level, level, level), 8, rng)
    surface = PaperSurface(
        colours=(base, near(shade(base, rng.uniform(0.6, 1.2)), 15, rng)),
        patches=rng.uniform(0, 0.7),
        cells=rng.uniform(1, 12),
        speckle=rng.uniform(0, 8),
        stripes=rng.uniform(3, 25) if wood else float(rng.choice([0, 0, 12])),
        pitch=rng.uniform(0.02, 0.2),
    )
    return Table(
        paint_surface(surface, TILE, rng, 2.5),
        stamp=_stamp(_often_none(1, 5, rng), _often_none(2, 9, rng)),
        slip=float(rng.choice([0.5, rng.uniform(0, 4)])),
    )


def _often_none(low: int, high: int, rng: Rng) -> int:
    """0, or every third time any from ``low`` to below ``high``."""
    return int(rng.choice([0, 0, int(rng.integers(low, high))]))


class Pool:
    """All tiles of one style, laid every way, to be found by what leaves a side."""

    def __init__(self, laid: list[LaidSquare]) -> None:
        self.laid = laid
        self._by_side: dict[tuple[int, str], list[LaidSquare]] = {}
        for one in laid:
            for side, terrain in enumerate(one.sides):
                self._by_side.setdefault((side, terrain), []).append(one)

    def neighbour(self, side: int, terrain: str, rng: Rng) -> LaidSquare:
        """One that fits beyond ``side`` of a tile that shows ``terrain`` there (now and then one that does not)."""
        fitting = self._by_side.get(((side + 2) % 4, terrain), [])
        if not fitting or rng.random() < 0.05:
            fitting = self.laid
        return fitting[rng.integers(len(fitting))]


def _slot(scene: Picture, labels: ByteMask, laid: LaidSquare, offset: tuple[int, int], table: Table, rng: Rng) -> None:
    """Put a tile at its place of the scene, ``offset`` in tiles from the middle, a little off its place."""
    slip = np.round(rng.normal(0, table.slip, 2)).astype(int) if any(offset) else (0, 0)
    left, top = offset[0] * TILE + MARGIN + int(slip[0]), offset[1] * TILE + MARGIN + int(slip[1])
    x0, y0, x1, y1 = max(left, 0), max(top, 0), min(left + TILE, SCENE), min(top + TILE, SCENE)
    here, there = np.s_[y0:y1, x0:x1], np.s_[y0 - top : y1 - top, x0 - left : x1 - left]
    shape = table.stamp[there]
    cv2.copyTo(laid.image[there], shape, scene[here])
    cv2.copyTo(laid.labels[there], shape, labels[here])


def _stamp(gap: int, corner: int) -> ByteMask:
    """255 where the tile is: ``gap`` px of table on the right and below, ``corner`` px the radius of the corners."""
    mask = np.zeros((TILE, TILE), np.uint8)
    inner = mask[corner : TILE - gap - corner, corner : TILE - gap - corner]
    inner[:] = 255
    around = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (2 * corner + 1, 2 * corner + 1))
    return np.asarray(cv2.dilate(mask, around), np.uint8)


def build_scene(laid: LaidSquare, pool: Pool, table: Table, rng: Rng) -> tuple[Picture, ByteMask]:
    """The tile in the middle of its neighbours, some of which are missing. Shapes (208, 208[, 3])."""
    y, x = rng.integers(0, table.sheet.shape[0] - SCENE, 2)
    scene = table.sheet[y : y + SCENE, x : x + SCENE].copy()
    labels = np.full((SCENE, SCENE), NOTHING, np.uint8)
    alone = rng.random() < 0.08
    for side, offset in enumerate(((0, -1), (1, 0), (0, 1), (-1, 0))):
        if not alone and rng.random() < 0.72:
            _slot(scene, labels, pool.neighbour(side, laid.sides[side], rng), offset, table, rng)
    for offset in ((-1, -1), (1, -1), (1, 1), (-1, 1)):
        if not alone and rng.random() < 0.6:
            _slot(scene, labels, pool.laid[rng.integers(len(pool.laid))], offset, table, rng)
    _slot(scene, labels, laid, (0, 0), table, rng)
    return scene, labels


_BODY = np.array(
    [
        (-0.5, 0.5),
        (-0.42, 0.1),
        (-0.55, -0.02),
        (-0.2, -0.2),
        (-0.2, -0.42),
        (0, -0.52),
        (0.2, -0.42),
        (0.2, -0.2),
        (0.55, -0.02),
        (0.42, 0.1),
        (0.5, 0.5),
        (0.12, 0.5),
        (0, 0.3),
        (-0.12, 0.5),
    ]
)


def stand_follower(scene: Picture, rng: Rng, low_lamp: float = 0.0) -> Points:
    """A follower somewhere on the scene: lying, or standing and seen at a slant, with its shadow, which is a long one
    at the chance that the lamp is a ``low_lamp``. Returns the outline (n, 2) that it hides, its shadow aside, px of the
    scene."""
    canvas = TileCanvas(scene)
    unit = TILE / SCENE
    at = rng.uniform(0.15, 0.85, 2)
    size = unit * rng.uniform(0.26, 0.42)
    angle = rng.uniform(-np.pi, np.pi) if rng.random() < 0.4 else rng.normal(0, 0.3)
    turn = np.array([(np.cos(angle), np.sin(angle)), (-np.sin(angle), np.cos(angle))])
    body = at + size * _BODY * (1, rng.uniform(0.35, 1.0)) @ turn
    colour = near(FOLLOWER_COLOURS[rng.integers(len(FOLLOWER_COLOURS))], 14, rng)
    if low_lamp and rng.random() < low_lamp:
        cast = np.concatenate([body, body + size * rng.uniform(*LONG_SHADOW) * direction(rng)])
        _shadow(scene, cv2.convexHull(cast.astype(np.float32))[:, 0].astype(np.float64), rng.uniform(0.4, 0.85))
    else:
        _shadow(scene, body + size * rng.uniform(0.05, 0.5) * direction(rng), rng.uniform(0.4, 0.85))
    thick = size * rng.uniform(0.1, 0.5) * direction(rng)
    for share in np.linspace(1, 0.1, 5):
        canvas.fill(body + share * thick, shade(colour, 0.7))
    canvas.fill(body, colour)
    if rng.random() < 0.3:
        canvas.fill(at + 0.6 * (body - at), shade(colour, 1.15))
    return np.asarray(np.concatenate([body, body + thick]) * SCENE)


def direction(rng: Rng) -> Points:
    """(2,) any way, length 1."""
    angle = rng.uniform(0, 2 * np.pi)
    return np.array((np.cos(angle), np.sin(angle)))


def _shadow(scene: Picture, body: Points, depth: float) -> None:
    mask = np.zeros((*scene.shape[:2], 1), np.uint8)
    TileCanvas(mask).fill(body, (255, 255, 255))
    soft = cv2.GaussianBlur(mask[..., 0], (0, 0), 3).astype(np.float32) / 255
    scene[:] = (scene * (1 - (1 - depth) * soft)[..., None]).astype(np.uint8)


@dataclass(frozen=True, slots=True)
class CameraAim:
    """How far the lattice is off: shifts and the corners' own errors in tile widths, scale, degrees."""

    shift: float = 0.04
    scale: float = 0.04
    angle: float = 2.2
    corners: float = 0.018


def crop_corners(aim: CameraAim, rng: Rng) -> Points:
    """The corners of the crop in the frame of the scene, px, shape (4, 2); seldom further off than 8 %."""
    square = np.array([(-0.5, -0.5), (0.5, -0.5), (0.5, 0.5), (-0.5, 0.5)])
    angle = np.radians(np.clip(rng.normal(0, aim.angle), -6, 6))
    turn = np.array([(np.cos(angle), np.sin(angle)), (-np.sin(angle), np.cos(angle))])
    scale = 1 + np.clip(rng.normal(0.0, aim.scale), -0.1, 0.1)
    shift = np.clip(rng.normal(0, aim.shift, 2), -0.12, 0.12)
    corners = square @ turn * scale + shift + rng.normal(0, aim.corners, (4, 2))
    return np.asarray((corners + 0.5) * TILE + MARGIN, np.float64)


def expose(view: Picture, rng: Rng, size: int, crop: int = CROP) -> Picture:
    """What a camera makes of the view when it is ``size`` px wide on its sensor: light, lens, grain, JPEG.

    Returns (crop, crop, 3).
    """
    view = np.asarray(cv2.resize(view, (size, size), interpolation=cv2.INTER_AREA), np.uint8)
    harsh = rng.uniform(0.3, 1.1)
    picture = view.astype(np.float32) * _light(size, harsh, rng)
    if rng.random() < 0.25:
        gray = picture.mean(axis=2, keepdims=True)
        picture = gray + rng.uniform(0.45, 1.35) * (picture - gray)
    if rng.random() < 0.3:
        picture = 255 * np.clip(picture / 255, 0, None) ** rng.uniform(0.7, 1.5)
    if rng.random() < 0.25:  # haze of a bright room
        haze = rng.uniform(0, 0.35)
        picture = picture * (1 - haze) + haze * rng.uniform(120, 255)
    if rng.random() < 0.08:
        picture += _glare(size, rng)
    sigma = min(abs(rng.normal(0, 0.7 * harsh)), 1.5) * size / 48
    if sigma > 0.3:
        picture = np.asarray(cv2.GaussianBlur(picture, (0, 0), sigma), picture.dtype)
    elif rng.random() < 0.25:  # sharpened by the telephone
        picture += rng.uniform(0.3, 1.2) * (picture - cv2.GaussianBlur(picture, (0, 0), 1.0))
    picture += abs(rng.normal(0, 5 * harsh)) * rng.standard_normal(picture.shape, np.float32)
    shot = np.clip(picture, 0, 255).astype(np.uint8)
    if rng.random() < 0.6:
        quality = int(rng.integers(45, 96))
        shot = cv2.imdecode(cv2.imencode(".jpg", shot, [cv2.IMWRITE_JPEG_QUALITY, quality])[1], cv2.IMREAD_COLOR)
    way = cv2.INTER_AREA if size > crop else int(rng.choice([cv2.INTER_LINEAR, cv2.INTER_CUBIC]))
    return np.asarray(cv2.resize(shot, (crop, crop), interpolation=way), np.uint8)


def _light(size: int, harsh: float, rng: Rng) -> NDArray[np.float32]:
    """Gains for every pixel: colour of the light, exposure, falloff, a shadow's edge."""
    warm = rng.normal(0, 0.16 * harsh)
    gains = np.array([1 - warm, 1 + rng.normal(0, 0.03), 1 + warm], np.float32) * 2 ** rng.normal(-0.12, 0.4 * harsh)
    y, x = np.mgrid[0:size, 0:size].astype(np.float32) / size - 0.5
    angle = rng.uniform(0, 2 * np.pi)
    ramp = 1 + rng.normal(0, 0.25 * harsh) * (x * np.cos(angle) + y * np.sin(angle))
    if rng.random() < 0.15:
        angle, at, soft = rng.uniform(0, 2 * np.pi), rng.uniform(-0.4, 0.4), rng.uniform(3, 30)
        edge = 1 / (1 + np.exp(-soft * (x * np.cos(angle) + y * np.sin(angle) - at + 0.05 * noise(size, 3, rng))))
        ramp *= 1 - rng.uniform(0.2, 0.6) * edge
    light: NDArray[np.float32] = (ramp[..., None] * gains).astype(np.float32)
    return light


def _glare(size: int, rng: Rng) -> NDArray[np.float32]:
    y, x = np.mgrid[0:size, 0:size].astype(np.float32) / size
    cx, cy, wide = rng.uniform(-0.1, 1.1), rng.uniform(-0.1, 1.1), rng.uniform(0.08, 0.4)
    patch = np.exp(-((x - cx) ** 2 + (y - cy) ** 2) / (2 * wide**2))
    glare: NDArray[np.float32] = (rng.uniform(60, 220) * patch[..., None]).astype(np.float32)
    return glare


def camera_size(rng: Rng) -> int:
    """Width of a tile on the sensor in px, 26 to 120, small ones as often as large ones."""
    return int(np.exp(rng.uniform(np.log(26), np.log(120))))


def look_at(scene: Picture, labels: ByteMask, corners: Points, rng: Rng) -> tuple[Picture, ByteMask]:
    """The crop (64, 64, 3) and the terrain under it (32, 32) for a quadrilateral of the scene."""
    target = np.array([(0, 0), (TILE, 0), (TILE, TILE), (0, TILE)], np.float32) - 0.5
    matrix = cv2.getPerspectiveTransform((corners - 0.5).astype(np.float32), target)
    view = cv2.warpPerspective(scene, matrix, (TILE, TILE), borderMode=cv2.BORDER_REPLICATE)
    half = np.diag([32 / TILE, 32 / TILE, 1]) @ matrix
    truth = cv2.warpPerspective(labels, half, (32, 32), flags=cv2.INTER_NEAREST, borderValue=NOTHING)
    return expose(np.asarray(view, np.uint8), rng, camera_size(rng)), np.asarray(truth, np.uint8)

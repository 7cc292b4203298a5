"""What light, lens and sensor make of a canvas: shading, colour of light, glare, exposure, blur, grain and JPEG.

Light is reckoned linearly; pictures hold its 1/2.2th power, so a gain of g is a factor of g^(1/2.2) on a picture.
"""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.arrays import Float64Array
from vision.frames import Picture
from vision.simulator.camera import SimulatedCamera
from vision.simulator.conditions import Conditions, GlarePlace
from vision.simulator.painter import Painter
from vision.simulator.scene import TableScene

GAMMA = 2.2
_BRIGHT, _COLOURED = 0.86, 0.51  # shares of the grain that are of brightness and of colour
_COARSER = 2  # px of the latter
_COARSE = 12  # px for each cell of the light's map
_WELL_EXPOSED = 0.92  # linear gain in the middle of the light, so that white paper stays just under 255


@dataclass(frozen=True, slots=True)
class Drift:
    """How the light differs from the sequence's own: stops, and gains of blue, green and red around 1."""

    ev: float = 0.0
    balance: tuple[float, float, float] = (1.0, 1.0, 1.0)


STEADY = Drift()


class Photographer:
    """Takes pictures of scenes with one camera under one set of conditions.

    Args:
        camera: where it stands. It may be changed by :meth:`stand` (the table was pushed); the light stays.
        conditions: what the pictures are up against.
        rng: decides the shape of the light, the place of the glare and the grain.
        pieces_mm: (n, 2) middles of the pieces that matter, which glare avoids or hits.
        side_mm: how large one of them is.
    """

    def __init__(
        self,
        camera: SimulatedCamera,
        conditions: Conditions,
        rng: np.random.Generator,
        pieces_mm: Float64Array,
        side_mm: float,
    ) -> None:
        self.conditions = conditions
        self.painter = Painter(camera)
        self._size = (camera.width, camera.height)
        self.light = light_map(conditions, rng)
        self.glare = _glare_map(camera, conditions, rng, pieces_mm, side_mm)
        self._gain: tuple[Drift, NDArray[np.float32]] | None = None
        self._grain_rng = np.random.default_rng(int(rng.integers(2**31)))
        self._noise: Picture | None = None
        self._sharp: tuple[Picture, Drift, Picture] | None = None

    @property
    def camera(self) -> SimulatedCamera:
        """The camera as it stands now."""
        return self.painter.camera

    def stand(self, camera: SimulatedCamera) -> None:
        """Go on with another camera, or the same one above a table that was pushed."""
        self.painter = Painter(camera)
        self._sharp = None

    def take(self, scene: TableScene, drift: Drift = STEADY) -> Picture:
        """A photograph (height, width, 3), BGR. The same scene and drift again differ in their grain only."""
        canvas = self.painter.paint(scene)
        if self._sharp is None or self._sharp[0] is not canvas or self._sharp[1] != drift:
            self._sharp = (canvas, drift, self._exposed(self.painter.through_lens(canvas), drift))
        return self._developed(self._sharp[2])

    def lit(self, pixels: Float64Array, values: NDArray[np.float32]) -> NDArray[np.float32]:
        """What prints of these values (..., n, 3) look like at px (n, 2), before blur and grain: light, then lamp."""
        x, y = np.clip(np.round(pixels), 0, np.array(self._size) - 1).astype(int).T
        rows, columns = self.light.shape[:2]
        gain = self.light[y * rows // self._size[1], x * columns // self._size[0]]
        shown = np.minimum(values * gain, 255)
        for (left, top), patch in self.glare:
            across, down = x - left, y - top
            inside = (across >= 0) & (down >= 0) & (across < patch.shape[1]) & (down < patch.shape[0])
            share = patch[down[inside], across[inside]] / np.float32(255)
            shown[..., inside, :] += share * (255 - shown[..., inside, :])
        return np.asarray(shown, np.float32)

    def _exposed(self, picture: Picture, drift: Drift) -> Picture:
        conditions = self.conditions
        if self._gain is None or self._gain[0] != drift:
            coarse = self.light * (2.0**drift.ev * np.array(drift.balance)) ** (1 / GAMMA)
            self._gain = (drift, cv2.resize(coarse.astype(np.float32), self._size, interpolation=cv2.INTER_LINEAR))
        picture = np.asarray(cv2.multiply(picture, self._gain[1], dtype=cv2.CV_8U), np.uint8)
        for (left, top), patch in self.glare:
            rows, columns = patch.shape[:2]
            window = picture[top : top + rows, left : left + columns]
            window[:] = cv2.add(window, cv2.multiply(patch, cv2.bitwise_not(window), scale=1 / 255))
        if conditions.motion_px > 0:
            smear = _smear(conditions.motion_px, conditions.motion_deg)
            picture = np.asarray(cv2.filter2D(picture, -1, smear), np.uint8)
        if conditions.blur_px > 0.3:
            picture = np.asarray(cv2.GaussianBlur(picture, (0, 0), conditions.blur_px), np.uint8)
        return picture

    def _developed(self, picture: Picture) -> Picture:
        width, height = self._size
        if self._noise is None:
            self._noise = _noise(self.conditions.grain, self._size, self._grain_rng)
        down = int(self._grain_rng.integers(0, self._noise.shape[0] - height + 1))
        across = int(self._grain_rng.integers(0, self._noise.shape[1] - width + 1))
        noise = self._noise[down : down + height, across : across + width]
        grainy = cv2.addWeighted(picture, 1.0, noise, 1.0, -128.0)
        _, packed = cv2.imencode(".jpg", grainy, [cv2.IMWRITE_JPEG_QUALITY, self.conditions.jpeg_quality])
        return np.asarray(cv2.imdecode(packed, cv2.IMREAD_COLOR), np.uint8)


def kelvin_to_bgr(kelvin: float) -> tuple[float, float, float]:
    """Linear blue, green and red of a black body's light, green 1, 6504 K near white.

    Kim et al. 2002, "Design of advanced color temperature control system for HDTV applications", for its place in the
    CIE 1931 diagram, 1667 to 25000 K; then IEC 61966-2-1 for sRGB. Raises ValueError outside.
    """
    if not 1667 <= kelvin <= 25000:
        raise ValueError(f"no colour of light for {kelvin} K")
    t = 1000.0 / kelvin
    if kelvin <= 4000:
        x = -0.2661239 * t**3 - 0.2343589 * t**2 + 0.8776956 * t + 0.179910
    else:
        x = -3.0258469 * t**3 + 2.1070379 * t**2 + 0.2226347 * t + 0.240390
    if kelvin <= 2222:
        y = -1.1063814 * x**3 - 1.34811020 * x**2 + 2.18555832 * x - 0.20219683
    elif kelvin <= 4000:
        y = -0.9549476 * x**3 - 1.37418593 * x**2 + 2.09137015 * x - 0.16748867
    else:
        y = 3.0817580 * x**3 - 5.87338670 * x**2 + 3.75112997 * x - 0.37001483
    big_x, big_z = x / y, (1 - x - y) / y
    red = 3.2406 * big_x - 1.5372 - 0.4986 * big_z
    green = -0.9689 * big_x + 1.8758 + 0.0415 * big_z
    blue = 0.0557 * big_x - 0.2040 + 1.0570 * big_z
    return max(blue, 0.0) / green, 1.0, red / green


def light_map(conditions: Conditions, rng: np.random.Generator) -> NDArray[np.float32]:
    """Factors on a picture, coarse (rows, columns, 3): how bright and of what colour the light is, and the exposure.

    The light itself (before exposure and vignetting) spans exactly ``light_ratio`` from its brightest to its darkest.
    """
    rows, columns = conditions.height // _COARSE + 1, conditions.width // _COARSE + 1
    aspect = conditions.width / conditions.height
    xs, ys = np.meshgrid(np.linspace(-aspect, aspect, columns), np.linspace(-1, 1, rows))
    shape = light_shape(conditions, rng, xs, ys)
    linear = np.exp(shape - shape.mean()) * _WELL_EXPOSED * 2.0**conditions.exposure_ev
    reach = (xs**2 + ys**2) / (1 + aspect**2)
    linear = linear * (1 - conditions.vignette * reach)
    angle = rng.uniform(0, 2 * np.pi)
    side = (xs * np.cos(angle) + ys * np.sin(angle)) / aspect
    second = 1 / (1 + np.exp(-3.0 * (side - rng.uniform(-0.4, 0.6))))
    main, other = np.array(kelvin_to_bgr(conditions.kelvin)), np.array(kelvin_to_bgr(conditions.kelvin_second))
    colour = main * (1 - second[..., None]) + other * second[..., None]
    colour = colour / np.maximum(main, 0.02) ** conditions.white_balance
    colour = colour / (colour @ np.array([0.0722, 0.7152, 0.2126]))[..., None]
    return np.asarray((linear[..., None] * colour) ** (1 / GAMMA), np.float32)


def light_shape(conditions: Conditions, rng: np.random.Generator, xs: Float64Array, ys: Float64Array) -> Float64Array:
    """The logarithm of the light at these points (picture's height from -1 to 1), up to a constant."""
    angle = rng.uniform(0, 2 * np.pi)
    shape = 0.6 * (xs * np.cos(angle) + ys * np.sin(angle))
    lamp = rng.uniform([-1.6, -1.0], [1.6, 1.0])
    shape = shape + 1.6 * np.exp(-((xs - lamp[0]) ** 2 + (ys - lamp[1]) ** 2) / (2 * rng.uniform(0.7, 1.2) ** 2))
    for _ in range(conditions.people_shadows):
        facing = rng.uniform(0, 2 * np.pi)
        along = xs * np.cos(facing) + ys * np.sin(facing)
        across = -xs * np.sin(facing) + ys * np.cos(facing)
        depth, width, soft = rng.uniform(0.35, 0.9), rng.uniform(0.25, 0.5), rng.uniform(0.05, 0.14)
        offset = rng.uniform(-0.8, 0.8)
        body = 1 / (1 + np.exp(-(along - depth) / soft))
        body = body * 1 / (1 + np.exp((np.abs(across - offset) - width) / soft))
        shape = shape - 1.3 * body
    extent = shape.max() - shape.min()
    return np.asarray((shape - shape.min()) / extent * np.log(conditions.light_ratio), np.float64)


def _smear(length_px: float, angle_deg: float) -> NDArray[np.float32]:
    size = int(np.ceil(length_px / 2)) * 2 + 1
    fine = 9
    canvas = np.zeros((size * fine, size * fine), np.float32)
    middle = (size * fine - 1) / 2
    half = length_px * fine / 2
    step = half * np.array([np.cos(np.radians(angle_deg)), np.sin(np.radians(angle_deg))])
    start, end = (tuple(int(v) for v in np.round(middle + sign * step)) for sign in (-1, 1))
    cv2.line(canvas, start, end, 1.0, fine)
    kernel = cv2.resize(canvas, (size, size), interpolation=cv2.INTER_AREA)
    return np.asarray(kernel / kernel.sum(), np.float32)


def _noise(sigma: float, size: tuple[int, int], rng: np.random.Generator) -> Picture:
    """Grain around 128, somewhat larger than the picture: mostly of brightness, partly of colour and coarser."""
    width, height = size[0] + 64, size[1] + 64
    bright = rng.standard_normal((height, width), dtype=np.float32)
    noise = np.empty((height, width, 3), np.uint8)
    for channel in range(3):
        colour = rng.standard_normal((height // _COARSER, width // _COARSER), dtype=np.float32)
        colour = np.asarray(cv2.resize(colour, (width, height), interpolation=cv2.INTER_NEAREST), np.float32)
        mixed = cv2.addWeighted(bright, _BRIGHT * sigma, colour, _COLOURED * sigma, 128.5)
        noise[..., channel] = np.clip(mixed, 0, 255, out=mixed)
    return noise


def grain_covariance(sigma: float) -> NDArray[np.float64]:
    """(3, 3) of the mean of grain over an area, times the area in px: coarse grain evens out less than fine."""
    return (_BRIGHT * sigma) ** 2 * np.ones((3, 3)) + (_COLOURED * sigma * _COARSER) ** 2 * np.eye(3)


def _glare_map(
    camera: SimulatedCamera, conditions: Conditions, rng: np.random.Generator, pieces_mm: Float64Array, side_mm: float
) -> list[tuple[tuple[int, int], Picture]]:
    """Patches of mirrored light: where their corner lies on the picture, and how white they make it, 0 to 255."""
    if conditions.glare is GlarePlace.NONE or len(pieces_mm) == 0:
        return []
    pieces_px = camera.project(pieces_mm)
    here = rng.choice(len(pieces_mm))
    sides = camera.project(pieces_mm[here] + np.array([[0, 0], [side_mm, 0], [0, side_mm]]))
    edges = sides[1:] - sides[0]
    piece_area = abs(edges[0, 0] * edges[1, 1] - edges[0, 1] * edges[1, 0])
    if conditions.glare is GlarePlace.OVER:
        area = rng.uniform(0.4, 1.0) * 0.05 * len(pieces_mm) * piece_area
        return [_patch(camera, pieces_px[here], area, rng.uniform(0.55, 0.95), rng)]
    for _ in range(200):
        spot = rng.uniform([0, 0], [camera.width, camera.height])
        if np.linalg.norm(pieces_px - spot, axis=1).min() > 2.2 * np.sqrt(piece_area):
            return [_patch(camera, spot, rng.uniform(1.0, 2.5) * piece_area, rng.uniform(0.12, 0.3), rng)]
    return []


def _patch(
    camera: SimulatedCamera, spot: Float64Array, area: float, strength: float, rng: np.random.Generator
) -> tuple[tuple[int, int], Picture]:
    """A soft ellipse whose inside (half as strong as its middle or more) covers ``area`` px."""
    stretch = rng.uniform(1.0, 1.8)
    radius = np.sqrt(area / np.pi)
    long, short, angle = radius * np.sqrt(stretch), radius / np.sqrt(stretch), rng.uniform(0, np.pi)
    reach = int(2.2 * long) + 2
    # A piece that lies out of the picture may be the one that is lit: of its patch a pixel of the rim is left, unlit.
    left, right = np.clip([int(spot[0]) - reach, int(spot[0]) + reach], 0, [camera.width - 1, camera.width]).tolist()
    top, bottom = np.clip([int(spot[1]) - reach, int(spot[1]) + reach], 0, [camera.height - 1, camera.height]).tolist()
    xs, ys = np.meshgrid(
        np.arange(left, max(right, left + 1)) - spot[0], np.arange(top, max(bottom, top + 1)) - spot[1]
    )
    u = (xs * np.cos(angle) + ys * np.sin(angle)) / long
    v = (-xs * np.sin(angle) + ys * np.cos(angle)) / short
    white = 255 * strength * 0.5 ** ((u**2 + v**2) ** 1.5)
    return (left, top), np.repeat(white[..., None], 3, axis=2).astype(np.uint8)

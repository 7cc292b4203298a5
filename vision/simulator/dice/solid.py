"""A die as a real solid: rays are cast at a cube with rounded edges and pips, and lit by the scene's lamps.

Points are (x, y, depth) here: mm on the table as everywhere, and mm below the table top, so that axes are right-handed.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.arrays import Float64Array
from vision.frames import Picture
from vision.simulator.dice.look import DieAppearance, TwoColours
from vision.simulator.scene import PiecePose, SceneLamp

if TYPE_CHECKING:
    from vision.simulator.painter import Painter

Rays = NDArray[np.float32]
_STEPS = 7  # of four
_REFRACTION = 1 / 1.5
CORNERS = np.array([[x, y, z] for x in (-0.5, 0.5) for y in (-0.5, 0.5) for z in (-0.5, 0.5)])


@dataclass(frozen=True, eq=False, slots=True)
class DiePiece:
    """A die somewhere on or above the table; it paints itself (see :class:`vision.simulator.painter.Painter`).

    Attributes:
        name: what truth calls it.
        appearance: what kind of die.
        pose: its middle on the table; its turn is part of ``turn``.
        middle_mm: height of its middle above the table.
        turn: (3, 3) from the die's own axes to (x, y, depth).
        seed: decides its grain.
        shade: how strong its shadow is.
    """

    name: str
    appearance: DieAppearance
    pose: PiecePose
    middle_mm: float
    turn: Float64Array
    seed: int = 0
    shade: float = 1.0

    @property
    def height_mm(self) -> float:
        """Of its lowest point above the table."""
        return float(self.placed_parts()[0][:, 2].min())

    def placed_parts(self) -> tuple[Float64Array, ...]:
        """What throws its shadow: (n, 3) x, y and height, mm. Rounded corners are taken in a little."""
        reach = 1.0 - 0.5 * self.appearance.rounding - 0.6 * max(0.0, 0.87 - self.appearance.ball)
        return (self.points(CORNERS * reach),)

    def points(self, own: Float64Array) -> Float64Array:
        """(n, 3) x, y, height in mm of points of the die's own frame in sides."""
        world = own * self.appearance.side_mm @ self.turn.T
        return np.column_stack([world[:, 0] + self.pose.x, world[:, 1] + self.pose.y, self.middle_mm - world[:, 2]])

    def top(self) -> tuple[int, int]:
        """Axis and side of the face that looks up most."""
        up = -self.turn[2]
        axis = int(np.argmax(np.abs(up)))
        return axis, 1 if up[axis] > 0 else -1

    def tilt_deg(self) -> float:
        """How far the highest face is from lying level."""
        return float(np.degrees(np.arccos(min(1.0, float(np.abs(self.turn[2]).max())))))

    def face_points(self, axis: int, side: int, spots: Float64Array) -> Float64Array:
        """(n, 3) x, y, height in mm of places (n, 2) on a face, in sides from its middle."""
        own = np.zeros((len(spots), 3))
        own[:, axis] = 0.5 * side
        own[:, [(axis + 1) % 3, (axis + 2) % 3]] = spots
        return self.points(own)

    def paint_on(self, canvas: Picture, lamps: tuple[SceneLamp, ...], painter: Painter) -> None:
        """Cast rays at it and blend what they see over the canvas."""
        outline = painter.canvas_points(self.points(CORNERS))
        low = np.maximum(np.floor(outline.min(axis=0)).astype(int) - 1, 0)
        high = np.minimum(np.ceil(outline.max(axis=0)).astype(int) + 2, [canvas.shape[1], canvas.shape[0]])
        wide, deep = (int(n) for n in high - low)
        if wide <= 0 or deep <= 0:
            return
        fine = 2 if max(wide, deep) < 120 else 1
        xs = low[0] + (np.arange(wide * fine) + 0.5) / fine - 0.5
        ys = low[1] + (np.arange(deep * fine) + 0.5) / fine - 0.5
        grid = np.stack(np.meshgrid(xs, ys), axis=-1).reshape(-1, 2)
        below = canvas[low[1] : high[1], low[0] : high[0]]
        behind = np.asarray(cv2.resize(below, (wide * fine, deep * fine), interpolation=cv2.INTER_LINEAR), np.uint8)
        colour, hit = self._seen(painter, grid, lamps, behind.reshape(-1, 3))
        layer = np.zeros((deep * fine, wide * fine, 4), np.float32)
        flat = layer.reshape(-1, 4)
        flat[hit, :3], flat[hit, 3] = colour, 1.0
        layer = np.asarray(cv2.resize(layer, (wide, deep), interpolation=cv2.INTER_AREA), np.float32)
        below[:] = np.clip(layer[..., :3] + below * (1 - layer[..., 3:]) + 0.5, 0, 255).astype(np.uint8)

    def _seen(
        self, painter: Painter, grid: Float64Array, lamps: tuple[SceneLamp, ...], behind: Picture
    ) -> tuple[Rays, NDArray[np.intp]]:
        """Colours (hits, 3) and which of the grid's px hit the die."""
        ex, ey, eh = painter.camera.eye_mm
        side = self.appearance.side_mm
        away = np.array([ex - self.pose.x, ey - self.pose.y, self.middle_mm - eh])
        eye = ((away / side) @ self.turn).astype(np.float32)
        rays = (painter.rays(grid) @ self.turn).astype(np.float32)
        rays /= np.sqrt((rays * rays).sum(axis=1, keepdims=True))
        spots, hit = _march(eye, rays, self.appearance)
        lights = [(((lamp.direction * [1, 1, -1]) @ self.turn).astype(np.float32), lamp) for lamp in lamps]
        up = (np.array([0.0, 0.0, -1.0]) @ self.turn).astype(np.float32)
        height = (spots @ (self.turn.T[:, 2] * -side).astype(np.float32) + self.middle_mm) / side
        return _shaded(
            self.appearance, spots, rays[hit], lights, up, height, behind[hit].astype(np.float32), self.seed
        ), hit


def _outside(points: Rays, appearance: DieAppearance) -> Rays:
    """Distance (n,) of points (3, n) from the die's surface, negative inside."""
    # Row by row: numpy is slow at reducing an axis of three.
    x, y, z = np.abs(points)
    if appearance.cushion > 0:
        return _bulging(x, y, z, appearance)
    flat = np.float32(0.5 - appearance.rounding)
    bx, by, bz = x - flat, y - flat, z - flat
    out_x, out_y, out_z = np.maximum(bx, 0), np.maximum(by, 0), np.maximum(bz, 0)
    box = np.sqrt(out_x * out_x + out_y * out_y + out_z * out_z)
    box += np.minimum(np.maximum(np.maximum(bx, by), bz), 0) - np.float32(appearance.rounding)
    if appearance.chamfer > 0:
        edges = np.maximum(np.maximum(x + y, y + z), x + z)
        box = np.maximum(box, (edges - np.float32(1 - appearance.chamfer)) * np.float32(np.sqrt(0.5)))
    if appearance.ball >= 0.866:
        return np.asarray(box, np.float32)
    return np.asarray(np.maximum(box, np.sqrt(x * x + y * y + z * z) - np.float32(appearance.ball)), np.float32)


def _bulging(x: Rays, y: Rays, z: Rays, appearance: DieAppearance) -> Rays:
    """The same of a cushion: a sphere of a high power, which reaches as far as a cube's sides in their middles."""
    most = np.maximum(np.maximum(np.maximum(x, y), z), np.float32(1e-6))
    power = np.float32(appearance.cushion)
    swollen = most * ((x / most) ** power + (y / most) ** power + (z / most) ** power) ** (1 / power)
    return np.asarray((swollen - np.float32(0.5)) * np.float32(0.85), np.float32)


def _march(eye: Rays, rays: Rays, appearance: DieAppearance) -> tuple[Rays, NDArray[np.intp]]:
    """Where rays from the eye meet the surface, and which of them do (sphere tracing)."""
    middle = -(rays @ eye)
    nearest = (eye @ eye) - middle * middle
    alive = np.flatnonzero(nearest < 0.76)
    start = middle[alive] - np.sqrt(np.maximum(0.0, 0.76 - nearest[alive]))
    points = np.ascontiguousarray((eye + rays[alive] * start[:, None]).T)
    live = np.ascontiguousarray(rays[alive].T)
    moving = np.arange(len(alive))
    for step in range(_STEPS):
        part, towards = points[:, moving], live[:, moving]
        for _ in range(4):
            gap = _outside(part, appearance)
            part += towards * gap
        points[:, moving] = part
        gone = (part * part).sum(axis=0) > 0.8
        moving = moving[(np.abs(gap) > 0.002) & ~(gone & (step > 0))]
        if not len(moving):
            break
    on = np.abs(_outside(points, appearance)) < 0.006
    return np.ascontiguousarray(points[:, on].T), alive[on]


def _normals(points: Rays, appearance: DieAppearance) -> Rays:
    step = np.float32(0.004)
    across = np.ascontiguousarray(points.T)
    slopes = np.empty_like(across)
    for axis in range(3):
        shift = np.zeros((3, 1), np.float32)
        shift[axis] = step
        slopes[axis] = _outside(across + shift, appearance) - _outside(across - shift, appearance)
    return np.ascontiguousarray((slopes / np.maximum(1e-9, np.sqrt((slopes * slopes).sum(axis=0)))).T)


def _faces(points: Rays) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
    """Of points (n, 3) on the surface: the axis of the face, and its side."""
    axis = np.argmax(np.abs(points), axis=1)
    side = np.where(points[np.arange(len(points)), axis] > 0, 1, -1)
    return axis, side


def _pipped(points: Rays, appearance: DieAppearance, soft: float = 0.012) -> tuple[Rays, Rays, Rays]:
    """Of points on the surface: share of pip (n,), its colour (n, 3), and where in the pip (n, 3), 1 at its edge."""
    share = np.zeros(len(points), np.float32)
    colour = np.zeros((len(points), 3), np.float32)
    inside = np.zeros((len(points), 3), np.float32)
    axes, sides = _faces(points)
    for axis in range(3):
        for side in (-1, 1):
            here = np.flatnonzero((axes == axis) & (sides == side))
            if not len(here):
                continue
            value = appearance.value(axis, side)
            radius = appearance.pip_size(value)
            u, v = (axis + 1) % 3, (axis + 2) % 3
            for at_u, at_v in appearance.pips(value):
                du, dv = points[here, u] - np.float32(at_u), points[here, v] - np.float32(at_v)
                apart = np.sqrt(du * du + dv * dv)
                cover = np.clip((radius - apart) / soft + 0.5, 0, 1)
                near = here[cover > 0]
                share[near] = np.maximum(share[near], cover[cover > 0])
                inside[near, u], inside[near, v] = du[cover > 0] / radius, dv[cover > 0] / radius
            colour[here] = appearance.pip_colour(value)
    return share, colour, inside


def _shaded(
    appearance: DieAppearance,
    points: Rays,
    rays: Rays,
    lights: list[tuple[Rays, SceneLamp]],
    up: Rays,
    height: Rays,
    behind: Rays,
    seed: int,
) -> Rays:
    """Colours (n, 3) of points on the surface."""
    normals = _normals(points, appearance)
    share, ink, inside = _pipped(points, appearance)
    body = _body(points, appearance, seed) + _grain(points, appearance, seed)[:, None]
    if appearance.clear > 0:
        body = body * (1 - appearance.clear) + appearance.clear * _through(appearance, points, rays, normals, behind)
    base = body + (ink - body) * share[:, None]
    bent = normals - inside * np.float32(0.8 * appearance.dimple)
    bent /= np.sqrt((bent * bent).sum(axis=1, keepdims=True))
    lamps_share = sum(lamp.share for _, lamp in lights)
    rising = bent @ up
    # The light from everywhere is kept off near the table, and at the bottom of a dimple.
    open_sky = (0.55 + 0.45 * (rising + 1) / 2) * (1 - 0.35 * np.exp(-4 * np.maximum(height, 0)))
    light = (1 - lamps_share) * open_sky + 0.1 * lamps_share
    shine = np.zeros(len(points), np.float32)
    sharpness = 12 + 90 * appearance.gloss
    for towards, lamp in lights:
        light = light + 0.9 * lamp.share * np.maximum(0, bent @ towards) / float(towards @ up)
        half = towards - rays
        half /= np.sqrt((half * half).sum(axis=1, keepdims=True))
        shine += lamp.share * np.maximum(0, (bent * half).sum(axis=1)) ** sharpness
    mirrored = rays - 2 * (rays * normals).sum(axis=1, keepdims=True) * normals
    grazing = (1 - np.clip(-(rays * normals).sum(axis=1), 0, 1)) ** 4
    room = appearance.gloss * (0.04 + 0.35 * grazing) * 190 * np.clip(mirrored @ up + 0.3, 0, 1)
    bright = np.minimum(1.25, light) ** (1 / 2.2)
    seen = base * bright[:, None] + (230 * appearance.gloss * shine + room)[:, None]
    if appearance.metal > 0:
        mirror = appearance.metal * (1 - share)
        seen += mirror[:, None] * (
            np.array(appearance.body, np.float32) / 200 * _room(mirrored, up, seed)[:, None] - base
        )
    return np.asarray(seen, np.float32)


def _room(towards: Rays, up: Rays, seed: int) -> Rays:
    """How bright the room is (n,) in directions (n, 3) of the die's own frame: ceiling, walls, table, some windows."""
    rng = np.random.default_rng([seed, 0x3007])
    rising = towards @ up
    ceiling, wall, table = rng.uniform(110, 230), rng.uniform(40, 150), rng.uniform(15, 120)
    bright = np.where(rising > 0, wall + (ceiling - wall) * np.clip(2 * rising, 0, 1), table)
    for _ in range(int(rng.integers(0, 4))):
        window = rng.normal(0, 1, 3) + 0.5 * up
        window /= np.linalg.norm(window)
        wide = rng.uniform(0.8, 0.98)
        inside = np.clip((towards @ window.astype(np.float32) - wide) / 0.03, 0, 1)
        bright = bright + rng.uniform(60, 400) * inside * (rising > 0)
    return np.asarray(bright, np.float32)


def _grain(points: Rays, appearance: DieAppearance, seed: int) -> Rays:
    """Marbling or wood, (n,) around 0: a few waves in the solid's own frame."""
    if appearance.grain <= 0:
        return np.zeros(len(points), np.float32)
    rng = np.random.default_rng(seed)
    waves = (
        rng.normal(0, 9, (6, 3))
        * [1.0, 1.0, 1.0 / appearance.grain_stretch]
        * (1 if appearance.grain_stretch < 2 else 2)
    )
    total = sum(np.sin(points @ wave.astype(np.float32) + rng.uniform(0, 6.3)) for wave in waves)
    return np.asarray(appearance.grain * total / 1.7, np.float32)


def _body(points: Rays, appearance: DieAppearance, seed: int) -> Rays:
    """The body's colour (n, 3), of two where there are two."""
    body = np.array(appearance.body, np.float32)
    if appearance.second is None:
        return np.broadcast_to(body, points.shape)
    rng = np.random.default_rng([seed, 0x2C0])
    if appearance.layout in (TwoColours.MARBLED, TwoColours.RINGED, TwoColours.CLOUDED):
        share = _figured(points, appearance, rng)[:, None]
        return np.asarray(body + (np.array(appearance.second, np.float32) - body) * share, np.float32)
    speckled, layered = appearance.layout is TwoColours.SPECKLED, appearance.layout is TwoColours.LAYERED
    waves = rng.normal(0, 30.0 if speckled else 4.0, (5, 3)).astype(np.float32)
    turns = rng.uniform(0, 6.3, 5).astype(np.float32)
    field = np.asarray(np.sin(points @ waves.T + turns).sum(axis=1) / 1.6, np.float32)
    if layered:
        along = rng.normal(0, 1, 3)
        along = (along / np.linalg.norm(along) * rng.uniform(2.0, 14.0)).astype(np.float32)
        field = np.asarray(np.sin(points @ along + turns[0]) + np.float32(0.2) * field, np.float32)
    sharp = np.float32(rng.uniform(0.7, 6.0))
    share = np.clip(0.5 + 0.5 * sharp * (field - np.float32(0.7 if speckled else 0.0)), 0, 1)[:, None]
    return np.asarray(body + (np.array(appearance.second, np.float32) - body) * share, np.float32)


def _figured(points: Rays, appearance: DieAppearance, rng: np.random.Generator) -> Rays:
    """Share (n,) of the second colour in stuffs whose figures have a size: marble, the rings of wood, clouds."""
    ways = rng.normal(0, 1, (14, 3))
    ways /= np.linalg.norm(ways, axis=1, keepdims=True)
    length = appearance.coarse * 2 * np.exp(rng.uniform(-0.6, 0.6, 14))
    waves = (ways * (2 * np.pi / length)[:, None]).astype(np.float32)
    turns = rng.uniform(0, 2 * np.pi, 14).astype(np.float32)
    field = np.asarray(np.sin(points @ waves.T + turns).sum(axis=1) / np.float32(np.sqrt(7)), np.float32)
    if appearance.layout is TwoColours.CLOUDED:
        sharp, covered = np.float32(rng.uniform(0.3, 3.0)), np.float32(rng.uniform(-0.7, 0.7))
        return np.asarray(np.clip(0.5 + 0.5 * sharp * (field + covered), 0, 1), np.float32)
    along = rng.normal(0, 1, 3)
    along = (along / np.linalg.norm(along)).astype(np.float32)
    if appearance.layout is TwoColours.RINGED:
        beside = points + rng.normal(0, 1.6, 3).astype(np.float32)
        across = beside - (beside @ along)[:, None] * along
        apart = np.sqrt((across * across).sum(axis=1))
        waved = apart * np.float32(np.pi / appearance.coarse) + np.float32(rng.uniform(0.1, 0.8)) * field
        return np.asarray(0.5 + 0.5 * np.sin(waved), np.float32)
    veins = np.abs(np.sin(points @ along * np.float32(np.pi / 2 / appearance.coarse) + np.float32(1.3) * field))
    return np.asarray((1 - veins) ** np.float32(rng.uniform(0.7, 3.0)), np.float32)


def _through(appearance: DieAppearance, points: Rays, rays: Rays, normals: Rays, behind: Rays) -> Rays:
    """What is seen through clear plastic: the far pips, and the table tinted by the body."""
    facing = (rays * normals).sum(axis=1, keepdims=True)
    root = np.sqrt(np.maximum(0, 1 - _REFRACTION**2 * (1 - facing**2)))
    inner = _REFRACTION * rays - (_REFRACTION * facing + root) * normals
    steep = np.where(np.abs(inner) < 1e-6, np.float32(1e-6), inner)
    far = points + inner * ((0.5 * np.sign(steep) - points) / steep).min(axis=1, keepdims=True)
    share, ink, _ = _pipped(far, appearance, soft=0.05 + 0.2 * appearance.frosted)
    tint = np.array(appearance.body, np.float32) / 255
    behind = behind + (behind.mean(axis=0) - behind) * np.float32(appearance.frosted)
    glow = 0.55 * behind * (0.35 + 0.65 * tint) + 0.45 * np.array(appearance.body, np.float32) * 1.15
    return glow + (ink - glow) * (0.55 * share)[:, None]

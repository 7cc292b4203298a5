"""What lies on the simulated table: flat pieces, solid pieces and the lamps above, all in millimetres.

Everything here is a value and knows no game. A painter (``vision.simulator.painter``) draws it as a camera sees it.
Turns are degrees clockwise as seen from above; heights are mm above the table top.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Protocol, TypeAlias

import numpy as np

from calibration.angles import wrapped
from calibration.arrays import Float64Array
from vision.frames import Picture
from vision.imaging.values import Colour

if TYPE_CHECKING:
    from vision.simulator.painter import Painter

CARDBOARD: Colour = (178, 196, 204)


@dataclass(frozen=True, slots=True)
class PiecePose:
    """Where a piece lies: its middle on the table, mm, and its turn, degrees clockwise."""

    x: float
    y: float
    turn_deg: float = 0.0

    def carry(self, points: Float64Array) -> Float64Array:
        """Points (n, 2) or (n, 3) of the piece's own frame, mm, on the table; heights stay."""
        turn = math.radians(self.turn_deg)
        spin = np.array([[math.cos(turn), math.sin(turn)], [-math.sin(turn), math.cos(turn)]])
        carried = np.array(points, np.float64)
        carried[:, :2] = carried[:, :2] @ spin + [self.x, self.y]
        return carried

    def moved(self, dx: float, dy: float, turn_deg: float = 0.0) -> PiecePose:
        """This pose shifted on the table, mm, and turned on the spot."""
        return PiecePose(self.x + dx, self.y + dy, self.turn_deg + turn_deg)

    def towards(self, other: PiecePose, share: float) -> PiecePose:
        """The pose this share of the way to another, turning the shorter way round."""
        turn = wrapped(other.turn_deg - self.turn_deg, 360.0)
        return PiecePose(
            self.x + (other.x - self.x) * share, self.y + (other.y - self.y) * share, self.turn_deg + turn * share
        )


@dataclass(frozen=True, eq=False, slots=True)
class FlatPiece:
    """A tile, card, sheet or anything else that is a picture with some thickness.

    Attributes:
        name: what truth calls it; unique in a scene.
        texture: BGR or BGRA (a cut-out), any size, north up; covers ``size_mm`` exactly.
        size_mm: width and height.
        pose: its middle.
        thickness_mm: of the card.
        height_mm: of its underside above the table (another piece below it, or a hand that holds it).
        lifts_mm: how much higher its corners lie than that: north-west, north-east, south-east, south-west.
        outline_mm: (n, 2) convex outline in its own frame, or None for its whole rectangle.
        rim: colour of the cut edge.
        shade: how strong its shadow is, 0 to 1.
    """

    name: str
    texture: Picture
    size_mm: tuple[float, float]
    pose: PiecePose
    thickness_mm: float = 2.0
    height_mm: float = 0.0
    lifts_mm: tuple[float, float, float, float] = (0.0, 0.0, 0.0, 0.0)
    outline_mm: Float64Array | None = None
    rim: Colour = CARDBOARD
    shade: float = 1.0

    def at(self, pose: PiecePose, height_mm: float | None = None) -> FlatPiece:
        """The same piece elsewhere."""
        return replace(self, pose=pose, height_mm=self.height_mm if height_mm is None else height_mm)

    def corners(self) -> Float64Array:
        """(4, 3) corners of its upper face on the table: north-west, north-east, south-east, south-west."""
        half_w, half_h = self.size_mm[0] / 2, self.size_mm[1] / 2
        top = self.height_mm + self.thickness_mm
        local = np.array([[-half_w, -half_h], [half_w, -half_h], [half_w, half_h], [-half_w, half_h]])
        return self.pose.carry(np.column_stack([local, top + np.array(self.lifts_mm)]))

    def upper_outline(self) -> Float64Array:
        """(n, 3) outline of its upper face on the table."""
        return self._outline(self.thickness_mm)

    def lower_outline(self) -> Float64Array:
        """(n, 3) outline of its underside on the table."""
        return self._outline(0.0)

    def _outline(self, above_mm: float) -> Float64Array:
        half_w, half_h = self.size_mm[0] / 2, self.size_mm[1] / 2
        local = self.outline_mm
        if local is None:
            local = np.array([[-half_w, -half_h], [half_w, -half_h], [half_w, half_h], [-half_w, half_h]])
        u, v = local[:, 0] / self.size_mm[0] + 0.5, local[:, 1] / self.size_mm[1] + 0.5
        nw, ne, se, sw = self.lifts_mm
        lift = (nw * (1 - u) + ne * u) * (1 - v) + (sw * (1 - u) + se * u) * v
        return self.pose.carry(np.column_stack([local, self.height_mm + above_mm + lift]))


@dataclass(frozen=True, eq=False, slots=True)
class ConvexPart:
    """A convex body of one colour: vertices (n, 3) mm in the piece's own frame (z up), faces as vertex indices."""

    vertices: Float64Array
    faces: tuple[tuple[int, ...], ...]
    colour: Colour

    def normals(self) -> Float64Array:
        """(faces, 3) unit vectors outwards."""
        inside = self.vertices.mean(axis=0)
        normals = np.zeros((len(self.faces), 3))
        for number, face in enumerate(self.faces):
            a, b, c = self.vertices[face[0]], self.vertices[face[1]], self.vertices[face[2]]
            (ux, uy, uz), (vx, vy, vz) = b - a, c - a
            normal = np.array([uy * vz - uz * vy, uz * vx - ux * vz, ux * vy - uy * vx])
            length = float(np.sqrt(normal @ normal))
            outwards = 1.0 if normal @ (a - inside) >= 0 else -1.0
            # The tip of a cone has faces of no size; they are never seen.
            normals[number] = normal * (outwards / length) if length > 1e-9 else (0.0, 0.0, -1.0)
        return normals


@dataclass(frozen=True, eq=False, slots=True)
class SolidPiece:
    """A figure, cup, die or box: a few convex parts that share a pose.

    ``gloss`` is how much its faces shine, 0 to 1. ``top`` may hold a picture for the face that lies highest and flat.
    """

    name: str
    parts: tuple[ConvexPart, ...]
    pose: PiecePose
    height_mm: float = 0.0
    gloss: float = 0.25
    top: Picture | None = None

    def at(self, pose: PiecePose, height_mm: float | None = None) -> SolidPiece:
        """The same piece elsewhere."""
        return replace(self, pose=pose, height_mm=self.height_mm if height_mm is None else height_mm)

    def placed_parts(self) -> tuple[Float64Array, ...]:
        """The vertices (n, 3) of each part on the table."""
        lift = np.array([0.0, 0.0, self.height_mm])
        return tuple(self.pose.carry(part.vertices) + lift for part in self.parts)


class SelfPainting(Protocol):
    """A solid that is no set of convex parts, such as a die with round corners: it paints itself."""

    @property
    def name(self) -> str:
        """What truth calls it; unique in a scene."""

    @property
    def pose(self) -> PiecePose:
        """Its middle on the table."""

    @property
    def height_mm(self) -> float:
        """Of its lowest point above the table."""

    @property
    def shade(self) -> float:
        """How strong its shadow is, 0 to 1."""

    def placed_parts(self) -> Sequence[Float64Array]:
        """Vertices (n, 3) of convex parts that cast its shadow, mm on the table."""

    def paint_on(self, canvas: Picture, lamps: tuple[SceneLamp, ...], painter: Painter) -> None:
        """Paint it over what is on the canvas."""


Solid: TypeAlias = "SolidPiece | SelfPainting"
Piece: TypeAlias = "FlatPiece | SolidPiece | SelfPainting"


@dataclass(frozen=True, slots=True)
class SceneLamp:
    """A light far enough away that its rays are parallel.

    Attributes:
        towards_deg: which way shadows fall on the table, degrees clockwise from +x.
        elevation_deg: of the lamp above the table.
        share: how much of the light comes from it; the rest comes from everywhere.
        softness: width of a shadow's blur for each mm of height.
    """

    towards_deg: float
    elevation_deg: float
    share: float
    softness: float

    @property
    def fall(self) -> tuple[float, float]:
        """How far a shadow falls on the table for each mm of height."""
        reach = 1.0 / math.tan(math.radians(self.elevation_deg))
        towards = math.radians(self.towards_deg)
        return math.cos(towards) * reach, math.sin(towards) * reach

    @property
    def direction(self) -> Float64Array:
        """(3,) unit vector from the table towards the lamp: x, y, up."""
        elevation, towards = math.radians(self.elevation_deg), math.radians(self.towards_deg)
        flat = math.cos(elevation)
        return np.array([-math.cos(towards) * flat, -math.sin(towards) * flat, math.sin(elevation)])


@dataclass(frozen=True, eq=False, slots=True)
class Ground:
    """The table top: its picture, the rectangle it covers, and what the floor around it looks like.

    ``left_mm``, ``top_mm`` is its north-west corner; ``floor`` is the mean colour of the floor 740 mm below.
    ``shine`` is how much of the lamps it mirrors, 0 to 1.
    """

    texture: Picture
    left_mm: float
    top_mm: float
    width_mm: float
    depth_mm: float
    floor: Colour = (52, 58, 66)
    edge: Colour = (70, 90, 110)
    shine: float = 0.0


@dataclass(frozen=True, eq=False, slots=True)
class TableScene:
    """A whole table. ``flats`` are drawn in their order, then ``solids`` from far to near, then ``hands`` in order."""

    ground: Ground
    flats: tuple[FlatPiece, ...] = ()
    solids: tuple[Solid, ...] = ()
    hands: tuple[FlatPiece, ...] = ()
    lamps: tuple[SceneLamp, ...] = field(default=(SceneLamp(30.0, 55.0, 0.45, 0.35),))

    def pieces(self) -> tuple[Piece, ...]:
        """Everything in view, in the order of drawing except that solids stand as they were given."""
        return (*self.flats, *self.solids, *self.hands)


def prism(
    outline: Sequence[tuple[float, float]], low: float, high: float, colour: Colour, top: float = 1.0
) -> ConvexPart:
    """An upright prism over a convex outline (clockwise as seen from above, y down), mm.

    ``top`` scales the upper face about the outline's middle: 0.5 gives a stump, 0.01 as good as a cone.
    """
    base = np.array(outline, np.float64)
    middle = base.mean(axis=0)
    upper = middle + (base - middle) * top
    count = len(base)
    vertices = np.vstack([np.column_stack([base, np.full(count, low)]), np.column_stack([upper, np.full(count, high)])])
    sides = tuple((i, (i + 1) % count, (i + 1) % count + count, i + count) for i in range(count))
    return ConvexPart(vertices, (tuple(range(count, 2 * count)), tuple(reversed(range(count))), *sides), colour)


def slab(outline: Sequence[tuple[float, float]], thickness: float, colour: Colour) -> ConvexPart:
    """A convex outline in (x, height) that stands upright, ``thickness`` mm deep in y about 0."""
    count = len(outline)
    front = np.array([(x, thickness / 2, z) for x, z in outline], np.float64)
    back = np.array([(x, -thickness / 2, z) for x, z in outline], np.float64)
    sides = tuple((i, (i + 1) % count, (i + 1) % count + count, i + count) for i in range(count))
    return ConvexPart(
        np.vstack([front, back]), (tuple(range(count)), tuple(reversed(range(count, 2 * count))), *sides), colour
    )


def disc(radius: float, sides: int = 16, middle: tuple[float, float] = (0.0, 0.0)) -> list[tuple[float, float]]:
    """A regular outline for :func:`prism` and :func:`slab`."""
    angles = np.linspace(0, 2 * np.pi, sides, endpoint=False)
    return [(middle[0] + radius * math.cos(a), middle[1] + radius * math.sin(a)) for a in angles]


def laid_down(part: ConvexPart, thickness: float, middle_mm: float) -> ConvexPart:
    """A part of an upright slab tipped onto its back: its front faces up and the slab rests on the table.

    ``middle_mm`` is the height in the upright figure that comes to lie on the pose's point.
    """
    x, y, z = part.vertices.T
    return replace(part, vertices=np.column_stack([x, middle_mm - z, y + thickness / 2]))

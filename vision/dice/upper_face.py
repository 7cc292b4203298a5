"""Where a die's upper face lies, seen from where one of its sides was measured and the table's up is known."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from calibration.arrays import Float64Array
from vision.dice.level import DiceTable, Lean, ray_to, up_of
from vision.dice.pattern import UpperFace, face_axes
from vision.parameters import CHOSEN, Parameters, parameter


@dataclass(frozen=True, slots=True, kw_only=True)
class UpperFaceParameters(Parameters):
    """Where an upper face is supposed while nothing but a side of its die is known."""

    focal: float = parameter(1.0, "picture lengths", "focal length of a camera that nobody told of", CHOSEN)
    horizon: float = parameter(
        0.1, "share", "of the depth that the camera is above a table: dice further off are not measured", CHOSEN
    )
    steepest_deg: float = parameter(
        70.0, "degrees", "from straight down, at which upper faces are still made out", CHOSEN
    )


PARAMETERS = UpperFaceParameters()


def supposed_table(side: Lean, size: tuple[int, int], focal_px: float | None = None) -> DiceTable | None:
    """The table on which a face would be a side, before a camera that is held upright; None where there is none.

    A side's outward direction lies at a right angle to the table's up, and that up has no part to the right.
    """
    focal = PARAMETERS.focal * max(size) if focal_px is None else focal_px
    out = up_of(side, size, focal)
    up = np.array([0.0, out[2], -out[1]])
    up /= np.linalg.norm(up)
    return DiceTable(up, focal) if -up[2] > np.cos(np.radians(PARAMETERS.steepest_deg)) else None


def upper_face(side: Lean, side_px: float, size: tuple[int, int], table: DiceTable) -> UpperFace:
    """The upper face of a level die.

    Args:
        side: how one of its sides is seen.
        side_px: mean edge of that side, px.
        size: width and height of the picture, px.
        table: that the die lies on.
    """
    focal = table.focal_px
    out = up_of(side, size, focal)
    edge = _edge(out, side.x, side.y, side_px, size, focal)
    middle = _point(side.x, side.y, size, focal) - out * edge / 2
    return _level_face(middle + table.up * edge / 2, edge, size, table)


def lean_there(x: float, y: float, size: tuple[int, int], table: DiceTable) -> tuple[float, float]:
    """How a level die leans whose upper face's middle is seen at (x, y) px: as :class:`vision.dice.level.Lean` does."""
    any_edge = 1 / table.focal_px  # how large the die is doesn't matter
    return _level_face(_point(x, y, size, table.focal_px), any_edge, size, table).lean


def edge_there(face: UpperFace, size: tuple[int, int], table: DiceTable) -> float:
    """Edge of a die that stands on a table, over the camera's height above its face: alike for dice of one size
    wherever they lie, however small they are seen.

    Args:
        face: any of its faces, as it is seen. size: width and height of the picture, px. table: that the die lies on.
    """
    edge_px = float(np.hypot(*face_axes(face)[:, 1]))
    below = float(-table.up @ _point(face.x, face.y, size, table.focal_px))  # the camera's height over the depth
    return edge_px / table.focal_px / max(below, PARAMETERS.horizon)


def _level_face(top: Float64Array, edge: float, size: tuple[int, int], table: DiceTable) -> UpperFace:
    """The upper face of a level die with such an edge whose middle is at ``top`` (3,); lengths as in :func:`_edge`."""
    focal = table.focal_px
    x, y = _px(top, size, focal)
    body_x, body_y = _px(top - table.up * edge / 2, size, focal)
    mean_edge = edge * focal / top[2] * (1 + _facing(table.up, x, y, size, focal)) / 2
    return UpperFace(x, y, mean_edge, ((body_x - x) / mean_edge, (body_y - y) / mean_edge))


def _facing(out: Float64Array, x: float, y: float, size: tuple[int, int], focal_px: float) -> float:
    """Cosine between a face's outward direction and the way to the camera: how much its height is shortened."""
    return float(-out @ ray_to(x, y, size, focal_px))


def _edge(out: Float64Array, x: float, y: float, mean_px: float, size: tuple[int, int], focal_px: float) -> float:
    """A die's edge where its face lies as far before the camera as the picture's plane: in focal lengths of 1."""
    return 2 * mean_px / (1 + _facing(out, x, y, size, focal_px)) / focal_px


def _point(x: float, y: float, size: tuple[int, int], focal_px: float) -> Float64Array:
    """(3,) what is seen at (x, y) px, at a distance of 1 along the camera's axis."""
    return np.array([(x - (size[0] - 1) / 2) / focal_px, (y - (size[1] - 1) / 2) / focal_px, 1.0])


def _px(point: Float64Array, size: tuple[int, int], focal_px: float) -> tuple[float, float]:
    x, y = point[:2] / point[2] * focal_px
    return float(x + (size[0] - 1) / 2), float(y + (size[1] - 1) / 2)

"""What people photograph once so that a copy is known: its empty board, and its rhombi laid apart anyhow."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from calibration.arrays import Float64Array
from vision.artwork.cronberg.rhombi import OUTLINE, TIP
from vision.cronberg.cronberg_set import CronbergSet
from vision.frames import Picture
from vision.simulator.beside import lamps_for
from vision.simulator.camera import SimulatedCamera
from vision.simulator.clutter import spread, things
from vision.simulator.conditions import Conditions, Level
from vision.simulator.cronberg.pieces import printed_board, printed_rhomb
from vision.simulator.framing import camera_aimed, shows_all
from vision.simulator.photograph import Photographer
from vision.simulator.scene import FlatPiece, PiecePose, TableScene
from vision.simulator.surfaces import ground

_MARGIN_PX = 25.0  # people leave a little table around what they photograph
_ASKEW = 9.0  # degrees by which rows are turned


@dataclass(frozen=True, eq=False, slots=True)
class Enrolled:
    """A picture, BGR, with its truth.

    Attributes:
        crossings_px: (crossings, 2) of the empty board; none where rhombi were laid out.
        rhombi: index of the kind and corners (4, 2) head, right, tail, left of each rhomb.
    """

    image: Picture
    crossings_px: Float64Array
    rhombi: tuple[tuple[int, Float64Array], ...] = ()


def empty_board(
    prints: CronbergSet, outline_mm: Float64Array, seed: int, level: Level | str = Level.ORDINARY
) -> Enrolled:
    """The empty board, filling most of the picture."""
    rng = np.random.default_rng([seed, 0xE0])
    conditions = Conditions.from_level(level, rng)
    camera = _camera(conditions, outline_mm)
    around = outline_mm * 1.02

    def inside(spot: Float64Array) -> bool:
        return bool(camera.shows(camera.project(spot[None]), 20).all())

    clear = np.vstack([around, around * 0.6, [[0, 0]], (around + np.roll(around, 1, axis=0)) / 2])
    clutter = spread(things(conditions.clutter, rng), clear, 45.0, inside, rng, 0)
    board = printed_board(prints, outline_mm, conditions.wear * 0.6, rng)
    flats = (*(piece for piece in clutter if isinstance(piece, FlatPiece)), board)
    solids = tuple(piece for piece in clutter if not isinstance(piece, FlatPiece))
    scene = TableScene(ground(conditions.surface, rng), flats, solids, (), lamps=lamps_for(rng))
    crossings = prints.crossings_mm
    image = Photographer(camera, conditions, rng, crossings, prints.edge_mm).take(scene)
    return Enrolled(image, camera.project(_raised(crossings, board.thickness_mm)))


def laid_out(prints: CronbergSet, kinds: Sequence[int], seed: int, level: Level | str = Level.ORDINARY) -> Enrolled:
    """These rhombi in rows, a finger's width apart, every one turned as it came out of the box."""
    rng = np.random.default_rng([seed, 0xE1])
    conditions = Conditions.from_level(level, rng)
    conditions = replace(conditions, rotation_deg=float(rng.uniform(-_ASKEW, _ASKEW)))
    apart = prints.edge_mm * 2 * TIP + 6.0
    columns = max(1, math.ceil(math.sqrt(len(kinds) * 16 / 9)))
    rows = -(-len(kinds) // columns)
    pieces, middles = [], []
    for place, kind in enumerate(kinds):
        row, column = divmod(place, columns)
        x, y = (column - (columns - 1) / 2) * apart, (row - (rows - 1) / 2) * apart
        dx, dy = rng.uniform(-2.5, 2.5, 2)
        pose = PiecePose(x + float(dx), y + float(dy), float(rng.uniform(0, 360)))
        wear = float(np.clip(conditions.wear * rng.uniform(0.5, 1.5), 0, 1))
        pieces.append(replace(printed_rhomb(prints, kind, pose, wear, rng, 0.0), name=f"rhomb-{kind}-{place}"))
        middles.append((pose.x, pose.y))
    half = np.array([columns, rows]) * apart / 2
    camera = _camera(conditions, np.array([half, -half, half * [1, -1], half * [-1, 1]]))
    scene = TableScene(ground(conditions.surface, rng), tuple(pieces), (), (), lamps=lamps_for(rng))
    image = Photographer(camera, conditions, rng, np.array(middles), prints.edge_mm).take(scene)
    truth = []
    for kind, piece in zip(kinds, pieces, strict=True):
        turn = math.radians(piece.pose.turn_deg)
        spin = np.array([[math.cos(turn), math.sin(turn)], [-math.sin(turn), math.cos(turn)]])
        corners = np.array(OUTLINE) * prints.edge_mm @ spin + [piece.pose.x, piece.pose.y]
        truth.append((kind, camera.project(_raised(corners, prints.rhomb_thick_mm))))
    return Enrolled(image, np.zeros((0, 2)), tuple(truth))


def _raised(points_mm: Float64Array, height_mm: float) -> Float64Array:
    return np.column_stack([points_mm, np.full(len(points_mm), height_mm)])


def _camera(conditions: Conditions, points_mm: Float64Array) -> SimulatedCamera:
    """A camera over the middle that shows all of these points, as large as it can."""
    for px_per_mm in np.geomspace(6.0, 0.8, 60):
        camera = camera_aimed(conditions, (0.0, 0.0), float(px_per_mm))
        if shows_all(camera, points_mm, _MARGIN_PX):
            break
    return camera

"""A simulated table with Stained Glass on it: glass in each player's area, loose and put together, and the truth.

:func:`still_glass` draws one photograph: glass around a map, or one stretch of table with nothing but glass. Players
sit along the sides of the picture. Areas are parted by the picture's diagonals: whatever lies in the triangle at a side
belongs to whoever sits there.
"""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.arrays import Float64Array
from games.game import SEAT_COLOURS
from vision.artwork.stained_glass.glass import GLASS_MM
from vision.frames import Picture
from vision.simulator.beside import lamps
from vision.simulator.camera import SimulatedCamera
from vision.simulator.carcassonne.still import _stand_followers, grown_map
from vision.simulator.carcassonne.table import TILE_MM, MapPlace, Tabletop
from vision.simulator.carcassonne.view import camera_over, table_extent
from vision.simulator.clutter import spread, things
from vision.simulator.conditions import Conditions, Level
from vision.simulator.photograph import Photographer
from vision.simulator.players.hands import Arm, Grip
from vision.simulator.scene import FlatPiece, Piece, PiecePose, SolidPiece, TableScene
from vision.simulator.stained_glass.laying import SIDES, Group, deal, lay_groups
from vision.simulator.surfaces import ground
from vision.simulator.truth import PieceTruth, pieces_truth

MAP_TILES = (6, 13)  # how many tiles the map has, where there is one
HAND_CHANCE = {Level.EASY: 0.25, Level.ORDINARY: 0.4, Level.HARD: 0.5}  # of a hand resting on somebody's glass
WASHED_OUT = 0.45  # how white mirrored light is that leaves too little contrast behind it
HIDDEN = 0.5  # share covered, washed out or out of view from which nobody is asked to read a tile


@dataclass(frozen=True, eq=False, slots=True)
class GlassTruth:
    """A glass tile that lies on the table.

    Attributes:
        kind: ``1a`` to ``4c``. owner: the side at which its owner sits: ``bottom``, ``top``, ``left`` or ``right``.
        window: index among the windows, or None for a loose tile.
        pose: its middle on the table, mm, and the turn of its own up, degrees clockwise.
        corners_px: (4, 2) picture px of its upper face: its own north-west, north-east, south-east, south-west.
        covered: share of it that something hides, 0 to 1. in_view: share of it that is in the picture.
        glared: share of it that mirrored light washes out.
    """

    kind: str
    owner: str
    window: int | None
    pose: PiecePose
    corners_px: Float64Array
    covered: float
    in_view: float
    glared: float

    @property
    def hidden(self) -> bool:
        """Whether too little of it is seen to ask anybody what it is."""
        return 1 - self.in_view * (1 - self.covered) * (1 - self.glared) > HIDDEN


@dataclass(frozen=True, slots=True)
class WindowTruth:
    """Tiles that somebody put together: their kinds, sorted, whether they make a whole window, and what is wrong."""

    owner: str
    kinds: tuple[str, ...]
    numbers: tuple[int, ...]
    whole: bool
    fault: str | None


@dataclass(frozen=True, eq=False, slots=True)
class GlassTableTruth:
    """Everything that is true of one picture; ``camera`` maps mm to its px."""

    tiles: tuple[GlassTruth, ...]
    windows: tuple[WindowTruth, ...]
    camera: SimulatedCamera
    conditions: Conditions
    others: tuple[PieceTruth, ...]


@dataclass(frozen=True, eq=False, slots=True)
class StillGlass:
    """One photograph and what is true of it."""

    picture: Picture
    truth: GlassTableTruth


def still_glass(
    seed: int,
    level: Level | str,
    *,
    players: int = 3,
    with_map: bool = True,
    faults: bool = True,
    conditions: Conditions | None = None,
) -> StillGlass:
    """Glass in its owners' areas, photographed under the level's conditions.

    Args:
        seed: everything follows from it; the same arguments give the same picture.
        level: easy, ordinary or hard.
        players: 1 to 4, each at a side of the picture.
        with_map: whether a map of Carcassonne lies in the middle; without one, glass may lie there too.
        faults: whether now and then somebody puts together what the rules forbid.
        conditions: instead of drawing them from the level.
    """
    rng = np.random.default_rng([seed, players, with_map, 0x61A55])
    drawn = conditions or Conditions.from_level(level, rng)
    camera = camera_over(drawn, (float(rng.uniform(-20, 20)), float(rng.uniform(-20, 20))))
    board = _map(drawn, camera, rng) if with_map else None
    spots = np.array([(piece.pose.x, piece.pose.y) for piece in board.flats]) if board else np.empty((0, 2))
    sides = [SIDES[k] for k in np.sort(rng.permutation(4)[:players])]
    groups = lay_groups(deal(sides, faults, rng), drawn, camera, spots, rng)
    return _photographed(drawn, camera, board, groups, rng)


def _map(drawn: Conditions, camera: SimulatedCamera, rng: np.random.Generator) -> Tabletop:
    board = Tabletop(drawn, rng)
    lays = grown_map(int(rng.integers(*MAP_TILES)), ("basic",), camera, rng)
    for lay in lays:
        board.lay(lay)
    _stand_followers(board, lays, len(SEAT_COLOURS) - 2, False, rng)
    return board


def _photographed(
    drawn: Conditions, camera: SimulatedCamera, board: Tabletop | None, groups: list[Group], rng: np.random.Generator
) -> StillGlass:
    glass = [piece for group in groups for piece in group.pieces]
    middles = np.array([(piece.pose.x, piece.pose.y) for piece in glass])
    flats, solids = (board.flats, board.solids) if board else ((), ())
    taken = np.vstack([middles, *([np.array([(p.pose.x, p.pose.y) for p in flats])] if flats else [])])
    beside = _beside(drawn, taken, camera, rng)
    hands = _hands(drawn, groups, camera, rng)
    places = tuple(MapPlace(round(x / TILE_MM), round(y / TILE_MM)) for x, y in taken)
    scene = TableScene(
        ground(drawn.surface, rng, **table_extent((*places, MapPlace(-9, -7), MapPlace(9, 7)))),
        (*(one for one in beside if isinstance(one, FlatPiece)), *flats, *glass),
        (*(one for one in beside if isinstance(one, SolidPiece)), *solids),
        hands,
        lamps(rng),
    )
    photographer = Photographer(camera, drawn, rng, middles, GLASS_MM)
    return StillGlass(photographer.take(scene), _truth(scene, photographer, groups))


def _beside(
    drawn: Conditions, taken: Float64Array, camera: SimulatedCamera, rng: np.random.Generator
) -> tuple[Piece, ...]:
    def inside(spot: Float64Array) -> bool:
        return bool(camera.shows(camera.project(spot[None]), -40.0).all())

    touching = drawn.clutter // 3 if drawn.level is Level.HARD else 0
    return spread(things(drawn.clutter, rng), taken, 46.0, inside, rng, touching)


def _hands(
    drawn: Conditions, groups: list[Group], camera: SimulatedCamera, rng: np.random.Generator
) -> tuple[FlatPiece, ...]:
    """Perhaps a hand that rests on somebody's glass, coming from its owner's side."""
    if rng.random() >= HAND_CHANCE[drawn.level]:
        return ()
    pieces = [(piece, group.owner) for group in groups for piece in group.pieces]
    piece, owner = pieces[int(rng.integers(len(pieces)))]
    edge = {"bottom": (0.5, 1.0), "top": (0.5, 0.0), "left": (0.0, 0.5), "right": (1.0, 0.5)}[owner]
    at_px = np.array([edge]) * [camera.width - 1, camera.height - 1]
    at_px += rng.uniform(-0.15, 0.15) * np.array([[camera.width * (edge[1] != 0.5), camera.height * (edge[0] != 0.5)]])
    chair = camera.to_table(at_px)[0]
    tip = np.array([piece.pose.x, piece.pose.y]) + rng.uniform(-0.35, 0.35, 2) * GLASS_MM
    reach = tip - chair
    towards = float(np.degrees(np.arctan2(reach[1], reach[0])) + rng.uniform(-20, 20))
    return (Arm.of(rng).at("hand on glass", Grip.REST, float(tip[0]), float(tip[1]), towards, 6.0),)


def _truth(scene: TableScene, photographer: Photographer, groups: list[Group]) -> GlassTableTruth:
    camera = photographer.camera
    known = pieces_truth(scene, camera)
    washed_out = _washed_out(photographer)
    tiles: list[GlassTruth] = []
    windows: list[WindowTruth] = []
    for group in groups:
        number = None
        if group.is_window:
            number = len(windows)
            windows.append(
                WindowTruth(group.owner, tuple(sorted(group.kinds)), group.numbers, group.whole, group.fault)
            )
        for kind, piece in zip(group.kinds, group.pieces, strict=True):
            truth = known.pop(piece.name)
            corners = truth.corners_px
            inside = np.zeros(washed_out.shape, np.uint8)
            cv2.fillConvexPoly(inside, np.round(corners).astype(np.int32), 1)
            glared = float(washed_out[inside > 0].mean()) if inside.any() else 0.0
            tiles.append(
                GlassTruth(kind, group.owner, number, piece.pose, corners, truth.covered, truth.in_view, glared)
            )
    return GlassTableTruth(tuple(tiles), tuple(windows), camera, photographer.conditions, tuple(known.values()))


def _washed_out(photographer: Photographer) -> NDArray[np.bool_]:
    """Where mirrored light outshines what lies there."""
    camera = photographer.camera
    white = np.zeros((camera.height, camera.width), np.uint8)
    for (left, top), patch in photographer.glare:
        rows, columns = patch.shape[:2]
        window = white[top : top + rows, left : left + columns]
        window[:] = np.maximum(window, patch[: window.shape[0], : window.shape[1], 0])
    return white > 255 * WASHED_OUT


__all__ = ["HIDDEN", "GlassTableTruth", "GlassTruth", "StillGlass", "WindowTruth", "still_glass"]

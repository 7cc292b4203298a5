"""A simulated table with ordinary dice on it, photographed, and what is true of each die.

A die's side is drawn between the size it has where the camera takes in a whole map and the size it has where it takes
in a layout of cards: 0.4 to 1 of the conditions' ``piece_px``.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np

from calibration.arrays import Float64Array
from vision.frames import Picture
from vision.simulator.beside import lamps
from vision.simulator.camera import NotInView, SimulatedCamera
from vision.simulator.clutter import spread, things
from vision.simulator.conditions import Conditions, Level
from vision.simulator.dice.lay import DiePose, cocked_die, flat_die, flush_die, hand_over, sheet_over
from vision.simulator.dice.look import DieAppearance, any_appearance
from vision.simulator.dice.solid import CORNERS, DiePiece
from vision.simulator.framing import camera_aimed
from vision.simulator.photograph import Photographer
from vision.simulator.players.hands import Arm, Grip
from vision.simulator.scene import FlatPiece, Ground, Piece, SceneLamp, SolidPiece, TableScene
from vision.simulator.surfaces import ground
from vision.simulator.truth import outline

SIZES = (0.4, 1.0)  # of piece_px
NOMINAL_MM = 16.0
HIDDEN_FACE, HIDDEN_PIP, TOUCHED = 0.3, 0.5, 0.03  # shares of the face, of a pip, and from which a die is in doubt
STEEPEST_FACE_DEG = 74.0  # away from the camera: what is seen more aslant is hardly a face
_CORNERS = np.array([[-0.5, -0.5], [0.5, -0.5], [0.5, 0.5], [-0.5, 0.5]])
_GRID = np.stack(np.meshgrid(np.linspace(-0.45, 0.45, 13), np.linspace(-0.45, 0.45, 13)), axis=-1).reshape(-1, 2)
_RING = np.array([(r * np.cos(a), r * np.sin(a)) for r in (0.5, 0.95) for a in np.arange(0, 2 * np.pi, np.pi / 4)])


@dataclass(frozen=True, slots=True)
class SeenFace:
    """A face of a die that is turned to the camera.

    Attributes:
        corners: (4, 2) px, in order around it. x, y: its middle, px. covered: share that is hidden or out of view.
        upper: whether it is the highest of its die.
    """

    corners: tuple[tuple[float, float], ...]
    x: float
    y: float
    covered: float
    upper: bool


@dataclass(frozen=True, slots=True)
class DieTruth:
    """A die as it is.

    Attributes:
        name: the piece's. pips: what its highest face shows. x, y: that face's middle, px. side: its mean edge, px.
        lean: (2,) where its middle lies below that face's middle, px right and down, over ``side``.
        pose: how it lies. covered: share of the face that is hidden or out of view. worst_pip: the same of its pip
            that is hidden most. tilt_deg: of the face away from level.
    """

    name: str
    pips: int
    x: float
    y: float
    side: float
    lean: tuple[float, float]
    pose: DiePose
    covered: float
    worst_pip: float
    tilt_deg: float
    box: tuple[float, float, float, float]
    faces: tuple[SeenFace, ...] = ()

    @property
    def readable(self) -> bool:
        """It lies flat and nothing hides it: whoever can see can say what it shows."""
        return self.tilt_deg < 6 and self.covered < TOUCHED and self.worst_pip < TOUCHED

    @property
    def refused(self) -> bool:
        """Nobody may be told a number: it is cocked, or too much of it is hidden. In between, either is right."""
        return self.tilt_deg > 10 or self.covered > HIDDEN_FACE or self.worst_pip > HIDDEN_PIP


@dataclass(frozen=True, eq=False, slots=True)
class StillDice:
    """One photograph and what is true of it."""

    picture: Picture
    dice: tuple[DieTruth, ...]
    camera: SimulatedCamera
    conditions: Conditions


def still_dice(
    seed: int,
    level: Level | str,
    *,
    poses: Sequence[DiePose] = (DiePose.FLAT, DiePose.FLAT),
    clutter: int | None = None,
    conditions: Conditions | None = None,
) -> StillDice:
    """Dice thrown on a table, photographed under the level's conditions.

    Args:
        seed: everything follows from it; the same arguments give the same picture.
        level: easy, ordinary or hard.
        poses: how each die lies; none for an empty table.
        clutter: how many other things lie about, instead of what the level says.
        conditions: instead of drawing them from the level.
    """
    rng = np.random.default_rng([seed, len(poses), 0xD1CE])
    drawn = conditions or Conditions.from_level(level, rng)
    drawn = drawn if clutter is None else replace(drawn, clutter=clutter)
    die_px = drawn.piece_px * float(np.exp(rng.uniform(np.log(SIZES[0]), np.log(SIZES[1]))))
    camera = camera_aimed(drawn, (float(rng.uniform(-40, 40)), float(rng.uniform(-40, 40))), die_px / NOMINAL_MM)
    appearances = alike(len(poses), rng)
    return photographed(drawn, camera, ground(drawn.surface, rng), appearances, poses, rng)


def alike(count: int, rng: np.random.Generator) -> list[DieAppearance]:
    """Dice of one set, or thrown together from several."""
    first = any_appearance(rng)
    same = rng.random() < 0.6
    return [first if same else any_appearance(rng) for _ in range(count)]


def photographed(
    drawn: Conditions,
    camera: SimulatedCamera,
    table: Ground,
    appearances: Sequence[DieAppearance],
    poses: Sequence[DiePose],
    rng: np.random.Generator,
    arm: Arm | None = None,
    light: tuple[SceneLamp, ...] | None = None,
) -> StillDice:
    """Throw dice onto a table and take the picture: an appearance and a pose each; ``arm`` is whose hand."""
    arm = arm or Arm(rng)
    spots = spots_of(camera, appearances, poses, rng)
    dice: list[DiePiece] = []
    flats: list[FlatPiece] = []
    solids: list[SolidPiece] = []
    covers: list[FlatPiece] = []
    for number, (appearance, pose, spot) in enumerate(zip(appearances, poses, spots, strict=True)):
        name = f"die {number}"
        if pose is DiePose.COCKED:
            die, rests = cocked_die(name, appearance, spot, rng)
            flats += [rest for rest in rests if isinstance(rest, FlatPiece)]
            solids += [rest for rest in rests if isinstance(rest, SolidPiece)]
        else:
            pushed = flush_die(name, appearance, dice, rng) if pose is DiePose.FLUSH else None
            die = pushed or flat_die(name, appearance, spot, rng)
        if pose is DiePose.UNDER_HAND:
            covers.append(_hand_before(camera, f"hand {number}", die, arm, rng))
        elif pose is DiePose.UNDER_SHEET:
            covers.append(sheet_over(f"sheet {number}", die, rng))
        dice.append(die)
    beside = _beside(drawn, camera, spots, rng)
    resting = _resting(camera, spots, arm, rng) if drawn.hand_at_rest else None
    hands = [] if resting is None else [resting]
    scene = TableScene(
        table,
        (*(one for one in beside if isinstance(one, FlatPiece)), *flats),
        (*(one for one in beside if isinstance(one, SolidPiece)), *solids, *dice),
        (*hands, *covers),
        light or lamps(rng),
    )
    near = spots[camera.shows(camera.project(spots), 8.0)] if len(spots) else spots
    if not len(near):
        near = camera.to_table([[camera.width / 2, camera.height / 2]])
    photographer = Photographer(camera, drawn, rng, near, NOMINAL_MM)
    picture = photographer.take(scene)
    truths = tuple(die_truth(die, pose, scene, camera) for die, pose in zip(dice, poses, strict=True))
    return StillDice(picture, truths, camera, drawn)


def spots_of(
    camera: SimulatedCamera, appearances: Sequence[DieAppearance], poses: Sequence[DiePose], rng: np.random.Generator
) -> Float64Array:
    """(n, 2) mm where dice come to rest: in view, apart from each other, now and then side by side."""
    chosen: list[Float64Array] = []
    size = np.array([camera.width, camera.height])
    for appearance, pose in zip(appearances, poses, strict=True):
        spot = np.zeros(2)
        for _ in range(60):
            if pose is DiePose.CUT:
                spot = _at_edge(camera, appearance, rng)
            elif chosen and rng.random() < 0.3:
                angle = rng.uniform(0, 2 * np.pi)
                spot = chosen[-1] + appearance.side_mm * rng.uniform(1.45, 2.2) * np.array(
                    [np.cos(angle), np.sin(angle)]
                )
            else:
                spot = camera.to_table([rng.uniform(0.06, 0.94, 2) * size])[0]
            apart = min((float(np.hypot(*(spot - other))) for other in chosen), default=1e9)
            box = np.column_stack(
                [CORNERS[:, :2] * 1.5 * appearance.side_mm + spot, (CORNERS[:, 2] + 0.5) * appearance.side_mm]
            )
            seen = pose is DiePose.CUT or bool(camera.shows(camera.project(box), 2.0).all())
            if seen and apart > 1.42 * appearance.side_mm:
                break
        chosen.append(spot)
    return np.array(chosen).reshape(-1, 2)


def _at_edge(camera: SimulatedCamera, appearance: DieAppearance, rng: np.random.Generator) -> Float64Array:
    along = rng.uniform(0.05, 0.95)
    edge = np.array([(along, 0.0), (1.0, along), (along, 1.0), (0.0, along)][int(rng.integers(4))])
    spot = camera.to_table([edge * [camera.width - 1, camera.height - 1]], appearance.side_mm)[0]
    middle = camera.to_table([[camera.width / 2, camera.height / 2]])[0]
    inwards = (middle - spot) / np.hypot(*(middle - spot))
    return np.asarray(spot + inwards * rng.uniform(-0.25, 0.25) * appearance.side_mm, np.float64)


def _beside(
    drawn: Conditions, camera: SimulatedCamera, spots: Float64Array, rng: np.random.Generator
) -> tuple[Piece, ...]:
    def inside(spot: Float64Array) -> bool:
        try:
            return bool(camera.shows(camera.project(spot[None]), -40.0).all())
        except NotInView:
            return False

    clear = spots if len(spots) else np.array([[1e4, 1e4]])
    around = camera.to_table([[camera.width / 2, camera.height / 2]])
    found = things(drawn.clutter, rng)
    if not len(spots):
        return spread(found, around, -100.0, inside, rng)
    return spread(found, clear, 30.0, inside, rng)


def _hand_before(camera: SimulatedCamera, name: str, die: DiePiece, arm: Arm, rng: np.random.Generator) -> FlatPiece:
    """A hand over a die whose elbow is before the camera; a sheet where no hand can reach so."""
    for _ in range(60):
        hand = hand_over(name, die, arm, rng)
        if _before(camera, hand):
            return hand
    return sheet_over(name, die, rng)


def _before(camera: SimulatedCamera, hand: FlatPiece) -> bool:
    try:
        camera.ideal(hand.corners())
    except NotInView:
        return False
    return True


def _resting(camera: SimulatedCamera, spots: Float64Array, arm: Arm, rng: np.random.Generator) -> FlatPiece | None:
    """A hand at the picture's edge, clear of the dice as well as it can be."""
    best: tuple[float, FlatPiece] | None = None
    for _ in range(20):
        along = rng.uniform(0.15, 0.85)
        edge = int(rng.integers(4))
        out = np.array([(along, 0.0), (1.0, along), (along, 1.0), (0.0, along)][edge])
        at = 0.5 + (out - 0.5) * 0.84
        size = np.array([camera.width - 1, camera.height - 1])
        tip, chair = camera.to_table([at * size, out * size])
        inward = tip - chair
        reach = float(np.degrees(np.arctan2(inward[1], inward[0])))
        hand = arm.at("hand at rest", Grip.REST, float(tip[0]), float(tip[1]), reach, 6.0)
        apart = float(np.linalg.norm(spots - tip, axis=1).min()) if len(spots) else 0.0
        if _before(camera, hand) and (best is None or apart > best[0]):
            best = (apart, hand)
    return None if best is None else best[1]


def die_truth(die: DiePiece, pose: DiePose, scene: TableScene, camera: SimulatedCamera) -> DieTruth:
    """What is true of a die in a scene, as this camera sees it."""
    axis, side = die.top()
    face = camera.project(die.face_points(axis, side, _CORNERS))
    edge = float(np.linalg.norm(np.roll(face, -1, axis=0) - face, axis=1).mean())
    top = camera.project(die.face_points(axis, side, np.zeros((1, 2))))[0]
    middle = camera.project(die.points(np.zeros((1, 3))))[0]
    hidden = _hider(die, scene, camera)
    pips = die.appearance.pips(die.appearance.value(axis, side))
    radius = die.appearance.pip_size(die.appearance.value(axis, side))
    worst = max(hidden(die.face_points(axis, side, spot + _RING * radius)) for spot in pips)
    return DieTruth(
        die.name,
        die.appearance.value(axis, side),
        float(top[0]),
        float(top[1]),
        edge,
        (float((middle[0] - top[0]) / edge), float((middle[1] - top[1]) / edge)),
        pose,
        hidden(die.face_points(axis, side, _GRID)),
        worst,
        die.tilt_deg(),
        _box(camera.project(die.placed_parts()[0])),
        _faces(die, camera, hidden),
    )


def _faces(die: DiePiece, camera: SimulatedCamera, hidden: Callable[[Float64Array], float]) -> tuple[SeenFace, ...]:
    """The faces that are turned to the camera; one that lies behind its own die's edge is none."""
    seen = []
    for axis, side in ((axis, side) for axis in range(3) for side in (-1, 1)):
        middle, inside = die.face_points(axis, side, np.zeros((1, 2)))[0], die.points(np.zeros((1, 3)))[0]
        to_eye, out = np.array(camera.eye_mm) - middle, middle - inside
        facing = float(out @ to_eye / np.linalg.norm(out) / np.linalg.norm(to_eye))
        if facing < np.cos(np.radians(STEEPEST_FACE_DEG)):
            continue
        corners = camera.project(die.face_points(axis, side, _CORNERS))
        x, y = camera.project(middle[None])[0]
        around = tuple((float(right), float(down)) for right, down in corners)
        upper = (axis, side) == die.top()
        seen.append(SeenFace(around, float(x), float(y), hidden(die.face_points(axis, side, _GRID)), upper))
    return tuple(seen)


def _box(px: Float64Array) -> tuple[float, float, float, float]:
    (left, top), (right, bottom) = px.min(axis=0), px.max(axis=0)
    return float(left), float(top), float(right), float(bottom)


def _hider(die: DiePiece, scene: TableScene, camera: SimulatedCamera) -> Callable[[Float64Array], float]:
    """What share of points (n, 3) x, y, height is out of the picture or behind something nearer than the die."""
    eye = np.array(camera.eye_mm)

    def distance(piece: Piece) -> float:
        return float(np.hypot(np.hypot(piece.pose.x - eye[0], piece.pose.y - eye[1]), eye[2] - piece.height_mm))

    mine = distance(die)
    before: list[Piece] = [
        *scene.hands,
        *(solid for solid in scene.solids if solid.name != die.name and distance(solid) < mine),
    ]
    shapes = []
    for piece in before:
        try:
            shape = outline(piece, camera)
        except NotInView:
            continue
        if len(shape) >= 3:
            shapes.append(shape.astype(np.float32))

    def hidden(points: Float64Array) -> float:
        px = camera.project(points)
        gone = ~camera.shows(px)
        for shape in shapes:
            gone |= np.array([cv2.pointPolygonTest(shape, (float(x), float(y)), False) > 0 for x, y in px])
        return float(gone.mean())

    return hidden


__all__ = ["DieTruth", "SeenFace", "StillDice", "alike", "die_truth", "photographed", "spots_of", "still_dice"]

"""How dice come to lie: flat on the table, cocked against something, under a hand or over the picture's edge."""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum

import numpy as np

from calibration.arrays import Float64Array
from vision.imaging.values import Colour
from vision.simulator.dice.look import DieAppearance
from vision.simulator.dice.solid import CORNERS, DiePiece
from vision.simulator.players.hands import Arm, Grip
from vision.simulator.scene import FlatPiece, PiecePose, SolidPiece, prism

COCKED_DEG = (14.0, 44.0)  # how far a cocked die is from level


class DiePose(StrEnum):
    """How a die lies."""

    FLAT = "flat"
    COCKED = "cocked"
    UNDER_HAND = "under a hand"
    UNDER_SHEET = "under a sheet"
    CUT = "cut off by the picture's edge"
    FLUSH = "side to side with the one before it"


def _spun(axis: Float64Array, angle: float) -> Float64Array:
    """(3, 3), turns by ``angle`` (radians) about a unit vector (Rodrigues)."""
    cross = np.array([[0, -axis[2], axis[1]], [axis[2], 0, -axis[0]], [-axis[1], axis[0], 0]])
    return np.asarray(np.eye(3) + np.sin(angle) * cross + (1 - np.cos(angle)) * cross @ cross, np.float64)


def standing(value: int, appearance: DieAppearance, turn_deg: float) -> Float64Array:
    """(3, 3), from a die's own axes to (x, y, depth), so that it shows a value on top."""
    axis, side = appearance.face(value)
    up = np.zeros(3)
    up[axis] = side
    right = np.zeros(3)
    right[(axis + 1) % 3] = 1.0
    rows = np.array([right, np.cross(-up, right), -up])
    return np.asarray(_spun(np.array([0.0, 0.0, 1.0]), np.radians(turn_deg)) @ rows, np.float64)


def flat_die(
    name: str, appearance: DieAppearance, spot: Float64Array, rng: np.random.Generator, value: int | None = None
) -> DiePiece:
    """A die that lies as it should; ``value`` is drawn where it isn't given."""
    shown = int(rng.integers(1, 7)) if value is None else value
    turn = standing(shown, appearance, float(rng.uniform(0, 360)))
    pose = PiecePose(float(spot[0]), float(spot[1]))
    return DiePiece(name, appearance, pose, appearance.side_mm / 2, turn, int(rng.integers(2**31)))


def flush_die(
    name: str, appearance: DieAppearance, dice: Sequence[DiePiece], rng: np.random.Generator
) -> DiePiece | None:
    """A die pushed against one that lies flat, side to side with it; None where no side of it is free."""
    level = [die for die in dice if die.tilt_deg() < 1]
    for beside in level[::-1]:
        axes = [beside.turn[:2, axis] for axis in range(3) if abs(beside.turn[2, axis]) < 0.5]
        ways = [way * axis for axis in axes for way in (1, -1)]
        for way in (ways[k] for k in rng.permutation(len(ways))):
            apart = (beside.appearance.side_mm + appearance.side_mm) / 2 * rng.uniform(1.0, 1.03)
            along = np.array([-way[1], way[0]]) * rng.normal(0, 0.06) * appearance.side_mm
            spot = np.array([beside.pose.x, beside.pose.y]) + way * apart + along
            free = all(
                np.hypot(*(spot - [die.pose.x, die.pose.y])) > 0.72 * (die.appearance.side_mm + appearance.side_mm)
                for die in dice
                if die is not beside
            )
            if free:
                turn_deg = float(np.degrees(np.arctan2(way[1], way[0])) + rng.choice([0, 90, 180, 270]))
                pose = PiecePose(float(spot[0]), float(spot[1]))
                turn = standing(int(rng.integers(1, 7)), appearance, turn_deg)
                return DiePiece(name, appearance, pose, appearance.side_mm / 2, turn, int(rng.integers(2**31)))
    return None


def cocked_die(
    name: str, appearance: DieAppearance, spot: Float64Array, rng: np.random.Generator
) -> tuple[DiePiece, tuple[FlatPiece | SolidPiece, ...]]:
    """A die that leans on something, and what it leans on."""
    level = standing(int(rng.integers(1, 7)), appearance, 0.0)
    tilt = float(rng.uniform(*COCKED_DEG))
    towards = rng.uniform(0, 2 * np.pi)
    # Mostly it lies along one of its edges, sometimes on a corner.
    along = 0.0 if rng.random() < 0.6 else float(rng.uniform(-40, 40))
    axis = np.array([-np.sin(np.radians(along)), np.cos(np.radians(along)), 0.0])
    turn = _spun(np.array([0.0, 0.0, 1.0]), towards) @ _spun(axis, np.radians(tilt)) @ level
    low = (CORNERS * (1 - 0.5 * appearance.rounding) * appearance.side_mm @ turn.T)[:, 2].max()
    die = DiePiece(
        name,
        appearance,
        PiecePose(float(spot[0]), float(spot[1])),
        float(low),
        turn,
        int(rng.integers(2**31)),
        shade=1.0,
    )
    return die, (_support(name + ".rest", die, towards, rng),)


_THINGS: tuple[Colour, ...] = (
    (52, 48, 186),
    (168, 104, 44),
    (70, 148, 86),
    (60, 178, 230),
    (206, 214, 220),
    (58, 62, 66),
    (120, 160, 190),
    (90, 110, 130),
)


def _support(name: str, die: DiePiece, towards: float, rng: np.random.Generator) -> FlatPiece | SolidPiece:
    """Something low under its raised edge, or a wall beside it. The tilt lowers the side that points ``towards``."""
    away = np.array([-np.cos(towards), -np.sin(towards)])
    points = die.points(CORNERS)
    reach = (points[:, :2] - [die.pose.x, die.pose.y]) @ away
    raised = points[np.argsort(reach)[-3:]]
    underside = float(raised[:, 2].min())
    colour = _THINGS[int(rng.integers(len(_THINGS)))]
    turn = float(np.degrees(np.arctan2(away[1], away[0])))
    wide, deep = float(rng.uniform(14, 60)), float(rng.uniform(14, 60))
    if underside < 0.6 * die.appearance.side_mm and rng.random() < 0.6:
        # A tile, a coin's edge, the rim of a board: as thick as the raised edge is high.
        reach_mm = float(reach[np.argsort(reach)[-3:]].min()) - 0.25 * die.appearance.side_mm
        x, y = np.array([die.pose.x, die.pose.y]) + away * (reach_mm + wide / 2)
        texture = np.full((8, 8, 3), colour, np.uint8)
        return FlatPiece(
            name, texture, (wide, deep), PiecePose(float(x), float(y), turn), thickness_mm=max(1.0, underside)
        )
    side = towards if rng.random() < 0.5 else towards + np.pi
    out = np.array([np.cos(side), np.sin(side)])
    edge = float(((points[:, :2] - [die.pose.x, die.pose.y]) @ out).max()) * 0.97
    x, y = np.array([die.pose.x, die.pose.y]) + out * (edge + wide / 2)
    high = float(points[:, 2].max() * rng.uniform(0.7, 2.2))
    body = prism(
        [(-wide / 2, -deep / 2), (wide / 2, -deep / 2), (wide / 2, deep / 2), (-wide / 2, deep / 2)], 0, high, colour
    )
    return SolidPiece(name, (body,), PiecePose(float(x), float(y), float(np.degrees(side))), gloss=0.15)


def hand_over(name: str, die: DiePiece, arm: Arm, rng: np.random.Generator) -> FlatPiece:
    """A hand that rests on a die or lies half over it."""
    reach = float(rng.uniform(0, 360))
    direction = np.array([np.cos(np.radians(reach)), np.sin(np.radians(reach))])
    tip = np.array([die.pose.x, die.pose.y]) + direction * rng.uniform(-0.2, 1.2) * die.appearance.side_mm
    tip += rng.normal(0, 0.4, 2) * die.appearance.side_mm
    grip = Grip.REST if rng.random() < 0.7 else Grip.HOLD
    height = die.appearance.side_mm + float(rng.uniform(1, 8))
    return arm.at(name, grip, float(tip[0]), float(tip[1]), reach, height)


def sheet_over(name: str, die: DiePiece, rng: np.random.Generator) -> FlatPiece:
    """A card, a sheet or a lid that lies over part of a die."""
    colour = np.array(_THINGS[int(rng.integers(len(_THINGS)))])
    texture = np.clip(colour + rng.normal(0, 12, (12, 9, 3)), 0, 255).astype(np.uint8)
    wide, deep = float(rng.uniform(20, 90)), float(rng.uniform(20, 130))
    side = float(rng.uniform(0, 2 * np.pi))
    out = np.array([np.cos(side), np.sin(side)])
    share = float(rng.uniform(0.2, 0.85))
    x, y = np.array([die.pose.x, die.pose.y]) + out * (wide / 2 + (0.5 - share) * die.appearance.side_mm)
    pose = PiecePose(float(x), float(y), float(np.degrees(side)))
    return FlatPiece(name, texture, (wide, deep), pose, 0.6, height_mm=die.appearance.side_mm + 0.6)

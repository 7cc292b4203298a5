"""Which dice lie level: all level dice look up the same way.

A single picture of a tilted die may as well be a level die seen from the side. What tells them apart is the table:
level dice have one up between them, and the camera that people put above a table looks down on it. And a face that
stands upright, a side of a die that is seen from beside the table, lies at a right angle to that up, whichever way its
die is turned. So every up that the table may have is asked how likely it makes the faces that are seen, each of them an
upper one, a side or one of a cocked die, and the answers are added up.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache

import numpy as np

from calibration.arrays import Float64Array
from vision.parameters import CHOSEN, Parameters, parameter


@dataclass(frozen=True, slots=True, kw_only=True)
class LevelParameters(Parameters):
    """How far from upright a die is cocked, and which views of a table are believed for a group of dice."""

    focals: tuple[float, ...] = parameter(
        (0.7, 0.85, 1.0, 1.25, 1.6),
        "picture lengths",
        "focal lengths that are tried: webcams, telephones, pictures cut to a part",
        CHOSEN,
    )
    usual_tilt_deg: float = parameter(
        24.0, "degrees", "by which cameras above a table are spread about looking straight down", CHOSEN
    )
    upright: float = parameter(
        3.9,
        "log-odds of half",
        "that a picture taken quite from the side shows what stands on the table upright: nobody photographs with the "
        "camera upside down, but of one that looks down from an arm nobody knows on which side it hangs",
        CHOSEN,
    )
    upside_down: float = parameter(
        45.0,
        "log-odds of half",
        "the same against a picture that shows the table from beyond it: a telephone that is held aslant knows its up, "
        "so that only an arm's camera does, and arms look nearly straight down",
        CHOSEN,
    )
    steepest_deg: float = parameter(66.0, "degrees", "nobody looks at a table more aslant than this", CHOSEN)
    cocked_deg: float = parameter(55.0, "degrees", "a die that leans more than this would show another face", CHOSEN)
    width: float = parameter(1.5, "times", "a measured spread: the width of errors", "docs/findings/dice.md")
    far: float = parameter(0.1, "share", "of errors that come from further", "vision/dice/level.py")
    rare: float = parameter(
        0.02, "times", "what is left of both chances beyond: some dice are measured badly", "vision/dice/level.py"
    )
    least_spread: float = parameter(0.02, "lean", "by which pictures of dice scatter at the least", CHOSEN)
    step_deg: float = parameter(2.0, "degrees", "from one way to hold a camera to the next", CHOSEN)
    sides: float = parameter(
        0.5, "share", "of level dice that are known by a side where one faces the camera as well as the top", CHOSEN
    )
    facing: float = parameter(
        0.75,
        "times",
        "as well as its upper face that a side has to face the camera, or it is not taken for the die's best face",
        CHOSEN,
    )


PARAMETERS = LevelParameters()
_YAWS = np.radians(np.arange(0, 180, 22.5))  # of a die about its up: nobody knows


@dataclass(frozen=True, slots=True)
class Lean:
    """How a die leans as it is seen.

    Attributes:
        right, down: where the die's middle lies below its upper face's, over that face's mean edge as it is seen.
        x, y: middle of the face, px.
        spread: how far ``right`` and ``down`` may be from the truth.
        doubt: the chance that it does not lie level, before the other dice and the table have been asked.
        informs: whether it is so surely a die's upper face that it tells how the table lies.
    """

    right: float
    down: float
    x: float
    y: float
    spread: float = 0.05
    doubt: float = 0.1
    informs: bool = True


@dataclass(frozen=True, slots=True)
class Stance:
    """How a die stands whose face was measured: chances that add up to one.

    Attributes:
        level: that this face is its upper one, and lies level.
        side: that the die lies level and this is a side of it.
        cocked: that it leans on something.
    """

    level: float
    side: float
    cocked: float


@dataclass(frozen=True, slots=True, eq=False)
class DiceTable:
    """The likeliest table under the dice of a picture.

    Attributes:
        up: (3,) its up in the camera's frame: right, down, forward.
        focal_px: of the camera with it.
    """

    up: Float64Array
    focal_px: float


def up_of(lean: Lean, size: tuple[int, int], focal_px: float) -> Float64Array:
    """(3,) the unit vector out of a die's upper face: right, down and forward of a camera.

    Args:
        lean: as it is seen. size: width and height of the picture, px.
        focal_px: of the camera; its axis goes through the middle of the picture.
    """
    ray = ray_to(lean.x, lean.y, size, focal_px)
    right = np.cross([0.0, 1.0, 0.0], ray)
    right /= np.linalg.norm(right)
    down = np.cross(ray, right)
    # Beside the camera's axis the picture stretches what lies across the ray: (2, 2), px right and down of each.
    stretch = np.array([[one[k] - ray[k] / ray[2] * one[2] for one in (right, down)] for k in (0, 1)])
    away = np.linalg.solve(stretch, [lean.right, lean.down])
    length = float(np.hypot(*away))
    along = away / max(length, 1e-9)
    # A face tipped by t shows a mean edge of about (1 + cos t) / 2, and the middle lies sin t / 2 beside it: the ratio
    # is tan(t / 2).
    tip = 2 * np.arctan(length)
    for _ in range(3):
        flat = np.outer(along, np.cos(_YAWS) * np.cos(tip)) + np.outer([-along[1], along[0]], np.sin(_YAWS))
        edge = float(np.hypot(*(stretch @ flat)).mean())
        tip = 2 * np.arctan(length * edge * 2 / (1 + np.cos(tip)))
    slant = -along * np.sin(tip)
    return np.asarray(slant[0] * right + slant[1] * down - np.cos(tip) * ray, np.float64)


def stances(
    leans: Sequence[Lean],
    size: tuple[int, int],
    *,
    above: Sequence[Lean | None] = (),
    table_up: Float64Array | None = None,
    focal_px: float | None = None,
) -> tuple[list[Stance], DiceTable]:
    """How each die stands, and on what table.

    Args:
        leans: of each die, as it is seen. Where two of them tell how the table lies, those that don't are only asked
            how they stand on it; one die alone needs the others' word.
        size: width and height of the picture, px.
        table_up: (3,) the table's own up in the camera's frame, where a calibration tells it; else every up that a
            table may have is thought possible, the likelier the nearer it is to the camera's own axis.
        focal_px: of the camera, where it is known; else any of the usual ones.
        above: of each die another face that was found above the one that ``leans`` has, and may be its upper one.
    """
    ups, weights = _tables() if table_up is None else (np.array([table_up], np.float64), np.ones(1))
    focals = [focal_px] if focal_px is not None else [share * max(size) for share in PARAMETERS.focals]
    doubts = np.array([lean.doubt for lean in leans])[:, None]
    totals, level_ones, sides = (np.zeros(len(leans)) for _ in range(3))
    surely = [lean.informs for lean in leans]
    informing = np.array(surely if sum(surely) > 1 else [True] * len(leans), bool)
    best, table = -1.0, DiceTable(np.asarray(ups[0], np.float64), focals[0])
    for focal in focals:
        seen = np.array([up_of(lean, size, focal) for lean in leans]).reshape(len(leans), 3)
        apart = np.arccos(np.clip(seen @ ups.T, -1, 1))  # (dice, tables), radians
        share = PARAMETERS.sides * _sides_face(seen, ups, leans, size, focal)
        level = (1 - doubts) * (1 - share) * _level(apart, leans)
        upright = (1 - doubts) * share * _beside(apart, leans) + _level_above(above, ups, size, focal)
        either = level + upright + doubts * _cocked(apart)
        together = weights * np.exp(np.log(either[informing]).sum(axis=0))
        others = together / np.where(informing[:, None], either, 1.0)  # (dice, tables), as all but this one tell
        totals += (others * either).sum(axis=1)
        level_ones += (others * level).sum(axis=1)
        sides += (others * upright).sum(axis=1)
        if together.max() > best:
            best = float(together.max())
            table = DiceTable(np.asarray(ups[int(together.argmax())], np.float64), float(focal))
    chances = zip(level_ones / totals, sides / totals, strict=True)
    return [Stance(float(top), float(side), float(1 - top - side)) for top, side in chances], table


def _level_above(
    above: Sequence[Lean | None], ups: Float64Array, size: tuple[int, int], focal_px: float
) -> Float64Array | float:
    """(dice, tables) the density of a level die's upper face being seen as the other face of each is; 0 without one."""
    if not any(above):
        return 0.0
    found = np.zeros((len(above), len(ups)))
    faces = {number: lean for number, lean in enumerate(above) if lean is not None}
    seen = np.array([up_of(lean, size, focal_px) for lean in faces.values()])
    doubts = np.array([lean.doubt for lean in faces.values()])[:, None]
    apart = np.arccos(np.clip(seen @ ups.T, -1, 1))
    found[list(faces)] = (1 - doubts) * _level(apart, list(faces.values()))
    return found


def ray_to(x: float, y: float, size: tuple[int, int], focal_px: float) -> Float64Array:
    """(3,) the unit vector from the camera to what is seen at (x, y) px: right, down, forward."""
    ray = np.array([x - (size[0] - 1) / 2, y - (size[1] - 1) / 2, focal_px])
    return np.asarray(ray / np.linalg.norm(ray), np.float64)


@cache
def _tables() -> tuple[Float64Array, Float64Array]:
    """(n, 3) ups that a table may have, evenly strewn, and (n,) how likely each is."""
    strewn = []
    for tilt in np.radians(np.arange(0, PARAMETERS.steepest_deg, PARAMETERS.step_deg)):
        count = max(1, round(2 * np.pi * np.sin(tilt) / np.radians(PARAMETERS.step_deg)))
        turns = 2 * np.pi * (np.arange(count) + 0.5) / count
        sides = np.sin(tilt)
        strewn += [(sides * np.cos(turn), sides * np.sin(turn), -np.cos(tilt)) for turn in turns]
    ups = np.array(strewn)
    tilts = np.degrees(np.arccos(-ups[:, 2]))
    away = ups[:, 1] * np.abs(ups[:, 1])
    held = np.where(away < 0, PARAMETERS.upright, PARAMETERS.upside_down)
    weights = np.exp(-0.5 * (tilts / PARAMETERS.usual_tilt_deg) ** 2 - held * away)
    return ups, weights / weights.sum()


def _level(apart: Float64Array, leans: Sequence[Lean]) -> Float64Array:
    """Density, per steradian, of a level die's being measured so far from the table's up.

    Measured errors are normal and half as wide again as the network tells; one in ten comes from twice as far.
    """
    width = _widths(leans)

    def normal(sigma: Float64Array) -> Float64Array:
        return np.asarray(np.exp(-0.5 * (apart / sigma) ** 2) / (2 * np.pi * sigma**2), np.float64)

    usual = (1 - PARAMETERS.far) * normal(width) + PARAMETERS.far * normal(2 * width)
    return np.asarray((1 - PARAMETERS.rare) * usual + PARAMETERS.rare / (2 * np.pi), np.float64)


def _widths(leans: Sequence[Lean]) -> Float64Array:
    """(dice, 1) radians: how far off the measured ups usually are; the tip is twice the lean's arc tangent."""
    steep = np.array([lean.right**2 + lean.down**2 for lean in leans])
    spread = np.array([max(lean.spread, PARAMETERS.least_spread) for lean in leans])
    return np.asarray((PARAMETERS.width * 2 * spread / (1 + steep))[:, None], np.float64)


def _beside(apart: Float64Array, leans: Sequence[Lean]) -> Float64Array:
    """Density, per steradian, of a side's being measured so far from the table's up: it is a quarter turn away, and
    any way round of those that can be seen."""
    width = _widths(leans)

    def normal(sigma: Float64Array) -> Float64Array:
        return np.asarray(np.exp(-0.5 * ((apart - np.pi / 2) / sigma) ** 2) / (np.sqrt(2 * np.pi) * sigma * np.pi))

    usual = (1 - PARAMETERS.far) * normal(width) + PARAMETERS.far * normal(2 * width)
    return np.asarray((1 - PARAMETERS.rare) * usual + PARAMETERS.rare / (2 * np.pi), np.float64)


def _sides_face(
    seen: Float64Array, ups: Float64Array, leans: Sequence[Lean], size: tuple[int, int], focal_px: float
) -> Float64Array:
    """(dice, tables) 1 where a side seen so is large enough beside the upper face to be what its die is known by."""
    rays = np.array([ray_to(lean.x, lean.y, size, focal_px) for lean in leans]).reshape(len(leans), 3)
    side, upper = -(seen * rays).sum(axis=1)[:, None], -(rays @ ups.T)
    most = np.sqrt(np.clip(1 - upper**2, 0, 1))  # no side faces the camera more than so, however its die is turned
    return np.asarray(np.minimum(side, most) > PARAMETERS.facing * upper, np.float64)


def _cocked(apart: Float64Array) -> Float64Array:
    """The same of a cocked one: it may lean any way."""
    most = np.radians(PARAMETERS.cocked_deg)
    within = (1 - PARAMETERS.rare) / (2 * np.pi * (1 - np.cos(most)))
    return np.where(apart < most, within, 0.0) + PARAMETERS.rare / (2 * np.pi)

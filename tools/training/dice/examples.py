"""Draw what the networks learn from: patches of tables with dice, in every size, light and state of disorder."""

from __future__ import annotations

import argparse
import json
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TextIO, TypedDict

import cv2
import numpy as np

from tools.training.dice.textures import board, stuff
from vision.artwork.noise import clouds
from vision.simulator.camera import NotInView, SimulatedCamera
from vision.simulator.conditions import Conditions, GlarePlace, Level, Surface
from vision.simulator.dice.lay import DiePose
from vision.simulator.dice.look import DieAppearance, any_appearance
from vision.simulator.dice.makes import any_make, any_stuff
from vision.simulator.dice.still import (
    HIDDEN_FACE,
    HIDDEN_PIP,
    NOMINAL_MM,
    TOUCHED,
    DieTruth,
    SeenFace,
    StillDice,
    photographed,
)
from vision.simulator.players.hands import Arm
from vision.simulator.scene import Ground, SceneLamp
from vision.simulator.surfaces import ground

SIZE = 256
STEEPEST_DEG = 66.0
SOFTEST = 0.08  # of a side: the sigma of a blur that leaves the rows of a six apart


@dataclass(frozen=True, slots=True)
class Mix:
    """What examples are made of.

    Attributes:
        levels: chances of easy, ordinary and hard. sides: px of a die. focals: px, of the camera.
        slant: chance that the camera looks at any slant from ``steep_deg`` on, and else from at most so many degrees.
        exposure: EV, how far at most. clutter: how many other things, each as likely. resting: chance of a hand.
        lies: chances of flat, cocked, under a hand, under a sheet, cut off, side to side with another.
        odd: chance of dice of any make. stuffs: of such as have a grain as large as their pips, before that.
        glaring: of one lamp that outshines the room. noisy: of a grainy picture.
        soft: of one out of focus, shaken, or both, as far as a person still reads its dice.
        tight: chance that the picture is cut to its dice, so that they touch its rim and nothing of them is lost.
        dense: as many dice as there is room for, but at the most ``most``.
    """

    levels: tuple[float, float, float] = (1 / 3, 1 / 3, 1 / 3)
    sides: tuple[float, float] = (15.0, 90.0)
    focals: tuple[float, float] = (600.0, 1700.0)
    slant: tuple[float, float] = (0.8, 25.0)
    steep_deg: float = 0.0
    exposure: float = 1.65
    clutter: tuple[int, ...] = (0, 0, 1, 2, 4)
    resting: float = 0.1
    lies: tuple[float, float, float, float, float, float] = (0.5, 0.24, 0.03, 0.05, 0.05, 0.13)
    odd: float = 0.6
    stuffs: float = 0.0
    glaring: float = 0.4
    noisy: float = 0.2
    soft: float = 0.4
    tight: float = 0.2
    dense: bool = False
    most: int = 6


ANY = Mix()
# Many dice a picture, and many of them cocked: what ``training.poise`` learns from.
DENSE = Mix(
    levels=(0.15, 0.6, 0.25),
    sides=(15.0, 68.0),
    focals=(800.0, 1900.0),
    slant=(0.8, 30.0),
    exposure=1.3,
    clutter=(0, 0, 0, 1),
    resting=0.0,
    lies=(0.44, 0.35, 0.01, 0.03, 0.03, 0.14),
    tight=0.3,
    dense=True,
)


def grounds(count: int, rng: np.random.Generator) -> list[Ground]:
    """Table tops to throw dice on: the simulated ones, and coarse or fine textures that are no table in particular."""
    made = []
    for _ in range(count):
        if rng.random() < 0.45:
            surface = list(Surface)[int(rng.integers(len(Surface)))]
            made.append(ground(surface, rng, left_mm=-230, top_mm=-230, width_mm=460, depth_mm=460))
        elif rng.random() < 0.5:
            made.append(Ground(_texture(rng), -230.0, -230.0, 460.0, 460.0))
        else:
            reach = float(rng.uniform(90, 300))
            tile = np.asarray(board(rng) if rng.random() < 0.45 else stuff(rng), np.uint8)
            tile = np.vstack([np.hstack([tile, tile[:, ::-1]]), np.hstack([tile[::-1], tile[::-1, ::-1]])])
            made.append(Ground(np.tile(tile, (2, 2, 1)), -reach, -reach, 2 * reach, 2 * reach))
    return made


def _texture(rng: np.random.Generator) -> np.ndarray:
    """Fleece, carpet, felt, stone: noise between two or three colours, at a scale of its own."""
    size = (800, 800)
    cell = float(np.exp(rng.uniform(np.log(5), np.log(120))))
    stretch = float(np.exp(rng.uniform(0, 2.2))) if rng.random() < 0.4 else 1.0
    field = clouds(size, rng, (cell, cell * stretch), 3)
    if rng.random() < 0.4:
        field = np.sin(field * rng.uniform(1, 4))
    dark = rng.uniform(10, 235, 3) if rng.random() < 0.5 else np.full(3, rng.uniform(10, 220))
    step = rng.normal(0, 6 if rng.random() < 0.6 else 30, 3) + rng.uniform(2, 22)
    texture = dark + field[..., None] * step
    texture += rng.normal(0, rng.uniform(0, 9), (*size, 1))
    return np.clip(texture, 0, 255).astype(np.uint8)


class TaughtFace(TypedDict):
    """What is true of a face that is turned to the camera.

    Attributes:
        x, y: its middle, px. corners: (4, 2) px. covered: share of it. upper: it is the die's highest.
    """

    x: float
    y: float
    corners: list[list[float]]
    covered: float
    upper: bool


class TaughtDie(TypedDict):
    """What is true of a die, as a line of a file of examples has it.

    Attributes:
        x, y: px of its upper face's middle. side: px. lean: sides by which that lies beside its foot.
        pips: that show. cocked, hidden: None where either answer is right.
        covered: share of the face. blank: it is no die. faces: all that are turned to the camera.
    """

    x: float
    y: float
    side: float
    lean: tuple[float, float]
    pips: int
    cocked: bool | None
    hidden: bool | None
    covered: float
    blank: bool
    faces: list[TaughtFace]


def example(
    tables: list[Ground], arm: Arm, rng: np.random.Generator, mix: Mix = ANY
) -> tuple[np.ndarray, list[TaughtDie]]:
    """A patch (256, 256, 3) and its dice."""
    level = list(Level)[int(rng.choice(3, p=mix.levels))]
    side = float(np.exp(rng.uniform(*np.log(mix.sides))))
    drawn = _drawn(level, side, rng, mix)
    camera = SimulatedCamera.looking_at(
        tuple(rng.uniform(-30, 30, 2)),
        scale_px_mm=side / NOMINAL_MM,
        tilt_deg=drawn.tilt_deg,
        rotation_deg=drawn.rotation_deg,
        focal_px=max(float(rng.uniform(*mix.focals)), 320.0 * side / NOMINAL_MM),  # nobody holds a camera nearer
        width=SIZE,
        height=SIZE,
    )
    count = _count(side, rng, mix)
    appearances = _appearances(count, rng, mix)
    lies = [list(DiePose)[k] for k in rng.choice(len(DiePose), size=count, p=mix.lies)]
    light = _glaring(rng) if rng.random() < mix.glaring else None
    still = photographed(drawn, camera, tables[int(rng.integers(len(tables)))], appearances, lies, rng, arm, light)
    picture, left, top = _tight(still, rng) if rng.random() < mix.tight else (still.picture, 0, 0)
    dice: list[TaughtDie] = [
        {
            "x": die.x - left,
            "y": die.y - top,
            "side": die.side,
            "lean": die.lean,
            "pips": die.pips,
            "cocked": None if 6 <= die.tilt_deg <= 10 else die.tilt_deg > 10,
            "hidden": _hidden(die),
            "covered": die.covered,
            "blank": appearance.pip == appearance.body,
            "faces": [_face(face, left, top) for face in die.faces],
        }
        for die, appearance in zip(still.dice, appearances, strict=True)
    ]
    return picture, dice


def _face(face: SeenFace, left: int, top: int) -> TaughtFace:
    """A face in the part of the picture that begins at (left, top)."""
    return {
        "x": face.x - left,
        "y": face.y - top,
        "corners": [[x - left, y - top] for x, y in face.corners],
        "covered": face.covered,
        "upper": face.upper,
    }


def _glaring(rng: np.random.Generator) -> tuple[SceneLamp, ...]:
    """A lamp or the sun that leaves the sides of dice dark, from high or low."""
    return (
        SceneLamp(
            float(rng.uniform(0, 360)),
            float(rng.uniform(16, 82)),
            float(rng.uniform(0.5, 0.88)),
            float(rng.uniform(0.05, 0.5)),
        ),
    )


def _tight(still: StillDice, rng: np.random.Generator) -> tuple[np.ndarray, int, int]:
    """The picture cut to its dice, with -1 to 6 px beside them, and where that part begins: left and top."""
    boxes = np.array([die.box for die in still.dice]).reshape(-1, 4)
    if not len(boxes):
        return still.picture, 0, 0
    beside = rng.uniform(-1, 6, 4)
    low = np.maximum(boxes[:, :2].min(axis=0) - beside[:2], 0).astype(int)
    high = np.minimum(boxes[:, 2:].max(axis=0) + beside[2:] + 1, SIZE).astype(int)
    if (high - low < 16).any():
        return still.picture, 0, 0
    return still.picture[low[1] : high[1], low[0] : high[0]].copy(), int(low[0]), int(low[1])


def _drawn(level: Level, side: float, rng: np.random.Generator, mix: Mix) -> Conditions:
    slanted, upright_deg = mix.slant
    drawn = replace(
        Conditions.from_level(level, rng),
        width=SIZE,
        height=SIZE,
        # Towards the corners of a picture a level die is seen far more aslant than the camera itself is tilted.
        tilt_deg=float(
            rng.uniform(mix.steep_deg, STEEPEST_DEG) if rng.random() < slanted else rng.uniform(0, upright_deg)
        ),
        clutter=int(rng.choice(mix.clutter)),
        hand_at_rest=bool(rng.random() < mix.resting),
        k1=0.0,
        exposure_ev=float(rng.uniform(-mix.exposure, mix.exposure)),
        vignette=float(rng.uniform(0, 0.2)),
        light_ratio=float(rng.uniform(1.05, 1.6)),
        people_shadows=0,
    )
    if level is not Level.HARD or rng.random() < 0.7:
        drawn = replace(drawn, glare=GlarePlace.NONE)
    if rng.random() < mix.noisy:
        drawn = replace(drawn, grain=float(rng.uniform(8, 22)))
    if side < 22:  # as small as this, the worst blur leaves nothing that anybody could read
        drawn = replace(drawn, blur_px=min(drawn.blur_px, 1.0), motion_px=0.0, grain=min(drawn.grain, 8.0))
    return _softened(drawn, side, rng) if rng.random() < mix.soft else drawn


def _softened(drawn: Conditions, side: float, rng: np.random.Generator) -> Conditions:
    """Out of focus, shaken, or both: against the dice, not the picture, since that is what hides their pips.

    Seen aslant pips lie nearer together: what leaves them apart from above would make one of them there.
    """
    most = SOFTEST * float(np.sqrt(np.cos(np.radians(drawn.tilt_deg))))
    if rng.random() < 0.75:
        drawn = replace(drawn, blur_px=side * float(np.exp(rng.uniform(np.log(0.015), np.log(most)))), motion_px=0.0)
    if rng.random() < 0.4:
        drawn = replace(drawn, motion_px=side * float(rng.uniform(0.05, 2.5 * most)))
    return drawn


def _count(side: float, rng: np.random.Generator, mix: Mix) -> int:
    if not mix.dense:
        return int(rng.choice([0, 1, 2, 3, 4, 5], p=[0.06, 0.14, 0.25, 0.25, 0.18, 0.12]))
    most = int(np.clip((SIZE / (2.6 * side)) ** 2, 1, mix.most))
    return int(rng.integers(max(1, most // 2), most + 1))


def _hidden(die: DieTruth) -> bool | None:
    """Whether too much of it is covered to be told; None in between, where either is right."""
    if die.covered > HIDDEN_FACE or die.worst_pip > HIDDEN_PIP:
        return True
    return False if die.covered < TOUCHED and die.worst_pip < TOUCHED else None


def possible(tables: list[Ground], arm: Arm, rng: np.random.Generator, mix: Mix) -> tuple[np.ndarray, list[TaughtDie]]:
    """An example in which no elbow is higher than the camera."""
    while True:
        try:
            return example(tables, arm, rng, mix)
        except NotInView:
            continue


def _appearances(count: int, rng: np.random.Generator, mix: Mix) -> list[DieAppearance]:
    """A set or a mixture; now and then a cube without pips, which is no die."""
    # (No chance is drawn where there are none, so that the examples of older lessons can be had again.)
    stuffs = mix.stuffs > 0 and rng.random() < mix.stuffs
    make = any_stuff if stuffs else any_make if rng.random() < mix.odd else any_appearance
    first = make(rng, (11.0, 21.0))
    appearances = [first if rng.random() < 0.5 else make(rng, (11.0, 21.0)) for _ in range(count)]
    return [
        replace(appearance, pip=appearance.body, marked_values=(), dimple=0.0) if rng.random() < 0.05 else appearance
        for appearance in appearances
    ]


def keep(path: Path, picture: np.ndarray, dice: list[TaughtDie], truth: TextIO) -> None:
    """Write an example's picture, and a line of its truth."""
    cv2.imwrite(str(path), picture, [cv2.IMWRITE_JPEG_QUALITY, 96])
    truth.write(json.dumps({"picture": path.name, "dice": dice}) + "\n")
    truth.flush()


def main() -> None:
    """Draw examples into a folder."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--count", type=int, default=3000)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--dense", action="store_true", help="many dice a picture, many cocked")
    arguments = parser.parse_args()
    cv2.setNumThreads(1)
    arguments.folder.mkdir(parents=True, exist_ok=True)
    mix = DENSE if arguments.dense else ANY
    rng = np.random.default_rng([arguments.seed, 0xD1CE])
    tables: list[Ground] = []
    arms = [Arm(rng) for _ in range(12)]
    with (arguments.folder / f"dice-{arguments.seed}.jsonl").open("w") as truth:
        for number in range(arguments.count):
            if number % 300 == 0:
                tables = grounds(16, rng)
            picture, dice = possible(tables, arms[int(rng.integers(len(arms)))], rng, mix)
            keep(arguments.folder / f"{arguments.seed}-{number:05d}.jpg", picture, dice, truth)


if __name__ == "__main__":
    main()

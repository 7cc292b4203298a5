"""What the tray's network is shown, and what it should say of that."""

from __future__ import annotations

import json
from pathlib import Path

import cv2
import numpy as np

from tools.training.dice.examples import TaughtDie
from tools.training.dice.views import View, recoloured, view
from vision.networks.dice import tray
from vision.networks.dice.tray import CHANNELS, NATURAL_SIDE, REACH, SIDES, STEP, powers_of

CROP = 96
CELLS = CROP // STEP
_LEEWAY = 1.2  # times smaller or larger than asked for: either answer is right
_COVERED = 0.35
_IGNORED, _NONE, _UPPER = -1.0, 0.0, 1.0


class Trays:
    """Drawn trays in a folder; :meth:`look_again` takes up those that were drawn meanwhile."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.drawn: dict[str, tuple[np.ndarray, list[TaughtDie]]] = {}
        self.look_again()

    def look_again(self) -> None:
        """Take up new trays."""
        for table in sorted(self.folder.glob("*.jsonl")):
            for line in table.read_text().splitlines():
                try:
                    record = json.loads(line)
                except json.JSONDecodeError:  # it is being written
                    continue
                if record["picture"] not in self.drawn:
                    packed = np.frombuffer((self.folder / record["picture"]).read_bytes(), np.uint8)
                    picture = np.asarray(cv2.imdecode(packed, cv2.IMREAD_COLOR))
                    self.drawn[record["picture"]] = picture, record["dice"]
        self.names = list(self.drawn)

    def any(self, rng: np.random.Generator) -> tuple[np.ndarray, list[TaughtDie]]:
        """A tray's picture and dice."""
        return self.drawn[self.names[int(rng.integers(len(self.names)))]]


def part_of(picture: np.ndarray, dice: list[TaughtDie], rng: np.random.Generator) -> View:
    """(CROP, CROP, 3) of a tray."""
    middle = rng.uniform(0, 1, 2) * picture.shape[1::-1]
    side = float(np.exp(rng.uniform(*np.log([12.0, 100.0]))))
    if dice:
        die = dice[int(rng.integers(len(dice)))]
        side = die["side"]
    # Six parts of seven show dice of sizes that are asked for; the others are too near.
    low, high = SIDES if rng.random() < 0.86 or not dice else (SIDES[1], 3.2 * SIDES[1])
    scale = float(np.exp(rng.uniform(np.log(low), np.log(high)))) / side
    scale = min(scale, 1.6)
    if dice and rng.random() < 0.9:
        middle = np.array([die["x"], die["y"]]) + rng.uniform(-36, 36, 2) / scale
    turned = rng.uniform(-0.45, 0.45) if rng.random() < 0.65 else rng.uniform(0, 2 * np.pi)
    return view(picture, middle, scale, CROP, rng, turned)


def case(picture: np.ndarray, dice: list[TaughtDie], rng: np.random.Generator) -> tuple[np.ndarray, np.ndarray]:
    """A part (3, CROP, CROP) and what should be said of it: (CHANNELS + 3, cells, cells).

    Beyond the answer's channels stand how much the upper face, the number and cocked count; -1 in UPPER and SIDE_FACE,
    COCKED and HIDDEN is not asked.
    """
    part, affine, border = part_of(picture, dice, rng)
    wanted = np.zeros((CHANNELS, CELLS, CELLS), np.float32)
    ys, xs = np.mgrid[:CELLS, :CELLS] * STEP + (STEP - 1) / 2
    if border == cv2.BORDER_REFLECT_101:  # dice mirrored beyond the rim are dice, too: nothing is asked there
        rows, columns = picture.shape[:2]
        back = np.linalg.inv(affine[:, :2]) @ (np.stack([xs.ravel(), ys.ravel()]) - affine[:, 2:])
        beyond = (back < -1).any(axis=0) | (back[0] > columns) | (back[1] > rows)
        wanted[:2, beyond.reshape(xs.shape)] = _IGNORED
    faces = []
    for die in dice:
        for face in die["faces"]:
            corners = np.array(face["corners"]) @ affine[:, :2].T + affine[:, 2]
            faces.append((die, face, corners))
    # Fronts first, upper faces over them.
    for die, face, corners in sorted(faces, key=lambda each: each[1]["upper"]):
        middle = affine[:, :2] @ [face["x"], face["y"]] + affine[:, 2]
        if (middle < -16).any() or (middle > CROP + 16).any():
            continue
        one, other = (
            (corners[1] - corners[0] + corners[2] - corners[3]) / 2,
            (corners[3] - corners[0] + corners[2] - corners[1]) / 2,
        )
        side = float(np.linalg.norm(np.roll(corners, -1, axis=0) - corners, axis=1).mean())
        dx, dy = middle[0] - xs, middle[1] - ys
        edges = np.column_stack([one, other])
        if abs(np.linalg.det(edges)) < 0.15 * side**2:
            continue
        within = np.abs(np.linalg.solve(edges, np.stack([dx.ravel(), dy.ravel()]))).max(axis=0).reshape(dx.shape)
        apart = np.hypot(dx, dy)
        near = (within < 0.22) | (apart < 2.9)
        around = within < 0.36
        if not face["upper"]:
            channel = wanted[1]
            asked = SIDES[0] * 0.7 < side < SIDES[1] * _LEEWAY and face["covered"] < _COVERED and not die["blank"]
            channel[around & (channel == _NONE)] = _IGNORED
            if asked:
                channel[near] = _UPPER
            continue
        wanted[1][near] = _NONE
        if die["blank"]:
            continue
        sure = SIDES[0] <= side <= SIDES[1]
        if side < SIDES[0] / _LEEWAY**2 or side > SIDES[1] * _LEEWAY**2 or die["covered"] > 0.85:
            continue  # it is no face of this size
        if not sure or die["covered"] > 0.5:
            wanted[0][around] = _IGNORED
            continue
        wanted[0][around & (wanted[0] == _NONE)] = _IGNORED
        wanted[0][near] = _UPPER
        where = near
        wanted[tray.OFFSET][where], wanted[tray.OFFSET + 1][where] = dx[where] / REACH, dy[where] / REACH
        wanted[tray.SIZE][where] = np.log(side / NATURAL_SIDE)
        second, fourth = powers_of(complex(*one) / side, complex(*other) / side)
        lean = affine[:, :2] @ np.array(die["lean"]) * die["side"] / side
        for channel, value in enumerate((second.real, second.imag, fourth.real, fourth.imag, *lean), start=tray.POWERS):
            wanted[channel][where] = value
        for number in range(6):
            wanted[tray.NUMBER + number][where] = float(die["pips"] == number + 1) if die["covered"] < _COVERED else 0
        wanted[tray.COCKED][where] = _IGNORED if die["cocked"] is None else float(die["cocked"])
        wanted[tray.HIDDEN][where] = _IGNORED if die["hidden"] is None else float(die["hidden"])
    return recoloured(part, rng).transpose(2, 0, 1), wanted

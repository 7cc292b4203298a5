"""Patches of print to learn from: digits of many typefaces, bold, slanted, worn, out of focus, and what is no digit."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.networks.digits.reader import NOTHING, SIDE, patch_of

_LETTERS = "ABCDEFGHJKLMNPQRTUVWXYabcdefghkmnpqrtuvwxy+-=/&%?!*#"
_PX = 64
_WHOLE = 0.88  # share of the ink that the largest piece holds
_UPRIGHT_TURN = 7.0  # degrees that a digit may be askew

Example = tuple[NDArray[np.float32], int]  # a patch (SIDE, SIDE) and its class


def drawn_text(text: str, font: cv2.FontFace, weight: int) -> NDArray[np.float32]:
    """Ink of a text in a typeface (needs OpenCV 5, whose ``putText`` draws outlines of fonts)."""
    canvas = np.zeros((3 * _PX, 3 * _PX), np.uint8)
    cv2.putText(canvas, text, (_PX, 2 * _PX), (255,), font, _PX, weight)
    return canvas.astype(np.float32) / np.float32(255)


def example(rng: np.random.Generator, fonts: Sequence[cv2.FontFace]) -> Example | None:
    """A patch and its class, or None where a typeface lacks the sign."""
    ink, most_turn, label = _print(rng, fonts)
    patch = _photographed(ink, rng, most_turn)
    return None if patch is None else (patch, label)


def _print(rng: np.random.Generator, fonts: Sequence[cv2.FontFace]) -> tuple[NDArray[np.float32], float, int]:
    """Ink, how far it may be turned (degrees), and its class."""
    font = fonts[int(rng.integers(len(fonts)))]
    weight = int(rng.choice([0, 300, 400, 500, 700, 800]))
    kind = int(rng.integers(14))
    if kind < 10:
        ink = drawn_text(str(kind), font, weight)
        return ink, _UPRIGHT_TURN, kind
    if kind == 10:
        ink = drawn_text(str(rng.choice(list(_LETTERS))), font, weight)
        return ink, 180.0, NOTHING
    if kind == 11:  # a digit that lies on its side, or stands on its head and isn't another one then
        digit, turn = int(rng.choice([2, 3, 4, 5, 6, 7, 9])), int(rng.choice([1, 2, 3]))
        if turn == 2 and digit in (6, 9):
            turn = 1
        if turn == 2 and digit in (2, 5):
            turn = 3
        return np.rot90(drawn_text(str(digit), font, weight), turn), _UPRIGHT_TURN, NOTHING
    if kind == 12:
        return _scribble(rng), 180.0, NOTHING
    return _piece_of(drawn_text(str(rng.integers(10)), font, weight), rng), 30.0, NOTHING


def _scribble(rng: np.random.Generator) -> NDArray[np.float32]:
    """Shapes as pictures have them: roofs, windows, leaves, rings, bars."""
    canvas = np.zeros((3 * _PX, 3 * _PX), np.uint8)
    for _ in range(int(rng.integers(1, 5))):
        points = (rng.uniform(_PX, 2 * _PX, (int(rng.integers(2, 7)), 2))).astype(np.int32)
        match int(rng.integers(4)):
            case 0:
                cv2.fillPoly(canvas, [points], 255, cv2.LINE_AA)
            case 1:
                cv2.polylines(canvas, [points], bool(rng.integers(2)), 255, int(rng.integers(2, 14)), cv2.LINE_AA)
            case 2:
                axes = tuple(int(v) for v in rng.uniform(4, 32, 2))
                thick = int(rng.choice([-1, 3, 6, 10]))
                cv2.ellipse(canvas, points[0].tolist(), axes, float(rng.uniform(0, 180)), 0, 360, 255, thick)
            case _:
                cv2.rectangle(canvas, points[0].tolist(), points[1].tolist(), 255, int(rng.choice([-1, 3, 8])))
    return canvas.astype(np.float32) / np.float32(255)


def _piece_of(ink: NDArray[np.float32], rng: np.random.Generator) -> NDArray[np.float32]:
    """Half of a digit, or one with something that touches it."""
    rows, columns = np.nonzero(ink > 0.5)
    if not len(rows):
        return ink
    ink = ink.copy()
    cut = rng.uniform(0.35, 0.65)
    if rng.random() < 0.5:
        middle = int(rows.min() + cut * (rows.max() - rows.min()))
        ink[:middle] = 0
    else:
        middle = int(columns.min() + cut * (columns.max() - columns.min()))
        ink[:, middle:] = 0
    return ink


def _photographed(ink: NDArray[np.float32], rng: np.random.Generator, most_turn: float) -> NDArray[np.float32] | None:
    """The piece of print as a camera gives it, cut out by what is darker than half of its ink."""
    if ink.max() < 0.5:
        return None
    swell = int(rng.integers(-1, 3))
    if swell:
        around = np.ones((2 * abs(swell) + 1,) * 2, np.uint8)
        ink = np.asarray(cv2.dilate(ink, around) if swell > 0 else cv2.erode(ink, around), np.float32)
    turn = np.radians(rng.uniform(-most_turn, most_turn))
    shear, wide = rng.uniform(-0.22, 0.22), rng.uniform(0.78, 1.15)
    small = rng.uniform(9, 40) / _PX
    bend = np.array([[np.cos(turn), -np.sin(turn)], [np.sin(turn), np.cos(turn)]]) @ np.array([[wide, shear], [0, 1]])
    middle = np.array(ink.shape[::-1]) / 2
    size = int(3 * _PX * small) + 8
    onto = np.column_stack([bend * small, np.array([size / 2, size / 2]) - bend @ middle * small])
    soft = cv2.GaussianBlur(np.asarray(ink, np.float32), (0, 0), 0.35 / small)
    seen = np.asarray(cv2.warpAffine(soft, onto, (size, size), flags=cv2.INTER_LINEAR), np.float32)
    out_of_focus_px = float(rng.uniform(0.3, 1.3) * max(1.0, _PX * small / 22))
    seen = np.asarray(cv2.GaussianBlur(seen, (0, 0), out_of_focus_px), np.float32)
    seen = seen + rng.normal(0, rng.uniform(0, 0.09), seen.shape).astype(np.float32)
    level = float(rng.uniform(0.35, 0.6))
    count, labels, stats, _ = cv2.connectedComponentsWithStats((seen > level * seen.max()).astype(np.uint8))
    if count < 2:
        return None
    largest = 1 + int(stats[1:, cv2.CC_STAT_AREA].argmax())
    if stats[largest, cv2.CC_STAT_AREA] < _WHOLE * stats[1:, cv2.CC_STAT_AREA].sum():
        return None  # fallen apart: the reader is asked about whole pieces of print
    only = np.where(cv2.dilate((labels == largest).astype(np.uint8), np.ones((3, 3))) > 0, seen, 0)
    only = np.clip(only / max(float(np.percentile(seen[labels == largest], 80)), 0.2), 0, 1)
    box = tuple(int(v) for v in stats[largest, :4])
    if max(box[2:]) < 5:
        return None
    return patch_of(np.asarray(only, np.float32), (box[0], box[1], box[2], box[3])).reshape(SIDE, SIDE)


def fonts_in(folders: Sequence[Path], without: Sequence[str]) -> list[cv2.FontFace]:
    """The typefaces of folders, without those whose file name holds one of some words."""
    found = []
    for folder in folders:
        for path in sorted([*folder.rglob("*.ttf"), *folder.rglob("*.otf")]):
            if not any(word.lower() in path.name.lower() for word in without):
                found.append(cv2.FontFace(str(path)))
    return found

"""Reads the four numbers of rhombi of a copy that nobody has seen before.

Where figures stand on a copy, how tall they are and which way their feet point is the same for all of its rhombi, so
all of them are read together: pieces of print that may be digits are gathered at every corner, the layout that most of
them agree on is taken, and each corner is read there. That is also how a 6 that stands on its head is told from a 9:
all other figures say which way is up. What opposite corners usually have in common
(``games/cronberg/data/rhomb_habits.json``) weighs where the print leaves something open.
"""

from __future__ import annotations

import itertools
import json
import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.arrays import Float32Array
from vision.cronberg.loose_rhombi import HIGH, WIDE
from vision.frames import Picture
from vision.networks.digits.reader import NOTHING, glyph_reader, patch_of
from vision.parameters import CHOSEN, Parameters, parameter

VALUES = tuple(range(-9, 10))
CORNERS = 4  # head, right, tail, left


@dataclass(frozen=True, slots=True, kw_only=True)
class CronbergFiguresParameters(Parameters):
    """What size, place and likeness make ink a figure, and how sure it may be read."""

    window: float = parameter(
        0.66, "share of an edge", "side of the square at a corner in which its number is sought", CHOSEN
    )
    levels: int = parameter(11, "levels", "of grey at which pieces of print are parted", CHOSEN)
    tall: tuple[float, float] = parameter((0.055, 0.26), "share of an edge", "a digit's height", CHOSEN)
    beside: float = parameter(
        0.17, "share of an edge", "how far off the diagonal a digit may stand (a minus sign pushes it aside)", CHOSEN
    )
    likely: float = parameter(-2.5, "natural logarithm", "least probability of a candidate", CHOSEN)
    near: float = parameter(0.055, "edges", "that a figure may be off the usual distance", CHOSEN)
    alike: float = parameter(1.35, "times", "as tall or low as usual that a figure may be", CHOSEN)
    bar: tuple[float, float] = parameter((0.18, 0.85), "share", "of a digit's height: length of its minus sign", CHOSEN)
    surest: float = parameter(0.98, "probability", "beyond which no reading of a single corner is certain", CHOSEN)


PARAMETERS = CronbergFiguresParameters()
# For each corner, quarter turns (anticlockwise) that put its figures upright when the corner points down.
LAYOUTS: dict[str, tuple[int, int, int, int]] = {
    "feet_out": (0, 0, 0, 0),
    "feet_in": (2, 2, 2, 2),
    "upright": (2, 1, 0, 3),
}


@dataclass(frozen=True, eq=False, slots=True)
class ReadRhomb:
    """The numbers of a rhomb.

    Attributes:
        numbers: clockwise from the upper tip; 0 where nothing could be read.
        confidence: of each, 0 to 1.
        flipped: the rhomb has to be turned half round to stand upright (only told where figures stand upright).
    """

    numbers: tuple[int, int, int, int]
    confidence: tuple[float, float, float, float]
    flipped: bool = False


@dataclass(frozen=True, eq=False, slots=True)
class _Piece:
    """A piece of print that may be a digit.

    ``far`` from the corner and ``aside`` of the diagonal, ``tall``, all in edges, for each of four ``turn``s; ``logs``
    (10,) of the digits; ``minus``: a bar stands before it, -1 (no) to 1.
    """

    far: float
    aside: float
    tall: float
    turn: int
    logs: Float32Array
    minus: float

    @property
    def best(self) -> float:
        return float(self.logs.max())


@cache
def _habits() -> dict[str, float]:
    text = files("games.cronberg").joinpath("data/rhomb_habits.json").read_text(encoding="utf-8")
    return {key: value for key, value in json.loads(text).items() if isinstance(value, int | float)}


def read_figures(pictures: Sequence[Picture]) -> tuple[ReadRhomb, ...]:
    """The numbers of straightened rhombi (HIGH, WIDE, 3) of one copy; the more there are the surer."""
    if not pictures:
        return ()
    pieces = [[_pieces(_corner(picture, corner)) for corner in range(CORNERS)] for picture in pictures]
    layout, usual = _layout(pieces)
    found = []
    for some in pieces:
        ways = [
            _agreeing(some, layout, usual, flipped) for flipped in ((False, True) if layout == "upright" else (False,))
        ]
        flipped = len(ways) > 1 and _support(ways[1]) > _support(ways[0])
        chosen = ways[1] if flipped else ways[0]
        found.append(_settled([_logs(piece) for piece in chosen], flipped))
    return tuple(found)


def _corner(picture: Picture, corner: int) -> Picture:
    """The square at a corner, turned so that the corner is in the middle of its lower edge, WIDE px to an edge."""
    side = round(PARAMETERS.window * WIDE)
    at = np.array([[WIDE / 2, 0], [WIDE, HIGH / 2], [WIDE / 2, HIGH], [0, HIGH / 2]])[corner]
    angle = math.radians((180, 90, 0, -90)[corner])
    c, s = math.cos(angle), math.sin(angle)
    spin = np.array([[c, -s], [s, c]])
    onto = np.column_stack([spin, np.array([side / 2, side]) - spin @ at])
    cut = cv2.warpAffine(picture, onto, (side, side), flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(cut, np.uint8)


def _pieces(window: Picture) -> list[_Piece]:
    """Connected print of every brightness, dark on light and light on dark, and what digit each may be."""
    planes = [cv2.cvtColor(window, cv2.COLOR_BGR2GRAY), cv2.cvtColor(window, cv2.COLOR_BGR2HSV)[..., 1]]
    found: list[tuple[_PrintBox, Float32Array, float]] = []
    for number, plane in enumerate(planes):
        soft = cv2.GaussianBlur(plane, (0, 0), 0.8).astype(np.float32)
        low, high = (float(v) for v in np.percentile(soft, (1, 99)))
        if high - low < 25:
            continue
        for level in np.linspace(low, high, PARAMETERS.levels + 2)[1:-1]:
            for dark in (True, False) if number == 0 else (False,):
                found.extend(_of_level(soft, float(level), dark))
    if not found:
        return []
    patches = np.stack([np.rot90(patch, turn) for _, patch, _ in found for turn in range(4)])
    logs = glyph_reader().read(np.ascontiguousarray(patches)).reshape(len(found), 4, -1)
    pieces = []
    for (box, _, _), four in zip(found, logs, strict=True):
        for turn in range(4):
            if four[turn, :NOTHING].max() > PARAMETERS.likely:
                tall = (box.height if turn % 2 == 0 else box.width) / WIDE
                pieces.append(_Piece(box.far, box.aside, tall, turn, four[turn, :NOTHING].copy(), box.minus[turn]))
    return pieces


@dataclass(frozen=True, slots=True)
class _PrintBox:
    """Where a piece of print is: sizes in px, places in edges; ``minus`` for each turn."""

    width: int
    height: int
    far: float
    aside: float
    minus: tuple[float, float, float, float]


def _of_level(soft: NDArray[np.float32], level: float, dark: bool) -> list[tuple[_PrintBox, Float32Array, float]]:
    side = soft.shape[0]
    mask = ((soft < level) if dark else (soft > level)).astype(np.uint8)
    count, labels, stats, _ = cv2.connectedComponentsWithStats(mask, connectivity=4)
    found = []
    for label in range(1, count):
        left, top, width, height, area = (int(v) for v in stats[label])
        if (
            not PARAMETERS.tall[0] * WIDE < max(width, height) < PARAMETERS.tall[1] * WIDE
            or area < 0.12 * width * height
        ):
            continue
        far = (side - top - height / 2) / WIDE
        aside = (left + width / 2 - side / 2) / WIDE
        if abs(aside) > PARAMETERS.beside or min(left, top) < 1 or left + width >= side:
            continue
        around = slice(max(0, top - 2), top + height + 2), slice(max(0, left - 2), left + width + 2)
        mine = cv2.dilate((labels[around] == label).astype(np.uint8), np.ones((3, 3), np.uint8)) > 0
        inside = soft[around]
        deep = float(np.percentile(inside[labels[around] == label], 20 if dark else 80))
        paper = 2 * level - deep
        ink = np.where(mine, np.clip((inside - paper) / (deep - paper if abs(deep - paper) > 1 else 1), 0, 1), 0)
        box = (left - max(0, left - 2), top - max(0, top - 2), width, height)
        minus = _minus_signs(np.asarray(stats, np.int32), label, count)
        found.append((_PrintBox(width, height, far, aside, minus), patch_of(ink.astype(np.float32), box), level))
    return found


def _minus_signs(stats: NDArray[np.int32], label: int, count: int) -> tuple[float, float, float, float]:
    """For each turn whether a bar stands before the piece: 1 where one does."""
    left, top, width, height, _ = (int(v) for v in stats[label])
    box = np.array([left + width / 2, top + height / 2, width, height])
    signs = [-1.0] * 4
    for other in range(1, count):
        if other == label:
            continue
        x, y, w, h, area = (int(v) for v in stats[other])
        if area < 0.6 * w * h:
            continue
        for turn in range(4):
            # Turned anticlockwise by so many quarters, what is before the digit comes to its left.
            before, level_, long, thick, tall, half = _as_turned((x + w / 2, y + h / 2, w, h), box, turn)
            gap = before - half - long / 2
            if (
                PARAMETERS.bar[0] * tall < long < PARAMETERS.bar[1] * tall
                and thick < 0.62 * long
                and thick < 0.32 * tall
                and -0.05 * tall < gap < 0.55 * tall
                and abs(level_) < 0.22 * tall
            ):
                signs[turn] = 1.0
    return signs[0], signs[1], signs[2], signs[3]


def _as_turned(
    other: tuple[float, float, float, float], box: NDArray[np.float64], turn: int
) -> tuple[float, float, float, float, float, float]:
    """How far before a digit and how far below its middle something is, its length and thickness, the digit's height
    and half of its width, once everything is turned anticlockwise by quarters."""
    dx, dy = other[0] - box[0], other[1] - box[1]
    for _ in range(turn):
        dx, dy = dy, -dx
    odd = turn % 2 == 1
    long, thick = (other[3], other[2]) if odd else (other[2], other[3])
    width, height = (box[3], box[2]) if odd else (box[2], box[3])
    return -dx, dy, long, thick, float(height), float(width) / 2


_Usual = dict[int, tuple[float, float]]  # corner's parity -> distance from the corner, height


def _layout(pieces: list[list[list[_Piece]]]) -> tuple[str, _Usual]:
    """Which way figures stand, and how far from tips (0) and wide corners (1) and how tall they are."""
    best, best_support, best_usual = "feet_out", -1.0, {0: (0.3, 0.12), 1: (0.17, 0.1)}
    for name, turns in LAYOUTS.items():
        usual: _Usual = {}
        support = 0.0
        for parity in (0, 1):
            wanted = {turns[corner] for corner in (parity, parity + 2)}
            some = [
                [piece for piece in corners[corner] if piece.turn in wanted]
                for corners in pieces
                for corner in (parity, parity + 2)
            ]
            usual[parity], agreement = _most_agree(some)
            support += agreement
        # What stands upright may be upside down by chance of laying, so that two turns are tried for each figure.
        if name == "upright":
            support *= 0.8
        if support > best_support:
            best, best_support, best_usual = name, support, usual
    return best, best_usual


def _most_agree(corners: list[list[_Piece]]) -> tuple[tuple[float, float], float]:
    """The distance and height that most corners have a digit at, and how many do."""
    cells = np.array(list(itertools.product(np.arange(0.08, 0.56, 0.02), np.geomspace(*PARAMETERS.tall, 14))))
    votes = np.zeros(len(cells))
    for pieces in corners:
        if not pieces:
            continue
        far, tall, best = np.array([(piece.far, piece.tall, math.exp(piece.best)) for piece in pieces]).T
        fits = np.abs(far[None] - cells[:, :1]) < PARAMETERS.near
        fits &= np.abs(np.log(tall[None] / cells[:, 1:])) < math.log(PARAMETERS.alike)
        votes += np.where(fits, best[None], 0).max(axis=1)
    most = int(votes.argmax())
    return (float(cells[most, 0]), float(cells[most, 1])), float(votes[most])


def _fits(piece: _Piece, usual: tuple[float, float]) -> bool:
    return (
        abs(piece.far - usual[0]) < PARAMETERS.near and 1 / PARAMETERS.alike < piece.tall / usual[1] < PARAMETERS.alike
    )


def _agreeing(corners: list[list[_Piece]], layout: str, usual: _Usual, flipped: bool) -> list[list[_Piece]]:
    """At each corner the pieces that stand where and as figures do on this copy."""
    turns = LAYOUTS[layout]
    return [
        [
            piece
            for piece in corners[corner]
            if piece.turn == turns[(corner + 2 * flipped) % 4] and _fits(piece, usual[corner % 2])
        ]
        for corner in range(CORNERS)
    ]


def _support(corners: list[list[_Piece]]) -> float:
    return sum(max((piece.best for piece in pieces), default=PARAMETERS.likely * 2) for pieces in corners)


def _logs(pieces: list[_Piece]) -> NDArray[np.float64]:
    """(19,) natural logarithms for the values of a corner: several levels of brightness vote."""
    shares = np.full(len(VALUES), (1 - PARAMETERS.surest) / len(VALUES))
    if pieces:
        weights = np.array([math.exp(piece.best) for piece in pieces]) ** 2
        minus = float((weights * [piece.minus > 0 for piece in pieces]).sum() / weights.sum())
        # A sign that is broken or grown together at some levels is seen at others.
        negative = min(0.97, max(0.03, 2.2 * minus))
        digits = sum(
            weight * np.exp(piece.logs.astype(np.float64)) for weight, piece in zip(weights, pieces, strict=True)
        )
        digits = digits / max(float(digits.sum()), 1e-12)
        for digit in range(1, 10):
            shares[9 - digit] += PARAMETERS.surest * float(digits[digit]) * negative
            shares[9 + digit] += PARAMETERS.surest * float(digits[digit]) * (1 - negative)
    found: NDArray[np.float64] = np.log(shares / shares.sum())
    return found


def _settled(logs: list[NDArray[np.float64]], flipped: bool) -> ReadRhomb:
    """The likeliest four numbers together, and how sure each is."""
    habits = _habits()
    tops = [np.argsort(-one)[:3].tolist() for one in logs]
    agreement: dict[tuple[int, int, int, int], float] = {}
    tips, wides = sorted({*tops[0], *tops[2]}), sorted({*tops[1], *tops[3]})
    for places in itertools.product(tips, wides, tips, wides):
        numbers = (VALUES[places[0]], VALUES[places[1]], VALUES[places[2]], VALUES[places[3]])
        if 0 in numbers:
            continue
        agreement[numbers] = sum(float(one[place]) for one, place in zip(logs, places, strict=True)) + _prior(
            numbers, habits
        )
    if not agreement:
        return ReadRhomb((0, 0, 0, 0), (0.0, 0.0, 0.0, 0.0), flipped)
    best = max(agreement, key=lambda numbers: agreement[numbers])
    top = agreement[best]
    shares = {numbers: math.exp(value - top) for numbers, value in agreement.items()}
    total = sum(shares.values())
    sure = [sum(s for n, s in shares.items() if n[corner] == best[corner]) / total for corner in range(CORNERS)]
    return ReadRhomb(best, (sure[0], sure[1], sure[2], sure[3]), flipped)


def _prior(numbers: tuple[int, int, int, int], habits: dict[str, float]) -> float:
    head, right, tail, left = numbers
    nats = 0.0
    for one, other in ((head, tail), (right, left)):
        nats += math.log(habits["opposite_alike"] if one == other else (1 - habits["opposite_alike"]) / 18)
        if one != other and abs(one) == abs(other):
            nats += math.log(0.2)
    alike = len({number > 0 for number in numbers}) == 1
    nats += math.log(habits["same_sign"] if alike else 1 - habits["same_sign"])
    nats += math.log(habits["tips_double"] if head == 2 * right else (1 - habits["tips_double"]) / 8)
    nats += 0.0 if max(abs(number) for number in numbers) <= habits["largest"] else math.log(0.05)
    return nats

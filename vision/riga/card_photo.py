"""One building card of the owner's copy from a photograph: cut out, set upright, and what can be read of it.

Read are the city (by the colour of its frame: red, yellow, blue, green, brown), and the numbers printed on the card.
Which of them are the cost and the points is told by where they stand on cards that are known already: the set that
``print`` makes, then the owner's own, so that from the first card of another print on the next ones are read like it.
Names, people and effects are the owner's to enter.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.angles import wrapped
from vision.cards import photo
from vision.cards.photo import cut_out
from vision.frames import Picture
from vision.networks.digits.reader import NOTHING, glyph_reader, patch_of
from vision.parameters import CHOSEN, Parameters, parameter


@dataclass(frozen=True, slots=True, kw_only=True)
class CardPhotoParameters(Parameters):
    """How a card is cut out of its photograph, and which colours its stripes have."""

    least_tall: float = parameter(0.028, "share", "of the card: how tall printed numbers are", CHOSEN)
    most_tall: float = parameter(0.10, "share", "of the card: how tall printed numbers are", CHOSEN)
    taught: float = parameter(
        0.9, "confidence", "from which a number teaches where it stands: a wrong lesson would stay", CHOSEN
    )
    darker: tuple[float, ...] = parameter(
        (0.72, 0.6, 0.48, 0.36),
        "share",
        "of the ground around it: ink; rims that touch a digit are often lighter than it",
        CHOSEN,
    )
    near: float = parameter(
        0.12, "share", "of the card's width: how far from its usual place a number may stand", CHOSEN
    )
    grey: int = parameter(45, "grey levels", "of value above which a pixel has a colour", CHOSEN)
    sure: float = parameter(0.75, "confidence", "from which a printed number is read", CHOSEN)
    hues: tuple[float, ...] = parameter(
        (178.0, 24.0, 107.0, 66.0, 12.0),
        "hue of OpenCV, 0 to 180",
        "of the frames of Visby, Tallinn, Stockholm, Danzig and Riga, whose brown is a dark orange",
        CHOSEN,
    )
    brown_value: int = parameter(150, "grey levels", "of value below which orange is brown", CHOSEN)


PARAMETERS = CardPhotoParameters()
_CITIES = ("Visby", "Tallinn", "Stockholm", "Danzig", "Riga")

_Box = tuple[int, int, int, int]  # left, top, width, height, px


@dataclass(frozen=True, slots=True)
class PrintedNumber:
    """A number on a card: its value, the middle of it as shares of the card's width and height, and how sure it is."""

    value: int
    x: float
    y: float
    confidence: float


@dataclass(frozen=True, slots=True)
class Layout:
    """Where a print has cost and points, as shares of a card's width and height."""

    cost: tuple[float, float]
    points: tuple[float, float]


OWN_LAYOUT = Layout((0.186, 0.132), (0.79, 0.881))  # of the set that ``print`` makes


@dataclass(frozen=True, eq=False, slots=True)
class CardReading:
    """What a photograph tells of a card; None where it does not.

    Attributes:
        picture: the card cut out and upright, (high_px, wide_px, 3) BGR.
        city: by its colour.
        cost, points: by where their numbers stand.
        numbers: every number on it.
    """

    picture: Picture
    city: str | None
    cost: int | None
    points: int | None
    numbers: tuple[PrintedNumber, ...]


def read_card(photograph: Picture, layouts: Sequence[Layout] = (OWN_LAYOUT,)) -> CardReading | None:
    """The card that lies in the photograph, or None where none can be made out.

    Args:
        photograph: BGR; one card on a table of another colour, not cut off.
        layouts: where numbers stand on known cards, the likeliest first.
    """
    upright = cut_out(photograph)
    if upright is None:
        return None
    turned = np.asarray(cv2.rotate(upright, cv2.ROTATE_180), np.uint8)
    both = [(picture, printed_numbers(picture)) for picture in (upright, turned)]
    picture, numbers = max(both, key=lambda one: _speaks(one[1], layouts))
    cost = next((at for layout in layouts if (at := _number_at(numbers, layout.cost)) is not None), None)
    points = next((at for layout in layouts if (at := _number_at(numbers, layout.points)) is not None), None)
    return CardReading(picture, city_of(picture), cost, points, numbers)


def layout_of(numbers: Iterable[PrintedNumber], cost: int, points: int) -> Layout | None:
    """Where a card of which cost and points are known has them; None where they are not seen surely, or seen twice."""
    found = [one for one in numbers if one.confidence > PARAMETERS.taught]
    costs = [one for one in found if one.value == cost]
    worths = [one for one in found if one.value == points]
    if len(costs) != 1 or len(worths) != 1 or cost == points:
        return None
    return Layout((costs[0].x, costs[0].y), (worths[0].x, worths[0].y))


def city_of(card: Picture) -> str | None:
    """The city whose colour the card's frame has, or None where it is grey."""
    # The light has a colour of its own: the lightest print is taken for white.
    white = np.percentile(card.reshape(-1, 3), 97, axis=0)
    even = np.clip(card * (235.0 / np.maximum(white, 40.0)), 0, 255).astype(np.uint8)
    hsv = cv2.cvtColor(even, cv2.COLOR_BGR2HSV).reshape(card.shape)
    depth = round(0.075 * card.shape[1])
    strips = (hsv[:depth], hsv[-depth:], hsv[:, :depth], hsv[:, -depth:])
    pixels = np.concatenate([strip.reshape(-1, 3) for strip in strips]).astype(np.float32)
    vivid = pixels[(pixels[:, 1] > 0.25 * 255) & (pixels[:, 2] > PARAMETERS.grey)]
    if len(vivid) < 0.2 * len(pixels):
        return None
    angles = vivid[:, 0] * np.pi / 90
    weight = vivid[:, 1]
    hue = float(np.arctan2((np.sin(angles) * weight).sum(), (np.cos(angles) * weight).sum()) * 90 / np.pi) % 180
    bright = float(np.median(vivid[:, 2]))

    hues = dict(zip(_CITIES, PARAMETERS.hues, strict=True))

    def off(city: str) -> float:
        apart = abs(wrapped(hue - hues[city], 180.0))
        # Brown is told from red and yellow by how dark it is.
        return apart + (12.0 if (city == "Riga") != (bright < PARAMETERS.brown_value and 4 < hue < 28) else 0.0)

    best = min(hues, key=off)
    return best if off(best) < 25 else None


def printed_numbers(card: Picture) -> tuple[PrintedNumber, ...]:
    """Every number of one or two digits on an upright card, (high_px, wide_px, 3) BGR."""
    grey = cv2.cvtColor(card, cv2.COLOR_BGR2GRAY)
    found: list[PrintedNumber] = []
    for ink_on_paper in (grey, cv2.bitwise_not(grey)):
        found += _numbers_of(np.asarray(ink_on_paper, np.uint8))
    kept: list[PrintedNumber] = []
    for one in sorted(found, key=lambda number: (-(number.value > 9), -number.confidence)):
        if all(abs(one.x - other.x) > 0.05 or abs(one.y - other.y) > 0.04 for other in kept):
            kept.append(one)
    return tuple(kept)


def _numbers_of(grey: NDArray[np.uint8]) -> list[PrintedNumber]:
    """Numbers in dark ink."""
    window = round(0.2 * grey.shape[1]) | 1
    level = cv2.boxFilter(grey.astype(np.float32), -1, (window, window), borderType=cv2.BORDER_REPLICATE)
    pieces = [piece for share in PARAMETERS.darker for piece in _pieces(np.asarray(grey < share * level, np.uint8))]
    if not pieces:
        return []
    numbers = glyph_reader().read(np.stack([patch for _, patch in pieces]))
    digits = [
        (box, int(scores[:NOTHING].argmax()), float(scores[:NOTHING].max()))
        for (box, _), scores in zip(pieces, numbers, strict=True)
        if scores[:NOTHING].max() > np.log(PARAMETERS.sure)
    ]
    found = [_number((box,), value, sure) for box, value, sure in digits]
    for one, other in ((one, other) for one in digits for other in digits if _beside(one[0], other[0])):
        if one[1]:
            found.append(_number((one[0], other[0]), 10 * one[1] + other[1], min(one[2], other[2])))
    return found


def _pieces(mask: NDArray[np.uint8]) -> list[tuple[_Box, NDArray[np.float32]]]:
    """What hangs together and is as tall as a digit: its box and its patch."""
    count, labels, stats, _ = cv2.connectedComponentsWithStats(mask)
    found = []
    for number in range(1, count):
        left, top, wide, high, area = (int(value) for value in stats[number])
        if (
            not PARAMETERS.least_tall * len(mask) <= high <= PARAMETERS.most_tall * len(mask)
            or wide > 1.1 * high
            or area < 0.12 * wide * high
        ):
            continue
        ink = np.asarray(labels[top : top + high, left : left + wide] == number, np.float32)
        found.append(((left, top, wide, high), patch_of(ink, (0, 0, wide, high))))
    return found


def _beside(one: _Box, other: _Box) -> bool:
    """The second digit stands right after the first."""
    gap = other[0] - one[0] - one[2]
    high = max(one[3], other[3])
    level = abs((one[1] + one[3] / 2) - (other[1] + other[3] / 2)) < 0.2 * high
    return one is not other and -0.1 * high < gap < 0.35 * high and level and min(one[3], other[3]) > 0.75 * high


def _number(boxes: tuple[tuple[int, int, int, int], ...], value: int, sure: float) -> PrintedNumber:
    left, right = boxes[0][0], boxes[-1][0] + boxes[-1][2]
    middle = boxes[0][1] + boxes[0][3] / 2
    return PrintedNumber(
        value, (left + right) / 2 / photo.PARAMETERS.wide_px, middle / photo.PARAMETERS.high_px, float(np.exp(sure))
    )


def _number_at(numbers: Sequence[PrintedNumber], spot: tuple[float, float]) -> int | None:
    """The number nearest to where one should stand."""
    best = min(numbers, key=lambda one: _away(one, spot), default=None)
    return best.value if best is not None and _away(best, spot) < PARAMETERS.near else None


def _away(one: PrintedNumber, spot: tuple[float, float]) -> float:
    """How far a number is from a spot, in card widths."""
    return float(np.hypot(one.x - spot[0], (one.y - spot[1]) * photo.PARAMETERS.high_px / photo.PARAMETERS.wide_px))


def _speaks(numbers: Sequence[PrintedNumber], layouts: Sequence[Layout]) -> float:
    """How much speaks for a card being this way up: numbers just where they belong, then numbers at all."""
    placed = [
        sum(
            max((1 - _away(one, spot) / PARAMETERS.near for one in numbers), default=0.0)
            for spot in (layout.cost, layout.points)
        )
        for layout in layouts
    ]
    return 10.0 * max(0.0, *placed) + 0.2 * sum(one.confidence for one in numbers)

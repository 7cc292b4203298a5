"""The number that is printed on each place: where an edition prints it is learnt from its own pictures, and what a
photograph shows there is read digit by digit.

Art and number are two witnesses: a place whose picture nobody has, or that is worn or covered, is told by its number.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import product

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.frames import Picture
from vision.networks.digits.reader import NOTHING, glyph_reader, patch_of
from vision.parameters import CHOSEN, Parameters, parameter

Box = tuple[float, float, float, float]  # left, top, width, height


@dataclass(frozen=True, slots=True, kw_only=True)
class LayoutNumeralsParameters(Parameters):
    """Where and how large a place's number is printed, and how clearly its digits must be read."""

    window_px: int = parameter(96, "px", "side of the window about the number, after it was enlarged", CHOSEN)
    around: float = parameter(3.2, "digit heights", "that the window is wide", CHOSEN)
    levels: tuple[float, ...] = parameter(
        (0.35, 0.45, 0.55, 0.65, 0.75),
        "share",
        "of the way from ink to paper, at which pieces of print are parted",
        CHOSEN,
    )
    tall: tuple[float, float] = parameter((0.16, 0.5), "share", "of the window: how tall a digit may be", CHOSEN)
    agree: float = parameter(0.05, "widths", "of a place within which numbers are printed in the same spot", CHOSEN)
    unread: float = parameter(
        -4.0,
        "log-likelihood",
        "of a number that is not what was read: the reader is taken in by what stands there",
        CHOSEN,
    )
    clear: tuple[int, int] = parameter(
        (20, 30), "px", "of the window beside and above a number, where only its frame is", CHOSEN
    )
    off: float = parameter(0.07, "share", "of the window by which a number may be off the middle", CHOSEN)
    stray: tuple[float, float, float] = parameter(
        (-0.02, 0.0, 0.02),
        "widths",
        "of a place: one that nobody has a picture of is laid on by its neighbours alone",
        CHOSEN,
    )


PARAMETERS = LayoutNumeralsParameters()


@dataclass(frozen=True, slots=True)
class Spot:
    """Where an edition prints its numbers.

    Attributes:
        x, y: middle of the number, of a place's width and height. tall: of a digit, of the place's width.
        dark: the ink is darker than the paper.
    """

    x: float
    y: float
    tall: float
    dark: bool

    def agrees_with(self, other: Spot) -> bool:
        """Whether both are one spot, as well as it is found on a picture."""
        near = abs(self.x - other.x) < PARAMETERS.agree and abs(self.y - other.y) < PARAMETERS.agree
        return near and self.dark == other.dark and 0.7 < self.tall / other.tall < 1.4


@dataclass(frozen=True, slots=True)
class NumberOnPicture:
    """A number that seems to stand on a picture: where, and the mean log-likelihood of its digits."""

    spot: Spot
    number: int
    log_likelihood: float


def spot_of(numbers: Sequence[int], pictures: Sequence[Picture]) -> Spot | None:
    """Where most of these pictures have their own number, or None where too few are read."""
    found = [
        printed.spot
        for number, picture in zip(numbers, pictures, strict=True)
        for printed in printed_numbers(picture)
        if printed.number == number
    ]
    return agreed_spot(found, max(2, len(pictures) // 3))


def agreed_spot(found: Sequence[Spot], least: int) -> Spot | None:
    """The middle of most spots that lie together, or None where that are fewer than ``least``."""
    best: list[Spot] = []
    for one in found:
        near = [other for other in found if one.agrees_with(other)]
        best = max(best, near, key=len)
    if len(best) < least:
        return None
    x, y, tall = (float(value) for value in np.median([(one.x, one.y, one.tall) for one in best], axis=0))
    return Spot(x, y, tall, best[0].dark)


def read_numbers(
    image: Picture, poses: NDArray[np.float64], aspect: float, spot: Spot, numbers: Sequence[int]
) -> NDArray[np.float64]:
    """(b, numbers) log-likelihoods of numbers on places whose unit squares lie so (b, 3, 3), upright; all zero where
    none is read."""
    return np.stack([_read_about(image, pose, aspect, spot, numbers) for pose in poses])


def _read_about(
    image: Picture, pose: NDArray[np.float64], aspect: float, spot: Spot, numbers: Sequence[int]
) -> NDArray[np.float64]:
    """As :func:`read_numbers`, of one place: in its spot, or where nothing is read there, a little beside it."""
    there = _read([_window(image, pose, aspect, spot)], numbers)
    if there.any():
        return there
    about = [replace(spot, x=spot.x + dx, y=spot.y + dy / aspect) for dx in PARAMETERS.stray for dy in PARAMETERS.stray]
    return _read([_window(image, pose, aspect, one) for one in about], numbers)


def printed_numbers(picture: Picture) -> Iterator[NumberOnPicture]:
    """Everywhere on a clean picture where a number of one or two digits seems to stand."""
    grey = np.asarray(cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY), np.uint8)
    high, wide = grey.shape
    for dark in (True, False):
        read = numbers_in(grey, dark, (wide // 25, wide // 5), wide // 5)
        for (left, top, width, tall), number, log_likelihood in read:
            spot = Spot((left + width / 2) / wide, (top + tall / 2) / high, tall / wide, dark)
            yield NumberOnPicture(spot, number, log_likelihood)


def numbers_in(
    grey: NDArray[np.uint8], dark: bool, tall: tuple[float, float], around: int
) -> Iterator[tuple[Box, int, float]]:
    """Numbers of one or two digits that stand upright on a picture.

    Args:
        grey: (h, w). dark: the ink is darker than what is around it, within ``around`` px.
        tall: least and greatest height of a digit, px.

    Yields its box, as high as its first digit; the number; the mean log-likelihood of its digits.
    """
    mask = ink_mask(grey, dark, around)
    boxes, patches = _pieces(mask.astype(np.float32), mask, tall)
    for some, number, log_likelihood in numbers_among(boxes, patches):
        left, top, _, height = some[0]
        yield (left, top, some[-1][0] + some[-1][2] - left, height), number, log_likelihood


def ink_mask(grey: NDArray[np.uint8], dark: bool, around: int) -> NDArray[np.uint8]:
    """(h, w) 1 where a picture is much darker (or lighter) than what is around it, within ``around`` px."""
    ink_on_paper = grey if dark else cv2.bitwise_not(grey)
    local = cv2.boxFilter(ink_on_paper.astype(np.float32), -1, (around | 1, around | 1))
    return np.asarray(ink_on_paper < 0.65 * local, np.uint8)


def could_be_a_digit(
    wide: NDArray[np.float64], high: NDArray[np.float64], area: NDArray[np.float64], tall: tuple[float, float]
) -> NDArray[np.bool_]:
    """(n,) whether pieces of print of such sizes, px, may be digits between ``tall[0]`` and ``tall[1]`` high."""
    return (high >= tall[0]) & (high <= tall[1]) & (wide <= 1.1 * high) & (area >= 0.12 * wide * high)


def numbers_among(boxes: list[Box], patches: list[NDArray[np.float32]]) -> Iterator[tuple[list[Box], int, float]]:
    """Numbers of one or two digits among pieces of print, with the mean log-likelihood of their digits."""
    if not boxes:
        return
    scores = glyph_reader().read(np.stack(patches))
    digits = [
        (box, int(log[:NOTHING].argmax()), float(log[:NOTHING].max()))
        for box, log in zip(boxes, scores, strict=True)
        if log.argmax() < NOTHING
    ]
    for box, digit, likely in digits:
        yield [box], digit, likely
        for other, second, likely_too in digits:
            if follows(box, other):
                yield [box, other], 10 * digit + second, (likely + likely_too) / 2


def follows(one: Box, other: Box) -> bool:
    """Whether a piece of print stands right after another, as the second digit of a number does."""
    tall = max(one[3], other[3])
    gap = other[0] - one[0] - one[2]
    level = abs(one[1] + one[3] / 2 - other[1] - other[3] / 2)
    return -0.15 * tall < gap < 0.45 * tall and level < 0.2 * tall and min(one[3], other[3]) > 0.7 * tall


def _pieces(
    ink: NDArray[np.float32], mask: NDArray[np.uint8], tall: tuple[float, float]
) -> tuple[list[Box], list[NDArray[np.float32]]]:
    """What hangs together and is as tall as a digit: boxes and patches."""
    _, labels, stats, _ = cv2.connectedComponentsWithStats(mask, connectivity=4)
    sizes = stats[1:].astype(np.float64)
    fits = could_be_a_digit(sizes[:, cv2.CC_STAT_WIDTH], sizes[:, cv2.CC_STAT_HEIGHT], sizes[:, cv2.CC_STAT_AREA], tall)
    boxes, patches = list[Box](), list[NDArray[np.float32]]()
    for label in np.flatnonzero(fits) + 1:
        left, top, wide, high = (int(value) for value in stats[label, :4])
        x, y = max(0, left - high), max(0, top - high)  # with room for what a patch shows around it
        part = (slice(y, top + 2 * high), slice(x, left + wide + high))
        own = ink[part] * cv2.dilate((labels[part] == label).astype(np.uint8), np.ones((3, 3), np.uint8))
        boxes.append((left, top, wide, high))
        patches.append(patch_of(np.asarray(own, np.float32), (left - x, top - y, wide, high)))
    return boxes, patches


def _window(image: Picture, pose: NDArray[np.float64], aspect: float, spot: Spot) -> NDArray[np.float32]:
    """(window_px, window_px) share of ink about the number, 0 to 1."""
    side = PARAMETERS.around * spot.tall
    to_unit = np.array(
        [
            [side / PARAMETERS.window_px, 0, spot.x - side / 2],
            [0, side / PARAMETERS.window_px / aspect, spot.y - side / 2 / aspect],
            [0, 0, 1.0],
        ]
    )
    seen = cv2.warpPerspective(
        image,
        pose @ to_unit,
        (PARAMETERS.window_px, PARAMETERS.window_px),
        flags=cv2.INTER_CUBIC | cv2.WARP_INVERSE_MAP,
        borderMode=cv2.BORDER_REPLICATE,
    )
    grey = np.asarray(cv2.cvtColor(seen, cv2.COLOR_BGR2GRAY), np.float32)
    grey = grey if spot.dark else 255 - grey
    inner = grey[
        PARAMETERS.window_px // 5 : -PARAMETERS.window_px // 5, PARAMETERS.window_px // 5 : -PARAMETERS.window_px // 5
    ]
    ink, paper = (float(np.percentile(inner, share)) for share in (3, 90))
    share = np.asarray(np.clip((paper - grey) / max(paper - ink, 12.0), 0, 1), np.float32)
    share[: PARAMETERS.clear[1]] = share[-PARAMETERS.clear[1] :] = 0
    share[:, : PARAMETERS.clear[0]] = share[:, -PARAMETERS.clear[0] :] = 0
    return share


def _read(windows: Sequence[NDArray[np.float32]], numbers: Sequence[int]) -> NDArray[np.float64]:
    """(numbers,) log-likelihoods of what one of these windows may show in its middle."""
    best = np.full(len(numbers), -np.inf)
    for ink, level in product(windows, PARAMETERS.levels):
        mask = np.asarray(ink > level, np.uint8)
        boxes, patches = _pieces(
            ink, mask, (PARAMETERS.tall[0] * PARAMETERS.window_px, PARAMETERS.tall[1] * PARAMETERS.window_px)
        )
        if not boxes:
            continue
        logs = glyph_reader().read(np.stack(patches)).astype(np.float64)
        for group in _middle(boxes):
            best = np.maximum(best, [_as_number(logs[group], str(number)) for number in numbers])
    if not np.isfinite(best).any():
        return np.zeros(len(numbers))
    return np.asarray(np.maximum(best - best.max(), PARAMETERS.unread), np.float64)


def _middle(boxes: list[Box]) -> Iterator[list[int]]:
    """Indices of the pieces in the middle of the window, or of pairs of them; half a number is none."""
    pairs = [
        [one, other] for one, box in enumerate(boxes) for other, second in enumerate(boxes) if follows(box, second)
    ]
    yield from (pair for pair in pairs if _central([boxes[index] for index in pair]))
    paired = {index for pair in pairs for index in pair}
    yield from ([one] for one, box in enumerate(boxes) if one not in paired and _central([box]))


def _central(boxes: list[Box]) -> bool:
    left, right = boxes[0][0], boxes[-1][0] + boxes[-1][2]
    across, down = (
        (left + right) / 2 - PARAMETERS.window_px / 2,
        boxes[0][1] + boxes[0][3] / 2 - PARAMETERS.window_px / 2,
    )
    return max(abs(across), abs(down)) < PARAMETERS.off * PARAMETERS.window_px


def _as_number(logs: NDArray[np.float64], digits: str) -> float:
    """Mean log-likelihood of these digits, given those (digits, 11) of each piece of print."""
    if len(digits) != len(logs):
        return -math.inf
    return sum(float(log[int(digit)]) for log, digit in zip(logs, digits, strict=True)) / len(digits)

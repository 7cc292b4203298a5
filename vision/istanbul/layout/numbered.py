"""Reads a layout by the numbers printed on its places alone, whatever their art: numbers in rows and columns, each
once, are a layout.

Numbers are sought all over the picture, its print turned step by step. Any three of them that could stand on one place,
on that beside it and on that below it foretell where all others stand; what most agree with is refined by a homography.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import product
from typing import TypeAlias

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.arrays import Float64Array
from games.game import Phrase
from vision.frames import Picture
from vision.istanbul.layout.edition import PATTERNS, SETS
from vision.istanbul.layout.numerals import Box
from vision.istanbul.layout.turned_print import TurnedPrint
from vision.istanbul.observation import IstanbulObservation, SeenPlace, UnreadPlace
from vision.parameters import CHOSEN, Parameters, parameter
from vision.registration.lattice import UNIT_CORNERS, Cell, Matrix, fit_homography, project


@dataclass(frozen=True, slots=True, kw_only=True)
class NumberedParameters(Parameters):
    """Which sizes and rows of printed numbers are believed to be a layout."""

    long_side: int = parameter(2800, "px", "of a picture on which numbers are sought", CHOSEN)
    sizes: tuple[float, float, float] = parameter(
        (1.0, 0.6, 0.36), "share", "of that; digits are 10 to 20 px tall on one of them", CHOSEN
    )
    tall_px: tuple[int, int] = parameter((10, 21), "px", "that a digit is tall: least and most", CHOSEN)
    around_px: int = parameter(35, "px", "around a digit that are looked at", CHOSEN)
    step_deg: int = parameter(15, "degrees", "digits are read that lean by half of that", CHOSEN)
    pitch: tuple[float, float] = parameter(
        (3.0, 25.0), "digit heights", "from one number to the next: least and most", CHOSEN
    )
    skew: float = parameter(0.5, "cosine", "between rows and columns, at most", CHOSEN)
    oblong: float = parameter(2.2, "times", "the other that rows or columns may be longer", CHOSEN)
    near: float = parameter(0.2, "share of a place", "that a number may be off where some others foretell it", CHOSEN)
    exact: float = parameter(0.12, "share of a place", "that a number may be off where all others foretell it", CHOSEN)
    reaches: tuple[int, ...] = parameter(
        (1, 2, 4, 4), "cells", "from the first within which numbers are fitted, look by look", CHOSEN
    )
    agreeing: tuple[int, ...] = parameter((4, 6, 9, 9), "numbers", "that must agree within that, look by look", CHOSEN)
    hold: float = parameter(
        0.2, "weight", "with which perspective is held off, less the farther the numbers reach", CHOSEN
    )
    unlike: float = parameter(
        0.5, "logarithm", "by which one number of a layout may be taller than another: perspective, and print", CHOSEN
    )
    clearly: float = parameter(-0.35, "log-likelihood", "of numbers that others are foretold from", CHOSEN)
    empty: float = parameter(0.4, "numbers", "that a place speaks against a layout on which none is read", CHOSEN)
    least_share: float = parameter(0.6, "share", "of a layout's places of which the numbers are read", CHOSEN)
    legible: float = parameter(0.6, "probability", "from which a number is told", CHOSEN)
    neighbours: int = parameter(8, "numbers", "the nearest, that a layout's steps are read from", CHOSEN)


PARAMETERS = NumberedParameters()


Claims: TypeAlias = "dict[int, float]"  # number -> probability


@dataclass(frozen=True, slots=True)
class _FoundNumber:
    """A number on the picture: its middle and height in px, and the mean log-likelihood of its digits."""

    x: float
    y: float
    tall: float
    number: int
    log_likelihood: float


@dataclass(frozen=True, eq=False, slots=True)
class _Grid:
    """Numbers in rows and columns: which in which cell, how likely each is in another, and (column, row) to px."""

    cells: dict[Cell, _FoundNumber]
    elsewhere: Claims
    pose: Matrix

    @property
    def support(self) -> float:
        """How many numbers agree, unlikely ones for less."""
        return sum(math.exp(one.log_likelihood) for one in self.cells.values())


def read_numbered(image: Picture) -> IstanbulObservation:
    """The layout, nobody on it, or nothing where the numbers of too few places are legible.

    Args:
        image: BGR (h, w, 3); a digit 10 px tall or more when the picture is at most ``long_side`` px.
    """
    scale = min(1.0, PARAMETERS.long_side / max(image.shape[:2]))
    small = cv2.resize(image, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA) if scale < 1 else image
    grey = np.asarray(cv2.cvtColor(small, cv2.COLOR_BGR2GRAY), np.uint8)
    prints = [(size, one) for size in PARAMETERS.sizes for one in _print_of(grey, size)]
    first = next(((degrees, grid) for degrees in _turns() if (grid := _read_turned(prints, degrees)) is not None), None)
    if first is None:
        return IstanbulObservation(0, 0, (), (), trouble=Phrase.of("istanbul.no_layout"))
    degrees, grid = first
    beside = (_read_turned(prints, degrees + step) for step in (-PARAMETERS.step_deg, PARAMETERS.step_deg))
    best = max((grid, *(one for one in beside if one is not None)), key=lambda one: one.support)
    return _observed(best, np.diag([1 / scale, 1 / scale, 1.0]))


def _print_of(grey: NDArray[np.uint8], size: float) -> tuple[TurnedPrint, TurnedPrint]:
    """The dark and the light print of a picture that was made smaller by that."""
    small = cv2.resize(grey, None, fx=size, fy=size, interpolation=cv2.INTER_AREA) if size < 1 else grey
    return TurnedPrint.of(np.asarray(small, np.uint8), PARAMETERS.tall_px, PARAMETERS.around_px)


def _read_turned(prints: Sequence[tuple[float, TurnedPrint]], degrees: int) -> _Grid | None:
    """The grid on a picture that is turned before it is read, in the px of the picture as it came; ``prints`` with
    the size of the picture that each is of."""
    turn = _turn(degrees)
    grid = _grid_of(list(_numbers(prints, turn[:2, :2])))
    return None if grid is None else replace(grid, pose=np.asarray(turn.T @ grid.pose, np.float64))


def _turns() -> Iterator[int]:
    """Degrees; people photograph a layout along its rows."""
    quarters = range(0, 360, 90)
    yield from quarters
    yield from (degrees for degrees in range(0, 360, PARAMETERS.step_deg) if degrees not in quarters)


def _turn(degrees: int) -> Matrix:
    """(3, 3) from the picture's px to those of the picture turned to the left about its upper left corner."""
    cosine, sine = math.cos(math.radians(degrees)), math.sin(math.radians(degrees))
    return np.array([[cosine, sine, 0.0], [-sine, cosine, 0.0], [0.0, 0.0, 1.0]])


def _numbers(prints: Sequence[tuple[float, TurnedPrint]], turn: Float64Array) -> Iterator[_FoundNumber]:
    """Numbers from 1 to 25; of one with two digits the digits alone are none."""
    for size, print_ in prints:
        read = [one for one in print_.numbers(turn) if 0 < one[1] <= max(SETS[-1])]
        pairs = [box for box, number, _ in read if number > 9]
        for box, number, log_likelihood in read:
            if number > 9 or not any(_is_part(box, pair) for pair in pairs):
                left, top, width, tall = (value / size for value in box)
                yield _FoundNumber(left + width / 2, top + tall / 2, tall, number, log_likelihood)


def _is_part(digit: Box, number: Box) -> bool:
    """Whether a digit belongs to a number with two."""
    return number[0] <= digit[0] < number[0] + number[2] and abs(number[1] - digit[1]) < digit[3]


def _grid_of(found: Sequence[_FoundNumber]) -> _Grid | None:
    """The grid with which most numbers agree, or None where they are too few for any layout."""
    middles = np.array([(one.x, one.y) for one in found]).reshape(-1, 2)
    talls = np.array([one.tall for one in found])
    best: _Grid | None = None
    for first, right, down in _corners(found, middles):
        pose = np.eye(3)
        pose[:2] = np.stack([middles[right] - middles[first], middles[down] - middles[first], middles[first]], axis=1)
        alike = np.abs(np.log(talls / talls[first])) < PARAMETERS.unlike
        grown = _grown(middles[alike], pose)
        if grown is None:
            continue
        grid = _agreeing([one for one, same in zip(found, alike, strict=True) if same], middles[alike], grown)
        if grid is not None and (best is None or grid.support > best.support):
            best = grid
    return best


def _grown(middles: NDArray[np.float64], pose: Matrix) -> Matrix | None:
    """A grid that three numbers tell, corrected by those that agree with it, farther and farther away; None where too
    few do."""
    for reach, least in zip(PARAMETERS.reaches, PARAMETERS.agreeing, strict=True):
        places = project(np.linalg.inv(pose), middles)
        cells = np.rint(places)
        agree = (np.abs(places - cells).max(axis=1) < PARAMETERS.near) & (np.abs(cells).max(axis=1) <= reach)
        if len(set(map(tuple, cells[agree].tolist()))) < least:
            return None
        pose = fit_homography(cells[agree], middles[agree], np.ones(int(agree.sum())), hold=PARAMETERS.hold / reach)
    return pose


def _corners(found: Sequence[_FoundNumber], middles: NDArray[np.float64]) -> Iterator[tuple[int, int, int]]:
    """Three numbers that may stand on a place, on that to its right and on that below it."""
    for first, one in enumerate(found):
        if one.log_likelihood < PARAMETERS.clearly:
            continue
        away = middles - middles[first]
        far = np.linalg.norm(away, axis=1) / one.tall
        alike = [
            index
            for index in np.argsort(far)
            if PARAMETERS.pitch[0] < far[index] < PARAMETERS.pitch[1]
            and abs(math.log(found[index].tall / one.tall)) < PARAMETERS.unlike
            and found[index].number != one.number
        ][: 2 * PARAMETERS.neighbours]
        rights = [index for index in alike if abs(away[index, 1]) < 0.6 * away[index, 0]][: PARAMETERS.neighbours]
        downs = [index for index in alike if abs(away[index, 0]) < 0.6 * away[index, 1]][: PARAMETERS.neighbours]
        for right, down in product(rights, downs):
            cosine = away[right] @ away[down] / (far[right] * far[down] * one.tall**2)
            if abs(cosine) < PARAMETERS.skew and 1 / PARAMETERS.oblong < far[right] / far[down] < PARAMETERS.oblong:
                yield first, int(right), int(down)


def _agreeing(found: Sequence[_FoundNumber], middles: NDArray[np.float64], pose: Matrix) -> _Grid | None:
    """What agrees with a grid: one number a cell and each number once, in the likeliest part as large as a layout."""
    places = project(np.linalg.inv(pose), middles)
    cells = np.rint(places)
    off = np.abs(places - cells).max(axis=1)
    order = [
        int(index) for index in np.argsort([-one.log_likelihood for one in found]) if off[index] < PARAMETERS.exact
    ]
    best: tuple[float, _Grid] | None = None
    for rows, columns in PATTERNS:
        area = rows * columns
        for top, left in _filled(cells[order], rows, columns):
            part, elsewhere = _once(found, cells, [i for i in order if _within(cells[i], top, left, rows, columns)])
            grid = _Grid(part, elsewhere, pose)
            speaks = grid.support - PARAMETERS.empty * (area - len(part))
            if len(part) >= PARAMETERS.least_share * area and (best is None or speaks > best[0]):
                best = speaks, grid
    return None if best is None else best[1]


def _filled(cells: NDArray[np.float64], rows: int, columns: int) -> Iterator[tuple[int, int]]:
    """Top and left of each part of so many rows and columns of which enough cells (n, 2: column, row) have a number."""
    shown = np.array(sorted(set(map(tuple, cells.astype(int).tolist())))).reshape(-1, 2)
    tops, lefts = np.unique(shown[:, 1]), np.unique(shown[:, 0])
    down, across = shown[:, 1] - tops[:, None], shown[:, 0] - lefts[:, None]
    beside = ((down >= 0) & (down < rows)).astype(int) @ ((across >= 0) & (across < columns)).astype(int).T
    enough = beside >= PARAMETERS.least_share * rows * columns
    return ((int(tops[row]), int(lefts[column])) for row, column in np.argwhere(enough))


def _within(cell: NDArray[np.float64], top: int, left: int, rows: int, columns: int) -> bool:
    return bool(top <= cell[1] < top + rows and left <= cell[0] < left + columns)


def _once(
    found: Sequence[_FoundNumber], cells: NDArray[np.float64], order: Sequence[int]
) -> tuple[dict[Cell, _FoundNumber], Claims]:
    """The likeliest number of each cell, each number once, and how likely it is elsewhere, too."""
    taken: dict[Cell, _FoundNumber] = {}
    elsewhere: Claims = {}
    for index in order:
        cell, one = (int(cells[index, 1]), int(cells[index, 0])), found[index]
        if cell in taken:
            continue
        if one.number in elsewhere:
            elsewhere[one.number] = max(elsewhere[one.number], math.exp(one.log_likelihood))
        else:
            taken[cell], elsewhere[one.number] = one, 0.0
    return taken, elsewhere


def _extent(cells: dict[Cell, _FoundNumber]) -> tuple[int, int]:
    """Rows and columns from the first to the last number."""
    if not cells:
        return 0, 0
    rows, columns = zip(*cells, strict=True)
    return max(rows) - min(rows) + 1, max(columns) - min(columns) + 1


def _pattern(grid: _Grid) -> tuple[int, int]:
    """The smallest layout that has all of them; a row of which no number is read is not known of."""
    rows, columns = _extent(grid.cells)
    return min(
        (one for one in PATTERNS if one[0] >= rows and one[1] >= columns), key=math.prod, default=(rows, columns)
    )


def _observed(grid: _Grid, back: Matrix) -> IstanbulObservation:
    """The layout as its numbers tell it; ``back`` leads from the px that were read to the picture's."""
    rows, columns = _pattern(grid)
    top, left = min(row for row, _ in grid.cells), min(column for _, column in grid.cells)
    places, unread = [], []
    for row, column in product(range(rows), range(columns)):
        here = grid.cells.get((row + top, column + left))
        likely = 0.0 if here is None else _likely(here, grid.elsewhere[here.number])
        if here is None or likely < PARAMETERS.legible:
            unread.append(UnreadPlace(row, column, Phrase.of("istanbul.unread_number")))
            continue
        corners = project(back @ grid.pose, UNIT_CORNERS - 0.5 + (column + left, row + top))
        places.append(SeenPlace(row, column, here.number, likely, corners))
    trouble = Phrase.of("istanbul.by_numbers")
    return IstanbulObservation(rows, columns, tuple(places), (), tuple(unread), trouble)


def _likely(here: _FoundNumber, elsewhere: float) -> float:
    """Probability of a number that may as well be elsewhere: one of them is half of a number with two digits."""
    likely = math.exp(here.log_likelihood)
    return likely * likely / (likely + elsewhere)

"""The pattern: how well the upper face, straightened, is explained by the figure of pips of each number.

A face that is no face of a die, that is measured wrongly or that something hides bears none of the six figures. And a
figure that lacks a pip or has one too many leaves that pip unexplained, however sure a network may be.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from itertools import product

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.arrays import Float64Array
from vision.frames import Picture
from vision.parameters import CHOSEN, Parameters, parameter

Shares = NDArray[np.float32]


@dataclass(frozen=True, slots=True, kw_only=True)
class PatternParameters(Parameters):
    """Which sizes, spacings and turns of pips are tried on a face, and which stay in the running."""

    grid: int = parameter(24, "cells", "along an edge of the straightened face", CHOSEN)
    reach: float = parameter(0.56, "sides", "that it goes from the middle", CHOSEN)
    face: float = parameter(
        0.42,
        "share of a side",
        "as far from the middle the face is flat on all dice; their corners may be rounded",
        CHOSEN,
    )
    yaw_step_deg: float = parameter(6.0, "degrees", "from one way to turn a face to the next", CHOSEN)
    noise: float = parameter(9.0, "levels squared", "of all channels: the grain of a camera explains itself", CHOSEN)
    coarse: float = parameter(
        4.0,
        "px",
        "that a cell of the grid is wide at the least where a picture is made smaller first: the rest is time",
        CHOSEN,
    )
    alike: float = parameter(
        0.1, "share", "of the mean variance: a mixture of channels that hardly differ tells nothing by itself", CHOSEN
    )
    # Of a side: how far outer pips lie from the middle, the radius of pips, and of the only pip.
    spacings: tuple[float, ...] = parameter(
        (0.15, 0.185, 0.22, 0.255, 0.29), "sides", "that outer pips lie from the middle", CHOSEN
    )
    radii: tuple[float, float] = parameter((0.07, 0.10), "sides", "radius of pips", CHOSEN)
    ace_radii: tuple[float, float, float] = parameter((0.08, 0.11, 0.16), "sides", "radius of the only pip", CHOSEN)
    out_of_focus: float = parameter(
        0.07, "sides", "sigma of the blur in which a person still tells all pips: their figures are tried, too", CHOSEN
    )
    # How long the rows of a six are against what they lie apart, and how far from the middle they end, in sides.
    rows: tuple[float, float] = parameter(
        (0.92, 1.2), "times", "what the rows of a six lie apart: how long they are", CHOSEN
    )
    farthest: float = parameter(0.3, "sides", "from the middle at which rows end", CHOSEN)
    # Where the face may lie beside where it was measured, how much larger, and how its lean may be wrong; all in sides.
    near: tuple[float, ...] = parameter(
        (-0.1, -0.05, 0.0, 0.05, 0.1),
        "sides",
        "beside where it was measured that the face may lie",
        "vision/dice/pattern.py",
    )
    larger: tuple[float, float] = parameter((0.92, 1.04), "times", "as large as measured", "vision/dice/pattern.py")
    nearer: tuple[float, float, float] = parameter(
        (-0.025, 0.0, 0.025), "sides", "beside that in the second look", CHOSEN
    )
    in_the_running: float = parameter(0.8, "share", "of the best share: numbers worth a closer look", CHOSEN)
    leans_off: float = parameter(0.09, "sides", "by which the lean that was measured may be wrong", CHOSEN)


PARAMETERS = PatternParameters()


@dataclass(frozen=True, slots=True)
class UpperFace:
    """An upper face as it is seen: its middle and mean edge, px, and its lean as the judge of the dice tells it."""

    x: float
    y: float
    side: float
    lean: tuple[float, float]


@dataclass(frozen=True, eq=False, slots=True)
class _Figures:
    """Every number in every turn and size.

    Attributes:
        numbers: (figures,) of pips.
        faces: (GRID², turns) what is face. pips: (GRID², turns * figures) what of it is pip.
        covered, spread: (turns, figures) share of a face that is pip, and the variance of that.
    """

    numbers: NDArray[np.intp]
    faces: Shares
    pips: Shares
    covered: Shares
    spread: Shares


def explained(picture: Picture, face: UpperFace) -> tuple[float, ...]:
    """(6,) shares, 0 to 1, of the face's variance in colour that the figures of one to six pips explain.

    Args:
        picture: BGR. face: as it was measured; it is looked for a tenth of its side around.
    """
    moved = _around(face)
    first = _best(picture, moved)
    shares = first.max(axis=0)
    for number in np.flatnonzero(shares > PARAMETERS.in_the_running * shares.max()):
        closer = _closer(moved[int(first[:, number].argmax())], face)
        shares = np.maximum(shares, _best(picture, closer).max(axis=0))
    return tuple(float(share) for share in shares)


def _around(face: UpperFace) -> list[UpperFace]:
    """The face as it may lie beside where it was measured."""
    return [
        UpperFace(face.x + right * face.side, face.y + down * face.side, face.side * larger, face.lean)
        for right, down, larger in product(PARAMETERS.near, PARAMETERS.near, PARAMETERS.larger)
    ]


def _closer(start: UpperFace, face: UpperFace) -> list[UpperFace]:
    """The same nearer about the best of these, leaning a little otherwise than was measured, too."""
    return [
        UpperFace(
            start.x + right * face.side,
            start.y + down * face.side,
            start.side,
            (face.lean[0] + aslant, face.lean[1] + steep),
        )
        for right, down, (aslant, steep) in product(PARAMETERS.nearer, PARAMETERS.nearer, _leans())
    ]


@dataclass(frozen=True, eq=False, slots=True)
class FittedFigure:
    """The figure of a number where it explains a face best.

    Attributes:
        values: (grid, grid) of the straightened face, in that mixture of channels that bears the figure best.
        apart: (number, grid, grid) how far each place lies from each pip's middle, in sides.
        radius: of the pips, in sides. face: (grid, grid) where the face is flat.
    """

    values: Float64Array
    apart: Float64Array
    radius: float
    face: NDArray[np.bool_]

    def pip(self, apart: Float64Array, share: float) -> Float64Array:
        """(grid, grid) how much of each place is pip, so far from a pip's middle, within a share of its radius."""
        cell = 2 * PARAMETERS.reach / PARAMETERS.grid
        return np.asarray(np.clip((share * self.radius - apart) / cell + 0.5, 0, 1), np.float64)


def fitted(picture: Picture, face: UpperFace, number: int) -> FittedFigure:
    """The figure of one to six pips where it explains a face best; picture and face as in :func:`explained`."""
    moved = _around(face)
    start = moved[int(_best(picture, moved)[:, number - 1].argmax())]
    near = [start, *_closer(start, face)]
    place = near[int(_best(picture, near)[:, number - 1].argmax())]
    share = np.where(_figures().numbers == number, _shares(picture, [place])[0], -1.0)
    turn, which = np.unravel_index(int(share.argmax()), share.shape)
    colours = straightened(picture, place).reshape(-1, 3).astype(np.float64)
    flat, pips = _figures().faces[:, turn], _figures().pips[:, turn * share.shape[1] + which]
    colours -= flat @ colours / flat.sum()
    spread = (colours * flat[:, None]).T @ colours / flat.sum()
    grain = PARAMETERS.noise / 3 + PARAMETERS.alike * np.trace(spread) / 3
    way = np.linalg.solve(spread + grain * np.eye(3), pips @ colours / flat.sum())
    u, v = _turned(float(np.radians(PARAMETERS.yaw_step_deg * turn)))
    figure = _drawn()[which]
    return FittedFigure(
        (colours @ way).reshape(u.shape),
        np.stack([np.hypot(u - x, v - y) for x, y in figure.spots]),
        figure.radius,
        np.maximum(np.abs(u), np.abs(v)) < PARAMETERS.face,
    )


def _best(picture: Picture, faces: list[UpperFace]) -> Shares:
    """(faces, 6): of each number the share of the figure that fits best."""
    highest = _shares(picture, faces).max(axis=1)
    numbers = _figures().numbers
    return np.stack([highest[:, numbers == number].max(axis=1) for number in range(1, 7)], axis=1)


def _shares(picture: Picture, faces: list[UpperFace]) -> Shares:
    """(faces, turns, figures): how much of a face's variance each figure explains.

    The share is the squared correlation of a figure with that mixture of the three channels that bears it best
    (Fisher's discriminant): pips may differ from the body in one channel alone, and another be full of grain.
    """
    figures = _figures()
    colours = np.stack([straightened(picture, face).reshape(-1, 3).T for face in faces]).astype(np.float32)
    colours -= colours.mean(axis=2, keepdims=True)
    flat = colours.reshape(
        -1, PARAMETERS.grid * PARAMETERS.grid
    )  # one large product is many times as fast as one a face
    size = figures.faces.sum(axis=0)
    turns = len(size)
    mean = (flat @ figures.faces / size).reshape(len(faces), 3, turns)
    products = (colours[:, :, None] * colours[:, None]).reshape(-1, PARAMETERS.grid * PARAMETERS.grid)
    spread = (products @ figures.faces / size).reshape(len(faces), 3, 3, turns) - mean[:, :, None] * mean[:, None]
    spread = spread.transpose(0, 3, 1, 2)  # (faces, turns, 3, 3)
    grain = PARAMETERS.noise / 3 + PARAMETERS.alike * np.trace(spread, axis1=2, axis2=3) / 3
    spread = spread + grain[..., None, None] * np.eye(3, dtype=np.float32)
    together = (flat @ figures.pips).reshape(len(faces), 3, turns, -1) / size[:, None]
    together = (together - mean[..., None] * figures.covered).transpose(0, 2, 1, 3)  # (faces, turns, 3, figures)
    share = (together * (np.linalg.inv(spread) @ together)).sum(axis=2) / figures.spread
    return np.asarray(share * (1 + PARAMETERS.alike / 3), np.float32)  # so that grey pictures lose nothing by it


def straightened(picture: Picture, face: UpperFace) -> Picture:
    """(grid, grid, 3): the face as seen from straight above it, turned about its middle by no one knows how much."""
    axes = face_axes(face)
    edge = float(np.hypot(*axes[:, 1]))
    cell = 2 * PARAMETERS.reach / PARAMETERS.grid
    reach = 1.2 * edge
    rows, columns = picture.shape[:2]
    left, top = max(0, min(columns - 1, int(face.x - reach))), max(0, min(rows - 1, int(face.y - reach)))
    part = picture[top : max(top + 1, int(face.y + reach + 2)), left : max(left + 1, int(face.x + reach + 2))]
    smaller = min(int(edge * cell / 2), *part.shape[:2]) if edge * cell > PARAMETERS.coarse else 1
    if smaller > 1:  # a whole board may be taken for a die: its blur would take seconds
        part = _smaller(part, smaller)
    if edge * cell / smaller > 1.3:
        part = np.asarray(cv2.GaussianBlur(part, (0, 0), 0.4 * edge * cell / smaller), np.uint8)
    start = np.array([face.x - left, face.y - top]) - axes.sum(axis=1) * (PARAMETERS.reach - cell / 2)
    affine = np.column_stack([axes * cell / smaller, (start + 0.5) / smaller - 0.5])
    flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    return np.asarray(
        cv2.warpAffine(part, affine, (PARAMETERS.grid, PARAMETERS.grid), flags=flags, borderMode=cv2.BORDER_REPLICATE),
        np.uint8,
    )


def face_axes(face: UpperFace) -> Float64Array:
    """(2, 2) px right and down, over a side of the die, along the way that it leans and, second, across it."""
    length = float(np.hypot(*face.lean))
    flat = np.cos(2 * np.arctan(length))  # how much the lean shortens it (see ``vision.dice.level.up_of``)
    along = np.array(face.lean) / length if length > 0 else np.array([1.0, 0.0])
    edge = 2 * face.side / (1 + flat)
    return np.asarray(np.column_stack([along * flat, [-along[1], along[0]]]) * edge, np.float64)


def _smaller(part: Picture, times: int) -> Picture:
    """The part at a whole fraction of its size; what is left over at its right and bottom is left out."""
    rows, columns = (length // times for length in part.shape[:2])
    whole = part[: rows * times, : columns * times]
    return np.asarray(cv2.resize(whole, (columns, rows), interpolation=cv2.INTER_AREA), np.uint8)


@cache
def _figures() -> _Figures:
    cell = 2 * PARAMETERS.reach / PARAMETERS.grid
    drawn = _drawn()
    faces, pips = [], []
    for yaw in np.radians(np.arange(0, 90, PARAMETERS.yaw_step_deg)):
        u, v = _turned(float(yaw))
        faces.append(np.clip((PARAMETERS.face - np.maximum(np.abs(u), np.abs(v))) / cell + 0.5, 0, 1))
        for figure in drawn:
            apart = np.stack([np.hypot(u - x, v - y) for x, y in figure.spots])
            pips.append(_soft(apart, figure.radius) if figure.soft else _sharp(apart, figure.radius, cell))
    face = np.array(faces, np.float32).reshape(len(faces), 1, -1)
    pip = np.array(pips, np.float32).reshape(len(faces), len(drawn), -1)
    size = face.sum(axis=2)
    covered = (face * pip).sum(axis=2) / size
    return _Figures(
        np.array([figure.number for figure in drawn]),
        np.ascontiguousarray(face[:, 0].T),
        np.ascontiguousarray((face * pip).reshape(-1, PARAMETERS.grid * PARAMETERS.grid).T),
        covered,
        (face * pip * pip).sum(axis=2) / size - covered**2,
    )


def _turned(yaw: float) -> tuple[Float64Array, Float64Array]:
    """(grid, grid) each: where the places of a straightened face lie along its edges, in sides from its middle."""
    axis = (np.arange(PARAMETERS.grid) + 0.5) / PARAMETERS.grid * 2 * PARAMETERS.reach - PARAMETERS.reach
    xs, ys = np.meshgrid(axis, axis)
    return xs * np.cos(yaw) + ys * np.sin(yaw), ys * np.cos(yaw) - xs * np.sin(yaw)


def _sharp(apart: Float64Array, radius: float, cell: float) -> Float64Array:
    """How much of each place is pip, so far (pips, ...) from each of them."""
    return np.asarray(np.clip((radius - apart.min(axis=0)) / cell + 0.5, 0, 1), np.float64)


def _soft(apart: Float64Array, radius: float) -> Float64Array:
    """The same out of focus: a blurred disc is about a bell that has the variances of both."""
    variance = radius**2 / 4 + PARAMETERS.out_of_focus**2
    return np.asarray(np.exp(-(apart**2) / (2 * variance)).sum(axis=0), np.float64)


@dataclass(frozen=True, eq=False, slots=True)
class _Figure:
    """A number's pips: (number, 2) where they lie and their radius, in sides, and whether they are out of focus."""

    number: int
    spots: Float64Array
    radius: float
    soft: bool = False


def _drawn() -> list[_Figure]:
    """Every number in every size and spacing, in focus and out of it."""
    figures = [_Figure(1, np.zeros((1, 2)), radius) for radius in PARAMETERS.ace_radii]
    for s, radius in product(PARAMETERS.spacings, PARAMETERS.radii):
        figures += [_Figure(number, spots, radius) for number, spots in _spaced(s, 2 * radius)]
    usual = float(np.mean(PARAMETERS.radii))
    figures.append(_Figure(1, np.zeros((1, 2)), usual, soft=True))
    for s in PARAMETERS.spacings:
        figures += [_Figure(number, spots, usual, soft=True) for number, spots in _spaced(s, 2 * usual)]
    return figures


def _spaced(s: float, wide: float) -> list[tuple[int, Float64Array]]:
    """Two to six pips, ``wide`` sides across, whose outer ones lie ``s`` sides from the middle."""
    two, rows = [(-s, -s), (s, s)], [(-s, 0.0), (s, 0.0)]
    four = [*two, (-s, s), (s, -s)]
    sixes = [
        (6, [(x, y * long) for x, y in four] + rows)
        for long in PARAMETERS.rows
        if wide < long * s < PARAMETERS.farthest
    ]
    figures = []
    for number, spots in [(2, two), (3, [*two, (0.0, 0.0)]), (4, four), (5, [*four, (0.0, 0.0)]), *sixes]:
        figures.append((number, np.array(spots)))
        if number in (2, 3, 6):  # these look another way when they are turned by a quarter
            figures.append((number, np.array(spots) @ np.array([[0.0, 1.0], [-1.0, 0.0]])))
    return figures


def _leans() -> tuple[tuple[float, float], ...]:
    off = PARAMETERS.leans_off
    return (0.0, 0.0), (off, 0.0), (-off, 0.0), (0.0, off), (0.0, -off)

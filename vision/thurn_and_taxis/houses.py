"""Which cities carry a house, and whose: little wooden bodies of one colour, seen from the side that the camera sees.

Every pixel of the board is compared with what is printed there and with each colour of wood. A house at a place would
cover a silhouette that follows from where the camera stands; its colour's share of that silhouette tells whether one
is there. The strongest houses are taken first, and what they cover no longer speaks for another: where blurred yellow
meets blurred blue there is no green house.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.arrays import Float32Array, Float64Array
from vision.parameters import CHOSEN, Parameters, parameter
from vision.registration.board_camera import CameraAboveBoard
from vision.thurn_and_taxis.board_patch import BoardPatch
from vision.thurn_and_taxis.light import RectifiedMap
from vision.thurn_and_taxis.postal_set import PostalSet
from vision.thurn_and_taxis.veil import veil_over


@dataclass(frozen=True, slots=True, kw_only=True)
class HousesParameters(Parameters):
    """How well a wooden body must explain a city before a house is told there."""

    puzzling: float = parameter(0.035, "share", "of a square that clear sight does not explain", CHOSEN)
    neither: float = parameter(0.03, "density", "of whatever else may lie there", CHOSEN)
    off_mm: float = parameter(13.5, "mm", "how far from the middle of its square a house may stand", CHOSEN)
    turns: tuple[float, float, float] = parameter(
        (0.0, 30.0, 60.0), "degrees", "by which a house may be turned", CHOSEN
    )
    undecided: float = parameter(
        0.13, "share", "at which a house is as likely as none, more so under glare; nats", CHOSEN
    )
    veiled: float = parameter(0.03, "share", "at which a house is as likely as none, more so under glare; nats", CHOSEN)
    steep: float = parameter(50.0, "share", "at which a house is as likely as none, more so under glare; nats", CHOSEN)
    covered_mm: float = parameter(1.2, "mm", "around a house, blur mixes its colour with others'", CHOSEN)


PARAMETERS = HousesParameters()


@dataclass(frozen=True, eq=False, slots=True)
class HouseEvidence:
    """What the picture says about houses.

    Attributes:
        colours: that were asked for.
        nats: (cities, colours) for a house of this colour against none.
        middles_mm: (cities, colours, 2) where it would stand, board frame.
        unknown: (cities,) share of each square that is neither board nor wood nor shown well enough to tell.
    """

    colours: tuple[str, ...]
    nats: Float32Array
    middles_mm: Float32Array
    unknown: Float32Array


def weigh_houses(
    prints: PostalSet, plane: RectifiedMap, view: CameraAboveBoard, colours: Sequence[str]
) -> HouseEvidence:
    """Weigh every city for every colour of houses."""
    count = len(prints.atlas.cities)
    nats = np.zeros((count, len(colours)), np.float32)
    middles = np.zeros((count, len(colours), 2), np.float32)
    unknown = np.zeros(count, np.float32)
    for number, middle in enumerate(prints.cities_mm):
        window = _Window(plane, middle, _reach_mm(prints), prints.woods)
        signs = _signs(window, colours)
        unknown[number] = window.unknown_share(signs, prints.square_mm)
        veiled = window.unexplained_share(signs, prints.square_mm) > PARAMETERS.puzzling
        if veiled:
            may_stand = window.disc(PARAMETERS.off_mm + prints.house_mm[0] / 2).astype(np.float32)
            veil = veil_over(window.sight, window.valid, may_stand, colours, window.scale)
            signs = _signs(window, colours, veil)
            unknown[number] = window.unknown_share(signs, prints.square_mm)
        undecided = PARAMETERS.undecided + (PARAMETERS.veiled if veiled else 0.0)
        for colour, share, spot in _settled(prints, view, window, signs, undecided):
            nats[number, colour] = PARAMETERS.steep * (share - undecided)
            middles[number, colour] = spot
    return HouseEvidence(tuple(colours), nats, middles, unknown)


def silhouette(
    view: CameraAboveBoard, middle_mm: Float64Array, house_mm: tuple[float, float, float], px_per_mm: float
) -> Float32Array:
    """(n, n) how much a house whose foot is at the kernel's middle covers each pixel of the board's face; the sum is 1.

    It may be turned any way: the mean over its turns.

    Args:
        middle_mm: (2,) of the foot, board frame. house_mm: how wide, deep and high it is.
    """
    wide, deep, high = house_mm
    half_w, half_d = wide / 2, deep / 2
    low = [(x, y, z) for x in (-half_w, half_w) for y in (-half_d, half_d) for z in (0.0, high * 0.53)]
    ridge = [(0.0, -half_d, high), (0.0, half_d, high)]
    body = np.array(low + ridge)
    eye = view.eye_mm
    reach = int(np.ceil((max(wide, deep) + high * 2.2) * px_per_mm))
    total = np.zeros((2 * reach + 1, 2 * reach + 1), np.float32)
    for turn in PARAMETERS.turns:
        angle = np.radians(turn)
        spin = np.array([[np.cos(angle), np.sin(angle)], [-np.sin(angle), np.cos(angle)]])
        foot = body[:, :2] @ spin + middle_mm
        share = body[:, 2:] / (eye[2] - body[:, 2:])
        fallen = foot + (foot - eye[:2]) * share - middle_mm
        hull = cv2.convexHull((fallen * px_per_mm * 8).astype(np.float32))[:, 0]
        mask = np.zeros_like(total, np.uint8)
        points = np.round(hull + reach * 8).astype(np.int32)
        cv2.fillConvexPoly(mask, points, 255, cv2.LINE_AA, 3)
        total += mask
    return np.asarray(total / max(1.0, float(total.sum())), np.float32)


class _Window:
    """The surroundings of a city in a plane."""

    def __init__(
        self,
        plane: RectifiedMap,
        middle_mm: Float64Array,
        reach_mm: float,
        woods: Mapping[str, tuple[float, float, float]],
    ) -> None:
        self.scale = plane.px_per_mm
        reach = int(np.ceil(reach_mm * self.scale))
        x, y = (int(v) for v in np.round(middle_mm * self.scale - 0.5))
        self.middle = np.array([reach, reach])
        self.corner_px = np.array([x - reach, y - reach])
        image, expected, white = (_cut(values, x, y, reach) for values in (plane.image, plane.expected, plane.white))
        self.sight = BoardPatch(image, expected, white, woods)
        self.valid = _cut(plane.valid, x, y, reach, 0.0)
        self.bare = _cut(plane.bare, x, y, reach, 0.0)

    def spots_mm(self, at: tuple[int, int]) -> Float64Array:
        """The board's frame of a pixel (row, column)."""
        return np.asarray((self.corner_px + np.array([at[1], at[0]]) + 0.5) / self.scale, np.float64)

    def disc(self, radius_mm: float) -> NDArray[np.bool_]:
        """Pixels within this of the city's middle."""
        ys, xs = np.mgrid[0 : self.valid.shape[0], 0 : self.valid.shape[1]]
        return np.asarray(np.hypot(xs - self.middle[0], ys - self.middle[1]) <= radius_mm * self.scale)

    def unknown_share(self, signs: _Signs, radius_mm: float) -> float:
        """How much of the square can't be told."""
        known = np.maximum(self._explained(signs), self.bare)
        return float(1 - known[self.disc(radius_mm)].mean())

    def unexplained_share(self, signs: _Signs, radius_mm: float) -> float:
        """How much of the square neither shows as print nor as wood; what is burnt out as print must be in this light
        may still have mirrored light and wood in it."""
        return float(1 - self._explained(signs)[self.disc(radius_mm)].mean())

    def _explained(self, signs: _Signs) -> Float32Array:
        return np.asarray(self.valid * np.maximum(signs.board, signs.wood.max(axis=0)), np.float32)


@dataclass(frozen=True, eq=False, slots=True)
class _Signs:
    """Probabilities for each pixel: the printed board, and each colour of wood."""

    board: Float32Array
    wood: Float32Array


def _signs(window: _Window, colours: Sequence[str], veil: Float32Array | float = 0.0) -> _Signs:
    board, wood = window.sight.fits(colours, veil)
    total = board + wood.sum(axis=0) + PARAMETERS.neither
    return _Signs(np.asarray(board / total, np.float32), np.asarray(wood / total, np.float32))


def _settled(
    prints: PostalSet, view: CameraAboveBoard, window: _Window, signs: _Signs, undecided: float
) -> list[tuple[int, float, Float64Array]]:
    """Every colour's best house in a city: index, share, middle; the strongest first, each masking what it covers."""
    city_mm = window.spots_mm((int(window.middle[1]), int(window.middle[0])))
    kernel = silhouette(view, city_mm, prints.house_mm, window.scale)
    near = window.disc(PARAMETERS.off_mm)
    open_share = window.valid.copy()
    wide = np.ones((3, 3), np.uint8)
    left = set(range(len(signs.wood)))
    settled: list[tuple[int, float, Float64Array]] = []
    while left:
        best: tuple[float, int, tuple[int, int]] | None = None
        for colour in left:
            shares = _share(signs.wood[colour] * open_share, kernel)
            shares[~near] = -1
            row, column = np.unravel_index(int(shares.argmax()), shares.shape)
            value = float(shares[row, column])
            if best is None or value > best[0]:
                best = (value, colour, (int(row), int(column)))
        assert best is not None
        value, colour, at = best
        left.remove(colour)
        settled.append((colour, value, window.spots_mm(at)))
        if value > undecided:
            covers = _placed(kernel, at, open_share.shape)
            covered = cv2.dilate(covers, wide, iterations=max(1, round(PARAMETERS.covered_mm * window.scale)))
            open_share[covered > 0] = 0.0
    return settled


def _share(evidence: Float32Array, kernel: Float32Array) -> Float32Array:
    return np.asarray(cv2.filter2D(evidence, -1, kernel, borderType=cv2.BORDER_CONSTANT), np.float32)


def _placed(kernel: Float32Array, at: tuple[int, int], shape: tuple[int, ...]) -> NDArray[np.uint8]:
    """Where a silhouette lies whose foot is at a pixel (row, column)."""
    reach = kernel.shape[0] // 2
    padded = np.zeros((shape[0] + 2 * reach, shape[1] + 2 * reach), np.uint8)
    padded[at[0] : at[0] + kernel.shape[0], at[1] : at[1] + kernel.shape[1]] = kernel > 0.4 * float(kernel.max())
    return np.asarray(padded[reach:-reach, reach:-reach], np.uint8)


def _reach_mm(prints: PostalSet) -> float:
    return PARAMETERS.off_mm + max(prints.house_mm) * 2.0


def _cut(values: Float32Array, x: int, y: int, reach: int, fill: float | None = None) -> Float32Array:
    """The square about a pixel, continued beyond the border with its edge or with ``fill``."""
    high, wide = values.shape[:2]
    rows, columns = np.arange(y - reach, y + reach + 1), np.arange(x - reach, x + reach + 1)
    cut = values[np.clip(rows, 0, high - 1)][:, np.clip(columns, 0, wide - 1)].copy()
    if fill is not None:
        cut[(rows < 0) | (rows >= high)] = fill
        cut[:, (columns < 0) | (columns >= wide)] = fill
    return np.asarray(cut, np.float32)

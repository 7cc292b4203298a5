"""The table top: where a point of the table, in mm, lands on the picture, and back.

It is learned from a printed sheet of ArUco markers, or with no sheet at all from the tiles themselves: every tile is a
square of known size, so tiles whose outlines are known tell how the camera stands to the table and how its lens bends,
however crookedly they were laid.

Frames: *table* mm, x to the right and y down as seen from above; *ideal* px of a perfect lens; *picture* px.
"""

from __future__ import annotations

import math
from collections.abc import Hashable, Mapping
from dataclasses import dataclass, replace
from typing import Generic, TypeVar

import cv2
import numpy as np
from numpy.typing import ArrayLike, NDArray

from calibration.arrays import Float64Array, Picture
from calibration.lens import CalibrationError, Lens
from games.game import Phrase

PlaceT = TypeVar("PlaceT", bound=Hashable)

# The sheet: eight markers of 36 mm around an A4 page in landscape, its middle left free for tiles to lie on.
MARKER_MM = 36.0
SHEET_MM = (297.0, 210.0)
MARKER_MIDDLES_MM = (
    (-118.0, -74.0), (0.0, -74.0), (118.0, -74.0), (118.0, 0.0), (118.0, 74.0), (0.0, 74.0), (-118.0, 74.0),
    (-118.0, 0.0),
)  # fmt: skip
FIRST_MARKER = 10  # numbers 10 to 17 of ArUco's dictionary 4X4_50
MARKERS_NEEDED = 3

UNIT_CORNERS = np.array([[0.0, 0.0], [1.0, 0.0], [1.0, 1.0], [0.0, 1.0]])
USUAL_PERSPECTIVE, KNOWN_PERSPECTIVE = 1e-3, 5e-5  # per mm: how uncertain it is; the latter after calibration
MOVED_MM = 1.0  # by which a tile of 45 mm may seem misshapen on a plane that still holds
LAID_MM, LAID_DEG = 2.0, 2.0  # how crookedly people lay a tile beside the one before (standard deviation)


@dataclass(frozen=True, slots=True)
class TablePose:
    """Where a tile lies: its middle on the table, mm, and its turn, degrees clockwise."""

    x: float
    y: float
    turn_deg: float = 0.0

    def corners(self, side_mm: float) -> Float64Array:
        """(4, 2) mm: north-west, north-east, south-east, south-west of the tile as it lies."""
        turn = math.radians(self.turn_deg)
        spin = np.array([[math.cos(turn), math.sin(turn)], [-math.sin(turn), math.cos(turn)]])
        return np.asarray((UNIT_CORNERS - 0.5) * side_mm @ spin + (self.x, self.y))


@dataclass(frozen=True)
class TablePlane:
    """How the camera sees the table top.

    Attributes:
        homography: (3, 3), table mm to ideal px.
        lens: bends ideal px into picture px.
    """

    homography: Float64Array
    lens: Lens

    def to_picture(self, points_mm: ArrayLike) -> Float64Array:
        """Picture px (n, 2) of table points (n, 2)."""
        return self.lens.bent(_through(self.homography, points_mm))

    def to_table(self, points_px: ArrayLike) -> Float64Array:
        """Table mm (n, 2) of picture px (n, 2)."""
        return _through(np.asarray(np.linalg.inv(self.homography), np.float64), self.lens.straightened(points_px))

    def upright(self, point_mm: tuple[float, float]) -> Float64Array:
        """(2,) picture px by which something 1 mm above this point of the table is seen away from it.

        Follows from the homography where the lens's focal length is right; a nominal one gives the direction well and
        the length to a tenth or so.
        """
        columns = np.linalg.inv(self.lens.matrix) @ self.homography
        scale = (np.linalg.norm(columns[:, 0]) + np.linalg.norm(columns[:, 1])) / 2
        right, down, origin = (columns / scale).T
        into_table = np.cross(right, down)
        base = origin + right * point_mm[0] + down * point_mm[1]
        if base[2] < 0:
            base, into_table = -base, -into_table
        if into_table[2] < 0:  # the camera looks down: away from it is into the table
            into_table = -into_table
        seen = [ray[:2] / ray[2] * self.lens.focal + self.lens.centre for ray in (base, base - into_table)]
        low, high = self.lens.bent(np.array(seen))
        return np.asarray(high - low)

    @property
    def up(self) -> Float64Array:
        """(3,) unit vector out of the table: right, down and forward of the camera. As good as the focal length."""
        columns = np.linalg.inv(self.lens.matrix) @ self.homography
        across = np.cross(columns[:, 0], columns[:, 1])
        return np.asarray(-np.sign(across[2] or 1.0) * across / np.linalg.norm(across))

    def px_per_mm(self, point_mm: tuple[float, float] = (0.0, 0.0)) -> float:
        """Picture px for each mm near a point of the table, mean over the directions."""
        x, y = point_mm
        near = self.to_picture([[x - 0.5, y], [x + 0.5, y], [x, y - 0.5], [x, y + 0.5]])
        across, down = near[1] - near[0], near[3] - near[2]
        return float(np.sqrt(abs(across[0] * down[1] - across[1] * down[0])))

    @property
    def tilt_deg(self) -> float:
        """How obliquely the camera looks: 0 straight down. As good as the lens's focal length."""
        return float(np.degrees(np.arccos(min(1.0, -float(self.up[2])))))

    def scaled(self, width: int, height: int) -> TablePlane:
        """The same view in pictures of another size."""
        across, down = width / self.lens.width, height / self.lens.height
        zoom = np.array([[across, 0, 0.5 * across - 0.5], [0, down, 0.5 * down - 0.5], [0, 0, 1.0]])
        return TablePlane(zoom @ self.homography, self.lens.scaled(width, height))

    def to_json(self) -> dict[str, object]:
        """Plain data."""
        return {"homography": self.homography.tolist(), "lens": self.lens.to_json()}

    @classmethod
    def from_json(cls, data: Mapping[str, object]) -> TablePlane:
        """A plane from plain data. Raises :class:`ValueError` where it is not one."""
        lens = data.get("lens")
        if not isinstance(lens, dict):
            raise ValueError(f"not a table plane: {data}")
        homography = np.array(data.get("homography"), np.float64)
        if homography.shape != (3, 3) or abs(np.linalg.det(homography)) < 1e-12:
            raise ValueError(f"not a homography: {data.get('homography')}")
        return cls(homography, Lens.from_json(lens))


def sheet_picture(px_per_mm: float = 10.0) -> Picture:
    """The whole A4 sheet of markers, landscape, grey (h, w), to be printed at 100 %."""
    dictionary = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50)
    sheet = np.full((round(SHEET_MM[1] * px_per_mm), round(SHEET_MM[0] * px_per_mm)), 255, np.uint8)
    side = round(MARKER_MM * px_per_mm)
    for number, (x, y) in enumerate(MARKER_MIDDLES_MM, FIRST_MARKER):
        left = round((SHEET_MM[0] / 2 + x - MARKER_MM / 2) * px_per_mm)
        top = round((SHEET_MM[1] / 2 + y - MARKER_MM / 2) * px_per_mm)
        sheet[top : top + side, left : left + side] = cv2.aruco.generateImageMarker(dictionary, number, side)
    return sheet


def plane_from_sheet(image: Picture, lens: Lens) -> tuple[TablePlane, float]:
    """The table plane from the sheet of markers that lies on it, its middle at 0, 0; and the median error, px.

    Raises :class:`CalibrationError` where fewer than three markers are seen.
    """
    parameters = cv2.aruco.DetectorParameters()
    parameters.cornerRefinementMethod = cv2.aruco.CORNER_REFINE_SUBPIX
    dictionary = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50)
    found, numbers, _ = cv2.aruco.ArucoDetector(dictionary, parameters).detectMarkers(image)
    on_sheet, on_picture = [], []
    for corners, number in zip(found, [] if numbers is None else np.asarray(numbers).ravel(), strict=True):
        place = int(number) - FIRST_MARKER
        if 0 <= place < len(MARKER_MIDDLES_MM):
            x, y = MARKER_MIDDLES_MM[place]
            on_sheet.append((UNIT_CORNERS - 0.5) * MARKER_MM + (x, y))
            on_picture.append(np.asarray(corners, np.float64).reshape(4, 2))
    if len(on_sheet) < MARKERS_NEEDED:
        raise CalibrationError(Phrase.of("calibration.sheet_not_seen"))
    points_mm, points_px = np.concatenate(on_sheet), np.concatenate(on_picture)
    homography, _ = cv2.findHomography(points_mm, lens.straightened(points_px), cv2.RANSAC, 2.0)
    if homography is None:
        raise CalibrationError(Phrase.of("calibration.sheet_not_seen"))
    plane = TablePlane(np.asarray(homography, np.float64), lens)
    error = np.linalg.norm(plane.to_picture(points_mm) - points_px, axis=1)
    return plane, float(np.median(error))


@dataclass(frozen=True)
class PlaneFit(Generic[PlaceT]):
    """What tiles told about the table: the plane, where each tile lies on it, and the median error of a corner, px."""

    plane: TablePlane
    poses: Mapping[PlaceT, TablePose]
    error_px: float


def plane_from_tiles(
    outlines: Mapping[tuple[int, int], ArrayLike],
    lens: Lens,
    side_mm: float,
    *,
    known: TablePlane | None = None,
    rounds: int = 12,
) -> PlaneFit[tuple[int, int]]:
    """The table plane from outlines of square tiles that people laid in a lattice.

    Finds by least squares (Levenberg and Marquardt) the homography, the lens's first radial coefficient (unless the
    lens was calibrated) and each tile's own place and turn, tied to its neighbours as closely as people lay tiles.
    With a few tiles the perspective is held near none, and the lens near straight.

    Args:
        outlines: place (x, y) -> (4, 2) picture px: north-west, north-east, south-east, south-west.
        side_mm: of a tile. The middle of the first tile becomes 0, 0, and it lies without turn.
        known: how the camera stood when it was calibrated. Where the tiles are seen as large and as slanted as it
            would show them, its perspective is what is expected of a few tiles, instead of none.

    Raises :class:`CalibrationError` where there is no tile, or they lie in no plane.
    """
    if not outlines:
        raise CalibrationError(Phrase.of("calibration.no_tiles"))
    problem = _Adjustment(outlines, lens, side_mm, known)
    values, cost = problem.start()
    damping = 1e-3
    for _ in range(rounds):
        residuals, slopes = problem.linearised(values)
        normal, push = slopes.T @ slopes, slopes.T @ residuals
        step = np.linalg.solve(normal + damping * np.diag(np.diag(normal) + 1e-9), -push)
        tried = values + step
        new_cost = float(np.square(problem.residuals(tried)).sum())
        if new_cost < cost:
            done = cost - new_cost < 1e-6 * cost
            values, cost, damping = tried, new_cost, damping / 5
            if done:
                break
        else:
            damping *= 10
    fit = problem.result(values)
    if not np.isfinite(fit.error_px) or fit.error_px > 0.2 * problem.tile_px:
        raise CalibrationError(Phrase.of("calibration.no_plane"))
    return fit


class _Adjustment:
    """The least squares problem of :func:`plane_from_tiles`: 8 + 1 + 3 per further tile unknowns."""

    def __init__(
        self,
        outlines: Mapping[tuple[int, int], ArrayLike],
        lens: Lens,
        side_mm: float,
        known: TablePlane | None = None,
    ) -> None:
        self.places = list(outlines)
        self.seen = np.stack([np.asarray(outlines[place], np.float64) for place in self.places])
        self.lens, self.side_mm = lens, side_mm
        first = np.array(self.places[0])
        self.nominal = (np.array(self.places) - first) * side_mm
        self.pairs = self._neighbours()
        spans = np.linalg.norm(self.seen - np.roll(self.seen, 1, axis=1), axis=2)
        self.tile_px = float(np.median(spans))
        self.reach_mm = max(side_mm, float(np.abs(self.nominal).max()))
        self.perspective, self.perspective_sigma = np.zeros(2), USUAL_PERSPECTIVE
        if known is not None and (predicted := self._perspective_of(known)) is not None:
            self.perspective, self.perspective_sigma = predicted, KNOWN_PERSPECTIVE

    def _perspective_of(self, known: TablePlane) -> Float64Array | None:
        """(2,) perspective (the third row of the homography, per mm of the first tile's own axes) that a known plane
        foretells; None where the tiles are not seen as it would show them: the camera was moved."""
        corners = (UNIT_CORNERS - 0.5) * self.side_mm
        off = []
        for quad in self.seen:
            on_table = known.to_table(quad)
            turn, middle = _laid_on(corners, on_table)
            off.append(np.abs(on_table - (corners @ turn.T + middle)).max())
        if float(np.median(off)) > MOVED_MM * self.side_mm / 45.0:
            return None
        turn, middle = _laid_on(corners, known.to_table(self.seen[0]))
        into = np.eye(3)
        into[:2, :2], into[:2, 2] = turn, middle
        row = (known.homography @ into)[2]
        return np.asarray(row[:2] / row[2])

    def _neighbours(self) -> NDArray[np.intp]:
        index = {place: number for number, place in enumerate(self.places)}
        pairs = [
            (number, index[x + dx, y + dy])
            for (x, y), number in index.items()
            for dx, dy in ((1, 0), (0, 1))
            if (x + dx, y + dy) in index
        ]
        return np.array(pairs, np.intp).reshape(-1, 2)

    def start(self) -> tuple[Float64Array, float]:
        """A common homography of all tiles as if they lay in a perfect lattice, and the cost there."""
        corners = (UNIT_CORNERS - 0.5) * self.side_mm + self.nominal[:, None]
        ideal = self.lens.straightened(self.seen.reshape(-1, 2))
        if self.perspective.any() or len(self.places) >= 4:
            homography, _ = cv2.findHomography(corners.reshape(-1, 2), ideal)
        else:
            affine, _ = cv2.estimateAffine2D(corners.reshape(-1, 2), ideal, method=cv2.LMEDS)
            homography = None if affine is None else np.vstack([affine, [0, 0, 1]])
        if homography is None:
            raise CalibrationError(Phrase.of("calibration.no_plane"))
        matrix = np.asarray(homography, np.float64) / homography[2, 2]
        tiles = np.column_stack([self.nominal, np.zeros(len(self.places))])
        values = np.concatenate([matrix.ravel()[:8], [self.lens.distortion[0]], tiles[1:].ravel()])
        return values, float(np.square(self.residuals(values)).sum())

    def _unpacked(self, values: Float64Array) -> tuple[TablePlane, Float64Array]:
        homography = np.append(values[:8], 1.0).reshape(3, 3)
        lens = self.lens
        if lens.error_px is None:
            lens = replace(lens, distortion=(float(values[8]), *lens.distortion[1:]))
        tiles = np.vstack([np.zeros(3), values[9:].reshape(-1, 3)])
        return TablePlane(homography, lens), tiles

    def _corners(self, tiles: Float64Array) -> Float64Array:
        cos, sin = np.cos(np.radians(tiles[:, 2])), np.sin(np.radians(tiles[:, 2]))
        x, y = ((UNIT_CORNERS - 0.5) * self.side_mm).T
        return np.stack(
            [x * cos[:, None] - y * sin[:, None] + tiles[:, :1], x * sin[:, None] + y * cos[:, None] + tiles[:, 1:2]], 2
        )

    def _corner_residuals(self, plane: TablePlane, tiles: Float64Array) -> Float64Array:
        """(n, 8): corners in px over half a px."""
        corners = plane.to_picture(self._corners(tiles).reshape(-1, 2)).reshape(self.seen.shape)
        return np.asarray(((corners - self.seen) / 0.5).reshape(len(tiles), 8))

    def _pair_residuals(self, first: Float64Array, second: Float64Array) -> Float64Array:
        """(pairs, 3): how neighbours lie to each other, in units of how people lay them."""
        between = second - first
        turn = np.radians(first[:, 2])
        step = self.nominal[self.pairs[:, 1]] - self.nominal[self.pairs[:, 0]]
        between[:, 0] -= step[:, 0] * np.cos(turn) - step[:, 1] * np.sin(turn)
        between[:, 1] -= step[:, 0] * np.sin(turn) + step[:, 1] * np.cos(turn)
        return np.asarray(between / (LAID_MM, LAID_MM, LAID_DEG))

    def residuals(self, values: Float64Array) -> Float64Array:
        """Corners, then pairs, then what is held."""
        plane, tiles = self._unpacked(values)
        pairs = self._pair_residuals(tiles[self.pairs[:, 0]], tiles[self.pairs[:, 1]])
        # A camera half a metre away and 40 degrees oblique has a perspective of 0.0013 per mm; k1 stays within 0.2.
        held = np.append((values[6:8] - self.perspective) / self.perspective_sigma, values[8] / 0.1)
        return np.concatenate([self._corner_residuals(plane, tiles).ravel(), pairs.ravel(), held])

    def linearised(self, values: Float64Array) -> tuple[Float64Array, Float64Array]:
        """Residuals and their slopes by finite differences: a tile's own three move its own rows and its pairs' only,
        so all tiles are moved at once."""
        base = self.residuals(values)
        slopes = np.zeros((len(base), len(values) + 3))
        linear = 1e-4 * self.tile_px / self.side_mm
        for column, step in enumerate((linear, linear, 1e-2, linear, linear, 1e-2, 1e-7, 1e-7, 1e-4)):
            moved = values.copy()
            moved[column] += step
            slopes[:, column] = (self.residuals(moved) - base) / step
        plane, tiles = self._unpacked(values)
        count = len(tiles)
        corners = self._corner_residuals(plane, tiles)
        first, second = tiles[self.pairs[:, 0]], tiles[self.pairs[:, 1]]
        pairs = self._pair_residuals(first, second)
        pair_rows = 8 * count + 3 * np.arange(len(pairs))[:, None] + np.arange(3)
        for own in range(3):
            by = np.zeros(3)
            by[own] = 1e-3
            change = (self._corner_residuals(plane, tiles + by) - corners) / 1e-3
            columns = 9 + 3 * np.arange(count) + own
            slopes[np.arange(8 * count).reshape(count, 8), columns[:, None]] = change
            slopes[pair_rows, columns[self.pairs[:, 0]][:, None]] = (
                self._pair_residuals(first + by, second) - pairs
            ) / 1e-3
            slopes[pair_rows, columns[self.pairs[:, 1]][:, None]] = (
                self._pair_residuals(first, second + by) - pairs
            ) / 1e-3
        return base, np.delete(slopes, (9, 10, 11), axis=1)  # the first tile lies where it lies

    def result(self, values: Float64Array) -> PlaneFit[tuple[int, int]]:
        """The fit in its own words."""
        plane, tiles = self._unpacked(values)
        corners = plane.to_picture(self._corners(tiles).reshape(-1, 2)).reshape(self.seen.shape)
        error = float(np.median(np.linalg.norm(corners - self.seen, axis=2)))
        poses = {place: TablePose(*(float(v) for v in tile)) for place, tile in zip(self.places, tiles, strict=True)}
        return PlaneFit(plane, poses, error)


def _laid_on(corners: Float64Array, seen: Float64Array) -> tuple[Float64Array, Float64Array]:
    """The turn (2, 2) and middle (2,) that lay a square's corners onto four points best."""
    middle = seen.mean(axis=0)
    left, _, right = np.linalg.svd((seen - middle).T @ corners)
    turn = left @ np.diag([1.0, np.sign(np.linalg.det(left @ right))]) @ right
    return np.asarray(turn, np.float64), np.asarray(middle, np.float64)


def _through(homography: Float64Array, points: ArrayLike) -> Float64Array:
    flat = np.asarray(points, np.float64).reshape(-1, 2)
    moved = np.column_stack([flat, np.ones(len(flat))]) @ homography.T
    return np.asarray(moved[:, :2] / moved[:, 2:])

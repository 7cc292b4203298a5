"""Finds the board in a photograph, from any side, without markers.

1. Points of interest of the whole picture are matched with those of the empty board. Each pair by itself says where the
   board's middle would be, how large and how turned the board (the generalised Hough transform with SIFT, Lowe 2004):
   the densest spot of those votes is the board.
2. Around it the picture is looked at more finely, and a homography fitted (MAGSAC++, Barath et al. 2020).
3. A full view is fitted to every pair that agrees with it, sought again near where it must be.

Where that finds nothing, whatever is six-sided on a plain table is looked at more closely, each of its six ways round;
and at last a still picture is matched again part by part. The city wall is never covered, so there is
enough to find however many rhombi lie; which way the board lies is told by the figures on the wall and by the symbols.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.angles import TURN, wrapped
from calibration.arrays import Float64Array
from vision.cronberg.cronberg_set import CronbergSet
from vision.cronberg.outline import board_corners, hexagons
from vision.cronberg.tone import wall_mask
from vision.parameters import CHOSEN, Parameters, parameter
from vision.registration.board_camera import CameraAboveBoard, view_from_homography
from vision.registration.board_finding import Agreement, FoundBoard, refined, view_from_matches
from vision.registration.interest_points import Matches, Points, matched, photograph_points, print_points


@dataclass(frozen=True, slots=True, kw_only=True)
class CronbergLocateParameters(Parameters):
    """How many features are matched at which scales, and how well the board must agree where it was found."""

    strongest: int = parameter(10_000, "points", "of the whole picture", CHOSEN)
    strongest_near: int = parameter(6_000, "points", "of the closer look", CHOSEN)
    board_px_per_mm: float = parameter(2.0, "mm", "at which the print is looked at", CHOSEN)
    alike: float = parameter(
        0.8, "likeness", "least likeness (cosine) of a pair that is sought where it must be", CHOSEN
    )
    soften_px: float = parameter(1.0, "px", "takes the grain off before the first look", CHOSEN)
    soften_closer_px: float = parameter(0.85, "px", "and off the closer look, should it fail", CHOSEN)
    scales: tuple[float, float] = parameter((0.25, 4.0), "px a mm", "of boards that are sought: least and most", CHOSEN)
    windows: tuple[float, float, float] = parameter(
        (0.18, 0.5, 25.0), "share of the board, octaves, degrees", "width of a vote", CHOSEN
    )
    least: int = parameter(9, "pairs", "that must agree", CHOSEN)
    agrees_px: float = parameter(2.0, "px", "from its place within which a point agrees", CHOSEN)
    reaches_closer: tuple[float, float] = parameter(
        (6.0, 3.0), "px", "how far off its place a point is sought in the closer look", CHOSEN
    )
    tries: int = parameter(3, "tries", "of the best votes", CHOSEN)
    parts: int = parameter(3, "squares", "along the picture's longer side", CHOSEN)
    parts_tried: int = parameter(4, "places", "that are looked at more closely", CHOSEN)
    margin_px: int = parameter(25, "px", "around an outline that are looked at", CHOSEN)
    enlarged: float = parameter(2.0, "times", "by which that is looked at more closely", CHOSEN)
    reaches: tuple[float, ...] = parameter(
        (12.0, 6.0, 3.0, 3.0), "px", "how far off its place a point is sought about an outline", CHOSEN
    )
    alike_wall: float = parameter(0.3, "correlation", "least correlation of the wall with its print", CHOSEN)
    least_by_parts: int = parameter(40, "pairs", "that must agree where so much was tried", CHOSEN)
    close_px: float = parameter(1.5, "px", "how closely they must, in the median", CHOSEN)
    wide: tuple[float, float, float] = parameter(
        (0.3, 0.6, 35.0),
        "shares of radius, octave, degrees",
        "width of a vote where there are few: boards seen aslant strew them",
        CHOSEN,
    )


PARAMETERS = CronbergLocateParameters()


def _agreement() -> Agreement:
    return Agreement(alike=PARAMETERS.alike, least=PARAMETERS.least, within_px=PARAMETERS.agrees_px)


class CronbergBoardFinder:
    """Finds one copy's board."""

    def __init__(self, prints: CronbergSet) -> None:
        self._prints = prints
        self._points = _board_points(prints)
        self._corners = board_corners(prints)
        self._wall = _Wall(prints)
        self._radius = float(np.abs(prints.crossings_mm).max() * 1.2)

    def find(self, image: NDArray[np.uint8]) -> FoundBoard | None:
        """The board in a BGR picture, or None."""
        grey = _grey(image)
        points = photograph_points(_softened(grey, PARAMETERS.soften_px), 1.0, PARAMETERS.strongest)
        pairs = matched(self._points, points)
        peaks = _peaks(self._votes(points, pairs), self._radius, PARAMETERS.windows)
        # The closer look sees most in the picture as it is, but where that is dark, it may see nothing but grain.
        best = self._best(grey, peaks)
        return best or self._best(_softened(grey, PARAMETERS.soften_closer_px), peaks)

    def find_by_outline(self, image: NDArray[np.uint8]) -> FoundBoard | None:
        """The board where it stands out from a plain table, or None; of six ways round, the city wall tells which."""
        grey = _grey(image)
        for corners in hexagons(image):
            left, top = np.maximum(corners.min(axis=0) - PARAMETERS.margin_px, 0).astype(int)
            right, bottom = (corners.max(axis=0) + PARAMETERS.margin_px).astype(int)
            points = _points_near(grey, (left, top, right, bottom), PARAMETERS.enlarged)
            ways = [found for turn in range(6) if (found := self._turned(grey, np.roll(corners, turn, axis=0), points))]
            alike = [self._wall.alike(grey, found.view) for found in ways]
            if ways and max(alike) > PARAMETERS.alike_wall:
                return ways[int(np.argmax(alike))]
        return None

    def _turned(self, grey: NDArray[np.uint8], corners: Float64Array, points: Points) -> FoundBoard | None:
        """The board if its corners are these, in this order."""
        homography, _ = cv2.findHomography(self._corners, corners)
        view = view_from_homography(np.asarray(homography, np.float64), grey.shape[1], grey.shape[0])
        return refined(view, self._points, points, PARAMETERS.reaches, _agreement())

    def find_by_parts(self, image: NDArray[np.uint8]) -> FoundBoard | None:
        """The board where it is small on a busy picture, or None; takes some seconds.

        Each part of the picture is matched by itself: a chequered cloth has thousands of points, of which some look
        more like a point of the board than that point itself.
        """
        grey = _grey(image)
        points = photograph_points(_softened(grey, PARAMETERS.soften_px), 1.0, 2 * PARAMETERS.strongest)
        peaks: list[_Peak] = []
        for inside in _parts(points, max(grey.shape) / PARAMETERS.parts):
            part = points.chosen(inside)
            peaks += _peaks(self._votes(part, matched(self._points, part)), self._radius, PARAMETERS.wide)
        peaks.sort(key=lambda peak: -peak.votes)
        found = self._best(grey, _apart(peaks, self._radius)[: PARAMETERS.parts_tried])
        return (
            found
            if found is not None
            and found.agreeing >= PARAMETERS.least_by_parts
            and found.error_px < PARAMETERS.close_px
            else None
        )

    def _best(self, grey: NDArray[np.uint8], peaks: Sequence[_Peak]) -> FoundBoard | None:
        """What a closer look at these places finds."""
        best: FoundBoard | None = None
        for peak in peaks:
            found = self._closer(grey, peak.middle, peak.scale)
            if found is not None and (best is None or found.agreeing > best.agreeing):
                best = found
            if best is not None and best.agreeing >= 4 * PARAMETERS.least:
                break
        return best

    def refind(
        self, image: NDArray[np.uint8], view: CameraAboveBoard, motion: Float64Array | None = None
    ) -> FoundBoard | None:
        """The board near where it was, at the cost of the closer look only.

        ``motion`` (2, 3) is how the picture has moved since, px to px, where that is known roughly.
        """
        grey = _grey(image)
        middle = view.project(np.zeros((1, 2)))[0]
        if motion is not None:
            middle = motion[:, :2] @ middle + motion[:, 2]
        return self._closer(grey, middle, view.px_per_mm(np.zeros(2)))

    def _votes(self, points: Points, pairs: Matches) -> _BoardVotes:
        scale = points.size[pairs.photograph] / self._points.size[pairs.reference]
        turn = np.radians(points.angle[pairs.photograph] - self._points.angle[pairs.reference])
        x, y = -self._points.at[pairs.reference].T
        towards = np.column_stack([np.cos(turn) * x - np.sin(turn) * y, np.sin(turn) * x + np.cos(turn) * y])
        return _BoardVotes(points.at[pairs.photograph] + scale[:, None] * towards, scale, turn)

    def _closer(self, grey: NDArray[np.uint8], middle: Float64Array, scale: float) -> FoundBoard | None:
        reach = 1.25 * self._radius * scale
        left, top = (max(0, int(v - reach)) for v in middle)
        right, bottom = min(grey.shape[1], int(middle[0] + reach)), min(grey.shape[0], int(middle[1] + reach))
        if right - left < 40 or bottom - top < 40:
            return None
        enlarge = float(np.clip(1.8 / scale, 1.0, 2.0))
        points = _points_near(grey, (left, top, right, bottom), enlarge)
        pairs = matched(self._points, points)
        votes = self._votes(points, pairs)
        kept = votes.near(middle, scale, self._radius)
        if kept.sum() < PARAMETERS.least:
            return None
        pairs = Matches(pairs.reference[kept], pairs.photograph[kept])
        view = view_from_matches(
            self._points, points, pairs, grey.shape, PARAMETERS.least, 3.0, most_tries=10_000, fitted_px=3.0
        )
        return None if view is None else refined(view, self._points, points, PARAMETERS.reaches_closer, _agreement())


def _board_points(prints: CronbergSet) -> Points:
    """Points of interest of the empty board, board frame."""
    picture, mask, to_px = prints.board_at(PARAMETERS.board_px_per_mm)
    inner = np.asarray(cv2.erode(mask, np.ones((3, 3), np.uint8)), np.uint8)
    found = print_points(np.asarray(cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY), np.uint8), inner)
    back = np.linalg.inv(to_px)
    return Points(found.at * back[0, 0] + back[:2, 2], found.size * back[0, 0], found.angle, found.descriptors)


class _Wall:
    """The city wall of a copy, which is never covered."""

    def __init__(self, prints: CronbergSet) -> None:
        picture, shown, self._to_px = prints.board_at(1.0)
        self._mask = wall_mask(prints, shown, self._to_px)
        self._print = _details(_grey(picture))[self._mask]

    def alike(self, grey: NDArray[np.uint8], view: CameraAboveBoard) -> float:
        """How much the wall looks as it is printed (correlation, -1 to 1) if the camera stands there."""
        size = (self._mask.shape[1], self._mask.shape[0])
        seen = _details(view.rectified(grey, self._to_px, size))[self._mask]
        return float(np.corrcoef(seen, self._print)[0, 1])


def _details(grey: NDArray[np.uint8]) -> NDArray[np.float32]:
    """What is neither grain nor light."""
    picture = grey.astype(np.float32)
    return np.asarray(cv2.GaussianBlur(picture, (0, 0), 1.5) - cv2.GaussianBlur(picture, (0, 0), 6.0), np.float32)


def _grey(image: NDArray[np.uint8]) -> NDArray[np.uint8]:
    return np.asarray(cv2.cvtColor(image, cv2.COLOR_BGR2GRAY), np.uint8)


def _points_near(grey: NDArray[np.uint8], box: tuple[int, int, int, int], enlarge: float) -> Points:
    """Points of a part of the picture (left, top, right, bottom), px of the whole picture."""
    left, top, right, bottom = box
    near = photograph_points(grey[top:bottom, left:right], enlarge, PARAMETERS.strongest_near)
    return Points(near.at + np.array([left, top]), near.size, near.angle, near.descriptors)


def _softened(grey: NDArray[np.uint8], sigma_px: float) -> NDArray[np.uint8]:
    return np.asarray(cv2.GaussianBlur(grey, (0, 0), sigma_px), np.uint8)


@dataclass(frozen=True, eq=False, slots=True)
class _BoardVotes:
    """Where each pair puts the board's middle (px), its scale (px for a mm) and its turn (radians)."""

    middle: Float64Array
    scale: Float64Array
    turn: Float64Array

    def near(self, middle: Float64Array, scale: float, radius_mm: float) -> NDArray[np.bool_]:
        """Votes for about this middle and scale, generously: a tilted camera spreads them."""
        close = np.linalg.norm(self.middle - middle, axis=1) < 0.5 * radius_mm * scale
        return np.asarray(close & (np.abs(np.log2(self.scale / scale)) < 1.0))


@dataclass(frozen=True, eq=False, slots=True)
class _Peak:
    """A dense spot of votes: the middle (2,) px, the scale (px for a mm), and how many there are."""

    middle: Float64Array
    scale: float
    votes: int


def _peaks(votes: _BoardVotes, radius_mm: float, windows: tuple[float, float, float]) -> list[_Peak]:
    """The densest spots of the votes, densest first."""
    share, octaves, degrees = windows
    good = np.flatnonzero((votes.scale > PARAMETERS.scales[0]) & (votes.scale < PARAMETERS.scales[1]))
    if not len(good):
        return []
    middle, octave, turn = votes.middle[good], np.log2(votes.scale[good]), votes.turn[good]
    apart = np.linalg.norm(middle[:, None] - middle[None], axis=2) / (share * radius_mm * votes.scale[good][None])
    apart = np.maximum(apart, np.abs(octave[:, None] - octave[None]) / octaves)
    turned = np.abs(wrapped(turn[:, None] - turn[None], TURN))
    apart = np.maximum(apart, turned / np.radians(degrees))
    near = apart < 1
    peaks = []
    left = np.ones(len(good), bool)
    for _ in range(PARAMETERS.tries):
        count = (near & left[None]).sum(axis=1) * left
        top = int(count.argmax())
        if count[top] < 3:
            break
        mine = near[top] & left
        peaks.append(_Peak(np.median(middle[mine], axis=0), float(np.median(votes.scale[good][mine])), int(count[top])))
        left &= apart[top] > 2
    return peaks


def _apart(peaks: Sequence[_Peak], radius_mm: float) -> list[_Peak]:
    """Without those that an earlier one is as good a start for."""
    kept: list[_Peak] = []
    for peak in peaks:
        reach = PARAMETERS.wide[0] * radius_mm * peak.scale
        if all(
            np.linalg.norm(peak.middle - other.middle) > reach
            or abs(np.log2(peak.scale / other.scale)) > PARAMETERS.wide[1]
            for other in kept
        ):
            kept.append(peak)
    return kept


def _parts(points: Points, side_px: float) -> Iterator[NDArray[np.bool_]]:
    """(n,) which points lie in each square of this side; squares overlap by half."""
    step = side_px / 2
    last = np.maximum(np.ceil(points.at.max(axis=0, initial=0) / step).astype(int) - 1, 1)
    for column, row in np.ndindex(int(last[0]), int(last[1])):
        corner = np.array([column, row]) * step
        yield np.asarray(((points.at >= corner) & (points.at < corner + side_px)).all(axis=1), bool)

"""Several photographs put together to one picture: each was taken by its own camera, above its own table."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np

from calibration.arrays import Float64Array
from vision.frames import Picture

LEAST_PX = 160  # of a panel's side: smaller ones hold no table
_STRIPS = 24  # that a line is looked at in
_STEP = 3.0  # levels: what a seam's two sides differ by at least, strip by strip
_AS_IN_A_PHOTOGRAPH = 3.0  # times as much as the lines beside it differ
_USUAL = 0.98  # of all lines: rows of tiles laid straight before the camera have several that are plain
_GAP, _BEYOND = 3, 5  # rows left out on either side, and those over which what lies there is compared
_ALL_ALONG = 0.85  # of the strips that show it
_MOST_DEEP = 3  # a sheet is cut so many times one inside another


@dataclass(frozen=True, slots=True)
class Panel:
    """A part of a picture: its upper left corner, px, and what it shows."""

    left: int
    top: int
    picture: Picture


def panels_of(picture: Picture) -> list[Panel]:
    """The photographs that a BGR picture is put together of, or the whole picture as the only one.

    Where two photographs meet, both colours and grain change at one straight line from edge to edge of the picture, all
    along it. Inside a photograph, an edge that runs exactly along a row or column from one rim to the other and is
    sharp to the px is next to impossible: cameras are never held that straight.
    """
    return _cut(Panel(0, 0, picture), _MOST_DEEP)


def _cut(panel: Panel, deep: int) -> list[Panel]:
    if deep == 0:
        return [panel]
    rows, columns = panel.picture.shape[:2]
    across, along = seam(panel.picture), seam(panel.picture.transpose(1, 0, 2))
    if across is None and along is None:
        return [panel]
    if along is None or (across is not None and across[1] >= along[1]):
        assert across is not None
        at = across[0]
        parts = [(0, 0, columns, at), (0, at, columns, rows)]
    else:
        at = along[0]
        parts = [(0, 0, at, rows), (at, 0, columns, rows)]
    return [
        one
        for left, top, right, bottom in parts
        for one in _cut(
            Panel(panel.left + left, panel.top + top, panel.picture[top:bottom, left:right]),
            deep - 1,
        )
    ]


def seam(picture: Picture) -> tuple[int, float] | None:
    """The row at which another photograph begins and how plain that is, or None where there is none."""
    rows, columns = picture.shape[:2]
    if rows < 2 * LEAST_PX or columns < LEAST_PX:
        return None
    steps = _steps(picture)
    plain = np.quantile(steps, 1 - _ALL_ALONG, axis=1)  # what nearly all strips show at least
    usual = np.quantile(plain, _USUAL)
    inside = plain.copy()
    inside[: LEAST_PX - 1], inside[rows - LEAST_PX :] = 0, 0
    at = int(inside.argmax())
    beside = np.median(np.concatenate([plain[max(0, at - 12) : max(0, at - 2)], plain[at + 3 : at + 13]]))
    if inside[at] < max(_STEP, _AS_IN_A_PHOTOGRAPH * max(float(usual), float(beside))):
        return None
    return at + 1, float(inside[at])


def _steps(picture: Picture) -> Float64Array:
    """(rows - 1, strips): how far the mean colour of each strip of a row is from that of the next row, levels.

    It must stay so some rows further: the gap between two rows of tiles is dark, and what follows is alike again.
    """
    rows = picture.shape[0]
    strips = cv2.resize(picture.astype(np.float32), (_STRIPS, rows), interpolation=cv2.INTER_AREA)
    wide = _GAP + _BEYOND
    padded = np.pad(strips, ((wide + 1, wide), (0, 0), (0, 0)), mode="edge")
    padded[0] = 0
    sums = np.add.accumulate(padded, axis=0, dtype=np.float64)
    mean = (sums[_BEYOND:] - sums[:-_BEYOND]) / _BEYOND  # k: of the rows from k - wide
    lasting = np.abs(mean[1 + wide + _GAP : rows + wide + _GAP] - mean[1:rows]).max(axis=2)
    return np.asarray(np.minimum(np.abs(np.diff(strips, axis=0)).max(axis=2), lasting), np.float64)

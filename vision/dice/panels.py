"""Several photographs put together to one picture: each was taken by its own camera, above its own table."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np

from calibration.arrays import Float64Array
from vision.frames import Picture
from vision.parameters import CHOSEN, Parameters, parameter


@dataclass(frozen=True, slots=True, kw_only=True)
class PanelsParameters(Parameters):
    """Where a picture is parted into several photographs, and how even a joint must be."""

    least_px: int = parameter(160, "px", "of a panel's side: smaller ones hold no table", CHOSEN)
    step: float = parameter(3.0, "levels", "what a seam's two sides differ by at least, strip by strip", CHOSEN)
    as_in_a_photograph: float = parameter(3.0, "times", "as much as the lines beside it differ", CHOSEN)
    usual: float = parameter(
        0.98, "share", "of all lines: rows of tiles laid straight before the camera have several that are plain", CHOSEN
    )
    gap: int = parameter(3, "rows", "left out on either side of a seam", CHOSEN)
    beyond: int = parameter(5, "rows", "over which what lies there is compared", CHOSEN)
    all_along: float = parameter(0.85, "share", "of the strips that must show a seam", CHOSEN)
    most_deep: int = parameter(3, "cuts", "one inside another", CHOSEN)
    strips: int = parameter(24, "strips", "that a line is looked at in", CHOSEN)


PARAMETERS = PanelsParameters()


@dataclass(frozen=True, slots=True)
class PicturePanel:
    """A part of a picture: its upper left corner, px, and what it shows."""

    left: int
    top: int
    picture: Picture


def panels_of(picture: Picture) -> list[PicturePanel]:
    """The photographs that a BGR picture is put together of, or the whole picture as the only one.

    Where two photographs meet, both colours and grain change at one straight line from edge to edge of the picture, all
    along it. Inside a photograph, an edge that runs exactly along a row or column from one rim to the other and is
    sharp to the px is next to impossible: cameras are never held that straight.
    """
    return _cut(PicturePanel(0, 0, picture), PARAMETERS.most_deep)


def _cut(panel: PicturePanel, deep: int) -> list[PicturePanel]:
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
            PicturePanel(panel.left + left, panel.top + top, panel.picture[top:bottom, left:right]),
            deep - 1,
        )
    ]


def seam(picture: Picture) -> tuple[int, float] | None:
    """The row at which another photograph begins and how plain that is, or None where there is none."""
    rows, columns = picture.shape[:2]
    if rows < 2 * PARAMETERS.least_px or columns < PARAMETERS.least_px:
        return None
    steps = _steps(picture)
    plain = np.quantile(steps, 1 - PARAMETERS.all_along, axis=1)  # what nearly all strips show at least
    usual = np.quantile(plain, PARAMETERS.usual)
    inside = plain.copy()
    inside[: PARAMETERS.least_px - 1], inside[rows - PARAMETERS.least_px :] = 0, 0
    at = int(inside.argmax())
    beside = np.median(np.concatenate([plain[max(0, at - 12) : max(0, at - 2)], plain[at + 3 : at + 13]]))
    if inside[at] < max(PARAMETERS.step, PARAMETERS.as_in_a_photograph * max(float(usual), float(beside))):
        return None
    return at + 1, float(inside[at])


def _steps(picture: Picture) -> Float64Array:
    """(rows - 1, strips): how far the mean colour of each strip of a row is from that of the next row, levels.

    It must stay so some rows further: the gap between two rows of tiles is dark, and what follows is alike again.
    """
    rows = picture.shape[0]
    strips = cv2.resize(picture.astype(np.float32), (PARAMETERS.strips, rows), interpolation=cv2.INTER_AREA)
    wide = PARAMETERS.gap + PARAMETERS.beyond
    padded = np.pad(strips, ((wide + 1, wide), (0, 0), (0, 0)), mode="edge")
    padded[0] = 0
    sums = np.add.accumulate(padded, axis=0, dtype=np.float64)
    mean = (sums[PARAMETERS.beyond :] - sums[: -PARAMETERS.beyond]) / PARAMETERS.beyond  # k: of the rows from k - wide
    lasting = np.abs(mean[1 + wide + PARAMETERS.gap : rows + wide + PARAMETERS.gap] - mean[1:rows]).max(axis=2)
    return np.asarray(np.minimum(np.abs(np.diff(strips, axis=0)).max(axis=2), lasting), np.float64)

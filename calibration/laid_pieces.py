"""The colours of the pieces from one look at them, laid on the sheet of markers.

The sheet's middle is white and free. Paper around each piece tells how bright and of which colour the light is there,
so what is measured holds in any light: a piece's colour as a share of what white paper sends back (von Kries), as if
the paper sent back 88 of 100 of white light, which office paper does. A white piece is not told from the paper; how it
looks follows from the light alone.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.arrays import Float64Array, Picture
from calibration.colours import Lab
from calibration.lens import CalibrationError
from calibration.table_plane import MARKER_MIDDLES_MM, MARKER_MM, SHEET_MM, TablePlane
from games.game import Phrase

FREE_MM = (196.0, 108.0)  # of the sheet's middle between the markers: width and height
PX_PER_MM = 4.0
PAPER = 0.88  # of white light is sent back by the paper
COLOURED = 16.0  # chroma from which something is neither paper nor a shadow on it
DARK = 38.0  # lightness below which it is too dark for a shadow
LEAST_MM2, MOST_MM2 = 40.0, 1600.0  # what shows of a piece
EDGE_MM = 1.0  # of a piece that is left out: its edge is blurred with the paper
WHITE = "white"
BURNT, MOST_BURNT = 0.985, 0.05  # linear light where a channel has run over, and the share of points where all may
HALF_BURNT = 0.25  # share of points where two channels may have


@dataclass(frozen=True, eq=False)
class LaidPiece:
    """A piece on the sheet.

    Attributes:
        lab: its colour, CIE, in white light.
        middle_mm: (2,) on the sheet.
        outline: (n, 2) px of the picture.
        pixels: (m, 3) CIE Lab of what shows of it, in white light.
    """

    lab: Lab
    middle_mm: Float64Array
    outline: NDArray[np.float32]
    pixels: NDArray[np.float32]


def laid_pieces(image: Picture, plane: TablePlane) -> tuple[LaidPiece, ...]:
    """The pieces in the middle of the sheet, in the order in which they lie in the picture: along their row, from left
    to right, or from above downwards where the row stands upright.

    Args:
        image: BGR.
        plane: from :func:`calibration.table_plane.plane_from_sheet` of this picture.

    Raises :class:`CalibrationError` where the paper is so bright that no colour can be told.
    """
    flat = _flat(image, plane)
    run_over = np.count_nonzero(flat > BURNT, axis=-1)
    if np.mean(run_over == 3) > MOST_BURNT or np.mean(run_over >= 2) > HALF_BURNT:
        raise CalibrationError(Phrase.of("calibration.colours_too_bright"))
    lab = _in_white_light(flat)
    pieces = [piece for body in _bodies(lab) if (piece := _piece(body, lab, plane)) is not None]
    return _in_order(pieces)


def named_pieces(pieces: Sequence[LaidPiece], names: Sequence[str]) -> dict[str, Lab]:
    """Colour names for the pieces in their order; white may be named, though no white piece is seen on paper.

    Raises :class:`CalibrationError` where they are not as many.
    """
    if len(pieces) == len(names) - 1:
        names = [name for name in names if name != WHITE]
    if len(pieces) != len(names) or len(set(names)) != len(names):
        raise CalibrationError(Phrase.of("calibration.colours_count", named=len(set(names)), seen=len(pieces)))
    return {name: piece.lab for name, piece in zip(names, pieces, strict=True)}


def _flat(image: Picture, plane: TablePlane) -> NDArray[np.float32]:
    """The sheet's middle as seen from straight above, linear BGR from 0 to 1, PX_PER_MM px a mm."""
    width, height = (round(side * PX_PER_MM) for side in FREE_MM)
    columns, rows = np.meshgrid(np.arange(width), np.arange(height))
    points = (np.stack([columns.ravel(), rows.ravel()], 1) + 0.5) / PX_PER_MM - np.array(FREE_MM) / 2
    x, y = plane.to_picture(points).astype(np.float32).T.reshape(2, height, width)
    seen = cv2.remap(image, x, y, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    return _linear(np.asarray(seen, np.uint8))


def _linear(bgr: Picture) -> NDArray[np.float32]:
    share = np.asarray(bgr, np.float32) / 255
    return np.where(share <= 0.04045, share / 12.92, ((share + 0.055) / 1.055) ** 2.4).astype(np.float32)


def _in_white_light(flat: NDArray[np.float32]) -> NDArray[np.float32]:
    """(h, w, 3) CIE Lab as if the light were white and even: the paper is fitted, and divided by."""
    small = cv2.resize(flat, None, fx=0.25, fy=0.25, interpolation=cv2.INTER_AREA)
    height, width = small.shape[:2]
    y, x = np.mgrid[-1 : 1 : height * 1j, -1 : 1 : width * 1j]
    terms = np.stack([np.ones_like(x), x, y, x * x, x * y, y * y], -1).reshape(-1, 6)
    colours = small.reshape(-1, 3)
    bright = colours.sum(axis=1)
    paper = bright > 0.75 * float(np.percentile(bright, 90))
    for _ in range(4):  # what is darker than the fitted paper is none
        weights, *_ = np.linalg.lstsq(terms[paper], colours[paper], rcond=None)
        fitted = terms @ weights
        ratio = colours / np.maximum(fitted, 1e-3)
        paper = (ratio.min(axis=1) > 0.93) & (ratio.max(axis=1) < 1.08)
        if np.count_nonzero(paper) < 40:
            break
    light = cv2.resize(fitted.reshape(height, width, 3).astype(np.float32), flat.shape[1::-1])
    white = np.clip(flat / np.maximum(light, 1e-3) * PAPER, 0, 1).astype(np.float32)
    return np.asarray(cv2.cvtColor(white, cv2.COLOR_LBGR2LAB), np.float32)


def _bodies(lab: NDArray[np.float32]) -> list[NDArray[np.bool_]]:
    """(h, w) masks of the pieces: what is coloured or black, which no shadow on paper is."""
    light, chroma = lab[..., 0], np.hypot(lab[..., 1], lab[..., 2])
    return _parts(_opened((chroma > COLOURED) | (light < DARK)))


def _opened(mask: NDArray[np.bool_]) -> NDArray[np.bool_]:
    return np.asarray(cv2.morphologyEx(mask.astype(np.uint8), cv2.MORPH_OPEN, _disc(1.0)) > 0)


def _parts(mask: NDArray[np.bool_]) -> list[NDArray[np.bool_]]:
    """The parts of a mask that are as large as a piece, wholly on the free middle or not."""
    count, parts, stats, _ = cv2.connectedComponentsWithStats(mask.astype(np.uint8))
    mm2 = stats[:, cv2.CC_STAT_AREA] / PX_PER_MM**2
    return [parts == index for index in range(1, count) if LEAST_MM2 < mm2[index] < MOST_MM2]


def _piece(body: NDArray[np.bool_], lab: NDArray[np.float32], plane: TablePlane) -> LaidPiece | None:
    whole = body.astype(np.uint8)
    inner = cv2.erode(whole, _disc(EDGE_MM)) > 0
    if np.count_nonzero(inner) < 0.2 * np.count_nonzero(body):
        return None  # a thread or a crease, or the rim of something
    pixels = lab[inner]
    light, a, b = (float(value) for value in np.median(pixels, axis=0))
    outlines, _ = cv2.findContours(whole, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_SIMPLE)
    outline_mm = (max(outlines, key=len)[:, 0] + 0.5) / PX_PER_MM - np.array(FREE_MM) / 2
    rows, columns = np.nonzero(body)
    middle = (np.array([columns.mean(), rows.mean()]) + 0.5) / PX_PER_MM - np.array(FREE_MM) / 2
    return LaidPiece((light, a, b), middle, plane.to_picture(outline_mm).astype(np.float32), pixels)


def _in_order(pieces: list[LaidPiece]) -> tuple[LaidPiece, ...]:
    if len(pieces) < 2:
        return tuple(pieces)
    middles = np.array([piece.outline.mean(axis=0) for piece in pieces])
    spread = middles - middles.mean(axis=0)
    along = np.linalg.svd(spread)[2][0]
    if along[np.abs(along).argmax()] < 0:  # to the right, or downwards
        along = -along
    return tuple(pieces[index] for index in np.argsort(spread @ along, kind="stable"))


def _disc(radius_mm: float) -> NDArray[np.uint8]:
    r = max(1, round(radius_mm * PX_PER_MM))
    return np.asarray(cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (2 * r + 1, 2 * r + 1)), np.uint8)


assert FREE_MM[0] / 2 < max(x for x, _ in MARKER_MIDDLES_MM) - MARKER_MM / 2
assert FREE_MM[1] / 2 < max(y for _, y in MARKER_MIDDLES_MM) - MARKER_MM / 2 <= SHEET_MM[1] / 2

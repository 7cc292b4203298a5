"""What was read of a photograph as marks on it: for the eye in colours, for a table of figures in rows."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from companion.readings.sureness import SURE
from vision.frames import Picture

READ, DOUBTFUL, UNREAD = (165, 211, 143), (72, 190, 250), (60, 60, 240)  # BGR: green, amber, red
INK = (14, 17, 21)
PAINTS = {  # BGR of players' pieces, for the dots that stand for them
    "red": (46, 46, 214), "blue": (214, 120, 36), "green": (72, 160, 60), "yellow": (40, 214, 246),
    "black": (40, 40, 40), "white": (245, 245, 245), "pink": (190, 130, 240),
}  # fmt: skip
_FONT = cv2.FONT_HERSHEY_DUPLEX
COLUMNS = ("what", "name", "where", "colour", "confidence", "x_px", "y_px", "why")

Outline = tuple[tuple[float, float], ...]


@dataclass(frozen=True, slots=True)
class Mark:
    """One thing that was read, or could not be.

    Attributes:
        what: of which sort, such as ``tile``.
        name: which one it is, short.
        where: its place in the game's notation, or "".
        colour: whose it is, or "".
        confidence: that this is right; None for what is not read.
        outline: corners on the picture, px; one point where no more is known of it, none where nothing is.
        why: why it could not be read, or not for sure.
        kind: of several kinds of one sort which it is, as the rules call it, or "".
    """

    what: str
    name: str = ""
    where: str = ""
    colour: str = ""
    confidence: float | None = None
    outline: Outline = ()
    why: str = ""
    kind: str = ""

    @property
    def middle(self) -> tuple[float, float] | None:
        """The middle of its corners, px; None where it is not known where it shows."""
        if not self.outline:
            return None
        x, y = np.mean(self.outline, axis=0)
        return float(x), float(y)


def plain_outline(points: Iterable[Sequence[float]]) -> list[list[float]]:
    """An outline, points (n, 2) px, as plain data: to a tenth of a px."""
    return [[round(float(x), 1), round(float(y), 1)] for x, y in points]


def corners(outline: Iterable[Sequence[float]]) -> Outline:
    """An outline as plain data tells it, see :func:`plain_outline`."""
    return tuple((float(x), float(y)) for x, y in outline)


def drawn(picture: Picture, marks: Sequence[Mark]) -> Picture:
    """A copy of the picture (h, w, 3) BGR with every mark on it.

    Green is read, amber is doubtful (and says how sure), red with a question mark could not be read. Pieces of players
    are dots of their colour.
    """
    shown = picture.copy()
    wide = _line_px(picture, marks)
    for mark in marks:
        if len(mark.outline) > 2:
            quad = np.rint(np.array(mark.outline)).astype(np.int32)
            cv2.polylines(shown, [quad], True, INK, max(2, wide) + 2, cv2.LINE_AA)
            cv2.polylines(shown, [quad], True, _paint(mark), max(2, wide), cv2.LINE_AA)
    for mark in marks:
        if mark.middle is not None:
            _name(shown, mark, mark.middle, wide)
    return shown


def _line_px(picture: Picture, marks: Sequence[Mark]) -> int:
    """How wide lines are: as suits the picture, but no wider than suits what is outlined in it."""
    suits_picture = max(2, round(max(picture.shape[:2]) / 640))
    sides = [float(np.ptp(np.array(mark.outline), axis=0).mean()) for mark in marks if len(mark.outline) > 2]
    suits_pieces = round(float(np.median(sides)) / 45) if sides else suits_picture
    return int(max(1, min(suits_picture, suits_pieces)))


def as_csv(marks: Sequence[Mark]) -> str:
    """A row each, below their columns; for spreadsheets."""
    text = io.StringIO()
    rows = csv.writer(text, lineterminator="\n")
    rows.writerow(COLUMNS)
    for mark in marks:
        x, y = ("", "") if mark.middle is None else (f"{value:.1f}" for value in mark.middle)
        sure = "" if mark.confidence is None else f"{mark.confidence:.4f}"
        rows.writerow((mark.what, mark.name, mark.where, mark.colour, sure, x, y, mark.why))
    return text.getvalue()


def _paint(mark: Mark) -> tuple[int, int, int]:
    if mark.confidence is None:
        return UNREAD
    return READ if mark.confidence >= SURE else DOUBTFUL


def _name(shown: Picture, mark: Mark, middle: tuple[float, float], wide: int) -> None:
    x, y = middle
    text = "?" if mark.confidence is None else mark.name
    if mark.confidence is not None and mark.confidence < SURE:
        text = f"{mark.name}? {100 * mark.confidence:.0f}%"
    if mark.colour in PAINTS:
        centre, radius = (round(x), round(y)), 4 * wide
        cv2.circle(shown, centre, radius + wide, INK, -1, cv2.LINE_AA)
        cv2.circle(shown, centre, radius, PAINTS[mark.colour], -1, cv2.LINE_AA)
        cv2.circle(shown, centre, radius + wide, _paint(mark), wide, cv2.LINE_AA)
        y += radius + 6 * wide
    if text:
        label(shown, text, x, y, _paint(mark), wide)


def label(shown: Picture, text: str, x: float, y: float, colour: tuple[int, int, int], wide: int) -> None:
    """Words on a dark ground, their middle at (x, y) px; ``wide`` is the width of a line there, px."""
    size = max(0.32, 0.15 * wide + 0.1)
    (width, height), _ = cv2.getTextSize(text, _FONT, size, 1)
    left, low = round(x - width / 2), round(y + height / 2)
    cv2.rectangle(shown, (left - 3, low - height - 4), (left + width + 3, low + 4), INK, -1)
    cv2.putText(shown, text, (left, low), _FONT, size, colour, max(1, wide // 2), cv2.LINE_AA)

"""Tableside's own copy of Cronberg at its true size: the board in parts to be joined, the rhombi nested edge to edge.

The sheets say at their foot that arrangement and numbers are ours, not the publisher's.
"""

from __future__ import annotations

import math
from collections.abc import Callable

import cv2
import numpy as np

from calibration.arrays import Picture
from calibration.sheets import LEAST_MARGIN_MM, Page, Paper, PlacedPicture
from companion.locale import say
from games.cronberg.components import CronbergBox, default_edition
from games.game import Phrase
from vision.artwork.cronberg.drawn_set import RhombPrint, prints

PX_PER_MM = 11.8  # 300 dots an inch
_OVERLAP_MM = 8.0  # of neighbouring parts of the board, to glue them on
_FOOT_MM = 4.0  # kept free above the margin for the line of text
_CUT = (150, 150, 150)


def cronberg_pages(
    paper: Paper,
    *,
    backs: bool = False,
    language: str = "en",
    edition: CronbergBox | None = None,
    px_per_mm: float = PX_PER_MM,
    progress: Callable[[], None] = lambda: None,
) -> tuple[Page, ...]:
    """The board in parts that overlap by 8 mm, then every rhomb as often as the box has it.

    ``progress`` is called once a page. ``backs`` adds the other side of each sheet of rhombi, for both sides of the
    paper.
    """
    board, *rhombi = prints(edition or default_edition(), px_per_mm)
    box = [one for one in rhombi for _ in range(one.count)]
    pages = [*_board_pages(board, paper, language), *_rhomb_pages(box, paper, language, backs, px_per_mm)]
    for _ in pages:
        progress()
    return tuple(pages)


def _room(paper: Paper, upright: bool) -> tuple[float, float]:
    width, height = paper.value if upright else paper.value[::-1]
    return width - 2 * LEAST_MARGIN_MM, height - 2 * LEAST_MARGIN_MM - _FOOT_MM


def _parts(length: float, room: float) -> int:
    return 1 if length <= room else math.ceil((length - _OVERLAP_MM) / (room - _OVERLAP_MM))


def _board_pages(board: RhombPrint, paper: Paper, language: str) -> list[Page]:
    """The fewest sheets, upright or across, that hold the board."""
    width, height = board.size_mm
    upright = min(
        (True, False),
        key=lambda way: _parts(width, _room(paper, way)[0]) * _parts(height, _room(paper, way)[1]),
    )
    room = _room(paper, upright)
    columns, rows = _parts(width, room[0]), _parts(height, room[1])
    part = ((width + _OVERLAP_MM * (columns - 1)) / columns, (height + _OVERLAP_MM * (rows - 1)) / rows)
    size = paper.value if upright else paper.value[::-1]
    left, top = (size[0] - part[0]) / 2, LEAST_MARGIN_MM + (room[1] - part[1]) / 2
    picture, scale = _on_white(board.picture), board.picture.shape[1] / width
    pages = []
    for number in range(columns * rows):
        row, column = divmod(number, columns)
        x, y = column * (part[0] - _OVERLAP_MM), row * (part[1] - _OVERLAP_MM)
        piece = picture[
            round(y * scale) : round((y + part[1]) * scale), round(x * scale) : round((x + part[0]) * scale)
        ]
        text = say(
            Phrase.of("cronberg.print.board", part=number + 1, parts=columns * rows, overlap=round(_OVERLAP_MM)),
            language,
        )
        shown = PlacedPicture(np.ascontiguousarray(piece), left, top, *part)
        pages.append(Page(size, (shown,), _corner_marks(left, top, *part), text))
    return pages


def _corner_marks(
    left: float, top: float, width: float, height: float
) -> tuple[tuple[tuple[float, float], tuple[float, float]], ...]:
    marks = []
    for x, outwards in ((left, -1), (left + width, 1)):
        for y in (top, top + height):
            marks.append(((x + outwards * 1.2, y), (x + outwards * 5.0, y)))
    return tuple(marks)


def _rhomb_pages(rhombi: list[RhombPrint], paper: Paper, language: str, backs: bool, px_per_mm: float) -> list[Page]:
    width, height = rhombi[0].size_mm
    room = _room(paper, True)
    places = _nest(width, height, room)
    text = say(Phrase.of("cronberg.print.rhombi"), language)
    pages = []
    for first in range(0, len(rhombi), len(places)):
        some = rhombi[first : first + len(places)]
        pages.append(_sheet([one.picture for one in some], places, paper, text, px_per_mm))
        if backs and some[0].back is not None:
            mirrored = [(room[0] - x - width, y) for x, y in places]
            pages.append(_sheet([one.back for one in some if one.back is not None], mirrored, paper, "", px_per_mm))
    return pages


def _nest(width: float, height: float, room: tuple[float, float]) -> list[tuple[float, float]]:
    """Upper left corners (mm) of rhombi that lie edge to edge: every other row stands in the gaps of the one above."""
    rows = int((room[1] - height) // (height / 2)) + 1
    columns = int(room[0] // width)
    narrow = int((room[0] - width / 2) // width)
    used = width * columns if narrow < columns else width * columns + width / 2
    left, top = (room[0] - used) / 2, (room[1] - (rows + 1) * height / 2) / 2
    return [
        (left + column * width + (width / 2 if row % 2 else 0.0), top + row * height / 2)
        for row in range(rows)
        for column in range(narrow if row % 2 else columns)
    ]


def _sheet(
    pictures: list[Picture], places: list[tuple[float, float]], paper: Paper, text: str, px_per_mm: float
) -> Page:
    """Pieces pasted onto one picture of the whole sheet, since their rectangles overlap."""
    room = _room(paper, True)
    sheet = np.full((round(room[1] * px_per_mm), round(room[0] * px_per_mm), 3), 255, np.uint8)
    for picture, (x, y) in zip(pictures, places, strict=False):
        left, top = round(x * px_per_mm), round(y * px_per_mm)
        window = sheet[top : top + picture.shape[0], left : left + picture.shape[1]]
        share = picture[: window.shape[0], : window.shape[1], 3:].astype(np.float32) / 255
        window[:] = np.rint(window * (1 - share) + picture[: window.shape[0], : window.shape[1], :3] * share)
    shown = PlacedPicture(sheet, LEAST_MARGIN_MM, LEAST_MARGIN_MM, *room)
    return Page(paper.value, (shown,), (), text, has_ruler=bool(text))


def _on_white(picture: Picture) -> Picture:
    """What is transparent becomes paper, with a thin line around what is to be cut out."""
    share = picture[..., 3:].astype(np.float32) / 255
    flat = np.rint(255 * (1 - share) + picture[..., :3] * share).astype(np.uint8)
    outline, _ = cv2.findContours((picture[..., 3] > 127).astype(np.uint8), cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
    cv2.drawContours(flat, outline, -1, _CUT, 1)
    return np.asarray(flat, np.uint8)

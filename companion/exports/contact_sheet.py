"""A contact sheet: pictures in rows, each with its number and what it is taken for, to be checked at a glance."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import cv2
import numpy as np

from calibration.files.whole_file import write_whole
from calibration.files.whole_folder import png
from vision.frames import Picture

SHEET_NAME = "contact-sheet.png"
SIDE = 180  # px of a picture
GAP = 24
CAPTION = 56
COLUMNS = 8
NUMBER = 34  # px for the number before a name
_GROUND, _INK, _FAINT, _WARN = (14, 17, 21), (228, 240, 247), (175, 194, 207), (90, 182, 242)  # BGR of the dark theme
_SURE = 0.9
_FONT = cv2.FONT_HERSHEY_DUPLEX


def write_sheet(folder: Path, tiles: Sequence[tuple[Picture, str, float]]) -> Path:
    """Write the :func:`contact_sheet` of what lies in a folder; returns its file. Raises OSError."""
    file = folder / SHEET_NAME
    write_whole(file, png(contact_sheet(tiles)))
    return file


def contact_sheet(tiles: Sequence[tuple[Picture, str, float]]) -> Picture:
    """One picture (h, w, 3) BGR of all of them.

    Args:
        tiles: picture, name and confidence (0 to 1) of each; what is not sure is marked by colour and a question mark.
    """
    columns = min(COLUMNS, max(1, len(tiles)))
    rows = -(-len(tiles) // columns) or 1
    sheet = np.full((rows * (SIDE + CAPTION + GAP) + GAP, columns * (SIDE + GAP) + GAP, 3), _GROUND, np.uint8)
    for number, (picture, name, sure) in enumerate(tiles):
        row, column = divmod(number, columns)
        x, y = GAP + column * (SIDE + GAP), GAP + row * (SIDE + CAPTION + GAP)
        sheet[y : y + SIDE, x : x + SIDE] = cv2.resize(picture, (SIDE, SIDE), interpolation=cv2.INTER_AREA)
        if sure < _SURE:
            cv2.rectangle(sheet, (x - 4, y - 4), (x + SIDE + 3, y + SIDE + 3), _WARN, 3, cv2.LINE_AA)
        base = y + SIDE + 34
        cv2.putText(sheet, f"{number + 1}", (x, base), _FONT, 0.7, _FAINT, 1, cv2.LINE_AA)
        shown = name if sure >= _SURE else f"{name}?"
        (width, _), _ = cv2.getTextSize(shown, _FONT, 1.0, 2)
        size = min(1.0, (SIDE - NUMBER) / width)  # long names are written smaller
        ink = _INK if sure >= _SURE else _WARN
        at = (x + SIDE - round(width * size), base + 4)
        cv2.putText(sheet, shown, at, _FONT, size, ink, 2 if size > 0.8 else 1, cv2.LINE_AA)
    return sheet

"""The result as a QR code that was read back before it is shown. No kivy here.

OpenCV's reader fails on some sound codes of this size, and what it can't read others may not read either: then one move
less is told, which makes another code.
"""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from games.any_game import AnyRecord

MOST_BYTES = 1003  # of version 22: 105 modules, with its margin 113, which at 3 px each fit the 340 dp of the screen
MARGIN = 4  # modules
MOST_TRIES = 8

Modules = NDArray[np.uint8]


def result_text(record: AnyRecord, moves: int) -> str:
    """Game, ranks and so many of the last moves."""
    lines = [record.game.key]
    for standing in sorted(record.game.standings(record.state), key=lambda one: (one.rank, one.player)):
        lines.append(f"{standing.rank}. {record.setup.seats[standing.player].name} {standing.score}")
    return "\n".join([*lines, *(record.actions[-moves:] if moves else ())])


def result_code(record: AnyRecord) -> tuple[str, Modules]:
    """The text with as many of the last moves as fit, and its modules (0 ink, 255 white) with the margin around."""
    moves = 0
    while moves < len(record.actions) and len(result_text(record, moves + 1).encode()) <= MOST_BYTES:
        moves += 1
    for fewer in range(min(moves, MOST_TRIES)):
        text = result_text(record, moves - fewer)
        modules = code_modules(text)
        if read_code(modules) == text:
            return text, modules
    text = result_text(record, 0)
    return text, code_modules(text)


def code_modules(text: str) -> Modules:
    """The modules of a text's code."""
    import segno  # here: with it come half a dozen libraries of the web, 4 MB that a game needs at its end at most

    code = segno.make_qr(text, error="l", mode="byte", encoding="utf-8", boost_error=False)
    ink = np.array(list(code.matrix_iter(border=MARGIN)), np.bool_)
    return np.where(ink, np.uint8(0), np.uint8(255))


def read_code(modules: Modules) -> str:
    """What a code says, or an empty text where it can't be read."""
    text, *_ = cv2.QRCodeDetector().detectAndDecode(np.kron(modules, np.ones((4, 4), np.uint8)))
    return text

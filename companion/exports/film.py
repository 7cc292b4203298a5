"""The evening as a film and as a strip of pictures: the table at each moment, scores drawn in. No kivy.

Letters come from whoever asks, for OpenCV's own know neither ö nor ł.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import TypeAlias

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.ui.kit.theme import DARK, PLAYERS, rgba
from games.game import Seat
from vision.frames import Picture

WIDE, HIGH = 1280, 720  # px
PICTURE = (960, 648)  # width and height of the table's picture in it
RATE = 8  # frames a second: nothing in it moves faster than people read
LONGEST_S, MOMENT_S, LAST_S = 90.0, 1.0, 4.0  # of a film; of each moment where there is time; of the last one
STRIP_COLUMNS, STRIP_MOST = 4, 24
_STRIP_WIDE = 480  # px of a picture in the strip

Lettering: TypeAlias = Callable[[str, int], NDArray[np.uint8]]  # words and their height in px -> how much ink, (h, w)


@dataclass(frozen=True, slots=True)
class FilmMoment:
    """The table after a move: its picture (BGR, any size), whose move it was (seat index, or None), the scores by seat,
    and what was done or scored, in words."""

    picture: Picture
    seat: int | None
    scores: tuple[int, ...]
    caption: str


def writing_film(
    path: Path, seats: Sequence[Seat], moments: Iterable[FilmMoment], many: int, words: Lettering
) -> Iterator[int]:
    """Write a new MP4 moment by moment, whole or not at all: who stops before the end leaves nothing.

    Args:
        many: how many moments there are.

    Yields:
        How many moments are written. Raises ``OSError``, also where this machine can't write films.
    """
    if os.path.lexists(path):
        raise FileExistsError(path)
    part = path.with_name(f".{path.stem}.part.mp4")
    each = max(1, round(RATE * min(MOMENT_S, LONGEST_S / max(1, many))))
    writer = cv2.VideoWriter(str(part), cv2.VideoWriter.fourcc(*"mp4v"), RATE, (WIDE, HIGH))
    try:
        if not writer.isOpened():
            raise OSError("no program here writes MP4")
        for number, moment in enumerate(moments, 1):
            frame = film_frame(moment, seats, words)
            for _ in range(each if number < many else round(RATE * LAST_S)):
                writer.write(frame)
            yield number
        writer.release()
        if part.stat().st_size == 0:
            raise OSError("the film could not be written")
        part.rename(path)
    finally:
        writer.release()
        part.unlink(missing_ok=True)


def film_frame(moment: FilmMoment, seats: Sequence[Seat], words: Lettering) -> Picture:
    """One frame, BGR (HIGH, WIDE, 3): the table at the left, everybody's score at the right, what was done below."""
    frame = np.empty((HIGH, WIDE, 3), np.uint8)
    frame[:] = _bgr(DARK.bg)
    _fit(frame, moment.picture, (0, 0), PICTURE)
    caption = words(moment.caption, 34)[:, : PICTURE[0] - 32]
    _ink(frame, caption, (16, PICTURE[1] + (HIGH - PICTURE[1] - caption.shape[0]) // 2), DARK.text)
    room = min(150, (HIGH - 16) // len(seats))
    for number, seat in enumerate(seats):
        _draw_seat(frame, number * room + 8, room - 8, seat, moment.scores[number], words, moved=number == moment.seat)
    return frame


def film_strip(moments: Sequence[FilmMoment], seats: Sequence[Seat], words: Lettering) -> Picture:
    """A sheet of some moments (:func:`picked_moments`), BGR, each as in the film."""
    high = round(_STRIP_WIDE * HIGH / WIDE)
    small = [
        cv2.resize(film_frame(one, seats, words), (_STRIP_WIDE, high), interpolation=cv2.INTER_AREA) for one in moments
    ]
    columns = min(STRIP_COLUMNS, len(small))
    rows = -(-len(small) // columns)
    sheet = np.empty((rows * (high + 8) + 8, columns * (_STRIP_WIDE + 8) + 8, 3), np.uint8)
    sheet[:] = _bgr(DARK.bg)
    for number, picture in enumerate(small):
        row, column = divmod(number, columns)
        y, x = 8 + row * (high + 8), 8 + column * (_STRIP_WIDE + 8)
        sheet[y : y + high, x : x + _STRIP_WIDE] = picture
    return sheet


def picked_moments(scores: Sequence[tuple[int, ...]], most: int = STRIP_MOST) -> list[int]:
    """Of every part of an evening the moment in which most was scored, by the scores after each moment.

    So many at most, in order, the first and the last among them: those between are parted into stretches as long as
    each other, and of each the moment is taken that changed the scores most, the later one of equals.
    """
    if len(scores) <= most:
        return list(range(len(scores)))
    changed = [0, *(sum(abs(b - a) for a, b in zip(*pair, strict=True)) for pair in pairwise(scores))]
    bounds = np.linspace(1, len(scores) - 1, most - 1).round().astype(int).tolist()
    between = [max(range(left, right), key=lambda at: (changed[at], at)) for left, right in pairwise(bounds)]
    return [0, *between, len(scores) - 1]


def _draw_seat(frame: Picture, top: int, high: int, seat: Seat, score: int, words: Lettering, *, moved: bool) -> None:
    left, right = PICTURE[0] + 8, WIDE - 8
    frame[top : top + high, left:right] = _bgr(DARK.raised if moved else DARK.surface)
    frame[top : top + high, left : left + (24 if moved else 12)] = _bgr(PLAYERS[seat.colour].fill)
    number = words(str(score).replace("-", "−"), round(high * 0.5))
    name = words(seat.name, min(30, round(high * 0.26)))[:, : right - left - 56]
    _ink(frame, name, (left + 40, top + round(high * 0.08)), DARK.text)
    _ink(frame, number, (right - 16 - number.shape[1], top + high - number.shape[0] - round(high * 0.06)), DARK.text)


def _fit(frame: Picture, picture: Picture, corner: tuple[int, int], room: tuple[int, int]) -> None:
    """The picture as large as there is room for, in the middle of it."""
    high, wide = picture.shape[:2]
    scale = min(room[0] / wide, room[1] / high)
    size = (max(1, round(wide * scale)), max(1, round(high * scale)))
    fitted = cv2.resize(picture, size, interpolation=cv2.INTER_AREA if scale < 1 else cv2.INTER_LINEAR)
    x, y = corner[0] + (room[0] - size[0]) // 2, corner[1] + (room[1] - size[1]) // 2
    frame[y : y + size[1], x : x + size[0]] = fitted


def _ink(frame: Picture, letters: NDArray[np.uint8], corner: tuple[int, int], colour: str) -> None:
    """Put letters onto the frame, as far as they are in it."""
    x, y = max(0, corner[0]), max(0, corner[1])
    part = frame[y : y + letters.shape[0], x : x + letters.shape[1]]
    share = letters[: part.shape[0], : part.shape[1], None].astype(np.float32) / 255
    part[:] = (part * (1 - share) + np.array(_bgr(colour), np.float32) * share).astype(np.uint8)


def _bgr(colour: str) -> tuple[int, int, int]:
    red, green, blue, _ = rgba(colour)
    return round(255 * blue), round(255 * green), round(255 * red)

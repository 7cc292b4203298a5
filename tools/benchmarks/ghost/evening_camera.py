"""A camera at an HTTP address before which a recorded evening is played in real time, turn by turn.

Its pictures are made beforehand, so that nothing of that is asked of the machine while the tablet is measured.
"""

from __future__ import annotations

import itertools
import json
import threading
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from calibration.files.picture_door import open_picture
from companion.replay.evening import RecordedEvening
from companion.replay.replayed_table import GRAIN_LEVELS, STEP_MS, jpeg_with_grain
from tools.benchmarks.evening.camera.http_camera import HttpCamera
from vision.attention import moves
from vision.frames import Picture
from vision.imaging.change import small_of

FPS = 15.0
GRAINS = 3  # of each picture, shown in turns: what lies still is never the same picture twice in a row
NEXT, LAST_MOVED = "/next", "/last-moved"


@dataclass(frozen=True, slots=True)
class FilmedPicture:
    """A picture of the evening as JPEG, with different grain, and how long it is shown, s."""

    jpegs: tuple[bytes, ...]
    seconds: float


@dataclass(frozen=True, slots=True)
class TurnOnFilm:
    """What is seen until a table lies still, and what lies there until the next turn begins."""

    moving: tuple[FilmedPicture, ...]
    still: FilmedPicture


def filmed_turns(evening: RecordedEvening, folder: Path, turns: int) -> tuple[TurnOnFilm, ...]:
    """The table before the first hand comes, then each turn up to its press; of what lies still the first picture.

    Raises :class:`calibration.files.picture_door.PictureError` where a picture can't be opened.
    """
    chance = np.random.default_rng(len(evening.truth))
    film: list[TurnOnFilm] = []
    turn: list[FilmedPicture] = []
    last: Picture | None = None  # of what was shown last, small
    for number, shown in enumerate(evening.frames):
        picture = open_picture(folder / shown.file)
        before, last = last, small_of(picture)
        if before is None or not turn or moves(before, last):
            turn.append(FilmedPicture(_with_grain(picture, chance), shown.hold * STEP_MS / 1000))
        if number == 0 or shown.press is not None:
            film.append(TurnOnFilm(tuple(turn[:-1]), turn[-1]))
            turn = []
        if len(film) > turns:
            break
    return tuple(film)


def _with_grain(picture: Picture, chance: np.random.Generator) -> tuple[bytes, ...]:
    grains = (np.round(chance.normal(0, GRAIN_LEVELS, picture.shape)).astype(np.int16) for _ in range(GRAINS))
    return tuple(jpeg_with_grain(picture, grain) for grain in grains)


class EveningCamera(HttpCamera):
    """The camera, until it is put away. It shows the last picture of a turn until somebody asks for the next one.

    :data:`NEXT` begins the next turn and answers how many seconds pass until its last picture at the least;
    :data:`LAST_MOVED` answers when the last picture before that one was sent, s on the machine's steady clock, or 0
    where that is still to come.
    """

    def __init__(self, film: Sequence[TurnOnFilm]) -> None:
        self._film = list(film)
        self._turn, self._moved_s, self._sent_s = 0, 0.0, 0.0
        self._asked = threading.Event()
        super().__init__()

    def _answer(self, path: str) -> bytes:
        return json.dumps(self._next() if path == NEXT else self._moved_s).encode()

    def _next(self) -> float:
        self._moved_s = 0.0
        self._asked.set()
        return sum(one.seconds for one in self._film[self._turn + 1].moving)

    def _pictures(self) -> Iterator[bytes]:
        yield from self._shown(self._film[0].still, lasts=False)
        while not self._away.is_set():
            self._turn += 1
            self._asked.clear()
            turn = self._film[self._turn]
            for one in turn.moving:
                yield from self._shown(one, lasts=True)
            self._moved_s = self._sent_s
            yield from self._shown(turn.still, lasts=False)

    def _shown(self, one: FilmedPicture, *, lasts: bool) -> Iterator[bytes]:
        """One picture as long as it is shown, or (not ``lasts``) until the next turn is asked for."""
        began = time.monotonic()
        for jpeg in itertools.cycle(one.jpegs):
            self._sent_s = time.monotonic()
            yield jpeg
            self._away.wait(max(0.0, self._sent_s + 1 / FPS - time.monotonic()))
            over = time.monotonic() - began >= one.seconds if lasts else self._asked.is_set()
            if over or self._away.is_set():
                return

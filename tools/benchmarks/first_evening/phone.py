"""A phone over a simulated table whose tiles nobody has seen: its camera app sends Motion JPEG.

The table is drawn beforehand, so that nothing of that is asked of the machine while the tablet is measured. Until
people are told to begin, the start tile lies there; then the first turn is played once, and stays as it lies.
"""

from __future__ import annotations

import itertools
import threading
from collections.abc import Iterator
from dataclasses import dataclass

import cv2

from companion.rehearsal.live_table import LiveTable
from tools.benchmarks.evening.camera.http_camera import HttpCamera

FPS = 10.0
JPEG_QUALITY = 90
BEGIN = "/begin"


@dataclass(frozen=True, slots=True)
class FilmedTurn:
    """One turn as JPEG pictures: the table before anybody reaches over it, the turn, and the table as it lies then."""

    before: tuple[bytes, ...]
    turn: tuple[bytes, ...]
    after: tuple[bytes, ...]


def filmed(table: LiveTable) -> FilmedTurn:
    """Everything that the table plays, taken for one turn."""
    before: list[bytes] = []
    turn: list[bytes] = []
    after: list[bytes] = []
    while (frame := table.read()) is not None and table.truth is not None:
        truth, whole = table.truth, len(table.actions)
        picture = cv2.imencode(".jpg", frame.image, [cv2.IMWRITE_JPEG_QUALITY, JPEG_QUALITY])[1].tobytes()
        if not truth.actions and truth.still and not turn:
            before.append(picture)
        elif truth.actions == whole and truth.still:
            after.append(picture)
        else:
            turn.append(picture)
            after.clear()
    return FilmedTurn(tuple(before), tuple(turn), tuple(after))


class Phone(HttpCamera):
    """The phone, until it is put away. People are told to begin at :data:`BEGIN`, which answers how many seconds their
    turn takes."""

    def __init__(self, film: FilmedTurn) -> None:
        self._film = film
        self._begun = threading.Event()
        super().__init__()

    def _answer(self, path: str) -> bytes:
        if path == BEGIN:
            self._begun.set()
        return str(len(self._film.turn) / FPS).encode()

    def _pictures(self) -> Iterator[bytes]:
        """What it sees from now on, as often as it takes a picture. Who opens it after the turn sees it as it lies."""
        for picture in itertools.cycle(self._film.before):
            if self._begun.is_set():
                break
            yield picture
            if self._away.wait(1 / FPS):
                return
        for picture in itertools.chain(self._film.turn, itertools.cycle(self._film.after)):
            yield picture
            if self._away.wait(1 / FPS):
                return

"""A camera at an HTTP address before which a recorded evening is played in real time, turn by turn.

Its pictures are made beforehand, so that nothing of that is asked of the machine while the tablet is measured.
"""

from __future__ import annotations

import itertools
import json
import threading
import time
from collections.abc import Sequence
from dataclasses import dataclass
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import cv2
import numpy as np

from calibration.files.picture_door import open_picture
from companion.replay.evening import RecordedEvening
from companion.replay.replayed_table import GRAIN_LEVELS, JPEG_QUALITY, STEP_MS
from vision.attention import moves
from vision.frames import Picture
from vision.imaging.change import small_of

FPS = 15.0
GRAINS = 3  # of each picture, shown in turns: what lies still is never the same picture twice in a row
STREAM, NEXT, LAST_MOVED = "/video", "/next", "/last-moved"
_PART = b"--shot\r\nContent-Type: image/jpeg\r\nContent-Length: %d\r\n\r\n"


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


def _with_grain(clean: Picture, chance: np.random.Generator) -> tuple[bytes, ...]:
    picture = clean.astype(np.int16)
    noisy = (picture + np.round(chance.normal(0, GRAIN_LEVELS, picture.shape)).astype(np.int16) for _ in range(GRAINS))
    packed = (
        cv2.imencode(".jpg", np.clip(one, 0, 255).astype(np.uint8), [cv2.IMWRITE_JPEG_QUALITY, JPEG_QUALITY])[1]
        for one in noisy
    )
    return tuple(one.tobytes() for one in packed)


class EveningCamera:
    """The camera, until it is put away. It shows the last picture of a turn until somebody asks for the next one.

    Attributes:
        port: at this machine, where it sends (:data:`STREAM`). :data:`NEXT` begins the next turn and answers how many
            seconds pass until its last picture at the least; :data:`LAST_MOVED` answers when the last picture before
            that one was sent, s on the machine's steady clock, or 0 where that is still to come.
    """

    def __init__(self, film: Sequence[TurnOnFilm]) -> None:
        self._film = list(film)
        self._turn, self._moved_s, self._sent_s = 0, 0.0, 0.0
        self._asked, self._away = threading.Event(), threading.Event()
        camera = self

        class CameraAnswer(BaseHTTPRequestHandler):
            """What comes is one of three questions."""

            def do_GET(self) -> None:
                if self.path == STREAM:
                    camera._stream(self)
                    return
                self.send_response(200)
                self.end_headers()
                self.wfile.write(json.dumps(camera._next() if self.path == NEXT else camera._moved_s).encode())

            def log_message(self, *_: object) -> None:
                """Say nothing."""

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), CameraAnswer)
        self._server.daemon_threads = True
        self.port = self._server.server_port
        self._thread = threading.Thread(target=self._server.serve_forever, kwargs={"poll_interval": 0.05})
        self._thread.start()

    def put_away(self) -> None:
        """Nothing is sent any more."""
        self._away.set()
        self._server.shutdown()
        self._thread.join()
        self._server.server_close()

    def _next(self) -> float:
        self._moved_s = 0.0
        self._asked.set()
        return sum(one.seconds for one in self._film[self._turn + 1].moving)

    def _stream(self, request: BaseHTTPRequestHandler) -> None:
        request.send_response(200)
        request.send_header("Content-Type", "multipart/x-mixed-replace; boundary=shot")
        request.end_headers()
        try:
            self._show(request, self._film[0].still, lasts=False)
            while not self._away.is_set():
                self._turn += 1
                self._asked.clear()
                turn = self._film[self._turn]
                for one in turn.moving:
                    self._show(request, one, lasts=True)
                self._moved_s = self._sent_s
                self._show(request, turn.still, lasts=False)
        except OSError:
            return  # nobody looks any more

    def _show(self, request: BaseHTTPRequestHandler, shown: FilmedPicture, *, lasts: bool) -> None:
        """Send one picture as long as it is shown, or (not ``lasts``) until the next turn is asked for."""
        began = time.monotonic()
        for jpeg in itertools.cycle(shown.jpegs):
            self._sent_s = time.monotonic()
            request.wfile.write(_PART % len(jpeg) + jpeg + b"\r\n")
            self._away.wait(max(0.0, self._sent_s + 1 / FPS - time.monotonic()))
            over = time.monotonic() - began >= shown.seconds if lasts else self._asked.is_set()
            if over or self._away.is_set():
                return

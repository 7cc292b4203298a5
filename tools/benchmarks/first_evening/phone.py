"""A phone over a simulated table whose tiles nobody has seen: its camera app sends Motion JPEG.

The table is drawn beforehand, so that nothing of that is asked of the machine while the tablet is measured. Until
people are told to begin, the start tile lies there; then the first turn is played once, and stays as it lies.
"""

from __future__ import annotations

import itertools
import threading
from collections.abc import Iterator
from dataclasses import dataclass
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import cv2

from companion.rehearsal.live_table import LiveTable

FPS = 10.0
JPEG_QUALITY = 90
STREAM, BEGIN = "/video", "/begin"
_PART = b"--shot\r\nContent-Type: image/jpeg\r\nContent-Length: %d\r\n\r\n"


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


class Phone:
    """The phone, until it is put away.

    Attributes:
        port: at this machine, where its app sends (:data:`STREAM`), and people are told to begin (:data:`BEGIN`), which
            answers how many seconds their turn takes.
    """

    def __init__(self, film: FilmedTurn) -> None:
        self._film = film
        self._begun, self._away = threading.Event(), threading.Event()
        phone = self

        class Answer(BaseHTTPRequestHandler):
            """What comes is one of two questions."""

            def do_GET(self) -> None:
                if self.path == BEGIN:
                    phone._begun.set()
                    self.send_response(200)
                    self.end_headers()
                    self.wfile.write(str(len(phone._film.turn) / FPS).encode())
                    return
                self.send_response(200)
                self.send_header("Content-Type", "multipart/x-mixed-replace; boundary=shot")
                self.end_headers()
                try:
                    for picture in phone._pictures():
                        self.wfile.write(_PART % len(picture) + picture + b"\r\n")
                except OSError:
                    pass  # nobody looks any more

            def log_message(self, *_: object) -> None:
                """Say nothing."""

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Answer)
        self.port = self._server.server_port
        self._thread = threading.Thread(target=self._server.serve_forever, kwargs={"poll_interval": 0.05})
        self._thread.start()

    def put_away(self) -> None:
        """Nothing is sent any more."""
        self._away.set()
        self._server.shutdown()
        self._thread.join()
        self._server.server_close()

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

"""A camera at an HTTP address with a clock in its picture: a real server of Motion JPEG, as phones are, which stalls,
dies and comes back when it is told to."""

from __future__ import annotations

import socket
import threading
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import cv2
import numpy as np

from vision.frames import Picture

BITS = 24  # of the clock: milliseconds, four and a half hours
_CELL = 16  # px, side of the square that shows one bit
_ROOM = 5 * _CELL  # px, side of the square that shows what lies on the table
_SIZE = (640, 360)  # width, height in px


def now_ms() -> int:
    """The clock in the picture: the machine's steady one, ms."""
    return int(time.monotonic() * 1000) % (1 << BITS)


def drawn(lies: int, at_ms: int) -> Picture:
    """A table on which number ``lies`` lies, at a time; the picture is BGR."""
    picture = np.full((_SIZE[1], _SIZE[0], 3), 90, np.uint8)
    for bit in range(BITS):
        picture[0:_CELL, bit * _CELL : (bit + 1) * _CELL] = 235 if at_ms >> bit & 1 else 20
    for bit in range(8):
        x = bit * _ROOM
        picture[2 * _CELL : 2 * _CELL + _ROOM, x : x + _ROOM] = 220 if lies >> bit & 1 else 40
    return picture


def clock_in(picture: Picture) -> int:
    """When the picture was made, ms."""
    return sum(
        1 << bit for bit in range(BITS) if picture[4 : _CELL - 4, bit * _CELL + 4 : (bit + 1) * _CELL - 4].mean() > 128
    )


def lies_in(picture: Picture) -> int:
    """What lies there."""
    rows = slice(2 * _CELL + 8, 2 * _CELL + _ROOM - 8)
    return sum(1 << bit for bit in range(8) if picture[rows, bit * _ROOM + 8 : (bit + 1) * _ROOM - 8].mean() > 128)


class ClockCamera:
    """The camera. Use it as a context manager.

    Attributes:
        lies: the number that lies on the table; may be changed at any time.
        stalled: while set, connections stay open and nothing comes.
        address: where it is.
    """

    def __init__(self, frames_per_second: float = 15.0, port: int = 0) -> None:
        self.lies = 0
        self.stalled = threading.Event()
        self._pause_s = 1 / frames_per_second
        self._dead = threading.Event()
        self._connections: list[socket.socket] = []
        camera = self

        class Handler(BaseHTTPRequestHandler):
            def do_GET(self) -> None:
                camera._stream(self)

            def log_message(self, *_: object) -> None:
                """Say nothing."""

        self._handler = Handler
        self._begin(port)

    def __enter__(self) -> ClockCamera:
        return self

    def __exit__(self, *_: object) -> None:
        self.die()

    def die(self) -> None:
        """Close every connection and the port, as a phone whose battery is empty."""
        self._dead.set()
        for connection in self._connections:
            try:
                connection.shutdown(socket.SHUT_RDWR)
            except OSError:
                continue  # it was closed by the other side
        self._server.shutdown()
        self._server.server_close()
        self._thread.join()

    def come_back(self) -> None:
        """Answer again at the same address."""
        self._begin(self._port)

    def _begin(self, port: int) -> None:
        self._dead.clear()
        self.stalled.clear()
        self._connections = []
        ThreadingHTTPServer.allow_reuse_address = True
        self._server = ThreadingHTTPServer(("127.0.0.1", port), self._handler)
        self._server.daemon_threads = True
        self._port = self._server.server_port
        self.address = f"http://127.0.0.1:{self._port}/video"
        self._thread = threading.Thread(
            target=self._server.serve_forever, kwargs={"poll_interval": 0.02}, name="clock camera", daemon=True
        )
        self._thread.start()

    def _stream(self, request: BaseHTTPRequestHandler) -> None:
        self._connections.append(request.connection)
        request.send_response(200)
        request.send_header("Content-Type", "multipart/x-mixed-replace; boundary=shot")
        request.end_headers()
        due = time.monotonic()
        try:
            while not self._dead.is_set():
                if not self.stalled.is_set():
                    data = cv2.imencode(".jpg", drawn(self.lies, now_ms()))[1].tobytes()
                    head = f"--shot\r\nContent-Type: image/jpeg\r\nContent-Length: {len(data)}\r\n\r\n"
                    request.wfile.write(head.encode() + data + b"\r\n")
                due = max(due + self._pause_s, time.monotonic())
                self._dead.wait(max(0.0, due - time.monotonic()))
        except OSError:
            return  # who looked has gone

"""A camera of Motion JPEG at an address of this machine, as a phone's app is, which also answers questions."""

from __future__ import annotations

import threading
from abc import ABC, abstractmethod
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

STREAM = "/video"
_PART = b"--shot\r\nContent-Type: image/jpeg\r\nContent-Length: %d\r\n\r\n"


class HttpCamera(ABC):
    """The camera, until it is put away.

    Attributes:
        port: at this machine, where it sends (:data:`STREAM`) and answers.
    """

    def __init__(self) -> None:
        self._away = threading.Event()
        camera = self

        class Answer(BaseHTTPRequestHandler):
            """Somebody looks, or asks something."""

            def do_GET(self) -> None:
                self.send_response(200)
                if self.path != STREAM:
                    self.end_headers()
                    self.wfile.write(camera._answer(self.path))
                    return
                self.send_header("Content-Type", "multipart/x-mixed-replace; boundary=shot")
                self.end_headers()
                try:
                    for picture in camera._pictures():
                        self.wfile.write(_PART % len(picture) + picture + b"\r\n")
                except OSError:
                    pass  # nobody looks any more

            def log_message(self, *_: object) -> None:
                """Say nothing."""

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Answer)
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

    @abstractmethod
    def _pictures(self) -> Iterator[bytes]:
        """What it sees from now on, JPEG, each when it is taken."""

    @abstractmethod
    def _answer(self, path: str) -> bytes:
        """To a question."""

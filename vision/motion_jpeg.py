"""A phone's camera over HTTP: Motion JPEG, one picture after the other in one answer that does not end.

Read without FFmpeg, which OpenCV has not everywhere (Android), and which decodes every picture: one that nobody looks
at passes by here for the price of its bytes. The form is multipart/x-mixed-replace (RFC 2046, section 5.1); cameras
differ in how they spell the boundary and in whether they tell how long a picture is.
"""

from __future__ import annotations

import base64
from collections.abc import Callable
from dataclasses import dataclass
from http.client import HTTPConnection, HTTPException, HTTPResponse
from urllib.parse import SplitResult, unquote, urlsplit

from calibration.files.picture_door import PictureError, decode_frame
from vision import exposure_time
from vision.frames import Frame, Picture
from vision.parameters import CHOSEN, Parameters, parameter
from vision.source_error import SourceError


@dataclass(frozen=True, slots=True, kw_only=True)
class MotionJpegParameters(Parameters):
    """How much of a stream is read before it is taken for no camera's."""

    most_line: int = parameter(
        1 << 16, "bytes", "of a line: a picture of unknown length comes line by line as well", CHOSEN
    )
    most_bytes: int = parameter(1 << 25, "bytes", "of one picture", CHOSEN)
    most_heads: int = parameter(64, "lines", "of a picture's head", CHOSEN)
    most_damaged: int = parameter(10, "pictures", "in a row that do not open: then it is no camera", CHOSEN)


PARAMETERS = MotionJpegParameters()

KIND = "multipart/x-mixed-replace"


@dataclass(frozen=True, slots=True, eq=False)
class UndecodedMotionJpeg:
    """One picture as it came. See :class:`vision.frames.UndecodedFrame`; ``time_ms`` and ``number`` as a frame's."""

    camera: MotionJpegCamera
    data: bytes
    time_ms: float
    number: int

    def decoded(self) -> Frame | None:
        """The frame; None where bytes of it were lost on the way."""
        image = self.camera.decode(self.data)
        return None if image is None else Frame(image, self.time_ms, self.number)


class MotionJpegCamera:
    """A camera whose answer has begun. See :func:`motion_jpeg_at`.

    Args:
        address: as typed.
        connection, answer: what came from there.
        clock: milliseconds.
    """

    live = True

    def __init__(
        self, address: str, connection: HTTPConnection, answer: HTTPResponse, clock: Callable[[], float]
    ) -> None:
        self._address = address
        self._connection = connection
        self._answer = answer
        self._clock = clock
        self._boundary = str(answer.headers.get_param("boundary", "")).strip("-").encode()
        self._number = 0
        self._damaged = 0  # pictures in a row that did not open
        self._seen = b""  # a boundary that was read already: the end of a picture whose length nobody told

    def read(self) -> Frame | None:
        """The next picture. Raises :class:`SourceError` when the connection ends or nothing comes for too long: a live
        table has no last frame."""
        while (frame := self.fetch().decoded()) is None:
            pass  # the next one comes in a moment; after too many of them fetching raises
        return frame

    def fetch(self) -> UndecodedMotionJpeg:
        """The next picture as it came. Raises :class:`SourceError` as :meth:`read` does, also where one after the other
        did not open."""
        if self._damaged >= PARAMETERS.most_damaged:
            raise self._lost()
        data = self._next()
        picture = UndecodedMotionJpeg(self, data, self._clock() - exposure_time.PARAMETERS.way_ms, self._number)
        self._number += 1
        return picture

    def decode(self, data: bytes) -> Picture | None:
        """A picture BGR; None where it does not open."""
        try:
            image = decode_frame(data, self._address)
        except PictureError:
            self._damaged += 1
            return None
        self._damaged = 0
        image.setflags(write=False)
        return image

    def pass_by(self) -> None:
        """Take the next picture off the line without decoding it. Raises :class:`SourceError` as :meth:`read` does."""
        self._next()
        self._number += 1

    def close(self) -> None:
        """Hang up."""
        self._answer.close()
        self._connection.close()

    def _next(self) -> bytes:
        """The next picture as it came."""
        try:
            self._up_to_the_boundary()
            length = self._length()
            if length is not None:
                return self._exactly(length)
            data, self._seen = self._up_to_the_boundary()
            return data
        except (OSError, EOFError, HTTPException, ValueError) as error:  # too long a silence is an OSError
            raise self._lost() from error

    def _length(self) -> int | None:
        """What the head of a picture tells of its length, in bytes."""
        length = None
        for _ in range(PARAMETERS.most_heads):
            head = self._line().strip()
            if not head:
                return length
            name, _, value = head.partition(b":")
            if name.strip().lower() == b"content-length":
                length = int(value)
        raise ValueError("a head without an end")

    def _exactly(self, length: int) -> bytes:
        if not 0 < length <= PARAMETERS.most_bytes:
            raise ValueError(f"a picture of {length} bytes")
        data = self._answer.read(length)
        if len(data) < length:
            raise EOFError(f"{len(data)} of {length} bytes")
        return data

    def _up_to_the_boundary(self) -> tuple[bytes, bytes]:
        """What comes before the next boundary, such as a picture whose length nobody told, and that boundary."""
        data = bytearray()
        while not self._is_boundary(line := self._line()):
            data += line
            if len(data) > PARAMETERS.most_bytes:
                raise ValueError("a picture without an end")
        return bytes(data), line

    def _is_boundary(self, line: bytes) -> bool:
        word = line.strip()
        return word.startswith(b"--") and word.strip(b"-") == self._boundary

    def _line(self) -> bytes:
        """The next line, with its end."""
        line, self._seen = self._seen, b""
        line = line or self._answer.readline(PARAMETERS.most_line)
        if not line:
            raise EOFError("the connection ended")
        return line

    def _lost(self) -> SourceError:
        self.close()
        return SourceError(self._address, "vision.address_lost")


def motion_jpeg_at(
    address: str, *, clock: Callable[[], float], open_timeout_ms: int, read_timeout_ms: int
) -> MotionJpegCamera | None:
    """The camera at an ``http://`` address; None where something else answers there, which FFmpeg may know.

    Args:
        address: as typed, with name and password where the camera wants them.
        clock: milliseconds.
        open_timeout_ms, read_timeout_ms: how long an answer, and then silence, may take.

    Raises :class:`SourceError` where nobody answers.
    """
    try:
        there = urlsplit(address)
        if not there.hostname:
            raise ValueError("an address without a machine")
        connection = HTTPConnection(there.hostname, there.port, timeout=open_timeout_ms / 1000)
        connection.connect()
    except (OSError, HTTPException, ValueError) as error:  # nobody is there, or no such address can be
        raise SourceError(address, "vision.address_silent") from error
    line = connection.sock
    try:
        connection.request(
            "GET", there._replace(scheme="", netloc="", fragment="").geturl() or "/", headers=_head(there)
        )
        answer = connection.getresponse()
    except (OSError, HTTPException, ValueError):
        connection.close()
        return None
    if answer.status != 200 or answer.headers.get_content_type() != KIND:
        answer.close()
        connection.close()
        return None
    line.settimeout(read_timeout_ms / 1000)
    return MotionJpegCamera(address, connection, answer, clock)


def _head(there: SplitResult) -> dict[str, str]:
    """What is told of who asks: name and password, where the address has them."""
    if there.username is None:
        return {}
    known = f"{unquote(there.username)}:{unquote(there.password or '')}"
    return {"Authorization": f"Basic {base64.b64encode(known.encode()).decode()}"}

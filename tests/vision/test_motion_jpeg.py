"""A phone's camera app over HTTP, read without FFmpeg, however it spells its pictures."""

from __future__ import annotations

import base64
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import cv2
import numpy as np
import pytest

from vision.exposure_time import PARAMETERS
from vision.frame_sources import open_source
from vision.motion_jpeg import MotionJpegCamera, motion_jpeg_at
from vision.source_error import SourceError

GREYS = (20, 120, 220)
JPEGS = tuple(cv2.imencode(".jpg", np.full((240, 320, 3), grey, np.uint8))[1].tobytes() for grey in GREYS)


def part_head(boundary: str, length: bool = True) -> bytes:
    """Three pictures, each with its head."""
    parts = b""
    for data in JPEGS:
        size = f"\r\nContent-Length: {len(data)}" if length else ""
        parts += f"{boundary}\r\nContent-Type: image/jpeg{size}\r\n\r\n".encode() + data + b"\r\n"
    return parts


@contextmanager
def phone(
    kind: str,
    *pieces: bytes,
    status: int = 200,
    chunked: bool = False,
    stays: bool = False,
    heard: Callable[[str | None], object] = lambda who: None,
) -> Iterator[str]:
    """The address of a phone that answers so; one that ``stays`` says nothing more and does not hang up. ``heard`` is
    told who asks."""
    over = threading.Event()

    class Answer(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1" if chunked else "HTTP/1.0"

        def do_GET(self) -> None:
            heard(self.headers["Authorization"])
            self.send_response(status)
            self.send_header("Content-Type", kind)
            if chunked:
                self.send_header("Transfer-Encoding", "chunked")
            self.end_headers()
            for piece in pieces:
                self.wfile.write(f"{len(piece):x}\r\n".encode() + piece + b"\r\n" if chunked else piece)
            if stays:
                over.wait(20)
            self.close_connection = True

        def log_message(self, *_: object) -> None:
            """Say nothing."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Answer)
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
    thread.start()
    try:
        yield f"127.0.0.1:{server.server_port}/video?quality=90"
    finally:
        over.set()
        server.shutdown()
        thread.join()
        server.server_close()


def opened(place: str, who: str = "", *, patience_ms: int = 5000) -> MotionJpegCamera | None:
    times = iter(range(0, 10_000, 33))
    clock = lambda: float(next(times))  # noqa: E731
    return motion_jpeg_at(f"http://{who}{place}", clock=clock, open_timeout_ms=5000, read_timeout_ms=patience_ms)


def grey_of(camera: MotionJpegCamera) -> int:
    frame = camera.read()
    assert frame is not None
    assert not frame.image.flags.writeable
    return round(float(frame.image.mean()))


SPELLINGS = {
    "as IP Webcam": ("multipart/x-mixed-replace;boundary=Ba4oTvQMY8ew04N8dcnM", "--Ba4oTvQMY8ew04N8dcnM", True),
    "as mjpg-streamer": ("multipart/x-mixed-replace;boundary=boundarydonotcross", "--boundarydonotcross", False),
    "with the dashes in the head": ("multipart/x-mixed-replace; boundary=--myboundary", "--myboundary", True),
    "in quotation marks": ('Multipart/X-Mixed-Replace; boundary="shot"', "--shot", False),
}


@pytest.mark.parametrize("spelling", SPELLINGS)
@pytest.mark.parametrize("chunked", [False, True])
def test_every_picture_is_read_whatever_the_app_calls_its_boundary(spelling, chunked):
    kind, boundary, length = SPELLINGS[spelling]
    with phone(kind, part_head(boundary, length), f"{boundary}--\r\n".encode(), chunked=chunked) as place:
        camera = opened(place)
        assert camera is not None
        assert camera.live
        assert [grey_of(camera) for _ in GREYS] == list(GREYS)
        with pytest.raises(SourceError) as failed:
            camera.read()
        assert failed.value.key == "vision.address_lost"


def test_a_picture_that_nobody_looks_at_passes_by():
    with phone("multipart/x-mixed-replace; boundary=shot", part_head("--shot")) as place:
        camera = opened(place)
        assert camera is not None
        camera.pass_by()
        camera.pass_by()
        frame = camera.read()
        camera.close()
    assert frame is not None
    assert (round(float(frame.image.mean())), frame.number) == (GREYS[2], 2)
    assert frame.time_ms == -PARAMETERS.way_ms  # taken before it came; those that passed by were not timed


def test_a_picture_is_handed_out_as_it_came_and_opens_when_somebody_wants_it():
    with phone("multipart/x-mixed-replace; boundary=shot", part_head("--shot")) as place:
        camera = opened(place)
        assert camera is not None
        first, second = camera.fetch(), camera.fetch()
        camera.close()
    frames = [one.decoded() for one in (second, first)]
    assert [frame is not None and round(float(frame.image.mean())) for frame in frames] == [GREYS[1], GREYS[0]]
    assert [frame is not None and frame.number for frame in frames] == [1, 0]


def test_after_too_many_pictures_that_do_not_open_it_is_no_camera():
    rubbish = b"--shot\r\nContent-Type: image/jpeg\r\nContent-Length: 4\r\n\r\nnope\r\n" * 20
    with phone("multipart/x-mixed-replace; boundary=shot", rubbish) as place:
        camera = opened(place)
        assert camera is not None
        with pytest.raises(SourceError) as failed:
            camera.read()
    assert failed.value.key == "vision.address_lost"


def test_a_picture_that_was_damaged_on_the_way_is_left_out():
    broken = JPEGS[0][:40]
    head = b"--shot\r\nContent-Type: image/jpeg\r\nContent-Length: 40\r\n\r\n"
    with phone("multipart/x-mixed-replace; boundary=shot", head + broken + b"\r\n", part_head("--shot")) as place:
        camera = opened(place)
        assert camera is not None
        assert grey_of(camera) == GREYS[0]
        camera.close()


@pytest.mark.parametrize(
    "part",
    [
        b"Content-Length: 99999999999",
        b"Content-Length: -4",
        b"Content-Length: many",
        b"Content-Length: 5000",
        b"X-Odd: 1\r\n" * 100,
    ],
)
def test_a_head_that_cannot_be_is_a_lost_camera(part):
    with phone("multipart/x-mixed-replace; boundary=shot", b"--shot\r\n" + part + b"\r\n\r\nxx") as place:
        camera = opened(place)
        assert camera is not None
        with pytest.raises(SourceError) as failed:
            camera.read()
    assert failed.value.key == "vision.address_lost"


def test_a_phone_that_falls_silent_is_told():
    with phone("multipart/x-mixed-replace; boundary=shot", part_head("--shot"), stays=True) as place:
        camera = opened(place, patience_ms=100)
        assert camera is not None
        assert [grey_of(camera) for _ in GREYS] == list(GREYS)
        with pytest.raises(SourceError) as failed:
            camera.read()
    assert failed.value.key == "vision.address_lost"


def test_name_and_password_of_the_address_are_told_and_no_others():
    heard: list[str | None] = []
    for who in ("anna:geheim%21@", ""):
        with phone("multipart/x-mixed-replace; boundary=shot", part_head("--shot"), heard=heard.append) as place:
            camera = opened(place, who)
            assert camera is not None
            camera.close()
    assert heard == [f"Basic {base64.b64encode(b'anna:geheim!').decode()}", None]


@pytest.mark.parametrize(
    ("kind", "status"), [("image/jpeg", 200), ("text/html", 200), ("multipart/x-mixed-replace", 401)]
)
def test_what_is_no_motion_jpeg_is_left_to_others(kind, status):
    with phone(kind, JPEGS[0], status=status) as place:
        assert opened(place) is None


@pytest.mark.parametrize("place", ["127.0.0.1:9/video", "127.0.0.1:port/", "[::1/video", "/video", "a b/video", ""])
def test_nobody_there_is_told(place):
    with pytest.raises(SourceError) as failed:
        opened(place)
    assert failed.value.key == "vision.address_silent"


def test_an_address_that_people_type_is_read_this_way():
    with phone("multipart/x-mixed-replace; boundary=shot", part_head("--shot")) as place:
        camera = open_source(f"http://{place}")
        assert isinstance(camera, MotionJpegCamera)
        assert grey_of(camera) == GREYS[0]
        camera.close()

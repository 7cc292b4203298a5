"""Where frames come from: what a person types is opened, and what is wrong with it is said."""

from __future__ import annotations

import os
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import cv2
import numpy as np
import pytest

from vision.exposure_time import PARAMETERS
from vision.frame_sources import NetworkCamera, PictureFolder, VideoFile, open_source
from vision.frames import Frame, FrameSource
from vision.recording import FrameRecorder, Recording
from vision.source_error import SourceError


def grey(value: int, size: tuple[int, int] = (64, 48)) -> np.ndarray:
    return np.full((size[1], size[0], 3), value, np.uint8)


def all_frames(source: FrameSource) -> list[Frame]:
    frames = []
    while (frame := source.read()) is not None:
        frames.append(frame)
    source.close()
    source.close()  # twice does no harm
    return frames


@pytest.fixture
def video(tmp_path: Path) -> Path:
    path = tmp_path / "table.avi"
    writer = cv2.VideoWriter(str(path), cv2.VideoWriter.fourcc(*"MJPG"), 10, (64, 48))
    for value in (20, 120, 220):
        writer.write(grey(value))
    writer.release()
    return path


def test_a_folder_is_read_in_the_order_people_count(tmp_path: Path):
    for name, value in (("shot10.png", 30), ("shot2.png", 20), ("shot1.png", 10)):
        cv2.imwrite(str(tmp_path / name), grey(value))
    (tmp_path / "notes.txt").write_text("not a picture")
    frames = all_frames(open_source(str(tmp_path)))
    assert [int(frame.image[0, 0, 0]) for frame in frames] == [10, 20, 30]
    assert [frame.time_ms for frame in frames] == [0, 1000, 2000]
    assert [frame.number for frame in frames] == [0, 1, 2]


def test_one_picture_is_a_source_of_one_frame(tmp_path: Path):
    cv2.imwrite(str(tmp_path / "table.png"), grey(77))
    assert len(all_frames(open_source(str(tmp_path / "table.png")))) == 1


def test_a_video_keeps_its_own_clock(video: Path):
    frames = all_frames(open_source(str(video)))
    assert [frame.time_ms for frame in frames] == pytest.approx([0, 100, 200], abs=1)
    assert [round(float(frame.image.mean()), -1) for frame in frames] == [20, 120, 220]


def test_a_frame_can_not_be_painted_over(video: Path):
    frame = VideoFile(video).read()
    assert frame is not None
    with pytest.raises(ValueError, match="read-only"):
        frame.image[0, 0] = 0


def test_a_recording_gives_back_what_was_seen(tmp_path: Path, video: Path):
    recorder = FrameRecorder(VideoFile(video), tmp_path / "rec", quality=0)
    seen = all_frames(recorder)
    again = all_frames(open_source(str(tmp_path / "rec")))
    assert [(frame.number, frame.time_ms) for frame in again] == [(frame.number, frame.time_ms) for frame in seen]
    assert all(np.array_equal(one.image, other.image) for one, other in zip(seen, again, strict=True))


def test_a_recording_cut_off_in_a_line_is_read_up_to_there(tmp_path: Path, video: Path):
    all_frames(FrameRecorder(VideoFile(video), tmp_path / "rec"))
    index = tmp_path / "rec" / "recording.jsonl"
    index.write_text(index.read_text()[:-20])
    assert len(Recording(tmp_path / "rec")) == 2


def test_a_recording_is_never_written_over(tmp_path: Path, video: Path):
    all_frames(FrameRecorder(VideoFile(video), tmp_path / "rec"))
    with pytest.raises(SourceError) as failed:
        FrameRecorder(VideoFile(video), tmp_path / "rec")
    assert failed.value.key == "vision.recording_exists"


def test_an_index_does_not_reach_outside_its_folder(tmp_path: Path, video: Path):
    all_frames(FrameRecorder(VideoFile(video), tmp_path / "rec"))
    index = tmp_path / "rec" / "recording.jsonl"
    index.write_text(index.read_text().replace("000001.jpg", "../000001.jpg"))
    assert [frame.number for frame in all_frames(Recording(tmp_path / "rec"))] == [0, 2]


@pytest.mark.parametrize(
    ("make", "name", "key"),
    [
        (lambda folder: None, "nowhere.mp4", "vision.source_not_there"),
        (lambda folder: None, "x" * 300 + ".mp4", "vision.source_not_there"),
        (lambda folder: os.mkfifo(folder / "t.gif"), "t.gif", "vision.video_unreadable"),  # that nobody ever fills
        (lambda folder: (folder / "t.mp4").write_bytes(b"no video"), "t.mp4", "vision.video_unreadable"),
        (lambda folder: (folder / "t.jpg").write_bytes(b"no picture"), "t.jpg", "picture.none"),
        (lambda folder: (folder / "t.jpg").write_bytes(b""), "t.jpg", "picture.empty"),
        (lambda folder: (folder / "empty").mkdir(), "empty", "vision.folder_without_pictures"),
        (lambda folder: (folder / "recording.jsonl").write_text("{}"), ".", "vision.recording_unreadable"),
    ],
)
def test_what_is_wrong_is_named(tmp_path: Path, make, name: str, key: str):
    make(tmp_path)
    with pytest.raises(SourceError) as failed:
        open_source(str(tmp_path / name)).read()
    assert failed.value.key == key
    assert dict(failed.value.phrase.values)["source"] == failed.value.source


def test_a_camera_that_is_not_there_is_named():
    with pytest.raises(SourceError) as failed:
        open_source("97")
    assert failed.value.key == "vision.camera_missing"


class PhoneCamera(BaseHTTPRequestHandler):
    """What a phone's camera app serves: Motion JPEG over HTTP, here three pictures and then silence."""

    def do_GET(self) -> None:
        self.send_response(200)
        self.send_header("Content-Type", "multipart/x-mixed-replace; boundary=shot")
        self.end_headers()
        for value in (20, 120, 220):
            data = cv2.imencode(".jpg", grey(value))[1].tobytes()
            head = f"--shot\r\nContent-Type: image/jpeg\r\nContent-Length: {len(data)}\r\n\r\n"
            self.wfile.write(head.encode() + data + b"\r\n")
        self.wfile.write(b"--shot--\r\n")

    def log_message(self, *_: object) -> None:
        """Say nothing."""


@pytest.fixture
def phone() -> Iterator[str]:
    server = ThreadingHTTPServer(("127.0.0.1", 0), PhoneCamera)
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
    thread.start()
    yield f"http://127.0.0.1:{server.server_port}/video"
    server.shutdown()
    thread.join()
    server.server_close()


def test_a_phone_above_the_table(phone: str):
    times = iter(range(0, 10_000, 33))
    camera = NetworkCamera(phone, clock=lambda: float(next(times)))
    frames = [camera.read(), camera.read(), camera.read()]
    assert [round(float(frame.image.mean()), -1) for frame in frames if frame] == [20, 120, 220]
    assert [frame.time_ms + PARAMETERS.way_ms for frame in frames if frame] == [0, 33, 66]  # taken before they came
    with pytest.raises(SourceError) as failed:
        camera.read()
    assert failed.value.key == "vision.address_lost"


def test_an_address_where_nobody_answers():
    with pytest.raises(SourceError) as failed:
        NetworkCamera("http://127.0.0.1:9/video", open_timeout_ms=500)
    assert failed.value.key == "vision.address_silent"


def test_pictures_are_turned_as_the_camera_was_held(tmp_path: Path):
    cv2.imwrite(str(tmp_path / "t.jpg"), grey(90, (64, 48)))
    data = (tmp_path / "t.jpg").read_bytes()
    exif = b"Exif\0\0II*\0\x08\0\0\0\x01\0\x12\x01\x03\0\x01\0\0\0\x06\0\0\0\0\0\0\0"  # orientation 6: turn right
    (tmp_path / "t.jpg").write_bytes(data[:2] + b"\xff\xe1" + (len(exif) + 2).to_bytes(2, "big") + exif + data[2:])
    frame = PictureFolder(tmp_path / "t.jpg").read()
    assert frame is not None
    assert frame.image.shape == (64, 48, 3)

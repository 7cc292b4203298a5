"""A real RTSP server (VLC's) that sends, dies and comes back."""

from __future__ import annotations

import os
import shutil
import signal
import socket
import subprocess
import threading
import time
from itertools import pairwise
from pathlib import Path

import cv2
import numpy as np
import pytest

from vision import frame_sources
from vision.frame_sources import NetworkCamera, monotonic_ms
from vision.source_error import SourceError

VLC, AS_NOBODY = shutil.which("cvlc"), shutil.which("setpriv")
READY_S = 120.0  # VLC answers with an error of the server's until it has its first picture, on a busy machine for long
pytestmark = pytest.mark.skipif(
    VLC is None or (os.name == "posix" and os.geteuid() == 0 and AS_NOBODY is None),
    reason="no VLC here that could serve RTSP (Debian: vlc-bin and vlc-plugin-base; as root also setpriv)",
)


class Server:
    """VLC, which sends a video in a circle."""

    def __init__(self, video: Path, port: int) -> None:
        self.address = f"rtsp://127.0.0.1:{port}/table"
        nobody = [str(AS_NOBODY), "--reuid=65534", "--regid=65534", "--clear-groups"] if os.geteuid() == 0 else []
        chain = f"#transcode{{vcodec=mp4v,vb=1500}}:rtp{{sdp={self.address}}}"
        self._process = subprocess.Popen(
            [*nobody, str(VLC), "-q", "--no-audio", str(video), "--loop", "--sout", chain],
            env={**os.environ, "HOME": str(video.parent)},
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )

    def opened(self) -> NetworkCamera:
        """A camera at its address, as soon as it sends."""
        until, pause = time.monotonic() + READY_S, threading.Event()
        while True:
            try:
                return NetworkCamera(self.address)
            except SourceError:
                if time.monotonic() > until or self._process.poll() is not None:
                    raise
                pause.wait(0.1)

    def stall(self) -> None:
        """Keep the connection, and send nothing any more."""
        self._process.send_signal(signal.SIGSTOP)

    def die(self) -> None:
        """As when its plug is pulled."""
        self._process.kill()
        self._process.wait()


def read_on(camera: NetworkCamera) -> None:
    """What had come by then is still handed over."""
    while camera.read() is not None:
        pass


@pytest.fixture
def video(tmp_path):
    video = tmp_path / "table.avi"
    written = cv2.VideoWriter(str(video), cv2.VideoWriter.fourcc(*"MJPG"), 10, (320, 240))
    for shade in range(100):
        written.write(np.full((240, 320, 3), 50 + shade, np.uint8))
    written.release()
    for folder in (tmp_path, *tmp_path.parents[:2]):
        folder.chmod(0o755)  # VLC serves nothing as root
    return video


@pytest.fixture
def port():
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        return free.getsockname()[1]


def test_a_camera_that_stalls_is_told_at_the_first_picture_that_is_due(video, port):
    server = Server(video, port)
    try:
        camera = server.opened()
        arrived: list[float] = []
        camera._clock = lambda: arrived.append(monotonic_ms()) or arrived[-1]
        camera.read()
        server.stall()
        with pytest.raises(SourceError) as raised:
            read_on(camera)
        assert raised.value.phrase.key == "vision.address_lost"
        # What was still on its way is handed over, and nothing that was made of half a picture after the time was up.
        assert (
            max(later - earlier for earlier, later in pairwise([*arrived, arrived[-1]]))
            < frame_sources.PARAMETERS.read_timeout_ms
        )
    finally:
        server.die()


def test_a_camera_that_dies_is_told_and_one_that_comes_back_is_seen_again(video, port):
    server = Server(video, port)
    try:
        camera = server.opened()
        first, second = camera.read(), camera.read()
        assert first is not None
        assert second is not None
        assert first.image.shape == (240, 320, 3)
        assert second.number == 1
        server.die()
        with pytest.raises(SourceError) as raised:
            read_on(camera)
        assert raised.value.phrase.key == "vision.address_lost"
        with pytest.raises(SourceError) as silent:
            NetworkCamera(server.address)
        assert silent.value.phrase.key == "vision.address_silent"
        server = Server(video, port)
        again = server.opened()
        assert again.read() is not None
        again.close()
    finally:
        server.die()

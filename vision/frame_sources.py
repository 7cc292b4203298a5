"""Frames from the outside world: a camera, a phone's address, a video file, a folder of pictures, a recording.

:func:`open_source` takes what a person types and opens the right one. All of them are
:class:`vision.frames.FrameSource`; what goes wrong is a :class:`vision.source_error.SourceError` whose key stands in
``companion/locale/vision.json``.
"""

from __future__ import annotations

import os
import re
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np

from calibration.files.decoder_voice import quiet_opencv
from calibration.files.picture_door import LEAST_TABLE_SIDE, PictureError, open_picture
from calibration.on_android import on_android
from vision import exposure_time
from vision.addresses import spelled
from vision.android_camera import AndroidCamera
from vision.exposure_time import StreamTimes, driver_time
from vision.frames import Frame, FrameSource, Picture
from vision.held_settings import HeldSettings, SettingsState
from vision.parameters import CHOSEN, Parameters, parameter
from vision.recording import INDEX_NAME, Recording
from vision.source_error import SourceError


@dataclass(frozen=True, slots=True, kw_only=True)
class FrameSourceParameters(Parameters):
    """How long a camera at an address is waited for."""

    open_timeout_ms: int = parameter(5000, "ms", "until it answers", CHOSEN)
    read_timeout_ms: int = parameter(2000, "ms", "until its next frame", CHOSEN)


PARAMETERS = FrameSourceParameters()

PICTURE_ENDINGS = frozenset({".bmp", ".jpeg", ".jpg", ".png", ".tif", ".tiff", ".webp"})
ELSEWHERE = re.compile(r"^mqtts?://", re.IGNORECASE)  # a camera that another machine looks through
ADDRESS = re.compile(r"^(rtsp|rtsps|http|https|udp|tcp)://", re.IGNORECASE)
FFMPEG_QUIET = "-8"  # AV_LOG_QUIET
STREAMED_TIMES = re.compile(r"^rtsps?://", re.IGNORECASE)  # protocols that tell when a picture was taken

Clock = Callable[[], float]


def monotonic_ms() -> float:
    """Milliseconds on the machine's own steady clock."""
    return time.monotonic() * 1000


def calendar_ms() -> float:
    """Milliseconds since the epoch."""
    return time.time() * 1000


def open_source(name: str, *, size: tuple[int, int] = (1920, 1080), clock: Clock = monotonic_ms) -> FrameSource:
    """Open what ``name`` says: a camera's number or ``/dev/video0``, an address (``rtsp://``, ``http://``), a video
    file, a picture, a folder of pictures (taken as one a second), or a recording.

    Args:
        name: as typed by a person.
        size: (width, height) in px that a camera is asked for; it may answer with another.
        clock: milliseconds, for sources that have no clock of their own.

    Raises :class:`SourceError` with a key that says what is missing.
    """
    name = spelled(name)
    if name.isdigit() and on_android():
        return AndroidCamera(name, size=size, clock=clock, read_timeout_ms=PARAMETERS.read_timeout_ms)
    if name.isdigit() or name.startswith("/dev/video"):
        return LocalCamera(name, size=size, clock=clock)
    if ELSEWHERE.match(name):
        raise SourceError(name, "vision.camera_elsewhere")
    if ADDRESS.match(name):
        return _at_address(name, clock)
    path = Path(name).expanduser()
    if not os.path.exists(path):  # nor can there be one of such a name
        raise SourceError(name, "vision.source_not_there")
    if not os.path.isfile(path) and not os.path.isdir(path):
        raise SourceError(name, "vision.video_unreadable")  # FFmpeg waits without an end for a pipe that nobody fills
    if path.is_dir():
        return Recording(path) if (path / INDEX_NAME).exists() else PictureFolder(path)
    if path.suffix.lower() in PICTURE_ENDINGS:
        return PictureFolder(path)
    return VideoFile(path)


def _at_address(name: str, clock: Clock) -> FrameSource:
    """What is at an address: Motion JPEG over HTTP is read here, all else by FFmpeg."""
    if name.lower().startswith("http://"):
        from vision.motion_jpeg import motion_jpeg_at  # with all that Python knows of the web

        limits = {"open_timeout_ms": PARAMETERS.open_timeout_ms, "read_timeout_ms": PARAMETERS.read_timeout_ms}
        if (camera := motion_jpeg_at(name, clock=clock, **limits)) is not None:
            return camera
    return NetworkCamera(name, clock=clock)


class LocalCamera:
    """A camera at this machine. ``read`` waits for the next picture; a camera that falls silent raises."""

    live = True

    def __init__(self, name: str, *, size: tuple[int, int] = (1920, 1080), clock: Clock = monotonic_ms) -> None:
        self._name = name
        self._clock = clock
        self._number = 0
        device = Path(name if name.startswith("/dev/") else f"/dev/video{name}")
        if os.name == "posix" and Path("/dev").exists() and os.uname().sysname == "Linux":
            if not device.exists():
                raise SourceError(name, "vision.camera_missing")
            if not os.access(device, os.R_OK | os.W_OK):
                raise SourceError(name, "vision.camera_forbidden")
        with quiet_opencv():
            self._capture = cv2.VideoCapture(int(name)) if name.isdigit() else cv2.VideoCapture(name)
        if not self._capture.isOpened():
            self._capture.release()
            raise SourceError(name, "vision.camera_busy")
        # Most USB cameras give 1080p at a useful rate only as Motion JPEG; a queue of one keeps the picture fresh.
        self._capture.set(cv2.CAP_PROP_FOURCC, cv2.VideoWriter.fourcc(*"MJPG"))
        self._capture.set(cv2.CAP_PROP_FRAME_WIDTH, size[0])
        self._capture.set(cv2.CAP_PROP_FRAME_HEIGHT, size[1])
        self._capture.set(cv2.CAP_PROP_BUFFERSIZE, 1)
        self._held = HeldSettings(self._capture, self._capture.getBackendName())

    @property
    def settings(self) -> SettingsState | None:
        """What is held of exposure, white balance and focus; None until the camera has found them."""
        return self._held.state

    def read(self) -> Frame | None:
        """The next picture. Raises :class:`SourceError` when the camera was pulled out or fell silent."""
        with quiet_opencv():
            got, image = self._capture.read()
        if not got or image is None:
            self.close()
            raise SourceError(self._name, "vision.camera_lost")
        now, picture = self._clock(), _frozen(image)
        self._held.seen(picture, now)
        frame = Frame(picture, driver_time(now, self._capture.get(cv2.CAP_PROP_POS_MSEC)), self._number)
        self._number += 1
        return frame

    def pass_by(self) -> None:
        """Take the next picture off the driver's queue without decoding it: of a full HD picture as Motion JPEG that is
        most of the work. Raises :class:`SourceError` as :meth:`read` does."""
        with quiet_opencv():
            got = self._capture.grab()
        if not got:
            self.close()
            raise SourceError(self._name, "vision.camera_lost")
        self._number += 1

    def close(self) -> None:
        """Let go of the device, which sets itself again from here on."""
        with quiet_opencv():
            self._held.release()
        self._capture.release()


class NetworkCamera:
    """A phone or camera at an RTSP or HTTP address. Whoever wants the picture of now reads without a pause
    (``companion.newest_frame``): what is not read waits in the network's queues and grows old there.

    Args:
        address: as typed.
        clock: milliseconds.
        open_timeout_ms, read_timeout_ms: how long an answer, and then a picture, may take.
        calendar: milliseconds since the epoch, as cameras tell it whose clock is set.
    """

    live = True

    def __init__(
        self,
        address: str,
        *,
        clock: Clock = monotonic_ms,
        open_timeout_ms: int | None = None,
        read_timeout_ms: int | None = None,
        calendar: Clock = calendar_ms,
    ) -> None:
        self._calendar = calendar
        self._address = address
        self._clock = clock
        self._number = 0
        self._times = StreamTimes() if STREAMED_TIMES.match(address) else None
        open_timeout_ms = open_timeout_ms or PARAMETERS.open_timeout_ms
        read_timeout_ms = read_timeout_ms or PARAMETERS.read_timeout_ms
        timeouts = [cv2.CAP_PROP_OPEN_TIMEOUT_MSEC, open_timeout_ms, cv2.CAP_PROP_READ_TIMEOUT_MSEC, read_timeout_ms]
        self._read_timeout_ms = read_timeout_ms
        self._capture = _ffmpeg(address, timeouts)
        if not self._capture.isOpened():
            self._capture.release()
            raise SourceError(address, "vision.address_silent")

    def read(self) -> Frame | None:
        """The next picture. Raises :class:`SourceError` when the connection ends or nothing comes for too long: a live
        table has no last frame."""
        began_ms = monotonic_ms()
        with quiet_opencv():
            got, image = self._capture.read()
        # Where nothing came in time FFmpeg still makes a picture of the part that it had (RTSP by TCP), and only the
        # next read, as long again, would tell.
        stalled = monotonic_ms() - began_ms >= self._read_timeout_ms
        if not got or image is None or stalled:
            self.close()
            raise SourceError(self._address, "vision.address_lost")
        frame = Frame(_frozen(image), self._taken_ms(), self._number)
        self._number += 1
        return frame

    def _taken_ms(self) -> float:
        """When the last frame was taken, as far as protocol and arrival tell."""
        arrived_ms = self._clock()
        if self._times is None:
            return arrived_ms - exposure_time.PARAMETERS.way_ms
        stamp_ms = self._capture.get(cv2.CAP_PROP_POS_MSEC)
        began_ms = self._capture.get(cv2.CAP_PROP_STREAM_OPEN_TIME_USEC) / 1000  # on the camera's own calendar, or 0
        age_ms = self._calendar() - began_ms - stamp_ms if began_ms > 0 else None
        return self._times.taken(arrived_ms, stamp_ms, age_ms)

    def close(self) -> None:
        """Hang up."""
        self._capture.release()


class VideoFile:
    """A video file from its first to its last frame, on the file's own clock."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._number = 0
        self._last_ms = -1.0
        self._capture = _ffmpeg(str(path), [])
        if not self._capture.isOpened():
            self._capture.release()
            raise SourceError(str(path), "vision.video_unreadable")
        rate = self._capture.get(cv2.CAP_PROP_FPS)
        self._step_ms = 1000 / rate if 0 < rate < 1000 else 40.0

    def read(self) -> Frame | None:
        """The next frame, or None after the last. Raises :class:`SourceError` where there is not even a first."""
        with quiet_opencv():
            got, image = self._capture.read()
        if not got or image is None:
            if self._number == 0:
                self.close()
                raise SourceError(str(self._path), "vision.video_unreadable")
            return None
        said = self._capture.get(cv2.CAP_PROP_POS_MSEC)
        # Some containers tell no times, or tell one twice: then the frame rate decides.
        self._last_ms = said if said > self._last_ms else max(0.0, self._last_ms + self._step_ms)
        frame = Frame(_frozen(image), self._last_ms, self._number)
        self._number += 1
        return frame

    def close(self) -> None:
        """Close the file."""
        self._capture.release()


class PictureFolder:
    """A folder of pictures in the natural order of their names (``2.jpg`` before ``10.jpg``), taken as one every
    ``step_ms``; or a single picture."""

    def __init__(self, path: Path, *, step_ms: float = 1000.0) -> None:
        self._step_ms = step_ms
        self._number = 0
        found = sorted(path.iterdir(), key=_natural) if path.is_dir() else [path]
        self._paths = [one for one in found if one.suffix.lower() in PICTURE_ENDINGS and not one.name.startswith(".")]
        if not self._paths:
            raise SourceError(str(path), "vision.folder_without_pictures")

    @property
    def paths(self) -> tuple[Path, ...]:
        """The pictures in the order in which they are read."""
        return tuple(self._paths)

    def read(self) -> Frame | None:
        """The next picture, or None after the last. Raises :class:`SourceError` naming a file that is no picture."""
        if self._number >= len(self._paths):
            return None
        image = read_picture(self._paths[self._number])
        frame = Frame(image, self._number * self._step_ms, self._number)
        self._number += 1
        return frame

    def close(self) -> None:
        """Nothing is held open."""


def read_picture(path: Path) -> Picture:
    """A picture file as BGR (height, width, 3) uint8, turned upright as its EXIF says.

    Raises :class:`SourceError` where the file is missing, no picture, cut short, damaged, or of a size that no table's
    picture has.
    """
    try:
        return _frozen(open_picture(path, least=LEAST_TABLE_SIDE))
    except PictureError as error:
        raise SourceError(error.source, error.key, error.value) from error


def _ffmpeg(name: str, settings: list[int]) -> cv2.VideoCapture:
    """Open through FFmpeg, which writes warnings of its own to standard error, addresses with their passwords among
    them: that place is for our one clear line. OpenCV reads the level once, when it first uses FFmpeg; whoever wants to
    read the noise sets the variable before."""
    os.environ.setdefault("OPENCV_FFMPEG_LOGLEVEL", FFMPEG_QUIET)
    with quiet_opencv():
        return cv2.VideoCapture(name, cv2.CAP_FFMPEG, settings)


def _frozen(image: object) -> Picture:
    picture = np.asarray(image, np.uint8)
    picture.setflags(write=False)
    return picture


def _natural(path: Path) -> tuple[tuple[int, str], ...]:
    return tuple(
        (int(part), "") if part.isdigit() else (-1, part.lower()) for part in re.split(r"(\d+)", path.name) if part
    )

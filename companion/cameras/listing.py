"""Which cameras there are at this machine: each platform tells it in its own way."""

from __future__ import annotations

import struct
import sys
from pathlib import Path

from calibration.on_android import on_android
from vision.android_camera import android_cameras

OFFERED_UNSEEN = 3  # Windows and macOS list cameras to programs of their own only: so many are offered to be tried

_QUERYCAP = 0x80685600  # VIDIOC_QUERYCAP of linux/videodev2.h
# struct v4l2_capability: driver, card, bus, version, what all of its devices can do, what this one can
_CAPABILITY = struct.Struct("=16s32s32sIII12x")
_HAS_DEVICE_CAPS, _CAPTURE, _CAPTURE_PLANES = 0x80000000, 0x00000001, 0x00001000


def found_cameras(devices: Path = Path("/dev"), platform: str = sys.platform) -> tuple[str, ...]:
    """Names of the cameras at this machine, as :func:`vision.frame_sources.open_source` takes them.

    On Linux a camera may show up as several devices of which one gives pictures, and a Raspberry Pi has a dozen more
    for its coders; what says of itself that it takes no pictures is left out. Elsewhere the first numbers are offered,
    and whether one answers is known once it was tried. An Android tablet counts its own.
    """
    if on_android():
        return android_cameras()
    if not platform.startswith("linux"):
        return tuple(str(number) for number in range(OFFERED_UNSEEN))
    numbers = [path.name.removeprefix("video") for path in devices.glob("video*") if _may_take_pictures(path)]
    return tuple(sorted((number for number in numbers if number.isdigit()), key=int))


def takes_pictures(capability: bytes) -> bool:
    """Whether a V4L2 device that describes itself so (``struct v4l2_capability``, 104 bytes) is a camera."""
    *_, all_of_it, this_device = _CAPABILITY.unpack(capability)
    abilities = this_device if all_of_it & _HAS_DEVICE_CAPS else all_of_it
    return bool(abilities & (_CAPTURE | _CAPTURE_PLANES))


def _may_take_pictures(device: Path) -> bool:
    """False only where the device itself says so: one that can't be asked is listed, and trying it tells why."""
    try:
        import fcntl

        with device.open("rb", buffering=0) as file:
            answer = bytearray(_CAPABILITY.size)
            fcntl.ioctl(file, _QUERYCAP, answer)
    except (ImportError, OSError):
        return True
    return takes_pictures(bytes(answer))

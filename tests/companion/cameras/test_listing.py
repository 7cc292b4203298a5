"""Which cameras are offered."""

import struct

import pytest

from companion.cameras.listing import found_cameras, takes_pictures

DEVICE_CAPS, CAPTURE, MEMORY_TO_MEMORY, METADATA = 0x80000000, 0x1, 0x8000, 0x800000  # linux/videodev2.h


def capability(all_of_it, this_device):
    """A struct v4l2_capability as the kernel fills it."""
    return struct.pack("=16s32s32s6I", b"uvcvideo", b"Camera", b"usb-1", 0x60100, all_of_it, this_device, 0, 0, 0)


@pytest.mark.parametrize(
    ("what", "all_of_it", "this_device", "camera"),
    [
        ("a webcam's pictures", DEVICE_CAPS | CAPTURE | METADATA, CAPTURE, True),
        ("the same webcam's metadata", DEVICE_CAPS | CAPTURE | METADATA, METADATA, False),
        ("a Raspberry Pi's coder", DEVICE_CAPS | MEMORY_TO_MEMORY, MEMORY_TO_MEMORY, False),
        ("an old driver that knows no devices of its own", CAPTURE, 0, True),
    ],
)
def test_what_says_that_it_takes_no_pictures_is_no_camera(what, all_of_it, this_device, camera):
    assert takes_pictures(capability(all_of_it, this_device)) is camera, what


def test_a_device_that_cannot_be_asked_is_offered_all_the_same(tmp_path):
    for name in ("video10", "video2", "video0", "videodev"):
        (tmp_path / name).touch()
    assert found_cameras(tmp_path, "linux") == ("0", "2", "10")


def test_where_the_system_does_not_list_cameras_the_first_numbers_are_offered(tmp_path):
    assert found_cameras(tmp_path, "win32") == ("0", "1", "2")

"""Reads the pictures that a camera's app sends one after the other."""

from __future__ import annotations

from typing import BinaryIO


def picture_from(stream: BinaryIO) -> bytes:
    """The next one."""
    assert stream.readline() == b"--shot\r\n"
    assert stream.readline() == b"Content-Type: image/jpeg\r\n"
    length = int(stream.readline().split(b":")[1])
    assert stream.readline() == b"\r\n"
    picture = stream.read(length)
    assert stream.readline() == b"\r\n"
    return picture

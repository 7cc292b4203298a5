"""A checksum of what draws, so that pictures that are kept are drawn anew where their drawing has changed."""

from __future__ import annotations

import zlib
from importlib.resources import files


def drawing_checksum(room: str, start: int = 0) -> int:
    """Of every module that a game's drawing is made by: those of its ``room`` and those that all rooms share.

    Args:
        room: the game's folder of ``vision.artwork``, such as ``carcassonne``.
        start: a checksum of what else the pictures depend on.
    """
    checksum = start
    for package in ("vision.artwork", f"vision.artwork.{room}"):
        for entry in sorted(files(package).iterdir(), key=lambda entry: entry.name):
            if entry.name.endswith(".py"):
                checksum = zlib.crc32(entry.read_bytes(), checksum)
    return checksum

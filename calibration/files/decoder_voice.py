"""What the picture decoders say while they work: caught, since they write it past everybody to standard error.

libjpeg hands over a picture whose end is missing as if it were whole, filled with grey, and tells so on standard error
alone. What is caught there is therefore the one way to know, and it keeps the terminal for our own line.
"""

from __future__ import annotations

import os
import tempfile
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import cv2

SILENT = 0  # OpenCV's own number for no messages at all
STANDARD_ERROR = 2
_DECODERS = ("Corrupt JPEG", "Premature end", "Invalid ", "Inconsistent ", "libpng ", "Warning: ", "Unsupported ")
_ONE_AT_A_TIME = threading.Lock()  # standard error is the whole process's


class DecoderWords:
    """What was said, once it is over; ``lines`` is empty before, and where the system has no standard error."""

    def __init__(self) -> None:
        self.lines: tuple[str, ...] = ()


@contextmanager
def decoder_heard() -> Iterator[DecoderWords]:
    """Listen to the decoders while the block runs. What others wrote in the meantime is passed on afterwards."""
    heard = DecoderWords()
    with _ONE_AT_A_TIME, quiet_opencv():
        try:
            kept = os.dup(STANDARD_ERROR)
        except OSError:  # a program without a terminal may have none: nothing is heard then
            yield heard
            return
        with tempfile.TemporaryFile() as file:
            os.dup2(file.fileno(), STANDARD_ERROR)
            try:
                yield heard
            finally:
                os.dup2(kept, STANDARD_ERROR)
                os.close(kept)
                file.seek(0)
                heard.lines = _sorted_out(file.read())


def _sorted_out(said: bytes) -> tuple[str, ...]:
    lines = said.decode(errors="replace").splitlines(keepends=True)
    ours = [line for line in lines if line.startswith(_DECODERS)]
    others = "".join(line for line in lines if not line.startswith(_DECODERS))
    if others:
        os.write(STANDARD_ERROR, others.encode(errors="replace"))
    return tuple(line.strip() for line in ours)


@contextmanager
def quiet_opencv() -> Iterator[None]:
    """OpenCV writes its own warnings to standard error, which is for our one clear line."""
    # OpenCV 5 moved the two functions from its top level into a module of their own.
    levels: Any = getattr(cv2.utils, "logging", cv2)
    before = levels.getLogLevel()
    levels.setLogLevel(SILENT)
    try:
        yield
    finally:
        levels.setLogLevel(before)

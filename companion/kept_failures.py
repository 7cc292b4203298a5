"""Keeps the pictures that something failed on, in the user's state folder."""

from __future__ import annotations

import re
import time
from collections.abc import Callable
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path

import cv2
import numpy as np

from calibration.files.user_folders import state_folder
from calibration.files.whole_file import write_whole
from calibration.files.whole_folder import png
from vision.frames import Picture

MOST_PICTURES = 12  # the oldest ones go


def failures_folder() -> Path:
    """Where pictures are kept that something failed on."""
    return state_folder() / "failures"


def keep_picture(
    picture: Picture, name: str, folder: Path | None = None, now_ns: Callable[[], int] = time.time_ns
) -> Path | None:
    """Save a picture losslessly, for its owner alone; None where it can't be: what failed has failed already.

    Args:
        picture: BGR or grey, uint8, of any shape that has pixels.
        name: of what failed; goes into the file's name.
        now_ns: ns since 1970. Files are named by it in UTC, so that names sort by time, over a change of the hour, too.
    """
    folder = folder or failures_folder()
    plain = re.sub(r"[^A-Za-z0-9]+", "-", name).strip("-") or "picture"
    second, fraction_ns = divmod(now_ns(), 10**9)
    path = folder / f"{datetime.fromtimestamp(second, UTC):%Y%m%d-%H%M%S}-{fraction_ns:09d}-{plain}.png"
    try:
        write_whole(path, png(np.asarray(picture)), private=True)
    except (cv2.error, OSError):
        return None
    for old in kept_pictures(folder)[MOST_PICTURES:]:
        with suppress(OSError):
            old.unlink()
    return path


def kept_pictures(folder: Path | None = None) -> tuple[Path, ...]:
    """The kept pictures, newest first."""
    folder = folder or failures_folder()
    with suppress(OSError):
        return tuple(sorted(folder.glob("*.png"), key=lambda path: path.name, reverse=True))
    return ()

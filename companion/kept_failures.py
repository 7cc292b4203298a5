"""Where the log and the pictures that something failed on are kept: the user's state folder, following XDG."""

from __future__ import annotations

import os
import re
import time
from contextlib import suppress
from pathlib import Path

import cv2
import numpy as np

from calibration.whole_file import CannotWrite, write_whole
from vision.frames import Picture

MOST_PICTURES = 12  # the oldest ones go


def state_folder() -> Path:
    """The user's state folder of Tableside."""
    root = os.environ.get("XDG_STATE_HOME") or str(Path.home() / ".local" / "state")
    return Path(root) / "tableside"


def failures_folder() -> Path:
    """Where pictures are kept that something failed on."""
    return state_folder() / "failures"


def keep_picture(picture: Picture, name: str, folder: Path | None = None) -> Path | None:
    """Save a picture losslessly, for its owner alone; None where it can't be: what failed has failed already.

    Args:
        picture: BGR or grey, uint8, of any shape that has pixels.
        name: of what failed; goes into the file's name.
    """
    folder = folder or failures_folder()
    plain = re.sub(r"[^A-Za-z0-9]+", "-", name).strip("-") or "picture"
    path = folder / f"{time.strftime('%Y%m%d-%H%M%S')}-{time.monotonic_ns() % 10**9:09d}-{plain}.png"
    try:
        done, encoded = cv2.imencode(".png", np.asarray(picture))
        if not done:
            return None
        write_whole(path, encoded.tobytes(), private=True)
    except (cv2.error, CannotWrite):
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

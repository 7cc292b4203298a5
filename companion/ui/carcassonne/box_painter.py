"""The tiles of Carcassonne's box, painted ahead by a process of its own: for the screen, and for eyes to compare with.

Who paints needs 35 MB for some seconds, once in a lifetime, and half of them would stay with the tablet to the end:
tools that nobody asks for again, and holes. So they are painted while people choose a game, and who wants one earlier
waits for it; where no process can be started the tablet paints them itself. No kivy.
"""

from __future__ import annotations

import atexit
import logging
import os
import subprocess
import sys
from functools import partial
from pathlib import Path

import companion
from companion.freed_memory import give_back_freed_pictures
from companion.ui.carcassonne.tile_pictures import TilePictures, pictures_folder
from vision.artwork.carcassonne.edition import BASE, is_drawn, own_edition
from vision.artwork.drawing_cache import drawn_elsewhere

_LOG = logging.getLogger(__name__)

PATIENCE_S = 60.0  # with a painter that hangs: then the tablet paints


def paint_ahead() -> bool:
    """Begin to paint what isn't there yet. True where a process does."""
    if _is_painted() or not _starts_python():
        return False
    try:
        process = subprocess.Popen(
            [sys.executable, "-m", __name__],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            env=_environment(),
            creationflags=getattr(subprocess, "CREATE_NO_WINDOW", 0),
        )
    except OSError as error:  # no room for a process, or it is forbidden
        _LOG.info("the box is painted by the tablet itself: %s", error)
        return False
    atexit.register(_end, process)
    drawn_elsewhere(partial(_wait_for, process))
    return True


def _is_painted() -> bool:
    pictures = TilePictures(pictures_folder())
    return is_drawn() and all(pictures.is_kept(key) for key in BASE)


def _starts_python() -> bool:
    """Whether this program is Python's own, and not one that Python is packed into: that would open a second tablet."""
    return bool(sys.executable) and not getattr(sys, "frozen", False) and "ANDROID_ARGUMENT" not in os.environ


def _environment() -> dict[str, str]:
    ours = str(Path(companion.__file__).parents[1])
    return {**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, (ours, os.environ.get("PYTHONPATH"))))}


def _wait_for(process: subprocess.Popen[bytes]) -> None:
    try:
        process.wait(PATIENCE_S)
    except subprocess.TimeoutExpired:
        _LOG.warning("the box's painter took longer than %.0f s", PATIENCE_S)
        _end(process)


def _end(process: subprocess.Popen[bytes]) -> None:
    if process.poll() is None:
        process.kill()  # files are written whole or not at all
        process.wait()


def paint_box() -> None:
    """Paint and keep what isn't there: first what eyes wait for, then the screen's."""
    own_edition()
    pictures = TilePictures(pictures_folder())
    for key in BASE:
        pictures.keep(key)


if __name__ == "__main__":
    give_back_freed_pictures()
    paint_box()

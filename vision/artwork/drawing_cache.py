"""Drawings that are kept so that they need not be drawn anew: pictures by name in one file, with its checksum.

A file that is damaged in whatever way is drawn anew and written over: nobody entered it. One that can't be written only
costs time at the next start.
"""

from __future__ import annotations

import io
import logging
import zlib
from collections.abc import Callable, Iterable
from pathlib import Path

import numpy as np

from calibration.files.kept_file import DamagedFile, read_whole
from calibration.files.user_folders import cache_folder
from calibration.files.whole_file import CannotWrite, write_whole
from vision.frames import Picture

ENDING = ".drawings"
_MOST_BYTES = 512 * 2**20
_LOG = logging.getLogger(__name__)
_elsewhere: list[Callable[[], None]] = []  # each waits until somebody else has drawn


def drawings_folder() -> Path:
    """Where drawings of editions are kept."""
    return cache_folder() / "editions"


def drawn_elsewhere(wait: Callable[[], None]) -> None:
    """Another process draws what may be asked for here, and keeps it: before anything is drawn here ``wait`` is called,
    which returns once that process has ended, or may be waited for no longer."""
    _elsewhere.append(wait)


def wait_for_others() -> None:
    """Wait until others have drawn what they were to draw; at once where nobody draws."""
    for wait in tuple(_elsewhere):
        wait()


def drawn_once(path: Path, names: Iterable[str], draw: Callable[[], dict[str, Picture]]) -> dict[str, Picture]:
    """Pictures of these names, read from ``path``, or drawn and kept there.

    Args:
        path: ends in :data:`ENDING`.
        names: what the file has to hold, no more and no less.
        draw: makes all of them, BGR uint8.
    """
    if not path.is_file():
        wait_for_others()
    kept = _kept(path)
    if kept is not None and kept.keys() == set(names):
        return kept
    drawings = draw()
    content = io.BytesIO()
    np.savez(content, allow_pickle=False, **drawings)
    packed = content.getvalue()
    try:
        write_whole(path, zlib.crc32(packed).to_bytes(4, "big") + packed)
    except CannotWrite as error:
        _LOG.info("drawings are not kept: %s", error)
    return drawings


def _kept(path: Path) -> dict[str, Picture] | None:
    try:
        content = read_whole(path, _MOST_BYTES)
    except FileNotFoundError:
        return None
    except DamagedFile as error:
        _LOG.info("drawings are made anew: %s", error)
        return None
    if zlib.crc32(content[4:]).to_bytes(4, "big") != content[:4]:
        _LOG.info("drawings are made anew: %s is damaged", path)
        return None
    with np.load(io.BytesIO(content[4:])) as archive:  # our own bytes: the checksum says so
        return {name: np.asarray(archive[name], np.uint8) for name in archive.files}

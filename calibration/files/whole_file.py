"""Writes a file whole or not at all: the one way in which anything that people entered reaches the disk.

A copy is written beside the file, brought to the disk, and put in its place by one rename
(``calibration.files.renaming``): whoever opens the name sees the old file or the new one, never a part. A full disk,
a kill or a pulled plug leaves the old file.
"""

from __future__ import annotations

import os
import tempfile
from contextlib import suppress
from pathlib import Path

from calibration.files.renaming import rename_over
from calibration.files.system_reason import system_reason

PRIVATE = 0o600  # files that hold a password are for their owner alone
PUBLIC = 0o644


class CannotWrite(OSError):
    """A file could not be written; what was there before is untouched.

    Attributes:
        path: the file that was to be written.
        reason: the system's own words (``"No space left on device"``).
    """

    def __init__(self, path: Path, reason: str) -> None:
        self.path = path
        self.reason = reason
        super().__init__(f"{path}: {reason}")
        self.strerror = reason  # as every OSError says it


def write_whole(path: Path, content: bytes, *, private: bool = False) -> None:
    """Put ``content`` at ``path``, making its folder; an old file stays until the new one is on the disk.

    Args:
        path: where it goes; a link is followed, so that the file that it names is replaced.
        content: the whole file.
        private: readable by its owner alone (mode 600), for files that hold a password.

    Raises:
        CannotWrite: no room, no right, no such disk.
    """
    try:
        target = path.resolve()
        target.parent.mkdir(parents=True, exist_ok=True)
        handle, name = tempfile.mkstemp(prefix=f".{target.name[:40]}-", suffix=".part", dir=target.parent)
    except (OSError, RuntimeError) as error:  # RuntimeError: a loop of links, up to Python 3.12
        raise CannotWrite(path, system_reason(error)) from error
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        os.chmod(name, PRIVATE if private else PUBLIC)
        rename_over(name, target)
    except OSError as error:
        with suppress(OSError):
            os.unlink(name)
        raise CannotWrite(path, system_reason(error)) from error
    folder_to_disk(target.parent)


def write_whole_text(path: Path, text: str, *, private: bool = False) -> None:
    """:func:`write_whole` for text, as UTF-8 with the line ends that it has."""
    write_whole(path, text.encode(), private=private)


def folder_to_disk(folder: Path) -> None:
    """Bring a rename in this folder to the disk, where the system lets a folder be opened (not on Windows)."""
    with suppress(OSError):
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)

"""Writes an export: a file of its own, whole or not at all, never over another."""

from __future__ import annotations

import errno
import os
from pathlib import Path

from calibration.files.whole_file import write_whole


def write_new(path: Path, content: bytes, *, private: bool = False) -> None:
    """Write a file that is not there yet, in a folder that is; ``private``: for its owner alone. Raises ``OSError``,
    such as ``FileExistsError``."""
    if not path.parent.is_dir():  # a folder that was typed wrong is not made
        raise FileNotFoundError(errno.ENOENT, os.strerror(errno.ENOENT), str(path.parent))
    if os.path.lexists(path):
        raise FileExistsError(errno.EEXIST, os.strerror(errno.EEXIST), str(path))
    write_whole(path, content, private=private)

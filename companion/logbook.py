"""The log: one rotating file in the user's state folder. No password reaches it, whoever writes."""

from __future__ import annotations

import logging
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from io import TextIOWrapper
from logging.handlers import RotatingFileHandler
from pathlib import Path

from calibration.files.user_folders import state_folder
from vision.addresses import masked

FILE_NAME = "tableside.log"
MOST_BYTES = 1_000_000
OLD_FILES = 3
_FORM = "%(asctime)s %(levelname)s %(name)s [%(threadName)s] %(message)s"


class MaskingFormatter(logging.Formatter):
    """Takes names and passwords out of the whole line, the traceback included."""

    def format(self, record: logging.LogRecord) -> str:
        """The line as it is written."""
        return masked(super().format(record))


class _OwnersFile(RotatingFileHandler):
    """A rotating file that only its owner can read. A full disk loses log lines and nothing else."""

    def _open(self) -> TextIOWrapper:
        Path(self.baseFilename).parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        handle = os.open(self.baseFilename, os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o600)
        return os.fdopen(handle, "a", encoding="utf-8", errors="backslashreplace")

    def close(self) -> None:
        """Close the file; what finds no room on the disk any more is lost, and whoever ends the program is not told."""
        with suppress(OSError):
            super().close()

    def handleError(self, record: logging.LogRecord) -> None:
        """Nothing: there is nowhere to tell it; the doctor looks whether the folder can be written."""


def log_file() -> Path:
    """Where the log is."""
    return state_folder() / FILE_NAME


def log_files() -> tuple[Path, ...]:
    """The log and its older parts that are there, newest first."""
    newest = log_file()
    names = (newest, *(newest.with_name(f"{FILE_NAME}.{number}") for number in range(1, OLD_FILES + 1)))
    return tuple(path for path in names if path.is_file())


@contextmanager
def kept_log(*, verbose: bool = False) -> Iterator[None]:
    """Log what happens in the block: warnings and what is worth knowing; with ``verbose`` everything of ours, and that
    on standard error, too. The file is made with the first line."""
    root, ours = logging.getLogger(), [logging.getLogger(room) for room in ("companion", "vision", "devices")]
    before = root.level, [logger.level for logger in ours]
    handlers: list[logging.Handler] = [_OwnersFile(log_file(), maxBytes=MOST_BYTES, backupCount=OLD_FILES, delay=True)]
    handlers[0].setFormatter(MaskingFormatter(_FORM))
    if verbose:
        handlers.append(logging.StreamHandler(sys.stderr))
        handlers[1].setFormatter(MaskingFormatter("%(levelname)s %(name)s: %(message)s"))
    root.setLevel(logging.INFO)
    for logger in ours:
        logger.setLevel(logging.DEBUG if verbose else logging.INFO)
    for handler in handlers:
        root.addHandler(handler)
    try:
        yield
    finally:
        for handler in handlers:
            root.removeHandler(handler)
            handler.close()
        root.setLevel(before[0])
        for logger, level in zip(ours, before[1], strict=True):
            logger.setLevel(level)

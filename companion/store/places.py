"""Where kept games lie, and what lies beside each of them."""

from __future__ import annotations

import os
from pathlib import Path

SUFFIX = ".tableside"
_JOURNAL = ".journal"
_LOCK = ".lock"
_PAUSES = ".pauses"
FileStamp = tuple[int, int, int] | None  # number, size and time of a file; None where there is none


def journal_of(path: Path) -> Path:
    """The second, plain copy of the game at ``path`` (not ``-journal``: that name is SQLite's own)."""
    return path.with_name(path.name + _JOURNAL)


def lock_of(path: Path) -> Path:
    """The file whose lock says who writes the game at ``path``: one for all links to a file, beside the file itself."""
    real = Path(os.path.realpath(path)) if os.path.isfile(path) else path
    return real.with_name(real.name + _LOCK)


def pauses_of(path: Path) -> Path:
    """When the evening of the game at ``path`` was paused; there is none where it never was."""
    return path.with_name(path.name + _PAUSES)


def sqlite_files_of(path: Path) -> tuple[Path, ...]:
    """What SQLite keeps beside the database: the log of what is new in it, and the index of that log."""
    return (path.with_name(path.name + "-wal"), path.with_name(path.name + "-shm"))


def copies_of(path: Path) -> tuple[Path, ...]:
    """Every file that holds something of the game at ``path``, the journal first; the lock holds nothing."""
    return (journal_of(path), path, *sqlite_files_of(path))


def being_built(path: Path) -> Path:
    """Where the file for ``path`` is built before it takes its place; it is never listed."""
    return path.with_name(f".{path.name}.new")


def kept_games(folder: Path) -> tuple[Path, ...]:
    """Every game in the folder, also those of which only the second copy is left; none where it can't be listed."""
    try:
        names = os.listdir(folder)
    except OSError:
        return ()  # no such folder, or a disk that does not answer, which whoever writes there tells
    found = {name.removesuffix(_JOURNAL) for name in names if name.endswith((SUFFIX, SUFFIX + _JOURNAL))}
    return tuple(sorted(folder / name for name in found if name != SUFFIX))


def is_missing(path: Path) -> bool:
    """True where there is neither copy of a game; False also where the disk does not say."""
    return all(_is_gone(file) for file in (path, journal_of(path)))


def _is_gone(file: Path) -> bool:
    try:
        os.stat(file)
    except (FileNotFoundError, NotADirectoryError):
        return True
    except (OSError, ValueError):  # a disk that does not answer; a name that no file can have
        return False
    return False


def stamps_of(path: Path) -> tuple[FileStamp, ...]:
    """Of both copies of the game at ``path``: they differ once anybody else has written or replaced one."""
    return stamp_of(journal_of(path)), stamp_of(path)


def stamp_of(file: Path) -> FileStamp:
    """Of one file; None where there is none, or it is out of reach for the moment."""
    try:
        status = os.stat(file)
    except OSError:
        return None
    return status.st_ino, status.st_size, status.st_mtime_ns

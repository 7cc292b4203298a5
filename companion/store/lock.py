"""One writer a game: a lock that dies with its process, whatever ends it.

The lock is the operating system's own, on an empty file beside the game: POSIX ``flock(2)``, on Windows
``LockFileEx`` through ``msvcrt.locking``. Nobody waits for it: it is taken at once or not at all.
"""

from __future__ import annotations

import errno
import logging
import os
import sys
from contextlib import suppress
from pathlib import Path

from companion.store.places import lock_of

_LOG = logging.getLogger(__name__)
_NO_LOCKS = (errno.ENOLCK, errno.ENOSYS, errno.ENOTSUP, errno.EOPNOTSUPP, errno.EINVAL)


class GameLock:
    """The right to write one game. Use :meth:`take`; :meth:`release` it at the end."""

    def __init__(self, path: Path, file: Path, handle: int) -> None:
        self._path, self._file = path, file
        self._handle: int | None = handle

    @classmethod
    def take(cls, path: Path) -> GameLock | None:
        """The lock of the game at ``path``, or None where another window or program has it.

        Raises:
            OSError: there can be no lock file here (folder missing or read-only, no room).
        """
        file = lock_of(path)
        while True:
            handle = os.open(file, os.O_RDWR | os.O_CREAT, 0o644)
            try:
                if not _locked(handle):
                    os.close(handle)
                    return None
            except OSError:
                os.close(handle)
                raise
            lock = cls(path, file, handle)
            if lock.holds():
                return lock
            lock.release()  # the file was deleted between opening and locking it: nobody else would meet this lock

    def holds(self) -> bool:
        """True while the locked file is the one that others would find."""
        if self._handle is None:
            return False
        with suppress(OSError):  # gone, or out of reach with its folder: then others would not find it
            return os.path.samestat(os.fstat(self._handle), os.stat(lock_of(self._path)))
        return False

    def release(self, *, forget: bool = False) -> None:
        """Let others write; may be called twice. ``forget`` deletes the file of the lock: there is no game."""
        handle, self._handle = self._handle, None
        if handle is None:
            return
        if forget and _deleted(self._file):
            forget = False
        os.close(handle)
        if forget:  # Windows deletes no open file, and none that another has opened since
            _deleted(self._file)


def _deleted(file: Path) -> bool:
    """True when it is gone; an empty file that stays does no harm."""
    try:
        file.unlink()
    except OSError:
        return False
    return True


def _locked(handle: int) -> bool:
    """Lock an open file without waiting. A file system without locks (some network shares) counts as locked, since
    people must be able to play there; raises :class:`OSError` for anything else that is wrong."""
    try:
        _lock(handle)
    except OSError as error:
        if error.errno in (errno.EAGAIN, errno.EACCES, errno.EDEADLK):
            return False
        if error.errno not in _NO_LOCKS:
            raise
        _LOG.info("This file system has no locks; only one window should play there (%s).", error)
    return True


if sys.platform == "win32":
    import msvcrt

    def _lock(handle: int) -> None:
        msvcrt.locking(handle, msvcrt.LK_NBLCK, 1)

else:

    def _lock(handle: int) -> None:
        import fcntl

        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)

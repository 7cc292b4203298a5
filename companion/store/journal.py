"""The second copy of a game: a plain text file beside the database that only ever grows.

One line an entry: its CRC-32 in eight hex digits, its number, and the entry as JSON. Line 0 holds what the game is,
names included. It is readable without SQLite, and a torn or damaged line spoils itself only. Later formats keep line 0
as it is spelled here, so that this version knows that it must leave them alone.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterable
from pathlib import Path

from calibration.files.whole_file import write_whole
from companion.store.written import FORMAT, WrittenCopy, WrittenFacts, checksum_of

MOST_BYTES = 1 << 26  # of a journal that is read: a game of a thousand moves has 0.3 MB
_TO_DISK = getattr(os, "fdatasync", os.fsync)
_FLAGS = os.O_WRONLY | os.O_APPEND | getattr(os, "O_BINARY", 0)


class Journal:
    """The journal of one game, open for writing. Use :meth:`rewrite` or :meth:`reopen`; close it at the end."""

    def __init__(self, path: Path, entries: int) -> None:
        self.path = path
        self.entries = entries  # that are in it
        self._handle: int | None = os.open(path, _FLAGS)
        self._size = os.fstat(self._handle).st_size

    @classmethod
    def reopen(cls, path: Path, entries: int) -> Journal:
        """Go on with a sound journal of so many entries. Raises :class:`OSError`."""
        return cls(path, entries)

    @classmethod
    def rewrite(cls, path: Path, facts: WrittenFacts, bodies: tuple[str, ...]) -> Journal:
        """Put a whole journal in place of whatever is there. Raises :class:`OSError`; the old one is then untouched."""
        lines = (journal_line(0, facts_line(facts)), *_lines(1, bodies))
        write_whole(path, "".join(lines).encode())
        return cls(path, len(bodies))

    def append(self, bodies: tuple[str, ...]) -> None:
        """Add entries; when this returns they are on the disk.

        Raises:
            OSError: they are not; what was written of them is cut off, now or before the next ones.
        """
        if self._handle is None:
            raise OSError("closed")
        if os.fstat(self._handle).st_size != self._size:
            os.ftruncate(self._handle, self._size)  # a part of a line that found no room
        added = "".join(_lines(self.entries + 1, bodies)).encode()
        try:
            left = memoryview(added)
            while left:
                left = left[os.write(self._handle, left) :]
            _TO_DISK(self._handle)
        except OSError:
            os.ftruncate(self._handle, self._size)
            raise
        self._size += len(added)
        self.entries += len(bodies)

    def in_place(self) -> bool:
        """True while the file under its name is the one that is written, and nobody has made it shorter."""
        try:
            status = os.stat(self.path)
            ours = self._handle is not None and os.path.samestat(os.fstat(self._handle), status)
            return ours and status.st_size >= self._size
        except OSError:
            return False  # deleted, moved, or its folder with it

    def close(self) -> None:
        """Close the file; may be called twice."""
        handle, self._handle = self._handle, None
        if handle is not None:
            os.close(handle)


def read_journal(path: Path) -> WrittenCopy:
    """What a journal still says, whatever happened to it. Raises :class:`OSError` where it can't be read at all."""
    if path.stat().st_size > MOST_BYTES:
        return WrittenCopy()
    *lines, rest = path.read_bytes().split(b"\n")
    read = [_read_line(line) for line in lines]
    sound = [line for line in read if line is not None]
    bodies = {n: body for n, body in reversed(sound) if n > 0}
    facts, later = _facts([body for n, body in sound if n == 0])
    in_order = [line[0] if line is not None else None for line in read] == list(range(len(lines)))
    speaks_of = max([len(lines) - 1 + bool(rest), *bodies], default=0)
    return WrittenCopy(
        facts, facts is not None, bodies, max(speaks_of, 0), in_order and not rest and facts is not None, later
    )


def journal_line(n: int, body: str) -> str:
    """One line of a journal, with its end."""
    return f"{checksum_of(f'{n} {body}'):08x} {n} {body}\n"


def facts_line(facts: WrittenFacts) -> str:
    """What a game is, as line 0 tells it."""
    return json.dumps({"format": facts.format, "key": facts.key, "setup": facts.setup, "started_ms": facts.started_ms})


def _lines(first: int, bodies: Iterable[str]) -> list[str]:
    return [journal_line(n, body) for n, body in enumerate(bodies, first)]


def _read_line(line: bytes) -> tuple[int, str] | None:
    """Number and body of a sound line; a line counts only in its one canonical spelling."""
    try:
        _, number, body = line.decode("ascii").split(" ", 2)
        n = int(number)
    except ValueError:
        return None
    return (n, body) if journal_line(n, body).encode() == line + b"\n" else None


def _facts(bodies: list[str]) -> tuple[WrittenFacts | None, int | None]:
    """The facts of line 0, or the later format that it speaks of."""
    for body in bodies:
        try:
            facts = json.loads(body)
            if int(facts["format"]) > FORMAT:
                return None, int(facts["format"])
            return WrittenFacts(
                str(facts["key"]), str(facts["setup"]), int(facts["started_ms"]), int(facts["format"])
            ), None
        except (ValueError, KeyError, TypeError):
            continue  # sound, but not ours
    return None, None

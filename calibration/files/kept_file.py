"""Reads what people entered, whatever has become of the file meanwhile: text, JSON and tables, or a reason why not.

Whoever reads passes over what is damaged, tells people, and never writes over it: :func:`set_aside` keeps it first.
"""

from __future__ import annotations

import csv
import io
import os
import stat
from collections.abc import Iterable
from itertools import count
from pathlib import Path

from calibration.files.renaming import rename_over
from calibration.files.whole_file import write_whole
from games.game import JsonValue, Phrase
from games.plain_json import NotPlainJson, plain_json

MOST_BYTES = 64 * 2**20  # of a table or a record; the longest game known has half a megabyte


class DamagedFile(Exception):
    """A file is there and can't be used.

    Attributes:
        key: message for people, with gaps ``name`` and ``value``.
        path: the file.
        value: what is wrong with it.
    """

    def __init__(self, key: str, path: Path, value: str = "") -> None:
        self.key = key
        self.path = path
        self.value = value
        super().__init__(f"{key}: {path}: {value}")

    @property
    def phrase(self) -> Phrase:
        """The sentence for people."""
        return Phrase.of(self.key, name=str(self.path), value=self.value)


def read_whole(path: Path, most: int = MOST_BYTES) -> bytes:
    """The bytes of a file. Raises :class:`FileNotFoundError` where there is none, :class:`DamagedFile` where it can't
    be read, is no plain file or has more than ``most`` bytes."""
    try:
        status = path.stat()
        if not stat.S_ISREG(status.st_mode):
            raise DamagedFile("file.no_file", path)  # a folder in the way; a pipe would be waited for without an end
        if status.st_size > most:
            raise DamagedFile("file.too_large", path, f"{status.st_size // 2**20} MB")
        return path.read_bytes()
    except (FileNotFoundError, NotADirectoryError):
        raise FileNotFoundError(str(path)) from None
    except (OSError, ValueError) as error:  # ValueError: a name that no file can have
        why = (error.strerror if isinstance(error, OSError) else None) or str(error)
        raise DamagedFile("file.unreadable", path, why) from error


def read_text(path: Path) -> str:
    """The text of a file, a mark of its byte order taken off. Raises as :func:`read_whole` does."""
    try:
        return read_whole(path).decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise DamagedFile("file.not_utf8", path, str(error.start)) from error


def read_json(path: Path) -> JsonValue:
    """The JSON in a file. Raises as :func:`read_whole` does."""
    try:
        return plain_json(read_text(path))
    except NotPlainJson as error:
        raise DamagedFile("file.no_json", path, str(error)) from error


def read_rows(path: Path, columns: Iterable[str]) -> list[dict[str, str]]:
    """The lines of a table with a heading (CSV), what a line lacks as "". Raises as :func:`read_whole` does, and where
    one of the ``columns`` is missing."""
    reader = csv.DictReader(io.StringIO(read_text(path), newline=""))
    try:
        lacking = sorted(set(columns) - set(reader.fieldnames or ()))
        if lacking:
            raise DamagedFile("references.columns", path, ", ".join(lacking))
        return [{name: value or "" for name, value in row.items() if name is not None} for row in reader]
    except csv.Error as error:
        raise DamagedFile("file.no_table", path, str(error)) from error


def set_aside(path: Path, *, stays: bool = False) -> Path:
    """Rename a damaged file, so that another may be written in its place; returns its new name, a free one beside it.
    With ``stays`` it is copied: part of it is of use, and what is written anew takes its place whole.

    Raises ``OSError`` where the folder can't be written: then nothing can be written over it either.
    """
    for number in count(1):
        kept = path.with_name(f"{path.stem}.damaged-{number}{path.suffix}")
        if not os.path.lexists(kept):
            if stays:
                write_whole(kept, path.read_bytes())
            else:
                rename_over(path, kept)
            return kept
    raise AssertionError  # numbers do not end

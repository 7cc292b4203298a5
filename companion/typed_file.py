"""Reads and writes small JSON files of one type: preferences, known devices, what is played with."""

from __future__ import annotations

from pathlib import Path
from typing import TypeVar

import msgspec

from calibration.files.kept_file import DamagedFile, read_json, set_aside
from calibration.files.whole_file import write_whole
from games.game import Phrase

T = TypeVar("T")


def read_typed(path: Path, kind: type[T]) -> T:
    """The value in a file. Raises :class:`FileNotFoundError` where there is none, and
    :class:`calibration.files.kept_file.DamagedFile`."""
    content = read_json(path)
    try:
        return msgspec.convert(content, type=kind)
    except msgspec.ValidationError as error:
        raise DamagedFile("file.odd_values", path, str(error)) from error


def read_or_set_aside(path: Path, kind: type[T]) -> tuple[T | None, Phrase | None]:
    """The value in a file, and what people should be told. A damaged file is renamed, so that nothing is ever written
    over it; where that is not possible nothing can be written there at all."""
    try:
        return read_typed(path, kind), None
    except FileNotFoundError:
        return None, None
    except DamagedFile as error:
        return None, set_aside_in_words(error)


def set_aside_in_words(error: DamagedFile) -> Phrase:
    """Set a damaged file aside; the sentence for people, which names where it is kept now."""
    try:
        kept = set_aside(error.path)
    except OSError:
        return error.phrase
    return Phrase.of("file.set_aside", name=str(error.path), value=kept.name)


def write_typed(path: Path, value: msgspec.Struct, *, private: bool = False) -> None:
    """Write a value, whole or not at all. Raises ``calibration.files.whole_file.CannotWrite``, which is an OSError."""
    write_whole(path, msgspec.json.format(msgspec.json.encode(value), indent=2), private=private)

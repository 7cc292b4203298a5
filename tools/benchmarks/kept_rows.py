"""Outcomes kept line by line, so that a measure of hours can be taken in pieces and goes on where it was stopped."""

from __future__ import annotations

from pathlib import Path
from typing import TypeVar

import msgspec

from calibration.files.kept_file import read_text

Row = TypeVar("Row")


def rows_in(path: Path | None, kind: type[Row]) -> list[Row]:
    """What the file holds, one JSON value a line; nothing where there is no file yet.

    A last line without an end was cut short when the measure was stopped: it is taken out of the file, so that the
    next row does not stand behind half of it.

    Raises:
        msgspec.ValidationError: where a line is no ``kind``.
    """
    if path is None or not path.exists():
        return []
    text = read_text(path)
    if not text.endswith("\n"):
        whole = text[: text.rfind("\n") + 1]
        with path.open("r+b") as file:
            file.truncate(len(whole.encode()))
        text = whole
    return [msgspec.json.decode(line, type=kind) for line in text.splitlines()]


def add_row(path: Path | None, row: object) -> None:
    """Add an outcome to the file, if one is kept."""
    if path is not None:
        with path.open("ab") as file:
            file.write(msgspec.json.encode(row) + b"\n")

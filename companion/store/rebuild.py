"""Puts a whole database in the place of one that is missing or damaged: built beside, renamed last.

Until the rename the old file lies under its name, and the journal beside it is whole: wherever the disk fills up, the
power goes or the program is killed, the game stays in the list.
"""

from __future__ import annotations

import os
import shutil
import sqlite3
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from pathlib import Path

from calibration.files.renaming import rename_over
from calibration.files.whole_file import folder_to_disk
from companion.store.database import Photo, photos_in, reading, write_new
from companion.store.places import being_built, sqlite_files_of
from companion.store.written import WrittenFacts


def put_in_place(
    path: Path,
    facts: WrittenFacts,
    bodies: tuple[str, ...],
    summary: Mapping[str, str],
    photos: Callable[[], Iterable[Photo]],
) -> Path | None:
    """Write the database anew; only for whoever holds the game's lock, with its journal whole.

    Args:
        path: where it goes.
        facts: what the game is.
        bodies: its entries.
        summary: what the home screen shows.
        photos: gives the pictures of the table; left out where there is no room for them.

    Returns:
        Where the file that lay there is kept; None where there was none.

    Raises:
        sqlite3.Error, OSError: it could not be written; nothing has changed.
    """
    beside = being_built(path)
    try:
        _build(beside, facts, bodies, summary, photos)
        kept = set_aside(path) if path.exists() else None
        for side_file in sqlite_files_of(path):  # of the old file: SQLite must not read them into the new one
            side_file.unlink(missing_ok=True)
        rename_over(beside, path)
    except BaseException:
        beside.unlink(missing_ok=True)
        raise
    folder_to_disk(path.parent)
    return kept


def photos_at(path: Path) -> Iterable[Photo]:
    """The pictures that can still be read from a damaged file."""
    if not path.is_file():
        return
    with suppress(sqlite3.Error), reading(path) as connection:  # no pictures then: the moves matter
        yield from photos_in(connection)


def set_aside(path: Path, *, stays: bool = False) -> Path:
    """Keep a damaged file, and what SQLite has beside it, under a name of its own.

    Args:
        path: the file; it stays in its place, too, where the file system has hard links.
        stays: it must stay in any case, and is copied where there are none.

    Raises:
        OSError: it could not be kept; nothing has changed.
    """
    number = 1
    while (kept := path.with_suffix(f".damaged-{number}")).exists():
        number += 1
    try:
        os.link(path, kept)
    except OSError:  # no links here (FAT)
        if stays:
            shutil.copyfile(path, kept)
        else:
            rename_over(path, kept)  # the journal bridges the moment without a file
    for side_file in sqlite_files_of(path):
        if side_file.exists():
            rename_over(side_file, kept.with_name(kept.name + side_file.name.removeprefix(path.name)))
    return kept


def _build(
    beside: Path,
    facts: WrittenFacts,
    bodies: tuple[str, ...],
    summary: Mapping[str, str],
    photos: Callable[[], Iterable[Photo]],
) -> None:
    for pictures in (photos, tuple):  # where there is no room for the pictures, without
        beside.unlink(missing_ok=True)
        try:
            write_new(beside, facts, bodies, summary, pictures())
        except sqlite3.Error:
            if pictures is tuple:
                raise
        else:
            return

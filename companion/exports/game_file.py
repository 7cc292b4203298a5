"""A game that somebody has as a file: a save of another program, a kept game or a record file."""

from __future__ import annotations

import errno
import os
from pathlib import Path

from calibration.files.kept_file import DamagedFile, read_text
from calibration.files.user_folders import downloads_folder
from companion.exports.record_file import record_from_text
from companion.exports.saving import export_folder
from companion.store import SUFFIX, record_at
from companion.titles.registry import format_of, titles
from games.any_game import AnyRecord
from games.game import Phrase

MOST_FILES = 40  # that are offered


class BadGameFile(Exception):
    """A file can't be opened, or is no text: ``phrase`` is the sentence for people."""

    def __init__(self, phrase: Phrase) -> None:
        self.phrase = phrase
        super().__init__(str(phrase))


def read_game_file(path: Path) -> AnyRecord:
    """The record that a file tells.

    Raises :class:`BadGameFile`, ``games.game.Refusal`` where a text is no game of ours, and ``store.StoreError``.
    """
    if path.suffix == SUFFIX:
        return record_at(path)
    try:
        text = read_text(path)
    except FileNotFoundError as error:
        why = os.strerror(errno.ENOENT)
        raise BadGameFile(Phrase.of("command.cannot_read", file=str(path), why=why)) from error
    except DamagedFile as error:
        raise BadGameFile(error.phrase) from error
    form = format_of(path.suffix.removeprefix("."))
    return record_from_text(text) if form is None else form.read(text)


def found_game_files() -> tuple[Path, ...]:
    """Files that games may be in, where saved files and downloads lie, newest first. Raises ``OSError``."""
    endings = {SUFFIX, ".json", *(f".{ending}" for title in titles() for ending in title.formats)}
    found = []
    for folder in (export_folder(), downloads_folder()):
        if folder.is_dir():
            found += [path for path in folder.iterdir() if path.suffix.lower() in endings and path.is_file()]
    return tuple(sorted(found, key=lambda path: -path.stat().st_mtime)[:MOST_FILES])

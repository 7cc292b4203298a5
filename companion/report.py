"""One archive for a bug report: the log, what the doctor says, the settings, the last record. No password is in it, and
no picture unless whoever makes it says so."""

from __future__ import annotations

import io
import json
import zipfile
from collections.abc import Iterable, Iterator
from pathlib import Path

import msgspec

from calibration.files.user_folders import config_folder, data_folder
from companion.doctor import examine
from companion.exports.new_file import write_new
from companion.exports.record_file import record_text
from companion.kept_failures import kept_pictures
from companion.locale import say
from companion.logbook import log_files
from companion.preferences import FILE_NAME
from companion.store import StoreError, record_at, summaries
from games.game import Refusal
from vision.addresses import masked, masked_address

MOST_PICTURES = 5


def write_report(target: Path, *, game: Path | None = None, pictures: bool = False) -> tuple[str, ...]:
    """Write the archive (zip, for its owner alone) and tell the names of what is in it.

    Args:
        target: where it goes; nothing may be there yet.
        game: whose record goes in; None: the game that was played last, if there is one.
        pictures: the last pictures that something failed on go in, too.

    Raises :class:`OSError` where it can't be written, and ``companion.store.StoreError`` where ``game`` can't be read.
    """
    held = io.BytesIO()
    names = []
    with zipfile.ZipFile(held, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in _parts(game, pictures):
            archive.writestr(name, content)
            names.append(name)
    write_new(target, held.getvalue(), private=True)
    return tuple(names)


def _parts(game: Path | None, pictures: bool) -> Iterator[tuple[str, bytes]]:
    yield from masked_parts(log_files())
    found = "".join(f"{one.health.value}  {one.subject}: {say(one.phrase)}\n" for one in examine())
    yield "doctor.txt", masked(found).encode()
    settings = config_folder() / FILE_NAME
    if settings.is_file():
        yield FILE_NAME, _settings_of(settings)
    yield from _record(game)
    for path in kept_pictures()[:MOST_PICTURES] if pictures else ():
        yield f"failures/{path.name}", path.read_bytes()


def masked_parts(files: Iterable[Path]) -> Iterator[tuple[str, bytes]]:
    """Text files as they go into the archive: their names, and what is in them without any password."""
    for path in files:
        yield path.name, masked(path.read_bytes().decode("utf-8", "replace")).encode()


def _settings_of(path: Path) -> bytes:
    """The settings without who has played here, and without what the camera's address hides."""
    try:
        settings = msgspec.json.decode(path.read_bytes())
        settings = {name: value for name, value in settings.items() if name != "people"}
    except (msgspec.DecodeError, AttributeError, OSError):
        return b"(can't be read)\n"
    for which in ("camera", "camera_before"):
        if isinstance(settings.get(which), str):
            settings[which] = masked_address(settings[which])
    return json.dumps(settings, indent=2, ensure_ascii=False).encode("utf-8", "replace")


def _record(game: Path | None) -> Iterator[tuple[str, bytes]]:
    if game is not None:
        yield "record.json", masked(record_text(record_at(game))).encode("utf-8", "replace")
        return
    played = summaries(data_folder())
    if not played:
        return
    try:
        yield "record.json", masked(record_text(record_at(played[0].path))).encode("utf-8", "replace")
    except (StoreError, Refusal) as error:
        yield "record.txt", masked(str(error)).encode()

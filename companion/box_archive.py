"""Boxes as one file, to be kept elsewhere or given to a friend: a ZIP archive with a manifest.

``manifest.json`` names every file with its size and SHA-256 and the games whose boxes are in it; nothing else may be in
the archive. What comes in is looked over before anything of it reaches the data folder: names that lead out of it,
sizes that a damaged or malicious archive only claims (a ZIP bomb), checksums, and then whether it can be played with.
"""

from __future__ import annotations

import hashlib
import io
import json
import stat
import zipfile
import zlib
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

from calibration.files.file_names import is_file_name
from calibration.files.kept_file import set_aside
from calibration.files.user_folders import data_folder
from calibration.files.whole_file import write_whole
from companion.box_parts import faults_of, files_of, game_of
from companion.editions.box_faults import BoxFault
from games.game import Phrase
from games.plain_json import NotPlainJson, plain_json

MANIFEST = "manifest.json"
FORMAT = 1
MOST_FILES = 2000
MOST_FILE_BYTES = 32 * 2**20  # a straightened board is a few megabytes
MOST_BYTES = 256 * 2**20  # of everything, unpacked
MOST_PACKED_BYTES = 256 * 2**20


class BadBoxes(Exception):
    """An archive, or something in it, that is not taken; nothing was changed.

    Attributes:
        phrase: the sentence for people, with the remedy.
    """

    def __init__(self, phrase: Phrase) -> None:
        self.phrase = phrase
        super().__init__(str(phrase))


@dataclass(frozen=True, slots=True)
class BoxArrived:
    """What an archive brought.

    Attributes:
        games: whose boxes were in it.
        fresh: names of files that were not there before, or that differed and were to be replaced.
        same: names of files that were there already, byte for byte.
        kept: where what was replaced lies now.
    """

    games: tuple[str, ...]
    fresh: tuple[str, ...]
    same: tuple[str, ...]
    kept: tuple[Path, ...]


def packed_boxes(games: Iterable[str], folder: Path | None = None) -> bytes:
    """The boxes of these games as one archive; equal boxes give equal bytes.

    Raises :class:`BadBoxes` where nothing was entered for any of them or something of it is damaged, and ``OSError``.
    """
    root = folder or data_folder()
    names = {game: files_of(game, root) for game in games}
    held = tuple(game for game, files in names.items() if files)
    if not held:
        raise BadBoxes(Phrase.of("boxes.nothing"))
    for game in held:
        for fault in faults_of(game, root):
            raise BadBoxes(_in_words(fault))
    contents = {name: (root / name).read_bytes() for game in held for name in names[game]}
    files = [
        {"path": name, "bytes": len(content), "sha256": hashlib.sha256(content).hexdigest()}
        for name, content in sorted(contents.items())
    ]
    manifest = {"tableside": "boxes", "format": FORMAT, "games": list(held), "files": files}
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        _add(archive, MANIFEST, json.dumps(manifest, ensure_ascii=False, indent=1).encode())
        for name, content in sorted(contents.items()):
            _add(archive, name, content)
    return packed.getvalue()


def _add(archive: zipfile.ZipFile, name: str, content: bytes) -> None:
    entry = zipfile.ZipInfo(name)  # dated 1980, so that equal boxes give equal archives
    entry.compress_type, entry.external_attr = zipfile.ZIP_DEFLATED, 0o644 << 16
    archive.writestr(entry, content)


def unpack_boxes(path: Path, folder: Path | None = None, *, replace: bool = False) -> BoxArrived:
    """Take in the boxes of an archive.

    Args:
        path: the archive.
        folder: the player's data folder by default.
        replace: take what is there already and differs out of the way, renamed; else that is refused.

    Raises :class:`BadBoxes` where the archive or anything in it is not taken, before anything was changed, and
    ``OSError``.
    """
    root = folder or data_folder()
    games, contents = _read(path)
    with TemporaryDirectory(prefix="tableside-boxes-") as name:
        looked_at = Path(name)
        for file, content in contents.items():
            write_whole(looked_at / file, content)
        for game in games:
            for fault in faults_of(game, looked_at):
                raise BadBoxes(_in_words(fault))
    same = tuple(file for file, content in contents.items() if _holds(root / file, content))
    differing = tuple(file for file in contents if file not in same and (root / file).exists())
    if differing and not replace:
        raise BadBoxes(Phrase.of("boxes.would_replace", count=len(differing), file=differing[0]))
    kept = tuple(set_aside(root / file) for file in differing)
    fresh = tuple(file for file in contents if file not in same)
    for file in fresh:
        write_whole(root / file, contents[file])
    return BoxArrived(games, fresh, same, kept)


def _holds(path: Path, content: bytes) -> bool:
    return path.is_file() and path.stat().st_size == len(content) and path.read_bytes() == content


def _in_words(fault: BoxFault) -> Phrase:
    key = "boxes.bad_line" if fault.line else "boxes.bad_file"
    return Phrase.of(key, file=fault.file, line=fault.line, what=fault.phrase)


# Reading an archive that anybody may have made


def _read(path: Path) -> tuple[tuple[str, ...], dict[str, bytes]]:
    about = path.stat()
    if not stat.S_ISREG(about.st_mode):  # a pipe would be waited for without an end
        raise BadBoxes(Phrase.of("file.no_file", name=str(path)))
    if about.st_size > MOST_PACKED_BYTES:
        raise BadBoxes(Phrase.of("boxes.too_large", file=path.name, most=MOST_PACKED_BYTES // 2**20))
    try:
        with zipfile.ZipFile(path) as archive:
            entries = archive.infolist()
            if len(entries) > MOST_FILES + 1:
                raise BadBoxes(Phrase.of("boxes.too_many", file=path.name, most=MOST_FILES))
            unpacked: dict[str, bytes] = {}
            left = MOST_BYTES
            for entry in entries:
                _check_entry(entry, unpacked)
                unpacked[entry.filename] = _bounded(archive, entry, min(left, MOST_FILE_BYTES))
                left -= len(unpacked[entry.filename])
    except (zipfile.BadZipFile, zlib.error, NotImplementedError, RuntimeError, EOFError, ValueError) as error:
        # RuntimeError: encrypted; NotImplementedError: packed in a way that Python does not know
        raise BadBoxes(Phrase.of("boxes.no_archive", file=path.name, why=str(error)[:120])) from error
    return _as_the_manifest_says(path, unpacked)


def _check_entry(entry: zipfile.ZipInfo, before: Iterable[str]) -> None:
    name = entry.filename
    parts = name.split("/")
    inside = all(is_file_name(part) for part in parts) and "\\" not in entry.orig_filename
    known = name == MANIFEST or game_of(name) is not None
    if stat.S_ISLNK(entry.external_attr >> 16) or not inside or not known or name in before:
        raise BadBoxes(Phrase.of("boxes.odd_name", file=name[:80]))


def _bounded(archive: zipfile.ZipFile, entry: zipfile.ZipInfo, most: int) -> bytes:
    """The content, if it is no larger than this: what the archive claims of its size is not believed."""
    with archive.open(entry) as file:
        content = file.read(most + 1)
    if len(content) > most:
        raise BadBoxes(Phrase.of("boxes.file_too_large", file=entry.filename, most=MOST_FILE_BYTES // 2**20))
    return content


def _as_the_manifest_says(path: Path, unpacked: dict[str, bytes]) -> tuple[tuple[str, ...], dict[str, bytes]]:
    def bad(why: str) -> BadBoxes:
        return BadBoxes(Phrase.of("boxes.bad_manifest", file=path.name, why=why))

    try:
        manifest = plain_json(unpacked.pop(MANIFEST).decode("utf-8"))
    except KeyError:
        raise bad(MANIFEST) from None
    except (UnicodeDecodeError, NotPlainJson) as error:
        raise bad(str(error)) from error
    if not isinstance(manifest, dict) or manifest.get("tableside") != "boxes":
        raise bad("tableside")
    if manifest.get("format") != FORMAT:
        raise bad(f"format {manifest.get('format')}")
    files, games = manifest.get("files"), manifest.get("games")
    if not isinstance(files, list) or not isinstance(games, list):
        raise bad("files, games")
    listed = {str(one.get("path")): one for one in files if isinstance(one, dict)}
    if set(listed) != set(unpacked):
        raise bad(min(set(listed) ^ set(unpacked)))
    for name, content in unpacked.items():
        if listed[name].get("sha256") != hashlib.sha256(content).hexdigest():
            raise BadBoxes(Phrase.of("boxes.changed", file=name))
    found = {game for name in unpacked if (game := game_of(name)) is not None}
    if found != set(games):
        raise bad("games")
    return tuple(sorted(found)), unpacked

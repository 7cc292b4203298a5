"""Every command that opens pictures or what is kept of them, and what must lie around an odd file for that."""

from __future__ import annotations

import hashlib
import json
import random
import zipfile
from collections.abc import Callable, Mapping
from pathlib import Path

from calibration.files.user_folders import data_folder
from companion.box_archive import FORMAT, MANIFEST
from companion.commands.read_command import readable
from companion.replay.evening import FILE_NAME
from tools.benchmarks.evening.given.odd_picture_files import picture_bytes

_ENROLLED = ("carcassonne", "carcassonne-stained-glass", "istanbul", "thurn-and-taxis", "power-and-glory")

# PICTURE and FOLDER stand for the odd file and the folder that holds it, the others for what is made around it.
Command = tuple[str, ...]
COMMANDS: tuple[Command, ...] = (
    *(("read", "PICTURE", "--game", game, "--json") for game in readable()),
    *(("enrol", "PICTURE", "--game", game, "--name", "Odd", "--json") for game in _ENROLLED),
    ("enrol", "PICTURE", "--board", "PICTURE", "--game", "cronberg", "--name", "Odd", "--json"),
    ("calibrate", "lens", "odd", "PICTURE"),
    ("calibrate", "lens", "odd", "FOLDER"),
    ("calibrate", "table", "odd", "PICTURE"),
    ("calibrate", "colours", "odd", "PICTURE"),
    ("cards", "PICTURE", "--json"),
    ("follow", "PICTURE", "--json"),
    ("follow", "FOLDER", "--json"),
    ("read", "WHOLE", "--game", "carcassonne", "--references", "REFERENCES", "--json"),
    ("bench", "vision", "--photos", "PHOTOS", "--without-baseline", "--json"),
    ("replay", "EVENING", "--json"),
    ("editions", "--json"),
    ("editions", "correct", "KEPT", "0=K"),
    ("boxes", "--json", "import", "PICTURE"),
    ("boxes", "--json", "import", "ARCHIVE"),
)
_TRUTH = (
    '{"photo": "%s", "tiles": [], "followers": [], "ignored_cells": [], '
    '"lattice_to_photo": [[1, 0, 0], [0, 1, 0], [0, 0, 1]]}'
)
_TABLE = "file,type,north,east,south,west\n%s,D,city,road,field,road\n"
_KEPT = "editions/carcassonne/Odd"  # in the data folder


def typed(command: Command, path: Path) -> list[str]:
    """The command as it is typed for an odd file; what it needs around that is made."""
    return [_PLACES[word](path) if word in _PLACES else word for word in command]


def _whole(path: Path) -> str:
    whole = path.parent / "whole.png"
    whole.write_bytes(picture_bytes(random.Random(7), ".png", (320, 240)))
    return str(whole)


def _references(path: Path) -> str:
    (path.parent / "references.csv").write_text(_TABLE % path.name, encoding="utf-8")
    return str(path.parent)


def _photos(path: Path) -> str:
    (path.parent / "table-1.json").write_text(_TRUTH % path.name, encoding="utf-8")
    return str(path.parent)


def _evening(path: Path) -> str:
    """An evening of which the odd file is all that the camera saw."""
    players = [{"name": "Anna", "colour": "red"}, {"name": "Ben", "colour": "blue"}]
    frames = [{"file": path.name, "hold": 3}]
    evening = {"game": "carcassonne", "players": players, "frames": frames, "truth": []}
    (path.parent / FILE_NAME).write_text(json.dumps(evening), encoding="utf-8")
    return str(path.parent)


def _kept(path: Path) -> str:
    """An edition that was learned, of which the odd file is the only picture."""
    folder = data_folder() / _KEPT
    folder.mkdir(parents=True, exist_ok=True)
    if path.is_file():
        (folder / "000.png").write_bytes(path.read_bytes())
    (folder / "references.csv").write_text(_TABLE % "000.png", encoding="utf-8")
    return folder.name


def _archive(path: Path) -> str:
    """Boxes as one file, with the odd file among the pictures of an edition."""
    content = path.read_bytes() if path.is_file() else b""
    files = {f"{_KEPT}/000.png": content, f"{_KEPT}/references.csv": (_TABLE % "000.png").encode()}
    listed = [
        {"path": name, "bytes": len(one), "sha256": hashlib.sha256(one).hexdigest()} for name, one in files.items()
    ]
    manifest = {"tableside": "boxes", "format": FORMAT, "games": ["carcassonne"], "files": listed}
    archive = path.parent / "boxes.zip"
    with zipfile.ZipFile(archive, "w") as packed:
        packed.writestr(MANIFEST, json.dumps(manifest))
        for name, one in files.items():
            packed.writestr(name, one)
    return str(archive)


_PLACES: Mapping[str, Callable[[Path], str]] = {
    "PICTURE": str,
    "FOLDER": lambda path: str(path.parent),
    "WHOLE": _whole,
    "REFERENCES": _references,
    "PHOTOS": _photos,
    "EVENING": _evening,
    "KEPT": _kept,
    "ARCHIVE": _archive,
}

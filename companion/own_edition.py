"""Tableside's own Carcassonne tiles as an edition that the eyes know: painted once, then kept in the user's cache."""

from __future__ import annotations

import os
import zlib
from collections.abc import Iterable, Iterator
from importlib.resources import files
from pathlib import Path

import numpy as np

from calibration.references import Edition, Reference, edition_of
from games.carcassonne.tiles import stock, tile_type
from vision.frames import Picture
from vision.simulated.carcassonne import VARIANTS
from vision.simulated.carcassonne_art import tile_picture

SIDE = 160  # px: more than a camera over a table sees of a tile
BASE = tuple(stock(("basic",)))
_ENDING = ".npz"


def own_edition(kinds: Iterable[str] = BASE, *, folder: Path | None = None) -> Edition:
    """The drawn edition with these kinds of tiles, every variant of each.

    Args:
        kinds: tiles by key, such as what ``CARCASSONNE.box(setup)`` holds.
        folder: where painted tiles are kept; the user's cache folder by default. A folder that can't be written is
            painted for anew every time.
    """
    wanted = tuple(sorted(kinds))
    checksum = zlib.crc32(" ".join(wanted).encode(), _painter_checksum())
    path = (folder or _cache_folder()) / f"own-{checksum:08x}{_ENDING}"
    return edition_of("tableside", _references(_kept(path, wanted) or _painted(path, wanted)))


def _references(pictures: dict[str, Picture]) -> Iterator[Reference]:
    for name, picture in pictures.items():
        key = name.rpartition("#")[0]
        north, east, south, west = tile_type(key).turned[0].sides
        yield Reference(tile_type(key).name, (north, east, south, west), picture, name)


def _kept(path: Path, kinds: tuple[str, ...]) -> dict[str, Picture] | None:
    try:
        with np.load(path) as archive:
            pictures = {name: np.asarray(archive[name], np.uint8) for name in archive.files}
    except (OSError, ValueError, KeyError):
        return None  # not there, or cut off while it was written: painted again
    return pictures if len(pictures) == len(kinds) * VARIANTS else None


def _painted(path: Path, kinds: tuple[str, ...]) -> dict[str, Picture]:
    pictures = {f"{key}#{variant}": tile_picture(key, SIDE, variant) for key in kinds for variant in range(VARIANTS)}
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        unfinished = path.with_suffix(f".{os.getpid()}.tmp{_ENDING}")
        np.savez(unfinished, allow_pickle=False, **pictures)
        unfinished.replace(path)
    except OSError:
        return pictures  # a cache that can't be written only costs time
    return pictures


def _painter_checksum() -> int:
    """Of everything that the pictures depend on, so that a new painter paints anew."""
    checksum = 0
    for package, prefix in (("vision.simulated", "carcassonne_"), ("games.carcassonne.data", "tiles")):
        for entry in sorted(files(package).iterdir(), key=lambda entry: entry.name):
            if entry.name.startswith(prefix) and entry.is_file():
                checksum = zlib.crc32(entry.read_bytes(), checksum)
    return checksum


def _cache_folder() -> Path:
    root = os.environ.get("XDG_CACHE_HOME") or str(Path.home() / ".cache")
    return Path(root) / "tableside" / "editions"

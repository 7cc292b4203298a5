"""Tableside's own Stained Glass as an edition that the eyes know: drawn once, then kept in the user's cache."""

from __future__ import annotations

import os
import zlib
from importlib.resources import files
from pathlib import Path

import numpy as np

from games.carcassonne.stained_glass.windows import glass_kinds
from vision.frames import Picture
from vision.simulated.stained_glass_art import glass_picture
from vision.stained_glass.edition import SIZE, GlassEdition, glass_edition

_NAME = "tableside"


def own_glass(folder: Path | None = None) -> GlassEdition:
    """The drawn set.

    Args:
        folder: where drawn tiles are kept; the user's cache folder by default. A folder that can't be written is drawn
            for anew every time.
    """
    path = (folder or _cache_folder()) / f"own-glass-{_drawing_checksum():08x}.npz"
    pictures = _kept(path)
    if pictures is None:
        pictures = {kind: glass_picture(kind, SIZE) for kind in glass_kinds()}
        _keep(path, pictures)
    return glass_edition(_NAME, pictures.items())


def _kept(path: Path) -> dict[str, Picture] | None:
    try:
        with np.load(path) as archive:
            pictures = {name: np.asarray(archive[name], np.uint8) for name in archive.files}
    except (OSError, ValueError, KeyError):
        return None  # not there, or cut off while it was written: drawn again
    return pictures if set(pictures) == set(glass_kinds()) else None


def _keep(path: Path, pictures: dict[str, Picture]) -> None:
    unfinished = path.with_suffix(f".{os.getpid()}.tmp.npz")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        np.savez(unfinished, allow_pickle=False, **pictures)
        unfinished.replace(path)
    except OSError:
        return  # a cache that can't be written only costs time


def _drawing_checksum() -> int:
    """Of everything that the pictures depend on, so that a new drawing is drawn anew."""
    checksum = 0
    for entry in sorted(files("vision.simulated").iterdir(), key=lambda entry: entry.name):
        if entry.name.startswith("stained_glass_") and entry.is_file():
            checksum = zlib.crc32(entry.read_bytes(), checksum)
    return checksum


def _cache_folder() -> Path:
    root = os.environ.get("XDG_CACHE_HOME") or str(Path.home() / ".cache")
    return Path(root) / "tableside" / "editions"

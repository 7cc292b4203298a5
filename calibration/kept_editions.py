"""Editions that people have shown to Tableside, kept in a folder: one folder of references each.

What is kept is what :func:`calibration.references.load_edition` reads, so an exported edition can be used anywhere.
"""

from __future__ import annotations

import csv
import shutil
from collections.abc import Iterable
from pathlib import Path

import cv2

from calibration.kept_folders import KeptFolders, can_be_a_folder
from calibration.references import SIDES, TABLE_NAME, Edition, Reference, ReferencesError, load_edition, square

_COLUMNS = ("file", "type", *SIDES)


class KeptEditions(KeptFolders):
    """The editions of one game in one folder, which is made when the first edition is kept."""

    table = TABLE_NAME

    def unknown(self, name: str, known: str) -> ReferencesError:
        """There is no edition of that name."""
        return ReferencesError("edition.unknown", name, known)

    def folder_of(self, name: str) -> Path:
        """Where an edition lies. Raises :class:`ReferencesError` where there is none of that name."""
        self.check(name)
        return self.folder / name

    def load(self, name: str) -> Edition:
        """The edition. Raises :class:`ReferencesError`."""
        return load_edition(self.folder_of(name))

    def create(self, name: str, references: Iterable[Reference]) -> Path:
        """Keep a new edition; returns its folder. Raises :class:`ReferencesError` where the name is taken or can't be
        the name of a folder, and ``OSError`` where nothing can be written."""
        if not can_be_a_folder(name):
            raise ReferencesError("edition.bad_name", name)
        if (self.folder / name).exists():
            raise ReferencesError("edition.exists", name)
        fresh = self.folder / f".{name}.new"
        shutil.rmtree(fresh, ignore_errors=True)
        fresh.mkdir(parents=True)
        _write(fresh, [(f"{number:03d}.png", reference) for number, reference in enumerate(references, start=1)])
        fresh.rename(self.folder / name)
        return self.folder / name

    def add(self, name: str, references: Iterable[Reference]) -> None:
        """More views for an edition. Raises :class:`ReferencesError`, ``OSError``."""
        folder = self.folder_of(name)
        kept = _rows(folder)
        # Counted on from the last, for pictures in between may have been forgotten.
        first = max((int(path.stem) for path in folder.glob("*.png") if path.stem.isdigit()), default=0) + 1
        fresh = [(f"{number:03d}.png", reference) for number, reference in enumerate(references, start=first)]
        _write(folder, fresh, kept)

    def rename_tile(self, name: str, file: str, kind: str, sides: tuple[str, str, str, str]) -> None:
        """Say what a picture really shows. Raises :class:`ReferencesError` where there is no such picture."""
        folder = self.folder_of(name)
        rows = _rows(folder)
        for row in rows:
            if row["file"] == file:
                row.update({"type": kind, **dict(zip(SIDES, sides, strict=True))})
                _write(folder, (), rows)
                return
        raise ReferencesError("edition.no_picture", name, file)

    def drop_tile(self, name: str, file: str) -> None:
        """Forget one picture. Raises :class:`ReferencesError` where there is no such picture."""
        folder = self.folder_of(name)
        rows = _rows(folder)
        left = [row for row in rows if row["file"] != file]
        if len(left) == len(rows):
            raise ReferencesError("edition.no_picture", name, file)
        _write(folder, (), left)
        (folder / file).unlink(missing_ok=True)

    def rename(self, old: str, new: str) -> None:
        """Give an edition another name. Raises :class:`ReferencesError` where that is taken."""
        folder = self.folder_of(old)
        if (self.folder / new).exists():
            raise ReferencesError("edition.exists", new)
        folder.rename(self.folder / new)

    def remove(self, name: str) -> None:
        """Forget an edition. Raises :class:`ReferencesError` where there is none of that name."""
        shutil.rmtree(self.folder_of(name))

    def export(self, name: str, target: Path) -> None:
        """Copy an edition into a folder that does not exist yet. Raises :class:`ReferencesError`, ``OSError``."""
        folder = self.folder_of(name)
        if target.exists():
            raise ReferencesError("edition.exists", str(target))
        shutil.copytree(folder, target)


def _rows(folder: Path) -> list[dict[str, str]]:
    with (folder / TABLE_NAME).open(encoding="utf-8-sig", newline="") as lines:
        return [dict(row) for row in csv.DictReader(lines)]


def _write(folder: Path, fresh: Iterable[tuple[str, Reference]], kept: Iterable[dict[str, str]] = ()) -> None:
    """Pictures first, then the table that names them: whoever is interrupted loses nothing that was there."""
    rows = list(kept)
    for file, reference in fresh:
        done, encoded = cv2.imencode(".png", square(reference.image))
        if not done:
            raise ReferencesError("references.picture", str(folder), file)
        (folder / file).write_bytes(encoded.tobytes())
        rows.append({"file": file, "type": reference.kind, **dict(zip(SIDES, reference.sides, strict=True))})
    unfinished = folder / f"{TABLE_NAME}.new"
    with unfinished.open("w", encoding="utf-8", newline="") as lines:
        writer = csv.DictWriter(lines, _COLUMNS, extrasaction="ignore")
        writer.writeheader()
        writer.writerows(rows)
    unfinished.replace(folder / TABLE_NAME)

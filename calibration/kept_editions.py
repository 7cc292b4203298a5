"""Editions that people have shown to Tableside, kept in a folder: one folder of references each.

What is kept is what :func:`calibration.references.load_edition` reads, so an exported edition can be used anywhere.
"""

from __future__ import annotations

import shutil
from collections.abc import Iterable
from pathlib import Path

from calibration.files.kept_file import set_aside
from calibration.files.kept_folders import KeptFolders
from calibration.files.renaming import rename_over
from calibration.files.whole_file import write_whole, write_whole_text
from calibration.files.whole_folder import csv_text, png, replaced_folder
from calibration.references import (
    HIDDEN,
    SIDES,
    TABLE_NAME,
    TWIN,
    Edition,
    PassedOver,
    Reference,
    ReferencesError,
    load_edition,
    outline_written,
    sides_of,
    square,
    table_rows,
    usable,
)
from games.game import Phrase

_COLUMNS = ("file", "type", *SIDES)


class KeptEditions(KeptFolders):
    """The editions of one game in one folder, which is made when the first edition is kept."""

    table = TABLE_NAME

    def unknown(self, name: str, known: str | Phrase) -> ReferencesError:
        """There is no edition of that name."""
        return ReferencesError("edition.unknown", name, known)

    def bad_name(self, name: str) -> ReferencesError:
        """No edition can be called that."""
        return ReferencesError("edition.bad_name", name)

    def folder_of(self, name: str) -> Path:
        """Where an edition lies. Raises :class:`ReferencesError` where there is none of that name."""
        self.check(name)
        return self.folder / name

    def load(self, name: str, passed_over: PassedOver | None = None, *, partly: bool = False) -> Edition:
        """The edition; see :func:`calibration.references.load_edition`. Raises :class:`ReferencesError`."""
        return load_edition(self.folder_of(name), passed_over, partly=partly)

    def create(self, name: str, references: Iterable[Reference]) -> Path:
        """Keep a new edition; returns its folder. Raises :class:`ReferencesError` where the name is taken or can't be
        the name of a folder, and ``OSError`` where nothing can be written."""
        place = self.place_for(name)
        if place.exists():
            raise ReferencesError("edition.exists", name)
        with replaced_folder(place) as fresh:
            _write(fresh, [(f"{number:03d}.png", reference) for number, reference in enumerate(references, start=1)])
        return place

    def add(self, name: str, references: Iterable[Reference]) -> None:
        """More views for an edition. Raises :class:`ReferencesError`, ``OSError``."""
        folder = self.folder_of(name)
        kept = _rows_to_keep(folder)
        # Counted on from the last, for pictures in between may have been forgotten.
        first = max((int(path.stem) for path in folder.glob("*.png") if path.stem.isdigit()), default=0) + 1
        fresh = [(f"{number:03d}.png", reference) for number, reference in enumerate(references, start=first)]
        _write(folder, fresh, kept)

    def rename_tile(self, name: str, file: str, kind: str, sides: tuple[str, str, str, str]) -> None:
        """Say what a picture really shows. Raises :class:`ReferencesError` where there is no such picture."""
        folder = self.folder_of(name)
        rows = _rows_to_keep(folder)
        for row in rows:
            if row["file"] == file:
                row.update({"type": kind, TWIN: "", **dict(zip(SIDES, sides, strict=True))})
                _write(folder, (), rows)
                return
        raise ReferencesError("edition.no_picture", name, file)

    def drop_tile(self, name: str, file: str) -> None:
        """Forget one picture. Raises :class:`ReferencesError` where there is no such picture."""
        folder = self.folder_of(name)
        rows = _rows_to_keep(folder)
        left = [row for row in rows if row["file"] != file]
        if len(left) == len(rows):
            raise ReferencesError("edition.no_picture", name, file)
        _write(folder, (), left)
        (folder / file).unlink(missing_ok=True)

    def rename(self, old: str, new: str) -> None:
        """Give an edition another name. Raises :class:`ReferencesError` where that is taken or can't be the name of a
        folder, and ``OSError``."""
        folder, place = self.folder_of(old), self.place_for(new)
        if place.exists():
            raise ReferencesError("edition.exists", new)
        rename_over(folder, place)

    def remove(self, name: str) -> None:
        """Forget an edition. Raises :class:`ReferencesError` where there is none of that name."""
        shutil.rmtree(self.folder_of(name))

    def export(self, name: str, target: Path) -> None:
        """Copy an edition into a folder that does not exist yet. Raises :class:`ReferencesError`, ``OSError``."""
        folder = self.folder_of(name)
        if target.exists():
            raise ReferencesError("edition.exists", str(target))
        shutil.copytree(folder, target)


def _rows_to_keep(folder: Path) -> list[dict[str, str]]:
    """The lines of the table that is about to be written anew; with lines of no use the old one stays beside it."""
    table, faults = folder / TABLE_NAME, list[ReferencesError]()
    rows = table_rows(table, _COLUMNS)
    kept = [row for row, _ in usable(table, rows, lambda row, place: (row, sides_of(row, place)), faults.append)]
    if faults:
        set_aside(table, stays=True)
    return kept


def _write(folder: Path, fresh: Iterable[tuple[str, Reference]], kept: Iterable[dict[str, str]] = ()) -> None:
    """Pictures first, then the table that names them: whoever is interrupted loses nothing that was there."""
    rows = list(kept)
    for file, reference in fresh:
        write_whole(folder / file, png(square(reference.image)))
        sides = dict(zip(SIDES, reference.sides, strict=True))
        doubts = {HIDDEN: outline_written(reference.hidden), TWIN: reference.twin}
        rows.append({"file": file, "type": reference.kind, **sides, **doubts})
    columns = (*_COLUMNS, *(doubt for doubt in (HIDDEN, TWIN) if any(row.get(doubt) for row in rows)))
    lines = [[row.get(column, "") for column in columns] for row in rows]
    write_whole_text(folder / TABLE_NAME, csv_text([columns, *lines]))

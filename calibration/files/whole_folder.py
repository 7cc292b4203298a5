"""Replaces a folder of several files whole or not at all: a set of pictures with the table that names them."""

from __future__ import annotations

import csv
import io
import shutil
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.files.renaming import rename_over
from calibration.files.system_reason import system_reason
from calibration.files.whole_file import CannotWrite

_NEW, _OLD = ".new", ".old"


@contextmanager
def replaced_folder(place: Path) -> Iterator[Path]:
    """An empty folder to fill, which takes the place of ``place`` when nothing went wrong.

    Raises :class:`CannotWrite`; ``place`` is then as it was. After a kill in between :func:`bring_back` finds the old
    folder under its other name.
    """
    fresh, old = place.with_name(f".{place.name}{_NEW}"), place.with_name(f".{place.name}{_OLD}")
    try:
        shutil.rmtree(fresh, ignore_errors=True)
        fresh.mkdir(parents=True)
        yield fresh
        shutil.rmtree(old, ignore_errors=True)
        if place.exists():
            rename_over(place, old)
        rename_over(fresh, place)
    except OSError as error:
        shutil.rmtree(fresh, ignore_errors=True)
        with suppress(OSError):
            if old.is_dir() and not place.exists():
                rename_over(old, place)
        raise CannotWrite(place, system_reason(error)) from error
    shutil.rmtree(old, ignore_errors=True)


def bring_back(folder: Path) -> None:
    """Give folders whose replacement was cut off their names again. What can't be renamed stays as it is."""
    with suppress(OSError):
        for old in [path for path in folder.iterdir() if path.name.startswith(".") and path.name.endswith(_OLD)]:
            place = folder / old.name[1 : -len(_OLD)]
            if not place.exists():
                rename_over(old, place)


def png(picture: NDArray[np.uint8]) -> bytes:
    """A picture as the bytes of a PNG file. Raises ``OSError`` where it can't be packed."""
    done, packed = cv2.imencode(".png", picture)
    if not done:
        raise OSError(f"a picture of shape {picture.shape} can't be packed")
    return packed.tobytes()


def csv_text(rows: Iterable[Iterable[str]]) -> str:
    """A table as text, its lines ended as spreadsheets expect (RFC 4180)."""
    text = io.StringIO(newline="")
    csv.writer(text).writerows(rows)
    return text.getvalue()

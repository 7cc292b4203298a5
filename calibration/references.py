"""The owner's edition of a game: pictures of its tiles, each with its type and the terrain of its sides.

A folder of references holds a ``references.csv`` (columns ``file, type, north, east, south, west``) and the pictures,
beside it or in a folder ``references``; either of the two may be named.
Several pictures of one type are views of it: another copy, another printing, another light. A column ``hidden`` may
outline (``x y`` in tile widths, points parted by ``;``) where somebody stood on a tile that was learned at the table.
"""

from __future__ import annotations

import logging
import os
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TypeVar

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.files.kept_file import DamagedFile, read_rows
from calibration.files.picture_door import PictureError, open_picture
from games.game import Phrase
from games.names import fault_of, shown

_LOG = logging.getLogger(__name__)
TABLE_NAME = "references.csv"
SIDES = ("north", "east", "south", "west")
TERRAINS = ("city", "road", "field")
HIDDEN = "hidden"  # the column of what somebody hid, which a table need not have
TWIN = "twin"  # the column of what a tile may be as well, which a table need not have
SIZE = 320  # px a side: all that a tile's print holds at table distance; larger scans are shrunk to it


class ReferencesError(Exception):
    """A folder of references can't be used: ``place`` (file or line), ``key`` a message for people, ``value``: what
    stands there, or a sentence that says what is wrong with it."""

    def __init__(self, key: str, place: str, value: str | Phrase = "") -> None:
        self.key = key
        self.place = place
        self.value = value
        super().__init__(f"{key}: {place}{': ' if value else ''}{value}")

    @property
    def phrase(self) -> Phrase:
        """The sentence for people."""
        return Phrase.of(self.key, name=self.place, value=self.value)


FAR_OUT = 2.0  # tile widths beyond which an outline is no tile's

View = TypeVar("View")
PassedOver = Callable[[ReferencesError], None]  # is told of a picture or a line that can't be used
Outline = tuple[tuple[float, float], ...]  # x, y in tile widths, of something convex


@dataclass(frozen=True, slots=True, eq=False)
class Reference:
    """One view of a tile.

    Attributes:
        kind: the type as the edition names it: a letter A to X or a JCloisterZone key.
        sides: terrain of north, east, south and west as the picture stands.
        image: BGR uint8, square, the tile's printed face filling it edge to edge.
        name: where it came from, such as a file name.
        hidden: where somebody stood on it, as the picture stands; what it shows there is made up from around it. Empty
            where all of it was seen.
        twin: the type that it may be as well, told from the other by a coat of arms alone; empty where it is known.
    """

    kind: str
    sides: tuple[str, str, str, str]
    image: NDArray[np.uint8]
    name: str = ""
    hidden: Outline = ()
    twin: str = ""

    @property
    def in_doubt(self) -> bool:
        """Whether somebody hid a part of it, or nobody knows which of two types it is."""
        return bool(self.hidden or self.twin)


@dataclass(frozen=True, slots=True, eq=False)
class Edition:
    """Every known view of the tiles of one printing of a game."""

    name: str
    references: tuple[Reference, ...]

    def __len__(self) -> int:
        return len(self.references)

    @property
    def kinds(self) -> tuple[str, ...]:
        """The types that have at least one view, sorted."""
        return tuple(sorted({reference.kind for reference in self.references}))


def square(image: NDArray[np.uint8], size: int = SIZE) -> NDArray[np.uint8]:
    """The picture as ``size`` by ``size`` BGR; never enlarged beyond what sampling needs."""
    height, width = image.shape[:2]
    if (height, width) == (size, size):
        return image
    method = cv2.INTER_AREA if min(height, width) > size else cv2.INTER_CUBIC
    return np.asarray(cv2.resize(image, (size, size), interpolation=method), dtype=np.uint8)


def edition_of(name: str, references: Iterable[Reference]) -> Edition:
    """An edition from views of any size. Raises :class:`ReferencesError` where there are none."""
    views = tuple(replace(view, image=square(view.image)) for view in references)
    if not views:
        raise ReferencesError("references.none", name)
    return Edition(name, views)


def load_edition(folder: Path, passed_over: PassedOver | None = None, *, partly: bool = False) -> Edition:
    """Read a folder of references. Raises :class:`ReferencesError` with the file or line that is wrong; with
    ``passed_over`` that is told there instead, and the others are read.

    Args:
        folder: see the top of this module.
        partly: with views of which somebody hid a part, or that may be of either of two types: for those who heed that.
    """
    views = [view for view in _views(folder, passed_over) if partly or not view.in_doubt]
    return edition_of(folder.resolve().name, views)


def _views(folder: Path, passed_over: PassedOver | None) -> Iterator[Reference]:
    table = next((place / TABLE_NAME for place in (folder, folder.parent) if (place / TABLE_NAME).is_file()), None)
    if table is None:
        raise ReferencesError("references.no_table", str(folder / TABLE_NAME))
    folders = (folder, table.parent, table.parent / "references")
    rows = table_rows(table, ("file", "type", *SIDES))
    yield from usable(table, rows, lambda row, place: _reference(folders, row, place), passed_over)


def logged(error: ReferencesError) -> None:
    """Where those who play pass over what they can't use; people are told of it at home."""
    _LOG.warning("passed over: %s", error)


def usable(
    table: Path,
    rows: Iterable[dict[str, str]],
    read: Callable[[dict[str, str], str], View],
    passed_over: PassedOver | None = None,
) -> Iterator[View]:
    """What ``read`` makes of each line, given the place of it. Raises :class:`ReferencesError` where it can't use one;
    with ``passed_over`` that is told there instead, and the others are read."""
    for number, row in enumerate(rows, start=2):
        try:
            view = read(row, f"{table}:{number}")
        except ReferencesError as error:
            if passed_over is None:
                raise
            passed_over(error)
            continue
        yield view


def table_rows(table: Path, columns: Iterable[str]) -> list[dict[str, str]]:
    """The lines of a table of references, what a line lacks as "". Raises :class:`ReferencesError` where it can't be
    read or lacks one of the ``columns``."""
    try:
        return read_rows(table, columns)
    except FileNotFoundError as error:
        raise ReferencesError("references.no_table", str(table)) from error
    except DamagedFile as error:
        raise ReferencesError(error.key, str(error.path), error.value) from error


def _reference(folders: tuple[Path, ...], row: dict[str, str], place: str) -> Reference:
    sides, name = sides_of(row, place), row["file"].strip()
    hidden = outline_read(row.get(HIDDEN, ""), place)
    picture = picture_named(name, folders, place)
    return Reference(row["type"].strip(), sides, picture, name, hidden, row.get(TWIN, "").strip())


def outline_read(text: str, place: str) -> Outline:
    """What somebody hid, as a line tells it. Raises :class:`ReferencesError` where it is no outline."""
    if not text.strip():
        return ()
    try:
        points = tuple((float(x), float(y)) for x, y in (point.split() for point in text.split(";")))
    except ValueError as error:
        raise ReferencesError("references.hidden", place, text) from error
    if len(points) < 3 or not all(
        abs(value) <= FAR_OUT for point in points for value in point
    ):  # nor what is no number
        raise ReferencesError("references.hidden", place, text)
    return points


def outline_written(outline: Outline) -> str:
    """The same as :func:`outline_read` reads it."""
    return ";".join(f"{x:.3f} {y:.3f}" for x, y in outline)


def sides_of(row: dict[str, str], place: str) -> tuple[str, str, str, str]:
    """The terrain of the four sides that a line tells. Raises :class:`ReferencesError` where one is none."""
    north, east, south, west = (row[side].strip().lower() for side in SIDES)
    for terrain in (north, east, south, west):
        if terrain not in TERRAINS:
            raise ReferencesError("references.terrain", place, terrain)
    return north, east, south, west


def picture_named(name: str, folders: Iterable[Path], place: str) -> NDArray[np.uint8]:
    """The picture of that name in the first of ``folders`` that holds it, BGR.

    Raises :class:`ReferencesError` that says what is wrong with it, with the ``place`` where it was named.
    """
    if not name or fault_of(name) not in (None, "long"):  # a name that no file can have
        raise ReferencesError("references.picture", place, shown(name) or "?")
    places = [folder / name for folder in folders]
    path = next((path for path in places if os.path.lexists(path)), places[0])
    try:
        return open_picture(path)
    except PictureError as error:
        raise ReferencesError("references.picture", place, error.phrase) from error

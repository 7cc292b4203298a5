"""What an owner entered of a game's box: which files hold it, and whether what they tell can be played with.

Numbers, cards, maps, photographed boards and learned sets lie in the player's data folder, each kind in a place of its
own; a box is all of it for one game.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from calibration.files.picture_door import PictureError, open_picture
from calibration.files.user_folders import data_folder
from calibration.references import ReferencesError
from companion.editions.box_faults import BoxFault, line_of, reason_of
from companion.editions.box_values import own_values
from companion.editions.piece_sets import piece_sets
from companion.titles.registry import find_title, game_keys
from companion.titles.title import Box, KeptSets
from games.game import Refusal

PICTURES = (".png", ".jpg", ".jpeg")
SUFFIXES = (*PICTURES, ".json", ".csv")

# Which of the sets is played with is the other table's business; what was set aside as damaged is nobody's.
_NOT_SHARED = ("chosen.json", "in-use.json")


def boxed() -> tuple[str, ...]:
    """Keys of the games of whose box something can be entered."""
    return game_keys(lambda title: title.box)


def box_of(game: str) -> Box:
    """What can be entered of a game's box. Raises :class:`LookupError` where that is nothing."""
    title = find_title(game)
    if title is None or title.box is None:
        raise LookupError(game)
    return title.box


def game_of(name: str) -> str | None:
    """The game whose box a file belongs to, told by its name from the data folder; None for any other file."""
    for game in boxed():
        for place in box_of(game).places:
            if name == place or (place.endswith("/") and name.startswith(place) and _is_shared(name)):
                return game
    return None


def _is_shared(name: str) -> bool:
    last = name.rpartition("/")[2]
    hidden = any(part.startswith(".") for part in name.split("/"))
    return not hidden and last not in _NOT_SHARED and ".damaged-" not in last and last.lower().endswith(SUFFIXES)


def files_of(game: str, folder: Path | None = None) -> tuple[str, ...]:
    """Every file of a game's box, by its name from the data folder, sorted."""
    root = folder or data_folder()
    found: set[str] = set()
    for place in box_of(game).places:
        paths = (root / place).rglob("*") if place.endswith("/") else (root / place,)
        found.update(path.relative_to(root).as_posix() for path in paths if path.is_file() and not path.is_symlink())
    return tuple(sorted(name for name in found if game_of(name) == game))


def faults_of(game: str, folder: Path) -> Iterator[BoxFault]:
    """What of a game's box can't be played with, as it lies in a data folder."""
    for name in files_of(game, folder):
        if name.lower().endswith(PICTURES):
            yield from _picture_faults(folder, name)
    box = box_of(game)
    if box.values is not None:
        yield from _number_faults(game, folder)
    if box.faults is not None:
        yield from box.faults(folder)
    if box.sets is not None:
        yield from _set_faults(game, box.sets(folder), folder)
    for name in (pieces := piece_sets(game, folder)).names():
        try:
            pieces.load(name)
        except ReferencesError as error:
            yield BoxFault(f"pieces/{game}/{name}", 0, error.phrase)


def _picture_faults(folder: Path, name: str) -> Iterator[BoxFault]:
    try:
        open_picture(folder / name)
    except PictureError as error:
        yield BoxFault(name, 0, error.phrase)


def _number_faults(game: str, folder: Path) -> Iterator[BoxFault]:
    name = f"boxes/{game}.json"
    box = own_values(game, folder=folder)
    if box.trouble is not None:
        yield BoxFault(name, line_of(folder / name, box.trouble), reason_of(box.trouble))


def _set_faults(game: str, sets: KeptSets, folder: Path) -> Iterator[BoxFault]:
    """A set or copy is judged as it would be opened for play."""
    for name in sets.names():
        place = f"editions/{game}/{name}"
        try:
            sets.load(name)
        except Refusal as refusal:
            table = folder / place / "edition.json"
            yield BoxFault(f"{place}/edition.json", line_of(table, refusal.phrase), reason_of(refusal.phrase))
        except ReferencesError as error:
            yield BoxFault(place, 0, error.phrase)

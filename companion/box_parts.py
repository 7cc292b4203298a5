"""What an owner entered of a game's box: which files hold it, and whether what they tell can be played with.

Numbers, cards, maps, photographed boards and learned sets lie in the player's data folder, each kind in a place of its
own; a box is all of it for one game.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from calibration.kept_file import DamagedFile, read_json
from calibration.picture_door import PictureError, open_picture
from calibration.references import ReferencesError
from companion.editions.box_values import PRINTED, own_values
from companion.editions.cronberg_copy import kept_copies
from companion.editions.glass_sets import glass_sets
from companion.editions.kept_tiles import kept_editions
from companion.editions.place_sets import place_sets
from companion.editions.postal_copy import MAPS
from companion.editions.postal_map import map_and_trouble
from companion.store import data_folder
from games.game import Phrase, Refusal
from games.riga.buildings import building_from_json, default_cards

PICTURES = (".png", ".jpg", ".jpeg")
SUFFIXES = (*PICTURES, ".json", ".csv")

# A game's key -> where its files lie, from the data folder; a name that ends with "/" is a folder.
PLACES: Mapping[str, tuple[str, ...]] = {
    "carcassonne": ("editions/carcassonne/",),
    "carcassonne-stained-glass": ("boxes/carcassonne-stained-glass.json", "editions/carcassonne-stained-glass/"),
    "cronberg": ("editions/cronberg/",),
    "istanbul": ("boxes/istanbul.json", "editions/istanbul/"),
    "riga": ("boxes/riga.json", "riga/"),
    "thurn-and-taxis": ("boxes/thurn-and-taxis.json", "maps/base.json", "boards/base.png", "boards/base-cards/"),
    "power-and-glory": (
        "boxes/power-and-glory.json",
        "maps/power-and-glory.json",
        "boards/power-and-glory.png",
        "boards/power-and-glory-cards/",
    ),
}
# Which of the sets is played with is the other table's business; what was set aside as damaged is nobody's.
_NOT_SHARED = ("chosen.json", "in-use.json")


@dataclass(frozen=True, slots=True)
class Fault:
    """Why a file can't be played with: the file, the line (0 where it has none), and the sentence for people."""

    file: str
    line: int
    phrase: Phrase


def game_of(name: str) -> str | None:
    """The game whose box a file belongs to, told by its name from the data folder; None for any other file."""
    for game, places in PLACES.items():
        for place in places:
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
    for place in PLACES[game]:
        paths = (root / place).rglob("*") if place.endswith("/") else (root / place,)
        found.update(path.relative_to(root).as_posix() for path in paths if path.is_file() and not path.is_symlink())
    return tuple(sorted(name for name in found if game_of(name) == game))


def faults_of(game: str, folder: Path) -> Iterator[Fault]:
    """What of a game's box can't be played with, as it lies in a data folder."""
    for name in files_of(game, folder):
        if name.lower().endswith(PICTURES):
            yield from _picture_faults(folder, name)
    if game in PRINTED:
        yield from _number_faults(game, folder)
    if game in MAPS:
        yield from _map_faults(MAPS[game], folder)
    if game == "riga":
        yield from _card_faults(folder)
    yield from _set_faults(game, folder)


def _picture_faults(folder: Path, name: str) -> Iterator[Fault]:
    try:
        open_picture(folder / name)
    except PictureError as error:
        yield Fault(name, 0, error.phrase)


def _number_faults(game: str, folder: Path) -> Iterator[Fault]:
    name = f"boxes/{game}.json"
    box = own_values(game, folder=folder)
    if box.trouble is not None:
        yield Fault(name, _line(folder / name, box.trouble), _reason(box.trouble))


def _map_faults(key: str, folder: Path) -> Iterator[Fault]:
    name = f"maps/{key}.json"
    if (folder / name).is_file():
        trouble = map_and_trouble(key, folder=folder)[1]
        if trouble is not None:
            yield Fault(name, _line(folder / name, trouble), _reason(trouble))


def _card_faults(folder: Path) -> Iterator[Fault]:
    name = "riga/cards.json"
    path = folder / name
    try:
        cards = read_json(path)
    except FileNotFoundError:
        return
    except DamagedFile as error:
        yield Fault(name, _line(path, error.phrase), _reason(error.phrase))
        return
    own = []
    for told in cards if isinstance(cards, list) else [cards]:
        try:
            own.append(building_from_json(told, mark=""))  # type: ignore[arg-type]  # what is no card is refused
            default_cards().with_own(own)
        except Refusal as refusal:
            yield Fault(name, _line_of_part(path, told), refusal.phrase)


def _set_faults(game: str, folder: Path) -> Iterator[Fault]:
    """A set or copy is judged as it would be opened for play."""
    loaders: Mapping[str, tuple[Callable[[], tuple[str, ...]], Callable[[str], object]]] = {
        "cronberg": (kept_copies(folder).names, kept_copies(folder).load),
        "istanbul": (place_sets(folder).names, place_sets(folder).load),
        "carcassonne": (kept_editions(folder=folder).names, kept_editions(folder=folder).load),
        "carcassonne-stained-glass": (glass_sets(folder).names, glass_sets(folder).load),
    }
    if game not in loaders:
        return
    names, load = loaders[game]
    for name in names():
        place = f"editions/{game}/{name}"
        try:
            load(name)
        except Refusal as refusal:
            table = folder / place / "edition.json"
            yield Fault(f"{place}/edition.json", _line(table, refusal.phrase), _reason(refusal.phrase))
        except ReferencesError as error:
            yield Fault(place, 0, Phrase.of(error.key, name=error.place, value=error.value))


def _reason(phrase: Phrase) -> Phrase:
    """What is wrong with a file, without the words around it on what is played with instead."""
    values = dict(phrase.values)
    inner = values.get("what", values.get("value")) if phrase.key in _ABOUT_FILES else None
    if isinstance(inner, Phrase):
        return _reason(inner)
    return Phrase.of("boxes.why", why=inner) if isinstance(inner, str) and inner else phrase


_ABOUT_FILES = ("printed.damaged", "file.no_json", "file.odd_values", "file.not_utf8", "cronberg.copy.damaged")


# Lines


def _line(path: Path, phrase: Phrase) -> int:
    """The line of a file that a sentence is about: the one that it tells itself, or the first that names what it names;
    1 where nothing does."""
    words = list(_words(phrase))
    for word in words:
        if told := re.search(r"\bline (\d+)", word):  # as json tells it
            return int(told[1])
    lines = _lines(path)
    for word in sorted(words, key=len, reverse=True):
        for number, line in enumerate(lines, start=1):
            if json.dumps(word, ensure_ascii=False) in line:
                return number
    return 1


def _words(phrase: Phrase) -> Iterator[str]:
    """Everything that a sentence names, the key of a phrase within it by its last word, too."""
    for value in dict(phrase.values).values():
        if isinstance(value, Phrase):
            last = value.key.rpartition(".")[2]
            yield last.removeprefix("number_")
            yield from _words(value)
        elif isinstance(value, str):
            yield value


def _line_of_part(path: Path, part: object) -> int:
    """The line on which a card begins: where its first value stands."""
    if isinstance(part, dict):
        for value in part.values():
            wanted = json.dumps(value, ensure_ascii=False)
            for number, line in enumerate(_lines(path), start=1):
                if isinstance(value, str) and wanted in line:
                    return number
    return 1


def _lines(path: Path) -> list[str]:
    try:
        return path.read_text(encoding="utf-8", errors="replace").splitlines()
    except OSError:
        return []

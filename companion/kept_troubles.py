"""What of the things that people entered can't be used at present: the sentences that home and ``doctor`` show.

Everything damaged is passed over where it is read; here it is told. Pictures of what is played with are opened, too,
once for as long as their files stay as they are.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import lru_cache
from pathlib import Path

from calibration.files.kept_folders import KeptFolders
from calibration.files.kept_picture import Stamp, stamp_of
from calibration.references import SIDES, TABLE_NAME, PassedOver, ReferencesError, load_edition, table_rows
from companion.box_parts import boxed
from companion.cameras.profiles import kept_profiles
from companion.editions.box_values import own_values
from companion.editions.cronberg_sets import edition_at, kept_cronberg_sets, load_set
from companion.editions.glass_sets import glass_sets
from companion.editions.kept_tiles import choice, choice_and_trouble, kept_editions
from companion.editions.piece_sets import piece_sets
from companion.editions.place_sets import place_sets
from companion.editions.postal_map import map_and_trouble
from companion.editions.postal_set import MAPS
from companion.editions.postal_set import picture_troubles as postal_picture_troubles
from companion.editions.riga_cards import card_troubles
from companion.editions.riga_cards import picture_troubles as card_picture_troubles
from companion.session.hands.known_devices import KeptDevices
from companion.titles.registry import game_keys
from games.game import Phrase, Refusal
from vision.istanbul.layout.edition import load_edition as load_place_edition
from vision.stained_glass.edition import load_glass_edition

Load = Callable[[Path, PassedOver], object]


def kept_troubles(config_folder: Path) -> tuple[Phrase, ...]:
    """Every sentence, the same one once."""
    return tuple(dict.fromkeys(_all(config_folder)))


def _all(config_folder: Path) -> Iterator[Phrase]:
    for trouble in (KeptDevices(config_folder).load_and_tell()[1], choice_and_trouble()[1]):
        if trouble is not None:
            yield trouble
    for error in kept_profiles().troubles():
        yield error.phrase
    yield from card_troubles()
    for game in boxed():
        if (trouble := own_values(game).trouble) is not None:
            yield trouble
    yield from card_picture_troubles()
    for key in MAPS.values():
        if (trouble := map_and_trouble(key)[1]) is not None:
            yield trouble
        yield from postal_picture_troubles(key)
    yield from _table_troubles()
    yield from _piece_troubles()
    yield from _picture_troubles()


def _table_troubles() -> Iterator[Phrase]:
    """Of every set of pictures that is kept, whether or not it is played with."""
    folders: tuple[tuple[KeptFolders, tuple[str, ...]], ...] = (
        (kept_editions(), ("file", "type", *SIDES)),
        (glass_sets(), ("file", "kind")),
        (place_sets(), ()),
        (kept_cronberg_sets(), ()),
    )
    for kept, columns in folders:
        if (trouble := kept.trouble()) is not None:
            yield trouble
        for folder in kept.without_table() if columns or kept.folder == kept_cronberg_sets().folder else ():
            yield Phrase.of("file.passed_over", name=str(folder), value=kept.table)
        for name in kept.names() if columns else ():
            yield from _table_trouble(kept.folder / name / TABLE_NAME, columns)
    for name in kept_cronberg_sets().names():
        try:
            edition_at(kept_cronberg_sets().folder / name)
        except Refusal as refusal:
            yield refusal.phrase


def _piece_troubles() -> Iterator[Phrase]:
    """Of every set of wooden pieces."""
    for game in game_keys(lambda title: title.pieces is not None and not title.expands):
        sets = piece_sets(game)
        if (trouble := sets.trouble()) is not None:
            yield trouble
        for folder in sets.without_table():
            yield Phrase.of("file.passed_over", name=str(folder), value=sets.table)
        for name in sets.names():
            try:
                sets.load(name)
            except ReferencesError as error:
                yield error.phrase


def _table_trouble(table: Path, columns: tuple[str, ...]) -> Iterator[Phrase]:
    try:
        table_rows(table, columns)
    except ReferencesError as error:
        yield error.phrase


def _picture_troubles() -> Iterator[Phrase]:
    """Of the sets that are played with."""
    in_use: tuple[tuple[Load, KeptFolders, str], ...] = (
        (load_edition, kept_editions(), choice().name),
        (load_glass_edition, glass_sets(), glass_sets().chosen()),
        (load_place_edition, place_sets(), place_sets().chosen()),
        (_load_set, kept_cronberg_sets(), kept_cronberg_sets().chosen()),
    )
    for load, kept, name in in_use:
        if name in kept.names():
            yield from _passed_over(load, kept.folder / name, _stamps(kept.folder / name))


@lru_cache(16)
def _passed_over(load: Load, folder: Path, stamps: tuple[Stamp, ...]) -> tuple[Phrase, ...]:
    """What can't be used of a set, as long as its files stay as they are."""
    faults: list[ReferencesError] = []
    try:
        load(folder, faults.append)
    except ReferencesError as error:  # nothing of it can be used
        faults.append(error)
    return tuple(fault.phrase for fault in faults)


def _load_set(folder: Path, passed_over: PassedOver) -> None:
    try:
        load_set(folder)
    except Refusal as refusal:  # told as it is: a board without its pictures is no copy
        passed_over(ReferencesError("references.picture", str(folder), refusal.phrase))


def _stamps(folder: Path) -> tuple[Stamp, ...]:
    return tuple(stamp_of(path) for path in sorted(folder.rglob("*")))

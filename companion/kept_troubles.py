"""What of the things that people entered can't be used at present: the sentences that home and ``doctor`` show.

Everything damaged is passed over where it is read; here it is told. Only tables are looked at, no pictures.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from calibration.kept_folders import KeptFolders
from calibration.references import SIDES, TABLE_NAME, ReferencesError, table_rows
from companion.cameras.profiles import kept_profiles
from companion.editions.box_values import PRINTED, own_values
from companion.editions.cronberg_copy import edition_at, kept_copies
from companion.editions.glass_sets import glass_sets
from companion.editions.kept_tiles import choice_and_trouble, kept_editions
from companion.editions.place_sets import place_sets
from companion.editions.postal_copy import MAPS
from companion.editions.postal_map import map_and_trouble
from companion.editions.riga_cards import card_troubles
from companion.session.known_devices import KeptDevices
from games.game import Phrase, Refusal


def kept_troubles(config_folder: Path) -> tuple[Phrase, ...]:
    """Every sentence, the same one once."""
    return tuple(dict.fromkeys(_all(config_folder)))


def _all(config_folder: Path) -> Iterator[Phrase]:
    for told in (KeptDevices(config_folder).load_and_tell()[1], choice_and_trouble()[1]):
        if told is not None:
            yield told
    for error in kept_profiles().troubles():
        yield error.phrase
    yield from card_troubles()
    for game in PRINTED:
        if (told := own_values(game).trouble) is not None:
            yield told
    for key in MAPS.values():
        if (told := map_and_trouble(key)[1]) is not None:
            yield told
    folders: tuple[tuple[KeptFolders, tuple[str, ...]], ...] = (
        (kept_editions(), ("file", "type", *SIDES)),
        (glass_sets(), ("file", "kind")),
        (place_sets(), ()),
        (kept_copies(), ()),
    )
    for kept, columns in folders:
        if (told := kept.trouble()) is not None:
            yield told
        for folder in kept.without_table() if columns or kept.folder == kept_copies().folder else ():
            yield Phrase.of("file.passed_over", name=str(folder), value=kept.table)
        for name in kept.names() if columns else ():
            yield from _table_trouble(kept.folder / name / TABLE_NAME, columns)
    for name in kept_copies().names():
        try:
            edition_at(kept_copies().folder / name)
        except Refusal as refusal:
            yield refusal.phrase


def _table_trouble(table: Path, columns: tuple[str, ...]) -> Iterator[Phrase]:
    try:
        table_rows(table, columns)
    except ReferencesError as error:
        yield Phrase.of(error.key, name=error.place, value=error.value)

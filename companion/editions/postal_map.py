"""The owner's map of Thurn and Taxis: what was corrected in the editor, kept in the player's own data folder."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from pathlib import Path

from calibration.files.file_names import file_name_for
from calibration.files.kept_file import DamagedFile, read_json, set_aside
from calibration.files.user_folders import data_folder
from calibration.files.whole_file import write_whole_text
from companion.editions.box_faults import BoxFault, line_of, reason_of
from games.game import Phrase, Refusal, RefusalKind
from games.thurn_and_taxis.atlas import Atlas, atlas_named, faults


def own_map(key: str, *, folder: Path | None = None) -> Atlas:
    """The owner's map with this key (``base`` or ``power-and-glory``), or the one that ships where there is none.

    A file that can't be read, or tells a map that can't be played on, is left as it is and not used.
    """
    return map_and_trouble(key, folder=folder)[0]


def map_and_trouble(key: str, *, folder: Path | None = None) -> tuple[Atlas, Phrase | None]:
    """The map that is played on, and what people should be told of a damaged one of theirs."""
    shipped, path = atlas_named(key), _file(key, folder)
    try:
        content = read_json(path)
        if not isinstance(content, dict):
            raise DamagedFile("file.odd_values", path)
        atlas = Atlas.from_json(content)
    except FileNotFoundError:
        return shipped, None
    except DamagedFile as error:
        return shipped, error.phrase
    except Refusal as refusal:
        return shipped, Phrase.of("file.odd_values", name=str(path), value=refusal.phrase)
    wrong = faults(atlas) if atlas.key == key else (Phrase.of("file.odd_values", name=str(path), value=atlas.key),)
    return (shipped, Phrase.of("file.odd_values", name=str(path), value=wrong[0])) if wrong else (atlas, None)


def keep_map(atlas: Atlas, *, folder: Path | None = None) -> Path:
    """Keep a map as the owner's.

    Raises :class:`Refusal` where it can't be played on, OSError where it can't be written.
    """
    wrong = faults(atlas)
    if wrong:
        raise Refusal(RefusalKind.INVALID, wrong[0], value=atlas.key)
    path = _file(atlas.key, folder)
    _keep_damaged(atlas.key, folder)
    write_whole_text(path, json.dumps(atlas.to_json(), ensure_ascii=False, indent=1))
    return path


def forget_map(key: str, *, folder: Path | None = None) -> None:
    """Go back to the map that ships. Raises ``OSError``."""
    _keep_damaged(key, folder)
    _file(key, folder).unlink(missing_ok=True)


def map_faults(key: str, folder: Path) -> Iterator[BoxFault]:
    """What of the owner's map in a data folder can't be played on."""
    name = f"maps/{key}.json"
    if (folder / name).is_file():
        trouble = map_and_trouble(key, folder=folder)[1]
        if trouble is not None:
            yield BoxFault(name, line_of(folder / name, trouble), reason_of(trouble))


def _keep_damaged(key: str, folder: Path | None) -> None:
    """A file that nobody could read may hold an evening's work: it is renamed before it gives way."""
    path = _file(key, folder)
    if os.path.lexists(path) and map_and_trouble(key, folder=folder)[1] is not None:
        set_aside(path)


def _file(key: str, folder: Path | None) -> Path:
    return (folder or data_folder()) / "maps" / f"{file_name_for(key)}.json"

"""The owner's map of Thurn and Taxis: what was corrected in the editor, kept in the player's own data folder."""

from __future__ import annotations

import json
import os
from pathlib import Path

from companion.store import data_folder
from games.game import Refusal, RefusalKind
from games.thurn_and_taxis.atlas import Atlas, atlas_named, faults


def own_map(key: str, *, folder: Path | None = None) -> Atlas:
    """The owner's map with this key (``base`` or ``power-and-glory``), or the one that ships where there is none.

    A file that can't be read, or tells a map that can't be played on, is left as it is and not used.
    """
    shipped = atlas_named(key)
    try:
        data = json.loads(_file(key, folder).read_text(encoding="utf-8"))
        atlas = Atlas.from_json(data)
    except (OSError, ValueError, Refusal):
        return shipped
    return shipped if faults(atlas) else atlas


def keep_map(atlas: Atlas, *, folder: Path | None = None) -> Path:
    """Keep a map as the owner's.

    Raises :class:`Refusal` where it can't be played on, OSError where it can't be written.
    """
    wrong = faults(atlas)
    if wrong:
        raise Refusal(RefusalKind.INVALID, wrong[0], value=atlas.key)
    path = _file(atlas.key, folder)
    path.parent.mkdir(parents=True, exist_ok=True)
    unfinished = path.with_suffix(f".{os.getpid()}.tmp")
    unfinished.write_text(json.dumps(atlas.to_json(), ensure_ascii=False, indent=1), encoding="utf-8")
    unfinished.replace(path)
    return path


def forget_map(key: str, *, folder: Path | None = None) -> None:
    """Go back to the map that ships."""
    _file(key, folder).unlink(missing_ok=True)


def _file(key: str, folder: Path | None) -> Path:
    return (folder or data_folder()) / "maps" / f"{key}.json"

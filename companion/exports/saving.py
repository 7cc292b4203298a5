"""Saving a game from the tablet: what can be written, where it goes, and the result in a few lines. No kivy."""

from __future__ import annotations

import os
from datetime import UTC, datetime
from enum import StrEnum
from pathlib import Path
from typing import Any

import cv2

from companion.exports.record_file import record_text
from companion.exports.score_sheet import score_csv
from games.carcassonne.jcz import write_jcz
from games.record import Record
from vision.frames import Picture

MOST_CODE_BYTES = 1003  # of a QR code of version 22, which has 105 modules and with its margin 113


class Export(StrEnum):
    """What can be saved, by the ending of its file."""

    CSV = "csv"
    RECORD = "json"
    PICTURE = "png"
    JCZ = "jcz"


def export_folder() -> Path:
    """Where saved files go: the user's documents folder if there is one, else their home."""
    documents = Path(os.environ.get("XDG_DOCUMENTS_DIR") or Path.home() / "Documents")
    return (documents if documents.is_dir() else Path.home()) / "Tableside"


def save_as(
    export: Export, record: Record[Any, Any, Any], language: str, *, now_ms: int, picture: Picture | None = None
) -> Path:
    """Write a new file and return its path; nothing is overwritten. Raises ``OSError``, or ``games.game.Refusal``
    where the format can't tell the game."""
    folder = export_folder()
    folder.mkdir(parents=True, exist_ok=True)
    day = datetime.fromtimestamp(now_ms / 1000, UTC).astimezone().strftime("%Y-%m-%d %H.%M.%S")
    path = folder / f"{record.game.key} {day}.{export.value}"
    if export is Export.PICTURE:
        if picture is None or not cv2.imwrite(str(path), picture):
            raise OSError(f"no picture for {path}")
        return path
    match export:
        case Export.CSV:
            text = score_csv(record, language)
        case Export.RECORD:
            text = record_text(record)
        case Export.JCZ:
            text = write_jcz(record, game_id=f"tableside-{now_ms}", created_ms=now_ms)
    with path.open("x", encoding="utf-8") as file:
        file.write(text)
    return path


def summary_text(record: Record[Any, Any, Any], language: str) -> str:
    """The result for a code: game, ranks, then as many of the last moves as fit."""
    lines = [record.game.key]
    for standing in sorted(record.game.standings(record.state), key=lambda one: (one.rank, one.player)):
        lines.append(f"{standing.rank}. {record.setup.seats[standing.player].name} {standing.score}")
    text = "\n".join(lines)
    moves: list[str] = []
    for notation in reversed(record.actions):
        if len("\n".join([text, notation, *moves]).encode()) > MOST_CODE_BYTES:
            break
        moves.insert(0, notation)
    return "\n".join([text, *moves])

"""Saving a game from the tablet: what can be written, and where it goes. No kivy."""

from __future__ import annotations

import io
from datetime import UTC, datetime
from enum import StrEnum
from pathlib import Path

from calibration.files.user_folders import documents_folder, downloads_folder
from calibration.files.whole_folder import png
from calibration.sheets import Paper, write_pdf
from companion.box_archive import packed_boxes
from companion.box_parts import files_of
from companion.exports.bg_stats import bg_stats_link
from companion.exports.finished_play import finished_play
from companion.exports.new_file import write_new
from companion.exports.play_log import play_log
from companion.exports.print_and_play import sheet_pages
from companion.exports.record_file import record_text
from companion.exports.score_sheet import score_csv
from companion.titles.registry import title_named
from games.any_game import AnyRecord
from vision.frames import Picture

MOST_BOXES = 40  # archives that are shown


class Export(StrEnum):
    """What can be saved of every game, by the ending of its file."""

    CSV = "csv"
    PLAYS = "plays.csv"
    BG_STATS = "bgstats.txt"
    RECORD = "json"
    PICTURE = "png"


def export_folder() -> Path:
    """Where saved files go: the user's documents folder if there is one, else their home."""
    documents = documents_folder()
    return (documents if documents.is_dir() else Path.home()) / "Tableside"


def save_as(export: str, record: AnyRecord, language: str, *, now_ms: int, picture: Picture | None = None) -> Path:
    """Write a new file and return its path; nothing is overwritten. Raises ``OSError``, or ``games.game.Refusal``
    where the format can't tell the game.

    Args:
        export: an :class:`Export`, or the ending of a format that the game's title has.
        record: the game. language: of the score sheet.
        now_ms: milliseconds since the epoch.
        picture: of the screen, where that is what is saved.
    """
    path = fresh_path(record.game.key, str(export), now_ms)
    path.parent.mkdir(parents=True, exist_ok=True)
    if export == Export.PICTURE:
        if picture is None:
            raise OSError(f"no picture for {path}")
        write_new(path, png(picture))
        return path
    match export:
        case Export.CSV:
            text = score_csv(record, language)
        case Export.PLAYS:
            text = play_log((finished_play(record),))
        case Export.BG_STATS:
            text = bg_stats_link(finished_play(record)) + "\n"
        case Export.RECORD:
            text = record_text(record)
        case _:
            text = title_named(record.game.key).formats[export].write(record, now_ms)
    write_new(path, text.encode())
    return path


def save_text(name: str, ending: str, text: str, *, now_ms: int) -> Path:
    """A text as a new file of this name, and its path; nothing is overwritten. Raises ``OSError``."""
    path = fresh_path(name, ending, now_ms)
    path.parent.mkdir(parents=True, exist_ok=True)
    write_new(path, text.encode())
    return path


def save_sheets(language: str, *, now_ms: int) -> Path:
    """The calibration sheets on A4 as a new PDF. Raises ``OSError``."""
    path = fresh_path("calibration", "pdf", now_ms)
    path.parent.mkdir(parents=True, exist_ok=True)
    content = io.BytesIO()
    write_pdf(content, sheet_pages(Paper.A4, language), "Tableside: sheets")
    write_new(path, content.getvalue())
    return path


def save_boxes(games: tuple[str, ...], *, now_ms: int) -> tuple[Path, int]:
    """The boxes of these games as a new archive: its path, and how many files are in it.

    Raises :class:`companion.box_archive.BadBoxes` and ``OSError``.
    """
    packed = packed_boxes(games)
    path = fresh_path("boxes", "zip", now_ms)
    path.parent.mkdir(parents=True, exist_ok=True)
    write_new(path, packed)
    return path, sum(len(files_of(game)) for game in games)


def found_boxes() -> tuple[Path, ...]:
    """Archives that boxes may be in, where saved files and downloads lie, newest first."""
    found = []
    for folder in (export_folder(), downloads_folder()):
        if folder.is_dir():
            found += [path for path in folder.iterdir() if path.suffix.lower() == ".zip" and path.is_file()]
    return tuple(sorted(found, key=lambda path: -path.stat().st_mtime)[:MOST_BOXES])


def fresh_path(name: str, ending: str, now_ms: int) -> Path:
    """Where a file that is saved now goes: its name, the time and its ending."""
    time = datetime.fromtimestamp(now_ms / 1000, UTC).astimezone().strftime("%Y-%m-%d %H.%M.%S")
    return export_folder() / f"{name} {time}.{ending}"

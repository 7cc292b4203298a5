"""``tableside read PICTURE --game GAME``: what lies on a photographed table."""

from __future__ import annotations

import argparse
import errno
import os
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path

import cv2

from calibration.files.picture_door import LEAST_TABLE_SIDE, PictureError, open_picture
from calibration.files.whole_file import CannotWrite, write_whole
from companion.commands import NOTHING_FOUND, CommandError, cannot_write, print_json
from companion.freed_memory import give_back_freed_photographs
from companion.readings.marks import Mark, as_csv, drawn
from companion.readings.still_reader import AnyStillReader
from companion.titles.registry import find_title, game_keys, typed_key
from games.game import Phrase
from vision.frames import Picture

DICE = "dice"  # of any game


def readable() -> tuple[str, ...]:
    """What can be read, as it is typed."""
    return (*game_keys(lambda title: title.reader), DICE)


def reader_of(what: str) -> AnyStillReader:
    """The reader of a game, or of dice. Raises :class:`CommandError` where there is none."""
    title = find_title(what)
    if title is not None and title.reader is not None:
        return title.reader()
    if what == DICE:
        from companion.readings.dice_reading import READER

        return READER
    raise CommandError(Phrase.of("command.cannot_read_game", game=what, known=", ".join(readable())))


def add_parser(subparsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Describe the command."""
    parser = subparsers.add_parser("read", help="read a picture of a table")
    parser.add_argument("picture", type=Path, metavar="PICTURE")
    parser.add_argument("--game", required=True, type=typed_key, help="one of: " + ", ".join(readable()))
    parser.add_argument(
        "--references",
        type=Path,
        metavar="DIR",
        help="pictures of the owner's edition (default: the set that `print` makes)",
    )
    parser.add_argument(
        "--profile",
        metavar="CAMERA",
        help="what `calibrate` learned of the camera; used for: " + ", ".join(_calibrated()),
    )
    parser.add_argument(
        "--picture", "--drawn", dest="drawn", type=Path, metavar="OUT.png", help="also draw it onto the picture"
    )
    parser.add_argument("--csv", type=Path, metavar="OUT.csv", help="also write it as a table, a row for each thing")
    parser.add_argument("--json", action="store_true", help="one object on the last line")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Read the picture; exit code 3 where nothing was found on it: an answer too, but one that scripts must know."""
    reader = reader_of(args.game)
    if args.profile is not None and args.game not in _calibrated():
        raise CommandError(Phrase.of("calibration.profile_not_used", game=args.game))
    give_back_freed_photographs()
    picture = load_picture(args.picture)
    result = reader.read(picture, args)
    if args.drawn is not None:
        _draw(reader, picture, result, args)
    if args.csv is not None:
        text = "\ufeff" + as_csv(_marks(reader, result, args))  # the mark tells spreadsheets that this is UTF-8
        _write(args.csv, text.encode(), args.picture)
    if args.json:
        print_json(result)
    else:
        for sentence in reader.sentences(result, args.language):
            sys.stdout.write(sentence + "\n")
    return 0 if _found(reader, result) else NOTHING_FOUND


def _found(reader: AnyStillReader, result: Mapping[str, object]) -> bool:
    """Whether there was a table: nothing that the reader calls trouble, or something that was read all the same, such
    as cards beside a board that is out of the picture."""
    if "trouble" in result and result["trouble"] is None:
        return True
    if reader.marks is None:
        return "trouble" not in result
    marks = reader.marks(result)
    return any(mark.what != "unread" for mark in marks) if "trouble" in result else bool(marks)


def _calibrated() -> tuple[str, ...]:
    """Games whose reader is better for knowing the camera; the others find what they need."""
    return game_keys(lambda title: title.reader_knows_camera)


def _draw(reader: AnyStillReader, picture: Picture, result: Mapping[str, object], args: argparse.Namespace) -> None:
    shown = reader.drawn(picture, result) if reader.drawn else drawn(picture, _marks(reader, result, args))
    try:
        written, packed = cv2.imencode(args.drawn.suffix, shown)
    except cv2.error:
        written = False  # an ending that names no kind of picture
    if args.drawn.is_dir():
        raise cannot_write(args.drawn, IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR)))
    if not written:
        raise CommandError(Phrase.of("command.no_picture_ending", file=str(args.drawn)))
    _write(args.drawn, packed.tobytes(), args.picture)


def _marks(reader: AnyStillReader, result: Mapping[str, object], args: argparse.Namespace) -> Sequence[Mark]:
    if reader.marks is None:
        raise CommandError(Phrase.of("reading.no_marks", game=args.game))
    return reader.marks(result)


def _write(path: Path, content: bytes, read: Path) -> None:
    """Write what came of a picture, over an older one if need be, but never over the picture itself."""
    if path.exists() and path.samefile(read):
        raise cannot_write(path, FileExistsError(errno.EEXIST, os.strerror(errno.EEXIST)))
    try:
        write_whole(path, content)
    except CannotWrite as error:
        raise cannot_write(path, error) from error


def load_picture(path: Path) -> Picture:
    """The picture (BGR), turned upright as its EXIF data says. Raises :class:`CommandError`."""
    try:
        return open_picture(path, least=LEAST_TABLE_SIDE)
    except PictureError as error:
        raise CommandError(error.phrase) from error

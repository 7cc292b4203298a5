"""``tableside print``: a game of Tableside's own drawing, or the calibration sheets, as a PDF at true size."""

from __future__ import annotations

import argparse
import errno
import io
import os
import sys
from collections.abc import Callable
from pathlib import Path

from calibration.sheets import Page, Paper, write_pdf
from companion.commands import CommandError, Progress, cannot_write
from companion.exports.new_file import write_new
from companion.exports.print_and_play import sheet_pages
from companion.locale import say
from companion.titles.registry import find_title, game_keys, typed_key
from companion.titles.title import Printing
from games.game import Phrase

SHEETS = "sheets"  # for the camera, not of a game


def printable() -> tuple[str, ...]:
    """What can be printed, as it is typed."""
    return (*game_keys(lambda title: title.pages), SHEETS)


def add_parser(subparsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Describe the command."""
    parser = subparsers.add_parser("print", help="make a PDF to print: a game, or the sheets that calibrate the camera")
    parser.add_argument("what", metavar="WHAT", help="one of: " + ", ".join(printable()))
    parser.add_argument("--out", type=Path, metavar="FILE", help="default: tableside-WHAT.pdf here")
    parser.add_argument("--paper", choices=("a4", "letter"), default="a4")
    parser.add_argument("--expansion", action="store_true", help="with the tiles of Inns & Cathedrals")
    parser.add_argument("--backs", action="store_true", help="with printed backs, for both sides of the paper")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Write the PDF; an existing file is never overwritten. Raises :class:`CommandError`."""
    make = _pages_of(args.what)
    target: Path = args.out or Path(f"tableside-{args.what}.pdf")
    if target.exists():
        raise CommandError(Phrase.of("command.file_exists", file=str(target)))
    if not target.absolute().parent.is_dir():  # painting takes half a minute: said before
        raise cannot_write(target, FileNotFoundError(errno.ENOENT, os.strerror(errno.ENOENT)))
    progress = Progress("painting")
    pages = make(
        Printing(
            paper=Paper[args.paper.upper()],
            language=args.language,
            backs=args.backs,
            expansion=args.expansion,
            done=progress.step,
        )
    )
    progress.close()
    try:
        content = io.BytesIO()
        write_pdf(content, pages, f"Tableside: {args.what}")
        write_new(target, content.getvalue())
    except OSError as error:
        raise cannot_write(target, error) from error
    sys.stdout.write(say(Phrase.of("command.printed", file=str(target), pages=len(pages)), args.language) + "\n")
    return 0


def _pages_of(what: str) -> Callable[[Printing], tuple[Page, ...]]:
    title = find_title(typed_key(what))
    if title is not None and title.pages is not None:
        return title.pages
    if what == SHEETS:
        return lambda how: sheet_pages(how.paper, how.language)
    raise CommandError(Phrase.of("command.cannot_print", what=what, known=", ".join(printable())))

"""``tableside print``: a game of Tableside's own drawing, or the calibration sheets, as a PDF at true size."""

from __future__ import annotations

import argparse
import io
import sys
from collections.abc import Callable
from pathlib import Path

from calibration.sheets import Page, Paper, write_pdf
from companion.commands import CommandError, Progress, cannot_write
from companion.editions.postal_map import own_map
from companion.exports.glass_print import stained_glass_pages
from companion.exports.new_file import write_new
from companion.exports.print_and_play import carcassonne_pages, istanbul_pages, sheet_pages
from companion.exports.print_cronberg import cronberg_pages
from companion.exports.riga_print import grand_master_pages, riga_pages
from companion.exports.thurn_print import thurn_pages
from companion.locale import say
from games.game import Phrase

_PRINTABLE: dict[str, Callable[[argparse.Namespace, Callable[[], None]], tuple[Page, ...]]] = {
    "carcassonne": lambda args, done: carcassonne_pages(
        Paper[args.paper.upper()],
        sets=("basic", "inns-and-cathedrals") if args.expansion else ("basic",),
        backs=args.backs,
        language=args.language,
        progress=done,
    ),
    "stained-glass": lambda args, done: stained_glass_pages(
        Paper[args.paper.upper()], backs=args.backs, language=args.language, progress=done
    ),
    "istanbul": lambda args, done: istanbul_pages(
        Paper[args.paper.upper()], backs=args.backs, language=args.language, progress=done
    ),
    "thurn-and-taxis": lambda args, done: thurn_pages(
        Paper[args.paper.upper()], own_map("base"), backs=args.backs, language=args.language, progress=done
    ),
    "power-and-glory": lambda args, done: thurn_pages(
        Paper[args.paper.upper()], own_map("power-and-glory"), backs=args.backs, language=args.language, progress=done
    ),
    "riga": lambda args, done: riga_pages(
        Paper[args.paper.upper()], backs=args.backs, language=args.language, progress=done
    ),
    "grand-masters": lambda args, done: grand_master_pages(Paper[args.paper.upper()], language=args.language),
    "cronberg": lambda args, done: cronberg_pages(
        Paper[args.paper.upper()], backs=args.backs, language=args.language, progress=done
    ),
    "sheets": lambda args, done: sheet_pages(Paper[args.paper.upper()], args.language),
}


def add_parser(subparsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Describe the command."""
    parser = subparsers.add_parser("print", help="make a PDF to print: a game, or the sheets that calibrate the camera")
    parser.add_argument("what", metavar="WHAT", help="one of: " + ", ".join(_PRINTABLE))
    parser.add_argument("--out", type=Path, metavar="FILE", help="default: tableside-WHAT.pdf here")
    parser.add_argument("--paper", choices=("a4", "letter"), default="a4")
    parser.add_argument("--expansion", action="store_true", help="with the tiles of Inns & Cathedrals")
    parser.add_argument("--backs", action="store_true", help="with printed backs, for both sides of the paper")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Write the PDF; an existing file is never overwritten. Raises :class:`CommandError`."""
    if args.what not in _PRINTABLE:
        raise CommandError(Phrase.of("command.cannot_print", what=args.what, known=", ".join(_PRINTABLE)))
    target: Path = args.out or Path(f"tableside-{args.what}.pdf")
    if target.exists():
        raise CommandError(Phrase.of("command.file_exists", file=str(target)))
    progress = Progress("painting")
    pages = _PRINTABLE[args.what](args, progress.step)
    progress.close()
    try:
        content = io.BytesIO()
        write_pdf(content, pages, f"Tableside: {args.what}")
        write_new(target, content.getvalue())
    except OSError as error:
        raise cannot_write(target, error) from error
    sys.stdout.write(say(Phrase.of("command.printed", file=str(target), pages=len(pages)), args.language) + "\n")
    return 0

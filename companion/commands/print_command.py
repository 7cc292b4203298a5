"""``tableside print``: the print-and-play tiles and the calibration sheets, as a PDF at true size."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from calibration.sheets import Page, Paper, write_pdf
from companion.commands import CommandError, Progress, print_json
from companion.exports.print_and_play import Printable, carcassonne_pages, sheet_pages
from companion.locale import say
from games.carcassonne.tiles import stock
from games.game import Phrase


def add_parser(subparsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Describe the command."""
    parser = subparsers.add_parser("print", help="write the print-and-play tiles or the calibration sheets as a PDF")
    parser.add_argument("what", choices=[printable.value for printable in Printable])
    parser.add_argument("--output", "-o", type=Path, metavar="FILE", help="default: tableside-WHAT.pdf, here")
    parser.add_argument("--paper", choices=[paper.name.lower() for paper in Paper], default="a4")
    parser.add_argument("--inns-and-cathedrals", action="store_true", help="with the 18 tiles of that expansion")
    parser.add_argument("--backs", action="store_true", help="each page followed by its back, for both-sided printing")
    parser.add_argument("--force", action="store_true", help="replace the file if it exists")
    parser.add_argument("--json", action="store_true", help="print the result as one JSON object")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Write the PDF. An existing file is only replaced when asked for."""
    target = args.output or Path(f"tableside-{args.what}.pdf")
    if target.exists() and not args.force:
        raise CommandError(Phrase.of("print.exists", file=str(target)))
    paper = Paper[args.paper.upper()]
    pages = _pages(args, paper)
    try:
        with target.open("wb") as file:
            write_pdf(file, pages, f"Tableside {args.what}")
    except OSError as error:
        raise CommandError(
            Phrase.of("command.cannot_write", file=str(target), why=error.strerror or str(error))
        ) from error
    if args.json:
        print_json({"file": str(target), "pages": len(pages), "paper": paper.name})
    else:
        phrase = Phrase.of("print.written", file=str(target), pages=len(pages), paper=paper.name)
        sys.stdout.write(say(phrase, args.language) + "\n")
    return 0


def _pages(args: argparse.Namespace, paper: Paper) -> tuple[Page, ...]:
    if args.what == Printable.SHEETS:
        return sheet_pages(paper, args.language)
    sets = ("basic", "inns-and-cathedrals") if args.inns_and_cathedrals else ("basic",)
    progress = Progress("tile", sum(stock(sets).values()))
    pages = carcassonne_pages(paper, sets=sets, backs=args.backs, language=args.language, progress=progress.step)
    progress.close()
    return pages

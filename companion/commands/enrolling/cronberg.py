"""``tableside enrol --game cronberg --board EMPTY_BOARD RHOMBI... --name NAME``: learn the owner's copy of Cronberg
from photographs; ``--correct`` says what was misread, then or later.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np

from calibration.files.whole_file import write_whole
from calibration.files.whole_folder import png
from companion.commands import CommandError, Progress, bounded, cannot_write, print_json
from companion.commands.enrolling.enrolment import Enrolment
from companion.commands.read_command import load_picture
from companion.editions.cronberg_draft import CronbergDraft, Numbers
from companion.editions.cronberg_sets import KeptCronbergSets, kept_cronberg_sets
from companion.exports.set_sheet import set_sheet
from companion.locale import say
from companion.readings.marks import plain_outline
from games.cronberg.components import Symbol
from games.cronberg.lattice import LARGEST_SIDE
from games.game import Phrase, Refusal
from vision.cronberg.cronberg_set import CronbergSet
from vision.cronberg.enrolling import enrolled

SHEET_NAME = "contact-sheet.png"
GROUPS = "abcd"
EDGES_MM = (5.0, 500.0)  # of a triangle, from a toy to a board on the floor


def add_options(parser: argparse.ArgumentParser) -> None:
    """What only this game asks for."""
    more = parser.add_argument_group("cronberg")
    more.add_argument("--board", type=Path, metavar="PICTURE", help="the empty board from above, all of it")
    more.add_argument("--side", type=int, metavar="N", help="triangles along an edge of the board, if it is misread")
    more.add_argument("--corners", metavar="X,Y ...", help="the six corners of the net on the picture, clockwise from "
                      "the upper left, if it is not found")  # fmt: skip
    edge_mm = enrolled.PARAMETERS.edge_mm
    more.add_argument("--edge-mm", type=float, default=edge_mm, help="length of a triangle's edge (default 45)")
    more.add_argument("--correct", nargs="+", default=[], metavar="WHAT=IT_IS",
                      help="7=-4/-2/-4/-2 (a rhomb), 7= (none), 3.5=guard (a triangle), a=park (a group)")  # fmt: skip
    more.add_argument("--keep-playing-with", action="store_true", help="do not use the new copy for new games yet")


def run(args: argparse.Namespace) -> int:
    """Learn the copy, or correct one that is kept."""
    kept = kept_cronberg_sets()
    try:
        if args.board is None and not args.photographs:
            return _corrected(args, kept)
        draft = _seen(args)
        _correct_draft(draft, args.correct)
        prints = draft.copy()
        folder = kept.keep(prints)
        if not args.keep_playing_with:
            kept.choose(args.name)
    except Refusal as error:
        raise CommandError(error.phrase) from error
    except OSError as error:
        raise cannot_write(kept.folder, error) from error
    doubtful = [place for place in range(len(draft.rhombi)) if draft.is_doubtful(place)]
    sheet = _write_sheet(folder, prints, doubtful, draft.doubtful_triangles)
    if args.json:
        print_json(_plain(draft, prints, folder, sheet))
        return 0
    for sentence in _sentences(args, draft, prints, folder, sheet):
        sys.stdout.write(sentence + "\n")
    return 0


def _seen(args: argparse.Namespace) -> CronbergDraft:
    if args.board is None or not args.photographs:
        raise CommandError(Phrase.of("cronberg.enrol.both"))
    bounded("--side", args.side, 1, LARGEST_SIDE)
    bounded("--edge-mm", args.edge_mm, *EDGES_MM)
    draft = CronbergDraft(args.name, edge_mm=args.edge_mm)
    progress = Progress("photograph", 2)
    board = load_picture(args.board)
    if args.corners:
        draft.show_corners(board, _corners(args.corners), args.side or 3)
    elif not draft.see_board(board, args.side):
        raise CommandError(Phrase.of("cronberg.enrol.no_net"))
    progress.step()
    if not draft.see_rhombi([load_picture(path) for path in args.photographs]):
        raise CommandError(Phrase.of("cronberg.enrol.no_rhombi"))
    progress.step()
    progress.close()
    return draft


def _corners(text: str) -> np.ndarray:
    try:
        corners = np.array([[float(value) for value in one.split(",")] for one in text.split()])
    except ValueError:
        corners = np.zeros((0, 2))
    if corners.shape != (6, 2):
        raise CommandError(Phrase.of("cronberg.enrol.bad_corners", value=text))
    return corners


def _correct_draft(draft: CronbergDraft, corrections: Sequence[str]) -> None:
    assert draft.board is not None
    gone = []
    for what, is_ in map(_parted, corrections):
        if what in GROUPS:
            draft.name_group(GROUPS.index(what), _symbol(what, is_))
        elif "." in what:
            draft.name_triangle(_triangle(what, draft.board.side), _symbol(what, is_))
        else:
            place = _place(what, len(draft.rhombi))
            if is_:
                draft.correct(place, _numbers(what, is_))
            else:
                gone.append(place)
    for place in sorted(gone, reverse=True):
        draft.drop(place)


def _corrected(args: argparse.Namespace, kept: KeptCronbergSets) -> int:
    """A kept copy with corrections."""
    if not args.correct:
        raise CommandError(Phrase.of("cronberg.enrol.both"))
    prints = kept.load(args.name)
    edition = prints.edition
    symbols, kinds, pictures = list(edition.symbols), list(edition.kinds), list(prints.rhombi)
    gone = []
    for what, is_ in map(_parted, args.correct):
        if "." in what:
            symbols[_triangle(what, edition.side)] = _symbol(what, is_)
        else:
            place = _place(what, len(kinds))
            if is_:
                kinds[place] = replace(kinds[place], numbers=_numbers(what, is_))
            else:
                gone.append(place)
    for place in sorted(set(gone), reverse=True):
        del kinds[place], pictures[place]
    fresh = replace(edition, symbols=tuple(symbols), kinds=tuple(kinds))
    fresh.refuse_if_impossible()
    prints = replace(prints, edition=fresh, rhombi=tuple(pictures))
    folder = kept.keep(prints)
    sheet = _write_sheet(folder, prints, (), ())
    if args.json:
        print_json({"copy": args.name, "folder": str(folder), "contact_sheet": str(sheet)})
    else:
        sys.stdout.write(
            say(Phrase.of("cronberg.enrol.corrected", name=args.name, sheet=str(sheet)), args.language) + "\n"
        )
    return 0


def _parted(correction: str) -> tuple[str, str]:
    what, equals, is_ = correction.partition("=")
    if not equals or not what:
        raise CommandError(Phrase.of("cronberg.enrol.bad_correction", value=correction))
    return what.strip().lower(), is_.strip().lower()


def _symbol(what: str, is_: str) -> Symbol:
    try:
        return Symbol({"coat": "coat_of_arms", "arms": "coat_of_arms"}.get(is_, is_))
    except ValueError as error:
        raise CommandError(Phrase.of("cronberg.enrol.bad_correction", value=f"{what}={is_}")) from error


def _triangle(what: str, side: int) -> int:
    from games.cronberg.lattice import lattice_of_side

    triangle = lattice_of_side(side).triangle_named.get(what)
    if triangle is None:
        raise CommandError(Phrase.of("cronberg.enrol.bad_correction", value=what))
    return triangle


def _place(what: str, count: int) -> int:
    if not what.isdigit() or not 1 <= int(what) <= count:
        raise CommandError(Phrase.of("cronberg.enrol.bad_correction", value=what))
    return int(what) - 1


def _numbers(what: str, is_: str) -> Numbers:
    try:
        numbers = [int(value.replace("−", "-")) for value in is_.split("/")]
    except ValueError:
        numbers = []
    if len(numbers) != 4:
        raise CommandError(Phrase.of("cronberg.enrol.bad_correction", value=f"{what}={is_}"))
    return numbers[0], numbers[1], numbers[2], numbers[3]


def _write_sheet(folder: Path, prints: CronbergSet, rhombi: Sequence[int], triangles: Sequence[int]) -> Path:
    path = folder / SHEET_NAME
    write_whole(path, png(set_sheet(prints, rhombi, triangles)))
    return path


def _plain(draft: CronbergDraft, prints: CronbergSet, folder: Path, sheet: Path) -> dict[str, object]:
    assert draft.board is not None
    names = prints.lattice.triangle_names
    groups = draft.board.groups
    return {
        "copy": prints.edition.name,
        "folder": str(folder),
        "contact_sheet": str(sheet),
        "side": prints.edition.side,
        "net_corners": plain_outline(draft.board.mesh.corners_px),
        "symbols": {name: symbol.value for name, symbol in zip(names, prints.edition.symbols, strict=True)},
        "groups": {
            GROUPS[number]: {"symbol": draft.symbol_of_group(number).value, "example": names[example],
                             "triangles": groups.group_of.count(number)}
            for number, example in enumerate(groups.examples)
        },
        "doubtful_triangles": [names[triangle] for triangle in draft.doubtful_triangles],
        "rhombi": [
            {
                "number": place + 1,
                "numbers": list(one.numbers),
                "confidence": [round(value, 3) for value in one.confidence],
                "photograph": one.photograph + 1,
                "outline": plain_outline(one.outline),
            }
            for place, one in enumerate(draft.rhombi)
        ],
        "kinds": len(prints.edition.kinds),
    }  # fmt: skip


def _sentences(
    args: argparse.Namespace, draft: CronbergDraft, prints: CronbergSet, folder: Path, sheet: Path
) -> Iterator[str]:
    assert draft.board is not None

    def in_words(key: str, **values: Any) -> str:
        return say(Phrase.of(key, **values), args.language)

    yield in_words(
        "cronberg.enrol.kept", name=args.name, folder=str(folder), side=prints.edition.side, rhombi=len(draft.rhombi)
    )
    for number, example in enumerate(draft.board.groups.examples):
        symbol = Phrase.of(f"cronberg.symbol.{draft.symbol_of_group(number).value}")
        name = prints.lattice.triangle_names[example]
        count = draft.board.groups.group_of.count(number)
        yield in_words("cronberg.enrol.group", group=GROUPS[number], symbol=symbol, example=name, count=count)
    for phrase in draft.open_points():
        yield "! " + say(phrase, args.language)
    yield in_words("cronberg.enrol.check", sheet=str(sheet), name=args.name)


ENROLMENT = Enrolment(run, add_options)

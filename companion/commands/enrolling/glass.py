"""``tableside enrol --game carcassonne-stained-glass PHOTOGRAPH... --name NAME``: learn the owner's glass tiles.

Each photograph shows the twelve tiles a finger's width apart as they stand in the whole window; further ones, in
another light, are further views of the same tiles.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from calibration.references import ReferencesError
from companion.commands import CommandError, cannot_write, print_json
from companion.commands.enrolling.enrolment import Enrolment
from companion.commands.enrolling.known_set import play_with
from companion.commands.read_command import load_picture
from companion.editions.glass_sets import glass_sets
from companion.exports.contact_sheet import write_sheet
from companion.locale import say
from companion.readings.marks import plain_outline
from games.game import Phrase
from vision.stained_glass.laid_out import LaidGlass, NotLaidOut, PaleGlass, read_laid_out_glass


def run(args: argparse.Namespace) -> int:
    """Find the tiles, name them by their places, keep them and play with them."""
    sets = glass_sets()
    if not args.photographs:
        return play_with(args, sets, Phrase.of("glass.enrol_how", found=0, name=args.name))
    tiles = [tile for path in args.photographs for tile in _seen(path)]
    try:
        folder = sets.keep(args.name, [(tile.kind, tile.picture) for tile in tiles])
        if not args.keep_playing_with:
            sets.choose(args.name)
    except ReferencesError as error:
        raise CommandError(error.phrase) from error
    except OSError as error:
        raise cannot_write(sets.folder, error) from error
    sheet = write_sheet(folder, [(tile.picture, tile.kind, 1.0) for tile in tiles])
    if args.json:
        print_json(
            {
                "set": args.name,
                "folder": str(folder),
                "contact_sheet": str(sheet),
                "tiles": [{"kind": tile.kind, "outline": plain_outline(tile.outline)} for tile in tiles],
            }
        )
        return 0
    kept = Phrase.of("edition.kept", folder=str(folder), name=args.name, tiles=len(tiles))
    for phrase in (kept, Phrase.of("edition.check", sheet=str(sheet))):
        sys.stdout.write(say(phrase, args.language) + "\n")
    return 0


def _seen(path: Path) -> tuple[LaidGlass, ...]:
    try:
        return read_laid_out_glass(load_picture(path))
    except PaleGlass as error:
        raise CommandError(Phrase.of("glass.enrol_pale", name=str(path))) from error
    except NotLaidOut as error:
        raise CommandError(Phrase.of("glass.enrol_how", found=error.found, name=str(path))) from error


ENROLMENT = Enrolment(run)

"""``tableside enrol --game carcassonne-stained-glass PHOTOGRAPH... --name NAME``: learn the owner's glass tiles.

Each photograph shows the twelve tiles a finger's width apart as they stand in the whole window; further ones, in
another light, are further views of the same tiles.
"""

from __future__ import annotations

import argparse
import sys

import cv2

from calibration.references import ReferencesError
from companion.commands import CommandError, print_json
from companion.commands.read_command import load_picture
from companion.exports.contact_sheet import contact_sheet
from companion.glass_sets import OWN, GlassSets, glass_sets
from companion.locale import say
from games.game import Phrase
from vision.stained_glass.laid_out import LaidGlass, NotLaidOut, read_laid_out_glass

GAME = "carcassonne-stained-glass"
OURS = "tableside"  # what people call our own set
SHEET_NAME = "contact-sheet.png"


def run(args: argparse.Namespace) -> int:
    """Find the tiles, name them by their places, keep them and play with them."""
    sets = glass_sets()
    if not args.photographs:
        return _chosen(args, sets)
    tiles = [tile for path in args.photographs for tile in _seen(path)]
    try:
        folder = sets.keep(args.name, [(tile.kind, tile.picture) for tile in tiles])
        if not args.keep_playing_with:
            sets.choose(args.name)
    except ReferencesError as error:
        raise CommandError(Phrase.of(error.key, name=error.place, value=error.value)) from error
    except OSError as error:
        why = error.strerror or str(error)
        raise CommandError(Phrase.of("command.cannot_write", file=str(sets.folder), why=why)) from error
    sheet = folder / SHEET_NAME
    done, encoded = cv2.imencode(".png", contact_sheet([(tile.picture, tile.kind, 1.0) for tile in tiles]))
    if done:
        sheet.write_bytes(encoded.tobytes())
    if args.json:
        print_json(
            {
                "set": args.name,
                "folder": str(folder),
                "contact_sheet": str(sheet),
                "tiles": [
                    {"kind": tile.kind, "outline": [[round(float(x), 1), round(float(y), 1)] for x, y in tile.outline]}
                    for tile in tiles
                ],
            }
        )
        return 0
    kept = Phrase.of("edition.kept", folder=str(folder), name=args.name, tiles=len(tiles))
    for phrase in (kept, Phrase.of("edition.check", sheet=str(sheet))):
        sys.stdout.write(say(phrase, args.language) + "\n")
    return 0


def _chosen(args: argparse.Namespace, sets: GlassSets) -> int:
    """Play with a set that is known already."""
    name = OWN if args.name == OURS else args.name
    if name != OWN and name not in sets.names():
        raise CommandError(Phrase.of("glass.enrol_how", found=0, name=args.name))
    try:
        sets.choose(name)
    except OSError as error:
        why = error.strerror or str(error)
        raise CommandError(Phrase.of("command.cannot_write", file=str(sets.folder), why=why)) from error
    if args.json:
        print_json({"set": args.name, "known": [OURS, *sets.names()]})
    else:
        sys.stdout.write(say(Phrase.of("glass.set_chosen", name=args.name), args.language) + "\n")
    return 0


def _seen(path: object) -> tuple[LaidGlass, ...]:
    try:
        return read_laid_out_glass(load_picture(path))
    except NotLaidOut as error:
        raise CommandError(Phrase.of("glass.enrol_how", found=error.found, name=str(path))) from error

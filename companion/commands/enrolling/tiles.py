"""``tableside enrol PHOTOGRAPH... --name NAME``: learn the owner's tiles of Carcassonne, laid apart anyhow."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from pathlib import Path

from calibration.references import ReferencesError
from companion.commands import CommandError, Progress, cannot_write, print_json
from companion.commands.enrolling.enrolment import Enrolment
from companion.commands.read_command import load_picture
from companion.editions.kept_tiles import kept_editions
from companion.exports.contact_sheet import write_sheet
from companion.locale import say
from companion.readings.marks import plain_outline
from games.game import Phrase
from vision.carcassonne.laid_out import LaidTile, missing, read_laid_out
from vision.carcassonne.poses import short_name
from vision.tile_map.terrain import kind_named


def run(args: argparse.Namespace) -> int:
    """Find, name and keep the tiles. Raises :class:`CommandError` where not a single one was found."""
    if not args.photographs:
        raise CommandError(Phrase.of("edition.no_photographs"))
    from companion.readings.carcassonne_reading import base_stock

    progress = Progress("photograph", len(args.photographs))
    photographs = []
    for path in args.photographs:
        photographs.append(load_picture(path))
        progress.step()
    progress.close()
    found = read_laid_out(photographs, base_stock())
    tiles = [tile for some in found for tile in some]
    if not tiles:
        raise CommandError(Phrase.of("edition.no_tiles"))
    folder = _keep(args, tiles)
    sheet = write_sheet(folder, [(tile.picture, tile.kind, tile.confidence) for tile in tiles])
    lacking = {short_name(kind_named(key)): count for key, count in missing(tiles, base_stock()).items()}
    if args.json:
        print_json(_plain(args, found, folder, sheet, lacking))
        return 0
    for sentence in _sentences(args, tiles, folder, sheet, lacking):
        sys.stdout.write(sentence + "\n")
    return 0


def _keep(args: argparse.Namespace, tiles: list[LaidTile]) -> Path:
    editions = kept_editions(args.game)
    views = [tile.reference(f"{number}") for number, tile in enumerate(tiles, start=1)]
    try:
        if args.add:
            editions.add(args.name, views)
            return editions.folder_of(args.name)
        return editions.create(args.name, views)
    except ReferencesError as error:
        raise CommandError(error.phrase) from error
    except OSError as error:
        raise cannot_write(editions.folder, error) from error


def _plain(
    args: argparse.Namespace,
    found: tuple[tuple[LaidTile, ...], ...],
    folder: Path,
    sheet: Path,
    lacking: dict[str, int],
) -> dict[str, object]:
    return {
        "edition": args.name,
        "folder": str(folder),
        "contact_sheet": str(sheet),
        "tiles": [
            {
                "photograph": str(path),
                "type": tile.kind,
                "sides": list(tile.sides),
                "confidence": round(tile.confidence, 4),
                "outline": plain_outline(tile.outline),
                "alternatives": [
                    {"type": one.kind, "sides": list(one.sides), "confidence": round(one.confidence, 4)}
                    for one in tile.alternatives
                ],
            }
            for path, some in zip(args.photographs, found, strict=True)
            for tile in some
        ],
        "missing": lacking,
    }


def _sentences(
    args: argparse.Namespace, tiles: list[LaidTile], folder: Path, sheet: Path, lacking: dict[str, int]
) -> Iterator[str]:
    doubtful = [str(number) for number, tile in enumerate(tiles, start=1) if tile.confidence < 0.9]
    yield say(Phrase.of("edition.kept", folder=str(folder), name=args.name, tiles=len(tiles)), args.language)
    yield say(Phrase.of("edition.check", sheet=str(sheet)), args.language)
    if doubtful:
        yield say(Phrase.of("edition.doubtful", numbers=", ".join(doubtful), name=args.name), args.language)
    if lacking:
        yield say(Phrase.of("edition.lacking", kinds=", ".join(sorted(lacking))), args.language)


ENROLMENT = Enrolment(run)

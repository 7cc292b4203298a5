"""``tableside editions``: the editions that were learned: list, correct, rename, export and remove them."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from calibration.files.picture_door import PictureError, open_picture
from calibration.kept_editions import KeptEditions
from calibration.references import Edition, ReferencesError
from companion.commands import CommandError, cannot_write, print_json
from companion.editions.kept_tiles import kept_editions
from companion.locale import say
from games.game import Phrase
from vision.carcassonne.laid_out import sides_for
from vision.carcassonne.poses import short_name
from vision.tile_map.terrain import UnknownKind, kind_named


def add_parser(subparsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Describe the command."""
    parser = subparsers.add_parser("editions", help="the editions that were learned: list, correct, export, remove")
    parser.add_argument("--json", action="store_true", help="one object on the last line")
    parser.set_defaults(run=run_list)
    actions = parser.add_subparsers(metavar="ACTION")
    correct = actions.add_parser("correct", help="say what a tile of the contact sheet really is: 7=K")
    correct.add_argument("name", nargs="?", help="of the edition; without, all editions are listed")
    correct.add_argument(
        "corrections", nargs="*", metavar="NUMBER=TYPE", help="7=K, or 7= to forget picture 7; without, all are listed"
    )
    correct.set_defaults(run=run_correct)
    for action, wish in (("rename", "NEW"), ("export", "FOLDER")):
        two = actions.add_parser(action)
        two.add_argument("name")
        two.add_argument("target", metavar=wish)
        two.set_defaults(run=run_rename if action == "rename" else run_export)
    remove = actions.add_parser("remove")
    remove.add_argument("name")
    remove.set_defaults(run=run_remove)


def run_list(args: argparse.Namespace) -> int:
    """Every edition with how many views of how many kinds it has."""
    editions = kept_editions()
    rows: dict[str, dict[str, int | str]] = {}
    for name in editions.names():
        edition = _loaded(editions, name)
        rows[name] = {"views": len(edition), "kinds": len(edition.kinds), "folder": str(editions.folder_of(name))}
    if args.json:
        print_json({"editions": rows})
    for name, one in rows.items() if not args.json else ():
        sentence = Phrase.of("edition.listed", kinds=one["kinds"], name=name, views=one["views"])
        sys.stdout.write(say(sentence, args.language) + "\n")
    if not rows and not args.json:
        sys.stdout.write(say(Phrase.of("edition.none"), args.language) + "\n")
    return 0


def run_correct(args: argparse.Namespace) -> int:
    """Name tiles anew, by their numbers on the contact sheet."""
    if args.name is None:
        return run_list(args)
    editions = kept_editions()
    if not args.corrections:
        return _list_tiles(editions, args.name)
    for correction in args.corrections:
        number, equals, kind = correction.partition("=")
        if not equals or not number.isdigit():
            raise CommandError(Phrase.of("edition.bad_correction", value=correction))
        _correct(editions, args.name, f"{int(number):03d}.png", kind.strip())
    return _said(args, "edition.corrected", count=len(args.corrections))


def _list_tiles(editions: KeptEditions, name: str) -> int:
    """Every picture of an edition by its number on the contact sheet, as what it is known, and its sides."""
    for reference in _loaded(editions, name).references:
        kind = short_name(kind_named(reference.kind))
        sys.stdout.write(f"{Path(reference.name).stem.lstrip('0'):>4}={kind:<8} {' '.join(reference.sides)}\n")
    return 0


def _correct(editions: KeptEditions, name: str, file: str, kind: str) -> None:
    try:
        if not kind:
            editions.drop_tile(name, file)
            return
        picture = open_picture(editions.folder_of(name) / file)
        named = kind_named(kind.upper() if len(kind) == 1 else kind)
        editions.rename_tile(name, file, short_name(named), sides_for(picture, named.key))
    except ReferencesError as error:
        raise _refused(error) from error
    except PictureError as error:
        missing = Phrase.of("edition.no_picture", name=name, value=file)
        raise CommandError(missing if error.key == "picture.not_there" else error.phrase) from error
    except UnknownKind as error:
        raise CommandError(Phrase.of("edition.unknown_kind", value=error.name)) from error


def run_rename(args: argparse.Namespace) -> int:
    """Give an edition another name."""
    try:
        kept_editions().rename(args.name, args.target)
    except ReferencesError as error:
        raise _refused(error) from error
    except OSError as error:
        raise cannot_write(args.target, error) from error
    return _said(args, "edition.renamed", new=args.target)


def run_export(args: argparse.Namespace) -> int:
    """Copy an edition somewhere else."""
    try:
        kept_editions().export(args.name, Path(args.target))
    except ReferencesError as error:
        raise _refused(error) from error
    except OSError as error:
        raise cannot_write(args.target, error) from error
    return _said(args, "edition.exported", folder=args.target)


def run_remove(args: argparse.Namespace) -> int:
    """Forget an edition."""
    try:
        kept_editions().remove(args.name)
    except ReferencesError as error:
        raise _refused(error) from error
    except OSError as error:
        raise cannot_write(args.name, error) from error
    return _said(args, "edition.removed")


def _said(args: argparse.Namespace, key: str, **values: str | int) -> int:
    sys.stdout.write(say(Phrase.of(key, name=args.name, **values), args.language) + "\n")
    return 0


def _loaded(editions: KeptEditions, name: str) -> Edition:
    try:
        return editions.load(name)
    except ReferencesError as error:
        raise _refused(error) from error


def _refused(error: ReferencesError) -> CommandError:
    return CommandError(error.phrase)

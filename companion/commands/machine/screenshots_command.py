"""``tableside screenshots``: a picture of every screen and every step of every game, and what breaks a rule there."""

from __future__ import annotations

import argparse
import sys
from itertools import product
from pathlib import Path
from typing import TYPE_CHECKING

from companion.commands import CommandError, Progress, cannot_write, print_json
from companion.locale import LANGUAGES, say
from companion.titles.registry import game_keys, typed_key
from games.game import Phrase

if TYPE_CHECKING:
    from companion.ui.tour.gallery import Dress

SIZES = ("1280x800", "800x480", "1920x1200", "800x1280")
SCALES = (100, 130)
THEMES = ("dark", "light")
PLACES = "places"


def add_parser(subparsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Describe the command."""
    parser = subparsers.add_parser("screenshots", help="pictures of every screen and every step of every game")
    parser.add_argument("folder", type=Path, nargs="?", metavar="DIR", help="where they go")
    add_dresses(parser)
    parser.add_argument("--seed", type=int, default=1, help="of the games, which are played by chance")
    parser.add_argument("--check", action="store_true", help="tell what breaks the rules; then no pictures are needed")
    parser.add_argument("--json", action="store_true", help="one object on the last line")
    parser.set_defaults(run=run)


def add_dresses(parser: argparse.ArgumentParser) -> None:
    """Describe which part of all screens is meant, and how they are dressed."""
    parts = (*game_keys(lambda title: title.face), PLACES)
    parser.add_argument(
        "--game", action="append", type=typed_key, choices=parts, help=f"only this game ({PLACES}: what is no game's)"
    )
    parser.add_argument("--size", action="append", choices=SIZES, help="only this size of the window, px")
    parser.add_argument("--in", dest="languages", action="append", choices=LANGUAGES, help="only this language")
    parser.add_argument("--text", action="append", type=int, choices=SCALES, help="only this size of text, percent")
    parser.add_argument("--theme", action="append", choices=THEMES, help="only this theme; else both")


def wished_parts(args: argparse.Namespace) -> tuple[str, ...]:
    """The games that were asked for, and what is no game's; all of them where none was."""
    return tuple(args.game or (PLACES, *game_keys(lambda title: title.face)))


def wished_dresses(args: argparse.Namespace) -> list[Dress]:
    """Every way to show screens that was asked for."""
    from companion.ui.tour.gallery import Dress

    wished = product(args.size or SIZES, args.languages or LANGUAGES, args.text or SCALES, args.theme or THEMES)
    return [Dress(_size(size), language, scale / 100, theme) for size, language, scale, theme in wished]


def run(args: argparse.Namespace) -> int:
    """Walk through them; exit code 1 where something breaks a rule and that was asked for."""
    if args.folder is None and not args.check:
        raise CommandError(Phrase.of("command.screenshots_need_folder"))
    from companion.ui.tour.gallery import Gallery

    dresses, parts = wished_dresses(args), wished_parts(args)
    gallery, progress = Gallery(args.folder, seed=args.seed), Progress("screen")
    shown, broken = 0, []
    try:
        for part in parts:
            for shot in gallery.walk(part, dresses):
                shown += 1
                progress.step(shot.name)
                if args.check:
                    broken += [(part, shot.dress.name, shot.name, str(fault)) for fault in shot.faults]
    except OSError as error:
        raise cannot_write(args.folder, error) from error
    finally:
        progress.close()
        gallery.close()
    if args.json:
        print_json({"screens": shown, "faults": [" ".join(one) for one in broken]})
    else:
        for one in broken:
            sys.stdout.write("/".join(one[:3]) + f": {one[3]}\n")
        phrase = Phrase.of("command.screenshots", screens=shown, faults=len(broken))
        sys.stdout.write(say(phrase, args.language) + "\n")
    return 1 if broken else 0


def _size(typed: str) -> tuple[int, int]:
    width, height = typed.split("x")
    return int(width), int(height)

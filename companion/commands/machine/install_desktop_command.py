"""``tableside install-desktop``: into the menus of this desktop, and out again."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from calibration.files.whole_file import CannotWrite
from companion.commands import CommandError, cannot_write
from companion.locale import say
from games.game import Phrase


def add_parser(subparsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Describe the command."""
    parser = subparsers.add_parser(
        "install-desktop", help="menu entry, icon, completion in the shell; for the whole machine also device rights"
    )
    where = parser.add_mutually_exclusive_group()
    where.add_argument("--user", action="store_true", help="for you alone, in ~/.local (the default)")
    where.add_argument("--prefix", type=Path, metavar="DIR", help="such as /usr/local, for everybody here")
    parser.add_argument("--program", metavar="PATH", help="what the menu entry starts (default: this installation)")
    parser.add_argument("--uninstall", action="store_true", help="take it all out again")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Write or delete, and name every file. Raises :class:`CommandError` where that is not possible here."""
    if not sys.platform.startswith("linux"):
        raise CommandError(Phrase.of("command.no_menus_here"))
    from companion.cli import whole_parser
    from companion.desktop.installing import install, program, uninstall, user_prefix

    prefix = args.prefix.absolute() if args.prefix is not None else user_prefix()
    try:
        if args.uninstall:
            placed, key = uninstall(whole_parser(), prefix), "command.desktop_gone"
        else:
            placed, key = install(whole_parser(), prefix, args.program or program()), "command.desktop_there"
    except CannotWrite as error:
        raise cannot_write(error.path, error) from error
    except OSError as error:
        raise cannot_write(error.filename, error) from error
    for path in placed:
        sys.stdout.write(f"{path}\n")
    sys.stdout.write(say(Phrase.of(key, count=len(placed)), args.language) + "\n")
    return 0

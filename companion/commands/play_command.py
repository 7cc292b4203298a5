"""``tableside`` and ``tableside play``: the app."""

from __future__ import annotations

import argparse

from companion.commands import CommandError
from companion.doctor import has_display
from games.game import Phrase


def add_parser(subparsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Describe the command."""
    parser = subparsers.add_parser("play", help="open the app (also without a command)")
    parser.add_argument("--fullscreen", action="store_true")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Open the window and play until it is closed. Raises :class:`CommandError` where there is no display."""
    if not has_display():
        raise CommandError(Phrase.of("command.no_display"))
    from companion.tablet import run_tablet

    language = args.language if args.language_typed else None
    return run_tablet(fullscreen=getattr(args, "fullscreen", False), language=language)

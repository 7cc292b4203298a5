"""``tableside`` and ``tableside play``: the app."""

from __future__ import annotations

import argparse


def add_parser(subparsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Describe the command."""
    parser = subparsers.add_parser("play", help="open the app (also without a command)")
    parser.add_argument("--fullscreen", action="store_true", help="over the whole screen, without a frame")
    parser.add_argument(
        "--rotate", type=int, choices=(0, 90, 180, 270), default=0, help="degrees, for a screen that hangs on its side"
    )
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Open the window and play until it is closed. Raises :class:`companion.window.NoWindow` where nobody would
    see it."""
    from companion.tablet import run_tablet

    language = args.language if args.language_typed else None
    return run_tablet(
        fullscreen=getattr(args, "fullscreen", False), rotate=getattr(args, "rotate", 0), language=language
    )

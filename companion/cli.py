"""The command line: ``tableside`` opens the app, ``tableside COMMAND`` does one thing and says how it went.

Errors are one clear line and an exit code: 1 where something failed, 2 where the command was typed wrong.
"""

from __future__ import annotations

import argparse
import io
import os
import sys
from collections.abc import Sequence
from importlib import import_module

from companion.commands import CommandError
from companion.locale import LANGUAGES, say
from companion.store import StoreError
from games.game import Phrase, Refusal
from vision.frames import SourceError

# Each is imported only where its parser is needed: the rules start in a few milliseconds, OpenCV and Kivy do not.
_COMMANDS = (
    "play",
    "demo",
    "read",
    "follow",
    "replay",
    "enrol",
    "editions",
    "calibrate",
    "cards",
    "import",
    "export",
    "print",
    "devices",
    "doctor",
    "bench",
)


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command that was typed; without one, the app. Returns the exit code."""
    typed = list(sys.argv[1:] if arguments is None else arguments)
    _carry_every_name()
    parser = _parser(typed)
    args = parser.parse_args(typed)
    run = getattr(args, "run", None) or import_module("companion.commands.play_command").run
    try:
        code: int = run(args)
    except (CommandError, StoreError, Refusal) as error:
        return _fail(error.phrase, args.language)
    except SourceError as error:
        return _fail(error.phrase, args.language)
    except KeyboardInterrupt:
        return 130
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 1
    return code


def _carry_every_name() -> None:
    """What the terminal's encoding lacks is written as an escape: a file's name may be any bytes."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")


def _fail(phrase: Phrase, language: str) -> int:
    sys.stderr.write(f"tableside: {say(phrase, language)}\n")
    return 1


def _parser(typed: Sequence[str]) -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="tableside",
        description="A companion for real board games: it sees the table, keeps the rules in step and says what "
        "scored and why. Without a command it opens the app.",
    )
    german = os.environ.get("LC_ALL", os.environ.get("LC_MESSAGES", os.environ.get("LANG", ""))).startswith("de")
    parser.add_argument("--language", choices=LANGUAGES, default="de" if german else "en", help="of what is said")
    subparsers = parser.add_subparsers(metavar="COMMAND")
    wanted = next((word for word in typed if word in _COMMANDS), None)
    for name in _COMMANDS:
        if wanted in (None, name):
            import_module(f"companion.commands.{name}_command").add_parser(subparsers)
    return parser


if __name__ == "__main__":
    sys.exit(main())

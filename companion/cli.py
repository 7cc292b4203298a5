"""The command line: ``tableside`` opens the app, ``tableside COMMAND`` does one thing and says how it went.

Errors are one clear line and an exit code: 1 where something failed, 2 where the command was typed wrong. 3 is none:
``read`` found nothing on the picture.
"""

from __future__ import annotations

import argparse
import io
import logging
import os
import sys
import threading
from collections.abc import Iterator, Sequence
from importlib import import_module
from typing import Any, NoReturn

from calibration.files.kept_file import DamagedFile
from calibration.files.system_reason import system_reason
from companion.asked_to_end import TERMINATED, AskedToEnd, end_on_sigterm
from companion.commands import CommandError
from companion.commands.help_words import speak, usage_fault
from companion.locale import LANGUAGES, say
from companion.locale.machine_language import machine_language
from companion.logbook import kept_log, log_file
from companion.store import StoreError
from companion.window import NoWindow
from games.game import Phrase, Refusal
from vision.addresses import masked, masked_address
from vision.source_error import SourceError

UNFORESEEN = 70  # EX_SOFTWARE of sysexits.h
_LOG = logging.getLogger(__name__)

# Each is imported only where its parser is needed: the rules start in a few milliseconds, OpenCV and Kivy do not.
_COMMANDS = {
    "play": "play_command",
    "demo": "demo_command",
    "read": "read_command",
    "follow": "follow_command",
    "watch": "watch_command",
    "spectate": "spectate_command",
    "club": "club_command",
    "eyes": "eyes_command",
    "replay": "replay_command",
    "enrol": "enrol_command",
    "editions": "editions_command",
    "boxes": "boxes_command",
    "calibrate": "calibrate_command",
    "cards": "cards_command",
    "import": "import_command",
    "export": "export_command",
    "print": "print_command",
    "devices": "machine.devices_command",
    "doctor": "machine.doctor_command",
    "install-desktop": "machine.install_desktop_command",
    "report": "machine.report_command",
    "screenshots": "machine.screenshots_command",
    "bench": "machine.bench_command",
}


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command that was typed; without one, the app. Returns the exit code."""
    typed = _language_first(sys.argv[1:] if arguments is None else arguments)
    _carry_every_name()
    # Numpy reads it when a command imports it. Our matrices are small, and OpenBLAS lets threads wait for each other by
    # spinning: beside a screen and a camera a product of 0.15 ms took 8 ms of all cores (1024 x 200 by 200 x 12).
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    parser = _parser(typed)
    args = parser.parse_args(typed)
    if arguments is None:  # a program of its own
        end_on_sigterm()
    with kept_log(verbose=args.verbose):
        code = _run(args, typed)
        if arguments is None and threading.active_count() > 1:
            from companion.end_of_program import end_of_program

            end_of_program(code)
    return code


def _run(args: argparse.Namespace, typed: list[str]) -> int:
    run = getattr(args, "run", None) or import_module("companion.commands.play_command").run
    # A name that the system could not decode holds lone surrogates, which no log file or pipe takes.
    text = " ".join(masked_address(one) for one in typed).encode(errors="backslashreplace").decode()
    try:
        _LOG.info("tableside %s", text or "play")
        code: int = run(args)
    except (CommandError, NoWindow, StoreError, Refusal, DamagedFile) as error:
        return _fail(error.phrase, args.language)
    except SourceError as error:
        return _fail(error.phrase, args.language)
    except AskedToEnd:
        return TERMINATED
    except KeyboardInterrupt:
        return 130
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 1
    except Exception as error:  # noqa: BLE001 - nobody foresaw it: the log has all of it, people get one line
        _LOG.exception("nobody foresaw this")
        if isinstance(error, OSError) and error.filename is not None:  # no room, no right, a disk that is gone
            refused = {"file": os.fsdecode(error.filename), "why": system_reason(error)}
            return _fail(Phrase.of("command.system_refuses", **refused), args.language)
        _fail(Phrase.of("command.unforeseen", what=type(error).__name__, log=str(log_file())), args.language)
        return UNFORESEEN
    return code


def _carry_every_name() -> None:
    """What the terminal's encoding lacks is written as an escape: a file's name may be any bytes."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")


def _fail(phrase: Phrase, language: str) -> int:
    _LOG.info("failed: %s", say(phrase))
    sys.stderr.write(f"tableside: {say(phrase, language)}\n")
    return 1


class _Parser(argparse.ArgumentParser):
    """Says what was typed wrong, without a camera's password and in the language of its help."""

    def error(self, message: str) -> NoReturn:
        """Say it and end with 2."""
        self.print_usage(sys.stderr)
        self.exit(2, f"{self.prog}: {usage_fault(masked(message), self)}\n")


class _Version(argparse.Action):
    """Says the versions and ends; nothing of it is imported before it is asked for."""

    def __init__(self, option_strings: Sequence[str], dest: str, **kwargs: Any) -> None:
        super().__init__(option_strings, dest, nargs=0, **kwargs)

    def __call__(self, parser: argparse.ArgumentParser, *_: Any, **__: Any) -> NoReturn:
        """Say it and end with 0."""
        sys.stdout.write(", ".join(versions()) + "\n")
        parser.exit()


def versions() -> Iterator[str]:
    """The program, Python, and the packages that matter for a bug report."""
    from importlib.metadata import version

    yield f"tableside {version('tableside')}"
    yield f"Python {sys.version.split()[0]}"
    for package in ("opencv-python", "numpy", "kivy", "pyserial"):
        yield f"{package} {version(package)}"


def whole_parser() -> argparse.ArgumentParser:
    """The parser with every command, for what completes them."""
    return _parser(())


def _parser(typed: Sequence[str]) -> argparse.ArgumentParser:
    parser = _Parser(
        prog="tableside",
        description="A companion for real board games: it sees the table, keeps the rules in step and says what "
        "scored and why. Without a command it opens the app.",
    )
    parser.add_argument("--language", choices=LANGUAGES, default=machine_language(), help="of what is said")
    parser.set_defaults(language_typed=any(word.split("=")[0] == "--language" for word in typed))
    parser.add_argument("--version", action=_Version, help="say which version this is, and of what it is made")
    parser.add_argument("--verbose", action="store_true", help="write the log on standard error, too")
    subparsers = parser.add_subparsers(metavar="COMMAND")
    wanted = next((word for word in typed if word in _COMMANDS), None)
    for name, module in _COMMANDS.items():
        if wanted in (None, name):
            import_module(f"companion.commands.{module}").add_parser(subparsers)
    speak(parser, _typed_language(typed) or parser.get_default("language"))
    return parser


def _language_first(typed: Sequence[str]) -> list[str]:
    """What was typed, with its language before the command, where people put it as often as after."""
    words, language = list(typed), _typed_language(typed)
    if language is None:
        return words
    place = next(place for place, word in enumerate(words) if word.partition("=")[0] == "--language")
    del words[place : place + (1 if "=" in words[place] else 2)]
    return ["--language", language, *words]


def _typed_language(typed: Sequence[str]) -> str | None:
    """The language that was typed, which the help must know before anything is parsed."""
    for word, after in zip(typed, [*typed[1:], ""], strict=False):
        name, _, value = word.partition("=")
        if name == "--language" and (value or after) in LANGUAGES:
            return value or after
    return None


if __name__ == "__main__":
    sys.exit(main())

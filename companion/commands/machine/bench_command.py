"""``tableside bench``: measures speed, memory and how well tables are read; only where its tools are, in a checkout."""

from __future__ import annotations

import argparse
import os
import sys
from importlib import import_module
from pathlib import Path
from typing import Any

import companion
from companion.commands import CommandError
from games.game import Phrase

CHECKOUT = Path(companion.__file__).parents[1]
_MEASURES = ("tools", "benchmarks", "command.py")


def measures() -> Any | None:
    """The module that describes and runs every measure, or None where Tableside was installed without its tools."""
    if not CHECKOUT.joinpath(*_MEASURES).is_file():
        return None
    if str(CHECKOUT) not in sys.path:
        # An installed checkout shows its packages alone, and tools are none of them; nor would processes of their own.
        sys.path.insert(0, str(CHECKOUT))
        os.environ["PYTHONPATH"] = os.pathsep.join(filter(None, (str(CHECKOUT), os.environ.get("PYTHONPATH"))))
    return import_module("tools.benchmarks.command")


def add_parser(subparsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Describe the command."""
    found = measures()
    if found is not None:
        found.add_parser(subparsers)
        return
    parser = subparsers.add_parser("bench", help="measure speed, memory and reading (in a checkout of Tableside)")
    parser.add_argument("what", nargs=argparse.REMAINDER)
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Say what is missing. Raises :class:`CommandError`."""
    raise CommandError(Phrase.of("bench.only_in_a_checkout"))

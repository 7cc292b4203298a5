"""The commands of the command line, one a file: each offers ``add_parser(subparsers)`` and ``run(args) -> int``."""

from __future__ import annotations

import json
import sys
from collections.abc import Mapping

from calibration.files.system_reason import system_reason
from games.game import Phrase

NOTHING_FOUND = 3  # the exit code where there was no table to be read


class CommandError(Exception):
    """A command can't do what was asked: the sentence for people, with the remedy."""

    def __init__(self, phrase: Phrase) -> None:
        self.phrase = phrase
        super().__init__(str(phrase))

    def __reduce__(self) -> tuple[type[CommandError], tuple[Phrase]]:
        """So that one of another process says the same here."""
        return CommandError, (self.phrase,)


def cannot_write(file: object, error: OSError) -> CommandError:
    """What is said where a file or folder can't be written."""
    return CommandError(Phrase.of("command.cannot_write", file=str(file), why=system_reason(error)))


def bounded(name: str, value: float | None, least: float, most: float) -> None:
    """Refuses a number that was typed and lies beyond its bounds, or is none. Raises :class:`CommandError`."""
    if value is not None and not least <= value <= most:
        bounds = {key: _shown(one) for key, one in (("value", value), ("least", least), ("most", most))}
        raise CommandError(Phrase.of("command.bad_number", name=name, **bounds))


def _shown(number: float) -> int | str:
    return number if isinstance(number, int) else f"{number:g}"


def print_json(result: Mapping[str, object]) -> None:
    """The result as one object on the last line of standard output."""
    sys.stdout.write(json.dumps(result, ensure_ascii=False) + "\n")
    sys.stdout.flush()


class Progress:
    """A count on standard error that overwrites itself, shown only where a person is watching."""

    def __init__(self, what: str, total: int | None = None) -> None:
        self._what, self._total, self._done = what, total, 0
        self._shown = sys.stderr.isatty()

    def step(self, note: str = "") -> None:
        """One more is done."""
        self._done += 1
        if self._shown:
            of = f" of {self._total}" if self._total is not None else ""
            sys.stderr.write(f"\r{self._what} {self._done}{of} {note}\033[K")
            sys.stderr.flush()

    def close(self) -> None:
        """Leave the line."""
        if self._shown and self._done:
            sys.stderr.write("\n")

"""What of a box's files can't be played with: the file, the line and the sentence."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from games.game import Phrase


@dataclass(frozen=True, slots=True)
class BoxFault:
    """Why a file can't be played with: the file, the line (0 where it has none), and the sentence for people."""

    file: str
    line: int
    phrase: Phrase


def reason_of(phrase: Phrase) -> Phrase:
    """What is wrong with a file, without the words around it on what is played with instead."""
    values = dict(phrase.values)
    inner = values.get("what", values.get("value")) if phrase.key in _ABOUT_FILES else None
    if isinstance(inner, Phrase):
        return reason_of(inner)
    return Phrase.of("boxes.why", why=inner) if isinstance(inner, str) and inner else phrase


_ABOUT_FILES = ("printed.damaged", "file.no_json", "file.odd_values", "file.not_utf8", "cronberg.copy.damaged")


def line_of(path: Path, phrase: Phrase) -> int:
    """The line of a file that a sentence is about: the one that it tells itself, or the first that names what it names;
    1 where nothing does."""
    words = list(_words(phrase))
    for word in words:
        if match := re.search(r"\bline (\d+)", word):  # as json tells it
            return int(match[1])
    lines = _lines(path)
    for word in sorted(words, key=len, reverse=True):
        for number, line in enumerate(lines, start=1):
            if json.dumps(word, ensure_ascii=False) in line:
                return number
    return 1


def _words(phrase: Phrase) -> Iterator[str]:
    """Everything that a sentence names, as it stands in files."""
    for value in dict(phrase.values).values():
        if isinstance(value, Phrase):
            yield from _words(value)
        elif isinstance(value, str):
            yield value


def line_of_part(path: Path, part: object) -> int:
    """The line on which a card begins: where its first value stands."""
    if isinstance(part, dict):
        for value in part.values():
            wanted = json.dumps(value, ensure_ascii=False)
            for number, line in enumerate(_lines(path), start=1):
                if isinstance(value, str) and wanted in line:
                    return number
    return 1


def _lines(path: Path) -> list[str]:
    try:
        return path.read_text(encoding="utf-8", errors="replace").splitlines()
    except OSError:
        return []

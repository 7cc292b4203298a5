"""A measure's result as people read it, or as one object on a line."""

from __future__ import annotations

import sys
from collections.abc import Mapping

from companion.commands import print_json


def print_result(result: Mapping[str, object], as_json: bool) -> None:
    """Print it: indented lines of names and figures, or ``as_json`` one object on the last line."""
    if as_json:
        print_json(result)
    else:
        for line in _lines(result, ""):
            sys.stdout.write(line + "\n")


def _lines(result: Mapping[str, object], indent: str) -> list[str]:
    lines = []
    for name, value in result.items():
        if isinstance(value, Mapping):
            lines += [f"{indent}{name}", *_lines(value, indent + "  ")]
        else:
            lines.append(f"{indent}{name:<50} {value}")
    return lines

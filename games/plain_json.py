"""JSON from a file that somebody else may have written: values that every program can carry, or a reason why not.

Python's own reader takes more than that: numbers that are none (``NaN``, ``1e999``), halves of characters
(``"\\ud800"``), and lists nested deeper than its stack (RFC 8259, sections 6, 8.2 and 9 leave all of them open).
"""

from __future__ import annotations

import json
import math
from typing import Any

from games.game import JsonValue

DEEPEST = 100  # lists within lists; a record has 8
LONGEST_NUMBER = 18  # digits: what every program holds exactly is shorter


class NotPlainJson(ValueError):
    """The text holds no plain JSON; its words say why, in English, for the end of a sentence."""


def plain_json(text: str) -> JsonValue:
    """The value that the text tells; a mark of its byte order is passed over. Raises :class:`NotPlainJson`."""
    try:
        value = json.loads(
            text.removeprefix("\ufeff"), parse_constant=_no_number, parse_float=_finite, parse_int=_short
        )
        _check(value, 0)
    except RecursionError:
        raise NotPlainJson("lists are nested too deeply") from None
    except json.JSONDecodeError as error:
        raise NotPlainJson(f"line {error.lineno}, column {error.colno}: {error.msg}") from None
    result: JsonValue = value
    return result


def _no_number(text: str) -> None:
    raise NotPlainJson(f"{text} is no number")


def _finite(text: str) -> float:
    value = float(text)
    if not math.isfinite(value):
        raise NotPlainJson("a number is too large")
    return value


def _short(text: str) -> int:
    if len(text) > LONGEST_NUMBER:
        raise NotPlainJson("a number is too large")
    return int(text)


def _check(value: Any, depth: int) -> None:
    if depth > DEEPEST:
        raise NotPlainJson("lists are nested too deeply")
    if isinstance(value, str):
        try:
            value.encode()
        except UnicodeEncodeError:
            raise NotPlainJson("a character is cut in half") from None
    elif isinstance(value, dict):
        for key, inside in value.items():
            _check(key, depth)
            _check(inside, depth + 1)
    elif isinstance(value, list):
        for inside in value:
            _check(inside, depth + 1)

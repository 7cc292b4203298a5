"""What is printed on the components: numbers, tiles, cards and layouts, each with its source and its confidence.

Sources disagree on a few of them, so a table can correct each: a correction is a path such as ``dealer_first.4`` and
the value as JSON text.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import lru_cache
from importlib.resources import files
from typing import Any

from games.game import Phrase, Refusal, RefusalKind

# These grow with every set; anything else the last set decides.
_MERGED = ("places", "layouts", "bonus_cards", "rubies_of_box")


class Facts:
    """The facts of the sets in the box, corrected by the table.

    Args:
        sets: names of data files, the base game first.
        corrections: (path, JSON text) pairs; a path names a fact and, after dots, a key within it.

    Raises:
        Refusal: of kind invalid, on a path that leads nowhere or a text that is no JSON.
    """

    def __init__(self, sets: tuple[str, ...], corrections: tuple[tuple[str, str], ...] = ()) -> None:
        self._values: dict[str, Any] = {}
        self.sets = sets
        self.sources: dict[str, tuple[str, str]] = {}
        self._corrected = tuple(path for path, _ in corrections)
        for name in sets:
            for fact, entry in printed(name).items():
                value = entry["value"]
                if fact in _MERGED:
                    value = {**self._values.get(fact, {}), **value}
                self._values[fact] = value
                self.sources[fact] = (entry["source"], entry["confidence"])
        for path, text in corrections:
            self._correct(path, text)

    def __getitem__(self, fact: str) -> Any:
        return self._values[fact]

    def is_default(self, path: str) -> bool:
        """Whether a fact, or the part of it that a path leads to, is not sure: a default until it is corrected."""
        corrected = any(known_path == path or path.startswith(f"{known_path}.") for known_path in self._corrected)
        return not corrected and self.sources[path.partition(".")[0]][1] != "high"

    def brought(self, name: str, fact: str) -> Any:
        """What one data file says of a fact."""
        return printed(name)[fact]["value"]

    def for_players(self, fact: str, players: int) -> Any:
        """The value of a fact that depends on how many play."""
        return self._values[fact][str(players)]

    def _correct(self, path: str, text: str) -> None:
        first, *keys = path.split(".")
        try:
            value = json.loads(text)
            if first not in self._values:
                raise KeyError(first)
            self._values[first] = _replaced(self._values[first], keys, value)
        except (KeyError, IndexError, TypeError, ValueError) as error:
            phrase = Phrase.of("istanbul.bad_correction", path=path, value=text)
            raise Refusal(RefusalKind.INVALID, phrase, value=text, place=path) from error


def _replaced(whole: Any, keys: list[str], value: Any) -> Any:
    """A copy of ``whole`` with another value at the end of the keys."""
    if not keys:
        if type(whole) is not type(value):
            raise TypeError(f"{value!r} in place of {whole!r}")
        return value
    if isinstance(whole, list):
        changed: Any = list(whole)
        changed[int(keys[0])] = _replaced(whole[int(keys[0])], keys[1:], value)
        return changed
    if len(keys) == 1 and keys[0] not in whole:
        return {**whole, keys[0]: value}
    return {**whole, keys[0]: _replaced(whole[keys[0]], keys[1:], value)}


@lru_cache(maxsize=8)
def printed(name: str) -> Mapping[str, Any]:
    """A data file as it ships: fact -> value, source, confidence, note."""
    text = files("games.istanbul").joinpath(f"data/{name}.json").read_text(encoding="utf-8")
    data: Mapping[str, Any] = json.loads(text)
    return data

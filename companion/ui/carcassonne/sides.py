"""Sides of a tile in words, on a map that is shown turned: "in the east" is where people see it. No kivy."""

from __future__ import annotations

from games.carcassonne.tiles import SIDES
from games.game import Phrase, PhraseValue

_IN_WORDS = tuple(f"carcassonne.side_{side}" for side in SIDES)  # clockwise


def as_shown(phrase: Phrase, turns: int) -> Phrase:
    """The phrase with its sides as they are seen after so many quarter turns clockwise.

    >>> as_shown(Phrase.of("carcassonne.side_E"), 1).key
    'carcassonne.side_S'
    """
    if phrase.key in _IN_WORDS:
        return Phrase(_IN_WORDS[(_IN_WORDS.index(phrase.key) + turns) % len(SIDES)], phrase.values)
    return Phrase(phrase.key, tuple((name, _value(value, turns)) for name, value in phrase.values))


def _value(value: PhraseValue, turns: int) -> PhraseValue:
    if isinstance(value, Phrase):
        return as_shown(value, turns)
    if isinstance(value, tuple):
        return tuple(as_shown(one, turns) if isinstance(one, Phrase) else one for one in value)
    return value


def place_phrase(x: int, y: int, turns: int) -> Phrase:
    """Where a place lies, seen from the start tile, on a map that is shown after so many quarter turns clockwise: "3
    right, 5 above the start tile"."""
    for _ in range(turns % 4):
        x, y = -y, x
    across = Phrase.of(f"carcassonne.at_{'right' if x > 0 else 'left'}", tiles=abs(x))
    along = Phrase.of(f"carcassonne.at_{'below' if y > 0 else 'above'}", tiles=abs(y))
    if x and y:
        return Phrase.of("carcassonne.at_both", across=across, along=along)
    if x:
        return Phrase.of("carcassonne.at_across", across=across)
    return Phrase.of("carcassonne.at_along", along=along) if y else Phrase.of("carcassonne.at_start")

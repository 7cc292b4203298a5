"""Reads the underside of an ordinary die through a glass floor, with nine light sensors in a square.

A sensor sees a white die as light and a pip, or an empty pocket, as dark. The pocket keeps the die square to the
sensors, so that a face shows in one of two ways; what fits none of them lies crooked. Opposite faces add up to 7.
"""

from .smart_dice import AWAY, UNCLEAR

# Which of the nine places (rows from the top) are pips, for each face and each way in which it can lie.
_FACES = {
    "....*....": 1,
    "*.......*": 2,
    "..*...*..": 2,
    "*...*...*": 3,
    "..*.*.*..": 3,
    "*.*...*.*": 4,
    "*.*.*.*.*": 5,
    "*.**.**.*": 6,
    "***...***": 6,
}

# A sensor that gave the same answer for this many rolls is dirty or dead: a sound one does so once in a thousand
# million. A fair die is dark above a corner in 2 of 3 rolls, above the centre in 1 of 2, beside an edge in 1 of 12.
_CORNER, _EDGE, _CENTRE = 52, 239, 31
WORN_ROLLS = (_CORNER, _EDGE, _CORNER, _EDGE, _CENTRE, _EDGE, _CORNER, _EDGE, _CORNER)


class Pocket:
    """One die's pocket. ``dark`` and ``light`` are the readings that count as clear; in between is unclear."""

    def __init__(self, dark: int = 20000, light: int = 36000) -> None:
        self.dark, self.light = dark, light
        self._same = [0] * 9
        self._last: list[bool | None] = [None] * 9
        self._reported: set[int] = set()

    def face(self, readings: list[int]) -> int:
        """The upper face from nine readings (0 to 65535, light is high), or UNCLEAR, or AWAY."""
        seen = ""
        for value in readings:
            if self.dark < value < self.light:
                return UNCLEAR
            seen += "*" if value <= self.dark else "."
        if seen == "*********":
            return AWAY
        return 7 - _FACES[seen] if seen in _FACES else UNCLEAR

    def wear(self, readings: list[int]) -> int | None:
        """Call once a roll: the place (0 to 8) of a sensor that has stopped telling dark from light, or None."""
        for place in range(9):
            is_dark = readings[place] <= self.dark
            self._same[place] = self._same[place] + 1 if is_dark == self._last[place] else 0
            self._last[place] = is_dark
            if self._same[place] >= WORN_ROLLS[place] and place not in self._reported:
                self._reported.add(place)
                return place
        return None

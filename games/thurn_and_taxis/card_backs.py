"""What the backs of city cards that show horses are called: ``horses-2``. Written and read here alone.

A front is called as its city is.
"""

from __future__ import annotations

_PREFIX = "horses-"


def back_with(horses: int) -> str:
    """The name of a back that shows so many horses."""
    return f"{_PREFIX}{horses}"


def horses_on(name: str) -> int | None:
    """How many horses a card of this name shows; None where it is a city's front."""
    count = name.removeprefix(_PREFIX)
    return int(count) if count != name and count.isdecimal() else None

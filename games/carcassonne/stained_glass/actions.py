"""What players do with glass: ``glass 1a`` · ``thief small S`` · ``steal 2b from 1`` · ``count 1+2``."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from games.carcassonne.actions import Action, normal_location
from games.carcassonne.stained_glass.windows import Window, glass_kinds, legal_windows, window_name


@dataclass(frozen=True, slots=True)
class TakeGlass(Action):
    """Take a glass tile out of the bag; which one it was is told here."""

    tile: str
    verb: ClassVar[str] = "glass"

    def words(self) -> tuple[str, ...]:
        """The glass tile."""
        return (self.tile,)

    @classmethod
    def parse(cls, words: tuple[str, ...]) -> TakeGlass:
        """Read ``1a``."""
        (tile,) = words
        return cls(_glass(tile))


@dataclass(frozen=True, slots=True)
class PlaceThief(Action):
    """Put an extra follower on a road of the cloister tile just laid: its kind and the road's location."""

    kind: str
    location: str
    verb: ClassVar[str] = "thief"

    def words(self) -> tuple[str, ...]:
        """Kind and location."""
        return (self.kind, self.location)

    @classmethod
    def parse(cls, words: tuple[str, ...]) -> PlaceThief:
        """Read ``small S``."""
        kind, location = words
        return cls(kind, normal_location(location))


@dataclass(frozen=True, slots=True)
class Steal(Action):
    """Take a glass tile from another player (seat index)."""

    tile: str
    victim: int
    verb: ClassVar[str] = "steal"

    def words(self) -> tuple[str, ...]:
        """The glass tile and whose it was."""
        return (self.tile, "from", str(self.victim))

    @classmethod
    def parse(cls, words: tuple[str, ...]) -> Steal:
        """Read ``2b from 1``."""
        tile, word, victim = words
        if word != "from" or not victim.isdecimal():
            raise ValueError(word)
        return cls(_glass(tile), int(victim))


@dataclass(frozen=True, slots=True)
class CountWindow(Action):
    """Count a whole window; its tiles go back into the bag."""

    window: Window
    verb: ClassVar[str] = "count"

    def words(self) -> tuple[str, ...]:
        """The window."""
        return (window_name(self.window),)

    @classmethod
    def parse(cls, words: tuple[str, ...]) -> CountWindow:
        """Read ``1+2``; whether that is a legal window is for the rules to say."""
        (name,) = words
        window = tuple(sorted({int(small) for small in name.split("+")}))
        if not set(window) <= {small for (small, *more) in legal_windows() if not more}:
            raise ValueError(name)
        return cls(window)


def _glass(name: str) -> str:
    if name not in glass_kinds():
        raise ValueError(name)
    return name

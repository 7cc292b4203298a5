"""What players do, as small values with a one-line notation.

``lay BA/RCr 0,1 r90`` · ``follower small Road E.W`` · ``skip`` · ``discard BA/L``
"""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar

from games.carcassonne.tiles import FeatureKind, sorted_edges, tile_type
from games.game import Phrase, Refusal, RefusalKind

_PLACE = re.compile(r"(-?\d{1,4}),(-?\d{1,4})")
_ROTATION = re.compile(r"[rR](0|90|180|270)")


class Action(ABC):
    """Something that a player does. ``verb`` is the first word of its notation."""

    __slots__ = ()
    verb: ClassVar[str]

    @abstractmethod
    def words(self) -> tuple[str, ...]:
        """What follows the verb."""

    @classmethod
    @abstractmethod
    def parse(cls, words: tuple[str, ...]) -> Action:
        """The action from what follows the verb. Raises :class:`ValueError` or :class:`Refusal`."""

    @property
    def notation(self) -> str:
        """The action in one line."""
        return " ".join((self.verb, *self.words()))


@dataclass(frozen=True, slots=True)
class Lay(Action):
    """Lay the drawn tile: its key, where (x to the right, y down), and its quarter turns clockwise."""

    tile: str
    x: int
    y: int
    turns: int
    verb: ClassVar[str] = "lay"

    def words(self) -> tuple[str, ...]:
        """Key, place, turn in degrees."""
        return (self.tile, f"{self.x},{self.y}", f"r{self.turns * 90}")

    @classmethod
    def parse(cls, words: tuple[str, ...]) -> Lay:
        """Read ``BA/RCr 0,1 r90``; a letter will do for the key, and ``r0`` may be left out."""
        tile, place, *rest = words
        at = _matched(_PLACE, place)
        turn = int(_matched(_ROTATION, rest[0])[1]) if rest else 0
        if len(rest) > 1:
            raise ValueError(rest[1])
        return cls(tile_type(tile).key, int(at[1]), int(at[2]), turn // 90)


@dataclass(frozen=True, slots=True)
class Discard(Action):
    """Put the drawn tile away because it fits nowhere; another one is drawn."""

    tile: str
    verb: ClassVar[str] = "discard"

    def words(self) -> tuple[str, ...]:
        """The key."""
        return (self.tile,)

    @classmethod
    def parse(cls, words: tuple[str, ...]) -> Discard:
        """Read ``BA/L``."""
        (tile,) = words
        return cls(tile_type(tile).key)


@dataclass(frozen=True, slots=True)
class Deploy(Action):
    """Put a follower on a feature of the tile just laid.

    Attributes:
        kind: ``small``, or what an expansion brings (``big``).
        feature: what it stands on.
        location: the feature's edges as the tile lies, in the order N, E, S, W: ``E.W``, ``NL.WR``, ``I``.
    """

    kind: str
    feature: FeatureKind
    location: str
    verb: ClassVar[str] = "follower"

    def words(self) -> tuple[str, ...]:
        """Kind, feature, location."""
        return (self.kind, self.feature.value, self.location)

    @classmethod
    def parse(cls, words: tuple[str, ...]) -> Deploy:
        """Read ``small Road W.E``; edges may come in any order."""
        kind, feature, location = words
        return cls(kind, FeatureKind(feature), normal_location(location))


@dataclass(frozen=True, slots=True)
class Skip(Action):
    """Do nothing in a step that asks for nothing."""

    verb: ClassVar[str] = "skip"

    def words(self) -> tuple[str, ...]:
        """Nothing more."""
        return ()

    @classmethod
    def parse(cls, words: tuple[str, ...]) -> Skip:
        """Read nothing more."""
        if words:
            raise ValueError(words[0])
        return cls()


BASE_ACTIONS: tuple[type[Action], ...] = (Lay, Discard, Deploy, Skip)


def normal_location(location: str) -> str:
    """The edges in their usual order: ``W.E`` becomes ``E.W``. Raises :class:`ValueError` on an unknown edge."""
    try:
        return ".".join(sorted_edges(set(location.split("."))))
    except KeyError as error:
        raise ValueError(location) from error


def read_action(text: str, verbs: Mapping[str, type[Action]]) -> Action:
    """The action that a line tells. Raises :class:`Refusal` of kind invalid, with the line as its value."""
    verb, *words = text.split() or [""]
    if verb not in verbs:
        raise Refusal(
            RefusalKind.INVALID, Phrase.of("carcassonne.no_such_verb", verb=verb, known=tuple(verbs)), value=text
        )
    try:
        return verbs[verb].parse(tuple(words))
    except ValueError as error:
        raise Refusal(RefusalKind.INVALID, Phrase.of("carcassonne.bad_notation", line=text), value=text) from error


def _matched(pattern: re.Pattern[str], text: str) -> re.Match[str]:
    match = pattern.fullmatch(text)
    if match is None:
        raise ValueError(text)
    return match


def indistinguishable(one: object, other: object) -> bool:
    """Equal, or the same tile at the same place turned to the same sides: no picture of an edition tells these apart
    whose drawing is not known."""
    if one == other:
        return True
    if not isinstance(one, Lay) or not isinstance(other, Lay):
        return False
    if (one.tile, one.x, one.y) != (other.tile, other.x, other.y):
        return False
    turned = tile_type(one.tile).turned
    return turned[one.turns].sides == turned[other.turns].sides

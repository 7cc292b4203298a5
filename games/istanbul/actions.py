"""What players do, as small values with a one-line notation: ``move 12``, ``use red red blue``, ``roll 3 4``.

Words are parted by blanks. A field at the end that holds several words takes all that are left, and an empty one at
the end is not written.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from dataclasses import MISSING, Field, dataclass, fields
from functools import cache
from typing import Any, ClassVar, TypeVar

from games.game import Phrase, Refusal, RefusalKind

ActionT = TypeVar("ActionT", bound="Action")


class Action:
    """Something that a player does or tells. ``verb`` is the first word of its notation."""

    __slots__ = ()
    verb: ClassVar[str]

    @property
    def notation(self) -> str:
        """The action in one line."""
        words = [self.verb]
        kind: Any = type(self)
        for entry in _entries(kind):
            value = getattr(self, entry.name)
            if isinstance(value, tuple):
                words.extend(map(str, value))
            elif value != entry.default:
                words.append(str(value))
        return " ".join(words)

    @classmethod
    def parse(cls: type[ActionT], words: list[str]) -> ActionT:
        """The action from what follows the verb. Raises :class:`ValueError`."""
        values: list[Any] = []
        kind: Any = cls
        for entry in _entries(kind):
            if entry.type == "tuple[str, ...]":
                values.append(tuple(words))
                words = []
            elif words:
                word, *words = words
                values.append(int(word) if entry.type == "int" else word)
            elif entry.default is MISSING:
                raise ValueError(entry.name)
        if words:
            raise ValueError(words[0])
        return cls(*values)


@cache
def _entries(kind: Hashable) -> tuple[Field[Any], ...]:
    kept: Any = kind
    return fields(kept)


@dataclass(frozen=True, slots=True)
class Move(Action):
    """Phase 1: move the merchant's stack to a place. ``alone`` means that no assistant is picked up or left, which
    ends the turn."""

    place: int
    alone: str = ""
    verb: ClassVar[str] = "move"


@dataclass(frozen=True, slots=True)
class Pay(Action):
    """Phase 2: pay everybody who stands there."""

    verb: ClassVar[str] = "pay"


@dataclass(frozen=True, slots=True)
class Use(Action):
    """Phase 3: the action of the place; what the words mean is the place's own affair (goods, a place, a call)."""

    words: tuple[str, ...] = ()
    verb: ClassVar[str] = "use"


@dataclass(frozen=True, slots=True)
class Catch(Action):
    """Phase 4: send the family member of this seat to the Police Station, for ``lira`` or a ``card``."""

    seat: int
    reward: str
    verb: ClassVar[str] = "catch"


@dataclass(frozen=True, slots=True)
class Meet(Action):
    """Phase 4: use a figure (``governor``, ``smuggler``); the words say what is taken and paid."""

    figure: str
    words: tuple[str, ...] = ()
    verb: ClassVar[str] = "meet"


@dataclass(frozen=True, slots=True)
class Card(Action):
    """Play a bonus card from hand; the words say what its effect needs."""

    kind: str
    words: tuple[str, ...] = ()
    verb: ClassVar[str] = "card"


@dataclass(frozen=True, slots=True)
class Recall(Action):
    """Yellow mosque tile: pay to fetch one assistant back from a place."""

    place: int
    verb: ClassVar[str] = "recall"


@dataclass(frozen=True, slots=True)
class End(Action):
    """End the turn, or the last chance to play cards. In phase 2 it means not to pay."""

    verb: ClassVar[str] = "end"


@dataclass(frozen=True, slots=True)
class Roll(Action):
    """Tell what the dice show; ``second`` is 0 where one die is rolled."""

    first: int
    second: int = 0
    verb: ClassVar[str] = "roll"


@dataclass(frozen=True, slots=True)
class Keep(Action):
    """Red mosque tile: leave the dice as they are."""

    verb: ClassVar[str] = "keep"


@dataclass(frozen=True, slots=True)
class Turn(Action):
    """Red mosque tile: turn the first or the second die to four."""

    die: int
    verb: ClassVar[str] = "turn"


@dataclass(frozen=True, slots=True)
class Reroll(Action):
    """Red mosque tile: roll both dice once more."""

    verb: ClassVar[str] = "reroll"


@dataclass(frozen=True, slots=True)
class Demand(Action):
    """Tell the demand tile that was turned up: how many red, green, yellow, blue goods it asks for, as ``1112``."""

    tile: str
    verb: ClassVar[str] = "demand"


BASE_ACTIONS: tuple[type[Action], ...] = (
    Move,
    Pay,
    Use,
    Catch,
    Meet,
    Card,
    Recall,
    End,
    Roll,
    Keep,
    Turn,
    Reroll,
    Demand,
)


def read_action(text: str, verbs: Mapping[str, type[Action]]) -> Action:
    """The action that a line tells. Raises :class:`Refusal` of kind invalid, with the line as its value."""
    verb, *words = text.split() or [""]
    try:
        return verbs[verb].parse(words)
    except (KeyError, ValueError) as error:
        phrase = Phrase.of("istanbul.bad_notation", known=tuple(verbs), line=text)
        raise Refusal(RefusalKind.INVALID, phrase, value=text) from error

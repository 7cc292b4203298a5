"""What is printed in a box and can be entered by its owner: one typed value each, with its default and where that is
from. A game lists its values once; editors, files and set-ups read the list.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from games.game import JsonValue, Phrase, Refusal, RefusalKind

Printed = int | str


@dataclass(frozen=True, slots=True)
class PrintedValue:
    """One value of a box: a number within bounds, or a choice of words.

    Attributes:
        key: its name in files and set-ups, unique in its game: ``hand_limit``, ``prices.Visby.cloth``.
        title: what it is called.
        group: under which heading it stands.
        shipped: what is played with where nobody has entered it.
        allowed: every value that it may have; a ``range`` for numbers.
        is_default: the shipped value is a default of ours, not a fact of the game.
        source: where the shipped value is from, for people who check it.
    """

    key: str
    title: Phrase
    group: Phrase
    shipped: Printed
    allowed: Sequence[Printed]
    is_default: bool = True
    source: str = ""

    @property
    def is_number(self) -> bool:
        """True for a number, False for a choice of words."""
        return isinstance(self.allowed, range)

    def check(self, value: JsonValue) -> Printed:
        """The value, if it may stand here. Raises :class:`Refusal` of kind invalid, with key and value."""
        # True is an int to Python, but no number that anybody read off a card.
        if isinstance(value, int | str) and not isinstance(value, bool) and value in self.allowed:
            return value
        known = f"{self.allowed[0]} – {self.allowed[-1]}" if self.is_number else ", ".join(map(str, self.allowed))
        phrase = Phrase.of("printed.bad_value", what=self.title, value=str(value)[:40], known=known)
        raise Refusal(RefusalKind.INVALID, phrase, value=str(value)[:40], place=self.key)


def entered(values: Iterable[PrintedValue], told: Mapping[str, JsonValue]) -> dict[str, Printed]:
    """What an owner entered, checked: key -> value. Raises :class:`Refusal` for an unknown key or a bad value."""
    known = {value.key: value for value in values}
    for key in told:
        if key not in known:
            phrase = Phrase.of("printed.unknown_key", name=str(key)[:60])
            raise Refusal(RefusalKind.INVALID, phrase, value=str(key)[:60], place=str(key)[:60])
    return {key: known[key].check(value) for key, value in told.items()}

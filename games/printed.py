"""What is printed in a box and can be entered by its owner: one typed value each, with its default and where that is
from. A game lists its values once; editors, files and set-ups read the list.

A value is a number, a choice of words, or a *text* that is put together from terms: ``-lira:2 +coffee | -red +coffee``
says what a card takes and gives, a bar parts one offer from the next, and an empty text was not entered.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from games.game import JsonValue, Phrase, Refusal, RefusalKind

Printed = int | str


OR = "|"  # parts what may be done from what may be done instead
MOST_OF_A_TERM = 40
MOST_TERMS = 24  # in a text


@dataclass(frozen=True, slots=True)
class Term:
    """What a text may be put together from: a word, and what it is called."""

    word: str
    name: Phrase


@dataclass(frozen=True, slots=True)
class PrintedValue:
    """One value of a box: a number within bounds, a choice of words, or a text.

    Attributes:
        key: its name in files and set-ups, unique in its game: ``hand_limit``, ``prices.Visby.cloth``.
        title: what it is called.
        group: under which heading it stands.
        shipped: what is played with where nobody has entered it.
        allowed: every value that it may have; a ``range`` for numbers, nothing for a text.
        source: where the shipped value is from, for people who check it.
        is_default: the shipped value is a default of ours, not a fact of the game.
        terms: what a text is put together from; empty for anything else.
    """

    key: str
    title: Phrase
    group: Phrase
    shipped: Printed
    allowed: Sequence[Printed]
    source: Phrase
    is_default: bool = True
    terms: tuple[Term, ...] = ()

    @property
    def is_number(self) -> bool:
        """True for a number, False for a choice of words and a text."""
        return isinstance(self.allowed, range)

    @property
    def is_fixed(self) -> bool:
        """True for a reading that is told and can't be chosen otherwise."""
        return not self.is_text and len(self.allowed) == 1

    @property
    def is_open(self) -> bool:
        """True for a default of ours that an owner may put right."""
        return self.is_default and not self.is_fixed

    @property
    def is_text(self) -> bool:
        """True for what is put together from terms."""
        return bool(self.terms)

    def check(self, value: JsonValue) -> Printed:
        """The value, if it may stand here. Raises :class:`Refusal` of kind invalid, with key and value."""
        if self.is_text:
            return self._checked_text(value)
        # True is an int to Python, but no number that anybody read off a card.
        if isinstance(value, int | str) and not isinstance(value, bool) and value in self.allowed:
            return value
        known = f"{self.allowed[0]} – {self.allowed[-1]}" if self.is_number else ", ".join(map(str, self.allowed))
        phrase = Phrase.of("printed.bad_value", what=self.title, value=str(value)[:40], known=known)
        raise Refusal(RefusalKind.INVALID, phrase, value=str(value)[:40], place=self.key)

    def _checked_text(self, value: JsonValue) -> str:
        """A text of known terms, in which every offer says something."""
        known = {one.word for one in self.terms}
        parsed = counted(value) if isinstance(value, str) else ((("?", 0),),)
        terms = [term for offer in parsed for term in offer]
        wrong = [word for word, count in terms if word not in known or not 1 <= count <= MOST_OF_A_TERM]
        if wrong or len(terms) > MOST_TERMS or (parsed and not all(parsed)):
            text = (wrong or [str(value)])[0][:40]
            phrase = Phrase.of("printed.bad_text", what=self.title, value=text, known=", ".join(sorted(known)))
            raise Refusal(RefusalKind.INVALID, phrase, value=text, place=self.key)
        return text_of(parsed)


Counted = tuple[tuple[str, int], ...]  # the terms of an offer, each with its number


def counted(text: str) -> tuple[Counted, ...]:
    """The offers of a text; a term with a number that is none has the number 0. Nothing for an empty text."""
    if not text.strip():
        return ()
    return tuple(tuple(map(_term, offer.split())) for offer in text.split(OR))


def text_of(offers: Iterable[Counted]) -> str:
    """Offers as one text, the same term summed up."""
    terms = []
    for offer in offers:
        sums: dict[str, int] = {}
        for word, count in offer:
            sums[word] = sums.get(word, 0) + count
        terms.append(" ".join(word if count == 1 else f"{word}:{count}" for word, count in sums.items()))
    return f" {OR} ".join(terms)


def _term(written: str) -> tuple[str, int]:
    word, colon, number = written.partition(":")
    if not colon:
        return word, 1
    return word, int(number) if number.isascii() and number.isdecimal() and len(number) <= len(str(10**6)) else 0


def entered(values: Iterable[PrintedValue], declared: Mapping[str, JsonValue]) -> dict[str, Printed]:
    """What an owner entered, checked: key -> value. Raises :class:`Refusal` for an unknown key or a bad value."""
    known = {value.key: value for value in values}
    for key in declared:
        if key not in known:
            phrase = Phrase.of("printed.unknown_key", name=str(key)[:60])
            raise Refusal(RefusalKind.INVALID, phrase, value=str(key)[:60], place=str(key)[:60])
    return {key: known[key].check(value) for key, value in declared.items()}

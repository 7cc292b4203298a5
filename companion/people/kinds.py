"""Kinds of points: what somebody's points came from, over many games. A kind is the key of a score line's reason."""

from __future__ import annotations

from companion.locale import UnknownPhrase, say
from games.game import Phrase


def kind_in_words(kind: str, language: str) -> str:
    """What a kind is called, for people. Reasons that name a place or a number (*every city in Holland*) have a plain
    word of their own; a kind that nobody has a word for is one of the others."""
    for key in (f"people.kind_{kind}", kind, "people.kind_other"):
        try:
            return say(Phrase.of(key), language)
        except (UnknownPhrase, KeyError):  # no such word, or one with a gap
            continue
    return kind
